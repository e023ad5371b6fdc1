"""Best play: against brute force on small games, whole numbers, published averages, and what must hold of any game."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from small_games import SMALL_GAMES, brute

from yachtlib.dice import InputError
from yachtlib.games import find_game
from yachtlib.outcomes import ceiling
from yachtlib.rules import NUMBERS, Box, FirstRollBonus, Game, UpperBonus
from yachtlib.scoring import Alike
from yachtlib.solver import solve
from yachtlib.states import LOST, Cards

SLACK = 1e-9  # more than float64 loses, less than any rule is worth

every_small_game = pytest.mark.parametrize("name", SMALL_GAMES)

PAIR = Box("pair", "Pair", "lower", Alike(2), 20)


@cache
def small_solution(name, exact=False):
    return solve(SMALL_GAMES[name].game, exact)


def held(name, card):
    """A card of the brute force as the library takes it."""
    return {box: points for box, points in zip(SMALL_GAMES[name].small.boxes, card, strict=True) if points is not None}


def arrays(name, cards):
    """Cards of the brute force as ``worth`` takes them."""
    game, small = SMALL_GAMES[name].game, SMALL_GAMES[name].small
    filled = np.array([[points is not None for points in card] for card in cards])
    earned = np.array([bool(held(name, card).get(game.remembered)) for card in cards])
    return filled, earned, np.array([small.upper_total(card) for card in cards])


@pytest.fixture(scope="module")
def solved():
    """Solutions of the real games, each worked out once: solved("yatzy", order="sheet")."""
    found = {}

    def solved(game_id, **options):
        game = find_game(game_id).with_options({name.replace("_", "-"): choice for name, choice in options.items()})
        if game not in found:
            found[game] = solve(game)
        return found[game]

    return solved


@every_small_game
def test_every_card_is_worth_what_brute_force_finds(name):
    solution, search = small_solution(name), brute(name)
    missed = {card for card in search.cards if abs(solution.value(held(name, card)) - search.value(card)) > SLACK}
    assert missed == set()


@every_small_game
def test_in_whole_numbers_every_card_is_worth_the_very_fraction_that_brute_force_finds(name):
    solution, search = small_solution(name, exact=True), brute(name)
    assert {card: solution.value(held(name, card)) for card in search.cards} == {
        card: search.value(card) for card in search.cards
    }


@every_small_game
def test_many_cards_are_looked_up_as_single_ones_are(name):
    cards = brute(name).cards  # full ones too
    for exact in (False, True):
        solution = small_solution(name, exact)
        worth = solution.worth(*arrays(name, cards))
        assert worth.dtype == np.float64
        assert worth.tolist() == [float(solution.value(held(name, card))) for card in cards]


def test_a_card_that_no_turns_make_is_refused():
    solution = small_solution("the order of the sheet")  # twos, fours, pair, chance
    with pytest.raises(KeyError):
        solution.worth(np.array([[False, True, False, False]]), np.array([False]), np.array([4]))
    with pytest.raises(KeyError):
        small_solution("no bonus").worth(np.zeros((1, 4), bool), np.array([True]), np.array([0]))


@pytest.mark.parametrize(("game_id", "options"), [("yacht", {}), ("generala", {"double": "100"})])
def test_float64_stays_within_its_bound_of_the_exact_value(game_id, options):
    """The bound in the docstring of the solver, for three throws of five dice."""
    game = find_game(game_id).with_options(options)
    found, exact = solve(game), solve(game, exact=True)
    roundings = 2 * 30 + 67 + 2
    assert roundings < 130
    bound = Fraction(roundings * len(game.boxes) * ceiling(game).total, 2**53)
    cards = found.cards
    filled = np.bitwise_count(cards.row_masks)[:, None].astype(int) + np.bitwise_count(cards.column_masks)
    unit = [6 ** (5 * 3 * (len(game.boxes) - n)) for n in range(len(game.boxes) + 1)]
    off = [
        abs(Fraction(float(found.values[state])) - Fraction(exact.values[state], unit[filled[state]]))
        for state in np.ndindex(*filled.shape)
    ]
    assert len(off) == cards.n_states
    assert max(off) < bound
    assert found.average == pytest.approx(exact.average, abs=1e-10)


@pytest.mark.parametrize(
    ("game_id", "options", "average"),
    [
        # yatzy-solver, to the last digit that it prints
        ("yahtzee", {}, "254.5877287"),
        ("yahtzee", {"joker": "free"}, "254.5896095"),  # also verhoeff-yahtzee
        ("yahtzee", {"joker": "none"}, "253.9702412"),
        ("yahtzee", {"joker": "none", "extra": "none"}, "245.8707745"),  # also glenn-yahtzee-2006
        ("yatzy", {}, "248.4399894"),
        # ho94949-yacht-dice
        ("yacht-35", {"five_alike_full_house": "always"}, "191.774369"),
    ],
)
def test_the_average_is_the_published_one(solved, game_id, options, average):
    last_digit = 10.0 ** -len(average.split(".")[1])
    assert solved(game_id, **options).average == pytest.approx(float(average), abs=last_digit, rel=0)


@pytest.mark.parametrize(("game_id", "n"), [("yahtzee", 359_616), ("yatzy", 958_976), ("yacht", 4_096)])
def test_the_number_of_states(game_id, n):
    assert Cards(find_game(game_id)).n_states == n


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        # Each table is kinder than the one before it.
        ("yacht", [{"five_alike_full_house": choice} for choice in ("never", "always")]),
        ("yacht", [{"four_alike": choice} for choice in ("matching", "all")]),
        ("yacht", [{"bonus": choice} for choice in ("none", "35")]),
        ("yacht-35", [{"five_alike_full_house": choice} for choice in ("never", "always")]),
        ("yahtzee", [{"joker": choice} for choice in ("forced", "free")]),
        ("yahtzee", [{"joker": choice} for choice in ("none", "free")]),
        ("yahtzee", [{"extra": choice} for choice in ("none", "50", "100")]),
        ("yatzy", [{"order": choice} for choice in ("sheet", "free")]),
        ("generala", [{"straight": choice} for choice in ("plain", "wrap", "ones-wild", "any-wrap")]),
        ("generala", [{"generala": choice} for choice in ("50", "60")]),
        ("generala", [{"first_roll": choice} for choice in ("none", "5", "10")]),
        ("generala", [{"double": choice} for choice in ("none", "100", "120")]),
    ],
    ids=lambda value: (
        value if isinstance(value, str) else " ".join([*value[0], *(c for o in value for c in o.values())])
    ),
)
def test_a_kinder_rule_never_lowers_the_average(solved, game_id, options):
    averages = [solved(game_id, **chosen).average for chosen in options]
    assert averages == sorted(averages)
    assert len(set(averages)) == len(averages), "a rule that is worth nothing was not played"


@pytest.mark.parametrize(
    ("free", "forced"),
    [
        ("jokers free of their number", "jokers forced to their number"),
        ("jokers free to be given up", "jokers forced below"),
    ],
)
def test_a_joker_that_may_go_anywhere_is_worth_more(free, forced):
    assert small_solution(free).average > small_solution(forced).average + SLACK


@pytest.mark.parametrize("game", [find_game("yacht"), *(pair.game for pair in SMALL_GAMES.values())])
def test_one_more_throw_never_lowers_the_value_of_a_state(game):
    fewer, *more = (solve(replace(game, n_rolls=n)).values for n in (2, 3, 4))
    for values in more:
        assert (values >= fewer - SLACK).all()
        assert values[-1, -1] > fewer[-1, -1]
        fewer = values


@pytest.mark.parametrize("name", [name for name, pair in SMALL_GAMES.items() if not pair.game.in_order])
def test_one_more_open_box_never_lowers_the_value_of_a_small_card(name):
    search, solution = brute(name), small_solution(name)
    for card in search.cards:
        for place, points in enumerate(card):
            if points == 0:
                opened = search.after(card, place, None)
                assert solution.value(held(name, opened)) >= solution.value(held(name, card)) - SLACK


@pytest.mark.parametrize(
    ("game_id", "options"), [("yahtzee", {}), ("yahtzee", {"joker": "free"}), ("generala", {"double": "100"})]
)
def test_a_box_still_open_is_never_worth_less_than_a_zero_in_it(solved, game_id, options):
    solution = solved(game_id, **options)
    cards, values = solution.cards, solution.values
    for k in range(len(cards.lower)):
        open_rows = np.flatnonzero(cards.row_next[:, k, 0] < len(values))
        assert (values[open_rows] >= values[cards.row_next[open_rows, k, 0]] - SLACK).all()
    for k in range(len(cards.upper)):
        open_columns = np.flatnonzero(cards.column_next[k, 0] < values.shape[1])
        assert (values[:, open_columns] >= values[:, cards.column_next[k, 0, open_columns]] - SLACK).all()


@pytest.mark.parametrize(("game_id", "options"), [("yahtzee", {}), ("yatzy", {}), ("yacht", {"bonus": "35"})])
def test_values_grow_with_the_total_of_the_number_boxes(solved, game_id, options):
    solution = solved(game_id, **options)
    cards = solution.cards
    alike = np.flatnonzero(np.diff(cards.column_masks) == 0)  # the next column has the same boxes filled, and more
    assert (np.diff(cards.column_totals)[alike] > 0).all()
    assert (np.diff(solution.values, axis=1)[:, alike] >= -SLACK).all()


@pytest.mark.parametrize(("game_id", "options"), [("yahtzee", {}), ("generala", {"double": "100"})])
def test_five_alike_scored_is_never_worth_less_than_given_up(solved, game_id, options):
    solution = solved(game_id, **options)
    rows = {}
    for row, (mask, earned) in enumerate(zip(solution.cards.row_masks, solution.cards.row_earned, strict=True)):
        rows[int(mask), bool(earned)] = row
    pairs = [(row, rows[mask, False]) for (mask, earned), row in rows.items() if earned]
    earned_rows, zero_rows = np.array(pairs).T
    assert (solution.values[earned_rows] >= solution.values[zero_rows] - SLACK).all()


def test_a_full_card_brings_the_upper_bonus_or_nothing():
    card = dict.fromkeys((box.id for box in find_game("yacht").boxes), 0)
    made = card | {"threes": 9, "fours": 12, "fives": 15, "sixes": 18, "twos": 6, "ones": 3}
    solution = solve(find_game("yacht").with_options({"bonus": "35"}))
    assert solution.value(made) == 35
    assert solution.value(made | {"ones": 2}) == 0


def test_totals_that_later_turns_cannot_tell_apart_are_one_state():
    game = replace(find_game("yacht"), upper_bonus=UpperBonus(63, 35))
    cards = Cards(game)
    assert cards.find({"sixes": 6}) != cards.find({"sixes": 12})
    assert cards.column_totals[cards.find({"sixes": 0, "fives": 0})[1]] == LOST  # 50 still open
    assert cards.find({"sixes": 0, "fives": 0}) == cards.find({"sixes": 0, "fives": 5})
    assert cards.find({"sixes": 30, "fives": 25, "fours": 8}) == cards.find({"sixes": 30, "fives": 25, "fours": 20})


def test_progress_rises_to_one():
    told = []
    solve(find_game("yacht"), progress=told.append)
    assert told == sorted(told)
    assert 0 < told[0] < told[-1] == 1


def test_solving_leaves_the_buffer_of_numpy_as_it_was():
    before = np.getbufsize()

    def interrupt(share):
        assert np.getbufsize() != before
        raise KeyboardInterrupt

    solve(find_game("yacht"))
    assert np.getbufsize() == before
    with pytest.raises(KeyboardInterrupt):
        solve(find_game("yacht"), progress=interrupt)
    assert np.getbufsize() == before


def test_an_upper_box_that_is_no_number_box_is_refused():
    game = find_game("yacht")
    boxes = tuple(replace(box, section="upper") if box.id == "choice" else box for box in game.boxes)
    with pytest.raises(InputError, match="choice is no number box"):
        solve(replace(game, boxes=boxes))


@pytest.mark.parametrize(
    "change",
    [
        {"boxes": (replace(NUMBERS[5], price=10), PAIR)},
        {"boxes": (NUMBERS[5], PAIR), "first_roll": FirstRollBonus(("sixes",), 5)},
        {"boxes": (NUMBERS[5], replace(NUMBERS[5], id="more-sixes"), PAIR)},
        {"boxes": (PAIR,)},
    ],
    ids=["a fixed price", "a first roll that pays more", "two of one number", "none"],
)
def test_number_boxes_that_do_not_just_add_their_dice_are_refused(change):
    with pytest.raises(InputError, match="number box"):
        solve(Game(id="odd", name="Odd", edition="x", n_dice=2, **change))
