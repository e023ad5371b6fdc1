"""PARTS: what is published, how it is computed and what checks it independently.

One place per figure: add an entry here (odds) or in ``best`` (whole games), run ``make figures``, review the diff of
``figures.json``. Every value comes from the library; every check comes from ``twins`` (plain enumeration), from
``rehearsal`` (games played out) or from a published value with its source. The parts are computed side by side.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from math import comb
from typing import Any, TypeVar

import numpy as np

from gen import best, decisions, twins
from gen.figures import Check, Figure, Series, compute, compute_series
from yachtlib.dice import Dice, lattice
from yachtlib.games.generala import GENERALA
from yachtlib.games.kniffel import KNIFFEL
from yachtlib.games.maxi_yatzy import MAXI_YATZY
from yachtlib.games.yacht import YACHT
from yachtlib.games.yacht_35 import YACHT_35
from yachtlib.games.yahtzee import YAHTZEE
from yachtlib.games.yatzy import YATZY
from yachtlib.odds import fresh_odds, keep_odds, odds
from yachtlib.rules import Box, Choice, Game, Option

GOAL_WORDS = {
    "five-alike": "five alike",
    "four-alike": "four alike or better",
    "three-alike": "three alike or better",
    "full-house": "three of one number and two of another",
    "straight-1-5": "1 2 3 4 5",
    "straight-2-6": "2 3 4 5 6",
    "five-run": "five in a row",
    "four-run": "four in a row or five",
    "two-pairs": "two pairs of different numbers or a full house",
    "pair": "a pair or better",
}
# With more dice than a goal needs, what is left over may be anything.
MORE_DICE = {
    "five-alike": "five alike or better",
    "full-house": "three of one number and two of another, or better",
    "straight-1-5": "1 2 3 4 5 among the dice",
    "straight-2-6": "2 3 4 5 6 among the dice",
    "five-run": "five in a row or six",
    "four-run": "four in a row or more",
    "two-pairs": "two pairs of different numbers or better",
}
ROLL_WORDS = {1: "one roll", 2: "two rolls", 3: "three rolls"}
ENUMERATED = "plain enumeration of every throw and every hold"

# Dice in hand that people argue about: what is kept, and what for.
KEEPS: dict[Dice, tuple[str, ...]] = {
    (6,): ("five-alike",),
    (6, 6): ("five-alike", "four-alike", "full-house"),
    (6, 6, 6): ("five-alike", "four-alike"),
    (6, 6, 6, 1): ("full-house",),
    (6, 6, 6, 6): ("five-alike",),
    (6, 6, 2, 2): ("full-house",),
    (5, 4, 3, 2): ("five-run", "straight-1-5", "straight-2-6"),
    (4, 3, 2, 1): ("straight-1-5",),
    (6, 5, 4, 2): ("straight-2-6",),
    (5, 4, 3): ("five-run", "four-run"),
}


def _last_digit(printed: str) -> Fraction:
    """One unit of the last digit: printed values are cut off or rounded. Whole numbers are meant whole."""
    decimals = len(printed.partition(".")[2])
    return Fraction(1, 10**decimals) if decimals else Fraction(0)


# Values that others publish: figure id -> citation key, the value as printed, and how far printing may have cut it.
PUBLISHED: dict[str, tuple[tuple[str, Fraction, Fraction], ...]] = (
    {
        "yacht.ceiling": (("wikipedia-yacht-mirror", Fraction(297), Fraction(0)),),
        "yacht.goal.five-alike.p1": (("newlisp-note-dice", Fraction(1, 1296), Fraction(0)),),
        "yacht.goal.five-alike.p3": (
            ("oeis-a096256", Fraction(347897, 7558272), Fraction(0)),
            ("newlisp-note-dice", Fraction(347897, 7558272), Fraction(0)),
            ("drmath-yahtzee-states", Fraction("0.046"), Fraction("0.0005")),
        ),
        "yacht.goal.full-house.p1": (("newlisp-note-dice", Fraction(25, 648), Fraction(0)),),
        "yacht.goal.five-run.p1": (("newlisp-note-dice", Fraction(5, 162), Fraction(0)),),
        "yacht.goal.four-run.p1": (("solve-club-small-straight", Fraction("0.15432"), Fraction("0.000005")),),
        "dice.keep.2345.five-run.t2": (("cornell-yahtzee", Fraction(5, 9), Fraction(0)),),
        "dice.keep.2456.straight-2-6.t2": (("cornell-yahtzee", Fraction(11, 36), Fraction(0)),),
    }
    | {
        f"yacht.{name}.alone": (("wizard-of-vegas-yahtzee", Fraction(printed), Fraction("0.0000005")),)
        for name, printed in {
            "box.ones": "2.106481",
            "box.twos": "4.212963",
            "box.threes": "6.319444",
            "box.fours": "8.425926",
            "box.fives": "10.532407",
            "box.sixes": "12.638889",
            "box.choice": "23.333333",
            "box.yacht": "2.301432",
            "option.four-alike.all.box.four-of-a-kind": "5.611263",
        }.items()
    }
    | {
        figure: tuple((key, Fraction(printed), _last_digit(printed)) for key, printed in values)
        for figure, values in {
            "yahtzee.best-play.mean": (("jdh8-yahtzee-engine", "254.5877"), ("yatzy-solver", "254.5877287")),
            "yahtzee.option.joker.free.mean": (
                ("verhoeff-yahtzee", "254.5896"),
                ("jdh8-yahtzee-engine", "254.5896"),
                ("yatzy-solver", "254.5896095"),
            ),
            "yahtzee.option.joker.free.best-play.sd": (("yatzy-solver", "59.6117"), ("glenn-yahtzee-2006", "59.61")),
            "yahtzee.option.joker.free.best-play.median": (("yatzy-solver", "248"),),
            "yahtzee.option.joker.none.mean": (("yatzy-solver", "253.9702412"),),
            "yahtzee.option.joker.none.ceiling": (("pyhtzee", "1480"),),
            "yahtzee.combination.plain.mean": (("glenn-yahtzee-2006", "245.87"), ("yatzy-solver", "245.8707745")),
            "yahtzee.ceiling": (("glenn-yahtzee-2006", "1575"), ("pyhtzee", "1575")),
            "yatzy.best-play.mean": (("yatzy-solver", "248.4399894"), ("teemukoukkari-yatzysolver", "248.44")),
            "yatzy.best-play.median": (("dlangk-yatzy", "249"),),
            "yatzy.best-play.sd": (("dlangk-yatzy", "38.5"),),
            "yatzy.best-play.p-bonus": (("dlangk-yatzy", "0.90"),),
            "yatzy.best-play.p-five-alike": (("dlangk-yatzy", "0.39"),),
            "yatzy.ceiling": (("wikipedia-yatzy", "374"), ("pusku-yatzy", "374")),
            "yatzy.misread.two-pairs.mean": (("larsson-sjoberg-yatzy-2012", "248.63"),),
            "yacht-35.option.five-alike-full-house.always.mean": (("ho94949-yacht-dice", "191.774369"),),
        }.items()
    }
)

# A first roll that pulls twelve ways: two 2s, an open run of three, a 6.
FIRST_ROLL: Dice = (6, 4, 3, 2, 2)


Entry = TypeVar("Entry", Figure, Series)

_counter: Any = None  # how many figures are computed, shared by the processes that compute parts


def count_in(counter: Any) -> None:
    """From now on count every figure computed here in ``counter.value``, a shared number with a lock."""
    global _counter
    _counter = counter


def compute_part(part: str) -> tuple[dict[str, dict], dict[str, dict], list[str]]:
    """The figures and the series of one part, and what is wrong with them; see ``figures.compute``."""
    figures, problems = compute(_counted(figures_of(part)))
    series, more = compute_series(_counted(series_of(part)))
    return figures, series, problems + more


def series_of(part: str) -> list[Series]:
    """Every series of one part."""
    return [entry for entry in PARTS[part]() if isinstance(entry, Series)]


def figures_of(part: str) -> Iterator[Figure]:
    """Every figure of one part, with the published values it must meet beside its twin."""
    for figure in PARTS[part]():
        if isinstance(figure, Series):
            continue
        published = PUBLISHED.get(figure.id, ())
        checks = (Check("the published value", lambda v=value: v, within, key) for key, value, within in published)
        yield replace(figure, checks=(*figure.checks, *checks))


def _counted(entries: Iterable[Entry]) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        if _counter is not None:
            with _counter.get_lock():
                _counter.value += 1


def _yacht() -> Iterator[Figure | Series]:
    for box in YACHT.boxes:
        yield _first_roll(YACHT, box)
    yield from _other(YACHT)


def _yahtzee() -> Iterator[Figure | Series]:
    yield from _other(YAHTZEE)
    yield from best.boxed_ceilings(YAHTZEE)


def _free_joker() -> Iterator[Figure]:
    free = YAHTZEE.with_options({"joker": "free"})
    yield from best.best_play(free, "yahtzee.option.joker.free.best-play", "where a joker may go anywhere")


def _kniffel() -> Iterator[Figure]:
    yield best.ceilings("kniffel.ceiling", KNIFFEL, f"by the {KNIFFEL.edition}.")
    yield from _readings(KNIFFEL)
    yield best.states(KNIFFEL)
    yield best.average("kniffel.best-play.mean", KNIFFEL, f"by the {KNIFFEL.edition}")
    yield from best.worths(KNIFFEL)


def _maxi_yatzy() -> Iterator[Figure]:
    yield from _odds(MAXI_YATZY)
    yield best.states(MAXI_YATZY)


def _yatzy() -> Iterator[Figure | Series]:
    yield from _other(YATZY)
    yield decisions.misread_two_pairs(YATZY)
    yield decisions.five_alike_only(YATZY)


def _other(game: Game) -> Iterator[Figure | Series]:
    yield from _odds(game)
    yield from _waiting(game)
    yield from best.whole_game(game)
    yield from decisions.decisions(game)


def _odds(game: Game) -> Iterator[Figure]:
    """A game's ceiling, and what single turns bring."""
    yield best.ceilings(f"{game.id}.ceiling", game, f"by the {game.edition}.")
    yield from _readings(game)
    for goal, throws in product(GOAL_WORDS, (1, 2, 3)):
        yield _goal(game, goal, throws)
    for box in game.boxes:
        yield _alone(f"{game.id}.box.{box.id}.alone", game, box, f"a turn of {game.name} played only for {box.name}", 3)
        yield _alone(f"{game.id}.box.{box.id}.one-throw", game, box, f"{box.name} from one roll of {game.name}", 1)


def _dice() -> Iterator[Figure]:
    dice = lattice(5)
    yield Figure(
        "dice.throws",
        "count",
        "Ways that five dice can fall, each as likely as the next.",
        lambda: int(dice.ways[dice.rolls].sum()),
        (Check("counting them one by one", lambda: sum(1 for _ in product(range(6), repeat=5))),),
    )
    yield Figure(
        "dice.rolls",
        "count",
        "Different rolls of five dice when their order does not matter.",
        lambda: dice.rolls.stop - dice.rolls.start,
        (Check("the formula for multisets", lambda: comb(5 + 6 - 1, 5)),),
    )
    for keep, goals in KEEPS.items():
        for goal, throws in product(goals, (1, 2)):
            yield _keep(keep, goal, throws)
    yield Figure(
        "dice.five-alike.rolls",
        "rolls",
        "Rolls until five alike, on average, when the largest set of equal dice is kept and rolls have no limit.",
        _rolls_until_five_alike,
        (
            Check(
                "the same chain from a plain enumeration of every throw, followed for 2,000 rolls",
                _twin_rolls_until_five_alike,
                Fraction(1, 10**9),
            ),
        ),
    )


def _readings(game: Game) -> Iterator[Figure]:
    for option in game.options:
        for choice in option.choices:
            yield from _reading(game, option, choice)


def _reading(game: Game, option: Option, choice: Choice) -> Iterator[Figure]:
    """What one reading of a disputed rule changes: the ceiling, and the boxes that it prices."""
    table = game.with_options({option.id: choice.id})
    name = f"{game.id}.option.{option.id}.{choice.id}"
    rules = f"where tables say: {option.reading(choice)}."
    yield best.ceilings(f"{name}.ceiling", table, rules)
    yield Figure(
        f"{name}.ceiling.worth",
        "points",
        f"What it adds to the ceiling {rules}",
        lambda: best.most_of_card(table).total - best.most_of_card(game).total,
        (Check("both bounds over all rolls, one less the other", lambda: best.bound(table) - best.bound(game)),),
    )
    for box in choice.boxes:
        turn = f"a turn of {game.name} played only for {box.name}"
        if table.lock and table.lock.box == box.id:
            turn += f" once {table.box(table.lock.until).name} holds its points"
        yield _alone(f"{name}.box.{box.id}.alone", table, box, f"{turn}, {rules[:-1]}", 3)


def _goal(game: Game, goal: str, throws: int) -> Figure:
    words = GOAL_WORDS if game.n_dice == 5 else GOAL_WORDS | MORE_DICE
    return Figure(
        f"{game.id}.goal.{goal}.p{throws}",
        "chance",
        f"Chance of {words[goal]} within {ROLL_WORDS[throws]} of {game.name}, played for nothing else.",
        lambda: fresh_odds(game, throws - 1).goals[goal].mean,
        (Check(ENUMERATED, lambda: _twin_goal(goal, (), throws, game.n_dice)),),
    )


def _alone(name: str, game: Game, box: Box, turn: str, throws: int) -> Figure:
    return Figure(
        name,
        "mean points",
        f"Expected points of {turn}.",
        lambda: fresh_odds(game, throws - 1).boxes[box.id].mean,
        (Check(ENUMERATED, lambda: _twin_box(game, box, (), throws)),),
    )


def _rolls_until_five_alike() -> Fraction:
    """From five alike backwards: a throw takes k equal dice to at least as many, with the chances of the library."""
    goals = ("pair", "three-alike", "four-alike", "five-alike")
    still: dict[int, Fraction] = {5: Fraction(0)}
    for alike in (4, 3, 2, 1, 0):
        reached = keep_odds(YACHT, (6,) * alike, 1).goals
        at_least = [Fraction(1), *(reached[goal].mean for goal in goals), Fraction(0)]
        chance = {k: at_least[k - 1] - at_least[k] for k in range(max(alike, 1), 6)}
        stays = chance.get(alike, Fraction(0))
        further = sum(p * still[k] for k, p in chance.items() if k > alike)
        still[alike] = (1 + further) / (1 - stays)
    return still[0]


def _twin_rolls_until_five_alike() -> Fraction:
    """1 + the chances that five alike has not come after each number of rolls."""
    moves = np.zeros((6, 6))
    for alike in range(6):
        for thrown in product(range(1, 7), repeat=5 - alike):
            dice = (6,) * alike + thrown
            moves[alike, max(dice.count(face) for face in set(dice))] += 1 / 6 ** (5 - alike)
    now, total = np.eye(6)[0], 1.0
    for _ in range(2000):
        now = now @ moves
        total += 1 - now[5]
    return Fraction(total)


def _keep(keep: Dice, goal: str, throws: int) -> Figure:
    kept = tuple(sorted(keep))
    return Figure(
        f"dice.keep.{_digits(kept)}.{goal}.t{throws}",
        "chance",
        f"Chance of {GOAL_WORDS[goal]} after keeping {_digits(kept, ' ')}, with {ROLL_WORDS[throws]} left.",
        lambda: keep_odds(YACHT, keep, throws).goals[goal].mean,  # goals are those of every game of five dice
        (Check(ENUMERATED, lambda: _twin_goal(goal, keep, throws)),),
        hold=lambda: kept,
    )


def _first_roll(game: Game, box: Box) -> Figure:
    rolled = tuple(sorted(FIRST_ROLL))
    prospect = odds(game, FIRST_ROLL, 2).boxes[box.id]
    holds = {keep for k in range(6) for keep in combinations(rolled, k)}
    return Figure(
        f"{game.id}.first.{_digits(rolled)}.{box.id}",
        "mean points",
        f"Expected points in {box.name} after a first roll of {_digits(rolled, ' ')} and the best hold for it.",
        lambda: prospect.mean,
        (
            Check(
                "the best of all holds, each by plain enumeration",
                lambda: max(_twin_box(game, box, keep, 2) for keep in holds),
            ),
            Check("the hold named, by plain enumeration", lambda: _twin_box(game, box, prospect.hold, 2)),
        ),
        hold=lambda: tuple(sorted(prospect.hold)),
    )


def _waiting(game: Game) -> Iterator[Figure]:
    """Five alike over many turns, each of them played for nothing else."""
    n_turns = len(game.boxes)

    def p_turn() -> Fraction:
        return fresh_odds(game, 2).goals["five-alike"].mean

    def summed(mean: Callable[[int, float], float], turns: int) -> Fraction:
        p = float(_twin_goal("five-alike", (), 3))
        return Fraction(sum(mean(turn, p * (1 - p) ** (turn - 1)) for turn in range(1, turns + 1)))

    yield Figure(
        f"{game.id}.goal.five-alike.turns",
        "turns",
        "Turns until the first five alike, on average, when every turn is played for nothing else.",
        lambda: 1 / p_turn(),
        (
            Check(
                "the same mean summed turn by turn over 2,000 turns, with the chance by plain enumeration",
                lambda: summed(lambda turn, p_first: turn * p_first, 2000),
                Fraction(1, 10**9),
            ),
        ),
    )
    yield Figure(
        f"{game.id}.goal.five-alike.in-game",
        "chance",
        f"Chance of at least one five alike in {n_turns} turns, each played for nothing else.",
        lambda: 1 - (1 - p_turn()) ** n_turns,
        (
            Check(
                "the chances of a first five alike in each turn, added up, with the chance by plain enumeration",
                lambda: summed(lambda _, p_first: p_first, n_turns),
                Fraction(1, 10**12),
            ),
        ),
    )


def _digits(dice: Dice, between: str = "") -> str:
    return between.join(map(str, dice))


def _twin_goal(goal: str, keep: Dice, throws: int, n_dice: int = 5) -> Fraction:
    return twins.mean_of_throw(_goal_values(goal, throws - 1, n_dice), keep, n_dice)


def _twin_box(game: Game, box: Box, keep: Dice, throws: int) -> Fraction:
    values, options = _box_values(game.id, box.id, throws - 1, game.chosen), dict(game.chosen)
    if not keep:  # the first roll, which may stop and take what a first roll pays
        values = {
            roll: max(value, Fraction(twins.points(game.id, box.id, roll, options, first_roll=True)))
            for roll, value in values.items()
        }
    return twins.mean_of_throw(values, keep, game.n_dice)


@cache
def _goal_values(goal: str, rerolls: int, n_dice: int) -> dict[Dice, Fraction]:
    return twins.best_values(lambda roll: int(twins.goal_made(goal, roll)), rerolls, n_dice)


@cache
def _box_values(game: str, box: str, rerolls: int, chosen: tuple[tuple[str, str], ...]) -> dict[Dice, Fraction]:
    n_dice = len(twins.all_rolls(game)[0])
    return twins.best_values(lambda roll: twins.points(game, box, roll, dict(chosen)), rerolls, n_dice)


# The longest first, so that two processors end together.
PARTS: Mapping[str, Callable[[], Iterator[Figure | Series]]] = {
    "yatzy": _yatzy,
    "yahtzee": _yahtzee,
    "free-joker": _free_joker,
    "yacht-35": partial(_other, YACHT_35),
    "kniffel": _kniffel,
    "maxi-yatzy": _maxi_yatzy,
    "yacht": _yacht,
    "generala": partial(_other, GENERALA),
    "dice": _dice,
}
# In this order they stand in figures.json and on the page of figures.
ORDER = ("dice", "yacht", "yacht-35", "yahtzee", "free-joker", "kniffel", "yatzy", "maxi-yatzy", "generala")
