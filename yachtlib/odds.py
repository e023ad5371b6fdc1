"""Exact one-turn chances and expected points, with the best hold for each.

Everything is an integer over a power of six: after r throws of n dice, over 6 ** (n r), which fits 64 bits for three
throws of six dice. The walk is the lattice's: mean over the next throw, then best hold, once for each re-roll.
A turn is played here for one box or one goal only; what a whole card makes of it is another question.

Of holds that are equally good the one named keeps the fewest dice, then the highest faces (the order of the lattice).
Imports dice, scoring and rules only.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from yachtlib.dice import Dice, InputError
from yachtlib.rules import Game
from yachtlib.scoring import GOALS


@dataclass(frozen=True)
class Prospect:
    """What a turn brings when it is played for one thing: expected points, or a chance for a goal, exact."""

    mean: Fraction
    hold: Dice


@dataclass(frozen=True)
class Odds:
    """``now``: points of the dice as they lie, by box id. ``boxes`` and ``goals``: by id, what is still to come."""

    now: Mapping[str, int]
    boxes: Mapping[str, Prospect]
    goals: Mapping[str, Prospect]


def odds(game: Game, roll: Iterable[int], rerolls: int) -> Odds:
    """Exact odds of every box and goal with these dice on the table and ``rerolls`` throws left.

    With all re-rolls left it is the first roll, and pays what a first roll pays. With none left the hold is the roll
    itself. Raises InputError for what is no roll and for more re-rolls than a turn has.
    """
    _check_rerolls(game, rerolls)
    row, is_first = game.lattice.find_roll(roll), rerolls == game.n_rolls - 1
    values, holds = _first(game, rerolls) if is_first else _turn(game)[rerolls]
    hold = [game.lattice.dice[keep] for keep in holds[row]]
    now = (game.first_points if is_first else game.points)[row]
    return _odds(game, now, values[row], game.n_faces ** (game.n_dice * rerolls), hold)


def fresh_odds(game: Game, rerolls: int) -> Odds:
    """The same before the first throw of a turn; nothing is held yet and nothing pays now."""
    _check_rerolls(game, rerolls)
    return _thrown(game, (), rerolls + 1, _first(game, rerolls)[0])


def keep_odds(game: Game, keep: Dice, throws: int) -> Odds:
    """What comes of keeping exactly these dice for the next throw, with best holds after it; ``throws`` are left.

    ``now`` is 0 for every box: the dice are in the cup. Raises InputError for more throws than a turn has.
    """
    if not 1 <= throws <= game.n_rolls:
        raise InputError(f"throws: {throws} given; allowed: 1 to {game.n_rolls}")
    return _thrown(game, keep, throws, _turn(game)[throws - 1][0])


def _thrown(game: Game, keep: Dice, throws: int, values: np.ndarray) -> Odds:
    """What comes of throwing the rest when each roll is worth these values."""
    dice = game.lattice
    means = dice.mean_of_throw(values * game.n_faces**game.n_dice)[dice.find(keep)]
    nothing = np.zeros(len(game.boxes), np.int64)
    return _odds(game, nothing, means, game.n_faces ** (game.n_dice * throws), [tuple(keep)] * len(means))


def _check_rerolls(game: Game, rerolls: int) -> None:
    if isinstance(rerolls, bool) or not isinstance(rerolls, int) or not 0 <= rerolls < game.n_rolls:
        allowed = ", ".join(str(r) for r in range(game.n_rolls))
        raise InputError(f"rerolls: {rerolls!r} given; allowed: {allowed}")


def _odds(game: Game, now: np.ndarray, values: np.ndarray, scale: int, holds: list[Dice]) -> Odds:
    found = [Prospect(Fraction(int(v), scale), hold) for v, hold in zip(values, holds, strict=True)]
    boxes = [box.id for box in game.boxes]
    return Odds(
        now=dict(zip(boxes, map(int, now), strict=True)),
        boxes=dict(zip(boxes, found, strict=False)),
        goals=dict(zip(GOALS, found[len(boxes) :], strict=True)),
    )


def _first(game: Game, rerolls: int) -> tuple[np.ndarray, np.ndarray]:
    """``_turn`` for a first roll, which may stop and take what a first roll pays; in a tie it goes on."""
    values, holds = _turn(game)[rerolls]
    n_boxes, dice = len(game.boxes), game.lattice
    now, all_dice = np.zeros_like(values), np.arange(dice.rolls.start, dice.rolls.stop)[:, None]
    now[:, :n_boxes] = game.first_points * game.n_faces ** (game.n_dice * rerolls)
    return np.maximum(values, now), np.where(now > values, all_dice, holds)


@lru_cache(maxsize=64)
def _turn(game: Game) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
    """By re-rolls left, (n_rolls, boxes + goals): values over 6 ** (n_dice * re-rolls), the keeps that reach them."""
    dice = game.lattice
    made = [goal.made(dice.counts[dice.rolls]) for goal in GOALS.values()]
    values = np.concatenate([game.points, np.stack(made, axis=1).astype(np.int64)], axis=1)
    all_dice = np.arange(dice.rolls.start, dice.rolls.stop)[:, None]
    turn = [(values, np.broadcast_to(all_dice, values.shape))]
    for _ in range(game.n_rolls - 1):
        values, holds = dice.best_hold(dice.mean_of_throw(values * game.n_faces**game.n_dice))
        turn.append((values, holds))
    return tuple(turn)
