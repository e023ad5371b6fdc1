"""The steps of a turn on many cards at once, against the lattice one die at a time."""

import numpy as np
import pytest

from yachtlib.dice import lattice
from yachtlib.turn import Turn

WIDTH = 3
EQUAL = 1e-9

every_lattice = pytest.mark.parametrize(
    "dice",
    [lattice(5, 6), lattice(3, 4), lattice(2, 6), lattice(6, 6)],
    ids=lambda dice: f"{dice.n_dice} dice of {dice.n_faces} faces",
)


def whole_numbers(n, unit=1):
    """n small whole numbers for each card, many of them equal."""
    return unit * np.random.Generator(np.random.PCG64(1938)).integers(0, 5, (n, WIDTH))


def turn_with(dice, roll_values, dtype=float):
    turn = Turn(dice, roll_values.shape[1], dtype)
    turn.values[turn.rows] = roll_values[turn.rolls].astype(dtype)
    return turn


def by_keep(turn):
    """The values in the order of the lattice."""
    values = np.empty_like(turn.values)
    values[turn.keeps] = turn.values
    return values


@every_lattice
def test_every_keep_and_every_roll_has_one_row(dice):
    turn = Turn(dice, WIDTH)
    assert sorted(turn.keeps) == list(range(len(dice.dice)))
    assert (turn.keeps[turn.rows] - dice.rolls.start == turn.rolls).all()
    assert sorted(turn.rolls) == list(range(dice.rolls.stop - dice.rolls.start))


@every_lattice
def test_a_throw_gives_each_keep_the_mean_of_the_lattice(dice):
    values = np.random.Generator(np.random.PCG64(1)).random((len(dice.ways[dice.rolls]), WIDTH))
    turn = turn_with(dice, values)
    turn.throw()
    np.testing.assert_allclose(by_keep(turn), dice.mean_of_throw(values), rtol=0, atol=1e-14)


@every_lattice
def test_a_throw_of_whole_numbers_is_exact(dice):
    values = whole_numbers(len(dice.ways[dice.rolls]), unit=dice.n_faces**dice.n_dice)
    turn = turn_with(dice, values, object)
    turn.throw()
    assert (by_keep(turn) == dice.mean_of_throw(values)).all()
    assert all(type(value) is int for value in turn.values.ravel())


@every_lattice
def test_the_mean_of_all_rolls_is_the_value_of_the_keep_of_no_dice(dice):
    values = whole_numbers(len(dice.ways[dice.rolls]), unit=dice.n_faces**dice.n_dice)
    expected = dice.mean_of_throw(values)[0]
    assert (turn_with(dice, values, object).mean() == expected).all()
    np.testing.assert_allclose(turn_with(dice, values).mean(), expected, rtol=1e-14)


def test_whole_numbers_too_big_for_64_bits_stay_exact():
    dice = lattice(3, 4)
    values = whole_numbers(len(dice.ways[dice.rolls]), unit=dice.n_faces**dice.n_dice)
    big = turn_with(dice, values.astype(object) * 10**30, object)
    big.throw()
    assert (by_keep(big) == dice.mean_of_throw(values).astype(object) * 10**30).all()


@every_lattice
def test_a_roll_holds_the_best_of_its_keeps(dice):
    values = whole_numbers(len(dice.dice))
    turn = Turn(dice, WIDTH)
    turn.values[:] = values[turn.keeps]
    turn.hold()
    best, _ = dice.best_hold(values)
    assert (turn.values[turn.rows] == best[turn.rolls]).all()


@every_lattice
@pytest.mark.parametrize("within", [0, EQUAL])
def test_of_equal_keeps_the_first_of_the_lattice_is_held(dice, within):
    values = whole_numbers(len(dice.dice)).astype(float)
    values += within / 100 * whole_numbers(len(values))[::-1]  # less than what counts as equal
    turn = Turn(dice, WIDTH)
    turn.values[:] = values[turn.keeps]
    held = turn.hold_ranked(within)
    best, hold = dice.best_hold(values.round())
    assert (turn.keeps[held] == hold[turn.rolls]).all()
    np.testing.assert_allclose(turn.values[turn.rows], best[turn.rolls], rtol=0, atol=within)


def test_ranked_holds_can_be_asked_for_again():
    dice = lattice(3, 4)
    values = whole_numbers(len(dice.dice))
    turn = Turn(dice, WIDTH)
    found = []
    for _ in range(2):
        turn.values[:] = values[turn.keeps]
        found.append(turn.hold_ranked(EQUAL))
    assert (found[0] == found[1]).all()


@every_lattice
def test_chances_spread_as_a_throw_gathers(dice):
    """What keeps are worth, each by its chance, is what the rolls that come of them are worth by theirs."""
    generator = np.random.Generator(np.random.PCG64(1))
    chances, values = generator.random((len(dice.dice), WIDTH)), whole_numbers(len(dice.ways[dice.rolls]))
    chances /= chances.sum(axis=0)
    turn = Turn(dice, WIDTH)
    turn.values[:] = chances[turn.keeps]
    turn.spread()
    thrown = turn.values[turn.rows]
    np.testing.assert_allclose(thrown.sum(axis=0), 1, rtol=0, atol=1e-13)
    worth = (chances * dice.mean_of_throw(values.astype(float))).sum(axis=0)
    np.testing.assert_allclose((thrown * values[turn.rolls]).sum(axis=0), worth, rtol=1e-13)


@every_lattice
def test_no_dice_kept_spread_to_every_way_in_which_dice_fall(dice):
    turn = Turn(dice, 1)
    turn.values[:] = (turn.keeps == 0)[:, None]
    turn.spread()
    ways = dice.ways[dice.rolls][turn.rolls] / dice.n_faces**dice.n_dice
    np.testing.assert_allclose(turn.values[turn.rows, 0], ways, rtol=1e-13)


def test_turns_of_different_widths_can_share_their_room():
    dice = lattice(3, 4)
    room = np.empty(len(dice.dice) * 8)
    values = np.random.Generator(np.random.PCG64(1)).random((len(dice.ways[dice.rolls]), WIDTH))
    for width in (1, WIDTH):
        turn = Turn(dice, width, room=room)
        turn.values[turn.rows] = values[turn.rolls, :width]
        turn.throw()
        assert np.shares_memory(turn.values, room)
        np.testing.assert_allclose(by_keep(turn), dice.mean_of_throw(values[:, :width]), rtol=0, atol=1e-14)
