"""What the tests share about games: the golden cases, worked out by hand, and the tables that a game is played at.

The cases of a game stand in ``cases/<game>.json``; Python and JavaScript read the same files.
"""

import json
from itertools import product
from pathlib import Path

import pytest

from yachtlib.games import GAMES, find_game

CASES = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent / "cases").glob("*.json"))
}

VARIANTS = {"kniffel"}  # of the boxed game


def golden(kind):
    """Every case of that kind, of every game: (game id, case)."""
    return pytest.mark.parametrize(
        ("game_id", "case"),
        [
            pytest.param(game_id, case, id=f"{game_id} {case.get('box', '')} {case['why']}")
            for game_id, cases in CASES.items()
            for case in cases[kind]
        ],
    )


def table_of(game_id, case):
    """The game as the table of a case plays it."""
    return find_game(game_id).with_options(case.get("options", {}))


def all_options(game):
    """Every set of choices that a table can make, one of each option."""
    ids = [option.id for option in game.options]
    return [
        dict(zip(ids, chosen, strict=True))
        for chosen in product(*([choice.id for choice in option.choices] for option in game.options))
    ]


def single_options(game):
    """The default and every other choice on its own."""
    return [{}, *({option.id: choice.id} for option in game.options for choice in option.choices[1:])]


def but_of_variants(options_of):
    """The same, but of a variant only its default: a test of its own holds its tables to those of its game."""
    return lambda game: [{}] if game.id in VARIANTS else options_of(game)


def tables(options_of):
    """Parametrizes over (game, options) of every game."""
    return pytest.mark.parametrize(
        ("game", "options"),
        [
            pytest.param(game, options, id=" ".join([game.id, *options.values()]))
            for game in GAMES
            for options in options_of(game)
        ],
    )
