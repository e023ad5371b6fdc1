"""What tests share: the built site, its address, and a headless browser; and which of them run side by side."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import FLAGS, HEIGHTS, complete, find_browser
from node import find_node
from opened import note_errors, settle, watch
from playwright.sync_api import Browser, Page, sync_playwright
from served import serve

import gen.__main__ as command
from gen.pages import Book

ROOT = Path(__file__).parent.parent

# Files whose tests share nothing that is slow to make: any worker may take the next one.
SPREAD = {
    "test_best",
    "test_best_play",
    "test_browser",
    "test_coach",
    "test_figures",
    "test_lab",
    "test_odds_helper",
    "test_pages",
    "test_play_kept",
    "test_play_page",
    "test_print_pages",
    "test_real_dice",
    "test_score_card",
    "test_score_kept",
    "test_score_print",
    "test_search",
    "test_settle_page",
    "test_today",
}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Keeps the tests of other files together, for they share parsed pages or solved games; the largest files first."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            return nodeid if Path(file).stem in SPREAD else file

    return ByFile(config, log)


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site."""
    folder = ROOT / "site"
    if not (folder / "index.html").exists():
        pytest.fail("there is no built site: run make site, or make test for everything")
    return folder


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Of the site as all of its pages are, except that the search finds nothing."""
    with serve(site, search=False) as address:
        yield address


@pytest.fixture(scope="session")
def searchable(site: Path) -> Iterator[str]:
    """The address of the whole site, for tests of the search."""
    with serve(site) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not complete():
        missing = "no headless browser or no pdfinfo: python tests/browser.py says what to install"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=find_browser(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def beside_published(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of ``tests/js`` that imports the published modules: what the minifier makes has to keep its word, too."""
    root = tmp_path_factory.mktemp("published")
    for part in ("js", "cases"):
        shutil.copytree(ROOT / "tests" / part, root / "tests" / part)
    (root / "docs" / "assets").mkdir(parents=True)
    (root / "docs" / "assets" / "play").symlink_to(site.resolve() / "assets" / "play")
    return root / "tests" / "js"


@pytest.fixture(scope="module")
def ask(site: Path, beside_published: Path) -> Iterator[Callable[..., Any]]:
    """Puts a question to the modules, as ``tests/js/say.js`` lists them."""
    node = find_node()
    assert node, "no Node: python tests/node.py says which is needed"
    told = {**os.environ, "TABLES": str(site / "data")}
    with subprocess.Popen(
        [node, str(beside_published / "say.js")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=told,
    ) as process:

        def answer(**question: Any) -> Any:
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
            said = process.stdout.readline()
            assert said, "the modules failed; the error is above"
            return json.loads(said)

        yield answer
        process.stdin.close()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Opens a page and gives it settled, with what went wrong on it: console errors and requests elsewhere."""
    opened = []

    def open_page(path: str, width: int = 1280, scheme: str = "light", at: str = address, **more: Any) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": HEIGHTS.get(width, 800)}, color_scheme=scheme, **more
        )
        opened.append(context)
        page = context.new_page()
        page.wrong = []
        note_errors(page, page.wrong)
        page.on("request", lambda r: page.wrong.append(r.url) if not r.url.startswith((at, "data:")) else None)
        watch(page)
        page.goto(at + path)
        if more.get("java_script_enabled", True):
            settle(page)
        return page

    yield open_page
    for context in opened:
        context.close()


@pytest.fixture(scope="module")
def book() -> Book:
    """The book of this project, built."""
    found, problems = command.read_book()
    assert problems == []
    found.build()
    return found
