"""The modules that readers' browsers run, by tests of their own: ``node --test``, with the built tables in TABLES."""

import gzip
import importlib.util
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from node import find_node

from gen.widget import WORDS
from yachtlib.scoring import GOALS

ROOT = Path(__file__).parent.parent
MODULES = ROOT / "docs" / "assets" / "play"
STRINGS = tomllib.loads((ROOT / "gen" / "strings" / "en.toml").read_text(encoding="utf-8"))
# The section that ``words`` is in a module, where it is not all of them.
SECTION = {
    "board": "play",
    "card": "play",
    "coach": "coach",
    "keeper": "score",
    "page": "log",
    "paper": "sheet",
    "settle": "settle",
    "setup": "setup",
    "share": "score",
    "story": "log",
    "today": "today",
}
CARD = {"score", "grid", "sums", "pad", "columns", "remarks", "tally"}  # the modules of the score card
COACH = {"coach"}
# The modules that a section of words is for.
OWN = {
    "helper": {"odds", "odds-helper", "roller", "rules-choice"},
    "setup": {"setup", "game"},
    "score": CARD | {"keep", "keeper", "share"},
    "sheet": {"paper"},
    "coach": COACH | {"advice"},
    "today": {"today"},
    "lab": {"lab", "rules-choice"},
    "real": {"real-dice"},
    "settle": {"settle", "page"},
}
# Bytes, as a server sends them: what a page loads for its elements, but for what is loaded only when somebody uses it.
LIMITS = {
    ("play.js", "odds.js"): 30_000,
    ("odds-helper.js", "roller.js"): 30_000,
    ("score.js",): 30_000,
}
# Best play and what is made of it: counted by themselves, all together.
WHEN_USED = {
    "solver.js",
    "solve-worker.js",
    "best.js",
    "advice.js",
    "coach.js",
    "lab.js",
    "settle.js",
    "real-dice.js",
    "turn.js",
    "today.js",
}
WHEN_USED_LIMIT = 30_000
SMALLER = pytest.mark.skipif(
    importlib.util.find_spec("minify") is None, reason="no tdewolff-minify here: the modules are published as written"
)
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
def test_a_module_keeps_its_word(site, node, beside_published, file):
    told = {**os.environ, "TABLES": str(site / "data"), "NO_COLOR": "1"}
    run = subprocess.run(
        [node, "--test", "--test-reporter=spec", str(beside_published / file.name)],
        cwd=ROOT,
        env=told,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def size(path: Path) -> int:
    return len(gzip.compress(path.read_bytes()))


def loaded(folder: Path, *entries: str) -> dict[str, int]:
    """The modules that these load, themselves included, not those loaded when used -> bytes, as a server sends them."""
    found: dict[str, int] = {}
    todo = list(entries)
    while todo:
        name = todo.pop()
        if name not in found:
            found[name] = size(folder / name)
            todo += named_in(folder / name) - WHEN_USED
    return found


def named_in(module: Path) -> set[str]:
    """The modules that a module names, to load them at once or later."""
    return set(re.findall(r"""["']\./([\w.-]+\.js)["']""", module.read_text(encoding="utf-8")))


@SMALLER
@pytest.mark.parametrize("entries", LIMITS, ids=" and ".join)
def test_the_modules_are_small(site, entries):
    """As a server sends them, all that these elements load; a game's table besides."""
    sent = loaded(site / "assets" / "play", *entries)
    over = sum(sent.values()) - LIMITS[entries]
    assert over <= 0, f"{over} bytes too many: say it in fewer words, or share what page.js has ({sent})"


@SMALLER
def test_every_module_is_loaded_by_an_element_whose_size_is_known(site):
    folder = site / "assets" / "play"
    known = {name for entries in LIMITS for name in loaded(folder, *entries)}
    assert known | WHEN_USED == {path.name for path in folder.glob("*.js")}
    assert not known & WHEN_USED


@SMALLER
def test_what_is_loaded_when_used_is_small_too(site):
    sent = {name: size(site / "assets" / "play" / name) for name in sorted(WHEN_USED)}
    assert sum(sent.values()) <= WHEN_USED_LIMIT, sent


def test_a_page_loads_best_play_only_when_somebody_uses_it():
    """No module of a game, of the odds or of a card names one of them otherwise than in an import that is called."""
    for name, text in sources().items():
        if f"{name}.js" not in WHEN_USED:
            at_once = set(re.findall(r"""(?:from|^import) ["']\./([\w.-]+)["']""", text, re.M))
            assert not at_once & WHEN_USED, name


def test_the_tables_are_small(site):
    tables = {path.name: len(gzip.compress(path.read_bytes())) for path in (site / "data").glob("*.json")}
    assert tables.pop("words.json") < 10_000  # once, for all that readers can do on all pages
    assert max(tables.values()) < 8_000, tables


@SMALLER
def test_the_modules_are_published_without_their_comments(site):
    """What stands in the folder of assets is read by people, what is sent by machines; both by the same tests."""
    for module in MODULES.glob("*.js"):
        written, sent = module.read_bytes(), (site / "assets" / "play" / module.name).read_bytes()
        assert len(sent) < len(written), module.name
        assert b"\n//" not in sent, module.name


def sources() -> dict[str, str]:
    """Modules without their comments."""
    bare = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
    return {path.stem: bare.sub("", path.read_text(encoding="utf-8")) for path in sorted(MODULES.glob("*.js"))}


def keys(table: dict) -> set[str]:
    """All names in a section, at any depth."""
    return {*table, *(key for value in table.values() if isinstance(value, dict) for key in keys(value))}


def named(name: str, text: str) -> set[str]:
    """What a module takes from the words that it calls so: ``name.key``, and ``{ key } = name``."""
    taken = set(re.findall(rf"(?<![\"'])\b{name}\.([a-z_]\w*)", text))
    for inside in re.findall(rf"\{{([\w\s,:]*)\}} = \(?(?:this\.#?)?{name}\b(?!\.)", text):
        taken |= {part.split(":")[0].strip() for part in inside.split(",")} - {""}
    return taken


@pytest.mark.parametrize("module", sorted(path.stem for path in MODULES.glob("*.js")))
def test_a_module_uses_words_that_there_are(module):
    """A misspelt key would show as nothing, or stop the page. As far as a reader of the source can tell."""
    text, whole = sources()[module], {*WORDS, "number"}
    there = {
        "words": whole | (keys(STRINGS[SECTION[module]]) if module in SECTION else set()),
        "helper": keys(STRINGS["helper"]) | {"js"} if module in OWN["helper"] else None,  # the name of a module, too
        "tell": keys(STRINGS["play"]["tell"]) if module in ("speech", "play") else None,
        "play": keys(STRINGS["play"]) if module in ("board", "card", "play", "speech") else None,
        "score": keys(STRINGS["score"]) if module in CARD else None,
        "lab": keys(STRINGS["lab"]) if module == "lab" else None,
        "real": keys(STRINGS["real"]) if module in OWN["real"] else None,
        "pad": keys(STRINGS["score"]["pad"]) if module in CARD - {"score"} else None,
        "coach": keys(STRINGS["coach"]) | {"js"} if module in COACH else None,  # the name of its module, too
        "ask": keys(STRINGS["score"]["ask"]) if module in CARD else None,
    }
    for name, known in there.items():
        if known is not None:
            assert named(name, text) <= known, f"{module}.js: {name}"


def test_every_word_is_used():
    """By a module of its own section, as a key or by a notice; or by a template, where there is no JavaScript."""
    modules = sources()
    templates = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "gen" / "templates").glob("*.html"))
    templates += "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md"))
    for section in (*WORDS, "settle"):
        if section == "goal":
            assert STRINGS["goal"].keys() == GOALS.keys()
            continue
        own = {"play": modules.keys() - COACH - {"odds", "setup"}, "log": {"story", "game", "page"}} | OWN
        text = "\n".join(modules[name] for name in own[section])
        there = keys(STRINGS[section])
        if section == "settle":  # what boxes, games and rolls are called is data, which gen/settle.py puts together
            there = {key for key, word in STRINGS[section].items() if not isinstance(word, dict)}
            text += (ROOT / "gen" / "settle.py").read_text(encoding="utf-8")
        for key in there:
            used = rf"\.{key}\b|[\"']{key}[\"']|\{{[\w\s,:]*\b{key}\b[\w\s,:]*\}} = "
            spoken = f"t.{section}.{key}" in templates
            assert spoken or re.search(used, text), f"gen/strings/en.toml: {key} of [{section}] is used nowhere"
