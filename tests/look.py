"""Pictures of the built site, to look at: ``python tests/look.py OUT [path …]`` (phone and desktop, light and dark).

``--share`` draws docs/assets/share.png, the picture that link previews show, and docs/assets/home.png for the README.
"""

import sys
from pathlib import Path

from browser import FLAGS, find_browser
from playwright.sync_api import sync_playwright
from served import serve

SITE = Path(__file__).parent.parent / "site"
SIZES = {"phone": (390, 844), "desktop": (1280, 900)}


def main(out: Path, paths: list[str]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    with serve(SITE) as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=find_browser(), args=FLAGS)
        for size, (width, height) in SIZES.items():
            for scheme in ("light", "dark"):
                page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
                for path in paths:
                    page.goto(f"{address}{path}")
                    name = path.strip("/").replace("/", "-") or "home"
                    page.screenshot(path=out / f"{name}-{size}-{scheme}.png", full_page=True)
                page.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or ["/", "/yacht/", "/faq/five-alike-full-house/", "/odds/"])
