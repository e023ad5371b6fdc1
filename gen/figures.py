"""What a published figure is: computing it, the snapshot of all of them, and the record of where each one is used.

The snapshot (``figures.json``) stands between slow mathematics and fast pages: the catalogue fills it when the library
changes, pages only read it. Imports nothing of the project.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from math import floor, log10

Exact = int | Fraction
Value = Exact | float  # a float is one that no fraction was worked out for
UNITS = ("points", "mean points", "chance", "count", "turns", "rolls")  # mean points keep two decimals, whole or not


@dataclass(frozen=True)
class Check:
    """An independent second look: ``value()`` must lie within ``within`` of the figure; 0 means equal as a fraction.

    ``within`` may be a function, where the second look has to be taken before its bound is known.

    ``source`` is a citation key when the second look is a published value.
    """

    says: str
    value: Callable[[], Value]
    within: Fraction | Callable[[], float] = Fraction(0)
    source: str = ""


@dataclass(frozen=True)
class Figure:
    """A figure before it is computed. ``value()`` is exact, or a float with ``method`` float64; ``unit`` decides how it
    is written.

    ``hold`` says the dice to keep, for a figure that belongs to a decision. ``sources``: for rules played together,
    the citation keys of those who play them.
    """

    id: str
    unit: str
    statement: str
    value: Callable[[], Value]
    checks: tuple[Check, ...]
    hold: Callable[[], tuple[int, ...]] | None = None
    sources: tuple[str, ...] = ()
    method: str = "exact"


@dataclass(frozen=True)
class Series:
    """Many numbers of one kind, published together: a distribution, or a table by roll. Always float64.

    ``data()`` is what is published, as JSON; ``checks`` say how far their second look is off at most, in its unit.
    """

    id: str
    unit: str
    statement: str
    data: Callable[[], Mapping]
    checks: tuple[Check, ...]


def compute_series(catalogue: Iterable[Series]) -> tuple[dict[str, dict], list[str]]:
    """The snapshot's series by id, and what is wrong: a duplicate id, no check, a check that disagrees."""
    found: dict[str, dict] = {}
    problems: list[str] = []
    for series in catalogue:
        if series.id in found:
            problems.append(f"{series.id}: registered twice; give one of them another id")
        if not series.checks:
            problems.append(f"{series.id}: no independent check")
        outcomes = []
        for check in series.checks:
            off, within = float(check.value()), float(check.within() if callable(check.within) else check.within)
            if off > within:
                problems.append(f"{series.id}: {check.says} is {off:g} off (allowed: {within:g})")
            outcomes.append(_outcome(check, within))
        head = {"unit": series.unit, "statement": series.statement, "method": "float64", "checks": outcomes}
        found[series.id] = head | dict(series.data())
    return found, problems


def compute(catalogue: Iterable[Figure]) -> tuple[dict[str, dict], list[str]]:
    """The snapshot's figures by id, and what is wrong: a duplicate id, no check, a check that disagrees."""
    figures: dict[str, dict] = {}
    problems: list[str] = []
    for figure in catalogue:
        found = figure.value()
        value = Fraction(found)
        if figure.id in figures:
            problems.append(f"{figure.id}: registered twice; give one of them another id")
        if figure.unit not in UNITS:
            problems.append(f"{figure.id}: no unit {figure.unit!r}; the units: {', '.join(UNITS)}")
        if isinstance(found, float) and figure.method != "float64":
            problems.append(f"{figure.id}: method {figure.method!r}, but the value is a float")
        if not figure.checks:
            problems.append(f"{figure.id}: no independent check; add a twin or a published value")
        outcomes = []
        for check in figure.checks:
            second = check.value()
            within = check.within() if callable(check.within) else check.within
            if abs(value - Fraction(second)) > Fraction(within):
                apart = f" (allowed: {float(within):g} apart)" if within else ""
                problems.append(f"{figure.id}: the library says {found}, but {check.says} says {second}{apart}")
            outcomes.append(_outcome(check, float(within)))
        more = {"hold": list(figure.hold())} if figure.hold else {}
        more |= {"sources": list(figure.sources)} if figure.sources else {}
        figures[figure.id] = {
            "value": int(value) if value.denominator == 1 else float(value),
            "exact": None if isinstance(found, float) else f"{value.numerator}/{value.denominator}",
            "unit": figure.unit,
            "statement": figure.statement,
            "method": figure.method,
            "checks": outcomes,
        } | more
    return figures, problems


def _outcome(check: Check, within: float) -> dict:
    outcome = {"says": check.says, "agrees": True} | ({"within": within} if within else {})
    return outcome | ({"source": check.source} if check.source else {})


class UnknownFigure(KeyError):
    """No such figure. ``nearest`` holds the ids that come closest."""

    def __init__(self, figure_id: str, nearest: list[str]) -> None:
        super().__init__(figure_id)
        self.nearest = nearest


@dataclass(frozen=True)
class Snapshot:
    """The published figures and series as read from ``figures.json``, and the pages that use the figures (recorded
    while rendering).
    """

    figures: Mapping[str, dict]
    series: Mapping[str, dict] = field(default_factory=dict)
    used: dict[str, set[str]] = field(default_factory=dict)

    def get(self, figure_id: str, page: str = "") -> dict:
        """One figure; naming the page records that it is published there. Raises UnknownFigure."""
        if figure_id not in self.figures:
            raise UnknownFigure(figure_id, get_close_matches(figure_id, self.figures, n=2, cutoff=0.6))
        if page:
            self.used.setdefault(figure_id, set()).add(page)
        return self.figures[figure_id]

    def published(self) -> dict[str, dict]:
        """The figures with the pages that use them, for the site's own ``figures.json``."""
        return {name: {**figure, "pages": sorted(self.used.get(name, ()))} for name, figure in self.figures.items()}


def as_json(head: Mapping, series: Mapping[str, Mapping]) -> str:
    """The snapshot as text whose diff can be read: figures line by line, a series with all its numbers on one line."""
    lines = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(entry, ensure_ascii=False)}" for name, entry in series.items()
    )
    text = json.dumps({**head, "series": {}}, indent=1, ensure_ascii=False)
    return text.removesuffix("{}\n}") + ("{\n" + lines + "\n }" if lines else "{}") + "\n}\n"


def forms(figure: Mapping) -> dict[str, str]:
    """Every way in which a figure may be written, by style; the first is how it is written unless a page asks.

    Rounded from the exact fraction, half to even, so that two machines print the same digits.
    """
    value = _fraction(figure)
    if figure["unit"] == "chance":
        written = {"percent": f"{_decimals(value * 100, 2)} %", "percent-1": f"{_decimals(value * 100, 1)} %"}
        if 0 < value <= Fraction(1, 2):
            written["one-in"] = f"one in {_decimals(1 / value, 0 if value <= Fraction(1, 100) else 1)}"
        return written
    places = 0 if value.denominator == 1 and figure["unit"] != "mean points" else 2
    written = {"number": _decimals(value, places), "signed": _decimals(value, places)}
    if value > 0:
        written["signed"] = "+" + written["signed"]
    return written | {"number-1": _decimals(value, 1)}


def exact_form(figure: Mapping) -> str:
    """``347,897 / 7,558,272``; a whole number stands alone, and a float64 has the decimals that are sure."""
    value = _fraction(figure)
    if figure["exact"] is None:  # cut off, not rounded, so that every digit shown is one of the value
        return _decimals(Fraction(int(value * 10**8), 10**8), 8) + "…"
    return f"{value.numerator:,}".replace("-", "−") + (f" / {value.denominator:,}" if value.denominator != 1 else "")


def bound(within: float) -> str:
    """How far apart a check may be, to two digits that count: ``0.017``, ``4``."""
    places = max(0, 1 - floor(log10(within)))
    text = f"{within:.{places}f}"
    return text.rstrip("0").rstrip(".") if places else text


def _fraction(figure: Mapping) -> Fraction:
    return Fraction(figure["value"] if figure["exact"] is None else figure["exact"])


def _decimals(value: Fraction, places: int) -> str:
    whole, part = divmod(abs(round(value * 10**places)), 10**places)
    return ("−" if value < 0 and (whole or part) else "") + f"{whole:,}" + (f".{part:0{places}d}" if places else "")
