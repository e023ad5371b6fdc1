"""Rolls, keeps and their exact weights: the lattice that everything else walks.

A *keep* is a multiset of dice, from none to all; a *roll* is a keep of all the dice. A turn moves on the keeps only:
throwing the rest is one die added at a time, choosing what to hold is one die taken away at a time. Walking along
those single steps costs 6 additions a keep, where a table of rolls by keeps would cost 252 x 462 of them.

The keeps stand in the order in which equal choices are decided, on every page and in every test:
fewest dice first, then highest faces first. The first among equals is the answer.

Imports nothing of the project.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, pairwise
from math import factorial, prod

import numpy as np

FACES = (1, 2, 3, 4, 5, 6)

Dice = tuple[int, ...]


class InputError(ValueError):
    """Input that nobody could act on; the message is one line that says what is allowed."""


@dataclass(frozen=True, eq=False)
class Lattice:
    """Every keep of 0 to ``n_dice`` dice and the single-die steps between them. Get it from :func:`lattice`.

    Dice have six faces; fewer only where a cut-down game is to be searched by brute force.

    dice    tuple of keeps, each a tuple of faces, highest first
    counts  (n_keeps, n_faces) int64: dice of each face
    blocks  blocks[k] is the slice of the keeps of k dice; ``rolls`` is the last of them
    plus    (n_keeps - n_rolls, n_faces) int64: index of the keep with one more die of that face
    minus   (n_keeps, n_faces) int64: index of the keep with one die fewer of that face; itself where it has none
    ways    (n_keeps,) int64: in how many orders its dice can fall (out of n_faces ** dice)
    """

    n_dice: int
    n_faces: int
    dice: tuple[Dice, ...]
    counts: np.ndarray
    blocks: tuple[slice, ...]
    plus: np.ndarray
    minus: np.ndarray
    ways: np.ndarray

    @property
    def rolls(self) -> slice:
        return self.blocks[-1]

    def find(self, dice: Iterable[int]) -> int:
        """Index of a keep, its dice in any order. Raises KeyError for what is no keep."""
        return _index(self.n_dice, self.n_faces)[tuple(sorted(dice, reverse=True))]

    def find_roll(self, dice: Iterable[int]) -> int:
        """Index of a roll among the rolls: the row of a table of points. Raises InputError for what is no roll."""
        roll = tuple(dice)
        try:
            if len(roll) == self.n_dice:
                return self.find(roll) - self.rolls.start
        except (KeyError, TypeError):
            pass
        raise InputError(f"{roll!r} is no roll; give {self.n_dice} dice, each a number from 1 to {self.n_faces}")

    def mean_of_throw(self, roll_values: np.ndarray) -> np.ndarray:
        """Value of each keep when the rest is thrown once: (n_rolls, ...) -> (n_keeps, ...).

        Floats stay floats. Integers stay exact when they are multiples of n_faces ** n_dice: a keep of k dice
        divides by n_faces as many times as dice are missing.
        """
        values = np.empty((len(self.dice), *roll_values.shape[1:]), roll_values.dtype)
        values[self.rolls] = roll_values
        exact = np.issubdtype(roll_values.dtype, np.integer)
        for block in reversed(self.blocks[:-1]):
            total = values[self.plus[block]].sum(axis=1)
            values[block] = total // self.n_faces if exact else total / self.n_faces
        return values

    def best_hold(self, keep_values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Best value that each roll can hold on to, and the index of that keep: (n_keeps, ...) -> two (n_rolls, ...).

        Of equal keeps the first in the order of the lattice: fewest dice, then highest faces.
        """
        best = keep_values.copy()
        hold = np.broadcast_to(np.arange(len(self.dice)).reshape(-1, *[1] * (best.ndim - 1)), best.shape).copy()
        for block in self.blocks[1:]:
            for smaller in self.minus[block].T:
                better = (best[smaller] > best[block]) | (
                    (best[smaller] == best[block]) & (hold[smaller] < hold[block])
                )
                best[block] = np.where(better, best[smaller], best[block])
                hold[block] = np.where(better, hold[smaller], hold[block])
        return best[self.rolls], hold[self.rolls]


@lru_cache
def lattice(n_dice: int, n_faces: int = 6) -> Lattice:
    """The lattice of ``n_dice`` dice: 462 keeps and 252 rolls for five."""
    index, faces = _index(n_dice, n_faces), range(1, n_faces + 1)
    dice = tuple(index)
    counts = np.array([[keep.count(face) for face in faces] for keep in dice], np.int64)
    starts = [next(i for i, keep in enumerate(dice) if len(keep) == k) for k in range(n_dice + 1)] + [len(dice)]
    without = [[_without(keep, face) for face in faces] for keep in dice]
    return Lattice(
        n_dice=n_dice,
        n_faces=n_faces,
        dice=dice,
        counts=counts,
        blocks=tuple(slice(a, b) for a, b in pairwise(starts)),
        plus=np.array(
            [[index[tuple(sorted((*keep, f), reverse=True))] for f in faces] for keep in dice[: starts[n_dice]]],
            np.int64,
        ),
        minus=np.array([[index[keep] for keep in row] for row in without], np.int64),
        ways=np.array(
            [factorial(len(keep)) // prod(factorial(keep.count(f)) for f in faces) for keep in dice], np.int64
        ),
    )


@lru_cache
def _index(n_dice: int, n_faces: int) -> dict[Dice, int]:
    faces = range(n_faces, 0, -1)
    keeps = (keep for k in range(n_dice + 1) for keep in combinations_with_replacement(faces, k))
    return {keep: i for i, keep in enumerate(keeps)}


def _without(keep: Dice, face: int) -> Dice:
    at = keep.index(face) if face in keep else len(keep)
    return keep[:at] + keep[at + 1 :]


def read_roll(words: Iterable[object], n_dice: int = 5) -> Dice:
    """The dice that someone typed, in the order typed: ``"66522"``, ``["6", "6", …]`` or ``[6, 6, …]``.

    Raises InputError when they are not exactly ``n_dice`` numbers from 1 to 6.
    """
    typed = [face for word in words for face in (word if isinstance(word, str) and word.isdigit() else [str(word)])]
    for face in typed:
        if face not in map(str, FACES):
            raise InputError(f"dice: {face!r} is not a die; each die is a number from 1 to 6")
    if len(typed) != n_dice:
        raise InputError(
            f"dice: {len(typed)} given; give exactly {n_dice}, each from 1 to 6, such as {'665221'[:n_dice]}"
        )
    return tuple(int(face) for face in typed)
