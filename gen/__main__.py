"""``python -m gen figures|pages|finish|check``: the only file here that touches the disk or the clock.

figures  compute what is published into figures.json, when the library changed since (``--force``: always)
pages    render docs/ and templates/ into build/docs; a file is written, and a card drawn, only when its text changed
finish   look over the built site: links, anchors, nothing loaded from elsewhere
check    what pages would say, and whether figures.json is current; no page is written

Mistakes are shown together, each with file, line and what to do; then exit 1. Mistakes in content leave build/docs as
it was; finish looks at what is built already.
"""

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor, wait
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from pathlib import Path

import jinja2
import yaml

from gen import addresses
from gen.bibliography import read_sources
from gen.cards import Card
from gen.checks import Anchors, Problem, broken_links, line_at
from gen.content import read_toml
from gen.drawing import NoRoom, TooLong, Undrawn, Unset, kept_as, pictures_of, sheets_of
from gen.examples import read_examples
from gen.figures import Snapshot, as_json
from gen.pages import Book, places
from gen.sheets import Sheets
from gen.words import Words, WrongWord, line_of
from yachtlib.__main__ import Bar
from yachtlib.games import GAMES

try:
    import minify
except ImportError:  # where there is no wheel of it, modules are published as they are written
    minify = None

ROOT = Path(__file__).parent.parent
QUESTIONS = ROOT / "gen" / "questions.toml"
SNAPSHOT, DOCS, BUILT, SITE = ROOT / "figures.json", ROOT / "docs", ROOT / "build" / "docs", ROOT / "site"
COMPILED = ROOT / "build" / "jinja"
CARDS, CARD = ROOT / "build" / "cards", ROOT / "gen" / "templates" / "card.typ"
SHEETS, PRINT = ROOT / "build" / "sheets", ROOT / "gen" / "templates" / "print"
STRINGS = ROOT / "gen" / "strings" / "en.toml"
ADDRESSES = ROOT / addresses.FILE


def figures(force: bool = False) -> list[Problem]:
    """Write figures.json unless it is current. The parts are computed side by side, each in a process of its own."""
    now = fingerprint()
    if not force and SNAPSHOT.exists() and _json(SNAPSHOT).get("fingerprint") == now:
        print("figures.json is current")
        return []
    print("figures.json: the library changed, computing every figure; this takes minutes", flush=True)
    from gen.catalogue import ORDER, PARTS, PUBLISHED, compute_part, count_in  # needed only when something changed

    # The parts share the processors: more threads in each would only wait for one another.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    context = get_context("spawn")
    done, n_figures = context.Value("i"), sum(1 for part in PARTS.values() for _ in part())
    with (
        ProcessPoolExecutor(os.cpu_count(), context, initializer=count_in, initargs=(done,)) as pool,
        Bar("figures") as bar,
    ):
        parts = {name: pool.submit(compute_part, name) for name in PARTS}
        while wait(parts.values(), timeout=0.5).not_done:
            bar.show(done.value / n_figures)
    found, series, wrong = {}, {}, []
    for name in ORDER:
        part, more, problems = parts[name].result()
        wrong += [*problems, *(f"{figure}: registered twice; give one another id" for figure in part.keys() & found)]
        found |= part
        series |= more
    wrong += [f"PUBLISHED names no figure: {figure}" for figure in sorted(PUBLISHED.keys() - found.keys())]
    if not wrong:
        write(SNAPSHOT, as_json({"fingerprint": now, "figures": found}, series))
        print(f"figures.json: {len(found)} figures and {len(series)} series, every check agrees")
    do = "If you changed a rule, teach gen/twins.py the same from its text; else mend the library."
    return [Problem("gen/catalogue.py", 1, what, do) for what in wrong]


def pages(dry: bool = False) -> list[Problem]:
    """Render everything; write only when nothing is wrong."""
    if not SNAPSHOT.exists():
        return [Problem("figures.json", 1, "there is none", "Run: make figures.")]
    book, problems = read_book()
    if not (book.strings and book.examples):
        return problems
    printed, unset = ({}, []) if dry else set_sheets(book.sheets)
    book.sizes = {file: len(content) for file, content in printed.items()}
    try:
        files = book.build()
    except WrongWord as error:
        return [*problems, *unset, _wrong_word(error)]
    problems += book.problems + _in_the_future(book) + unset
    if problems or dry:
        return problems
    pictures, problems = draw(book.sharing.cards)
    if problems:
        return problems
    pictures |= printed
    assets = {path: as_served(DOCS / path) for path in book.assets} | pictures
    changed = 0
    for path, content in sorted({**{p: t.encode() for p, t in files.items()}, **assets}.items()):
        changed += write(BUILT / path, content)
    for path in [p for p in BUILT.rglob("*") if p.is_file()]:
        if path.relative_to(BUILT).as_posix() not in {*files, *assets}:
            path.unlink()
            changed += 1
    for folder in sorted((p for p in BUILT.rglob("*") if p.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()
    print(f"build/docs: {len(files)} pages and data files, {changed} changed")
    if _json(SNAPSHOT).get("fingerprint") != fingerprint():
        print("figures.json is older than the library; when the rules are settled, run: make figures")
    return []


def as_served(path: Path) -> bytes:
    """An asset as readers get it: modules a third smaller, without comments and with short names inside functions."""
    if path.suffix != ".js" or minify is None:
        return path.read_bytes()
    return minify.string("application/javascript", _text(path)).encode()


def draw(told: Mapping[str, Card]) -> tuple[dict[str, bytes], list[Problem]]:
    """Path below build/docs -> PNG of every card; only those that are not kept from before are drawn."""
    template = _text(CARD)
    kept = {path: CARDS / f"{kept_as(card, template)}.png" for path, card in told.items()}
    missing = {path: card for path, card in told.items() if not kept[path].exists()}
    if missing:
        try:
            pictures = pictures_of(list(missing.values()), template)
        except NoRoom as error:
            return {}, [Problem(error.args[0], 1, "too long for its card", "Ask it in fewer words.")]
        except Undrawn as error:
            return {}, [Problem(_name(CARD), 1, f"does not draw: {error}", "Mend the template.")]
        for path, picture in zip(missing, pictures, strict=True):
            write(kept[path], picture)
        print(f"build/cards: {len(missing)} drawn")
    for path in set(CARDS.glob("*.png")) - set(kept.values()):
        path.unlink()
    return {path: file.read_bytes() for path, file in kept.items()}, []


def set_sheets(sheets: Sheets) -> tuple[dict[str, bytes], list[Problem]]:
    """Path below build/docs -> every sheet and its picture; only those that are not kept from before are set."""
    templates = _texts(PRINT, ".typ")
    try:
        told = [*sheets.pdfs(), *sheets.previews()]
    except WrongWord as error:
        return {}, [_wrong_word(error)]
    kept = {
        sheet.file: SHEETS / f"{kept_as([sheet.template, sheet.data], templates)}{Path(sheet.file).suffix}"
        for sheet in told
    }
    missing = [sheet for sheet in told if not kept[sheet.file].exists()]
    if missing:
        try:
            made = sheets_of(missing, templates)
        except Unset as error:
            return {}, [_unset(error)]
        for sheet, content in zip(missing, made, strict=True):
            write(kept[sheet.file], content)
        print(f"build/sheets: {len(missing)} set")
    for path in set(SHEETS.glob("*.*")) - set(kept.values()):
        path.unlink()
    return {file: path.read_bytes() for file, path in kept.items()}, []


def _wrong_word(error: WrongWord) -> Problem:
    path, what, do = error.args
    return Problem(_name(STRINGS), line_of(_text(STRINGS), path), what, do)


def _unset(error: Unset) -> Problem:
    """Why a sheet is not set, and where that is mended: in its template, or where the name stands that is too long."""
    if isinstance(error, TooLong):
        name, what = error.args
        for file in (*sorted((ROOT / "yachtlib" / "games").glob("*.py")), ROOT / "yachtlib" / "rules.py"):
            if (at := _text(file).find(f'"{name}"')) >= 0:
                return Problem(_name(file), line_at(_text(file), at), what, "Give it a shorter name.")
        return Problem("yachtlib/games/__init__.py", 1, what, "Give it a shorter name in its game's file.")
    template, line, what, do = error.args
    return Problem(f"{_name(PRINT)}/{template}", line, what, do)


def finish() -> list[Problem]:
    """The built site as a reader's browser would find it."""
    if not (SITE / "index.html").exists():
        return [Problem("site/index.html", 1, "there is no built site", "Run: make site.")]
    pages = {path: Anchors(_text(path)) for path in sorted(SITE.rglob("*.html"))}
    ids = {f"/{path.relative_to(SITE).as_posix()}": set() for path in SITE.rglob("*") if path.is_file()}
    ids |= {_route(path): places(found) | {"__top"} for path, found in pages.items()}
    problems = []
    for path, found in pages.items():
        file = _name(path)
        if path.name != "404.html":  # its links start at the address the site is published at
            for _, what, do in broken_links(_route(path), [*found.links, *found.loads], ids):
                problems.append(Problem(file, 1, what, do))
        for load in found.outside:
            problems.append(Problem(file, 1, f"loads {load} from elsewhere", "Serve it from this site."))
        for double in found.doubles:
            problems.append(Problem(file, 1, f"the id {double!r} stands twice", "Make ids unique to the page."))
    if not problems:
        print(f"site: {len(pages)} pages, every link and anchor leads somewhere")
    return problems


def check() -> list[Problem]:
    """What pages would say, and whether figures.json is current; writes nothing."""
    stale = SNAPSHOT.exists() and _json(SNAPSHOT).get("fingerprint") != fingerprint()
    problems = [Problem("figures.json", 1, "older than the library", "Run: make figures.")] if stale else []
    return problems + pages(dry=True)


def read_book() -> tuple[Book, list[Problem]]:
    """The Book of this project, read from the disk, and the files that cannot be read."""
    config, snapshot = _config(), _json(SNAPSHOT)
    sources = ROOT / "gen" / "sources.toml"
    words, wrong_words = read_toml(_name(STRINGS), _text(STRINGS))
    examples, wrong_examples = read_examples("gen/examples.toml", _text(ROOT / "gen" / "examples.toml"))
    cited, wrong_sources = read_sources("gen/sources.toml", _text(sources))
    wrong_sources += [
        Problem(_name(file), line_at(text, text.find(f'"{key}"')), f"no source {key!r}", "Add it to gen/sources.toml.")
        for file, text in ((file, _text(file)) for file in sorted((ROOT / "yachtlib" / "games").glob("*.py")))
        for key in _named_sources()
        if key not in cited and f'"{key}"' in text
    ]
    book = Book(
        docs=_texts(DOCS, ".md"),
        templates=_texts(ROOT / "gen" / "templates", ".html"),
        examples=examples,
        strings=Words(words),
        sources=cited,
        snapshot=Snapshot(snapshot["figures"], snapshot.get("series", {})),
        extensions=config["markdown_extensions"],
        site_url=(os.environ.get("SITE_URL") or config["site_url"]).rstrip("/") + "/",
        assets=[
            p.relative_to(DOCS).as_posix() for p in sorted(DOCS.rglob("*")) if p.is_file() and p.suffix.lower() != ".md"
        ],
        nav=list(_nav_files(config["nav"])),
        addresses=_text(ADDRESSES).split(),
        questions=_text(QUESTIONS),
        compiled_before=_compiled_before(),
    )
    return book, wrong_words + wrong_examples + wrong_sources


def _config() -> dict:
    """mkdocs.yml, with what pages need of it."""
    try:
        config = yaml.load(_text(ROOT / "mkdocs.yml"), _Config)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        what = f"does not read: {getattr(error, 'problem', error)}"
        raise Unreadable(Problem("mkdocs.yml", mark.line + 1 if mark else 1, what, "Mend the line.")) from None
    for key in ("nav", "site_url", "markdown_extensions"):
        if not isinstance(config, dict) or not config.get(key):
            raise Unreadable(Problem("mkdocs.yml", 1, f"no {key}", "Restore it: git checkout."))
    return config


def fingerprint() -> str:
    """Of everything that figures.json is computed from: the library, the catalogue and its second ways."""
    files = [
        *sorted(p for p in (ROOT / "yachtlib").rglob("*.py") if p.name != "__main__.py"),
        *(
            ROOT / "gen" / f
            for f in ("best.py", "catalogue.py", "decisions.py", "figures.py", "rehearsal.py", "twins.py")
        ),
    ]
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def write(path: Path, content: str | bytes) -> bool:
    """Whether the file had to be written: MkDocs rebuilds, and browsers reload, what is newer."""
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return True


def _in_the_future(book: Book) -> list[Problem]:
    """The pages dated later than today; where the day begins first, today is up to 14 hours ahead of Greenwich."""
    today = (datetime.now(UTC) + timedelta(hours=14)).date()
    return [
        Problem(page.file, page.at("updated"), f"updated on {page.meta['updated']}, which is to come", "Write today.")
        for page in book.pages.values()
        if page.meta["updated"] and str(page.meta["updated"]) > str(today)
    ]


def _compiled_before() -> jinja2.BytecodeCache:
    """Where compiled templates are kept, by their text; a change in how Jinja is set up starts another place."""
    settings = hashlib.sha256((ROOT / "gen" / "environment.py").read_bytes()).hexdigest()[:12]
    folder = COMPILED / settings
    folder.mkdir(parents=True, exist_ok=True)
    return jinja2.FileSystemBytecodeCache(str(folder))


def _nav_files(entries: Iterable) -> Iterable[str]:
    """The files that the navigation lists, in its sections too."""
    for entry in entries:
        for told in entry.values() if isinstance(entry, dict) else [entry]:
            yield from [told] if isinstance(told, str) else _nav_files(told)


def _named_sources() -> list[str]:
    """The citation keys that the games name beside their choices."""
    choices = [choice for game in GAMES for option in game.options for choice in option.choices]
    return sorted({key for choice in choices for key in choice.sources})


class _Config(yaml.SafeLoader):
    """mkdocs.yml as it stands: ``!ENV [NAME, default]`` is its default."""


_Config.add_constructor("!ENV", lambda loader, node: loader.construct_sequence(node)[-1])


def _texts(folder: Path, ending: str) -> Mapping[str, str]:
    files = sorted(p for p in folder.rglob("*") if p.suffix.lower() == ending)
    return {p.relative_to(folder).as_posix(): _text(p) for p in files}


class Unreadable(Exception):
    """A file that is not what its name says; holds the problem."""


def _text(path: Path) -> str:
    if not path.is_file():
        raise Unreadable(Problem(_name(path), 1, "there is none", "Restore it: git checkout."))
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(Problem(_name(path), line, "not UTF-8", "Save the file as UTF-8.")) from None


def _json(path: Path) -> dict:
    try:
        return json.loads(_text(path))
    except ValueError as error:
        raise Unreadable(Problem(_name(path), 1, f"not JSON: {error}", "Run: make figures.")) from None


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


def _route(path: Path) -> str:
    return "/" + path.relative_to(SITE).as_posix().removesuffix("index.html")


def report(problems: Iterable[Problem]) -> int:
    """Every problem on a line of its own, on stderr; the exit code."""
    found = sorted(set(problems))
    for problem in found:
        print(problem, file=sys.stderr)
    if found:
        print(f"{len(found)} to mend", file=sys.stderr)
    return 1 if found else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m gen", description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["figures", "pages", "finish", "check"])
    parser.add_argument("--force", action="store_true", help="figures: compute even when nothing changed")
    args = parser.parse_args()
    run = {"figures": lambda: figures(args.force), "pages": pages, "finish": finish, "check": check}[args.command]
    try:
        return report(run())
    except Unreadable as error:
        return report([error.args[0]])


if __name__ == "__main__":
    sys.exit(main())
