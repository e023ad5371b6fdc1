"""FIGURES: what is published, how it is computed and what checks it independently.

One place per figure: add an entry here, run ``make figures``, review the diff of ``figures.json``. Every value comes
from the library; every check comes from ``twins`` (plain enumeration) or from a published value with its source.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

from gen import twins
from gen.figures import Check, Figure
from yachtlib.dice import Dice, lattice
from yachtlib.games.yacht import YACHT
from yachtlib.odds import fresh_odds, keep_odds, odds
from yachtlib.outcomes import ceiling
from yachtlib.rules import Choice, Game, Option

GOAL_WORDS = {
    "five-alike": "five alike",
    "four-alike": "four alike or better",
    "three-alike": "three alike or better",
    "full-house": "three of one number and two of another",
    "straight-1-5": "1 2 3 4 5",
    "straight-2-6": "2 3 4 5 6",
    "five-run": "five in a row",
    "four-run": "four in a row or five",
    "two-pairs": "two pairs of different numbers, a full house included",
    "pair": "a pair or better",
}
ROLL_WORDS = {1: "one roll", 2: "two rolls", 3: "three rolls"}
ENUMERATED = "plain enumeration of every throw and every hold"

# Dice in hand that people argue about: what is kept, and what for.
KEEPS: dict[Dice, tuple[str, ...]] = {
    (6,): ("five-alike",),
    (6, 6): ("five-alike", "four-alike", "full-house"),
    (6, 6, 6): ("five-alike", "four-alike", "full-house"),
    (6, 6, 6, 6): ("five-alike",),
    (6, 6, 2, 2): ("full-house",),
    (5, 4, 3, 2): ("five-run", "straight-1-5", "straight-2-6"),
    (4, 3, 2, 1): ("straight-1-5",),
    (6, 5, 4, 2): ("straight-2-6",),
    (5, 4, 3): ("five-run", "four-run"),
}

# Values that others publish: figure id -> citation key, the value as printed, and how far printing may have cut it.
PUBLISHED: dict[str, tuple[tuple[str, Fraction, Fraction], ...]] = {
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
    "yacht.keep.2345.five-run.t2": (("cornell-yahtzee", Fraction(5, 9), Fraction(0)),),
    "yacht.keep.2456.straight-2-6.t2": (("cornell-yahtzee", Fraction(11, 36), Fraction(0)),),
} | {
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

# A first roll that pulls twelve ways: two 2s, an open run of three, a 6.
FIRST_ROLL: Dice = (6, 4, 3, 2, 2)


def yacht_figures() -> Iterator[Figure]:
    """Every figure of the 1938 game, with the published values it must meet beside its twin."""
    for figure in _figures():
        published = PUBLISHED.get(figure.id, ())
        checks = (Check("the published value", lambda v=value: v, within, key) for key, value, within in published)
        yield replace(figure, checks=(*figure.checks, *checks))


def _figures() -> Iterator[Figure]:
    yield from _dice()
    yield from _ceilings(YACHT)
    yield from _goals(YACHT)
    yield from _boxes(YACHT)
    yield from _keeps(YACHT)
    yield from _first_roll(YACHT)
    yield from _waiting(YACHT)


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


def _ceilings(game: Game) -> Iterator[Figure]:
    boxes = [box.id for box in game.boxes]

    def twin(options: dict[str, str]) -> Check:
        return Check(
            f"the most of each box over all throws, added up: {ENUMERATED}", lambda: twins.yacht_ceiling(boxes, options)
        )

    yield Figure(
        f"{game.id}.ceiling",
        "points",
        f"The most points that a card of {game.name} can hold, by the {game.edition}.",
        lambda: ceiling(game).total,
        (twin({}),),
    )
    for option, choice in _choices(game):
        table = game.with_options({option.id: choice.id})
        name, options = f"{game.id}.option.{option.id}.{choice.id}", {option.id: choice.id}
        yield Figure(
            f"{name}.ceiling",
            "points",
            f"The most points that a card can hold where the table plays: {option.question} {_sentence(choice.says)}",
            lambda table=table: ceiling(table).total,
            (twin(options),),
        )
        yield Figure(
            f"{name}.ceiling.worth",
            "points",
            f"What that reading adds to the ceiling: {option.question} {_sentence(choice.says)}",
            lambda table=table: ceiling(table).total - ceiling(game).total,
            (
                Check(
                    "both ceilings from all 7,776 throws, one less the other",
                    lambda options=options: twins.yacht_ceiling(boxes, options) - twins.yacht_ceiling(boxes),
                ),
            ),
        )
        for box in choice.boxes:
            yield Figure(
                f"{name}.box.{box.id}.alone",
                "mean points",
                f"Expected points of a turn played only for {box.name} where it pays: {_sentence(choice.says)}",
                lambda table=table, box=box: fresh_odds(table, 2).boxes[box.id].mean,
                (Check(ENUMERATED, lambda box=box, options=options: _twin_box(box.id, (), 3, tuple(options.items()))),),
            )


def _goals(game: Game) -> Iterator[Figure]:
    for goal, words in GOAL_WORDS.items():
        for throws in (1, 2, 3):
            yield Figure(
                f"{game.id}.goal.{goal}.p{throws}",
                "chance",
                f"Chance of {words} within {ROLL_WORDS[throws]}, played for nothing else.",
                lambda goal=goal, throws=throws: fresh_odds(game, throws - 1).goals[goal].mean,
                (Check(ENUMERATED, lambda goal=goal, throws=throws: _twin_goal(goal, (), throws)),),
            )


def _boxes(game: Game) -> Iterator[Figure]:
    for box in game.boxes:
        yield Figure(
            f"{game.id}.box.{box.id}.alone",
            "mean points",
            f"Expected points of a turn played only for {box.name}.",
            lambda box=box: fresh_odds(game, 2).boxes[box.id].mean,
            (Check(ENUMERATED, lambda box=box: _twin_box(box.id, (), 3)),),
        )
        yield Figure(
            f"{game.id}.box.{box.id}.one-throw",
            "mean points",
            f"Expected points of {box.name} from a single roll.",
            lambda box=box: fresh_odds(game, 0).boxes[box.id].mean,
            (Check("the sum over all throws, divided by their number", lambda box=box: _twin_box(box.id, (), 1)),),
        )


def _keeps(game: Game) -> Iterator[Figure]:
    for keep, goals in KEEPS.items():
        for goal, throws in product(goals, (1, 2)):
            kept = " ".join(map(str, sorted(keep)))
            yield Figure(
                f"{game.id}.keep.{kept.replace(' ', '')}.{goal}.t{throws}",
                "chance",
                f"Chance of {GOAL_WORDS[goal]} after keeping {kept}, with {ROLL_WORDS[throws]} left.",
                lambda keep=keep, goal=goal, throws=throws: keep_odds(game, keep, throws).goals[goal].mean,
                (Check(ENUMERATED, lambda keep=keep, goal=goal, throws=throws: _twin_goal(goal, keep, throws)),),
                hold=tuple(sorted(keep)),
            )


def _first_roll(game: Game) -> Iterator[Figure]:
    rolled = " ".join(map(str, sorted(FIRST_ROLL)))
    for box in game.boxes:
        prospect = odds(game, FIRST_ROLL, 2).boxes[box.id]
        yield Figure(
            f"{game.id}.first.{rolled.replace(' ', '')}.{box.id}",
            "mean points",
            f"Expected points in {box.name} after a first roll of {rolled} and the best hold for it.",
            lambda prospect=prospect: prospect.mean,
            (
                Check(
                    "the best of all holds, each worked out by plain enumeration",
                    lambda box=box: max(_twin_box(box.id, keep, 2) for keep in _holds(FIRST_ROLL)),
                ),
                Check(
                    "the hold named, worked out by plain enumeration",
                    lambda box=box, keep=prospect.hold: _twin_box(box.id, keep, 2),
                ),
            ),
            hold=tuple(sorted(prospect.hold)),
        )


def _waiting(game: Game) -> Iterator[Figure]:
    """Five alike over many turns, each of them played for nothing else."""
    n_turns = len(game.boxes)

    def p_turn() -> Fraction:
        return fresh_odds(game, 2).goals["five-alike"].mean

    yield Figure(
        f"{game.id}.goal.five-alike.turns",
        "turns",
        "Turns until the first five alike, on average, when every turn is played for nothing else.",
        lambda: 1 / p_turn(),
        (
            Check(
                "the same mean summed turn by turn over 2,000 turns, with the chance by plain enumeration",
                lambda: sum(t * float(_p()) * (1 - float(_p())) ** (t - 1) for t in range(1, 2001)),
                Fraction(1, 10**6),
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
                lambda: sum(_p() * (1 - _p()) ** t for t in range(n_turns)),
            ),
        ),
    )


def _choices(game: Game) -> Iterator[tuple[Option, Choice]]:
    return ((option, choice) for option in game.options for choice in option.choices)


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:] + "."


def _holds(roll: Dice) -> list[Dice]:
    masks = product((False, True), repeat=len(roll))
    return sorted({tuple(face for face, kept in zip(roll, mask, strict=True) if kept) for mask in masks})


def _p() -> Fraction:
    return _twin_goal("five-alike", (), 3)


def _twin_goal(goal: str, keep: Dice, throws: int) -> Fraction:
    return twins.mean_of_throw(_goal_values(goal, throws - 1), keep)


def _twin_box(box: str, keep: Dice, throws: int, options: tuple[tuple[str, str], ...] = ()) -> Fraction:
    return twins.mean_of_throw(_box_values(box, throws - 1, options), keep)


@cache
def _goal_values(goal: str, rerolls: int) -> dict[Dice, Fraction]:
    return twins.best_values(lambda roll: int(twins.goal_made(goal, roll)), rerolls)


@cache
def _box_values(box: str, rerolls: int, options: tuple[tuple[str, str], ...]) -> dict[Dice, Fraction]:
    return twins.best_values(lambda roll: twins.yacht_points(box, roll, dict(options)), rerolls)


FIGURES = tuple(yacht_figures())
