"""The figures of single decisions: first holds, zeros and entries on the empty card, and what plainer players come to.

The catalogue puts them together with the rest. Everything comes from best play as ``best`` solved it; second ways are a
dense recomputation of the cards involved and rehearsals of whole games (``rehearsal``), and plain enumeration.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from gen import rehearsal, twins
from gen.best import N_GAMES, SEED, SURE, rehearsed, solution, totals_of
from gen.figures import Check, Figure, Series
from yachtlib.dice import Dice
from yachtlib.outcomes import Totals, totals
from yachtlib.play import FirstHold, Play
from yachtlib.rules import Box, Game, UpperBonus
from yachtlib.scoring import Alike, Groups, Pattern
from yachtlib.solver import Solution, solve
from yachtlib.states import Cards

# Players who play by other values than best play, as they stand in the ids of their figures.
GREEDY, BLIND = "greedy", "ignore-bonus"
# First rolls that people ask about.
OPENINGS = ("11112", "11346", "12345", "13456", "22556", "22666", "23455", "55566")
# Rolls that tempt into more boxes than one in the first turn, and the boxes; those that a sheet does not have are left.
ENTRIES: Mapping[str, tuple[str, ...]] = {
    "11112": ("ones", "one-pair", "three-of-a-kind", "four-of-a-kind", "chance"),
    "14566": ("sixes", "choice", "chance"),
}


def decisions(game: Game) -> Iterator[Figure | Series]:
    """What best play does first, what a zero costs it, and how far plainer players fall behind."""
    for box in game.boxes:
        yield _zero(game, box)
    for roll in OPENINGS:
        yield from _opening(game, _dice(roll))
    for roll, boxes in ENTRIES.items():
        for box in game.boxes:
            if box.id in boxes:
                yield _enter(game, _dice(roll), box)
    yield _openings(game)
    yield from _player(
        game, GREEDY, f"a player of {game.name} who takes the most points in every turn and looks no further"
    )
    if game.upper_bonus:
        yield from _blind(game)


def misread_two_pairs(game: Game) -> Figure:
    """A published average, worked out again with the rule that its code follows."""
    boxes = (replace(box, pattern=PairForTwo()) if box.id == "two-pairs" else box for box in game.boxes)
    table = replace(game, boxes=tuple(boxes), options=())
    return Figure(
        f"{game.id}.misread.two-pairs.mean",
        "mean points",
        f"Points that best play of {game.name} would bring on average if Two Pairs also paid for a single pair.",
        lambda: solution(table).average,
        (Check("the empty card worked out again, densely", lambda: _dense(table, {}), SURE),),
        method="float64",
    )


def five_alike_only(game: Game) -> Figure:
    """The most of a card on which every turn is five alike."""
    rolls = [roll for roll in range(len(game.points)) if game.lattice.counts[game.lattice.rolls][roll].max() == 5]
    bonus = game.upper_bonus.points if game.upper_bonus else 0
    return Figure(
        f"{game.id}.five-alike-only.total",
        "points",
        f"The most points that a card of {game.name} can hold when every turn ends in five alike.",
        lambda: int(game.points[rolls].max(axis=0).sum()) + bonus,
        (
            Check(
                "the most of each box over the six rolls of five alike, and the bonus",
                lambda: (
                    sum(
                        max(twins.points(game.id, box, (face,) * 5, {}) for face in range(1, 7))
                        for box in twins.boxes(game.id, {})
                    )
                    + bonus
                ),
            ),
        ),
    )


@dataclass(frozen=True)
class PairForTwo(Pattern):
    """Two pairs, or a pair alone: what a loop pays that looks for the second pair and forgets to ask if it is there."""

    def counting(self, counts: np.ndarray) -> np.ndarray:
        two, one = Groups((2, 2)).counting(counts), Alike(2).counting(counts)
        return np.where(two.any(axis=1)[:, None], two, one)


def _zero(game: Game, box: Box) -> Figure:
    return Figure(
        f"{game.id}.zero.{box.id}",
        "mean points",
        f"How far below the average best play of {game.name} ends after a zero in {box.name} in the first turn.",
        lambda: solution(game).average - solution(game).value({box.id: 0}),
        (
            Check(
                "both cards worked out again, densely, one less the other",
                lambda: _dense(game, {}) - _dense(game, {box.id: 0}),
                2 * SURE,
            ),
        ),
        method="float64",
    )


def _opening(game: Game, roll: Dice) -> Iterator[Figure]:
    name, after = f"{game.id}.opening.{_digits(roll)}", f"after a first roll of {_digits(roll, ' ')} in the first turn"

    def found() -> FirstHold:
        return _first_holds(game)[roll]

    def hold() -> Dice:
        return tuple(sorted(found().hold))

    yield Figure(
        name,
        "mean points",
        f"Points that best play of {game.name} ends with on average {after}.",
        lambda: found().worth,
        (
            Check("the best of all holds, each by a dense table", lambda: _dense_holds(game, roll)[0][0], SURE),
            Check("the hold named, by a dense table", lambda: dict(_by_hold(game, roll))[found().hold], SURE),
        ),
        hold=hold,
        method="float64",
    )
    yield Figure(
        f"{name}.lead",
        "mean points",
        f"How far the best hold is ahead of the next best, in {game.name}, {after}.",
        lambda: found().lead,
        (
            Check(
                "the two best of all holds, each by a dense table",
                lambda: _dense_holds(game, roll)[0][0] - _dense_holds(game, roll)[1][0],
                2 * SURE,
            ),
        ),
        hold=hold,
        method="float64",
    )


def _enter(game: Game, roll: Dice, box: Box) -> Figure:
    points = int(game.points[game.lattice.find_roll(roll), game.index(box.id)])
    return Figure(
        f"{game.id}.enter.{_digits(roll)}.{box.id}",
        "mean points",
        f"Points that best play of {game.name} ends with on average after {_digits(roll, ' ')} is written in {box.name}"
        " in the first turn.",
        lambda: points + solution(game).value({box.id: points}),
        (
            Check(
                "the card worked out again, densely, and its points by a second scorer",
                lambda: twins.points(game.id, box.id, roll, {}) + _dense(game, {box.id: points}),
                SURE,
            ),
        ),
        method="float64",
    )


def _openings(game: Game) -> Series:
    return Series(
        f"{game.id}.openings",
        "mean points",
        f"What best play of {game.name} keeps of each first roll of the first turn: the hold, the points it ends with"
        " on average, the next best hold and how far that falls behind.",
        lambda: {"rows": {_digits(roll): _row(hold) for roll, hold in sorted(_first_holds(game).items())}},
        (Check("every hold of every roll by a dense table", lambda: _openings_off(game), lambda: float(2 * SURE)),),
    )


def _row(found: FirstHold) -> dict:
    hold, second = _digits(tuple(sorted(found.hold))), _digits(tuple(sorted(found.next)))
    return {"hold": hold, "value": round(found.worth, 9), "next": second, "lead": round(found.lead, 9)}


def _openings_off(game: Game) -> float:
    """How far the first holds are from dense tables, at most: what they are worth, and their lead."""
    off = 0.0
    for roll, found in _first_holds(game).items():
        best, second, *_ = _dense_holds(game, roll)
        there = dict(_by_hold(game, roll))
        off = max(off, best[0] - there[found.hold], abs(found.worth - best[0]), abs(found.lead - best[0] + second[0]))
    return off


def _player(game: Game, how: str, who: str) -> Iterator[Figure]:
    """What someone comes to who plays by other values than best play; ``how`` names them."""

    def within() -> float:
        found = _totals_of_player(game, how)
        return rehearsal.bernstein(N_GAMES, found.sd, float(len(found.chance)))

    check = rehearsed("their mean")
    yield Figure(
        f"{game.id}.{how}.mean",
        "mean points",
        f"Points that {who} brings on average.",
        lambda: _totals_of_player(game, how).mean,
        (Check(check, lambda: float(_rehearsal_of_player(game, how).totals.mean()), within),),
        method="float64",
    )
    yield Figure(
        f"{game.id}.{how}.lost",
        "mean points",
        f"How far the average of {who} stays below best play.",
        lambda: solution(game).average - _totals_of_player(game, how).mean,
        (
            Check(
                f"{check}, below the average",
                lambda: totals_of(game).mean - float(_rehearsal_of_player(game, how).totals.mean()),
                within,
            ),
        ),
        method="float64",
    )


def _blind(game: Game) -> Iterator[Figure]:
    """Best play by values in which the upper bonus is worth nothing; it is paid all the same."""
    who = f"a player of {game.name} who does not see the bonus for the number boxes and plays well otherwise"
    yield from _player(game, BLIND, who)

    def within() -> float:
        p = min(max(_totals_of_player(game, BLIND).p_bonus, 0.0), 1.0)
        return rehearsal.bernstein(N_GAMES, (p * (1 - p)) ** 0.5, 1.0)

    yield Figure(
        f"{game.id}.{BLIND}.p-bonus",
        "chance",
        f"Chance of the bonus of {game.upper_bonus.points} for {who}.",
        lambda: _totals_of_player(game, BLIND).p_bonus,
        (
            Check(
                rehearsed("how often it happened"),
                lambda: float(_rehearsal_of_player(game, BLIND).bonus.mean()),
                within,
            ),
        ),
        method="float64",
    )


@cache
def _played(game: Game, how: str) -> Solution:
    """The values by which a player plays: all nothing, or those of the game whose bonus is worth nothing."""
    cards = Cards(game)
    if how == GREEDY:
        return Solution(game, cards, np.zeros((len(cards.row_masks), len(cards.column_masks))))
    worthless = replace(game, upper_bonus=UpperBonus(game.upper_bonus.at, 0), options=())
    return Solution(game, cards, solve(worthless).values)


@cache
def _totals_of_player(game: Game, how: str) -> Totals:
    return totals(_played(game, how))


@cache
def _rehearsal_of_player(game: Game, how: str) -> rehearsal.Rehearsal:
    return rehearsal.rehearse(game, _played(game, how).worth, N_GAMES, SEED)


@cache
def _first_holds(game: Game) -> dict[Dice, FirstHold]:
    return Play(solution(game)).first_holds()


@cache
def _dense_keeps(game: Game) -> np.ndarray:
    return rehearsal.first_keeps(game, solution(game).worth)


def _by_hold(game: Game, roll: Dice) -> list[tuple[Dice, float]]:
    dice = game.lattice
    return [(dice.dice[i], float(_dense_keeps(game)[i])) for i in rehearsal.holds(dice, roll)]


def _dense_holds(game: Game, roll: Dice) -> list[tuple[float, Dice]]:
    """All holds of a first roll, the most points first."""
    return sorted(((worth, hold) for hold, worth in _by_hold(game, roll)), reverse=True)


@cache
def _dense_card(game: Game, filled: tuple[tuple[str, int], ...]) -> float:
    boxes = dict(filled)
    is_filled = np.array([[box.id in boxes for box in game.boxes]])
    earned = np.array([bool(boxes.get(game.remembered or "", 0))])
    upper = np.array([sum(points for box, points in filled if game.box(box).section == "upper")])
    return float(rehearsal.dense_turn(game, solution(game).worth, is_filled, earned, upper)[0])


def _dense(game: Game, filled: Mapping[str, int]) -> float:
    """What a card still brings, from the cards it leads to, by dense tables."""
    return _dense_card(game, tuple(filled.items()))


def _dice(digits: str) -> Dice:
    return tuple(sorted(map(int, digits), reverse=True))


def _digits(dice: Dice, between: str = "") -> str:
    return between.join(map(str, sorted(dice)))
