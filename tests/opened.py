"""What tests ask of an open page: whether it has settled, and what axe objects to on it."""

import time
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

PATIENCE = 15  # seconds
# Every element of ours is at work, but for that of the home page, which comes when it is used; and the fonts are there.
_SET_UP = "() => !document.querySelector(':not(:defined, settle-it[compact])') && document.fonts.status === 'loaded'"
# Long enough for what has arrived to be shown, or to ask for more.
_TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
_AXE = """(within) => axe.run(within ?? document, {resultTypes: ["violations"]}).then(({violations}) => violations)"""


def watch(page: Page) -> None:
    """Keeps what the page waits for in ``page.asked``; to be called before it is opened."""
    page.asked = set()
    page.on("request", lambda request: page.asked.add(request))
    for end in ("requestfinished", "requestfailed"):
        page.on(end, lambda request: page.asked.discard(request))


def settle(page: Page) -> None:
    """Waits until a watched page has all that it asks for and shows it."""
    end = time.monotonic() + PATIENCE
    page.wait_for_function(_SET_UP, timeout=1000 * PATIENCE)
    page.evaluate(_TWO_FRAMES)
    while page.asked:
        assert time.monotonic() < end, f"still waits for {[request.url for request in page.asked]}"
        page.evaluate(_TWO_FRAMES)


def objections(page: Page, within: str | None = None) -> list[dict[str, Any]]:
    """What axe finds wrong on a page, or inside the places that a selector names."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    return page.evaluate(_AXE, within)
