"""Cards and sheets drawn: data and typst templates in, PNG and PDF in memory out. Touches no disk; ``__main__`` keeps
them.

Fonts are only those that the typst package carries, so that every machine draws the same.
"""

import hashlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from importlib.metadata import version
from io import BytesIO
from typing import Any

import numpy as np

from gen.cards import Card
from gen.sheets import Sheet

COLOURS, EFFORT = 64, 8  # of a card, and how hard it is packed
LESS = "Leave something out of it, or make room in the template."
STANDARD = "ua-1"  # of PDFs: what a reader that speaks needs is there, and a window shows the title
GREYS, PREVIEW = 12, 80  # of a sheet's picture, and its dots an inch: twice what pages show, in 40 kB


_version = cache(version)  # it is read from the disk, and asked for every card and sheet


class Undrawn(Exception):
    """The template does not draw; says why."""


class NoRoom(Undrawn):
    """What a card or a sheet says does not fit on it in any size; holds the file it comes from."""


class Unset(Exception):
    """A sheet that does not set; holds the template, the line in it, what is wrong and what to do."""


class TooLong(Unset):
    """A name that has no room on a sheet in any size; holds the name and what is wrong."""


def drawn_by() -> str:
    """What the look of a card depends on besides itself and the template."""
    packed = f"{COLOURS} colours, effort {EFFORT}, {GREYS} greys, {PREVIEW} ppi, PDF {STANDARD}"
    return f"typst {_version('typst')}, pillow {_version('pillow')}, {packed}"


def kept_as(data: Any, templates: Any) -> str:
    """The name that something drawn is kept under: it changes with the data, the templates and what draws them."""
    text = json.dumps([data, templates, drawn_by()], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def pictures_of(cards: Sequence[Card], template: str) -> list[bytes]:
    """The PNG of each card, 1200 x 630, drawn in as many documents as there are processors. Raises NoRoom, Undrawn."""
    threads = os.cpu_count() or 1
    share = -(-len(cards) // threads)
    with ThreadPoolExecutor(threads) as pool:  # typst and Pillow both work outside of Python's lock
        parts = [cards[at : at + share] for at in range(0, len(cards), share)]
        return [picture for drawn in pool.map(partial(_drawn, template), parts) for picture in drawn]


def sheets_of(sheets: Sequence[Sheet], templates: Mapping[str, str]) -> list[bytes]:
    """Each sheet as its file's ending says: a PDF, or the PNG of its only page. ``templates``: file name -> text.

    Raises Unset for a sheet that does not fit its page, or whose template is wrong.
    """
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return list(pool.map(partial(_set, {name: text.encode() for name, text in templates.items()}), sheets))


def _set(templates: Mapping[str, bytes], sheet: Sheet) -> bytes:
    import typst

    main = f"{sheet.template}.typ"
    if main not in templates:
        raise Unset(
            main, 1, f"there is none, and {sheet.file} is set by it", "Restore it, or mend KINDS in gen/sheets.py."
        )
    told = {"sheet": json.dumps(sheet.data, ensure_ascii=False)}
    source = {"main": templates[main], **templates}
    kind = (
        {"format": "pdf", "pdf_standards": STANDARD}
        if sheet.file.endswith(".pdf")
        else {"format": "png", "ppi": PREVIEW}
    )
    try:
        made = typst.compile(source, ignore_system_fonts=True, sys_inputs=told, **kind)
    except typst.TypstError as error:
        raise _why(error, main, sheet.file) from None
    if isinstance(made, list):
        raise Unset(main, 1, f"{sheet.file} does not fit: it is {len(made)} pages", LESS)
    return made if sheet.file.endswith(".pdf") else _greyed(made)


def _why(error: Any, main: str, file: str) -> Unset:
    """What the typesetter says of a sheet, in our words; ``main``: its template."""
    _, too_long, name = error.message.partition("no room for the name: ")
    if too_long:
        name = name.strip('"')
        return TooLong(name, f"{name!r} is too long for {file}")
    _, too_full, why = error.message.partition("no room: ")
    if too_full:
        return Unset(main, 1, f"{file} does not fit: {why}", LESS)
    at = re.search(r"([\w.-]+):(\d+):\d+", error.diagnostic)
    at_file, line = (at[1], int(at[2])) if at else (main, 1)
    what = f"{file} does not set: {error.message}"
    return Unset(main if at_file == "main" else at_file, line, what, "Mend the template.")


def _greyed(picture: bytes) -> bytes:
    """A sheet is black on white: a few greys draw it as crisply in a quarter of the bytes."""
    from PIL import Image

    return _packed(Image.open(BytesIO(picture)).convert("L").quantize(GREYS, dither=Image.Dither.NONE))


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
    return _packed(few)


def _packed(image: Any) -> bytes:
    small = BytesIO()
    image.save(small, "PNG", compress_level=EFFORT)
    return small.getvalue()
