"""From hand-written pages, templates and the snapshot to the Markdown that MkDocs publishes.

Pure: texts in, texts and problems out; ``__main__`` reads and writes. Sees rules and the snapshot, never the odds.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import jinja2
import markdown
from markupsafe import Markup

from gen import ledger, settle, widget
from gen.addresses import problems as lost_addresses
from gen.checks import Anchors, Problem, broken_links, did_you_mean, line_at, loose_digits, resolve, typed_links
from gen.content import TEXTS, Page, read, unanswered
from gen.environment import environment, said_of
from gen.feed import FILE as FEED
from gen.feed import feed
from gen.figures import Snapshot, as_json
from gen.markup import Voice
from gen.rulecard import change
from gen.sharing import Sharing
from gen.sheets import Sheets, path
from yachtlib.dice import InputError
from yachtlib.games import GAMES

PLAY = "assets/play/"  # where the modules of elements stand
DESCRIBES = range(40, 321)  # characters of a description


@dataclass
class Book:
    """Everything that pages are made from, as texts. ``docs``: path below docs/ -> text; likewise ``templates``.

    ``nav``: the files that the navigation lists; ``questions``: the table of those owed; none: not looked at.
    ``sizes``: path below the site's root -> bytes of each sheet that is set. After ``build``, ``sharing.cards`` are the
    pictures to be drawn, path below build/docs -> card.
    """

    docs: Mapping[str, str]
    templates: Mapping[str, str]
    strings: Mapping[str, Any]
    sources: Mapping[str, Mapping]
    snapshot: Snapshot
    extensions: Sequence[Any]
    site_url: str
    examples: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # game -> box -> a telling roll
    assets: Sequence[str] = ()
    nav: Sequence[str] = ()
    addresses: Sequence[str] | None = None  # every slug of an answer ever published; None: not looked at
    questions: str | None = None
    sizes: Mapping[str, int] = field(default_factory=dict)
    compiled_before: jinja2.BytecodeCache | None = None  # templates that did not change are not compiled again
    problems: list[Problem] = field(default_factory=list)

    def build(self) -> dict[str, str]:
        """Path below build/docs -> text of every page and data file. What is wrong is in ``problems`` afterwards."""
        pages, self.problems = read(self.docs, self.strings["group"])
        for name, text in sorted(self.templates.items()):
            self.problems += loose_digits(f"gen/templates/{name}", text)
        self.pages = {page.route: page for page in pages}
        self.voices = {
            page.route: Voice(page.route, page.game, self.snapshot, self.sources, self.strings) for page in pages
        }
        self.slugs = {page.slug: page for page in pages if page.kind == "answer"}
        self.env = environment(self._texts(pages), self._words(), self.compiled_before)
        self.titled: dict[str, str] = {}
        self.converter = _converter(self.extensions)
        self.failed = {page.route for page in pages if page.failed}
        self.sharing = Sharing(self.snapshot, self.sources, self.strings)
        self.plain: dict[str, Mapping[str, str]] = {}
        built = {}
        for page in sorted(pages, key=lambda page: (bool(page.meta.get("late")), page.route)):
            built[page.route] = self._render(page)
        self._check_links(built)
        if self.questions is not None:
            self.problems += unanswered("gen/questions.toml", self.questions, self.env.globals["answers"])
        for page in pages:
            for note in self.voices[page.route].noted:
                self._problem(page.file, note.line or page.line(note.needle), note.what, note.do)
            if self.nav and page.kind == "page" and page.file.removeprefix("docs/") not in self.nav:
                self._problem(page.file, 1, "not in the navigation", "Add it under nav in mkdocs.yml.")
        self._check_ledger()
        if self.addresses is not None:
            self.problems += lost_addresses(self.env.globals["answers"], self.addresses)
        files = {page.file.removeprefix("docs/"): built[page.route] for page in pages}
        files |= {path: _front(head) for path, head in self.sharing.moved.items()}
        files[FEED] = feed(self.sharing.entries, self.site_url, self.strings["feed"])
        files |= self._downloads()
        for section in (lost := widget.missing(self.strings)):
            do = f"The browser shows its words. Write [{section}] again, or take it out of WORDS in gen/widget.py."
            self._problem("gen/strings/en.toml", 1, f"no section {section!r}", do)
        if lost:
            return files
        files |= widget.files(self.snapshot, self.strings)
        if not self.failed:
            told = [(page, self.plain[page.route]) for page in self.slugs.values()]
            files[settle.FILE] = settle.file(self.snapshot, self.strings, self.sources, self.examples, told)
        return files

    @property
    def sheets(self) -> Sheets:
        """What there is to print."""
        return Sheets(self.snapshot, self.strings, self.examples, self.site_url)

    def _check_ledger(self) -> None:
        """Every figure stands in a part of the page of its game."""
        for name in self.snapshot.figures:
            if not ledger.part_of(name, self.strings["figures"]["part"]):
                do = "Name its second word under [figures.part], or it would not stand on /figures/."
                self._problem("gen/strings/en.toml", 1, f"{name} has no part", do)
        for group in dict.fromkeys(map(ledger.group_of, self.snapshot.figures)):
            if f"/figures/{group}/" not in self.pages:
                do = "Make it like the others beside it, and add it to the navigation."
                self._problem(f"docs/figures/{group}.md", 1, f"the figures of {group} have no page", do)

    def _downloads(self) -> dict[str, str]:
        """The data files that the site offers, path -> text."""
        published = self.snapshot.published()
        whole = as_json({"figures": published}, self.snapshot.series)
        texts = (whole, ledger.as_csv(published), ledger.as_list(self.snapshot.figures))
        return dict(zip(ledger.DOWNLOADS, texts, strict=True))

    def _texts(self, pages: Sequence[Page]) -> dict[str, str]:
        """Name -> text of everything that is compiled: templates, bodies, and the texts of front matter."""
        told = {_named(page, key): page.meta[key] for page in pages for key in TEXTS if page.meta.get(key)}
        return {**self.templates, **{page.file: page.body for page in pages}, **told}

    def _words(self) -> dict[str, Any]:
        """What templates and prose can name on every page."""
        return said_of(self.snapshot, self.strings, self.examples, self.sources) | {
            "answers": list(self.slugs.values()),
            "cited": {route: voice.cited for route, voice in self.voices.items()},
            "site_url": self.site_url,
            "size_of": lambda game, paper, kind: self.sizes.get(path(game, paper, kind)),
        }

    def _render(self, page: Page) -> str:
        voice = self.voices[page.route]
        told = {key: self.text(page, key, voice) for key in TEXTS if page.meta.get(key)}
        plain = {key: self.text(page, key, replace(voice, plain=True, noted=[], cited=[])) for key in told}
        self.plain[page.route] = plain
        words = voice.words() | {"page": page, "meta": page.meta, "said": told, "plain": plain}
        words["change"] = partial(change, voice=voice)
        words["asked"] = lambda slug: Asked(self, voice, self._answer(slug))
        words["called"] = lambda route: Asked(self, voice, self.pages[route])
        body = self._jinja(page, page.file, words).lstrip("\n")
        head = {"title": plain.get("title"), "hide": ["navigation", *(page.meta.get("hide") or ())]}
        head |= {"updated": str(page.meta["updated"] or ""), "description": plain.get("description", "")}
        head["scripts"] = ["copy.js"] if page.kind == "answer" else page.meta.get("scripts") or []
        head["styles"] = page.meta.get("styles") or []
        head["elements"] = self._elements(page)
        head["tags"] = page.meta["also"] or []  # search looks at tags
        if page.meta.get("search") is False:
            head["search"] = {"exclude": True}
        elif page.route == f"/{page.game.id}/":
            head["search"] = {"boost": 3}  # who types a game's name wants its rules
        if page.kind == "answer" and page.route not in self.failed:
            for key in page.meta["sources"] or ():
                voice.cite(key)
            body = self._jinja(page, "answer.html", words | {"body": self._convert(page, body)})
            head["hide"] = ["navigation", "toc"]
            head |= self.sharing.answer(page, plain, self.text)
        elif page.kind == "page" and page.route not in self.failed:
            head |= self.sharing.ordinary(page, plain)
        self._check_head(page, head)
        return _front(head) + f"{body.rstrip()}\n"

    def _elements(self, page: Page) -> list[str]:
        """The elements that a page names; each is a module among the assets."""
        modules = [asset.removeprefix(PLAY) for asset in self.assets if asset.startswith(PLAY)]
        there = [module.removesuffix(".js") for module in modules if module.endswith(".js")]
        named = page.meta.get("elements") or []
        for name in named:
            if name not in there:
                do = did_you_mean(name, there, f"Name a module of docs/{PLAY}: {', '.join(there) or 'there is none'}.")
                self._problem(page.file, page.at("elements"), f"no element {name!r}", do)
        return named

    def _check_head(self, page: Page, head: Mapping[str, Any]) -> None:
        """A title of its own, and a description that a search engine shows whole and that says something."""
        title, about, key = head["title"] or "", head["description"], "question" if page.kind == "answer" else "title"
        if title and page.route not in self.failed:
            first = self.titled.setdefault(title.lower(), page.file)
            if first != page.file:
                self._problem(page.file, page.at(key), f"the title of {first} again: {title!r}", "Give it its own.")
        if about and page.route not in self.failed and len(about) not in DESCRIBES:
            line = page.at("description") if page.meta.get("description") else page.at("because")
            do = f"Write {DESCRIBES[0]} to {DESCRIBES[-1]}: in description, or as verdict and reason together."
            self._problem(page.file, line, f"a description of {len(about)} characters", do)

    def text(self, page: Page, key: str, voice: Voice) -> str:
        """One text of a page's front matter, spoken by a voice; nothing when it is missing."""
        before, typed = len(voice.noted), page.meta[key] or ""
        if "{" not in typed:  # most are plain, and compiling takes longer than all the rest
            return typed.strip()
        try:
            text = self.env.get_template(_named(page, key)).render(voice.words()).strip()
        except Exception as error:
            self._problem(page.file, page.at(key), f"{key} does not render: {error}", "Mend the expression there.")
            return ""
        for note in voice.noted[before:]:
            note.line = page.at(key)
        return text

    def _jinja(self, page: Page, template: str, words: Mapping[str, Any]) -> str:
        try:
            return self.env.get_template(template).render(words)
        except Exception as error:  # prose can hold any expression, so it can raise anything
            file, line = _where(error, page, self.env)
            self._problem(file, line, f"does not render: {error}", "Mend the expression there.")
            self.failed.add(page.route)
            return ""

    def _answer(self, slug: str) -> Page:
        if slug not in self.slugs:
            raise InputError(f"no answer {slug!r}; {did_you_mean(slug, self.slugs, 'they stand in docs/faq.')}")
        return self.slugs[slug]

    def _check_links(self, built: Mapping[str, str]) -> None:
        html = {route: self._html(self.pages[route], text.split("---\n", 2)[2]) for route, text in built.items()}
        anchors = {route: Anchors(text) for route, text in html.items()}
        ids = {route: None if route in self.failed else places(found) for route, found in anchors.items()}
        ids |= {f"/{asset}": set() for asset in (*self.assets, *self.sheets.files, *ledger.DOWNLOADS, FEED)}
        for route, found in anchors.items():
            page, said = self.pages[route], set()
            for line, typed in typed_links(page.body):
                for link, what, do in broken_links(route, [typed], ids, page.folder):
                    said.add(resolve(route, link, page.folder))
                    self._problem(page.file, line, what, do)
            for link, what, do in broken_links(route, [*found.links, *found.loads], ids, page.folder):
                if resolve(route, link, page.folder) not in said:
                    self._problem(page.file, page.line(*resolve(route, link, page.folder)[::-1]), what, do)
            for load in found.outside:
                self._problem(page.file, page.line(load), f"loads {load} from elsewhere", "Serve it from docs/assets.")
            for name in found.doubles:
                line = line_at(page.text, page.text.rfind(f"#{name}"))
                self._problem(page.file, line, f"the id {name!r} stands twice", "Rename one.")
            for raw in _RAW.findall(re.sub(r"(?s)<code>.*?</code>", "", html[route])):
                do = "Write [text](/x.md) outside of HTML, <a href=\"{{ url('/x/') }}\"> inside."
                self._problem(page.file, page.line(raw.split("(")[0], raw), f"Markdown stays as typed: {raw}", do)

    def _html(self, page: Page, built: str) -> str:
        """A built page as MkDocs makes it of it: an answer, whose template is HTML around its body, is that already."""
        return built if page.kind == "answer" and page.route not in self.failed else self._convert(page, built)

    def _convert(self, page: Page, text: str) -> str:
        """Markdown to HTML as MkDocs would, with the way to other pages' files and to assets worked out."""
        self.converter.reset()

        def way(match: re.Match) -> str:
            path, fragment = resolve(page.route, match[2], page.folder)
            return f'{match[1]}="{self.voices[page.route].url(path)}{fragment and "#" + fragment}"'

        return re.sub(r'(href|src)="([^":]*\.md(?:#[^"]*)?|/[^"]*)"', way, self.converter.convert(text))

    def _problem(self, file: str, line: int, what: str, do: str) -> None:
        problem = Problem(file if "/" in file else f"gen/templates/{file}", line, what, do)
        if problem not in self.problems:
            self.problems.append(problem)


def places(found: Anchors) -> set[str]:
    """What a link to a page may name after its #: an id; of an element that reads it, a game, as in ``#g=yatzy``, and
    where rolls are settled a family of boxes, as in ``#b=full-house&d=44444``."""
    games = {f"g={game.id}" for game in GAMES if found.readers}
    return {*found.ids, *games, *(f"b={family}" for family in settle.FAMILY_IDS if "settle-it" in found.readers)}


# Links that Markdown leaves as typed: inside HTML, or to a reference that is not there.
_RAW = re.compile(r"\[[^]\n]*\](?:\([^)\n]*\)|\[[^]\n]+\])")


@dataclass(frozen=True)
class Asked:
    """Another answer or page, spoken on this page: its figures are recorded here too, and none of them opens."""

    book: Book
    here: Voice
    other: Page

    @property
    def url(self) -> str:
        return self.here.url(self.other.route)

    @property
    def question(self) -> Markup:
        return self._say("question")

    @property
    def title(self) -> Markup:
        """What a page of any kind is called."""
        return self._say("title" if self.other.kind == "page" else "question")

    @property
    def verdict(self) -> Markup:
        return self._say("verdict")

    @property
    def because(self) -> Markup:
        return self._say("because")

    def _say(self, key: str) -> Markup:
        # Mistakes in it are noted on the answer's own page.
        voice = replace(self.here, game=self.other.game, notes=False, noted=[], cited=[])
        return Markup(self.book.text(self.other, key, voice))


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


def _named(page: Page, key: str) -> str:
    """The name under which a text of a page's front matter is compiled: it goes into HTML, and is escaped for it."""
    return f"{page.file}/{key}.html"


def _front(head: Mapping[str, Any]) -> str:
    """The front matter of a built page."""
    return f"---\n{json.dumps(head, ensure_ascii=False)}\n---\n"


def _converter(extensions: Sequence[Any]) -> markdown.Markdown:
    """Markdown as mkdocs.yml configures it: names, or a name with its settings."""
    named = {e: {} for e in extensions if isinstance(e, str)}
    settled = {name: config for e in extensions if isinstance(e, dict) for name, config in e.items()}
    return markdown.Markdown(extensions=[*named, *settled], extension_configs=named | settled)
