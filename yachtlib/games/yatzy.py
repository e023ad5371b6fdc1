"""Yatzy as the Nordic countries play it: fifteen boxes, a bonus of 50, straights on exact faces, no jokers.

Sources stand beside each choice.
"""

from dataclasses import replace

from yachtlib.rules import NUMBERS, Box, Choice, Game, Option, UpperBonus
from yachtlib.scoring import ALL, MATCHING, Alike, Anything, Groups, Run, Straight

SMALL = Box("small-straight", "Small Straight", "lower", Straight((1, 2, 3, 4, 5)), 15)
LARGE = Box("large-straight", "Large Straight", "lower", Straight((2, 3, 4, 5, 6)), 20)
FULL = Box("full-house", "Full House", "lower", Groups((3, 2)), ALL)

YATZY = Game(
    id="yatzy",
    name="Yatzy",
    edition="Nordic rules",
    boxes=(
        *NUMBERS,
        Box("one-pair", "One Pair", "lower", Alike(2), MATCHING),
        Box("two-pairs", "Two Pairs", "lower", Groups((2, 2)), MATCHING),
        Box("three-of-a-kind", "Three of a Kind", "lower", Alike(3), MATCHING),
        Box("four-of-a-kind", "Four of a Kind", "lower", Alike(4), MATCHING),
        SMALL,
        LARGE,
        FULL,
        Box("chance", "Chance", "lower", Anything(), ALL),
        Box("yatzy", "Yatzy", "lower", Alike(5), 50),
    ),
    upper_bonus=UpperBonus(63, 50),
    options=(
        Option(
            "bonus",
            "What is the bonus for the number boxes?",
            (
                Choice(
                    "50",
                    "50 once they add up to 63",
                    ("wikipedia-yatzy", "pusku-yatzy", "ludado-yatzy", "yatzy-solver", "dlangk-yatzy", "gambit-yatzy"),
                ),
                Choice("35", "35 once they add up to 63", ("vortex-yatzy",), sets={"upper_bonus": UpperBonus(63, 35)}),
            ),
        ),
        Option(
            "order",
            "In which order are the boxes filled?",
            (
                Choice("free", "in any order", ("ludado-yatzy", "pusku-yatzy", "yatzy-solver")),
                Choice(
                    "sheet",
                    "from the top of the sheet down",
                    ("yahtzr", "yatzyklubben", "yatzy-solver"),
                    sets={"in_order": True},
                ),
            ),
        ),
        Option(
            "prices",
            "What do the straights and the Full House pay?",
            (
                Choice(
                    "nordic",
                    "1 to 5 pays 15, 2 to 6 pays 20, a Full House the sum of its dice",
                    ("wikipedia-yatzy", "pusku-yatzy", "ludado-yatzy", "yatzy-solver", "dlangk-yatzy"),
                ),
                Choice(
                    "boxed",
                    "any four in a row 30, any five 40, a Full House 25",
                    ("gambit-yatzy", "vortex-yatzy"),
                    (
                        replace(SMALL, pattern=Run(4), price=30),
                        replace(LARGE, pattern=Run(5), price=40),
                        replace(FULL, price=25),
                    ),
                ),
            ),
        ),
    ),
)
