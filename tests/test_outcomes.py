"""The most that a card can total, against a second count."""

from functools import cache

import pytest
from golden import all_options, but_of_variants, single_options, tables

from gen import twins
from yachtlib import outcomes
from yachtlib.dice import InputError
from yachtlib.games import find_game
from yachtlib.solver import solve

YACHT = find_game("yacht")
ceiling = cache(outcomes.ceiling)  # that of the boxed game is a search that takes a second
UPPER_BONUS = {"yacht-35": 35, "yahtzee": 35, "kniffel": 35, "yatzy": 50, "maxi-yatzy": 100}  # where it is no option


def several(game):
    """Tables that combine choices, of the games whose ceiling takes no search."""
    return [] if game.repeat_bonus else all_options(game)[::7]


def second_count(game, options):
    """A game in which every turn brings the most of all rolls, first rolls too, by the second reading of the rules.

    The box of five alike comes first, then the number boxes, then the rest: so every further five alike is paid for.
    In the order of the sheet where that is the rule; nothing is paid beside a box there.
    """
    boxes, card, total = twins.boxes(game.id, options), {}, 0
    if options.get("order") != "sheet":
        boxes.sort(key=lambda box: (box not in ("yahtzee", "generala"), box not in twins.NUMBERS))
    for box in boxes:
        turns = [
            (legal[box] + twins.beside(game.id, card, roll, options), legal[box])
            for roll in twins.all_rolls(game.id)
            for first_roll in (False, True)
            if box in (legal := twins.legal(game.id, card, roll, options, first_roll))
        ]
        gained, card[box] = max(turns)
        total += gained
    word = game.upper_bonus.points if game.upper_bonus else 0  # of a game that is not here
    bonus = options.get(
        "bonus", UPPER_BONUS.get(game.id, word if game.id not in twins.LOWER else 0)
    )  # earned: the number boxes come to 105, or 126
    return total + (0 if bonus == "none" else int(bonus))


@pytest.mark.parametrize(
    ("game_id", "options", "most"),
    [
        ("yacht", {}, 297),
        ("yacht", {"bonus": "35"}, 332),
        ("yacht", {"straights": "30-40"}, 307),  # the Big Straight pays 10 more
        ("yacht", {"straights": "15-30"}, 282),  # the Little Straight pays 15 less
        ("yacht", {"four-alike": "all"}, 303),  # 6 6 6 6 6 pays 30 in place of 24
        ("yacht", {"five-alike-full-house": "always"}, 299),  # 6 6 6 6 6 pays 30 in place of 28
        ("yacht-35", {}, 323),
        ("yacht-35", {"five-alike-full-house": "always"}, 325),
        ("yacht-35", {"small-straight": "exact"}, 323),
        ("yahtzee", {}, 1575),
        ("yahtzee", {"extra": "none"}, 375),
        ("yahtzee", {"extra": "50"}, 975),
        ("yahtzee", {"joker": "free"}, 1575),
        # Without jokers five alike is worth 100 and a zero in three boxes, more than the 25, 30 and 40 of other rolls.
        ("yahtzee", {"joker": "none"}, 1480),
        ("yahtzee", {"joker": "none", "five-alike-full-house": "always"}, 1505),
        ("yahtzee", {"joker": "none", "extra": "none"}, 375),
        ("kniffel", {}, 975),
        ("yatzy", {}, 374),
        ("yatzy", {"bonus": "35"}, 359),
        ("yatzy", {"order": "sheet"}, 374),
        ("yatzy", {"prices": "boxed"}, 406),  # 15 and 20 more for the straights, 3 less for the Full House
        ("maxi-yatzy", {}, 649),
        ("generala", {}, 260),  # 105 and 25, 35, 45, 50
        ("generala", {"first-roll": "10"}, 275),
        ("generala", {"first-roll": "none"}, 245),
        ("generala", {"double": "100"}, 360),
        ("generala", {"generala": "60", "double": "120", "first-roll": "10"}, 405),
    ],
    ids=str,
)
def test_the_most_that_a_card_holds(game_id, options, most):
    game = find_game(game_id).with_options(options)
    assert ceiling(game).total == most == second_count(find_game(game_id), options)


@tables(but_of_variants(single_options))
def test_a_table_has_the_ceiling_of_the_second_count(game, options):
    assert ceiling(game.with_options(options)).total == second_count(game, options)


@tables(several)
def test_a_table_of_several_choices_has_the_ceiling_of_the_second_count(game, options):
    assert ceiling(game.with_options(options)).total == second_count(game, options)


@tables(but_of_variants(single_options))
def test_the_card_of_the_ceiling_is_full_and_holds_the_most_of_each_box(game, options):
    table = game.with_options(options)
    card = ceiling(table)
    assert card.open_boxes == ()
    if table.joker or not table.repeat_bonus:  # else a further five alike pays more beside a box than the box can
        assert card.points == twins.most_of_each_box(game.id, options)


def test_without_any_extra_the_boxed_card_holds_375():
    """Other turns may be five alike, as long as the Yahtzee box does not hold its 50 by then."""
    card = outcomes.ceiling(find_game("yahtzee"), repeat_bonus=False)
    assert (card.total, card.repeats) == (375, 0)
    assert card.points == twins.most_of_each_box("yahtzee")


@pytest.mark.parametrize(
    ("game_id", "n_turns", "most"),
    [
        # Number boxes of four dice: 84. The rest without five alike: 29, 29, 25, 30, 40 and 29.
        ("yahtzee", 1, 84 + 35 + 29 + 29 + 25 + 30 + 40 + 29 + 50),
        ("yacht", 0, 84 + 28 + 24 + 30 + 30 + 29),
        ("yacht", 1, 84 + 28 + 24 + 30 + 30 + 29 + 50),
        ("yacht", 2, 84 + 28 + 24 + 30 + 30 + 29 + 50 + 6),  # the second in the sixes: 30 in place of 24
    ],
)
def test_the_most_when_no_more_turns_than_that_are_five_alike(game_id, n_turns, most):
    assert outcomes.ceiling(find_game(game_id), five_alikes=n_turns).total == most


def test_the_card_of_the_1938_ceiling():
    assert ceiling(YACHT).points == {
        "ones": 5,
        "twos": 10,
        "threes": 15,
        "fours": 20,
        "fives": 25,
        "sixes": 30,
        "full-house": 28,
        "four-of-a-kind": 24,
        "little-straight": 30,
        "big-straight": 30,
        "choice": 30,
        "yacht": 50,
    }


@pytest.mark.parametrize("five_alikes", [-1, 13, 1.5, True, "1"])
def test_a_number_of_five_alikes_that_is_no_number_of_turns_is_refused(five_alikes):
    with pytest.raises(InputError, match="from 0 to 12"):
        outcomes.ceiling(find_game("yacht"), five_alikes=five_alikes)


def test_totals_of_an_exact_solution_are_refused_with_what_to_do():
    exact = solve(find_game("generala"), exact=True)
    with pytest.raises(InputError, match="solve without exact"):
        outcomes.totals(exact)


def test_without_a_repeat_bonus_there_is_none_to_leave_out_of_a_ceiling():
    double = find_game("generala").with_options({"double": "100"})
    assert ceiling(double, repeat_bonus=False).total == ceiling(double).total == 360
