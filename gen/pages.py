"""From hand-written pages, templates and the snapshot to the Markdown that MkDocs publishes.

Pure: texts in, texts and problems out; ``__main__`` reads and writes. Sees rules and the snapshot, never the odds.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import jinja2
import markdown
import yaml
from markupsafe import Markup

from gen.checks import Anchors, Problem, broken_links, did_you_mean, loose_digits, resolve
from gen.figures import Snapshot, exact_form, forms
from gen.markup import Voice
from yachtlib.dice import InputError
from yachtlib.games import GAMES, find_game
from yachtlib.rules import Game

# Front matter by kind of page: key -> whether it must be there. ``text`` keys are prose, so they are rendered.
FIELDS: dict[str, dict[str, bool]] = {
    "page": {"title": True, "description": True, "game": False, "hide": False, "late": False},
    "answer": {
        "question": True,
        "verdict": True,
        "because": True,
        "group": True,
        "game": True,
        "proof": False,
        "option": False,
        "sources": True,
        "see": True,
        "updated": True,
        "description": False,
    },
}
TEXT_FIELDS = ("title", "description", "question", "verdict", "because")


@dataclass
class Page:
    """One hand-written page. ``file`` is its path for messages; ``body`` keeps the file's line numbers."""

    file: str
    route: str
    kind: str
    text: str
    meta: dict[str, Any]
    body: str
    voice: Voice
    html: str = ""
    failed: bool = False

    def line(self, needle: str) -> int:
        """The first line where something stands; the page's first line when a template brought it in."""
        at = self.text.find(needle)
        return self.text.count("\n", 0, at) + 1 if at >= 0 else 1


@dataclass
class Book:
    """Everything that pages are made from, as texts. ``docs``: path below docs/ -> text; likewise ``templates``."""

    docs: Mapping[str, str]
    templates: Mapping[str, str]
    strings: Mapping[str, Any]
    sources: Mapping[str, Mapping]
    snapshot: Snapshot
    extensions: Sequence[Any]
    site_url: str
    assets: Sequence[str] = ()
    problems: list[Problem] = field(default_factory=list)

    def build(self) -> dict[str, str]:
        """Path below build/docs -> text of every page and data file. What is wrong is in ``problems`` afterwards."""
        self._check_prose()
        self.pages = {page.route: page for page in self._parse()}
        self.answers = [page for page in self.pages.values() if page.kind == "answer"]
        self.env = self._environment()
        names = [e if isinstance(e, str) else next(iter(e)) for e in self.extensions]
        configs = {name: config for e in self.extensions if isinstance(e, dict) for name, config in e.items()}
        self.converter = markdown.Markdown(extensions=names, extension_configs=configs)
        # Pages that list what others use (figures, sources) come last.
        for page in sorted(self.pages.values(), key=lambda page: (bool(page.meta.get("late")), page.route)):
            page.html = self._render(page)
        self._check_links()
        self._collect_notes()
        files = {page.file.removeprefix("docs/"): page.html for page in self.pages.values()}
        published = json.dumps({"figures": self.snapshot.published()}, indent=1, ensure_ascii=False)
        return files | {"figures.json": published + "\n"}

    # ---- reading ----

    def _parse(self) -> Iterator[Page]:
        routes: dict[str, str] = {}
        questions: dict[str, str] = {}
        for path, text in sorted(self.docs.items()):
            file = f"docs/{path}"
            route = "/" + re.sub(r"(^|/)index$", "", path.removesuffix(".md"))
            route = route if route.endswith("/") else route + "/"
            kind = "answer" if route.startswith("/faq/") and route != "/faq/" else "page"
            if route.lower() in routes:
                self._problem(file, 1, f"duplicate slug {route}, taken by {routes[route.lower()]}", "Rename one file.")
                continue
            routes[route.lower()] = file
            meta, body = self._front_matter(file, kind, text)
            asked = str(meta.get("question", route)).strip().lower()
            if asked in questions:
                self._problem(file, 1, f"the question of {questions[asked]} again", "Merge the two or ask another.")
            questions[asked] = file
            voice = Voice(route, self._game(file, meta), self.snapshot, self.sources, self.strings)
            yield Page(file, route, kind, text, meta, body, voice)

    def _front_matter(self, file: str, kind: str, text: str) -> tuple[dict[str, Any], str]:
        match = re.match(r"---\n(.*?\n)---\n", text, re.DOTALL)
        needed = [key for key, must in FIELDS[kind].items() if must]
        if not match:
            do = f"Start the file with --- lines around: {', '.join(needed)}."
            self._problem(file, 1, "missing front matter", do)
            return dict.fromkeys(FIELDS[kind]) | dict.fromkeys(needed, ""), text
        try:
            meta = yaml.safe_load(match[1])
        except yaml.MarkedYAMLError as error:
            line = (error.problem_mark.line if error.problem_mark else 0) + 2
            self._problem(file, line, f"front matter does not read: {error.problem}", "Quote values that hold { or :.")
            meta = None
        meta = dict(meta) if isinstance(meta, dict) else dict.fromkeys(needed, "?")
        for key in needed:
            if meta.get(key) in (None, ""):
                self._problem(file, 1, f"missing front matter: {key}", f"This kind of page needs: {', '.join(needed)}.")
                meta[key] = ""
        for key in meta.keys() - FIELDS[kind].keys():
            self._problem(file, 1, f"unknown front matter: {key}", did_you_mean(key, FIELDS[kind], "Remove it."))
        meta = dict.fromkeys(FIELDS[kind]) | meta
        return meta, "\n" * match[0].count("\n") + text[match.end() :]

    def _game(self, file: str, meta: Mapping[str, Any]) -> Game:
        try:
            return find_game(str(meta["game"])) if meta.get("game") else GAMES[0]
        except InputError as error:
            self._problem(file, 1, str(error), "Use one of them.")
            return GAMES[0]

    # ---- rendering ----

    def _environment(self) -> jinja2.Environment:
        docs = {page.file: page.body for page in self.pages.values()}
        env = jinja2.Environment(
            loader=_Texts({**self.templates, **docs}),
            autoescape=jinja2.select_autoescape(["html"]),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        env.filters |= {"forms": forms, "exact_form": exact_form, "day": _day}
        env.globals |= {
            "answer": self._answer,
            "answers": self.answers,
            "figures": self.snapshot.figures,
            "published": self.snapshot.published,
            "sources": self.sources,
            "pages": self.pages,
            "site_url": self.site_url,
        }
        return env

    def _render(self, page: Page) -> str:
        texts = {key: self._text(page, key, page.voice) for key in TEXT_FIELDS if page.meta.get(key)}
        words = page.voice.words() | {"page": page, "meta": page.meta, "said": texts, "asked": self._asker(page)}
        body = self._jinja(page, page.file, words).lstrip("\n")
        plain = self._plain(page)
        head = {"title": plain.get("title") or plain.get("question"), "description": plain.get("description", "")}
        if page.kind == "answer":
            for key in page.meta["sources"] or ():
                page.voice.cite(key)
            words |= {"body": self._convert(page, body), "plain": plain}
            body = self._jinja(page, "answer.html", words)
            head |= {"hide": ["navigation", "toc"], "jsonld": _faq_page(plain), "question": plain.get("question", "")}
        else:
            head["hide"] = ["navigation", *(page.meta.get("hide") or ())]
        return f"---\n{json.dumps(head, ensure_ascii=False)}\n---\n{body.rstrip()}\n"

    def _plain(self, page: Page) -> dict[str, str]:
        """The rendered texts without markup, as descriptions and structured data want them."""
        voice = replace(page.voice, plain=True, noted=[], cited=[])
        plain = {key: self._text(page, key, voice) for key in TEXT_FIELDS if page.meta.get(key)}
        if page.kind == "answer":
            plain.setdefault("description", f"{plain.get('verdict', '')} {plain.get('because', '')}")
        return plain

    def _text(self, page: Page, key: str, voice: Voice) -> str:
        try:
            return self.env.from_string(str(page.meta[key])).render(voice.words()).strip()
        except Exception as error:
            self._problem(page.file, page.line(f"{key}:"), f"{key} does not render: {error}", "Mend the expression.")
            return ""

    def _jinja(self, page: Page, template: str, words: Mapping[str, Any]) -> str:
        try:
            return self.env.get_template(template).render(words)
        except Exception as error:  # prose can hold any expression, so it can raise anything
            file, line = _where(error, page, self.env)
            self._problem(file, line, f"does not render: {error}", "Mend the expression there.")
            page.failed = True
            return ""

    def _answer(self, slug: str) -> Page:
        page = self.pages.get(f"/faq/{slug}/")
        if page is None or page.kind != "answer":
            slugs = [a.route.split("/")[2] for a in self.answers]
            raise jinja2.UndefinedError(f"no answer {slug!r}; {did_you_mean(slug, slugs, 'they stand in docs/faq')}")
        return page

    def _asker(self, page: Page) -> Callable[[str], "Asked"]:
        return lambda slug: Asked(self, page, self._answer(slug))

    # ---- checking ----

    def _check_prose(self) -> None:
        for path, text in sorted(self.docs.items()):
            body = re.sub(r"(?m)^(updated|game|option|group): .*$", "", text)  # not prose
            body = re.sub(r"(?ms)^(sources|see|proof):.*?(?=^\S|\Z)", lambda m: "\n" * m[0].count("\n"), body)
            self.problems += loose_digits(f"docs/{path}", body)
        for name, text in sorted(self.templates.items()):
            self.problems += loose_digits(f"gen/templates/{name}", text)

    def _check_links(self) -> None:
        anchors = {}
        for page in self.pages.values():
            html = self._convert(page, page.html.split("---\n", 2)[2])
            anchors[page.route] = Anchors(html)
            for raw in re.findall(r"\[[^]\n]*\]\([^)\n]*\)", re.sub(r"(?s)<code>.*?</code>", "", html)):
                do = "Write <a href=\"{{ url('/…/') }}\"> there: Markdown is not read inside HTML."
                self._problem(page.file, page.line(raw.split("(")[0]), f"Markdown stays as typed: {raw}", do)
        ids = {route: None if self.pages[route].failed else set(found.ids) for route, found in anchors.items()}
        ids |= {f"/{asset}": set() for asset in (*self.assets, "figures.json")}
        for page in self.pages.values():
            for link, what, do in broken_links(page.route, anchors[page.route].links, ids):
                path, fragment = resolve(page.route, link)
                written = (link, f"{path}#{fragment}", f"#{fragment}" * bool(fragment), path, path.strip("/"))
                self._problem(page.file, page.line(next((w for w in written if w and w in page.text), link)), what, do)

    def _convert(self, page: Page, text: str) -> str:
        """Markdown to HTML as MkDocs would, links to other pages' files turned into links to the pages."""
        self.converter.reset()

        def link(match: re.Match) -> str:
            path, _ = resolve(page.route, match[1])
            return f'href="{page.voice.url(path)}{match[2] or ""}"'

        return re.sub(r'href="(/[^"#]*\.md)(#[^"]*)?"', link, self.converter.convert(text))

    def _collect_notes(self) -> None:
        for page in self.pages.values():
            for needle, what, do in page.voice.noted:
                self._problem(page.file, page.line(needle), what, do)

    def _problem(self, file: str, line: int, what: str, do: str) -> None:
        problem = Problem(file if "/" in file else f"gen/templates/{file}", line, what, do)
        if problem not in self.problems:
            self.problems.append(problem)


@dataclass(frozen=True)
class Asked:
    """Another answer, spoken on this page, so that the figures shown are recorded here too."""

    book: Book
    page: Page
    other: Page

    @property
    def url(self) -> str:
        return self.page.voice.url(self.other.route)

    @property
    def question(self) -> Markup:
        return self._say("question")

    @property
    def verdict(self) -> Markup:
        return self._say("verdict")

    @property
    def because(self) -> Markup:
        return self._say("because")

    def _say(self, key: str) -> Markup:
        voice = replace(self.other.voice, route=self.page.route, notes=False, noted=[], cited=[])
        return Markup(self.book._text(self.other, key, voice))


class _Texts(jinja2.BaseLoader):
    """Templates from a mapping, under names that tracebacks repeat."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def get_source(self, environment: jinja2.Environment, template: str):
        if template not in self.texts:
            raise jinja2.TemplateNotFound(template)
        return self.texts[template], template, lambda: True


def _where(error: Exception, page: Page, env: jinja2.Environment) -> tuple[str, int]:
    """The line of prose or template in which rendering stopped."""
    if isinstance(error, jinja2.TemplateSyntaxError):
        return error.name or page.file, error.lineno
    trace, place = error.__traceback__, (page.file, 1)
    while trace:
        if trace.tb_frame.f_code.co_filename in env.loader.texts:
            place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    return place


def _day(date: Any) -> str:
    """``30 Nov 2026``."""
    return f"{date.day} {date:%b %Y}" if hasattr(date, "day") else str(date)


def _faq_page(plain: Mapping[str, str]) -> dict[str, Any]:
    answer = {"@type": "Answer", "text": f"{plain.get('verdict', '')} {plain.get('because', '')}"}
    question = {"@type": "Question", "name": plain.get("question", ""), "acceptedAnswer": answer}
    return {"@context": "https://schema.org", "@type": "FAQPage", "mainEntity": [question]}
