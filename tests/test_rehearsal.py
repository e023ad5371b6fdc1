"""Whole games played out with seeded dice keep as near to the totals claimed as chance does; to wrong claims, not."""

from dataclasses import replace
from math import exp

import numpy as np
import pytest
from small_games import SMALL_GAMES, brute

from gen import rehearsal
from gen.rehearsal import bernstein, dense_turn, hoeffding, massart, rehearse
from yachtlib.games import find_game
from yachtlib.outcomes import totals
from yachtlib.rules import UpperBonus
from yachtlib.solver import solve

BOXED = find_game("yahtzee")
# The boxed game with six boxes: all its rules, and few enough cards for its totals.
SHORT = replace(
    BOXED,
    boxes=tuple(BOXED.box(box) for box in ("fours", "fives", "sixes", "full-house", "yahtzee", "chance")),
    upper_bonus=UpperBonus(45, 35),
    options=(),
)
YACHT = find_game("yacht")
GENERALA = find_game("generala").with_options({"double": "100"})


def can_hold(game, box):
    return np.unique([0, *game.points[:, box], *game.first_points[:, box]])


def beyond_chance(games, claimed):
    """What of these games lies further from the totals claimed than chance takes it, once in a million times each."""
    n, found = len(games.totals), set()
    if abs(games.totals.mean() - claimed.mean) > bernstein(n, claimed.sd, len(claimed.chance) - 1):
        found.add("mean")
    length = max(len(claimed.chance), games.totals.max() + 1)
    reached = np.bincount(games.totals, minlength=length).cumsum() / n
    claims = np.pad(claimed.chance, (0, length - len(claimed.chance))).cumsum()
    if np.abs(reached - claims).max() > massart(n):
        found.add("distribution")
    if claimed.p_bonus is not None and abs(games.bonus.mean() - claimed.p_bonus) > hoeffding(n, 1):
        found.add("bonus")
    for i, (box, p_zero) in enumerate(claimed.box_zeros.items()):
        if abs((games.boxes[:, i] == 0).mean() - p_zero) > hoeffding(n, 1):
            found.add(f"zeros in {box}")
        most = can_hold(claimed.game, i).max()
        if abs(games.boxes[:, i].mean() - claimed.box_means[box]) > hoeffding(n, most):
            found.add(f"mean of {box}")
    return found


@pytest.mark.parametrize(
    "game",
    [YACHT, GENERALA, SHORT, SMALL_GAMES["two boxes alike"].game],
    ids=["yacht", "generala", "short boxed game", "two boxes alike"],
)
def test_games_played_out_stay_within_the_bounds_of_the_totals(game):
    solution = solve(game)
    assert beyond_chance(rehearse(game, solution.worth, 4_000, seed=1938), totals(solution)) == set()


def test_the_boxed_game_played_out_stays_within_its_bounds():
    """Its totals take half a minute; the spread of 59.61 points and the chance of the bonus, 0.6812, are from there."""
    solution = solve(BOXED)
    games = rehearse(BOXED, solution.worth, 2_000, seed=1938)
    assert abs(games.totals.mean() - solution.average) < bernstein(2_000, 59.61, 1575)
    assert abs(games.bonus.mean() - 0.6812) < hoeffding(2_000, 1)
    assert games.repeats.any()


@pytest.mark.parametrize("name", ["forced jokers and a repeat bonus", "more for a first roll that the lock is about"])
def test_small_games_played_out_come_to_what_brute_force_says(name):
    game, search = SMALL_GAMES[name].game, brute(name)
    games = rehearse(game, worth_of(name), 4_000, seed=1938)
    claimed = search.play().totals
    mean = float(sum(total * p for total, p in claimed.items()))
    sd = float(sum((total - mean) ** 2 * p for total, p in claimed.items())) ** 0.5
    assert abs(games.totals.mean() - mean) < bernstein(4_000, sd, max(claimed))
    every = np.arange(max(claimed) + 1)
    reached = (games.totals[:, None] <= every).mean(axis=0)
    assert np.abs(reached - np.cumsum([float(claimed[total]) for total in every])).max() < massart(4_000)


def test_play_that_forgets_the_upper_bonus_leaves_the_bounds():
    without = solve(replace(SHORT, upper_bonus=None))
    games = rehearse(SHORT, without.worth, 4_000, seed=1938)
    assert {"mean", "bonus"} <= beyond_chance(games, totals(solve(SHORT)))


def test_play_for_the_next_turn_only_leaves_the_bounds():
    games = rehearse(YACHT, lambda filled, earned, upper_total: np.zeros(len(filled)), 4_000, seed=1938)
    assert {"mean", "distribution"} <= beyond_chance(games, totals(solve(YACHT)))


def test_the_totals_of_other_options_leave_the_bounds():
    games = rehearse(YACHT, solve(YACHT).worth, 4_000, seed=1938)
    other = totals(solve(YACHT.with_options({"straights": "30-40"})))
    assert {"mean", "distribution", "zeros in little-straight"} <= beyond_chance(games, other)


def worth_of(name):
    """What cards still bring by brute force, as ``rehearse`` asks for it."""
    game, search, known = SMALL_GAMES[name].game, brute(name), {}
    most = game.upper_bonus.at if game.upper_bonus else 0
    for card in search.cards:
        held = dict(zip(search.game.boxes, card, strict=True))
        filled = tuple(points is not None for points in card)
        state = filled, bool(held.get(game.remembered)), min(search.game.upper_total(card), most)
        assert known.setdefault(state, search.value(card)) == search.value(card)

    def worth(filled, earned, upper_total):
        states = zip(map(tuple, filled.tolist()), earned.tolist(), upper_total.tolist(), strict=True)
        return np.array([float(known[state]) for state in states])

    worth.states = [state for state in known if not all(state[0])]
    return worth


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_one_dense_turn_finds_what_brute_force_finds(name):
    worth = worth_of(name)
    cards = [np.array(column) for column in zip(*worth.states, strict=True)]
    np.testing.assert_allclose(dense_turn(SMALL_GAMES[name].game, worth, *cards), worth(*cards), rtol=0, atol=1e-12)


@pytest.mark.parametrize("game", [YACHT, GENERALA, SHORT], ids=["yacht", "generala", "short boxed game"])
def test_one_dense_turn_finds_what_the_solver_finds(game):
    solution = solve(game)
    cards = solution.cards
    states = [
        (row, column)
        for rows, columns in cards.blocks
        for row in range(rows.start, rows.stop)
        for column in range(columns.start, columns.stop)
    ]
    row, column = np.array(states).T
    filled = np.zeros((len(states), len(game.boxes)), bool)
    for masks, boxes in ((cards.row_masks[row], cards.lower), (cards.column_masks[column], cards.upper)):
        filled[:, boxes] = masks[:, None] >> np.arange(len(boxes)) & 1
    upper_total = np.maximum(cards.column_totals[column], 0)  # no points at all lose the bonus where any do
    found = dense_turn(game, solution.worth, filled, cards.row_earned[row], upper_total)
    np.testing.assert_allclose(found, solution.values[row, column], rtol=0, atol=1e-9)


def test_every_card_of_a_rehearsal_is_full_of_points_that_its_boxes_can_hold():
    games = rehearse(SHORT, solve(SHORT).worth, 1_000, seed=1)
    for i in range(len(SHORT.boxes)):
        assert np.isin(games.boxes[:, i], can_hold(SHORT, i)).all()
    upper = games.boxes[:, SHORT.upper].sum(axis=1)
    assert (games.bonus == (upper >= 45)).all()
    assert (games.totals == games.boxes.sum(axis=1) + 35 * games.bonus + 100 * games.repeats).all()
    assert games.repeats.any()
    assert not games.repeats[games.boxes[:, SHORT.index("yahtzee")] == 0].any()


def test_a_seed_throws_the_same_dice_however_the_work_is_cut(monkeypatch):
    worth = solve(SHORT).worth
    games, other = rehearse(SHORT, worth, 500, seed=1), rehearse(SHORT, worth, 500, seed=2)
    monkeypatch.setattr(rehearsal, "WIDTH", 7)
    again = rehearse(SHORT, worth, 500, seed=1)
    assert (games.boxes == again.boxes).all()
    assert (games.totals == again.totals).all()
    assert (games.totals != other.totals).any()
    monkeypatch.setattr(rehearsal, "GAMES", 200)
    assert rehearse(SHORT, worth, 500, seed=1).boxes.shape == games.boxes.shape


@pytest.mark.parametrize("delta", [1e-6, 0.05])
@pytest.mark.parametrize("n", [10, 4_000])
def test_the_bounds_solve_their_inequalities(n, delta):
    t = hoeffding(n, 50, delta)
    assert 2 * exp(-2 * n * t**2 / 50**2) == pytest.approx(delta)
    t = bernstein(n, 12, 50, delta)
    assert 2 * exp(-n * t**2 / (2 * 12**2 + 2 * 50 * t / 3)) == pytest.approx(delta)
    assert massart(n, delta) == hoeffding(n, 1, delta)


def test_a_known_spread_narrows_the_bound_of_a_mean():
    assert bernstein(4_000, 12, 50) < hoeffding(4_000, 50)
    assert hoeffding(4_000, 1) == pytest.approx(0.0426, abs=1e-4)
