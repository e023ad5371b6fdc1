"""The coach in the game to play: what it advises, what a review adds up to, and how it behaves meanwhile."""

import json
import random
import re
import tomllib
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from heard import LISTEN
from opened import kept_at, note_errors, traced

from yachtlib.card import Card
from yachtlib.games import find_game
from yachtlib.solver import solve

STRINGS = tomllib.loads((Path(__file__).parent.parent / "gen/strings/en.toml").read_text(encoding="utf-8"))
COACH, LOG = STRINGS["coach"], STRINGS["log"]
ELEMENT = "document.querySelector('three-rolls-play')"
LONG = 120_000  # ms: best play is solved beside other tests

BLOCKED = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("blocked", "SecurityError"); } });
Object.defineProperty(window, "indexedDB", { get() { throw new DOMException("blocked", "SecurityError"); } });
"""

# How many workers that solve there are.
WORKERS = """
window.workers = 0;
const { terminate } = Worker.prototype, Real = Worker;
window.Worker = class extends Real {
  constructor(...given) { super(...given); if (String(given[0]).includes("solve-worker")) window.workers += 1; }
  terminate() { window.workers -= 1; terminate.call(this); }
};
"""

# A game that computers of one strength played to its end: its text, with other seats.
PLAYED = """async ({ game, seats, seed, kind }) => {
  const [{ tableOf }, { start, act, free, write }, { decide: well }, { strongest }, { seededDice }] = await Promise.all(
    ["table", "game", "players", "advice", "dice"].map((name) => import(`/assets/play/${name}.js`)));
  const data = await (await fetch(`/data/${game}.json`)).json(), table = tableOf(data), dice = seededDice(seed);
  const decide = kind === "best" ? await strongest(data) : well;
  let state = start(table, seats.map((seat) => ({ ...seat, kind })));
  while (!state.over) {
    const plan = state.dice ? decide(table, state) : null;
    if (plan) state = act(table, state, plan);
    if (plan?.do !== "fill") state = act(table, state, { do: "roll", faces: dice(free(state).length) });
  }
  return write(table, { ...state, seats });
}"""


def saved(game_id, lines=(), seats=("person 0 Ana",)):
    """A game as it is saved; a line is a turn, or what was rolled of one."""
    return "\n".join(["Three Rolls 1", f"game {game_id}", *(f"seat {seat}" for seat in seats), "first 1", *lines, ""])


@pytest.fixture
def sit(browser, address):
    """Opens a page with a game on it, the coach on unless told otherwise; nothing may go wrong on it."""
    opened = []

    def open_page(text="", coach=True, width=1280, height=900, script="", path="", wait=True, **more):
        kept = {"three-rolls.settings": json.dumps({"coach": coach, "pace": "quick"})} if coach is not None else {}
        game = re.search(r"^game (\S+)", text, re.M)
        if game:
            kept |= {f"three-rolls.game.{game[1]}": text, "three-rolls.last": game[1]}
        context = browser.new_context(
            viewport={"width": width, "height": height},
            storage_state=kept_at(address, kept),
            **{"reduced_motion": "reduce"} | more,
        )
        if script:
            context.add_init_script(script)
        context.set_default_timeout(10_000)
        page = context.new_page()
        wrong = []
        note_errors(page, wrong)
        opened.append((context, wrong))
        page.goto(address + (path or "/play/?seed=7"))
        page.locator(".board .roll").wait_for(state="attached")
        if coach and wait:
            solved(page)
        return page

    yield open_page
    for context, _ in opened:
        context.close()
    assert [one for _, wrong in opened for one in wrong] == []


def solved(page):
    page.locator(".advice .body").wait_for(state="attached", timeout=LONG)
    page.wait_for_function("!document.querySelector('.advice .body').hidden", timeout=LONG)


def counsel(page):
    return page.locator(".advice .counsel b").inner_text()


def key(page, name):
    return page.locator(".board .dock .key", has_text=name)


def lines(page):
    """The lines of advice: (what is said, the dice held, None for a box; the worth that is shown)."""
    found = page.locator(".advice li").evaluate_all(
        """(items) => items.map((item) => [item.querySelector(".move b").textContent,
          [...item.querySelectorAll(".die:not(.is-off) use")].map((use) => Number(use.href.baseVal.slice(-1))),
          Number(item.querySelector(".worth b").textContent)])"""
    )
    return [(says, None if says.startswith("fill") else tuple(sorted(held)), worth) for says, held, worth in found]


# ---- what it advises


@cache
def solution(game):
    return solve(game)


@cache
def keeps(dice):
    return frozenset(tuple(sorted(kept)) for n in range(5) for kept in combinations(dice, n))


def worked_out(game, card, dice, left):
    """What each hold and each box is worth in final points, by enumeration from the library's values of cards."""
    value, sure = solution(game).value, card.total - card.bonus

    def boxes(roll):
        return {
            box: pays + card.beside(roll) + value(card.points | {box: pays}) for box, pays in card.legal(roll).items()
        }

    rolls = {tuple(sorted(roll)) for roll in product(range(1, 7), repeat=5)}
    written = {roll: max(boxes(roll).values()) for roll in rolls}
    held = {}
    for _ in range(left):
        now = {
            roll: max([written[roll], *(held[keep] for keep in keeps(roll))]) if held else written[roll]
            for roll in rolls
        }
        held = {
            keep: sum(now[tuple(sorted((*keep, *rest)))] for rest in product(range(1, 7), repeat=5 - len(keep)))
            / 6 ** (5 - len(keep))
            for keep in {keep for roll in rolls for keep in keeps(roll)}
        }
    holds = {keep: sure + held[keep] for keep in keeps(tuple(sorted(dice)))} if left else {}
    return holds, {box: sure + worth for box, worth in boxes(dice).items()}


@pytest.mark.parametrize(("game_id", "seed"), [(game, seed) for game in ("yacht", "yahtzee") for seed in range(5)])
def test_advice_is_what_the_library_works_out(sit, game_id, seed):
    """On cards at random: the best, the next two and the last of all, each to a twentieth of a point."""
    game, chance = find_game(game_id), random.Random(seed)
    card, turns = Card(game), []
    for _ in range(chance.randrange(len(game.boxes))):
        roll = [chance.randint(1, 6) for _ in range(5)]
        box = chance.choice(list(card.legal(roll)))
        paid, beside = card.legal(roll)[box], card.beside(roll)
        # three rolls of which only the last counts: nothing pays more for being the first
        thrown = "".join(map(str, roll))
        turns.append(f"1 11234 22345 {thrown} {box} {paid}" + (f" +{beside}" if beside else ""))
        card = card.enter(box, roll)
    left, dice = chance.randint(0, 2), [chance.randint(1, 6) for _ in range(5)]
    turns.append(" ".join(["1", *["33456"] * (2 - left), "".join(map(str, dice))]))
    page = sit(saved(game_id, turns))
    more = page.locator(".advice .more")
    if more.is_visible():
        more.click()
    holds, boxes = worked_out(game, card, dice, left)
    names = {game.box(box).name: box for box in boxes}
    found = lines(page)
    assert len(found) == len(holds) + len(boxes)
    for says, held, shown in found:
        worth = holds[held] if held is not None else boxes[names[re.fullmatch(r"fill (.+) with \d+", says)[1]]]
        assert abs(worth - shown) <= 0.05 + 1e-9, says
    worths = [worth for _, _, worth in found]
    assert worths == sorted(worths, reverse=True)
    assert abs(worths[0] - max([*holds.values(), *boxes.values()])) <= 0.05 + 1e-9


def test_before_the_first_roll_it_says_what_the_card_comes_to(sit):
    page = sit()
    average = solution(find_game("yacht")).average
    assert counsel(page) == COACH["average"].format(points=f"{average:.1f}")
    assert page.locator(".advice li").count() == 0


@pytest.mark.parametrize(("dice", "left"), [("66666", 2), ("55213", 2), ("54321", 1), ("66554", 1), ("64321", 1)])
def test_how_clear_a_choice_is_stands_before_all(sit, dice, left):
    game, roll = find_game("yacht"), [int(face) for face in dice]
    holds, boxes = worked_out(game, Card(game), roll, left)
    best, second = sorted([*holds.values(), *boxes.values()])[:-3:-1]
    word = "toss" if best - second < 0.1 else "close" if best - second < 1 else "clear"
    page = sit(saved("yacht", [" ".join(["1", *["33456"] * (2 - left), dice])]))
    assert counsel(page).startswith(COACH["verdict"][word].split("{")[0])


# ---- on and off


def test_it_is_off_until_somebody_asks_and_nothing_of_it_is_loaded(sit):
    page = sit(coach=None)
    page.keyboard.press("r")
    asked = "performance.getEntriesByType('resource').map(({ name }) => name.split('/').pop())"
    own = {"coach.js", "advice.js", "best.js", "solver.js", "solve-worker.js"}
    assert not own & set(page.evaluate(asked))
    assert key(page, COACH["title"]).get_attribute("aria-pressed") == "false"
    assert not page.locator(".coach-place").is_visible()

    key(page, COACH["title"]).click()
    solved(page)
    assert own - set(page.evaluate(asked)) <= {"solver.js"}
    assert page.locator(".advice li").count() == 4
    key(page, COACH["title"]).click()
    assert not page.locator(".coach-place").is_visible()
    assert page.evaluate("JSON.parse(localStorage.getItem('three-rolls.settings')).coach") is False


def test_hiding_it_leaves_the_focus_on_its_key(sit):
    page = sit(saved("yacht", ["1 55213"]))
    page.get_by_role("button", name=COACH["hide"], exact=True).click()
    assert not page.locator(".coach-place").is_visible()
    assert page.evaluate("document.activeElement.textContent") == COACH["title"]


def test_a_game_on_a_page_of_prose_has_no_coach(sit):
    page = sit(path="/yacht/", wait=False)
    assert key(page, COACH["title"]).count() == 0
    assert page.locator(".board.coached, .coach").count() == 0  # though the setting is on


def test_it_is_cancelled_and_asked_again_while_the_game_goes_on(sit):
    page = sit(saved("yahtzee", ["1 55213"]), wait=False)
    stop = page.locator(".advice .waiting .key")
    stop.filter(has_text=COACH["cancel"]).click()
    assert page.locator(".advice .waiting p").inner_text() == COACH["cancelled"]
    page.locator(".board .roll").click()
    assert page.evaluate(f"{ELEMENT}.state.rolls") == 2
    assert page.locator(".advice .waiting").is_visible()
    stop.filter(has_text=COACH["again"]).focus()
    page.keyboard.press("Enter")
    page.locator(".advice progress").wait_for()
    solved(page)
    assert page.evaluate("document.activeElement.className").startswith("counsel")
    assert page.locator(".advice li").count() == 4


def test_a_game_too_large_to_solve_is_told_in_a_sentence(sit):
    page = sit(saved("maxi-yatzy", ["1 554213"]), wait=False)
    words = COACH["unsolved"].format(game="Maxi Yatzy", states="33,472,512")
    page.locator(".advice .waiting p", has_text=words).wait_for(timeout=LONG)
    assert not page.locator(".advice .waiting .key").is_visible()


def test_when_its_key_goes_the_focus_goes_to_what_is_told(sit):
    page = sit(saved("maxi-yatzy", ["1 554213"]), coach=None)
    page.route("**/solve-worker.js", lambda route: (page.locator(".waiting .key").first.focus(), route.continue_()))
    key(page, COACH["title"]).click()
    page.locator(".advice .waiting p", has_text="33,472,512").wait_for(timeout=LONG)
    assert page.evaluate("document.activeElement === document.querySelector('.advice .waiting p')")


def test_a_game_that_is_left_is_solved_no_longer_for_a_computer(sit):
    page = sit(saved("yahtzee", seats=["person 1 Ana", "best 0 Bot"]), coach=None, script=WORKERS)
    page.route("**/solve-worker.js", lambda route: None)  # it takes for ever
    page.keyboard.press("r")
    page.locator(".take[data-box=chance]:not([hidden])").press("Enter")
    page.wait_for_function("workers === 1")
    page.evaluate("location.hash = 'g=yatzy'")
    page.wait_for_function(f"{ELEMENT}.table.id === 'yatzy'")
    assert page.evaluate("workers") == 0


def test_it_works_where_nothing_can_be_kept(sit):
    page = sit(coach=None, script=BLOCKED)
    page.keyboard.press("r")
    key(page, COACH["title"]).click()
    solved(page)
    assert page.locator(".advice li").count() == 4


def test_a_reload_finds_the_same_advice(sit):
    page = sit(saved("yacht", ["1 55213 55264"]))
    before = lines(page)
    page.reload()
    solved(page)
    assert lines(page) == before


def test_what_is_taken_back_is_advised_on_again(sit):
    page = sit(saved("yacht", ["1 55213 55264 55266"]))
    before = lines(page)
    page.locator(".take[data-box=choice]:not([hidden])").press("Enter")
    assert lines(page) == []
    page.keyboard.press("u")
    assert lines(page) == before


# ---- hands, ears, small screens


def test_a_line_holds_its_dice_by_keyboard_and_keeps_the_focus(sit):
    page = sit(saved("yacht", ["1 55213"]))
    page.evaluate(LISTEN)
    (_, keep, _), *_ = lines(page)
    assert keep == (5, 5)
    first = page.locator(".advice button.line").first
    first.focus()
    page.keyboard.press("Enter")
    state = page.evaluate(f"{ELEMENT}.state")
    assert tuple(sorted(face for face, held in zip(state["dice"], state["held"], strict=True) if held)) == keep
    assert page.evaluate("document.activeElement === document.querySelector('.advice button.line')")
    assert COACH["now"] in first.inner_text()
    page.wait_for_function("heard.length > 0")
    assert page.evaluate("heard.at(-1)") == COACH["held"].format(move="hold two fives")


def test_a_line_of_a_box_leads_there_and_fills_nothing(sit):
    page = sit(saved("yacht", ["1 55213 22113 55566"]))
    page.locator(".advice button.line").first.click()
    assert page.evaluate("document.activeElement.dataset.box") == "full-house"
    assert page.evaluate(f"{ELEMENT}.state.log.length") == 0


def test_a_line_of_a_box_leads_there_from_the_card_of_another(sit):
    seats = ["person 0 Ana", "person 1 Bo"]
    page = sit(saved("yacht", ["1 55213 22113 55566"], seats), width=390, height=844)
    page.locator(".seat button").nth(1).click()
    page.locator(".advice button.line").first.click()
    assert page.evaluate("document.activeElement.dataset.box") == "full-house"
    assert page.locator(".seat.seen").inner_text().startswith("Ana")


def test_letting_all_dice_go_is_not_called_a_roll(sit):
    page = sit(saved("yacht", ["1 52213"]))
    page.keyboard.press("1")
    page.locator(".advice .more").click()
    page.evaluate(LISTEN)
    page.locator(".advice button.line", has_text="oll all five").click()
    page.wait_for_function("heard.length > 0")
    assert page.evaluate("heard.at(-1)") == COACH["freed"]
    assert page.evaluate(f"{ELEMENT}.state.rolls") == 1


def test_those_who_listen_hear_one_sentence_after_a_roll(sit):
    page = sit(saved("yacht", ["1 55213"]))
    page.evaluate(LISTEN)
    page.keyboard.press("r")
    page.wait_for_function("heard.length > 0")
    page.wait_for_timeout(300)
    heard = page.evaluate("heard")
    assert len(heard) == 1
    assert heard[0].endswith(f"{COACH['title']}: {counsel(page)}")
    page.keyboard.press("1")
    page.wait_for_timeout(100)
    assert counsel(page) not in page.evaluate("heard.at(-1)")


def test_nobody_hears_how_far_it_has_come(sit):
    page = sit(saved("yahtzee", ["1 55213"]), coach=None)
    page.evaluate(LISTEN)
    key(page, COACH["title"]).click()
    solved(page)
    assert page.evaluate("heard") == []


# Targets of less than 44 px; a tile of the card is one as a whole.
SMALL = """() => [...document.querySelectorAll(".board button")].filter((node) => node.checkVisibility())
  .map((node) => [node.className, (node.closest("tr") ?? node).getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < 43.9)
  .map(([name, { width, height }]) => `${name}: ${width} x ${height}`)"""

PLACES = """[...document.querySelectorAll(".dock, .act button, .boxes tr")]
  .map((node) => JSON.stringify(node.getBoundingClientRect()))"""


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (390, 844)])
@pytest.mark.parametrize("game_id", ["yacht", "yahtzee"])
def test_on_a_phone_a_line_in_the_dock_leads_to_all_of_it(sit, game_id, width, height):
    page = sit(saved(game_id, ["1 55213"]), width=width, height=height, has_touch=True, is_mobile=True)
    line, roll = page.locator(".coach-line"), page.locator(".board .roll")
    assert page.evaluate("scrollY") == 0
    for part in (line, roll, *page.locator(".board .act .key").all()):
        box = part.bounding_box()
        assert box["y"] + box["height"] <= height
        assert box["x"] + box["width"] <= width
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert counsel(page) in line.get_attribute("aria-label")
    line.tap()
    page.wait_for_function("scrollY > 0")
    top = page.locator(".coach h2").bounding_box()["y"]
    assert 0 <= top < height / 2
    page.locator(".advice button.line").first.tap()
    assert page.evaluate(f"{ELEMENT}.state.held.includes(true)")
    assert roll.bounding_box()["y"] < height


CUT = """(what) => { const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.querySelector(what);
  return scrollWidth > clientWidth || scrollHeight > clientHeight + 1; }"""


@pytest.mark.parametrize("turns", [(), ("1 22223 22224 66665",)], ids=["before a roll", "a long name"])
def test_the_line_in_the_dock_of_a_phone_is_not_cut_off(sit, turns):
    page = sit(saved("yacht", turns), width=360, height=640)
    assert page.locator(".coach-line b").is_visible()
    assert not page.evaluate(CUT, ".coach-line b")


def test_on_a_phone_turned_aside_the_key_to_roll_has_room_for_its_words(sit):
    page = sit(saved("yacht", ["1 55213"]), width=640, height=360)
    assert not page.evaluate(CUT, ".board .roll b")


def test_those_who_see_few_colours_see_that_it_is_on(sit):
    page = sit(saved("yacht", ["1 55213"]), forced_colors="active")
    outline = "(node) => getComputedStyle(node).outlineStyle"
    assert key(page, COACH["title"]).evaluate(outline) == "solid"
    assert key(page, STRINGS["play"]["odds"]).evaluate(outline) != "solid"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_a_checker_finds_nothing_to_mend(sit, scheme, width):
    page = sit(saved("yacht", ["1 55213"], ["person 0 Ana", "turn 1 Bo"]), width=width, color_scheme=scheme)
    page.locator(".advice .more").click()
    found = Axe().run(page, context=".board")
    assert found.violations_count == 0, found.generate_report()


def test_nothing_moves_between_two_rolls(sit):
    """Once the advice is there, the next roll changes what it says, not where the dock and the button are."""
    page = sit(saved("yacht", ["1 55213"]), width=390, height=844)
    before = page.evaluate(PLACES)
    page.keyboard.press("r")
    assert page.evaluate(PLACES) == before


# ---- who wins


def test_each_seat_has_its_chance_after_every_turn(sit):
    seats = ["person 0 Ana", "person 1 Bo"]
    page = sit(saved("yacht", ["1 55266 fives 10", "2 66655 full-house 28"], seats))
    win = page.locator(".coach .win")
    win.filter(has_text="%").wait_for(timeout=LONG)
    chances = [int(n) for n in re.findall(r"(\d+) %", win.inner_text())]
    assert len(chances) == 2
    assert abs(sum(chances) - 100) <= 1
    assert chances[1] > chances[0]


def test_alone_nobody_is_told_a_chance_to_win(sit):
    page = sit(saved("yacht", ["1 55213"]))
    assert not page.locator(".coach .win").is_visible()


# ---- the review


@pytest.fixture
def played(browser, address):
    """Texts of games that are over, played by computers of one strength; the first seat is then a person's."""
    page = browser.new_page()
    page.goto(address + "/404.html")

    def play(game, kind, *names, seed="7"):
        seats = [{"name": name, "kind": "now" if n else "person", "colour": n} for n, name in enumerate(names)]
        return page.evaluate(PLAYED, {"game": game, "seats": seats, "seed": seed, "kind": kind})

    yield play
    page.close()


def test_a_review_adds_up_as_it_is_shown(sit, played):
    for seed, game in enumerate(["yacht", "yacht", "yahtzee"]):
        page = sit(played(game, "now", "Ana", "Robot", seed=str(seed)), coach=None)
        page.get_by_role("button", name=LOG["review"]).click()
        page.locator(".review .sums").wait_for(timeout=LONG)
        assert page.evaluate("document.activeElement.tagName") == "H3"
        for name in ("Ana", "Robot"):
            page.locator(".review .whose").get_by_role("button", name=name).click()
            more = page.locator(".review .more")
            others = re.search(r"([\d.]+) points", more.inner_text())[1] if more.count() else 0
            first = page.locator(".review .cost").evaluate_all("(all) => all.map((one) => one.firstChild.data)")
            shown = [page.locator(".review .sums dd").nth(n).inner_text() for n in range(4)]
            average, luck, choices, total = (
                round(10 * float(text.replace("−", "-").replace(" ", ""))) for text in shown
            )
            assert average + luck + choices == total
            assert total == 10 * page.evaluate(
                f"""(name) => {{
              const {{ state }} = {ELEMENT}, seat = state.seats.findIndex((one) => one.name === name);
              return Number(document.querySelectorAll(".seat b")[seat].textContent);
            }}""",
                name,
            )
            lost = [round(10 * float(text[1:])) for text in first if text.startswith("−")]
            assert lost == sorted(lost, reverse=True)
            if more.count():
                assert sum(lost) + round(10 * float(others)) == -choices
                more.click()
                assert page.evaluate("document.activeElement.tagName") == "H4"


def test_a_game_of_best_play_has_lost_nothing_and_says_so(sit, played):
    """The coach is on: the review is there without being asked for."""
    page = sit(played("yacht", "best", "Ana"), wait=False)
    page.locator(".review .sums").wait_for(timeout=LONG)
    assert page.locator(".review .sums dd").nth(2).inner_text() == "0.0"
    assert COACH["flawless"] in page.locator(".review").inner_text()
    assert page.locator(".review li").count() == 0


def test_a_review_stays_as_it_is_while_a_seat_is_looked_at(sit, played):
    page = sit(played("yacht", "now", "Ana", "Robot"), wait=False)
    page.locator(".review .sums").wait_for(timeout=LONG)
    page.locator(".review .whose").get_by_role("button", name="Robot").click()
    page.locator(".review .more").click()
    before = page.locator(".review").inner_text()
    page.locator(".seat button").first.click()
    assert page.locator(".review").inner_text() == before


def test_a_game_that_is_over_loaded_after_another_shows_its_own_end(sit, played):
    page = sit(played("yacht", "now", "Ana"), wait=False)
    page.locator(".review .sums").wait_for(timeout=LONG)
    page.get_by_role("button", name=LOG["load"], exact=True).last.click()
    page.locator("dialog textarea").fill(played("yacht", "now", "Zoe", "Robot", seed="8"))
    page.locator("dialog .go").click()
    page.locator(".summary .places", has_text="Zoe").wait_for()
    page.locator(".review h3", has_text="Zoe").wait_for(timeout=LONG)


def test_a_review_that_cannot_be_fetched_is_told_beside_its_key(sit, played):
    page = sit(played("yacht", "now", "Ana"), coach=None)
    page.route("**/coach.js", lambda route: route.fulfill(content_type="text/javascript", body="throw 0;"))
    page.get_by_role("button", name=LOG["review"]).click()
    page.locator(".summary .told", has_text=STRINGS["play"]["missing"]).wait_for()
    assert page.evaluate("document.activeElement.textContent") == LOG["review"]


def test_a_win_at_once_has_no_review_and_says_why(sit):
    seats = ["person 0 Ana", "turn 1 Bo"]
    page = sit(saved("generala", ["1 55555"], seats), coach=None)
    page.get_by_role("button", name=LOG["review"]).click()
    page.locator(".review p", has_text=COACH["no_review"]).wait_for(timeout=LONG)


# ---- speed


def test_no_task_is_long_while_it_is_solved_and_who_wins_is_worked_out(sit, browser):
    """In the processor's time, which a busy machine does not stretch."""
    page = sit(saved("yacht", ["1 55213"], ["person 0 Ana", "person 1 Bo"]), coach=None)
    with traced(browser, page) as tasks:
        key(page, COACH["title"]).click()
        solved(page)
        page.keyboard.press("r")
        page.locator(".coach .win", has_text="%").wait_for(timeout=LONG)
    assert len(tasks) > 50
    assert max(tasks) <= 50
