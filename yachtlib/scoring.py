"""The vocabulary that rules are written in: patterns that dice can make, and prices that are paid for them.

A pattern says which dice of a roll make it, for all rolls at once: ``counting(counts)`` takes (n_rolls, n_faces) dice
of each face and returns as many, zero where the roll does not have the pattern. A price turns that into points: the
dice that make the pattern added up, all the dice added up, or a fixed number.

Imports nothing of the project. Sources of the words: facts of each game, cited where the game is written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from types import MappingProxyType
from typing import Literal

import numpy as np

Price = int | Literal["matching", "all"]
MATCHING: Price = "matching"  # the dice that make the pattern, added
ALL: Price = "all"  # every die, added, once the pattern is there


class Pattern:
    """What a box or a goal looks for in a roll."""

    def counting(self, counts: np.ndarray) -> np.ndarray:
        """Dice of each face that make the pattern: (n, n_faces) -> the same, int64; zeros where it is not made."""
        raise NotImplementedError

    def made(self, counts: np.ndarray) -> np.ndarray:
        """(n, n_faces) -> (n,) bool: the rolls that have it."""
        return self.counting(counts).any(axis=1)


@dataclass(frozen=True)
class Number(Pattern):
    """The dice of one face."""

    face: int

    def counting(self, counts: np.ndarray) -> np.ndarray:
        return counts * _shape([self.face], counts)


@dataclass(frozen=True)
class Anything(Pattern):
    """All dice, whatever they show."""

    def counting(self, counts: np.ndarray) -> np.ndarray:
        return counts


@dataclass(frozen=True)
class Alike(Pattern):
    """At least ``n`` dice of one face; exactly ``n`` of them count, of the highest face that has them."""

    n: int

    def counting(self, counts: np.ndarray) -> np.ndarray:
        return _best(counts, [_shape([face] * self.n, counts) for face in _faces(counts)])


@dataclass(frozen=True)
class Groups(Pattern):
    """Groups of dice, each of one face: ``Groups((3, 2))`` is a full house.

    The groups show different faces; with ``same_face`` one face may fill them all, so five alike is a full house.
    """

    sizes: tuple[int, ...]
    same_face: bool = False

    def counting(self, counts: np.ndarray) -> np.ndarray:
        shapes = [
            _shape(np.repeat(faces, self.sizes), counts) for faces in permutations(_faces(counts), len(self.sizes))
        ]
        if self.same_face:
            shapes += [_shape([face] * sum(self.sizes), counts) for face in _faces(counts)]
        return _best(counts, shapes)


@dataclass(frozen=True)
class Straight(Pattern):
    """A die for each of these faces; with as many faces as dice, these faces exactly."""

    faces: tuple[int, ...]

    def counting(self, counts: np.ndarray) -> np.ndarray:
        return _best(counts, [_shape(self.faces, counts)])


@dataclass(frozen=True)
class Run(Pattern):
    """At least ``length`` faces in a row; the highest such run counts."""

    length: int

    def counting(self, counts: np.ndarray) -> np.ndarray:
        starts = range(1, counts.shape[1] - self.length + 2)
        return _best(counts, [_shape(range(low, low + self.length), counts) for low in starts])


@dataclass(frozen=True)
class AnyOf(Pattern):
    """Whichever of these straights fits; where two do, the one with the most points."""

    straights: tuple[Straight, ...]

    def counting(self, counts: np.ndarray) -> np.ndarray:
        return _best(counts, [_shape(straight.faces, counts) for straight in self.straights])


# What a turn can be played for whatever the card: no box of a game, and the same in all of them.
GOALS: Mapping[str, Pattern] = MappingProxyType(
    {
        "five-alike": Alike(5),
        "four-alike": Alike(4),
        "three-alike": Alike(3),
        "full-house": Groups((3, 2)),
        "straight-1-5": Straight((1, 2, 3, 4, 5)),
        "straight-2-6": Straight((2, 3, 4, 5, 6)),
        "five-run": Run(5),
        "four-run": Run(4),
        "two-pairs": Groups((2, 2)),
        "pair": Alike(2),
    }
)


def points(pattern: Pattern, price: Price, counts: np.ndarray) -> np.ndarray:
    """What each roll pays: (n, n_faces) dice of each face -> (n,) int64 points."""
    faces = np.array(_faces(counts))
    if price == MATCHING:
        return pattern.counting(counts) @ faces
    return np.where(pattern.made(counts), counts @ faces if price == ALL else price, 0)


def _faces(counts: np.ndarray) -> range:
    return range(1, counts.shape[1] + 1)


def _shape(faces: Sequence[int], counts: np.ndarray) -> np.ndarray:
    """Dice of each face, for as many faces as the dice in ``counts`` have."""
    return np.bincount(faces, minlength=counts.shape[1] + 1)[1:]


def _best(counts: np.ndarray, shapes: list[np.ndarray]) -> np.ndarray:
    """Of the shapes that fit into each roll, the one with the most points; zeros where none fits."""
    best = np.zeros_like(counts)
    for shape in sorted(shapes, key=lambda shape: int(shape @ np.array(_faces(counts)))):
        best[(counts >= shape).all(axis=1)] = shape
    return best
