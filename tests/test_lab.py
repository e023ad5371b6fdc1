"""The house-rules lab as people use it: its numbers are those of the library; keys, touch, ear, addresses, trouble."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from heard import LISTEN
from opened import at_widths, objections

from gen.figures import forms
from yachtlib.games import GAMES, find_game

ROOT = Path(__file__).parent.parent
FIGURES = json.loads((ROOT / "figures.json").read_text(encoding="utf-8"))["figures"]
WORDS = tomllib.loads((ROOT / "gen/strings/en.toml").read_text(encoding="utf-8"))["lab"]
LAB = "document.querySelector('house-rules-lab')"
SOLVED = [game for game in GAMES if game.id != "maxi-yatzy"]
WORKER = "**/solve-worker.js"

# Its numbers as they stand there.
SHOWN = """() => {
  const all = (css, make) => [...document.querySelectorAll(css)].map(make), text = ({ textContent }) => textContent;
  return {
    big: all(".lab-sum b", text), more: all(".lab-sum small", text), old: all(".lab .is-old", text).length,
    boxes: all(".lab-out li", (li) => [...li.children].slice(0, 2).map(text)),
    rules: all(".lab-worth tbody tr", (tr) => [...tr.cells].map(text)),
  };
}"""
SMALL = """() => [...document.querySelectorAll(".lab :is(label, button, a)")]
  .filter((node) => node.checkVisibility()).map((node) => [node.textContent, node.getBoundingClientRect()])
  .map(([text, { width, height }]) => [text, width, height]).filter((each) => Math.min(each[1], each[2]) < 43.9)"""


def figure(name: str, form: str = "number") -> str:
    return forms(FIGURES[name])[form]


def done(page):
    """The page, once all is solved."""
    solved = "words => document.querySelector('.lab-sum .lab-key')?.textContent === words"
    page.wait_for_function(solved, arg=WORDS["can"]["done"], timeout=240_000)
    return page


@pytest.fixture
def lab(visit):
    opened = []

    def open_lab(hash: str = "", **more):
        page = visit(f"/lab/{hash}", **more)
        opened.append(page.context)
        page.locator(".lab").wait_for()
        return page

    yield open_lab
    for context in opened:
        context.close()  # and what it still solves


def choose(page, option: str, choice: str) -> None:
    page.locator(f"input[name={option}][value='{choice}']").check()


def game_of(page) -> list:
    return page.evaluate(f"[{LAB}.table.id, {LAB}.table.chosen]")


# ---- the numbers


@pytest.mark.parametrize("game", SOLVED, ids=lambda game: game.id)
def test_a_games_own_rules_are_worth_what_is_published(lab, game):
    page = done(lab(f"#g={game.id}"))
    shown = page.evaluate(SHOWN)
    average, ceiling, bonus = shown["big"]
    assert (average, ceiling) == (figure(f"{game.id}.best-play.mean"), figure(f"{game.id}.ceiling"))
    if not game.upper_bonus:
        assert bonus == WORDS["no_bonus"]
    elif (name := f"{game.id}.best-play.p-bonus") in FIGURES:
        assert bonus == figure(name, "percent-1")
        assert page.evaluate(f"{LAB}.chance") == pytest.approx(FIGURES[name]["value"], abs=1e-4)
    else:
        assert re.fullmatch(r"\d\d\.\d %", bonus)
    costs = {box.name: FIGURES.get(f"{game.id}.zero.{box.id}", {"value": 0})["value"] for box in game.boxes}
    if any(costs.values()):
        dearest = sorted(costs, key=costs.__getitem__, reverse=True)[:3]
        assert shown["boxes"] == [[name, f"{costs[name]:.2f}"] for name in dearest]
    assert shown["rules"] == []
    assert shown["old"] == 0
    assert page.wrong == []


def test_the_chance_of_the_bonus_by_another_rule_is_that_of_best_play(lab):
    chance = done(lab("#g=yahtzee&joker=free")).evaluate(f"{LAB}.chance")
    assert chance == pytest.approx(FIGURES["yahtzee.option.joker.free.best-play.p-bonus"]["value"], abs=1e-4)


@pytest.mark.parametrize("game", ["yacht", "yacht-35", "generala"])
def test_each_rule_by_itself_is_worth_what_is_published(lab, game):
    page = lab(f"#g={game}")
    for option in find_game(game).options:
        for choice in option.choices[1:]:
            page.evaluate("(hash) => { location.hash = hash; }", f"#g={game}&{option.id}={choice.id}")
            page.wait_for_function(
                f"([option, choice]) => {LAB}.table.chosen[option] === choice", arg=[option.id, choice.id]
            )
            shown = done(page).evaluate(SHOWN)
            name = f"{game}.option.{option.id}.{choice.id}"
            assert shown["big"][:2] == [figure(f"{name}.mean"), figure(f"{name}.ceiling")], name
            [[words, *worth]] = shown["rules"]
            assert words == option.question + choice.says
            assert worth == [
                figure(f"{name}.{what}.worth", "signed") if FIGURES[f"{name}.{what}.worth"]["value"] else "0"
                for what in ("mean", "ceiling")
            ], name


def test_where_boxes_are_filled_in_order_none_is_said_to_be_worth_most(lab):
    """Only the first is open in the first turn."""
    page = done(lab("#g=yatzy&order=sheet"))
    assert page.locator(".lab-out ol").is_hidden()
    assert page.get_by_text(WORDS["tops_order"]).is_visible()
    assert "NaN" not in page.locator(".lab").inner_text()
    choose(page, "order", "free")
    done(page)
    assert page.locator(".lab-out ol").is_visible()
    assert not page.get_by_text(WORDS["tops_order"]).is_visible()
    assert page.wrong == []


def test_rules_chosen_together_are_worth_what_they_are_together(lab):
    """Two that a source plays, and that are worth another sum by themselves."""
    page = done(lab("#g=generala&straight=wrap&double=100"))
    shown, name = page.evaluate(SHOWN), "generala.combination.wrap-and-double"
    assert shown["big"][:2] == [figure(f"{name}.mean"), figure(f"{name}.ceiling")]
    together = FIGURES[f"{name}.mean"]["value"] - FIGURES["generala.best-play.mean"]["value"]
    more = FIGURES[f"{name}.ceiling"]["value"] - FIGURES["generala.ceiling"]["value"]
    assert shown["more"][:2] == [f"{together:+.2f}", f"{more:+}"]
    alone = [FIGURES[f"generala.option.{one}.mean.worth"]["value"] for one in ("straight.wrap", "double.100")]
    assert [row[1] for row in shown["rules"][:2]] == [f"{value:+.2f}" for value in alone]
    says, *worth = shown["rules"][2]
    assert worth == shown["more"][:2]
    assert abs(sum(alone) - together) >= 0.05
    assert says == WORDS["together"] + WORDS["apart"].format(sum=f"{sum(alone):+.2f}")


def test_rules_that_do_not_change_each_other_are_said_to_add_up(lab):
    page = done(lab("#g=generala&first-roll=10&straight=wrap"))
    alone = [FIGURES[f"generala.option.{one}.mean.worth"]["value"] for one in ("first-roll.10", "straight.wrap")]
    together = float(page.evaluate(SHOWN)["rules"][2][1])
    says = WORDS["apart" if abs(sum(alone) - together) >= 0.05 else "added"]
    assert page.evaluate(SHOWN)["rules"][2][0] == WORDS["together"] + says.format(sum=f"{sum(alone):+.2f}")


def test_a_change_too_small_to_be_written_is_bounded_and_none_is_none(lab):
    page = done(lab("#g=kniffel&five-alike-full-house=always"))
    assert page.evaluate(SHOWN)["rules"][0][1:] == ["0", "0"]
    page.evaluate("location.hash = '#g=kniffel&joker=free'")
    page.wait_for_function(f"{LAB}.table.chosen.joker === 'free'")
    assert done(page).evaluate(SHOWN)["rules"][0][1:] == [WORDS["under"].format(least="0.01"), "0"]


# ---- solving


def test_it_solves_by_itself_after_a_change_and_dims_what_is_old(lab):
    page = done(lab("#g=yacht"))
    before = page.evaluate(SHOWN)["big"]
    place = page.locator(".lab-out").bounding_box()
    choose(page, "bonus", "35")
    assert page.evaluate(SHOWN)["big"][:2] == before[:2]
    assert page.locator(".lab-sum b.is-old").count() == 3
    assert page.locator(".lab-sum").get_attribute("aria-busy") == "true"
    stand = page.locator(".lab-sum .lab-line p")
    assert stand.inner_text() == WORDS["state"]["solves"].format(at=1, n=3)
    bar = page.get_by_role("progressbar", name=WORDS["progress"])
    assert bar.get_attribute("max") == "3"
    done(page)
    assert page.evaluate(SHOWN)["big"][0] == figure("yacht.option.bonus.35.mean")
    assert page.locator(".lab .is-old").count() == 0
    assert page.locator(".lab-sum").bounding_box()["height"] <= place["height"]
    assert page.locator(".lab-sum").get_attribute("aria-busy") == "false"
    assert not bar.is_visible()


def test_nothing_moves_while_numbers_come(lab):
    page = done(lab("#g=yacht&straights=30-40&four-alike=all"))
    choose(page, "bonus", "35")
    page.evaluate("""() => {
      window.moved = 0;
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) moved += value; })
        .observe({ type: "layout-shift", buffered: false });
    }""")
    places = "() => [...document.querySelectorAll('.lab-out section')].map((node) => node.getBoundingClientRect().top)"
    before = page.evaluate(places)
    done(page)
    page.wait_for_timeout(200)
    assert page.evaluate(places) == before
    assert page.evaluate("moved") == 0


def test_cancelled_it_stops_at_once_and_solves_again_when_asked(lab):
    page = lab("#g=yahtzee")
    key = page.locator(".lab-sum .lab-key")
    page.wait_for_function("document.querySelector('progress').value > 0.2", timeout=60_000)
    page.evaluate(LISTEN)
    key.press("Enter")
    assert key.inner_text() == WORDS["can"]["stopped"]
    page.wait_for_function("heard.length === 1")
    assert page.evaluate("heard") == [WORDS["state"]["stopped"]]
    for _ in range(50):
        if not any("solve-worker" in worker.url for worker in page.workers):
            break
        page.wait_for_timeout(50)
    assert [worker.url for worker in page.workers if "solve-worker" in worker.url] == []
    assert page.evaluate(SHOWN)["big"][0] == "…"
    page.evaluate("location.hash = '#g=yacht'")  # another game goes on by itself
    done(page)
    page.evaluate("location.hash = '#g=yahtzee'")
    page.wait_for_function(f"{LAB}.table.id === 'yahtzee'")
    key.click()
    assert key.inner_text() == WORDS["can"]["stopped"]
    key.click()
    assert page.evaluate("document.activeElement.matches('.lab-sum .lab-key')")
    done(page)
    assert page.evaluate(SHOWN)["big"][0] == figure("yahtzee.best-play.mean")
    assert page.evaluate("document.activeElement.matches('.lab-sum .lab-key')")
    assert page.wrong == []


def test_a_change_while_it_solves_begins_anew_with_one_worker(lab):
    page = lab("#g=yahtzee")
    page.wait_for_function("document.querySelector('progress').value > 0.05", timeout=60_000)
    for choice in ("none", "50", "100"):
        choose(page, "extra", choice)
        page.wait_for_timeout(50)
    page.locator("input[name=g][value=generala]").check()
    done(page)
    assert page.evaluate(SHOWN)["big"][:2] == [figure("generala.best-play.mean"), figure("generala.ceiling")]
    assert [worker.url for worker in page.workers if "solve-worker" in worker.url] == []


def test_what_was_solved_before_shows_at_once(lab):
    page = done(lab("#g=generala"))
    choose(page, "double", "100")
    done(page)
    page.route(WORKER, lambda route: route.abort())
    choose(page, "double", "none")
    assert page.locator(".lab-sum .lab-key").inner_text() == WORDS["can"]["done"]
    assert page.evaluate(SHOWN)["big"][0] == figure("generala.best-play.mean")
    assert page.wrong == []


def test_a_game_that_is_too_large_says_why_and_keeps_its_links(lab):
    page = lab("#g=maxi-yatzy")
    stand = page.locator(".lab-sum .lab-line p")
    page.wait_for_function("document.querySelector('.lab-sum').getAttribute('aria-busy') === 'false'", timeout=60_000)
    states = page.evaluate(f"{LAB}.states")
    says = WORDS["state"]["large"].format(game="Maxi Yatzy", states=f"{states:,}", most="2,000,000")
    assert stand.inner_text() == says
    assert page.evaluate(SHOWN)["big"] == ["–", "–", "–"]
    assert page.locator(".lab-do a").first.get_attribute("href") == "/play/#g=maxi-yatzy"
    page.locator("input[name=g][value=yacht]").check()
    done(page)
    assert page.evaluate(SHOWN)["big"][0] == figure("yacht.best-play.mean")
    assert page.wrong == []


def test_without_a_worker_it_says_so_and_the_rest_works(lab, visit):
    page = visit("/about/")
    page.route(WORKER, lambda route: route.abort())
    page.goto(page.url.replace("/about/", "/lab/#g=generala"))
    stand = page.locator(".lab-sum .lab-line p")
    page.wait_for_function(
        "words => document.querySelector('.lab-sum .lab-line p')?.textContent === words", arg=WORDS["state"]["failed"]
    )
    choose(page, "double", "100")
    assert page.locator(".lab-do a").nth(1).get_attribute("href") == "/score-card/#g=generala&double=100"
    page.wait_for_function("document.querySelector('.lab-sum').getAttribute('aria-busy') === 'false'")
    page.unroute(WORKER)
    page.get_by_role("button", name=WORDS["can"]["stopped"]).click()
    done(page)
    assert stand.inner_text().startswith("All ")


# ---- addresses


def test_the_address_keeps_what_differs_and_a_step_back_leads_to_it(lab):
    page = lab("#g=generala")
    done(page)
    choose(page, "double", "100")
    assert page.evaluate("location.hash") == "#g=generala&double=100"
    done(page)
    choose(page, "straight", "wrap")
    assert page.evaluate("location.hash") == "#g=generala&straight=wrap&double=100"
    done(page)
    page.locator("input[name=g][value=yacht]").check()
    page.wait_for_function("location.hash === '#g=yacht'")
    page.go_back()
    page.wait_for_function(f"{LAB}.table.id === 'generala'")
    assert game_of(page) == ["generala", {"double": "100", "straight": "wrap"}]
    page.go_back()
    page.wait_for_function(f"!{LAB}.table.chosen.straight")
    assert page.locator("input[name=straight]:checked").get_attribute("value") == "plain"
    page.go_forward()
    page.wait_for_function(f"{LAB}.table.chosen.straight === 'wrap'")
    page.reload()
    page.locator(".lab").wait_for()
    assert game_of(page) == ["generala", {"double": "100", "straight": "wrap"}]
    choose(page, "straight", "plain")
    choose(page, "double", "none")
    page.wait_for_function("location.hash === '#g=generala'")
    assert page.wrong == []


@pytest.mark.parametrize(
    ("hash", "game", "chosen", "odd"),
    [
        ("", "yacht", {}, ""),
        ("#", "yacht", {}, ""),
        ("#numbers", "yacht", {}, ""),
        ("#g=generala", "generala", {}, ""),
        ("#bonus=35", "yacht", {"bonus": "35"}, ""),
        ("#g=yacht&bonus=none", "yacht", {}, ""),
        ("#g=crag", "yacht", {}, "g=crag"),
        ("#g=crag&bonus=35", "yacht", {"bonus": "35"}, "g=crag"),
        ("#g=", "yacht", {}, "g="),
        ("#g=generala&double=100&double=120", "generala", {"double": "120"}, ""),
        ("#g=generala&double=7&joker=free", "generala", {}, "double=7, joker=free"),
        ("#g=generala&double=7&first-roll=10", "generala", {"first-roll": "10"}, "double=7"),
        ("#g=generala&__proto__=x&constructor=y", "generala", {}, "__proto__=x, constructor=y"),
        ("#g=generala&%E0%A4%A=%", "generala", {}, "\ufffd%A=%"),
        ("#g=generala&<b>=<i>", "generala", {}, "<b>=<i>"),
        ("#g=generala&x=" + "9" * 500, "generala", {}, "x=" + "9" * 78 + "…"),
    ],
)
def test_of_an_odd_address_the_rest_stands_and_a_line_says_what_does_not(lab, hash, game, chosen, odd):
    page = lab(hash)
    assert game_of(page) == [game, chosen]
    told = page.locator(".lab-told")
    assert told.inner_text() == (odd and WORDS["unknown"].format(what=odd))
    assert page.wrong == []


def test_what_an_address_asked_for_in_vain_is_past_after_a_choice_and_nothing_moves(lab):
    page = lab("#g=generala&joker=free")
    page.locator("input[name=double][value='100']").scroll_into_view_if_needed()
    place = page.locator(".lab-questions").bounding_box()
    choose(page, "double", "100")
    assert not page.locator(".lab-told").is_visible()
    assert page.locator(".lab-questions").bounding_box() == place
    assert page.evaluate("location.hash") == "#g=generala&double=100"


def test_a_heading_in_the_address_leaves_the_choices_alone(lab):
    page = lab("#g=generala&double=100")
    page.evaluate("location.hash = '#numbers'")
    page.wait_for_timeout(100)
    assert game_of(page) == ["generala", {"double": "100"}]


def test_a_game_that_cannot_be_fetched_leaves_the_one_before(lab):
    page = done(lab("#g=generala"))
    page.route("**/data/yacht.json", lambda route: route.abort())
    page.locator("input[name=g][value=yacht]").click()
    page.wait_for_function("words => document.querySelector('.lab-told').textContent === words", arg=WORDS["missing"])
    assert game_of(page) == ["generala", {}]
    assert page.locator("input[name=g]:checked").get_attribute("value") == "generala"
    assert page.evaluate("location.hash") == "#g=generala"
    page.unroute("**/data/yacht.json")
    page.locator("input[name=g][value=yacht]").check()
    page.wait_for_function(f"{LAB}.table.id === 'yacht'")


def test_its_links_lead_to_the_same_rules(lab):
    page = lab("#g=generala&double=100&straight=wrap")
    links = [link.get_attribute("href") for link in page.locator(".lab-do a").all()]
    rules = "straight=wrap&double=100"
    assert links == [
        f"/play/#g=generala&{rules}",
        f"/score-card/#g=generala&{rules}",
        f"/print/generala/#{rules}",
        "/compare/#disputes",
    ]
    page.locator(".lab-do a").nth(2).click()
    page.locator("#house-rules").wait_for()
    assert page.locator("#house-rules :checked:not([name=straight], [name=double])").count() == 2
    assert page.locator("#house-rules [name=double]:checked").get_attribute("value") == "100"
    assert page.locator("#house-rules [name=straight]:checked").get_attribute("value") == "wrap"
    page.goto(page.url.split("/print/")[0] + links[0])
    page.wait_for_function("document.querySelector('three-rolls-play')?.table?.chosen.double === '100'")
    page.goto(page.url.split("/play/")[0] + links[1])
    page.wait_for_function("document.querySelector('score-card')?.table?.chosen.double === '100'")


def test_the_link_is_copied_with_the_rules(lab, address):
    page = lab("#g=generala&double=100&nonsense=1", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name=WORDS["copy_link"]).click()
    page.wait_for_function("navigator.clipboard.readText().then((text) => text.includes('#'))")
    assert page.evaluate("navigator.clipboard.readText()") == f"{address}/lab/#g=generala&double=100"


def test_a_link_that_was_copied_by_hand_goes_with_its_rules(lab):
    page = lab("#g=generala&double=100")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); }")
    page.get_by_role("button", name=WORDS["copy_link"]).click()
    assert page.locator(".by-hand").input_value().endswith("/lab/#g=generala&double=100")
    choose(page, "straight", "wrap")
    page.locator(".by-hand").wait_for(state="detached")
    assert page.locator(".lab-line [role=status]").inner_text() == ""


# ---- hands, ears and eyes


def test_keys_choose_and_the_focus_stays(lab):
    page = done(lab("#g=generala"))
    page.locator("input[name=g]:checked").focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(f"{LAB}.table.id === 'maxi-yatzy'")
    assert page.evaluate("document.activeElement.value") == "maxi-yatzy"
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"{LAB}.table.id === 'generala'")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "first-roll"
    page.keyboard.press("ArrowDown")
    assert page.evaluate(f"{LAB}.table.chosen['first-roll']") == "10"
    done(page)
    assert page.evaluate("document.activeElement.value") == "10"


def test_the_result_is_told_once_when_all_of_it_is_there(lab):
    page = done(lab("#g=yacht"))
    page.evaluate(LISTEN)
    choose(page, "bonus", "35")
    done(page)
    page.wait_for_function("heard.length")
    average, ceiling, chance = page.evaluate(SHOWN)["big"]
    said = f"{WORDS['said']} {WORDS['said_bonus']}"
    assert page.evaluate("heard") == [said.format(game="Yacht", average=average, ceiling=ceiling, chance=chance)]
    page.evaluate("heard.length = 0")
    page.locator(".lab-sum .lab-key").press("Enter")
    page.wait_for_function("heard.length === 1")
    assert page.evaluate("heard[0]").startswith("All ")


def test_it_fits_and_can_be_hit(lab):
    page = done(lab("#g=yacht&straights=30-40&four-alike=all&bonus=35"))
    for width in at_widths(page, 1280, 768, 360, 320):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(SMALL) == [], width
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_on_a_phone_the_sum_is_in_sight_while_rules_are_chosen_and_covers_no_focus(lab):
    page = done(lab("#g=yacht", width=360))
    for radio in page.locator(".lab-ask input").all():
        if not radio.is_checked():
            continue
        radio.focus()
        sum_, label = page.locator(".lab-sum").bounding_box(), radio.locator("..").bounding_box()
        assert sum_["y"] + sum_["height"] <= 640 + 1
        assert sum_["height"] < 640 / 3
        assert label["y"] + label["height"] <= sum_["y"] + 1 or label["y"] >= sum_["y"] + sum_["height"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("hash", ["#g=generala&double=100&straight=wrap", "#g=generala&joker=free", "#g=maxi-yatzy"])
def test_nothing_is_wrong_for_those_who_see_or_hear_otherwise(lab, scheme, hash):
    page = lab(hash, scheme=scheme)
    page.wait_for_function("document.querySelector('.lab-sum').getAttribute('aria-busy') === 'false'", timeout=60_000)
    assert [(one["id"], one["nodes"][0]["html"]) for one in objections(page)] == []


def test_what_is_dimmed_can_still_be_read(lab):
    page = done(lab("#g=generala"))
    page.route(WORKER, lambda route: None)  # never comes
    choose(page, "double", "100")
    choose(page, "straight", "wrap")
    page.wait_for_timeout(500)
    assert [(one["id"], one["nodes"][0]["html"]) for one in objections(page)] == []


def test_without_javascript_every_rule_by_itself_is_there(visit):
    page = visit("/lab/", java_script_enabled=False)
    assert "needs JavaScript" in page.locator("house-rules-lab").inner_text()
    for game in GAMES:
        if not game.options:
            continue
        page.locator(f"#{game.id} summary").click()
        rows = page.locator(f"#{game.id} tbody tr:not(.part-row)")
        assert rows.count() == sum(len(option.choices) for option in game.options)
        assert figure(f"{game.id}.best-play.mean") in rows.first.inner_text()


def test_when_its_data_cannot_be_had_what_stands_there_without_it_shows(visit):
    page = visit("/about/")
    page.route("**/data/*.json", lambda route: route.abort())
    page.goto(page.url.replace("/about/", "/lab/"))
    page.wait_for_timeout(3500)
    assert page.locator("house-rules-lab > p").is_visible()
