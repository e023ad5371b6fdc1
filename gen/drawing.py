"""Cards drawn: data and a typst template in, PNG in memory out. Touches no disk; ``__main__`` keeps what is drawn.

Fonts are only those that the typst package carries, so that every machine draws the same.
"""

import json
import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from io import BytesIO

from gen.cards import Card

COLOURS, EFFORT = 64, 9  # of a card, and how hard it is packed


class Undrawn(Exception):
    """The template does not draw; says why."""


class NoRoom(Undrawn):
    """The words of a card do not fit on it in any size; holds the file they come from."""


def drawn_by() -> str:
    """What the look of a card depends on besides itself and the template."""
    return f"typst {version('typst')}, pillow {version('pillow')}, {COLOURS} colours, effort {EFFORT}"


def pictures_of(cards: Sequence[Card], template: str) -> Iterable[bytes]:
    """The PNG of each card, 1200 x 630, all drawn in one go. Raises NoRoom and Undrawn."""
    import typst  # slow to load, and needed only when a card changed

    data = {"cards": json.dumps(cards, ensure_ascii=False)}
    try:
        made = typst.compile(template.encode(), format="png", ppi=72, ignore_system_fonts=True, sys_inputs=data)
    except typst.TypstError as error:
        _, too_long, file = str(error).partition("no room: ")
        raise NoRoom(file.split('"')[0].strip()) if too_long else Undrawn(str(error)) from None
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(_shrink, made if isinstance(made, list) else [made]))


def _shrink(picture: bytes) -> bytes:
    """The same picture in a third of the bytes: as few colours as nobody sees the want of, the main ones exact."""
    from PIL import Image

    image = Image.open(BytesIO(picture)).convert("RGB")
    few = image.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    flat = few.getpalette()
    palette = [tuple(flat[at : at + 3]) for at in range(0, len(flat), 3)]
    exact = {}  # the choice of colours shifts the paper; each that many pixels have goes back to what it was
    for _, colour in sorted(image.getcolors(image.width * image.height), reverse=True)[: 3 * COLOURS]:
        exact.setdefault(
            min(palette, key=lambda near: sum((a - b) ** 2 for a, b in zip(near, colour, strict=True))), colour
        )
    few.putpalette([part for colour in palette for part in exact.get(colour, colour)])
    small = BytesIO()
    few.save(small, "PNG", compress_level=EFFORT)
    return small.getvalue()
