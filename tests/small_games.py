"""Cut-down games, each written twice: with the library's vocabulary, and plainly for the search by brute force.

Together they use every rule that the solver knows.
"""

from dataclasses import dataclass
from functools import cache

from brute import Brute, Small

from yachtlib.rules import NUMBERS, Box, FirstRollBonus, Game, Joker, Lock, RepeatBonus, UpperBonus
from yachtlib.scoring import ALL, MATCHING, Alike, Anything, Groups, Run


def lower(box_id, pattern, price):
    return Box(box_id, box_id.title(), "lower", pattern, price)


def most_alike(roll):
    return max(map(roll.count, roll))


BOXES = {
    **{box.id: (box, lambda roll, face=face: face * roll.count(face)) for face, box in enumerate(NUMBERS, start=1)},
    "pair": (
        lower("pair", Alike(2), MATCHING),
        lambda roll: max((2 * face for face in roll if roll.count(face) >= 2), default=0),
    ),
    "any-pair": (lower("any-pair", Alike(2), 6), lambda roll: 6 * (most_alike(roll) >= 2)),
    "house": (lower("house", Groups((2, 1)), 8), lambda roll: 8 * (len(set(roll)) == 2)),
    "two-pairs": (
        lower("two-pairs", Groups((2, 2)), ALL),
        lambda roll: sum(roll) if sorted(map(roll.count, set(roll))) == [2, 2] else 0,
    ),
    "run": (lower("run", Run(3), 9), lambda roll: 9 * ({1, 2, 3} <= set(roll) or {2, 3, 4} <= set(roll))),
    "other-run": (lower("other-run", Run(3), 9), lambda roll: 9 * ({1, 2, 3} <= set(roll) or {2, 3, 4} <= set(roll))),
    "triple": (lower("triple", Alike(3), 15), lambda roll: 15 * (most_alike(roll) >= 3)),
    "second-triple": (lower("second-triple", Alike(3), 22), lambda roll: 22 * (most_alike(roll) >= 3)),
    "chance": (lower("chance", Anything(), ALL), sum),
}
WILD = {"house": 8, "run": 9}


@dataclass(frozen=True)
class Pair:
    """One game in both words."""

    game: Game
    small: Small


def pair(boxes, bonus=None, repeat=None, joker=None, first=None, lock=None, in_order=False, **dice):
    """The same game twice; rules as tuples of what they say."""
    ids = boxes.split()
    game = Game(
        id="small",
        name="Small",
        edition="cut down",
        boxes=tuple(BOXES[box][0] for box in ids),
        upper_bonus=bonus and UpperBonus(*bonus),
        repeat_bonus=repeat and RepeatBonus(*repeat),
        joker=joker and Joker(*joker),
        first_roll=first and FirstRollBonus(*first),
        lock=lock and Lock(*lock),
        in_order=in_order,
        **{"n_dice": 3, "n_faces": 4} | dice,
    )
    rules = {"bonus": bonus, "repeat": repeat, "joker": joker, "first": first, "lock": lock}
    small = Small(
        boxes={box: BOXES[box][1] for box in ids},
        faces={box.id: face for face, box in enumerate(NUMBERS, start=1) if box.id in ids},
        wild={box: price for box, price in WILD.items() if box in ids},
        in_order=in_order,
        **{name: rule for name, rule in rules.items() if rule},
        **dice,
    )
    return Pair(game, small)


SMALL_GAMES = {
    "no bonus": pair("ones threes pair triple"),
    "a bonus within reach": pair("threes fours pair triple", bonus=(14, 10)),
    "a bonus out of reach": pair("ones twos any-pair run", bonus=(10, 40)),
    "two throws of four dice": pair("ones threes two-pairs triple", bonus=(9, 7), n_dice=4, n_faces=3, n_rolls=2),
    "four throws": pair("twos threes house run", bonus=(8, 5), n_rolls=4),
    "forced jokers and a repeat bonus": pair(
        "ones threes house run triple", bonus=(8, 5), repeat=("triple", 7), joker=("triple", True)
    ),
    "free jokers and a repeat bonus": pair(
        "ones threes run triple", bonus=(8, 5), repeat=("triple", 7), joker=("triple", False)
    ),
    "a repeat bonus without jokers": pair("twos fours house triple", bonus=(12, 5), repeat=("triple", 9)),
    # A triple of ones must go into Ones while that is open, though the second triple would pay more, and later into
    # Chance, though a zero in Twos would cost less.
    "jokers forced to their number": pair("ones threes triple second-triple", joker=("triple", True)),
    "jokers free of their number": pair("ones threes triple second-triple", joker=("triple", False)),
    "jokers forced below": pair("ones twos chance triple", joker=("triple", True)),
    "jokers free to be given up": pair("ones twos chance triple", joker=("triple", False)),
    "two boxes alike": pair("ones threes run other-run"),
    "a lock": pair("ones fours triple second-triple", lock=("second-triple", "triple")),
    "more for the first roll": pair("ones fours run any-pair", bonus=(8, 5), first=(("run", "any-pair"), 5)),
    "a lock and more for the first roll": pair(
        "fours run triple second-triple", first=(("run",), 5), lock=("second-triple", "triple")
    ),
    "more for a first roll that the lock is about": pair(
        "fours any-pair triple second-triple", first=(("any-pair",), 12), lock=("second-triple", "triple")
    ),
    "a repeat bonus for what most rolls have": pair("fours any-pair chance", repeat=("any-pair", 9)),
    "a lock that most rolls open": pair("fours any-pair triple", lock=("triple", "any-pair")),
    "the order of the sheet": pair("twos fours pair chance", bonus=(10, 6), in_order=True),
    "a lock in the order of the sheet": pair(
        "ones fours triple second-triple", bonus=(9, 4), lock=("second-triple", "triple"), in_order=True
    ),
}


@cache
def brute(name):
    """The search of a small game, shared by all tests: what it has found once it does not look for again."""
    return Brute(SMALL_GAMES[name].small)
