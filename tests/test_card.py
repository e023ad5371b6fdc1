"""A card lists what may be filled, refuses what may not, and adds up."""

import json
from dataclasses import FrozenInstanceError
from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest

from gen import twins
from yachtlib.card import Card, holdable
from yachtlib.dice import InputError
from yachtlib.games import find_game

YACHT = find_game("yacht")
BONUS = YACHT.with_options({"bonus": "35"})
BOXES = [box.id for box in YACHT.boxes]
ROLLS = list(combinations_with_replacement(range(1, 7), 5))
NUMBERS = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}  # 63 in all
CASES = json.loads((Path(__file__).parent / "cases" / "yacht.json").read_text(encoding="utf-8"))
TABLES = [
    dict(zip((o.id for o in YACHT.options), chosen, strict=True))
    for chosen in product(*([choice.id for choice in option.choices] for option in YACHT.options))
]


@pytest.mark.parametrize("case", CASES["legal"], ids=lambda case: case["why"])
def test_golden_legal_boxes(case):
    game = find_game(CASES["game"]).with_options(case.get("options", {}))
    legal = Card(game, case["card"]).legal(case["dice"])
    assert list(legal.items()) == list(case["boxes"].items())


def test_on_an_empty_card_every_box_is_open_to_every_roll():
    for roll in ROLLS:
        assert Card(YACHT).legal(roll) == {box: twins.yacht_points(box, roll) for box in BOXES}


@pytest.mark.parametrize("box", BOXES)
def test_a_roll_written_into_a_box_closes_that_box_only_and_pays_what_it_said(box):
    for roll in ROLLS:
        card = Card(YACHT).enter(box, roll)
        assert card.points == {box: twins.yacht_points(box, roll)}
        assert card.open_boxes == tuple(other for other in BOXES if other != box)


def test_the_dice_may_be_entered_in_any_order():
    assert Card(YACHT).enter("full-house", (2, 6, 2, 6, 6)).points == {"full-house": 22}


def test_a_whole_game_fills_every_box_and_adds_up():
    turns = list(zip(BOXES, ROLLS[::21], strict=True))
    card = Card(YACHT)
    for box, roll in turns:
        card = card.enter(box, roll)
    assert card.open_boxes == ()
    assert card.total == sum(twins.yacht_points(box, roll) for box, roll in turns) > 0


def test_entering_leaves_the_card_before_as_it_was():
    before = Card(YACHT, {"ones": 3})
    after = before.enter("yacht", (6, 6, 6, 6, 6))
    assert before == Card(YACHT, {"ones": 3})
    assert after == Card(YACHT, {"ones": 3, "yacht": 50})


def test_a_card_does_not_follow_what_later_happens_to_the_points_it_was_made_from():
    points = {"ones": 3}
    card = Card(YACHT, points)
    points["ones"] = 4
    assert card.points == {"ones": 3}


def test_a_card_cannot_be_changed():
    card = Card(YACHT, {"ones": 3})
    with pytest.raises(FrozenInstanceError):
        card.points = {}
    with pytest.raises(TypeError):
        card.points["twos"] = 4


def test_a_filled_box_is_refused_with_the_open_ones():
    card = Card(YACHT, {box: 0 for box in BOXES if box not in ("choice", "yacht")} | {"ones": 3})
    with pytest.raises(InputError) as error:
        card.enter("ones", (1, 2, 3, 4, 5))
    assert str(error.value) == "ones is filled already; open boxes: choice, yacht"


def test_a_box_given_up_for_a_zero_is_filled():
    card = Card(YACHT).enter("yacht", (1, 2, 3, 4, 5))
    assert card.points == {"yacht": 0}
    with pytest.raises(InputError, match="yacht is filled already"):
        card.enter("yacht", (6, 6, 6, 6, 6))


def test_a_full_card_takes_nothing_more():
    full = Card(YACHT, {box: 5 if box == "choice" else 0 for box in BOXES})
    assert full.legal((1, 2, 3, 4, 5)) == {}
    with pytest.raises(InputError, match="choice is filled already; open boxes: none"):
        full.enter("choice", (1, 2, 3, 4, 5))


def test_an_unknown_box_is_refused_with_the_boxes_there_are():
    for ask in (lambda: Card(YACHT, {"sevens": 7}), lambda: Card(YACHT).enter("sevens", (1, 2, 3, 4, 5))):
        with pytest.raises(InputError, match=r"yacht has no box 'sevens'; its boxes: ones, twos, .*, choice, yacht$"):
            ask()


@pytest.mark.parametrize("options", TABLES, ids=lambda options: ",".join(options.values()))
def test_a_box_can_hold_nothing_or_what_some_roll_pays_there(options):
    game = YACHT.with_options(options)
    for box in BOXES:
        paid = {0} | {twins.yacht_points(box, roll, options) for roll in ROLLS}
        assert holdable(game, box) == tuple(sorted(paid)), box


@pytest.mark.parametrize("box", BOXES)
def test_a_box_holds_every_number_it_can_and_refuses_every_other_with_the_allowed_ones(box):
    allowed = sorted({0} | {twins.yacht_points(box, roll) for roll in ROLLS})
    for points in range(-5, 60):
        if points in allowed:
            assert Card(YACHT, {box: points}).total == points
        else:
            with pytest.raises(InputError) as error:
                Card(YACHT, {box: points})
            assert str(error.value) == f"{box} cannot hold {points}; allowed: {', '.join(map(str, allowed))}"


@pytest.mark.parametrize("points", [True, False, 6.0, "6", None, [6], float("nan"), 10**40], ids=repr)
def test_what_is_no_whole_number_of_points_is_refused(points):
    with pytest.raises(InputError, match=r"twos cannot hold .*; allowed: 0, 2, 4, 6, 8, 10$"):
        Card(YACHT, {"twos": points})


def test_the_options_decide_what_a_box_can_hold():
    always = YACHT.with_options({"five-alike-full-house": "always"})
    assert Card(always, {"full-house": 30}).total == 30
    with pytest.raises(InputError, match="full-house cannot hold 30"):
        Card(YACHT, {"full-house": 30})


def test_the_bonus_is_paid_from_63_points_in_the_number_boxes_on():
    assert Card(BONUS, NUMBERS).bonus == 35
    assert Card(BONUS, NUMBERS).total == 63 + 35
    assert Card(BONUS, {**NUMBERS, "sixes": 24}).total == 69 + 35


def test_at_62_points_there_is_no_bonus():
    short = Card(BONUS, {**NUMBERS, "ones": 2})
    assert (short.upper_total, short.bonus, short.total) == (62, 0, 62)


def test_the_boxes_below_do_not_help_to_earn_the_bonus():
    card = Card(BONUS, {**NUMBERS, "ones": 2, "yacht": 50, "choice": 30})
    assert (card.upper_total, card.bonus, card.total) == (62, 0, 142)


def test_the_bonus_is_earned_as_soon_as_the_sum_is_there():
    assert Card(BONUS, {"sixes": 30, "fives": 25, "fours": 8}).bonus == 35


def test_the_1938_game_pays_no_bonus():
    card = Card(YACHT, NUMBERS)
    assert (card.upper_total, card.bonus, card.total) == (63, 0, 63)


def test_an_empty_card_totals_nothing():
    assert (Card(BONUS).upper_total, Card(BONUS).bonus, Card(BONUS).total) == (0, 0, 0)
