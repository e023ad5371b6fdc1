"""The games side by side: the cases shown tell readings apart, worths are the figures', questions lead to the sheet."""

import json
import tomllib
from itertools import combinations
from pathlib import Path

import pytest

from gen.best import COMBINATIONS
from gen.compare import FAMILIES, SHEET, WHICH, Question, box_of, disputing, rows
from gen.disputes import (
    BESIDE,
    BONUS,
    Dispute,
    Reading,
    anchor,
    dispute,
    disputes,
    followers,
    played_together,
    stakes,
    telling,
)
from yachtlib.card import Card
from yachtlib.games import GAMES, find_game
from yachtlib.rules import Choice

SOURCES = tomllib.loads((Path(__file__).parents[1] / "gen" / "sources.toml").read_text(encoding="utf-8"))
FIGURES = json.loads((Path(__file__).parents[1] / "figures.json").read_text(encoding="utf-8"))["figures"]
OPTIONS = [pytest.param(game, option, id=anchor(game, option)) for game in GAMES for option in game.options]
ALL = disputes(GAMES, FIGURES)


def find_sheet(game) -> str:
    """The id of the game to which the questions lead, answered for this sheet."""
    here: Question | str = WHICH
    while isinstance(here, Question):
        here = here.yes if here.asks(game) else here.no
    return here


def pays(game, option, choice, case, place):
    """What the library's card says, asked in the plainest way."""
    card = Card(game.with_options({option.id: choice.id}), dict(case.card))
    if place == BONUS:
        return card.bonus
    roll = [int(face) for face in case.roll]
    return card.beside(roll) if place == BESIDE else card.legal(roll, case.first_roll).get(place)


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_a_case_shows_what_the_card_of_each_reading_pays(game, option):
    for case in telling(game, option):
        for line in case.lines:
            assert line.pays == tuple(pays(game, option, choice, case, line.place) for choice in option.choices)


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_the_cases_tell_every_reading_from_every_other(game, option):
    cases = telling(game, option)
    for one, other in combinations(range(len(option.choices)), 2):
        assert any(line.pays[one] != line.pays[other] for case in cases for line in case.lines)


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_every_box_that_a_reading_changes_is_shown_and_no_case_is_idle(game, option):
    cases = telling(game, option)
    changed = {box.id for choice in option.choices for box in choice.boxes}
    assert changed <= {line.place for case in cases for line in case.lines}
    assert all(len(set(line.pays)) > 1 for case in cases for line in case.lines)
    assert len(cases) <= 3


@pytest.mark.parametrize(
    ("game", "option", "shown"),
    [
        ("yacht", "straights", [("12345", {}, {"little-straight": (30, 30, 15), "big-straight": (0, 40, 30)})]),
        ("yacht", "four-alike", [("55556", {}, {"four-of-a-kind": (20, 26)})]),
        ("yatzy", "order", [("66666", {}, {"yatzy": (50, None)})]),
        ("yahtzee", "extra", [("66666", {"yahtzee": 50}, {BESIDE: (100, 0, 50)})]),
        ("generala", "double", [("66666", {"generala": 50}, {"double-generala": (None, 100, 120)})]),
        ("generala", "first-roll", [("23456", {}, {"straight": (25, 30, 20)})]),
    ],
)
def test_the_case_is_the_one_that_a_referee_would_lay_out(game, option, shown):
    game = find_game(game)
    found = telling(game, game.option(option))
    assert [(case.roll, case.card, {line.place: line.pays for line in case.lines}) for case in found] == shown


def test_readings_that_cannot_be_told_apart_are_refused():
    yacht = find_game("yacht")
    same = Choice("same", "the same again", ("exercism-yacht",), sets={"year": 1939})
    option = type(yacht.options[0])("nothing", "Is it?", (yacht.options[0].default, same))
    table = type(yacht)("yacht", "Yacht", "rules", yacht.boxes, options=(option,))
    with pytest.raises(ValueError, match="tells the readings of nothing apart"):
        telling(table, option)


def test_every_option_of_every_game_is_argued_once():
    argued = [anchor(game, found.option) for found in ALL for game in (found.game, *found.shared)]
    assert sorted(argued) == sorted(anchor(game, option) for game in GAMES for option in game.options)
    assert len({found.id for found in ALL}) == len(ALL)


def test_an_argument_is_shared_only_where_readings_order_and_sources_agree():
    shared = {found.id: [game.id for game in found.shared] for found in ALL if found.shared}
    assert shared == {"yahtzee-joker": ["kniffel"], "yahtzee-five-alike-full-house": ["kniffel"]}


def test_worths_are_those_of_the_figures_and_the_default_is_worth_nothing():
    for found in ALL:
        assert found.readings[0].mean == 0
        for reading in found.readings:
            assert reading.mean == FIGURES[f"{reading.figure}.mean.worth"]["value"]
            ceiling = FIGURES.get(f"{reading.figure}.ceiling.worth")
            assert reading.ceiling == (ceiling and ceiling["value"])


def test_arguments_stand_by_what_they_are_worth():
    worths = [abs(found.top.mean) for found in stakes(ALL)]
    assert worths == sorted(worths, reverse=True)
    assert stakes(ALL)[0].id == "yatzy-order"


def argued(*worths):
    """A dispute whose readings are worth (average, ceiling) this much."""
    readings = [Reading("A", None, "", 0, 0)] + [Reading("B", None, "", *worth) for worth in worths]
    return Dispute(GAMES[0], GAMES[0].options[0], tuple(readings), ())


@pytest.mark.parametrize(
    ("mean", "size"),
    [(0, "zero"), (0.01, "trace"), (-0.62, "little"), (2.8, "some"), (-13.3, "much"), (-125.9, "game"), (20, "game")],
)
def test_the_verdict_follows_the_largest_worth_either_way(mean, size):
    assert argued((mean, 0)).size == size
    assert argued((mean / 2, 0), (mean, 0)).top.mean == mean


def test_a_ceiling_that_falls_while_the_average_rises_is_noticed_and_nothing_else_is():
    assert argued((6.2, -15), (7, 10)).against.ceiling == -15
    assert argued((-6.2, 15), (6, 1), (-1, -1), (1, 0), (0, -1), (2, None)).against is None
    assert [found.id for found in ALL if found.against] == ["yacht-straights"]


def test_one_dispute_alone_is_the_same_as_among_all():
    alone = dispute(find_game("yatzy"), "prices", FIGURES)
    assert alone == next(found for found in ALL if found.id == "yatzy-prices")


def test_what_is_played_together_is_read_back_from_the_figures():
    found = {(c.game.id, c.figure.rpartition(".")[2]): c for c in played_together(GAMES, FIGURES)}
    wanted = {(game, name): told for game, sets in COMBINATIONS.items() for name, told in sets.items()}
    assert found.keys() == wanted.keys()
    for key, (chosen, sources) in wanted.items():
        assert {option.id: choice.id for option, choice in found[key].choices} == chosen
        assert found[key].sources == sources


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_three_questions_lead_every_sheet_to_its_game(game):
    assert find_sheet(game) == game.id


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_a_disputed_rule_does_not_lead_astray(game, option):
    for choice in option.choices:
        gains_bonus = (game.id, option.id, choice.id) == ("yacht", "bonus", "35")
        found = find_sheet(game.with_options({option.id: choice.id}))
        assert found == ("yacht-35" if gains_bonus else game.id)


def test_there_are_three_questions_on_every_way_at_most():
    def depth(here):
        return 1 + max(depth(here.yes), depth(here.no)) if isinstance(here, Question) else 0

    assert depth(WHICH) == 3


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_box_stands_in_one_row(game):
    lower = [box.id for box in game.boxes if box.section == "lower"]
    found = [cell.box.id for row in rows(GAMES) for cell in row.cells if cell.game is game and cell.box]
    assert sorted(found) == sorted(lower)


def test_rows_hold_every_game_and_leave_out_what_no_sheet_has():
    assert [row.family for row in rows([find_game("generala")])] == [
        family for family in SHEET if box_of(find_game("generala"), family)
    ]
    assert all([cell.game for cell in row.cells] == list(GAMES) for row in rows(GAMES))
    assert FAMILIES.keys() <= set(SHEET)


def test_every_option_is_marked_in_some_row():
    """By the box it changes or the field it sets, so that the table leads to every argument."""
    fields = ("upper_bonus", "repeat_bonus", "lock", "joker", "first_roll", "in_order")
    for game in GAMES:
        marked = {
            option.id for row in rows(GAMES) for cell in row.cells if cell.game is game for option in cell.options
        }
        marked |= {option.id for option in disputing(game, *fields)}
        assert marked == {option.id for option in game.options}


def test_a_source_on_one_of_two_games_with_the_same_boxes_is_a_follower_there_alone():
    """Pages on Kniffel say nothing of Yahtzee's hundreds, nor the other way round."""
    about = {key: source.get("about", []) for key, source in SOURCES.items()}
    for game, other in (("kniffel", "yahtzee"), ("yahtzee", "kniffel")):
        argued = dispute(find_game(game), "extra", FIGURES)
        named = {key for reading in argued.readings for key, _ in followers(argued, reading.choice, SOURCES)}
        assert named
        assert not [key for key in named if other in about[key] and game not in about[key]]
    kniffel = dispute(find_game("kniffel"), "extra", FIGURES)
    assert all("kniffel" in about[key] for r in kniffel.readings for key, _ in followers(kniffel, r.choice, SOURCES))


def test_a_source_that_gives_two_readings_is_said_to():
    argued = dispute(find_game("generala"), "first-roll", FIGURES)
    five, ten, _ = (dict(followers(argued, reading.choice, SOURCES)) for reading in argued.readings)
    assert five["wikipedia-generala-older"]
    assert ten["wikipedia-generala-older"]
    assert not five["fervicente8-generala"]
