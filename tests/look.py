"""Pictures of the built site, to look at: ``python tests/look.py OUT [path …]`` (phone and desktop, light and dark).

``python tests/look.py --home`` draws the README's again, ``python tests/look.py --sheets`` those of printed sheets that
tests compare.
"""

import sys
from pathlib import Path

from browser import FLAGS, find_browser
from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from served import serve

from gen.sheets import KINDS, preview
from yachtlib.games import GAMES

ROOT = Path(__file__).parent.parent
SHEETS = ROOT / "tests" / "pictures" / "sheets"
PICTURED = {kind: GAMES[i * 3 % len(GAMES)] for i, kind in enumerate(KINDS)}  # a game for each kind, in turn
SIZES = {"phone": (390, 844), "desktop": (1280, 900)}


def look(browser: Browser, address: str, out: Path, paths: list[str]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for size, (width, height) in SIZES.items():
        for scheme in ("light", "dark"):
            page = browser.new_page(
                viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
            )
            for path in paths:
                page.goto(f"{address}{path}")
                name = path.strip("/").replace("/", "-") or "home"
                page.screenshot(path=out / f"{name}-{size}-{scheme}.png", full_page=True)
            page.close()


def home(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
    page.goto(address)
    page.screenshot(path=ROOT / "tests" / "pictures" / "home.png")
    page.close()


def small(picture: Path) -> Image.Image:
    """The preview of a sheet at three quarters of its size, in greys."""
    image = Image.open(picture).convert("L")
    return image.resize((image.width * 3 // 4, image.height * 3 // 4), Image.Resampling.BOX)


def sheets() -> None:
    SHEETS.mkdir(parents=True, exist_ok=True)
    for kind, game in PICTURED.items():
        small(ROOT / "site" / preview(game, kind)).quantize(32).save(SHEETS / f"{kind}.png", optimize=True)


def main(args: list[str]) -> None:
    if args == ["--sheets"]:
        sheets()
        return
    with serve(ROOT / "site") as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=find_browser(), args=FLAGS)
        if args == ["--home"]:
            home(browser, address)
        else:
            look(browser, address, Path(args[0]), args[1:] or ["/", "/yacht/", "/faq/ties/", "/odds/"])
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
