"""Best play over a whole game: the value of every state that a card can be in, by backward induction.

The value of a state is the mean of the points still to come when every turn is played for the most points on average,
the upper bonus included. States are those of ``states``, a grid; a piece of the grid is worked out at once.

Error bound of the float64 values: a turn adds, divides and compares. With u = 2 ** -53 a re-roll rounds each partial
mean at most n_faces times per die; the first throw adds up its 252 rolls in 6 blocks of at most 60 and divides, at most
67 roundings; an entry adds two. So a turn of 3 throws of 5 dice is off by less than (2 * 30 + 67 + 2) u V < 130 u V and
a game of n turns by less than 130 n u V, V being the most points a card can bring: below 3e-10 for the boxed game.
``exact=True`` computes with whole numbers of any size instead and has no error.

Imports dice, rules, states and turn only. Method: the dynamic programme of Verhoeff, Glenn and Woodward (each on their
own), on the lattice instead of a table of rolls by keeps.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from yachtlib.dice import Dice, InputError
from yachtlib.rules import CLOSED, Game, UpperBonus
from yachtlib.states import Cards
from yachtlib.turn import Turn, aligned

WIDTH = 800  # cards at a time: fewer cost more calls, more cost the caches; measured
MOST_STATES = 4_000_000  # some ten seconds of processor time, and a number for each state

Progress = Callable[[float], None]


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
        self.room = aligned(len(game.lattice.dice) * WIDTH, dtype)
        self.room_for_best, self.room_for_worth = (aligned(len(game.points) * WIDTH, dtype) for _ in range(2))
        order = self.turn(1)
        self.rolls = order.rolls
        self.pays = {first: (game.first_points if first else game.points)[order.rolls] for first in (False, True)}
        watched = [box.id == game.remembered for box in game.boxes]
        self.paying = {
            first: [_paying(*column) for column in zip(pays.T.astype(dtype), watched, strict=True)]
            for first, pays in self.pays.items()
        }
        self.leads = np.where(game.upper, 0, self.pays[False] > 0)
        self.leads[:, cards.upper] = game.lattice.counts[game.lattice.rolls][order.rolls][:, np.array(cards.faces) - 1]
        self.special = np.array([k for k, roll in enumerate(order.rolls) if game.is_special(roll)], np.int64)
        firsts = (False, True) if game.first_roll else (False,)
        self.special_pays = {first: self._special_pays(order.rolls[self.special], first) for first in firsts}

    def pieces(self, rows: slice, columns: slice, width: int = WIDTH) -> Iterator[tuple[slice, slice]]:
        """A block of the cards in pieces of at most so many."""
        n_columns = columns.stop - columns.start
        step = -(-n_columns // -(-n_columns // width))
        if n_columns > width:
            step = min(-(-step // 8) * 8, width)  # whole lines of the cache
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
        lower = [(after[i], self.paying[first][i]) for i in self.cards.lower if after[i] is not None]
        # Points never hurt, so that zero may stand for all rolls until more is found.
        zero = np.maximum.reduce([worth[0] for worth, _ in lower]) if lower else None
        low, high = (
            self._best_number(after, faces, unit, least) for faces, least in ((turn.low[1], zero), (turn.high[1], None))
        )
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

    def _best_number(
        self, after: list[np.ndarray | None], faces: list[Dice], unit: int, least: np.ndarray | None
    ) -> list[np.ndarray]:
        """By number of dice, what the best number box, or else ``least``, makes of each half keep: (n_keeps, width)."""
        n_dice = self.game.n_dice
        dice, blocks = np.arange(n_dice + 1).astype(self.dtype)[:, None], []
        for (face,) in reversed(faces):
            if face in self.cards.faces:
                worth = after[self.cards.upper[self.cards.faces.index(face)]] + dice * face * unit
            else:
                worth = np.full_like(after[self.cards.upper[0]], self.never)
            if not blocks:
                blocks = [np.maximum(one, least)[None] for one in worth] if least is not None else list(worth[:, None])
                continue
            rest, blocks = blocks, []
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
        unit, sets = self.unit(rows, columns), self.cards.column_sets[columns]
        best = None
        for i, worth in enumerate(after):
            if worth is not None:
                bring = self.special_pays[first][:, i, rows].take(sets, axis=2).reshape(len(self.special), -1)
                value = worth.take(self.leads[self.special, i], axis=0)
                value += bring if unit == 1 else bring * unit
                best = value if best is None else np.maximum(best, value, out=best)
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


def _paying(pays: np.ndarray, watched: bool) -> tuple[np.ndarray | None, np.ndarray]:
    """The rolls that a box pays for, and what it pays for each: (n, 1); None for all rolls where they are most.

    Not for a box that is ``watched``: after a zero there its card is another than after points.
    """
    paid = np.flatnonzero(pays)
    most = len(paid) >= len(pays) // 2 and not watched
    return (None, pays[:, None]) if most else (paid, pays[paid, None])
