"""Settling a roll, as people do it: by typing, taps and keys, by ear, from an address, without a script, on a phone."""

import re
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from heard import LISTEN

PAGE = "/settle/"
SMALL = """() => [...document.querySelectorAll("settle-it :is(button, input, select, .next, .copy)")]
  .filter((node) => node.checkVisibility() && node.matches("button, input, select"))
  .map((node) => [node.getBoundingClientRect(), node.outerHTML.slice(0, 80)])
  .filter(([{width, height}]) => Math.min(width, height) < 43.9)
  .map(([{width, height}, html]) => [width, height, html])"""
FOCUS = "() => `${document.activeElement.className} ${document.activeElement.getAttribute('aria-label')}`"


def word(page) -> str:
    return page.locator(".settle-word").inner_text()


def line(page) -> str:
    return page.locator(".settle-line").inner_text()


def dice(page) -> str:
    uses = page.locator(".settle-die:not([hidden]) use")
    return "".join(use.get_attribute("href").removeprefix("#die-")[0] for use in uses.all())


def settled(page, text: str) -> None:
    """Waits until the verdict's line holds this."""
    page.locator(".settle-line", has_text=text).wait_for(timeout=8000)


def ask(page, text: str) -> None:
    page.get_by_label("Ask in plain words").fill(text)
    page.keyboard.press("Enter")


def test_a_question_in_plain_words_is_settled_and_the_address_keeps_it(visit):
    page = visit(PAGE)
    ask(page, "does 55552 count as four of a kind in yatzy")
    settled(page, "It pays 20 in Yatzy.")
    assert word(page) == "Yes."
    assert dice(page) == "55552"
    assert page.evaluate("location.hash") == "#d=55552&b=four-of-a-kind&g=yatzy"
    assert page.locator(".settle-die:not([hidden]) .is-off").count() == 1
    assert page.locator(".score .points").inner_text() == "20"
    assert page.get_by_label("Game").input_value() == "yatzy"
    assert page.wrong == []


def test_an_address_is_a_verdict_and_back_and_forward_go_from_one_to_the_next(visit):
    page = visit(f"{PAGE}#d=44444&b=full-house")
    settled(page, "It pays 0 in all six games with five dice.")
    ask(page, "66611 full house")
    settled(page, "20 in Yacht")
    ask(page, "12346 small straight in yahtzee")
    settled(page, "It pays 30 in Yahtzee.")
    page.go_back()
    settled(page, "20 in Yacht")
    assert dice(page) == "66611"
    page.go_back()
    settled(page, "It pays 0")
    page.go_forward()
    settled(page, "20 in Yacht")
    assert page.wrong == []


@pytest.mark.parametrize(
    ("hash", "shown"),
    [
        ("#b=little-straight&d=12345&g=yacht", "It pays 30 in Yacht."),
        ("#g=yahtzee", "It pays 0 in Yahtzee."),
        ("#g=chess", "It pays 0 in all six games with five dice."),
        ("#d=987654321&b=nonsense", "It pays 0 in all six games with five dice."),
        ("#d=444444444444", "It pays 0 in all six games with five dice."),
        ("#d=44&b=full-house", "Dice not set yet: three."),
        ("#d=4444&b=full-house", "One die is not set yet."),
        ("#d=44444&b=__proto__", "That is where these dice pay most in Yacht"),
        ("#d=444222&b=villa&g=yahtzee", "It pays 18 in Maxi Yatzy."),
        ("#d=44422&b=villa&g=yahtzee", "Yahtzee has no such box."),
        ("#b=full-house&b=ones&d=%F0%9F%8E%B2", "Set the dice"),
        ("#q=" + quote("44444 <img src=x onerror=alert()> full house"), "It pays 0 in all six games with five dice."),
        ("#d=&b=&g=&q=", "It pays 0 in all six games with five dice."),
    ],
)
def test_an_odd_address_says_what_can_be_read_of_it(visit, hash, shown):
    page = visit(PAGE + hash)
    page.locator("settle-it:not(.is-coming)").wait_for()
    told = page.locator(".settle-told")
    told.filter(has_text=shown).wait_for(timeout=8000)
    assert page.locator("settle-it img").count() == 0
    assert page.wrong == []


@pytest.mark.parametrize("hash", ["#b=full-house&d=0", "#d=4&b=full-house", "#b=double-generala&d=44444"])
def test_where_nothing_is_paid_yet_no_points_stand(visit, hash):
    page = visit(PAGE + hash)
    page.locator("settle-it:not(.is-coming)").wait_for()
    page.wait_for_function("document.querySelector('settle-it .points').textContent !== '0'", timeout=8000)
    assert page.locator(".score .points").inner_text() == "–"


def test_dice_of_an_address_are_more_than_its_game(visit):
    page = visit(f"{PAGE}#d=123456&g=yacht&b=choice")
    settled(page, "It pays 21 in Maxi Yatzy.")
    assert dice(page) == "123456"


def test_a_question_of_the_address_makes_no_step_of_its_own(visit):
    """Else nobody could go back past it."""
    page = visit(f"{PAGE}#asked")
    page.evaluate("location.hash = '#q=66611+full+house'")
    settled(page, "20 in Yacht")
    page.wait_for_function("location.hash === '#d=66611&b=full-house'")
    page.go_back()
    page.wait_for_function("location.hash === '#asked'")


def test_back_to_the_page_without_a_question_is_what_stood_there(visit):
    page = visit(PAGE)
    ask(page, "66611 full house")
    settled(page, "20 in Yacht")
    page.go_back()
    settled(page, "It pays 0 in all six games with five dice.")
    assert dice(page) == "44444"
    assert page.get_by_label("Ask in plain words").input_value() == ""


def test_with_slow_data_what_is_asked_last_is_answered(visit):
    page = visit(PAGE)
    page.evaluate("""() => {
        const fetched = window.fetch;
        window.fetch = async (...what) => {
            await new Promise((go) => { setTimeout(go, 600); });
            return fetched(...what);
        };
    }""")
    ask(page, "44422 full house in yatzy")
    page.locator(".settle-die").first.focus()
    page.keyboard.type("12345")
    settled(page, "It pays 0 in Yatzy.")
    assert dice(page) == "12345"
    assert page.wrong == []


def test_another_fragment_changes_nothing(visit):
    page = visit(f"{PAGE}#asked")
    assert line(page).startswith("Five alike pays 0 as a Full House")


def test_what_is_not_understood_is_said_with_what_was_read_and_nothing_is_lost(visit):
    page = visit(PAGE)
    ask(page, "444 as a full house, perhaps")
    settled(page, "Dice read in it: three. A roll has five, or six in Maxi Yatzy.")
    assert "Read so far: 4 4 4, Full House." in page.locator(".settle-told").inner_text()
    assert "is 44444 a full house" in page.locator(".settle-told").inner_text()
    field = page.get_by_label("Ask in plain words")
    assert field.input_value() == "444 as a full house, perhaps"
    assert field.get_attribute("aria-invalid") == "true"
    assert page.evaluate("new URLSearchParams(location.hash.slice(1)).get('q')") == "444 as a full house, perhaps"
    page.reload()
    settled(page, "Dice read in it: three")
    assert field.input_value() == "444 as a full house, perhaps"
    ask(page, "hello there")
    settled(page, "No dice and no box could be read in it.")
    ask(page, "44449 full house")
    settled(page, "“9” is no face of a die.")
    ask(page, "44444 full house")
    settled(page, "It pays 0")
    assert field.get_attribute("aria-invalid") is None
    assert "q=" not in page.evaluate("location.hash")
    assert page.wrong == []


def test_dice_are_set_by_keys_alone(visit):
    page = visit(PAGE)
    page.locator(".settle-die").first.focus()
    page.keyboard.type("55221")
    settled(page, "It pays 0 in all six games with five dice.")
    page.wait_for_function("location.hash.includes('d=55221')")
    assert dice(page) == "55221"
    assert "Die 5: one" in page.evaluate(FOCUS)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.locator(".settle-faces").wait_for()
    assert "one" in page.evaluate(FOCUS)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash.includes('d=55231')")
    assert page.locator(".settle-faces").get_attribute("aria-label") == "Face of die 5"
    page.keyboard.press("6")
    page.wait_for_function("location.hash.includes('d=55236')")
    page.locator(".settle-faces").wait_for(state="hidden")
    assert "settle-die" in page.evaluate(FOCUS)
    page.keyboard.press("Enter")
    page.locator(".settle-faces").wait_for()
    page.keyboard.press("Escape")
    page.locator(".settle-faces").wait_for(state="hidden")
    assert "settle-die" in page.evaluate(FOCUS)
    assert page.wrong == []


def test_a_roll_goes_in_by_five_taps_and_a_tap_beside_closes(visit):
    page = visit(PAGE, 360, has_touch=True)
    page.locator(".settle-die").first.tap()
    for face in ("three", "three", "three", "six", "six"):
        page.locator(".settle-faces").get_by_label(face).tap()
    settled(page, "30 in Generala")
    assert dice(page) == "33366"
    page.locator(".settle-faces").wait_for(state="hidden")
    page.locator(".settle-die").nth(1).tap()
    page.locator(".settle-die").nth(3).tap()
    assert page.locator(".settle-faces").get_attribute("aria-label") == "Face of die 4"
    page.locator("h1").tap()
    page.locator(".settle-faces").wait_for(state="hidden")
    assert page.wrong == []


@pytest.mark.parametrize("path", [PAGE, f"{PAGE}#d=44444&b=full-house", f"{PAGE}#d=444222&g=maxi-yatzy", "/"])
def test_what_a_finger_taps_is_large_enough_and_nothing_is_wider_than_a_phone(visit, path):
    page = visit(path, 360, has_touch=True)
    assert page.evaluate(SMALL) == []
    page.locator(".settle-die").first.tap()
    page.locator(".settle-faces").wait_for()
    assert page.evaluate(SMALL) == []
    box = page.locator(".settle-faces").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_the_verdict_is_on_the_first_screen_of_a_phone(visit):
    page = visit(f"{PAGE}#d=44444&b=full-house", 360)
    settled(page, "It pays 0")
    box = page.locator(".settle-word").bounding_box()
    assert box["y"] + box["height"] <= 640


def test_boxes_and_games_are_chosen_and_go_by_the_names_that_a_sheet_prints(visit):
    page = visit(f"{PAGE}#d=12345&b=small-straight")
    settled(page, "It pays 30 in Yacht")
    page.get_by_label("Game").select_option("yacht")
    settled(page, "It pays 30 in Yacht.")
    assert page.locator("select[name=b] option:checked").inner_text() == "Little Straight"
    page.get_by_label("Box").select_option("")
    settled(page, "That is where these dice pay most in Yacht: 30.")
    assert page.locator(".settle-table tbody tr").count() == 12
    page.get_by_label("Game").select_option("maxi-yatzy")
    settled(page, "One die is not set yet.")
    assert dice(page) == "12345b"
    page.locator(".settle-die").nth(5).focus()
    page.keyboard.press("6")
    settled(page, "That is where these dice pay most in Maxi Yatzy: 21.")
    page.get_by_label("Game").select_option("")
    settled(page, "That is where these dice pay most in Yacht: 30.")
    assert dice(page) == "12345"
    assert page.wrong == []


def test_a_verdict_says_who_plays_it_otherwise_and_leads_to_where_it_is_argued_out(visit):
    page = visit(f"{PAGE}#d=44444&b=full-house&g=yahtzee")
    settled(page, "It pays 0 in Yahtzee.")
    first = page.locator(".settle-table tbody tr").first
    assert first.inner_text().startswith("Yahtzee")
    joker = page.locator(".settle-case", has_text="as a joker").first
    assert joker.locator(".num").inner_text() == "25"
    other = page.locator(".settle-case", has_text="Is five alike a Full House? Yes, always").first
    assert "Wizard of Vegas" in other.inner_text()
    href = other.locator("a").get_attribute("href")
    assert href.endswith("/compare/#yahtzee-five-alike-full-house")
    answer = page.locator(".settle-answer a")
    assert answer.get_attribute("href").endswith("/faq/five-alike-full-house/")
    answer.click()
    assert page.locator("h1").inner_text() == "Does five alike count as a Full House?"


def test_the_verdict_is_told_once_in_whole_sentences(visit):
    page = visit(PAGE)
    page.evaluate(LISTEN)
    page.locator(".settle-die").first.focus()
    page.keyboard.type("44422")
    page.wait_for_function("heard.length > 0", timeout=8000)
    page.wait_for_timeout(600)
    heard = page.evaluate("heard")
    assert len(heard) == 1
    assert re.match(r"Yes\. It pays 30 in Generala; .*The dice show a full house, and Full House takes", heard[0])


def test_the_link_is_copied(visit):
    page = visit(f"{PAGE}#d=44444&b=full-house", permissions=["clipboard-read", "clipboard-write"])
    settled(page, "It pays 0")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Link copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_dice_of_what_is_asked_most_are_set_by_a_link(visit):
    page = visit(PAGE)
    page.get_by_role("link", name="Set these dice").nth(1).click()
    settled(page, "40 in Generala")
    assert dice(page) == "55552"


def test_the_home_page_fetches_nothing_until_it_is_used_and_nothing_moves(visit):
    page = visit("/")
    fetched = "performance.getEntriesByType('resource').filter(({name}) => /data|play/.test(name)).length"
    assert page.evaluate(fetched) == 0
    before = page.locator("settle-it").bounding_box()
    page.get_by_label("Ask in plain words").focus()
    page.wait_for_function(f"{fetched} > 12")  # six modules, and the tables of seven games
    assert page.locator("settle-it").bounding_box() == before
    assert word(page) == "Yes."
    ask(page, "is 44444 a full house")
    settled(page, "It pays 0 in all six games with five dice.")
    assert page.evaluate("location.hash") == ""
    more = page.get_by_role("link", name="Every reading, and who follows it")
    more.click()
    settled(page, "It pays 0 in all six games with five dice.")
    assert page.wrong == []


def test_what_is_pressed_on_the_home_page_before_its_module_is_there_counts(visit):
    page = visit("/")
    held = []
    page.route("**/play/settle.js", lambda route: held.append(route))
    page.locator(".settle-die").nth(4).click()
    page.locator(".settle-faces button").nth(4).click()
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    settled(page, "It pays 20 in Yacht.")
    assert dice(page) == "55555"
    again = visit("/")
    again.route("**/play/settle.js", lambda route: held.append(route))
    again.get_by_label("Ask in plain words").fill("is 44444 a full house")
    again.get_by_label("Ask in plain words").press("Enter")
    held[1].continue_()
    settled(again, "It pays 0 in all six games with five dice.")
    assert again.evaluate("location.search") == ""


def test_on_the_home_page_the_chosen_game_pays_and_the_others_stand_below(visit):
    page = visit("/")
    page.get_by_label("Game").select_option("generala")
    settled(page, "It pays 40 in Generala.")
    games = page.locator(".elsewhere th").all_inner_texts()
    assert games == ["Yacht", "Yacht with a 35 bonus", "Yahtzee", "Kniffel", "Yatzy"]


def test_data_that_cannot_be_had_is_said_and_asked_for_again(visit):
    page = visit(PAGE)
    page.route("**/data/settle.json", lambda route: route.abort())
    ask(page, "44444 full house")
    settled(page, "The rules could not be fetched.")
    page.unroute("**/data/settle.json")
    ask(page, "44444 full house")
    settled(page, "It pays 0 in all six games with five dice.")


@pytest.mark.parametrize("path", [PAGE, "/"])
def test_without_javascript_a_worked_verdict_stands_and_no_dead_control(visit, path):
    page = visit(path, java_script_enabled=False)
    told = page.locator("settle-it")
    assert told.locator(".settle-word").is_visible()
    assert told.locator(".points").inner_text() in ("0", "20")
    for control in told.locator("button, input, select").all():
        assert not control.is_visible()
    assert told.locator(".dice").first.is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "path",
    [f"{PAGE}#d=44444&b=full-house&g=yahtzee", f"{PAGE}#q=wibble", f"{PAGE}#d=33322&g=yatzy", f"{PAGE}#b=choice"],
)
def test_a_verdict_is_clean(visit, path, scheme):
    page = visit(path, scheme=scheme)
    page.locator("settle-it:not(.is-coming) .settle-word").wait_for()
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]})
    assert found.violations_count == 0, found.generate_report()
    page.locator(".settle-die").first.click()
    page.locator(".settle-faces").wait_for()
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa"]})
    assert found.violations_count == 0, found.generate_report()
    assert page.wrong == []


def test_the_tray_prints_without_what_only_a_screen_can_use(visit):
    page = visit(f"{PAGE}#d=44444&b=full-house")
    settled(page, "It pays 0")
    page.emulate_media(media="print")
    assert not page.get_by_label("Ask in plain words").is_visible()
    assert not page.get_by_role("button", name="Copy link").is_visible()
    assert page.locator(".settle-word").is_visible()
