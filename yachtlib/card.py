"""A score card: which boxes a roll may fill, what they pay, what a box can hold, and the totals.

Imports dice and rules only.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from yachtlib.dice import InputError
from yachtlib.rules import CLOSED, Game


@dataclass(frozen=True)
class Card:
    """Points by box id, read-only, in the order of the sheet; a box that is not there is open.

    ``repeats``: repeat bonuses earned so far.

    Raises InputError for a card that no turns make: a box that the game does not have, a number that the box cannot
    hold, a locked box that pays before its key, boxes out of a forced order, more repeat bonuses than its boxes allow.
    """

    game: Game
    points: Mapping[str, int] = field(default_factory=dict)
    repeats: int = 0

    def __post_init__(self) -> None:
        for box_id, points in self.points.items():
            allowed = self.game.holdable[self.game.box(box_id).id]
            if isinstance(points, bool) or not isinstance(points, int) or points not in allowed:
                raise InputError(f"{box_id} cannot hold {points!r}; allowed: {', '.join(map(str, allowed))}")
        in_order = {box.id: self.points[box.id] for box in self.game.boxes if box.id in self.points}
        object.__setattr__(self, "points", MappingProxyType(in_order))
        lock = self.game.lock
        if lock and self.points.get(lock.box) and not self.points.get(lock.until):
            raise InputError(f"{lock.box} cannot hold points before {lock.until} does; allowed: 0")
        first = [box.id for box in self.game.boxes[: len(self.points)]]
        if self.game.in_order and set(first) != set(self.points):
            raise InputError(
                f"boxes are filled in the order of the sheet; with {len(first)} filled: {', '.join(first)}"
            )
        most = self._most_repeats()
        if isinstance(self.repeats, bool) or not isinstance(self.repeats, int) or not 0 <= self.repeats <= most:
            raise InputError(f"repeats: this card cannot have earned {self.repeats!r}; allowed: 0 to {most}")

    @property
    def open_boxes(self) -> tuple[str, ...]:
        """Ids of the boxes still to be filled, in the order of the card."""
        return tuple(box.id for box in self.game.boxes if box.id not in self.points)

    def legal(self, roll: Iterable[int], first_roll: bool = False) -> dict[str, int]:
        """The boxes that may be filled with this roll and what each would pay, in the order of the card."""
        return self._open_to(self._offers(roll, first_roll)[0])

    def beside(self, roll: Iterable[int]) -> int:
        """What the roll earns beside the box it fills: the repeat bonus, or 0."""
        return int(self._offers(roll)[1])

    def enter(self, box_id: str, roll: Iterable[int], first_roll: bool = False) -> "Card":
        """The card after this roll is written into that box. Raises InputError when it may not be."""
        self.game.box(box_id)
        pay, beside = self._offers(roll, first_roll)
        legal = self._open_to(pay)
        if box_id not in legal:
            why = "is filled already" if box_id in self.points else "is not open to this roll"
            raise InputError(f"{box_id} {why}; it may go to: {', '.join(legal) or 'none'}")
        return Card(self.game, {**self.points, box_id: legal[box_id]}, self.repeats + int(beside > 0))

    @property
    def upper_total(self) -> int:
        return sum(self.points.get(box.id, 0) for box in self.game.boxes if box.section == "upper")

    @property
    def bonus(self) -> int:
        """The upper bonus, 0 until it is earned."""
        rule = self.game.upper_bonus
        return rule.points if rule and self.upper_total >= rule.at else 0

    @property
    def repeat_bonus(self) -> int:
        """All repeat bonuses earned so far."""
        return self.repeats * self.game.repeat_bonus.points if self.game.repeat_bonus else 0

    @property
    def total(self) -> int:
        return sum(self.points.values()) + self.bonus + self.repeat_bonus

    def _open_to(self, pay: np.ndarray) -> dict[str, int]:
        return {box.id: int(p) for box, p in zip(self.game.boxes, pay, strict=True) if p != CLOSED}

    def _offers(self, roll: Iterable[int], first_roll: bool = False) -> tuple[np.ndarray, np.ndarray]:
        filled = np.array([box.id in self.points for box in self.game.boxes])
        earned = np.array(bool(self.points.get(self.game.remembered or "", 0)))
        return self.game.offers(self.game.lattice.find_roll(roll), filled, earned, first_roll)

    def _most_repeats(self) -> int:
        """As many as the other filled boxes that five alike can have filled, once the box holds its points."""
        rule = self.game.repeat_bonus
        if not rule or not self.points.get(rule.box):
            return 0
        rolls = [roll for roll in range(len(self.game.points)) if self.game.is_special(roll)]
        jokers = self.game.joker_points * (self.game.joker is not None)
        others = [(self.game.index(box), points) for box, points in self.points.items() if box != rule.box]
        pays = np.concatenate([self.game.points[rolls], self.game.first_points[rolls], [jokers, 0 * jokers]])
        return sum(points in pays[:, i] for i, points in others)
