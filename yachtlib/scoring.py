"""The vocabulary that rules are written in: patterns that dice can make, and prices that are paid for them.

A pattern says which dice of a roll make it, for all rolls at once: ``counting(counts)`` takes (n_rolls, 6) dice of each
face and returns as many, zero where the roll does not have the pattern. A price turns that into points: the dice that
make the pattern added up, all the dice added up, or a fixed number.

Imports dice only. Sources of the words: facts of each game, cited where the game is written.
"""

from dataclasses import dataclass
from itertools import permutations
from typing import Literal

import numpy as np

from yachtlib.dice import FACES, N_FACES

Price = int | Literal["matching", "all"]
MATCHING: Price = "matching"  # the dice that make the pattern, added
ALL: Price = "all"  # every die, added, once the pattern is there


class Pattern:
    """What a box or a goal looks for in a roll."""

    def counting(self, counts: np.ndarray) -> np.ndarray:
        """Dice of each face that make the pattern: (n, 6) -> (n, 6) int64; a row of zeros where it is not made."""
        raise NotImplementedError

    def made(self, counts: np.ndarray) -> np.ndarray:
        """(n, 6) -> (n,) bool: the rolls that have it."""
        return self.counting(counts).any(axis=1)


@dataclass(frozen=True)
class Number(Pattern):
    """The dice of one face."""

    face: int

    def counting(self, counts: np.ndarray) -> np.ndarray:
        return counts * _one(self.face)


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
        return _best(counts, [self.n * _one(face) for face in FACES])


@dataclass(frozen=True)
class Groups(Pattern):
    """Groups of dice, each of one face: ``Groups((3, 2))`` is a full house.

    The groups show different faces; with ``same_face`` one face may fill them all, so five alike is a full house.
    """

    sizes: tuple[int, ...]
    same_face: bool = False

    def counting(self, counts: np.ndarray) -> np.ndarray:
        shapes = [
            sum(size * _one(face) for size, face in zip(self.sizes, faces, strict=True))
            for faces in permutations(FACES, len(self.sizes))
        ]
        if self.same_face:
            shapes += [sum(self.sizes) * _one(face) for face in FACES]
        return _best(counts, shapes)


@dataclass(frozen=True)
class Straight(Pattern):
    """One die of each of these faces and no others."""

    faces: tuple[int, ...]

    def counting(self, counts: np.ndarray) -> np.ndarray:
        return _best(counts, [sum(_one(face) for face in self.faces)])


@dataclass(frozen=True)
class Run(Pattern):
    """At least ``length`` faces in a row; the highest such run counts."""

    length: int

    def counting(self, counts: np.ndarray) -> np.ndarray:
        starts = range(1, N_FACES - self.length + 2)
        return _best(counts, [sum(_one(f) for f in range(low, low + self.length)) for low in starts])


def points(pattern: Pattern, price: Price, counts: np.ndarray) -> np.ndarray:
    """What each roll pays: (n, 6) dice of each face -> (n,) int64 points."""
    faces = np.array(FACES)
    if price == MATCHING:
        return pattern.counting(counts) @ faces
    return np.where(pattern.made(counts), counts @ faces if price == ALL else price, 0)


def _one(face: int) -> np.ndarray:
    return (np.arange(1, N_FACES + 1) == face).astype(np.int64)


def _best(counts: np.ndarray, shapes: list[np.ndarray]) -> np.ndarray:
    """Of the shapes that fit into each roll, the one with the most points; zeros where none fits."""
    best = np.zeros_like(counts)
    for shape in sorted(shapes, key=lambda shape: int(shape @ np.array(FACES))):
        best[(counts >= shape).all(axis=1)] = shape
    return best
