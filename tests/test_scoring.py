"""Every roll is paid in every box, under every option, as a second scorer and the golden cases say."""

import json
from itertools import combinations_with_replacement, product
from pathlib import Path

import numpy as np
import pytest

from gen import twins
from yachtlib.dice import lattice
from yachtlib.games import find_game
from yachtlib.odds import GOALS
from yachtlib.scoring import ALL, MATCHING, Alike, Anything, Groups, Number, Run, Straight, points

YACHT = find_game("yacht")
ROLLS = list(combinations_with_replacement(range(1, 7), 5))
CASES = json.loads((Path(__file__).parent / "cases" / "yacht.json").read_text(encoding="utf-8"))
TABLES = [
    dict(zip((o.id for o in YACHT.options), chosen, strict=True))
    for chosen in product(*([choice.id for choice in option.choices] for option in YACHT.options))
]
each_table = pytest.mark.parametrize("options", TABLES, ids=lambda options: ",".join(options.values()))
NUMBERS = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}


def faces(dice):
    """Dice of each face, as a table of one row."""
    return np.array([[list(dice).count(face) for face in range(1, 7)]])


def shown(counts):
    """The dice that a row of counts stands for, ascending."""
    return tuple(face for face, n in enumerate(counts.tolist(), start=1) for _ in range(n))


def table(game):
    """Points by roll and box id."""
    column = {box.id: i for i, box in enumerate(game.boxes)}
    row = lattice(5).find_roll
    return {(roll, box): int(game.points[row(roll), i]) for roll in ROLLS for box, i in column.items()}


def name(case):
    return " ".join([case["box"], "".join(map(str, case["dice"])), *case.get("options", {}).values()])


def test_there_are_24_tables_to_play_yacht_at():
    assert len(TABLES) == 2 * 3 * 2 * 2


@each_table
def test_all_252_rolls_pay_what_the_second_scorer_says_in_all_12_boxes(options):
    found = table(YACHT.with_options(options))
    assert len(found) == 252 * 12
    assert found == {(roll, box): twins.yacht_points(box, roll, options) for roll, box in found}


@pytest.mark.parametrize("case", CASES["score"], ids=name)
def test_golden(case):
    game = find_game(CASES["game"]).with_options(case.get("options", {}))
    assert game.box(case["box"]).points(faces(case["dice"])).tolist() == [case["points"]], case["why"]


def test_the_golden_cases_pay_and_refuse_every_box_and_touch_every_choice():
    boxes = {box.id for box in YACHT.boxes}
    assert {case["box"] for case in CASES["score"] if case["points"]} == boxes
    assert {case["box"] for case in CASES["score"] if not case["points"]} == boxes - {"choice"}
    chosen = {(o, c) for case in CASES["score"] for o, c in case.get("options", {}).items()}
    assert {(o.id, c.id) for o in YACHT.options for c in o.choices[1:]} <= chosen


@each_table
def test_the_counting_dice_lie_on_the_table_and_are_none_exactly_where_the_box_pays_nothing(options):
    counts = lattice(5).counts[lattice(5).rolls]
    for box in YACHT.with_options(options).boxes:
        counting = box.counting(counts)
        assert ((counting >= 0) & (counting <= counts)).all(), box.id
        assert (counting.any(axis=1) == (box.points(counts) > 0)).all(), box.id


@each_table
def test_the_counting_dice_add_up_to_the_points_wherever_the_price_is_a_sum(options):
    counts = lattice(5).counts[lattice(5).rolls]
    sums = [box for box in YACHT.with_options(options).boxes if box.price in (MATCHING, ALL)]
    assert {box.id for box in sums} == {*NUMBERS, "full-house", "four-of-a-kind", "choice"}
    for box in sums:
        assert (box.counting(counts) @ np.arange(1, 7) == box.points(counts)).all(), box.id


@pytest.mark.parametrize(("box", "face"), NUMBERS.items())
def test_a_number_box_counts_the_dice_of_its_number_and_fades_all_others(box, face):
    for roll in ROLLS:
        assert shown(YACHT.box(box).counting(faces(roll))[0]) == (face,) * roll.count(face)


LENIENT = {"straights": "15-30", "four-alike": "all", "five-alike-full-house": "always"}


@pytest.mark.parametrize(
    ("box", "options", "roll", "counting"),
    [
        ("full-house", {}, (3, 3, 3, 5, 5), (3, 3, 3, 5, 5)),
        ("full-house", {}, (5, 5, 5, 5, 5), ()),
        ("full-house", LENIENT, (5, 5, 5, 5, 5), (5, 5, 5, 5, 5)),
        ("full-house", LENIENT, (5, 5, 5, 5, 4), ()),
        ("four-of-a-kind", {}, (2, 4, 4, 4, 4), (4, 4, 4, 4)),
        ("four-of-a-kind", {}, (4, 4, 4, 4, 4), (4, 4, 4, 4)),
        ("four-of-a-kind", LENIENT, (2, 4, 4, 4, 4), (2, 4, 4, 4, 4)),
        ("four-of-a-kind", LENIENT, (2, 2, 4, 4, 4), ()),
        ("little-straight", {}, (1, 2, 3, 4, 5), (1, 2, 3, 4, 5)),
        ("little-straight", {}, (1, 2, 3, 4, 6), ()),
        ("little-straight", LENIENT, (1, 2, 3, 4, 6), (1, 2, 3, 4)),
        ("little-straight", LENIENT, (2, 3, 4, 4, 5), (2, 3, 4, 5)),
        ("little-straight", LENIENT, (1, 2, 3, 4, 5), (2, 3, 4, 5)),
        ("little-straight", LENIENT, (2, 3, 4, 5, 6), (3, 4, 5, 6)),
        ("big-straight", LENIENT, (1, 2, 3, 4, 5), (1, 2, 3, 4, 5)),
        ("big-straight", LENIENT, (1, 2, 3, 4, 4), ()),
        ("choice", {}, (1, 1, 2, 4, 6), (1, 1, 2, 4, 6)),
        ("yacht", {}, (6, 6, 6, 6, 6), (6, 6, 6, 6, 6)),
        ("yacht", {}, (5, 6, 6, 6, 6), ()),
    ],
)
def test_the_dice_that_earn_the_points(box, options, roll, counting):
    assert shown(YACHT.with_options(options).box(box).counting(faces(roll))[0]) == counting


@pytest.mark.parametrize("goal", GOALS)
def test_a_goal_is_made_by_the_rolls_that_its_statement_names(goal):
    made = {roll for roll in ROLLS if GOALS[goal].made(faces(roll))[0]}
    assert made == {roll for roll in ROLLS if twins.goal_made(goal, roll)}


@pytest.mark.parametrize(
    ("pattern", "roll", "counting"),
    [
        (Number(3), (3, 3, 4, 5, 6), (3, 3)),
        (Anything(), (1, 2, 2, 5, 6), (1, 2, 2, 5, 6)),
        (Alike(2), (3, 3, 6, 6, 1), (6, 6)),
        (Alike(2), (1, 1, 1, 4, 4), (4, 4)),
        (Alike(3), (2, 2, 2, 2, 6), (2, 2, 2)),
        (Groups((2, 2)), (5, 5, 2, 2, 6), (2, 2, 5, 5)),
        (Groups((2, 2)), (5, 5, 5, 2, 2), (2, 2, 5, 5)),
        (Groups((2, 2)), (4, 4, 4, 4, 2), ()),
        (Groups((2, 2), same_face=True), (4, 4, 4, 4, 2), (4, 4, 4, 4)),
        (Groups((3, 2)), (2, 2, 2, 2, 2), ()),
        (Straight((1, 2, 3, 4)), (1, 2, 3, 4, 6), (1, 2, 3, 4)),
        (Straight((1, 2, 3, 4)), (2, 3, 4, 5, 6), ()),
        (Run(3), (1, 2, 3, 5, 6), (1, 2, 3)),
        (Run(3), (2, 3, 4, 5, 5), (3, 4, 5)),
        (Run(5), (1, 2, 4, 5, 6), ()),
    ],
    ids=str,
)
def test_of_the_dice_that_could_make_a_pattern_the_highest_count(pattern, roll, counting):
    assert shown(pattern.counting(faces(roll))[0]) == counting
    assert pattern.made(faces(roll)).tolist() == [bool(counting)]


@pytest.mark.parametrize(
    ("price", "paid"), [(MATCHING, [9, 0]), (ALL, [14, 0]), (25, [25, 0])], ids=["matching", "all", "fixed"]
)
def test_a_price_is_the_matching_dice_or_all_dice_or_a_fixed_number(price, paid):
    rolls = np.concatenate([faces((3, 3, 3, 1, 4)), faces((3, 3, 6, 1, 4))])
    assert points(Alike(3), price, rolls).tolist() == paid
