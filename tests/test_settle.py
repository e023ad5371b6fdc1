"""Settle it: what it says is what the library says; families, names, answers and dice that count are complete."""

import json
import tomllib
from itertools import groupby
from pathlib import Path

import pytest
from node import find_node

from gen.compare import box_of
from gen.settle import FILE, MASK, called, every_box, families, heard
from gen.words import WrongWord
from yachtlib.card import Card
from yachtlib.games import GAMES
from yachtlib.scoring import GOALS, Number

ROOT = Path(__file__).parent.parent
STRINGS = tomllib.loads((ROOT / "gen" / "strings" / "en.toml").read_text(encoding="utf-8"))
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
# A word that may mean two boxes: the one that pays is meant.
EITHER = {"straight", "run", "street", "sequence", "strasse", *STRINGS["settle"]["misspelt"]["straight"]}

# Boxes that no other sheet than that of Maxi Yatzy has; the answer about six dice is about none of them.
MAXI = {"three-pairs", "full-straight", "villa", "tower"}


@pytest.fixture(scope="module")
def known(site):
    return json.loads((site / FILE).read_text(encoding="utf-8"))


def later(table, box, dice):
    """A card on which this roll has filled all that it fills before it is a joker, or before a lock opens."""
    on_empty = Card(table, {}).legal(dice)
    first = {table.joker.box, *(one.id for one in table.boxes if one.section == "upper")} if table.joker else set()
    first |= {table.lock.until} if table.lock else set()
    filled = {name: points for name, points in on_empty.items() if name in first and points and name != box}
    return Card(table, filled)


@pytest.mark.skipif(not find_node(), reason="no Node")
@EACH_GAME
def test_every_roll_in_every_box_pays_what_the_library_says_by_every_reading(ask, known, game):
    """On an empty card, on the first roll of a turn, and as a joker; nothing in a box that is not there or not open."""
    sheet = next(one["sheet"] for one in known["games"] if one["id"] == game.id)
    boxes = list(sheet.values())
    assert set(boxes) == {box.id for box in every_box(game)}
    tables = {(None, None): game} | {
        (option.id, choice.id): game.with_options({option.id: choice.id})
        for option in game.options
        for choice in option.choices[1:]
    }
    rolls = [tuple(reversed(dice)) for dice in game.lattice.dice[game.lattice.rolls]]
    said = ask(ask="verdicts", game=game.id, boxes=boxes)
    seen = 0
    plain = {
        key: [(Card(table, {}).legal(dice), Card(table, {}).legal(dice, True)) for dice in rolls]
        for key, table in tables.items()
    }
    for box, verdicts in zip(boxes, said, strict=True):
        for row, (verdict, dice) in enumerate(zip(verdicts, rolls, strict=True)):
            assert sorted(verdict["dice"]) == sorted(dice)
            assert [(option, choice) for option, choice, _ in verdict["pays"]] == list(tables)
            for option, choice, (now, first, joker) in verdict["pays"]:
                table = tables[option, choice]
                on_empty, on_first = plain[option, choice][row]
                assert now == on_empty.get(box), (table, box, dice)
                assert first == on_first.get(box), (table, box, dice)
                if not table.in_order:
                    special = table.is_special(row)
                    assert joker == (later(table, box, dice).legal(dice) if special else on_empty).get(box), (box, dice)
                seen += 1
    assert seen == len(boxes) * len(rolls) * len(tables)


@EACH_GAME
def test_every_box_is_in_a_family_and_no_two_boxes_in_the_same(known, game):
    sheet = next(one["sheet"] for one in known["games"] if one["id"] == game.id)
    assert sorted(sheet.values()) == sorted(box.id for box in every_box(game))
    assert sheet.keys() <= known["families"].keys()
    for family, box in sheet.items():
        there = box_of(game, family)
        assert there is None or there.id == box


def test_a_family_goes_by_a_name_that_sheets_print_or_by_its_own():
    for family in families(STRINGS):
        printed = [box.name for box in family.boxes.values()]
        assert family.name in printed or family.name == STRINGS["family"][family.id]


def test_no_name_means_two_boxes_but_those_that_are_meant_to(known):
    double = {words for words, meant in known["called"].items() if len(meant.get("b", [])) > 1}
    assert double == EITHER


@pytest.mark.parametrize(
    ("section", "name", "said", "advice"),
    [
        ("called", "full-hous", ["boat"], "Did you mean full-house?"),
        ("called", "yahtzee", ["boat"], "These can have names here: "),
        ("played", "generalla", ["general"], "Did you mean generala?"),
        ("called", "choice", "any dice", "Write them in brackets: "),
        ("called", "choice", [7], "Write them in brackets: "),
        ("called", "choice", ["…"], "Write them in brackets: "),
        ("called", "choice", ["Any dice"], "Write it in small letters"),
        ("called", "choice", ["any 5"], "Write it in small letters"),
    ],
)
def test_a_name_that_cannot_be_one_is_told_with_its_place_and_what_to_do(section, name, said, advice):
    settle = STRINGS["settle"]
    with pytest.raises(WrongWord) as wrong:
        called(families(STRINGS), STRINGS | {"settle": settle | {section: settle[section] | {name: said}}})
    path, _, do = wrong.value.args
    assert path == ("settle", section, name)
    assert do.startswith(advice)


def test_names_are_written_as_they_are_heard(known):
    """Else nobody who types one would be understood; a game's name may be its box's, and no other box's."""
    assert all(words == heard(words) for words in known["called"])
    for section in ("called", "played"):
        for names in STRINGS["settle"][section].values():
            assert len(set(names)) == len(names)
            assert {heard(name) for name in names} <= known["called"].keys()
    for words, meant in known["called"].items():
        if "b" in meant and "g" in meant:
            assert meant["b"] == (["six-alike"] if meant["g"] == "maxi-yatzy" else ["five-alike"]), words


def test_longer_names_stand_first(known):
    lengths = [len(words) for words in known["called"]]
    assert lengths == sorted(lengths, reverse=True)


def test_printed_names_are_understood(known):
    for game in GAMES:
        for box in every_box(game):
            meant = known["called"][heard(box.name)]["b"]
            assert any(game.id in family.boxes for family in families(STRINGS) if family.id in meant)
        assert known["called"][heard(game.name)]["g"] == game.id


def test_lists_of_names_belong_to_boxes_and_games():
    assert STRINGS["settle"]["called"].keys() <= {family.id for family in families(STRINGS)}
    assert STRINGS["settle"]["played"].keys() <= {game.id for game in GAMES}


@EACH_GAME
def test_the_dice_that_count_are_those_of_the_library(known, game):
    """Where the data says nothing, all dice of a roll that pays count, or those of the box's number."""
    counts = game.lattice.counts[game.lattice.rolls]
    for box in game.boxes:
        signs = known["counting"].get(game.id, {}).get(box.id)
        for row, (roll, earned) in enumerate(zip(counts, box.counting(counts), strict=True)):
            dice = [face for face in range(game.n_faces, 0, -1) for _ in range(roll[face - 1])]
            if isinstance(box.pattern, Number):
                assert signs is None
            elif signs is None:
                assert not earned.any() or (earned == roll).all()
            else:
                held = [face for n, face in enumerate(dice) if ord(signs[row]) - MASK >> n & 1]
                assert [held.count(face) for face in range(1, game.n_faces + 1)] == earned.tolist()


def test_answers_are_pages_and_say_what_they_are_about(known, site):
    assert known["answers"]
    for answer in known["answers"]:
        assert (site / "faq" / answer["slug"] / "index.html").exists()
        assert answer["near"] or answer["rolls"]
        assert answer["near"].keys() | answer["rolls"].keys() <= known["families"].keys()
        assert all(answer["rolls"].values())
        assert answer["ask"] and answer["says"] and "<" not in answer["ask"] + answer["says"]


def test_every_combination_has_an_answer(known):
    told = {family for answer in known["answers"] for family in answer["near"]}
    missing = known["families"].keys() - told
    assert missing == {"six-alike", "double-generala", *MAXI}


def test_readings_lead_to_where_they_are_argued_out(known, site):
    compare = (site / "compare" / "index.html").read_text(encoding="utf-8")
    touching = 0
    for game in GAMES:
        for option in game.options:
            told = known["readings"][game.id].get(option.id)
            if any(choice.boxes for choice in option.choices):
                assert told
            if told:
                touching += 1
                assert told.keys() == {choice.id for choice in option.choices}
                for choice in option.choices:
                    reading = told[choice.id]
                    assert f'id="{reading["at"]}"' in compare
                    assert reading["says"].lower() == f"{option.question} {choice.says}".lower()
                    assert reading["who"] != STRINGS["settle"]["by"].format(who=""), "a reading that nobody follows"
    assert touching


def test_rolls_go_by_the_rarest_that_they_make(known):
    dice = GAMES[0].lattice
    boxes = [name for name in known["rolls"] if name not in GOALS]
    assert boxes == list(known["rolls"])[: len(boxes)] == ["full-straight", "villa", "tower", "three-pairs"]
    assert set(boxes) <= {box.id for game in GAMES if game.n_dice == 6 for box in game.boxes}
    assert [name for name in known["rolls"] if name in GOALS][:3] == ["five-run", "five-alike", "four-run"]
    assert known["rolls"].keys() == STRINGS["settle"]["roll"].keys()
    assert len(dice.counts[dice.rolls]) == 252


def test_the_options_of_the_page_are_the_families_and_games(site):
    """What the page brings is what the module knows, so that nothing has to be built first."""
    page = (site / "settle" / "index.html").read_text(encoding="utf-8")
    for family in families(STRINGS):
        assert f'<option value="{family.id}"' in page
    for game in GAMES:
        assert f'<option value="{game.id}"' in page


def test_faces_are_the_first_six_number_words(known):
    """So numbers are read: "five fours" are those of the families of number boxes."""
    upper = [box.id for box in GAMES[0].boxes if box.section == "upper"]
    assert [family for family, _ in groupby(known["families"])][: len(upper)] == upper
    assert all(box.startswith(word) for box, word in zip(upper, known["number"][1:7], strict=True))
