"""Pages: every mistake that content can hold is found, named with file, line and advice, and nothing is written."""

import re
import shutil
import time

import pytest
import yaml

import gen.__main__ as command
from gen.bibliography import read_sources
from gen.checks import loose_digits, resolve, typed_results
from gen.content import Page, unanswered
from gen.figures import Snapshot
from gen.pages import Book
from yachtlib.games import GAMES

ANSWER = """---
question: May I?
verdict: "Yes."
because: You may, whatever the dice show and whoever rolls them.
group: card
game: yacht
sources: [a-source]
see: [other]
updated: 2026-11-30
---
The body.
"""
A_SOURCE = {"title": "A", "short": "A", "publisher": "P", "read": "2026", "values": {"most points": "374"}}
BECAUSE = "because: You may, whatever the dice show and whoever rolls them.\n"
OTHER = ANSWER.replace("May I", "May we").replace("You may", "We may").replace("[other]", "[may-i]")
PROOF = 'proof: [{box: full, dice: "44422"}]\nsee:'
PAGE = """---
title: Home
description: About the dice and what they pay, in one sentence.
updated: 2026-11-30
---
# Home {: #top }

Text.
"""


@pytest.fixture(scope="module")
def real() -> Book:
    found, problems = command.read_book()
    assert problems == []
    return found


@pytest.fixture
def book(real):
    """Makes a Book of a home page, one answer and what the test adds or replaces."""

    def make(**docs: str) -> Book:
        figure = {"value": 297, "exact": "297/1", "unit": "points", "statement": "S.", "method": "exact", "checks": []}
        texts = {
            "index.md": PAGE,
            "faq/index.md": PAGE,
            "faq/may-i.md": ANSWER,
            "faq/other.md": OTHER,
            "figures/yacht.md": FIGURES_PAGE,
        }
        texts["sources.md"] = PAGE.replace("top", "a-source").replace("Home", "Sources")
        texts |= {name.replace("__", "/") + ".md": text for name, text in docs.items()}
        for name in texts.keys() - {"index.md", "faq/may-i.md"}:  # a title and a verdict may stand once
            slug = re.sub("[^a-z]", " ", name.lower())
            texts[name] = texts[name].replace("title: Home", f"title: {slug}").replace("You may,", f"By {slug},")
        return Book(
            docs=texts,
            templates=real.templates,
            strings=real.strings,
            sources={"a-source": A_SOURCE},
            snapshot=Snapshot({"yacht.ceiling": figure}),
            extensions=real.extensions,
            site_url="https://example.org/",
        )

    return make


FIGURES_PAGE = PAGE.replace("Text.", '<p id="yacht.ceiling">Here.</p> <a id="card"></a>').replace("Home", "Figures")
PAGE_WITH_GROUP = PAGE.replace("Text.", '<p id="card">Here.</p>')


def problems(book: Book) -> list[str]:
    book.build()
    return [str(problem) for problem in sorted(book.problems)]


def test_a_book_without_mistakes_has_no_problems(book):
    assert problems(book(faq__index=PAGE_WITH_GROUP)) == []


@pytest.mark.parametrize(
    ("text", "line", "what", "do"),
    [
        ("{{ fig('yacht.cieling') }}", 8, "unknown figure 'yacht.cieling'", "Did you mean yacht.ceiling?"),
        ("{{ fig('yacht.ceiling', 'roman') }}", 8, "cannot be written as 'roman'", "number, signed"),
        ("The most is 297.", 8, "digits typed into prose", "Name a figure"),
        ("[x](/nowhere.md)", 8, "there is no /nowhere/", "Link to an existing page"),
        ("[x](/faq/may-it.md)", 8, "there is no /faq/may-it/", "Did you mean /faq/may-i/?"),
        ("<p>[x](/index.md)</p>", 8, "Markdown stays as typed: [x](/index.md)", "outside of HTML"),
        ("[x](/index.md#topp)", 8, "/ has no anchor #topp", "Did you mean top?"),
        ("<a href=\"{{ url('/fak/') }}\">x</a>", 8, "there is no /fak/", "Did you mean /faq/?"),
        ("{{ dice('12347') }}", 8, "'7' is not a die", "Write the dice as digits"),
        ("{{ points('fullhouse', '44422') }}", 8, "no box 'fullhouse'", "Use one of them"),
        ("{{ points('full-house', '4442') }}", 8, "4 given; give exactly 5", "Write the dice as digits"),
        ("{{ printed('a-source', 'most point') }}", 8, "a-source prints no 'most point'", "Did you mean most points?"),
        ("{{ printed('b', 'most points') }}", 8, "b prints no 'most points'", "Name a source."),
        ("{{ cite('a-sauce') }}", 8, "unknown source 'a-sauce'", "Did you mean a-source?"),
        ("{{ option('straight') }}", 8, "no option 'straight'", "Use one of them"),
        ("\n\n{{ ceiling }}", 10, "'ceiling' is undefined", "Mend the expression"),
        ("{{ asked('may-it').url }}", 8, "no answer 'may-it'", "may-i"),
        ("{{ fig('q') }} and \n{{ fig('yacht.ceiling') }}", 8, "unknown figure 'q'", "See /figures/"),
        ("![x](/assets/none.png)", 8, "there is no /assets/none.png", "Link to an existing"),
        ('<img src="https://example.org/x.png" alt="">', 8, "loads https://example.org/x.png", "Serve it"),
        ("[x][foo]", 8, "Markdown stays as typed: [x][foo]", "Write [text]"),
        ("## A {: #other }", 8, "the id 'other' stands twice", "Rename one"),
        ("{{ 7 }}", 8, "digits typed into an expression", "Name a figure"),
        ("[x](../nowhere.md)", 8, "there is no /nowhere/", "Link to an existing page"),
        ("{% if %}", 8, "does not render", "Mend the expression"),
        ("{{ 'a' + dice }}", 8, "does not render", "Mend the expression"),
        ("<x-y></x-y>\n\n[x](#g=yacth)", 10, "/extra/ has no anchor #g=yacth", "Did you mean g=yacht?"),
        ("{% include 'nothing.html' %}", 8, "nothing.html", "Mend the expression"),
    ],
)
def test_a_mistake_in_prose_is_named_with_file_line_and_what_to_do(book, text, line, what, do):
    page = PAGE.replace("{: #top }", "{: #other }").replace("Text.", text)
    found = problems(book(extra=page, faq__index=PAGE_WITH_GROUP))
    assert len(found) == 1, found
    assert found[0].startswith(f"docs/extra.md:{line}: ")
    assert what in found[0]
    assert do in found[0]


@pytest.mark.parametrize(
    ("name", "text", "line", "what"),
    [
        ("faq__bare", "Only a body.\n", 1, "missing front matter"),
        ("faq__half", ANSWER.replace(BECAUSE, "").replace("May I", "Or"), 1, "front matter: because"),
        (
            "faq__more",
            ANSWER.replace("group: card", "group: card\ngrup: x").replace("May I", "Or"),
            6,
            "unknown front matter: grup",
        ),
        (
            "faq__yaml",
            ANSWER.replace(BECAUSE, "because: {{ x }}: y\n").replace("May I", "Or"),
            4,
            "front matter does not read",
        ),
        ("faq__again", ANSWER, 2, "the question of docs/faq/again.md again"),
        ("faq__My Answer", ANSWER.replace("May I", "Or"), 1, "/faq/My Answer/ is no address"),
        ("faq__group", ANSWER.replace("card", "cart").replace("May I", "Or"), 5, "no group 'cart'"),
        ("faq__see", ANSWER.replace("[other]", "[may-it]").replace("May I", "Or"), 8, "no answer 'may-it'"),
        ("faq__source", ANSWER.replace("[a-source]", "[b]").replace("May I", "Or"), 7, "unknown source 'b'"),
        ("faq__kind", ANSWER.replace("[other]", "may-i").replace("May I", "Or"), 8, "see cannot be 'may-i'"),
        ("faq__date", ANSWER.replace("2026-11-30", "today").replace("May I", "Or"), 9, "updated cannot be 'today'"),
        ("faq__proof", ANSWER.replace("see:", "proof: [yacht]\nsee:").replace("May I", "Or"), 8, "proof cannot be"),
        ("faq__box", ANSWER.replace("see:", PROOF).replace("May I", "Or"), 8, "no box 'full'"),
        ("faq__option", ANSWER.replace("see:", "option: x\nsee:").replace("May I", "Or"), 8, "no option 'x'"),
        ("faq__blank", ANSWER.replace('"Yes."', '"  "').replace("May I", "Or"), 1, "front matter: verdict"),
        ("faq__self", ANSWER.replace("[other]", "[self]").replace("May I", "Or"), 8, "names itself"),
        ("faq__empty", "", 1, "missing front matter"),
        (
            "faq__twice",
            ANSWER.replace("group: card", "group: card\ngroup: card").replace("May I", "Or"),
            5,
            "given twice",
        ),
        ("faq__day", ANSWER.replace("2026-11-30", "2026-13-40").replace("May I", "Or"), 2, "does not read"),
        ("faq__yes", ANSWER.replace('"Yes."', "Yes").replace("May I", "Or"), 3, "verdict cannot be True"),
        ("faq__bodyless", ANSWER.replace("The body.", "").replace("May I", "Or"), 1, "without a body"),
        ("faq__sub__x", ANSWER.replace("May I", "Or"), 1, "in a folder of its own"),
        ("faq__see-body", ANSWER.replace("The body.", "see: 30 points").replace("May I", "Or"), 11, "digits typed"),
        (
            "faq__crlf",
            ANSWER.replace("May I", "Or").replace("The body.", "It is 3.").replace("\n", "\r\n"),
            11,
            "digits",
        ),
        ("faq__may-i__index", ANSWER, 1, "duplicate slug"),
        ("faq__game", ANSWER.replace("yacht", "chess").replace("May I", "Or"), 6, "no game 'chess'"),
        (
            "faq__digit",
            ANSWER.replace(BECAUSE, "because: You may do so 3 times, and not once more than that.\n").replace(
                "May I", "Or"
            ),
            4,
            "digits typed",
        ),
    ],
)
def test_a_mistake_in_front_matter_is_named(book, name, text, line, what):
    found = problems(book(**{name: text}, faq__index=PAGE_WITH_GROUP))
    assert len(found) == 1, found
    assert what in found[0]
    assert f":{line}: " in found[0]


def test_only_an_answer_about_the_site_may_do_without_sources(book):
    bare = ANSWER.replace("sources: [a-source]\n", "").replace("May I", "Or")
    there = PAGE_WITH_GROUP.replace("</p>", '</p> <a id="site"></a>')
    made = book(faq__bare=bare.replace("group: card", "group: site"), faq__index=there)
    assert problems(made) == []
    assert 'id="sources"' not in made.build()["faq/bare.md"]
    assert "missing front matter: sources" in problems(book(faq__bare=bare, faq__index=there))[0]


def test_links_between_files_lead_to_their_pages(book):
    body = "[a](../index.md#top) [b](may-i.md) [c](/faq/may-i.md) [d](index.md#card)"
    made = book(faq__index=PAGE_WITH_GROUP, faq__more=ANSWER.replace("May I", "Or").replace("The body.", body))
    html = made.build()["faq/more.md"]
    assert made.problems == []
    for way in ("../../#top", "../may-i/", "../#card"):
        assert f'href="{way}"' in html


def test_a_page_loads_the_modules_that_it_names_and_a_name_without_a_module_ends_the_build(book):
    named = PAGE.replace("#top", "#other").replace("updated:", "elements: [play, ods]\nupdated:")
    made = book(faq__index=PAGE_WITH_GROUP, extra=named)
    made.assets = ["assets/play/odds.js", "assets/play/play.js", "assets/play/play.css", "assets/ods.js"]
    assert problems(made) == ["docs/extra.md:4: no element 'ods'. Did you mean odds?"]
    made.assets = ["assets/play/play.js"]
    assert problems(made) == ["docs/extra.md:4: no element 'ods'. Name a module of docs/assets/play/: play."]
    good = book(faq__index=PAGE_WITH_GROUP, extra=named.replace(", ods", ""))
    good.assets = made.assets
    head = yaml.safe_load(good.build()["extra.md"].split("---\n")[1])
    assert (good.problems, head["elements"]) == ([], ["play"])


def test_a_page_is_found_by_the_other_words_that_it_names(book):
    made = book(faq__index=PAGE_WITH_GROUP, extra=PAGE.replace("updated:", 'also: ["score pad"]\nupdated:'))
    assert yaml.safe_load(made.build()["extra.md"].split("---\n")[1])["tags"] == ["score pad"]


def test_an_element_stands_by_itself_and_a_link_may_say_which_game_it_shows(book):
    body = '<x-y data-a="b">\n<p>Meanwhile.</p>\n</x-y>\n\n[a](#g=yatzy) [b](/extra.md#g=yacht&order=sheet)'
    made = book(faq__index=PAGE_WITH_GROUP, extra=PAGE.replace("#top", "#other").replace("Text.", body))
    text = made.build()["extra.md"]
    assert made.problems == []
    assert "<p><x-y" not in made._convert(made.pages["/extra/"], text.split("---\n", 2)[2])
    compact = PAGE.replace("#top", "#other").replace("Text.", body.replace("<x-y", "<x-y compact"))
    assert len(problems(book(faq__index=PAGE_WITH_GROUP, extra=compact))) == 2


def test_a_page_that_the_navigation_does_not_list_is_named(book):
    made = book(faq__index=PAGE_WITH_GROUP, extra=PAGE.replace("#top", "#other"))
    made.nav = ["index.md", "faq/index.md", "figures/yacht.md", "sources.md"]
    assert problems(made) == ["docs/extra.md:1: not in the navigation. Add it under nav in mkdocs.yml."]


def test_several_mistakes_of_one_answer_are_all_named_and_nothing_else_is(book):
    bad = ANSWER.replace("May I", "Or").replace("card", "cart").replace("The body.", "[x](/nowhere.md) {{ fig('q') }}")
    bad = bad.replace("see:", "proof: [yacht]\noption: 3\nsee:")
    found = problems(book(faq__bad=bad, faq__index=PAGE_WITH_GROUP))
    assert [line.split(": ", 1)[0] for line in found] == [f"docs/faq/bad.md:{n}" for n in sorted((5, 8, 9, 13, 13))]


def test_mistakes_of_several_pages_are_shown_together(book):
    one = PAGE.replace("Text.", "{{ fig('a') }} and {{ fig('b') }}")
    two = PAGE.replace("Text.", "It is 3.")
    found = problems(book(one=one, two=two, faq__index=PAGE_WITH_GROUP))
    assert len(found) == 3
    assert {line.split(":")[0] for line in found} == {"docs/one.md", "docs/two.md"}


@pytest.mark.parametrize(
    "text",
    [
        "The most is 297",
        "<p class='a1'>Up to 30 points</p>",
        "{{ fig('x') }} and 4",
        "**5** dice",
        "a\n\n<td>3</td>",
        "&#57;",
        "one and a ½",
        "roll \N{DIE FACE-5}",
        "`77`",
        "```\n99\n```",
    ],
)
def test_loose_digits_are_found_in_prose(text):
    assert len(loose_digits("f", text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "{{ fig('yacht.goal.five-alike.p3') }}",
        "{% set goals = [1, 2] %}",
        "<path d='M1 2'/><svg viewBox='0 0 1 1'>1</svg>",
        "## Odds {: #odds-3 }",
        "[link](/faq/x2.md#a1)",
        "`python3`",
        "&nbsp; on A4",
        "`{{ t }} v2`",
        "{{ dice('66522', keep='66') }} {{ x[0] }} {{ x | round(2) }} {{ x if n > 2 else y }}",
        '<div class="{{ "x" if a > 12 }}">',
        "<!-- 3 -->",
    ],
)
def test_digits_outside_prose_are_left_alone(text):
    assert loose_digits("f", text) == []


@pytest.mark.parametrize(
    "text",
    [
        *(
            "{{ 77 }}",
            '{{ "77" }}',
            "{{ 5 * n }}",
            "{{ '7' ~ x }}",
            "{{ x or 3 }}",
            "{{ '99' | upper }}",
            "{{ 25 | string }}",
        ),
        "{% set n = 77 %}{{ n }}",
    ],
)
def test_digits_typed_into_an_expression_are_found(text):
    assert len(typed_results("f", text)) == 1


@pytest.mark.parametrize(
    "text", ["{{ dice('66522') }}", "{{ x[0] }}", "{{ x | round(2) }}", "{% set a = '3' %}", "{{ a > 2 }}"]
)
def test_digits_that_an_expression_looks_up_with_are_left_alone(text):
    assert typed_results("f", text) == []


def test_no_word_that_code_puts_on_a_page_holds_a_digit(real):
    def walk(value, path):
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, f"{path}.{key}")
        elif isinstance(value, list):
            for inner in value:
                walk(inner, path)
        else:
            assert loose_digits(path, value) == []

    walk(real.strings, "strings")


@pytest.mark.parametrize(
    ("link", "where"),
    [
        ("#a", ("/faq/x/", "a")),
        ("../y/", ("/faq/y/", "")),
        ("/yacht.md#boxes", ("/yacht/", "boxes")),
        ("/faq/index.md", ("/faq/", "")),
        ("/index.md", ("/", "")),
        ("../../figures.json", ("/figures.json", "")),
        ("../../", ("/", "")),
        (".", ("/faq/x/", "")),
    ],
)
def test_links_lead_where_a_browser_would_go(link, where):
    assert resolve("/faq/x/", link) == where


def test_an_answer_carries_its_question_and_verdict_as_structured_data(book):
    built = book(faq__index=PAGE_WITH_GROUP).build()["faq/may-i.md"]
    head = yaml.safe_load(built.split("---\n")[1])
    question = head["jsonld"]["mainEntity"][0]
    assert question["name"] == head["title"] == "May I?"
    assert (
        question["acceptedAnswer"]["text"]
        == head["description"]
        == "Yes. You may, whatever the dice show and whoever rolls them."
    )


@pytest.fixture
def project(tmp_path, monkeypatch):
    """The command line on a copy of the docs, building into a folder of its own."""
    docs = tmp_path / "docs"
    for path in command.DOCS.rglob("*"):
        if path.is_file():
            target = docs / path.relative_to(command.DOCS)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    questions = tmp_path / "questions.toml"
    questions.write_text(command.QUESTIONS.read_text())
    monkeypatch.setattr(command, "DOCS", docs)
    monkeypatch.setattr(command, "QUESTIONS", questions)
    monkeypatch.setattr(command, "BUILT", tmp_path / "build" / "docs")
    if command.CARDS.is_dir():  # drawn already
        shutil.copytree(command.CARDS, tmp_path / "build" / "cards")
    monkeypatch.setattr(command, "CARDS", tmp_path / "build" / "cards")
    monkeypatch.setattr(command, "ADDRESSES", tmp_path / "addresses.txt")
    shutil.copy(command.ROOT / "gen" / "addresses.txt", tmp_path)
    return tmp_path


def publish(project, slug):
    addresses = project / "addresses.txt"
    addresses.write_text("\n".join(sorted([*addresses.read_text().split(), slug])) + "\n")


def stamps(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def test_a_page_is_written_only_when_its_text_changed_and_removed_when_it_is_no_longer_made(project):
    assert command.pages() == []
    before = stamps(command.BUILT)
    assert command.pages() == []
    assert stamps(command.BUILT) == before

    extra = project / "docs" / "faq" / "extra.md"
    extra.write_text(ANSWER.replace("a-source", "exercism-yacht").replace("[other]", "[ties]"))
    publish(project, "extra")
    owed = command.QUESTIONS.read_text()
    command.QUESTIONS.write_text(f'{owed}"may I" = ["extra"]\n')
    assert command.pages() == []
    changed = {path for path, stamp in stamps(command.BUILT).items() if before.get(path) != stamp}
    assert {path.relative_to(command.BUILT).as_posix() for path in changed} == {
        *("faq/extra.md", "faq/index.md", "sources.md", "yacht.md"),  # where it is listed or cited
        *("feed.xml", "assets/cards/extra.png"),
    }
    extra.unlink()
    (project / "addresses.txt").write_text((command.ROOT / "gen" / "addresses.txt").read_text())
    command.QUESTIONS.write_text(owed)
    assert command.pages() == []
    assert stamps(command.BUILT).keys() == before.keys()


def test_two_files_that_differ_in_case_only_are_one_address(book):
    found = problems(book(**{"Faq__may-i": ANSWER}, faq__index=PAGE_WITH_GROUP))
    assert any("duplicate slug /faq/may-i/" in line for line in found)


def test_a_mistake_leaves_the_previous_build_whole_and_ends_with_one(project, monkeypatch, capsys):
    assert command.pages() == []
    before = stamps(command.BUILT)
    home = project / "docs" / "index.md"
    home.write_text(home.read_text() + "\n\nIt is 3, {{ fig('no.such') }}.\n")
    monkeypatch.setattr("sys.argv", ["gen", "pages"])
    assert command.main() == 1
    said = capsys.readouterr().err
    assert "digits typed into prose" in said
    assert "unknown figure 'no.such'" in said
    assert stamps(command.BUILT) == before


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (b"fine\n\xff\xfe\n", 2, "not UTF-8"),
        (PAGE.encode("utf-16"), 1, "not UTF-8"),
    ],
)
def test_a_file_that_is_no_text_is_named(project, monkeypatch, capsys, text, line, what):
    (project / "docs" / "odd.md").write_bytes(text)
    monkeypatch.setattr("sys.argv", ["gen", "pages"])
    assert command.main() == 1
    assert f"odd.md:{line}: {what}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("[a]\ntitle = 3\n", 1, "a: short is missing or odd"),
        ("x = 1\n", 1, "x is no source"),
        ("[a]\nurls = 3\n", 1, "a: unknown key 'urls'. Did you mean url?"),
        ("[a]\nabout = ['chess']\n", 1, "a: about is odd"),
        ("[a.values]\nmost = 374\n", 1, "a: values is odd"),
        ("[a]\n\ntitle = \n", 3, "does not read"),
    ],
)
def test_a_mistake_in_the_sources_is_named(text, line, what):
    _, problems = read_sources("sources.toml", text)
    assert f"sources.toml:{line}: {what}" in "\n".join(map(str, problems))


@pytest.mark.parametrize("mistake", [("read = 2026-11-30", 'read = "soon"'), ("verified = true", "verified = ")])
def test_mistakes_in_sources_and_in_pages_are_shown_together(project, monkeypatch, mistake):
    read = command._text
    monkeypatch.setattr(
        command, "_text", lambda path: read(path).replace(*mistake, 1) if path.name == "sources.toml" else read(path)
    )
    home = project / "docs" / "index.md"
    home.write_text(home.read_text() + "\n\nIt is 3.\n")
    found = command.pages()
    assert sorted({problem.file for problem in found}) == ["docs/index.md", "gen/sources.toml"]
    assert len([problem for problem in found if problem.file == "docs/index.md"]) == 1


def test_a_verdict_a_title_or_a_description_that_stands_twice_or_says_too_little_is_named(book):
    said = "because: It is so, whatever the dice show and whoever rolls them.\n"
    once, again = (re.sub("because: .*\n", said, text) for text in (ANSWER, OTHER))
    index = PAGE_WITH_GROUP
    assert problems(book(**{"faq__may-i": once}, faq__other=again, faq__index=index)) == [
        "docs/faq/other.md:3: the verdict and reason of docs/faq/may-i.md again. Say what is this answer's own."
    ]
    double = PAGE.replace("Home", "May I?")
    found = problems(book(extra=double, faq__index=index))
    assert len(found) == 1
    assert "the title of" in found[0]
    short = OTHER.replace("We may, whatever the dice show and whoever rolls them.", "We may.")
    assert problems(book(faq__other=short, faq__index=index)) == [
        "docs/faq/other.md:4: a description of 12 characters. "
        "Write 40 to 320: in description, or as verdict and reason together."
    ]


def test_an_answer_owed_and_missing_and_an_answer_that_nobody_asked_for_are_named():
    there = [Page(f"docs/faq/{slug}.md", f"/faq/{slug}/", "answer", "", {}, "", GAMES[0]) for slug in ("ties", "odd")]
    table = '["Winning"]\n"ties" = ["ties"]\n"the longest game" = ["longest", "ties"]\n"nothing yet" = []\n'
    found = [(problem.file, problem.line, problem.what) for problem in unanswered("owed.toml", table, there)]
    assert found == [
        ("owed.toml", 3, "'the longest game' is answered by 'longest', which is not there"),
        ("owed.toml", 4, "'nothing yet' is answered by '', which is not there"),
        ("docs/faq/odd.md", 1, "an answer that owed.toml does not name"),
    ]
    assert [problem.what for problem in unanswered("owed.toml", "", there)] == ["no question stands there"]
    for odd in ("a = 1", '["P"]\n"x" = "ties"', '["P"]\n"x" = [1]'):
        assert "is no part of questions" in unanswered("owed.toml", odd, there)[0].what


@pytest.mark.parametrize(("text", "what"), [("nav: [", "does not read"), ("site_url: x", "no nav"), ("", "no nav")])
def test_a_configuration_that_is_no_use_is_named(monkeypatch, text, what):
    whole = command._text
    monkeypatch.setattr(command, "_text", lambda path: text if path.name == "mkdocs.yml" else whole(path))
    with pytest.raises(command.Unreadable) as error:
        command.read_book()
    assert str(error.value.args[0]).startswith("mkdocs.yml:")
    assert what in error.value.args[0].what


def test_rendering_the_whole_book_again_takes_under_three_seconds(project):
    """Of processor time, so that what else the machine does is not measured."""
    assert command.pages() == []  # draws what has to be drawn
    start = time.process_time()
    assert command.pages() == []
    assert time.process_time() - start < 3


def test_an_address_published_once_must_lead_somewhere(project, capsys):
    publish(project, "an-old-one")
    (problem,) = command.pages()
    assert "nothing answers at /faq/an-old-one/ any more" in str(problem)


def test_a_renamed_answer_leads_on_from_its_old_address_with_its_card_and_is_one_entry_of_the_feed(project):
    ties = project / "docs" / "faq" / "ties.md"
    ties.write_text(ties.read_text().replace("game:", "was: [draws, equal-totals]\ngame:", 1))
    for slug in ("draws", "equal-totals"):
        publish(project, slug)
    assert command.pages() == []
    answer = yaml.safe_load((command.BUILT / "faq" / "ties.md").read_text().split("---\n")[1])
    for slug in ("draws", "equal-totals"):
        head = yaml.safe_load((command.BUILT / "faq" / f"{slug}.md").read_text().split("---\n")[1])
        assert head["template"] == "moved.html"
        assert head["moved"] == "faq/ties/"
        assert head["search"] == {"exclude": True}
        for key in ("title", "description", "image", "image_alt", "jsonld"):
            assert head[key] == answer[key]
    feed = (command.BUILT / "feed.xml").read_text()
    assert feed.count("/faq/draws/</id>") == 1
    assert feed.count('href="https://threerolls.example/faq/ties/"') == 1
    assert "equal-totals" not in feed


def test_a_correction_stands_on_the_answer_and_in_the_feed(project):
    ties = project / "docs" / "faq" / "ties.md"
    ties.write_text(ties.read_text().replace("game:", 'corrected: "It said <i>no</i> & {{ word(2) }}."\ngame:', 1))
    assert command.pages() == []
    assert "It said <i>no</i> & two." in (command.BUILT / "faq" / "ties.md").read_text()
    assert "Corrected: It said" in (command.BUILT / "feed.xml").read_text()


def test_a_correction_holds_no_typed_digit(book):
    text = ANSWER.replace("May I", "Or").replace("updated", 'corrected: "It said 3."\nupdated')
    (found,) = problems(book(faq__more=text, faq__index=PAGE_WITH_GROUP))
    assert found.startswith("docs/faq/more.md:9: digits typed into prose")


def test_a_page_needs_the_day_it_was_last_looked_over(book):
    undated = PAGE.replace("updated: 2026-11-30\n", "").replace("top", "x")
    (found,) = problems(book(extra=undated, faq__index=PAGE_WITH_GROUP))
    assert found.startswith("docs/extra.md:1: missing front matter: updated")


def test_a_day_that_is_to_come_is_refused(project):
    home = project / "docs" / "index.md"
    home.write_text(re.sub(r"updated: .*", "updated: 2999-01-01", home.read_text()))
    (problem,) = command.pages()
    assert re.fullmatch(r".*index\.md:\d+: updated on 2999-01-01, which is to come\. Write today\.", str(problem))


def test_nothing_is_computed_again_while_the_library_stays_the_same(capsys):
    made_by = command._json(command.SNAPSHOT)["fingerprint"]
    assert made_by == command.fingerprint(), "figures.json is older than the library: make figures"  # minutes, else
    assert command.figures() == []
    assert "current" in capsys.readouterr().out
