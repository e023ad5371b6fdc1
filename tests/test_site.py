"""The built site as files: its numbers, links, structured data and markup."""

import csv
import filecmp
import gzip
import html
import json
import os
import re
import shutil
import struct
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree

import html5lib
import pytest

import gen.__main__ as command
from gen.figures import exact_form, forms
from gen.settle import FAMILY_IDS
from yachtlib.games import GAMES

ROOT = Path(__file__).parent.parent
COMMITTED = json.loads((ROOT / "figures.json").read_text())["figures"]  # held to the library by test_figures


def parse(path: Path):
    parser = html5lib.HTMLParser(html5lib.getTreeBuilder("etree"), namespaceHTMLElements=False)
    return parser.parse(path.read_text()), parser.errors


@pytest.fixture(scope="module")
def parsed(site):
    """Path -> document of every page and the errors in it."""
    return {path: parse(path) for path in sorted(site.rglob("*.html"))}


@pytest.fixture(scope="module")
def pages(parsed):
    """Path -> document of every page."""
    return {path: page for path, (page, _) in parsed.items()}


@pytest.fixture(scope="module")
def answers(pages):
    return {path: page for path, page in pages.items() if re.search(r"/faq/[^/]+/index\.html$", path.as_posix())}


def text(element) -> str:
    """What a reader sees, spaces folded: scripts, hidden notes and heading links left out, drawn dice as digits."""
    parts = []

    def walk(node):
        if "popover" in node.attrib or "headerlink" in node.get("class", "") or node.tag == "script":
            parts.append("")
        elif node.get("role") == "img" and "dice" in node.get("class", ""):
            parts.append(re.match(r"Dice: ([\d ]+)\.", node.get("aria-label"))[1])
        else:
            parts.append(node.text or "")
            for child in node:
                walk(child)
                parts.append(child.tail or "")

    walk(element)
    return " ".join("".join(parts).split())


def test_finish_finds_nothing_to_mend(site):
    assert command.finish() == []


def test_every_number_in_the_pages_is_a_figure_written_in_one_of_its_forms(pages):
    seen = Counter()
    written = {name: set(forms(figure).values()) for name, figure in COMMITTED.items()}
    for path, page in pages.items():
        for data in page.iter("data"):
            name = data.get("data-figure")
            assert float(data.get("value")) == float(COMMITTED[name]["value"]), f"{path}: {name}"
            assert data.text in written[name], f"{path}: {name} is written {data.text!r}"
            seen[name] += 1
    assert seen.keys() == COMMITTED.keys(), "every figure stands at least in the ledger"
    assert sum(seen.values()) > len(COMMITTED) + 150


def test_the_ledger_shows_the_exact_form_of_every_figure_on_the_page_of_its_game(site):
    pages = {path.parent.name: path.read_text() for path in site.glob("figures/*/index.html")}
    for name, figure in COMMITTED.items():
        page = pages[name.split(".")[0]]
        entry = page[page.index(f'id="{name}"') :][:2000]
        shown = re.search(r"<dd>(.+?), (?:whole numbers|worked out)", entry)[1].replace("<wbr>", "")
        assert shown == exact_form(figure), name


def test_the_downloads_hold_the_same_figures_in_the_same_order(site):
    published = json.loads((site / "figures.json").read_text())["figures"]
    with (site / "figures.csv").open(newline="") as file:
        header, *rows = csv.reader(file)
    assert header == ["id", "value", "exact", "unit", "statement", "method", "checks", "pages"]
    assert [row[0] for row in rows] == list(published) == list(COMMITTED)
    for name, value, exact, unit, statement, method, checks, pages in rows:
        figure = published[name]
        assert (float(value), exact or None) == (figure["value"], figure["exact"]), name
        assert (unit, statement, method) == (figure["unit"], figure["statement"], figure["method"]), name
        assert (int(checks), pages.split()) == (len(figure["checks"]), figure["pages"]), name
    assert list(json.loads((site / "figures" / "list.json").read_text())) == list(published)


def test_the_published_figures_say_where_each_is_used(site, pages):
    published = json.loads((site / "figures.json").read_text())["figures"]
    used: dict[str, set[str]] = {name: set() for name in published}
    for path, page in pages.items():
        route = "/" + path.relative_to(site).as_posix().removesuffix("index.html")
        entries = {
            id(data)
            for entry in page.iter("details")
            if "entry" in entry.get("class", "").split()
            for data in entry.iter("data")
        }
        for data in page.iter("data"):
            if id(data) not in entries:  # an entry of the ledger is no use of its figure
                used[data.get("data-figure")].add(route)
    for name, figure in published.items():
        assert set(figure) >= {"value", "exact", "unit", "statement", "method", "checks", "pages"}
        assert set(figure["pages"]) == used[name], name


@pytest.mark.parametrize("what", ["links", "loads"])
def test_every_link_and_fragment_leads_somewhere_and_nothing_is_loaded_from_elsewhere(site, pages, what):
    for path, page in pages.items():
        here = "/" + path.relative_to(site).as_posix().removesuffix("index.html")
        if path.name == "404.html":
            continue
        if what == "links":
            targets = [a.get("href") for a in page.iter("a") if a.get("href")]
        else:
            targets = [e.get("src") for tag in ("script", "img", "iframe") for e in page.iter(tag) if e.get("src")]
            targets += [e.get("href") for e in page.iter("link") if e.get("rel") in ("stylesheet", "icon", "preload")]
        for target in targets:
            parts = urlsplit(urljoin(here, target))
            if parts.scheme or parts.netloc:
                assert what == "links", f"{here} loads {target}"
                continue
            file = site / unquote(parts.path).lstrip("/")
            file = file / "index.html" if parts.path.endswith("/") else file
            assert file.is_file(), f"{here} links to {target}"
            if parts.fragment and parts.fragment != "__top":
                ids = {e.get("id") for e in pages[file].iter() if e.get("id")}
                if any("-" in str(e.tag) and e.get("compact") is None for e in pages[file].iter()):
                    ids |= {f"g={game.id}" for game in GAMES}  # which game an element shows
                if next(pages[file].iter("settle-it"), None) is not None:
                    ids |= {f"b={family}" for family in FAMILY_IDS}  # which box is settled
                assert unquote(parts.fragment).partition("&")[0] in ids, f"{here} links to {target}"


def test_pages_are_valid_html(parsed):
    """The standard's own parser finds no error, and the rules that a parser does not know hold too."""
    for path, (page, errors) in parsed.items():
        assert errors == [], f"{path}: {errors[:3]}"
        ids = Counter(e.get("id") for e in page.iter() if e.get("id"))
        assert [name for name, n in ids.items() if n > 1] == [], path
        for element in page.iter():
            for name in ("aria-labelledby", "aria-describedby", "aria-controls", "popovertarget", "for"):
                for target in (element.get(name) or "").split():
                    if target == "__toc":
                        continue  # the theme keeps its label where a page hides the table of contents
                    assert target in ids, f"{path}: {name}={target}"
        for outer, inner in (("a", {"a", "button", "input"}), ("button", {"a", "button", "div", "p"})):
            for element in page.iter(outer):
                assert not [e.tag for e in element.iter() if e is not element and e.tag in inner], (
                    f"{path}: in <{outer}>"
                )
        for inline in (*page.iter("p"), *page.iter("span")):
            assert not [e.tag for e in inline.iter() if e.tag in ("div", "p", "table", "ul", "h2") and e is not inline]
        assert all(img.get("alt") is not None for img in page.iter("img")), path
        levels = [int(e.tag[1]) for e in page.iter() if re.fullmatch(r"h[1-6]", str(e.tag))]
        assert levels.count(1) == 1, f"{path}: one h1"
        assert all(b - a <= 1 for a, b in pairwise(levels)), f"{path}: a heading level is skipped"


def test_there_are_at_least_twelve_answers_each_in_the_index(answers, site):
    assert len(answers) >= 12
    index = (site / "faq" / "index.html").read_text()
    for path in answers:
        assert f'href="{path.parent.name}/"' in index


def structured(page) -> dict[str, dict]:
    """The structured data of a page by its type."""
    scripts = [json.loads(e.text) for e in page.iter("script") if e.get("type") == "application/ld+json"]
    assert all(script["@context"] == "https://schema.org" for script in scripts)
    return {script["@type"]: script for script in scripts}


def test_structured_data_equals_what_the_reader_sees(answers):
    for path, page in answers.items():
        found = structured(page)
        assert found.keys() == {"FAQPage", "BreadcrumbList"}, path
        (question,) = found["FAQPage"]["mainEntity"]
        verdict = next(e for e in page.iter("div") if e.get("id") == "verdict")
        said = " ".join(text(p) for p in verdict.iter("p") if p.get("class", "").startswith("verdict-"))
        assert question["name"] == text(next(page.iter("h1"))), path
        assert question["acceptedAnswer"]["text"] == said, path


def test_breadcrumbs_name_the_way_to_a_page_as_its_reader_sees_it(answers, pages, site):
    for path, page in answers.items():
        steps = structured(page)["BreadcrumbList"]["itemListElement"]
        assert [step["position"] for step in steps] == [1, 2, 3]
        crumb = next(p for p in page.iter("p") if p.get("class") == "crumb")
        assert [step["name"] for step in steps] == [*map(text, crumb.iter("a")), text(next(page.iter("h1")))], path
        for step in steps:
            way, _, fragment = step["item"].removeprefix("https://threerolls.example/").partition("#")
            there = pages[site / way / "index.html"]
            assert not fragment or fragment in {e.get("id") for e in there.iter()}, step
    game = structured(pages[site / "yacht" / "index.html"])["BreadcrumbList"]["itemListElement"]
    assert [step["item"] for step in game] == [f"https://threerolls.example/{way}/" for way in ("rules", "yacht")]


def test_every_page_says_what_it_is_to_those_who_share_it(pages, answers, site):
    described, shown = Counter(), Counter()
    for path, page in pages.items():
        if path.name == "404.html":
            continue
        meta = {m.get("name") or m.get("property"): m.get("content") for m in page.iter("meta")}
        assert meta["description"] == meta["og:description"], path
        assert 40 <= len(meta["description"]) <= 320, f"{path}: {meta['description']}"
        assert not re.search(r"[{}<]", meta["description"] + meta["og:title"]), path
        canonical = next(link.get("href") for link in page.iter("link") if link.get("rel") == "canonical")
        assert canonical == meta["og:url"] == "https://threerolls.example/" + path.relative_to(site).as_posix()[:-10]
        card = (site / meta["og:image"].removeprefix("https://threerolls.example/")).read_bytes()
        assert struct.unpack(">II", card[16:24]) == (int(meta["og:image:width"]), int(meta["og:image:height"])), path
        assert len(card) < 45_000, path
        assert meta["og:image:alt"], path
        shown[meta["og:image"]] += 1
        described[meta["description"]] += 1
    assert shown.pop("https://threerolls.example/assets/share.png") > 3
    assert max(shown.values()) == 1, "a card is that of one page"
    assert len(shown) >= len(answers) + 5
    assert max(described.values()) == 1, "every page has a description of its own"


def test_the_sitemap_lists_every_page_once_with_the_day_it_was_last_looked_over(pages, site):
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    entries = ElementTree.fromstring((site / "sitemap.xml").read_bytes()).findall(f"{space}url")
    listed = {entry.find(f"{space}loc").text: entry.find(f"{space}lastmod").text for entry in entries}
    assert len(listed) == len(entries)
    routes = {path.relative_to(site).as_posix()[: -len("index.html")] for path in pages if path.name == "index.html"}
    assert listed.keys() == {f"https://threerolls.example/{route}" for route in routes}
    for address, day in listed.items():
        route = address.removeprefix("https://threerolls.example/").rstrip("/")
        file = next(f for f in (ROOT / "docs" / f"{route}.md", ROOT / "docs" / route / "index.md") if f.is_file())
        assert f"updated: {day}\n" in file.read_text()


def test_every_page_names_the_feed_and_the_feed_leads_to_pages_that_are_there(pages, site):
    feed = (site / "feed.xml").read_text()
    for address in re.findall(r'href="https://threerolls\.example/([^"]*)"', feed):
        assert (site / address / "index.html" if address.endswith("/") else site / address).is_file()
    for path, page in pages.items():
        (link,) = [link for link in page.iter("link") if link.get("type") == "application/atom+xml"]
        here = "/" + path.relative_to(site).as_posix()
        assert urljoin(here, link.get("href")) == "/feed.xml", path


def test_an_answer_has_sources_relatives_a_date_and_its_own_address(answers):
    for path, page in answers.items():
        ids = {e.get("id"): e for e in page.iter() if e.get("id")}
        about_the_site = any(e.get("href", "").endswith("../#site") for e in page.iter("a"))
        assert "sources" in ids or about_the_site, path
        assert ids["see-also"] is not None
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", next(page.iter("time")).get("datetime"))
        copy = next(b.get("data-copy") for b in page.iter("button") if b.get("data-copy"))
        assert copy == f"https://threerolls.example/faq/{path.parent.name}/"


def test_dice_are_drawn_and_say_what_they_are(pages):
    for path, page in pages.items():
        for element in page.iter():
            if "dice" in element.get("class", "").split() and element.get("role") != "group":  # a group: dice to set
                assert element.get("role") == "img", path
                assert re.match(r"Dice: [1-6]( [1-6])*\.", element.get("aria-label")), path
        seen = "".join(page.itertext())
        assert not re.search("[\N{DIE FACE-1}-\N{DIE FACE-6}\N{GAME DIE}]", seen), f"{path}: an emoji die"


def test_odds_tables_stay_out_of_the_search_index(site):
    data = (site / "search" / "search_index.json").read_bytes()
    indexed = html.unescape(json.dumps(json.loads(data)["docs"], ensure_ascii=False))
    assert "Four of a Kind" in indexed
    assert "347,897" not in indexed
    assert "Whole turn" not in indexed
    assert len(gzip.compress(data)) < 80_000, "every page fetches it"


def test_no_page_is_heavy(site):
    """Compressed as a server sends it; what all pages share comes once."""
    for path in sorted(site.rglob("*.html")):
        size = len(gzip.compress(path.read_bytes()))
        assert size < 60_000, f"{path}: {size} bytes compressed"


def test_the_words_of_the_trade_are_kept(pages):
    """A roll is ``five alike``; a box has its printed name; the site names other games only with care."""
    for path, page in pages.items():
        seen = text(next(page.iter("body"))).replace("Rules for Yacht!", "")  # a source's own title
        assert "not affiliated with any maker of games" in seen, path
        assert not re.search(r"\w!", seen), f"{path}: an exclamation mark"


@pytest.fixture(scope="module")
def elsewhere(site, tmp_path_factory):
    """The site built twice for another address, a sub-path."""
    folders = [tmp_path_factory.mktemp("site") for _ in range(2)]
    env = {**os.environ, "SITE_URL": "https://example.org/dice/", "SOURCE_DATE_EPOCH": "1790000000"}
    for folder in folders:
        build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
        subprocess.run(build, cwd=ROOT, env=env, check=True, capture_output=True)
    return folders


def test_two_builds_are_the_same_bytes(elsewhere):
    one, two = elsewhere
    files = sorted(p.relative_to(one) for p in one.rglob("*") if p.is_file())
    assert files == sorted(p.relative_to(two) for p in two.rglob("*") if p.is_file())
    _, different, odd = filecmp.cmpfiles(one, two, files, shallow=False)
    assert (different, odd) == ([], [])


def test_the_address_of_the_site_may_be_a_sub_path(elsewhere):
    home = (elsewhere[0] / "faq" / "ties" / "index.html").read_text()
    assert '<link rel="canonical" href="https://example.org/dice/faq/ties/">' in home
    assert 'content="https://example.org/dice/assets/cards/ties.png"' in home
    assert "<loc>https://example.org/dice/faq/ties/</loc>" in (elsewhere[0] / "sitemap.xml").read_text()
    lost = (elsewhere[0] / "404.html").read_text()
    assert 'src="/dice/assets/near.js"' in lost
    assert 'data-base="/dice/"' in lost
    assert "threerolls.example/" not in re.sub(r"(?s)<code>.*?</code>|data-copy=\"[^\"]*\"", "", home)


@pytest.fixture(scope="module")
def renamed(tmp_path_factory):
    """The site with the answer about ties under a new name."""
    folder = tmp_path_factory.mktemp("renamed")
    shutil.copytree(ROOT / "docs", folder / "docs")
    ties = folder / "docs" / "faq" / "ties.md"
    ties.write_text(ties.read_text().replace("game:", "was: [draws]\ngame:", 1))
    patch = pytest.MonkeyPatch()
    (folder / "addresses.txt").write_text("\n".join(sorted([*command.ADDRESSES.read_text().split(), "draws"])))
    if command.CARDS.is_dir():  # drawn already
        shutil.copytree(command.CARDS, folder / "cards")
    places = {"DOCS": "docs", "BUILT": "build/docs", "ADDRESSES": "addresses.txt", "CARDS": "cards"}
    for name, path in places.items():
        patch.setattr(command, name, folder / path)
    assert command.pages() == []
    patch.undo()
    theme = f"theme:\n  custom_dir: {ROOT / 'gen' / 'theme'}\n"
    (folder / "mkdocs.yml").write_text(f"INHERIT: {ROOT / 'mkdocs.yml'}\n{theme}")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder / "site")]
    subprocess.run(build, cwd=folder, check=True, capture_output=True)
    return folder / "site"


def test_an_old_address_leads_to_where_the_answer_is_now_and_is_listed_nowhere(renamed):
    file = renamed / "faq" / "draws" / "index.html"
    page, errors = parse(file)
    assert errors == []
    meta = {m.get("name") or m.get("property") or m.get("http-equiv"): m.get("content") for m in page.iter("meta")}
    assert meta["refresh"] == "0; url=../ties/"
    assert meta["robots"] == "noindex"
    assert [link.get("href") for link in page.iter("link") if link.get("rel") == "canonical"] == [
        "https://threerolls.example/faq/ties/"
    ]
    assert [a.get("href") for a in page.iter("a")] == ["../ties/"], "a link for who is not led on"
    assert meta["og:title"] == "What happens in a tie?"
    assert meta["og:image"] == "https://threerolls.example/assets/cards/ties.png"
    for listing in ("sitemap.xml", "404.html", "faq/index.html", "search/search_index.json"):
        assert "faq/draws" not in (renamed / listing).read_text(), listing
