"""Cards, the feed and addresses: what pages know of an answer, as others are shown it."""

import re
import struct
import xml.etree.ElementTree as ET
from datetime import datetime

import pytest

import gen.__main__ as command
from gen.addresses import problems as lost_addresses
from gen.cards import SITE, CardVoice, answer_card, card_says, parts
from gen.content import read
from gen.drawing import NoRoom, Undrawn, kept_as, pictures_of
from gen.feed import Entry, feed
from yachtlib.games import GAMES

TEMPLATE = command.CARD.read_text()
ANSWER = """---
question: Is {{ dice("44422") }} a Full House?
verdict: "Yes."
because: It is.
group: card
game: yacht
proof: [{box: full-house, dice: "44422"}, {box: four-of-a-kind, dice: "44442"}]
sources: [a]
see: [b]
updated: 2026-11-30
---
The body.
"""


@pytest.fixture(scope="module")
def card(book):
    """The card of ANSWER, with what the test replaces in it."""

    def make(**texts: str):
        (page,), _ = read({"faq/x.md": ANSWER}, ["card"])
        voice = CardVoice(page.route, page.game, book.snapshot, book.sources, book.strings, plain=True)
        said = {key: book.env.from_string(page.meta[key]).render(voice.words()) for key in ("question", "verdict")}
        return answer_card(page, said | {"because": "It is."} | texts, voice)

    return make


def size(picture: bytes) -> tuple[int, int]:
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", picture[16:24])


def test_a_card_has_the_question_with_its_dice_the_verdict_and_what_each_roll_pays(card):
    made = card()
    assert made["question"] == ["Is ", [4, 4, 4, 2, 2], " a Full House?"]
    assert made["verdict"] == ["Yes."]
    assert made["place"] == "Yacht · The card"
    full, four = made["proof"]
    assert full == {"box": "Full House", "points": "16", "dice": [4, 4, 4, 2, 2], "counts": [True] * 5, "by": ""}
    assert (four["dice"], four["counts"]) == ([4, 4, 4, 4, 2], [True] * 4 + [False])
    assert card_says(made) == (
        "Is 4 4 4 2 2 a Full House? Yes. 4 4 4 2 2: Full House, 16. 4 4 4 4 2: Four of a Kind, 16."
    )


def test_a_card_about_several_games_says_by_which_one_its_rolls_are_paid(book):
    (page,), _ = read({"faq/x.md": ANSWER.replace("game: yacht", "game: yacht\ngames: [all]")}, ["card"])
    voice = CardVoice(page.route, page.game, book.snapshot, book.sources, book.strings, plain=True)
    made = answer_card(page, dict.fromkeys(("question", "verdict", "because"), "x"), voice)
    assert made["place"] == "The card"
    assert [proof["by"] for proof in made["proof"]] == ["Yacht", "Yacht"]
    assert "4 4 4 2 2: Full House in Yacht, 16." in card_says(made)
    assert size(pictures_of([made], TEMPLATE)[0]) == (1200, 630)


def test_markup_and_entities_of_a_text_do_not_reach_its_card():
    assert parts("a <b>b</b> &amp; c&nbsp;d") == ["a b & c\xa0d"]


def test_a_card_is_drawn_in_the_size_that_previews_want_and_stays_small(card):
    (picture,) = pictures_of([card()], TEMPLATE)
    assert size(picture) == (1200, 630)
    assert len(picture) < 40_000


def test_many_cards_are_drawn_in_one_go_in_their_order(card):
    alone = [pictures_of([card(verdict=word)], TEMPLATE)[0] for word in ("Yes.", "No.")]
    assert pictures_of([card(verdict="Yes."), card(verdict="No.")], TEMPLATE) == alone


def test_the_paper_of_a_card_is_exactly_the_site_s(card):
    from io import BytesIO

    from PIL import Image

    (picture,) = pictures_of([card()], TEMPLATE)
    image = Image.open(BytesIO(picture)).convert("RGB")
    assert image.getpixel((600, 40)) == (0xFA, 0xF7, 0xF0)
    assert image.getpixel((600, 4)) == (0x1D, 0x25, 0x30)


def test_a_long_question_shrinks_until_it_fits_and_one_that_never_fits_is_named(card):
    words = "Does a roll that nobody at the table has ever seen before count as a Full House or not "
    assert len(pictures_of([card(question=words * 2)], TEMPLATE)) == 1
    with pytest.raises(NoRoom, match=re.escape("docs/faq/x.md")):
        pictures_of([card(), card(question=words * 12)], TEMPLATE)


def test_a_mistake_in_the_template_says_what_it_is(card):
    with pytest.raises(Undrawn, match="nothing"):
        pictures_of([card()], TEMPLATE + "#nothing")


def test_words_of_an_answer_are_no_markup_on_its_card(card):
    assert size(pictures_of([card(question="#panic() $ *a* \\ [x] @y")], TEMPLATE)[0]) == (1200, 630)


def test_a_card_is_kept_until_its_words_the_template_or_what_draws_it_change(card, monkeypatch):
    name = kept_as(card(), TEMPLATE)
    assert kept_as(card(), TEMPLATE) == name
    others = {kept_as(card(verdict="No."), TEMPLATE), kept_as(card(), TEMPLATE + " ")}
    monkeypatch.setattr("gen.drawing.drawn_by", lambda: "another typesetter")
    assert len({name, *others, kept_as(card(), TEMPLATE)}) == 4


def test_cards_are_drawn_once_and_again_only_where_something_changed(card, tmp_path, monkeypatch):
    monkeypatch.setattr(command, "CARDS", tmp_path)
    drawn = []
    monkeypatch.setattr(command, "pictures_of", lambda cards, template: drawn.append(len(cards)) or [b"x"] * len(cards))
    told = {"a.png": card(verdict="A."), "b.png": card(verdict="B.")}
    assert command.draw(told)[0] == {"a.png": b"x", "b.png": b"x"}
    command.draw(told)
    assert drawn == [2]
    command.draw(told | {"b.png": card(verdict="C.")})
    assert drawn == [2, 1]
    assert len(list(tmp_path.iterdir())) == 2, "the one that is shown no more is gone"


def test_a_question_too_long_for_its_card_ends_the_build_and_names_the_file(card, tmp_path, monkeypatch):
    monkeypatch.setattr(command, "CARDS", tmp_path)
    _, problems = command.draw({"a.png": card(question="How long can a question be " * 60)})
    assert [str(problem) for problem in problems] == ["docs/faq/x.md:1: too long for its card. Ask it in fewer words."]


def test_every_answer_and_every_game_has_a_card_of_its_own(book):
    answers = {f"assets/cards/{page.slug}.png" for page in book.pages.values() if page.kind == "answer"}
    games = {f"assets/cards/rules/{game.id}.png" for game in GAMES}
    assert book.sharing.cards.keys() == answers | games | {SITE}


def test_the_card_of_a_game_has_its_boxes_its_ceiling_and_what_best_play_averages(book):
    facts = dict(book.sharing.cards["assets/cards/rules/yacht.png"]["facts"])
    assert facts == {"Boxes": "12", "Ceiling": "297", "Best play averages": "166.96"}
    assert len(book.sharing.cards["assets/cards/rules/maxi-yatzy.png"]["dice"]) == 6


# ---- addresses


def answers(**front: str):
    """Pages of answers by slug, with more front matter each."""
    docs = {f"faq/{slug}.md": ANSWER.replace("game:", f"{more}\ngame:") for slug, more in front.items()}
    return read(docs, ["card"])[0]


@pytest.mark.parametrize(
    ("front", "lines", "said"),
    [
        ({"a": "", "b": ""}, ["a", "b"], []),
        ({"a": "was: [b, c]"}, ["a", "b", "c"], []),
        ({"a": "", "b": ""}, ["a"], ["docs/faq/b.md:1: /faq/b/ is not in gen/addresses.txt. Add a line there: b"]),
        ({"a": ""}, ["a", "b"], ["gen/addresses.txt:2: nothing answers at /faq/b/ any more. Give the answer that"]),
        ({"a": ""}, ["a", "a"], ["gen/addresses.txt:2: a stands twice"]),
        ({"a": "", "b": ""}, ["b", "a"], ["gen/addresses.txt:2: a is out of order"]),
        ({"a": "was: [b]"}, ["a"], ["docs/faq/a.md:1: /faq/b/ is not in gen/addresses.txt"]),
        ({"a": "was: [b]", "b": ""}, ["a", "b"], ["docs/faq/a.md:6: /faq/b/ is that of docs/faq/b.md"]),
        ({"a": "was: [c]", "b": "was: [c]"}, ["a", "b", "c"], ["docs/faq/b.md:6: /faq/c/ is that of docs/faq/a.md"]),
        ({"a": "was: [a]"}, ["a"], ["docs/faq/a.md:6: /faq/a/ is that of docs/faq/a.md"]),
        ({"a": "was: [A b]"}, ["a"], ["docs/faq/a.md:6: was: 'A b' is no address"]),
    ],
)
def test_an_address_once_published_leads_somewhere_or_the_build_says_so(front, lines, said):
    found = [str(problem) for problem in lost_addresses(answers(**front), lines)]
    assert len(found) == len(said), found
    for line, start in zip(found, said, strict=True):
        assert line.startswith(start)


def test_the_addresses_of_the_project_are_all_there(book):
    assert book.addresses == sorted(set(book.addresses))
    assert {page.slug for page in book.pages.values() if page.kind == "answer"} <= set(book.addresses)


# ---- the feed

ATOM = "{http://www.w3.org/2005/Atom}"
WORDS = {"title": "T", "subtitle": "S", "author": "A", "new": "New", "corrected": "Corrected"}


def check_feed(text: str) -> ET.Element:
    """What RFC 4287 asks of a feed (4.1.1, 4.1.2) and of its ids and dates (4.2.6, 3.3); the feed."""
    root = ET.fromstring(text.encode())
    assert root.tag == f"{ATOM}feed"
    for element in (root, *entries(root)):
        for name in ("id", "title", "updated"):
            (found,) = element.findall(ATOM + name)
            assert found.text.strip()
    assert root.find(f"{ATOM}author/{ATOM}name").text, "else each entry would need an author"
    ids = [found.text for found in root.iter(f"{ATOM}id")]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"https?://\S+", found) for found in ids)
    for found in root.iter(f"{ATOM}updated"):
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", found.text)
        datetime.fromisoformat(found.text)
    for element in (root, *entries(root)):
        alternate = [link for link in element.findall(f"{ATOM}link") if link.get("rel") == "alternate"]
        assert len(alternate) == 1
        assert alternate[0].get("href").startswith("http")
    assert [link.get("href") for link in root.findall(f"{ATOM}link") if link.get("rel") == "self"]
    dates = [entry.find(f"{ATOM}updated").text for entry in entries(root)]
    assert dates == sorted(dates, reverse=True), "newest first"
    assert not dates or root.find(f"{ATOM}updated").text == dates[0]
    return root


def entries(root: ET.Element) -> list[ET.Element]:
    return root.findall(f"{ATOM}entry")


def test_a_feed_is_valid_newest_first_and_says_what_is_new_and_what_is_corrected():
    listed = [
        Entry("/faq/a/", "/faq/a/", "A < B & C?", "No. <b>", "2026-11-01"),
        Entry("/faq/b/", "/faq/old-b/", 'B "quoted"?', "Yes.", "2026-12-02", corrected="It said no."),
        Entry("/faq/c/", "/faq/c/", "C?", "Yes.", "2026-11-01"),
    ]
    root = check_feed(feed(listed, "https://example.org/dice/", WORDS))
    first, second, third = entries(root)
    assert [e.find(f"{ATOM}title").text for e in (first, second, third)] == ['B "quoted"?', "A < B & C?", "C?"]
    assert first.find(f"{ATOM}id").text == "https://example.org/dice/faq/old-b/", "the address it was published at"
    assert first.find(f"{ATOM}link").get("href") == "https://example.org/dice/faq/b/"
    assert [e.find(f"{ATOM}category").get("term") for e in (first, second)] == ["corrected", "new"]
    assert first.find(f"{ATOM}summary").text == "Yes. Corrected: It said no."


def test_a_feed_of_nothing_is_valid():
    check_feed(feed([], "https://example.org/", WORDS))


def test_every_answer_stands_in_the_feed_of_the_project(book):
    root = check_feed(book.build()["feed.xml"])
    routes = {page.route for page in book.pages.values() if page.kind == "answer"}
    links = {entry.find(f"{ATOM}link").get("href") for entry in entries(root)}
    assert links == {book.site_url + route[1:] for route in routes}
