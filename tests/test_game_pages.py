"""The page of each game: its parts in order, examples that pay, and what it works out from the rules, held to them."""

import gzip
import json
import re
import tomllib
from pathlib import Path

import html5lib
import pytest

from gen.compare import FAMILIES
from gen.content import read
from gen.kin import TWIN_ODDS, differing, family_of, goal_of
from yachtlib.card import Card
from yachtlib.games import GAMES, find_game

ROOT = Path(__file__).parent.parent
FIGURES = json.loads((ROOT / "figures.json").read_text())["figures"]
EXAMPLES = tomllib.loads((ROOT / "gen" / "examples.toml").read_text(encoding="utf-8"))
PARTS = ["rules", "setup", "turn", "end", "ties", "boxes", "arguments", "options", "odds", "strategy", "good-score"]
PARTS += ["relatives", "answers"]
# What a page does without: Maxi Yatzy has no options, and both of these no figures of their own to fill the part.
WITHOUT = {"kniffel": {"odds", "good-score"}, "maxi-yatzy": {"options", "good-score"}}
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


@pytest.fixture(scope="module")
def pages(site):
    """Game id -> its parsed page."""
    parser = html5lib.HTMLParser(html5lib.getTreeBuilder("etree"), namespaceHTMLElements=False)
    return {game.id: parser.parse((site / game.id / "index.html").read_text()) for game in GAMES}


def inside(page, tag: str, name: str) -> list:
    return [e for e in page.iter(tag) if name in (e.get("class") or "").split()]


def said(element) -> str:
    return " ".join("".join(element.itertext()).split())


@EACH_GAME
def test_the_parts_of_a_game_stand_in_order_after_its_thirty_seconds(pages, game):
    page = pages[game.id]
    ids = [e.get("id") for e in page.iter() if e.get("id") in PARTS]
    assert ids == [part for part in PARTS if part not in WITHOUT.get(game.id, ())]
    (start,) = inside(page, "div", "start")
    steps = said(start)
    assert len(list(inside(start, "ol", "steps")[0].iter("li"))) == 3
    assert f"{game.id}.ceiling" in [data.get("data-figure") for data in start.iter("data")]
    assert ("There is no bonus" in steps) == (game.upper_bonus is None)


@EACH_GAME
def test_every_box_of_every_game_has_an_example_that_pays(game):
    assert set(EXAMPLES[game.id]) == {box.id for box in game.boxes}
    for box_id, roll in EXAMPLES[game.id].items():
        assert len(roll) == game.n_dice
        row = game.lattice.find_roll(tuple(map(int, roll)))
        assert game.points[row, game.index(box_id)] > 0, f"{game.id} {box_id} {roll}"


@EACH_GAME
def test_the_table_of_boxes_shows_the_card_from_top_to_bottom(pages, game):
    (table,) = inside(pages[game.id], "table", "card")
    rows = [row for row in table.iter("tr") if (row.get("id") or "").startswith("box-")]
    assert [row.get("id")[4:] for row in rows] == [box.id for box in game.boxes]
    odds = TWIN_ODDS.get(game.id, game.id)
    for row, box in zip(rows, game.boxes, strict=True):
        shown = said(row)
        roll = EXAMPLES[game.id][box.id]
        paid = game.points[game.lattice.find_roll(tuple(map(int, roll))), game.index(box.id)]
        assert box.name in shown
        assert f" {paid} " in f" {said(inside(row, 'td', 'pts')[0])} "
        assert said(inside(row, "td", "most")[0]) == str(game.holdable[box.id][-1])
        (turn,) = (data for data in inside(row, "td", "turn")[0].iter("data"))
        assert turn.get("data-figure") == f"{odds}.box.{box.id}.alone"


@EACH_GAME
def test_rolls_that_cause_arguments_pay_what_this_game_pays(pages, game):
    rulings = inside(pages[game.id], "span", "ruling")
    assert len(rulings) >= 2
    for ruling in rulings:
        dice, name, paid = list(ruling)
        roll = tuple(map(int, re.search(r"Dice: ([\d ]+)\.", dice.get("aria-label"))[1].split()))
        (box,) = (box.id for box in game.boxes if box.name == name.text)
        assert int(paid.text) == game.points[game.lattice.find_roll(roll), game.index(box)]


@EACH_GAME
def test_a_box_of_fixed_price_brings_its_price_times_the_chance_shown_beside_it(game):
    odds = TWIN_ODDS.get(game.id, game.id)
    for box in game.boxes:
        if goal_of(box) and isinstance(box.price, int) and not (game.first_roll and box.id in game.first_roll.boxes):
            chance = FIGURES[f"{odds}.goal.{goal_of(box)}.p3"]["value"]
            assert FIGURES[f"{odds}.box.{box.id}.alone"]["value"] == pytest.approx(box.price * chance, abs=1e-9)


def test_a_game_that_shares_anothers_odds_pays_the_same_in_every_box():
    for game_id, elder in TWIN_ODDS.items():
        assert (find_game(game_id).points == find_game(elder).points).all()
        assert find_game(game_id).n_rolls == find_game(elder).n_rolls


def test_relatives_show_every_line_that_differs_and_no_other():
    yacht, yahtzee = find_game("yacht"), find_game("yahtzee")
    rows = {row.family: row.boxes for row in differing(yacht, [yahtzee])}
    assert list(rows) == ["full-house", "four-of-a-kind", "small-straight", "large-straight", "three-of-a-kind"]
    assert rows["three-of-a-kind"] == {"yacht": None, "yahtzee": yahtzee.box("three-of-a-kind")}
    assert rows["small-straight"]["yacht"].name == "Little Straight"
    assert differing(find_game("kniffel"), [yahtzee]) == [], "the German sheet differs in nothing but names"


@EACH_GAME
def test_every_box_belongs_to_one_family(game):
    families = [family_of(box) for box in game.boxes]
    assert len(set(families)) == len(families)
    for box in game.boxes:
        assert family_of(box) == next((f for f, ids in FAMILIES.items() if box.id in ids), box.id)


@pytest.mark.parametrize("game_id", ["yahtzee", "kniffel", "generala"])
def test_every_drawn_case_shows_what_the_card_allows(pages, game_id):
    """The roll, the filled boxes and the choice are read off the page; what may be filled is asked of Card anew."""
    cases = inside(pages[game_id], "article", "joker")
    assert len(cases) >= {"yahtzee": 8, "kniffel": 2, "generala": 3}[game_id]
    for case in cases:
        options = {"joker": "free"} if "-free-" in case.get("id") else {}
        options |= {"double": "100"} if game_id == "generala" else {}
        game = find_game(game_id).with_options(options)
        names = {box.name: box.id for box in game.boxes}
        roll = tuple(
            map(int, re.search(r"Dice: ([\d ]+)\.", inside(case, "span", "dice")[0].get("aria-label"))[1].split())
        )
        lines = {kind: {} for kind in ("is-filled", "is-legal", "is-shut")}
        for line in inside(case, "div", "joker-card")[0].iter("li"):
            kind = line.get("class").split()[0]
            value = re.search(r"(\d+)$", said(line))
            lines[kind][names[line.find("span").text]] = int(value[1]) if value else None
        card = Card(game, lines["is-filled"])
        assert lines["is-legal"] == card.legal(roll)
        assert set(lines["is-filled"]) | set(lines["is-legal"]) | set(lines["is-shut"]) == set(names.values())
        if game.repeat_bonus:
            extra = said(inside(case, "p", "joker-extra")[0])
            assert extra == (
                f"{card.beside(roll)} more beside the box" if card.beside(roll) else "Nothing beside the box"
            )


def test_the_joker_cases_of_the_boxed_game_are_all_there_are(pages):
    """Box open, holding points or zero; own number box open or filled; below open or full; forced and free."""
    seen = set()
    for case in inside(pages["yahtzee"], "article", "joker"):
        filled = {line.find("span").text: said(line) for line in case.iter("li") if line.get("class") == "is-filled"}
        box = filled.get("Yahtzee")
        below = any(line.find("span").text not in filled for line in list(case.iter("ul"))[1].iter("li"))
        state = None if box is None else box.endswith(" 50")
        seen.add(("-free-" in case.get("id"), state, "Fours" in filled, below))
    assert {(False, None, False, True)} <= seen, "the box itself open"
    for free, points in ((False, True), (False, False), (True, True)):
        assert {(free, points, False, True), (free, points, True, True)} <= seen
    assert (False, True, True, False) in seen, "nothing open but other number boxes"


@EACH_GAME
def test_a_game_lists_every_answer_about_it(pages, game):
    """Those whose front matter names the game, and those that hold for all."""
    docs = {path.relative_to(ROOT / "docs").as_posix(): path.read_text() for path in (ROOT / "docs").rglob("*.md")}
    wanted = {
        page.slug
        for page in read(docs, ())[0]
        if page.kind == "answer" and (page.game.id == game.id or {game.id, "all"} & set(page.meta["games"] or ()))
    }
    (listed,) = inside(pages[game.id], "section", "its-answers")
    assert {a.get("href").rstrip("/").rpartition("/")[2] for a in listed.iter("a")} == wanted


@EACH_GAME
def test_a_game_page_is_light(site, game):
    assert len(gzip.compress((site / game.id / "index.html").read_bytes())) < 60_000
