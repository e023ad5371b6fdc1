"""What a game is made of: boxes, an upper bonus, and the options on which tables disagree. Frozen, self-checking data.

A rule is written once, here or in ``games``, and everything else reads it. Imports dice and scoring only.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from typing import Any, Literal

import numpy as np

from yachtlib.dice import InputError, lattice
from yachtlib.scoring import ALL, Pattern, Price, points

Section = Literal["upper", "lower"]
SECTIONS: tuple[Section, ...] = ("upper", "lower")


class RulesError(ValueError):
    """A game contradicts itself: a mistake in its file, found when it is imported."""


@dataclass(frozen=True)
class Box:
    """One line of the card. ``name`` is printed on the game's own sheet; ``price`` says what its pattern pays."""

    id: str
    name: str
    section: Section
    pattern: Pattern
    price: Price

    def points(self, counts: np.ndarray) -> np.ndarray:
        """(n, 6) dice of each face -> (n,) int64 points."""
        return points(self.pattern, self.price, counts)

    def counting(self, counts: np.ndarray) -> np.ndarray:
        """Dice of each face that earn the points: (n, 6) -> (n, 6); all of them where the price adds them all."""
        if self.price == ALL:
            return np.where(self.pattern.made(counts)[:, None], counts, 0)
        return self.pattern.counting(counts)


@dataclass(frozen=True)
class UpperBonus:
    """``points`` once the upper boxes add up to ``at`` or more."""

    at: int
    points: int


@dataclass(frozen=True)
class Choice:
    """One reading of a disputed rule, and who follows it.

    says     the reading in a few words, as it stands on pages
    sources  citation keys of those who follow it
    boxes    boxes that take the place of the game's own boxes of the same id
    sets     fields of the game that this reading sets, such as ``upper_bonus``
    """

    id: str
    says: str
    sources: tuple[str, ...]
    boxes: tuple[Box, ...] = ()
    sets: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Option:
    """A rule on which tables disagree. The first choice is the default and changes nothing."""

    id: str
    question: str
    choices: tuple[Choice, ...]

    @property
    def default(self) -> Choice:
        return self.choices[0]

    def choice(self, choice_id: str) -> Choice:
        """Raises InputError, naming the choices there are."""
        for choice in self.choices:
            if choice.id == choice_id:
                return choice
        raise InputError(f"{self.id}: no choice {choice_id!r}; allowed: {', '.join(c.id for c in self.choices)}")


@dataclass(frozen=True)
class Game:
    """A game's rules. ``chosen`` holds the options that differ from the default, as (option, choice) ids;
    ``default`` is then the game without them.
    """

    id: str
    name: str
    edition: str
    year: int
    boxes: tuple[Box, ...]
    options: tuple[Option, ...] = ()
    aliases: tuple[str, ...] = ()
    upper_bonus: UpperBonus | None = None
    n_dice: int = 5
    n_rolls: int = 3
    chosen: tuple[tuple[str, str], ...] = ()
    default: "Game | None" = field(default=None, repr=False)

    def __post_init__(self) -> None:
        boxes = [box.id for box in self.boxes]
        names = [self.id, *self.aliases, *boxes, *(o.id for o in self.options)]
        names += [c.id for o in self.options for c in o.choices]
        for name in names:
            _require(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name), f"{self.id}: {name!r} is not in kebab-case")
        choices = [("choices", [c.id for c in o.choices]) for o in self.options]
        for kind, ids in [("boxes", boxes), ("options", [o.id for o in self.options]), *choices]:
            _require(len(set(ids)) == len(ids), f"{self.id}: two {kind} share an id")
        for box in [*self.boxes, *(box for o in self.options for c in o.choices for box in c.boxes)]:
            _require(box.section in SECTIONS, f"{self.id}: {box.id} stands in no section")
            _require(box.points(lattice(self.n_dice).counts).max() > 0, f"{self.id}: no roll pays in {box.id}")
        settable = {f.name for f in fields(self)} - {"id", "options", "chosen", "default"}
        changed: dict[str, str] = {}
        for option in self.options:
            default = option.default
            _require(not default.boxes and not default.sets, f"{option.id}: the default changes the game")
            for choice in option.choices:
                _require(choice.sources, f"{option.id}={choice.id} names no source")
                for thing in [*(box.id for box in choice.boxes), *choice.sets]:
                    _require(thing in {*boxes, *settable}, f"{option.id}={choice.id} changes unknown {thing}")
                    owner = changed.setdefault(thing, option.id)
                    _require(owner == option.id, f"{option.id} and {owner} both change {thing}")

    @cached_property
    def points(self) -> np.ndarray:
        """(n_rolls, n_boxes) int64: what every roll pays in every box, in the order of the lattice and of the card."""
        counts = lattice(self.n_dice).counts[lattice(self.n_dice).rolls]
        return np.stack([box.points(counts) for box in self.boxes], axis=1)

    def box(self, box_id: str) -> Box:
        """Raises InputError, naming the boxes there are."""
        for box in self.boxes:
            if box.id == box_id:
                return box
        raise InputError(f"{self.id} has no box {box_id!r}; its boxes: {', '.join(b.id for b in self.boxes)}")

    def option(self, option_id: str) -> Option:
        """Raises InputError, naming the options there are."""
        for option in self.options:
            if option.id == option_id:
                return option
        there = ", ".join(o.id for o in self.options) or "none"
        raise InputError(f"{self.id} has no option {option_id!r}; its options: {there}")

    def with_options(self, chosen: Mapping[str, str]) -> "Game":
        """This game as a table plays it: ``{"straights": "15-30"}``. Raises InputError for what it does not offer.

        A choice made before stays unless it is made again.
        """
        default = self.default or self
        for option_id, choice_id in chosen.items():
            default.option(option_id).choice(choice_id)
        return _table(default, tuple(sorted({**dict(self.chosen), **chosen}.items())))


@lru_cache(maxsize=256)
def _table(default: Game, chosen: tuple[tuple[str, str], ...]) -> Game:
    """The game with these choices; those that are the default leave no trace."""
    game = default
    for option_id, choice_id in chosen:
        option = default.option(option_id)
        choice = option.choice(choice_id)
        if choice != option.default:
            changes = {box.id: box for box in choice.boxes}
            game = replace(
                game,
                boxes=tuple(changes.get(box.id, box) for box in game.boxes),
                chosen=(*game.chosen, (option_id, choice_id)),
                default=default,
                **choice.sets,
            )
    return game


def _require(holds: object, message: str) -> None:
    if not holds:
        raise RulesError(message)
