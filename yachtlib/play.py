"""What best play does: the hold and the box that it chooses, and where a turn then leads.

Plays that are worth the same within TIE are one play; then the fewest dice are kept, the highest faces among those, and
the earlier box is filled. Works on a piece of cards at a time, from a table of solved values.

Imports dice, solver and turn only.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from yachtlib.dice import Dice, InputError
from yachtlib.solver import Solution, Table
from yachtlib.turn import Turn

TIE = 1e-9  # two plays worth the same differ by what float64 loses, less than this by far


@dataclass(frozen=True)
class Entry:
    """What a turn can end in: a box (its place on the card), the row of ``Table.after`` that this leads to, the points
    written in the box, and those earned beside it.
    """

    box: int
    lead: int
    points: int
    beside: int = 0

    @property
    def gain(self) -> int:
        return self.points + self.beside


@dataclass(frozen=True)
class FirstHold:
    """What best play keeps of a first roll.

    worth  points still to come on average after this hold, float64, an upper bonus included
    next   the best of the other holds, worth ``lead`` points less; 0 when it is as good
    """

    hold: Dice
    worth: float
    next: Dice
    lead: float


class Play:
    """Best play of a solved game. ``entries``: everything that a turn can end in."""

    def __init__(self, solution: Solution) -> None:
        if solution.values.dtype == object:
            raise InputError("best play is looked up in a solution in float64; solve without exact")
        self.game, self.cards = solution.game, solution.cards
        self.table = Table(solution.cards)
        self.table.values[:-1, :-1] = solution.values
        self._index: dict[Entry, int] = {}
        table, n_boxes = self.table, len(self.game.boxes)
        self._entry = {
            first: np.array(
                [
                    [self._number(Entry(i, int(table.leads[roll, i]), int(pays[roll, i]))) for i in range(n_boxes)]
                    for roll in range(len(pays))
                ]
            )
            for first, pays in table.pays.items()
        }
        self._special_entry = {first: self._special_entries(pays) for first, pays in table.special_pays.items()}
        self.entries = tuple(self._index)
        self._mass: dict[int, Turn] = {}

    def _special_entries(self, special_pays: np.ndarray) -> np.ndarray:
        """The number of each entry that ``special_pays`` stand for, int16; -1 where a box may not be filled."""
        table, found = self.table, np.full(special_pays.shape, -1, np.int16)
        for k, i in np.ndindex(*special_pays.shape[:2]):
            roll, pays = int(table.special[k]), special_pays[k, i]
            beside = self._beside(roll)
            for gain, more in product(np.unique(pays[np.isfinite(pays)]), {0, beside}):
                where = (pays == gain) & ((self.cards.row_earned[:, None] == bool(more)) | (beside == 0))
                if where.any():
                    entry = Entry(i, int(table.leads[roll, i]), int(gain) - more, more)
                    found[k, i][where] = self._number(entry)
        return found

    def endings(self, rows: slice, columns: slice) -> np.ndarray:
        """(n_entries, width) float64: the chance of each ending of the next turn, by card of the piece."""
        table, game = self.table, self.game
        width = (rows.stop - rows.start) * (columns.stop - columns.start)
        turn, mass = table.turn(width), self._room(width)
        chance = np.repeat(turn.ways[:, None] / game.n_faces**game.n_dice, width, axis=1)
        found = np.zeros((len(self.entries), width))
        first = self.choose(turn, rows, columns, first=True) if game.first_roll else None
        first_worth = turn.values[turn.rows] if game.first_roll else None
        last = self.choose(turn, rows, columns)
        holds = []
        for throw in range(game.n_rolls - 1):
            turn.throw()
            if first is not None and throw == game.n_rolls - 2:  # to stop is to keep all
                stops = first_worth >= turn.values[turn.rows] - TIE
                turn.values[turn.rows] = np.maximum(turn.values[turn.rows], first_worth)
            holds.append(turn.hold_ranked(TIE))
        for hold in reversed(holds):
            if first is not None and hold is holds[-1]:
                stopped = np.where((hold == turn.rows[:, None]) & stops, chance, 0)
                found += _gather(first, stopped, len(found))
                chance = chance - stopped
            mass.values[:] = _gather(hold, chance, len(mass.values))
            mass.spread()
            chance = mass.values[turn.rows]
        return found + _gather(last, chance, len(found))

    def first_holds(self, filled: Mapping[str, int] | None = None) -> dict[Dice, FirstHold]:
        """What to keep of each first roll on a card given as points by box id, the empty one by default.

        Raises KeyError for a card that no turns make.
        """
        worth, dice = self._first_keeps(*self.cards.find(filled or {})), self.game.lattice
        found = {}
        for roll in dice.dice[dice.rolls]:
            holds = sorted({dice.find(keep) for k in range(len(roll) + 1) for keep in combinations(roll, k)})
            best = next(hold for hold in holds if worth[hold] >= worth[holds].max() - TIE)
            others = [hold for hold in holds if hold != best]
            second = next(hold for hold in others if worth[hold] >= worth[others].max() - TIE)
            lead = max(0.0, float(worth[best] - worth[second]))
            found[roll] = FirstHold(dice.dice[best], float(worth[best]), dice.dice[second], lead if lead > TIE else 0.0)
        return found

    def _first_keeps(self, row: int, column: int) -> np.ndarray:
        """(n_keeps,) float64: what each keep of a first roll is worth; to keep all dice is to stop."""
        rows, columns, turn = slice(row, row + 1), slice(column, column + 1), self.table.turn(1)
        self.choose(turn, rows, columns, first=self.game.first_roll is not None)
        stop = turn.values[turn.rows, 0]
        self.choose(turn, rows, columns)
        for throw in range(self.game.n_rolls - 1):
            if throw:
                turn.hold()
            turn.throw()
        worth = np.empty(len(turn.keeps))
        worth[turn.keeps] = turn.values[:, 0]
        worth[turn.keeps[turn.rows]] = stop
        return worth

    def choose(self, turn: Turn, rows: slice, columns: slice, first: bool = False) -> np.ndarray:
        """(n_rolls, width) int: which entry each roll is best written as; what it is worth is left in the turn."""
        table, after = self.table, self.table.after(rows, columns)
        best = np.full((len(turn.rows), turn.values.shape[1]), -np.inf)
        chosen = np.full(best.shape, -1)
        bring = table.on_piece(table.special_pays[first], rows, columns)
        special_entry = table.on_piece(self._special_entry[first], rows, columns)
        for i, worth in enumerate(after):
            if worth is None:
                continue
            value = worth[table.leads[:, i]]
            value += table.pays[first][:, i, None]
            entry = np.broadcast_to(self._entry[first][:, i, None], value.shape)
            if len(table.special):
                value[table.special] += bring[:, i] - table.pays[first][table.special, i, None]
                entry = entry.copy()
                entry[table.special] = special_entry[:, i]
            better = value > best + TIE
            np.copyto(best, value, where=better)
            np.copyto(chosen, entry, where=better)
        turn.values[turn.rows] = best
        return chosen

    def _beside(self, roll: int) -> int:
        """What a roll earns beside its box once the remembered box holds its points."""
        rule = self.game.repeat_bonus
        return rule.points if rule and self.table.pays[False][roll, self.game.index(rule.box)] else 0

    def _room(self, width: int) -> Turn:
        if width not in self._mass:
            self._mass[width] = Turn(self.game.lattice, width)
        return self._mass[width]

    def _number(self, entry: Entry) -> int:
        return self._index.setdefault(entry, len(self._index))


def _gather(where: np.ndarray, chance: np.ndarray, n: int) -> np.ndarray:
    """(n, width): the chances added up by where they lead, column by column."""
    width = chance.shape[1]
    at = where * width + np.arange(width)
    return np.bincount(at.ravel(), weights=chance.ravel(), minlength=n * width).reshape(n, width)
