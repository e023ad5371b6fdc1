"""Sources as /sources/ lists them: what each is about, who cites it, which readings name it, where it is found.

Pure: takes the sources by key. Sees rules only.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from yachtlib.games import GAMES
from yachtlib.rules import Choice, Game, Option

ODDS = "odds"  # what a source is about that gives figures
REST = "rest"  # what it is about when nothing says so
ABOUT: tuple[str, ...] = (*(game.id for game in GAMES), ODDS)


def about(key: str, source: Mapping) -> tuple[str, ...]:
    """What a source is about, first what it stands under: its own ``about``; else the games whose readings name it,
    and ``odds`` where it gives values."""
    named = dict.fromkeys(game.id for reading in readings(key) for game in reading.games)
    return tuple(source.get("about") or (*named, *([ODDS] if "values" in source else []))) or (REST,)


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
