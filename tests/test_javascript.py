"""The modules that readers' browsers run, by tests of their own: ``node --test``, with the built tables in TABLES."""

import gzip
import os
import subprocess
from pathlib import Path

import pytest
from node import find_node

ROOT = Path(__file__).parent.parent
MODULES = ROOT / "docs" / "assets" / "play"
FILES = sorted((ROOT / "tests" / "js").glob("*.test.js"))


@pytest.fixture(scope="module")
def node() -> str:
    found = find_node()
    if not found:
        missing = "no Node: python -m pip install -c constraints.txt -e '.[node]'"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    return found


def test_there_are_tests_of_modules():
    assert FILES


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".test.js"))
def test_a_module_keeps_its_word(site, node, file):
    told = {**os.environ, "TABLES": str(site / "data"), "NO_COLOR": "1"}
    run = subprocess.run(
        [node, "--test", "--test-reporter=spec", str(file)],
        cwd=ROOT,
        env=told,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_modules_are_small(site):
    """As a server sends them, all together, and no page loads more; the table of a game besides."""
    sent = {path.name: len(gzip.compress(path.read_bytes())) for path in (site / "assets" / "play").glob("*.js")}
    assert sum(sent.values()) < 30_000, sent
    tables = {path.name: len(gzip.compress(path.read_bytes())) for path in (site / "data").glob("*.json")}
    assert max(tables.values()) < 8_000, tables


def test_the_modules_are_published_without_their_comments(site):
    """What stands in the folder of assets is read by people, what is sent by machines; both by the same tests."""
    for module in MODULES.glob("*.js"):
        written, sent = module.read_bytes(), (site / "assets" / "play" / module.name).read_bytes()
        assert len(sent) < len(written), module.name
        assert b"\n//" not in sent, module.name
