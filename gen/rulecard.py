"""What two sheets say that are read, not written scores on: the rules card, and the house rules of a table.

Plain data from the rules, for templates of the typesetter and of pages alike. Pure: sees rules, words and the snapshot.
"""

import re
from collections.abc import Mapping
from typing import Any

from gen.figures import forms
from gen.key import key
from gen.markup import Voice, which
from yachtlib.rules import Box, Game, Option

# A turn as it may go, by the number of dice: what lies after each roll, and what of it is kept. In no game does a roll
# of it make a combination with other dice than those kept, nor come near a straight: nobody would play it otherwise.
TURN: Mapping[int, tuple[tuple[str, str], ...]] = {
    5: (("66312", "66"), ("66641", "666"), ("66652", "666")),
    6: (("666312", "666"), ("666521", "666"), ("666643", "6666")),
}
WHERE = "sixes"  # the box that this turn is written in


def rules_card(game: Game, voice: Voice, examples: Mapping[str, str]) -> dict[str, Any]:
    """Everything that a table needs to play from: sections of prose, a turn in dice, and every box with what it pays.

    ``examples``: box id -> a telling roll, as digits. ``boxes``: by id, in the order of the sheet.
    """
    words = voice.strings["print"]["rules"]
    return {
        "sections": _sections(game, voice),
        "turn": {
            "rolls": [_drawn(roll, keep) for roll, keep in TURN[game.n_dice]],
            "says": words["turn_ends"].format(
                points=voice.points(WHERE, TURN[game.n_dice][-1][0]), box=voice.box(WHERE).name
            ),
            "kept": words["kept"],
        },
        **{name: words[name] for name in ("numbers", "numbers_say", "combinations", "example", "pays", "pale")},
        "boxes": {
            box.id: {"says": _takes(box, voice), "points": voice.points(box.id, examples[box.id])} for box in game.boxes
        },
    }


def house_rules(game: Game, voice: Voice) -> dict[str, Any]:
    """Every rule of a game on which tables disagree, its readings, and what each makes of the average of best play."""
    words = voice.strings["print"]["house"]
    heads = ("note", "mean", "worth") if game.options else ()
    return {
        **{name: words[name] for name in ("name", "own", "also", "table", "date", "signed", *heads)},
        "lead": words["lead"] if game.options else words["none"],
        "questions": [_question(game, option, voice) for option in game.options],
    }


def _question(game: Game, option: Option, voice: Voice) -> dict[str, Any]:
    """``mean`` and ``worth``: the average and its change, empty where none is published; ``own``: the game's own."""
    figures, readings = voice.snapshot.figures, []
    for choice in option.choices:
        mean, own = f"{game.id}.option.{option.id}.{choice.id}.mean", choice == option.default
        readings.append(
            {
                "says": choice.says[0].upper() + choice.says[1:],
                "own": own,
                "mean": voice.fig(mean) if mean in figures else "",
                "worth": change(f"{mean}.worth", voice) if f"{mean}.worth" in figures and not own else "",
            }
        )
    return {"asks": option.question, "readings": readings}


def change(figure_id: str, voice: Voice) -> str:
    """A difference as pages write it; one that they would write like none, and is some, is bounded instead."""
    figure = voice.snapshot.figures[figure_id]
    written = forms(figure)["signed"]
    if not figure["value"]:
        return "0"
    if written.strip("+−-0.,"):
        return voice.fig(figure_id, "signed", note=False)
    least = re.sub(r"0$", "1", written.lstrip("+−-"))
    return voice.strings["print"]["house"]["under"].format(least=least)


def _sections(game: Game, voice: Voice) -> list[dict[str, Any]]:
    """Headed prose in the order in which a table needs it; a section is an ``id``, a heading and its sentences."""
    rules, words = voice.strings["rules"], voice.strings["print"]["rules"]
    parts = key(game, voice.strings, voice.snapshot.figures)
    said = {name: text for part in parts.values() for name, text in part.items()}
    dice, boxes, rolls = voice.word(game.n_dice), voice.word(len(game.boxes)), voice.word(game.n_rolls)
    again = [said["repeat_bonus"], said["joker"]]
    forced, at_once = game.joker and game.joker.forced, game.instant_win
    sections = {
        "setup": (rules["setup_text"].format(dice=dice.capitalize(), boxes=boxes), rules["players"]),
        "turn": (rules["turn_text"].format(dice=dice, rolls=rolls), said["first_roll"]),
        "box": (
            rules["box_text"],
            words["forced"].format(box=voice.box(game.joker.box).name) if forced else "",
            said["in_order"],
            said["lock"],
        ),
        "bonus": (said["upper_bonus"] or voice.strings["start"]["no_bonus"],),
        "again": again if any(again) else (words["again_none"].format(dice=dice),),
        "argued": [f"{option.reading(option.default)}." for option in game.options if _about_boxes(option)],
        "end": (
            _end(game, words["end"]).format(turns=boxes),
            voice.strings["start"]["win"],
            said["instant_win"],
            said["ceiling"],
        ),
        "ties": (words["ties"], words["ties_at_once"] if at_once else ""),
    }
    return [
        {"id": name, "head": words["head"][name].format(dice=dice.capitalize()), "says": list(filter(None, sentences))}
        for name, sentences in sections.items()
        if any(sentences)
    ]


def _end(game: Game, words: Mapping[str, str]) -> str:
    """What is added up when all boxes are filled."""
    beside = [name for name, rule in (("bonus", game.upper_bonus), ("ticks", game.repeat_bonus)) if rule]
    return words["_".join(beside) or "boxes"]


def _about_boxes(option: Option) -> bool:
    """Whether it asks what a box takes or pays; other rules have sections of their own."""
    return any(choice.boxes for choice in option.choices)


def _takes(box: Box, voice: Voice) -> str:
    """What a box takes, and what it pays where that is always the same."""
    says = voice.says(box)
    fixed = voice.strings["print"]["rules"]["fixed"]
    return fixed.format(says=says, points=box.price) if isinstance(box.price, int) else says


def _drawn(roll: str, keep: str) -> list[tuple[int, bool]]:
    """Faces, and whether each of them is kept."""
    faces = [int(face) for face in roll]
    return list(zip(faces, which(faces, [int(face) for face in keep]), strict=True))
