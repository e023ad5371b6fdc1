"""Printed sheets: each is one page of its paper, says what the rules say, and nothing on it is cut off or too small."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from look import PICTURED, SHEETS, small
from paper import Area, Paper
from PIL import Image
from pypdf import PdfReader

import gen.__main__ as command
from gen.drawing import TooLong, Unset, kept_as, sheets_of
from gen.rulecard import TURN, WHERE
from gen.sheets import KINDS, PAPERS, path, preview
from gen.words import Words
from yachtlib.games import GAMES
from yachtlib.scoring import Anything, Run

ROOT = Path(__file__).parent.parent
SIZES = {"a4": (210, 297), "letter": (215.9, 279.4)}  # millimetres
CARDS = [kind for kind, (template, _) in KINDS.items() if template in ("score", "solo", "large")]
FIRM = 0.3  # millimetres: thicker rules are firm, thinner ones hairlines
LEAST = {"large-print": 12}  # height of a row in millimetres, where it is not 7
APART = 0.0002  # of a picture: less than what a row holds
EVERY = [path(game, paper, kind) for game in GAMES for paper in PAPERS for kind in KINDS]
EVERY_CARD = [path(game, paper, kind) for game in GAMES for paper in PAPERS for kind in CARDS]


@pytest.fixture(scope="module")
def told():
    """File -> the sheet, for every sheet and picture."""
    book, problems = command.read_book()
    assert problems == []
    book.build()
    return {sheet.file: sheet for sheet in (*book.sheets.pdfs(), *book.sheets.previews())}


@pytest.fixture
def sheets_with():
    """The sheets of the project with its strings changed: ``sheets_with(lambda strings: …)``."""

    def changed(change):
        book, _ = command.read_book()
        change(book.strings)
        book.strings = Words(book.strings)
        return book.sheets

    return changed


@pytest.fixture(scope="module")
def templates():
    return command._texts(command.PRINT, ".typ")


@pytest.fixture(scope="module")
def paper(site):
    """File -> what is on it."""
    if not shutil.which("pdftotext"):
        missing = "no poppler: python tests/browser.py says what to install"
        pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)
    return cache(lambda file: Paper(site / file))


def flat(text: str) -> str:
    return " ".join(text.split())


def one_of_each_kind(told):
    return [told[path(game, "letter", kind)] for kind, game in zip(KINDS, GAMES * len(KINDS), strict=False)]


# ---- the file


@pytest.mark.parametrize("file", EVERY)
def test_a_sheet_is_one_page_of_its_paper_with_a_title_a_language_tags_and_its_fonts(file, paper, told):
    found, data = paper(file), told[file].data
    assert len(found.pdf.pages) == 1
    size = SIZES["a4" if "-a4-" in file else "letter"]
    assert (found.width, found.height) == pytest.approx(size, abs=0.1)
    assert found.pdf.metadata.title == data["title"]
    assert data["game"]["name"] in data["title"]
    assert found.pdf.metadata.author == "Three Rolls"
    assert found.pdf.metadata.creation_date is None, "a date would make two builds differ"
    assert found.root["/Lang"] == "en"
    assert found.root["/MarkInfo"]["/Marked"]
    assert found.root["/ViewerPreferences"]["/DisplayDocTitle"], "the title in a window's head, not the file's name"
    for font in found.fonts():
        assert "/FontFile3" in font or "/FontFile2" in font, "embedded"
        assert font["/FontName"][7] == "+", "a subset"
    assert len(found.file.read_bytes()) < 60_000


@pytest.mark.parametrize("file", EVERY)
def test_dice_and_repeated_cards_are_no_part_of_what_is_read_aloud(file, paper):
    tags = paper(file).tags()
    assert 10 < len(tags) < 200
    assert "/Figure" not in tags


@pytest.mark.parametrize("file", EVERY_CARD)
def test_what_is_read_aloud_of_a_card_is_a_table_with_a_row_for_each_line(file, paper, told):
    data = told[file].data
    rows = len(data["game"]["rows"]) + (data.get("games", 1) > 1)
    assert paper(file).tags().count("/TR") - paper(file).tags().count("/THead") == rows


@pytest.mark.parametrize("file", EVERY)
def test_the_address_stands_on_a_sheet_and_leads_there(file, paper, told):
    game = told[file].data["game"]
    links = [note.get_object()["/A"]["/URI"] for note in paper(file).page["/Annots"]]
    assert game["url"] in links
    assert game["address"] in paper(file).text


# ---- what it says


@pytest.mark.parametrize("file", EVERY_CARD)
def test_a_card_has_every_line_in_the_order_of_the_game_s_sheet_and_what_it_pays(file, paper, told):
    found, game = paper(file).text, told[file].data["game"]
    at = 0
    for row in game["rows"]:
        at = found.find(row["name"], at)
        assert at >= 0, f"no {row['name']} below the line before it"
        at += len(row["name"])
        assert found.find(row["pays"], at) >= 0
    assert [box.name for box in game_of(file).boxes] == [row["name"] for row in game["rows"] if row["kind"] == "box"]


def game_of(file):
    return next(game for game in GAMES for pages in PAPERS if file.startswith(f"print/{game.id}-{pages}-"))


@pytest.mark.parametrize("file", EVERY_CARD)
def test_the_scoring_key_and_the_edition_stand_below_a_card_in_full(file, paper, told):
    found, game = paper(file).text, told[file].data["game"]
    for heading, says in game["key"]:
        assert flat(f"{heading} {says}") in found
    assert game["foot"] in found
    assert game_of(file).edition[1:] in game["foot"]


@pytest.mark.parametrize("file", EVERY_CARD)
def test_twelve_squares_are_there_for_the_extras_of_everybody(file, paper, told):
    data = told[file].data
    columns = sum(1 for row in data["game"]["rows"] if row["kind"] == "ticks") * columns_of(file, paper(file), data)
    assert paper(file).squares == 12 * columns


def columns_of(file, found, data):
    if "large-print" in file:
        return 2
    return data["players"] * data.get("games", 1) if "players" in data else len(found.upright) // 2


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_nobody_would_play_the_turn_of_a_rules_card_otherwise(game):
    """No combination counts other dice than those kept, and no roll is within a die of a straight."""
    for roll, keep in TURN[game.n_dice]:
        faces = [int(face) for face in roll]
        counts = game.lattice.counts[game.lattice.find_roll(faces) + game.lattice.rolls.start][None]
        kept = np.bincount([int(face) for face in keep], minlength=7)[1:]
        for box in game.boxes:
            if box.section == "lower" and not isinstance(box.pattern, Anything):
                assert (box.pattern.counting(counts)[0] <= kept).all(), f"{box.name} of {roll}"
        assert not Run(4).made(counts)[0], roll
    last = TURN[game.n_dice][-1]
    assert set(last[1]) == {str(game.box(WHERE).pattern.face)}


def test_the_turn_before_would_have_been_seen():
    """A Small Straight made, and broken up."""
    game = next(game for game in GAMES if game.id == "yahtzee")
    counts = np.bincount([2, 6, 3, 4, 1], minlength=7)[1:][None]
    assert game.box("small-straight").pattern.counting(counts).sum() == 4


def test_a_change_of_house_rules_is_zero_only_where_it_is_none(told):
    worths = {
        (question["asks"], reading["says"]): reading["worth"]
        for question in told["print/yahtzee-a4-house-rules.pdf"].data["questions"]
        for reading in question["readings"]
    }
    assert worths[
        "Where must a further five alike go?", "Anywhere, and as a joker once its own number box is filled"
    ] == ("under 0.01")
    assert worths["Is five alike a Full House?", "Yes, always"] == "0"
    assert worths["What does a further five alike pay on top?", "Nothing"] == "−8.50"
    assert {"0.00", "+0.00", "−0.00"}.isdisjoint(
        reading["worth"]
        for sheet in told.values()
        for question in sheet.data.get("questions", ())
        for reading in question["readings"]
    )


def test_a_word_of_the_page_alone_does_not_change_a_sheet(sheets_with):
    def reword(strings):
        strings["print"]["house"]["intro"] = "Another"
        strings["print"]["kind"]["solo"]["says"] = "Another"
        strings["sheet"]["numbers_note_of_the_page"] = "Another"

    before, after = (list(sheets_with(change).pdfs()) for change in (lambda strings: None, reword))
    assert [sheet.data for sheet in before] == [sheet.data for sheet in after]


# ---- where it stands


@pytest.mark.parametrize("file", EVERY)
def test_everything_stands_within_the_margins_and_fills_them(file, paper):
    found = paper(file)
    areas = [*found.words, *found.rules]
    sides = {
        "left": min(area.left for area in areas),
        "top": min(area.top for area in areas),
        "right": found.width - max(area.right for area in areas),
        "bottom": found.height - max(area.bottom for area in areas),
    }
    assert all(10 <= side <= 15 for side in sides.values()), sides


@pytest.mark.parametrize("file", EVERY)
def test_no_word_lies_on_another_or_on_a_rule(file, paper):
    found = paper(file)
    wrong = [
        (one.text, two.text) for i, one in enumerate(found.words) for two in found.words[:i] if one.overlap(two) > 0.1
    ]
    wrong += [(word.text, rule) for word in found.words for rule in found.rules if word.overlap(rule) >= 0]
    assert wrong == []


@pytest.mark.parametrize("file", EVERY_CARD)
def test_cells_are_high_enough_to_write_in_and_all_alike(file, paper, told):
    found, data = paper(file), told[file].data
    counted = {}
    for rule in found.upright:
        steps = steps_along(rule, found.level)
        assert min(steps) >= LEAST.get(data["kind"], 7)
        assert max(steps) - min(steps) < 0.1
        counted[rule.left] = len(steps)
    rows = len(data["game"]["rows"]) + (data.get("games", 1) > 1)
    blocks = {counted[min(counted)], counted[max(counted)]} if "large-print" in file else {max(counted.values())}
    assert sum(blocks) == rows


def steps_along(column: Area, levels: list[Area]) -> list[float]:
    """The heights of the cells beside an upright rule, from the firm rule below the names on."""
    near = 0.1
    met = [
        rule
        for rule in levels
        if rule.left - near <= column.left <= rule.right + near
        and column.top - near <= rule.top <= column.bottom + near
    ]
    firm = min(rule.top for rule in met if rule.thick > FIRM)
    tops = sorted(rule.top for rule in met if rule.top >= firm)
    return [below - above for above, below in pairwise(tops)]


def test_the_checks_of_places_see_what_is_wrong():
    word = Area(10, 10, 30, 14, "word")
    assert word.overlap(Area(28, 12, 40, 16)) == 2
    assert word.overlap(Area(20, 0, 20, 100)) == 0, "a rule through it: it is flat"
    assert word.overlap(Area(31, 0, 31, 100)) < 0, "a rule beside it"
    assert word.overlap(Area(30.5, 10, 40, 14)) < 0


# ---- how it comes to be


def test_sheets_are_the_same_to_the_byte_in_another_process(told, templates, tmp_path):
    sheets = one_of_each_kind(told)
    wanted = {sheet.file: json.loads(json.dumps([sheet.template, sheet.data])) for sheet in sheets}
    (tmp_path / "sheets.json").write_text(json.dumps([wanted, templates]))
    code = (
        "import hashlib, json, pathlib, sys; from gen.drawing import sheets_of; from gen.sheets import Sheet\n"
        "told, templates = json.loads(pathlib.Path(sys.argv[1]).read_text())\n"
        "made = sheets_of([Sheet(file, *parts) for file, parts in told.items()], templates)\n"
        "print(*(hashlib.sha256(pdf).hexdigest() for pdf in made))"
    )
    command = [sys.executable, "-c", code, tmp_path / "sheets.json"]
    elsewhere = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split()
    assert [hashlib.sha256(pdf).hexdigest() for pdf in sheets_of(sheets, templates)] == elsewhere


def test_sheets_are_set_once_and_again_only_where_something_changed(told, tmp_path, monkeypatch):
    class Two:
        def __init__(self, *files):
            self.made = [told[file] for file in files]

        def pdfs(self):
            return [sheet for sheet in self.made if sheet.file.endswith(".pdf")]

        def previews(self):
            return [sheet for sheet in self.made if sheet.file.endswith(".png")]

    texts, times = {"a.typ": "", "b.typ": ""}, []
    monkeypatch.setattr(command, "SHEETS", tmp_path)
    monkeypatch.setattr(command, "_texts", lambda folder, ending: texts)
    monkeypatch.setattr(command, "sheets_of", lambda sheets, _: times.append(len(sheets)) or [b"x"] * len(sheets))
    files = ["print/yacht-a4-solo.pdf", "print/yacht-solo.png"]
    assert command.set_sheets(Two(*files)) == (dict.fromkeys(files, b"x"), [])
    command.set_sheets(Two(*files))
    assert times == [2]
    command.set_sheets(Two(files[0], "print/yatzy-solo.png"))
    assert times == [2, 1]
    assert len(list(tmp_path.iterdir())) == 2, "the one that is shown no more is gone"
    texts["b.typ"] = "// another word"
    command.set_sheets(Two(files[0], "print/yatzy-solo.png"))
    assert times == [2, 1, 2], "a template changed"


def test_a_sheet_is_kept_under_another_name_when_what_draws_it_changes(told, templates, monkeypatch):
    sheet = told["print/yacht-solo.png"]
    name = kept_as(sheet.data, templates)
    monkeypatch.setattr("gen.drawing.PREVIEW", 99)
    assert kept_as(sheet.data, templates) != name


def fuller(sheet, times):
    """The same sheet with its lines several times over."""
    game = sheet.data["game"]
    return type(sheet)(sheet.file, sheet.template, {**sheet.data, "game": {**game, "rows": game["rows"] * times}})


@pytest.mark.parametrize("kind", CARDS)
def test_a_card_with_more_lines_than_fit_ends_the_build_with_the_template_and_the_sheet(
    kind, told, templates, monkeypatch
):
    sheet = fuller(told[path(GAMES[0], "a4", kind)], 4)
    with pytest.raises(Unset) as error:
        sheets_of([sheet], templates)
    template, line, what, _ = error.value.args
    assert (template, line) == (f"{KINDS[kind][0]}.typ", 1)
    assert what.startswith(f"{sheet.file} does not fit: a row would be ")


LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebs"  # of 49 letters


def renamed(sheet, game_name, box_name=None):
    """The same sheet of a game of another name, and with another name of its last box."""
    game = sheet.data["game"]
    last = max(i for i, row in enumerate(game["rows"]) if row["kind"] == "box")
    rows = [row | {"name": box_name or row["name"]} if i == last else row for i, row in enumerate(game["rows"])]
    return type(sheet)(sheet.file, sheet.template, {**sheet.data, "game": {**game, "name": game_name, "rows": rows}})


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_s_name_that_has_no_room_ends_the_build_and_is_named(kind, told, templates):
    with pytest.raises(TooLong) as error:
        sheets_of([renamed(told[path(GAMES[0], "a4", kind)], LONG)], templates)
    assert error.value.args == (LONG, f"'{LONG}' is too long for print/yacht-a4-{kind}.pdf")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "house-rules"])
def test_a_box_s_name_that_has_no_room_ends_the_build_and_is_named(kind, told, templates):
    with pytest.raises(TooLong) as error:
        sheets_of([renamed(told[path(GAMES[0], "a4", kind)], "Yacht", LONG * 3)], templates)
    assert error.value.args[0] == LONG * 3


@pytest.mark.parametrize("kind", KINDS)
def test_a_long_name_of_a_game_is_set_smaller_and_stays_on_its_sheet(kind, told, templates, tmp_path):
    name = "Yachtsundyatzysmitbonus" if kind == "solo" else "Yachtsundyatzysundkniffelsmitbonus"
    (made,) = sheets_of([renamed(told[path(GAMES[0], "a4", kind)], name)], templates)
    (tmp_path / "long.pdf").write_bytes(made)
    found = Paper(tmp_path / "long.pdf")
    assert name in found.text
    assert max(word.right for word in found.words) <= found.width - 10
    assert [
        (one.text, two.text) for one in found.words for two in found.words if one is not two and one.overlap(two) > 0.1
    ] == []


@pytest.mark.parametrize(
    ("name", "file", "starts"),
    [
        ("Maxi Yatzy", "yachtlib/games/maxi_yatzy.py", '    name="Maxi Yatzy"'),
        ("Große Straße", "yachtlib/games/kniffel.py", '        "large-straight": "Große'),
        ("Sixes", "yachtlib/rules.py", "    for face, name in enumerate("),
    ],
)
def test_a_name_that_is_too_long_is_mended_where_it_stands(name, file, starts):
    problem = command._unset(TooLong(name, "too long"))
    assert (problem.file, problem.what) == (file, "too long")
    assert (ROOT / file).read_text(encoding="utf-8").splitlines()[problem.line - 1].startswith(starts)


@pytest.mark.parametrize("file", EVERY_CARD)
def test_what_every_box_takes_stands_in_words_on_its_card(file, paper, told):
    """Beside its name, or in a line below all of them."""
    found = paper(file).text.replace("\u00a0", " ")
    for row in told[file].data["game"]["rows"]:
        if row["kind"] == "box" and not row["upper"]:
            assert flat(row["short"]) in found, row["name"]


def test_a_mistake_in_a_template_is_a_problem_with_its_line(told, templates, tmp_path, monkeypatch):
    class One:
        def pdfs(self):
            return [told["print/yacht-a4-solo.pdf"]]

        def previews(self):
            return []

    monkeypatch.setattr(command, "SHEETS", tmp_path)
    monkeypatch.setattr(command, "_texts", lambda folder, ending: templates | {"card.typ": "\n#nothing"})
    made, problems = command.set_sheets(One())
    assert made == {}
    assert str(problems[0]).startswith("gen/templates/print/card.typ:2: print/yacht-a4-solo.pdf does not set: ")


@pytest.mark.parametrize(
    ("section", "name", "where"),
    [
        ("sheet", "line", "[sheet]"),
        ("sheet", "box", "[sheet]"),
        ("print.words", "series", "[print.words]"),
        ("print.document", "solo", "[print.document]"),
        ("print.rules.head", "ties", "[print.rules.head]"),
        ("print.house", "signed", "[print.house]"),
        ("box", "anything", "[box]"),
        ("key", "turn", "[key]"),
    ],
)
def test_a_word_that_sheets_miss_is_named_with_its_section_and_line(section, name, where, sheets_with):
    def drop(strings):
        for part in section.split("."):
            strings = strings[part]
        del strings[name]

    made, (problem,) = command.set_sheets(sheets_with(drop))
    lines = command.STRINGS.read_text(encoding="utf-8").splitlines()
    assert made == {}
    assert (problem.file, problem.what) == ("gen/strings/en.toml", f"no word {name!r} in {where}")
    assert lines[problem.line - 1].startswith(f"{name} =")


def test_a_mistyped_placeholder_is_named_with_its_word_and_line(sheets_with):
    def mistype(strings):
        strings["print"]["rules"]["turn_ends"] = "{pints} in {box}"

    _, (problem,) = command.set_sheets(sheets_with(mistype))
    line = command.STRINGS.read_text(encoding="utf-8").splitlines()[problem.line - 1]
    assert line.startswith("turn_ends = ")
    assert problem.what == "print.rules.turn_ends cannot be filled in: 'pints'"
    assert "{points}" in problem.do


@pytest.mark.parametrize("dry", [True, False])
def test_a_mistyped_word_of_the_key_ends_the_build_without_a_traceback(dry, monkeypatch, tmp_path):
    """Pages, tables and sheets all say it."""
    read = command._text
    wrong = read(command.STRINGS).replace('turn = "Roll all {dice} dice.', 'turn = "Roll all {dise} dice.')
    monkeypatch.setattr(command, "SHEETS", tmp_path)
    monkeypatch.setattr(command, "_text", lambda path: wrong if path == command.STRINGS else read(path))
    found = [problem for problem in command.pages(dry) if "key.turn" in problem.what]
    assert {wrong.splitlines()[problem.line - 1][:16] for problem in found} == {'turn = "Roll all'}


def test_a_mistake_in_the_code_is_not_blamed_on_a_word(sheets_with, monkeypatch):
    monkeypatch.setattr("gen.sheets.PAPERS", {"a4": "a4", "letter": "us-letter"})
    monkeypatch.setattr("gen.sheets.key", lambda *_: {}["of the code"])
    with pytest.raises(KeyError, match="of the code"):
        command.set_sheets(sheets_with(lambda strings: None))


def test_a_kind_whose_template_is_not_there_is_a_problem(sheets_with, monkeypatch, tmp_path):
    monkeypatch.setattr(command, "SHEETS", tmp_path)
    monkeypatch.setattr("gen.sheets.KINDS", {"solo": ("solitary", {})})
    _, (problem,) = command.set_sheets(sheets_with(lambda strings: None))
    assert problem.file == "gen/templates/print/solitary.typ"
    assert problem.what.startswith("there is none")


def test_all_sheets_and_pictures_are_set_in_some_seconds(told, templates):
    """On a machine of 2026 in some 12 seconds of one processor; the bound is for slower ones."""
    start = time.process_time()
    sheets_of(list(told.values()), templates)
    assert time.process_time() - start < 40


# ---- pictures


def test_pictures_on_pages_are_crisp_and_small(site):
    for file, kind in ((preview(game, kind), kind) for game in GAMES for kind in KINDS):
        picture = (site / file).read_bytes()
        assert len(picture) <= (60_000 if kind == "rules" else 46_000), f"{file}; a page of prose takes more"
        assert Image.open(BytesIO(picture)).width >= 600, "twice what pages show"


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_of_each_kind_looks_as_it_was_last_looked_at(kind, site):
    """``python tests/look.py --sheets`` draws these pictures again, after you looked at the sheets themselves."""
    kept = SHEETS / f"{kind}.png"
    assert kept.exists(), "look at the sheet, then: .venv/bin/python tests/look.py --sheets"
    now, then = small(site / preview(PICTURED[kind], kind)), Image.open(kept)
    assert now.size == then.size
    apart = np.abs(np.asarray(now, int) - np.asarray(then.convert("L"), int))
    assert (apart > 32).mean() < APART, f"{kind} changed: look at it, then: .venv/bin/python tests/look.py --sheets"


def test_a_picture_that_lacks_a_line_would_be_seen(site):
    """The tolerance is less than what a row holds."""
    then = np.asarray(small(site / preview(PICTURED["6-players"], "6-players")), int)
    now = then.copy()
    now[210:238] = 255
    assert (np.abs(now - then) > 32).mean() > APART


def test_every_font_of_a_sheet_comes_with_the_typesetter(told, templates):
    """No font of the machine: one that has more would set other sheets."""
    (made,) = sheets_of([told["print/kniffel-a4-solo.pdf"]], templates)
    fonts = PdfReader(BytesIO(made)).pages[0]["/Resources"]["/Font"].values()
    assert {font.get_object()["/BaseFont"][8:].partition("-")[0] for font in fonts} == {"LibertinusSerif"}
