"""The score card is kept and sent: through reloads, tabs, full and broken storage, links, files, odd texts."""

import json
import tomllib
from pathlib import Path
from urllib.parse import parse_qs, quote_plus, urlencode

import pytest
from opened import kept_at, note_errors, objections

WORDS = tomllib.loads((Path(__file__).parent.parent / "gen/strings/en.toml").read_text())
SCORE, LOG = WORDS["score"], WORDS["log"]
SHARE, KEPT, WRONG = SCORE["share"], SCORE["kept"], SCORE["wrong"]
KEY = "three-rolls.card"
CARD = "document.querySelector('score-card')"
TEXT = """Three Rolls card 1
game yahtzee joker=free
player Ana
fours 12
yahtzee 50
extras 1
player Bo
chance 22
"""


@pytest.fixture
def tabs(browser, address):
    """Opens pages with a card on them. Whatever a page complains about fails the test."""
    contexts, wrong = [], []

    def watch(page):
        note_errors(page, wrong)
        page.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))

    def open_tab(fragment="", kept=None, beside=None, script=None, **more):
        if beside:
            page = beside.context.new_page()
        else:
            state = kept_at(address, kept or {})
            more = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **more}
            context = browser.new_context(storage_state=state, **more)
            contexts.append(context)
            context.on("page", watch)
            if script:
                context.add_init_script(script)
            page = context.new_page()
        page.goto(f"{address}/score-card/{fragment}")
        if fragment:
            page.locator(".tally-note:not([hidden])").wait_for()
        return ready(page)

    yield open_tab
    for context in contexts:
        context.close()
    assert wrong == []


def ready(page):
    page.wait_for_function(f"{CARD}?.history && {CARD}.querySelector('.tally')")
    page.wait_for_function("!location.hash.includes('card=')")
    return page


def again(page):
    page.reload()
    return ready(page)


def sheet(page):
    return page.evaluate(f"{CARD}.history.sheet")


def points(page, player=0):
    return sheet(page)["players"][player]["points"]


def do(page, **action):
    page.evaluate(f"(action) => {CARD}.commit(action)", action)


def put(page, box, n, player=0):
    do(page, do="write", player=player, box=box, points=n)


def undo(page):
    do(page, do="undo")


def stored(page, key=KEY):
    return page.evaluate("(key) => localStorage.getItem(key)", key)


def note(page):
    line = page.locator(".tally-note")
    return line.locator("[role=status]").inner_text().strip() if line.is_visible() else ""


def pane(page):
    if not page.locator("dialog.send").count():
        page.get_by_role("button", name=SCORE["send"]).click()
    return page.locator("dialog.send")


def told(page):
    return pane(page).locator(".told.bad").inner_text()


def open_text(page, text):
    pane(page).get_by_role("textbox", name=SHARE["paste"]).fill(text)
    pane(page).get_by_role("button", name=SHARE["go"]).click()


def fragment(text):
    return "#" + urlencode({"card": text})


def until(page, condition):
    page.wait_for_function(f"({{history: {{sheet, past}}}}) => {condition}", arg=page.evaluate_handle(CARD))


# ---- reload and tabs


def test_a_reload_brings_back_the_card_and_all_that_can_be_undone(tabs):
    page = tabs()
    do(page, do="rules", game="generala", chosen={"double": "100"})
    do(page, do="rename", player=1, name="Bo")
    put(page, "double-generala", 100)
    before = page.evaluate(f"{CARD}.history")
    assert page.evaluate(f"JSON.stringify({CARD}.history)") == again(page).evaluate(f"JSON.stringify({CARD}.history)")
    assert before["sheet"]["players"][0]["points"] == {"double-generala": 100}
    for _ in before["past"]:
        undo(page)
    assert sheet(again(page))["game"] == "yacht"
    do(page, do="redo")
    assert sheet(page)["game"] == "generala"


def test_a_card_that_was_only_looked_at_is_not_kept(tabs):
    page = tabs()
    page.wait_for_timeout(400)
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('three-rolls.'))") == []


def test_two_tabs_show_the_same_card_at_once(tabs):
    one = tabs()
    two = tabs(beside=one)
    put(one, "fours", 12)
    until(two, "sheet.players[0].points.fours === 12")
    put(two, "fives", 15)
    until(one, "sheet.players[0].points.fives === 15")
    do(one, do="rules", game="yatzy", chosen={})
    until(two, "sheet.game === 'yatzy'")
    undo(two)
    until(one, "sheet.game === 'yacht'")
    assert sheet(one) == sheet(two)
    assert points(one) == {"fours": 12, "fives": 15}
    assert (note(one), note(two)) == ("", "")


SILENT = "addEventListener('storage', (event) => event.stopImmediatePropagation(), true)"


def test_a_tab_that_heard_nothing_looks_before_it_writes(tabs):
    one = tabs(script=SILENT)
    two = tabs(beside=one)
    put(one, "fours", 12)
    put(two, "fives", 15)
    assert points(two) == {"fours": 12, "fives": 15}
    put(one, "sixes", 18)
    assert points(one) == points(again(two)) == {"fours": 12, "fives": 15, "sixes": 18}


@pytest.mark.parametrize("event", ["pageshow", "visibilitychange"])
def test_a_page_that_comes_back_shows_what_another_tab_wrote(tabs, event):
    one = tabs(script=SILENT)
    two = tabs(beside=one)
    put(two, "fours", 12)
    assert points(one) == {}
    one.evaluate("(name) => (name === 'pageshow' ? window : document).dispatchEvent(new Event(name))", event)
    until(one, "sheet.players[0].points.fours === 12")


def test_what_is_being_typed_stays_while_another_tab_writes(tabs):
    one = tabs()
    cell = one.locator(".tally-card tbody input").first
    cell.click()
    one.keyboard.type("4")
    two = tabs(beside=one)
    put(two, "fours", 12)
    until(one, "sheet.players[0].points.fours === 12")
    assert cell.input_value() == "4"
    assert cell.evaluate("(cell) => cell === document.activeElement")
    one.keyboard.press("Enter")
    assert points(one) == points(two) | {"ones": 4}


def test_what_is_written_on_a_card_that_is_no_longer_there_is_not_written_on_another(tabs):
    one = tabs(script=SILENT)
    put(one, "fours", 12)
    two = tabs(beside=one)
    do(two, do="rules", game="yatzy", chosen={})
    put(one, "big-straight", 30)
    until(one, "sheet.game === 'yatzy'")
    assert points(one) == points(two) == {}


def test_cards_changed_in_two_places_at_once_are_both_there(tabs):
    page = tabs(script=SILENT)
    put(page, "fours", 12)
    other = page.evaluate(
        "import('/assets/play/tally.js').then(({begin, keep, read}) => keep(begin(read("
        "'Three Rolls card 1\\ngame yatzy\\nplayer Zoe\\nones 3'))))"
    )
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, other])
    page.evaluate("dispatchEvent(new Event('pageshow'))")
    until(page, "sheet.game === 'yatzy'")
    assert note(page) == KEPT["both"]
    assert sheet(again(page))["players"][0]["name"] == "Zoe"
    undo(page)
    assert points(page) == {"fours": 12}


# ---- storage that refuses, and storage with rubbish

BLOCKED = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
}"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
FILLS = """for (let n = 2 ** 22; n > 32; n /= 2) { // but for what a probe needs
  try { for (;;) localStorage.rest = (localStorage.rest ?? "") + "x".repeat(n); } catch { /* half as much, then */ }
}"""


@pytest.mark.parametrize("script", [BLOCKED, FULL], ids=["blocked", "full"])
def test_where_nothing_can_be_stored_it_is_said_once_and_the_card_works(tabs, script):
    page = tabs(script=script)
    assert note(page) == KEPT["unsaved"]
    page.locator(".tally-note").get_by_role("button", name=KEPT["close"]).click()
    assert page.evaluate("document.activeElement.closest('score-card') !== null"), "the focus stays with the card"
    for n, box in enumerate(["ones", "twos", "threes"], 1):
        put(page, box, n)
    undo(page)
    assert points(page) == {"ones": 1, "twos": 2}
    assert note(page) == ""


def test_a_store_that_fills_up_is_told_once(tabs):
    page = tabs()
    page.evaluate(FILLS)
    put(page, "ones", 1)
    assert note(page) == KEPT["full"]
    page.locator(".tally-note").get_by_role("button", name=KEPT["close"]).click()
    put(page, "twos", 2)
    assert note(page) == ""
    assert points(page) == {"ones": 1, "twos": 2}


DAMAGED = {
    "of an older format": ('{"format":0,"card":"x"}', "version"),
    "of a newer format": ('{"format":2,"now":"x"}', "version"),
    "of a newer text": ('{"format":1,"now":"Three Rolls card 2\\n","past":[],"future":[]}', "version"),
    "cut short": ('{"format":1,"now":"Three Rolls card 1\\ngame ya', "damaged"),
    "of no game": ('{"format":1,"now":"Three Rolls card 1\\ngame words\\nplayer","past":[],"future":[]}', "damaged"),
    "of no box": (
        '{"format":1,"now":"Three Rolls card 1\\ngame yacht\\nplayer\\nyatzy 3","past":[],"future":[]}',
        "damaged",
    ),
    "of binary": ("".join(map(chr, range(1, 256))), "damaged"),
    "of millions of characters": ("[" * 2_000_000, "damaged"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_card_that_cannot_be_read_is_set_aside_and_can_be_saved_and_a_new_one_begins(tabs, name):
    text, why = DAMAGED[name]
    page = tabs(kept={KEY: text})
    assert note(page) == f"{KEPT[why]} {KEPT['begins']}"
    assert stored(page, f"{KEY}.aside") == text
    assert sheet(page)["game"] == "yacht"
    with page.expect_download() as saved:
        page.get_by_role("button", name=KEPT["aside"]).click()
    assert saved.value.path().read_bytes().decode() == text
    put(page, "ones", 3)
    assert points(again(page)) == {"ones": 3}
    assert note(page) == ""


def test_a_second_card_that_cannot_be_read_leaves_the_first_where_it_is(tabs):
    page = tabs(kept={KEY: "first"})
    for text in ("second", "third"):
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, text])
        again(page)
    assert [stored(page, f"{KEY}.aside{n}") for n in ("", ".2", ".3")] == ["first", "second", "third"]


BROKEN = {
    "that is no step": [["x"]],
    "of no game": [["Three Rolls card 1\ngame words\nplayer", {"do": "new"}]],
    "of no option": [["Three Rolls card 1\ngame yatzy order=up\nplayer", {"do": "new"}]],
    "of no box": [["Three Rolls card 1\ngame yacht\nplayer\nyatzy 3", {"do": "new"}]],
    "that names no box": [
        ["Three Rolls card 1\ngame yacht\nplayer", {"do": "write", "player": 0, "box": "{box}", "points": 3}]
    ],
}


@pytest.mark.parametrize("way", ["past", "future"])
@pytest.mark.parametrize("name", BROKEN)
def test_a_damaged_step_is_left_out_and_the_card_stays(tabs, name, way):
    now = "Three Rolls card 1\ngame yacht\nplayer Ana\nones 3\n"
    text = json.dumps({"format": 1, "now": now, "past": [], "future": [], way: BROKEN[name]})
    page = tabs(kept={KEY: text})
    assert points(page) == {"ones": 3}
    assert note(page) == KEPT["steps"]
    assert page.get_by_role("button", name=KEPT["aside"]).count() == 1
    assert stored(page, f"{KEY}.aside") == text
    for does in ("undo", "redo"):
        assert page.get_by_role("button", name=SCORE[does]["none"]).count() == 1
    assert points(again(page)) == {"ones": 3}
    assert note(page) == ""


@pytest.mark.parametrize("text", ["{", *(DAMAGED[name][0] for name in ("of no game", "of no box"))])
def test_what_is_damaged_during_a_visit_is_set_aside_and_the_card_that_is_shown_goes_on(tabs, text):
    page = tabs()
    put(page, "ones", 3)
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, text])
    page.evaluate("dispatchEvent(new Event('pageshow'))")
    page.locator(".tally-note:not([hidden])").wait_for()
    assert note(page) == f"{KEPT['damaged']} {KEPT['goes_on']}"
    assert stored(page, f"{KEY}.aside") == text
    put(page, "twos", 6)
    assert points(again(page)) == {"ones": 3, "twos": 6}
    undo(page)
    assert points(page) == {"ones": 3}


def test_a_card_without_room_for_its_steps_says_so_once(tabs):
    page = tabs()
    put(page, "ones", 1)
    page.evaluate(FILLS)
    put(page, "twos", 2)
    assert note(page) == KEPT["bare"]
    page.locator(".tally-note").get_by_role("button", name=KEPT["close"]).click()
    put(page, "threes", 3)
    assert note(page) == ""
    assert points(again(page)) == {"ones": 1, "twos": 2, "threes": 3}


def test_where_the_rules_cannot_be_fetched_it_is_said_and_tried_again(browser, address):
    page = browser.new_page()
    page.goto(f"{address}/score-card/")
    ready(page)
    put(page, "ones", 3)
    page.route("**/data/yacht.json", lambda route: route.abort())
    page.reload()
    more = page.get_by_role("button", name="Try again")
    more.wait_for()
    assert page.get_by_text("What was written on the card in this browser is still kept.").is_visible()
    assert not page.get_by_text("needs JavaScript").is_visible()
    more.focus()
    more.click()
    page.wait_for_timeout(200)
    assert page.evaluate("document.activeElement.textContent") == "Try again"
    page.unroute("**/data/yacht.json")
    more.click()
    ready(page)
    assert points(page) == {"ones": 3}
    assert page.evaluate("!!document.activeElement.closest('score-card')")
    undo(page)
    assert points(page) == {}
    page.close()


# ---- dialogs, while another tab changes the card

THREE = "Three Rolls card 1\ngame yacht\nplayer Ana\nones 1\nplayer Bo\nones 2\nplayer Cleo\nones 3\n"
SECOND = """async (actions) => {  // what another tab does, seen by this one or not
  const {keep, recall, step} = await import("/assets/play/tally.js");
  let history = recall(localStorage["three-rolls.card"]);
  for (const action of actions) history = step(history, action);
  localStorage["three-rolls.card"] = keep(history);
}"""


def names(page):
    return [player["name"] for player in sheet(page)["players"]]


def elsewhere(page, *actions, heard=True):
    page.evaluate(SECOND, list(actions))
    if heard:
        page.evaluate("dispatchEvent(new StorageEvent('storage', {key: 'three-rolls.card'}))")


def players(page):
    page.get_by_role("button", name="Players", exact=True).click()
    return page.locator("dialog.players")


@pytest.mark.parametrize("heard", [True, False])
@pytest.mark.parametrize(
    ("action", "left"),
    [({"do": "move", "player": 0, "to": 2}, ["Bo", "Cleo", "Ana"]), ({"do": "remove", "player": 0}, ["Bo", "Cleo"])],
)
def test_players_are_those_of_the_card_while_another_tab_changes_them(tabs, action, left, heard):
    page = tabs(fragment(THREE))
    dialog = players(page)
    elsewhere(page, action, heard=heard)
    dialog.get_by_role("button", name="Remove Cleo").click()
    if not heard:  # it is shown first, and nothing is done
        assert names(page) == left
        assert dialog.locator("[role=status]").inner_text() == SCORE["elsewhere"]
        dialog.get_by_role("button", name="Remove Cleo").click()
    page.wait_for_timeout(50)
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert names(page) == [name for name in left if name != "Cleo"]


def test_a_name_that_another_tab_gave_stays_and_one_that_is_typed_here_is_given(tabs):
    page = tabs(fragment(THREE))
    dialog = players(page)
    page.keyboard.type("Anna")
    elsewhere(
        page, {"do": "rename", "player": 1, "name": "Bob"}, {"do": "write", "player": 0, "box": "twos", "points": 4}
    )
    fields = dialog.get_by_role("textbox")
    assert fields.evaluate_all("all => all.map((e) => e.value)") == ["Anna", "Bob", "Cleo"]
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert names(page) == ["Anna", "Bob", "Cleo"]
    assert points(page) == {"ones": 1, "twos": 4}


def test_a_name_that_is_typed_for_one_is_not_given_to_another_who_came_to_that_place(tabs):
    page = tabs(fragment(THREE))
    dialog = players(page)
    page.keyboard.type("Anna")
    elsewhere(page, {"do": "remove", "player": 0})
    assert page.evaluate("!!document.activeElement.closest('dialog')")
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert names(page) == ["Bo", "Cleo"]


def test_a_card_from_the_address_keeps_its_names_under_an_open_dialog(tabs):
    page = tabs(fragment(THREE))
    dialog = players(page)
    page.evaluate("(hash) => { location.hash = hash; }", fragment(TEXT))
    until(page, "sheet.game === 'yahtzee'")
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert names(page) == ["Ana", "Bo"]


def test_the_dialog_of_rules_closes_and_says_why_when_another_tab_changes_the_game(tabs):
    page = tabs(fragment(THREE))
    page.locator(".which").click()
    dialog = page.locator("dialog.which-game")
    dialog.locator(".asks legend").first.wait_for()
    elsewhere(page, {"do": "write", "player": 0, "box": "twos", "points": 4})
    assert dialog.locator(".go").inner_text().endswith(SCORE["ask"]["starts"])
    elsewhere(
        page, {"do": "rules", "game": "yatzy", "chosen": {}}, {"do": "write", "player": 0, "box": "ones", "points": 4}
    )
    dialog.wait_for(state="detached")
    page.locator(".tally-pad .news", has_text=SCORE["elsewhere"]).wait_for()
    assert (sheet(page)["game"], points(page)) == ("yatzy", {"ones": 4})
    assert page.evaluate("!!document.activeElement.closest('score-card')")


def test_rules_that_were_chosen_for_a_card_that_is_gone_are_not_used_on_another(tabs):
    page = tabs(fragment(THREE))
    page.locator(".which").click()
    page.locator("dialog .asks legend").first.wait_for()
    elsewhere(
        page,
        {"do": "rules", "game": "yatzy", "chosen": {}},
        {"do": "write", "player": 0, "box": "ones", "points": 4},
        heard=False,
    )
    page.locator("dialog .go").click()
    page.locator(".tally-pad .news", has_text=SCORE["elsewhere"]).wait_for()
    assert (sheet(page)["game"], points(page)) == ("yatzy", {"ones": 4})


def test_a_number_for_a_player_whom_another_tab_moved_is_not_written_for_another(tabs):
    page = tabs(fragment(THREE))
    elsewhere(page, {"do": "move", "player": 0, "to": 2}, heard=False)
    put(page, "twos", 6)
    assert [one["points"] for one in sheet(page)["players"]] == [{"ones": 2}, {"ones": 3}, {"ones": 1}]
    assert page.locator(".tally-pad .news").inner_text() == SCORE["elsewhere"]


# ---- links


def link_of(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    pane(page).get_by_role("button", name=SHARE["copy_link"]).click()
    pane(page).get_by_text(LOG["copied"]).wait_for()
    page.keyboard.press("Escape")
    return page.evaluate("navigator.clipboard.readText()")


def test_a_link_brings_the_whole_card_to_another_browser_and_asks_no_server_for_it(tabs, address):
    one = tabs(fragment(TEXT))
    link = link_of(one)
    assert link.startswith(f"{address}/score-card/#card=")
    two, asked = tabs(), []
    two.on("request", lambda request: asked.append(request.url + (request.post_data or "")))
    two.goto("about:blank")
    two.goto(link)
    two.locator(".tally-note:not([hidden])").wait_for()
    assert sheet(two) == sheet(one)
    assert sheet(two)["chosen"] == {"joker": "free"}
    assert asked
    assert not [url for url in asked if "Ana" in url.partition("#")[0] or "fours" in url.partition("#")[0]]
    assert note(two) == SHARE["opened"]


def test_a_link_is_opened_once_whatever_the_reload_and_back_buttons_do(tabs, address):
    page = tabs(fragment(TEXT))
    assert page.url == f"{address}/score-card/"
    put(page, "fours", 16)
    assert points(again(page))["fours"] == 16
    page.goto(address + "/rules/")
    page.go_back()
    assert points(ready(page))["fours"] == 16
    page.evaluate("(hash) => { location.hash = hash; }", fragment(TEXT))
    until(page, "sheet.players[0].points.fours === 12")
    put(page, "fours", 20)
    page.go_back()
    page.wait_for_timeout(200)
    assert points(page)["fours"] == 20


def test_a_card_that_is_opened_takes_the_place_of_another_until_that_is_undone(tabs):
    page = tabs()
    put(page, "ones", 3)
    page.evaluate("(hash) => { location.hash = hash; }", fragment(TEXT))
    until(page, "sheet.game === 'yahtzee'")
    assert note(page) == SHARE["opened"]
    undo(page)
    assert sheet(page)["game"] == "yacht"
    assert points(page) == {"ones": 3}
    do(page, do="redo")
    assert points(page, 1) == {"chance": 22}


HOSTILE = {
    "too long": ("Three Rolls card 1\n" + "x" * 9000, WRONG["long"]),
    "no card": ("<script>alert(1)</script>", WRONG["other"]),
    "of another version": (TEXT.replace("card 1", "card 9"), WRONG["version"]),
    "a prototype for a box": (TEXT + "__proto__ 5\n", WRONG["line"].format(n=9)),
    "a prototype for a choice": (TEXT.replace("joker=free", "__proto__=x"), WRONG["table"]),
    "a prototype for a game": (TEXT.replace("yahtzee joker=free", "__proto__"), WRONG["game"]),
    "a constructor for a box": (TEXT + "constructor 5\n", WRONG["table"]),
    "another game's box": (TEXT + "big-straight 30\n", WRONG["table"]),
    "a game that is none": (TEXT.replace("yahtzee", "words"), WRONG["table"]),
    "a path for a game": (TEXT.replace("yahtzee joker=free", "../x"), WRONG["game"]),
    "a number that is none": (TEXT + "ones 1e3\n", WRONG["number"].format(n=9, most=999)),
    "a box twice": (TEXT + "chance 5\n", WRONG["twice"].format(n=9)),
    "nine players": (TEXT + "player X\n" * 7, WRONG["players"].format(most=8)),
    "nothing": ("", WRONG["other"]),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_link_or_a_text_that_is_no_card_is_refused_with_its_reason_and_changes_nothing(tabs, name):
    text, why = HOSTILE[name]
    page = tabs()
    put(page, "ones", 3)
    before = page.evaluate(f"JSON.stringify({CARD}.history)")
    page.evaluate("(hash) => { location.hash = hash; }", fragment(text))
    page.locator(".tally-note").filter(has_text=why).wait_for()
    assert note(page) == f"{SHARE['refused']} {why}"
    assert page.evaluate("location.hash") == ""
    open_text(page, text)
    assert told(page) == (why if text else LOG["load_empty"])
    assert page.evaluate(f"JSON.stringify({CARD}.history)") == before
    assert page.evaluate("({}).x") is None


def test_a_link_whose_rules_cannot_be_fetched_says_so_and_is_opened_by_a_reload(browser, address):
    page = browser.new_page()
    page.route("**/data/yahtzee.json", lambda route: route.abort())
    page.goto(f"{address}/score-card/{fragment(TEXT)}")
    page.locator(".tally-note:not([hidden])").wait_for()
    assert note(page) == f"{SHARE['refused']} {WRONG['fetch']}"
    assert sheet(page)["game"] == "yacht"
    page.unroute("**/data/yahtzee.json")
    assert sheet(again(page))["game"] == "yahtzee"
    page.close()


def test_a_fragment_of_broken_signs_is_refused(tabs):
    page = tabs("#card=%E0%A4%A&card=%")
    assert note(page) == f"{SHARE['refused']} {WRONG['other']}"


def test_names_that_look_like_html_stay_text_wherever_they_are_shown(tabs):
    name = "<img src=x onerror=a"
    page = tabs(fragment(TEXT.replace("Ana", name)))
    assert sheet(page)["players"][0]["name"] == name
    pane(page)
    page.keyboard.press("Escape")
    page.wait_for_timeout(500)
    assert name in page.locator(".paper").text_content()
    assert page.locator("score-card img, .paper img, dialog img").count() == 0


# ---- files, texts, the phone's own sheet


def test_a_saved_file_is_opened_again_in_another_browser(tabs, tmp_path):
    page = tabs(fragment(TEXT))
    with page.expect_download() as saved:
        pane(page).get_by_role("button", name=SHARE["download"]).click()
    assert saved.value.suggested_filename == "three-rolls-card-yahtzee.txt"
    assert saved.value.path().read_text(encoding="utf-8") == TEXT
    file = tmp_path / "card.txt"
    file.write_text("\ufeff" + TEXT.replace("\n", "\r\n"), encoding="utf-8")
    other = tabs()
    pane(other).locator("input[type=file]").set_input_files(file)
    other.wait_for_function("document.querySelector('dialog.send textarea').value !== ''")
    assert other.evaluate("document.activeElement.textContent") == SHARE["go"]
    other.keyboard.press("Enter")
    until(other, "sheet.game === 'yahtzee'")
    assert sheet(other) == sheet(page)
    assert other.locator("dialog").count() == 0


def test_a_file_that_is_far_too_large_is_not_read(tabs, tmp_path):
    file = tmp_path / "large.txt"
    file.write_text("x" * 100_000)
    page = tabs()
    pane(page).locator("input[type=file]").set_input_files(file)
    page.locator(".told.bad").wait_for()
    assert told(page) == WRONG["long"]


def test_a_pasted_link_opens_its_card_and_what_is_refused_stays_to_be_mended(tabs, address):
    page = tabs()
    open_text(page, TEXT.replace("chance 22", "chance twenty"))
    assert told(page) == WRONG["number"].format(n=8, most=999)
    field = pane(page).get_by_role("textbox", name=SHARE["paste"])
    assert "twenty" in field.input_value()
    assert field.get_attribute("aria-invalid") == "true"
    open_text(page, f"Ana leads\n{address}/score-card/{fragment(TEXT)}\n")
    until(page, "sheet.game === 'yahtzee'")
    assert note(page) == SHARE["opened"]


def test_the_text_to_share_names_game_rules_players_and_totals_and_ends_with_the_link(tabs):
    page = tabs(fragment(TEXT))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    pane(page).get_by_role("button", name=SHARE["copy_text"]).click()
    pane(page).get_by_text(LOG["copied"]).wait_for()
    *lines, link = page.evaluate("navigator.clipboard.readText()").strip().splitlines()
    assert lines[0] == LOG["result_of"].format(game="Yahtzee")
    assert lines[1].startswith(LOG["result_rules"].format(rules=""))
    assert lines[2] == SHARE["leads"].format(names="Ana", total=162, round=2, of=13)
    assert lines[3:] == ["1. Ana 162 (extras 100)", "2. Bo 22"]
    assert parse_qs(link.partition("#")[2])["card"] == [TEXT]


UNCOPIED = "if (navigator.clipboard) navigator.clipboard.writeText = async () => { throw new Error('no'); };"


def test_where_nothing_can_be_copied_the_text_is_there_to_copy_by_hand(tabs):
    page = tabs(fragment(TEXT), script=UNCOPIED)
    pane(page).get_by_role("button", name=SHARE["copy_link"]).click()
    field = pane(page).locator(".by-hand")
    assert field.input_value().endswith(quote_plus(TEXT))
    assert pane(page).get_by_text(LOG["not_copied"]).is_visible()


def test_the_phones_own_sheet_is_offered_where_there_is_one_and_leaving_it_is_no_fault(tabs):
    plain = tabs(script="navigator.share = undefined;")
    assert pane(plain).get_by_role("button", name=SHARE["send"]).count() == 0
    page = tabs(
        fragment(TEXT),
        script="""navigator.share = async (what) => {
      window.shared = what;
      throw new DOMException("", window.fails ?? "AbortError");
    };""",
    )
    pane(page).get_by_role("button", name=SHARE["send"]).click()
    shared = page.evaluate("shared")
    assert shared["title"] == "Yahtzee"
    assert "Ana" in shared["text"]
    assert parse_qs(shared["url"].partition("#")[2])["card"] == [TEXT]
    assert pane(page).locator(".told").first.inner_text() == ""
    page.evaluate("window.fails = 'NotAllowedError'")
    pane(page).get_by_role("button", name=SHARE["send"]).click()
    assert pane(page).locator(".told").first.inner_text() == SHARE["not_sent"]


# ---- looks

SMALL = """[...document.querySelectorAll("dialog.send :is(button, textarea, .file), .tally-note button")]
  .map((node) => [node.outerHTML.slice(0, 80), node.getBoundingClientRect()])
  .filter(([, {width, height}]) => Math.min(width, height) < 43.9).map(([html]) => html)"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_dialog_and_the_note_are_accessible_and_large_enough_for_a_finger(tabs, scheme):
    page = tabs(kept={KEY: "x"}, color_scheme=scheme, viewport={"width": 360, "height": 640})
    assert page.evaluate(SMALL) == []
    found = objections(page, ".tally-note")
    open_text(page, "x")
    found += objections(page, "dialog.send")
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.textContent") == SCORE["send"]
