"""A game refuses what it does not offer, and a game file that contradicts itself does not load."""

import tomllib
from dataclasses import FrozenInstanceError, fields, replace
from math import comb
from pathlib import Path

import numpy as np
import pytest
from golden import all_options, tables

from yachtlib.dice import InputError
from yachtlib.games import GAMES, find_game
from yachtlib.rules import (
    CLOSED,
    Box,
    Choice,
    FirstRollBonus,
    Game,
    InstantWin,
    Joker,
    Lock,
    Option,
    RepeatBonus,
    RulesError,
    UpperBonus,
)
from yachtlib.scoring import ALL, MATCHING, Alike, Anything, Groups, Number, Run, Straight

YACHT = find_game("yacht")
YAHTZEE = find_game("yahtzee")
KNIFFEL = find_game("kniffel")
GENERALA = find_game("generala")
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)

ONES = Box("ones", "Ones", "upper", Number(1), MATCHING)
REST = Box("rest", "Rest", "lower", Anything(), ALL)
ALIKE = Box("alike", "Alike", "lower", Alike(3), 30)
PLAIN = Choice("plain", "as printed", ("a-book",))


def tiny(**changes):
    """A game of two boxes that is in order, but for the fields given."""
    return Game(**{"id": "tiny", "name": "Tiny", "edition": "test", "year": 2000, "boxes": (ONES, REST), **changes})


def option(*choices, option_id="rest"):
    return Option(option_id, "What does the rest pay?", choices)


@each_game
def test_the_default_of_every_option_leaves_the_game_as_it_is(game):
    assert game.with_options({}) == game
    assert game.with_options({o.id: o.default.id for o in game.options}) == game


@pytest.mark.parametrize(
    ("option_id", "choice_id", "boxes"),
    [
        ("straights", "30-40", {"little-straight": (Run(4), 30), "big-straight": (Run(5), 40)}),
        ("straights", "15-30", {"little-straight": (Run(4), 15), "big-straight": (Run(5), 30)}),
        ("four-alike", "all", {"four-of-a-kind": (Alike(4), ALL)}),
        ("bonus", "35", {}),
    ],
)
def test_a_choice_changes_its_own_boxes_and_no_others(option_id, choice_id, boxes):
    game = YACHT.with_options({option_id: choice_id})
    changed = {new.id: (new.pattern, new.price) for old, new in zip(YACHT.boxes, game.boxes, strict=True) if new != old}
    assert changed == boxes
    assert [(box.id, box.name, box.section) for box in game.boxes] == [(b.id, b.name, b.section) for b in YACHT.boxes]
    assert game.chosen == ((option_id, choice_id),)


@tables(all_options)
def test_a_table_differs_from_the_game_only_where_its_choices_say(game, options):
    table = game.with_options(options)
    choices = [game.option(o).choice(c) for o, c in options.items()]
    changed = {box.id for choice in choices for box in choice.boxes}
    assert {old.id for old in game.boxes if old not in table.boxes} <= changed
    assert {new.id for new in table.boxes if new not in game.boxes} == changed
    sets = {name: value for choice in choices for name, value in choice.sets.items()}
    same = {f.name for f in fields(game)} - {"boxes", "chosen", "default", *sets}
    assert {name: getattr(table, name) for name in same} == {name: getattr(game, name) for name in same}
    assert {name: getattr(table, name) for name in sets} == sets


def test_a_box_that_a_choice_adds_stands_last_on_the_card():
    best = replace(REST, id="best", price=9)
    game = tiny(options=(option(PLAIN, Choice("more", "one more", ("a-page",), (best, replace(REST, price=5)))),))
    assert [(box.id, box.price) for box in game.boxes] == [("ones", MATCHING), ("rest", ALL)]
    more = game.with_options({"rest": "more"})
    assert [(box.id, box.price) for box in more.boxes] == [("ones", MATCHING), ("rest", 5), ("best", 9)]
    assert more.with_options({"rest": "plain"}) == game


def test_the_second_generala_stands_last_and_only_where_it_is_played():
    assert "double-generala" not in [box.id for box in GENERALA.boxes]
    for price in (100, 120):
        table = GENERALA.with_options({"double": str(price)})
        assert (table.boxes[-1].id, table.boxes[-1].price) == ("double-generala", price)
        assert table.boxes[:-1] == GENERALA.boxes


def test_the_bonus_option_sets_35_at_63_and_the_1938_game_has_none():
    assert YACHT.upper_bonus is None
    assert YACHT.with_options({"bonus": "35"}).upper_bonus == UpperBonus(at=63, points=35)


def test_choosing_options_leaves_the_game_they_are_chosen_from_alone():
    before = YACHT.points.copy()
    YACHT.with_options({"straights": "15-30", "bonus": "35"})
    assert YACHT.chosen == ()
    assert (YACHT.points == before).all()


def test_the_order_in_which_options_are_named_does_not_matter():
    one = YACHT.with_options({"straights": "15-30", "bonus": "35"})
    assert one == YACHT.with_options({"bonus": "35", "straights": "15-30"})
    assert hash(one) == hash(YACHT.with_options({"bonus": "35", "straights": "15-30"}))


@pytest.mark.parametrize("second", ["30-30", "30-40"])
def test_choosing_again_takes_the_place_of_the_first_choice(second):
    first = YACHT.with_options({"straights": "15-30"})
    assert first.with_options({"straights": second}) == YACHT.with_options({"straights": second})


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (
            lambda: YACHT.with_options({"joker": "forced"}),
            "yacht has no option 'joker'; its options: straights, four-alike, five-alike-full-house, bonus",
        ),
        (
            lambda: YACHT.with_options({"straights": "40-50"}),
            "straights: no choice '40-50'; allowed: 30-30, 30-40, 15-30",
        ),
        (
            lambda: YACHT.with_options({"bonus": 35}),
            "bonus: no choice 35; allowed: none, 35",
        ),
        (lambda: tiny().with_options({"rest": "plain"}), "tiny has no option 'rest'; its options: none"),
        (
            lambda: YACHT.box("sevens"),
            "yacht has no box 'sevens'; its boxes: ones, twos, threes, fours, fives, sixes, full-house, "
            "four-of-a-kind, little-straight, big-straight, choice, yacht",
        ),
        (lambda: find_game("chess"), f"no game 'chess'; the games: {', '.join(game.id for game in GAMES)}"),
    ],
    ids=["option", "choice", "choice of another type", "no options at all", "box", "game"],
)
def test_what_a_game_does_not_have_is_refused_with_what_it_has(ask, says):
    with pytest.raises(InputError) as error:
        ask()
    assert str(error.value) == says


@each_game
def test_a_game_is_found_by_its_id_and_by_its_aliases(game):
    for name in (game.id, *game.aliases):
        assert find_game(name) is game


def test_no_id_or_alias_names_two_games():
    names = [name for game in GAMES for name in (game.id, *game.aliases)]
    assert len(names) == len(set(names))


def test_the_points_stand_in_the_order_of_the_card():
    assert YACHT.points.shape == (252, 12)
    assert YACHT.points[0].tolist() == [0, 0, 0, 0, 0, 30, 0, 24, 0, 0, 30, 50]  # 6 6 6 6 6, the first of the rolls
    assert YACHT.points[-1].tolist() == [5, 0, 0, 0, 0, 0, 0, 4, 0, 0, 5, 50]  # 1 1 1 1 1, the last


@each_game
def test_the_tables_of_points_have_a_row_for_every_roll_and_a_column_for_every_box(game):
    shape = (comb(game.n_dice + game.n_faces - 1, game.n_dice), len(game.boxes))
    assert game.points.shape == game.first_points.shape == shape
    assert game.upper.tolist() == [True] * 6 + [False] * (len(game.boxes) - 6)


@pytest.mark.parametrize(
    "thing",
    [
        *(YACHT, ONES, PLAIN, option(PLAIN), UpperBonus(63, 35), RepeatBonus("rest", 100), Joker("rest", True)),
        *(FirstRollBonus(("rest",), 5), Lock("rest", "ones")),
    ],
    ids=lambda t: type(t).__name__,
)
def test_rules_are_frozen(thing):
    with pytest.raises(FrozenInstanceError):
        thing.id = "another"


def test_a_game_in_order_passes_its_own_checks():
    game = tiny(options=(option(PLAIN, Choice("dear", "at 9", ("a-page",), (replace(REST, price=9),))),))
    assert game.with_options({"rest": "dear"}).box("rest").price == 9


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"boxes": (ONES, REST, ONES)}, "tiny: two boxes share an id"),
        ({"id": "Tiny"}, "Tiny: 'Tiny' is not in kebab-case"),
        ({"aliases": ("tiny_game",)}, "tiny: 'tiny_game' is not in kebab-case"),
        ({"boxes": (replace(ONES, id="the ones"), REST)}, "tiny: 'the ones' is not in kebab-case"),
        ({"boxes": (replace(ONES, section="middle"), REST)}, "tiny: ones stands in no section"),
        ({"boxes": (ONES, replace(REST, price=0))}, "tiny: no roll pays in rest"),
        ({"boxes": (ONES, replace(REST, pattern=Alike(6)))}, "tiny: no roll pays in rest"),
        ({"boxes": (ONES, replace(REST, pattern=Straight((1, 2)))), "n_dice": 1}, "tiny: no roll pays in rest"),
        ({"options": (option(replace(PLAIN, id="as_printed")),)}, "tiny: 'as_printed' is not in kebab-case"),
        ({"options": (option(PLAIN, option_id="Rest"),)}, "tiny: 'Rest' is not in kebab-case"),
        ({"options": (option(replace(PLAIN, boxes=(REST,))),)}, "rest: the default changes the game"),
        ({"options": (option(replace(PLAIN, sets={"upper_bonus": None})),)}, "rest: the default changes the game"),
        ({"options": (option(replace(PLAIN, sources=())),)}, "rest=plain names no source"),
        ({"options": (option(PLAIN, Choice("dear", "at 9", (), (REST,))),)}, "rest=dear names no source"),
        (
            {"options": (option(PLAIN, Choice("dear", "at 9", ("a-page",), sets={"lower_bonus": None})),)},
            "rest=dear sets unknown lower_bonus",
        ),
        (
            {"options": (option(PLAIN, Choice("dear", "at 9", ("a-page",), sets={"boxes": (ONES,)})),)},
            "rest=dear sets unknown boxes",
        ),
        ({"repeat_bonus": RepeatBonus("best", 100)}, "tiny: repeat_bonus names unknown box best"),
        ({"joker": Joker("best", forced=True)}, "tiny: joker names unknown box best"),
        ({"first_roll": FirstRollBonus(("rest", "best"), 5)}, "tiny: first_roll names unknown box best"),
        ({"instant_win": InstantWin("best")}, "tiny: instant_win names unknown box best"),
        ({"lock": Lock("best", "rest")}, "tiny: lock names unknown box best"),
        ({"lock": Lock("rest", "best")}, "tiny: lock names unknown box best"),
        (
            {"boxes": (ONES, REST, ALIKE), "repeat_bonus": RepeatBonus("rest", 100), "lock": Lock("rest", "alike")},
            "tiny: repeat_bonus and lock watch two boxes; only one can be remembered",
        ),
        (
            {
                "options": (
                    option(PLAIN, Choice("dear", "at 9", ("a-page",), (REST,))),
                    option(PLAIN, Choice("cheap", "at 3", ("a-page",), (REST,)), option_id="last"),
                )
            },
            "last and rest both change rest",
        ),
        (
            {
                "options": (
                    option(PLAIN, Choice("big", "at 9", ("a-page",), sets={"upper_bonus": UpperBonus(9, 9)})),
                    option(
                        PLAIN,
                        Choice("small", "at 3", ("a-page",), sets={"upper_bonus": UpperBonus(3, 3)}),
                        option_id="last",
                    ),
                )
            },
            "last and rest both change upper_bonus",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_game_that_contradicts_itself_does_not_load(fields, says):
    with pytest.raises(RulesError) as error:
        tiny(**fields)
    assert str(error.value) == says


@pytest.mark.parametrize(
    "options",
    [
        (option(PLAIN), option(PLAIN)),
        (option(PLAIN, replace(PLAIN, says="again")),),
    ],
    ids=["two options", "two choices"],
)
def test_options_and_choices_that_share_an_id_do_not_load(options):
    with pytest.raises(RulesError, match="id"):
        tiny(options=options)


def test_a_choice_whose_box_never_pays_does_not_load():
    """Found with the file, not when the first table plays it."""
    with pytest.raises(RulesError, match="no roll pays in rest"):
        tiny(options=(option(PLAIN, Choice("none", "nothing", ("a-page",), (replace(REST, price=0),))),))


# What a card's whole state makes of a roll, on several cards at once.


def on_cards(game, roll, *cards, earned=False, first_roll=False):
    """By card, given as the ids of its filled boxes: what may be filled and what it pays, and what comes beside it."""
    filled = np.array([[box.id in card.split() for box in game.boxes] for card in cards])
    pays, beside = game.offers(game.lattice.find_roll(roll), filled, np.full(len(cards), earned), first_roll)
    shown = [{box.id: p for box, p in zip(game.boxes, row, strict=True) if p != CLOSED} for row in pays.tolist()]
    return list(zip(shown, beside.tolist(), strict=True))


HOUSE = Box("house", "House", "lower", Groups((2, 1)), 10)
TWOS = Box("twos", "Twos", "upper", Number(2), MATCHING)
THREE_DICE = {"boxes": (ONES, TWOS, ALIKE, HOUSE, REST), "n_dice": 3, "n_faces": 3}


def test_a_forced_joker_goes_to_its_own_number_then_below_then_for_nothing_anywhere():
    game = tiny(**THREE_DICE, joker=Joker("alike", forced=True))
    assert on_cards(game, (1, 1, 1), "", "alike", "alike ones", "alike ones house rest", earned=True) == [
        ({"ones": 3, "twos": 0, "alike": 30, "house": 0, "rest": 3}, 0),
        ({"ones": 3}, 0),
        ({"house": 10, "rest": 3}, 0),
        ({"twos": 0}, 0),
    ]


def test_a_free_joker_goes_anywhere_but_makes_nothing_that_it_is_not_until_its_own_number_is_filled():
    game = tiny(**THREE_DICE, joker=Joker("alike", forced=False))
    assert on_cards(game, (1, 1, 1), "alike", "alike ones", "alike ones house rest") == [
        ({"ones": 3, "twos": 0, "house": 0, "rest": 3}, 0),
        ({"twos": 0, "house": 10, "rest": 3}, 0),
        ({"twos": 0}, 0),
    ]


def test_a_joker_of_a_face_without_a_number_box_goes_below_at_once():
    game = tiny(**THREE_DICE, joker=Joker("alike", forced=True))
    assert on_cards(game, (3, 3, 3), "alike", "alike house rest") == [
        ({"house": 10, "rest": 9}, 0),
        ({"ones": 0, "twos": 0}, 0),
    ]


def test_what_is_no_joker_goes_where_any_roll_goes():
    game = tiny(**THREE_DICE, joker=Joker("alike", forced=True), repeat_bonus=RepeatBonus("alike", 100))
    assert on_cards(game, (1, 1, 2), "alike ones", earned=True) == [({"twos": 2, "house": 10, "rest": 4}, 0)]


def test_a_repeat_is_paid_beside_the_box_once_the_box_holds_its_points():
    game = tiny(**THREE_DICE, repeat_bonus=RepeatBonus("alike", 100))
    assert on_cards(game, (2, 2, 2), "alike", earned=True)[0][1] == 100
    assert on_cards(game, (2, 2, 2), "alike", earned=False)[0][1] == 0
    assert on_cards(game, (2, 2, 1), "alike", earned=True)[0][1] == 0


def test_a_locked_box_takes_zero_until_its_key_holds_its_points():
    game = tiny(**THREE_DICE, lock=Lock("house", "alike"))
    assert on_cards(game, (1, 1, 2), "", earned=False)[0][0]["house"] == 0
    assert on_cards(game, (1, 1, 2), "alike", earned=False)[0][0]["house"] == 0
    assert on_cards(game, (1, 1, 2), "alike", earned=True)[0][0]["house"] == 10


def test_in_order_only_the_first_open_box_may_be_filled():
    game = tiny(**THREE_DICE, in_order=True)
    assert on_cards(game, (2, 2, 2), "", "ones", "ones twos", "ones twos alike house rest") == [
        ({"ones": 0}, 0),
        ({"twos": 6}, 0),
        ({"alike": 30}, 0),
        ({}, 0),
    ]


def test_a_first_roll_adds_its_points_only_where_something_is_made():
    game = tiny(**THREE_DICE, first_roll=FirstRollBonus(("alike", "house"), 5))
    assert on_cards(game, (2, 2, 1), "", first_roll=True) == [
        ({"ones": 1, "twos": 4, "alike": 0, "house": 15, "rest": 5}, 0)
    ]
    assert on_cards(game, (2, 2, 1), "")[0][0]["house"] == 10


@tables(all_options)
def test_only_a_roll_that_is_special_depends_on_more_than_which_boxes_are_open(game, options):
    """What the solver counts on to take all other rolls at once."""
    table = game.with_options(options)
    special = {roll for row, roll in enumerate(table.lattice.dice[table.lattice.rolls]) if table.is_special(row)}
    alike = {(face,) * table.n_dice for face in range(1, 7)}
    assert special == (alike if table.joker or table.lock or table.repeat_bonus else set())


# Variants.


def test_kniffel_is_the_boxed_game_with_other_names_and_50_for_a_further_five_alike():
    assert KNIFFEL.repeat_bonus == RepeatBonus("yahtzee", 50)
    assert [box.id for box in KNIFFEL.boxes] == [box.id for box in YAHTZEE.boxes]
    assert {box.name for box in KNIFFEL.boxes} & {box.name for box in YAHTZEE.boxes} == {"Full House", "Chance"}
    assert (KNIFFEL.chosen, KNIFFEL.aliases) == ((), ())


def test_a_variant_has_the_same_options_with_its_own_defaults_first():
    assert {o.id: [c.id for c in o.choices] for o in KNIFFEL.options} == {
        "joker": ["forced", "free", "none"],
        "extra": ["50", "100", "none"],
        "five-alike-full-house": ["joker", "always"],
    }
    for mine, its in zip(KNIFFEL.options, YAHTZEE.options, strict=True):
        assert mine.question == its.question
        assert {(c.id, c.says, c.sources) for c in mine.choices} == {(c.id, c.says, c.sources) for c in its.choices}


@pytest.mark.parametrize("options", all_options(KNIFFEL), ids=lambda options: " ".join(options.values()))
def test_every_table_of_a_variant_plays_by_the_same_rules_apart_from_the_names(options):
    mine, its = KNIFFEL.with_options(options), YAHTZEE.with_options(options)
    names = {"id", "name", "edition", "boxes", "options", "aliases", "chosen", "default"}
    for field in fields(mine):
        assert field.name in names or getattr(mine, field.name) == getattr(its, field.name), field.name
    assert [replace(box, name="") for box in mine.boxes] == [replace(box, name="") for box in its.boxes]
    assert [box.name for box in mine.boxes] == [box.name for box in KNIFFEL.boxes]
    assert (mine.points == its.points).all()


def test_a_variant_may_start_from_any_choice_and_change_any_field():
    plain = option(PLAIN, Choice("dear", "at 9", ("a-page",), (replace(REST, price=9),)))
    bonus = option(
        Choice("none", "none", ("a-page",)),
        Choice("9", "9", ("a-page",), sets={"upper_bonus": UpperBonus(3, 9)}),
        option_id="bonus",
    )
    game = tiny(options=(plain, bonus), aliases=("small",))
    other = game.variant({"rest": "dear"}, {"rest": "Others"}, id="other", name="Other", n_rolls=2)
    assert (other.id, other.name, other.aliases, other.n_rolls) == ("other", "Other", (), 2)
    assert (other.box("rest").name, other.box("rest").price, other.upper_bonus) == ("Others", 9, None)
    assert [c.id for c in other.option("rest").choices] == ["dear", "plain"]
    back = other.with_options({"rest": "plain", "bonus": "9"})
    assert (back.box("rest").name, back.box("rest").price) == ("Others", ALL)
    assert (back.upper_bonus, back.n_rolls) == (UpperBonus(3, 9), 2)
    assert game.box("rest").price == ALL


def test_a_variant_of_a_choice_that_there_is_not_does_not_load():
    with pytest.raises(InputError, match="extra: no choice '75'; allowed: 100, none, 50"):
        YAHTZEE.variant({"extra": "75"}, {}, id="other")


@each_game
def test_every_source_that_a_game_names_is_listed(game):
    listed = tomllib.loads((Path(__file__).parents[1] / "gen" / "sources.toml").read_text(encoding="utf-8"))
    named = {source for o in game.options for choice in o.choices for source in choice.sources}
    assert named - listed.keys() == set()


@each_game
def test_a_game_has_the_six_number_boxes_first_and_all_other_boxes_below(game):
    numbers = ["ones", "twos", "threes", "fours", "fives", "sixes"]
    assert [box.id for box in game.boxes[:6]] == numbers
    assert [box.id for box in game.boxes if box.section == "upper"] == numbers


def test_a_joker_fills_only_open_boxes_and_does_not_open_a_lock():
    forced = tiny(boxes=(ONES, REST, ALIKE), n_dice=3, n_faces=3, joker=Joker("alike", forced=True))
    (pays, _), (later, _) = on_cards(forced, (1, 1, 1), "alike", "alike ones")
    assert set(pays) == {"ones"}
    assert "ones" not in later
    second = replace(ALIKE, id="second", price=40)
    locked = tiny(
        boxes=(ONES, REST, ALIKE, second),
        n_dice=3,
        n_faces=3,
        joker=Joker("alike", forced=False),
        lock=Lock("second", "alike"),
    )
    ((pays, _),) = on_cards(locked, (1, 1, 1), "alike ones", earned=False)
    assert pays["second"] == 0


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"boxes": ()}, "tiny: a game needs boxes"),
        ({"n_rolls": 0}, "tiny: no dice to roll"),
        ({"boxes": (REST, ONES), "in_order": True}, "tiny: the number boxes come first"),
        ({"repeat_bonus": RepeatBonus("ones", 5)}, "tiny: repeat_bonus watches ones, which is a number box"),
        ({"repeat_bonus": RepeatBonus("rest", -5)}, "tiny: a repeat bonus pays more than nothing"),
    ],
)
def test_rules_that_no_card_can_follow_do_not_load(fields, says):
    with pytest.raises(RulesError) as error:
        tiny(**fields)
    assert str(error.value) == says


def test_a_variant_of_a_table_takes_its_choices_as_defaults():
    none = find_game("yahtzee").with_options({"joker": "none"}).variant({}, {}, id="other")
    assert none.option("joker").default.id == "none"
    assert none.joker is None
    assert none.with_options({"joker": "forced"}).joker == Joker("yahtzee", forced=True)
