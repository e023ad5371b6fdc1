"""The telling rolls of gen/examples.toml: read, and held to the rules before pages and sheets draw them.

Pure: text in, rolls and problems out. Sees rules only.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from gen.checks import Problem, did_you_mean, line_at
from gen.content import read_toml
from yachtlib.dice import InputError, read_roll
from yachtlib.games import GAMES
from yachtlib.rules import Box, Game


def read_examples(file: str, text: str) -> tuple[dict[str, dict[str, str]], list[Problem]]:
    """Game id -> box id -> a roll as digits, and what is wrong with them; no rolls at all when anything is."""
    examples, problems = read_toml(file, text)
    for line, what, do in () if problems else _wrong(examples, text):
        problems.append(Problem(file, line, what, do))
    return ({}, problems) if problems else (examples, [])


def _wrong(examples: Mapping[str, Any], text: str) -> Iterator[tuple[int, str, str]]:
    """(line, what, advice) of every mistake."""
    for name in examples.keys() - {game.id for game in GAMES}:
        do = did_you_mean(name, [game.id for game in GAMES], "Name a game by its id, or take this out.")
        yield _line(text, name), f"no game {name!r}", do
    for game in GAMES:
        rolls = examples.get(game.id, {})
        if not isinstance(rolls, dict):
            yield _line(text, game.id), f"{game.id} is no table of rolls", f"Write [{game.id}], and its boxes below."
            continue
        for name in rolls.keys() - {box.id for box in game.boxes}:
            do = did_you_mean(name, [box.id for box in game.boxes], "Name a box by its id, or take this out.")
            yield _line(text, game.id, name), f"{game.id} has no box {name!r}", do
        for box in game.boxes:
            yield from ((_line(text, game.id, box.id), *said) for said in _wrong_of(box, game, rolls.get(box.id)))
        if not any(isinstance(roll, str) and len(set(roll)) == 1 for roll in rolls.values()):
            do = "The head of its sheets shows one: write it beside a box that takes it."
            yield _line(text, game.id), f"no roll of {game.id} is all alike", do


def _wrong_of(box: Box, game: Game, roll: Any) -> Iterator[tuple[str, str]]:
    """What is wrong with the roll of a box, and the advice."""
    if not isinstance(roll, str) or not roll:
        yield f"no roll for {box.id} of {game.id}", f'Write a telling one under [{game.id}]: {box.id} = "…"'
        return
    try:
        faces = read_roll([roll], game.n_dice)
    except InputError as error:
        yield f"{box.id} of {game.id}: {error}", f"Write the {game.n_dice} dice as digits."
        return
    if not game.points[game.lattice.find_roll(faces), game.index(box.id)]:
        yield f"{roll} pays nothing in {box.id} of {game.id}", "Write a roll that shows what the box takes."


def _line(text: str, game_id: str, box_id: str = "") -> int:
    """Where a game begins, or the roll of one of its boxes stands; the game's line where there is no such roll."""
    part = re.search(rf"(?m)^\[?{re.escape(game_id)}\b.*(?:\n(?!\[).*)*", text)
    found = part and box_id and re.search(rf"(?m)^{re.escape(box_id)}\b", part[0])
    return line_at(text, part.start() + (found.start() if found else 0)) if part else 1
