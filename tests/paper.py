"""A printed page read back for tests: its words and its rules, in millimetres from the top left corner.

Words come from poppler's ``pdftotext``, everything else from pypdf.
"""

import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from pypdf import PdfReader, Transformation
from pypdf.generic import ContentStream, DictionaryObject

MM = 72 / 25.4  # points
# Of a word's box, which is as high as the font's tallest and deepest letters together: where ink may be.
CAPITALS, DESCENDERS = 0.22, 0.95


@dataclass(frozen=True)
class Area:
    """A word with the place its ink takes, or a rule, which is as good as flat."""

    left: float
    top: float
    right: float
    bottom: float
    text: str = ""
    thick: float = 0

    def overlap(self, other: "Area") -> float:
        """How far the two lie on each other, in the direction in which that is less."""
        across = min(self.right, other.right) - max(self.left, other.left)
        return min(across, min(self.bottom, other.bottom) - max(self.top, other.top))


class Paper:
    """The only page of a PDF."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.pdf = PdfReader(file)
        self.page = self.pdf.pages[0]
        self.width, self.height = (float(side) / MM for side in self.page.mediabox[2:])

    @cached_property
    def root(self) -> DictionaryObject:
        return self.pdf.trailer["/Root"]

    @cached_property
    def text(self) -> str:
        """In the order in which it is set, with single spaces."""
        return " ".join(self._poppler("-raw").split())

    @cached_property
    def words(self) -> list[Area]:
        found = ET.fromstring(self._poppler("-bbox")).iter("{http://www.w3.org/1999/xhtml}word")
        return [_word(word.text, *(float(word.get(side)) / MM for side in _SIDES)) for word in found]

    @cached_property
    def rules(self) -> list[Area]:
        """Straight lines that are longer than the side of a die or a square."""
        found = [_rule(*path, thick=thick / MM) for path, thick in self._strokes if len(path) == 2 and None not in path]
        return [rule for rule in found if max(rule.right - rule.left, rule.bottom - rule.top) > 12]

    @cached_property
    def squares(self) -> int:
        """How many squares to tick are drawn; dice have round corners."""
        closed = [path for path, _ in self._strokes if len(path) == 5 and None not in path and path[0] == path[-1]]
        sides = [{abs(x - to_x) + abs(y - to_y) for (x, y), (to_x, to_y) in pairwise(path)} for path in closed]
        return sum(max(lengths) - min(lengths) < 0.01 for lengths in sides)

    @property
    def level(self) -> list[Area]:
        return [rule for rule in self.rules if rule.bottom - rule.top < 0.01]

    @property
    def upright(self) -> list[Area]:
        return [rule for rule in self.rules if rule.right - rule.left < 0.01]

    def fonts(self) -> Iterator[DictionaryObject]:
        """The descriptor of every font that the page uses."""
        for font in self.page["/Resources"]["/Font"].values():
            font = font.get_object()
            yield font["/DescendantFonts"][0].get_object().get("/FontDescriptor").get_object()

    def tags(self) -> list[str]:
        """The kinds of the elements of its structure."""
        return list(self._walk(self.root["/StructTreeRoot"]))

    def _walk(self, element: DictionaryObject) -> Iterator[str]:
        kids = element.get("/K", [])
        for kid in kids if isinstance(kids, list) else [kids]:
            kid = kid.get_object()
            if isinstance(kid, DictionaryObject) and "/S" in kid:
                yield kid["/S"]
                yield from self._walk(kid)

    @cached_property
    def _strokes(self) -> list[tuple[list[tuple[float, float] | None], float]]:
        """What is stroked: the points that straight lines join, None where a curve does; and its width in points."""
        place, thick, kept, path, found = Transformation(), 1.0, [], [], []
        for values, operator in ContentStream(self.page.get_contents(), self.pdf).operations:
            match operator:
                case b"q":
                    kept.append((place, thick))
                case b"Q":
                    place, thick = kept.pop()
                case b"cm":
                    place = Transformation(tuple(map(float, values))).transform(place)
                case b"w":
                    thick = float(values[0])
                case b"m" | b"l":
                    x, y = place.apply_on(tuple(map(float, values)))
                    path.append((x / MM, self.height - y / MM))
                case b"h":
                    path.append(path[0])
                case b"c" | b"re":
                    path.append(None)
                case b"S":
                    found.append((path, thick))
                    path = []
                case b"f" | b"f*" | b"n" | b"B":
                    path = []
        return found

    def _poppler(self, how: str) -> str:
        return subprocess.run(["pdftotext", how, self.file, "-"], capture_output=True, check=True, text=True).stdout


_SIDES = ("xMin", "yMin", "xMax", "yMax")


def _rule(start: tuple[float, float], end: tuple[float, float], thick: float) -> Area:
    (left, right), (top, bottom) = sorted((start[0], end[0])), sorted((start[1], end[1]))
    return Area(left, top, right, bottom, thick=thick)


def _word(text: str, left: float, top: float, right: float, bottom: float) -> Area:
    high = bottom - top
    return Area(left, top + CAPITALS * high, right, top + DESCENDERS * high, text)
