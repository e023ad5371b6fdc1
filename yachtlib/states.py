"""The states that a card can be in, as far as later turns care, laid out as a grid.

Cards that later turns cannot tell apart are one state: which boxes are filled, whether the remembered box holds its
points, and the total of the number boxes, where totals that make the bonus already are one and totals that can make it
no longer are one. Rows of the grid are the lower boxes, columns the number boxes.

Imports dice, scoring and rules only.
"""

from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate, pairwise, product

import numpy as np

from yachtlib.dice import InputError
from yachtlib.rules import Box, Game
from yachtlib.scoring import MATCHING, Number

LOST = -1  # a total of the number boxes that can no longer earn the bonus


class Cards:
    """The states of a game's cards, as a grid of rows (lower boxes) by columns (number boxes).

    row_masks     (n_rows,) int64: the lower boxes filled, a bit each, in the order of the card
    row_earned    (n_rows,) bool: whether the remembered box holds its points
    row_next      (n_rows, n_lower, 2) int64: the row after that box takes zero, or points; n_rows where it is not open
    column_masks  (n_columns,) int64: the number boxes filled
    column_totals (n_columns,) int64: their total, ``at`` for at least that, LOST when the bonus is out of reach
    column_sets   (n_columns,) int64: which of the sets of number boxes that can be filled
    column_next   (n_upper, n_dice + 1, n_columns) int64: the column after that box takes so many dice; n_columns where
                  it is not open
    full, blocks  slices of rows and of columns that are alike in how many boxes are filled and in what is remembered:
                  those of full cards, and the others, fullest first: each leads to earlier ones only
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.upper = [i for i, box in enumerate(game.boxes) if box.section == "upper"]
        self.lower = [i for i, box in enumerate(game.boxes) if box.section == "lower"]
        self.faces = [_face(game, game.boxes[i]) for i in self.upper]
        if not self.faces or len(set(self.faces)) < len(self.faces):
            raise InputError(f"{game.id}: best play is solved for cards with number boxes, one for each number at most")
        self._lay_rows()
        self._lay_columns()
        self._lay_blocks()

    @property
    def n_states(self) -> int:
        return sum((r.stop - r.start) * (c.stop - c.start) for r, c in (*self.full, *self.blocks))

    def _lay_blocks(self) -> None:
        rows, columns = _levels(self.row_masks, self.row_earned), _levels(self.column_masks)
        self.full, self.blocks = [], []
        for r, c in product(rows, columns):
            lower, upper = self.row_masks[r.start], self.column_masks[c.start]
            is_full = lower == self.row_masks[0], upper == self.column_masks[0]
            if not self.game.in_order or is_full[1] or not lower:
                (self.full if all(is_full) else self.blocks).append((r, c))

    def find(self, filled: Mapping[str, int]) -> tuple[int, int]:
        """Row and column of a card, given as points by box id. Raises KeyError for a card that no turns make."""
        boxes, has = self.game.boxes, [box.id in filled for box in self.game.boxes]
        row = sum(has[i] << k for k, i in enumerate(self.lower))
        column = sum(has[i] << k for k, i in enumerate(self.upper))
        total = sum(filled[boxes[i].id] for i in self.upper if has[i])
        earned = bool(filled.get(self.game.remembered or "", 0))
        return self._rows[row, earned], self._columns[column, int(self._total(column, np.array(total)))]

    def find_all(
        self, filled: np.ndarray, earned: np.ndarray, upper_total: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """``find`` for many cards: (n, n_boxes) bool, (n,) bool and (n,) int64 -> rows and columns, (n,) int64 each."""
        by_lower, by_upper = self._places
        lower, upper = (filled[:, boxes] @ (1 << np.arange(len(boxes))) for boxes in (self.lower, self.upper))
        rows = by_lower[lower, np.asarray(earned, np.int64)]
        columns = by_upper[upper, np.minimum(upper_total, by_upper.shape[1] - 1)]
        if (np.minimum(rows, columns) < 0).any():
            raise KeyError("a card that no turns make")
        return rows, columns

    @cached_property
    def _places(self) -> tuple[np.ndarray, np.ndarray]:
        """The row by lower boxes filled and whether the remembered box holds its points, and the column by number boxes
        filled and their total up to what makes the bonus; -1 where there is none.
        """
        rule = self.game.upper_bonus
        totals = np.arange(1 + (rule.at if rule else 0))
        rows = np.full((2 ** len(self.lower), 2), -1)
        rows[self.row_masks, self.row_earned.astype(int)] = np.arange(len(self.row_masks))
        columns = np.full((2 ** len(self.upper), len(totals)), -1)
        for mask in np.unique(self.column_masks).tolist():
            columns[mask] = [self._columns.get((mask, total), -1) for total in self._total(mask, totals).tolist()]
        return rows, columns

    def _lay_rows(self) -> None:
        n, remembered = len(self.lower), -1
        if self.game.remembered:
            remembered = self.lower.index(self.game.index(self.game.remembered))
        rows = [(mask, False) for mask in _fill_orders(n, self.game.in_order)]
        if remembered >= 0:
            rows += [(mask, True) for mask, _ in rows if mask >> remembered & 1]
        rows.sort(key=lambda row: (-row[0].bit_count(), not row[1], row[0]))
        self._rows = {row: i for i, row in enumerate(rows)}
        self.row_masks = np.array([mask for mask, _ in rows])
        self.row_earned = np.array([earned for _, earned in rows])
        self.row_next = np.full((len(rows), n, 2), len(rows))
        for (i, (mask, earned)), box in product(enumerate(rows), range(n)):
            if not mask >> box & 1:
                for points in (False, True):
                    after = mask | 1 << box, earned or (box == remembered and points)
                    self.row_next[i, box, int(points)] = self._rows.get(after, len(rows))

    def _lay_columns(self) -> None:
        n, n_dice = len(self.upper), self.game.n_dice
        masks = _fill_orders(n, self.game.in_order)
        totals = {mask: np.unique(self._total(mask, _totals(mask, self.faces, n_dice))) for mask in masks}
        starts = dict(zip(masks, accumulate(map(len, totals.values()), initial=0), strict=False))
        self._columns = {(m, total): starts[m] + i for m in masks for i, total in enumerate(totals[m].tolist())}
        self.column_masks = np.repeat(masks, [len(totals[mask]) for mask in masks])
        self.column_sets = np.repeat(np.arange(len(masks)), [len(totals[mask]) for mask in masks])
        self.column_totals = np.concatenate(list(totals.values()))
        self.column_next = np.full((n, n_dice + 1, len(self.column_masks)), len(self.column_masks))
        for mask, box in product(masks, range(n)):
            after = mask | 1 << box
            if after != mask and after in starts:
                for dice in range(n_dice + 1):
                    reached = np.where(totals[mask] == LOST, LOST, totals[mask] + dice * self.faces[box])
                    at = starts[after] + np.searchsorted(totals[after], self._total(after, reached))
                    self.column_next[box, dice, starts[mask] : starts[mask] + len(reached)] = at

    def _total(self, mask: int, totals: np.ndarray) -> np.ndarray:
        """Totals of the number boxes as far as later turns care."""
        rule = self.game.upper_bonus
        if rule is None:
            return np.zeros_like(totals)
        most = self.game.n_dice * sum(face for k, face in enumerate(self.faces) if not mask >> k & 1)
        return np.where((totals == LOST) | (totals + most < rule.at), LOST, np.minimum(totals, rule.at))


def _face(game: Game, box: Box) -> int:
    """The number of a number box; raises InputError for one that is not just its dice added."""
    first = game.first_roll is not None and box.id in game.first_roll.boxes
    if not isinstance(box.pattern, Number) or box.price != MATCHING or first:
        raise InputError(
            f"{game.id}: {box.id} is no number box that pays its dice added; the solver knows only those above"
        )
    return box.pattern.face


def _fill_orders(n: int, in_order: bool) -> list[int]:
    """The sets of n boxes that can be filled, as bits, fullest first."""
    if in_order:
        return [2**k - 1 for k in reversed(range(n + 1))]
    return sorted(range(2**n), key=lambda mask: (-mask.bit_count(), mask))


def _totals(mask: int, faces: list[int], n_dice: int) -> np.ndarray:
    """Every total that these number boxes can make."""
    totals = np.zeros(1, np.int64)
    for k, face in enumerate(faces):
        if mask >> k & 1:
            totals = np.unique(totals[:, None] + face * np.arange(n_dice + 1))
    return totals


def _levels(masks: np.ndarray, earned: np.ndarray | int = 0) -> list[slice]:
    """The slices in which as many boxes are filled and the remembered box holds its points or does not."""
    kinds = 2 * np.array([int(mask).bit_count() for mask in masks]) + earned
    starts = [0, *(np.flatnonzero(np.diff(kinds)) + 1).tolist(), len(masks)]
    return [slice(a, b) for a, b in pairwise(starts)]
