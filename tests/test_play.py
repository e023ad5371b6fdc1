"""What best play chooses and where its turns end, and the totals that come of it, against brute force."""

from collections import Counter

import numpy as np
import pytest
from small_games import SMALL_GAMES, brute

from gen.rehearsal import first_keeps, holds
from yachtlib.games import find_game
from yachtlib.outcomes import totals
from yachtlib.play import Play
from yachtlib.solver import solve

EQUAL = 1e-12

# Games that together use every rule; in most of them some plays are worth the same.
PLAYED = [
    "no bonus",
    "two boxes alike",
    "two throws of four dice",
    "forced jokers and a repeat bonus",
    "free jokers and a repeat bonus",
    "a lock and more for the first roll",
    "more for a first roll that the lock is about",
    "more for the first roll",
    "the order of the sheet",
]


def all_endings(solution):
    """By row and column of a card, the chance of each entry that its turn can end in."""
    play, found = Play(solution), {}
    for block in solution.cards.blocks:
        for rows, columns in play.table.pieces(*block):
            cards = [(r, c) for r in range(rows.start, rows.stop) for c in range(columns.start, columns.stop)]
            found |= dict(zip(cards, play.endings(rows, columns).T, strict=True))
    return play.entries, found


@pytest.mark.parametrize("name", PLAYED)
def test_turns_end_where_brute_force_ends_them_ties_included(name):
    search, solution = brute(name), solve(SMALL_GAMES[name].game)
    entries, found = all_endings(solution)
    for card in search.cards:
        if None in card:
            held = {box: n for box, n in zip(search.game.boxes, card, strict=True) if n is not None}
            chances = {}
            for entry, chance in zip(entries, found[solution.cards.find(held)], strict=True):
                if chance:
                    ending = entry.box, entry.points, entry.beside
                    chances[ending] = chances.get(ending, 0) + chance
            assert chances == pytest.approx(dict(search.endings(card)), abs=EQUAL), card


@pytest.mark.parametrize("name", PLAYED)
def test_the_best_first_holds_bring_on_average_what_the_card_is_worth(name):
    """The first throw by chance, then the hold that is best: that is the value of every card."""
    game, solution = SMALL_GAMES[name].game, solve(SMALL_GAMES[name].game)
    play, dice = Play(solution), game.lattice
    for card in brute(name).cards:
        held = {box: n for box, n in zip(brute(name).game.boxes, card, strict=True) if n is not None}
        if len(held) == len(game.boxes):
            continue
        found = play.first_holds(held)
        mean = sum(dice.ways[dice.find(roll)] * hold.worth for roll, hold in found.items())
        assert mean / game.n_faces**game.n_dice == pytest.approx(solution.value(held), abs=EQUAL), card


@pytest.mark.parametrize("name", PLAYED)
def test_first_holds_and_their_lead_are_those_of_dense_tables(name):
    game, solution = SMALL_GAMES[name].game, solve(SMALL_GAMES[name].game)
    dense, dice = first_keeps(game, solution.worth), game.lattice
    for roll, found in Play(solution).first_holds().items():
        ranked = sorted((dense[i] for i in holds(dice, roll)), reverse=True)
        assert not Counter(found.hold) - Counter(roll)
        assert dense[dice.find(found.hold)] == pytest.approx(ranked[0], abs=EQUAL)
        assert dense[dice.find(found.next)] == pytest.approx(ranked[1], abs=EQUAL)
        assert found.lead == pytest.approx(ranked[0] - ranked[1], abs=EQUAL)


def test_of_first_holds_worth_the_same_the_one_with_fewest_dice_is_named_and_leads_by_nothing():
    """With only Yacht open and five different dice, to keep one of them is as good as to keep none."""
    yacht = find_game("yacht")
    filled = {box.id: 0 for box in yacht.boxes if box.id != "yacht"}
    found = Play(solve(yacht)).first_holds(filled)[(5, 4, 3, 2, 1)]
    assert found.hold == ()
    assert len(found.next) == 1
    assert found.lead == 0.0


@pytest.mark.parametrize(
    ("game_id", "options"), [("yacht", {}), ("generala", {}), ("generala", {"double": "100", "first-roll": "none"})]
)
def test_a_turn_brings_on_average_what_the_card_is_worth(game_id, options):
    """The points of each ending and what the card after it is worth, by chance, are the value of the state."""
    solution = solve(find_game(game_id).with_options(options))
    play, cards = Play(solution), solution.cards
    for block in cards.blocks:
        for rows, columns in play.table.pieces(*block):
            endings, after = play.endings(rows, columns), play.table.after(rows, columns)
            np.testing.assert_allclose(endings.sum(axis=0), 1, rtol=0, atol=EQUAL)
            brought = np.zeros(endings.shape[1])
            for entry, chance in zip(play.entries, endings, strict=True):
                if chance.any():
                    brought += chance * np.where(chance > 0, entry.gain + after[entry.box][entry.lead], 0)
            np.testing.assert_allclose(brought, solution.values[rows, columns].ravel(), rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", PLAYED)
def test_totals_boxes_and_bonus_come_up_as_often_as_brute_force_finds(name):
    pair = SMALL_GAMES[name]
    found, games = totals(solve(pair.game)), brute(name).play()
    chances = {total: p for total, p in enumerate(found.chance) if p}
    assert chances == pytest.approx(dict(games.totals), abs=EQUAL)
    assert dict(found.box_means) == pytest.approx(dict(games.box_means), abs=1e-10)
    assert dict(found.box_zeros) == pytest.approx(dict(games.box_zeros), abs=EQUAL)
    if pair.game.upper_bonus:
        assert found.p_bonus == pytest.approx(games.p_bonus, abs=EQUAL)
    else:
        assert found.p_bonus is None
