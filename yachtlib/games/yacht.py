"""Yacht by the rules printed in 1938: twelve boxes, no bonus, two straights of five exact faces.

Sources: wikipedia-yacht-older, wikipedia-yacht-mirror and exercism-yacht for the default; who reads a rule otherwise
stands beside each choice.
"""

from dataclasses import replace

from yachtlib.rules import NUMBERS, Box, Choice, Game, Option, UpperBonus
from yachtlib.scoring import ALL, MATCHING, Alike, Anything, Groups, Run, Straight

LITTLE = Box("little-straight", "Little Straight", "lower", Straight((1, 2, 3, 4, 5)), 30)
BIG = Box("big-straight", "Big Straight", "lower", Straight((2, 3, 4, 5, 6)), 30)
FOUR = Box("four-of-a-kind", "Four of a Kind", "lower", Alike(4), MATCHING)
FULL = Box("full-house", "Full House", "lower", Groups((3, 2)), ALL)


# Who gives the 1938 rules whole, who plays most of them, and who follows the twelve-box sheet of a console collection.
TEXTS = ("wikipedia-yacht-older", "wikipedia-yacht-mirror", "exercism-yacht")
FOLLOWERS = ("t-games-yacht", "jitterted-yacht-tdd", "cpusonicatt-yacht-bluff")
BOXED_PRICES = ("mathsisfun-yacht", "gamerulesguru-yacht", "spacecoastweb-yacht")
TWELVE_BOX_SHEET = (
    "mat-der-d-yacht-evaluator",
    "mwbramble-yacht-dice",
    "custardcream98-yacht-dice-board",
    "devia01-yacht",
    "ho94949-yacht-dice",
)


def runs(little: int, big: int) -> tuple[Box, Box]:
    """The two straight boxes where any four and any five in a row are paid."""
    return replace(LITTLE, pattern=Run(4), price=little), replace(BIG, pattern=Run(5), price=big)


YACHT = Game(
    id="yacht",
    name="Yacht",
    edition="1938 rules",
    year=1938,
    aliases=("yacht-1938",),
    boxes=(
        *NUMBERS,
        FULL,
        FOUR,
        LITTLE,
        BIG,
        Box("choice", "Choice", "lower", Anything(), ALL),
        Box("yacht", "Yacht", "lower", Alike(5), 50),
    ),
    options=(
        Option(
            "straights",
            "What do the straights pay?",
            (
                Choice("30-30", "1 to 5 and 2 to 6 exactly, 30 each", (*TEXTS, *FOLLOWERS)),
                Choice(
                    "30-40",
                    "any four in a row 30, any five 40",
                    ("wikipedia-yacht", "mathsisfun-yacht", "gamerulesguru-yacht"),
                    runs(30, 40),
                ),
                Choice(
                    "15-30",
                    "any four in a row 15, any five 30",
                    (*TWELVE_BOX_SHEET, "crescent-stdio-yacht-dice"),
                    runs(15, 30),
                ),
            ),
        ),
        Option(
            "four-alike",
            "Which dice count in Four of a Kind?",
            (
                Choice(
                    "matching",
                    "the four matching dice",
                    ("wikipedia-yacht", *TEXTS, *FOLLOWERS, "house-of-marbles-yacht"),
                ),
                Choice(
                    "all",
                    "all five dice",
                    (*TWELVE_BOX_SHEET, "crescent-stdio-yacht-dice", *BOXED_PRICES),
                    (replace(FOUR, price=ALL),),
                ),
            ),
        ),
        Option(
            "five-alike-full-house",
            "Is five alike a Full House?",
            (
                Choice(
                    "never",
                    "no, it pays 0 there",
                    (
                        "wikipedia-yacht-mirror",
                        "exercism-yacht",
                        "jitterted-yacht-tdd",
                        "custardcream98-yacht-dice-board",
                        "mwbramble-yacht-dice",
                    ),
                ),
                Choice(
                    "always",
                    "yes, it pays the sum of the dice",
                    (
                        *("mat-der-d-yacht-evaluator", "devia01-yacht", "ho94949-yacht-dice"),
                        *("crescent-stdio-yacht-dice", "t-games-yacht"),
                    ),
                    (replace(FULL, pattern=Groups((3, 2), same_face=True)),),
                ),
            ),
        ),
        Option(
            "bonus",
            "Is there a bonus for the number boxes?",
            (
                Choice("none", "no bonus", ("wikipedia-yacht-mirror", "t-games-yacht")),
                Choice(
                    "35",
                    "35 once they add up to 63",
                    ("cpusonicatt-yacht-bluff", *BOXED_PRICES, *TWELVE_BOX_SHEET),
                    sets={"upper_bonus": UpperBonus(63, 35)},
                ),
            ),
        ),
    ),
)
