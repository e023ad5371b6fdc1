"""The scoring key: what a sheet says beside its boxes, a sentence for each rule that the game has.

The same sentences stand on printed sheets, on the card in the browser and on its paper. Pure: sees rules and words.
"""

from collections.abc import Mapping
from typing import Any

from gen.markup import NUMBER_WORDS
from yachtlib.rules import Game

# The parts of a key, in order, and the sentences of each; those named like a field of a game speak of it.
PARTS: Mapping[str, tuple[str, ...]] = {
    "turn": ("turn", "first_roll", "instant_win"),
    "box": ("box", "in_order", "lock"),
    "bonus": ("upper_bonus",),
    "again": ("repeat_bonus", "joker"),
    "end": ("end", "ceiling"),
}


def key(game: Game, strings: Mapping[str, Any], figures: Mapping[str, Mapping]) -> dict[str, dict[str, str | None]]:
    """Heading -> name -> sentence, or None where the game has no such rule. Raises KeyError for a word not there.

    ``figures``: id -> figure; the ceiling is said where it is among them, but not of a game with choices of its own,
    which has another.
    """
    words = strings["key"]
    values = {name: _values(game, name) for name in (name for part in PARTS.values() for name in part)}
    ceiling = None if game.chosen else figures.get(f"{game.id}.ceiling")
    values["ceiling"] = ceiling and {"ceiling": f"{ceiling['value']:,}"}
    return {
        words["head"][part].format(dice=NUMBER_WORDS[game.n_dice].capitalize()): {
            name: None if values[name] is None else words[_word(game, name)].format(**values[name]) for name in names
        }
        for part, names in PARTS.items()
    }


def said(parts: Mapping[str, Mapping[str, str | None]]) -> list[tuple[str, str]]:
    """The parts that have something to say, as (heading, text)."""
    texts = [(head, " ".join(filter(None, named.values()))) for head, named in parts.items()]
    return [(head, text) for head, text in texts if text]


def _word(game: Game, name: str) -> str:
    """Which sentence says it: a joker may be forced or free."""
    if name != "joker":
        return name
    return "joker_forced" if game.joker.forced else "joker_free"


def _values(game: Game, name: str) -> dict[str, Any] | None:
    """What the sentence is filled with; None: there is nothing to say."""

    every = {
        "dice": NUMBER_WORDS[game.n_dice],
        "rolls": NUMBER_WORDS[game.n_rolls],
        "turns": NUMBER_WORDS[len(game.boxes)].capitalize(),
    }
    rule = getattr(game, name, True)
    if not rule:
        return None
    match name:
        case "upper_bonus":
            faces = sum(box.pattern.face for box in game.boxes if box.section == "upper")
            each = rule.at // faces
            return {"at": rule.at, "points": rule.points, "each": NUMBER_WORDS[each].capitalize()}
        case "repeat_bonus":
            box = game.box(rule.box)
            return {**every, "box": box.name, "pays": box.price, "points": rule.points}
        case "joker":
            return {**every, "box": game.box(rule.box).name}
        case "first_roll":
            names = [game.box(box).name for box in rule.boxes]
            return {"boxes": f"{', '.join(names[:-1])} or {names[-1]}", "points": rule.points}
        case "lock":
            return {"box": game.box(rule.box).name, "until": game.box(rule.until).name}
        case "instant_win":
            return {"box": game.box(rule.box).name}
    return every
