"""A game refuses what it does not offer, and a game file that contradicts itself does not load."""

import tomllib
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest

from yachtlib.dice import InputError
from yachtlib.games import GAMES, find_game
from yachtlib.rules import Box, Choice, Game, Option, RulesError, UpperBonus
from yachtlib.scoring import ALL, MATCHING, Alike, Anything, Number, Run, Straight

YACHT = find_game("yacht")
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)

ONES = Box("ones", "Ones", "upper", Number(1), MATCHING)
REST = Box("rest", "Rest", "lower", Anything(), ALL)
PLAIN = Choice("plain", "as printed", ("a-book",))


def tiny(**fields):
    """A game of two boxes that is in order, but for the fields given."""
    fields = {"id": "tiny", "name": "Tiny", "edition": "test", "year": 2000, "boxes": (ONES, REST), **fields}
    return Game(**fields)


def option(*choices, option_id="rest"):
    return Option(option_id, "What does the rest pay?", choices)


def test_the_default_of_every_option_leaves_the_game_as_it_is():
    assert YACHT.with_options({}) == YACHT
    assert YACHT.with_options({o.id: o.default.id for o in YACHT.options}) == YACHT


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


def test_a_game_is_found_by_its_id_and_by_its_aliases():
    assert find_game("yacht-1938") is find_game("yacht") is YACHT


def test_no_id_or_alias_names_two_games():
    names = [name for game in GAMES for name in (game.id, *game.aliases)]
    assert len(names) == len(set(names))


def test_the_points_stand_in_the_order_of_the_card():
    assert YACHT.points.shape == (252, 12)
    assert YACHT.points[0].tolist() == [0, 0, 0, 0, 0, 30, 0, 24, 0, 0, 30, 50]  # 6 6 6 6 6, the first of the rolls
    assert YACHT.points[-1].tolist() == [5, 0, 0, 0, 0, 0, 0, 4, 0, 0, 5, 50]  # 1 1 1 1 1, the last


@pytest.mark.parametrize(
    "thing", [YACHT, ONES, PLAIN, option(PLAIN), UpperBonus(63, 35)], ids=lambda t: type(t).__name__
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
            {"options": (option(PLAIN, Choice("dear", "at 9", ("a-page",), (replace(REST, id="best"),))),)},
            "rest=dear changes unknown best",
        ),
        (
            {"options": (option(PLAIN, Choice("dear", "at 9", ("a-page",), sets={"lower_bonus": None})),)},
            "rest=dear changes unknown lower_bonus",
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
