"""Arrows go one way, and only the command lines touch the world outside."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for package in ("yachtlib", "gen") for path in (ROOT / package).rglob("*.py")}
LIBRARY = sorted(name for name in MODULES if name.split(".")[0] == "yachtlib")
BUILD = sorted(name for name in MODULES if name.split(".")[0] == "gen")

# Which modules of the library each of them may import; a module that is not here has no place yet.
ARROWS = {
    "yachtlib": set(),
    "yachtlib.dice": set(),
    "yachtlib.scoring": set(),
    "yachtlib.rules": {"yachtlib.dice", "yachtlib.scoring"},
    "yachtlib.card": {"yachtlib.dice", "yachtlib.rules"},
    "yachtlib.odds": {"yachtlib.dice", "yachtlib.scoring", "yachtlib.rules"},
    "yachtlib.turn": {"yachtlib.dice"},
    "yachtlib.states": {"yachtlib.dice", "yachtlib.scoring", "yachtlib.rules"},
    "yachtlib.solver": {"yachtlib.dice", "yachtlib.rules", "yachtlib.states", "yachtlib.turn"},
    "yachtlib.play": {"yachtlib.dice", "yachtlib.rules", "yachtlib.turn", "yachtlib.solver"},
    "yachtlib.outcomes": {
        "yachtlib.dice",
        "yachtlib.rules",
        "yachtlib.card",
        "yachtlib.states",
        "yachtlib.solver",
        "yachtlib.play",
    },
}
GAME = {"yachtlib.dice", "yachtlib.scoring", "yachtlib.rules"}  # any file in games/; the list of them imports them too
VARIANTS = {"yachtlib.games.kniffel": {"yachtlib.games.yahtzee"}}  # a game told by how it differs from another

# What a module of the build step may not reach, itself or by what it imports: what makes pages sees the rules and the
# figures, never how a figure is worked out.
MAKES_PAGES = {
    "yachtlib.odds",
    "yachtlib.outcomes",
    "yachtlib.states",
    "yachtlib.solver",
    "yachtlib.turn",
    "yachtlib.play",
    "yachtlib.__main__",
    "gen.catalogue",
    "gen.best",
    "gen.decisions",
    "gen.rehearsal",
    "gen.twins",
}
WORKS_OUT_FIGURES = {"gen.catalogue", "gen.best", "gen.decisions", "gen.rehearsal"}
OUT_OF_REACH = {name: MAKES_PAGES for name in BUILD if name != "gen.__main__"} | {
    "gen.twins": {"yachtlib", "gen"},
    "gen.figures": {"yachtlib", "gen.catalogue", "gen.pages", "gen.__main__"},
    **{name: {"gen.pages", "gen.__main__", "yachtlib.__main__"} for name in WORKS_OUT_FIGURES},
}
CLOCK = {"time", "datetime", "subprocess"}
WRITERS = {
    "write_text",
    "write_bytes",
    "mkdir",
    "unlink",
    "rmdir",
    "touch",
    "rename",
    "symlink_to",
    "hardlink_to",
    "chmod",
}
WRITING_MODULES = {"shutil", "tempfile"}


def imports(source, known=MODULES):
    """Every module that a source text imports, by its full name; project modules down to the file."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports name the package in full, so that this test can read them"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in known else node.module)
    return found


def imports_of(name):
    return imports(MODULES[name].read_text(encoding="utf-8"))


def reach(name):
    """What a module imports, and what that imports, and so on."""
    seen, todo = set(), {name}
    while todo:
        new = imports_of(todo.pop()) - seen
        seen |= new
        todo |= new & MODULES.keys()
    return seen


def within(name, packages):
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def names_used(source):
    return {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}


def writes(source):
    """The calls in a source text that write to the disk."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        words = [*node.args, *(keyword.value for keyword in node.keywords)]
        modes = [word.value for word in words if isinstance(word, ast.Constant) and isinstance(word.value, str)]
        to_write = any(set(mode) <= set("rwxabt+") and set(mode) & set("wxa+") for mode in modes)
        if called in WRITERS or (called == "open" and to_write):
            found.append(called)
    return found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import yachtlib.odds", {"yachtlib.odds"}),
        ("from yachtlib import odds, card as c", {"yachtlib.odds", "yachtlib.card"}),
        ("from yachtlib.odds import odds", {"yachtlib.odds"}),
        ("import os.path, sys", {"os.path", "sys"}),
        ("def f():\n    from gen.twins import best_mean", {"gen.twins"}),
    ],
)
def test_this_test_reads_every_way_to_import(source, found):
    assert imports(source) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("path.write_text(page)", ["write_text"]),
        ("open(path, 'w')", ["open"]),
        ("path.open(mode='ab')", ["open"]),
        ("open(path)", []),
        ("text.replace('a', 'w')", []),
    ],
)
def test_this_test_reads_what_writes_to_the_disk(source, found):
    assert writes(source) == found


@pytest.mark.parametrize("name", LIBRARY)
def test_the_library_imports_along_its_arrows(name):
    own = {found for found in imports_of(name) if within(found, ["yachtlib"])}
    if name == "yachtlib.__main__":
        allowed = set(LIBRARY) - {name}
    elif name == "yachtlib.games":
        allowed = GAME | {found for found in LIBRARY if found.startswith("yachtlib.games.")}
    elif name.startswith("yachtlib.games."):
        allowed = GAME | VARIANTS.get(name, set())
    else:
        allowed = ARROWS[name]
    assert own - allowed == set()


@pytest.mark.parametrize("name", LIBRARY)
def test_the_library_imports_numpy_the_standard_library_and_itself_only(name):
    roots = {found.split(".")[0] for found in imports_of(name)}
    assert roots - sys.stdlib_module_names - {"numpy", "yachtlib"} == set()


@pytest.mark.parametrize("name", [name for name in LIBRARY if name != "yachtlib.__main__"])
def test_the_library_is_pure(name):
    """No files, clock, chance, network or printing."""
    outside = {
        "sys",
        "os",
        "io",
        "time",
        "datetime",
        "pathlib",
        "random",
        "subprocess",
        "socket",
        "urllib",
        "importlib",
    }
    assert {found.split(".")[0] for found in imports_of(name)} & (outside | WRITING_MODULES) == set()
    used = names_used(MODULES[name].read_text(encoding="utf-8"))
    assert used & {"open", "print", "input", "exec", "eval", "__import__"} == set()
    assert writes(MODULES[name].read_text(encoding="utf-8")) == []


def test_the_table_of_arrows_names_modules_that_exist():
    assert ARROWS.keys() - MODULES.keys() == set()


@pytest.mark.parametrize("name", [name for name in OUT_OF_REACH if name in MODULES])
def test_the_build_step_does_not_reach_what_is_closed_to_it(name):
    assert {found for found in reach(name) if within(found, OUT_OF_REACH[name])} == set()


@pytest.mark.parametrize("name", [name for name in BUILD if name in WORKS_OUT_FIGURES])
def test_the_catalogue_imports_the_library_the_figures_and_the_twins(name):
    own = {found for found in imports_of(name) if within(found, ["gen", "yachtlib"])}
    allowed = ["yachtlib", "gen.figures", "gen.twins", *WORKS_OUT_FIGURES]
    assert {found for found in own if not within(found, allowed)} == set()


@pytest.mark.parametrize("name", [name for name in BUILD if name != "gen.__main__"])
def test_only_the_command_of_the_build_step_reads_the_clock_starts_processes_or_writes_to_the_disk(name):
    roots = {found.split(".")[0] for found in imports_of(name)}
    assert roots & (CLOCK | WRITING_MODULES) == set()
    assert writes(MODULES[name].read_text(encoding="utf-8")) == []
