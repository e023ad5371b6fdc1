"""The site in a browser: clean, readable and usable, at every width and in both schemes, on screen and on paper."""

import subprocess

import pytest
from browser import HEIGHTS
from opened import at_widths, objections, settle

PAGES = [
    "/",
    "/yacht/",
    "/yahtzee/",
    "/faq/five-alike-full-house/",
    "/faq/",
    "/odds/",
    "/play/",
    "/today/",
    "/settle/",
    "/score-card/",
    "/coach/",
    "/print/",
    "/figures/",
    "/figures/yahtzee/",
    "/sources/",
    "/rules/",
    "/compare/",
    "/lab/",
    "/glossary/",
    "/about/",
    "/odds/yacht/",
    "/figures/corrections/",
]


@pytest.mark.parametrize("path", PAGES)
def test_no_page_scrolls_sideways_on_a_tablet(visit, path):
    assert visit(path, 768, "dark").evaluate("document.documentElement.scrollWidth") <= 768


@pytest.mark.parametrize("path", [*PAGES, "/yacht-35/", "/kniffel/", "/yatzy/", "/maxi-yatzy/", "/generala/"])
def test_no_page_scrolls_sideways_on_the_narrowest_phone(visit, path):
    assert visit(path, 320).evaluate("document.documentElement.scrollWidth") <= 320


# Colours do not depend on the width: one in each scheme sees everything that axe can object to.
@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_clean(visit, path, width, scheme):
    """No console error, no request elsewhere, no sideways scroll, nothing that axe objects to."""
    page = visit(path, width, scheme)
    assert page.wrong == []
    assert page.locator("body").get_attribute("data-md-color-scheme") == {"light": "default", "dark": "slate"}[scheme]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [(v["id"], [n["target"] for n in v["nodes"]][:3]) for v in objections(page)] == []


def test_a_long_title_in_the_header_does_not_widen_a_phone_without_javascript(visit):
    page = visit("/faq/highest-score-yacht-35/", 360, java_script_enabled=False)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_no_answer_scrolls_sideways(visit, site, address):
    slugs = sorted(path.parent.name for path in site.glob("faq/*/index.html"))
    page = visit("/faq/", reduced_motion="reduce")  # a drawer on its way out is wide
    for slug in slugs:
        page.goto(f"{address}/faq/{slug}/")
        for width in at_widths(page, 1280, 320):
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (slug, width)


def test_the_verdict_is_on_the_first_screen_of_a_phone(visit):
    page = visit("/faq/five-alike-full-house/", 360)
    box = page.locator(".verdict-text").bounding_box()
    assert box["y"] + box["height"] < HEIGHTS[360]


def test_the_first_screen_of_a_phone_says_what_the_game_is_and_how_to_start(visit):
    page = visit("/yacht/", 360)
    box = page.locator(".steps li").nth(1).bounding_box()
    assert box["y"] + box["height"] < HEIGHTS[360]


@pytest.mark.parametrize("width", [360, 1280])
def test_two_games_that_are_ticked_stand_alone_and_the_table_fits(visit, width):
    """Rows that neither of them has go as well, and so do the arguments of the others; all come back."""
    page = visit("/compare/", width, java_script_enabled=False)
    rows = page.locator(".tbl-compare tbody tr:not(.part-row)")
    whole = sum(row.is_visible() for row in rows.all())
    for game in ("yacht", "generala"):
        page.locator(f"label[for=pick-{game}]").click()
    heads = [head.inner_text() for head in page.locator(".tbl-compare thead th").all() if head.is_visible()]
    assert heads == ["Box", "Yacht", "Generala"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for row in rows.all():
        cells = [cell.inner_text() for cell in row.locator("td").all() if cell.is_visible()]
        assert len(cells) == (2 if row.is_visible() else 0)
    assert not page.locator("#box-two-pairs").is_visible()
    argued = [part.get_attribute("id") for part in page.locator(".dispute").all() if part.is_visible()]
    assert {"yacht-straights", "generala-double"} <= set(argued)
    assert not {"yacht-35-small-straight", "yahtzee-joker", "yatzy-order"} & set(argued)
    page.get_by_role("button", name="All games").click()
    assert sum(row.is_visible() for row in rows.all()) == whole


def test_three_games_on_a_phone_are_cards_again(visit):
    page = visit("/compare/", 360)
    for game in ("yacht", "yatzy", "generala"):
        page.locator(f"label[for=pick-{game}]").click()
    cells = [cell for cell in page.locator("#box-four-of-a-kind td").all() if cell.is_visible()]
    assert len(cells) == 3
    assert len({cell.bounding_box()["x"] for cell in cells}) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_readings_are_folded_on_a_phone_until_a_link_or_a_tap_opens_them(visit):
    page = visit("/compare/#yatzy-prices", 360)
    folded = page.locator("#yacht-straights .reading").first
    assert page.locator("#yatzy-prices .reading").first.is_visible()
    assert not folded.is_visible()
    page.locator("#yacht-straights summary").click()
    assert folded.is_visible()
    wide = visit("/compare/", 1280)
    assert all(reading.is_visible() for reading in wide.locator(".reading").all())


# The offsets of each row of the readings that stand side by side: sets of one where they are level.
LEVEL = """() => [...document.querySelectorAll(".readings")].flatMap(readings => {
  const beside = Map.groupBy(readings.children, r => Math.round(r.getBoundingClientRect().top));
  return [...beside.values()].filter(some => some.length > 1).flatMap(some => {
    const rows = some.map(r => [...r.querySelectorAll("h3, .score, dl > div")]);
    return rows[0].map((_, i) => new Set(rows.map(row => Math.round(row[i].getBoundingClientRect().top))).size);
  });
})"""


@pytest.mark.parametrize("path", ["/compare/", "/faq/straights-pay/"])
def test_readings_beside_each_other_stand_level(visit, path):
    found = visit(path).evaluate(LEVEL)
    assert len(found) > 5
    assert set(found) == {1}


@pytest.mark.parametrize("scripts", [True, False])
def test_three_answers_lead_to_the_sheet(visit, scripts):
    page = visit("/compare/#which", 360, java_script_enabled=scripts)
    for question, answer in (("three-of-a-kind", "Yes"), ("one-pair", "Yes"), ("three-pairs", "No")):
        page.locator(f"details[name=which-{question}] > summary", has_text=answer).click()
    end = page.locator(".ask-end:visible a")
    assert end.inner_text() == "Yatzy"
    end.click()
    page.wait_for_url("**/yatzy/")


@pytest.mark.parametrize("how", ["click", "keyboard"])
def test_a_figure_opens_its_exact_form_and_leads_to_how_it_is_known(visit, how):
    page = visit("/odds/")
    figure = page.locator(".fig", has=page.locator('[data-figure="yacht.goal.five-alike.p3"]')).first
    note = page.locator(f"#{figure.get_attribute('popovertarget')}")
    assert not note.is_visible()
    if how == "click":
        figure.click()
    else:
        figure.focus()
        page.keyboard.press("Enter")
    assert note.is_visible()
    assert "347,897 / 7,558,272" in note.inner_text()
    note.locator("a").click()
    page.wait_for_url("**/figures/yacht/#yacht.goal.five-alike.p3")
    entry = page.locator('[id="yacht.goal.five-alike.p3"]')
    assert "plain enumeration" in entry.locator("dl").inner_text()
    quoted = entry.locator(".quote").inner_text()
    assert "Chance of five alike within three rolls of Yacht, played for nothing else: 4.60 %. Three Rolls, " in quoted
    assert "#yacht.goal.five-alike.p3, read 20" in entry.locator(".quote").inner_text()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("yacht.ceiling", "/figures/yacht/#yacht.ceiling"),
        ("yahtzee.option.joker.free.mean", "/figures/yahtzee/#yahtzee.option.joker.free.mean"),
        ("yacht.keep.2266.full-house.t2", "/figures/dice/#dice.keep.2266.full-house.t2"),
        ("nobody.ceiling", "/figures/#nobody.ceiling"),
        ("downloads", "/figures/#downloads"),
    ],
)
def test_the_old_address_of_a_figure_leads_to_it(visit, address, old, new):
    page = visit(f"/figures/#{old}")
    page.wait_for_timeout(200)
    assert page.url == address + new


def test_typing_leaves_the_lines_that_fit_and_an_address_brings_a_hidden_one_back(visit):
    page = visit("/figures/yatzy/")
    page.locator("#find").fill("ceiling bonus 35")
    lines = page.locator("details.entry:visible")
    assert 0 < lines.count() < 10
    assert page.locator(".finder [role=status]").inner_text() == f"{lines.count()} of {page.locator('details').count()}"
    assert not page.locator("#goal").is_visible()  # a heading with nothing left below it
    page.evaluate("location.hash = 'yatzy.goal.pair.p1'")
    page.wait_for_timeout(200)
    assert page.locator('[id="yatzy.goal.pair.p1"] dl').is_visible()
    page.locator("#find").fill("no such figure")
    assert page.locator("details.entry:visible").count() == 0
    assert page.locator(".finder [role=status]").inner_text() == "None. Try another word."


def test_the_finder_leads_to_a_figure_of_any_game(visit):
    page = visit("/figures/")
    page.locator("#find").fill("generala ceiling most points")
    first = page.locator(".found a").first
    first.wait_for()
    first.click()
    page.wait_for_url("**/figures/generala/#generala.ceiling")
    assert page.locator('[id="generala.ceiling"] dl').is_visible()


def test_the_ledger_reads_whole_without_a_script(visit):
    page = visit("/figures/yacht/", java_script_enabled=False)
    assert not page.locator("#find").is_visible()
    entry = page.locator('[id="yacht.ceiling"]')
    entry.locator("summary").click()
    assert "the most of each box" in entry.locator("dl").inner_text()


def test_an_open_note_stays_within_a_narrow_screen(visit):
    page = visit("/odds/", 360)
    for figure in page.locator(".fig").all()[:8]:
        figure.click()
        note = page.locator(f"#{figure.get_attribute('popovertarget')}")
        assert note.evaluate("e => e.scrollWidth <= e.clientWidth")
        box = note.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360


def test_the_copy_button_copies_the_address_and_says_so(visit, address):
    page = visit("/faq/ties/", permissions=["clipboard-read", "clipboard-write"])
    button = page.locator("[data-copy]")
    assert button.inner_text() == "Copy link"
    button.click()
    page.wait_for_function("document.querySelector('[data-copy]').textContent == 'Copied'")
    assert page.evaluate("navigator.clipboard.readText()") == "https://threerolls.example/faq/ties/"
    page.wait_for_function("document.querySelector('[data-copy]').textContent == 'Copy link'")


def test_a_second_copy_says_so_again_and_a_blocked_clipboard_says_what_to_do(visit):
    page = visit("/faq/ties/", permissions=["clipboard-read", "clipboard-write"])
    button = page.locator("[data-copy]")
    button.dblclick()
    page.wait_for_timeout(1500)
    button.click()
    page.wait_for_timeout(1500)  # the first click's time is over, the last one's is not
    assert button.inner_text() == "Copied"
    assert page.locator("[role=status]").inner_text() == "Copied"
    page = visit("/faq/ties/")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('blocked')) }")
    page.locator("[data-copy]").click()
    page.wait_for_function("document.querySelector('[data-copy]').textContent == 'Copy the address above'")


@pytest.mark.parametrize("path", ["/", "/faq/ties/", "/print/", "/odds/"])
def test_the_first_stop_of_the_tab_key_skips_to_the_content(visit, path):
    page = visit(path)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.md-skip')")
    page.keyboard.press("Enter")
    target = page.evaluate("location.hash").lstrip("#")
    assert page.locator(f'.md-content [id="{target}"]').count() == 1


def test_the_tab_key_stops_only_where_something_is_seen(visit):
    page = visit("/faq/ties/")
    for _ in range(14):
        page.keyboard.press("Tab")
        # The theme's hidden switch of the scheme shows its focus on the label after it.
        page.evaluate("window.at = document.activeElement")
        page.evaluate("at.matches('.md-option') && (at = at.nextElementSibling)")
        box = page.evaluate("(({width, height}) => [width, height])(at.getBoundingClientRect())")
        assert min(box) > 0, page.evaluate("document.activeElement.outerHTML.slice(0, 200)")


def test_without_javascript_every_page_reads_and_no_dead_button_shows(visit):
    page = visit("/faq/ties/", java_script_enabled=False)
    assert page.locator(".verdict-word").is_visible()
    assert not page.locator("[data-copy]").is_visible()
    assert page.locator(".permalink code").is_visible()
    page = visit("/print/", java_script_enabled=False)
    assert page.locator("a[href$='.pdf']").first.is_visible()


def test_without_javascript_the_page_to_play_on_shows_what_a_turn_brings_and_leads_to_paper(visit):
    page = visit("/play/", java_script_enabled=False)
    assert page.locator("h1").is_visible()
    assert "needs JavaScript" in page.locator("three-rolls-play").inner_text()
    assert page.locator("three-rolls-play tbody tr:visible").count() == 12
    page.locator("three-rolls-play a", has_text="sheet").click()
    page.wait_for_url("**/print/")


def test_without_javascript_a_game_page_has_its_facts_beside_the_thirty_seconds(visit):
    page = visit("/yacht/", java_script_enabled=False)
    steps, facts = (page.locator(place).bounding_box() for place in (".steps", ".glance"))
    assert steps["y"] == facts["y"]
    assert "needs JavaScript" in page.locator("three-rolls-play").inner_text()


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_a_game_page_has_its_thirty_seconds_then_the_game_and_its_facts(visit, width):
    """On a phone one below the other; where there is room the game stands beside the two."""
    page = visit("/maxi-yatzy/", width)
    steps, play, facts = (
        page.locator(f".start > {place}").bounding_box() for place in (".steps", ".start-play", ".glance")
    )
    if width == 360:
        assert steps["y"] + steps["height"] <= play["y"]
        assert play["y"] + play["height"] <= facts["y"]
    else:
        assert play["y"] == steps["y"]
        assert play["x"] >= max(part["x"] + part["width"] for part in (steps, facts))
        assert steps["y"] + steps["height"] <= facts["y"]
    dice = page.locator(".steps .dice").bounding_box()
    assert dice["x"] + dice["width"] <= steps["x"] + steps["width"]
    page.locator(".start-play > p a").click()
    page.wait_for_url("**/play/#g=maxi-yatzy")


def test_a_linked_row_of_the_card_is_marked(visit):
    page = visit("/yacht/#box-full-house")
    row = page.locator("#box-full-house > th")
    plain = page.locator("#box-choice > th")
    colour = "e => getComputedStyle(e).backgroundColor"
    assert row.evaluate(colour) != plain.evaluate(colour)


def test_an_address_that_is_not_there_leads_back_to_the_answers(visit, site):
    page = visit("/404.html", java_script_enabled=False)
    assert page.locator("h1").inner_text() == "No such page"
    ways = [a.get_attribute("href") for a in page.locator(".md-content a.next").all()]
    assert ways == ["/faq/", "/rules/", "/"]
    assert not page.locator(".near").is_visible()


@pytest.fixture
def lost(visit):
    """Opens an address that is not there as a host would answer it, and gives the links that are suggested."""

    def open_lost(typed: str, base: str = "/") -> list[str]:
        page = visit("/404.html")
        lost = page.content().replace('data-base="/"', f'data-base="{base}"')
        address = page.url.removesuffix("/404.html") + typed
        page.route(address, lambda route: route.fulfill(status=404, content_type="text/html", body=lost))
        page.goto(address)
        settle(page)
        found = [a.get_attribute("href") for a in page.locator("[data-near] a").all()]
        assert page.locator(".near").is_visible() == bool(found)
        return found

    return open_lost


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("/faq/tie/", "/faq/ties/"),
        ("/faq/Ties", "/faq/ties/"),
        ("/ties/", "/faq/ties/"),
        ("/faq/highest-score.html", "/faq/highest-score/"),
        ("/faq/fullhouse", "full-house"),
        ("/yatzee/", "/yahtzee/"),
        ("/glosary/index.html", "/glossary/"),
        ("/faq/write%20zero", "/faq/write-zero/"),
    ],
)
def test_an_address_that_is_not_there_suggests_the_nearest_ones(lost, typed, meant):
    found = lost(typed)
    assert any(meant in way for way in found[:2])
    assert len(found) <= 5


@pytest.mark.parametrize("typed", ["/xqzw/", "/faq/%zz", "/0/"])
def test_an_address_that_is_near_to_none_suggests_none(lost, typed):
    assert lost(typed) == []


def test_suggestions_stay_below_the_address_of_the_site(lost):
    assert lost("/dice/faq/tie/", base="/dice/")[0] == "/dice/faq/ties/"


def test_an_answer_lights_the_answers_tab(visit):
    page = visit("/faq/ties/")
    assert page.locator(".md-tabs__item--active").all_inner_texts() == ["Answers"]


def test_search_finds_an_answer(visit, searchable):
    page = visit("/", at=searchable)
    page.locator("input.md-search__input").click()
    page.keyboard.type("full house", delay=20)
    page.locator(".md-search-result__item a").first.wait_for()
    assert page.wrong == []
    assert "Full House" in page.locator(".md-search-result__list").inner_text()


def test_search_shows_dice_as_digits(visit, searchable):
    page = visit("/", at=searchable)
    page.locator("input.md-search__input").click()
    page.keyboard.type("hold likely straight", delay=20)
    page.locator(".md-search-result__item a").first.wait_for()
    assert "I hold 2 3 4 5. How likely" in " ".join(page.locator(".md-search-result__list").inner_text().split())


def test_numbers_stand_under_their_headings(visit):
    """The theme would put room for a sorting arrow into header cells."""
    page = visit("/odds/")
    head = page.locator(".odds thead th").nth(1)
    inner = "e => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect().right }"
    cell = page.locator(".odds tbody tr").first.locator("th, td").nth(1)
    assert abs(head.evaluate(inner) - cell.evaluate(inner)) < 3


def test_a_printed_answer_names_its_address(visit, tmp_path):
    page = visit("/faq/ties/")
    pdf = tmp_path / "answer.pdf"
    page.pdf(path=pdf, format="A4")
    text = subprocess.run(["pdftotext", "-layout", pdf, "-"], check=True, capture_output=True, text=True).stdout
    assert "https://threerolls.example/faq/ties/" in text


def test_typing_dice_finds_first_rolls_that_hold_them(visit):
    page = visit("/odds/yacht/")
    field, status = page.locator("#find-roll"), page.locator(".find [role=status]")
    shown = page.locator("#first-holds [data-roll]:visible")
    assert shown.count() == 252
    field.fill("66522")
    assert shown.evaluate_all("rows => rows.map(row => row.dataset.roll)") == ["22566"]
    field.fill("6 6, 6")
    assert shown.count() == 21  # pairs of dice beside three 6s
    assert "21 of 252" in status.inner_text()
    field.fill("7")
    assert shown.count() == 0
    assert "one to six" in status.inner_text()
    field.fill("")
    assert shown.count() == 252
    assert status.inner_text() == ""


def test_without_javascript_all_first_rolls_are_there_and_no_field(visit):
    page = visit("/odds/yatzy/", java_script_enabled=False)
    assert page.locator("#first-holds [data-roll]:visible").count() == 252
    assert not page.locator("#find-roll").is_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_answers_open_in_place_and_are_picked_by_game(visit, scripts):
    page = visit("/faq/", java_script_enabled=scripts)
    answers = page.locator(".qa:visible")
    everything = answers.count()
    first = page.locator(".qa").first
    assert not first.locator(".qa-answer").is_visible()
    first.locator("summary").click()
    assert first.locator(".qa-answer b").first.is_visible()
    page.locator("label:has(#faq-generala)").click()
    assert 0 < answers.count() < everything
    assert page.locator(".qa:not(.for-generala):visible").count() == 0
    assert page.locator(".faq-group:visible:not(:has(.qa:visible))").count() == 0, "no heading over nothing"
    page.locator("label:has(#faq-all)").click()
    assert answers.count() == everything


def test_the_head_of_a_table_is_printed_once(visit):
    """Repeated on the next page, drawn dice come out twice the size, over the words."""
    page = visit("/faq/joker-rules/")
    page.emulate_media(media="print")
    heads = page.locator(".tbl thead")
    assert heads.count()
    assert set(heads.evaluate_all("heads => heads.map(head => getComputedStyle(head).display)")) == {"table-row-group"}
