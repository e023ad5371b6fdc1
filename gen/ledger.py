"""The ledger of figures as pages and downloads list it: which page a figure stands on, in which part, in what order.

Pure: takes the snapshot's figures by id, gives groups of ids, CSV and JSON. Sees rules and figures, never the odds.
"""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from html import escape

from markupsafe import Markup

from gen.figures import forms
from yachtlib.games import GAMES

DICE = "dice"  # the group of the figures that belong to no game
GROUPS: tuple[str, ...] = (DICE, *(game.id for game in GAMES))
# Names that began otherwise once: their addresses, on the one page of that time, still lead on.
MOVED: Mapping[str, str] = {"yacht.keep.": "dice.keep."}
DOWNLOADS = ("figures.json", "figures.csv", "figures/list.json")
COLUMNS = ("id", "value", "exact", "unit", "statement", "method", "checks", "pages")
REPEATED = 4  # fewer words in a row than these are no repetition of the line above


@dataclass(frozen=True)
class Part:
    """A heading of a ledger page, what stands below it, and the anchor of both. ``ids`` may be empty: then only
    further headings follow, those whose ``level`` is one more."""

    anchor: str
    heading: str
    ids: tuple[str, ...]
    level: int = 2


def group_of(figure_id: str) -> str:
    """The game, or ``dice``, on whose page a figure stands."""
    return figure_id.partition(".")[0]


def address(figure_id: str) -> str:
    """Where a figure stands in the ledger: ``/figures/yacht/#yacht.ceiling``."""
    return f"/figures/{group_of(figure_id)}/#{figure_id}"


def part_of(figure_id: str, parts: Iterable[str]) -> str:
    """The part of its page that a figure belongs to, by the second word of its id, else by the first; else nothing."""
    words = figure_id.split(".")[:2]
    return next((word for word in reversed(words) if word in parts), "")


def ledger(group: str, figure_ids: Iterable[str], parts: Mapping[str, str]) -> list[Part]:
    """The figures of one group under their headings. ``parts``: the second word of an id -> heading, in order."""
    mine = [figure for figure in figure_ids if group_of(figure) == group]
    found: list[Part] = []
    for name, heading in parts.items():
        ids = tuple(figure for figure in mine if part_of(figure, parts) == name)
        if ids and name == "option":
            found += [Part(name, heading, ()), *_disputes(group, ids)]
        elif ids:
            found.append(Part(name, heading, ids))
    return found


def _disputes(group: str, ids: Sequence[str]) -> list[Part]:
    """The figures of a game's options, each option under its question; a reading that is played out, apart."""
    game = next(game for game in GAMES if game.id == group)
    found = []
    for option in game.options:
        here = [figure for figure in ids if figure.split(".")[2] == option.id]
        played = {figure: figure.split(".")[3] for figure in here if "best-play" in figure.split(".")[4:5]}
        short = tuple(figure for figure in here if figure not in played)
        found.append(Part(f"option-{option.id}", option.question, short, 3))
        for choice in option.choices:
            out = tuple(figure for figure, chosen in played.items() if chosen == choice.id)
            if out:
                found.append(Part(f"option-{option.id}-{choice.id}", option.reading(choice), out, 3))
    return [part for part in found if part.ids]


def ditto(statement: str, above: str) -> Markup:
    """A statement in which the words that it repeats of the line above, several in a row, are marked as such."""
    words, at = statement.split(), 0
    marked = []
    for same in SequenceMatcher(None, above.split(), words, autojunk=False).get_matching_blocks():
        if same.size >= REPEATED or same.size == 0:  # the last block, of size 0, ends the text
            marked += [escape(" ".join(words[at : same.b]))]
            marked += (
                [f'<i class="same">{escape(" ".join(words[same.b : same.b + same.size]))}</i>'] if same.size else []
            )
            at = same.b + same.size
    return Markup(" ".join(filter(None, marked)))


def as_csv(published: Mapping[str, Mapping]) -> str:
    """The published figures as RFC 4180 has it: a header, CRLF, quotes where needed; ``pages`` parted by spaces."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for name, figure in published.items():
        told = [figure[key] for key in ("value", "exact", "unit", "statement", "method")]
        rows.writerow([name, *told, len(figure["checks"]), " ".join(figure["pages"])])
    return text.getvalue()


def as_list(figures: Mapping[str, Mapping]) -> str:
    """What the finder on /figures/ reads: id -> [how the figure is written, its statement]."""
    found = {name: [next(iter(forms(figure).values())), figure["statement"]] for name, figure in figures.items()}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n"


def series_of(group: str, series: Mapping[str, Mapping]) -> dict[str, Mapping]:
    """The series of one group by name; how many numbers each holds is worked out by ``length``."""
    return {name: told for name, told in series.items() if group_of(name) == group}


def length(told: Mapping) -> int:
    """How many numbers, or rows of numbers, a series holds."""
    return len(told.get("values", told.get("rows", ())))
