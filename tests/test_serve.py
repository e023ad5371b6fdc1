"""``make serve``: prose, templates and library show a moment after they are saved."""

import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def served(tmp_path):
    """A copy of the project, served; gives its folder and its address."""
    for name in ("docs", "gen", "yachtlib"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("Makefile", "mkdocs.yml", "figures.json", "pyproject.toml", "constraints.txt"):
        shutil.copy2(ROOT / name, tmp_path / name)
        os.utime(tmp_path / name, (0, 0))  # older than the environment, or make would install the copy into it
    if (ROOT / "build" / "cards").is_dir():  # drawn already
        shutil.copytree(ROOT / "build" / "cards", tmp_path / "build" / "cards")
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    log = (tmp_path / "log").open("wb")
    server = subprocess.Popen(
        ["make", "serve", f"ADDRESS={address}"], cwd=tmp_path, stdout=log, stderr=log, start_new_session=True
    )
    yield tmp_path, f"http://{address}"
    os.killpg(server.pid, signal.SIGTERM)
    server.wait(timeout=20)
    log.close()


def shows(address: str, path: str, text: str, seconds: float = 90) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(address + path, timeout=5) as page:
                if text in page.read().decode():
                    return True
        except OSError:
            pass
        time.sleep(0.2)
    return False


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_what_is_saved_shows(served):
    folder, address = served
    assert shows(address, "/faq/ties/", "The win is shared."), (folder / "log").read_text()
    change(folder / "docs" / "faq" / "ties.md", "The win is shared.", "They share it.")
    assert shows(address, "/faq/ties/", "They share it."), (folder / "log").read_text()
    change(folder / "gen" / "templates" / "answer.html", '<p class="crumb">', '<p class="crumb">Here: ')
    assert shows(address, "/faq/ties/", "Here: "), (folder / "log").read_text()
    # a price that no page has on a card of its own
    change(folder / "yachtlib" / "games" / "yacht.py", "Straight((2, 3, 4, 5, 6)), 30", "Straight((2, 3, 4, 5, 6)), 29")
    assert shows(address, "/yacht/", '<td role="cell" class="num pts">29</td>'), (folder / "log").read_text()
