"""The figures of whole games: ceilings, best play, its totals, and what every disputed rule is worth.

The catalogue puts them together with the odds. A game is solved once for all its figures; every value comes from the
library, every check from a second way: whole numbers of any size, a dense recomputation of sampled cards or a rehearsal
of whole games (``rehearsal``), plain enumeration (``twins``), or a published value.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np

from gen import rehearsal, twins
from gen.figures import Check, Figure, Series
from yachtlib.card import Card
from yachtlib.outcomes import Totals, ceiling, totals
from yachtlib.rules import Box, Game
from yachtlib.scoring import Alike
from yachtlib.solver import Solution, solve
from yachtlib.states import Cards

N_GAMES = 20_000  # in a rehearsal
N_CARDS = 300  # worked out again
SEED = 1938
PERCENTILES = {"p01": 1, "p05": 5, "p10": 10, "p25": 25, "median": 50, "p75": 75, "p90": 90, "p95": 95, "p99": 99}
SURE = Fraction(1, 10**8)  # more than float64 loses by far; see the bound in the solver

# Sets of choices that a source plays together: game -> name -> the choices and who plays them.
COMBINATIONS: Mapping[str, Mapping[str, tuple[Mapping[str, str], tuple[str, ...]]]] = {
    "yacht": {
        "twelve-box-sheet": (
            {"straights": "15-30", "four-alike": "all", "five-alike-full-house": "always", "bonus": "35"},
            ("mat-der-d-yacht-evaluator", "devia01-yacht", "ho94949-yacht-dice"),
        ),
        "strict-twelve-box-sheet": (
            {"straights": "15-30", "four-alike": "all", "bonus": "35"},
            ("custardcream98-yacht-dice-board",),
        ),
    },
    "yahtzee": {
        "plain": ({"joker": "none", "extra": "none"}, ("glenn-yahtzee-2006", "yatzy-solver")),
        "no-joker-50": ({"joker": "none", "extra": "50"}, ("zombiemud-yahtzee",)),
    },
    "kniffel": {
        "newspaper": ({"joker": "none", "extra": "100"}, ("rundschau-kniffel", "gazelle-kniffel")),
        "plain": ({"joker": "none", "extra": "none"}, ("robv190-kniffel",)),
    },
    "generala": {
        "wrap-and-double": ({"straight": "wrap", "double": "100"}, ("fervicente8-generala",)),
        "dearer-first-roll": ({"first-roll": "10", "generala": "60", "straight": "ones-wild"}, ("reference-generala",)),
        "ones-wild-60": ({"straight": "ones-wild", "generala": "60"}, ("reglamento-generala", "t-games-yacht")),
        "any-wrap-double": (
            {"first-roll": "10", "generala": "60", "straight": "any-wrap", "double": "120"},
            ("wikipedia-generala-older", "lucaschough-generala"),
        ),
    },
}


def whole_game(game: Game) -> Iterator[Figure | Series]:
    """A game's best play in full, what each choice is worth, and the sets of choices that sources play."""
    yield from best_play(game, f"{game.id}.best-play", f"by the {game.edition}")
    yield distribution(game)
    yield from worths(game)


def distribution(game: Game) -> Series:
    """The chance of every total."""
    return Series(
        f"{game.id}.best-play.totals",
        "chance",
        f"The chance of each total of best play of {game.name}, by the {game.edition}, from 0 points up.",
        # twelve digits that count: more than the sums of float64 are sure of
        lambda: {"first": 0, "values": [float(f"{p:.12g}") for p in totals_of(game).chance]},
        (
            Check(
                rehearsed("the share of games at or below each total"),
                lambda: _apart(game),
                lambda: rehearsal.massart(N_GAMES),
            ),
        ),
    )


def _apart(game: Game) -> float:
    """How far the share of rehearsed games at or below a total is from its chance, at most."""
    chance, played = totals_of(game).chance, rehearsal_of(game).totals
    counted = np.bincount(played, minlength=len(chance)) / N_GAMES
    if len(counted) > len(chance):
        return 1.0  # a total that is said to be impossible
    return float(np.abs(np.cumsum(counted) - np.cumsum(chance)).max())


def states(game: Game) -> Figure:
    """How many states best play of a game has to look at."""
    return Figure(
        f"{game.id}.best-play.states",
        "count",
        f"States that a card of {game.name} can be in, as far as best play cares, by the {game.edition}.",
        lambda: Cards(game).n_states,
        (
            Check(
                "counting them set by set",
                lambda: twins.states(game.id, game.upper_bonus.at if game.upper_bonus else 0),
            ),
        ),
    )


def best_play(game: Game, name: str, rules: str) -> Iterator[Figure]:
    """The average of best play and everything that follows from the distribution of its totals."""
    five = _five_alike(game)
    if not game.chosen:
        yield states(game)
    yield average(f"{name}.mean", game, rules)
    yield Figure(
        f"{name}.sd",
        "mean points",
        f"Standard deviation of the total of best play of {game.name}, {rules}.",
        lambda: totals_of(game).sd,
        (Check(rehearsed("their spread"), lambda: _spread(game), lambda: _spread_within(game)),),
        method="float64",
    )
    for key, percent in PERCENTILES.items():
        yield _percentile(f"{name}.{key}", game, percent, rules)
    yield Figure(
        f"{name}.lowest",
        "points",
        f"The lowest total that best play of {game.name} can end with, {rules}.",
        lambda: int(np.flatnonzero(totals_of(game).chance)[0]),
        (Check(rehearsed("none is lower, and it stays below them"), lambda: _lowest(game)),),
        method="float64",
    )
    shares: dict[str, tuple[str, Callable[[Totals], float], Callable[[rehearsal.Rehearsal], np.ndarray]]] = {
        "p-under-100": (
            "that the total is less than 100",
            lambda found: float(found.chance[:100].sum()),
            lambda played: played.totals < 100,
        ),
        "p-five-alike": (
            f"that the box {five.name} ends with its points",
            lambda found: 1 - found.box_zeros[five.id],
            lambda played: played.boxes[:, game.index(five.id)] > 0,
        ),
    }
    if game.upper_bonus:
        shares["p-bonus"] = (
            f"of the bonus of {game.upper_bonus.points}",
            lambda found: found.p_bonus,
            lambda played: played.bonus,
        )
    for key, (what, share, happened) in shares.items():
        yield _share(f"{name}.{key}", game, f"Chance {what} under best play of {game.name}, {rules}.", share, happened)
    for place, box in enumerate(game.boxes):
        yield Figure(
            f"{name}.box.{box.id}.mean",
            "mean points",
            f"Points that the box {box.name} holds on average at the end of best play of {game.name}, {rules}.",
            lambda box=box: totals_of(game).box_means[box.id],
            (
                Check(
                    rehearsed("the mean of the box"),
                    lambda place=place: float(rehearsal_of(game).boxes[:, place].mean()),
                    lambda place=place: rehearsal.hoeffding(N_GAMES, float(_most(game)[place])),
                ),
            ),
            method="float64",
        )
        yield _share(
            f"{name}.box.{box.id}.p-zero",
            game,
            f"Chance that the box {box.name} ends with zero under best play of {game.name}, {rules}.",
            lambda found, box=box: found.box_zeros[box.id],
            lambda played, place=place: played.boxes[:, place] == 0,
        )


def worths(game: Game) -> Iterator[Figure]:
    """What every choice of every option, and every set of choices that a source plays, does to the average."""
    for option in game.options:
        for choice in option.choices:
            table = game.with_options({option.id: choice.id})
            rules = f"where tables say: {option.reading(choice)}"
            yield from _worth(f"{game.id}.option.{option.id}.{choice.id}", table, game, rules)
    for name, (chosen, sources) in COMBINATIONS.get(game.id, {}).items():
        table = game.with_options(chosen)
        options = [(game.option(option), choice) for option, choice in chosen.items()]
        says = ". ".join(option.reading(option.choice(choice)) for option, choice in options)
        key, rules = f"{game.id}.combination.{name}", f"where tables say: {says}"
        for figure in (ceilings(f"{key}.ceiling", table, f"{rules}."), *_worth(key, table, game, rules)):
            yield replace(figure, sources=sources)


def ceilings(name: str, game: Game, rules: str) -> Figure:
    """The most that a card can hold."""
    return Figure(
        name,
        "points",
        f"The most points that a card of {game.name} can hold, {rules}",
        lambda: most_of_card(game).total,
        (Check("the most of each box over all rolls, jokers and what is earned beside included", lambda: bound(game)),),
    )


def boxed_ceilings(game: Game) -> Iterator[Figure]:
    """The two other questions that people mean by the most points of the boxed game."""
    yield Figure(
        f"{game.id}.ceiling.no-extra",
        "points",
        f"The most points that a card of {game.name} can hold when no bonus for a further five alike is earned.",
        lambda: ceiling(game, repeat_bonus=False).total,
        (Check("the most of each box over all rolls, and the bonus", lambda: bound(game, beside=0)),),
    )
    yield Figure(
        f"{game.id}.ceiling.one-five-alike",
        "points",
        f"The most points that a card of {game.name} can hold when no more than one turn ends in five alike.",
        lambda: ceiling(game, five_alikes=1).total,
        (
            Check(
                "the most of each box over all rolls without five alike, one box raised by it, and the bonus",
                lambda: _one_five_alike(game),
            ),
        ),
    )


def _five_alike(game: Game) -> Box:
    """The box for five alike, or for as many as there are dice."""
    return next(box for box in game.boxes if box.pattern == Alike(game.n_dice))


def average(name: str, game: Game, rules: str) -> Figure:
    """What best play brings on average."""
    again = Check(
        f"the empty card and {N_CARDS} others worked out again, densely, from the cards that they lead to",
        lambda: _again(game),
        SURE,
    )
    whole = Check("solving it again in whole numbers of any size", lambda: Fraction(_exact(game)), SURE)
    return Figure(
        name,
        "mean points",
        f"Points that best play of {game.name} brings on average, {rules}.",
        lambda: solution(game).average,
        (again, whole) if _whole(game) else (again,),
        method="float64",
    )


def _whole(game: Game) -> bool:
    """Few enough cards to be solved again in whole numbers: no totals to remember; and the twelve-box sheet once."""
    return not game.upper_bonus or (game.id == "yacht-35" and not game.chosen)


def _worth(key: str, table: Game, game: Game, rules: str) -> Iterator[Figure]:
    yield average(f"{key}.mean", table, rules)
    yield Figure(
        f"{key}.mean.worth",
        "mean points",
        f"What it adds to the average of best play of {game.name}, {rules}.",
        lambda: solution(table).average - solution(game).average,
        (
            Check(
                "both averages worked out again, one less the other",
                lambda: _again(table) - _again(game),
                2 * SURE,
            ),
        ),
        method="float64",
    )


def _percentile(name: str, game: Game, percent: int, rules: str) -> Figure:
    q = Fraction(percent, 100)
    return Figure(
        name,
        "points",
        f"The smallest total that best play of {game.name} ends at or below in {percent} of 100 games, {rules}.",
        lambda: totals_of(game).percentile(q),
        (
            Check(
                rehearsed("the same percentile"),
                lambda: int(np.sort(rehearsal_of(game).totals)[-(-N_GAMES * percent // 100) - 1]),
                lambda: _percentile_within(game, float(q)),
            ),
        ),
        method="float64",
    )


def _share(
    name: str,
    game: Game,
    statement: str,
    share: Callable[[Totals], float],
    happened: Callable[[rehearsal.Rehearsal], np.ndarray],
) -> Figure:
    def within() -> float:
        p = min(max(share(totals_of(game)), 0.0), 1.0)
        return rehearsal.bernstein(N_GAMES, (p * (1 - p)) ** 0.5, 1.0)

    return Figure(
        name,
        "chance",
        statement,
        lambda: share(totals_of(game)),
        (Check(rehearsed("how often it happened"), lambda: float(happened(rehearsal_of(game)).mean()), within),),
        method="float64",
    )


def rehearsed(what: str) -> str:
    """What a check by whole games says that it looks at."""
    return f"{N_GAMES:,} whole games played with seeded dice: {what}"


# A game is solved once; big tables are small beside what the totals need, so that all are kept.
@cache
def solution(game: Game) -> Solution:
    """Best play of a game, solved once."""
    return solve(game)


@cache
def _exact(game: Game) -> Fraction:
    return solve(game, exact=True).value({})


@cache
def totals_of(game: Game) -> Totals:
    """How its totals come out, worked out once."""
    return totals(solution(game))


@cache
def rehearsal_of(game: Game) -> rehearsal.Rehearsal:
    return rehearsal.rehearse(game, solution(game).worth, N_GAMES, SEED)


@cache
def most_of_card(game: Game) -> Card:
    """A card at the ceiling."""
    return ceiling(game)


@cache
def _again(game: Game) -> float:
    """The average from a dense turn on the empty card, moved by the worst miss of the other cards sampled."""
    solved, cards = solution(game), solution(game).cards
    generator = np.random.Generator(np.random.PCG64(SEED))
    blocks = [cards.blocks[k] for k in generator.integers(0, len(cards.blocks), N_CARDS)]
    rows = [generator.integers(r.start, r.stop) for r, _ in blocks] + [cards.blocks[-1][0].start]
    columns = [generator.integers(c.start, c.stop) for _, c in blocks] + [cards.blocks[-1][1].start]
    filled = np.zeros((len(rows), len(game.boxes)), bool)
    for masks, boxes in ((cards.row_masks[rows], cards.lower), (cards.column_masks[columns], cards.upper)):
        filled[:, boxes] = masks[:, None] >> np.arange(len(boxes)) & 1
    upper_total = np.maximum(cards.column_totals[columns], 0)
    earned = cards.row_earned[rows]
    found = rehearsal.dense_turn(game, solved.worth, filled, earned, upper_total)
    missed = np.abs(found - solved.worth(filled, earned, upper_total)).max()
    return float(found[-1] + (missed if missed > SURE else 0))


def _spread(game: Game) -> float:
    return float(((rehearsal_of(game).totals - totals_of(game).mean) ** 2).mean() ** 0.5)


def _spread_within(game: Game) -> float:
    """How far the spread of the rehearsal may be off: the bound of the mean of squares, as a root."""
    found = totals_of(game)
    squares = (np.arange(len(found.chance)) - found.mean) ** 2
    sd_of_squares = float(found.chance @ (squares - found.sd**2) ** 2) ** 0.5
    off = rehearsal.bernstein(N_GAMES, sd_of_squares, float(squares.max()))
    return max((found.sd**2 + off) ** 0.5 - found.sd, found.sd - max(found.sd**2 - off, 0) ** 0.5)


def _percentile_within(game: Game, q: float) -> float:
    """How far a percentile of the rehearsal may be off: to the nearest totals whose share luck cannot carry past q."""
    reached = np.minimum(np.cumsum(totals_of(game).chance), 1)
    off = np.array([rehearsal.bernstein(N_GAMES, (p * (1 - p)) ** 0.5, 1.0) for p in reached])
    here, low = np.searchsorted(reached, q - 1e-12), np.flatnonzero(reached + off >= q)[0]
    high = np.flatnonzero(np.append(reached - off, 1) >= q)[0]
    return float(max(here - low, high - here))


def _lowest(game: Game) -> int:
    """The lowest total, unless a rehearsed game was lower still."""
    lowest = int(np.flatnonzero(totals_of(game).chance)[0])
    return min(lowest, int(rehearsal_of(game).totals.min()))


def _most(game: Game) -> np.ndarray:
    return np.maximum(game.points, game.first_points).max(axis=0)


def bound(game: Game, beside: int | None = None) -> int:
    """A bound of the ceiling, by plain enumeration: the most of each box, jokers and what is earned beside it included,
    added up, and the upper bonus.
    """
    options, more = dict(game.chosen), twins.beside(game.id, {"yahtzee": 50}, (6,) * game.n_dice, dict(game.chosen))
    more = more if beside is None else beside
    most = 0
    for box in twins.boxes(game.id, options):
        last = box == _five_alike(game).id
        joker = twins.JOKER_PRICES.get(box, 0) if game.joker and not last else 0
        most += max(
            max(twins.points(game.id, box, roll, options, first), joker if len(set(roll)) == 1 else 0)
            + (more if len(set(roll)) == 1 and not last else 0)
            for roll in twins.all_rolls(game.id)
            for first in (False, True)
        )
    return most + (game.upper_bonus.points if game.upper_bonus else 0)


def _one_five_alike(game: Game) -> int:
    rolls = [roll for roll in twins.all_rolls(game.id) if len(set(roll)) > 1]
    options = dict(game.chosen)
    without = {box: max(twins.points(game.id, box, roll, options) for roll in rolls) for box in twins.boxes(game.id)}
    best = twins.most_of_each_box(game.id, options)
    raised = max(best[box] - without[box] for box in without)
    return sum(without.values()) + raised + (game.upper_bonus.points if game.upper_bonus else 0)
