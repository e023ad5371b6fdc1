"""Second derivations: the same questions answered by plain enumeration, sharing no code with the library.

The catalogue checks every figure against these. They are slow and obvious on purpose: dice are sorted tuples, a throw
is ``itertools.product``, a hold is any subset of the roll, a rule is read off the text of its game. Games and options
go by their ids; an option that is not named is at its default. Import nothing of the project here.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product

DIE = range(1, 7)
Roll = tuple[int, ...]
Options = Mapping[str, str] | None

NUMBERS = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
LOWER = {
    "yacht": "full-house four-of-a-kind little-straight big-straight choice yacht",
    "yacht-35": "choice four-of-a-kind full-house small-straight large-straight yacht",
    "yahtzee": "three-of-a-kind four-of-a-kind full-house small-straight large-straight yahtzee chance",
    "kniffel": "three-of-a-kind four-of-a-kind full-house small-straight large-straight yahtzee chance",
    "yatzy": "one-pair two-pairs three-of-a-kind four-of-a-kind small-straight large-straight full-house chance yatzy",
    "maxi-yatzy": "one-pair two-pairs three-pairs three-of-a-kind four-of-a-kind five-of-a-kind small-straight"
    " large-straight full-straight full-house villa tower chance maxi-yatzy",
    "generala": "straight full-house four-of-a-kind generala",
}
ALIKE = {"one-pair": 2, "three-of-a-kind": 3, "four-of-a-kind": 4, "five-of-a-kind": 5}
GROUPS = {"two-pairs": (2, 2), "three-pairs": (2, 2, 2), "full-house": (3, 2), "villa": (3, 3), "tower": (4, 2)}
JOKER_PRICES = {"full-house": 25, "small-straight": 30, "large-straight": 40}


def boxes(game_id: str, options: Options = None) -> list[str]:
    """The boxes of a card, from the top down."""
    double = ["double-generala"] if game_id == "generala" and (options or {}).get("double", "none") != "none" else []
    return [*NUMBERS, *LOWER[game_id].split(), *double]


def all_rolls(game_id: str) -> list[Roll]:
    return list(combinations_with_replacement(DIE, 6 if game_id == "maxi-yatzy" else 5))


def points(game_id: str, box: str, roll: Roll, options: Options = None, first_roll: bool = False) -> int:
    """What a roll pays in an open box by itself: no joker, and a double generala as if the first were scored."""
    options = options or {}
    if box in NUMBERS:
        return roll.count(NUMBERS[box]) * NUMBERS[box]
    if box in ("chance", "choice"):
        return sum(roll)
    if box in ("yacht", "yahtzee", "yatzy"):
        return 50 if len(set(roll)) == 1 else 0
    if box == "maxi-yatzy":
        return 100 if len(set(roll)) == 1 else 0
    if box == "generala":
        return int(options.get("generala", "50")) if len(set(roll)) == 1 else 0
    if box == "double-generala":
        return int(options["double"]) if len(set(roll)) == 1 else 0
    if box in ALIKE:
        paid = _alike(game_id, ALIKE[box], roll, options)
    elif box in GROUPS:
        paid = _groups(game_id, box, roll, options)
    else:
        paid = _straight(game_id, box, roll, options)
    if paid and first_roll and game_id == "generala":
        more = options.get("first-roll", "5")
        return paid if more == "none" else paid + int(more)
    return paid


def _alike(game_id: str, n: int, roll: Roll, options: Mapping[str, str]) -> int:
    faces = [face for face in DIE if roll.count(face) >= n]
    if not faces:
        return 0
    if game_id == "generala":
        return 40
    if game_id in ("yacht-35", "yahtzee", "kniffel") or (game_id == "yacht" and options.get("four-alike") == "all"):
        return sum(roll)
    return n * max(faces)  # yacht, yatzy, maxi-yatzy: the matching dice


def _groups(game_id: str, box: str, roll: Roll, options: Mapping[str, str]) -> int:
    """Groups of different numbers: of all that lie there the dearest, which matters with six dice only."""
    sizes = GROUPS[box]
    made = [
        sum(n * face for n, face in zip(sizes, faces, strict=True))
        for faces in permutations(DIE, len(sizes))
        if all(roll.count(face) >= n for n, face in zip(sizes, faces, strict=True))
    ]
    if box == "full-house" and options.get("five-alike-full-house") == "always" and len(set(roll)) == 1:
        made = [sum(roll)]
    if not made:
        return 0
    if box == "full-house" and game_id == "generala":
        return 30
    if box == "full-house" and (game_id in ("yahtzee", "kniffel") or options.get("prices") == "boxed"):
        return 25
    return max(made)  # the dice of the groups: all five of a full house


def _straight(game_id: str, box: str, roll: Roll, options: Mapping[str, str]) -> int:
    faces = set(roll)
    low, high = {1, 2, 3, 4, 5} <= faces, {2, 3, 4, 5, 6} <= faces
    four = any({n, n + 1, n + 2, n + 3} <= faces for n in (1, 2, 3))
    small, large = box in ("little-straight", "small-straight"), box in ("big-straight", "large-straight")
    if game_id == "generala":
        return 20 if _is_generala_straight(roll, options.get("straight", "plain")) else 0
    if box == "full-straight":
        return 21 if len(faces) == 6 else 0
    if game_id == "yacht" and options.get("straights", "30-30") == "30-30":
        return 30 if (small and low) or (large and high) else 0
    if game_id == "yacht":
        prices = options["straights"].split("-")
        return int(prices[0]) * four if small else int(prices[1]) * (low or high)
    if game_id == "yacht-35" and small and options.get("small-straight") == "exact":
        return 15 if low else 0
    if game_id == "yacht-35":
        return 15 * four if small else 30 * (low or high)
    if game_id in ("yahtzee", "kniffel") or options.get("prices") == "boxed":
        return 30 * four if small else 40 * (low or high)
    return 15 * low if small else 20 * high  # yatzy, maxi-yatzy


def _is_generala_straight(roll: Roll, reading: str) -> bool:
    plain = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})
    if reading == "ones-wild":  # each one is a 1, or stands for a 2 or a 6
        return any(set(as_read) in plain for as_read in product(*([1, 2, 6] if die == 1 else [die] for die in roll)))
    if reading == "any-wrap":
        return len(set(roll)) == 5
    return set(roll) in plain or (reading == "wrap" and set(roll) == {3, 4, 5, 6, 1})


def legal(
    game_id: str, card: Mapping[str, int], roll: Roll, options: Options = None, first_roll: bool = False
) -> dict[str, int]:
    """The boxes that a roll may fill on a card, and what each would pay."""
    chosen = options or {}
    paid = _paid(game_id, tuple(sorted(roll)), tuple(sorted(chosen.items())), first_roll)
    opened = {box: pays for box, pays in paid.items() if box not in card}
    if chosen.get("order") == "sheet":
        return dict(list(opened.items())[:1])
    if "double-generala" in opened and card.get("generala", 0) == 0:
        opened["double-generala"] = 0  # nothing to double yet, or it was given up
    five_alike = len(set(roll)) == 1
    if game_id in ("yahtzee", "kniffel") and five_alike and "yahtzee" in card:
        return _joker(opened, roll, chosen.get("joker", "forced"))
    return opened


def _joker(opened: dict[str, int], roll: Roll, reading: str) -> dict[str, int]:
    """The same for five alike when the box of five alike is filled."""
    own = next(box for box in NUMBERS if NUMBERS[box] == roll[0])
    below = {box: JOKER_PRICES.get(box, sum(roll)) for box in opened if box not in NUMBERS}
    if reading == "none":
        return opened
    if own in opened:  # not a joker yet
        return {own: opened[own]} if reading == "forced" else opened
    if reading == "forced":
        return below or opened
    return {**opened, **below}  # free: the number boxes that are open stay open, for nothing


def beside(game_id: str, card: Mapping[str, int], roll: Roll, options: Options = None) -> int:
    """What a roll earns beside the box that it fills: for a further five alike, once that box holds its 50."""
    if game_id not in ("yahtzee", "kniffel") or len(set(roll)) > 1 or card.get("yahtzee") != 50:
        return 0
    extra = (options or {}).get("extra", "100" if game_id == "yahtzee" else "50")
    return 0 if extra == "none" else int(extra)


def most_of_each_box(game_id: str, options: Options = None) -> dict[str, int]:
    """The most that any roll pays in each box, on a first roll or a later one: all 252 rolls, or 462 of six dice."""
    rolls = all_rolls(game_id)
    return {
        box: max(points(game_id, box, roll, options, first) for roll in rolls for first in (False, True))
        for box in boxes(game_id, options)
    }


def states(game_id: str, bonus_at: int) -> int:
    """How many kinds of card a game has: which boxes are filled, and what later turns need to know beside that.

    That is the total of the number boxes while the bonus can go either way (``bonus_at`` 0: there is none), and in the
    boxed game whether its box for five alike holds zero or its points.
    """
    n_dice, combinations_filled = len(all_rolls(game_id)[0]), 2 ** len(LOWER[game_id].split())
    if game_id in ("yahtzee", "kniffel"):
        combinations_filled += combinations_filled // 2
    kinds = 0
    for filled in product((False, True), repeat=6):
        totals, open_faces = {0}, [face for face, has in zip(DIE, filled, strict=True) if not has]
        for face in set(DIE) - set(open_faces):
            totals = {total + n * face for total in totals for n in range(n_dice + 1)}
        short = {total for total in totals if total + n_dice * sum(open_faces) < bonus_at}
        safe = {total for total in totals if total >= bonus_at}
        kinds += len(totals - short - safe) + bool(short) + bool(safe)
    return kinds * combinations_filled


@cache
def _paid(game_id: str, roll: Roll, chosen: tuple[tuple[str, str], ...], first_roll: bool) -> dict[str, int]:
    options = dict(chosen)
    return {box: points(game_id, box, roll, options, first_roll) for box in boxes(game_id, options)}


def goal_made(goal: str, roll: Roll) -> bool:
    """Whether a roll has the goal, written from its statement."""
    often, faces = [*sorted(Counter(roll).values(), reverse=True), 0], set(roll)
    return {
        "five-alike": often[0] >= 5,
        "four-alike": often[0] >= 4,
        "three-alike": often[0] >= 3,
        "full-house": often[0] >= 3 and often[1] >= 2,
        "straight-1-5": faces >= {1, 2, 3, 4, 5},
        "straight-2-6": faces >= {2, 3, 4, 5, 6},
        "five-run": faces >= {1, 2, 3, 4, 5} or faces >= {2, 3, 4, 5, 6},
        "four-run": any(set(range(n, n + 4)) <= faces for n in (1, 2, 3)),
        "two-pairs": often[1] >= 2,
        "pair": often[0] >= 2,
    }[goal]


def best_mean(value: Callable[[Roll], int], keep: Roll, throws: int, n_dice: int = 5) -> Fraction:
    """Mean of ``value`` at the end of a turn played only for it: keep these dice, throw the rest, hold best after."""
    return mean_of_throw(best_values(value, throws - 1, n_dice), keep, n_dice)


def best_values(value: Callable[[Roll], int], rerolls: int, n_dice: int = 5) -> dict[Roll, Fraction]:
    """By roll (sorted dice): the best mean that any holds can bring with that many re-rolls left."""
    values = {roll: value(roll) for roll in combinations_with_replacement(DIE, n_dice)}
    sizes = range(n_dice + 1)
    keeps = [kept for k in sizes for kept in combinations_with_replacement(DIE, k)]
    for _ in range(rerolls):  # whole numbers, over one more 6 ** n_dice each time
        means = {kept: sum(n * values[roll] for roll, n in _throws(kept, n_dice)) * 6 ** len(kept) for kept in keeps}
        values = {roll: max(means[kept] for k in sizes for kept in set(combinations(roll, k))) for roll in values}
    return {roll: Fraction(total, 6 ** (n_dice * rerolls)) for roll, total in values.items()}


def mean_of_throw(values: Mapping[Roll, Fraction], keep: Roll, n_dice: int = 5) -> Fraction:
    """Mean over every way in which the rest can fall."""
    ends = _throws(tuple(sorted(keep)), n_dice)
    return sum((n * values[roll] for roll, n in ends), Fraction(0)) / 6 ** (n_dice - len(keep))


@cache
def _throws(kept: Roll, n_dice: int) -> list[tuple[Roll, int]]:
    """Where throwing the rest can end, and by how many of the equally likely ways."""
    ends = Counter(tuple(sorted(kept + rest)) for rest in product(DIE, repeat=n_dice - len(kept)))
    return sorted(ends.items())
