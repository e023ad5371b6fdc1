"""Search: people type as they talk, and the first page found is the one that answers."""

import pytest

# What is typed, and the page that should come first; where two answer it, either.
TYPED = {
    "is 5 of a kind a full house": "/faq/five-alike-full-house/",
    "does a yahtzee count as a full house": "/faq/five-alike-full-house/ /faq/joker-full-house/",
    "max yahtzee score": "/faq/highest-score-yahtzee/",
    "highest possible yatzy score": "/faq/highest-score-yatzy/",
    "what is a good yahtzee score": "/faq/good-score-yahtzee/",
    "average yahtzee score": "/faq/best-play-average/ /faq/good-score-yahtzee/",
    "yahtzee joker rules": "/faq/joker-rules/",
    "second yahtzee 100 points": "/faq/hundred-bonus/ /faq/second-five-alike/",
    "how often do you get the upper bonus": "/faq/bonus-how-often/",
    "why 63": "/faq/why-63/",
    "odds of a yahtzee": "/faq/five-alike-odds/",
    "chance of a full house from two pairs": "/faq/two-pairs-full-house/",
    "yahtzee vs yatzy": "/faq/yahtzee-or-yatzy/",
    "difference between yacht and yahtzee": "/faq/yahtzee-or-yacht/",
    "kniffel or yahtzee": "/faq/kniffel-or-yahtzee/",
    "how many dice in yahtzee": "/faq/how-many-dice/",
    "do you have to roll three times": "/faq/must-roll-three-times/",
    "can I reroll a die I kept": "/faq/reroll-kept-die/",
    "what happens in a tie": "/faq/ties/",
    "do all five dice count in four of a kind": "/faq/four-of-a-kind-dice/",
    "small straight with a pair": "/faq/small-straight-doubled/",
    "can I put a zero": "/faq/write-zero/ /faq/must-write-zero/",
    "which box to zero first": "/faq/cheapest-zero/",
    "generala first roll bonus": "/faq/generala-first-roll/",
    "four of a kind as two pairs yatzy": "/faq/two-pairs-four-alike/",
    "can you play yahtzee alone": "/faq/play-alone/",
    "is yahtzee luck or skill": "/faq/how-much-luck/",
    "pair or three in a row": "/faq/pair-or-run/",
    "printable yahtzee score sheet": "/print/yahtzee/",
    "yahtzee score sheet": "/print/yahtzee/",
    "score sheet": "/print/",
    "score sheets": "/print/",
    "maxi yatzy score sheet": "/print/maxi-yatzy/",
    "maxi yatzy rules": "/maxi-yatzy/",
    "score card": "/score-card/",
    "yahtzee helper": "/coach/",
}


# Where other pages answer too: it is among the first four.
NEAR = {"house rules": "/print/", "rules card": "/print/", "yahtzee score": "/faq/good-score-yahtzee/"}


# What the search says of itself before it has looked for anything.
IDLE = ("Initializing search", "Type to start searching")


@pytest.fixture(scope="module")
def find(searchable, browser):
    """The pages that are found, best first. One page is asked everything: the index is set up once."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{searchable}/about/")
    field, told = page.locator("input.md-search__input"), "document.querySelector('.md-search-result__meta').innerText"
    field.click()

    def find(typed: str) -> list[str]:
        field.fill("")
        page.wait_for_function(f"ready => {told} === ready", arg=IDLE[-1])
        field.fill(typed)
        page.wait_for_function(f"idle => !idle.includes({told})", arg=IDLE)
        found = page.locator(".md-search-result__item > a")
        return found.evaluate_all("all => all.map((a) => a.href.split(/[?#]/)[0])")

    yield find
    page.close()


@pytest.mark.parametrize("typed", TYPED)
def test_the_right_answer_comes_first(find, typed):
    first = find(typed)[0]
    assert any(first.endswith(wanted) for wanted in TYPED[typed].split()), first


@pytest.mark.parametrize("typed", NEAR)
def test_what_is_there_too_is_among_the_first(find, typed):
    found = list(dict.fromkeys(find(typed)))
    assert any(page.endswith(NEAR[typed]) for page in found[:4]), found


def test_what_nobody_wrote_about_is_not_found_and_a_word_is_found_before_it_is_finished(find):
    assert find("xylophone") == []
    assert "full-house" in find("full hou")[0]


def test_text_that_arrives_without_a_key_is_searched_for(searchable, browser):
    """Pasted with the mouse, dictated: the page has long been idle, and no key is pressed."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{searchable}/about/")
    field = page.locator("input.md-search__input")
    field.click()
    page.wait_for_timeout(1500)
    field.evaluate("field => { field.value = 'full house'; field.dispatchEvent(new Event('input', {bubbles: true})) }")
    page.locator(".md-search-result__item > a").first.wait_for(state="attached", timeout=10_000)
    page.close()
