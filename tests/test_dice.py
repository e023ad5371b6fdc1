"""The lattice holds every keep once, with exact weights and single-die steps that undo each other."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from yachtlib.dice import InputError, lattice, read_roll

# Dice and faces; fewer than six faces for games cut down so far that brute force can search them.
SIZES = ((1, 6), (3, 6), (5, 6), (6, 6), (1, 1), (2, 2), (3, 4), (4, 3))
each_size = pytest.mark.parametrize(("n_dice", "n_faces"), SIZES, ids=str)


def falls(n, n_faces=6):
    """Every ordered way that n dice can fall."""
    return product(range(1, n_faces + 1), repeat=n)


def high_first(dice):
    return tuple(sorted(dice, reverse=True))


def fewest_then_highest(keep):
    return len(keep), [-face for face in keep]


def test_five_dice_have_462_keeps_252_rolls_and_210_keeps_smaller_than_a_roll():
    dice = lattice(5)
    assert len(dice.dice) == 462
    assert len(dice.dice[dice.rolls]) == 252
    assert len(dice.plus) == 210


def test_six_dice_have_924_keeps_and_462_rolls():
    dice = lattice(6)
    assert len(dice.dice) == 924
    assert len(dice.dice[dice.rolls]) == 462


def test_dice_have_six_faces_unless_fewer_are_asked_for():
    assert (lattice(5).n_dice, lattice(5).n_faces) == (5, 6)
    assert lattice(5, 6).dice == lattice(5).dice
    assert lattice(2, 2).dice == ((), (2,), (1,), (2, 2), (2, 1), (1, 1))


@each_size
def test_the_counts_follow_the_binomial_formula(n_dice, n_faces):
    dice = lattice(n_dice, n_faces)
    sizes = [block.stop - block.start for block in dice.blocks]
    assert sizes == [comb(k + n_faces - 1, n_faces - 1) for k in range(n_dice + 1)]
    assert len(dice.dice) == comb(n_dice + n_faces, n_faces)


@each_size
def test_every_multiset_of_dice_is_there_exactly_once(n_dice, n_faces):
    fallen = {high_first(fall) for k in range(n_dice + 1) for fall in falls(k, n_faces)}
    assert set(lattice(n_dice, n_faces).dice) == fallen
    assert len(lattice(n_dice, n_faces).dice) == len(fallen)


@each_size
def test_keeps_stand_fewest_dice_first_then_highest_faces_first(n_dice, n_faces):
    keeps = list(lattice(n_dice, n_faces).dice)
    assert keeps == sorted(keeps, key=fewest_then_highest)


@each_size
def test_the_blocks_part_the_keeps_by_their_number_of_dice(n_dice, n_faces):
    dice = lattice(n_dice, n_faces)
    by_block = [[len(keep) for keep in dice.dice[block]] for block in dice.blocks]
    assert [set(sizes) for sizes in by_block] == [{k} for k in range(n_dice + 1)]
    assert [size for sizes in by_block for size in sizes] == [len(keep) for keep in dice.dice]
    assert dice.rolls == dice.blocks[n_dice]


@each_size
def test_ways_are_the_orders_in_which_a_keep_can_fall_and_add_up_to_a_power_of_the_faces(n_dice, n_faces):
    dice = lattice(n_dice, n_faces)
    for k, block in enumerate(dice.blocks):
        fallen = Counter(high_first(fall) for fall in falls(k, n_faces))
        assert dict(zip(dice.dice[block], dice.ways[block], strict=True)) == fallen
        assert dice.ways[block].sum() == n_faces**k


@each_size
def test_counts_are_the_dice_of_each_face(n_dice, n_faces):
    dice = lattice(n_dice, n_faces)
    for keep, row in zip(dice.dice, dice.counts, strict=True):
        assert keep == tuple(face for face in range(n_faces, 0, -1) for _ in range(row[face - 1]))


@each_size
def test_plus_adds_a_die_and_minus_takes_one_away_where_there_is_one(n_dice, n_faces):
    dice = lattice(n_dice, n_faces)
    for keep, row in zip(dice.dice, dice.plus, strict=False):
        assert [dice.dice[i] for i in row] == [high_first((*keep, face)) for face in range(1, n_faces + 1)]
    for keep, row in zip(dice.dice, dice.minus, strict=True):
        for face, i in zip(range(1, n_faces + 1), row, strict=True):
            assert Counter(dice.dice[i]) == Counter(keep) - Counter([face])


@each_size
def test_plus_and_minus_undo_each_other(n_dice, n_faces):
    dice = lattice(n_dice, n_faces)
    for face in range(n_faces):
        assert (dice.minus[dice.plus[:, face], face] == np.arange(len(dice.plus))).all()
        held = dice.counts[:, face] > 0
        assert (dice.plus[dice.minus[held, face], face] == np.flatnonzero(held)).all()
        assert (dice.minus[~held, face] == np.flatnonzero(~held)).all()


def test_a_roll_is_found_whatever_the_order_of_its_dice():
    dice = lattice(5)
    for fall in falls(5):
        assert dice.dice[dice.find(fall)] == high_first(fall)
        assert dice.dice[dice.rolls][dice.find_roll(fall)] == high_first(fall)


@pytest.mark.parametrize("wrong", [(7,), (0,), (1, 2, 3, 4, 5, 6), ("6",)])
def test_what_is_no_keep_is_not_found(wrong):
    with pytest.raises(KeyError):
        lattice(5).find(wrong)


@pytest.mark.parametrize("keep", [(), (6,), (3, 2, 1), (6, 6, 6, 6)])
def test_fewer_dice_than_a_roll_are_not_found_among_the_rolls(keep):
    with pytest.raises(InputError, match="give 5 dice, each a number from 1 to 6"):
        lattice(5).find_roll(keep)


def test_a_face_that_the_dice_do_not_have_is_not_found():
    with pytest.raises(InputError, match="from 1 to 3"):
        lattice(3, 3).find_roll((1, 2, 4))


def some_values(dice, columns, highest):
    shape = (dice.rolls.stop - dice.rolls.start, columns)
    return np.random.default_rng(len(dice.dice)).integers(-highest, highest, shape)


@each_size
def test_the_mean_of_a_throw_is_exact_with_integers(n_dice, n_faces):
    dice = lattice(n_dice, n_faces)
    values = some_values(dice, 2, 1000)
    means = dice.mean_of_throw(values * n_faces**n_dice)
    by_roll = dict(zip(dice.dice[dice.rolls], values.tolist(), strict=True))
    for keep, mean in zip(dice.dice, means.tolist(), strict=True):
        ends = [by_roll[high_first(keep + rest)] for rest in falls(n_dice - len(keep), n_faces)]
        plain = [Fraction(sum(column), len(ends)) for column in zip(*ends, strict=True)]
        assert [Fraction(m, n_faces**n_dice) for m in mean] == plain


@each_size
def test_the_mean_of_a_throw_is_the_same_with_floats(n_dice, n_faces):
    dice = lattice(n_dice, n_faces)
    values = some_values(dice, 3, 1000)
    exact = dice.mean_of_throw(values * n_faces**n_dice) / n_faces**n_dice
    floats = dice.mean_of_throw(values.astype(float))
    assert floats.dtype == float
    assert np.abs(floats - exact).max() < 1e-10


def test_a_table_without_columns_gives_one_mean_a_keep():
    dice = lattice(5)
    assert dice.mean_of_throw(np.full(252, 6**5)).tolist() == [6**5] * 462


@each_size
@pytest.mark.parametrize("highest", [2, 1000], ids=["many equal", "few equal"])
def test_the_best_hold_is_the_first_of_the_best_that_the_roll_contains(n_dice, n_faces, highest):
    dice = lattice(n_dice, n_faces)
    values = np.random.default_rng(highest).integers(0, highest, (len(dice.dice), 2))
    best, hold = dice.best_hold(values)
    for row, roll in enumerate(dice.dice[dice.rolls]):
        inside = {high_first(keep) for k in range(n_dice + 1) for keep in combinations(roll, k)}
        for column in range(2):
            value = {keep: values[dice.find(keep), column] for keep in inside}
            most = max(value.values())
            first = min((keep for keep in inside if value[keep] == most), key=fewest_then_highest)
            assert (best[row, column], dice.dice[hold[row, column]]) == (most, first)


def test_choosing_a_hold_leaves_the_values_as_they_were():
    values = -np.arange(462)
    best, _ = lattice(5).best_hold(values)
    assert best.tolist() == [0] * 252
    assert values.tolist() == [-i for i in range(462)]


@pytest.mark.parametrize("typed", ["62526", ["6", "2", "5", "2", "6"], [6, 2, 5, 2, 6], ("62", "526"), ["62526"]])
def test_typed_dice_are_read_in_the_order_typed(typed):
    assert read_roll(typed) == (6, 2, 5, 2, 6)


def test_another_number_of_dice_can_be_asked_for():
    assert read_roll("351", 3) == (3, 5, 1)
    assert read_roll("351246", 6) == (3, 5, 1, 2, 4, 6)
    with pytest.raises(InputError, match=r"exactly 3, each from 1 to 6, such as 665$"):
        read_roll("3511", 3)
    with pytest.raises(InputError, match=r"5 given; give exactly 6, each from 1 to 6"):
        read_roll("35112", 6)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "0 given; give exactly 5"),
        ("1234", "4 given; give exactly 5"),
        ("123456", "6 given; give exactly 5"),
        ("12347", "'7' is not a die; each die is a number from 1 to 6"),
        ("02345", "'0' is not a die"),
        ("1234a", "'a' is not a die"),
        (["1", "2", "3", "4", ""], "'' is not a die"),
        (["1", "2", "3", "4", " 5"], "' 5' is not a die"),
        (["1", "2", "3", "4", "²"], "'²' is not a die"),
        (["1", "2", "3", "4", "٣"], "'٣' is not a die"),
        ([1, 2, 3, 4, 5.0], "'5.0' is not a die"),
        ([1, 2, 3, 4, -5], "'-5' is not a die"),
        ([1, 2, 3, 4, True], "'True' is not a die"),
        ([1, 2, 3, 4, None], "'None' is not a die"),
        ([[1, 2, 3, 4, 5]], "is not a die"),
    ],
)
def test_what_is_not_a_roll_is_refused_with_what_is_allowed(typed, says):
    with pytest.raises(InputError) as error:
        read_roll(typed)
    assert says in str(error.value)
