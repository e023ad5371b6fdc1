"""What a game's own page works out from the games: the goal that fills a box, and where relatives pay otherwise.

Sees rules and games only.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gen.compare import FAMILIES, box_of
from yachtlib.rules import Box, Game
from yachtlib.scoring import GOALS

# A game whose turns are another's, die for die and point for point: its odds are published once, under the other.
TWIN_ODDS: Mapping[str, str] = {"kniffel": "yahtzee"}


def goal_of(box: Box) -> str | None:
    """The goal that is reached exactly when a box pays; None where no goal is the same thing."""
    return next((goal for goal, pattern in GOALS.items() if pattern == box.pattern), None)


@dataclass(frozen=True)
class Differing:
    """A line of the card on which relatives do not agree. ``boxes``: game id -> its box, None where it has none."""

    family: str
    boxes: Mapping[str, Box | None]


def family_of(box: Box) -> str:
    """The idea that a box stands for on every sheet; its own id where it is nobody else's."""
    return next((family for family, ids in FAMILIES.items() if box.id in ids), box.id)


def differing(here: Game, others: Sequence[Game]) -> list[Differing]:
    """The families of boxes that some of these games have or pay otherwise, in the order of the sheets."""
    games = (here, *others)
    families = dict.fromkeys(family_of(box) for game in games for box in game.boxes)
    rows = [Differing(family, {game.id: box_of(game, family) for game in games}) for family in families]
    return [row for row in rows if len({_rule(box) for box in row.boxes.values()}) > 1]


def _rule(box: Box | None) -> tuple | None:
    return box and (box.pattern, box.price)
