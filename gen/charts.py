"""The geometry of charts: from chances to bars, marks and ticks, in units of points. Templates draw them.

Pure, and imports nothing of the project: what it is handed comes from the snapshot.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

TALL = 100  # height of the tallest bar, in units of the drawing
MOST_BARS = 64
RARE = 0.0005  # of the games, left out at either end; the drawing says so
WIDTHS = (1, 2, 4, 5, 10, 20)
STEPS = (10, 20, 25, 50, 100)


@dataclass(frozen=True)
class Histogram:
    """Bars over totals from ``first`` to ``last``, that one left out; one unit wide a point, ``TALL`` high.

    paths  by part ("" for the games below every cut, then the names of the cuts), the bars as an SVG path
    ticks  totals to write below
    """

    first: int
    last: int
    step: int
    paths: Mapping[str, str]
    ticks: tuple[int, ...]

    @property
    def width(self) -> int:
        return self.last - self.first

    def place(self, total: int) -> float:
        """Where a total stands from the left, in per cent."""
        return round(100 * (total - self.first) / self.width, 2)


def histogram(
    chance: Sequence[float], cuts: Mapping[str, int], span: tuple[int, int] | None = None, tallest: float | None = None
) -> Histogram:
    """The chances of totals 0, 1, 2 … as bars of equal width, coloured from each cut on.

    ``cuts``: totals by name, ascending; ``span``: first and last total drawn, else where all but RARE at each end lie;
    ``tallest``: the chance of one point that is drawn TALL, so that charts side by side can be compared; else the
    largest bar is.
    """
    first, last = span or _span(chance)
    step = _step(first, last)
    first -= first % step
    edges = [*range(first, last + step, step)]
    share = [sum(chance[a:b]) / step for a, b in pairwise(edges)]
    scale = TALL / (tallest or max(share))
    paths = dict.fromkeys(["", *cuts], "")
    for (a, b), p in zip(pairwise(edges), share, strict=True):
        for part, start, end in _cut(a, b, cuts):
            left, right = start - first, end - first - (0.18 * step if end == b else 0)
            paths[part] += f"M{left:g} {TALL}V{TALL - p * scale:.4g}H{right:g}V{TALL}z"
    return Histogram(first, edges[-1], step, paths, tuple(_ticks(first, edges[-1])))


def totals(series: Mapping, figures: Mapping, game: str) -> Histogram:
    """The final totals of a game's best play, coloured from the top quarter and from the top tenth on."""
    return histogram(series[f"{game}.best-play.totals"]["values"], _cuts(figures, game))


def totals_side_by_side(series: Mapping, figures: Mapping, games: Sequence[str]) -> Mapping[str, Histogram]:
    """The same for several games, on one scale: the same totals stand below one another, the same area is a game."""
    chances = {game: series[f"{game}.best-play.totals"]["values"] for game in games}
    spans = [_span(chance) for chance in chances.values()]
    span = min(low for low, _ in spans), max(high for _, high in spans)
    step = _step(*span)
    top = max(sum(chance[a : a + step]) / step for chance in chances.values() for a in range(0, len(chance), step))
    return {game: histogram(chance, _cuts(figures, game), span, top) for game, chance in chances.items()}


def _cuts(figures: Mapping, game: str) -> Mapping[str, int]:
    return {name: figures[f"{game}.best-play.{name}"]["value"] for name in ("p75", "p90")}


def _step(first: int, last: int) -> int:
    return next(width for width in WIDTHS if (last - first) / width <= MOST_BARS or width == WIDTHS[-1])


def _span(chance: Sequence[float]) -> tuple[int, int]:
    reached = list(accumulate(chance))
    low = next(total for total, p in enumerate(reached) if p > RARE)
    high = next(total for total, p in enumerate(reached) if p > 1 - RARE)
    return low, high + 1


def _cut(a: int, b: int, cuts: Mapping[str, int]) -> list[tuple[str, int, int]]:
    """A bar from a to b in its parts: (name, from, to)."""
    inside = [(name, total) for name, total in cuts.items() if total < b]
    part = next((name for name, total in reversed(inside) if total <= a), "")
    found, start = [], a
    for name, total in inside:
        if total > a:
            found.append((part, start, total))
            part, start = name, total
    return [*found, (part, start, b)]


def _ticks(first: int, last: int) -> range:
    step = next((step for step in STEPS if (last - first) / step <= 7), STEPS[-1])
    return range(-(-first // step) * step, last + 1, step)
