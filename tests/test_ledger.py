"""The ledger of figures and the list of sources: where each entry stands, and what is told of it."""

import csv
import io
import json
import tomllib
from pathlib import Path

import pytest

from gen.bibliography import ABOUT, about, cited_on, host, index, readings, shelves
from gen.ledger import GROUPS, MOVED, address, as_csv, as_list, ditto, group_of, ledger, length, part_of, series_of
from yachtlib.games import GAMES

ROOT = Path(__file__).parents[1]
FIGURES = json.loads((ROOT / "figures.json").read_text())["figures"]
PARTS = tomllib.loads((ROOT / "gen" / "strings" / "en.toml").read_text())["figures"]["part"]
SOURCES = tomllib.loads((ROOT / "gen" / "sources.toml").read_text())


def test_every_figure_stands_once_on_one_page():
    stand = [figure for group in GROUPS for part in ledger(group, FIGURES, PARTS) for figure in part.ids]
    assert sorted(stand) == sorted(FIGURES)


def test_anchors_of_a_page_are_its_own():
    for group in GROUPS:
        anchors = [part.anchor for part in ledger(group, FIGURES, PARTS)]
        assert len(set(anchors)) == len(anchors)
        assert not set(anchors) & set(FIGURES)


def test_a_figure_stands_under_its_second_word_or_else_its_first():
    assert part_of("dice.keep.66.pair.t1", PARTS) == "keep"
    assert part_of("dice.rolls", PARTS) == "dice"
    assert part_of("yacht.nothing", PARTS) == ""
    assert address("yacht-35.ceiling") == "/figures/yacht-35/#yacht-35.ceiling"


def test_a_name_that_moved_leads_to_a_group_that_there_is():
    assert all(group_of(new) in GROUPS for new in MOVED.values())


@pytest.mark.parametrize(
    ("statement", "above", "marked"),
    [
        ("One two three four five.", "", "One two three four five."),
        ("One two three four five.", "One two three four six.", '<i class="same">One two three four</i> five.'),
        ("Five one two three four.", "Six one two three four.", 'Five <i class="same">one two three four.</i>'),
        ("One two three five.", "One two three six.", "One two three five."),
        ("A b c d.", "A b c d.", '<i class="same">A b c d.</i>'),
        ("x a b c d y", "z a b c d", 'x <i class="same">a b c d</i> y'),
        ("a & b", "", "a &amp; b"),
    ],
)
def test_words_of_the_line_above_are_marked_and_none_is_lost(statement, above, marked):
    assert ditto(statement, above) == marked


def test_csv_quotes_what_holds_a_comma_and_ends_lines_as_the_standard_says():
    figure = {"value": 0.5, "exact": "1/2", "unit": "chance", "statement": 'Say "a", b.', "method": "exact"}
    figure |= {"checks": [{}, {}], "pages": ["/", "/a/"]}
    text = as_csv({"x.y": figure, "x.z": figure | {"exact": None, "pages": []}})
    assert text.count("\r\n") == text.count("\n") == 3
    assert 'x.y,0.5,1/2,chance,"Say ""a"", b.",exact,2,/ /a/' in text
    assert list(csv.reader(io.StringIO(text)))[2][2] == ""


def test_the_finder_reads_how_a_figure_is_written_and_what_it_says():
    told = json.loads(as_list({"a.b": FIGURES["yacht.ceiling"]}))
    assert told == {"a.b": ["297", FIGURES["yacht.ceiling"]["statement"]]}


def test_series_stand_on_the_page_of_their_game():
    series = {"yacht.a": {"values": [1, 2]}, "yacht-35.b": {"rows": {"11111": {}}}}
    assert list(series_of("yacht", series)) == ["yacht.a"]
    assert [length(told) for told in series.values()] == [2, 1]


def test_every_source_stands_once_and_is_in_the_index_of_all_it_is_about():
    stand = [key for keys in shelves(SOURCES).values() for key in keys]
    assert sorted(stand) == sorted(SOURCES)
    for key, source in SOURCES.items():
        for shelf in about(key, source):
            assert shelf in ABOUT, f"{key} says nothing of what it is about: add about = […]"
            assert key in index(SOURCES, shelf)


def test_what_a_source_is_about_covers_the_games_whose_readings_name_it():
    games = [game.id for game in GAMES if game.id != "kniffel"]  # its readings are the boxed game's
    for key, source in SOURCES.items():
        named = {game.id for reading in readings(key) for game in reading.games} & set(games)
        if named and not named & set(about(key, source)):
            assert "kniffel" in about(key, source), key


def test_a_reading_that_two_games_share_is_told_once():
    shared = [reading for reading in readings("t-games-yacht") if len(reading.games) > 1]
    assert shared
    assert all([game.id for game in reading.games] == ["yahtzee", "kniffel"] for reading in shared)


def test_pages_that_cite_a_source_are_found_by_their_routes():
    assert cited_on("a", {"/y/": ["a", "b"], "/x/": ["a"], "/z/": ["b"]}) == ["/x/", "/y/"]


@pytest.mark.parametrize(
    ("url", "short"),
    [
        ("https://github.com/jdh8/yahtzee-engine", "github.com/jdh8"),
        ("http://www.example.org/a/b?c", "example.org"),
        ("https://en.wikipedia.org/wiki/Yatzy", "en.wikipedia.org"),
    ],
)
def test_a_long_address_is_told_by_its_host(url, short):
    assert host(url) == short
