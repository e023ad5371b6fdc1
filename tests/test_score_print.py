"""The score card on paper: one page on A4 and Letter for every game and any number of players, filled in and blank."""

import json
import re
import subprocess
import tomllib
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlencode

import pytest

WORDS = tomllib.loads((Path(__file__).parent.parent / "gen/strings/en.toml").read_text())
SCORE, SHEET = WORDS["score"], WORDS["sheet"]
CARD = "document.querySelector('score-card')"
COLUMNS = f"""import('/assets/play/tally.js')
  .then(({{sums}}) => {CARD}.sheet.players.map((one) => sums({CARD}.table, one)))"""
PAPERS = {"A4": (210, 297), "Letter": (215.9, 279.4)}
MARGIN = 12  # mm
WIDE = "W" * 20
NAMES = ["Ana", "Bartholomew", "Cy", "Dorothea Maximiliane", "Ed", "Friederike", "Gus", "Hilda"]
ALL = {
    "yahtzee": "joker=none extra=50 five-alike-full-house=always",
    "yatzy": "bonus=35 order=sheet prices=boxed",
    "generala": "first-roll=10 generala=60 straight=ones-wild double=120",
}
# A spread over games, rules, players, names and schemes; each on both papers.
CASES = [
    ("yacht", "", 1, None, "light"),
    ("yacht-35", "", 2, WIDE, "dark"),
    ("yahtzee", "", 8, WIDE, "light"),
    ("yahtzee", ALL["yahtzee"], 5, None, "dark"),
    ("kniffel", "", 3, None, "light"),
    ("yatzy", "", 4, None, "dark"),
    ("yatzy", ALL["yatzy"], 8, WIDE, "light"),
    ("maxi-yatzy", "", 1, WIDE, "light"),
    ("maxi-yatzy", "", 7, None, "dark"),
    ("maxi-yatzy", "", 8, WIDE, "dark"),
    ("generala", "", 6, None, "light"),
    ("generala", ALL["generala"], 8, WIDE, "dark"),
]


def data_of(site, game):
    return json.loads((site / "data" / f"{game}.json").read_text())


def boxes_of(site, game, chosen):
    """Id -> name of the boxes of a table; those that a choice adds come last."""
    data, picked = data_of(site, game), dict(pair.split("=") for pair in chosen.split())
    boxes = list(data["boxes"])
    for option in data["options"]:
        for choice in option["choices"]:
            if picked.get(option["id"]) == choice["id"]:
                boxes += choice.get("boxes", [])
    return {box["id"]: box["name"] for box in boxes}


def text_of(site, game, chosen="", players=2, name=None):
    """A card with a number in every box, no two players alike."""
    lines = ["Three Rolls card 1", f"game {game} {chosen}"]
    for i in range(players):
        lines.append(f"player {name or NAMES[i]}")
        lines += [f"{box} {(7 * n + i) % 30}" for n, box in enumerate(boxes_of(site, game, chosen))]
    return "\n".join(lines)


@pytest.fixture
def card(browser, address):
    """Opens a card that is sent as a text, or none."""
    contexts = []

    def open_card(text=None, scheme="light", **more):
        context = browser.new_context(color_scheme=scheme, **{"viewport": {"width": 1280, "height": 900}, **more})
        context.add_init_script("window.print = () => { window.printed = (window.printed ?? 0) + 1; };")
        contexts.append(context)
        page = context.new_page()
        page.goto(f"{address}/score-card/" + ("#" + urlencode({"card": text}) if text else ""))
        if more.get("java_script_enabled", True):
            page.wait_for_function(f"{CARD}?.history")
        return page

    yield open_card
    for context in contexts:
        context.close()


def pdf_of(page, folder, paper):
    pdf = folder / f"{paper}.pdf"
    page.pdf(path=pdf, format=paper, print_background=True)
    return pdf


def told(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def words_of(pdf):
    """Every word with its place in mm: (word, left, top, right, bottom)."""
    word = r'<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)</word>'
    found = re.findall(word, told("pdftotext", "-bbox", pdf, "-"))
    return [(word, *(float(at) / 72 * 25.4 for at in place)) for *place, word in found]


def one_page(pdf, paper):
    """Holds it to one page of that paper, within its margins; its text without line ends."""
    info = told("pdfinfo", pdf)
    assert re.search(r"Pages: +1\n", info), info
    sides = [float(n) / 72 * 25.4 for n in re.search(r"Page size: +([\d.]+) x ([\d.]+)", info).groups()]
    assert sides == pytest.approx(PAPERS[paper], abs=1)
    words, least = words_of(pdf), MARGIN - 1
    right, bottom = (side - least for side in PAPERS[paper])
    assert len(words) > 60
    assert [w for w in words if min(w[1], w[2]) < least or w[3] > right or w[4] > bottom] == []
    return " ".join(told("pdftotext", "-layout", pdf, "-").split())


def black_on_white(pdf):
    image = subprocess.run(["pdftoppm", "-r", "30", "-gray", pdf], check=True, capture_output=True).stdout
    pixels = image[image.index(b"\n255\n") + 5 :]
    assert sum(p > 250 for p in pixels) / len(pixels) > 0.7, "paper stays white"
    assert min(pixels) < 120, "ink is dark"


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("game", "chosen", "players", "name", "scheme"), CASES)
def test_a_filled_card_is_one_page_with_all_that_is_on_it(
    card, site, tmp_path, paper, game, chosen, players, name, scheme
):
    page = card(text_of(site, game, chosen, players, name), scheme)
    columns = page.evaluate(COLUMNS)
    pdf = pdf_of(page, tmp_path, paper)
    text = one_page(pdf, paper)
    for box in boxes_of(site, game, chosen).values():
        assert box in text
    for total in {column["total"] for column in columns}:
        shown = re.findall(rf"(?<!\d){total}(?!\d)", text)
        assert len(shown) >= [column["total"] for column in columns].count(total)
    letters = "".join(text.split())
    if name:
        assert letters.count("W") >= 20 * players
    else:
        assert all("".join(one.split())[:5] in letters for one in NAMES[:players])
    for word in ("Search", SCORE["send"], SCORE["players"], SCORE["print"]):
        assert word not in text
    assert f"threerolls.example/{game}/" in text
    for option in data_of(site, game)["options"]:
        assert (option["question"] in text) == (f"{option['id']}=" in chosen)
    black_on_white(pdf)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("game", "chosen", "players", "name", "scheme"), [case for case in CASES if case[2] >= 7])
def test_rows_are_high_enough_to_write_in_and_nothing_lies_over_anything(
    card, site, paper, game, chosen, players, name, scheme
):
    page = card(text_of(site, game, chosen, players, name), scheme)
    page.locator(".paper").wait_for(state="attached")
    width, height = ((side - 2 * MARGIN) / 25.4 * 96 for side in PAPERS[paper])
    page.emulate_media(media="print")
    page.set_viewport_size({"width": int(width), "height": int(height)})
    rows = [row.bounding_box()["height"] / 96 * 25.4 for row in page.locator(".paper tbody tr").all()]
    assert min(rows) >= 6
    parts = [page.locator(f".paper .sheet-{part}").bounding_box() for part in ("head", "card", "key", "foot")]
    for above, below in pairwise(parts):
        assert above["y"] + above["height"] <= below["y"] + 0.5
    assert parts[-1]["y"] + parts[-1]["height"] <= height
    cut = "cells => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map(({textContent}) => textContent)"
    assert page.locator(".paper :is(th, td)").evaluate_all(cut) == []


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("players", [4, 6, 8])
def test_the_words_of_a_name_are_whole_and_a_short_name_is_not_small_for_a_long_one(card, tmp_path, paper, players):
    names = ["Wilhelmina", "Maximilian Konrad", "Ana", "Josephine", "Bartholomew", "Ed", "Friederike", "Gus"][:players]
    page = card("\n".join(["Three Rolls card 1", "game yahtzee", *(f"player {name}" for name in names)]))
    words = {word: bottom - top for word, _, top, _, bottom in words_of(pdf_of(page, tmp_path, paper))}
    assert {part for name in names for part in name.split()} <= set(words)
    assert words["Ana"] >= words["Wilhelmina"]


def test_what_was_written_last_is_printed_however_soon(card, site, tmp_path):
    page = card(text_of(site, "yacht"))
    page.wait_for_timeout(500)
    page.evaluate(f"{CARD}.commit({{do: 'rename', player: 0, name: 'Zenobia'}})")
    assert "Zenobia" in one_page(pdf_of(page, tmp_path, "A4"), "A4")


def test_a_sum_that_is_not_known_yet_is_left_to_the_pencil(card, tmp_path):
    page = card("Three Rolls card 1\ngame yahtzee\nplayer Ana\nsixes 24\nplayer Bo\n")
    page.locator(".paper").wait_for(state="attached")
    rows = page.locator(".paper tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.children].map(({textContent}) => textContent))"
    )
    found = {row[0]: row[-2:] for row in rows}
    assert found["Sixes"] == ["24", ""]
    assert found[SHEET["bonus"] + SHEET["bonus_note"].format(points=35, at=63)] == ["", ""]
    assert found[SHEET["total"] + SHEET["total_both"]] == ["24", ""]
    assert found[SHEET["lower"]] == ["", ""]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_blank_one_has_the_rules_of_the_table_and_nothing_written_and_comes_once(card, site, tmp_path, paper):
    page = card(text_of(site, "yatzy", ALL["yatzy"], 2))
    page.get_by_role("button", name=SCORE["send"]).click()
    page.get_by_role("button", name=SCORE["share"]["blank"]).click()
    assert page.evaluate("printed") == 1
    assert page.locator("dialog").count() == 0
    assert set(page.locator(".paper tbody td:not(.sheet-pays)").all_inner_texts()) == {""}
    assert page.locator(".paper .sheet-name").all_text_contents() == list("123456")
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    page.wait_for_function("document.querySelector('.paper').textContent.includes('Ana')")
    text = one_page(pdf_of(page, tmp_path, paper), paper)
    assert "Ana" in text
    assert "Bartholomew" in text


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_without_javascript_a_blank_sheet_is_printed(card, site, tmp_path, paper, scheme):
    page = card(scheme=scheme, java_script_enabled=False)
    assert "needs JavaScript" in page.locator("score-card").inner_text()
    assert page.locator(".sheet").is_visible()
    pdf = pdf_of(page, tmp_path, paper)
    text = one_page(pdf, paper)
    for box in boxes_of(site, "yacht", "").values():
        assert box in text
    assert "JavaScript" not in text
    assert "Search" not in text
    assert "What is kept" not in text
    black_on_white(pdf)
