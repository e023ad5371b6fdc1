"""The twelve-box sheet with a bonus of 35, as a console collection and many small apps play Yacht.

Sources stand beside each choice.
"""

from dataclasses import replace

from yachtlib.rules import NUMBERS, Box, Choice, Game, Option, UpperBonus
from yachtlib.scoring import ALL, Alike, Anything, Groups, Run, Straight

FULL = Box("full-house", "Full House", "lower", Groups((3, 2)), ALL)
SMALL = Box("small-straight", "Small Straight", "lower", Run(4), 15)

YACHT_35 = Game(
    id="yacht-35",
    name="Yacht with a 35 bonus",
    edition="rules of the twelve-box sheet with a bonus",
    aliases=("yacht-12", "yacht-dice"),
    boxes=(
        *NUMBERS,
        Box("choice", "Choice", "lower", Anything(), ALL),
        Box("four-of-a-kind", "Four of a Kind", "lower", Alike(4), ALL),
        FULL,
        SMALL,
        Box("large-straight", "Large Straight", "lower", Run(5), 30),
        Box("yacht", "Yacht", "lower", Alike(5), 50),
    ),
    upper_bonus=UpperBonus(63, 35),
    options=(
        Option(
            "five-alike-full-house",
            "Is five alike a Full House?",
            (
                Choice("never", "no, it pays 0 there", ("mwbramble-yacht-dice", "custardcream98-yacht-dice-board")),
                Choice(
                    "always",
                    "yes, it pays the sum of the dice",
                    (
                        *("mat-der-d-yacht-evaluator", "devia01-yacht", "ho94949-yacht-dice"),
                        "crescent-stdio-yacht-dice",
                    ),
                    (replace(FULL, pattern=Groups((3, 2), same_face=True)),),
                ),
            ),
        ),
        Option(
            "small-straight",
            "What is a Small Straight?",
            (
                Choice(
                    "any-four",
                    "any four in a row",
                    (
                        "mwbramble-yacht-dice",
                        "mat-der-d-yacht-evaluator",
                        "custardcream98-yacht-dice-board",
                        "devia01-yacht",
                        "ho94949-yacht-dice",
                        "crescent-stdio-yacht-dice",
                    ),
                ),
                Choice(
                    "exact",
                    "1 to 5 exactly",
                    ("house-of-marbles-yacht",),
                    (replace(SMALL, pattern=Straight((1, 2, 3, 4, 5))),),
                ),
            ),
        ),
    ),
)
