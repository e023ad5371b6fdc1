"""The most that a card can total, against a second count."""

import pytest

from gen import twins
from yachtlib.games import find_game
from yachtlib.outcomes import ceiling

YACHT = find_game("yacht")
BOXES = [box.id for box in YACHT.boxes]
TABLES = [
    {},
    *({o.id: c.id} for o in YACHT.options for c in o.choices),
    {o.id: o.choices[-1].id for o in YACHT.options},
]


def test_the_1938_card_holds_297_at_most():
    assert ceiling(YACHT).total == 297


def test_with_the_bonus_it_holds_332():
    assert ceiling(YACHT.with_options({"bonus": "35"})).total == 332


@pytest.mark.parametrize(
    ("option", "choice", "most"),
    [
        ("straights", "30-40", 307),  # the Big Straight pays 10 more
        ("straights", "15-30", 282),  # the Little Straight pays 15 less
        ("four-alike", "all", 303),  # 6 6 6 6 6 pays 30 in place of 24
        ("five-alike-full-house", "always", 299),  # 6 6 6 6 6 pays 30 in place of 28
    ],
)
def test_what_one_option_makes_of_the_ceiling(option, choice, most):
    assert ceiling(YACHT.with_options({option: choice})).total == most


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_table_has_the_ceiling_of_the_second_count(options):
    assert ceiling(YACHT.with_options(options)).total == twins.yacht_ceiling(BOXES, options)


def test_the_card_of_the_ceiling_is_full():
    assert ceiling(YACHT).open_boxes == ()
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
