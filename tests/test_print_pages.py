"""Pages of sheets: each is there and linked, house rules print as chosen; what rules cards and house rules say."""

import re
import struct
import subprocess
from html.parser import HTMLParser

import pytest
from opened import at_widths, objections

from gen.key import key
from gen.rulecard import TURN, rules_card
from yachtlib.card import Card
from yachtlib.games import GAMES, find_game

# The published names: they are addresses and stay. A new kind is added here, none is taken away.
NAMES = ("yacht", "yacht-35", "yahtzee", "kniffel", "yatzy", "maxi-yatzy", "generala")
PUBLISHED_KINDS = ("6-players", "4-players", "2-players", "solo", "large-print", "three-games", "rules", "house-rules")
PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4)}
SHOWN = {"a4": "A4", "letter": "Letter"}
PAGES = ["/print/", *(f"/print/{name}/" for name in NAMES)]


def words_of(pdf) -> list[tuple[float, float, float, float, str]]:
    """(left, top, right, bottom, word) of a one-page PDF, in points."""
    said = subprocess.run(["pdftotext", "-bbox", pdf, "-"], check=True, capture_output=True, text=True).stdout
    found = re.findall(r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>', said)
    unescaped = {"&amp;": "&", "&quot;": '"', "&lt;": "<", "&gt;": ">"}
    return [(*map(float, place), re.sub(r"&\w+;", lambda m: unescaped.get(m[0], m[0]), word)) for *place, word in found]


def lines_of(words) -> list[list]:
    """The words line by line, each from the left."""
    lines: list[list] = []
    for word in sorted(words, key=lambda word: word[3]):
        if lines and abs(lines[-1][0][3] - word[3]) < 3:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [sorted(line) for line in lines]


def text_of(words) -> str:
    """The words in reading order."""
    return " ".join(word[4] for line in lines_of(words) for word in line)


def n_pages(pdf) -> int:
    said = subprocess.run(["pdfinfo", pdf], check=True, capture_output=True, text=True).stdout
    return int(re.search(r"Pages: +(\d+)", said)[1])


class Links(HTMLParser):
    """The links to sheets on a page: address -> (type, what it says, pictures too)."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[str, tuple[str | None, str]] = {}
        self.open = ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        if tag == "a" and (told.get("href") or "").endswith(".pdf"):
            self.open = told["href"]
            self.found.setdefault(self.open, (told.get("type"), ""))
        elif tag == "img" and self.open:
            self.handle_data(told["alt"])

    def handle_endtag(self, tag):
        if tag == "a":
            self.open = ""

    def handle_data(self, data):
        if self.open:
            kind, said = self.found[self.open]
            self.found[self.open] = (kind, said + data)


def test_every_name_that_was_ever_published_is_still_there(site):
    for name in NAMES:
        for kind in PUBLISHED_KINDS:
            assert (site / f"print/{name}-{kind}.png").is_file()
            for paper in PAPERS:
                assert (site / f"print/{name}-{paper}-{kind}.pdf").read_bytes().startswith(b"%PDF")


def test_every_game_has_a_page_of_sheets():
    assert [game.id for game in GAMES] == list(NAMES), "give it docs/print/<id>.md, and add it to NAMES"


def test_every_sheet_is_linked_from_its_games_page_with_its_paper_type_and_size(site):
    for name in NAMES:
        links = Links((site / f"print/{name}/index.html").read_text()).found
        there = {path.name for path in site.glob("print/*.pdf") if re.match(rf"{name}-(a4|letter)-", path.name)}
        assert {link.removeprefix("../") for link in links} == there
        for link, (kind, said) in links.items():
            size = (site / "print" / name / link).stat().st_size
            assert kind == "application/pdf"
            assert f"{size / 1000:.0f} kB" in said, link
            assert SHOWN["a4" if "-a4-" in link else "letter"] in said
            assert find_game(name).name in said, "a list of links tells them apart"


def test_the_page_to_print_leads_to_six_players_on_both_papers_and_to_all_sheets_of_each_game(site):
    html = (site / "print/index.html").read_text()
    assert len(Links(html).found) == len(NAMES) * len(PAPERS)
    for name in NAMES:
        assert f'href="{name}/"' in html
        for paper in PAPERS:
            assert f"{name}-{paper}-6-players.pdf" in Links(html).found


def test_every_page_of_a_game_leads_to_its_own_sheets_and_house_rules(site):
    for game in GAMES:
        html = (site / game.id / "index.html").read_text()
        assert f'href="../print/{game.id}/"' in html
        assert (f'href="../print/{game.id}/#house-rules"' in html) == bool(game.options)


def test_a_preview_is_the_shape_of_a4_paper(site):
    for path in sorted(site.glob("print/*.png")):
        width, height = struct.unpack(">II", path.read_bytes()[16:24])
        assert abs(width * 297 / 210 - height) <= 1, path.name


@pytest.mark.parametrize("width", [320, 768, 1280])
@pytest.mark.parametrize("path", ["/print/", "/print/yahtzee/"])
def test_a_preview_is_at_least_twice_as_wide_as_it_is_shown_and_keeps_its_place_while_it_loads(visit, path, width):
    page = visit(path, width)
    for picture in page.locator(".prints img").all():
        before = picture.bounding_box()
        picture.evaluate("i => { i.loading = 'eager' }")
        page.wait_for_function("i => i.complete && i.naturalWidth", arg=picture.element_handle())
        shown = picture.bounding_box()
        assert (shown["width"], shown["height"]) == (before["width"], before["height"])
        assert picture.evaluate("i => i.naturalWidth") >= 2 * shown["width"]
        assert abs(shown["height"] / shown["width"] - 297 / 210) < 0.02


@pytest.mark.parametrize("path", PAGES)
def test_no_page_of_sheets_scrolls_sideways(visit, path):
    page = visit(path)
    for width in at_widths(page, 1280, 768, 390, 360, 320):
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/print/", "/print/yahtzee/", "/print/maxi-yatzy/"])
def test_a_page_of_sheets_is_clean(visit, path, scheme):
    page = visit(path, 390 if scheme == "dark" else 1280, scheme)
    assert page.wrong == []
    found = objections(page)
    assert [(v["id"], [n["target"] for n in v["nodes"]][:3]) for v in found] == []


def test_everything_to_press_is_as_tall_as_a_finger(visit):
    page = visit("/print/generala/", 360)
    for node in page.locator(".papers a, .house label, .house button, .house a").all():
        assert node.bounding_box()["height"] >= 43.9, node.inner_text()


# What is chosen: one answer of each question's, the game's own among them.
CHOSEN = {"first-roll": "10", "generala": "60", "straight": "plain", "double": "none"}


def choose(page, chosen):
    for option, choice in chosen.items():
        page.locator(f"label:has([name='{option}'][value='{choice}'])").click()


def ticked(page) -> dict[str, str]:
    return {
        radio.get_attribute("name"): radio.get_attribute("value") for radio in page.locator(".house :checked").all()
    }


def ink(pdf, left: float, top: float, right: float, bottom: float) -> float:
    """The share of a part of a PDF's page that is printed; its sides in points."""
    sides = {"-x": left, "-y": top, "-W": right - left, "-H": bottom - top}
    told = [word for name, side in sides.items() for word in (name, str(round(4 * side)))]
    image = subprocess.run(["pdftoppm", "-gray", "-r", "288", *told, pdf], check=True, capture_output=True).stdout
    pixels = image[image.index(b"\n255\n") + 5 :]
    return sum(p < 128 for p in pixels) / len(pixels)


def squares(words, game):
    """(option, choice, middle of the square before it) of every answer on a printed sheet of house rules, in points."""
    lines = iter(lines_of(words))
    for option in game.options:
        next(line for line in lines if text_of(line).startswith(option.question))
        for choice in option.choices:
            start = f"{choice.says[0].upper()}{choice.says[1:]}".split()[:3]
            line = next(line for line in lines if [word[4] for word in line][: len(start)] == start)
            left, top, _, bottom, _ = line[0]
            yield option.id, choice.id, left - 15, (top + bottom) / 2


def ticked_on(pdf, game) -> dict[str, str]:
    """The choices whose square has something in it."""
    found = [
        (option, choice, ink(pdf, x - 4, y - 4, x + 4, y + 4)) for option, choice, x, y in squares(words_of(pdf), game)
    ]
    assert len({option for option, _, share in found if share > 0.1}) == sum(share > 0.1 for *_, share in found)
    return {option: choice for option, choice, share in found if share > 0.1}


@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.parametrize(("paper", "scheme"), [("a4", "dark"), ("letter", "light")])
def test_printing_gives_one_sheet_with_the_answers_chosen_ticked(visit, tmp_path, paper, scheme, javascript):
    page, game = visit("/print/generala/", scheme=scheme, java_script_enabled=javascript), find_game("generala")
    choose(page, CHOSEN)
    pdf = tmp_path / "house.pdf"
    page.pdf(path=pdf, format=SHOWN[paper], print_background=True)
    assert n_pages(pdf) == 1
    assert ticked_on(pdf, game) == CHOSEN
    said = text_of(words_of(pdf))
    for option in game.options:
        for choice in option.choices:
            assert f"{choice.says[0].upper()}{choice.says[1:]}" in said
    assert "Generala, usual rules" in said
    kept = "#first-roll=10&generala=60" if javascript else ""
    assert said.endswith(f"Printed from https://threerolls.example/print/generala/{kept}")
    for words in ("Print these house rules", "Who plays it", "Rules card", "Search"):
        assert words not in said

    image = subprocess.run(["pdftoppm", "-r", "30", "-gray", pdf], check=True, capture_output=True).stdout
    pixels = image[image.index(b"\n255\n") + 5 :]
    assert sum(p > 250 for p in pixels) / len(pixels) > 0.75, "paper stays white"
    assert min(pixels) < 120, "ink is dark"


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", NAMES)
def test_the_house_rules_of_every_game_print_on_one_page_with_its_own_ticked(visit, tmp_path, name, paper):
    page, game = visit(f"/print/{name}/#house-rules"), find_game(name)
    pdf = tmp_path / "house.pdf"
    page.pdf(path=pdf, format=SHOWN[paper])
    assert n_pages(pdf) == 1
    assert ticked_on(pdf, game) == {option.id: option.default.id for option in game.options}
    words = words_of(pdf)
    high = PAPERS[paper][1] / 25.4 * 72
    assert max(word[3] for word in words) < high - 28, "the foot keeps a margin"
    assert max(word[3] for word in words) > high - 60, "the sheet fills its page"
    for part in ("Also agreed", "Our table", "Date", "Names"):
        assert part in text_of(words)


@pytest.mark.parametrize("landscape", [False, True])
@pytest.mark.parametrize("paper", ["A4", "Letter", "A5"])
def test_house_rules_fit_one_page_of_any_paper_upright_or_not(visit, tmp_path, paper, landscape):
    """On those of most questions: all answers, the lines and the foot are whole, and on the page."""
    page, game = visit("/print/generala/#house-rules"), find_game("generala")
    pdf = tmp_path / "house.pdf"
    page.pdf(path=pdf, format=paper, landscape=landscape)
    words, said = words_of(pdf), page.locator("[data-address]").text_content()
    assert n_pages(pdf) == 1
    for part in (*(option.question for option in game.options), "Also agreed", "Our table", "Names", said):
        assert part in " ".join(word[4] for word in words)
    names = next(word for word in words if word[4] == "Names")
    assert max(word[3] for word in words) > names[3] + 5, "the foot stands below the names"
    if paper != "A5" and not landscape:  # smaller or side by side, squares are not where the test looks
        assert set(ticked_on(pdf, game)) == {option.id for option in game.options}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("path", ["/print/", "/print/yacht/", "/print/maxi-yatzy/"])
def test_a_page_where_nothing_was_chosen_prints_its_sheets_and_where_they_are(visit, tmp_path, path, paper, scheme):
    page = visit(path, scheme=scheme)
    page.evaluate("() => Promise.all([...document.images].map((i) => (i.loading = 'eager') && i.decode()))")
    pdf = tmp_path / "list.pdf"
    page.pdf(path=pdf, format=SHOWN[paper], print_background=True)
    assert n_pages(pdf) == 1
    said = text_of(words_of(pdf)).replace(" ", "")
    assert "Alsoagreed" not in said, "nobody asked for house rules"
    links = page.locator(".papers a").evaluate_all("all => all.map((a) => new URL(a.href).pathname)")
    parts = subprocess.run(["pdftotext", "-raw", pdf, "-"], check=True, capture_output=True, text=True).stdout
    for link in links:
        assert f"threerolls.example{link}" in re.sub(r"\s", "", parts)
    image = subprocess.run(["pdftoppm", "-r", "60", "-gray", pdf], check=True, capture_output=True).stdout
    pixels = image[image.index(b"\n255\n") + 5 :]
    assert sum(p == 255 for p in pixels) / len(pixels) > 0.7, "paper stays white, inside previews too"


@pytest.mark.parametrize("fragment", ["", "house-rules"])
def test_without_javascript_who_came_for_house_rules_prints_them_and_nobody_else(visit, tmp_path, fragment):
    page, pdf = visit(f"/print/yatzy/#{fragment}", java_script_enabled=False), tmp_path / "page.pdf"
    page.pdf(path=pdf)
    assert ("Also agreed" in text_of(words_of(pdf))) == bool(fragment)


def test_the_sheet_that_is_printed_shows_the_roll_of_the_sheet_that_is_downloaded(book, site):
    for sheet in book.sheets.pdfs():
        if sheet.file.endswith("-a4-house-rules.pdf"):
            page = (site / "print" / sheet.data["game"]["id"] / "index.html").read_text()
            head = page.partition('house-head">')[2].partition("</div>")[0]
            faces = " ".join(map(str, sheet.data["game"]["roll"]))
            assert faces in head


def test_what_each_answer_makes_of_the_average_is_said_as_on_the_sheet(book, visit):
    """Two numbers with a head each; a change too small to show is told from none."""
    sheet = next(sheet for sheet in book.sheets.pdfs() if sheet.file == "print/yahtzee-a4-house-rules.pdf")
    page, words = visit("/print/yahtzee/"), book.strings["print"]["house"]
    assert words["note"] in page.locator(".house").inner_text()
    readings = [reading for question in sheet.data["questions"] for reading in question["readings"]]
    shown = page.locator(".house label").evaluate_all(
        "all => all.map((l) => [...l.querySelectorAll('b')].map((b) => b.textContent))"
    )
    for reading, (mean, worth) in zip(readings, shown, strict=True):
        assert mean == f"{words['mean']} {reading['mean']}"
        assert worth == (f"{words['worth']} {reading['worth']}" if reading["worth"] else "")
    assert {"under 0.01", "0"} <= {reading["worth"] for reading in readings}
    for head in page.locator(".house-heads i").all():
        assert head.is_visible()


def test_on_a_narrow_screen_the_figures_stand_below_the_answer_with_their_names(visit):
    page = visit("/print/generala/", 320)
    for label in page.locator(".house label").all():
        says, *numbers = (label.locator(part).bounding_box() for part in ("span", "b >> nth=0", "b >> nth=1"))
        assert says["width"] > 200
        assert all(number["y"] >= says["y"] + says["height"] for number in numbers if number["height"])
        assert label.locator("b i").first.is_visible()


@pytest.mark.parametrize("fragment", ["content", "rules-sheet", ""])
def test_going_to_another_part_of_the_page_keeps_what_is_chosen(visit, fragment):
    page = visit("/print/generala/")
    choose(page, CHOSEN)
    link = page.url
    page.evaluate(
        "(to) => { const a = document.createElement('a'); a.href = '#' + to; document.body.append(a); a.click() }",
        fragment,
    )
    page.wait_for_url(link)
    assert ticked(page) == CHOSEN
    page.reload()
    assert ticked(page) == CHOSEN


def test_the_last_of_an_option_named_twice_counts_and_nothing_is_told(visit):
    page = visit("/print/yahtzee/#joker=wild&joker=none&joker=free")
    assert ticked(page)["joker"] == "free"
    assert page.locator(".house [role=status]").inner_text() == ""


def test_what_was_left_out_is_told_above_the_questions_and_in_sight_and_leaves_its_room(visit):
    page = visit("/print/yahtzee/#joker=wild", 390)
    told, first = page.locator(".house [role=status]"), page.locator(".house fieldset").first
    assert 0 < told.bounding_box()["y"] < first.bounding_box()["y"] < 800
    before = first.evaluate("f => f.getBoundingClientRect().top + scrollY")
    choose(page, {"joker": "free"})
    assert first.evaluate("f => f.getBoundingClientRect().top + scrollY") == before


@pytest.mark.parametrize("name", NAMES)
def test_the_score_card_opens_with_the_rules_that_are_chosen(visit, name):
    page, game = visit(f"/print/{name}/"), find_game(name)
    card = page.locator("[data-card]")
    assert card.get_attribute("href") == f"../../score-card/#g={name}"
    if game.options:
        option = game.options[0]
        choose(page, {option.id: option.choices[1].id})
        assert card.get_attribute("href") == f"../../score-card/#g={name}&{option.id}={option.choices[1].id}"
        card.click()
        page.get_by_text("house rules: 1").first.wait_for()
    assert page.wrong == []


def test_a_preview_opens_the_sheet_itself_and_says_so(visit):
    page = visit("/print/yatzy/")
    for link in page.locator("a.page-of").all():
        assert re.search(r"/print/yatzy-a4-[a-z0-9-]+\.pdf$", link.evaluate("a => a.href"))
        assert link.get_by_role("img").get_attribute("alt").endswith("open it for A4, PDF")


def test_a_link_keeps_what_is_chosen_and_shows_it_again(visit, address):
    page = visit("/print/generala/")
    assert ticked(page) == {option.id: option.default.id for option in find_game("generala").options}
    choose(page, CHOSEN)
    link = page.url.removeprefix(address)
    assert link == "/print/generala/#first-roll=10&generala=60"
    again = visit(link)
    assert ticked(again) == CHOSEN
    assert again.locator("#house-title").evaluate("h => h.getBoundingClientRect().top < innerHeight"), "it is in sight"
    choose(again, {"first-roll": "5", "generala": "50"})
    assert again.url.endswith("/print/generala/#house-rules")


def test_the_address_may_change_while_the_page_is_open(visit):
    page = visit("/print/yahtzee/#joker=free")
    page.evaluate("location.hash = 'extra=50'")
    page.wait_for_function("document.querySelector('[name=extra][value=\"50\"]').checked")
    assert ticked(page) == {"joker": "forced", "extra": "50", "five-alike-full-house": "joker"}


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("joker=wild", "joker=wild"),
        ("colour=red&joker=free", "colour=red"),
        ("joker=%3Cimg%20src%3Dx%20onerror%3D%22wrong()%22%3E", '<img src=x onerror="wrong()">'),
        ("__proto__=x&constructor=y&length=1", "__proto__=x, constructor=y, length=1"),
        ("joker=%E0%A4%A&%&=&==", "joker="),
        ("joker=" + "x" * 5000, "joker=xxx"),
    ],
)
def test_what_the_game_does_not_have_is_told_as_text_and_left_out(visit, asked, told):
    page = visit(f"/print/yahtzee/#{asked}", 320)
    assert told in page.locator(".house [role=status]").inner_text()
    assert len(page.locator(".house [role=status]").inner_text()) < 200
    assert page.locator(".house img").count() == 0
    assert ticked(page)["joker"] == ("free" if "joker=free" in asked else "forced")
    assert page.locator("[data-address]").text_content().count("#") == ("joker=free" in asked)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.wrong == []
    choose(page, {"joker": "none"})
    assert page.locator(".house [role=status]").inner_text() == "", "what was told goes when somebody chooses"


def test_the_button_prints_and_is_not_there_where_it_could_not(visit):
    page = visit("/print/yacht/")
    page.evaluate("() => { window.print = () => { window.printed = true } }")
    page.locator(".house button").click()
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    assert page.locator(".house-sign").is_visible(), "what was asked for is what prints"
    assert not page.locator(".sheets").is_visible()
    assert not visit("/print/yacht/", java_script_enabled=False).locator(".house button").is_visible()


# What stands on the sheets themselves.


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", NAMES)
def test_a_rules_card_names_every_box_with_what_the_library_pays_for_its_example(book, site, name, paper):
    game, words = find_game(name), words_of(site / f"print/{name}-{paper}-rules.pdf")
    edge = min(word[0] for word in words if word[4] == "Number") - 1
    foot = max(word[3] for word in words) - 12
    boxes = [word for word in words if word[0] >= edge and word[3] < foot and word[3] > 80]
    said = text_of(boxes)
    at = -1
    for box in game.boxes:
        at = said.index(box.name, at + 1)
    right = max(word[2] for word in boxes)
    numbers = [word[4] for line in lines_of([w for w in boxes if w[2] > right - 3]) for word in line]
    numbers = [word for word in numbers if word.isdigit()]
    rolls = [[int(face) for face in book.examples[name][box.id]] for box in game.boxes]
    assert numbers == [str(Card(game).legal(roll)[box.id]) for box, roll in zip(game.boxes, rolls, strict=True)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", NAMES)
def test_a_rules_card_says_everything_that_a_table_needs(book, site, name, paper):
    game, words = find_game(name), words_of(site / f"print/{name}-{paper}-rules.pdf")
    edge = min(word[0] for word in words if word[4] == "Number") - 1
    said = text_of([word for word in words if word[2] <= edge and word[3] > 80])
    heads = book.strings["print"]["rules"]["head"]
    for head in ("setup", "turn", "box", "bonus", "end", "ties"):
        assert heads[head] in said
    sentences = key(game, book.strings, book.snapshot.figures)
    for named in sentences.values():
        for rule in (
            "first_roll",
            "instant_win",
            "in_order",
            "lock",
            "upper_bonus",
            "repeat_bonus",
            "joker",
            "ceiling",
        ):
            assert (named.get(rule) or "") in said, rule
    assert "Equal totals share the win." in said
    ends = {"yahtzee": "Add all thirteen, the bonus and the ticks.", "yacht": "Add all twelve. The highest"}
    ends |= {"yatzy": "Add all fifteen and the bonus.", "maxi-yatzy": "Add all twenty and the bonus."}
    assert ends.get(name, "Add all ") in said
    assert ("a further" in said and "has its box given" in said) == bool(game.joker and game.joker.forced)
    assert ("A win at once is shared with nobody" in said) == bool(game.instant_win)
    for option in game.options:
        if any(choice.boxes for choice in option.choices):
            assert f"{option.reading(option.default)}." in said


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", NAMES)
def test_a_rules_card_says_in_words_what_number_boxes_take_and_heads_its_columns(book, site, name, paper):
    words, said = book.strings["print"]["rules"], words_of(site / f"print/{name}-{paper}-rules.pdf")
    edge = min(word[0] for word in said if word[4] == "Number") - 1
    said = text_of([word for word in said if word[0] >= edge])
    for name in ("numbers_say", "example", "pays", "pale"):
        assert words[name] in said
    assert said.index(words["pays"]) < said.index("Ones" if "Ones" in said else "Einser")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", NAMES)
def test_the_text_of_a_rules_card_is_large_enough_to_read(site, name, paper):
    """Nothing but the foot is set smaller than 9.5 points: a word's box is at least that high."""
    words = words_of(site / f"print/{name}-{paper}-rules.pdf")
    foot = max(word[3] for word in words) - 12
    assert min(word[3] - word[1] for word in words if word[3] < foot) >= 9.4


def test_the_turn_that_a_rules_card_shows_keeps_dice_that_were_there(book):
    for n_dice, rolls in TURN.items():
        kept = ""
        for roll, keep in rolls:
            assert len(roll) == n_dice
            assert all(roll.count(face) >= kept.count(face) for face in kept), "what was kept still lies there"
            assert all(keep.count(face) <= roll.count(face) for face in keep)
            kept = keep
    card = rules_card(find_game("yacht"), book.voices["/print/yacht/"], book.examples["yacht"])
    assert card["turn"]["says"] == "18 in Sixes"


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_of_house_rules_asks_every_disputed_rule_with_what_each_answer_is_worth(book, site, name, paper):
    game, said = find_game(name), text_of(words_of(site / f"print/{name}-{paper}-house-rules.pdf"))
    figures = book.snapshot.figures
    for option in game.options:
        assert option.question in said
        for choice in option.choices:
            mean = figures.get(f"{name}.option.{option.id}.{choice.id}.mean")
            assert mean is None or f"{mean['value']:.2f}" in said
    for head in ("note", "mean", "worth"):
        assert (book.strings["print"]["house"][head] in said) == bool(game.options)
    assert said.count(book.strings["print"]["house"]["own"]) == len(game.options)
    for part in ("Also agreed", "Our table", "Date", "Names", f"threerolls.example/{name}/"):
        assert part in said
