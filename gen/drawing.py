"""Cards drawn: data and a typst template in, PNG in memory out. Touches no disk; ``__main__`` keeps what is drawn.

Fonts are only those that the typst package carries, so that every machine draws the same.
"""

import json
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import version
from io import BytesIO

import numpy as np

from gen.cards import Card

COLOURS, EFFORT = 64, 8  # of a card, and how hard it is packed


class Undrawn(Exception):
    """The template does not draw; says why."""


class NoRoom(Undrawn):
    """The words of a card do not fit on it in any size; holds the file they come from."""


def drawn_by() -> str:
    """What the look of a card depends on besides itself and the template."""
    return f"typst {version('typst')}, pillow {version('pillow')}, {COLOURS} colours, effort {EFFORT}"


def pictures_of(cards: Sequence[Card], template: str) -> list[bytes]:
    """The PNG of each card, 1200 x 630, drawn in as many documents as there are processors. Raises NoRoom, Undrawn."""
    threads = os.cpu_count() or 1
    share = -(-len(cards) // threads)
    with ThreadPoolExecutor(threads) as pool:  # typst and Pillow both work outside of Python's lock
        parts = [cards[at : at + share] for at in range(0, len(cards), share)]
        return [picture for drawn in pool.map(partial(_drawn, template), parts) for picture in drawn]


def _drawn(template: str, cards: Sequence[Card]) -> list[bytes]:
    """The PNG of each card, drawn in one document."""
    import typst  # slow to load, and needed only when a card changed

    data = {"cards": json.dumps(cards, ensure_ascii=False)}
    try:
        made = typst.compile(template.encode(), format="png", ppi=72, ignore_system_fonts=True, sys_inputs=data)
    except typst.TypstError as error:
        _, too_long, file = str(error).partition("no room: ")
        raise NoRoom(file.split('"')[0].strip()) if too_long else Undrawn(str(error)) from None
    return [_shrink(picture) for picture in (made if isinstance(made, list) else [made])]


def _shrink(picture: bytes) -> bytes:
    """The same picture in a third of the bytes: as few colours as nobody sees the want of, the main ones exact."""
    from PIL import Image

    image = Image.open(BytesIO(picture)).convert("RGB")
    few = image.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    palette = np.array(few.getpalette()).reshape(-1, 3)
    counted = sorted(image.getcolors(image.width * image.height), reverse=True)[: 3 * COLOURS]
    main = np.array([colour for _, colour in counted])
    nearest = ((palette[None] - main[:, None]) ** 2).sum(axis=2).argmin(axis=1)
    # The choice of colours shifts the paper: each goes back to the commonest of those that it stands for.
    of_palette, first = np.unique(nearest, return_index=True)
    palette[of_palette] = main[first]
    few.putpalette(palette.ravel().tolist())
    small = BytesIO()
    few.save(small, "PNG", compress_level=EFFORT)
    return small.getvalue()
