"""Second derivations: the same questions answered by plain enumeration, sharing no code with the library.

The catalogue checks every figure against these. They are slow and obvious on purpose: dice are sorted tuples, a throw
is ``itertools.product``, a hold is any subset of the roll. Import nothing of the project here.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product

DIE = range(1, 7)
Roll = tuple[int, ...]

NUMBERS = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}


def yacht_points(box: str, roll: Roll, options: Mapping[str, str] | None = None) -> int:
    """Points of a roll in a box of Yacht, written from the rule text; options as ``{"straights": "15-30"}``."""
    options = options or {}
    often = sorted(Counter(roll).values(), reverse=True)
    if box in NUMBERS:
        return roll.count(NUMBERS[box]) * NUMBERS[box]
    if box == "choice":
        return sum(roll)
    if box == "yacht":
        return 50 if len(set(roll)) == 1 else 0
    if box == "full-house":
        lenient = options.get("five-alike-full-house") == "always"
        return sum(roll) if often == [3, 2] or (lenient and often == [5]) else 0
    if box == "four-of-a-kind":
        if often[0] < 4:
            return 0
        return sum(roll) if options.get("four-alike") == "all" else 4 * sorted(roll)[2]
    little, big = (int(n) for n in options.get("straights", "30-30").split("-"))
    if options.get("straights", "30-30") == "30-30":
        wanted = {1, 2, 3, 4, 5} if box == "little-straight" else {2, 3, 4, 5, 6}
        return 30 if set(roll) == wanted else 0
    if box == "little-straight":
        return little if any({n, n + 1, n + 2, n + 3} <= set(roll) for n in (1, 2, 3)) else 0
    return big if sorted(roll) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]) else 0


def yacht_ceiling(boxes: list[str], options: Mapping[str, str] | None = None) -> int:
    """The most of each box over all 252 rolls, added, and the bonus where the table pays one."""
    rolls = list(combinations_with_replacement(DIE, 5))
    most = {box: max(yacht_points(box, roll, options) for roll in rolls) for box in boxes}
    earned = sum(most[box] for box in NUMBERS) >= 63
    return sum(most.values()) + (35 if earned and (options or {}).get("bonus") == "35" else 0)


def goal_made(goal: str, roll: Roll) -> bool:
    """Whether a roll has the goal, written from its statement."""
    often, faces = sorted(Counter(roll).values(), reverse=True), set(roll)
    return {
        "five-alike": often[0] == 5,
        "four-alike": often[0] >= 4,
        "three-alike": often[0] >= 3,
        "full-house": often == [3, 2],
        "straight-1-5": faces == {1, 2, 3, 4, 5},
        "straight-2-6": faces == {2, 3, 4, 5, 6},
        "five-run": len(faces) == 5 and max(faces) - min(faces) == 4,
        "four-run": any(set(range(n, n + 4)) <= faces for n in (1, 2, 3)),
        "two-pairs": len(often) > 1 and often[1] >= 2,
        "pair": often[0] >= 2,
    }[goal]


def best_mean(value: Callable[[Roll], int], keep: Roll, throws: int) -> Fraction:
    """Mean of ``value`` at the end of a turn played only for it: keep these dice, throw the rest, hold best after."""
    return mean_of_throw(best_values(value, throws - 1), keep)


def best_values(value: Callable[[Roll], int], rerolls: int) -> dict[Roll, Fraction]:
    """By roll (sorted dice): the best mean that any holds can bring with that many re-rolls left."""
    values = {roll: value(roll) for roll in combinations_with_replacement(DIE, 5)}
    keeps = [kept for k in range(6) for kept in combinations_with_replacement(DIE, k)]
    for _ in range(rerolls):  # whole numbers, over one more 6 ** 5 each time
        means = {kept: sum(n * values[roll] for roll, n in _throws(kept)) * 6 ** len(kept) for kept in keeps}
        values = {roll: max(means[kept] for k in range(6) for kept in set(combinations(roll, k))) for roll in values}
    return {roll: Fraction(points, 6 ** (5 * rerolls)) for roll, points in values.items()}


def mean_of_throw(values: Mapping[Roll, Fraction], keep: Roll) -> Fraction:
    """Mean over every way in which the rest can fall."""
    return sum((n * values[roll] for roll, n in _throws(tuple(sorted(keep)))), Fraction(0)) / 6 ** (5 - len(keep))


@cache
def _throws(kept: Roll) -> list[tuple[Roll, int]]:
    """Where throwing the rest can end, and by how many of the equally likely ways."""
    ends = Counter(tuple(sorted(kept + rest)) for rest in product(DIE, repeat=5 - len(kept)))
    return sorted(ends.items())
