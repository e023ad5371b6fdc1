"""What people write, as it is read: pages with their front matter; what is missing, unknown or there twice.

Texts in, content and problems out. Imports checks and the names of the games.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from gen.checks import Problem, did_you_mean, line_at, loose_digits, typed_results
from yachtlib.dice import InputError
from yachtlib.games import GAMES, find_game
from yachtlib.rules import Game

# What a key of the front matter can hold: a test, and how to write it.
KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "text": (lambda value: isinstance(value, str), 'text, in quotes where it could be read otherwise: "Yes."'),
    "list": (lambda value: isinstance(value, list), "a list: [one, two]"),
    "names": (
        lambda value: isinstance(value, list) and all(isinstance(name, str) for name in value),
        "a list of names: [one, two]",
    ),
    "flag": (lambda value: isinstance(value, bool), "true or false"),
    "date": (lambda value: hasattr(value, "isoformat"), "a date: 2026-11-30"),
}
# Front matter by kind of page; a key with a star must be there. ``late``: rendered after the others, and tells what
# they use; ``search: false``: left out of the search.
FIELDS: dict[str, dict[str, str]] = {
    "page": {
        "title*": "text",
        "description*": "text",
        "game": "text",
        "hide": "list",
        "late": "flag",
        "search": "flag",
        "also": "list",  # other words for what it has; search finds it by them
        "scripts": "list",  # of gen/theme/assets
        "styles": "list",  # likewise
        "elements": "names",  # of docs/assets/play: the modules of what the page lets its readers do
        "updated*": "date",
    },
    "answer": {
        "question*": "text",
        "verdict*": "text",
        "because*": "text",
        "description": "text",  # the verdict and its reason, unless it says otherwise
        "group*": "text",
        "game*": "text",  # whose rules its points follow
        "games": "list",  # those it is about, where they are more than that one; [all] for each
        "also": "list",  # other words in which people ask it; likewise
        "proof": "list",
        "option": "text",
        "sources*": "names",  # the group site may do without
        "see*": "names",
        "updated*": "date",
        "corrected": "text",  # what was wrong and is now right, until it is news no longer
        "was": "list",  # the addresses it had before, the first one first
    },
}
# Those of them that are prose: rendered, and free of typed digits.
TEXTS = ("title", "description", "question", "verdict", "because", "corrected")


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
    failed: bool = False  # its front matter is no use; only its links are looked at

    @property
    def folder(self) -> str:
        """Where its file stands, as links between files count: ``/faq/``."""
        return self.file.removeprefix("docs").rpartition("/")[0] + "/"

    @property
    def slug(self) -> str:
        return self.route.rstrip("/").rpartition("/")[2]

    @property
    def games(self) -> tuple[str, ...]:
        """Ids of the games that an answer is about."""
        named = self.meta.get("games") or [self.game.id]
        return tuple(game.id for game in GAMES if game.id in named or "all" in named)

    def at(self, key: str) -> int:
        """The line of a key of the front matter; else 1."""
        found = re.search(rf"(?m)^{re.escape(key)}:", self.text)
        return line_at(self.text, found.start() if found else -1)

    def line(self, *needles: str) -> int:
        """The first line that holds the first of these, as whole words, that stands in the file at all; else 1."""
        for needle in filter(None, needles):
            before, after = (r"(?<![\w-])" * needle[0].isalnum(), r"(?![\w-])" * needle[-1].isalnum())
            found = re.search(before + re.escape(needle) + after, self.text)
            if found:
                return line_at(self.text, found.start())
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
        elif page.kind == "answer" and page.route.count("/") > 3:
            problems.append(
                Problem(page.file, 1, "an answer in a folder of its own", "Answers stand in docs/faq itself.")
            )
        pages.setdefault(page.route.lower(), page)
        problems += loose_digits(page.file, _prose(page)) + typed_results(page.file, page.body)
    problems += _answers([page for page in pages.values() if page.kind == "answer"], list(groups))
    return list(pages.values()), problems


def read_toml(file: str, text: str) -> tuple[dict[str, Any], list[Problem]]:
    """A table as TOML, and why it does not read."""
    try:
        return tomllib.loads(text), []
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        return {}, [Problem(file, int(line[1]) if line else 1, f"does not read: {error}", "Mend the line.")]


def unanswered(file: str, text: str, answers: Iterable[Page]) -> list[Problem]:
    """What is wrong between the table of questions owed and the answers there are."""
    table, problems = read_toml(file, text)
    for part, topics in table.items():
        sound = isinstance(topics, dict) and all(
            isinstance(slugs, list) and all(isinstance(slug, str) for slug in slugs) for slugs in topics.values()
        )
        if not sound:
            do = 'Write a part as ["Part"], and below it "what people ask" = ["slug", "slug"].'
            problems.append(Problem(file, line_at(text, text.find(part)), f"{part!r} is no part of questions", do))
    if problems:
        return problems
    if not table:
        return [Problem(file, 1, "no question stands there", "Restore it: git checkout.")]
    owed = [(topic, slug) for part in table.values() for topic, slugs in part.items() for slug in slugs or [""]]
    there = {page.slug: page for page in answers}
    for topic, slug in owed:
        if slug not in there:
            line = line_at(text, text.find(f'"{topic}"'))
            do = did_you_mean(slug, there, "Write docs/faq/<slug>.md, or name the answer that says it.")
            problems.append(Problem(file, line, f"{topic!r} is answered by {slug!r}, which is not there", do))
    for slug in sorted(there.keys() - {slug for _, slug in owed}):
        do = f"Name {slug} there, beside what people ask."
        problems.append(Problem(there[slug].file, 1, f"an answer that {file} does not name", do))
    return problems


def _page(file: str, text: str, problems: list[Problem]) -> Page:
    route = "/" + re.sub(r"(^|/)index$", "", file.removeprefix("docs/").removesuffix(".md"))
    route = route if route.endswith("/") else route + "/"
    kind = "answer" if route.lower().startswith("/faq/") and route.lower() != "/faq/" else "page"
    fields = {key.rstrip("*"): KINDS[holds] for key, holds in FIELDS[kind].items()}
    needed = [key.rstrip("*") for key in FIELDS[kind] if key.endswith("*")]
    page = Page(file, route, kind, text, dict.fromkeys(fields), text, GAMES[0])

    def wrong(line: int, what: str, do: str) -> None:
        problems.append(Problem(file, line, what, do))
        page.failed = True

    match = re.match(r"---\n(.*?\n)---(?:\n|\Z)", text, re.DOTALL)
    if not match:
        wrong(1, "missing front matter", f"Start the file with a part between two lines of ---: {', '.join(needed)}.")
        return page
    page.body = "\n" * match[0].count("\n") + text[match.end() :]
    try:
        meta = yaml.load(match[1], _Strict)
    except (yaml.YAMLError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        do = "Put quotes around values with { or :, and indent with spaces."
        wrong((mark.line if mark else 0) + 2, f"front matter does not read: {getattr(error, 'problem', error)}", do)
        return page
    meta = meta if isinstance(meta, dict) else {}
    if meta.get("group") == "site":  # what the site says of itself may rest on nobody else's text
        needed = [key for key in needed if key != "sources"]
    for key in needed:
        value = meta.get(key)
        if value in (None, []) or (isinstance(value, str) and not value.strip()):
            wrong(1, f"missing front matter: {key}", f"This kind of page needs: {', '.join(needed)}.")
    for key, value in meta.items():
        line = page.at(str(key))
        if key not in fields:
            wrong(
                line, f"unknown front matter: {key}", did_you_mean(str(key), fields, f"The keys: {', '.join(fields)}.")
            )
        elif value is not None and not fields[key][0](value):
            wrong(line, f"{key} cannot be {value!r}", f"Write {fields[key][1]}.")
        else:
            page.meta[key] = value
    try:
        page.game = find_game(page.meta["game"]) if page.meta["game"] else GAMES[0]
    except InputError as error:
        wrong(page.at("game"), str(error), "Use one of them.")
    if kind == "answer" and not page.body.strip():
        wrong(1, "an answer without a body", "Write why, with a worked roll, below the front matter.")
    return page


class _Strict(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # the one in C where it was built
    """YAML that refuses a key given twice, where the plain loader lets the last one win."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict:
        keys = [key.value for key, _ in node.value]
        for key, _ in node.value:
            if keys.count(key.value) > 1:
                raise yaml.constructor.ConstructorError(None, None, f"{key.value} is given twice", key.start_mark)
        return super().construct_mapping(node, deep)


def _answers(answers: list[Page], groups: list[str]) -> list[Problem]:
    """What is wrong between answers, and with the parts of their front matter that point elsewhere."""
    problems = []
    asked: dict[str, str] = {}
    said: dict[str, str] = {}
    slugs = [page.slug for page in answers]
    for page in answers:

        def wrong(key: str, what: str, do: str, page: Page = page) -> None:
            problems.append(Problem(page.file, page.at(key), what, do))
            page.failed = True

        question = (page.meta["question"] or page.file).strip().lower()
        if question in asked:
            wrong("question", f"the question of {asked[question]} again", "Merge the two, or ask another.")
        asked.setdefault(question, page.file)
        verdict = f"{page.meta['verdict']} {page.meta['because']}"
        if verdict in said:
            wrong("verdict", f"the verdict and reason of {said[verdict]} again", "Say what is this answer's own.")
        said.setdefault(verdict, page.file)
        if page.meta["group"] and page.meta["group"] not in groups:
            wrong("group", f"no group {page.meta['group']!r}", f"The groups: {', '.join(groups)}.")
        for name in page.meta["games"] or ():
            if name != "all" and name not in [game.id for game in GAMES]:
                ids = ", ".join(game.id for game in GAMES)
                wrong("games", f"no game {name!r}", f"The games: {ids}; or [all].")
        for text in page.meta["also"] or ():
            if not isinstance(text, str) or not text.strip():
                wrong("also", f"also cannot be {text!r}", 'Write other words for the question: ["is 5 of a kind …"].')
        options = [option.id for option in page.game.options]
        if page.meta["option"] and page.meta["option"] not in options:
            wrong("option", f"no option {page.meta['option']!r}", f"Those of {page.game.id}: {', '.join(options)}.")
        for slug in page.meta["see"] or ():
            if slug == page.slug:
                wrong("see", f"an answer that names itself: {slug!r}", "Name its relatives.")
            elif slug not in slugs:
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
