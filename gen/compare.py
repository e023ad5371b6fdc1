"""Where games and sources differ, worked out from the games and their options.

Sees rules and games only.
"""

from collections.abc import Mapping

from yachtlib.rules import Box, Game

# Boxes that are the same idea on different sheets: family -> the box ids that go by it. An id that is not here is a
# family of its own.
FAMILIES: Mapping[str, tuple[str, ...]] = {
    "small-straight": ("little-straight", "small-straight"),
    "large-straight": ("big-straight", "large-straight", "straight"),
    "choice": ("choice", "chance"),
    "five-alike": ("yacht", "yahtzee", "yatzy", "generala"),
}


def box_of(game: Game, family: str) -> Box | None:
    """The box of a game that goes by a family's name; None where its sheet has none."""
    ids = FAMILIES.get(family, (family,))
    return next((box for box in game.boxes if box.id in ids), None)
