"""What tests share: the built site, its address, and a headless browser; and which of them run side by side."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import FLAGS, complete, find_browser
from playwright.sync_api import Browser, sync_playwright
from served import serve

ROOT = Path(__file__).parent.parent

# Tests with these share nothing that is slow to make, or nothing at all, and neither do those of these files.
ALONE = {"browser", "project"}
ALONE_IN = {"test_figures"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests stay with those of their file, whose parsed pages or solved games they share; others run anywhere."""
    for item in items:
        if item.path.stem not in ALONE_IN and not ALONE & set(item.fixturenames):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site."""
    folder = ROOT / "site"
    if not (folder / "index.html").exists():
        pytest.fail("there is no built site: run make site, or make test for everything")
    return folder


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
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
