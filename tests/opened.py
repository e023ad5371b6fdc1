"""What tests share about an open page: its storage, what goes wrong on it, whether it has settled, its tasks, axe."""

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from browser import HEIGHTS
from playwright.sync_api import Browser, Page

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


def at_widths(page: Page, *widths: int) -> Iterator[int]:
    """Lays the page out in windows of these widths, one after the other."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": HEIGHTS.get(width, 800)})
        yield width


def objections(page: Page, within: str | None = None) -> list[dict[str, Any]]:
    """What axe finds wrong on a page, or inside the places that a selector names."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    return page.evaluate(_AXE, within)


def note_errors(page: Page, wrong: list[str]) -> None:
    """What the page's console or a script of it complains of joins ``wrong``; to be called before it is opened."""
    page.on("console", lambda m: wrong.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))


def kept_at(address: str, values: Mapping[str, str]) -> dict[str, Any]:
    """The storage of a context in which a browser has kept these values for an address."""
    stored = [{"name": name, "value": value} for name, value in values.items()]
    return {"cookies": [], "origins": [{"origin": address, "localStorage": stored}]}


@contextmanager
def traced(browser: Browser, page: Page) -> Iterator[list[float]]:
    """Fills, at its end, the processor time in ms of every task that the page's own thread had meanwhile."""
    tasks: list[float] = []
    browser.start_tracing(page=page, categories=["disabled-by-default-devtools.timeline"])
    yield tasks
    events = json.loads(browser.stop_tracing())["traceEvents"]
    main = {(e["pid"], e["tid"]) for e in events if e.get("args", {}).get("name") == "CrRendererMain"}
    tasks += [
        e["tdur"] / 1000 for e in events if e["name"] == "RunTask" and (e["pid"], e["tid"]) in main and "tdur" in e
    ]
