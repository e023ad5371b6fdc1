"""Kniffel, the German sheet of the boxed game: the same boxes under German names, 50 for every further five alike.

Sources: schmidt-reise-kniffel for the joker and the 50; the others stand beside the choices of the boxed game.
"""

from yachtlib.games.yahtzee import YAHTZEE

KNIFFEL = YAHTZEE.variant(
    id="kniffel",
    name="Kniffel",
    edition="rules of the German sheet",
    defaults={"extra": "50"},
    names={
        "ones": "Einser",
        "twos": "Zweier",
        "threes": "Dreier",
        "fours": "Vierer",
        "fives": "Fünfer",
        "sixes": "Sechser",
        "three-of-a-kind": "Dreierpasch",
        "four-of-a-kind": "Viererpasch",
        "small-straight": "Kleine Straße",
        "large-straight": "Große Straße",
        "yahtzee": "Kniffel",
    },
)
