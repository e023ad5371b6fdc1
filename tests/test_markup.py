"""Words for rules: every box of every game and reading is described from its pattern and price."""

import tomllib
from pathlib import Path

import pytest

from gen.figures import Snapshot
from gen.markup import Voice
from yachtlib.games import GAMES, find_game

STRINGS = tomllib.loads((Path(__file__).parents[1] / "gen" / "strings" / "en.toml").read_text(encoding="utf-8"))


def voice(game) -> Voice:
    return Voice("/x/", game, Snapshot({}), {}, STRINGS)


def tables(game) -> list:
    return [game, *(game.with_options({o.id: c.id}) for o in game.options for c in o.choices)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_boxes_that_take_or_pay_differently_are_described_differently(game):
    said: dict[tuple, tuple] = {}
    for table in tables(game):
        for box in table.boxes:
            words = voice(table).says(box), voice(table).pays(box)
            assert all(words)
            assert said.setdefault(words, (box.pattern, box.price, box.id))[:2] == (box.pattern, box.price)


@pytest.mark.parametrize(
    ("game", "options", "box", "says", "pays"),
    [
        ("yacht", {}, "full-house", "three of one, two of another: all added", "sum"),
        ("yahtzee", {}, "full-house", "three of one, two of another", "25"),
        (
            "yahtzee",
            {"five-alike-full-house": "always"},
            "full-house",
            "three of one, two of another, or five alike",
            "25",
        ),
        ("yatzy", {}, "two-pairs", "two of one, two of another: those dice added", "sum of 4"),
        ("maxi-yatzy", {}, "tower", "four of one, two of another: those dice added", "sum of 6"),
        ("maxi-yatzy", {}, "small-straight", "1 2 3 4 5, with a die to spare", "15"),
        ("maxi-yatzy", {}, "maxi-yatzy", "six alike", "100"),
        ("generala", {}, "four-of-a-kind", "at least four alike", "40"),
        ("generala", {}, "generala", "five alike", "50"),
        ("generala", {"straight": "wrap"}, "straight", "1 2 3 4 5 or 2 3 4 5 6 or 1 3 4 5 6", "20"),
        ("generala", {"straight": "any-wrap"}, "straight", "any five different numbers", "20"),
    ],
)
def test_what_a_box_takes_and_pays_in_words(game, options, box, says, pays):
    table = find_game(game).with_options(options)
    assert voice(table).says(table.box(box)) == says
    assert voice(table).pays(table.box(box)) == pays


def test_more_dice_than_the_game_has_are_noted():
    """Six dice in an answer on Yacht are a slip; in one on Maxi Yatzy they are a roll."""
    yacht = voice(find_game("yacht"))
    yacht.dice("444444")
    assert [note.what for note in yacht.noted] == ["6 dice drawn; Yacht has 5"]
    maxi = voice(find_game("maxi-yatzy"))
    maxi.dice("444444")
    assert maxi.noted == []
