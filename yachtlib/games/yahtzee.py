"""The boxed game sold as Yahtzee: thirteen boxes, a bonus of 35, 100 for every further five alike, and jokers.

Yahtzee is a trademark of its owner and named only to say which game is meant. Sources stand beside each choice.
"""

from dataclasses import replace

from yachtlib.rules import NUMBERS, Box, Choice, Game, Joker, Option, RepeatBonus, UpperBonus
from yachtlib.scoring import ALL, Alike, Anything, Groups, Run

FULL = Box("full-house", "Full House", "lower", Groups((3, 2)), 25)

YAHTZEE = Game(
    id="yahtzee",
    name="Yahtzee",
    edition="rules of the boxed game",
    boxes=(
        *NUMBERS,
        Box("three-of-a-kind", "Three of a Kind", "lower", Alike(3), ALL),
        Box("four-of-a-kind", "Four of a Kind", "lower", Alike(4), ALL),
        FULL,
        Box("small-straight", "Small Straight", "lower", Run(4), 30),
        Box("large-straight", "Large Straight", "lower", Run(5), 40),
        Box("yahtzee", "Yahtzee", "lower", Alike(5), 50),
        Box("chance", "Chance", "lower", Anything(), ALL),
    ),
    upper_bonus=UpperBonus(63, 35),
    repeat_bonus=RepeatBonus("yahtzee", 100),
    joker=Joker("yahtzee", forced=True),
    options=(
        Option(
            "joker",
            "Where must a further five alike go?",
            (
                Choice(
                    "forced",
                    "into its own number box while that is open, then below as a joker, then anywhere for 0",
                    (
                        "yatzy-yahtzeeeee",
                        "yahtzr",
                        "yahtzeeonline-rules",
                        "jdh8-yahtzee-engine",
                        "yatzy-solver",
                        "primidi-yahtzee",
                        "schmidt-reise-kniffel",
                    ),
                ),
                Choice(
                    "free",
                    "anywhere, and as a joker once its own number box is filled",
                    ("verhoeff-yahtzee", "yatzy-solver", "yatzy-yahtzeeeee"),
                    sets={"joker": Joker("yahtzee", forced=False)},
                ),
                Choice(
                    "none",
                    "anywhere, as what it is: there are no jokers",
                    (
                        "speluitslagen-yahtzee",
                        "zombiemud-yahtzee",
                        "t-games-yacht",
                        "rundschau-kniffel",
                        "gazelle-kniffel",
                        "robv190-kniffel",
                    ),
                    sets={"joker": None},
                ),
            ),
        ),
        Option(
            "extra",
            "What does a further five alike pay on top?",
            (
                Choice(
                    "100",
                    "100 each, once the box for it holds 50",
                    (
                        "yahtzeeonline-rules",
                        "yahtzr",
                        "primidi-yahtzee",
                        "tothello-pyahtzee",
                        "jdh8-yahtzee-engine",
                        "yatzy-solver",
                        "rundschau-kniffel",
                        "gazelle-kniffel",
                    ),
                ),
                Choice(
                    "none",
                    "nothing",
                    ("glenn-yahtzee-2006", "cardgames-yahtzee", "kneipen-kniffel", "robv190-kniffel"),
                    sets={"repeat_bonus": None},
                ),
                Choice(
                    "50",
                    "50 each, once the box for it holds 50",
                    ("schmidt-reise-kniffel", "zombiemud-yahtzee", "games798-yatzy"),
                    sets={"repeat_bonus": RepeatBonus("yahtzee", 50)},
                ),
            ),
        ),
        Option(
            "five-alike-full-house",
            "Is five alike a Full House?",
            (
                Choice(
                    "joker", "only as a joker", ("yatzy-yahtzeeeee", "yahtzr", "jdh8-yahtzee-engine", "yatzy-solver")
                ),
                Choice(
                    "always",
                    "yes, always",
                    ("games798-yatzy", "pyhtzee", "wizard-of-vegas-yahtzee"),
                    (replace(FULL, pattern=Groups((3, 2), same_face=True)),),
                ),
            ),
        ),
    ),
)
