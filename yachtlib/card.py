"""A score card: which boxes a roll may fill, what they pay, what a box can hold, and the totals.

Imports dice and rules only.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from yachtlib.dice import InputError, lattice
from yachtlib.rules import Game


@dataclass(frozen=True)
class Card:
    """Points by box id, read-only; a box that is not there is open.

    Raises InputError when it names a box that the game does not have, or holds a number that the box cannot hold.
    """

    game: Game
    points: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for box_id, points in self.points.items():
            allowed = holdable(self.game, box_id)
            if isinstance(points, bool) or not isinstance(points, int) or points not in allowed:
                raise InputError(f"{box_id} cannot hold {points!r}; allowed: {', '.join(map(str, allowed))}")
        object.__setattr__(self, "points", MappingProxyType(dict(self.points)))

    @property
    def open_boxes(self) -> tuple[str, ...]:
        """Ids of the boxes still to be filled, in the order of the card."""
        return tuple(box.id for box in self.game.boxes if box.id not in self.points)

    def legal(self, roll: Iterable[int]) -> dict[str, int]:
        """The boxes that may be filled with this roll and what each would pay, in the order of the card."""
        row = self.game.points[lattice(self.game.n_dice).find_roll(roll)]
        return {box.id: int(row[i]) for i, box in enumerate(self.game.boxes) if box.id not in self.points}

    def enter(self, box_id: str, roll: Iterable[int]) -> "Card":
        """The card after this roll is written into that box. Raises InputError when the box is not open."""
        self.game.box(box_id)
        legal = self.legal(roll)
        if box_id not in legal:
            raise InputError(f"{box_id} is filled already; open boxes: {', '.join(legal) or 'none'}")
        return Card(self.game, {**self.points, box_id: legal[box_id]})

    @property
    def upper_total(self) -> int:
        return sum(self.points.get(box.id, 0) for box in self.game.boxes if box.section == "upper")

    @property
    def bonus(self) -> int:
        """The upper bonus, 0 until it is earned."""
        rule = self.game.upper_bonus
        return rule.points if rule and self.upper_total >= rule.at else 0

    @property
    def total(self) -> int:
        return sum(self.points.values()) + self.bonus


def holdable(game: Game, box_id: str) -> tuple[int, ...]:
    """The numbers that a box can hold, ascending, 0 included: any box may be given up. Raises InputError."""
    column = game.points[:, game.boxes.index(game.box(box_id))]
    return tuple(int(points) for points in np.union1d(column, [0]))
