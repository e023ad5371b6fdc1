"""The card that people fill in, as they use it: typed, picked and by dice, by touch and by keys, seen and heard."""

import re
import tomllib
from pathlib import Path

import pytest
from heard import LISTEN
from opened import note_errors, objections

from yachtlib.games import GAMES, find_game

WORDS = tomllib.loads((Path(__file__).parent.parent / "gen/strings/en.toml").read_text())["score"]
CARD = "document.querySelector('score-card')"
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
SIXTY_THREE = {box: 3 * face for face, box in enumerate(UPPER, 1)}
LOWER = {
    "three-of-a-kind": 22,
    "four-of-a-kind": 0,
    "full-house": 25,
    "small-straight": 30,
    "large-straight": 40,
    "yahtzee": 50,
    "chance": 20,
}
LONG = ["Wilhelmina Maximilian", "W" * 20, "<b>Bold</b>", "Ana", "Bo", "Cleo", "Dev", "Eve"]

SMALL = """() => [...(document.querySelector("dialog[open]") ?? document.querySelector("score-card"))
  .querySelectorAll("button, input, a")]
  .filter((node) => node.checkVisibility())
  .map((node) => [(node.closest("label") ?? node).getBoundingClientRect(), node])
  .filter(([{width, height}]) => Math.min(width, height) < 43)
  .map(([{width, height}, node]) => `${width} x ${height}: ${node.outerHTML.slice(0, 90)}`)"""

# Where every row of the card stands, and how wide its cells are.
PLACES = """() => JSON.stringify([...document.querySelectorAll(".tally-card tr, .tally-card td")]
  .map((node) => node.getBoundingClientRect()))"""

# Whether the middle of what has the focus can be seen and touched.
SEEN = """() => {
  const node = document.activeElement, {x, y, width, height} = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def say(text: str, **values) -> str:
    return text.format(**values)


class Card:
    """A page with a card on it."""

    def __init__(self, page, touch: bool):
        self.page, self.touch = page, touch
        self.news = page.locator(".tally-pad .news")
        self.undo = page.get_by_role("button", name=re.compile("^Undo"))
        self.redo = page.get_by_role("button", name=re.compile("^Redo"))

    @property
    def sheet(self) -> dict:
        return self.page.evaluate(f"{CARD}.sheet")

    def points(self, player: int = 0) -> dict:
        return self.sheet["players"][player]["points"]

    @property
    def focus(self) -> str:
        """The label of what has the focus, or its text."""
        return self.page.evaluate(
            "(({ariaLabel, innerText, tagName}) => ariaLabel || innerText || tagName)(document.activeElement)"
        )

    def cell(self, name: str, box: str):
        return self.page.locator(f'.tally-card input[aria-label^="{name}, {box}"]')

    def extras(self, name: str):
        return self.page.locator(f'.tick[aria-label^="{name},"]')

    def sums(self, row: str) -> list[str]:
        """What a row of sums says of each player."""
        cells = self.page.locator(f".tally-card .{row} td").all_inner_texts()
        return [" ".join(text.split()) for text in cells]

    def hit(self, target):
        if isinstance(target, str):
            target = self.page.locator("score-card, dialog").get_by_role("button", name=target, exact=True)
        if self.touch:
            target.tap()
        else:
            target.click()

    def again(self, target):
        """A tap that is meant as one of its own, after another at the same place."""
        self.page.wait_for_timeout(400)
        self.hit(target)

    def keys(self, *keys: str):
        """Keys, one after the other; the focus never falls out of the card."""
        for key in keys:
            self.page.keyboard.press(key)
            assert self.page.evaluate("!!document.activeElement.closest('score-card, dialog')"), key

    def type(self, name: str, box: str, text: str, key: str = "Enter"):
        self.hit(self.cell(name, box))
        self.page.keyboard.type(text)
        self.keys(key)

    def open(self, game: str, players: list, chosen: dict | None = None):
        """Another card: players are names, or (name, points, ticks)."""
        full = [(one, {}, 0) if isinstance(one, str) else (*one, 0)[:3] for one in players]
        made = [{"name": name, "points": points, "repeats": n} for name, points, n in full]
        sheet = {"game": game, "chosen": chosen or {}, "players": made}
        self.page.evaluate(f"(sheet) => {CARD}.commit({{do: 'open', sheet}})", sheet)

    def sideways(self) -> bool:
        return self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


@pytest.fixture
def sit(browser, address):
    """Opens a page with a card; nothing may go wrong on it until the test is over."""
    opened = []

    def open_card(width: int = 1280, height: int = 900, path: str = "/score-card/", **more) -> Card:
        touch = width < 600
        more = {"has_touch": touch, "is_mobile": touch, "color_scheme": "light"} | more
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        context.set_default_timeout(10_000)
        page = context.new_page()
        wrong = []
        note_errors(page, wrong)
        opened.append((context, wrong))
        page.goto(address + path)
        page.locator(".tally-card input").first.wait_for()
        return Card(page, touch)

    yield open_card
    wrong = [one for context, wrong in opened for one in wrong]
    for context, _ in opened:
        context.close()
    assert wrong == []


both = pytest.mark.parametrize("width", [360, 1280])

# ---- numbers


@both
def test_a_number_is_typed_and_the_turn_goes_on_to_the_next_player(sit, width):
    card = sit(width)
    card.open("yahtzee", ["Ana", "Bo"])
    card.page.evaluate(LISTEN)
    card.type("Ana", "Fours", "12")
    assert card.points(0) == {"fours": 12}
    assert card.focus == "Bo, Fours"
    card.keys("8", "Enter")
    assert card.points(1) == {"fours": 8}
    assert card.focus == "Ana, Ones"
    assert card.page.evaluate("heard")[0] == "Ana: Fours 12. Numbers 12, total 12, Bo to play."


@pytest.mark.parametrize("text", ["12", "12.", "12,0", "012", " 12 "])
def test_what_decimal_keyboards_type_is_the_number(sit, text):
    card = sit()
    card.open("yahtzee", ["Ana", "Bo"])
    card.type("Ana", "Fours", text)
    assert card.points() == {"fours": 12}
    assert card.cell("Ana", "Fours").input_value() == "12"


@pytest.mark.parametrize("text", ["12.5", "twelve", "-3", "1000", "<b>1</b>", "3 4"])
@both
def test_what_is_no_number_is_refused_beside_the_cell_and_stays_to_be_mended(sit, width, text):
    card = sit(width)
    card.open("yahtzee", [("Ana", {"chance": 8}), "Bo"])
    cell = card.cell("Ana", "Chance")
    card.hit(cell)
    cell.fill(text)  # pasted
    card.keys("Enter")
    word = cell.locator("xpath=../*[@role='alert']")
    assert word.inner_text() == say(WORDS["refused"], least=0, most=999)
    spot, near = word.bounding_box(), cell.bounding_box()
    assert abs(spot["y"] - near["y"]) < 60
    assert (card.points(), cell.input_value(), card.focus) == ({"chance": 8}, text, "Ana, Chance")
    assert card.page.evaluate("getSelection().toString()") == text
    card.keys("Escape")
    assert (cell.input_value(), word.count()) == ("8", 0)


def test_a_refused_text_stays_when_the_cell_is_left_and_the_number_is_unchanged(sit):
    card = sit()
    card.open("yahtzee", ["Ana", "Bo"])
    card.type("Ana", "Ones", "x", "Tab")
    card.keys("3", "Tab")
    assert card.cell("Ana", "Ones").input_value() == "x"
    assert (card.points(0), card.points(1)) == ({}, {"ones": 3})


@both
def test_a_number_is_picked_from_those_that_the_box_can_hold(sit, width):
    card = sit(width)
    card.open("yahtzee", ["Ana", "Bo"])
    card.hit(card.cell("Ana", "Fours"))
    assert card.page.locator(".numbers [data-n]").all_inner_texts() == ["0", "4", "8", "12", "16", "20"]
    card.hit("16")
    assert card.points() == {"fours": 16}
    assert card.focus == "Bo, Fours"
    card.hit(card.cell("Ana", "Fours"))
    assert card.page.locator(".numbers [aria-pressed=true]").inner_text() == "16"
    card.hit("Clear")
    assert card.points() == {}
    assert card.focus == "Ana, Fours"


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_the_pad_of_every_box_fits_a_small_phone_and_never_covers_its_cell(sit, game):
    card = sit(360)
    card.open(game, ["Ana", "Bo"])
    for box in find_game(game).boxes:
        cell = card.cell("Bo", box.name).first
        cell.scroll_into_view_if_needed()
        cell.tap()
        assert card.page.evaluate(SEEN), box
        assert card.page.locator(".tally-pad").bounding_box()["height"] < 340
        assert card.page.evaluate(SMALL) == []


@both
def test_a_keyboard_comes_with_the_second_tap_or_the_key_for_it(sit, width):
    card = sit(width)
    card.open("yahtzee", ["Ana", "Bo"])
    cell = card.cell("Ana", "Fours")
    assert cell.get_attribute("inputmode") == "numeric"
    card.hit(cell)
    assert cell.get_attribute("inputmode") == ("none" if card.touch else "numeric")
    if card.touch:
        card.hit("Type")
        assert (cell.get_attribute("inputmode"), card.focus) == ("numeric", "Ana, Fours")


@pytest.mark.parametrize(("width", "height"), [(640, 360), (740, 360), (844, 390)])
def test_on_a_phone_on_its_side_the_pad_is_at_hand_beside_the_card(sit, width, height):
    card = sit(width, height, has_touch=True, is_mobile=True)
    card.touch = True
    card.open("yahtzee", ["Ana", "Bo", "Cleo", "Dev"])
    card.hit(card.cell("Dev", "Threes"))
    assert not card.sideways()
    assert card.page.evaluate(SMALL) == []
    key = card.page.locator('.numbers [data-n="9"]')
    spot = key.bounding_box()
    assert spot["y"] + spot["height"] <= height
    key.tap()
    assert card.points(3) == {"threes": 9}
    assert card.page.evaluate(SEEN)
    card.hit("Use the dice")
    assert card.page.evaluate(SMALL) == []


def test_where_the_pad_is_out_of_sight_the_first_tap_brings_the_keyboard(sit):
    card = sit(360, 500)
    card.open("yahtzee", ["Ana", "Bo"])
    card.hit(card.cell("Ana", "Fours"))
    assert card.cell("Ana", "Fours").get_attribute("inputmode") == "numeric"


@both
def test_a_whole_game_is_filled_in_by_touch_alone_or_by_keys_alone(sit, width):
    card = sit(width)
    card.open("yacht", ["Ana", "Bo"])
    card.hit(card.cell("Ana", "Yacht"))
    for turn in range(24):
        if card.touch:
            card.again(card.page.locator('.numbers [data-n="0"]'))
        else:
            card.keys("0", "Enter")
        assert [len(one["points"]) for one in card.sheet["players"]] == [turn // 2 + 1, (turn + 1) // 2]
        assert card.page.evaluate(SEEN)
    assert card.page.locator(".tally-standing h2").inner_text() == "Ana and Bo tie at 0."


# ---- sums


def test_sixty_three_pays_the_bonus_and_what_is_missing_is_said_before(sit):
    card = sit()
    card.open(
        "yahtzee",
        [("Ana", {**SIXTY_THREE, "ones": 2}), ("Bo", {"sixes": 24, "ones": 1}), ("Cleo", {"sixes": 12}), "Dev"],
    )
    assert card.sums("numbers") == ["62 1 to go", "25 38 to go", "12 51 to go", "0 63 to go"]
    assert card.sums("bonus") == ["0 missed", "4 ahead", "6 behind", ""]
    card.page.evaluate(LISTEN)
    card.type("Ana", "Ones", "3")
    assert card.sums("numbers")[0] == "63 reached"
    assert card.sums("bonus")[0] == "35 won"
    assert card.sums("total") == ["98", "25", "12", "0"]
    assert "The bonus of 35 is reached." in card.page.evaluate("heard")[0]


def test_lower_boxes_extras_and_the_total_add_up(sit):
    card = sit()
    card.open("yahtzee", [("Ana", {**SIXTY_THREE, **LOWER}, 2), ("Bo", LOWER)])
    assert card.sums("lower") == ["387", "187"]
    assert card.sums("total") == ["485", "187"]


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_every_game_has_its_own_boxes_bonus_and_pace(sit, game):
    card, of = sit(), find_game(game)
    card.open(game, ["Ana"])
    names = card.page.locator(".tally-card tr:has(input) .name").all_inner_texts()
    assert names == [box.name for box in of.boxes]
    bonus = of.upper_bonus
    assert card.page.locator(".tally-card .bonus").count() == bool(bonus)
    if bonus:
        assert card.sums("numbers") == [f"0 {bonus.at} to go"]
        assert f"pace: {bonus.at // 21} of each" in card.page.locator(".tally-card .bonus th").inner_text()
    assert card.page.locator(".tally-card .extras").count() == bool(of.repeat_bonus)


def test_leader_ties_turn_and_round_are_said_and_at_the_end_who_won(sit):
    card = sit()
    full = {**SIXTY_THREE, **LOWER}
    heads = card.page.locator(".tally-card thead small:not(.brief)")
    card.open("yahtzee", [("Ana", {"ones": 3}), ("Bo", {"twos": 2}), "Cleo"])
    assert heads.all_inner_texts() == ["leads", "", "to play"]
    assert "Round 1 of 13" in card.page.locator(".tally-card thead td").inner_text()
    assert card.page.locator(".tally-standing li").all_inner_texts()[0].split() == ["1", "Ana", "3"]
    card.type("Cleo", "Threes", "3")
    assert heads.all_inner_texts()[2] == "ties for the lead"
    assert "Still open for Ana: Twos," in card.page.locator(".tally-standing").inner_text()
    less = {**full, "chance": 19}
    card.open("yahtzee", [("Ana", full), ("Bo", less)])
    assert card.page.locator(".tally-standing h2").inner_text() == "Ana wins with 285."
    assert heads.all_inner_texts() == ["wins", ""]
    card.page.evaluate(LISTEN)
    card.type("Bo", "Chance", "20")
    assert card.page.locator(".tally-standing h2").inner_text() == "Ana and Bo tie at 285."
    assert card.page.evaluate("heard")[0].endswith("Ana and Bo tie at 285.")


def test_filling_a_cell_moves_nothing(sit):
    for width in (360, 1280):
        card = sit(width)
        card.open("yahtzee", ["Ana", "Bo"])
        card.hit(card.cell("Ana", "Ones"))
        before = card.page.evaluate(PLACES)
        top = card.page.evaluate("scrollY")
        for box in UPPER:
            card.page.evaluate(f"{CARD}.commit({{do: 'write', player: 0, box: '{box}', points: 0}})")
        card.page.evaluate(f"{CARD}.commit({{do: 'write', player: 0, box: 'yahtzee', points: 50}})")
        card.page.evaluate(f"{CARD}.commit({{do: 'tick', player: 0, repeats: 1}})")
        assert (card.page.evaluate("scrollY"), card.page.evaluate(PLACES)) == (top, before)


# ---- what a box cannot hold


@both
def test_a_number_that_no_roll_makes_is_marked_and_asked_about_below_its_cell(sit, width):
    card = sit(width)
    card.open("yahtzee", ["Ana", "Bo"])
    card.type("Ana", "Full House", "24")
    assert card.focus == "Bo, Full House"  # the question takes no focus
    assert card.sums("total")[0] == "24"
    asks = card.page.locator(".why:visible")
    assert "Ana’s Full House is 24. In this game it can hold 0 or 25. The 24 still counts" in asks.inner_text()
    below = card.cell("Ana", "Full House").bounding_box()
    assert 0 <= asks.bounding_box()["y"] - below["y"] - below["height"] < 3
    assert card.cell("Ana", "Full House").get_attribute("aria-label").endswith("marked: no play makes this")
    assert asks.get_by_role("button").all_inner_texts() == ["Make it 25", "Make it 0", "Leave it"]
    asks.get_by_role("button", name="Leave it").scroll_into_view_if_needed()
    card.hit("Leave it")
    assert (asks.count(), card.points(), card.page.locator(".odd").count()) == (0, {"full-house": 24}, 1)
    assert card.focus.startswith("Ana, Full House")
    card.keys("2", "3", "Enter")
    card.hit("Make it 25")
    assert (asks.count(), card.points(), card.page.locator(".odd").count()) == (0, {"full-house": 25}, 0)
    assert card.focus == "Ana, Full House"


MARKED = {"full-house": 24}


@pytest.mark.parametrize("height", [640, 844])
def test_the_question_about_a_number_comes_into_sight_above_the_pad_without_the_focus(sit, height):
    card = sit(390, height)
    card.open("yahtzee", ["Ana", "Bo"])
    cell = card.cell("Ana", "Full House")
    card.hit(cell)
    card.hit(cell)
    card.page.keyboard.type("24")
    card.keys("Enter")
    asks, pad = card.page.locator(".why:visible").bounding_box(), card.page.locator(".tally-pad").bounding_box()
    assert asks["y"] + asks["height"] <= pad["y"]
    assert card.focus == "Bo, Full House"
    assert card.page.evaluate(SEEN)


def test_why_a_number_is_marked_is_told_and_its_cell_is_described_by_it(sit):
    card = sit()
    card.open("yahtzee", ["Ana", "Bo"])
    card.type("Ana", "Full House", "24")
    assert "Ana: Full House 24. In this game it can hold 0 or 25." in card.news.inner_text()
    card.hit("Leave it")
    described = "e => document.getElementById(e.getAttribute('aria-describedby'))?.textContent"
    assert card.cell("Ana", "Full House").evaluate(described) == "In this game it can hold 0 or 25."
    assert card.cell("Bo", "Full House").evaluate(described) is None
    card.open("generala", [("Ana", {"generala": 50, "double-generala": 100})], {"double": "100"})
    card.type("Ana", "Generala", "0")
    assert "Ana’s Double Generala is 100. It pays only once Generala is scored." in card.news.inner_text()


def test_a_marked_number_explains_itself_whenever_it_is_chosen(sit):
    card = sit()
    asks = card.page.locator(".why:visible")
    card.open("yahtzee", [("Ana", MARKED), "Bo"])
    assert asks.count() == 0
    card.hit(card.cell("Ana", "Full House"))
    assert "it can hold 0 or 25" in asks.inner_text()
    card.hit("Leave it")
    assert (asks.count(), card.focus.split(",")[:2]) == (0, ["Ana", " Full House"])
    card.hit(card.cell("Bo", "Ones"))
    card.hit(card.cell("Ana", "Full House"))
    assert asks.count() == 1
    card.page.evaluate(f"{CARD}.commit({{do: 'move', player: 0, to: 1}})")
    card.hit(card.cell("Ana", "Full House"))
    assert "Ana’s Full House is 24" in asks.inner_text()
    card.open("generala", [("Ana", {"generala": 50})])
    card.hit(card.cell("Ana", "Generala"))
    card.page.evaluate(f"{CARD}.commit({{do: 'rules', game: 'generala', chosen: {{generala: '60'}}}})")
    card.page.locator(".odd").wait_for()
    card.hit("Players")
    card.keys("Escape")
    card.page.locator("dialog").wait_for(state="detached")
    card.hit(card.cell("Ana", "Generala"))
    assert "Ana’s Generala is 50." in asks.inner_text()


def test_a_box_with_many_numbers_offers_the_nearest_two_and_zero(sit):
    card = sit()
    card.open("yahtzee", ["Ana"])
    card.type("Ana", "Chance", "45")
    assert "0 or 5 to 30" in card.page.locator(".why:visible").inner_text()
    assert card.page.locator(".why:visible button").all_inner_texts() == [
        "Make it 30",
        "Make it 29",
        "Make it 0",
        "Leave it",
    ]


def test_a_locked_box_and_a_box_out_of_order_are_marked_with_their_reasons(sit):
    card = sit()
    card.open("generala", ["Ana"], {"double": "100"})
    card.type("Ana", "Double Generala", "100")
    assert "It pays only once Generala is scored." in card.page.locator(".why:visible").inner_text()
    card.hit("Make it 0")
    assert card.points() == {"double-generala": 0}
    card.open("yatzy", ["Ana"], {"order": "sheet"})
    card.type("Ana", "Twos", "4")
    assert (
        "Ana’s Twos is 4. Ones is still open, and by this rule boxes are filled from the top"
        in card.page.locator(".why:visible").inner_text()
    )
    card.hit("Clear it")
    assert card.points() == {}


def test_zero_and_blank_look_different_and_zero_is_said_as_scratched(sit):
    card = sit()
    card.open("yahtzee", ["Ana"])
    stroke = "e => getComputedStyle(e.parentNode, '::after').transform"
    assert card.cell("Ana", "Sixes").evaluate(stroke) == "none"
    card.type("Ana", "Sixes", "0")
    assert card.cell("Ana", "Sixes").evaluate(stroke) != "none"
    assert card.cell("Ana", "Sixes").get_attribute("aria-label") == "Ana, Sixes, scratched"


# ---- ticks


@both
def test_ticks_are_added_and_taken_away_and_open_only_while_the_box_holds_its_points(sit, width):
    card = sit(width)
    card.open("yahtzee", [("Ana", {"yahtzee": 50, "fours": 20, "ones": 5}), ("Bo", {"yahtzee": 0}), "Cleo"])
    card.hit(card.extras("Ana"))
    card.again(card.extras("Ana"))
    assert card.sheet["players"][0]["repeats"] == 2
    assert card.sums("total")[0] == "275"
    assert "goes to the number box of its face while that is open: Twos, Threes, Fives, Sixes" in card.news.inner_text()
    card.hit("Take one away")
    assert card.sums("total")[0] == "175"
    for name, why in (("Bo", "the Yahtzee box holds 0"), ("Cleo", "the Yahtzee box must hold its 50 first")):
        assert card.extras(name).get_attribute("aria-disabled") == "true"
        card.extras(name).dispatch_event("click")
        assert why in card.news.inner_text()
    assert [one["repeats"] for one in card.sheet["players"]] == [1, 0, 0]


def test_ticks_beyond_the_turns_are_refused_with_the_reason_and_twelve_are_possible(sit):
    card = sit()
    full = {box: 5 * face for face, box in enumerate(UPPER, 1)} | dict.fromkeys(LOWER, 0) | {"yahtzee": 50}
    card.open("yahtzee", [("Ana", full)])
    card.extras("Ana").focus()
    for _ in range(12):
        card.keys("+")
    assert card.sheet["players"][0]["repeats"] == 12
    card.keys("+")
    assert card.sheet["players"][0]["repeats"] == 12
    assert card.news.inner_text() == say(WORDS["enough"], name="Ana", most=12)
    card.keys("-", "Delete")
    assert card.sheet["players"][0]["repeats"] == 10


def test_ticks_stay_and_stop_to_count_when_the_box_becomes_zero(sit):
    card = sit()
    card.open("yahtzee", [("Ana", {"yahtzee": 50, "fours": 20}, 1)])
    card.type("Ana", "Yahtzee", "0")
    assert card.sums("total") == ["20"]
    assert WORDS["not_counted"] in card.extras("Ana").inner_text()
    assert card.page.locator(".count").evaluate("e => getComputedStyle(e).textDecorationLine") == "line-through"
    card.type("Ana", "Yahtzee", "50")
    assert card.sums("total") == ["170"]


def test_ticks_beyond_the_turns_stay_and_are_shown_as_not_counted_with_the_reason(sit):
    card = sit()
    card.open("yahtzee", [("Ana", {"yahtzee": 50, "ones": 5, "twos": 10, "threes": 15}, 3)])
    assert card.sums("total") == ["380"]
    for box in ("ones", "twos", "threes"):
        card.page.evaluate(f"{CARD}.commit({{do: 'write', player: 0, box: '{box}', points: null}})")
    assert (card.sums("total"), card.sheet["players"][0]["repeats"]) == (["150"], 3)
    reason = say(WORDS["enough"], name="Ana", most=1)
    assert say(WORDS["over"], n=2) in card.extras("Ana").inner_text()
    label = card.extras("Ana").get_attribute("aria-label")
    assert (say(WORDS["over"], n=2) in label, reason in label) == (True, True)
    card.extras("Ana").focus()
    more = card.page.get_by_role("button", name=f"Add one: {reason}")
    assert more.get_attribute("aria-disabled") == "true"
    card.keys("+")
    assert card.news.inner_text() == reason
    card.keys("-", "-")
    assert (card.sums("total"), card.sheet["players"][0]["repeats"]) == (["150"], 1)
    assert reason in card.extras("Ana").get_attribute("aria-label")
    assert say(WORDS["over"], n=0) not in card.extras("Ana").inner_text()


def test_games_without_ticks_have_no_row_for_them(sit):
    card = sit()
    card.open("yahtzee", [("Ana", {"yahtzee": 50}, 1)], {"extra": "none"})
    assert card.page.locator(".extras").count() == 0
    assert card.sums("total") == ["50"]


# ---- dice


@both
def test_dice_show_what_each_open_box_pays_and_why_others_are_shut(sit, width):
    card = sit(width)
    card.open("yahtzee", [("Ana", {"yahtzee": 50, "sixes": 18}), "Bo"])
    card.hit(card.cell("Ana", "Fours"))
    card.hit("Use the dice")
    if card.touch:
        for _ in range(5):
            card.hit("four")
    else:
        card.keys(*"44444")
    assert "100 beside it." in card.news.inner_text()
    offer = card.page.get_by_role("button", name="Ana, Fours: write 20")
    shut = card.page.get_by_role("button", name="Ana, Full House: shut, five alike goes to Fours first")
    assert shut.get_attribute("aria-disabled") == "true"
    assert "Fours first" in card.page.locator("tr.shut .note").first.inner_text()
    shut.dispatch_event("click")
    assert "five alike goes to Fours first" in card.news.inner_text()
    if card.touch:
        offer.scroll_into_view_if_needed()
        offer.tap()
    else:
        card.keys("Enter")
        assert card.focus == "Ana, Fours: write 20"
        card.keys("Enter")
    assert card.points() == {"yahtzee": 50, "sixes": 18, "fours": 20}
    assert card.sheet["players"][0]["repeats"] == 1
    assert "100 beside it" in card.news.inner_text()
    assert card.page.locator(".tally-pad .head b").inner_text() == "Bo · dice"
    assert card.focus == say(WORDS["pad"]["unset"], n=1)


def test_dice_are_taken_away_typed_again_and_left(sit):
    card = sit()
    card.open("yahtzee", ["Ana"])
    card.cell("Ana", "Ones").focus()
    card.keys("d", "1", "2", "3", "Backspace")
    assert [
        die[:5]
        for die in card.page.locator(".tally-pad .odds-dice button").evaluate_all("all => all.map(e => e.ariaLabel)")
    ] == ["Die 1", "Die 2", "Die 3", "Die 4", "Die 5"]
    card.hit(card.page.get_by_role("button", name="Die 1: one"))
    assert card.page.get_by_role("button", name="Die 1: two").count() == 1
    card.page.locator(".odds-dice button").first.focus()
    card.keys("Escape")
    assert card.focus == "Ana, Ones"
    assert card.page.locator(".odds-dice:visible").count() == 0


def test_six_dice_are_set_where_the_game_has_six(sit):
    card = sit()
    card.open("maxi-yatzy", ["Ana"])
    card.hit("Use the dice")
    card.keys(*"123456", "Enter")
    assert card.focus == "Ana, Full Straight: write 21"


def test_a_first_roll_pays_more_where_the_game_says_so(sit):
    card = sit()
    card.open("generala", ["Ana"])
    card.hit("Use the dice")
    card.keys(*"12345")
    assert card.page.get_by_role("button", name="Ana, Straight: write 20").count() == 1
    first = card.page.get_by_role("button", name=re.compile("^Made on the first roll"))
    card.hit(first)
    assert first.get_attribute("aria-pressed") == "true"
    card.hit(card.page.get_by_role("button", name="Ana, Straight: write 25"))
    assert card.points() == {"straight": 25}
    assert card.page.locator(".odd").count() == 0


def test_a_box_out_of_order_is_shut_to_dice(sit):
    card = sit()
    card.open("yatzy", ["Ana"], {"order": "sheet"})
    card.hit("Use the dice")
    card.keys(*"66666")
    assert card.page.get_by_role("button", name="Ana, Sixes: shut, boxes are filled in order, Ones first").count() == 1


def test_dice_go_with_their_player_and_away_with_their_game(sit):
    card = sit()
    card.open("yahtzee", ["Ana", "Bo", "Cleo"])
    card.cell("Ana", "Ones").focus()
    card.keys("d", *"44444")
    card.page.evaluate(f"{CARD}.commit({{do: 'move', player: 0, to: 2}})")
    assert card.page.locator(".tally-pad .head b").inner_text() == "Ana · dice"
    card.keys("Enter", "Enter")
    assert [len(one["points"]) for one in card.sheet["players"]] == [0, 0, 1]
    card.page.evaluate(f"{CARD}.commit({{do: 'undo'}})")
    card.page.evaluate(f"{CARD}.commit({{do: 'undo'}})")
    assert [one["name"] for one in card.sheet["players"]] == ["Ana", "Bo", "Cleo"]
    card.page.evaluate(f"{CARD}.commit({{do: 'rules', game: 'maxi-yatzy', chosen: {{}}}})")
    card.page.locator(".tally-card", has_text="Three Pairs").wait_for()
    card.cell("Ana", "Ones").focus()
    card.keys("d", *"666666", "Control+z")
    assert card.sheet["game"] == "yahtzee"
    assert card.page.locator(".odds-dice:visible, .offer").count() == 0
    assert card.page.evaluate("!!document.activeElement.closest('score-card')")


def test_dice_of_a_player_who_goes_are_nobody_else_s(sit):
    card = sit()
    card.open("yahtzee", ["Ana", "Bo"])
    card.cell("Ana", "Ones").focus()
    card.keys("d", *"44444")
    card.page.evaluate(f"{CARD}.commit({{do: 'remove', player: 0}})")
    assert card.page.locator(".offer").count() == 0


# ---- a second tap


@both
def test_a_tap_made_twice_writes_once_and_keys_may_be_quick(sit, width):
    card = sit(width)
    card.open("yahtzee", ["Ana", "Bo"])

    def twice(target):
        target.evaluate("e => e.scrollIntoView({block: 'center', behavior: 'instant'})")
        spot = target.bounding_box()
        x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
        for _ in range(2):
            (card.page.touchscreen.tap if card.touch else card.page.mouse.click)(x, y)

    card.hit(card.cell("Ana", "Fours"))
    twice(card.page.locator(".numbers [data-n='8']"))
    assert (card.points(0), card.points(1)) == ({"fours": 8}, {})
    card.again(card.page.locator(".numbers [data-n='8']"))
    assert card.points(1) == {"fours": 8}
    card.open("yahtzee", [("Ana", {"yahtzee": 50, "ones": 5, "twos": 10}), "Bo"])
    card.page.wait_for_timeout(400)
    twice(card.extras("Ana"))
    assert card.sheet["players"][0]["repeats"] == 1
    card.page.wait_for_timeout(400)
    twice(card.page.locator(".numbers").get_by_role("button", name="Add one"))
    assert card.sheet["players"][0]["repeats"] == 2
    card.open("yahtzee", ["Ana", "Bo"])
    card.cell("Ana", "Ones").focus()
    card.keys("d", *"12345")
    offer = card.page.get_by_role("button", name="Ana, Large Straight: write 40")
    twice(offer)
    assert (card.points(0), card.points(1)) == ({"large-straight": 40}, {})
    assert card.page.locator(".tally-pad .head b").inner_text() == "Bo · dice"


def test_keys_that_repeat_quickly_each_count(sit):
    card = sit()
    card.open("yahtzee", [("Ana", {"yahtzee": 50, "ones": 5, "twos": 10}), "Bo"])
    card.extras("Ana").focus()
    card.keys("Enter", "Enter", "+")
    assert card.sheet["players"][0]["repeats"] == 3


# ---- keys


def test_arrows_move_between_cells_and_write_what_was_typed(sit):
    card = sit()
    card.open("yahtzee", ["Ana", "Bo"])
    card.cell("Ana", "Ones").focus()
    card.keys("3", "ArrowDown")
    assert (card.focus, card.points()) == ("Ana, Twos", {"ones": 3})
    card.keys("ArrowRight", "ArrowUp", "ArrowLeft")
    assert card.focus == "Ana, Ones"
    card.keys("1", "2", "ArrowLeft")  # within the text
    assert card.focus == "Ana, Ones"
    card.keys("ArrowLeft", "ArrowRight", "ArrowRight", "ArrowRight")
    assert card.focus == "Bo, Ones"
    for _ in range(20):
        card.keys("ArrowDown")
    assert card.focus.startswith("Bo, Extras")
    card.keys("ArrowUp", "ArrowUp")
    assert card.focus == "Bo, Yahtzee"


def test_tab_goes_in_reading_order(sit):
    card = sit()
    card.open("yahtzee", ["Ana", "Bo"])
    card.cell("Ana", "Ones").focus()
    seen = []
    for _ in range(4):
        seen.append(card.focus)
        card.keys("Tab")
    assert seen == ["Ana, Ones", "Bo, Ones", "Ana, Twos", "Bo, Twos"]


def test_escape_restores_what_stood_there_and_delete_clears(sit):
    card = sit()
    card.open("yahtzee", [("Ana", {"ones": 3}), "Bo"])
    cell = card.cell("Ana", "Ones")
    cell.focus()
    card.keys("5", "Escape")
    assert (cell.input_value(), card.points()) == ("3", {"ones": 3})
    card.keys("Delete")
    assert (cell.input_value(), card.points(), card.focus) == ("", {}, "Ana, Ones")
    card.keys("Escape")
    assert (cell.input_value(), card.points()) == ("3", {"ones": 3})
    card.keys("Backspace", "ArrowDown")
    assert card.points() == {}


def test_escape_writes_nothing_where_nothing_was_typed_since_the_number_changed(sit):
    card = sit()
    card.open("yahtzee", ["Ana", "Bo"])
    card.type("Ana", "Ones", "3")
    card.hit(card.cell("Ana", "Ones"))
    card.keys("Control+z")
    assert card.points() == {}
    card.keys("Escape")
    assert (card.points(), card.cell("Ana", "Ones").input_value()) == ({}, "")
    card.keys("Control+Shift+z")
    assert card.points() == {"ones": 3}
    card.hit(card.cell("Ana", "Chance"))
    card.keys("2", "0", "ArrowDown", "ArrowUp", "2", "5")
    card.page.evaluate(f"{CARD}.commit({{do: 'write', player: 0, box: 'chance', points: 22}})")
    card.keys("Escape")
    assert (card.points()["chance"], card.cell("Ana", "Chance").input_value()) == (22, "22")


# ---- what is typed and not yet written


LEAVES = {
    "pagehide": "dispatchEvent(new PageTransitionEvent('pagehide'))",
    "hidden": """Object.defineProperty(document, 'hidden', {value: true, configurable: true});
      document.dispatchEvent(new Event('visibilitychange'))""",
    "beforeprint": "dispatchEvent(new Event('beforeprint'))",
}


@pytest.mark.parametrize("how", LEAVES)
def test_what_is_typed_is_written_when_the_page_is_left_or_printed(sit, how):
    card = sit()
    card.open("yahtzee", ["Ana", "Bo"])
    card.hit(card.cell("Ana", "Fours"))
    card.page.keyboard.type("9")
    card.page.evaluate(LEAVES[how])
    assert card.points() == {"fours": 9}
    if how == "beforeprint":
        assert "9" in card.page.locator(".paper tbody tr").nth(3).locator("td").all_text_contents()


def test_what_is_typed_outlives_a_reload(sit):
    card = sit()
    card.type("Player 1", "Fours", "8", "ArrowDown")
    card.page.keyboard.type("9")
    card.page.reload()
    card.page.locator(".tally-card input").first.wait_for()
    assert card.points() == {"fours": 8, "fives": 9}


def test_what_is_no_number_is_left_to_be_mended_when_the_page_is_left(sit):
    card = sit()
    card.open("yahtzee", ["Ana"])
    card.cell("Ana", "Fours").fill("x")
    card.page.evaluate(LEAVES["pagehide"])
    assert (card.points(), card.cell("Ana", "Fours").input_value()) == ({}, "x")


ANOTHER = [
    {"do": "new"},
    {"do": "move", "player": 0, "to": 1},
    {"do": "remove", "player": 2},
    {"do": "rules", "game": "yahtzee", "chosen": {"extra": "none"}},
    {
        "do": "open",
        "sheet": {"game": "yahtzee", "chosen": {}, "players": [{"name": x, "points": {}, "repeats": 0} for x in "XYZ"]},
    },
]


@pytest.mark.parametrize("action", ANOTHER, ids=lambda action: action["do"])
def test_a_refused_text_goes_with_the_card_that_it_was_for(sit, action):
    card = sit()
    card.open("yahtzee", [("Ana", {"sixes": 6}), "Bo", "Cleo"])

    def refuse():
        card.page.locator(".tally-card tbody input").first.fill("x")
        card.page.locator(".tally-card tbody input").first.press("Enter")
        assert card.page.locator("[role=alert]").count() == 1

    for step in (action, {"do": "undo"}, {"do": "redo"}):
        refuse()
        card.page.evaluate(f"(step) => {CARD}.commit(step)", step)
        assert card.page.locator("[role=alert]").count() == 0
        assert "x" not in card.page.locator(".tally-card tbody input").evaluate_all("all => all.map((e) => e.value)")


def test_a_correction_goes_down_not_to_another_player(sit):
    card = sit()
    card.open("yahtzee", [("Ana", {"ones": 3}), "Bo"])
    card.type("Ana", "Ones", "4")
    assert (card.points(), card.focus) == ({"ones": 4}, "Ana, Twos")


# ---- undo


def test_everything_is_taken_back_and_done_again_and_labels_say_what(sit):
    card = sit()
    card.open("yahtzee", ["Ana", "Bo"])
    card.type("Ana", "Sixes", "24")
    assert card.undo.get_attribute("aria-label") == "Undo: Ana, Sixes 24"
    card.hit("New game")
    assert card.news.inner_text() == WORDS["tell"]["new"]
    assert [one["name"] for one in card.sheet["players"]] == ["Ana", "Bo"]
    assert (card.points(), card.undo.get_attribute("aria-label")) == ({}, "Undo: new game")
    card.hit(card.undo)
    assert card.points() == {"sixes": 24}
    assert card.redo.get_attribute("aria-label") == "Redo: new game"
    card.hit(card.undo)
    assert card.points() == {}
    assert card.redo.get_attribute("aria-label") == "Redo: Ana, Sixes 24"
    card.hit(card.redo)
    assert card.points() == {"sixes": 24}
    card.hit(card.redo)
    assert card.redo.get_attribute("aria-label") == WORDS["redo"]["none"]
    card.redo.dispatch_event("click")
    assert WORDS["redo"]["none"] in card.news.inner_text()


def test_undo_by_keys_leaves_a_cell_that_is_being_edited_alone_and_keeps_the_focus(sit):
    card = sit()
    card.open("yahtzee", ["Ana", "Bo"])
    card.type("Ana", "Sixes", "24", "ArrowUp")
    card.keys("1", "5", "Control+z")
    assert card.points() == {"sixes": 24}
    card.keys("Escape", "Control+z")
    assert (card.points(), card.focus) == ({}, "Ana, Fives")
    card.keys("Control+Shift+Z")
    assert card.points() == {"sixes": 24}
    card.keys("Control+z", "Control+y")
    assert (card.points(), card.focus) == ({"sixes": 24}, "Ana, Fives")


def test_the_focus_outlives_columns_that_come_and_go_and_another_game(sit):
    card = sit()
    card.open("yahtzee", ["Ana", "Bo"])
    card.page.evaluate(f"{CARD}.commit({{do: 'add', name: 'Cleo'}})")
    card.cell("Cleo", "Chance").focus()
    card.keys("Control+z")
    assert card.focus == "Bo, Chance"
    card.page.evaluate(f"{CARD}.commit({{do: 'rules', game: 'yacht', chosen: {{}}}})")
    card.page.locator(".tally-card", has_text="Little Straight").wait_for()
    assert card.focus == "Bo, Ones"


# ---- players and game


@both
def test_players_are_added_renamed_moved_and_removed(sit, width):
    card = sit(width)
    card.open("yahtzee", [("Ana", {"ones": 3}), "Bo"])
    card.hit(card.page.get_by_role("button", name=re.compile("^Bo,.*: rename")))
    dialog = card.page.get_by_role("dialog", name="Players")
    assert card.page.evaluate(SMALL) == []
    assert card.focus == "Name of player 2"
    card.page.keyboard.type("  <i>Bob</i>   the very long name")
    card.hit("Add a player")
    card.page.keyboard.type("Cleo")
    card.keys("Enter")
    card.hit(dialog.get_by_role("button", name="Move Cleo up"))
    assert card.focus == "Move Cleo up"
    card.hit(dialog.get_by_role("button", name="Remove Ana"))
    assert [one["name"] for one in card.sheet["players"]] == ["Cleo", "<i>Bob</i> the v"]
    card.keys("Escape")
    dialog.wait_for(state="detached")
    heads = card.page.locator(".tally-card thead .name")
    assert heads.all_inner_texts() == ["Cleo", "<i>Bob</i> the v"]
    assert card.page.locator(".tally-card i:not([class])").count() == 0
    assert card.page.evaluate("!!document.activeElement.closest('score-card')")
    card.hit(card.undo)
    assert card.points() == {"ones": 3}
    assert card.redo.get_attribute("aria-label") == "Redo: Ana removed"
    card.hit(card.redo)
    assert card.news.inner_text() == "Done again: Ana removed."


def test_a_name_that_is_left_by_escape_is_kept_and_eight_players_are_the_most(sit):
    card = sit()
    card.open("yacht", [""])
    card.hit("Players")
    card.page.keyboard.type("Ana")
    card.keys("Escape")
    card.page.locator("dialog").wait_for(state="detached")
    assert card.page.locator(".tally-card thead .name").all_inner_texts() == ["Ana"]
    card.hit("Players")
    for _ in range(7):
        card.hit("Add a player")
    more = card.page.get_by_role("button", name="8 players at most")
    more.dispatch_event("click")
    assert len(card.sheet["players"]) == 8
    assert more.get_attribute("aria-disabled") == "true"
    for _ in range(9):
        card.page.get_by_role("button", name=re.compile("^Remove")).first.dispatch_event("click")
    assert len(card.sheet["players"]) == 1
    assert card.page.locator(".tally-players li").count() == 1


def test_players_of_one_name_are_told_apart_by_their_numbers(sit):
    card = sit()
    card.open("yahtzee", ["Ana", "Bo", "Ana", "", "Player 4", "\u200b"])
    labels = card.page.locator(".tally-card input, .tick, .tally-card thead button").evaluate_all(
        "all => all.map((e) => e.ariaLabel)"
    )
    assert len(labels) == len(set(labels))
    assert card.cell("Ana (3)", "Ones").count() == 1
    card.hit("Players")
    labels = card.page.locator("dialog button").evaluate_all("all => all.map((e) => e.ariaLabel ?? e.innerText)")
    assert len(labels) == len(set(labels))
    assert "Remove Bo" in labels


@both
def test_game_and_house_rules_are_chosen_by_a_step_that_undo_takes_back(sit, width):
    card = sit(width)
    card.open("yahtzee", [("Ana", {"ones": 3}), "Bo"])
    which = card.page.get_by_role("button", name=re.compile("change the game"))
    card.hit(which)
    card.page.get_by_role("radio", name="nothing").check()
    assert card.page.evaluate(SMALL) == []
    assert not card.sideways()
    card.hit(card.page.locator(".go"))
    card.page.locator(".which", has_text="house rules: 1").wait_for()
    assert (card.sheet["chosen"], card.points()) == ({"extra": "none"}, {"ones": 3})
    assert card.page.evaluate("!!document.activeElement.closest('score-card')")
    card.hit(which)
    card.page.locator("dialog").get_by_text("Generala", exact=True).click()
    card.page.get_by_role("radio", name="any five different numbers").check()
    card.hit(card.page.locator(".go"))
    card.page.locator(".which", has_text="Generala").wait_for()
    assert (card.sheet["game"], card.sheet["chosen"], card.points()) == ("generala", {"straight": "any-wrap"}, {})
    card.hit(card.undo)
    card.page.locator(".which", has_text="Yahtzee").wait_for()
    assert card.points() == {"ones": 3}
    card.hit(card.undo)
    assert card.sheet["chosen"] == {}


def test_the_address_asks_for_game_and_rules(sit):
    card = sit(path="/score-card/#g=generala&double=120")
    card.page.locator(".tally-card", has_text="Double Generala").wait_for()
    assert card.undo.get_attribute("aria-label") == WORDS["undo"]["none"]
    card.type("Player 1", "Ones", "3")
    card.page.evaluate("location.hash = '#g=yatzy&order=sheet'")
    card.page.locator(".which", has_text="Yatzy").wait_for()
    assert card.sheet["chosen"] == {"order": "sheet"}
    assert card.page.evaluate("location.hash") == ""
    card.hit(card.undo)
    card.page.locator(".which", has_text="Generala").wait_for()
    assert card.points() == {"ones": 3}


@pytest.mark.parametrize("asked", ["#g=yatzy&order=x", "#g=yatzy&nothing=x"])
def test_an_address_that_asks_for_what_is_not_there_is_told_so(sit, asked):
    card = sit(path=f"/score-card/{asked}")
    card.page.locator(".news", has_text=WORDS["unknown"]).wait_for()
    assert card.sheet["game"] == "yacht"


# ---- to be seen and heard


def test_the_card_is_a_table_whose_cells_are_named_by_row_and_column(sit):
    card = sit()
    card.open("yahtzee", ["Ana", "Bo"])
    table = card.page.get_by_role("table", name="Score card")
    assert table.get_by_role("columnheader").all_inner_texts()[0].startswith("Ana")
    assert table.get_by_role("rowheader").count() == 13 + 5
    assert card.page.locator(".tally-card th:not([scope])").count() == 0


def test_a_column_is_named_by_its_player_and_its_button_says_what_it_does(sit):
    card = sit()
    card.open("yahtzee", ["Ana", ("Bo", {"ones": 1})])
    assert card.page.get_by_role("columnheader", name="Ana", exact=True).count() == 1
    assert card.page.get_by_role("button", name="Ana, to play: rename, move or remove", exact=True).count() == 1


def test_the_pad_says_whose_turn_it_is_until_a_box_is_chosen_and_at_the_end_who_won(sit):
    card = sit()
    card.open("yahtzee", ["Ana", "Bo"])
    head = card.page.locator(".tally-pad .head p")
    assert head.inner_text().split("\n") == ["Ana to play", WORDS["pad"]["idle"]]
    card.extras("Bo").focus()
    assert head.inner_text().split("\n") == ["Bo · Extras", WORDS["pad"]["ticks"]]
    card = sit()
    card.open("yahtzee", [("Ana", {**SIXTY_THREE, **LOWER}), ("Bo", dict.fromkeys([*UPPER, *LOWER], 0))])
    assert card.page.locator(".tally-pad .head b").inner_text() == "Ana wins with 285."


# Text of cells and heads that reaches over an edge, or is cut.
CUT = """() => {
  const parts = document.querySelectorAll(
    ".tally-card :is(thead small, tbody th small, td b, .calc td small > *, .tick small)");
  return [...parts].filter((node) => node.checkVisibility() && getComputedStyle(node).position !== "absolute")
    .map((node) => {
      const range = document.createRange(), {left, right} = node.closest("td, th").getBoundingClientRect();
      range.selectNodeContents(node);
      const over = [...range.getClientRects()].map((box) => [box.right - right, left - box.left]);
      return [node.textContent, Math.max(...over.flat())];
    })
    .filter(([, over]) => over > 0.5);
}"""


@pytest.mark.parametrize(
    ("width", "n", "size"),
    [(320, 4, 20), (360, 2, 40), (360, 6, 20), (360, 8, 20), (390, 4, 20), (768, 8, 20), (1920, 8, 20)],
)
def test_no_word_or_total_of_a_column_reaches_over_its_edge(sit, width, n, size):
    card = sit(width, 844)
    card.page.add_style_tag(content=f"html {{ font-size: {size}px !important }}")
    rich = {box: 5 * face for face, box in enumerate(UPPER, 1)} | LOWER
    rich |= {"three-of-a-kind": 30, "four-of-a-kind": 30, "chance": 30}
    some = [("Ana", rich, 12), ("Bo", rich, 12), ("Cleo", {"ones": 1, "sixes": 6}), ("Dev", {"sixes": 30})] * 2
    card.open("yahtzee", some[:n])
    if n > 2:
        assert {"1435", "1575"} <= set(card.page.locator(".tally-card .calc b").all_inner_texts())
    assert card.page.evaluate(CUT) == []


def test_ahead_and_behind_keep_their_shapes_in_forced_colours(sit):
    card = sit()
    card.page.emulate_media(forced_colors="active")
    card.open("yahtzee", [("Ana", {"sixes": 24}), ("Bo", {"sixes": 6})])
    shapes = "e => getComputedStyle(e, '::before').content[1]"
    assert [card.page.locator(f".bonus .{way}").evaluate(shapes) for way in ("up", "down")] == ["▲", "▼"]


@both
def test_the_title_is_seen_and_undo_stands_in_its_line_where_there_is_height(sit, width):
    card = sit(width, 900)
    title, undo = card.page.locator("h1").bounding_box(), card.undo.bounding_box()
    assert title["height"] > 30
    assert abs(title["y"] + title["height"] / 2 - undo["y"] - undo["height"] / 2) < 3
    assert undo["y"] + undo["height"] <= card.page.locator(".which").bounding_box()["y"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@both
def test_axe_finds_nothing_in_any_state_of_a_card(sit, width, scheme):
    card = sit(width, color_scheme=scheme)

    def check(state: str):
        inside = "dialog[open]" if card.page.locator("dialog[open]").count() else "score-card"
        found = objections(card.page, inside)
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == [], state

    check("empty")
    card.open(
        "yahtzee",
        [
            ("Ana", {**SIXTY_THREE, "yahtzee": 50, "four-of-a-kind": 0}, 1),
            ("Bo", {"sixes": 24, "yahtzee": 0}),
            ("Cleo", {"ones": 1}),
        ],
    )
    card.type("Bo", "Full House", "24")
    card.hit(card.cell("Cleo", "Chance"))
    check("with a question")
    card.cell("Cleo", "Chance").fill("x")
    card.keys("Enter")
    check("refused")
    card.keys("Escape")
    card.hit("Use the dice")
    card.keys(*"44444")
    check("with dice")
    card.hit("Pick a number")
    card.hit("Players")
    check("players")
    card.keys("Escape")
    card.hit(card.page.locator(".which"))
    card.page.locator(".asks legend").first.wait_for()
    check("rules")


@pytest.mark.parametrize("width", [320, 360, 390, 768, 1280])
@pytest.mark.parametrize("n", [1, 2, 6, 8])
def test_nothing_is_pushed_sideways_and_every_cell_can_be_hit(sit, width, n):
    card = sit(width, 640)
    card.open("yahtzee", [(name, {**SIXTY_THREE, "yahtzee": 50}, 12) for name in LONG[:n]])
    full_house, ones = (
        card.page.locator(f'.tally-card input[aria-label*=", {box}"]') for box in ("Full House", "Ones")
    )
    card.hit(full_house.last)
    card.page.keyboard.type("24")
    card.keys("Enter")
    assert not card.sideways()
    assert card.page.evaluate(SMALL) == []
    ones.first.focus()
    for _ in range(n - 1):
        card.keys("ArrowRight")
        assert card.page.evaluate(SEEN), card.focus
    overlap = card.page.locator(".tally-card thead button").evaluate_all(
        "all => all.filter((e) => e.scrollHeight > e.clientHeight + 1).map((e) => e.innerText)"
    )
    assert overlap == []


@pytest.mark.parametrize(("width", "height", "type_size"), [(640, 450, "20px"), (360, 640, "40px")])
def test_at_twice_the_size_everything_still_works(sit, width, height, type_size):
    card = sit(width, height)
    card.page.add_style_tag(content=f"html {{ font-size: {type_size} !important }}")
    card.open("yahtzee", ["Ana", "Bo"])
    assert not card.sideways()
    for box in ("Ones", "Chance"):
        card.cell("Bo", box).focus()
        card.page.wait_for_timeout(50)
        assert card.page.evaluate(SEEN), box
    card.keys("2", "0", "Enter")
    assert card.points(1) == {"chance": 20}
    card.page.get_by_role("button", name="25", exact=True).click()
    assert card.page.evaluate(SEEN)


def test_the_head_stays_in_sight_while_the_card_scrolls(sit):
    card = sit(360)
    card.open("maxi-yatzy", ["Ana", "Bo"])
    card.hit(card.cell("Ana", "Maxi Yatzy"))
    head = card.page.locator(".tally-card thead button").first
    assert 40 <= head.bounding_box()["y"] < 60


@both
def test_a_good_number_looks_like_no_mistake_and_a_new_game_begins_with_whoever_is_first(sit, width):
    card = sit(width)
    card.open("yacht", ["Ana", "Bo"])
    card.type("Ana", "Ones", "3")
    assert card.page.locator(".tally-card [aria-invalid]").count() == 0
    card.hit("New game")
    card.hit("Use the dice")
    assert "Ana" in card.page.locator(".tally-pad .head b").inner_text()


def test_a_name_that_is_left_by_tab_leaves_the_focus_where_it_goes(sit):
    card = sit(1280)
    card.open("yacht", ["", "", ""])
    card.hit("Players")
    card.page.keyboard.type("Ana")
    card.keys("Tab")
    assert card.focus.startswith("Move Ana")
    assert card.sheet["players"][0]["name"] == "Ana"


def test_enter_goes_from_name_to_name_and_after_the_last_to_done(sit):
    card = sit(1280)
    card.open("yacht", ["", "", ""])
    card.hit("Players")
    for name in ("Ana", "Bo", "Cleo"):
        card.page.keyboard.type(name)
        card.keys("Enter")
    assert card.focus == WORDS["ask"]["done"]
    assert [player["name"] for player in card.sheet["players"]] == ["Ana", "Bo", "Cleo"]
