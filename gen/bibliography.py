"""Sources: reading them, and what /sources/ tells of each: what it is about, who cites it, which readings name it.

Pure: texts in, sources and problems out. Sees rules only.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from gen.checks import Problem, did_you_mean, line_at
from gen.content import KINDS, read_toml
from yachtlib.games import GAMES
from yachtlib.rules import Choice, Game, Option

ODDS = "odds"  # what a source is about that gives figures
REST = "rest"  # what it is about when nothing says so
ABOUT: tuple[str, ...] = (*(game.id for game in GAMES), ODDS)
# What a source must say, and may.
SOURCE = {
    "short": "text",
    "title": "text",
    "publisher": "text",
    "url": "text",
    "read": "date",
    "supports": "list",
    "verified": "flag",
}
MAY_SAY: dict[str, tuple[Callable[[Any], bool], str]] = {
    "edition": KINDS["text"],
    "year": (lambda value: isinstance(value, int), "a year: 2012"),
    "about": (
        lambda value: isinstance(value, list) and bool(value) and set(value) <= set(ABOUT),
        f"a list of some of: {', '.join(ABOUT)}",
    ),
    "values": (
        lambda value: isinstance(value, dict) and all(isinstance(told, str) for told in value.values()),
        'a table of values as printed: "most points" = "374"',
    ),
}


def read_sources(file: str, text: str) -> tuple[dict[str, Any], list[Problem]]:
    """The sources by citation key, and what is wrong with them.

    What a source lacks is stood in for, so that the pages that cite it are looked at in the same run.
    """
    sources, problems = read_toml(file, text)
    if problems:
        return {key: _stand_in(key) for key in re.findall(r"(?m)^\[([a-z0-9-]+)\]", text)}, problems
    for key, source in sources.items():
        line = line_at(text, text.find(f"[{key}]"))
        if not isinstance(source, dict):
            problems.append(Problem(file, line, f"{key} is no source", f"A source has: {', '.join(SOURCE)}."))
            sources[key] = _stand_in(key)
            continue
        for name, kind in SOURCE.items():
            holds, how = KINDS[kind]
            if not holds(source.get(name)):
                problems.append(Problem(file, line, f"{key}: {name} is missing or odd", f"Write {name} as {how}."))
                source[name] = _stand_in(key)[name]
        problems += [Problem(file, line, f"{key}: {what}", do) for what, do in _may_say(source)]
    return sources, problems


def _may_say(source: dict[str, Any]) -> list[tuple[str, str]]:
    """(what is wrong, what to do) with the keys that a source need not have; those that are odd are taken out."""
    wrong = []
    for name in sorted(source.keys() - SOURCE.keys()):
        if name not in MAY_SAY:
            known = [*SOURCE, *MAY_SAY]
            wrong.append((f"unknown key {name!r}", did_you_mean(name, known, f"The keys: {', '.join(known)}.")))
        elif not MAY_SAY[name][0](source[name]):
            wrong.append((f"{name} is odd", f"Write {name} as {MAY_SAY[name][1]}."))
            del source[name]
            if name == "values":
                source[name] = None  # as in a stand-in: whatever is asked of it is there
    return wrong


def _stand_in(key: str) -> dict[str, Any]:
    texts = {name: key for name, kind in SOURCE.items() if kind == "text"}
    return texts | {"url": "https://example.org/", "read": "", "supports": [], "verified": True, "values": None}


def about(key: str, source: Mapping) -> tuple[str, ...]:
    """What a source is about, first what it stands under: its own ``about``; else the games whose readings name it,
    and ``odds`` where it gives values."""
    named = dict.fromkeys(game.id for reading in readings(key) for game in reading.games)
    return tuple(source.get("about") or (*named, *([ODDS] if source.get("values") else []))) or (REST,)


def shelves(sources: Mapping[str, Mapping]) -> dict[str, list[str]]:
    """What sources are about -> the keys of those that stand under it, by the name that pages call them."""
    keys = sorted(sources, key=lambda key: sources[key]["short"].lower())
    placed = {key: about(key, sources[key])[0] for key in keys}
    found = {shelf: [key for key in keys if placed[key] == shelf] for shelf in (*ABOUT, REST)}
    return {shelf: here for shelf, here in found.items() if here}


def index(sources: Mapping[str, Mapping], shelf: str) -> list[str]:
    """The keys of all sources that are about something, those that stand elsewhere too."""
    keys = sorted(sources, key=lambda key: sources[key]["short"].lower())
    return [key for key in keys if shelf in about(key, sources[key])]


@dataclass(frozen=True)
class Reading:
    """One reading of a disputed rule, and the games that share the question in these words."""

    games: tuple[Game, ...]
    option: Option
    choice: Choice


def readings(key: str) -> list[Reading]:
    """The readings of disputed rules that name a source as one that follows them."""
    found: dict[tuple[str, str], list[tuple[Game, Option, Choice]]] = {}
    for game in GAMES:
        for option in game.options:
            for choice in option.choices:
                if key in choice.sources:
                    found.setdefault((option.question, choice.says), []).append((game, option, choice))
    return [Reading(tuple(game for game, _, _ in same), same[0][1], same[0][2]) for same in found.values()]


def cited_on(key: str, cited: Mapping[str, Iterable[str]]) -> list[str]:
    """The routes of the pages that cite a source; ``cited``: route -> the keys cited there."""
    return sorted(route for route, keys in cited.items() if key in keys)


def host(url: str) -> str:
    """Where a work is found, short: ``github.com/jdh8``, ``oeis.org``."""
    parts = urlsplit(url)
    name = parts.netloc.removeprefix("www.")
    owner = parts.path.strip("/").split("/")[0] if name == "github.com" else ""
    return f"{name}/{owner}" if owner else name
