"""Best play as the browser solves it, held to the library: values, ceilings, advice, reviews, chances to win."""

import random
from itertools import product
from math import log, sqrt

import numpy as np
import pytest
from golden import but_of_variants, single_options, tables

from yachtlib.card import Card
from yachtlib.games import GAMES
from yachtlib.outcomes import ceiling, totals
from yachtlib.solver import MOST_STATES, solve
from yachtlib.states import Cards

SOLVED = [game for game in GAMES if Cards(game).n_states <= MOST_STATES]
EACH_SOLVED = pytest.mark.parametrize("game", SOLVED, ids=lambda game: game.id)
EVEN = 1e-9
STATES = 1000
GAMES_OF_BEST = 2000
REVIEWED = 500


def where_solved(options_of):
    return lambda game: options_of(game) if game in SOLVED else []


def other_in_all(game):
    return {option.id: option.choices[-1].id for option in game.options}


def random_card(table, rng, least_open=1):
    """A card of some turns, its points by box; lower boxes hold what some roll pays there, or zero."""
    filled = rng.randint(0, len(table.boxes) - least_open)
    boxes = table.boxes[:filled] if table.in_order else rng.sample(table.boxes, filled)
    points = {}
    for box in boxes:
        face = getattr(box.pattern, "face", None)
        points[box.id] = face * rng.randint(0, table.n_dice) if face else rng.choice(table.holdable[box.id])
    if table.lock and not points.get(table.lock.until):
        points = {box: 0 if box == table.lock.box else held for box, held in points.items()}
    return points


def as_asked(points, repeats=0):
    return {"points": points, "repeats": repeats}


@tables(where_solved(but_of_variants(lambda game: [*single_options(game), other_in_all(game)])))
def test_the_values_of_a_thousand_cards_and_the_ceiling_are_the_librarys(ask, game, options):
    table = game.with_options(options)
    rng = random.Random(f"{game.id} {options}")
    cards = [random_card(table, rng) for _ in range(STATES)]
    solution = solve(table)
    said = ask(ask="best", game=game.id, options=options, cards=[as_asked(card) for card in cards])
    assert said["average"] == pytest.approx(solution.average, abs=EVEN)
    assert said["worth"] == pytest.approx([solution.value(card) for card in cards], abs=EVEN)
    assert ask(ask="ceiling", game=game.id, options=options) == ceiling(table).total


def worth_of_entry(solution, card, box, dice, first):
    after = card.enter(box, dice, first)
    return sum(after.points.values()) + after.repeat_bonus + solution.value(after.points)


def worth_of_keeps(solution, card, throws):
    """By throws left, the total that each keep leads to; with the library's lattice and card alone."""
    dice = solution.game.lattice
    rolls = dice.dice[dice.rolls]
    stop = np.array(
        [max(worth_of_entry(solution, card, box, roll, False) for box in card.legal(roll)) for roll in rolls]
    )
    found, values = [None], stop
    for _ in range(throws):
        found.append(dice.mean_of_throw(values))
        values = dice.best_hold(found[-1])[0]
    return found


@EACH_SOLVED
def test_advice_lists_all_that_can_be_done_for_what_the_library_finds_it_worth(ask, game):
    solution, rng, dice = solve(game), random.Random(game.id), game.lattice
    for points in [random_card(game, rng) for _ in range(6)]:
        card = Card(game, points)
        keeps = worth_of_keeps(solution, card, game.n_rolls - 1)
        rolls = [rng.choice(dice.dice[dice.rolls]) for _ in range(game.n_rolls)]
        asked = [
            {"card": as_asked(points), "dice": roll, "left": left, "first": left == game.n_rolls - 1}
            for left, roll in enumerate(rolls)
        ]
        for question, said in zip(asked, ask(ask="advice", game=game.id, options={}, questions=asked), strict=True):
            roll, left, first = question["dice"], question["left"], question["first"]
            told = {
                tuple(one.get("keep", ())) if "keep" in one else one["box"]: one["worth"] for one in said["options"]
            }
            ours = {box: worth_of_entry(solution, card, box, roll, first) for box in card.legal(roll, first)}
            if left:
                held = {
                    tuple(sorted((face for face, is_held in zip(roll, mask, strict=True) if is_held), reverse=True))
                    for mask in product((False, True), repeat=game.n_dice)
                    if not all(mask)
                }
                ours |= {keep: keeps[left][dice.find(keep)] for keep in held}
            assert told == pytest.approx(ours, abs=1e-8)
            worth = [one["worth"] for one in said["options"]]
            assert worth == pytest.approx(sorted(worth, reverse=True), abs=1e-8)
            assert [one["less"] for one in said["options"]] == pytest.approx(
                [worth[0] - one for one in worth], abs=1e-8
            )
            if left:
                assert sum(one["chance"] for one in said["bound"]) == pytest.approx(1, abs=EVEN)
                assert {one["box"] for one in said["bound"]} <= set(card.open_boxes)


@EACH_SOLVED
def test_the_strongest_computer_reaches_the_average_of_best_play(ask, game):
    """2,000 seeded games: their mean within what such a number of games allows, 999 times in 1,000."""
    found = np.array(ask(ask="best-games", game=game.id, options={}, games=GAMES_OF_BEST))
    average = solve(game).average
    allowed = 3.29 * found.std(ddof=1) / sqrt(GAMES_OF_BEST)
    assert abs(found.mean() - average) < allowed, (found.mean(), average, allowed)


@EACH_SOLVED
def test_what_choices_cost_and_luck_brought_add_up_to_the_total(ask, game):
    average = solve(game).average
    for one in ask(ask="reviews", game=game.id, options={}, games=REVIEWED):
        assert one["expected"] == pytest.approx(average, abs=EVEN)
        assert one["expected"] + one["luck"] - one["lost"] == pytest.approx(one["total"], abs=1e-8)
        assert one["now"] == one["total"]
        assert one["turns"] <= len(one["losses"]) <= one["turns"] * game.n_rolls
        assert all(lost >= 0 for lost, _, _ in one["losses"])
        assert one["lost"] == pytest.approx(sum(lost for lost, _, _ in one["losses"]), abs=1e-8)
        assert [lost for lost, _, _ in one["losses"]] == pytest.approx([b - d for _, d, b in one["losses"]], abs=1e-8)
        if one["kind"] == "best":
            assert one["lost"] == pytest.approx(0, abs=1e-8)


@pytest.mark.parametrize(
    "game", [game for game in SOLVED if game.id in ("yacht", "generala")], ids=lambda game: game.id
)
def test_the_chances_of_totals_are_the_librarys(ask, game):
    said = ask(ask="outcomes", game=game.id, options={}, card=as_asked({}))
    ours = totals(solve(game))
    exact = np.zeros(len(ours.chance))
    exact[: min(len(exact), len(said["exactly"]))] = said["exactly"][: len(exact)]
    assert sum(said["exactly"]) == pytest.approx(1, abs=EVEN)
    # Where two boxes are equally good either may be taken, which moves a total without moving the average.
    assert exact @ np.arange(len(exact)) == pytest.approx(ours.mean, abs=1e-8)
    assert abs(np.cumsum(exact) - np.cumsum(ours.chance)).max() < 1e-4
    rough = np.array(said["roughly"])
    n_games = round(1 / rough[rough > 0].min())
    furthest = abs(np.cumsum(rough) - np.cumsum(exact)[: len(rough)]).max()
    assert furthest < sqrt(log(2 / 0.001) / (2 * n_games))  # the bound of Dvoretzky, Kiefer, Wolfowitz and Massart


@EACH_SOLVED
def test_the_chance_to_win_is_that_of_all_totals_taken_together(ask, game):
    """Three seats near the end, every set of their totals looked at; a shared first place counts in parts."""
    rng = random.Random(f"win {game.id}")
    full = [random_card(game, rng, least_open=2) for _ in range(3)]
    for card in full:
        for box in game.boxes:
            if box.id not in card and sum(b.id not in card for b in game.boxes) > 2:
                card[box.id] = 0
    cards = [as_asked(card) for card in full]
    said = ask(ask="win", game=game.id, options={}, cards=cards)
    chances = [ask(ask="outcomes", game=game.id, options={}, card=card)["exactly"] for card in cards]
    some = [[(total, chance) for total, chance in enumerate(one) if chance] for one in chances]
    won = [0.0, 0.0, 0.0]
    for seats in product(*some):
        best = max(total for total, _ in seats)
        winners = [seat for seat, (total, _) in enumerate(seats) if total == best]
        for seat in winners:
            won[seat] += np.prod([chance for _, chance in seats]) / len(winners)
    assert said["isExact"]
    assert said["chances"] == pytest.approx(won, abs=1e-8)
