"""One-turn odds, worked out again by plain enumeration, by chains on smaller states, by formulas and by the twins.

A chance after r throws of five dice is compared as an exact fraction; nothing here is rounded.
"""

import statistics
import time
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import lcm

import pytest

from gen import twins
from yachtlib.dice import InputError
from yachtlib.games import GAMES, find_game
from yachtlib.odds import fresh_odds, keep_odds, odds
from yachtlib.scoring import GOALS

YACHT = find_game("yacht")
LENIENT = {"straights": "15-30", "four-alike": "all", "five-alike-full-house": "always"}
DIE = range(1, 7)
ROLLS = list(combinations_with_replacement(range(6, 0, -1), 5))
KEEPS = [keep for k in range(6) for keep in combinations_with_replacement(range(6, 0, -1), k)]
NUMBERS = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
BOXES = [*NUMBERS, "full-house", "four-of-a-kind", "little-straight", "big-straight", "choice", "yacht"]
THINGS = [("box", box) for box in BOXES] + [("goal", goal) for goal in GOALS]
each_thing = pytest.mark.parametrize("thing", THINGS, ids=" ".join)
each_reroll = pytest.mark.parametrize("rerolls", [1, 2])


@cache
def game(lenient=False):
    return YACHT.with_options(LENIENT if lenient else {})


@cache
def of_roll(roll, rerolls, lenient=False):
    return odds(game(lenient), roll, rerolls)


@cache
def of_keep(keep, throws, lenient=False):
    return keep_odds(game(lenient), keep, throws)


def prospect(found, thing):
    kind, name = thing
    return (found.boxes if kind == "box" else found.goals)[name]


def subsets(roll):
    """Every set of the five dice that may be held, as a keep."""
    return {keep for k in range(6) for keep in combinations(roll, k)}


def fewest_then_highest(keep):
    return len(keep), [-face for face in keep]


def test_there_are_twelve_boxes_and_ten_goals():
    found = of_roll((6, 6, 5, 2, 2), 2)
    assert list(found.boxes) == list(found.now) == BOXES
    assert list(found.goals) == list(GOALS)
    assert len(GOALS) == 10


# Plain enumeration: every ordered way that the dice can fall, every set of dice that may be held.


def pays(roll):
    """What a roll is worth for every thing of THINGS, from the rule text."""
    often = sorted((roll.count(face) for face in DIE), reverse=True)
    faces = "".join(str(face) for face in DIE if face in roll)
    four_run = any(run in faces for run in ("1234", "2345", "3456"))
    boxes = [
        *(roll.count(face) * face for face in DIE),
        sum(roll) if often[:2] == [3, 2] else 0,
        sum(4 * face for face in DIE if roll.count(face) >= 4),
        30 if faces == "12345" else 0,
        30 if faces == "23456" else 0,
        sum(roll),
        50 if often[0] == 5 else 0,
    ]
    goals = [
        often[0] == 5,
        often[0] >= 4,
        often[0] >= 3,
        often[:2] == [3, 2],
        faces == "12345",
        faces == "23456",
        faces in ("12345", "23456"),
        four_run,
        often[1] >= 2,
        often[0] >= 2,
    ]
    return [*boxes, *map(int, goals)]


@cache
def enumerated():
    """Values of every roll by re-rolls left, and of every keep by throws left: one whole number a thing.

    Over 6 ** 5 for each throw still to come. A keep of k dice has 6 ** (5 - k) ends, so each of them weighs 6 ** k.
    """
    rolls = [{fall: pays(fall) for fall in product(DIE, repeat=5)}]
    keeps = [{}]
    for throws in (1, 2, 3):
        values = rolls[-1]
        ends = {keep: [values[keep + rest] for rest in product(DIE, repeat=5 - len(keep))] for keep in KEEPS}
        keeps.append(
            {keep: [sum(column) * 6 ** len(keep) for column in zip(*rows, strict=True)] for keep, rows in ends.items()}
        )
        best = {
            roll: [max(column) for column in zip(*(keeps[throws][keep] for keep in subsets(roll)), strict=True)]
            for roll in ROLLS
        }
        rolls.append({fall: best[tuple(sorted(fall, reverse=True))] for fall in rolls[0]})
    return rolls, keeps


@each_thing
@pytest.mark.parametrize("rerolls", [0, 1, 2])
def test_every_roll_is_worth_what_plain_enumeration_finds(thing, rerolls):
    rolls, _ = enumerated()
    column = THINGS.index(thing)
    for roll in ROLLS:
        plain = Fraction(rolls[rerolls][roll][column], 6 ** (5 * rerolls))
        assert prospect(of_roll(roll, rerolls), thing).mean == plain, roll


@each_thing
@pytest.mark.parametrize("throws", [1, 2, 3])
def test_every_keep_is_worth_what_plain_enumeration_finds(thing, throws):
    _, keeps = enumerated()
    column = THINGS.index(thing)
    for keep in KEEPS:
        plain = Fraction(keeps[throws][keep][column], 6 ** (5 * throws))
        assert prospect(of_keep(keep, throws), thing).mean == plain, keep


def test_what_the_dice_pay_as_they_lie_is_given_beside_what_may_come():
    for roll in ROLLS:
        now = dict(zip(BOXES, pays(roll), strict=False))
        assert [of_roll(roll, rerolls).now for rerolls in (0, 1, 2)] == [now] * 3
    assert fresh_odds(YACHT, 2).now == dict.fromkeys(BOXES, 0)


@each_thing
@each_reroll
@pytest.mark.parametrize("lenient", [False, True], ids=["1938 rules", "other readings"])
def test_the_hold_reaches_the_value_and_is_the_first_that_does(thing, rerolls, lenient):
    """Among all the sets of dice that may be held: fewest dice first, then highest faces first."""
    for roll in ROLLS:
        found = prospect(of_roll(roll, rerolls, lenient), thing)
        value = {keep: prospect(of_keep(keep, rerolls, lenient), thing).mean for keep in subsets(roll)}
        assert value[found.hold] == found.mean == max(value.values()), roll
        reaching = [keep for keep in value if value[keep] == found.mean]
        assert found.hold == min(reaching, key=fewest_then_highest), roll


@each_thing
def test_a_hold_that_is_named_is_echoed_by_its_own_odds(thing):
    for roll in ROLLS:
        hold = prospect(of_roll(roll, 2), thing).hold
        assert prospect(of_keep(hold, 2), thing).hold == hold


def test_with_no_reroll_left_the_hold_is_the_roll_itself_highest_first():
    for roll in ROLLS:
        found = odds(YACHT, roll[::-1], 0)
        assert {prospect(found, thing).hold for thing in THINGS} == {roll}


def test_before_the_first_throw_nothing_is_held():
    assert {prospect(fresh_odds(YACHT, rerolls), thing).hold for rerolls in (0, 1, 2) for thing in THINGS} == {()}


def test_the_order_of_the_dice_changes_nothing():
    for roll in ROLLS:
        assert odds(YACHT, roll[::-1], 2) == of_roll(roll, 2)


# What must hold of any odds at all.


@pytest.mark.parametrize("lenient", [False, True], ids=["1938 rules", "other readings"])
def test_every_chance_lies_between_0_and_1(lenient):
    for rerolls in (0, 1, 2):
        found = [of_roll(roll, rerolls, lenient) for roll in ROLLS] + [fresh_odds(game(lenient), rerolls)]
        assert all(0 <= p.mean <= 1 for each in found for p in each.goals.values())


@pytest.mark.parametrize("lenient", [False, True], ids=["1938 rules", "other readings"])
def test_one_more_reroll_is_never_worse(lenient):
    turns = [[of_roll(roll, rerolls, lenient) for rerolls in (0, 1, 2)] for roll in ROLLS]
    turns.append([fresh_odds(game(lenient), rerolls) for rerolls in (0, 1, 2)])
    for none, one, two in turns:
        for thing in THINGS:
            assert prospect(none, thing).mean <= prospect(one, thing).mean <= prospect(two, thing).mean


@pytest.mark.parametrize("rerolls", [0, 1, 2])
def test_every_value_is_a_fraction_over_6_to_the_5_for_each_throw_to_come(rerolls):
    means = [prospect(of_roll(roll, rerolls), thing).mean for roll in ROLLS for thing in THINGS]
    fresh = [prospect(fresh_odds(YACHT, rerolls), thing).mean for thing in THINGS]
    assert {type(mean) for mean in means + fresh} == {Fraction}
    assert 6 ** (5 * rerolls) % lcm(*(mean.denominator for mean in means)) == 0
    assert 6 ** (5 * (rerolls + 1)) % lcm(*(mean.denominator for mean in fresh)) == 0


@pytest.mark.parametrize("rerolls", [-1, 3, 5, True, 1.0, "1", "x", None, float("nan")], ids=repr)
def test_another_number_of_rerolls_is_refused_with_the_allowed_ones(rerolls):
    for ask in (lambda: odds(YACHT, (1, 2, 3, 4, 5), rerolls), lambda: fresh_odds(YACHT, rerolls)):
        with pytest.raises(InputError, match=r"rerolls: .* given; allowed: 0, 1, 2$"):
            ask()


@pytest.mark.parametrize("throws", [0, 4])
def test_another_number_of_throws_is_refused_with_the_allowed_ones(throws):
    with pytest.raises(InputError, match=f"throws: {throws} given; allowed: 1 to 3"):
        keep_odds(YACHT, (), throws)


@pytest.mark.parametrize("dice", [(), (1, 2, 3, 4), (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 7)], ids=str)
def test_what_is_no_roll_has_no_odds(dice):
    with pytest.raises((KeyError, InputError)):
        odds(YACHT, dice, 1)


def test_once_loaded_the_odds_of_a_roll_take_less_than_5_ms():
    odds(YACHT, ROLLS[0], 2)
    spent = []
    for roll in ROLLS[:200]:
        start = time.perf_counter()
        odds(YACHT, roll, 2)
        spent.append(time.perf_counter() - start)
    assert statistics.median(spent) < 0.005


# Goals that treat all faces alike: a chain on the shape of the dice, such as 3-1-1, in place of the dice.


def one_more_die(shape):
    """The shapes that a die thrown beside this one can make, with their chances."""
    for i, size in enumerate(shape):
        yield tuple(sorted((*shape[:i], size + 1, *shape[i + 1 :]), reverse=True)), Fraction(1, 6)
    yield (*shape, 1), Fraction(6 - len(shape), 6)


def after_throw(shape, values):
    """Mean of ``values`` once the dice missing from a shape are thrown."""
    if sum(shape) == 5:
        return values[shape]
    return sum((chance * after_throw(grown, values) for grown, chance in one_more_die(shape)), Fraction(0))


def shape_of(dice):
    return tuple(sorted((dice.count(face) for face in set(dice)), reverse=True))


SHAPES = sorted({shape_of(roll) for roll in ROLLS})
ALIKE = {
    "five-alike": lambda shape: shape[0] == 5,
    "four-alike": lambda shape: shape[0] >= 4,
    "three-alike": lambda shape: shape[0] >= 3,
    "full-house": lambda shape: shape == (3, 2),
    "two-pairs": lambda shape: len(shape) > 1 and shape[1] >= 2,
    "pair": lambda shape: shape[0] >= 2,
}


def shape_chances(goal, throws):
    """Chance of a goal from every shape that may be kept before the last ``throws`` throws, best holds after each."""
    values = {shape: Fraction(ALIKE[goal](shape)) for shape in SHAPES}
    for _ in range(throws):
        keeps = {keep: after_throw(keep, values) for shape in SHAPES for keep in sub_shapes(shape)}
        values = {shape: max(keeps[keep] for keep in sub_shapes(shape)) for shape in SHAPES}
    return values, keeps


def sub_shapes(shape):
    kept = product(*(range(size + 1) for size in shape))
    return {tuple(sorted(filter(None, sizes), reverse=True)) for sizes in kept}


def test_five_dice_have_seven_shapes():
    assert len(SHAPES) == 7


@pytest.mark.parametrize("goal", ALIKE)
@each_reroll
def test_goals_of_like_dice_agree_with_a_chain_on_shapes(goal, rerolls):
    values, _ = shape_chances(goal, rerolls)
    for roll in ROLLS:
        assert of_roll(roll, rerolls).goals[goal].mean == values[shape_of(roll)], roll
    _, keeps = shape_chances(goal, rerolls + 1)
    assert fresh_odds(YACHT, rerolls).goals[goal].mean == keeps[()]


# Runs: a chain on the set of faces that lie there. A second die of a face is no help, so it is always thrown:
# whatever it turns to, the faces that lie there after are at least those that would have been.

FACE_SETS = [frozenset(faces) for k in range(7) for faces in combinations(DIE, k)]
RUNS = {
    "straight-1-5": [{1, 2, 3, 4, 5}],
    "straight-2-6": [{2, 3, 4, 5, 6}],
    "five-run": [{1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}],
    "four-run": [{1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6}],
}


def chance_of_faces(held, end):
    """Chance that the faces are exactly ``end`` after holding one die of each face in ``held`` and throwing the rest.

    All dice fall within a set of n faces with chance (n/6) ** dice; by inclusion and exclusion over those sets.
    """
    within = (s for s in FACE_SETS if held <= s <= end)
    return sum(((-1) ** len(end - s) * Fraction(len(s), 6) ** (5 - len(held)) for s in within), Fraction(0))


@cache
def throws_of_faces():
    held = [faces for faces in FACE_SETS if len(faces) <= 5]
    return {h: [(end, p) for end in held if h <= end and (p := chance_of_faces(h, end))] for h in held}


def run_chances(goal, throws):
    values = {faces: Fraction(any(run <= faces for run in RUNS[goal])) for faces in throws_of_faces()}
    for _ in range(throws):
        keeps = {held: sum(p * values[end] for end, p in ends) for held, ends in throws_of_faces().items()}
        values = {faces: max(keeps[held] for held in keeps if held <= faces) for faces in values}
    return values, keeps


def test_the_chances_of_the_faces_add_up():
    assert {sum(p for _, p in ends) for ends in throws_of_faces().values()} == {1}


@pytest.mark.parametrize("goal", RUNS)
@each_reroll
def test_runs_agree_with_a_chain_on_sets_of_faces(goal, rerolls):
    values, _ = run_chances(goal, rerolls)
    for roll in ROLLS:
        assert of_roll(roll, rerolls).goals[goal].mean == values[frozenset(roll)], roll
    _, keeps = run_chances(goal, rerolls + 1)
    assert fresh_odds(YACHT, rerolls).goals[goal].mean == keeps[frozenset()]


# Boxes with a formula.


@pytest.mark.parametrize(("box", "face"), NUMBERS.items())
@each_reroll
def test_a_number_box_gives_every_other_die_its_own_throws_at_the_number(box, face, rerolls):
    def chance(throws):
        return 1 - Fraction(5, 6) ** throws

    for roll in ROLLS:
        there = roll.count(face)
        assert of_roll(roll, rerolls).boxes[box].mean == face * (there + (5 - there) * chance(rerolls)), roll
    assert fresh_odds(YACHT, rerolls).boxes[box].mean == face * 5 * chance(rerolls + 1)


@each_reroll
def test_choice_throws_each_die_again_while_it_is_below_the_mean_of_what_may_come(rerolls):
    def die(face, throws):
        """What one die comes to when it may be thrown so many times more."""
        return face if throws == 0 else max(face, fresh_die(throws))

    def fresh_die(throws):
        return sum(Fraction(die(face, throws - 1), 6) for face in DIE)

    assert fresh_die(3) == Fraction(14, 3)
    for roll in ROLLS:
        assert of_roll(roll, rerolls).boxes["choice"].mean == sum(die(face, rerolls) for face in roll), roll
    assert fresh_odds(YACHT, rerolls).boxes["choice"].mean == 5 * fresh_die(rerolls + 1)


@pytest.mark.parametrize(
    ("box", "points", "goal"),
    [("yacht", 50, "five-alike"), ("little-straight", 30, "straight-1-5"), ("big-straight", 30, "straight-2-6")],
)
def test_a_box_of_one_price_is_worth_its_price_times_the_chance_of_its_goal(box, points, goal):
    for rerolls in (0, 1, 2):
        for found in [fresh_odds(YACHT, rerolls), *(of_roll(roll, rerolls) for roll in ROLLS)]:
            assert found.boxes[box].mean == points * found.goals[goal].mean
            assert found.boxes[box].hold == found.goals[goal].hold


def test_the_two_exact_straights_mirror_each_other():
    for roll in ROLLS:
        mirrored = tuple(7 - face for face in reversed(roll))
        one, other = of_roll(roll, 2).goals["straight-1-5"], of_roll(mirrored, 2).goals["straight-2-6"]
        assert one.mean == other.mean


# The twins.


def value_of(thing, options=None, game_id="yacht"):
    kind, name = thing
    if kind == "box":
        return lambda roll: twins.points(game_id, name, roll, options)
    return lambda roll: int(twins.goal_made(name, roll))


@each_thing
@pytest.mark.parametrize("throws", [1, 2, 3])
def test_a_fresh_turn_is_worth_what_the_twins_find(thing, throws):
    assert prospect(fresh_odds(YACHT, throws - 1), thing).mean == twins.best_mean(value_of(thing), (), throws)


@pytest.mark.parametrize(
    ("option", "choice", "boxes"),
    [
        ("straights", "30-40", ["little-straight", "big-straight"]),
        ("straights", "15-30", ["little-straight", "big-straight"]),
        ("four-alike", "all", ["four-of-a-kind"]),
        ("five-alike-full-house", "always", ["full-house"]),
    ],
)
def test_an_option_changes_the_odds_of_its_own_boxes_as_the_twins_say(option, choice, boxes):
    found, default = fresh_odds(YACHT.with_options({option: choice}), 2), fresh_odds(YACHT, 2)
    assert {box for box in BOXES if found.boxes[box] != default.boxes[box]} == set(boxes)
    assert found.goals == default.goals
    for box in boxes:
        assert found.boxes[box].mean == twins.best_mean(value_of(("box", box), {option: choice}), (), 3)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("throws", [1, 3])
def test_every_box_and_goal_of_every_game_is_worth_what_the_twins_find_with_as_many_dice(game, throws):
    found = fresh_odds(game, throws - 1)
    for thing in [*(("box", box) for box in found.boxes), *(("goal", goal) for goal in found.goals)]:
        value = value_of(thing, game_id=game.id)
        best = twins.best_values(value, throws - 1, game.n_dice)
        if thing[0] == "box":  # the first roll may stop and take what a first roll pays
            best = {roll: max(v, twins.points(game.id, thing[1], roll, first_roll=True)) for roll, v in best.items()}
        assert prospect(found, thing).mean == twins.mean_of_throw(best, (), game.n_dice), thing


def test_the_first_roll_pays_more_in_generala_and_may_be_kept_for_it():
    """1 2 3 4 5 pays 25 at once and 20 later; a full house worth 35 now is not thrown for anything."""
    generala = find_game("generala")
    for roll, box, now, later in [((1, 2, 3, 4, 5), "straight", 25, 20), ((6, 6, 6, 2, 2), "full-house", 35, 30)]:
        first, second = odds(generala, roll, 2), odds(generala, roll, 1)
        assert (first.now[box], second.now[box]) == (now, later)
        assert (first.boxes[box].mean, second.boxes[box].mean) == (now, later)
        assert first.boxes[box].hold == tuple(sorted(roll, reverse=True))
    assert fresh_odds(generala, 0).boxes["straight"].mean == 25 * Fraction(2 * 120, 6**5)


@pytest.mark.parametrize("box", ["full-house", "tower", "chance"])
def test_holds_of_six_dice_reach_what_the_twins_find(box):
    maxi = find_game("maxi-yatzy")
    best = twins.best_values(value_of(("box", box), game_id="maxi-yatzy"), 1, 6)
    ends = {roll: Fraction(twins.points("maxi-yatzy", box, roll)) for roll in best}
    for roll in list(best)[::7]:
        found = odds(maxi, roll, 1).boxes[box]
        assert found.mean == best[roll] == twins.mean_of_throw(ends, found.hold, 6), roll


def test_the_bonus_changes_no_odds():
    assert fresh_odds(YACHT.with_options({"bonus": "35"}), 2) == fresh_odds(YACHT, 2)


@each_thing
@each_reroll
@pytest.mark.parametrize("lenient", [False, True], ids=["1938 rules", "other readings"])
def test_every_roll_is_worth_what_the_twins_find(thing, rerolls, lenient):
    best = twins.best_values(value_of(thing, LENIENT if lenient else {}), rerolls)
    for roll in ROLLS:
        assert prospect(of_roll(roll, rerolls, lenient), thing).mean == best[roll[::-1]], roll


# Answers that people know.


@pytest.mark.parametrize(
    ("thing", "throws", "mean"),
    [
        (("goal", "five-alike"), 1, Fraction(6, 7776)),
        (("goal", "five-alike"), 3, Fraction(347897, 7558272)),
        (("box", "choice"), 3, Fraction(70, 3)),
        (("box", "sixes"), 3, 30 * Fraction(91, 216)),
        (("goal", "straight-1-5"), 1, Fraction(120, 7776)),
        (("goal", "five-run"), 1, Fraction(240, 7776)),
        (("goal", "full-house"), 1, Fraction(300, 7776)),
        (("goal", "pair"), 1, 1 - Fraction(720, 7776)),
    ],
    ids=str,
)
def test_well_known_chances_of_a_fresh_turn(thing, throws, mean):
    assert prospect(fresh_odds(YACHT, throws - 1), thing).mean == mean


def test_from_1_to_5_the_straight_from_2_to_6_comes_11_times_in_36_by_throwing_the_one():
    found = odds(YACHT, (1, 2, 3, 4, 5), 2).goals["straight-2-6"]
    assert (found.mean, found.hold) == (Fraction(11, 36), (5, 4, 3, 2))


@pytest.mark.parametrize("roll", [roll for roll in ROLLS if shape_of(roll) == (2, 2, 1)], ids=str)
def test_from_two_pairs_the_full_house_comes_once_in_three_and_with_two_rerolls_5_times_in_9(roll):
    pairs = tuple(face for face in roll if roll.count(face) == 2)
    for rerolls, chance in ((1, Fraction(1, 3)), (2, Fraction(5, 9))):
        found = of_roll(roll, rerolls).goals["full-house"]
        assert (found.mean, found.hold) == (chance, pairs)


@pytest.mark.parametrize("fifth", [2, 3, 4, 5])
def test_from_2_3_4_5_either_straight_comes_5_times_in_9_with_two_rerolls(fifth):
    found = odds(YACHT, (2, 3, 4, 5, fifth), 2).goals["five-run"]
    assert (found.mean, found.hold) == (Fraction(5, 9), (5, 4, 3, 2))
    assert keep_odds(YACHT, (5, 4, 3, 2), 2).goals["five-run"].mean == Fraction(5, 9)


def test_the_odds_of_one_roll_of_kinds_that_exclude_each_other_add_up():
    """By the size of its groups a roll is one of seven kinds."""
    p = {goal: prospect.mean for goal, prospect in fresh_odds(find_game("yacht"), 0).goals.items()}
    exactly = {
        "five alike": p["five-alike"],
        "four alike": p["four-alike"] - p["five-alike"],
        "full house": p["full-house"],
        "three alike": p["three-alike"] - p["four-alike"] - p["full-house"],
        "two pairs": p["two-pairs"] - p["full-house"],
        "one pair": p["pair"] - p["two-pairs"] - (p["three-alike"] - p["full-house"]),
        "none": 1 - p["pair"],
    }
    assert {kind: chance * 6**5 for kind, chance in exactly.items()} == {
        "five alike": 6,
        "four alike": 150,
        "full house": 300,
        "three alike": 1200,
        "two pairs": 1800,
        "one pair": 3600,
        "none": 720,
    }
