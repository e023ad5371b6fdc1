"""Published addresses of answers never die: the list of them, and the pages that forward from those that moved.

Pure: pages and the lines of ``gen/addresses.txt`` in, problems and front matter out.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gen.checks import Problem
from gen.content import Page

FILE = "gen/addresses.txt"


def problems(answers: Iterable[Page], lines: Sequence[str]) -> list[Problem]:
    """What is wrong between the answers, the addresses they had before (``was``) and the list of all published."""
    answers = list(answers)
    here = {page.slug: page for page in answers}
    found, moved = _moved(answers, here)
    for slug, page in {**moved, **here}.items():
        if slug not in lines:
            found.append(Problem(page.file, 1, f"/faq/{slug}/ is not in {FILE}", f"Add a line there: {slug}"))
    for number, slug in enumerate(lines, 1):
        if slug in lines[: number - 1]:
            found.append(Problem(FILE, number, f"{slug} stands twice", "Take one line out."))
        elif slug not in here and slug not in moved:
            do = f"Give the answer that took its place 'was: [{slug}]', or bring docs/faq/{slug}.md back."
            found.append(Problem(FILE, number, f"nothing answers at /faq/{slug}/ any more", do))
        if number > 1 and slug < lines[number - 2]:
            found.append(Problem(FILE, number, f"{slug} is out of order", "Sort the lines."))
    return found


def _moved(answers: Iterable[Page], here: Mapping[str, Page]) -> tuple[list[Problem], dict[str, Page]]:
    """Old slug -> the answer that has taken its place, and what is wrong with those given."""
    found, moved = [], {}
    for page in answers:
        for slug in page.meta["was"] or ():
            line = page.at("was")
            if not re.fullmatch(r"[a-z0-9-]+", str(slug)):
                found.append(Problem(page.file, line, f"was: {slug!r} is no address", "Name the old file without .md."))
            elif slug in here or slug in moved:
                taken = (here.get(slug) or moved[slug]).file
                found.append(Problem(page.file, line, f"/faq/{slug}/ is that of {taken}", "An address leads one way."))
            else:
                moved[slug] = page
    return found, moved


def forwarding(page: Page, head: Mapping[str, Any]) -> dict[str, str]:
    """Path below build/docs -> front matter of the pages that lead on to an answer from its old addresses.

    They say of themselves what the answer says (``head``), so that an old link still shows its card where it is shared.
    """
    shared = {key: head[key] for key in ("title", "question", "description", "image", "image_alt", "jsonld")}
    more = {"template": "moved.html", "moved": page.route[1:], "search": {"exclude": True}}
    return {f"faq/{slug}.md": shared | more for slug in page.meta["was"] or ()}
