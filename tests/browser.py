"""The headless browser and the PDF tools that tests need: where they are, and on Debian how they get here.

``python tests/browser.py`` installs them where it can and says what to install where it cannot.
"""

import os
import shutil
import subprocess
import sys

PACKAGES = ["chromium-headless-shell", "poppler-utils"]
BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
# Of a window, by its width.
HEIGHTS = {320: 568, 360: 640, 768: 1024, 1280: 800}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


def find_browser() -> str | None:
    """Path of a Chromium, or None."""
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def complete() -> bool:
    return bool(find_browser() and shutil.which("pdfinfo"))


def install() -> int:
    """Exit code: 1 only in CI, where tests must not skip."""
    if complete():
        return 0
    apt = shutil.which("apt-get")
    if apt and os.geteuid() == 0:
        quiet = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
        subprocess.run([apt, "update"], check=False, **quiet)
        subprocess.run([apt, "install", "-y", "--no-install-recommends", *PACKAGES], check=False, **quiet)
    if complete():
        return 0
    how = f"sudo apt-get install -y --no-install-recommends {' '.join(PACKAGES)}" if apt else "Chromium and poppler"
    print(f"The browser tests need a headless browser and pdfinfo. Install: {how}", file=sys.stderr)
    return 1 if os.environ.get("CI") == "true" else 0


if __name__ == "__main__":
    sys.exit(install())
