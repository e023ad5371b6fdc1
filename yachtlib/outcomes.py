"""What a whole card can come to: the most it can hold, and how often each total comes up under best play.

Imports card, dice, rules, states, solver and play only.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

import numpy as np

from yachtlib.card import Card
from yachtlib.dice import InputError
from yachtlib.play import Play
from yachtlib.rules import Game, UpperBonus
from yachtlib.solver import Progress, Solution, Table, short_buffer, tell
from yachtlib.states import Cards

Block = tuple[int, int]  # its first row and column
NARROW = 256  # cards at a time: the chances of their points so far are some hundred numbers each


@dataclass(frozen=True)
class Totals:
    """Final totals of best play, exact up to float64.

    chance         (most + 1,) float64: the chance of each total, 0 points first
    box_means      points that each box holds on average, by box id, without bonuses
    box_zeros      the chance that each box ends with zero, by box id
    p_bonus        the chance of the upper bonus, None in a game without
    """

    game: Game
    chance: np.ndarray
    box_means: Mapping[str, float]
    box_zeros: Mapping[str, float]
    p_bonus: float | None

    @cached_property
    def mean(self) -> float:
        return float(self.chance @ np.arange(len(self.chance)))

    @cached_property
    def sd(self) -> float:
        """Standard deviation, in points."""
        return float(np.sqrt(self.chance @ (np.arange(len(self.chance)) - self.mean) ** 2))

    def percentile(self, share: Fraction) -> int:
        """The smallest total that is reached or fallen short of with at least this chance. Raises InputError."""
        if not 0 < share < 1:
            raise InputError(f"share: {share} given; allowed: more than 0 and less than 1")
        return int(np.searchsorted(np.cumsum(self.chance), float(share) - 1e-12))


def ceiling(
    game: Game, repeat_bonus: bool = True, five_alikes: int | None = None, progress: Progress | None = None
) -> Card:
    """A card with the most points that the game allows, filled by rolls that can really follow one another.

    Without ``repeat_bonus``: the most when none is ever earned. ``five_alikes``: the most when no more turns than that
    end in five alike. Raises InputError when that is no number of turns.
    """
    turns = range(len(game.boxes) + 1)
    if five_alikes is not None and (type(five_alikes) is not int or five_alikes not in turns):
        raise InputError(f"five_alikes: {five_alikes!r} given; allowed: a number of turns from 0 to {turns[-1]}")
    if five_alikes is None and not game.remembered:  # the boxes do not mind one another: any roll can fall for any box
        return Card(game, {box: numbers[-1] for box, numbers in game.holdable.items()})
    return _Ceiling(game, repeat_bonus, five_alikes, progress).card()


class _Ceiling:
    """The most points that every card can still bring, found backwards like the values of best play.

    tables  one for each number of five alikes that may still come, from none up; just one where they are not counted
    """

    def __init__(self, game: Game, repeat_bonus: bool, five_alikes: int | None, progress: Progress | None) -> None:
        self.game, self.cards = game, Cards(game)
        self.tables = [Table(self.cards) for _ in range((five_alikes or 0) + 1)]
        dice = game.lattice
        self.counted = dice.counts[dice.rolls].max(axis=1) == (game.n_dice if five_alikes is not None else -1)
        for table in self.tables:
            if game.repeat_bonus and not repeat_bonus:
                for pays in table.special_pays.values():
                    pays[:, :, self.cards.row_earned] = table.never
        for block in tell(self.cards, progress):
            for rows, columns in self.tables[0].pieces(*block):
                for left, table in enumerate(self.tables):
                    most = self._rolls(left, rows, columns).max(axis=0)
                    table.values[rows, columns] = most.reshape(rows.stop - rows.start, -1)

    def card(self) -> Card:
        """A full card that brings the most."""
        card, left = Card(self.game), len(self.tables) - 1
        while card.open_boxes:
            row, column = self.cards.find(card.points)
            best = self._rolls(left, slice(row, row + 1), slice(column, column + 1))[:, 0].argmax()
            roll = int(self.tables[0].rolls[best])
            left -= int(self.counted[roll])
            dice, first = self.game.lattice.dice[self.game.lattice.rolls.start + roll], self.game.first_roll is not None
            after = [card.enter(box, dice, first) for box in card.legal(dice, first)]
            values = [self.tables[left].values[self.cards.find(card.points)] for card in after]
            card = max(zip(after, values, strict=True), key=lambda pair: self._total(*pair))[0]
        return card

    @staticmethod
    def _total(card: Card, still: float) -> float:
        """What a card comes to; the bonus it has or may earn is among what it still brings."""
        return sum(card.points.values()) + card.repeat_bonus + still

    def _rolls(self, left: int, rows: slice, columns: slice) -> np.ndarray:
        """(n_rolls, width): the most that each roll can come to, with so many five alikes left."""
        counted = self.counted[self.tables[0].rolls]
        found = self._enter(left, rows, columns)
        if counted.any():
            found[counted] = self._enter(left - 1, rows, columns)[counted] if left else -np.inf
        return found

    def _enter(self, left: int, rows: slice, columns: slice) -> np.ndarray:
        table = self.tables[left]
        turn = table.turn((rows.stop - rows.start) * (columns.stop - columns.start))
        table.enter(turn, rows, columns, first=self.game.first_roll is not None)
        return turn.values[turn.rows]


def totals(solution: Solution, progress: Progress | None = None) -> Totals:
    """The exact distribution of final totals when every turn is played best; see ``play`` for how ties are decided.

    Wants a solution in float64. From the empty card onwards: the chance of each card with each number of points so far
    goes to the cards that its turn can end in. Cards that best play never meets are passed over.
    """
    games = _Games(solution)
    with short_buffer():
        for block in tell(solution.cards, progress, backwards=True):
            games.play_on(*block)
    return games.totals()


class _Games:
    """All games of best play at once, a block of cards at a time.

    chances  by first row and column of a block, (rows, columns, most points so far + 1) float64; of blocks to be played
    means    (n_boxes,) float64: mean points written in each box so far; ``zeros``: the chance of a zero in it
    """

    def __init__(self, solution: Solution) -> None:
        self.play, self.cards, self.game = Play(solution), solution.cards, solution.game
        self.by_lead: dict[tuple[int, int], list[int]] = {}
        for number, entry in enumerate(self.play.entries):
            self.by_lead.setdefault((entry.box, entry.lead), []).append(number)
        blocks = [*self.cards.full, *self.cards.blocks]
        self.sizes = {(r.start, c.start): (r.stop - r.start, c.stop - c.start) for r, c in blocks}
        self.starts = [np.unique([block[axis].start for block in blocks]) for axis in (0, 1)]
        self.chances = {(blocks[-1][0].start, blocks[-1][1].start): np.ones((1, 1, 1))}
        self.means, self.zeros = np.zeros((2, len(self.game.boxes)))

    def play_on(self, rows: slice, columns: slice) -> None:
        """One turn of every game whose card is in this block."""
        chances = self.chances.pop((rows.start, columns.start), None)
        if chances is None:
            return
        most = np.flatnonzero(chances.any(axis=(0, 1)))[-1]
        for piece_rows, piece_columns in self.play.table.pieces(rows, columns, NARROW):
            there = chances[
                piece_rows.start - rows.start : piece_rows.stop - rows.start,
                piece_columns.start - columns.start : piece_columns.stop - columns.start,
                : most + 1,
            ]
            if there.any():
                endings = self.play.endings(piece_rows, piece_columns)
                corner = np.array([[piece_rows.start], [piece_columns.start]])
                cells = np.indices(there.shape[:2]).reshape(2, -1) + corner
                self._end_turns(cells, there.reshape(-1, most + 1), endings)

    def _end_turns(self, cells: np.ndarray, chances: np.ndarray, endings: np.ndarray) -> None:
        """Add to the cards that these turns end in. ``cells``: (2, width), row and column of each card."""
        met = chances.sum(axis=1)
        for (box, lead), numbers in self.by_lead.items():
            share = endings[numbers]
            live = np.flatnonzero(share.sum(axis=0) * met)
            if not len(live):
                continue
            entries = [self.play.entries[number] for number in numbers]
            arrive = np.zeros((len(live), chances.shape[1] + max(entry.gain for entry in entries)))
            before = chances[live]
            for entry, chance in zip(entries, share[:, live], strict=True):
                arrive[:, entry.gain : entry.gain + before.shape[1]] += chance[:, None] * before
                ended = float(chance @ met[live])
                self.means[box] += ended * entry.points
                self.zeros[box] += ended * (entry.points == 0)
            self._add(self._after(cells[:, live], box, lead), arrive)

    def _after(self, cells: np.ndarray, box: int, lead: int) -> np.ndarray:
        """(2, n): the cards once that box is filled."""
        (rows, columns), cards = cells, self.cards
        if box in cards.upper:
            return np.stack([rows, cards.column_next[cards.upper.index(box), lead, columns]])
        return np.stack([cards.row_next[rows, cards.lower.index(box), lead], columns])

    def _add(self, cells: np.ndarray, arrive: np.ndarray) -> None:
        """Add chances to cards of one block; neighbours may arrive at the same card."""
        new = np.flatnonzero(np.append(True, (cells[:, 1:] != cells[:, :-1]).any(axis=0)))
        if len(new) < len(arrive):
            arrive, cells = np.add.reduceat(arrive, new, axis=0), cells[:, new]
        block = tuple(
            int(starts[np.searchsorted(starts, at[0], "right") - 1])
            for starts, at in zip(self.starts, cells, strict=True)
        )
        old = self.chances.get(block, np.zeros((*self.sizes[block], 0)))
        if old.shape[2] < arrive.shape[1]:
            more = np.zeros((*old.shape[:2], arrive.shape[1] - old.shape[2]))
            self.chances[block] = old = np.concatenate([old, more], axis=2)
        old[cells[0] - block[0], cells[1] - block[1], : arrive.shape[1]] += arrive

    def totals(self) -> Totals:
        """What all the full cards come to."""
        bonus, ids = self.game.upper_bonus or UpperBonus(1, 0), [box.id for box in self.game.boxes]
        most = max(chances.shape[2] for chances in self.chances.values()) + bonus.points
        total, p_bonus = np.zeros(most), 0.0
        for (_, column), chances in self.chances.items():
            for k, by_points in enumerate(np.moveaxis(chances, 1, 0)):
                earned = self.cards.column_totals[column + k] == bonus.at
                shift = bonus.points if earned else 0
                total[shift : shift + by_points.shape[1]] += by_points.sum(axis=0)
                p_bonus += float(by_points.sum()) if earned else 0.0
        return Totals(
            game=self.game,
            chance=total[: np.flatnonzero(total)[-1] + 1],
            box_means=MappingProxyType(dict(zip(ids, self.means.tolist(), strict=True))),
            box_zeros=MappingProxyType(dict(zip(ids, self.zeros.tolist(), strict=True))),
            p_bonus=p_bonus if self.game.upper_bonus else None,
        )
