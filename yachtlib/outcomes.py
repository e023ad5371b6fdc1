"""What a whole card can come to: the most it can hold, and how often each total comes up under best play.

Imports card, rules, solver and play only.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

import numpy as np

from yachtlib.card import Card, holdable
from yachtlib.play import Play
from yachtlib.rules import Game, UpperBonus
from yachtlib.solver import Cards, Progress, Solution, Table, short_buffer, tell

Block = tuple[int, int]  # its first row and column
NARROW = 256  # cards at a time: what they still bring are rows of some hundred numbers each


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
        """The smallest total that is reached or fallen short of with at least this chance."""
        return int(np.searchsorted(np.cumsum(self.chance), float(share) - 1e-12))


def ceiling(game: Game, repeat_bonus: bool = True, five_alikes: int | None = None) -> Card:
    """A card with the most points that the game allows, filled by rolls that can really follow one another.

    Without ``repeat_bonus``: the most when none is ever earned. ``five_alikes``: the most when no more turns than that
    end in five alike.
    """
    if five_alikes is None and not game.remembered:  # the boxes do not mind one another: any roll can fall for any box
        return Card(game, {box.id: holdable(game, box.id)[-1] for box in game.boxes})
    return _Ceiling(game, repeat_bonus, five_alikes).card()


class _Ceiling:
    """The most points that every card can still bring, found backwards like the values of best play.

    tables  one for each number of five alikes that may still come, from none up; just one where they are not counted
    """

    def __init__(self, game: Game, repeat_bonus: bool, five_alikes: int | None) -> None:
        self.game, self.cards = game, Cards(game)
        self.tables = [Table(self.cards) for _ in range((five_alikes or 0) + 1)]
        dice = game.lattice
        self.counted = dice.counts[dice.rolls].max(axis=1) == (game.n_dice if five_alikes is not None else -1)
        for table in self.tables:
            if not repeat_bonus:
                table.special_pays[:, :, self.cards.row_earned] = table.never
        for block in self.cards.blocks:
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

    From the full cards backwards, as the values were found: what a card still brings is what its turn can end in, each
    ending followed by what the card after it brings.
    """
    still = _Still(solution)
    with short_buffer():
        for rows, columns in tell(solution.cards, progress):
            still.work_out(rows, columns)
    return still.totals()


class _Still:
    """What cards still bring, by block of cards; kept only while a block still to come needs it.

    points  (rows, columns, most + 1) float64: the chance of each number of points
    boxes   (rows, columns, 2 n_boxes + 1) float64: mean points of each box, the chance of a zero in each, and the chance
            of the upper bonus
    """

    def __init__(self, solution: Solution) -> None:
        self.play, self.cards, self.game = Play(solution), solution.cards, solution.game
        self.n_boxes = len(self.game.boxes)
        self.by_lead: dict[tuple[int, int], list[int]] = {}
        for number, entry in enumerate(self.play.entries):
            self.by_lead.setdefault((entry.box, entry.lead), []).append(number)
        self.points: dict[Block, np.ndarray] = {}
        self.boxes: dict[Block, np.ndarray] = {}
        bonus = self.game.upper_bonus or UpperBonus(1, 0)
        for rows, columns in self.cards.full:
            earned = self.cards.column_totals[columns] == bonus.at
            points = np.zeros((rows.stop - rows.start, len(earned), 1 + bonus.points))
            points[:, ~earned, 0] = points[:, earned, bonus.points] = 1
            boxes = np.zeros((*points.shape[:2], 2 * self.n_boxes + 1))
            boxes[:, earned, -1] = 1
            self.points[rows.start, columns.start], self.boxes[rows.start, columns.start] = points, boxes

    def work_out(self, rows: slice, columns: slice) -> None:
        """One block, from those that a turn leads to."""
        parts = [(*piece, *self._piece(*piece)) for piece in self.play.table.pieces(rows, columns, NARROW)]
        shape = rows.stop - rows.start, columns.stop - columns.start
        most = max(points.shape[1] for _, _, points, _ in parts)
        points, boxes = np.zeros((*shape, most)), np.zeros((*shape, 2 * self.n_boxes + 1))
        for part_rows, part_columns, part_points, part_boxes in parts:
            where = (
                slice(part_rows.start - rows.start, part_rows.stop - rows.start),
                slice(part_columns.start - columns.start, part_columns.stop - columns.start),
            )
            here = points[where].shape[:2]
            points[where][..., : part_points.shape[1]] = part_points.reshape(*here, -1)
            boxes[where] = part_boxes.reshape(*here, -1)
        reached = np.flatnonzero(points.any(axis=(0, 1)))[-1] + 1
        self.points[rows.start, columns.start], self.boxes[rows.start, columns.start] = (
            points[..., :reached].copy(),
            boxes,
        )
        self._forget(rows, columns)

    def _forget(self, rows: slice, columns: slice) -> None:
        """Let go of the blocks of fuller rows once all that lead there are worked out: unearned rows are the last."""
        cards, here = self.cards, int(self.cards.row_masks[rows.start]).bit_count()
        if not cards.row_earned[rows.start]:
            for row, column in list(self.points):
                if column == columns.start and int(cards.row_masks[row]).bit_count() > here:
                    del self.points[row, column], self.boxes[row, column]

    def totals(self) -> Totals:
        """What the empty card brings."""
        ids = [box.id for box in self.game.boxes]
        rows, columns = self.cards.blocks[-1]
        chance = self.points[rows.start, columns.start][0, 0]
        boxes = self.boxes[rows.start, columns.start][0, 0].tolist()
        return Totals(
            game=self.game,
            chance=chance,
            box_means=MappingProxyType(dict(zip(ids, boxes[: self.n_boxes], strict=True))),
            box_zeros=MappingProxyType(dict(zip(ids, boxes[self.n_boxes : -1], strict=True))),
            p_bonus=boxes[-1] if self.game.upper_bonus else None,
        )

    def _piece(self, rows: slice, columns: slice) -> tuple[np.ndarray, np.ndarray]:
        """(width, most + 1) and (width, 2 n_boxes + 1): what the cards of one piece still bring."""
        endings, entries = self.play.endings(rows, columns), self.play.entries
        arrived = endings.any(axis=1)
        leads = {}
        for (box, lead), numbers in self.by_lead.items():
            if numbers := [number for number in numbers if arrived[number]]:
                leads[box, lead] = numbers, *self._next(rows, columns, box, lead)
        most = max(p.shape[1] + max(entries[n].gain for n in numbers) for numbers, p, _ in leads.values())
        points = np.zeros((endings.shape[1], most))
        boxes = np.zeros((endings.shape[1], 2 * self.n_boxes + 1))
        for (box, _), (numbers, next_points, next_boxes) in leads.items():
            for number in numbers:
                entry, chance = entries[number], endings[number]
                points[:, entry.gain : entry.gain + next_points.shape[1]] += chance[:, None] * next_points
                boxes[:, box] += chance * entry.points
                boxes[:, self.n_boxes + box] += chance * (entry.points == 0)
            boxes += endings[numbers].sum(axis=0)[:, None] * next_boxes
        return points, boxes

    def _next(self, rows: slice, columns: slice, box: int, lead: int) -> list[np.ndarray]:
        """(width, …) each: what the cards of a piece bring after that box is filled; where it is not open, anything."""
        cards, to_row, to_column = self.cards, np.arange(rows.start, rows.stop), np.arange(columns.start, columns.stop)
        if box in cards.upper:
            to_column = cards.column_next[cards.upper.index(box), lead, columns]
        else:
            to_row = cards.row_next[rows, cards.lower.index(box), lead]
        row, column = (
            max(start for start in {at[i] for at in self.points} if start <= to.min())
            for i, to in ((0, to_row), (1, to_column))
        )
        found = []
        for block in (self.points[row, column], self.boxes[row, column]):
            there = np.minimum(to_row - row, len(block) - 1), np.minimum(to_column - column, block.shape[1] - 1)
            found.append(block[np.ix_(*there)].reshape(len(to_row) * len(to_column), -1))
        return found
