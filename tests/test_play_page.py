"""The game to play, as people play it: by keys, by touch, by ear, on small screens; what it allows, what it tells."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from heard import LISTEN
from opened import note_errors, objections

from yachtlib.games import find_game

WORDS = tomllib.loads((Path(__file__).parent.parent / "gen/strings/en.toml").read_text())["play"]
TELL = WORDS["tell"]
NUMBERS = ["", "one", "two", "three", "four", "five", "six"]
GUARD = 360  # ms: presses nearer to each other are one double press

# A roll for every box, by game: a game all but over is such a card with boxes left out.
CARDS = {
    "yacht": "11123 ones 22213 twos 33312 threes 44412 fours 55512 fives 66612 sixes 55544 full-house "
    "66661 four-of-a-kind 12345 little-straight 23456 big-straight 65543 choice 66666 yacht",
    "yahtzee": "11123 ones 22213 twos 33312 threes 44412 fours 55512 fives 66612 sixes 55542 three-of-a-kind "
    "66661 four-of-a-kind 55544 full-house 12346 small-straight 23456 large-straight 66666 yahtzee 65543 chance",
}

# Before the page's own scripts: dice that fall as told, over and over, and a game that was saved before.
SCRIPT = """({dice, saved}) => {
  if (location.protocol !== "http:") return;
  let thrown = 0;
  const chance = crypto.getRandomValues.bind(crypto);
  if (dice.length) crypto.getRandomValues = (bytes) => {
    if (!new Error().stack.includes("/assets/play/")) return chance(bytes); // axe takes some, too
    for (let at = bytes.length; at--;) bytes[at] = dice[thrown++ % dice.length] - 1;
    return bytes;
  };
  if (sessionStorage.length) return;
  sessionStorage.setItem("sat", "down");
  for (const [key, text] of Object.entries(saved)) localStorage.setItem(`three-rolls.${key}`, text);
}"""

# The middle and the size of what a finger may hit, and whether all of it, from edge to edge, can be hit.
SPOT = """(node) => {
  const label = node.closest("label:has(input)");
  const tile = node.matches(".take") && getComputedStyle(node.closest("tr")).display === "flex" && node.closest("tr");
  const {x, y, width, height} = (tile || label || node).getBoundingClientRect();
  const owns = ([across, down]) => {
    const hit = document.elementFromPoint(x + width * across, y + height * down);
    return node.contains(hit) || Boolean(label?.contains(hit));
  };
  const own = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]].every(owns);
  return {x: x + width / 2, y: y + height / 2, width, height, own};
}"""

SMALL = f"""() => [...(document.querySelector("dialog[open]") ?? document.querySelector("three-rolls-play"))
  .querySelectorAll("button, input, select, summary, textarea, a")]
  .filter((node) => node.checkVisibility())
  .map((node) => [node, ({SPOT})(node)])
  .filter(([, {{width, height}}]) => Math.min(width, height) < 43.9)
  .map(([node, {{width, height}}]) => `${{width}} x ${{height}}: ${{node.outerHTML.slice(0, 90)}}`)"""

WIDER = """() => [document.documentElement, ...document.querySelectorAll("dialog, dialog *, .odds-place")]
  .filter(({scrollWidth, clientWidth}) => clientWidth && scrollWidth > clientWidth)
  .filter((node) => node === document.documentElement || ["auto", "scroll"].includes(getComputedStyle(node).overflowX))
  .map((node) => node.outerHTML.slice(0, 80))"""

# Whether the seat whose card is shown stands within the strip of seats.
SEEN = """() => {
  const [strip, seat] = [".seats", ".seat.seen"].map((place) => document.querySelector(place).getBoundingClientRect());
  return seat.left >= strip.left - 1 && seat.right <= strip.right + 1;
}"""


def say(text: str, **values) -> str:
    return text.format(**values)


def log(game_id: str, seats: list[str], turns: list[str] = (), options: dict | None = None, first: int = 1) -> str:
    """A game as it is saved. A turn is "55512 fives", played by every seat, or "55512 fives 20" with what it pays."""
    game = find_game(game_id).with_options(options or {})
    lines = ["Three Rolls 1", " ".join(["game", game_id, *(f"{k}={v}" for k, v in (options or {}).items())])]
    lines += [f"seat {kind} {n} {name}" for n, (kind, name) in enumerate(seat.split(" ", 1) for seat in seats)]
    lines.append(f"first {first}")
    for turn in turns:
        dice, box, *paid = turn.split()
        pays = paid or [str(game.first_points[game.lattice.find_roll(tuple(map(int, dice))), game.index(box)])]
        lines += [f"{(first - 1 + n) % len(seats) + 1} {dice} {box} {' '.join(pays)}" for n in range(len(seats))]
    return "\n".join([*lines, ""])


def card(game_id: str, *but: str) -> list[str]:
    """Turns that fill every box but these."""
    words = CARDS[game_id].split()
    return [f"{dice} {box}" for dice, box in zip(words[::2], words[1::2], strict=True) if box not in but]


class Table:
    """A page with a game on it."""

    def __init__(self, page):
        self.page = page
        self.dock = page.locator(".board .dock")
        self.roll = page.locator(".board .roll")
        self.dice = page.locator(".board .toss")
        self.undo = page.get_by_role("button", name=re.compile("^Undo"))
        self.warning = page.locator(".board .warning")

    @property
    def state(self) -> dict:
        return self.page.evaluate("document.querySelector('three-rolls-play').state")

    @property
    def focus(self) -> str:
        """What has the focus: the box of a card, else its classes, else its tag."""
        return self.page.evaluate(
            "(({dataset, className, tagName}) => dataset.box || className.replace('focus-visible', '').trim()"
            " || tagName)(document.activeElement)"
        )

    def take(self, box: str):
        """The open box of whoever is on turn."""
        return self.page.locator(f'.take[data-box="{box}"]:not([hidden])')

    def row(self, box: str):
        return self.page.locator(f'.boxes tr:has([data-box="{box}"])')

    def press(self, *keys: str):
        """Keys, one after the other; the focus never falls out of the game."""
        for key in keys:
            self.page.keyboard.press(key)
            assert self.page.evaluate("!!document.activeElement.closest('three-rolls-play, dialog')"), key

    def pause(self):
        self.page.wait_for_timeout(GUARD)

    def throw(self, n: int = 1):
        for _ in range(n):
            self.page.keyboard.press("r")

    def tap(self, target):
        """Taps the middle of what a finger would aim at: large enough, in view, and not covered."""
        spot = target.evaluate(SPOT)
        assert min(spot["width"], spot["height"]) >= 44
        assert spot["own"], target
        self.page.touchscreen.tap(spot["x"], spot["y"])

    def open_dialogs(self, check):
        """Each dialog of the game with all its parts open, shown to ``check``, and closed again."""
        for name in ("change the game", "^Load", "^Replay"):
            self.page.get_by_role("button", name=re.compile(name)).click()
            self.page.locator("dialog[open]").wait_for()
            for part in self.page.locator("dialog summary").all():
                part.click()
            check(f"a dialog: {name}")
            self.page.keyboard.press("Escape")
            self.page.locator("dialog").wait_for(state="detached")

    def spots(self, targets: str) -> list[dict]:
        return self.page.locator(targets).evaluate_all(f"(nodes) => nodes.map({SPOT})")

    def small(self) -> list[str]:
        """Targets of less than 44 px, in the game or in the dialog that it opened."""
        return self.page.evaluate(SMALL)

    def sideways(self) -> list[str]:
        """What is wider than the room it has and would have to be pushed sideways: the page, or what is open."""
        return self.page.evaluate(WIDER)


@pytest.fixture
def sit(browser, address):
    """Opens a page with a game on it, saved before as told; nothing may go wrong on it until the test is over."""
    opened = []

    def open_table(
        saved: str = "", dice: str = "", width: int = 360, height: int = 640, path: str = "", **more
    ) -> Table:
        settings = more.pop("settings", None)
        more = {"color_scheme": "light", "reduced_motion": "reduce"} | more
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        game = re.search(r"^game (\S+)", saved, re.M)
        kept = {f"game.{game[1]}": saved} if game else {}
        if settings:
            kept["settings"] = json.dumps(settings)
        told = json.dumps({"dice": list(map(int, dice.replace(" ", ""))), "saved": kept})
        context.add_init_script(f"({SCRIPT})({told})")
        context.set_default_timeout(10_000)
        page = context.new_page()
        wrong = []
        note_errors(page, wrong)
        opened.append((context, wrong))
        page.goto(address + (path or f"/play/{f'#g={game[1]}' if game else ''}"))
        page.locator(".board .roll").wait_for(state="attached")
        return Table(page)

    yield open_table
    wrong = [one for context, wrong in opened for one in wrong]
    for context, _ in opened:
        context.close()
    assert wrong == []


# ---- whole games


def test_two_people_play_a_whole_game_by_keyboard_alone(sit):
    table = sit(log("yacht", ["person Ana", "person Ben"]), dice="35241 66216 5 43 2553 121 6", width=1280, height=800)
    page = table.page
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the link that skips to the content
    for _ in range(30):
        page.keyboard.press("Tab")
        if table.focus == "roll":
            break
    assert table.focus == "roll"
    for turn in range(24):
        table.press("r")
        if turn % 3:
            table.press("2", "4", "r", "Digit1", "R")
        assert table.state["rolls"] == (3 if turn % 3 else 1)
        table.press("ArrowUp")
        box = table.focus

        table.press("Enter")
        if table.state["sure"]:
            assert table.focus == box
            table.pause()
            table.press("Enter")
        assert table.state["turn"] == turn + 1
        assert table.focus == ("roll" if turn < 23 else "H2")
    state = table.state
    assert state["over"]
    assert [len(one["points"]) for one in state["cards"]] == [12, 12]
    table.press("Tab", "Enter")  # a rematch
    assert table.focus == "roll"
    state = table.state
    assert (state["turn"], state["first"]) == (0, 1)


def test_a_whole_game_is_played_by_touch_alone_on_a_small_phone(sit):
    """At 360 x 640 nothing ever needs a scroll until the game is over."""
    table = sit(log("yacht", ["person You"]), dice="35241 66216 5 43 2553 121 6", has_touch=True, is_mobile=True)
    for turn in range(12):
        table.pause()
        table.tap(table.roll)
        if turn % 2:
            table.tap(table.dice.nth(1))
            assert table.state["held"][1]
            table.pause()
            table.tap(table.roll)
        assert all(spot["own"] for spot in table.spots(".take:visible"))
        box = table.page.locator(".take:visible").nth(turn % (12 - turn))
        table.tap(box)
        if table.state["sure"]:
            table.pause()
            table.tap(box)
        assert table.state["turn"] == turn + 1
        assert table.page.evaluate("[scrollX, scrollY]") == [0, 0]
        assert table.sideways() == []
    assert table.state["over"]
    again = table.page.get_by_role("button", name="Play again")
    again.scroll_into_view_if_needed()
    table.tap(again)
    assert table.state["turn"] == 0


@pytest.mark.parametrize("game", ["yacht", "yahtzee", "yatzy"])
def test_every_box_and_the_dock_are_on_the_first_screen_of_a_small_phone(sit, game):
    table = sit(log(game, ["person Ana", "turn Computer"]), dice="35241")
    table.throw()
    spots = table.spots(".take:visible, .toss, .act button")
    assert len(spots) == len(find_game(game).boxes) + 5 + 4
    assert all(spot["own"] and spot["y"] + spot["height"] / 2 <= 640 for spot in spots)


def test_against_computers_a_game_is_played_to_its_end(sit):
    """Two computers, one that looks one throw ahead and one that plays near the best, on the last two boxes."""
    seats = ["person Ana", "now Robot", "best Computer"]
    table = sit(log("yacht", seats, card("yacht", "ones", "choice")), settings={"pace": "quick"}, dice="16354 2")
    for box in ("choice", "ones"):
        table.page.wait_for_function("document.querySelector('three-rolls-play').state.turn % 3 === 0")
        table.throw()
        table.take(box).press("Enter")
        if table.state["sure"]:
            table.pause()
            table.take(box).press("Enter")
    table.page.locator(".summary").wait_for(timeout=20_000)
    assert all(len(one["points"]) == 12 for one in table.state["cards"])


# ---- a box that pays nothing


@pytest.mark.parametrize("width", [360, 1280])
def test_a_box_that_pays_nothing_asks_once_more_and_then_takes_the_zero(sit, width):
    """Only label and edge change: nothing moves, and the focus stays on the box."""
    table = sit(log("yacht", ["person Ana"]), dice="11234", width=width, height=800)
    table.throw()
    places = """() => [...document.querySelectorAll(".boxes tr, .dock, .dock button")]
      .map((node) => JSON.stringify(node.getBoundingClientRect()))"""
    edge = """(take) => getComputedStyle(take, "::after").border + getComputedStyle(take.closest("tr")).outline"""
    before, plain = table.page.evaluate(places), table.take("sixes").evaluate(edge)
    table.take("sixes").click()
    assert table.state["sure"] == "sixes"
    assert table.page.evaluate(places) == before
    assert table.take("sixes").evaluate(edge) != plain
    assert table.focus == "sixes"
    assert table.row("sixes").locator(".note").inner_text() == say(WORDS["sure"], points=0)
    assert table.take("sixes").inner_text() == "0?"
    assert table.take("sixes").get_attribute("aria-label") == say(WORDS["sure_label"], box="Sixes", points=0)
    table.pause()
    table.take("sixes").click()
    assert table.state["cards"][0]["points"] == {"sixes": 0}
    assert table.focus == "roll"
    zero = table.page.locator("td.zero .written")
    assert zero.text_content() == "0"
    assert zero.evaluate("e => getComputedStyle(e, '::after').transform") != "none"


def test_moving_away_from_a_box_that_waits_for_its_zero_leaves_it_open(sit):
    table = sit(log("yacht", ["person Ana", "person Ben"]), dice="11234 5", width=1280, height=800)
    page = table.page
    table.throw()
    away = {
        "tapping beside it": lambda: page.locator("h2#how").click(),
        "Escape": lambda: page.keyboard.press("Escape"),
        "holding a die": lambda: table.dice.first.click(),
        "holding a die by key": lambda: page.keyboard.press("3"),
        "another box of zero": lambda: table.take("fives").click(),
        "moving the focus": lambda: page.keyboard.press("Tab"),
        "an arrow": lambda: page.keyboard.press("ArrowUp"),
        "another player's card": lambda: page.locator(".seat button").nth(1).click(),
        "the odds": lambda: page.locator(".dock .key").nth(1).click(),
        "rolling": lambda: page.keyboard.press("r"),
    }
    for way, go in away.items():
        table.take("sixes").click()
        assert table.state["sure"] == "sixes", way
        table.pause()
        go()
        assert table.state["sure"] == ("fives" if way == "another box of zero" else None), way
        assert table.row("sixes").locator(".note").inner_text() != say(WORDS["sure"], points=0), way
        table.pause()
        if page.get_by_role("button", name="Back to Ana").is_visible():
            page.get_by_role("button", name="Back to Ana").click()
        assert table.state["cards"] == [{"points": {}, "repeats": 0}] * 2, way
    table.take("choice").click()
    assert list(table.state["cards"][0]["points"]) == ["choice"]


def test_escape_says_that_nothing_was_filled_and_keeps_the_focus(sit):
    table = sit(log("yacht", ["person Ana"]), dice="11234", width=1280, height=800)
    table.throw()
    table.take("sixes").press("Enter")
    table.press("Escape")
    assert table.focus == "sixes"
    assert table.page.locator(".board > [role=status]").inner_text() == TELL["cancelled"]


def test_a_double_tap_never_writes_a_zero(sit):
    table = sit(log("yacht", ["person Ana"]), dice="11234", has_touch=True)
    table.throw()
    table.take("sixes").dblclick()
    assert table.state["sure"] == "sixes"
    assert table.state["turn"] == 0


# ---- rules that close boxes or pay beside them


def test_five_alike_again_must_go_to_their_own_number_box_while_it_is_open(sit):
    table = sit(log("yahtzee", ["person Ana"], ["66666 yahtzee"]), dice="33333")
    table.throw()
    page = table.page
    assert table.take("threes").inner_text() == "15"
    drawn = "take => getComputedStyle(take.closest('td'), '::after').content"
    assert table.take("threes").evaluate(drawn) == '"+100"'
    assert table.take("threes").get_attribute("aria-label") == say(
        WORDS["take_beside"], box="Threes", points=15, beside=100
    )
    assert page.locator(".take[aria-disabled=true]:visible").count() == 11
    assert table.row("chance").locator(".note").inner_text() == "Threes first"
    table.take("chance").click(force=True)
    assert list(table.state["cards"][0]["points"]) == ["yahtzee"]
    assert table.warning.inner_text() == say(TELL["own"], box="Chance", first="Threes")
    table.take("threes").click()
    assert table.state["cards"][0] == {"points": {"yahtzee": 50, "threes": 15}, "repeats": 1}
    assert page.locator(".sum.repeat td b").inner_text() == "100"


def test_a_joker_pays_below_in_full_and_above_only_when_nothing_below_is_open(sit):
    table = sit(log("yahtzee", ["person Ana"], ["66666 yahtzee", "33312 threes"]), dice="33333")
    table.throw()
    pays = {box: table.take(box).inner_text() for box in ("full-house", "small-straight", "large-straight")}
    assert pays == {"full-house": "25", "small-straight": "30", "large-straight": "40"}
    assert table.row("ones").locator(".note").inner_text() == WORDS["shut"]["lower"]
    table.take("ones").click(force=True)
    assert table.warning.inner_text() == say(TELL["lower"], box="Ones")
    assert len(table.state["cards"][0]["points"]) == 2
    table.take("large-straight").click()
    assert table.state["cards"][0]["points"]["large-straight"] == 40
    assert table.state["cards"][0]["repeats"] == 1
    below = [turn for turn in card("yahtzee") if re.search("alike|kind|house|straight|yahtzee|chance|threes", turn)]
    table = sit(log("yahtzee", ["person Ana"], below), dice="33333")
    table.throw()
    assert {table.take(box).inner_text() for box in ("ones", "twos", "fours", "fives", "sixes")} == {"0"}


def test_the_order_of_the_sheet_shuts_every_box_but_the_next(sit):
    saved = log("yatzy", ["person Ana"], ["11123 ones"], options={"order": "sheet"})
    table = sit(saved, dice="55566")
    assert (
        "House rules: In which order are the boxes filled? from the top of the sheet down"
        in table.page.locator(".what").text_content()
    )
    table.throw()
    assert table.row("fives").locator(".note").inner_text() == "Twos first"
    table.take("fives").click(force=True)
    assert table.warning.inner_text() == say(TELL["order"], box="Fives", first="Twos")
    assert table.page.locator(".take:visible:not([aria-disabled])").count() == 1
    table.take("twos").click()
    table.pause()
    table.take("twos").click()
    assert table.state["cards"][0]["points"] == {"ones": 3, "twos": 0}


def test_a_straight_on_the_first_roll_pays_more_and_says_so_and_not_on_the_second(sit):
    table = sit(log("generala", ["person Ana"]), dice="12345")
    table.throw()
    assert table.take("straight").inner_text() == "25"
    assert table.row("straight").locator(".note").inner_text() == "first roll +5"
    table.throw()
    assert table.take("straight").inner_text() == "20"
    assert table.row("straight").locator(".note").inner_text() == ""


def test_five_alike_on_the_first_roll_win_at_once_against_others_only(sit):
    table = sit(log("generala", ["person Ana", "person Ben"], ["11123 ones"]), dice="44444")
    table.roll.focus()
    table.press("Enter")
    assert table.state["winner"] == 0
    assert table.page.locator(".summary h2").inner_text() == "The win goes to Ana at once: five alike on the first roll"
    assert table.focus == "H2"
    alone = sit(log("generala", ["person Ana"]), dice="44444")
    alone.throw()
    assert not alone.state["over"]
    assert alone.take("generala").inner_text() == "50"


# ---- rolls that are not to be had


def test_after_the_last_roll_the_button_says_to_choose_a_box_and_rolls_no_more(sit):
    table = sit(log("yacht", ["person Ana"]), dice="13564 2")
    table.throw(3)
    dice = table.state["dice"]
    assert table.roll.get_attribute("aria-disabled") == "true"
    assert table.roll.inner_text().split("\n") == [WORDS["roll"]["done"], WORDS["roll"]["done_note"]]
    assert table.roll.evaluate("e => !e.disabled")
    table.roll.click(force=True)
    assert table.warning.inner_text() == TELL["no-rolls"]
    table.dice.first.click(force=True)
    assert table.warning.inner_text() == TELL["last-roll"]
    state = table.state
    assert (state["dice"], state["rolls"], state["held"]) == (dice, 3, [False] * 5)


def test_a_roll_with_every_die_held_is_refused_and_costs_nothing(sit):
    table = sit(log("yacht", ["person Ana"]), dice="13564 2")
    table.throw()
    for die in table.dice.all():
        die.click()
    assert table.roll.get_attribute("aria-disabled") == "true"
    assert table.roll.locator("b").inner_text() == WORDS["roll"]["held"]
    table.roll.click(force=True)
    state = table.state
    assert (state["rolls"], state["dice"]) == (1, [1, 3, 5, 6, 4])
    assert table.warning.inner_text() == TELL["all-held"]
    table.dice.first.click()
    table.pause()
    table.roll.click()
    assert table.state["dice"] == [2, 3, 5, 6, 4]


def test_before_the_first_roll_a_box_or_a_die_says_to_roll_first(sit):
    table = sit(log("yacht", ["person Ana"]))
    for target in (table.take("ones"), table.dice.first):
        table.page.locator("h2#how").click()
        target.click(force=True)
        assert table.warning.inner_text() == TELL["roll-first"]
    assert table.state["turn"] == 0


def test_a_press_counts_however_soon_the_page_was_there(sit):
    table = sit(log("yacht", ["person Ana"]))
    table.page.evaluate("performance.now = () => 1")
    table.roll.click()
    assert table.state["rolls"] == 1


def test_a_double_click_or_double_tap_rolls_once(sit):
    table = sit(log("yacht", ["person Ana"]), has_touch=True)
    table.roll.dblclick()
    assert table.state["rolls"] == 1
    table.pause()
    table.roll.tap()
    table.roll.tap()
    assert table.state["rolls"] == 2


def test_a_double_click_on_a_box_does_not_reach_the_roll_button(sit):
    table = sit(log("yacht", ["person Ana"]), dice="13564")
    table.throw()
    table.take("choice").click()
    table.roll.click()
    state = table.state
    assert (state["turn"], state["rolls"]) == (1, 0)


# ---- keys that are not for the game

TYPED = """([key, more]) => {
  const target = document.activeElement;
  for (const type of ["keydown", "keyup"]) {
    target.dispatchEvent(new KeyboardEvent(type, {key, bubbles: true, ...more}));
  }
}"""


def test_keys_with_a_modifier_or_held_down_are_left_alone(sit):
    table = sit(log("yacht", ["person Ana"]), width=1280, height=800)
    table.throw()
    before = table.state
    for more in ("ctrlKey", "altKey", "metaKey", "repeat"):
        for key in ("r", "1", "u"):
            table.page.evaluate(TYPED, [key, {more: True}])
            assert table.state == before, (more, key)
    table.page.evaluate(TYPED, ["1", {}])
    assert table.state["held"][0], "the same key alone is heard"
    table.page.keyboard.down("r")
    table.page.keyboard.down("r")
    table.page.keyboard.down("r")
    assert table.state["rolls"] == 2
    table.page.keyboard.up("r")
    table.roll.focus()
    for _ in range(3):
        table.page.keyboard.down("Enter")
    assert table.state["rolls"] == 3
    assert table.state["notice"]["key"] == "rolled", "the held key asks for no fourth roll"


def test_keys_typed_into_fields_or_dialogs_are_no_keys_of_the_game(sit):
    table = sit(log("yacht", ["person Ana", "person Ben"]), width=1280, height=800)
    page = table.page
    table.throw()
    before = table.state
    page.locator("input.md-search__input").click()
    page.keyboard.type("r1u2")
    assert table.state == before
    assert page.locator("input.md-search__input").input_value() == "r1u2"
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("change the game")).click()
    name = page.get_by_label("Name of player 1")
    name.fill("")
    name.press_sequentially("r1u")
    assert name.input_value() == "r1u"
    page.get_by_role("button", name="Add a player").focus()
    page.keyboard.type("r1u")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert table.state == before
    page.get_by_role("button", name="Load", exact=True).click()
    page.keyboard.type("r1u")
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert table.state == before
    page.keyboard.press("r")
    assert table.state["rolls"] == 2


def test_on_a_computers_turn_keys_and_taps_do_nothing_and_say_why(sit):
    saved = log("yacht", ["turn Robot", "person Ana"])
    table = sit(saved, width=1280, height=800)
    table.page.wait_for_function("document.querySelector('three-rolls-play').state.rolls === 1")
    told = say(TELL["computer"], name="Robot")
    for act in (lambda: table.page.keyboard.press("r"), lambda: table.dice.first.click(force=True)):
        rolls = table.page.evaluate("document.querySelector('three-rolls-play').state.current.length")
        act()
        assert table.warning.inner_text() == told
        assert len(table.state["current"]) - rolls in (0, 1)  # by its own hand
    assert table.page.locator(".take:visible").count() == 0


def test_keys_that_are_switched_off_do_nothing_but_press_what_has_the_focus(sit):
    table = sit(log("yacht", ["person Ana"]), settings={"keys": False}, width=1280, height=800)
    page = table.page
    page.keyboard.press("r")
    assert table.state["rolls"] == 0
    table.roll.focus()
    table.press("r", "1")
    assert table.state["rolls"] == 0
    table.press("Enter")
    assert table.state["rolls"] == 1
    table.press("1", "r", "u")
    assert (table.state["rolls"], table.state["held"]) == (1, [False] * 5)
    assert not page.locator(".keyhelp").is_visible()


def test_the_keys_of_the_theme_and_of_the_game_are_not_the_same(sit):
    table = sit(log("yacht", ["person Ana"]), width=1280, height=800)
    page, searching = table.page, "document.querySelector('[data-md-toggle=search]').checked"
    page.wait_for_load_state("networkidle")  # the search listens from then on
    table.throw()
    before = table.state
    page.evaluate("document.querySelectorAll('link[rel=prev], link[rel=next]').forEach((link) => link.remove())")
    for key in ("p", "n", ",", ".", "f", "s", "/"):
        page.keyboard.press(key)
        assert table.state == before, key
        if key in "fs/":
            page.wait_for_function(f"{searching} && document.activeElement.matches('input')")
            page.keyboard.press("Escape")
            page.wait_for_function(f"!{searching} && !document.activeElement.matches('input')")
            table.pause()  # the search needs a moment to close
    for key in ("1", "r", "u"):
        page.keyboard.press(key)
        assert not page.evaluate(searching), key
    assert (table.state["rolls"], table.state["held"][0]) == (2, True)


@pytest.mark.parametrize("width", [360, 1280])
def test_arrows_go_to_the_nearest_open_box_and_pass_over_filled_ones(sit, width):
    table = sit(log("yacht", ["person Ana"], ["22213 twos"]), dice="13564", width=width, height=800)
    table.throw()
    table.take("ones").focus()
    table.press("ArrowDown")
    assert table.focus == "threes"
    table.press("ArrowUp")
    assert table.focus == "ones"
    if width == 360:
        table.press("ArrowRight")
        assert table.focus == "full-house"
        table.press("ArrowLeft")
        assert table.focus == "ones"
    table.press("ArrowUp")
    assert table.focus == "ones"
    boxes = [box.get_attribute("data-box") for box in table.page.locator(".take:visible").all()]
    reached = {"ones"}
    for start in ("ArrowDown", "ArrowRight"):
        table.take("ones").focus()
        for key in (start, *["ArrowDown"] * 12):
            table.press(key)
            reached.add(table.focus)
    assert reached == set(boxes)


# ---- undo


def test_a_filled_box_can_be_taken_back_with_its_dice_until_the_next_roll(sit):
    table = sit(log("yacht", ["person Ana", "person Ben"]), dice="13564 22", width=1280, height=800)
    assert table.undo.get_attribute("aria-disabled") == "true"
    table.throw()
    for key in "24":
        table.page.keyboard.press(key)
    table.throw()
    before = table.state
    table.take("choice").click()
    assert table.state["turn"] == 1
    assert table.undo.get_attribute("aria-disabled") is None
    table.undo.click()
    after = table.state
    same = ("turn", "dice", "rolls", "held", "cards", "log")
    assert {key: after[key] for key in same} == {key: before[key] for key in same}
    assert table.undo.get_attribute("aria-disabled") == "true"
    assert table.dice.nth(1).get_attribute("aria-pressed") == "true"
    table.pause()
    table.take("choice").click()
    table.page.keyboard.press("r")
    table.undo.click(force=True)
    state = table.state
    assert (state["turn"], state["rolls"]) == (1, 1)
    assert table.warning.inner_text() == TELL["nothing-to-undo"]


def test_against_a_computer_there_is_time_to_take_a_box_back(sit):
    table = sit(log("yacht", ["person Ana", "turn Robot"]), dice="13564", settings={"pace": "quick"})
    clock = table.page.clock
    clock.install()
    table.throw()
    clock.pause_at(4_000_000_000_000)
    table.take("choice").click()
    clock.run_for(800)
    table.undo.click()
    state = table.state
    assert (state["turn"], state["rolls"], state["dice"]) == (0, 1, [1, 3, 5, 6, 4])
    clock.run_for(3000)
    assert table.state["turn"] == 0, "the computer waits for its turn"
    table.take("choice").click()
    clock.run_for(1300)
    assert table.state["rolls"] == 1, "and has not long to wait for it"


# ---- the end


def test_a_tied_game_is_shared_told_copied_and_played_again_with_the_start_moved_on(sit):
    """Loaded as a text, by hand, with one box of each left."""
    nearly = log("yacht", ["person Ana", "person Ben", "person Cy"], card("yacht", "choice"), first=2)
    table = sit(dice="65543 65543 11123", width=1280, height=800, permissions=["clipboard-read", "clipboard-write"])
    page = table.page
    page.get_by_role("button", name="Load", exact=True).click()
    page.get_by_label("Paste the text of a game").fill(nearly)
    page.get_by_role("button", name="Load this game").click()
    page.locator("dialog").wait_for(state="detached")
    assert table.focus != "BODY"
    page.wait_for_function("document.querySelector('three-rolls-play').state.turn === 33")
    for _ in range(3):
        table.throw()
        table.take("choice").press("Enter")
    totals = sorted((sum(one["points"].values()) for one in table.state["cards"]), reverse=True)
    assert totals[0] == totals[1] > totals[2]
    places = [
        [part.strip() for part in row.inner_text().split("\n") if part.strip()]
        for row in page.locator(".places li").all()
    ]
    assert [row[0] for row in places] == ["1=", "1=", "3"]
    assert [row[1] for row in places] == ["Ben", "Cy", "Ana"]
    assert page.locator(".summary h2").inner_text() == f"Ben and Cy share the win with {totals[0]}"
    page.get_by_role("button", name="Copy the result").click()
    page.locator(".summary [role=status]", has_text="Copied.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.splitlines() == [
        "Three Rolls: Yacht",
        f"Ben and Cy share the win with {totals[0]}",
        f"1= Ben {totals[0]}",
        f"1= Cy {totals[0]}",
        f"3 Ana {totals[2]}",
    ]
    seats = table.state["seats"]
    page.get_by_role("button", name="Rematch").click()
    state = table.state
    assert (state["seats"], state["first"], state["turn"], state["over"]) == (seats, 2, 0, False)
    assert page.locator(".seat[aria-current]").inner_text().startswith("Cy")
    assert table.focus == "roll"


# ---- told to those who do not see it


def test_a_screen_reader_hears_each_roll_and_each_score_once_and_finds_each_die_by_name(sit):
    table = sit(log("yacht", ["person Ana", "person Ben"]), dice="53513 213 66666", width=1280, height=800)
    page = table.page
    page.evaluate(LISTEN)
    group = page.get_by_role("group", name=WORDS["group"])
    assert "Die 1: not rolled yet" in group.aria_snapshot()
    table.throw()
    table.dice.first.focus()
    table.press("Enter")  # its own name and state say it
    page.keyboard.press("3")
    assert group.aria_snapshot().count("[pressed]") == 2
    assert 'button "Die 1: five, held" [pressed]' in group.aria_snapshot()
    assert 'button "Die 2: three"' in group.aria_snapshot()
    table.throw()
    table.take("choice").press("Enter")
    table.throw()
    table.take("sixes").press("Enter")
    for name in (WORDS["odds"], re.compile("^Ben"), "Back to Ana", WORDS["odds"]):  # looking around is no news
        page.locator(".board").get_by_role("button", name=name).first.click()
    heard = page.evaluate("heard")
    assert heard == [
        "First roll: five, three, five, one, three. Two rolls left.",
        "Die 3: five, held.",
        "Second roll: five, two, five, one, three. One roll left.",
        "Ana: Choice, 16 points. Ben to roll.",
        "First roll: six, six, six, six, six. Two rolls left.",
        "Ben: Sixes, 30 points. Ana to roll.",
    ]


def test_what_computers_do_is_heard_once_too(sit):
    seats = ["person Ana", "turn Robot"]
    table = sit(log("yacht", seats, card("yacht", "ones")), dice="11234", settings={"pace": "quick"})
    table.page.evaluate(LISTEN)
    table.throw()
    table.take("ones").press("Enter")
    table.page.locator(".summary").wait_for()
    heard = table.page.evaluate("heard")
    rolls = [line.split(" roll:")[0] for line in heard if " roll: " in line and line.startswith("Robot")]
    assert rolls == ["Robot. First", "Robot. Second", "Robot. Third"][: len(table.state["log"][-1]["rolls"])]
    assert sum(line.startswith("Robot: Ones,") for line in heard) == 1
    assert sum("The win goes to" in line for line in heard) == 1
    assert len(heard) == len(set(heard))


def test_the_focus_is_never_lost(sit):
    table = sit(log("yacht", ["person Ana", "person Ben"]), dice="13564", width=1280, height=800)
    page = table.page
    table.roll.focus()
    table.press("Enter")
    assert table.focus == "roll"
    table.dice.nth(2).focus()
    table.press("Space", "r", "r")
    table.take("choice").focus()
    table.press("Space")
    assert table.focus == "roll"
    table.press("u")
    assert table.focus == "roll"
    table.take("choice").focus()
    table.press("Enter")
    table.undo.focus()
    table.press("Enter")
    page.locator(".seat button").nth(1).focus()
    table.press("Enter", "Tab")
    page.get_by_role("button", name="Back to Ana").focus()
    table.press("Enter")
    page.get_by_role("button", name=re.compile("change the game")).focus()
    table.press("Enter")
    page.locator("dialog[open]").wait_for()
    table.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert "change" in table.focus
    table.take("choice").focus()
    table.press("u", "Enter", "r")
    assert table.state["turn"] == 1
    page.locator(".dock").get_by_role("button", name=WORDS["odds"]).focus()
    table.press("Enter")
    page.locator(".chances").wait_for()
    table.press("Enter")
    assert "key" in table.focus


def test_the_focus_goes_on_to_the_roll_button_when_its_box_goes_away(sit):
    """Taken back, the turn is another seat's, and the boxes of the one that was on turn are no longer offered."""
    table = sit(log("yacht", ["person Ana", "person Ben"]), dice="13564", width=1280, height=800)
    table.throw()
    table.take("choice").press("Enter")
    table.take("ones").focus()
    table.press("u")
    assert table.state["turn"] == 0
    assert table.focus == "roll"


def test_nothing_is_told_by_colour_alone(sit):
    saved = log("yacht", ["person Ana", "person Ben"], ["66612 sixes", "11234 fives"])
    table = sit(saved, dice="11234")
    page = table.page
    table.throw()
    page.keyboard.press("1")
    assert table.dice.first.locator(".word").inner_text() == WORDS["held"]
    assert table.dice.first.locator(".body").evaluate("e => getComputedStyle(e).transform") != "none"
    assert table.dice.nth(1).locator(".word").inner_text() == ""
    table.take("full-house").press("Enter")
    assert table.row("full-house").locator(".note").inner_text() == say(WORDS["sure"], points=0)
    assert table.row("fives").locator("td.seen .written").inner_text() == "0"
    seats = page.locator(".seat")
    assert seats.first.get_attribute("aria-current") == "true"
    marked = "e => getComputedStyle(e.querySelector('span'), '::before').content"
    assert seats.first.evaluate(marked) != "none"
    assert seats.nth(1).evaluate(marked) == "none"
    shape = "e => (({borderRadius, clipPath, scale}) => [borderRadius, clipPath].join())(getComputedStyle(e))"
    assert len({mark.evaluate(shape) for mark in page.locator(".seats .seat-mark").all()}) == 2
    drawn = [seat.evaluate("e => getComputedStyle(e).borderStyle") for seat in (table.row("ones"), table.row("sixes"))]
    assert drawn[0] != drawn[1], "open and filled boxes have other edges"


def test_the_six_marks_of_seats_have_six_shapes(sit):
    table = sit(log("yacht", [f"person P{n}" for n in range(6)]))
    shape = "e => (({borderRadius, clipPath}) => [borderRadius, clipPath].join())(getComputedStyle(e))"
    assert len({mark.evaluate(shape) for mark in table.page.locator(".seats .seat-mark").all()}) == 6


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_axe_finds_nothing_in_any_state_of_a_game(sit, width, scheme):
    saved = log("yahtzee", ["person Ana", "person Ben"], [*card("yahtzee", "twos", "sixes", "chance"), "11345 sixes"])
    table = sit(saved, dice="33333 13345", width=width, height=800, color_scheme=scheme)
    page, found = table.page, {}

    def check(state: str):
        inside = "dialog" if page.locator("dialog[open]").count() else "three-rolls-play"
        violations = objections(page, inside)
        if violations:
            found[state] = [(v["id"], [n["target"] for n in v["nodes"]][:3]) for v in violations]

    check("before the first roll")
    table.throw()
    assert page.locator(".take[aria-disabled=true]:visible").count() == 1
    check("a shut box, a roll that pays beside its box")
    table.throw()
    page.keyboard.press("1")
    table.take("twos").click()
    assert table.state["sure"] == "twos"
    check("in a turn, a zero in question")
    page.locator(".dock").get_by_role("button", name=WORDS["odds"]).click()
    page.locator(".chances").wait_for()
    check("the odds open")
    page.locator(".dock").get_by_role("button", name=WORDS["odds"]).click()
    page.locator(".story .turn").first.click()
    check("a line of the log open")
    page.locator(".seat button").nth(1).click()
    check("another seat's card")
    table.open_dialogs(check)
    for box in ("chance", "chance", "twos", "twos"):
        table.throw(3 - table.state["rolls"])
        table.take(box).press("Enter")
        if table.state["sure"]:
            table.pause()
            table.take(box).press("Enter")
    page.locator(".summary").wait_for()
    check("the end")
    assert found == {}


# ---- screens


# What moves right after a key, before anything had time to end.
MOVES = """(key) => {
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
  return document.getAnimations().map(({effect}) => [effect.target.getAttribute("class"), effect.getTiming().duration]);
}"""


def test_under_reduced_motion_nothing_moves_and_else_only_the_dice_thrown_for_a_moment(sit):
    table = sit(log("yacht", ["person Ana"]), dice="13564")
    assert [table.page.evaluate(MOVES, key) for key in "r1r"] == [[], [], []]
    table = sit(log("yacht", ["person Ana"]), dice="13564", reduced_motion="no-preference")
    for key in "r1":
        table.page.keyboard.press(key)
        table.pause()
    moving = table.page.evaluate(MOVES, "r")
    assert sum("fresh" in name for name, _ in moving) == 4
    assert max(duration for _, duration in moving) <= 250


def test_at_twice_the_size_every_box_and_every_button_can_be_used_and_nothing_covers_them(sit):
    """A desktop of 1280 x 900 at 200 %."""
    table = sit(log("yahtzee", ["person Ana", "person Ben"], ["66612 sixes"]), dice="13564", width=640, height=450)
    table.throw()
    targets = [
        *table.page.locator(".take:visible").all(),
        *table.dice.all(),
        *table.page.locator(".dock .act button").all(),
    ]
    assert len(targets) == 12 + 5 + 4
    for target in targets:
        target.focus()
        spot = target.evaluate(SPOT)
        assert spot["own"], target.get_attribute("aria-label")
        assert spot["y"] - spot["height"] / 2 >= 0
        assert spot["y"] + spot["height"] / 2 <= 450
    assert table.sideways() == []
    table.take("chance").click()
    assert table.state["turn"] == 3


def test_no_width_scrolls_sideways_with_six_seats_and_the_longest_names(sit):
    names = [f"person {'W' * 19}{n}" for n in range(6)]
    whole = log("yahtzee", names, [*card("yahtzee", "twos"), "22213 twos"], options={"joker": "free", "extra": "50"})
    table = sit(whole[: whole.rindex("6 ")], dice="13364")  # the last turn of the last seat is to come
    page, widths = table.page, (320, 360, 390, 768, 1280)

    def check(state: str):
        for width in widths:
            page.set_viewport_size({"width": width, "height": 700})
            assert table.sideways() == [], (state, width)
            assert table.small() == [], (state, width)
            page.wait_for_function(SEEN)

    check("before the first roll")
    table.throw()
    page.keyboard.press("1")
    table.take("twos").press("Enter")
    check("a zero in question")
    page.locator(".dock").get_by_role("button", name=WORDS["odds"]).click()
    page.locator(".chances").wait_for()
    check("the odds open")
    page.locator(".dock").get_by_role("button", name=WORDS["odds"]).click()
    page.locator(".seat button").first.click()
    page.locator(".story .turn").first.click()
    check("another seat's card, a line of the log")
    table.open_dialogs(check)
    for _ in range(2):
        table.pause()
        table.take("twos").press("Enter")
    page.locator(".summary").wait_for()
    check("the end")


def test_a_game_inside_a_page_is_played_there(sit):
    table = sit(path="/yacht/", dice="13564", width=1280, height=800)
    table.page.keyboard.press("r")
    assert table.state["rolls"] == 1
    table.take("choice").click()
    assert table.state["cards"][0]["points"] == {"choice": 19}
    assert table.page.url.endswith("/yacht/")


# ---- what fresh eyes broke once


def test_a_key_held_down_presses_once(sit):
    table = sit(log("yacht", ["person Ana"]), dice="66661", width=1280, height=800)
    page = table.page
    table.throw()
    table.take("ones").focus()
    table.take("twos").focus()
    page.keyboard.down("Enter")
    for _ in range(3):
        table.pause()
        page.keyboard.down("Enter")  # repeats
    page.keyboard.up("Enter")
    assert (table.state["sure"], table.state["turn"]) == ("twos", 0)
    table.dice.first.focus()
    for _ in range(4):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert table.state["held"] == [True, False, False, False, False]


def test_the_setup_opens_once_however_often_it_is_asked_for(sit):
    table = sit(log("yacht", ["person Ana"]), width=1280, height=800)
    for _ in range(3):
        table.page.locator(".change").evaluate("node => node.click()")
    table.page.locator("dialog").first.wait_for()
    assert table.page.locator("dialog").count() == 1


def test_the_last_box_can_be_taken_back_too(sit):
    table = sit(log("yacht", ["person Ana"], card("yacht", "choice")), dice="66543", width=1280, height=800)
    table.throw()
    table.take("choice").click()
    assert table.state["over"]
    undo = tomllib.loads((Path(__file__).parent.parent / "gen/strings/en.toml").read_text())["log"]["undo"]
    table.page.locator(".summary").get_by_role("button", name=undo).click()
    assert not table.state["over"]
    assert (table.state["dice"], table.state["rolls"]) == ([6, 6, 5, 4, 3], 1)
    table.pause()
    table.take("choice").click()
    assert table.state["over"]
    table.press("u")
    assert not table.state["over"]


def test_a_double_click_on_the_rematch_does_not_roll(sit):
    table = sit(log("yacht", ["person Ana", "person Bo"], card("yacht")), width=1280, height=800)
    table.page.locator(".summary .go").dblclick()
    assert (table.state["over"], table.state["rolls"]) == (False, 0)


def test_taps_do_not_hold_a_computer_up(sit):
    table = sit(log("yacht", ["now Computer", "person Ana"]), width=1280, height=800)
    for _ in range(12):
        table.dice.first.click(force=True)
        table.page.wait_for_timeout(150)
    assert table.state["rolls"] > 0 or table.state["turn"] > 0


def test_after_a_key_arrows_lead_on_from_the_roll_button(sit):
    table = sit(log("yacht", ["person Ana"]), dice="66543", width=1280, height=800)
    table.page.keyboard.press("r")
    assert table.focus == "roll"
    table.press("ArrowLeft")
    assert table.focus in CARDS["yacht"]


def test_the_odds_beside_a_game_are_those_of_its_card(sit):
    """A joker pays what it pays here, a box that it may not fill is not what it plays for."""
    saved = log("yahtzee", ["person Ana"], ["66666 yahtzee", "55512 fives"])
    table = sit(saved, dice="55555", width=1280, height=900, settings={"keys": True, "pace": "calm", "odds": True})
    table.throw()
    page = table.page
    page.locator(".chances-boxes tbody tr").first.wait_for()
    rows = {row.split("\t")[0].split("\n")[0]: row for row in page.locator(".chances-boxes tbody tr").all_inner_texts()}
    assert "Yahtzee" not in rows
    assert re.search(r"\b40\b", rows["Large Straight"])
    assert re.search(r"\b25\b", rows["Full House"])
    assert re.search(r"\b0\b", rows["Ones"])


def test_a_finished_game_that_was_loaded_is_no_best_of_ones_own(sit):
    table = sit(log("yacht", ["person Ana"], card("yacht")), width=1280, height=800)
    assert table.state["over"]
    assert table.page.evaluate("localStorage.getItem('three-rolls.best.yacht')") is None


def test_with_the_odds_open_on_a_phone_every_box_can_still_be_chosen(sit):
    table = sit(log("yacht", ["person Ana", "person Ben"]), dice="13564", has_touch=True)
    table.throw(3)
    table.page.locator(".dock").get_by_role("button", name=WORDS["odds"]).click()
    table.page.locator(".chances").wait_for()
    table.page.wait_for_function("scrollY > 0")  # their beginning comes into view
    top, dock = (table.page.locator(place).bounding_box()["y"] for place in (".chances", ".dock"))
    assert top + 44 < dock
    for target in [*table.page.locator(".take:visible").all(), *table.dice.all(), table.roll]:
        target.scroll_into_view_if_needed()
        target.focus()
        assert target.evaluate(SPOT)["own"]
    table.tap(table.take("choice"))
    assert table.state["turn"] == 1


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_house_rules_are_named_with_their_questions_on_every_screen(sit, width):
    saved = log("yacht", ["person Ana"], options={"straights": "15-30"})
    page = sit(saved, width=width).page
    assert (
        page.locator(".rules").inner_text().startswith("House rules: What do the straights pay? any four in a row 15")
    )
    box, card = page.locator(".rules").bounding_box(), page.locator(".boxes").bounding_box()
    assert 15 < box["height"] <= 60
    assert box["y"] + box["height"] <= card["y"] + 1
    assert page.locator(".sum.total").bounding_box()["y"] < page.locator(".dock").bounding_box()["y"] or width > 360
    visible = " ".join(page.locator(".change").inner_text().split())
    if width < 900:
        assert visible == "Yacht house rules: 1"
        assert page.locator(".change").get_attribute("aria-label").startswith("Yacht, house rules: 1")


def test_the_line_above_the_card_tells_the_last_box_and_nothing_that_has_passed(sit):
    table = sit(log("yacht", ["person Ana", "person Ben"]), dice="13564", width=390, height=844)
    news = table.page.locator(".news")
    assert news.text_content() == ""
    table.throw()
    table.take("choice").click()
    table.throw(3)
    assert news.text_content() == "Ana: Choice, 19 points."


@pytest.mark.parametrize("width", [360, 1280])
def test_at_a_tie_every_winner_is_marked_and_on_a_phone_the_result_stands_above_the_card(sit, width):
    page = sit(log("yacht", ["person Ana", "person Ben"], card("yacht")), width=width).page
    assert page.locator(".seat.won").count() == 2
    result, boxes = (page.locator(place).bounding_box() for place in (".summary", ".boxes"))
    assert result["y"] + result["height"] <= boxes["y"] if width < 600 else result["x"] >= boxes["x"] + boxes["width"]


def test_a_game_prints_with_every_seat_and_its_rules_and_without_the_prose(sit):
    saved = log("yacht", ["person Ana", "person Ben", "turn Cleo"], ["11123 ones"], options={"straights": "15-30"})
    page = sit(saved, width=390).page
    page.emulate_media(media="print")
    assert page.locator(".boxes thead th:visible").all_inner_texts()[1:] == ["Ana", "Ben", "Cleo"]
    assert page.locator(".boxes tr", has_text="Ones").locator("td:visible").all_inner_texts() == ["3", "3", "3"]
    assert page.locator(".game-name").is_visible()
    assert "What do the straights pay?" in page.locator(".rules").inner_text()
    assert page.locator(".notes").is_hidden()
    assert page.locator(".dock").is_hidden()
