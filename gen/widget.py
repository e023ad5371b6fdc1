"""What the browser reads: the points of all rolls in all boxes of a game, and what a table cannot hold, in numbers.

JavaScript knows no rule. For each game it gets a table (rolls x boxes) and the parameters of what depends on more
than the roll: number bonus, repeat bonus, jokers, first-roll pay, a lock, the order of the sheet, a win at once. Each
choice of an option brings the boxes and parameters that it changes; two options never change the same thing, so choices
add up.

Pure: sees rules, the snapshot and words. Rows stand in the order of the lattice, which the browser builds for itself.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

from gen.figures import Snapshot
from gen.key import key
from gen.kin import TWIN_ODDS
from gen.markup import NUMBER_WORDS, Voice
from yachtlib.games import GAMES
from yachtlib.rules import Box, Choice, Game
from yachtlib.scoring import GOALS

# The fields of a game that are parameters, and what they are called there.
PARAMETERS: Mapping[str, str] = {
    "upper_bonus": "upperBonus",
    "repeat_bonus": "repeatBonus",
    "joker": "joker",
    "first_roll": "firstRoll",
    "lock": "lock",
    "instant_win": "instantWin",
    "in_order": "inOrder",
}
# The sections of the strings that the browser shows.
WORDS = ("play", "setup", "log", "helper", "goal", "score", "sheet", "coach", "lab", "today", "real")


def files(snapshot: Snapshot, strings: Mapping[str, Any]) -> dict[str, str]:
    """Path below the site -> JSON: one table a game, the list of games, and the words.

    Raises KeyError for a section of words that is not there; ``missing`` names them beforehand.
    """
    listed = [
        {"id": game.id, "name": game.name, "edition": game.edition, "boxes": len(game.boxes), "dice": game.n_dice}
        for game in GAMES
    ]
    words = {section: strings[section] for section in WORDS} | {"number": NUMBER_WORDS}
    tables = {f"data/{game.id}.json": as_json(table(game, snapshot, strings)) for game in GAMES}
    return tables | {"data/games.json": as_json(listed), "data/words.json": as_json(words)}


def missing(strings: Mapping[str, Any]) -> list[str]:
    """The sections of words that the browser shows and that are not there."""
    return [section for section in WORDS if section not in strings]


def table(game: Game, snapshot: Snapshot, strings: Mapping[str, Any]) -> dict[str, Any]:
    """One game with all its options, as JSON takes it; ``points`` holds a number for each roll of the lattice."""
    voice, cost = Voice("", game, snapshot, {}, strings), costs(game, snapshot)
    counts = game.lattice.counts[game.lattice.rolls]
    known = key(game, strings, snapshot.figures)
    return {
        "id": game.id,
        "name": game.name,
        "edition": game.edition,
        "dice": game.n_dice,
        "faces": game.n_faces,
        "rolls": game.n_rolls,
        "boxes": [_box(box, voice, cost) for box in game.boxes],
        "rules": {name: _parameter(getattr(game, field)) for field, name in PARAMETERS.items()},
        "options": [
            {
                "id": option.id,
                "question": option.question,
                "choices": [
                    _choice(choice, voice, cost) | _rekeyed(known, game.with_options({option.id: choice.id}), strings)
                    for choice in option.choices
                ],
            }
            for option in game.options
        ],
        "key": known,
        "goals": {goal: [int(made) for made in pattern.made(counts)] for goal, pattern in GOALS.items()},
    }


def _choice(choice: Choice, voice: Voice, cost: Mapping[str, float]) -> dict[str, Any]:
    """What is left out does not change. Raises KeyError for a field that the browser would have to know a rule for."""
    changes: dict[str, Any] = {"id": choice.id, "says": choice.says}
    if choice.boxes:
        changes["boxes"] = [_box(box, voice, cost) for box in choice.boxes]
    if choice.sets:
        changes["rules"] = {PARAMETERS[field]: _parameter(value) for field, value in choice.sets.items()}
    return changes


def _rekeyed(known: Mapping[str, Mapping], table: Game, strings: Mapping[str, Any]) -> dict[str, Any]:
    """The sentences of the key that a choice changes, by name; a choice that is the game's own changes none."""
    if not table.chosen:
        return {}
    now = key(table, strings, {})
    return {"key": {name: said for head in now for name, said in now[head].items() if said != known[head][name]}}


def _box(box: Box, voice: Voice, cost: Mapping[str, float]) -> dict[str, Any]:
    """One box.

    ``face``: that of a number box, else None. ``joker``: what a joker makes of it. ``cost``: points that it could bring
    in a later turn, None where unknown.
    """
    return {
        "id": box.id,
        "name": box.name,
        "upper": box.section == "upper",
        "face": getattr(box.pattern, "face", None),
        "says": voice.says(box),
        "pays": voice.pays(box),
        "joker": box.price if isinstance(box.price, int) else 0,
        "cost": cost.get(box.id),
        "points": box.column(voice.game.lattice).tolist(),
    }


def costs(game: Game, snapshot: Snapshot) -> dict[str, float]:
    """Box id -> points that it could bring in a later turn; computer players charge a box with them. Empty: unknown.

    A zero in the first turn costs best play the box and a turn. The turn is what is left of the least of those prices
    when the box is taken off at what a turn played for it alone brings. Number boxes are charged with just that, since
    their zero costs the number bonus too, which players look at by itself.
    """
    figures, played = snapshot.figures, TWIN_ODDS.get(game.id, game.id)
    known = [box for box in game.boxes if f"{played}.zero.{box.id}" in figures]
    zero = {box.id: figures[f"{played}.zero.{box.id}"]["value"] for box in known}
    alone = {box.id: figures[f"{played}.box.{box.id}.alone"]["value"] for box in known}
    turn = min((zero[box] - alone[box] for box in zero), default=0)
    cost = {box.id: alone[box.id] if box.section == "upper" else zero[box.id] - turn for box in known}
    return {box: round(points, 2) for box, points in cost.items()}


def _parameter(value: Any) -> Any:
    return asdict(value) if is_dataclass(value) else value


def as_json(content: Any) -> str:
    """As small as JSON gets: it is sent to phones."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"
