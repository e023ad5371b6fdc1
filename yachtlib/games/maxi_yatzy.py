"""Maxi Yatzy: six dice, twenty boxes, a bonus of 100 at 84; played here without saving rolls for later turns.

A straight may leave one die over; a pair, a straight and a full house count only the dice that make them.
"""

from yachtlib.rules import NUMBERS, Box, Game, UpperBonus
from yachtlib.scoring import ALL, MATCHING, Alike, Anything, Groups, Straight

MAXI_YATZY = Game(
    id="maxi-yatzy",
    name="Maxi Yatzy",
    edition="rules without saved rolls",
    n_dice=6,
    boxes=(
        *NUMBERS,
        Box("one-pair", "One Pair", "lower", Alike(2), MATCHING),
        Box("two-pairs", "Two Pairs", "lower", Groups((2, 2)), MATCHING),
        Box("three-pairs", "Three Pairs", "lower", Groups((2, 2, 2)), MATCHING),
        Box("three-of-a-kind", "Three of a Kind", "lower", Alike(3), MATCHING),
        Box("four-of-a-kind", "Four of a Kind", "lower", Alike(4), MATCHING),
        Box("five-of-a-kind", "Five of a Kind", "lower", Alike(5), MATCHING),
        Box("small-straight", "Small Straight", "lower", Straight((1, 2, 3, 4, 5)), 15),
        Box("large-straight", "Large Straight", "lower", Straight((2, 3, 4, 5, 6)), 20),
        Box("full-straight", "Full Straight", "lower", Straight((1, 2, 3, 4, 5, 6)), 21),
        Box("full-house", "Full House", "lower", Groups((3, 2)), MATCHING),
        Box("villa", "Villa", "lower", Groups((3, 3)), MATCHING),
        Box("tower", "Tower", "lower", Groups((4, 2)), MATCHING),
        Box("chance", "Chance", "lower", Anything(), ALL),
        Box("maxi-yatzy", "Maxi Yatzy", "lower", Alike(6), 100),
    ),
    upper_bonus=UpperBonus(84, 100),
)
