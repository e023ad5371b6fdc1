"""Best play of cut-down games by plain search: whole cards, exact fractions, every throw and every subset of a roll.

It shares no code with the library and no state with it either: a card is the points in its boxes, so it also proves
that cards which the solver holds to be alike are alike. Dice are sorted tuples; the rules stand here a second time.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, product

Roll = tuple[int, ...]
Points = tuple[int | None, ...]  # by box; None while it is open


@dataclass(frozen=True)
class Small:
    """A game of few dice, faces and boxes.

    boxes    what each box pays for a roll, by id, in the order of the card
    faces    the face of each number box, by id
    wild     what a joker makes of a box, by id, where that is more than the roll pays there
    bonus    (points needed in the number boxes, points paid for them)
    repeat   (box, points paid beside for what it takes, once it holds points)
    joker    (box, whether it says where the roll must go)
    first    (boxes, points more there for a first roll)
    lock     (box, the box that must hold points before it pays)
    """

    boxes: Mapping[str, Callable[[Roll], int]]
    faces: Mapping[str, int]
    wild: Mapping[str, int] = field(default_factory=dict)
    bonus: tuple[int, int] = (10**6, 0)
    repeat: tuple[str, int] | None = None
    joker: tuple[str, bool] | None = None
    first: tuple[tuple[str, ...], int] = ((), 0)
    lock: tuple[str, str] | None = None
    in_order: bool = False
    n_dice: int = 3
    n_faces: int = 4
    n_rolls: int = 3

    def legal(self, card: Points, roll: Roll, first: bool = False) -> dict[int, tuple[int, int]]:
        """By place on the card of a box that may be filled: the points written there, and those earned beside it."""
        held = dict(zip(self.boxes, card, strict=True))
        pays = {box: paid(roll) for box, paid in self.boxes.items() if held[box] is None}
        if self.in_order:
            pays = dict(list(pays.items())[:1])
        if first:
            pays = {box: paid + self.first[1] if paid and box in self.first[0] else paid for box, paid in pays.items()}
        if self.lock and self.lock[0] in pays and not held[self.lock[1]]:
            pays[self.lock[0]] = 0
        if self.joker and self.boxes[self.joker[0]](roll) and held[self.joker[0]] is not None:
            pays = self._placed(pays, roll[0], self.joker[1])
        beside = 0
        if self.repeat and self.boxes[self.repeat[0]](roll) and held[self.repeat[0]]:
            beside = self.repeat[1]
        places = list(self.boxes)
        return {places.index(box): (paid, beside) for box, paid in pays.items()}

    def _placed(self, pays: dict[str, int], face: int, forced: bool) -> dict[str, int]:
        """Where a joker of that face may go, and for what."""
        own = [box for box in pays if self.faces.get(box) == face]
        if own:
            return {own[0]: pays[own[0]]} if forced else pays
        others = {box: max(paid, self.wild.get(box, 0)) for box, paid in pays.items() if box not in self.faces}
        return others if others and forced else {**pays, **others}

    def total(self, card: Points) -> int:
        """What a full card comes to, less what was earned beside its boxes."""
        return sum(card) + (self.bonus[1] if self.has_bonus(card) else 0)

    def has_bonus(self, card: Points) -> bool:
        return self.upper_total(card) >= self.bonus[0]

    def upper_total(self, card: Points) -> int:
        return sum(points or 0 for box, points in zip(self.boxes, card, strict=True) if box in self.faces)


@dataclass
class Games:
    """What comes of all the cards of a full game under best play, each with its chance."""

    totals: Counter
    box_means: Counter
    box_zeros: Counter
    p_bonus: Fraction


class Brute:
    """Every card that can come up in a game, and the best play on it."""

    def __init__(self, game: Small) -> None:
        self.game = game
        self.sizes = range(game.n_dice + 1)
        faces = range(1, game.n_faces + 1)
        self.keeps = [keep for k in self.sizes for keep in product(faces, repeat=k) if list(keep) == sorted(keep)]
        self.rolls = [keep for keep in self.keeps if len(keep) == game.n_dice]
        self.throws = {
            keep: Counter(tuple(sorted(keep + rest)) for rest in product(faces, repeat=game.n_dice - len(keep)))
            for keep in self.keeps
        }
        # Asked for again and again, and always the same.
        self.value, self.rolls_worth, self.endings = cache(self._value), cache(self._rolls_worth), cache(self._endings)
        self.play = cache(self._play)

    @cached_property
    def cards(self) -> list[Points]:
        """Every card that some dice and some choices make, fewest boxes filled first."""
        found, new = [], {(None,) * len(self.game.boxes)}
        while new:
            found += sorted(new, key=str)
            new = {
                self.after(card, box, points)
                for card in new
                for roll in self.rolls
                for first in (False, True)
                for box, (points, _) in self.game.legal(card, roll, first).items()
            }
        return found

    @staticmethod
    def after(card: Points, box: int, points: int) -> Points:
        return (*card[:box], points, *card[box + 1 :])

    def _value(self, card: Points) -> Fraction:
        """Points still to come, the bonus for the number boxes included."""
        if None not in card:
            return Fraction(self.game.total(card) - sum(card))
        return self.means(self.rolls_worth(card)[-1])[()]

    def _falls(self, keep: Roll) -> Fraction:
        return Fraction(self.game.n_faces ** (self.game.n_dice - len(keep)))

    def worth(self, card: Points, roll: Roll, first: bool) -> dict[int, Fraction]:
        """By box: what is worth writing the roll there."""
        legal = self.game.legal(card, roll, first)
        return {box: more + points + self.value(self.after(card, box, points)) for box, (points, more) in legal.items()}

    def _rolls_worth(self, card: Points) -> list[dict[Roll, Fraction]]:
        """What each roll is worth with no throw left, with one, and so on; as a first roll it may be written as one."""
        worth = [{roll: max(self.worth(card, roll, first=False).values()) for roll in self.rolls}]
        for _ in range(self.game.n_rolls - 1):
            means = self.means(worth[-1])
            worth.append({roll: max(means[keep] for keep in self.holds(roll)) for roll in self.rolls})
        for roll in self.rolls:
            if self.game.first[1]:
                worth[-1][roll] = max(worth[-1][roll], *self.worth(card, roll, first=True).values())
        return worth

    def holds(self, roll: Roll) -> set[Roll]:
        return {keep for k in self.sizes for keep in combinations(roll, k)}

    def means(self, worth: Mapping[Roll, Fraction]) -> dict[Roll, Fraction]:
        """What each keep is worth when the rest is thrown."""
        return {
            keep: sum(n * worth[roll] for roll, n in self.throws[keep].items()) / self._falls(keep)
            for keep in self.keeps
        }

    def _endings(self, card: Points) -> Counter:
        """The chance of each ending of a turn: (box, points written, points beside).

        Of equal plays: the fewest dice held, then the highest faces, then the earlier box; to stop is to hold them all.
        """
        worth, ended = self.rolls_worth(card), Counter()
        chance = {roll: n / self._falls(()) for roll, n in self.throws[()].items()}
        for left in reversed(range(1, self.game.n_rolls)):
            means, thrown = self.means(worth[left - 1]), Counter()
            for roll, p in chance.items():
                best = max(means[keep] for keep in self.holds(roll))
                equal = [keep for keep in self.holds(roll) if means[keep] == best]
                hold = min(equal, key=lambda keep: (len(keep), [-face for face in reversed(keep)]))
                if left == self.game.n_rolls - 1 and self.game.first[1]:
                    now = max(self.worth(card, roll, first=True).values())
                    if now > best or (now == best and hold == roll):
                        ended[self._written(card, roll, first=True)] += p
                        continue
                for end, n in self.throws[hold].items():
                    thrown[end] += p * n / self._falls(hold)
            chance = thrown
        for roll, p in chance.items():
            ended[self._written(card, roll, first=False)] += p
        return ended

    def _written(self, card: Points, roll: Roll, first: bool) -> tuple[int, int, int]:
        worth = self.worth(card, roll, first)
        box = min(box for box in worth if worth[box] == max(worth.values()))
        return box, *self.game.legal(card, roll, first)[box]

    def _play(self) -> Games:
        """All games at once, from the empty card to the full ones."""
        games = {((None,) * len(self.game.boxes), 0): Fraction(1)}
        for _ in self.game.boxes:
            later, endings = Counter(), {card: self.endings(card) for card in {card for card, _ in games}}
            for (card, beside), p in games.items():
                for (box, points, more), share in endings[card].items():
                    later[self.after(card, box, points), beside + more] += p * share
            games = later
        found = Games(Counter(), Counter(), Counter(), Fraction(0))
        for (card, beside), p in games.items():
            found.totals[self.game.total(card) + beside] += p
            found.p_bonus += p * self.game.has_bonus(card)
            for box, points in zip(self.game.boxes, card, strict=True):
                found.box_means[box] += p * points
                found.box_zeros[box] += p * (points == 0)
        return found
