"""Pictures of the built site, to look at: ``python tests/look.py OUT [path …]`` (phone and desktop, light and dark).

``python tests/look.py --share`` draws the one for link previews and the README's again.
"""

import sys
from pathlib import Path

from browser import FLAGS, find_browser
from playwright.sync_api import Browser, sync_playwright
from served import serve

ROOT = Path(__file__).parent.parent
SIZES = {"phone": (390, 844), "desktop": (1280, 900)}

# The home page with everything but its promise and its settled roll taken away, in the proportions of a link preview.
SHARE = """
:is(.md-header, .md-tabs, .md-footer, .band, .doors, .settle :is(table, .next, .why)) { display: none !important; }
.md-grid { max-width: none; margin: 0; } .md-content__inner { margin: 0 72px; padding: 64px 0 0; }
.hero { grid-template: "text settle" auto / 1fr 25rem; gap: 4rem; align-items: center; padding: 0; min-height: 480px; }
.md-typeset h1 { font-size: 3.4rem; } .md-typeset .lead { font-size: 1.35rem; }
"""


def look(browser: Browser, address: str, out: Path, paths: list[str]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for size, (width, height) in SIZES.items():
        for scheme in ("light", "dark"):
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            for path in paths:
                page.goto(f"{address}{path}")
                name = path.strip("/").replace("/", "-") or "home"
                page.screenshot(path=out / f"{name}-{size}-{scheme}.png", full_page=True)
            page.close()


def share(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 860})
    page.goto(address)
    page.screenshot(path=ROOT / "tests" / "pictures" / "home.png")
    page.set_viewport_size({"width": 1200, "height": 630})
    page.add_style_tag(content=SHARE)
    page.screenshot(path=ROOT / "docs" / "assets" / "share.png")
    page.close()


def main(args: list[str]) -> None:
    with serve(ROOT / "site") as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=find_browser(), args=FLAGS)
        if args == ["--share"]:
            share(browser, address)
        else:
            look(browser, address, Path(args[0]), args[1:] or ["/", "/yacht/", "/faq/ties/", "/odds/"])
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
