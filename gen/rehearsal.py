"""Whole games played out with seeded dice: an independent check on best play.

Best play is found by walking a lattice one die at a time and keeping tables of chances. Here nothing of that is used:
dice are thrown, every turn is looked at as one dense table of keeps by rolls, and what is written is added up. Only
what a card still brings is asked of the solution under test; if it is wrong, so are the holds, and the totals drift
from the distribution that the same solution claims. How far chance alone lets them drift is bounded below, by
inequalities that hold for every number of games, so a check fails by accident with a chance that is stated.

Imports dice and rules only: the rules as data, and the names of the keeps.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import log, sqrt

import numpy as np

from yachtlib.dice import Dice, Lattice
from yachtlib.rules import CLOSED, Game

Worth = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]

TIE = 1e-9  # plays that are worth the same differ by what float64 loses, less than this by far
GAMES = 20_000  # played at once: some arrays of 32 numbers a game
WIDTH = 512  # cards looked at together: a table of 462 keeps for each is 2 MB
FAILURE = 1e-6  # the chance that a bound below is broken by luck


@dataclass(frozen=True, eq=False)
class Rehearsal:
    """What n games came to.

    totals   (n,) int64: final totals, bonuses included
    boxes    (n, n_boxes) int64: points written in each box, in the order of the card
    bonus    (n,) bool: whether the upper bonus was earned
    repeats  (n,) int64: repeat bonuses earned
    """

    totals: np.ndarray
    boxes: np.ndarray
    bonus: np.ndarray
    repeats: np.ndarray


def rehearse(game: Game, worth: Worth, n_games: int, seed: int) -> Rehearsal:
    """Play whole games by what cards are said to bring; the same seed throws the same dice.

    ``worth(filled, earned, upper_total)`` says what cards still bring, the upper bonus included: (n, n_boxes) bool,
    (n,) bool whether the remembered box holds its points, (n,) int64 points in the number boxes -> (n,) float64.

    Every turn is played for the most points on average; plays within TIE are one play: then the fewest dice are held,
    the highest faces among those, and the earlier box is filled. Totals of the number boxes are asked for up to the
    points that make the upper bonus, or as 0 in a game without one.
    """
    generator, player = np.random.Generator(np.random.PCG64(seed)), _Player(game, worth)
    starts = range(0, n_games, GAMES)
    parts = [_play(player, min(GAMES, n_games - start), generator) for start in starts]
    return Rehearsal(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def dense_turn(game: Game, worth: Worth, filled: np.ndarray, earned: np.ndarray, upper_total: np.ndarray) -> np.ndarray:
    """(n,) float64: what these cards still bring, from what the cards that a turn leads to are said to bring.

    One turn by dense tables. Where it agrees with ``worth`` on every card, ``worth`` is that of best play.
    """
    player, found = _Player(game, worth), np.empty(len(filled))
    for start in range(0, len(filled), WIDTH):
        here = slice(start, start + WIDTH)
        found[here] = _Cards(player, filled[here], earned[here], upper_total[here]).mean()
    return found


def first_keeps(game: Game, worth: Worth) -> np.ndarray:
    """(n_keeps,) float64: what each keep of a game's first roll is worth, by dense tables; to keep all is to stop."""
    n_boxes, one = len(game.boxes), np.zeros(1, np.int64)
    cards = _Cards(_Player(game, worth), np.zeros((1, n_boxes), bool), one.astype(bool), one)
    found, stop = cards._keeps()[-1][:, 0], cards._rolls(first=game.first_roll is not None)[:, 0]
    return np.concatenate([found[: -len(stop)], stop])


def holds(dice: Lattice, roll: Dice) -> np.ndarray:
    """The keeps that a roll can hold, as places in the lattice, ascending."""
    tables = _tables(dice)
    return tables.holds[tables.found[sum(int(tables.digits[face - 1]) for face in roll)]]


def hoeffding(n: int, spread: float, delta: float = FAILURE) -> float:
    """Half-width around a mean of n independent values that lie within a range ``spread`` wide.

    The mean of the sample misses the true mean by more with a chance of at most ``delta``: Hoeffding (1963), theorem 2,
    both sides: P(|mean - true| >= t) <= 2 exp(-2 n t^2 / spread^2).
    """
    return spread * sqrt(log(2 / delta) / (2 * n))


def bernstein(n: int, sd: float, spread: float, delta: float = FAILURE) -> float:
    """Half-width around a mean of n independent values whose standard deviation is known exactly.

    Narrower than ``hoeffding`` where sd is much less than half the spread. Bernstein's inequality, as in Boucheron,
    Lugosi and Massart, Concentration Inequalities (2013), section 2.8, both sides, for values less than ``spread`` from
    their mean: P(|mean - true| >= t) <= 2 exp(-n t^2 / (2 sd^2 + 2 spread t / 3)); t solves the quadratic equation.
    """
    needed = log(2 / delta)
    linear = spread * needed / 3
    return (linear + sqrt(linear**2 + 2 * n * sd**2 * needed)) / n


def massart(n: int, delta: float = FAILURE) -> float:
    """Half-width around a whole distribution function, everywhere at once, from n independent values.

    The inequality of Dvoretzky, Kiefer and Wolfowitz (1956) with the constant of Massart (1990):
    P(sup |F_n - F| > t) <= 2 exp(-2 n t^2).
    """
    return sqrt(log(2 / delta) / (2 * n))


@dataclass(frozen=True, eq=False)
class _Tables:
    """What a turn needs to know about dice, by plain enumeration.

    chances  (n_keeps, n_rolls) float64: the chance of each roll when the rest is thrown
    holds    by roll, the keeps it can hold, as places in the lattice, ascending
    padded   (n_rolls, most) int64: the same, the first repeated at the end
    sizes    (n_keeps,) int64: dice in each keep
    codes    (n_keeps,) int64: a number for each keep that adds up die by die; ``digits`` (n_faces,) those of one die
    found    (largest code + 1,) int64: the roll of each code, -1 where there is none
    """

    chances: np.ndarray
    holds: list[np.ndarray]
    padded: np.ndarray
    sizes: np.ndarray
    codes: np.ndarray
    digits: np.ndarray
    found: np.ndarray


@cache
def _tables(dice: Lattice) -> _Tables:
    n_dice, faces = dice.n_dice, range(1, dice.n_faces + 1)
    names = {tuple(sorted(keep)): i for i, keep in enumerate(dice.dice)}
    rolls = [keep for keep in names if len(keep) == n_dice]
    place = {roll: i for i, roll in enumerate(rolls)}
    chances = np.zeros((len(names), len(rolls)))
    for keep, i in names.items():
        for thrown in product(faces, repeat=n_dice - len(keep)):
            chances[i, place[tuple(sorted(keep + thrown))]] += 1
    holds = [
        np.array(sorted({names[keep] for k in range(n_dice + 1) for keep in combinations(roll, k)})) for roll in rolls
    ]
    most = max(map(len, holds))
    digits = np.array([(n_dice + 1) ** (face - 1) for face in faces])
    codes = np.array([sum(int(digits[face - 1]) for face in keep) for keep in names])
    found = np.full(codes.max() + 1, -1)
    found[[codes[names[roll]] for roll in rolls]] = range(len(rolls))
    return _Tables(
        chances=chances / chances.sum(axis=1, keepdims=True),
        holds=holds,
        padded=np.array([[*hold, *[hold[0]] * (most - len(hold))] for hold in holds]),
        sizes=np.array([len(keep) for keep in names]),
        codes=codes,
        digits=digits,
        found=found,
    )


def _play(player: "_Player", n: int, generator: np.random.Generator) -> tuple[np.ndarray, ...]:
    """n games side by side, turn by turn: the four columns of a Rehearsal."""
    game = player.game
    boxes, filled = np.zeros((n, len(game.boxes)), np.int64), np.zeros((n, len(game.boxes)), bool)
    earned, repeats, besides = np.zeros(n, bool), np.zeros(n, np.int64), np.zeros(n, np.int64)
    games = np.arange(n)
    for _ in game.boxes:
        # Five dice are thrown every time; those that lie where dice are held are not looked at.
        throws = generator.integers(0, game.n_faces, (game.n_rolls, n, game.n_dice), np.int8)
        box, points, beside = player.turn(filled, earned, boxes[:, game.upper].sum(axis=1), throws)
        boxes[games, box], filled[games, box] = points, True
        earned |= (box == player.remembered) & (points > 0)
        besides += beside
        repeats += beside > 0
    bonus, totals = np.zeros(n, bool), boxes.sum(axis=1) + besides
    if game.upper_bonus:
        bonus = boxes[:, game.upper].sum(axis=1) >= game.upper_bonus.at
        totals += bonus * game.upper_bonus.points
    return totals, boxes, bonus, repeats


class _Player:
    """Plays turns of many games at once.

    steps  by box, the points that later turns can tell apart: those of a number box, zero or not of the remembered
           box, any of another
    """

    def __init__(self, game: Game, worth: Worth) -> None:
        self.game, self.worth, self.tables = game, worth, _tables(game.lattice)
        self.remembered = game.index(game.remembered) if game.remembered else -1
        self.special = [roll for roll in range(len(game.points)) if game.is_special(roll)]
        self.ordinary = min(set(range(len(game.points))) - set(self.special))
        self.steps = [np.zeros(1, np.int64) for _ in game.boxes]
        for i in np.flatnonzero(game.upper):
            self.steps[i] = np.unique([0, *game.points[:, i], *game.first_points[:, i]])
        if self.remembered >= 0:
            self.steps[self.remembered] = np.arange(2)

    def step(self, box: int, points: np.ndarray) -> np.ndarray:
        """Which of the steps of a box these points are."""
        if self.game.upper[box]:
            return np.searchsorted(self.steps[box], points)
        return (points > 0).astype(np.int64) if box == self.remembered else np.zeros_like(points)

    def turn(
        self, filled: np.ndarray, earned: np.ndarray, upper_total: np.ndarray, throws: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """One turn of n games: the box filled, the points written there, those earned beside it; (n,) each."""
        bonus = self.game.upper_bonus
        upper_total = np.minimum(upper_total, bonus.at) if bonus else np.zeros_like(upper_total)
        key = (filled @ (1 << np.arange(filled.shape[1]))) * 2 + earned
        key = key * (bonus.at + 1 if bonus else 1) + upper_total
        _, of_card, card = np.unique(key, return_index=True, return_inverse=True)  # games with the same card are alike
        order = np.argsort(card, kind="stable")
        starts = np.searchsorted(card[order], np.arange(0, len(of_card) + WIDTH, WIDTH))
        found = np.empty((3, len(filled)), np.int64)
        for k, first in enumerate(range(0, len(of_card), WIDTH)):
            here, games = of_card[first : first + WIDTH], order[starts[k] : starts[k + 1]]
            cards = _Cards(self, filled[here], earned[here], upper_total[here])
            found[:, games] = cards.turn(card[games] - first, throws[:, games])
        return found[0], found[1], found[2]


class _Cards:
    """Some cards, and how a turn is played on them. In what follows ``card`` says which of them a game holds.

    may     (n_cards, n_boxes) bool: the boxes that an ordinary roll may fill
    after   by box, (n_steps, n_cards): what each card brings once that box is filled
    offers  by first roll or not and by special roll, what ``Game.offers`` says for these cards
    """

    def __init__(self, player: _Player, filled: np.ndarray, earned: np.ndarray, upper_total: np.ndarray) -> None:
        self.player, self.game, self.tables = player, player.game, player.tables
        self.may = self.game.offers(player.ordinary, filled, earned)[0] != CLOSED
        self.offers = {
            first: {roll: self.game.offers(roll, filled, earned, first) for roll in player.special}
            for first in ([False, True] if self.game.first_roll else [False])
        }
        self.after = [self._after(box, filled, earned, upper_total) for box in range(filled.shape[1])]

    def _after(self, box: int, filled: np.ndarray, earned: np.ndarray, upper_total: np.ndarray) -> np.ndarray:
        steps, here = self.player.steps[box], np.flatnonzero(self.may[:, box])
        after = np.full((len(steps), len(filled)), -np.inf)
        next_filled = filled[here]
        next_filled[:, box] = True
        got = np.repeat(steps, len(here))
        cards = np.tile(here, len(steps))
        next_earned = earned[cards] | ((box == self.player.remembered) & (got > 0))
        next_upper = upper_total[cards] + got * self.game.upper[box]
        if self.game.upper_bonus:
            next_upper = np.minimum(next_upper, self.game.upper_bonus.at)
        else:
            next_upper = np.zeros_like(next_upper)
        worth = self.player.worth(np.tile(next_filled, (len(steps), 1)), next_earned, next_upper)
        after[:, here] = worth.reshape(len(steps), -1)
        return after

    def turn(self, card: np.ndarray, throws: np.ndarray) -> np.ndarray:
        """(3, n_games): the box filled, the points written there, those earned beside it."""
        keeps, roll = self._keeps(), self._throw(np.zeros(len(card), np.int64), throws[0])
        stops = np.zeros(len(card), bool)
        for k in range(1, self.game.n_rolls):
            hold, best = self._hold(keeps[-k], roll, card)
            if k == 1 and self.game.first_roll:  # to stop is to hold all dice
                now = self._enter(roll, card, first=True)[0]
                stops = (now > best + TIE) | ((now >= best - TIE) & (self.tables.sizes[hold] == self.game.n_dice))
            roll = np.where(stops, roll, self._throw(hold, throws[k]))
        found = self._enter(roll, card, first=False)[1]
        if stops.any():
            found[:, stops] = self._enter(roll[stops], card[stops], first=True)[1]
        return found

    def mean(self) -> np.ndarray:
        """(n_cards,): points still to come on average."""
        rolls = self._rolls()
        for _ in range(self.game.n_rolls - 1):
            rolls = self._held(self.tables.chances @ rolls)
        if self.game.first_roll:
            rolls = np.maximum(rolls, self._rolls(first=True))
        return self.tables.chances[0] @ rolls  # no dice kept

    def _keeps(self) -> list[np.ndarray]:
        """(n_keeps, n_cards) each: what keeps are worth when the rest is thrown the last time, the time before…"""
        rolls, keeps = self._rolls(), []
        for k in range(1, self.game.n_rolls):
            keeps.append(self.tables.chances @ rolls)
            if k < self.game.n_rolls - 1:
                rolls = self._held(keeps[-1])
        return keeps

    def _held(self, keeps: np.ndarray) -> np.ndarray:
        """From what keeps are worth to what rolls are: (n_rolls, n_cards)."""
        return np.stack([keeps[hold].max(axis=0) for hold in self.tables.holds])

    def _rolls(self, first: bool = False) -> np.ndarray:
        """(n_rolls, n_cards): what every roll is worth in its best box, as a last roll or as a first one."""
        table = self.game.first_points if first else self.game.points
        best = np.full((len(table), len(self.may)), -np.inf)
        for box, after in enumerate(self.after):
            if self.may[:, box].any():
                points = table[:, box]
                np.maximum(best, after[self.player.step(box, points)] + points[:, None], out=best)
        for roll in self.player.special:
            best[roll] = self._worth(*self.offers[first][roll], np.arange(len(self.may))).max(axis=1)
        return best

    def _worth(self, points: np.ndarray, beside: np.ndarray, card: np.ndarray) -> np.ndarray:
        """(n, n_boxes): what it is worth to write these points, (n, n_boxes) or CLOSED, and go on with that card."""
        worth = points + beside[:, None].astype(float)
        for box, after in enumerate(self.after):
            worth[:, box] += after[self.player.step(box, np.maximum(points[:, box], 0)), card]
        return np.where(points == CLOSED, -np.inf, worth)

    def _enter(self, roll: np.ndarray, card: np.ndarray, first: bool) -> tuple[np.ndarray, np.ndarray]:
        """(n,) what each roll is worth in its best box, and (3, n): that box, its points, those beside it."""
        table = self.game.first_points if first else self.game.points
        points, beside = np.where(self.may[card], table[roll], CLOSED), np.zeros(len(roll), np.int64)
        for special, (pay, more) in self.offers[first].items():
            here = roll == special
            points[here], beside[here] = pay[card[here]], more[card[here]]
        worth = self._worth(points, beside, card)
        best = worth.max(axis=1)
        box = (worth >= best[:, None] - TIE).argmax(axis=1)
        return best, np.stack([box, points[np.arange(len(roll)), box], beside])

    def _hold(self, keeps: np.ndarray, roll: np.ndarray, card: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The best keep of each roll, the first of the lattice among equals, and what it is worth; (n,) each."""
        holds = self.tables.padded[roll]
        worth = keeps[holds, card[:, None]]
        best = worth.max(axis=1)
        return np.where(worth >= best[:, None] - TIE, holds, len(keeps)).min(axis=1), best

    def _throw(self, keep: np.ndarray, dice: np.ndarray) -> np.ndarray:
        """The rolls that come of throwing the rest, each die a face less one: (n,) and (n, n_dice) -> (n,)."""
        thrown = np.arange(dice.shape[1]) >= self.tables.sizes[keep][:, None]
        return self.tables.found[self.tables.codes[keep] + np.where(thrown, self.tables.digits[dice], 0).sum(axis=1)]
