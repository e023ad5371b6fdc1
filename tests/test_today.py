"""Today's dice: the same for everyone on a date, played once, kept, compared and sent; the days before to practise."""

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from heard import LISTEN
from opened import kept_at, note_errors
from test_play_page import Table

from gen.figures import forms
from yachtlib.games import GAMES

ROOT = Path(__file__).parent.parent
STRINGS = tomllib.loads((ROOT / "gen/strings/en.toml").read_text())
WORDS, PLAY, LOG = STRINGS["today"], STRINGS["play"], STRINGS["log"]
FIGURES = json.loads((ROOT / "figures.json").read_text())["figures"]
ELEMENT = "document.querySelector('three-rolls-play')"
NOW = "2026-12-05T19:48:10Z"
TODAY, YESTERDAY = "2026-12-05", "2026-12-04"
AVERAGE = forms(FIGURES["yacht.best-play.mean"])["number-1"]

# Faces of a day as the modules deal them: {place: face} for each of the first rolls of the first turn.
DEALT = """async ([day, game]) => {
  const [{ diceOf }, { tableOf }] = await Promise.all(
    ["today", "table"].map((name) => import(`/assets/play/${name}.js`)));
  const table = tableOf(await (await fetch(`/data/${game}.json`)).json()), face = diceOf(day, table);
  return [0, 1, 2].map((roll) => [...Array(table.nDice).keys()].map((place) => face(0, roll, place)));
}"""

# A day's game, played by a computer's choices for so many turns, as it is saved.
MADE = """async ([day, game, turns]) => {
  const [{ diceOf }, { tableOf }, { act, start, write }, { decide }] = await Promise.all(
    ["today", "table", "game", "players"].map((name) => import(`/assets/play/${name}.js`)));
  const table = tableOf(await (await fetch(`/data/${game}.json`)).json()), face = diceOf(day, table);
  const seat = { name: "You", kind: "person", colour: 0 };
  let state = start(table, [seat]);
  while (state.log.length < turns) {
    const { turn } = state, faces = [...Array(table.nDice).keys()].map((place) => face(turn, 0, place));
    state = act(table, state, { do: "roll", faces });
    state = act(table, state, decide(table, { ...state, seats: [{ ...seat, kind: "now" }], rolls: table.nRolls }));
  }
  return write(table, state);
}"""


LOOKED_AT = "document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))"


def say(text: str, **values) -> str:
    return text.format(**values)


@pytest.fixture
def days(browser, address):
    """Opens the page at a time; ``kept`` is what the browser has stored. What a page complains about fails the test."""
    contexts, wrong = [], []

    def open_day(
        where: str = "", at: str = NOW, kept: dict | None = None, beside: Table | None = None, **more
    ) -> Table:
        if beside:
            page = beside.page.context.new_page()
        else:
            script, size = (
                more.pop("script", None),
                {"width": more.pop("width", 1280), "height": more.pop("height", 900)},
            )
            storage = kept_at(address, {f"three-rolls.{name}": value for name, value in (kept or {}).items()})
            wanted = {"color_scheme": "light", "reduced_motion": "reduce", "viewport": size, "storage_state": storage}
            context = browser.new_context(**(wanted | more))
            context.set_default_timeout(10_000)
            context.clock.install(time=at)
            if script:
                context.add_init_script(script)
            contexts.append(context)
            page = context.new_page()
        note_errors(page, wrong)
        page.goto(f"{address}/today/{where}")
        return ready(Table(page))

    yield open_day
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture(scope="module")
def make(browser, address):
    """The text of a day's game after so many turns, by the product's own modules."""
    page = browser.new_page()
    page.goto(f"{address}/404.html")
    yield lambda day, game="yacht", turns=12: page.evaluate(MADE, [day, game, turns])
    page.close()


def ready(table: Table) -> Table:
    table.page.locator("three-rolls-play:not([loading]) .board").wait_for()
    return table


def again(table: Table) -> Table:
    table.page.reload()
    return ready(table)


def go(table: Table, where: str, game: str) -> Table:
    """To another address of the page, and waits for that game."""
    table.page.evaluate("(where) => { location.hash = where; }", where)
    table.page.wait_for_function(f"{ELEMENT}?.table?.id === '{game}'")
    return ready(table)


def stored(table: Table, key: str) -> str | None:
    return table.page.evaluate("(key) => localStorage.getItem(`three-rolls.${key}`)", key)


def shown(table: Table) -> dict:
    """What the page says above the game."""
    page = table.page
    return {
        "game": page.locator(".day select").input_value(),
        "day": page.locator(".day input").input_value(),
        "says": page.locator(".day .which").inner_text(),
        "run": page.locator(".day .run").inner_text(),
        "told": page.locator("todays-dice > .told").text_content().rstrip("\xa0"),
        "back": page.locator(".day button").is_visible(),
    }


def fill(table: Table, box: str) -> None:
    """Fills the box, with zero if it must be."""
    turn = table.state["turn"]
    table.take(box).press("Enter")
    if table.state["turn"] == turn:
        table.pause()
        table.take(box).press("Enter")
    assert table.state["turn"] == turn + 1


def last_box(table: Table) -> None:
    """Plays the turn that is left."""
    table.throw()
    fill(table, table.page.locator(".take:visible").get_attribute("data-box"))


def total(table: Table) -> int:
    """Of a game of Yacht, which has no bonus."""
    return sum(table.state["cards"][0]["points"].values())


# ---- the same dice for everyone


def test_dice_are_equal_in_two_time_zones_on_the_same_date_of_the_site(days):
    """It is the 6th in Kiritimati and the 5th in Los Angeles; the site's date is one."""
    at = "2026-12-05T12:30:00Z"
    east, west = (days("", at, timezone_id=zone) for zone in ("Pacific/Kiritimati", "America/Los_Angeles"))
    assert [table.page.evaluate("new Date().getDate()") for table in (east, west)] == [6, 5]
    for game in GAMES:
        thrown = []
        for table in (east, west):
            go(table, f"g={game.id}", game.id)
            assert (shown(table)["day"], shown(table)["back"]) == (TODAY, False)
            table.press("r", "2", "r", "r")
            fill(table, game.boxes[-1].id)
            table.press("r")
            thrown.append([*[roll["dice"] for roll in table.state["log"][0]["rolls"]], table.state["dice"]])
        assert thrown[0] == thrown[1], game.id
        assert len(thrown[0]) == 4


def test_what_a_die_shows_does_not_hang_on_what_is_held(days):
    table = days()
    dealt = table.page.evaluate(DEALT, [TODAY, "yacht"])
    table.press("r", "1", "4", "r")
    assert table.state["dice"] == [dealt[0][0], dealt[1][1], dealt[1][2], dealt[0][3], dealt[1][4]]
    table.press("1", "2", "r")
    assert table.state["dice"] == [dealt[2][0], dealt[1][1], dealt[2][2], dealt[0][3], dealt[2][4]]
    other = days("#g=yacht")
    other.press("r", "r", "r")
    assert [roll["dice"] for roll in other.state["current"]] == dealt


def test_a_seed_in_the_address_changes_nothing(days):
    table = days("?seed=7#g=yacht")
    table.press("r")
    assert table.state["dice"] == table.page.evaluate(DEALT, [TODAY, "yacht"])[0]


def test_another_day_and_another_game_have_other_dice(days):
    table = days()
    found = [table.page.evaluate(DEALT, [day, game]) for day in (TODAY, YESTERDAY) for game in ("yacht", "yatzy")]
    assert len({json.dumps(one) for one in found}) == 4


# ---- midnight


def test_at_midnight_dice_that_nobody_has_thrown_give_way_to_new_ones(days):
    table = days(at="2026-12-05T23:58:30Z", timezone_id="Asia/Tokyo")
    assert say(WORDS["next"], hours=0, minutes=2) in shown(table)["says"]
    table.page.clock.fast_forward("00:45")
    assert say(WORDS["next"], hours=0, minutes=1) in shown(table)["says"]
    table.page.clock.fast_forward("01:00")
    table.page.wait_for_function("document.querySelector('.day input').value === '2026-12-06'")
    ready(table)
    assert shown(table)["told"] == say(WORDS["new"], today="6 December 2026")
    assert say(WORDS["next"], hours=24, minutes=0) in shown(table)["says"]
    table.press("r")
    assert table.state["dice"] == table.page.evaluate(DEALT, ["2026-12-06", "yacht"])[0]
    assert stored(table, "daily.2026-12-06.yacht")


def test_a_game_begun_before_midnight_stays_on_its_date_and_counts_for_it(days, make):
    table = days(at="2026-12-05T23:59:30Z", kept={f"daily.{TODAY}.yacht": make(TODAY, turns=11)})
    table.page.clock.fast_forward("01:00")
    said = shown(table)
    assert (said["day"], said["back"]) == (TODAY, True)
    assert WORDS["past"] in said["says"]
    again(table)
    assert (shown(table)["day"], table.state["turn"]) == (TODAY, 11), "a reload goes on where it was"
    assert shown(days("", "2026-12-06T00:01:00Z", beside=table))["day"] == "2026-12-06", "a new visit has the new dice"
    table.roll.focus()
    last_box(table)
    assert stored(table, "days") == f"{TODAY} yacht {total(table)}\n"
    assert shown(table)["run"] == say(WORDS["run"], now=1), "yesterday's streak can still be gone on with"
    table.page.get_by_role("button", name=WORDS["today"], exact=True).click()
    table.page.wait_for_function(f"{ELEMENT}?.state?.turn === 0")
    assert shown(table)["day"] == "2026-12-06"


def test_what_is_taken_back_after_midnight_is_there_after_a_reload(days, make):
    table = days(at="2026-12-05T23:59:30Z", kept={f"daily.{TODAY}.yacht": make(TODAY, turns=11)})
    table.roll.focus()
    last_box(table)
    table.page.clock.fast_forward("01:00")
    table.press("u")
    assert (shown(table)["day"], table.state["turn"], stored(table, "days")) == (TODAY, 11, "")
    again(table)
    assert (shown(table)["day"], table.state["turn"]) == (TODAY, 11)


def test_a_page_that_slept_over_midnight_notices_when_it_is_looked_at(days):
    table = days()
    table.page.clock.set_system_time("2026-12-07T08:00:00Z")
    table.page.evaluate(LOOKED_AT)
    table.page.wait_for_function("document.querySelector('.day input').value === '2026-12-07'")
    assert shown(table)["told"] == say(WORDS["new"], today="7 December 2026")


def test_a_clock_before_the_first_day_is_told_and_set_right_goes_on(days, address, browser):
    context = browser.new_context()
    context.clock.install(time="2024-01-01T00:00:00Z")
    page = context.new_page()
    page.goto(f"{address}/today/")
    told = say(WORDS["early"], today="1 January 2024", first="30 November 2026")
    page.locator("todays-dice > .told", has_text=told).wait_for()
    assert page.locator("three-rolls-play").count() == 0
    page.clock.set_system_time(NOW)
    page.clock.fast_forward("01:00")
    ready(Table(page))
    assert page.locator(".day input").input_value() == TODAY
    assert shown(Table(page))["told"] == ""
    context.close()


def test_days_finished_by_a_clock_that_ran_ahead_count_for_nothing_until_they_come(days):
    table = days(kept={"days": f"2030-01-01 yacht 150\n2030-01-02 yacht 150\n{YESTERDAY} yacht 150\n"})
    assert shown(table)["run"] == say(WORDS["run"], now=1)


def test_before_the_first_day_no_game_can_be_had_in_any_way_and_it_is_said_once(days, address, browser):
    context = browser.new_context()
    context.clock.install(time="2024-01-01T00:00:00Z")
    page = context.new_page()
    page.goto(f"{address}/today/#g=yatzy")
    told = page.locator("todays-dice > .told", has_text="1 January 2024")
    told.wait_for()
    page.evaluate(LISTEN)
    page.clock.run_for(180_000)
    assert page.evaluate("heard") == []
    assert "" not in page.locator(".day option").all_inner_texts()
    page.locator(".day select").select_option("kniffel")
    page.evaluate("location.hash = 'g=yahtzee'")
    page.clock.run_for(60_000)
    told.wait_for()
    assert page.locator("three-rolls-play").count() == 0
    assert page.locator(".which").inner_text().endswith("UTC."), "no new dice are promised"
    context.close()


def test_a_clock_that_is_set_back_leads_to_its_day_and_no_other_game_of_the_day_to_come(days):
    table = days("#g=yacht")
    table.page.clock.set_system_time(f"{YESTERDAY}T12:00:00Z")
    table.page.evaluate(LOOKED_AT)
    table.page.wait_for_function(f"document.querySelector('.day input').value === '{YESTERDAY}'")
    table.page.locator("todays-dice > .told", has_text=say(WORDS["new"], today="4 December 2026")).wait_for()
    begun = days("#g=yacht")
    begun.press("r")
    begun.page.clock.set_system_time(f"{YESTERDAY}T12:00:00Z")
    begun.page.evaluate(LOOKED_AT)
    assert begun.state["rolls"] == 1
    begun.page.locator(".day select").select_option("yatzy")
    begun.page.wait_for_function(f"{ELEMENT}?.table?.id === 'yatzy'")
    assert shown(begun)["day"] == YESTERDAY


def test_the_focus_is_not_lost_when_other_dice_come_by_themselves(days):
    table = days("#g=yacht", "2026-12-05T23:59:30Z")
    table.roll.focus()
    table.page.clock.run_for(60_000)
    table.page.wait_for_function("document.querySelector('.day input').value === '2026-12-06'")
    assert table.focus == "which"
    table.roll.focus()
    go(table, "g=yatzy", "yatzy")
    assert table.focus == "which"
    table.press("r")


# ---- one attempt


def test_a_whole_game_is_played_by_keyboard_alone_and_stands_beside_the_average(days):
    table = days("#g=yacht")
    page = table.page
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the link that skips to the content
    met = []
    for _ in range(30):
        page.keyboard.press("Tab")
        met.append(table.focus)
        if table.focus == "roll":
            break
    assert {"SELECT", "INPUT"} <= set(met)
    assert table.focus == "roll"
    for turn in range(12):
        table.press("r")
        if turn % 3:
            table.press("2", "4", "r")
        table.press("ArrowUp", "Enter")
        if table.state["sure"]:
            table.pause()
            table.press("Enter")
        assert table.state["turn"] == turn + 1
        assert table.focus == ("roll" if turn < 11 else "H2")
    assert table.state["over"]
    by = total(table) - float(AVERAGE)
    assert page.locator(".summary h2").inner_text() == say(LOG["solo"], total=total(table))
    told = say(WORDS["below" if by < 0 else "above"], mean=AVERAGE, by=f"{abs(by):.1f}")
    assert page.locator(".summary .best").inner_text() == told
    assert page.locator(".summary .runs").inner_text() == say(WORDS["runs"], now=1, best=1)
    assert stored(table, "days") == f"{TODAY} yacht {total(table)}\n"
    assert page.locator(".day select option:checked").inner_text() == say(
        WORDS["done"], game="Yacht", total=total(table)
    )


def test_a_whole_game_is_played_by_touch_alone_on_a_small_phone(days):
    table = days("#g=yacht", width=360, height=640, has_touch=True, is_mobile=True)
    for turn in range(12):
        table.pause()
        table.tap(table.roll)
        if turn % 2:
            table.tap(table.dice.nth(1))
            table.pause()
            table.tap(table.roll)
        box = table.page.locator(".take:visible").nth(turn % (12 - turn))
        table.tap(box)
        if table.state["sure"]:
            table.pause()
            table.tap(box)
        assert table.state["turn"] == turn + 1
        assert table.page.evaluate("[scrollX, scrollY]") == [0, 0]
        assert table.sideways() == []
    assert table.state["over"]
    copy = table.page.get_by_role("button", name=LOG["copy_result"])
    copy.scroll_into_view_if_needed()
    table.tap(copy)


@pytest.mark.parametrize("game", ["yacht", "yahtzee", "yatzy"])
def test_every_box_and_the_dock_are_on_the_first_screen_of_a_small_phone(days, game):
    table = days(f"#g={game}", width=360, height=640)
    table.throw()
    spots = table.spots(".take:visible, .toss, .act button, .day select, .day input")
    assert len(spots) > 20
    assert [spot for spot in spots if not spot["own"] or spot["y"] + spot["height"] / 2 > 640] == []


def test_a_reload_goes_on_in_the_middle_of_a_turn(days):
    table = days("#g=yahtzee")
    table.press("r", "1", "3", "r", "2")
    before = table.state
    again(table)
    after = table.state
    assert {key: after[key] for key in ("dice", "held", "rolls", "turn", "log")} == {
        key: before[key] for key in ("dice", "held", "rolls", "turn", "log")
    }
    table.press("r")
    assert table.state["rolls"] == 3
    assert table.state["dice"][1] == before["dice"][1]


def test_what_was_played_last_is_there_again_without_an_address(days):
    table = days()
    table.page.locator(".day select").select_option("kniffel")
    table.page.wait_for_function(f"{ELEMENT}?.table?.id === 'kniffel'")
    assert table.page.url.endswith("/today/#g=kniffel")
    assert shown(days("", beside=table))["game"] == "kniffel"


def test_a_finished_game_cannot_be_played_again_that_day(days, make):
    table = days(kept={f"daily.{TODAY}.yacht": make(TODAY)})
    for _ in range(2):
        assert table.page.locator(".summary h2").inner_text() == say(LOG["solo"], total=total(table))
        before = table.state
        for key in "r1":
            table.page.keyboard.press(key)
        assert table.state["log"] == before["log"]
        assert table.state["over"]
        again(table)
    assert not table.page.get_by_role("button", name=LOG["load"], exact=True).count()
    assert not table.page.locator(".board .change").is_visible()
    assert stored(table, "days") == f"{TODAY} yacht {total(table)}\n", "a total that was lost is there again"


def test_taking_a_box_back_changes_no_dice_and_the_total_follows(days, make):
    table = days(kept={f"daily.{TODAY}.yacht": make(TODAY, turns=11)})
    table.throw(2)
    dice = table.state["dice"]
    box = table.page.locator(".take:visible").get_attribute("data-box")
    fill(table, box)
    assert stored(table, "days")
    table.page.get_by_role("button", name=LOG["undo"]).click()
    assert stored(table, "days") == ""
    assert shown(table)["run"] == ""
    assert table.state["dice"] == dice
    table.pause()
    table.throw()
    fill(table, box)
    assert stored(table, "days") == f"{TODAY} yacht {total(table)}\n"


def test_the_coach_keeps_silent_until_the_game_is_over_and_then_reviews_it(days, make):
    """Also where somebody has it beside every other game."""
    kept = {"settings": json.dumps({"coach": True}), f"daily.{TODAY}.yacht": make(TODAY, turns=11)}
    table = days("#g=yacht", kept=kept)
    table.throw()
    assert table.page.locator(".coach, .coach-line").count() == 0
    assert table.page.locator(".dock .key").all_inner_texts() == [PLAY["undo"], PLAY["odds"]]
    fill(table, table.page.locator(".take:visible").get_attribute("data-box"))
    table.page.get_by_role("button", name=LOG["review"]).click()
    table.page.locator(".ending-place .review", has_text=str(total(table))).wait_for(timeout=30_000)
    assert stored(table, "days") == f"{TODAY} yacht {total(table)}\n"


def test_nothing_of_the_game_to_play_is_touched(days, make):
    mine = {
        "game.yacht": "Three Rolls 1\ngame yacht\nseat person 0 Ana\nfirst 1\n",
        "best.yacht": "12",
        "last": "yatzy",
    }
    table = days("#g=yacht", kept={**mine, f"daily.{TODAY}.yacht": make(TODAY, turns=11)})
    last_box(table)
    assert {key: stored(table, key) for key in mine} == mine


def test_a_page_that_is_only_looked_at_keeps_nothing(days):
    table = days("#g=yahtzee")
    assert table.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('three-rolls.'))") == []


def test_a_game_that_is_left_for_another_goes_on_where_it_was(days):
    table = days("#g=yacht")
    table.press("r", "1")
    dice = table.state["dice"]
    go(table, "g=yatzy", "yatzy")
    assert table.state["rolls"] == 0
    go(table, "g=yacht", "yacht")
    assert (table.state["dice"], table.state["held"][0]) == (dice, True)
    table.press("r")
    assert table.state["rolls"] == 2


def test_games_that_are_picked_in_a_hurry_leave_the_last_one_on_the_table(days):
    table = days()
    picker = table.page.locator(".day select")
    picker.evaluate("""(select) => {
      for (const { value } of [...select.options, ...select.options]) {
        select.value = value;
        select.dispatchEvent(new Event("change"));
      }
    }""")
    table.page.wait_for_function(f"{ELEMENT}?.table?.id === '{GAMES[-1].id}'")
    table.page.wait_for_load_state("networkidle")
    assert shown(table)["game"] == GAMES[-1].id
    assert table.page.locator("three-rolls-play").count() == 1
    table.press("r")
    assert table.state["rolls"] == 1


# ---- two tabs


def test_of_two_tabs_one_plays_and_the_other_says_so_and_may_take_over(days):
    first = days("#g=yacht")
    first.press("r", "1")
    second = days("#g=yacht", beside=first)
    assert second.page.locator(".notice span").inner_text() == PLAY["elsewhere"]
    second.press("r")
    assert second.state["rolls"] == 1
    second.page.get_by_role("button", name=PLAY["here"]).click()
    second.page.wait_for_function("!document.querySelector('.notice').checkVisibility()")
    second.press("r")
    assert second.state["rolls"] == 2
    first.press("r")
    assert first.state["rolls"] == 1
    assert first.page.locator(".notice span").inner_text() == PLAY["lost"]
    other = days("#g=yatzy", beside=first)
    other.press("r")
    assert other.state["rolls"] == 1, "another game is free"


def test_totals_of_two_tabs_stand_beside_each_other(days, make):
    kept = {f"daily.{TODAY}.{game}": make(TODAY, game, turns) for game, turns in (("yacht", 11), ("generala", 9))}
    first = days("#g=yacht", kept=kept)
    second = days("#g=generala", beside=first)
    last_box(second)
    last_box(first)
    lines = stored(first, "days").splitlines()
    assert [line.rsplit(" ", 1)[0] for line in lines] == [f"{TODAY} generala", f"{TODAY} yacht"]


def test_a_total_of_another_tab_is_shown_at_once(days, make):
    first = days("#g=yacht", kept={f"daily.{TODAY}.yacht": make(TODAY, turns=11)})
    second = days("#g=yatzy", beside=first)
    last_box(first)
    second.page.locator(".day .run", has_text=say(WORDS["run"], now=1)).wait_for()
    done = say(WORDS["done"], game="Yacht", total=total(first))
    assert done in second.page.locator(".day option").all_inner_texts()


# ---- storage that refuses, and storage with rubbish

BLOCKED = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
}"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


@pytest.mark.parametrize("script", [BLOCKED, FULL], ids=["blocked", "full"])
def test_where_nothing_can_be_stored_it_is_said_and_the_game_goes_on_for_the_visit(days, script):
    table = days("#g=generala", script=script)
    table.press("r")
    assert table.page.locator(".notice span").inner_text() == PLAY["unsaved"]
    go(table, "g=yatzy", "yatzy")
    go(table, "g=generala", "generala")
    assert table.state["rolls"] == 1, "no second attempt"
    for _ in range(10):
        if not table.state["dice"]:
            table.press("r")
        fill(table, table.page.locator(".take:visible").first.get_attribute("data-box"))
    assert table.page.locator(".summary .runs").inner_text() == say(WORDS["runs"], now=1, best=1)
    go(table, f"g=generala&date={YESTERDAY}", "generala")
    table.page.wait_for_function(f"{ELEMENT}.state.turn === 0")
    go(table, "g=generala", "generala")
    table.page.locator(".summary").wait_for()


HEAD = "Three Rolls 1\ngame yacht\nseat person 0 You\nfirst 1\n"


@pytest.mark.parametrize(
    "text",
    [
        "rubbish",
        HEAD[:30],
        f"{HEAD}1 66666\n",
        f"{HEAD}1 66666 yacht 50\n",
        f"{HEAD}1 12345 yacht 50\n",
        HEAD.replace("yacht", "yatzy"),
    ],
    ids=["no game", "cut off", "other dice", "a better turn", "points that do not add up", "another game"],
)
def test_a_saved_game_that_is_not_of_these_dice_is_set_aside_and_begins_again(days, text):
    table = days("#g=yacht", kept={f"daily.{TODAY}.yacht": text})
    assert table.page.locator(".notice span").inner_text() == PLAY["damaged"]
    assert stored(table, f"daily.{TODAY}.yacht.aside") == text
    assert stored(table, f"daily.{TODAY}.yacht") is None
    assert (table.state["turn"], table.state["dice"]) == (0, None)
    table.press("r")
    assert table.state["dice"] == table.page.evaluate(DEALT, [TODAY, "yacht"])[0]


def test_a_game_of_yesterday_under_the_key_of_today_is_none_of_today(days, make):
    table = days("#g=yacht", kept={f"daily.{TODAY}.yacht": make(YESTERDAY, turns=3)})
    assert table.page.locator(".notice span").inner_text() == PLAY["damaged"]
    assert table.state["turn"] == 0


@pytest.mark.parametrize("text", ["{}", "2026-12-04 yacht NaN", "\u0000" * 9])
def test_a_damaged_streak_is_none_and_a_new_one_begins(days, make, text):
    table = days("#g=yacht", kept={"days": text, f"daily.{TODAY}.yacht": make(TODAY, turns=11)})
    assert shown(table)["run"] == ""
    last_box(table)
    assert shown(table)["run"] == say(WORDS["run"], now=1)
    assert stored(table, "days") == f"{TODAY} yacht {total(table)}\n"


def test_the_streak_counts_days_in_a_row_and_tells_the_most(days, make):
    run = [f"2026-11-30 yatzy 200\n2026-12-0{day} yacht 150\n" for day in (1, 2, 4)]
    table = days("#g=yacht", kept={"days": "".join(run), f"daily.{TODAY}.yacht": make(TODAY, turns=11)})
    assert shown(table)["run"] == say(WORDS["run"], now=1)
    last_box(table)
    assert shown(table)["run"] == say(WORDS["run"], now=2)
    assert table.page.locator(".summary .runs").inner_text() == say(WORDS["runs"], now=2, best=3)


def test_games_finished_long_ago_make_room_and_their_totals_stay(days, make):
    kept = {
        "days": "2026-12-05 yacht 150\n",
        "daily.2026-12-05.yacht": make("2026-12-05"),
        "daily.2027-02-03.yacht": make("2027-02-03", turns=11),
    }
    table = days("#g=yacht", "2027-02-03T10:00:00Z", kept=kept)
    last_box(table)
    assert stored(table, "daily.2026-12-05.yacht") is None
    assert stored(table, "days").startswith("2026-12-05 yacht 150\n")


def test_without_its_tables_the_page_says_so(days):
    table = days()
    table.page.route("**/data/kniffel.json", lambda route: route.fulfill(status=200, body="<!doctype html>"))
    table.page.locator(".day select").select_option("kniffel")
    table.page.locator("todays-dice > .told", has_text=PLAY["missing"]).wait_for()
    assert shown(table)["game"] == "yacht"


def test_rules_that_cannot_be_fetched_are_told_once_and_asked_for_again(days, address, browser):
    context = browser.new_context()
    context.clock.install(time=NOW)
    page = context.new_page()
    page.route("**/data/yacht.json", lambda route: route.abort())
    page.goto(f"{address}/today/")
    told = page.locator("todays-dice > .told", has_text=PLAY["missing"])
    told.wait_for()
    assert shown(Table(page))["game"] == "yacht"
    assert "" not in page.locator(".day option").all_inner_texts()
    page.evaluate(LISTEN)
    page.clock.run_for(130_000)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("heard") == []
    page.locator(".day select").select_option("yatzy")
    table = ready(Table(page))
    assert (shown(table)["day"], shown(table)["told"]) == (TODAY, "")
    table.press("r")
    assert table.state["dice"] == page.evaluate(DEALT, [TODAY, "yatzy"])[0]
    context.close()


def test_a_page_that_is_used_while_it_still_loads_comes_to_its_game(days, address, browser):
    """Looked at again, another tab playing, a date left, a day chosen: on a slow line, all come early."""
    for early in (
        f"() => {{ {LOOKED_AT}; window.dispatchEvent(new Event('storage')); }}",
        "() => { const date = document.querySelector('.day input'); date.focus(); date.blur(); }",
        f"""() => {{ const date = document.querySelector('.day input');
          date.value = '{TODAY}'; date.dispatchEvent(new Event('change')); }}""",
    ):
        context, waiting, wrong = browser.new_context(), [], []
        context.clock.install(time=NOW)
        page = context.new_page()
        page.on("pageerror", lambda error, wrong=wrong: wrong.append(str(error)))

        def wait(route, _request, waiting=waiting):
            waiting.append(route)

        page.route("**/data/yacht.json", wait)
        page.goto(f"{address}/today/#g=yacht")
        page.locator("todays-dice .day").wait_for()
        page.evaluate(early)
        page.wait_for_timeout(100)
        for route in waiting:
            route.continue_()
        table = ready(Table(page))
        assert (shown(table)["game"], shown(table)["told"], wrong) == ("yacht", "", [])
        context.close()


def test_a_result_that_comes_late_is_linked_to_its_own_game(days, make, address):
    """Another game was picked before the finished one stood there."""
    table = days("#g=yatzy", kept={f"daily.{TODAY}.yacht": make(TODAY)})
    table.page.evaluate("""() => {
      const picker = document.querySelector(".day select");
      const pick = (game) => Object.assign(picker, { value: game }).dispatchEvent(new Event("change"));
      new MutationObserver((_, watching) => {
        if (document.querySelectorAll("three-rolls-play .board").length) return;
        watching.disconnect();
        window.left = document.querySelector("three-rolls-play");
        pick("kniffel");
      }).observe(document.querySelector("todays-dice"), { childList: true, subtree: true });
      pick("yacht");
    }""")
    table.page.wait_for_function("window.left?.querySelector('.shared')")
    assert table.page.evaluate("left.querySelector('.shared').textContent") == expected(address, 52)


def test_rules_that_fail_too_late_are_not_told(days):
    """Another game was picked meanwhile."""
    table, waiting = days("#g=yacht"), []

    def wait(route):
        waiting.append(route)

    table.page.route("**/data/kniffel.json", wait)
    picker = table.page.locator(".day select")
    picker.select_option("kniffel")
    picker.select_option("yatzy")
    table.page.wait_for_function(f"{ELEMENT}?.table?.id === 'yatzy'")
    waiting[0].fulfill(status=200, body="<!doctype html>")
    table.page.wait_for_timeout(200)
    assert (shown(table)["told"], shown(table)["game"]) == ("", "yatzy")


# ---- addresses

LIMITS = say(WORDS["outside"], first="30 November 2026", today="5 December 2026")
ADDRESSES = {
    "": ("yacht", TODAY, ""),
    "#how": ("yacht", TODAY, ""),
    "#g=yatzy": ("yatzy", TODAY, ""),
    f"#g=yatzy&date={TODAY}": ("yatzy", TODAY, ""),
    f"#date={YESTERDAY}": ("yacht", YESTERDAY, ""),
    "#g=maxi-yatzy&date=2026-11-30": ("maxi-yatzy", "2026-11-30", ""),
    "#g=yahtzee&date=2026-11-29": ("yahtzee", TODAY, LIMITS),
    "#g=yahtzee&date=2026-12-06": ("yahtzee", TODAY, LIMITS),
    "#g=yahtzee&date=2026-02-30": ("yahtzee", TODAY, LIMITS),
    "#g=yahtzee&date=": ("yahtzee", TODAY, ""),
    "#g=yahtzee&date=<b>x</b>": ("yahtzee", TODAY, LIMITS),
    "#g=nothing": ("yacht", TODAY, WORDS["no_game"]),
    "#g=": ("yacht", TODAY, ""),
    "#g=__proto__": ("yacht", TODAY, WORDS["no_game"]),
    "#g=../games": ("yacht", TODAY, WORDS["no_game"]),
    "#g=<img src=x onerror=alert(1)>": ("yacht", TODAY, WORDS["no_game"]),
    "#g=yacht&bonus=35": ("yacht", TODAY, ""),
    "#%E0%A4%A": ("yacht", TODAY, ""),
}


@pytest.mark.parametrize("where", ADDRESSES, ids=lambda where: where or "none")
def test_an_address_names_game_and_date_and_what_it_asks_in_vain_is_said(days, where):
    game, day, told = ADDRESSES[where]
    table = days(where)
    said = shown(table)
    assert (said["game"], said["day"], said["told"]) == (game, day, told)
    assert table.state["seats"] == [{"name": "You", "kind": "person", "colour": 0}]
    assert table.page.evaluate(f"{ELEMENT}.table.chosen") == {}
    table.press("r")
    assert table.state["dice"] == table.page.evaluate(DEALT, [day, game])[0]


def test_an_address_that_cannot_be_had_leaves_the_game_on_the_table(days):
    table = days("#g=yatzy")
    table.press("r")
    for where in ("g=nothing", "g=yatzy&date=2031-01-01"):
        table.page.evaluate("(where) => { location.hash = where; }", where)
        table.page.wait_for_function("location.hash === '#g=yatzy'")
        assert shown(table)["told"]
        assert table.state["rolls"] == 1
    table.page.evaluate("location.hash = 'how'")
    table.page.wait_for_timeout(100)
    assert table.state["rolls"] == 1


def test_a_date_that_is_typed_is_taken_or_refused_with_what_is_allowed(days):
    table = days("#g=yacht")
    page, date = table.page, table.page.locator(".day input")
    assert (date.get_attribute("min"), date.get_attribute("max")) == ("2026-11-30", TODAY)
    for out in ("2026-11-29", "2026-12-06", "0002-12-01"):
        date.fill(out)
        assert shown(table)["told"] == LIMITS
        assert (table.state["turn"], page.url.endswith("#g=yacht") or "#" not in page.url) == (0, True)
        page.locator(".day select").focus()
        assert date.input_value() == TODAY
    date.fill("")
    page.locator(".day select").focus()
    assert date.input_value() == TODAY
    date.fill(YESTERDAY)
    page.wait_for_url(f"**/today/#g=yacht&date={YESTERDAY}")
    assert shown(table)["told"] == ""
    ready(table).roll.click()
    assert table.state["dice"] == page.evaluate(DEALT, [YESTERDAY, "yacht"])[0]


# ---- practice


def test_practice_is_marked_goes_on_after_a_reload_and_does_not_count(days, make):
    kept = {f"practice.{YESTERDAY}.yacht": make(YESTERDAY, turns=11)}
    table = days(f"#g=yacht&date={YESTERDAY}", kept=kept)
    assert WORDS["practice"] in shown(table)["says"]
    assert table.state["turn"] == 11
    last_box(table)
    assert table.page.locator(".summary > .small").first.inner_text() == say(
        WORDS["practised"], game="Yacht", date="4 December 2026"
    )
    assert AVERAGE in table.page.locator(".summary .best").inner_text()
    assert table.page.locator(".summary .shared, .summary .runs").count() == 0
    assert (stored(table, "days"), shown(table)["run"]) == (None, "")
    table.pause()
    table.page.get_by_role("button", name=LOG["again"]).click()
    assert (table.state["turn"], table.focus) == (0, "roll")
    table.pause()
    table.press("r")
    assert table.state["dice"] == table.page.evaluate(DEALT, [YESTERDAY, "yacht"])[0]


def test_one_practice_is_kept_at_a_time(days):
    table = days(f"#g=yacht&date={YESTERDAY}")
    table.press("r")
    go(table, f"g=yatzy&date={YESTERDAY}", "yatzy").press("r")
    assert stored(table, f"practice.{YESTERDAY}.yatzy")
    assert stored(table, f"practice.{YESTERDAY}.yacht") is None


def test_a_day_finished_in_its_time_shows_its_result_and_offers_practice(days, make):
    table = days(f"#g=yacht&date={YESTERDAY}", kept={f"daily.{YESTERDAY}.yacht": make(YESTERDAY)})
    assert table.page.locator(".summary .shared").inner_text()
    points = total(table)
    table.page.get_by_role("button", name=WORDS["practise"]).click()
    table.page.wait_for_function(f"{ELEMENT}?.state?.turn === 0")
    assert table.focus == "which", "the focus goes with what was pressed"
    assert WORDS["practice"] in shown(table)["says"]
    ready(table).press("r")
    assert stored(table, "days") == f"{YESTERDAY} yacht {points}\n"
    table.page.get_by_role("button", name=WORDS["today"], exact=True).click()
    table.page.wait_for_function(f"document.querySelector('.day input').value === '{TODAY}'")
    assert table.focus == "which"
    assert table.page.url.endswith("#g=yacht")


def test_a_damaged_game_of_a_day_that_is_over_begins_no_attempt(days, make):
    """Also one that is of other dice, or of which nothing was thrown."""
    for text in ("rubbish", HEAD, make(TODAY, turns=3)):
        table = days(f"#g=yacht&date={YESTERDAY}", kept={f"daily.{YESTERDAY}.yacht": text})
        assert WORDS["practice"] in shown(table)["says"]
        table.press("r")
        assert stored(table, f"practice.{YESTERDAY}.yacht")
        assert stored(table, f"daily.{YESTERDAY}.yacht") == text


@pytest.mark.parametrize("text", [None, "rubbish"], ids=["lost", "damaged"])
def test_a_finished_game_that_cannot_be_shown_keeps_its_total_and_can_only_be_practised(days, text):
    kept = {"days": f"{YESTERDAY} yacht 99\n{TODAY} yacht 150\n"} | ({f"daily.{TODAY}.yacht": text} if text else {})
    table = days("#g=yacht", kept=kept)
    assert WORDS["practice"] in shown(table)["says"]
    table.press("r")
    assert stored(table, "days") == kept["days"]
    assert shown(table)["run"] == say(WORDS["run"], now=2)
    assert table.state["dice"] == table.page.evaluate(DEALT, [TODAY, "yacht"])[0]


def test_what_is_kept_of_practice_removes_nothing_else(days):
    mine = {"practice": "game.yacht", "game.yacht": HEAD}
    table = days(f"#g=yacht&date={YESTERDAY}", kept=mine)
    table.press("r")
    assert stored(table, "game.yacht") == HEAD


# ---- the result

CLIPBOARD = """Object.defineProperty(navigator, "clipboard",
  { value: { writeText: async (text) => { window.copied = text; } } });"""
SHARE = """navigator.share = async (what) => {
  window.shared = what;
  if (window.refuse) throw new DOMException("no", window.refuse);
};"""


def expected(address: str, points: int, run: int = 1, day: str = TODAY) -> str:
    best, streak = say(WORDS["share_best"], mean=AVERAGE), say(WORDS["share_streak"], run=run)
    link = f"{address}/today/#g=yacht&date={day}"
    return say(WORDS["share"], game="Yacht", day=day, total=points, best=best, run=streak if run else "", link=link)


def test_the_result_is_copied_as_a_line_that_gives_nothing_away(days, make, address):
    table = days("#g=yacht", kept={f"daily.{TODAY}.yacht": make(TODAY)}, script=CLIPBOARD)
    table.page.get_by_role("button", name=LOG["copy_result"]).click()
    table.page.locator(".summary .told", has_text=LOG["copied"]).wait_for()
    text = table.page.evaluate("copied")
    assert text == expected(address, total(table))
    assert table.page.locator(".summary .shared").inner_text() == text
    assert "\n" not in text
    assert not any(box.name in text.replace("Yacht,", "") for box in GAMES[0].boxes)


def test_the_link_of_a_result_opens_the_same_dice(days, make):
    table = days("#g=yacht", kept={f"daily.{TODAY}.yacht": make(TODAY)})
    link = re.search(r"/today/(#\S+)", table.page.locator(".summary .shared").inner_text())[1]
    other = days(link, "2026-12-09T10:00:00Z")
    assert (shown(other)["game"], shown(other)["day"]) == ("yacht", TODAY)
    other.press("r")
    assert other.state["dice"] == table.state["log"][0]["rolls"][0]["dice"]


def test_where_the_device_sends_the_result_is_sent(days, make, address):
    table = days("#g=yacht", kept={f"daily.{TODAY}.yacht": make(TODAY)}, script=SHARE + CLIPBOARD)
    send = table.page.get_by_role("button", name=WORDS["send"])
    send.click()
    assert table.page.evaluate("shared") == {"text": expected(address, total(table))}
    assert table.page.evaluate("window.copied") is None
    table.page.evaluate("window.refuse = 'AbortError'")
    send.click()
    assert table.page.evaluate("window.copied") is None, "it was closed on purpose"
    table.page.evaluate("window.refuse = 'NotAllowedError'")
    send.click()
    table.page.locator(".summary .told", has_text=LOG["copied"]).wait_for()
    assert table.page.evaluate("copied") == expected(address, total(table))


def test_a_double_tap_on_sending_copies_nothing_besides(days, make):
    kept = {f"daily.{TODAY}.yacht": make(TODAY)}
    table = days("#g=yacht", kept=kept, script=SHARE + CLIPBOARD + "window.refuse = 'InvalidStateError';")
    table.page.get_by_role("button", name=WORDS["send"]).dblclick()
    table.page.wait_for_timeout(100)
    assert table.page.evaluate("window.copied") is None


def test_a_result_that_cannot_be_copied_stands_there_to_be_copied_by_hand(days, make, address):
    script = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
    table = days("#g=yacht", kept={f"daily.{TODAY}.yacht": make(TODAY)}, script=script)
    table.page.get_by_role("button", name=LOG["copy_result"]).click()
    assert table.page.locator(".summary textarea").input_value() == expected(address, total(table))


def test_a_game_without_a_published_average_is_compared_with_nothing(days, make):
    table = days("#g=maxi-yatzy", kept={f"daily.{TODAY}.maxi-yatzy": make(TODAY, "maxi-yatzy", 20)})
    assert table.page.locator(".summary .best").count() == 0
    assert table.page.locator(".summary .shared").inner_text().startswith("Three Rolls, today’s dice, Maxi Yatzy")
    assert "best play" not in table.page.locator(".summary").inner_text().lower()


def test_the_averages_are_those_that_the_site_publishes(days):
    table = days()
    found = table.page.evaluate("""() => Object.fromEntries([...document.querySelectorAll("[data-figure]")]
      .map((node) => [node.dataset.figure, node.textContent]))""")
    known = [name for name in (f"{game.id}.best-play.mean" for game in GAMES) if name in FIGURES]
    assert found == {name: forms(FIGURES[name])["number-1"] for name in known}
    assert len(known) == 6


# ---- heard, seen, without a script

FLAT = """(nodes) => nodes.filter((node) => node.getBoundingClientRect().height < 43.9).map((node) => node.outerHTML)"""


def test_those_who_listen_hear_the_dice_the_boxes_and_the_end(days, make):
    table = days("#g=yacht", kept={f"daily.{TODAY}.yacht": make(TODAY, turns=11)})
    table.page.evaluate(LISTEN)
    dice = table.page.evaluate(DEALT, [TODAY, "yacht"])
    assert dice
    table.throw()
    fill(table, table.page.locator(".take:visible").get_attribute("data-box"))
    heard = " ".join(table.page.evaluate("heard"))
    assert PLAY["ordinal"][0] in heard
    assert say(LOG["solo"], total=total(table)) in heard
    table.page.evaluate("location.hash = 'g=yacht&date=2020-01-01'")
    table.page.wait_for_function(f"heard.at(-1) === {json.dumps(LIMITS)}")


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_nothing_that_axe_objects_to_or_too_small_or_wide_in_any_state(days, make, scheme, width):
    kept = {f"daily.{TODAY}.yacht": make(TODAY), "days": f"{YESTERDAY} yacht 150\n"}
    table = days("#g=yahtzee", kept=kept, width=width, height=800, color_scheme=scheme, script=SHARE)
    found = {}

    def check(state: str):
        violations = Axe().run(table.page, context="todays-dice").response["violations"]
        problems = [(v["id"], [n["target"] for n in v["nodes"]][:3]) for v in violations]
        problems += table.small() + table.sideways()
        problems += table.page.locator(".day :is(select, input, button):visible").evaluate_all(FLAT)
        if problems:
            found[state] = problems

    check("before the first roll")
    table.throw()
    table.press("1")
    check("in a turn")
    go(table, "g=yacht", "yacht")
    table.page.locator(".summary").wait_for()
    check("finished")
    go(table, f"g=yatzy&date={YESTERDAY}", "yatzy")
    check("practice")
    table.page.evaluate("location.hash = 'g=yatzy&date=2020-01-01'")
    table.page.locator("todays-dice > .told", has_text=LIMITS).wait_for()
    check("refused")
    assert found == {}


@pytest.mark.parametrize("width", [320, 768, 950])
def test_nothing_is_wider_than_the_window(days, make, width):
    table = days(f"#g=yacht-35&date={YESTERDAY}", kept={f"daily.{TODAY}.yacht": make(TODAY)}, width=width, height=700)
    assert table.sideways() == []
    go(table, "g=yacht", "yacht")
    assert table.sideways() == []
    table.page.set_viewport_size({"width": 360, "height": 640})
    table.page.evaluate("document.documentElement.style.fontSize = '32px'")
    assert table.page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("width", [320, 360])
def test_the_game_that_is_picked_can_be_read_beside_the_way_back_to_today(days, width):
    table = days(f"#g=maxi-yatzy&date={YESTERDAY}", width=width, height=640)
    room = table.page.locator(".day select").evaluate("""(select) => {
      const { paddingLeft, paddingRight, font } = getComputedStyle(select);
      const drawn = Object.assign(document.createElement("canvas").getContext("2d"), { font });
      const inside = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return inside - drawn.measureText("Maxi Yatzy").width;
    }""")
    assert room >= 0
    assert table.sideways() == []


def test_an_address_however_long_is_refused_in_a_line(days):
    table = days(f"#g={'x' * 3000}", width=360, height=640)
    assert table.page.locator("todays-dice > .told").bounding_box()["height"] < 60


def test_paper_says_which_game_of_which_day_it_is_on_one_page(days, make, tmp_path):
    table = days("#g=yacht", kept={f"daily.{TODAY}.yacht": make(TODAY)})
    table.page.emulate_media(media="print")
    assert table.page.locator(".day select").is_visible()
    assert table.page.locator(".which > :first-child").is_visible()
    for gone in (".day input", ".which > :last-child", ".summary .shared"):
        assert not table.page.locator(gone).is_visible(), gone
    assert not table.page.get_by_text("mulberry32").is_visible()
    pdf = tmp_path / "game.pdf"
    table.page.pdf(path=pdf, format="A4")
    told = subprocess.run(["pdfinfo", str(pdf)], check=True, capture_output=True, text=True).stdout
    assert re.search(r"Pages:\s+1\n", told)


def test_what_stands_below_does_not_move_when_the_game_comes(days):
    table = days("#g=yahtzee", width=360, height=640)
    table.page.reload()
    moved = table.page.evaluate("""() => new Promise((done) => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
      }).observe({ type: "layout-shift", buffered: true });
      requestAnimationFrame(() => setTimeout(() => done(sum), 500));
    })""")
    assert moved < 0.02


def test_the_tab_of_play_is_lit(days):
    table = days()
    assert table.page.locator(".md-tabs [aria-current]").all_inner_texts() == ["Play"]


def test_without_javascript_the_page_says_what_it_is_and_shows_the_averages(browser, address):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 640})
    page = context.new_page()
    page.goto(f"{address}/today/")
    assert page.locator(".no-play").is_visible()
    text = page.locator("article").inner_text()
    assert AVERAGE in text
    assert "FNV-1a" in text
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


def test_the_page_states_the_first_day_that_the_game_goes_by(days):
    table = days()
    first = table.page.locator("todays-dice").get_attribute("first")
    assert f"three-rolls {first} yahtzee" in table.page.locator("article").inner_text()
