"""Verdicts that say in words what figures show: when a figure changes, no verdict may stay that it refutes."""

import json
from pathlib import Path

import pytest

from yachtlib.games import find_game

FIGURES = json.loads((Path(__file__).parent.parent / "figures.json").read_text())["figures"]
FIVE = ("yacht", "yacht-35", "yahtzee", "yatzy", "generala")


def value(figure_id: str) -> float:
    return FIGURES[figure_id]["value"]


def zeros(game_id: str) -> list[str]:
    """The boxes of a game, the cheapest zero of the first turn first."""
    return sorted((box.id for box in find_game(game_id).boxes), key=lambda box: value(f"{game_id}.zero.{box}"))


@pytest.mark.parametrize(
    ("roll", "holds"),
    [
        ("11346", ("6", "6", "4", "6", "11")),
        ("22556", ("55", "55", "55", "55", "55")),
        ("13456", ("3456", "3456", "3456", "56", "345")),
        ("22666", ("666", "666", "666", "666", "22666")),
        ("12345", ("12345", "12345", "12345", "12345", "12345")),
        ("55566", ("55566", "55566", "555", "555", "55566")),
        ("11112", ("1111", "1111", "1111", "1111", "1111")),
    ],
)
def test_answers_about_first_rolls_group_the_games_as_their_best_holds_do(roll, holds):
    found = tuple("".join(map(str, FIGURES[f"{game}.opening.{roll}"]["hold"])) for game in FIVE)
    assert found == holds, f"see docs/faq/first-roll-{roll}.md and first-roll-by-game.md"


def test_the_dearest_box_is_the_one_that_its_answer_names():
    dearest = {game: zeros(game)[-1] for game in FIVE}
    assert dearest == dict.fromkeys(FIVE, "sixes") | {"yacht": "choice", "generala": "four-of-a-kind"}


def test_the_cheapest_zero_is_ones_save_in_yatzy():
    assert {game: zeros(game)[0] for game in FIVE} == dict.fromkeys(FIVE, "ones") | {"yatzy": "small-straight"}


def test_four_ones_belong_in_ones_save_in_generala():
    better = {game for game in FIVE if value(f"{game}.enter.11112.ones") > value(f"{game}.enter.11112.four-of-a-kind")}
    assert better == set(FIVE) - {"generala"}


def test_high_dice_belong_in_the_box_for_any_dice():
    for game, box in (("yacht", "choice"), ("yacht-35", "choice"), ("yahtzee", "chance"), ("yatzy", "chance")):
        assert value(f"{game}.enter.14566.{box}") > value(f"{game}.enter.14566.sixes"), game


def test_the_bonus_is_worth_most_in_yatzy_and_greed_costs_least_in_generala():
    lost = {game: value(f"{game}.ignore-bonus.lost") for game in ("yacht-35", "yahtzee", "yatzy")}
    assert max(lost, key=lost.get) == "yatzy" and min(lost.values()) > 0
    greed = {game: value(f"{game}.greedy.lost") for game in FIVE}
    assert min(greed, key=greed.get) == "generala" and min(greed.values()) > 0
