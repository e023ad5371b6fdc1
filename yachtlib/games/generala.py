"""Generala: ten boxes or eleven, fixed prices, more for what the first roll makes.

A first roll of five alike wins a game of two or more at once; on a card it is scored like any other. Sources stand
beside each choice.
"""

from dataclasses import replace
from itertools import combinations

from yachtlib.dice import FACES
from yachtlib.rules import NUMBERS, Box, Choice, FirstRollBonus, Game, InstantWin, Lock, Option
from yachtlib.scoring import Alike, AnyOf, Groups, Run, Straight

STRAIGHT = Box("straight", "Straight", "lower", Run(5), 20)
GENERALA_BOX = Box("generala", "Generala", "lower", Alike(5), 50)
DOUBLE = Box("double-generala", "Double Generala", "lower", Alike(5), 100)
MADE = ("straight", "full-house", "four-of-a-kind")

# Texts that leave it open: 5 or 10, 50 or 60, 100 or 120.
EITHER = ("wikipedia-generala-older", "downloadapk-generala", "lucaschough-generala")

LOW, HIGH, ROUND = Straight((1, 2, 3, 4, 5)), Straight((2, 3, 4, 5, 6)), Straight((1, 3, 4, 5, 6))
# Where a one may stand for a 2 or for a 6, two ones make both ends of 2 to 6 or the low end of 1 to 5.
TWO_ONES = Straight((1, 1, 3, 4, 5))
ANY_FIVE = tuple(Straight(faces) for faces in combinations(FACES, 5))


def straights(*faces: Straight) -> tuple[Box]:
    return (replace(STRAIGHT, pattern=AnyOf(faces)),)


def double(points: int) -> dict:
    return {"boxes": (replace(DOUBLE, price=points),), "sets": {"lock": Lock("double-generala", "generala")}}


GENERALA = Game(
    id="generala",
    name="Generala",
    edition="usual rules",
    boxes=(
        *NUMBERS,
        STRAIGHT,
        Box("full-house", "Full House", "lower", Groups((3, 2)), 30),
        Box("four-of-a-kind", "Four of a Kind", "lower", Alike(4), 40),
        GENERALA_BOX,
    ),
    first_roll=FirstRollBonus(MADE, 5),
    instant_win=InstantWin("generala"),
    options=(
        Option(
            "first-roll",
            "What does the first roll add?",
            (
                Choice(
                    "5",
                    "5 to a straight, a full house or four alike",
                    (
                        *("fervicente8-generala", "anotador-juegos-generala", "pablofabbroni-generala"),
                        *("reglamento-generala", *EITHER),
                    ),
                ),
                Choice(
                    "10",
                    "10 to a straight, a full house or four alike",
                    ("reference-generala", *EITHER),
                    sets={"first_roll": FirstRollBonus(MADE, 10)},
                ),
                Choice("none", "nothing", ("magnojuegos-generala",), sets={"first_roll": None}),
            ),
        ),
        Option(
            "generala",
            "What does the Generala pay?",
            (
                Choice(
                    "50",
                    "50",
                    (
                        *("fervicente8-generala", "anotador-juegos-generala", "pablofabbroni-generala"),
                        *("brendonsilva-general", *EITHER),
                    ),
                ),
                Choice(
                    "60",
                    "60",
                    (
                        *("reference-generala", "reglamento-generala", "pokerwiner-general", "saikoro-generala"),
                        *("t-games-yacht", *EITHER),
                    ),
                    (replace(GENERALA_BOX, price=60),),
                ),
            ),
        ),
        Option(
            "straight",
            "Which rolls are a Straight?",
            (
                Choice("plain", "1 to 5 and 2 to 6", ("anotador-juegos-generala", "wikipedia-generala")),
                Choice(
                    "wrap",
                    "1 to 5, 2 to 6, and 3 4 5 6 1",
                    (
                        "fervicente8-generala",
                        "revistamecha-generala",
                        "brendonsilva-general",
                        "downloadapk-generala",
                        "saikoro-generala",
                    ),
                    straights(LOW, HIGH, ROUND),
                ),
                Choice(
                    "any-wrap",
                    "any five different numbers",
                    ("wikipedia-generala-older", "lucaschough-generala"),
                    straights(*ANY_FIVE),
                ),
                Choice(
                    "ones-wild",
                    "1 to 5 and 2 to 6, where a one may stand for a 2 or for a 6",
                    ("reglamento-generala", "pokerwiner-general", "woodentoysuk-general", "t-games-yacht"),
                    straights(LOW, HIGH, ROUND, TWO_ONES),
                ),
            ),
        ),
        Option(
            "double",
            "Is there a box for a second Generala?",
            (
                Choice(
                    "none", "no", ("reglamento-generala", "pokerwiner-general", "t-games-yacht", "brendonsilva-general")
                ),
                Choice(
                    "100",
                    "yes, 100, once the first is scored",
                    ("fervicente8-generala", "pablofabbroni-generala", "anotador-juegos-generala", *EITHER),
                    **double(100),
                ),
                Choice(
                    "120",
                    "yes, 120, once the first is scored",
                    EITHER,
                    **double(120),
                ),
            ),
        ),
    ),
)
