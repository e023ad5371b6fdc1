"""The card that people fill in, held to the library: its sums, the numbers that it marks, its ticks, its key."""

import json
import tomllib
from pathlib import Path
from random import Random

import pytest
from golden import all_options, but_of_variants, single_options, tables

from gen.key import key
from yachtlib.card import Card
from yachtlib.dice import InputError
from yachtlib.games import find_game

ROOT = Path(__file__).parent.parent
CARDS, FEW = 2000, 20  # random cards of each game and choice; of each set of choices
TICKED = 0.2  # share of those that may have ticks, which the library is slow to count


def played(game, dice, n_filled):
    """A card that somebody may hold who filled so many boxes: from the top where the sheet is the order."""
    boxes = list(game.boxes) if game.in_order else dice.sample(game.boxes, len(game.boxes))
    points = {box.id: dice.choice(game.holdable[box.id]) for box in boxes[:n_filled]}
    if game.lock and not points.get(game.lock.until):
        points.pop(game.lock.box, None)
    return points


def most_repeats(game, points):
    """As the library allows: what it says to more than there are turns. It is slow to count them, and is asked once."""
    with pytest.raises(InputError, match=r"^repeats: .* allowed: 0 to ") as refused:
        Card(game, points, len(game.boxes) + 1)
    return int(str(refused.value).rpartition(" ")[2])


def allowed(game, points):
    try:
        Card(game, points)
    except InputError:
        return False
    return True


def agree(ask, game, options, cards):
    """The sums of the page are those of the library."""
    told = ask(ask="cards", game=game.id, options=options, cards=cards)["sums"]
    for card, sums in zip(cards, told, strict=True):
        held = Card(game, card["points"], card["repeats"])
        lower = sum(held.points[box.id] for box in game.boxes if box.section == "lower" and box.id in held.points)
        found = [sums[name] for name in ("upper", "bonus", "repeat", "lower", "total", "counted")]
        expected = [held.upper_total, held.bonus, held.repeat_bonus, lower + held.repeat_bonus, held.total]
        assert found == [*expected, card["repeats"]], card
        assert sums["flags"] == {}, card


def a_card(game, dice, n_filled):
    points, ticked = played(game, dice, n_filled), game.repeat_bonus and dice.random() < TICKED
    return {"points": points, "repeats": dice.randint(0, most_repeats(game, points)) if ticked else 0}


@tables(but_of_variants(single_options))
def test_full_and_partial_cards_come_to_what_the_library_says(ask, game, options):
    table, dice = game.with_options(options), Random(f"{game.id} {options}")
    full = [a_card(table, dice, len(table.boxes)) for _ in range(CARDS)]
    partial = [a_card(table, dice, dice.randrange(len(table.boxes))) for _ in range(CARDS)]
    agree(ask, game=table, options=options, cards=full + partial)


@tables(all_options)
def test_so_they_do_by_every_set_of_choices(ask, game, options):
    table, dice = game.with_options(options), Random(f"{game.id} {options}")
    agree(ask, table, options, [a_card(table, dice, dice.randint(0, len(table.boxes))) for _ in range(FEW)])


@tables(all_options)
def test_a_box_takes_every_number_that_it_can_hold_and_marks_each_other(ask, game, options):
    table = game.with_options(options)
    told = ask(ask="cards", game=game.id, options=options, cards=[])
    assert dict(told["holdable"]) == {box: list(numbers) for box, numbers in table.holdable.items()}


@tables(but_of_variants(single_options))
def test_what_the_library_refuses_is_marked_and_counts_all_the_same(ask, game, options):
    table, dice = game.with_options(options), Random(f"odd {game.id} {options}")
    cards = []
    for _ in range(CARDS // 4):
        points = played(table, dice, dice.randint(1, len(table.boxes)))
        for box in dice.sample(table.boxes, dice.randint(0, 2)):
            points[box.id] = dice.randint(0, 60)
        cards.append({"points": points, "repeats": 0})
    told = ask(ask="cards", game=game.id, options=options, cards=cards)["sums"]
    for card, sums in zip(cards, told, strict=True):
        assert bool(sums["flags"]) != allowed(table, card["points"]), card
        assert sums["total"] - sums["bonus"] == sum(card["points"].values()), card
    assert any(sums["flags"] for sums in told)
    assert not all(sums["flags"] for sums in told)


@pytest.mark.parametrize("options", [{}, {"joker": "none"}, {"extra": "50"}, {"five-alike-full-house": "always"}])
def test_no_more_ticks_are_taken_than_the_turns_allow(ask, options):
    """Full, the library's number; else one more, for the turn under way."""
    table, dice = find_game("yahtzee").with_options(options), Random(f"ticks {options}")
    cards = [
        {"points": played(table, dice, dice.randint(1, 13)) | {"yahtzee": 50}, "repeats": 0} for _ in range(CARDS // 8)
    ]
    told = ask(ask="cards", game="yahtzee", options=options, cards=cards)["sums"]
    for card, sums in zip(cards, told, strict=True):
        under_way = len(card["points"]) < len(table.boxes)
        assert sums["most"] == most_repeats(table, card["points"]) + under_way, card
    assert max(sums["most"] for sums in told) > 6


@tables(all_options)
def test_the_key_of_a_table_is_its_game_s_with_what_its_choices_change(site, game, options):
    """The browser puts it together from the data; the library works it out for the table."""
    strings = tomllib.loads((ROOT / "gen" / "strings" / "en.toml").read_text(encoding="utf-8"))
    data = json.loads((site / "data" / f"{game.id}.json").read_text(encoding="utf-8"))
    changed = {}
    for option in data["options"]:
        choice = next(choice for choice in option["choices"] if choice["id"] == options[option["id"]])
        changed |= choice.get("key", {})
    table = game.with_options(options)
    ceiling = int(data["key"]["The end"]["ceiling"].split()[-1].strip(".").replace(",", ""))
    assert {
        head: {name: changed.get(name, said) for name, said in named.items()} for head, named in data["key"].items()
    } == (key(table, strings, {f"{game.id}.ceiling": {"value": ceiling}}))
