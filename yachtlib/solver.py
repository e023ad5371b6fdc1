"""Best play over a whole game: the value of every state that a card can be in, by backward induction.

The value of a state is the mean of the points still to come when every turn is played for the most points on average,
the upper bonus included. Cards that later turns cannot tell apart are one state: which boxes are filled, whether the
remembered box holds its points, and the total of the number boxes, where totals that make the bonus already are one and
totals that can make it no longer are one. The states are a grid: rows are the lower boxes, columns the number boxes.

Error bound of the float64 values: a turn adds, divides and compares. With u = 2 ** -53 a re-roll rounds each partial
mean at most n_faces times per die; the first throw adds up its 252 rolls in 6 blocks of at most 60 and divides, at most
67 roundings; an entry adds two. So a turn of 3 throws of 5 dice is off by less than (2 * 30 + 67 + 2) u V < 130 u V and
a game of n turns by less than 130 n u V, V being the most points a card can bring: below 3e-10 for the boxed game.
``exact=True`` computes with whole numbers of any size instead and has no error.

Imports dice, scoring, rules and turn only. Method: the dynamic programme of Verhoeff, Glenn and Woodward (each on their
own), on the lattice instead of a table of rolls by keeps.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise, product

import numpy as np

from yachtlib.dice import Dice, InputError
from yachtlib.rules import CLOSED, Game, UpperBonus
from yachtlib.scoring import Number
from yachtlib.turn import Turn

WIDTH = 800  # cards at a time: their turn stays within a second-level cache of 2 MB
MOST_STATES = 4_000_000  # some ten seconds of processor time, and a number for each state
LOST = -1  # a total of the number boxes that can no longer earn the bonus

Progress = Callable[[float], None]


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
        self.faces = []
        for i in self.upper:
            pattern = game.boxes[i].pattern
            if not isinstance(pattern, Number):
                raise InputError(f"{game.id}: {game.boxes[i].id} is no number box; the solver knows only those above")
            self.faces.append(pattern.face)
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


@dataclass(frozen=True)
class Solution:
    """Best play of a game. ``values``: (n_rows, n_columns) float64, points still to come from each state; with exact
    solving object, whole numbers over 6 ** (n_dice * n_rolls * boxes open).
    """

    game: Game
    cards: Cards
    values: np.ndarray

    @property
    def average(self) -> float:
        """Points that a game brings on average."""
        return float(self.value({}))

    def value(self, filled: Mapping[str, int]) -> float | Fraction:
        """Points still to come on average with this card, given as points by box id; an upper bonus counts whole.

        A Fraction when solved exactly. Raises KeyError for a card that no turns make.
        """
        value = self.values[self.cards.find(filled)]
        if self.values.dtype != object:
            return float(value)
        n_open = len(self.game.boxes) - len(filled)
        return Fraction(value, self.game.n_faces ** (self.game.n_dice * self.game.n_rolls * n_open))

    def worth(self, filled: np.ndarray, earned: np.ndarray, upper_total: np.ndarray) -> np.ndarray:
        """Points still to come on average with each of n cards, full ones included; an upper bonus counts whole.

        ``filled`` (n, n_boxes) bool; ``earned`` (n,) bool: the remembered box holds its points; ``upper_total`` (n,)
        int64: points in the number boxes. Returns (n,) float64, rounded once when solved exactly. Raises KeyError when
        no turns make one of the cards.
        """
        found = self.values[self.cards.find_all(filled, earned, upper_total)]
        if self.values.dtype == object:
            n_open = (~filled).sum(axis=1).astype(object)
            found = found / self.game.n_faces ** (self.game.n_dice * self.game.n_rolls * n_open)
        return found.astype(float)


def solve(game: Game, exact: bool = False, progress: Progress | None = None) -> Solution:
    """The value of every state. ``progress`` is told the share that is done, from 0 to 1, as the work goes on.

    Takes about 4 microseconds of processor time a state in float64, some forty times that when exact. Raises InputError
    for a game of more than MOST_STATES.
    """
    cards = Cards(game)
    if cards.n_states > MOST_STATES:
        what = f"best play of {game.id} has {cards.n_states:,} states"
        raise InputError(f"{what}; games of up to {MOST_STATES:,} are solved")
    table = Table(cards, object if exact else float)
    with short_buffer():
        for block in tell(cards, progress):
            for piece in table.pieces(*block):
                table.solve(*piece)
    return Solution(game, cards, table.values[:-1, :-1])


def tell(cards: Cards, progress: Progress | None, backwards: bool = False) -> Iterator[tuple[slice, slice]]:
    """The blocks of cards that are not full, telling the share of the states that is done as the work goes on."""
    blocks = cards.blocks[::-1] if backwards else cards.blocks
    done, n_states = 0, sum((r.stop - r.start) * (c.stop - c.start) for r, c in blocks)
    for rows, columns in blocks:
        yield rows, columns
        done += (rows.stop - rows.start) * (columns.stop - columns.start)
        if progress:
            progress(done / n_states)


@contextmanager
def short_buffer() -> Iterator[None]:
    """numpy copies strided operands through a buffer unless it is shorter than a row; half the time went there."""
    size = np.setbufsize(16)
    try:
        yield
    finally:
        np.setbufsize(size)


class Table:
    """The values of all states, filled piece by piece, and what a piece is worked out from.

    A piece is a slice of rows by a slice of columns, all with as many boxes filled; its cards stand row after row. The
    last row and the last column of ``values`` stand for boxes that are not open: nothing is worth less.

    rolls         (n_rolls,) int64: the rolls as a Turn has them, each as its row in the game's tables of points
    pays          by first roll or not, (n_rolls, n_boxes) int64, in the order of ``rolls``
    leads         (n_rolls, n_boxes) int64: which row of ``after`` a roll leads to
    special       (n_special,) int64: the rolls whose points depend on more than which boxes are open
    special_pays  by first roll or not, (n_special, n_boxes, n_rows, n_sets): what they bring, with the repeat bonus, or
                  ``never``
    """

    def __init__(self, cards: Cards, dtype: type = float) -> None:
        game, self.cards, self.game, self.dtype = cards.game, cards, cards.game, dtype
        self.turn_scale = game.n_faces ** (game.n_dice * game.n_rolls) if dtype is object else 1
        self.never = -(10**4) * self.turn_scale ** len(game.boxes) if dtype is object else -np.inf
        self.values = np.full((len(cards.row_masks) + 1, len(cards.column_masks) + 1), self.never, dtype)
        bonus = game.upper_bonus or UpperBonus(0, 0)
        for rows, columns in cards.full:
            self.values[rows, columns] = (cards.column_totals[columns] == bonus.at) * bonus.points
        self.turns: dict[int, Turn] = {}
        self.room = np.empty(len(game.lattice.dice) * WIDTH, dtype)
        self.room_for_best, self.room_for_worth = np.empty((2, len(game.points) * WIDTH), dtype)
        order = self.turn(1)
        self.rolls = order.rolls
        self.pays = {first: (game.first_points if first else game.points)[order.rolls] for first in (False, True)}
        self.paying = {first: [_paying(column) for column in pays.T.astype(dtype)] for first, pays in self.pays.items()}
        self.leads = np.where(game.upper, 0, self.pays[False] > 0)
        self.leads[:, cards.upper] = game.lattice.counts[game.lattice.rolls][order.rolls][:, np.array(cards.faces) - 1]
        self.special = np.array([k for k, roll in enumerate(order.rolls) if game.is_special(roll)], np.int64)
        firsts = (False, True) if game.first_roll else (False,)
        self.special_pays = {first: self._special_pays(order.rolls[self.special], first) for first in firsts}

    def pieces(self, rows: slice, columns: slice, width: int = WIDTH) -> Iterator[tuple[slice, slice]]:
        """A block of the cards in pieces of at most so many."""
        n_columns = columns.stop - columns.start
        step = -(-n_columns // -(-n_columns // width))
        for start in range(columns.start, columns.stop, step):
            stop = min(start + step, columns.stop)
            at_once = width // (stop - start)
            for row in range(rows.start, rows.stop, at_once):
                yield slice(row, min(row + at_once, rows.stop)), slice(start, stop)

    def turn(self, width: int) -> Turn:
        """Room for so many cards; the next piece writes over it."""
        if width not in self.turns:
            self.turns[width] = Turn(self.game.lattice, width, self.dtype, self.room)
        return self.turns[width]

    def solve(self, rows: slice, columns: slice) -> None:
        """The values of one piece, from those of the states that a turn leads to."""
        shape = rows.stop - rows.start, columns.stop - columns.start
        turn, first = self.turn(shape[0] * shape[1]), None
        if self.game.first_roll:
            self.enter(turn, rows, columns, first=True)
            first = turn.values[turn.rows]
        self.enter(turn, rows, columns)
        for _ in range(self.game.n_rolls - 1):
            turn.throw()
            turn.hold()
        if first is not None:
            turn.values[turn.rows] = np.maximum(turn.values[turn.rows], first)
        self.values[rows, columns] = turn.mean().reshape(shape)

    def enter(self, turn: Turn, rows: slice, columns: slice, first: bool = False) -> None:
        """Write into the turn what each roll is worth when it goes into its best box; ``first``: as a first roll."""
        unit, after = self.unit(rows, columns), self.after(rows, columns)
        low, high = (self._best_number(after, faces, unit) for faces in (turn.low[1], turn.high[1]))
        lower = [(after[i], self.paying[first][i]) for i in self.cards.lower if after[i] is not None]
        for (zero, _), _ in lower:  # points never hurt, so that zero may stand for all rolls until more is found
            for block in low:
                np.maximum(block, zero, out=block)
        for view, bottom, top in zip(turn.roll_views(), low[::-1], high, strict=True):
            np.maximum(bottom[:, None], top[None], out=view)
        for (_, some), (paid, pays) in lower:
            self._raise(turn, paid, some, pays * unit)
        if len(self.special):
            turn.values[turn.rows[self.special]] = self._best_special(after, rows, columns, first)
        if self.turn_scale != 1:
            for view in turn.roll_views():
                view *= self.turn_scale

    def _raise(self, turn: Turn, paid: np.ndarray | None, some: np.ndarray, pays: np.ndarray) -> None:
        """Raise each roll to what it is worth in a box; None: all rolls are looked at, which is faster for most."""
        width = turn.values.shape[1]
        if paid is None:
            start = 0
            for view in turn.roll_views():
                shape = (*view.shape[:2], 1)
                worth = self.room_for_worth[: view.size].reshape(view.shape)
                np.add(pays[start : start + shape[0] * shape[1]].reshape(shape), some, out=worth)
                np.maximum(view, worth, out=view)
                start += shape[0] * shape[1]
            return
        where = turn.rows[paid]
        best, worth = self.room_for_best[: len(paid) * width], self.room_for_worth[: len(paid) * width]
        best, worth = best.reshape(-1, width), worth.reshape(-1, width)
        turn.values.take(where, axis=0, out=best, mode="clip")
        np.add(pays, some, out=worth)
        turn.values[where] = np.maximum(best, worth, out=best)

    def _best_number(self, after: list[np.ndarray | None], faces: list[Dice], unit: int) -> list[np.ndarray]:
        """By number of dice, what the best number box makes of each half keep: (n_keeps, width) each."""
        n_dice = self.game.n_dice
        dice, blocks = np.arange(n_dice + 1).astype(self.dtype)[:, None], []
        for (face,) in reversed(faces):
            if face in self.cards.faces:
                worth = after[self.cards.upper[self.cards.faces.index(face)]] + dice * face * unit
            else:
                worth = np.full_like(after[self.cards.upper[0]], self.never)
            rest = blocks or [worth[:1]]
            blocks = []
            for k in range(n_dice + 1):
                blocks.append(block := np.empty((sum(map(len, rest[: k + 1])), worth.shape[1]), self.dtype))
                stop = 0
                for n, part in enumerate(rest[: k + 1]):
                    start, stop = stop, stop + len(part)
                    np.maximum(worth[k - n], part, out=block[start:stop])
        return blocks

    def after(self, rows: slice, columns: slice) -> list[np.ndarray | None]:
        """By box, what the card is worth once it is filled: (n_dice + 1, width) by number of dice for a number box,
        (2, width) after zero and after points for another, or None where it is open on no card of the piece.
        """
        cards, shape = self.cards, (rows.stop - rows.start, columns.stop - columns.start)
        next_columns = cards.column_next[:, :, columns]
        numbers = self.values[rows].take(next_columns.reshape(-1), axis=1).reshape(shape[0], -1, shape[1])
        numbers = numbers.transpose(1, 0, 2).reshape(*next_columns.shape[:2], -1)
        found: list[np.ndarray | None] = [None] * len(self.game.boxes)
        for i, worth in zip(cards.upper, numbers, strict=True):
            found[i] = worth
        numbers_first = self.game.in_order and cards.column_masks[columns.start] != cards.column_masks[0]
        for k, i in enumerate(cards.lower):
            next_rows = cards.row_next[rows, k].T
            if (next_rows < len(cards.row_masks)).any() and not numbers_first:
                found[i] = self.values[next_rows, columns].reshape(2, -1)
        return found

    def unit(self, rows: slice, columns: slice) -> int:
        """What a point counts in the values that the cards of a piece lead to: 1 in float64."""
        filled = (
            int(self.cards.row_masks[rows.start]).bit_count() + int(self.cards.column_masks[columns.start]).bit_count()
        )
        return self.turn_scale ** (len(self.game.boxes) - filled - 1)

    def on_piece(self, by_set: np.ndarray, rows: slice, columns: slice) -> np.ndarray:
        """What is known by row and set of number boxes, laid out for the cards of a piece."""
        found = by_set[:, :, rows].take(self.cards.column_sets[columns], axis=3)
        return found.reshape(*found.shape[:2], found.shape[2] * found.shape[3])

    def _best_special(self, after: list[np.ndarray | None], rows: slice, columns: slice, first: bool) -> np.ndarray:
        unit, bring = self.unit(rows, columns), self.on_piece(self.special_pays[first], rows, columns)
        if unit != 1:
            bring = bring * unit
        best = np.full_like(bring[:, 0], self.never)
        for i, worth in enumerate(after):
            if worth is not None:
                np.maximum(best, worth[self.leads[self.special, i]] + bring[:, i], out=best)
        return best

    def _special_pays(self, rolls: np.ndarray, first: bool) -> np.ndarray:
        cards, n_boxes = self.cards, len(self.game.boxes)
        sets = np.unique(cards.column_sets, return_index=True)[1]
        filled = np.zeros((len(cards.row_masks), len(sets), n_boxes), bool)
        for masks, boxes in ((cards.row_masks[:, None], cards.lower), (cards.column_masks[sets], cards.upper)):
            for k, i in enumerate(boxes):
                filled[..., i] = masks >> k & 1
        found = np.empty((len(rolls), n_boxes, *filled.shape[:2]), self.dtype)
        for k, roll in enumerate(rolls):
            pay, beside = self.game.offers(roll, filled, cards.row_earned[:, None], first)
            found[k] = (pay + beside[..., None]).transpose(2, 0, 1)
            found[k][pay.transpose(2, 0, 1) == CLOSED] = self.never
        return found


def _paying(pays: np.ndarray) -> tuple[np.ndarray | None, np.ndarray]:
    """The rolls that a box pays for, None where they are most, and what it pays for each: (n, 1)."""
    paid = np.flatnonzero(pays)
    return (None, pays[:, None]) if len(paid) >= len(pays) // 2 else (paid, pays[paid, None])
