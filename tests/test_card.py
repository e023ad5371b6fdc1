"""A card lists what may be filled, refuses what may not, and adds up."""

import random
from dataclasses import FrozenInstanceError
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest
from golden import all_options, but_of_variants, golden, single_options, table_of, tables

from gen import twins
from yachtlib.card import Card
from yachtlib.dice import InputError
from yachtlib.games import GAMES, find_game
from yachtlib.rules import CLOSED

YACHT = find_game("yacht")
YAHTZEE = find_game("yahtzee")
BONUS = YACHT.with_options({"bonus": "35"})
SHEET = find_game("yatzy").with_options({"order": "sheet"})
DOUBLE = find_game("generala").with_options({"double": "100"})
BOXES = [box.id for box in YACHT.boxes]
ROLLS = list(combinations_with_replacement(range(1, 7), 5))
NUMBERS = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}  # 63 in all
FOURS = (4, 4, 4, 4, 4)
N_CARDS = 300
# The bonus for the number boxes, from the rule text; by choice where it is an option, the default first.
UPPER_BONUS = {
    "yacht": {"none": (0, 0), "35": (63, 35)},
    "yacht-35": (63, 35),
    "yahtzee": (63, 35),
    "kniffel": (63, 35),
    "yatzy": {"50": (63, 50), "35": (63, 35)},
    "maxi-yatzy": (84, 100),
    "generala": (0, 0),
}
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def upper_bonus(game, options):
    """What the number boxes must add up to, and what that pays; a game that is not here is taken at its word."""
    word = (game.upper_bonus.at, game.upper_bonus.points) if game.upper_bonus else (0, 0)
    rule = UPPER_BONUS.get(game.id, word)
    return rule if isinstance(rule, tuple) else rule[options.get("bonus", next(iter(rule)))]


def played(game, options):
    """Cards after none to all but one of the turns, each legal by the second reading: (points by box, extras)."""
    return _played(game, tuple(options.items()))


@cache
def _played(game, chosen):
    """All dice alike come up far more often than they fall: the rules differ over them."""
    options, rng, rolls = dict(chosen), random.Random(1938), twins.all_rolls(game.id)
    alike, others = [roll for roll in rolls if len(set(roll)) == 1], rolls[1::9]
    n_boxes, cards = len(twins.boxes(game.id, options)), []
    for _ in range(N_CARDS):
        card, n_extras = {}, 0
        for _ in range(rng.randrange(n_boxes)):
            roll = rng.choice(alike if rng.random() < 0.4 else others)
            legal = twins.legal(game.id, card, roll, options, first_roll=rng.random() < 0.3)
            n_extras += twins.beside(game.id, card, roll, options) > 0
            box = rng.choice(list(legal))
            card[box] = legal[box]
        cards.append((card, n_extras))
    return cards


def by_where_a_roll_may_go(game):
    """The default, and each other choice that changes where a roll may go, not only what it pays."""
    where = {(o.id, c.id) for o in game.options for c in o.choices if {"joker", "lock", "in_order"} & c.sets.keys()}
    return [options for options in single_options(game) if options.items() <= where]


def agree(game, options, rolls_of_card):
    """All the cards at once, against the second reading of the rules, card by card."""
    table, cards = game.with_options(options), [card for card, _ in played(game, options)]
    boxes = [box.id for box in table.boxes]
    filled = np.array([[box in card for box in boxes] for card in cards])
    earned = np.array([card.get(table.remembered, 0) > 0 for card in cards])
    for first_roll in (False, True) if table.first_roll else (False,):
        for roll, rows in rolls_of_card.items():
            pays, beside = table.offers(table.lattice.find_roll(roll), filled[rows], earned[rows], first_roll)
            for row, found, more in zip(rows, pays.tolist(), beside.tolist(), strict=True):
                legal = twins.legal(game.id, cards[row], roll, options, first_roll)
                assert found == [legal.get(box, CLOSED) for box in boxes], (cards[row], roll, first_roll)
                assert more == twins.beside(game.id, cards[row], roll, options), (cards[row], roll)


@golden("legal")
def test_golden_legal_boxes_and_what_the_roll_earns_beside_them(game_id, case):
    card = Card(table_of(game_id, case), case["card"])
    legal = card.legal(case["dice"], case.get("first_roll", False))
    assert list(legal.items()) == list(case["boxes"].items()), case["why"]
    assert card.beside(case["dice"]) == case["beside"], case["why"]


@tables(but_of_variants(by_where_a_roll_may_go))
def test_on_cards_that_play_makes_all_rolls_may_go_where_the_second_reading_says(game, options):
    agree(game, options, dict.fromkeys(twins.all_rolls(game.id), range(N_CARDS)))


@tables(but_of_variants(all_options))
def test_whatever_a_table_chooses_its_cards_offer_what_the_second_reading_says(game, options):
    """All dice alike on every card, some other rolls on a few: that every roll pays right is tested without a card."""
    rolls = twins.all_rolls(game.id)
    alike = {roll: range(N_CARDS) for roll in rolls if len(set(roll)) == 1}
    agree(game, options, dict.fromkeys(rolls[1::9], range(0, N_CARDS, 20)) | alike)


@pytest.mark.parametrize("game", [find_game("yahtzee"), find_game("kniffel")], ids=lambda game: game.id)
def test_the_cards_that_play_makes_meet_every_state_of_a_joker(game):
    """Or the tests below would prove little."""
    below = set(twins.boxes(game.id)) - twins.NUMBERS.keys() - {"yahtzee"}
    states = {(card.get("yahtzee"), "sixes" in card, below <= card.keys()) for card, _ in played(game, {})}
    assert states >= {(five, own, False) for five in (None, 0, 50) for own in (False, True)}
    assert {five for five, _, full in states if full} >= {0, 50}


@tables(but_of_variants(by_where_a_roll_may_go))
def test_one_card_says_what_all_the_cards_say(game, options):
    """Also: whatever play makes is a card."""
    table, rolls = game.with_options(options), twins.all_rolls(game.id)
    for i, (points, n_extras) in enumerate(played(game, options)[::3]):
        card = Card(table, points, n_extras)
        for roll in (rolls[i % len(rolls)], (i % 6 + 1,) * game.n_dice):
            for first_roll in (False, True):
                assert card.legal(roll, first_roll) == twins.legal(game.id, points, roll, options, first_roll)
            assert card.beside(roll) == twins.beside(game.id, points, roll, options)


@tables(single_options)
def test_a_whole_game_fills_every_box_and_adds_up_turn_by_turn(game, options):
    table, rng = game.with_options(options), random.Random(35)
    rolls = twins.all_rolls(game.id)
    at, bonus = upper_bonus(game, options)
    for _ in range(3):
        card, points, extra = Card(table), {}, 0
        while card.open_boxes:
            roll, first_roll = rng.choice([*rolls, *[(rng.randint(1, 6),) * game.n_dice] * 200]), rng.random() < 0.3
            legal = twins.legal(game.id, points, roll, options, first_roll)
            box = max(legal, key=lambda box: (legal[box], rng.random()))
            extra += twins.beside(game.id, points, roll, options)
            points[box] = legal[box]
            card = card.enter(box, roll, first_roll)
            upper = sum(points.get(box, 0) for box in twins.NUMBERS)
            paid = bonus if upper >= at else 0
            assert (card.points, card.upper_total, card.bonus, card.repeat_bonus) == (points, upper, paid, extra)
            assert card.total == sum(points.values()) + paid + extra
        assert len(points) == len(table.boxes)


@each_game
def test_on_an_empty_card_every_box_is_open_to_every_roll(game):
    boxes = [box.id for box in game.boxes]
    for roll in twins.all_rolls(game.id):
        assert Card(game).legal(roll) == {box: twins.points(game.id, box, roll) for box in boxes}


@pytest.mark.parametrize("box", BOXES)
def test_a_roll_written_into_a_box_closes_that_box_only_and_pays_what_it_said(box):
    for roll in ROLLS:
        card = Card(YACHT).enter(box, roll)
        assert card.points == {box: twins.points("yacht", box, roll)}
        assert card.open_boxes == tuple(other for other in BOXES if other != box)


def test_the_dice_may_be_entered_in_any_order():
    assert Card(YACHT).enter("full-house", (2, 6, 2, 6, 6)).points == {"full-house": 22}


def test_entering_leaves_the_card_before_as_it_was():
    before = Card(YACHT, {"ones": 3})
    after = before.enter("yacht", (6, 6, 6, 6, 6))
    assert before == Card(YACHT, {"ones": 3})
    assert after == Card(YACHT, {"ones": 3, "yacht": 50})


def test_a_card_does_not_follow_what_later_happens_to_the_points_it_was_made_from():
    points = {"ones": 3}
    card = Card(YACHT, points)
    points["ones"] = 4
    assert card.points == {"ones": 3}


def test_a_card_cannot_be_changed():
    card = Card(YACHT, {"ones": 3})
    with pytest.raises(FrozenInstanceError):
        card.points = {}
    with pytest.raises(TypeError):
        card.points["twos"] = 4


def test_a_filled_box_is_refused_with_the_open_ones():
    card = Card(YACHT, {box: 0 for box in BOXES if box not in ("choice", "yacht")} | {"ones": 3})
    with pytest.raises(InputError) as error:
        card.enter("ones", (1, 2, 3, 4, 5))
    assert str(error.value) == "ones is filled already; it may go to: choice, yacht"


def test_a_box_given_up_for_a_zero_is_filled():
    card = Card(YACHT).enter("yacht", (1, 2, 3, 4, 5))
    assert card.points == {"yacht": 0}
    with pytest.raises(InputError, match="yacht is filled already"):
        card.enter("yacht", (6, 6, 6, 6, 6))


def test_a_full_card_takes_nothing_more():
    full = Card(YACHT, {box: 5 if box == "choice" else 0 for box in BOXES})
    assert full.legal((1, 2, 3, 4, 5)) == {}
    with pytest.raises(InputError, match="choice is filled already; it may go to: none"):
        full.enter("choice", (1, 2, 3, 4, 5))


def test_an_unknown_box_is_refused_with_the_boxes_there_are():
    for ask in (lambda: Card(YACHT, {"sevens": 7}), lambda: Card(YACHT).enter("sevens", (1, 2, 3, 4, 5))):
        with pytest.raises(InputError, match=r"yacht has no box 'sevens'; its boxes: ones, twos, .*, choice, yacht$"):
            ask()


@cache
def payable(game, box, options=()):
    """What a box can hold: nothing, or what some roll pays there, on the first roll or later."""
    rolls = twins.all_rolls(game.id)
    paid = {twins.points(game.id, box, roll, dict(options), first) for roll in rolls for first in (False, True)}
    return sorted({0} | paid)


@tables(single_options)
def test_a_box_can_hold_nothing_or_what_some_roll_pays_there(game, options):
    table = game.with_options(options)
    for box in twins.boxes(game.id, options):
        assert table.holdable[box] == tuple(payable(game, box, tuple(options.items()))), box


@each_game
def test_a_box_holds_every_number_it_can_and_refuses_every_other_with_the_allowed_ones(game):
    for box in twins.boxes(game.id):
        allowed = payable(game, box)
        for points in range(-5, 105):
            if points in allowed:
                assert Card(game, {box: points}).total == points
            else:
                with pytest.raises(InputError) as error:
                    Card(game, {box: points})
                assert str(error.value) == f"{box} cannot hold {points}; allowed: {', '.join(map(str, allowed))}"


@pytest.mark.parametrize("points", [True, False, 6.0, "6", None, [6], float("nan"), 10**40], ids=repr)
def test_what_is_no_whole_number_of_points_is_refused(points):
    with pytest.raises(InputError, match=r"twos cannot hold .*; allowed: 0, 2, 4, 6, 8, 10$"):
        Card(YACHT, {"twos": points})


def test_the_options_decide_what_a_box_can_hold():
    always = YACHT.with_options({"five-alike-full-house": "always"})
    assert Card(always, {"full-house": 30}).total == 30
    with pytest.raises(InputError, match="full-house cannot hold 30"):
        Card(YACHT, {"full-house": 30})


@tables(single_options)
def test_the_bonus_of_every_game_is_paid_from_its_sum_on_and_not_one_point_before(game, options):
    table, (at, bonus) = game.with_options(options), upper_bonus(game, options)
    each = -(-max(at, 63) // 21)
    enough = {box: each * face for box, face in twins.NUMBERS.items()}
    short = {box: points for box, points in enough.items() if box != "ones"}
    assert Card(table, enough | {"ones": each - (sum(enough.values()) - max(at, 63))}).bonus == bonus
    assert Card(table, short | {"ones": each - (sum(enough.values()) - max(at, 63)) - 1}).bonus == 0


def test_the_bonus_is_paid_from_63_points_in_the_number_boxes_on():
    assert Card(BONUS, NUMBERS).bonus == 35
    assert Card(BONUS, NUMBERS).total == 63 + 35
    assert Card(BONUS, {**NUMBERS, "sixes": 24}).total == 69 + 35


def test_at_62_points_there_is_no_bonus():
    short = Card(BONUS, {**NUMBERS, "ones": 2})
    assert (short.upper_total, short.bonus, short.total) == (62, 0, 62)


def test_the_boxes_below_do_not_help_to_earn_the_bonus():
    card = Card(BONUS, {**NUMBERS, "ones": 2, "yacht": 50, "choice": 30})
    assert (card.upper_total, card.bonus, card.total) == (62, 0, 142)


def test_the_bonus_is_earned_as_soon_as_the_sum_is_there():
    assert Card(BONUS, {"sixes": 30, "fives": 25, "fours": 8}).bonus == 35


def test_the_1938_game_pays_no_bonus():
    card = Card(YACHT, NUMBERS)
    assert (card.upper_total, card.bonus, card.total) == (63, 0, 63)


def test_an_empty_card_totals_nothing():
    assert (Card(BONUS).upper_total, Card(BONUS).bonus, Card(BONUS).total) == (0, 0, 0)


# Rules that look at the whole card.


@pytest.mark.parametrize(
    ("game", "points", "box", "roll", "says"),
    [
        (YAHTZEE, {"yahtzee": 50}, "chance", FOURS, "chance is not open to this roll; it may go to: fours"),
        (YAHTZEE, {"yahtzee": 0}, "fours", (4, 4, 4, 4, 1), None),
        (
            YAHTZEE,
            {"yahtzee": 0, "fours": 12, "full-house": 25, "large-straight": 0},
            "sixes",
            FOURS,
            "sixes is not open to this roll; it may go to: three-of-a-kind, four-of-a-kind, small-straight, chance",
        ),
        (YAHTZEE, {"yahtzee": 50}, "yahtzee", FOURS, "yahtzee is filled already; it may go to: fours"),
        (SHEET, {}, "sixes", FOURS, "sixes is not open to this roll; it may go to: ones"),
        (SHEET, {"ones": 3}, "ones", FOURS, "ones is filled already; it may go to: twos"),
    ],
)
def test_a_box_that_is_not_open_to_the_roll_is_refused_with_those_that_are(game, points, box, roll, says):
    card = Card(game, points)
    if says is None:
        assert box in card.enter(box, roll).points
    else:
        with pytest.raises(InputError) as error:
            card.enter(box, roll)
        assert str(error.value) == says


@pytest.mark.parametrize(
    ("points", "n_filled", "first"),
    [
        ({"twos": 4}, 1, "ones"),
        ({"ones": 3, "threes": 9}, 2, "ones, twos"),
        ({"yatzy": 50}, 1, "ones"),
        ({**NUMBERS, "two-pairs": 0}, 7, "ones, twos, threes, fours, fives, sixes, one-pair"),
    ],
)
def test_a_gap_in_the_order_of_the_sheet_is_refused_with_the_boxes_that_come_first(points, n_filled, first):
    with pytest.raises(InputError) as error:
        Card(SHEET, points)
    assert str(error.value) == f"boxes are filled in the order of the sheet; with {n_filled} filled: {first}"


def test_the_order_in_which_the_boxes_of_a_card_are_named_does_not_matter():
    assert Card(SHEET, {"twos": 4, "ones": 3}).total == 7


@pytest.mark.parametrize("before", [{}, {"generala": 0}], ids=["still open", "given up"])
def test_a_double_generala_without_a_generala_is_refused(before):
    with pytest.raises(InputError) as error:
        Card(DOUBLE, {**before, "double-generala": 100})
    assert str(error.value) == "double-generala cannot hold points before generala does; allowed: 0"


def test_a_double_generala_may_be_given_up_at_any_time_and_scored_after_the_first():
    for before in ({}, {"generala": 0}, {"generala": 50}):
        assert Card(DOUBLE, {**before, "double-generala": 0}).total == before.get("generala", 0)
    assert Card(DOUBLE, {"generala": 50, "double-generala": 100}).total == 150


@pytest.mark.parametrize(
    ("game", "points", "most"),
    [
        (YAHTZEE, {}, 0),
        (YAHTZEE, {"yahtzee": 50}, 0),
        (YAHTZEE, {"yahtzee": 50, "ones": 5, "twos": 10}, 2),
        (YAHTZEE, {"yahtzee": 0, "ones": 5, "twos": 10}, 0),
        (YAHTZEE, {"ones": 5, "twos": 10}, 0),
        (YAHTZEE.with_options({"extra": "none"}), {"yahtzee": 50, "ones": 5}, 0),
        (YACHT, {"yacht": 50, "ones": 5}, 0),
    ],
)
def test_extras_that_the_turns_cannot_have_earned_are_refused_with_how_many_can(game, points, most):
    assert Card(game, points, most).repeats == most
    for wrong in (-1, most + 1, True, 1.0, "1", None):
        with pytest.raises(InputError) as error:
            Card(game, points, wrong)
        assert str(error.value) == f"repeats: this card cannot have earned {wrong!r}; allowed: 0 to {most}"


@pytest.mark.parametrize(("game_id", "extra"), [("yahtzee", 100), ("kniffel", 50)])
def test_every_further_five_alike_is_paid_even_where_it_must_take_a_zero(game_id, extra):
    below = {"three-of-a-kind": 20, "four-of-a-kind": 0, "full-house": 25, "chance": 9}
    card = Card(find_game(game_id), {**below, "small-straight": 0, "large-straight": 0, "fours": 8, "yahtzee": 50})
    after = card.enter("ones", FOURS)
    assert (after.points["ones"], after.repeats, after.repeat_bonus) == (0, 1, extra)
    assert after.total == card.total + extra


def test_a_game_of_nothing_but_five_alike_earns_twelve_extras():
    card = Card(YAHTZEE).enter("yahtzee", (1,) * 5)
    for face, box in enumerate(twins.NUMBERS, start=1):
        card = card.enter(box, (face,) * 5)
    for box in card.open_boxes:
        card = card.enter(box, (6,) * 5)
    assert (card.repeats, card.total) == (12, 375 + 1200)


def test_a_first_roll_pays_more_only_when_it_is_one():
    game = find_game("generala")
    assert Card(game).enter("straight", (1, 2, 3, 4, 5), first_roll=True).points == {"straight": 25}
    assert Card(game).enter("straight", (1, 2, 3, 4, 5)).points == {"straight": 20}
