"""The coach for dice on the table: entering rolls, setting up a card, what it advises, keeps and tells."""

import json
import random
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
from heard import LISTEN
from opened import at_widths, objections

from yachtlib.card import Card
from yachtlib.games import find_game
from yachtlib.play import Play
from yachtlib.solver import solve

STRINGS = tomllib.loads((Path(__file__).parent.parent / "gen/strings/en.toml").read_text())
WORDS, PLAY, ADVICE = STRINGS["real"], STRINGS["play"], STRINGS["coach"]
NUMBERS = ["zero", "one", "two", "three", "four", "five", "six"]
AT = "document.querySelector('real-dice').at"
READY = "document.querySelector('.advice .body:not([hidden])') !== null"
GUARD = 360  # ms: a press nearer to the one before is not for a button that has just come
KEPT = "three-rolls.coach.{}"
BLOCKED = """for (const name of ["localStorage", "indexedDB"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
}"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
SMALL = """() => [...document.querySelectorAll("real-dice :is(button, select, summary, a)")]
  .filter((node) => node.checkVisibility() && !node.closest("details:not([open]) label"))
  .map((node) => [node.getBoundingClientRect(), node])
  .filter(([{width, height}]) => Math.min(width, height) < 43.4 || width < 43.9)
  .map(([{width, height}, node]) => `${width} x ${height}: ${node.outerHTML.slice(0, 90)}`)"""


@pytest.fixture
def sit(visit):
    """Opens the coach, once it advises: ``sit("g=yahtzee", {"ones": 3})`` with these boxes filled."""

    def open_page(hash: str = "g=yahtzee", filled: dict[str, int] | None = None, ready: bool = True, **more):
        page = visit(f"/coach/{'#' * bool(hash)}{hash}", **{"reduced_motion": "reduce"} | more)
        page.locator(".real").wait_for()
        for box, points in (filled or {}).items():
            tile(page, box).locator("select").select_option(str(points))
        if ready:
            page.wait_for_function(READY, timeout=60_000)
        return page

    return open_page


def at(page) -> dict:
    return page.evaluate(AT)


def tile(page, box: str):
    """The tile of a box, by its id."""
    n = page.evaluate("id => document.querySelector('real-dice').table.boxes.findIndex((box) => box.id === id)", box)
    name = page.evaluate("n => document.querySelector('real-dice').table.boxes[n].name", n)
    return page.locator(".real-tile").filter(has=page.locator(f"select[aria-label='{name}']"))


def worth(page) -> float:
    return float(page.locator(".advice li.first .worth b").inner_text())


def verdict(page) -> str:
    return page.locator(".advice .counsel b").inner_text()


def held(page) -> list[int]:
    """The faces that are lifted to be held."""
    uses = page.locator("real-dice .odds-dice [aria-pressed=true] use")
    return sorted(int(use.get_attribute("href")[-1]) for use in uses.all())


@cache
def best_play(game_id: str, *chosen: tuple[str, str]) -> Play:
    return Play(solve(find_game(game_id).with_options(dict(chosen))))


CARDS = {
    "yacht": {"ones": 3, "choice": 22, "yacht": 0, "fours": 12},
    "yahtzee": {"ones": 2, "full-house": 25, "sixes": 18, "yahtzee": 50, "chance": 20},
    "generala": {"threes": 9, "straight": 20, "generala": 0},
}


@pytest.mark.parametrize("game_id", CARDS)
def test_a_card_set_up_in_the_middle_gets_the_best_hold_of_the_library(sit, game_id):
    play, filled = best_play(game_id), CARDS[game_id]
    page, pick = sit(f"g={game_id}", filled), random.Random(7)
    card, found = Card(play.game, filled), play.first_holds(filled)
    clear = [roll for roll, hold in found.items() if hold.lead > 0.06 and len(hold.hold) < 5]
    for roll in pick.sample(clear, 8):
        page.keyboard.type("".join(map(str, pick.sample(roll, 5))))
        assert held(page) == sorted(found[roll].hold), roll
        total = card.total - card.bonus + found[roll].worth
        assert abs(worth(page) - total) <= 0.05001, (roll, total)
        page.get_by_role("button", name=PLAY["undo"]).click()
        for _ in range(4):
            page.keyboard.press("u")
        assert at(page)["dice"] == []
    assert page.wrong == []


def test_before_a_roll_it_says_what_the_card_comes_to(sit):
    filled = CARDS["yahtzee"]
    play = best_play("yahtzee")
    page = sit("g=yahtzee", filled)
    card = Card(play.game, filled)
    value = play.cards.find(filled)
    total = card.total - card.bonus + float(play.table.values[value])
    assert verdict(page) == ADVICE["average"].format(points=f"{total:.1f}")


def test_a_whole_turn_by_keyboard(sit):
    page = sit("g=yahtzee")
    page.keyboard.type("55521")
    assert held(page) == [5, 5, 5]
    assert verdict(page) == ADVICE["verdict"]["clear"].format(move="hold three fives")
    page.keyboard.press("r")
    assert at(page) | {"card": 0} == {"chosen": {}, "card": 0, "roll": 2, "dice": [5, 5, 5], "kept": 3}
    page.keyboard.type("46")
    page.keyboard.press("Backspace")
    page.keyboard.type("5")
    assert at(page)["dice"] == [5, 5, 5, 4, 5]
    page.keyboard.press("r")
    page.keyboard.type("3")
    assert at(page)["roll"] == 3
    assert page.locator("real-dice .odds-dice [aria-pressed]").count() == 0, "after the last roll nothing is held"
    assert page.evaluate("document.querySelector('real-dice').next.does").startswith("fill ")
    page.keyboard.press("r")
    assert at(page)["roll"] == 1
    assert at(page)["dice"] == []
    assert len(at(page)["card"]["points"]) == 1
    assert page.locator(".real-when").inner_text().endswith("turn 2 of 13")
    page.keyboard.press("u")
    assert at(page)["dice"] == [5, 5, 5, 5, 3]
    assert at(page)["card"]["points"] == {}
    assert page.wrong == []


def test_with_the_keys_of_the_game_switched_off_digits_count_only_inside(sit):
    page = sit(ready=False)
    page.evaluate("localStorage.setItem('three-rolls.settings', '{\"keys\": false}')")
    page.reload()
    page.locator(".real").wait_for()
    page.keyboard.type("123")
    assert at(page)["dice"] == []
    page.locator(".odds-faces button").first.focus()
    page.keyboard.type("45")
    assert at(page)["dice"] == [4, 5]


def test_a_whole_turn_by_touch_on_a_small_phone(sit):
    page = sit("g=yahtzee", width=360, has_touch=True, is_mobile=True)
    faces, go = page.locator(".odds-faces button"), page.locator(".odds-roll")

    def enter(dice: str) -> None:
        for face in dice:
            faces.nth(int(face) - 1).tap()

    enter("66143")
    assert held(page) == [6, 6]
    go.tap()  # meant for a face: the button had only just come
    assert at(page)["roll"] == 1
    page.wait_for_timeout(GUARD)
    go.tap()
    assert at(page)["dice"] == [6, 6]
    page.wait_for_timeout(GUARD)
    enter("661")
    die = page.locator("real-dice .odds-dice button")
    die.nth(4).tap()  # another hold than the best
    assert held(page) == [1, 6, 6, 6, 6]
    assert go.locator("b").inner_text() == "Fill Sixes with 24"
    die.nth(4).tap()
    page.wait_for_timeout(GUARD)
    go.tap()
    page.wait_for_timeout(GUARD)
    enter("2")
    tile(page, "sixes").locator(".offer").tap()
    assert at(page)["card"]["points"] == {"sixes": 24}
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.wrong == []


def test_card_and_dice_stand_on_one_screen_of_a_small_phone(sit):
    page = sit("g=yahtzee", width=360)
    dock = page.locator(".real-dock").bounding_box()
    assert dock["y"] + dock["height"] <= 640
    for each in page.locator(".real-tile").all():
        box = each.bounding_box()
        assert box["y"] + box["height"] <= dock["y"] + 1, each.inner_text()


@pytest.mark.parametrize("size", [(740, 360), (640, 360), (360, 640)])
def test_the_dice_never_lie_over_a_box_that_has_the_focus(sit, size):
    page = sit("g=yahtzee", ready=False)
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.get_by_label(STRINGS["helper"]["game"]).focus()
    seen = 0
    for _ in range(20):
        page.keyboard.press("Tab")
        bottom = page.evaluate("document.activeElement.closest('.real-tile')?.getBoundingClientRect().bottom")
        if bottom is not None:
            seen += 1
            assert bottom <= page.locator(".real-dock").bounding_box()["y"] + 1
    assert seen >= 13


@pytest.mark.parametrize(("size", "width"), [("30px", 360), ("40px", 412)])
def test_with_large_text_the_dice_leave_room_for_the_card(sit, size, width):
    page = sit("g=yahtzee", width=width, ready=False)
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
    page.keyboard.type("12345")
    assert page.locator(".real-when p").bounding_box()["width"] >= 5 * int(size[:-2]) * 0.7
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".real-dock").bounding_box()["height"] < 530


def test_magnified_so_far_that_nothing_else_would_show_the_dice_scroll_along(sit):
    page = sit("g=yahtzee", width=320, ready=False)
    assert page.locator(".real-dock").evaluate("(dock) => getComputedStyle(dock).position") == "sticky"
    page.set_viewport_size({"width": 320, "height": 256})
    assert page.locator(".real-dock").evaluate("(dock) => getComputedStyle(dock).position") == "static"


def test_on_paper_stands_what_is_written_and_no_offer(sit):
    page = sit("g=generala", {"fives": 15}, ready=False)
    page.keyboard.type("11236")
    page.emulate_media(media="print")
    assert page.locator(".real-tile .offer:visible").count() == 0
    assert tile(page, "fives").locator("select").is_visible()


def test_a_line_of_the_advice_is_done_when_it_is_pressed(sit):
    page = sit("g=yacht")
    page.keyboard.type("66552")
    lines = page.locator(".advice button.line")
    second = lines.nth(1)
    faces = [int(use.get_attribute("href")[-1]) for use in second.locator(".die:not(.is-off) use").all()]
    second.click()
    assert sorted(at(page)["dice"]) == sorted(faces)
    assert at(page)["roll"] == 2
    page.get_by_role("button", name=PLAY["undo"]).click()
    page.get_by_role("button", name=re.compile("^Show all")).click()
    page.locator(".advice button.line", has_text="fill Choice with 24").click()
    assert at(page)["card"]["points"] == {"choice": 24}


def test_the_second_of_two_equal_dice_is_held_or_thrown_by_itself(sit):
    page = sit("g=yacht")
    page.keyboard.type("55432")
    dice = page.locator("real-dice .odds-dice button")
    for each in dice.all():
        if each.get_attribute("aria-pressed") == "true":
            each.click()
    dice.nth(1).click()
    assert held(page) == [5]
    assert dice.nth(1).get_attribute("aria-pressed") == "true"
    assert "below the best" in page.locator(".odds-roll small").inner_text()


def test_a_roll_that_comes_later_is_counted_as_what_it_is(sit):
    page = sit("g=yacht")
    page.get_by_role("button", name=PLAY["ordinal"][2]).click()
    page.keyboard.type("44441")
    assert page.locator(".advice button.line", has_text="hold").count() == 0
    assert verdict(page).endswith("fill Four of a Kind with 16.")


def test_a_zero_asks_again(sit):
    page = sit("g=yacht")
    page.keyboard.type("66655")
    offer = tile(page, "ones").locator(".offer")
    offer.click()
    assert at(page)["card"]["points"] == {}
    assert tile(page, "ones").inner_text().split("\n")[:2] == ["Ones", PLAY["sure"].format(points=0)]
    offer.click()
    assert at(page)["card"]["points"] == {"ones": 0}


def test_a_joker_goes_where_the_boxed_game_lets_it_go(sit):
    page = sit("g=yahtzee", {"yahtzee": 50, "fours": 12})
    page.keyboard.type("55555")
    shut = tile(page, "chance").locator(".offer")
    assert shut.get_attribute("aria-disabled") == "true"
    shut.press("Enter")
    assert at(page)["card"]["points"] == {"yahtzee": 50, "fours": 12}
    assert page.locator("real-dice > [role=status]").inner_text() == PLAY["tell"]["own"].format(
        box="Chance", first="Fives"
    )
    page.keyboard.press("r")
    assert at(page)["card"] == {"points": {"yahtzee": 50, "fours": 12, "fives": 25}, "repeats": 1}
    assert page.locator(".real-tile.total b").inner_text() == str(50 + 12 + 25 + 100)
    page.keyboard.type("44444")
    pays = {box: int(tile(page, box).locator(".offer").inner_text()) for box in ("full-house", "large-straight")}
    card = Card(find_game("yahtzee"), {"yahtzee": 50, "fours": 12, "fives": 25}, 1)
    legal = card.legal((4, 4, 4, 4, 4))
    assert pays == {box: legal[box] for box in pays}
    assert page.locator(".real-tile.shut").count() == len(card.open_boxes) - len(legal)


def test_extras_are_counted_once_their_box_has_its_points(sit):
    page = sit("g=yahtzee", ready=False)
    extras = page.get_by_label(STRINGS["sheet"]["extras"])
    assert extras.locator("option:not([disabled])").count() == 1
    tile(page, "yahtzee").locator("select").select_option("50")
    assert extras.locator("option:not([disabled])").count() == 1, "each further five alike fills another box"
    for box, points in (("fives", 25), ("ones", 3), ("chance", 30)):
        tile(page, box).locator("select").select_option(str(points))
    assert extras.locator("option:not([disabled])").all_inner_texts() == ["0", "1", "2", "3"]
    extras.select_option("2")
    assert page.locator(".real-tile.total b").inner_text() == str(50 + 25 + 3 + 30 + 200)
    tile(page, "yahtzee").locator("select").select_option("0")
    assert at(page)["card"]["repeats"] == 0


def test_generala_pays_more_on_the_first_roll_and_may_be_won_at_once(sit):
    game = find_game("generala")
    page = sit("g=generala")
    page.keyboard.type("66622")
    first, later = Card(game).legal((2, 2, 6, 6, 6), True), Card(game).legal((2, 2, 6, 6, 6))
    offer = tile(page, "full-house").locator(".offer")
    assert offer.inner_text() == str(first["full-house"])
    page.get_by_role("button", name=PLAY["ordinal"][1]).click()
    assert offer.inner_text() == str(later["full-house"])
    for _ in range(6):
        page.keyboard.press("u")
    page.keyboard.type("33333")
    assert page.locator(".odds-roll small").inner_text() == WORDS["wins"]
    page.locator("real-dice .odds-dice button").first.click()
    assert page.evaluate("document.querySelector('real-dice').next.does") == "hold four threes"
    assert "below the best" in page.locator(".odds-roll small").inner_text(), "it is the roll that wins, not this hold"


def test_every_step_is_taken_back(sit):
    page = sit("g=yahtzee", {"ones": 3, "twos": 6})
    undo, seen = page.get_by_role("button", name=PLAY["undo"]), [at(page)]
    page.keyboard.type("66612")
    for act in (
        lambda: page.keyboard.press("r"),
        lambda: page.keyboard.type("6"),
        lambda: page.get_by_role("button", name=PLAY["ordinal"][2]).click(),
        lambda: page.keyboard.type("5"),
        lambda: tile(page, "sixes").locator(".offer").click(),
        lambda: tile(page, "chance").locator("select").select_option("17"),
        lambda: page.get_by_role("button", name=WORDS["fresh"]).click(),
    ):
        seen.append(at(page))
        act()
    assert at(page)["card"]["points"] == {}
    for before in reversed(seen[1:]):
        undo.click()
        assert at(page) == before
    for _ in range(5):
        undo.click()
    assert at(page) == seen[0]
    for _ in range(3):
        undo.click()
    assert at(page)["card"]["points"] == {}
    assert page.locator("real-dice > [role=status]").inner_text().strip() == WORDS["undo_none"]


def test_what_changes_nothing_is_no_step(sit):
    page = sit("g=yacht", {"ones": 3}, ready=False)
    undo = page.get_by_role("button", name=PLAY["undo"])
    for _ in range(3):
        page.get_by_role("button", name=WORDS["fresh"]).click()
        page.get_by_role("button", name=PLAY["ordinal"][0]).click()
    assert at(page)["card"]["points"] == {}
    undo.click()
    assert at(page)["card"]["points"] == {"ones": 3}


def test_a_die_that_is_taken_back_by_key_is_told(sit):
    page = sit("g=yacht", ready=False)
    page.keyboard.type("123")
    page.keyboard.press("Backspace")
    assert page.locator("real-dice > [role=status]").inner_text() == "First roll. Enter three dice."


def test_other_numbers_for_the_same_box_are_one_step(sit):
    page = sit("g=yacht", ready=False)
    for points in ("3", "4", "5"):
        tile(page, "ones").locator("select").select_option(points)
    page.get_by_role("button", name=PLAY["undo"]).click()
    assert at(page)["card"]["points"] == {}


def test_a_reload_brings_back_card_dice_and_steps(sit):
    page = sit("g=yahtzee&joker=free", {"ones": 3})
    page.keyboard.type("66612")
    page.keyboard.press("r")
    before = at(page)
    page.reload()
    page.wait_for_function(READY.replace(" !== null", "") + f" !== undefined && Boolean({AT})")
    assert at(page) == before
    assert at(page)["chosen"] == {"joker": "free"}
    page.get_by_role("button", name=PLAY["undo"]).click()
    assert at(page)["dice"] == [6, 6, 6, 1, 2]


def test_each_game_is_kept_by_itself_and_the_last_one_comes_back(sit, address):
    page = sit("g=yahtzee", {"ones": 3}, ready=False)
    game = page.get_by_label(STRINGS["helper"]["game"])
    game.select_option("yatzy")
    page.wait_for_function("location.hash === '#g=yatzy'")
    tile(page, "twos").locator("select").select_option("4")
    game.select_option("yahtzee")
    page.wait_for_function("location.hash === '#g=yahtzee'")
    assert at(page)["card"]["points"] == {"ones": 3}
    game.select_option("yatzy")
    page.wait_for_function("location.hash === '#g=yatzy'")
    tile(page, "threes").locator("select").select_option("9")
    page.goto(f"{address}/coach/?again")
    page.locator(".real").wait_for()
    assert at(page)["card"]["points"] == {"twos": 4, "threes": 9}


def test_house_rules_are_chosen_and_keep_the_card(sit):
    page = sit("g=yahtzee", {"ones": 3, "yahtzee": 50})
    page.locator(".odds-rules summary").click()
    question = find_game("yahtzee").option("joker").question
    page.get_by_label(question).select_option("free")
    page.wait_for_function("location.hash === '#g=yahtzee&joker=free'")
    page.wait_for_function(READY, timeout=60_000)
    assert at(page)["card"]["points"] == {"ones": 3, "yahtzee": 50}
    page.keyboard.type("55555")
    assert page.locator(".real-tile.shut").count() == 0
    for _ in range(6):
        page.keyboard.press("u")
    assert at(page)["chosen"] == {}
    page.wait_for_function("location.hash === '#g=yahtzee'")


def test_where_the_sheet_is_filled_in_order_a_card_with_a_gap_gets_no_advice(sit):
    page = sit("g=yatzy&order=sheet", {"twos": 4}, ready=False)
    page.get_by_text(WORDS["order"]).wait_for(timeout=60_000)
    tile(page, "ones").locator("select").select_option("2")
    page.wait_for_function(READY)
    page.keyboard.type("33345")
    assert page.locator(".real-tile.shut").count() == 12
    assert held(page) == [3, 3, 3]


def test_the_largest_game_is_not_solved_and_says_so(sit):
    page = sit("g=maxi-yatzy", ready=False)
    page.get_by_text(re.compile("^Best play of Maxi Yatzy is not solved in the page")).wait_for(timeout=60_000)
    odds = page.get_by_role("link", name=WORDS["odds"])
    page.keyboard.type("66611")
    assert odds.count() == 0, "five dice of six have no odds"
    page.keyboard.type("2")
    assert odds.get_attribute("href").endswith("/odds/#g=maxi-yatzy&d=666112&r=2")
    page.locator("real-dice .odds-dice button").first.click()
    page.keyboard.press("r")
    assert at(page)["dice"] == [6]
    page.keyboard.type("66112")
    page.get_by_role("button", name=PLAY["ordinal"][2]).click()
    assert page.locator(".odds-roll").get_attribute("aria-disabled") == "true"
    tile(page, "sixes").locator(".offer").click()
    assert page.locator(".real-tile.total b").inner_text() == "18"


def test_what_is_worked_out_can_be_cancelled_and_begun_again(sit):
    page = sit("g=yatzy", ready=False)
    page.get_by_role("button", name=ADVICE["cancel"]).click()
    page.get_by_text(ADVICE["cancelled"]).wait_for()
    page.keyboard.type("66612")
    assert held(page) == []
    page.get_by_role("button", name=ADVICE["again"]).click()
    page.wait_for_function(READY, timeout=60_000)
    assert held(page) == [6, 6, 6]


@pytest.mark.parametrize("script", [BLOCKED, FULL], ids=["blocked", "full"])
def test_where_nothing_can_be_kept_it_is_said_and_the_coach_goes_on(browser, address, script):
    context = browser.new_context()
    context.add_init_script(script)
    page = context.new_page()
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"{address}/coach/#g=yacht")
    page.wait_for_function(READY, timeout=60_000)
    assert page.locator(".real-note").inner_text() == ""
    page.keyboard.type("55521")
    assert page.locator(".real-note").inner_text() == PLAY["unsaved"]
    assert held(page) == [5, 5, 5]
    page.keyboard.press("u")
    assert at(page)["dice"] == [5, 5, 5, 2]
    assert wrong == []
    context.close()


GOOD = {"chosen": {}, "card": {"points": {"ones": 3}, "repeats": 0}, "roll": 1, "dice": [5, 5], "kept": 0}
DAMAGED = {
    "cut": json.dumps(GOOD)[:40],
    "of another game": json.dumps(GOOD | {"card": {"points": {"yahtzee": 50}, "repeats": 0}}),
    "of dice that there are not": json.dumps(GOOD | {"dice": [7, 0]}),
    "of an earlier step": json.dumps(GOOD)[:40] + "\n" + json.dumps(GOOD),
    "of no JSON": "\u0000\ud7ff<b>",
    "of null": "null",
    "of nothing": "",
    "of an option that is not there": json.dumps(GOOD | {"chosen": {"__proto__x": "y"}}),
}


def test_a_damaged_card_is_set_aside_and_said(sit):
    page = sit("g=yacht", ready=False)
    key = KEPT.format("yacht")
    for name, text in DAMAGED.items():
        page.evaluate(
            "([key, text]) => { localStorage.clear(); localStorage[key] = text; }", [KEPT.format("yacht"), text]
        )
        page.reload()
        page.locator(".real").wait_for()
        assert page.locator(".real-note").inner_text() == PLAY["damaged"], name
        assert at(page)["card"]["points"] == {}, name
        assert page.evaluate("key => localStorage[key]", f"{key}.aside") == text, name
    page.keyboard.type("5")
    page.reload()
    page.locator(".real").wait_for()
    assert at(page)["dice"] == [5]
    assert page.locator(".real-note").inner_text() == ""
    assert page.wrong == []


@pytest.mark.parametrize(
    "hash, game, chosen, odd",
    [
        ("", "yacht", {}, ""),
        ("g=", "yacht", {}, "g="),
        ("g=__proto__", "yacht", {}, "g=__proto__"),
        ("g=YAHTZEE", "yacht", {}, "g=YAHTZEE"),
        ("how", "yacht", {}, ""),
        ("bonus=35", "yacht", {"bonus": "35"}, ""),
        ("joker=free", "yacht", {}, "joker=free"),
        ("g=yahtzee&joker=free", "yahtzee", {"joker": "free"}, ""),
        ("g=yahtzee&joker=none-such&order=sheet", "yahtzee", {}, "joker=none-such, order=sheet"),
        ("joker=free&g=yahtzee", "yahtzee", {"joker": "free"}, ""),
        ("g=yahtzee&joker=free&joker=forced", "yahtzee", {}, ""),
        ("g=kniffel&d=12345&r=9", "kniffel", {}, "d=12345, r=9"),
        ("g=yahtzee&__proto__=x&constructor=y", "yahtzee", {}, "__proto__=x, constructor=y"),
        ("g=" + "9" * 5000, "yacht", {}, "g=" + "9" * 78 + "…"),
        ("g=%E0%A4%A", "yacht", {}, "g=\ufffd%A"),
    ],
)
def test_an_odd_address_opens_what_it_can_and_says_what_it_cannot(sit, hash, game, chosen, odd):
    page = sit(hash, ready=False)
    page.wait_for_function(f"Boolean({AT})")
    assert page.evaluate("document.querySelector('real-dice').table.id") == game
    assert at(page)["chosen"] == chosen
    assert page.locator(".real-note").inner_text() == (odd and STRINGS["lab"]["unknown"].format(what=odd))
    page.get_by_label(STRINGS["helper"]["game"]).select_option("generala")
    page.wait_for_function("document.querySelector('real-dice').table.id === 'generala'")
    assert page.locator(".real-note").inner_text() == "", "what was asked for in vain is past after a choice"
    assert page.wrong == []


def test_an_address_that_comes_later_is_followed(sit):
    page = sit("g=yacht", {"ones": 3}, ready=False)
    page.evaluate("location.hash = 'g=yahtzee&joker=free'")
    page.wait_for_function("document.querySelector('real-dice').table.id === 'yahtzee'")
    assert at(page)["chosen"] == {"joker": "free"}
    page.go_back()
    page.wait_for_function("document.querySelector('real-dice').table.id === 'yacht'")
    assert at(page)["card"]["points"] == {"ones": 3}
    page.evaluate("location.hash = 'keys'")
    assert page.evaluate("document.querySelector('real-dice').table.id") == "yacht"


def test_a_full_card_says_its_total_and_offers_a_new_one(sit):
    filled = {
        box.id: game_points for box, game_points in zip(find_game("yacht").boxes, [3, 6, 9, 12, 15, 18], strict=False)
    }
    lower = {"full-house": 28, "four-of-a-kind": 24, "little-straight": 30, "big-straight": 0, "choice": 25}
    page = sit("g=yacht", filled | lower)
    page.keyboard.type("66666")
    page.keyboard.press("r")
    assert at(page)["card"]["points"]["yacht"] == 50
    total = sum((filled | lower).values()) + 50
    assert page.locator(".real-when p b").inner_text() == WORDS["full"].format(total=total)
    page.keyboard.type("1")
    assert at(page)["dice"] == []
    page.wait_for_timeout(GUARD)
    page.locator(".odds-roll").click()
    assert at(page)["card"]["points"] == {}


def test_the_focus_is_never_lost(sit):
    page = sit("g=yacht")
    inside = "document.querySelector('real-dice').contains(document.activeElement)"
    page.locator(".odds-faces button").nth(4).focus()
    for _ in range(5):
        page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('.odds-roll')")
    page.get_by_role("button", name=PLAY["ordinal"][2]).press("Enter")
    page.locator(".odds-roll").press("Enter")
    assert page.evaluate(inside)
    assert page.evaluate("document.activeElement.parentNode.className") == "odds-faces"
    page.keyboard.type("12346")
    page.locator(".advice button.line").first.press("Enter")
    assert page.evaluate(inside)
    page.keyboard.press("u")
    tile(page, "choice").locator(".offer").press("Enter")
    assert page.evaluate(inside)


def test_what_is_heard(sit):
    page = sit("g=yahtzee")
    page.evaluate(LISTEN)
    page.keyboard.type("55521")
    page.keyboard.press("r")
    page.keyboard.type("53")
    page.locator(".real-tile .offer:visible", has_text="20").first.press("Enter")
    heard = page.evaluate("heard")
    first, second = PLAY["ordinal"][:2]
    assert heard[0] == f"five. {first}. Enter four dice."
    assert heard[3] == f"two. {first}. Enter one die."
    assert heard[4].startswith("A clear choice: hold three fives. 263.2 in the end, on average")
    assert heard[5] == f"{second}. Enter two dice."
    assert re.match(r"20 in \w+.*\. Total 20\. First roll\. Enter five dice\.", heard[-1]), heard
    assert len(heard) == 9
    dice = page.get_by_role("group", name=STRINGS["helper"]["dice"])
    assert "Die 1: not entered yet" in dice.aria_snapshot()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_amiss_at_any_width(sit, scheme):
    page = sit("g=yahtzee", {"yahtzee": 50, "fours": 12, "twos": 0}, scheme=scheme)

    def look() -> None:
        for width in at_widths(page, 1280, 768, 360, 320):
            found = objections(page, "real-dice")
            assert [(v["id"], [n["target"] for n in v["nodes"]][:3]) for v in found] == [], width
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(SMALL) == [], width

    look()
    page.keyboard.type("55555")
    tile(page, "fives").locator(".offer").focus()
    look()
    page.locator(".odds-rules summary").click()
    look()
    assert page.wrong == []


def test_without_javascript_it_says_what_it_does_and_where_to_go(visit):
    page = visit("/coach/", java_script_enabled=False)
    text = page.locator("real-dice").inner_text()
    assert "JavaScript" in text
    assert page.locator("real-dice a[href$='odds/']").count() == 1
    assert page.locator("real-dice table").first.is_visible()


def test_where_the_data_cannot_be_had_what_stands_there_stays(browser, address):
    page = browser.new_page()
    page.route("**/data/*.json", lambda route: route.abort())
    page.goto(f"{address}/coach/")
    page.wait_for_timeout(300)
    assert page.locator(".no-play").count() == 1
    page.close()


def test_a_game_that_does_not_come_leaves_the_card_and_says_so(sit):
    page = sit("g=yacht", {"ones": 3}, ready=False)
    page.route("**/data/yatzy.json", lambda route: route.abort())
    page.get_by_label(STRINGS["helper"]["game"]).select_option("yatzy")
    page.get_by_text(STRINGS["helper"]["lost"]).wait_for(state="attached")
    assert at(page)["card"]["points"] == {"ones": 3}
    assert page.get_by_label(STRINGS["helper"]["game"]).input_value() == "yacht"
