"""What people write, as it is read: pages with their front matter, sources; what is missing, unknown or there twice.

Texts in, content and problems out. Imports checks and the names of the games.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from gen.checks import Problem, did_you_mean, loose_digits
from yachtlib.dice import InputError
from yachtlib.games import GAMES, find_game
from yachtlib.rules import Game

# What a key of the front matter can hold: a test, and how to write it.
KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "text": (lambda value: isinstance(value, str), "text"),
    "list": (lambda value: isinstance(value, list), "a list: [one, two]"),
    "flag": (lambda value: isinstance(value, bool), "true or false"),
    "date": (lambda value: hasattr(value, "isoformat"), "a date: 2026-11-30"),
}
# Front matter by kind of page; a key with a star must be there.
FIELDS: dict[str, dict[str, str]] = {
    "page": {"title*": "text", "description*": "text", "game": "text", "hide": "list", "late": "flag"},
    "answer": {
        **{"question*": "text", "verdict*": "text", "because*": "text", "description": "text"},
        **{"group*": "text", "game*": "text", "proof": "list", "option": "text"},
        **{"sources*": "list", "see*": "list", "updated*": "date"},
    },
}
# Those of them that are prose: rendered, and free of typed digits.
TEXTS = ("title", "description", "question", "verdict", "because")
# What a source must say; ``edition``, ``year`` and ``values`` are welcome.
SOURCE = {"short": "text", "title": "text", "publisher": "text", "url": "text", "read": "date"}
SOURCE |= {"supports": "list", "verified": "flag"}


@dataclass
class Page:
    """One hand-written page. ``body`` keeps the file's line numbers; ``meta`` has every key of its kind, or None."""

    file: str
    route: str
    kind: str
    text: str
    meta: dict[str, Any]
    body: str
    game: Game

    @property
    def slug(self) -> str:
        return self.route.rstrip("/").rpartition("/")[2]

    def line(self, *needles: str) -> int:
        """The first line that holds the first of these, as whole words, that stands in the file at all; else 1."""
        for needle in filter(None, needles):
            before, after = (r"(?<![\w-])" * needle[0].isalnum(), r"(?![\w-])" * needle[-1].isalnum())
            found = re.search(before + re.escape(needle) + after, self.text)
            if found:
                return self.text.count("\n", 0, found.start()) + 1
        return 1


def read(docs: Mapping[str, str], groups: Iterable[str]) -> tuple[list[Page], list[Problem]]:
    """The pages of ``docs`` (path below docs/ -> text) and what is wrong with them before anything is rendered."""
    pages: dict[str, Page] = {}
    problems: list[Problem] = []
    for path, text in sorted(docs.items()):
        page = _page(f"docs/{path}", text.replace("\r\n", "\n"), problems)
        double = pages.get(page.route.lower())
        if double:
            problems.append(Problem(page.file, 1, f"duplicate slug {page.route}, as {double.file}", "Rename one file."))
        elif not re.fullmatch(r"/([a-z0-9-]+/)*", page.route):
            do = "Use lower-case letters, digits and hyphens: the file name is the page's address for good."
            problems.append(Problem(page.file, 1, f"{page.route} is no address", do))
        pages.setdefault(page.route.lower(), page)
        problems += loose_digits(page.file, _prose(page))
    return list(pages.values()), problems + _answers([p for p in pages.values() if p.kind == "answer"], list(groups))


def read_toml(file: str, text: str) -> tuple[dict[str, Any], list[Problem]]:
    """A table as TOML, and why it does not read."""
    try:
        return tomllib.loads(text), []
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        return {}, [Problem(file, int(line[1]) if line else 1, f"does not read: {error}", "Mend the line.")]


def read_sources(file: str, text: str) -> tuple[dict[str, Any], list[Problem]]:
    """The sources by citation key, and what is wrong with them."""
    sources, problems = read_toml(file, text)
    for key, source in sources.items():
        line = text.count("\n", 0, max(text.find(f"[{key}]"), 0)) + 1
        if not isinstance(source, dict):
            problems.append(Problem(file, line, f"{key} is no source", f"A source has: {', '.join(SOURCE)}."))
            continue
        for name, kind in SOURCE.items():
            holds, how = KINDS[kind]
            if not holds(source.get(name)):
                problems.append(Problem(file, line, f"{key}: {name} is missing or odd", f"Write {name} as {how}."))
    return sources, problems


def _page(file: str, text: str, problems: list[Problem]) -> Page:
    route = "/" + re.sub(r"(^|/)index$", "", file.removeprefix("docs/").removesuffix(".md"))
    route = route if route.endswith("/") else route + "/"
    kind = "answer" if route.startswith("/faq/") and route != "/faq/" else "page"
    fields = {key.rstrip("*"): KINDS[holds] for key, holds in FIELDS[kind].items()}
    needed = [key.rstrip("*") for key in FIELDS[kind] if key.endswith("*")]
    page = Page(file, route, kind, text, dict.fromkeys(fields), text, GAMES[0])
    match = re.match(r"---\n(.*?\n)---(?:\n|\Z)", text, re.DOTALL)
    if not match:
        do = f"Start the file with a part between two lines of ---: {', '.join(needed)}."
        problems.append(Problem(file, 1, "missing front matter", do))
        return page
    page.body = "\n" * match[0].count("\n") + text[match.end() :]
    try:
        meta = yaml.safe_load(match[1])
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        what = f"front matter does not read: {getattr(error, 'problem', error)}"
        problems.append(Problem(file, (mark.line if mark else 0) + 2, what, "Put quotes around values with { or : ."))
        return page
    meta = meta if isinstance(meta, dict) else {}
    for key in needed:
        if meta.get(key) in (None, "", []):
            do = f"This kind of page needs: {', '.join(needed)}."
            problems.append(Problem(file, 1, f"missing front matter: {key}", do))
    for key, value in meta.items():
        line = page.line(f"\n{key}:") + 1
        if key not in fields:
            do = did_you_mean(str(key), fields, f"The keys: {', '.join(fields)}.")
            problems.append(Problem(file, line, f"unknown front matter: {key}", do))
        elif value is not None and not fields[key][0](value):
            problems.append(Problem(file, line, f"{key} cannot be {value!r}", f"Write {fields[key][1]}."))
        else:
            page.meta[key] = value
    try:
        page.game = find_game(page.meta["game"]) if page.meta["game"] else GAMES[0]
    except InputError as error:
        problems.append(Problem(file, page.line("\ngame:") + 1, str(error), "Use one of them."))
    return page


def _answers(answers: list[Page], groups: list[str]) -> list[Problem]:
    """What is wrong between answers, and with the parts of their front matter that point elsewhere."""
    problems = []
    asked: dict[str, str] = {}
    slugs = [page.slug for page in answers]
    for page in answers:

        def wrong(key: str, what: str, do: str, page: Page = page) -> None:
            problems.append(Problem(page.file, page.line(f"\n{key}:") + 1, what, do))

        question = (page.meta["question"] or page.file).strip().lower()
        if question in asked:
            wrong("question", f"the question of {asked[question]} again", "Merge the two, or ask another.")
        asked.setdefault(question, page.file)
        if page.meta["group"] and page.meta["group"] not in groups:
            wrong("group", f"no group {page.meta['group']!r}", f"The groups: {', '.join(groups)}.")
        for slug in page.meta["see"] or ():
            if slug not in slugs:
                wrong("see", f"no answer {slug!r}", did_you_mean(str(slug), slugs, "The answers stand in docs/faq."))
        for proof in page.meta["proof"] or ():
            if not isinstance(proof, dict) or proof.keys() != {"box", "dice"} or not isinstance(proof["dice"], str):
                wrong("proof", f"proof cannot be {proof!r}", 'Write - {box: full-house, dice: "44422"}.')
    return problems


def _prose(page: Page) -> str:
    """The text of a page with the front matter that is no prose blanked out, line by line."""
    head_lines = page.text.count("\n") - page.body.lstrip("\n").count("\n") if page.body != page.text else 0
    lines, key = page.text.split("\n"), ""
    for number, line in enumerate(lines[:head_lines]):
        match = re.match(r"([a-z]+):", line)
        key = match[1] if match else key
        if key not in TEXTS:
            lines[number] = ""
    return "\n".join(lines)
