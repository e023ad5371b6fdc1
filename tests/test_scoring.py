"""Every roll is paid in every box, under every option, as a second scorer and the golden cases say."""

from itertools import combinations_with_replacement

import numpy as np
import pytest
from golden import CASES, all_options, golden, table_of, tables

from gen import twins
from yachtlib.card import Card
from yachtlib.games import GAMES, find_game
from yachtlib.scoring import ALL, GOALS, MATCHING, Alike, AnyOf, Anything, Groups, Number, Run, Straight, points

YACHT = find_game("yacht")
DIE = range(1, 7)
ROLLS = list(combinations_with_replacement(DIE, 5))
NUMBERS = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
FREE = {"chance", "choice"}  # boxes that pay for any roll
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def faces(dice):
    """Dice of each face, as a table of one row."""
    return np.array([[list(dice).count(face) for face in DIE]])


def shown(counts):
    """The dice that a row of counts stands for, ascending."""
    return tuple(face for face, n in enumerate(counts.tolist(), start=1) for _ in range(n))


def rolls_of(game):
    """Every roll of the game, ascending, and its row in a table of points."""
    return [(roll, game.lattice.find_roll(roll)) for roll in combinations_with_replacement(DIE, game.n_dice)]


def test_every_game_has_golden_cases_and_every_file_of_cases_has_a_game():
    missing = {game.id for game in GAMES} - CASES.keys()
    assert not missing, f"write tests/cases/<game>.json, worked out by hand, for: {', '.join(sorted(missing))}"
    assert {name: cases["game"] for name, cases in CASES.items()} == {game.id: game.id for game in GAMES}


@pytest.mark.parametrize(
    ("game_id", "count"),
    {
        "yacht": 3 * 2 * 2 * 2,
        "yacht-35": 2 * 2,
        "yahtzee": 3 * 3 * 2,
        "kniffel": 3 * 3 * 2,
        "yatzy": 2 * 2 * 2,
        "maxi-yatzy": 1,
        "generala": 3 * 2 * 4 * 3,
    }.items(),
)
def test_so_many_tables_play_a_game(game_id, count):
    assert len(all_options(find_game(game_id))) == count


@tables(all_options)
def test_every_roll_pays_what_the_second_scorer_says_in_every_box(game, options):
    table = game.with_options(options)
    boxes = [box.id for box in table.boxes]
    assert boxes == twins.boxes(game.id, options)
    for first_roll in (False, True) if table.first_roll else (False,):
        pays = (table.first_points if first_roll else table.points).tolist()
        for roll, row in rolls_of(game):
            expected = [twins.points(game.id, box, roll, options, first_roll) for box in boxes]
            assert pays[row] == expected, (roll, first_roll)


@golden("score")
def test_golden(game_id, case):
    table = table_of(game_id, case)
    card = Card(table, case.get("card", {})).enter(case["box"], case["dice"], case.get("first_roll", False))
    assert card.points[case["box"]] == case["points"], case["why"]


@golden("score")
def test_a_case_of_an_empty_card_and_a_later_roll_is_what_the_box_pays(game_id, case):
    """So that a box and what a card makes of it are both held to the cases."""
    table = table_of(game_id, case)
    alone = not {"card", "first_roll"} & case.keys() and not (table.lock and case["box"] == table.lock.box)
    if alone:
        assert table.box(case["box"]).points(faces(case["dice"])).tolist() == [case["points"]], case["why"]


@each_game
def test_the_golden_cases_pay_and_refuse_every_box_and_touch_every_choice(game):
    cases = CASES[game.id]
    boxes = {box for options in all_options(game) for box in twins.boxes(game.id, options)}
    assert {case["box"] for case in cases["score"] if case["points"]} == boxes
    assert {case["box"] for case in cases["score"] if not case["points"]} == boxes - FREE
    chosen = {(o, c) for kind in ("score", "legal") for case in cases[kind] for o, c in case.get("options", {}).items()}
    assert {(o.id, c.id) for o in game.options for c in o.choices[1:]} <= chosen


@each_game
def test_every_golden_case_says_why(game):
    assert all(case["why"] for kind in ("score", "legal") for case in CASES[game.id][kind])


@tables(all_options)
def test_the_counting_dice_lie_on_the_table_and_are_none_exactly_where_the_box_pays_nothing(game, options):
    counts = game.lattice.counts[game.lattice.rolls]
    for box in game.with_options(options).boxes:
        counting = box.counting(counts)
        assert ((counting >= 0) & (counting <= counts)).all(), box.id
        assert (counting.any(axis=1) == (box.points(counts) > 0)).all(), box.id


@tables(all_options)
def test_the_counting_dice_add_up_to_the_points_wherever_the_price_is_a_sum(game, options):
    counts = game.lattice.counts[game.lattice.rolls]
    sums = [box for box in game.with_options(options).boxes if box.price in (MATCHING, ALL)]
    assert NUMBERS.keys() <= {box.id for box in sums}
    for box in sums:
        assert (box.counting(counts) @ np.arange(1, 7) == box.points(counts)).all(), box.id


@each_game
@pytest.mark.parametrize(("box", "face"), NUMBERS.items())
def test_a_number_box_counts_the_dice_of_its_number_and_fades_all_others(game, box, face):
    for roll, _ in rolls_of(game):
        assert shown(game.box(box).counting(faces(roll))[0]) == (face,) * roll.count(face)


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


@pytest.mark.parametrize(
    ("game_id", "box", "options", "roll", "counting"),
    [
        ("yahtzee", "three-of-a-kind", {}, (1, 2, 5, 5, 5), (1, 2, 5, 5, 5)),
        ("yahtzee", "full-house", {}, (2, 2, 5, 5, 5), (2, 2, 5, 5, 5)),
        ("yahtzee", "small-straight", {}, (1, 2, 3, 4, 6), (1, 2, 3, 4)),
        ("yatzy", "one-pair", {}, (3, 3, 5, 5, 5), (5, 5)),
        ("yatzy", "two-pairs", {}, (3, 3, 5, 5, 5), (3, 3, 5, 5)),
        ("yatzy", "small-straight", {"prices": "boxed"}, (2, 3, 4, 5, 6), (3, 4, 5, 6)),
        ("generala", "four-of-a-kind", {}, (5, 5, 5, 5, 5), (5, 5, 5, 5)),
        ("generala", "straight", {"straight": "wrap"}, (1, 3, 4, 5, 6), (1, 3, 4, 5, 6)),
        ("generala", "straight", {"straight": "ones-wild"}, (1, 1, 3, 4, 5), (1, 1, 3, 4, 5)),
        ("maxi-yatzy", "one-pair", {}, (1, 1, 2, 2, 3, 3), (3, 3)),
        ("maxi-yatzy", "full-house", {}, (5, 5, 5, 6, 6, 6), (5, 5, 6, 6, 6)),
        ("maxi-yatzy", "full-house", {}, (2, 2, 4, 4, 4, 4), (2, 2, 4, 4, 4)),
        ("maxi-yatzy", "small-straight", {}, (1, 2, 3, 4, 5, 5), (1, 2, 3, 4, 5)),
        ("maxi-yatzy", "five-of-a-kind", {}, (6, 6, 6, 6, 6, 6), (6, 6, 6, 6, 6)),
    ],
)
def test_the_dice_that_earn_the_points_in_the_other_games(game_id, box, options, roll, counting):
    assert shown(find_game(game_id).with_options(options).box(box).counting(faces(roll))[0]) == counting


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("n_dice", [5, 6])
def test_a_goal_is_made_by_the_rolls_that_its_statement_names(goal, n_dice):
    rolls = list(combinations_with_replacement(DIE, n_dice))
    made = {roll for roll in rolls if GOALS[goal].made(faces(roll))[0]}
    assert made == {roll for roll in rolls if twins.goal_made(goal, roll)}


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
        (Groups((2, 2, 2)), (1, 1, 4, 4, 6, 6), (1, 1, 4, 4, 6, 6)),
        (Groups((3, 2)), (5, 5, 5, 6, 6, 6), (5, 5, 6, 6, 6)),
        (Straight((1, 1, 3)), (1, 1, 3, 5, 6), (1, 1, 3)),
        (Straight((1, 1, 3)), (1, 3, 4, 5, 6), ()),
        (AnyOf((Straight((1, 2)), Straight((5, 6)))), (1, 2, 5, 6, 6), (5, 6)),
        (AnyOf((Straight((5, 6)), Straight((1, 2)))), (1, 2, 5, 6, 6), (5, 6)),
        (AnyOf((Straight((1, 2)), Straight((5, 6)))), (1, 2, 3, 4, 5), (1, 2)),
        (AnyOf((Straight((1, 2)), Straight((5, 6)))), (1, 3, 4, 4, 5), ()),
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


@pytest.mark.parametrize(
    "pattern", [Number(1), Anything(), Alike(2), Groups((2, 1)), Straight((1, 2)), Run(2)], ids=str
)
def test_a_pattern_reads_dice_of_fewer_faces_as_it_reads_dice_of_six(pattern):
    """Cut-down dice make a game small enough to be searched by brute force."""
    rolls = list(combinations_with_replacement(range(1, 4), 3))
    of_six = np.concatenate([faces(roll) for roll in rolls])
    assert (pattern.counting(of_six[:, :3]) == pattern.counting(of_six)[:, :3]).all()
    assert (points(pattern, MATCHING, of_six[:, :3]) == points(pattern, MATCHING, of_six)).all()
