"""What can be wrong with the content, and how it is said: always the file, the line and what to do about it.

Works on texts that it is handed; imports nothing of the project.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from html import unescape
from urllib.parse import unquote, urlsplit

from jinja2 import Environment, TemplateSyntaxError, nodes


@dataclass(frozen=True, order=True)
class Problem:
    """One mistake in the content. ``do`` is the advice, a sentence of its own."""

    file: str
    line: int
    what: str
    do: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}. {self.do}"


def line_at(text: str, position: int) -> int:
    """The line of a position in a text; the first one for what was not found (-1)."""
    return text.count("\n", 0, max(position, 0)) + 1


# What a page is made of besides prose, taken out in this order; lines stay where they are.
_NOT_PROSE = (
    re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL),  # Jinja, which may stand inside tags
    re.compile(r"<!--.*?-->|<(svg|style|script)\b.*?</\1>|</?[a-zA-Z][^>]*>", re.DOTALL),
    # code that holds a letter, link targets, attributes, named entities, a paper's name
    re.compile(r"`[^`]*[A-Za-z][^`]*`|\]\([^)]*\)|\{:?[^}]*\}|&[A-Za-z]\w*;|\bA4\b"),
)


def loose_digits(file: str, text: str) -> list[Problem]:
    """Digits typed into prose. ``text`` is Markdown or HTML with Jinja, its lines numbered as in the file."""
    prose = text
    for pattern in _NOT_PROSE:
        prose = pattern.sub(lambda match: "\n" * match[0].count("\n"), prose)
    do = "Name a figure, a rule or dice instead: {{ fig('…') }}, {{ points('box', 'dice') }}, {{ dice('…') }}"
    return [
        Problem(file, number, f"digits typed into prose: {line.strip()!r}", do)
        for number, line in enumerate(prose.splitlines(), 1)
        if re.search(r"[\d¹²³¼½¾\u2680-\u2685\U0001F3B2]", line)  # emoji dice too: dice are drawn
    ]


_JINJA = Environment()
# Expressions that need no parser to be told fine: those without a digit, and one word asked something, {{ fig("…") }}.
_LOOKED_UP = re.compile(r"""\{\{(?:[^{}\d\n]*|\s?[a-z]+\((?:[^(){}"'\n]++|"[^"{}\n]*"|'[^'{}\n]*')*+\)\s?)\}\}""")


def typed_results(file: str, text: str) -> list[Problem]:
    """Digits typed into what an expression puts out, ``{{ 77 }}`` or ``{{ "7" }}``; those that it looks up are fine."""
    found, text = [], _LOOKED_UP.sub("", text)
    if not re.search(r"\d", text):
        return []
    try:
        parsed = _JINJA.parse(text)
    except TemplateSyntaxError:
        return []  # said when the page is rendered

    def typed(node: nodes.Node) -> None:
        do = "Name a figure, a rule or dice instead of the number."
        found.append(Problem(file, node.lineno, f"digits typed into an expression: {node.value!r}", do))

    def walk(node: nodes.Node) -> None:
        while isinstance(node, nodes.Filter):  # of what is typed, not of what is looked up
            node = node.node
        if isinstance(node, nodes.Const) and re.search(r"\d", str(node.value)):
            typed(node)
        for child in node.iter_child_nodes():
            if not isinstance(node, nodes.Call | nodes.Filter | nodes.Getitem | nodes.Test | nodes.Compare):
                walk(child)

    for assigned in parsed.find_all(nodes.Assign):
        if isinstance(assigned.node, nodes.Const) and type(assigned.node.value) in (int, float):
            typed(assigned.node)
    for output in parsed.find_all(nodes.Output):
        for node in output.nodes:
            if not isinstance(node, nodes.TemplateData):
                walk(node)
    return found


def typed_links(text: str) -> list[tuple[int, str]]:
    """(line, target) of every link and picture typed into prose: Markdown, ``href``, ``src`` and ``url('…')``."""
    typed = re.compile(r"""\]\(([^)\s{]+)|(?:href|src)="([^"{]+)"|url\(["']([^"']+)["']\)""")
    lines = enumerate(text.splitlines(), 1)
    return [(n, next(filter(None, match.groups()))) for n, line in lines for match in typed.finditer(line)]


class Anchors:
    """Everything in a page that can be linked to, and every link: ``ids``, ``links`` and what is loaded (``loads``).

    ``doubles`` are the ids that stand more than once, ``outside`` what is loaded from elsewhere; ``readers``: the tags
    of our elements, those that are not compact, which read what stands after the #. Reads tags and nothing between
    them, which is quick: whether the HTML is sound is for other tests.
    """

    def __init__(self, html: str) -> None:
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.readers: set[str] = set()
        for tag, attributes in _TAG.findall(_UNSEEN.sub(lambda match: f"<{match[1]}" if match[1] else "", html)):
            if tag.lower() in _LINKING or "id=" in attributes.lower():  # most tags neither link nor can be linked to
                given = {name.lower(): unescape("".join(value)) for name, *value in _ATTRIBUTE.findall(attributes)}
                self._note(tag.lower(), given)
            if "-" in tag and "compact" not in attributes.split():
                self.readers.add(tag.lower())
        self.doubles = sorted(name for name, times in Counter(self.ids).items() if times > 1)
        self.outside = [load for load in self.loads if is_outside(load)]

    def _note(self, tag: str, given: Mapping[str, str]) -> None:
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag in _LOADING and "src" in given:
            self.loads.append(given["src"])
        elif tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload", "modulepreload", "manifest"):
            self.loads.append(given.get("href", ""))


_LOADING = ("script", "img", "iframe", "source", "video", "audio")
_LINKING = ("a", "link", *_LOADING)
# A tag with its attributes: > may stand in quoted values. Comments, and what scripts and styles hold, are no tags.
# Both begin with <, all of them, so that what stands between is passed over quickly.
_UNSEEN = re.compile(r"<(?:!--.*?-->|((?:script|style)\b[^>]*>).*?(?=</(?:script|style)))", re.DOTALL)
_TAG = re.compile(r"""<([a-zA-Z][\w-]*)((?:[^>"']++|"[^"]*"|'[^']*')*+)>""")
_ATTRIBUTE = re.compile(r"""\s(id|href|src|rel)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)


def is_outside(link: str) -> bool:
    return bool(urlsplit(link).scheme or link.startswith("//"))


def resolve(route: str, link: str, folder: str = "/") -> tuple[str, str]:
    """Where a link on the page at ``route`` leads: (absolute path, fragment).

    ``x.md`` means the page made from that file, counted from ``folder``, where the page's own file stands.
    """
    parts = urlsplit(link)
    base = folder if parts.path.endswith(".md") else route
    path = unquote(posixpath.normpath(posixpath.join(base, parts.path)) if parts.path else route)
    if path.endswith(".md"):
        path = re.sub(r"(/index)?\.md$", "", path) or "/"
    if path != "/" and "." not in posixpath.basename(path):
        path = path.rstrip("/") + "/"
    return path, unquote(parts.fragment)


def broken_links(
    route: str, links: Iterable[str], ids: Mapping[str, set[str] | None], folder: str = "/"
) -> list[tuple[str, str, str]]:
    """(link, what is wrong, what to do) of the links on a page; ``ids`` holds the anchors of every page and file,
    None for a page whose anchors are not known. What follows an & in a fragment is for the element that reads it."""
    found = []
    for link in links:
        if is_outside(link):
            continue
        path, fragment = resolve(route, link, folder)
        if path not in ids:
            do = did_you_mean(path, ids.keys() - {route}, "Link to an existing page or file.", most=1)
            found.append((link, f"dead link {link!r}: there is no {path}", do))
        elif fragment and ids[path] is not None and fragment.partition("&")[0] not in ids[path]:
            do = did_you_mean(fragment, ids[path], "Link to an existing anchor there.", most=1)
            found.append((link, f"dead link {link!r}: {path} has no anchor #{fragment}", do))
    return found


def did_you_mean(wanted: str, there: Iterable[str], otherwise: str, most: int = 2) -> str:
    """Advice for an unknown name: the nearest known ones, or what to do when none is near."""
    near = get_close_matches(wanted, list(there), n=most, cutoff=0.65)
    return f"Did you mean {' or '.join(near)}?" if near else otherwise
