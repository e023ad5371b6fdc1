"""One turn on many cards at once: the lattice laid out so that every step is a few long additions or comparisons.

Same walk as :class:`yachtlib.dice.Lattice`: the value of a keep is the mean over the next die, the value of a roll the
best of its keeps. Here each keep is a row and each card a column, all written in place. What makes it fast is the order
of the rows. A keep is split into its low dice (faces up to half) and its high ones. Rows are grouped by the number of
high dice; inside a group they are ordered by the low dice, fewest first, then by the high ones. Adding a die then moves
whole runs of rows to whole runs of rows: some 170 array operations do for a throw and a hold, where the lattice has
2,520 single steps.

Imports dice only.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate, combinations_with_replacement, pairwise

import numpy as np

from yachtlib.dice import Dice, Lattice

Runs = list[tuple[slice, slice]]


class Turn:
    """Room for ``width`` cards, and the steps of a turn on it. ``dtype``: float, or object for whole numbers.

    rolls   (n_rolls,) int64: which row of a table of points the k-th roll here is
    rows    (n_rolls,) int64: which row of ``values`` holds it
    keeps   (n_keeps,) int64: which keep of the lattice each row of ``values`` is
    values  (n_keeps, width): write the rolls, then ``throw`` and ``hold`` in turn

    Whole numbers stay exact when the rolls are multiples of n_faces ** n_dice, once for each throw.
    """

    def __init__(self, lattice: Lattice, width: int, dtype: type = float, room: np.ndarray | None = None) -> None:
        """``room``: at least n_keeps * width numbers to write in; its own when there is none."""
        room = aligned(len(lattice.dice) * width, dtype) if room is None else room
        self.n_dice, self.n_faces = lattice.n_dice, lattice.n_faces
        self.low, self.high = _halves(lattice.n_dice, lattice.n_faces)
        self.keeps, self.rows, self.rolls = _order(lattice)
        self.ways = lattice.ways[lattice.rolls][self.rolls].astype(dtype)
        self.starts = [0, *accumulate(map(len, self.low))]
        self.values = room[: len(lattice.dice) * width].reshape(-1, width)
        self._groups = self._views(self.values)
        self._throw, self._hold = list(self._throw_steps()), list(self._hold_steps(self._groups))
        self._ranks: tuple[np.ndarray, list] | None = None

    def throw(self) -> None:
        """From the values of the rolls to those of every keep when the rest is thrown once."""
        for step, out, *operands in self._throw:
            step(*operands, out=out)

    def hold(self) -> None:
        """From the values of keeps to the best that each keep, and so each roll, can hold on to."""
        for smaller, larger in self._hold:
            np.maximum(larger, smaller, out=larger)

    def hold_ranked(self, within: float) -> np.ndarray:
        """``hold``, and which keep it is, as a row of ``values``: (n_rolls, width) int64.

        Of keeps ``within`` one another the first in the lattice: the fewest dice, then the highest faces.
        """
        if self._ranks is None:
            ranks = np.empty(self.values.shape, np.int16)
            self._ranks = ranks, list(self._hold_steps(self._views(ranks)))
        ranks, steps = self._ranks
        ranks[:] = self.keeps[:, None]
        for (smaller, larger), (earlier, rank) in zip(self._hold, steps, strict=True):
            gain = smaller - larger
            better = (gain > within) | ((gain >= -within) & (earlier < rank))
            np.copyto(larger, smaller, where=better)
            np.copyto(rank, earlier, where=better)
        return np.argsort(self.keeps)[ranks[self.rows]]

    def spread(self) -> None:
        """The way back of ``throw``: from the chance that each keep is thrown on to that of each roll that comes of it.

        ``values`` hold chances, (n_keeps, width); those of the rolls are added to, those of smaller keeps stay.
        """
        for k in range(self.n_dice):
            for j in range(k + 1):
                s = k - j
                keep, low, high = self._block(j, s), self._block(j, s + 1), self._block(j + 1, s)
                low += (_matrix(self.n_dice, self.n_faces, s, low=True).T @ _flat(keep)).reshape(low.shape)
                high += _matrix(self.n_dice, self.n_faces, j, low=False).T @ keep

    def mean(self) -> np.ndarray:
        """(width,): mean of the rolls' values over a throw of all dice; exact for multiples of n_faces ** n_dice."""
        total, start, n_falls = 0, 0, self.n_faces**self.n_dice
        for view in self.roll_views():
            rolls = view.reshape(-1, view.shape[-1])
            total = total + self.ways[start : start + len(rolls)] @ rolls
            start += len(rolls)
        return total // n_falls if self.values.dtype == object else total / n_falls

    def roll_views(self) -> list[np.ndarray]:
        """The rolls as they lie in ``values``, in the order of ``rows``: by number of high dice, (low, high, width)."""
        return [group[-len(low) :] for group, low in zip(self._groups, self.low[::-1], strict=True)]

    def _views(self, values: np.ndarray) -> list[np.ndarray]:
        """By number of high dice: (low keeps, high keeps, width) views into values laid out like ``values``."""
        ends = [0, *accumulate(self.starts[self.n_dice + 1 - j] * len(self.high[j]) for j in range(self.n_dice + 1))]
        width = values.shape[1]
        return [values[a:b].reshape(-1, len(self.high[j]), width) for j, (a, b) in enumerate(pairwise(ends))]

    def _block(self, j: int, s: int, groups: list[np.ndarray] | None = None) -> np.ndarray:
        """The keeps of j high and s low dice: (low, high, width)."""
        return (groups or self._groups)[j][self.starts[s] : self.starts[s + 1]]

    def _throw_steps(self) -> Iterator[tuple[Callable, np.ndarray, np.ndarray, object]]:
        """Call, out and operands of each step: the mean over the next die, for keeps of one die fewer at a time."""
        scratch = aligned(self.n_faces * self.values.size // 16 if self.values.dtype == float else 0, float)
        for k in reversed(range(self.n_dice)):
            for j in range(k + 1):
                s = k - j
                keep, low, high = self._block(j, s), self._block(j, s + 1), self._block(j + 1, s)
                if self.values.dtype == float:
                    # Products with small matrices of 1/6 and 0 take a third of the time of the additions they do.
                    more = scratch[: keep.size].reshape(keep.shape)
                    yield np.matmul, _flat(keep), _matrix(self.n_dice, self.n_faces, s, low=True), _flat(low)
                    yield np.matmul, more, _matrix(self.n_dice, self.n_faces, j, low=False), high
                    yield np.add, keep, keep, more
                    continue
                (_, first_low), *low_runs = _steps(self.n_dice, self.n_faces, s, low=True)
                (_, first_high), *high_runs = _steps(self.n_dice, self.n_faces, j, low=False)
                yield np.add, keep, low[first_low], high[:, first_high]
                for here, there in low_runs:
                    yield np.add, keep[here], keep[here], low[there]
                for here, there in high_runs:
                    yield np.add, keep[:, here], keep[:, here], high[:, there]
                yield np.floor_divide, keep, keep, self.n_faces

    def _hold_steps(self, groups: list[np.ndarray]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Pairs of keeps and the same with one more die, face by face: each pair once gives the best of all subsets."""
        for j in range(self.n_dice + 1):
            for face in range(self.n_faces // 2):
                for s in range(self.n_dice - j):
                    for here, there in _steps(self.n_dice, self.n_faces, s, True, face):
                        yield self._block(j, s, groups)[here], self._block(j, s + 1, groups)[there]
        # The rows of few low dice, then those of many: either stays within the cache, both together would not.
        cut = self.starts[(self.n_dice + 1) // 2]
        for rows in (slice(cut), slice(cut, None)):
            for face in range(self.n_faces - self.n_faces // 2):
                for j in range(self.n_dice):
                    larger = groups[j + 1][rows]
                    if len(larger):
                        smaller = groups[j][rows][: len(larger)]
                        for here, there in _steps(self.n_dice, self.n_faces, j, False, face):
                            yield smaller[:, here], larger[:, there]


@cache
def _halves(n_dice: int, n_faces: int) -> tuple[list[list[Dice]], list[list[Dice]]]:
    """By number of dice, all keeps of only low faces, and all of only high ones; highest faces first."""
    faces = range(n_faces // 2, 0, -1), range(n_faces, n_faces // 2, -1)
    low, high = ([list(combinations_with_replacement(half, k)) for k in range(n_dice + 1)] for half in faces)
    return low, high


@cache
def _order(lattice: Lattice) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """``keeps``, ``rows`` and ``rolls`` of every Turn on this lattice."""
    low, high = _halves(lattice.n_dice, lattice.n_faces)
    dice = [
        (*top, *bottom)
        for j in range(lattice.n_dice + 1)
        for block in low[: lattice.n_dice + 1 - j]
        for bottom in block
        for top in high[j]
    ]
    keeps = np.array([lattice.find(keep) for keep in dice])
    rows = np.flatnonzero(keeps >= lattice.rolls.start)
    return keeps, rows, keeps[rows] - lattice.rolls.start


@cache
def _steps(n_dice: int, n_faces: int, k: int, low: bool, face: int | None = None) -> Runs:
    """Runs of the half keeps of k dice, and where one more die of a face takes them; of every face unless one is named.

    The first run is that of the first face: all the keeps of k dice.
    """
    half = _halves(n_dice, n_faces)[not low]
    index = {keep: i for i, keep in enumerate(half[k + 1])}
    runs: list[list[int]] = []
    for one in half[1] if face is None else [half[1][face]]:
        end = len(runs)
        for i, keep in enumerate(half[k]):
            to = index[tuple(sorted((*keep, *one), reverse=True))]
            if len(runs) > end and runs[-1][1] == i and runs[-1][3] == to:
                runs[-1][1], runs[-1][3] = i + 1, to + 1
            else:
                runs.append([i, i + 1, to, to + 1])
    return [(slice(a, b), slice(c, d)) for a, b, c, d in runs]


@cache
def _matrix(n_dice: int, n_faces: int, k: int, low: bool) -> np.ndarray:
    """``_steps`` as a matrix: the mean over the faces of this half for each half keep of k dice, float64."""
    half = _halves(n_dice, n_faces)[not low]
    matrix = np.zeros((len(half[k]), len(half[k + 1])))
    for here, there in _steps(n_dice, n_faces, k, low):
        matrix[range(here.start, here.stop), range(there.start, there.stop)] += 1
    return matrix / n_faces


def aligned(size: int, dtype: type) -> np.ndarray:
    """Room that starts where a line of the cache does: loads that straddle lines take a tenth longer."""
    room = np.empty(size + 8, dtype)
    return room[-room.ctypes.data // 8 % 8 :][:size]


def _flat(block: np.ndarray) -> np.ndarray:
    return block.reshape(len(block), -1)
