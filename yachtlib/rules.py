"""What a game is made of: boxes, bonuses, and the options on which tables disagree. Frozen, self-checking data.

A rule is written once, here or in ``games``, and everything else reads it: a card asks :meth:`Game.offers` for one
roll, the solver asks it for thousands of cards at once. Imports dice and scoring only.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property, lru_cache
from typing import Any, Literal

import numpy as np

from yachtlib.dice import InputError, Lattice, lattice
from yachtlib.scoring import ALL, MATCHING, Number, Pattern, Price, points

Section = Literal["upper", "lower"]
SECTIONS: tuple[Section, ...] = ("upper", "lower")
RULES = ("repeat_bonus", "joker", "first_roll", "lock", "instant_win")  # the fields of a game that name boxes
CLOSED = -1  # stands for the points of a box that a roll may not fill


class RulesError(ValueError):
    """A game contradicts itself: a mistake in its file, found when it is imported."""


@dataclass(frozen=True)
class Box:
    """One line of the card. ``name`` is printed on the game's own sheet; ``price`` says what its pattern pays."""

    id: str
    name: str
    section: Section
    pattern: Pattern
    price: Price

    def points(self, counts: np.ndarray) -> np.ndarray:
        """(n, n_faces) dice of each face -> (n,) int64 points."""
        return points(self.pattern, self.price, counts)

    def column(self, dice: Lattice) -> np.ndarray:
        """(n_rolls,) int64: the points of every roll."""
        return _column(self.pattern, self.price, dice)

    def counting(self, counts: np.ndarray) -> np.ndarray:
        """Dice of each face that earn the points: (n, n_faces) -> the same; all where the price adds them all."""
        if self.price == ALL:
            return np.where(self.pattern.made(counts)[:, None], counts, 0)
        return self.pattern.counting(counts)


# The number boxes, which every game of the family has.
NUMBERS: tuple[Box, ...] = tuple(
    Box(name.lower(), name, "upper", Number(face), MATCHING)
    for face, name in enumerate(("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes"), start=1)
)


@dataclass(frozen=True)
class UpperBonus:
    """``points`` once the upper boxes add up to ``at`` or more."""

    at: int
    points: int


@dataclass(frozen=True)
class RepeatBonus:
    """``points`` beside the box for every roll that ``box`` pays for, once ``box`` holds its points."""

    box: str
    points: int


@dataclass(frozen=True)
class Joker:
    """A roll that ``box`` pays for is a joker once ``box`` is filled, even with zero.

    With its own number box filled it makes every combination. Where it goes is ``forced``: into its own number box
    while that is open, then into any open lower box, then into any number box, for nothing. Else it may go anywhere,
    but while its own number box is open it makes no combination that it is not.
    """

    box: str
    forced: bool


@dataclass(frozen=True)
class FirstRollBonus:
    """``points`` more in these boxes when the first roll of a turn makes them."""

    boxes: tuple[str, ...]
    points: int


@dataclass(frozen=True)
class Lock:
    """``box`` pays only once the box ``until`` holds its points; before, and after a zero there, it takes zero."""

    box: str
    until: str


@dataclass(frozen=True)
class InstantWin:
    """A first roll that ``box`` pays for wins at once where two or more play; what cards hold is then beside the point.

    No card and no average knows of it: only a game that is played does.
    """

    box: str


@dataclass(frozen=True)
class Choice:
    """One reading of a disputed rule, and who follows it.

    says     the reading in a few words, as it stands on pages
    sources  citation keys of those who follow it
    boxes    boxes that take the place of the game's own boxes of the same id; those of a new id stand last on the card
    sets     fields of the game that this reading sets, such as ``upper_bonus``
    """

    id: str
    says: str
    sources: tuple[str, ...]
    boxes: tuple[Box, ...] = ()
    sets: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Option:
    """A rule on which tables disagree. The first choice is the default and changes nothing."""

    id: str
    question: str
    choices: tuple[Choice, ...]

    @property
    def default(self) -> Choice:
        return self.choices[0]

    def reading(self, choice: Choice) -> str:
        """What a table says about it that plays this choice: the question and the choice, without the full stop."""
        return f"{self.question} {choice.says[0].upper()}{choice.says[1:]}"

    def choice(self, choice_id: str) -> Choice:
        """Raises InputError, naming the choices there are."""
        for choice in self.choices:
            if choice.id == choice_id:
                return choice
        raise InputError(f"{self.id}: no choice {choice_id!r}; allowed: {', '.join(c.id for c in self.choices)}")


@dataclass(frozen=True)
class Game:
    """A game's rules. ``chosen`` holds the options that differ from the default, as (option, choice) ids;
    ``default`` is then the game without them. With ``in_order`` the boxes are filled from the top of the card down.
    """

    id: str
    name: str
    edition: str
    boxes: tuple[Box, ...]
    year: int | None = None
    options: tuple[Option, ...] = ()
    aliases: tuple[str, ...] = ()
    upper_bonus: UpperBonus | None = None
    repeat_bonus: RepeatBonus | None = None
    joker: Joker | None = None
    first_roll: FirstRollBonus | None = None
    lock: Lock | None = None
    instant_win: InstantWin | None = None
    in_order: bool = False
    n_dice: int = 5
    n_faces: int = 6
    n_rolls: int = 3
    chosen: tuple[tuple[str, str], ...] = ()
    default: "Game | None" = field(default=None, repr=False)

    def __post_init__(self) -> None:
        boxes = [box.id for box in self.boxes]
        choices = [choice for option in self.options for choice in option.choices]
        all_boxes = [*self.boxes, *(box for choice in choices for box in choice.boxes)]
        named = [self.id, *self.aliases, *(thing.id for thing in (*all_boxes, *self.options, *choices))]
        for name in named:
            _require(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name), f"{self.id}: {name!r} is not in kebab-case")
        for kind, ids in [("boxes", boxes), ("options", [o.id for o in self.options])]:
            _require(len(set(ids)) == len(ids), f"{self.id}: two {kind} share an id")
        for box in all_boxes:
            _require(box.section in SECTIONS, f"{self.id}: {box.id} stands in no section")
            _require(box.column(self.lattice).max() > 0, f"{self.id}: no roll pays in {box.id}")
        _require(self.boxes, f"{self.id}: a game needs boxes")
        _require(self.n_dice > 0 and self.n_faces > 1 and self.n_rolls > 0, f"{self.id}: no dice to roll")
        sections = [box.section for box in self.boxes]
        _require(
            not self.in_order or sections == sorted(sections, reverse=True), f"{self.id}: the number boxes come first"
        )
        _require(self.n_rolls > 1 or not self.first_roll, f"{self.id}: a turn of one roll has no first roll to pay for")
        self._check_rules({name: getattr(self, name) for name in RULES}, boxes)
        self._check_options(boxes)

    def _check_options(self, boxes: list[str]) -> None:
        settable = {f.name for f in fields(self)} - {"id", "boxes", "options", "chosen", "default"}
        owners: dict[str, str] = {}
        for option in self.options:
            ids = [choice.id for choice in option.choices]
            _require(len(set(ids)) == len(ids), f"{self.id}: two choices share an id")
            _require(not option.default.boxes and not option.default.sets, f"{option.id}: the default changes the game")
            for choice in option.choices:
                _require(choice.sources, f"{option.id}={choice.id} names no source")
                for field_name in choice.sets:
                    _require(field_name in settable, f"{option.id}={choice.id} sets unknown {field_name}")
                for thing in [*(box.id for box in choice.boxes), *choice.sets]:
                    owner = owners.setdefault(thing, option.id)
                    _require(owner == option.id, f"{option.id} and {owner} both change {thing}")
                self._check_rules(choice.sets, [*boxes, *(box.id for box in choice.boxes)])

    def _check_rules(self, rules: Mapping[str, Any], boxes: list[str]) -> None:
        """The boxes that a rule names are there, and only one has to be remembered."""
        for name in RULES:
            if rule := rules.get(name):
                for value in (getattr(rule, f.name) for f in fields(rule)):
                    for box in [value] if isinstance(value, str) else value if isinstance(value, tuple) else []:
                        _require(box in boxes, f"{self.id}: {name} names unknown box {box}")
        repeat, lock = rules.get("repeat_bonus"), rules.get("lock")
        lower = {box.id for box in self.boxes if box.section == "lower"}
        if repeat and lock:
            says = "repeat_bonus and lock watch two boxes; only one can be remembered"
            _require(repeat.box == lock.until, f"{self.id}: {says}")
        lower = {box.id for box in self.boxes if box.section == "lower"}
        for name, watched in (("repeat_bonus", repeat and repeat.box), ("lock", lock and lock.until)):
            _require(not watched or watched in lower, f"{self.id}: {name} watches {watched}, which is a number box")
        _require(not repeat or repeat.points > 0, f"{self.id}: a repeat bonus pays more than nothing")

    @property
    def lattice(self) -> Lattice:
        """The keeps and rolls of its dice."""
        return lattice(self.n_dice, self.n_faces)

    @cached_property
    def points(self) -> np.ndarray:
        """(n_rolls, n_boxes) int64: what every roll pays in every box, in the order of the lattice and of the card."""
        return np.stack([box.column(self.lattice) for box in self.boxes], axis=1)

    @cached_property
    def first_points(self) -> np.ndarray:
        """The same for the first roll of a turn: (n_rolls, n_boxes) int64."""
        if not self.first_roll:
            return self.points
        more = [self.first_roll.points if box.id in self.first_roll.boxes else 0 for box in self.boxes]
        return np.where(self.points > 0, self.points + more, 0)

    @cached_property
    def holdable(self) -> Mapping[str, tuple[int, ...]]:
        """By box id the numbers that the box can hold, ascending, 0 included: any box may be given up."""
        columns = zip(self.boxes, self.points.T, self.first_points.T, strict=True)
        return {box.id: tuple(map(int, np.unique([0, *pays, *first]))) for box, pays, first in columns}

    @cached_property
    def upper(self) -> np.ndarray:
        """(n_boxes,) bool: the number boxes, whose points count towards the upper bonus."""
        return np.array([box.section == "upper" for box in self.boxes])

    @property
    def remembered(self) -> str | None:
        """The box of which later turns must know whether it holds its points."""
        if self.repeat_bonus:
            return self.repeat_bonus.box
        return self.lock.until if self.lock else None

    def index(self, box_id: str) -> int:
        """The box's place on the card. Raises InputError, naming the boxes there are."""
        return self.boxes.index(self.box(box_id))

    def is_special(self, roll: int) -> bool:
        """Whether what this roll (its row in ``points``) pays depends on more than which boxes are open."""
        rules = (
            self.lock and self.lock.box,
            self.joker and self.joker.box,
            self.repeat_bonus and self.repeat_bonus.box,
        )
        return any(self.points[roll, self.index(box)] for box in rules if box)

    def offers(
        self, roll: int, filled: np.ndarray, earned: np.ndarray, first_roll: bool = False
    ) -> tuple[np.ndarray, np.ndarray]:
        """What one roll may be written as, on any number of cards at once.

        roll    its row in ``points``
        filled  (..., n_boxes) bool: the boxes that hold something
        earned  (...,) bool: whether the ``remembered`` box holds its points, not zero

        Returns (..., n_boxes) int64, the points of each box or CLOSED where it may not be filled, and (...,) int64, the
        points that the roll earns beside its box.
        """
        may = ~filled
        if self.in_order:
            may = may & (np.cumsum(may, axis=-1) == 1)
        pay = np.broadcast_to((self.first_points if first_roll else self.points)[roll], may.shape).copy()
        beside = np.zeros(may.shape[:-1], np.int64)
        if self.joker and self.points[roll, self.index(self.joker.box)]:
            is_joker = filled[..., self.index(self.joker.box)]
            own = self.upper & (self.points[roll] > 0)  # the number box of its face
            own_open = (may & own).any(axis=-1)
            wild, lower = is_joker & ~own_open, may & ~self.upper
            pay = np.where(wild[..., None] & lower, np.maximum(pay, self.joker_points), pay)
            if self.joker.forced:
                may = np.where((is_joker & own_open)[..., None], may & own, may)
                may = np.where((wild & lower.any(axis=-1))[..., None], lower, may)
        if self.lock:
            pay[..., self.index(self.lock.box)] *= earned  # for a joker too
        if self.repeat_bonus and self.points[roll, self.index(self.repeat_bonus.box)]:
            beside = beside + self.repeat_bonus.points * earned
        return np.where(may, pay, CLOSED), beside

    @cached_property
    def joker_points(self) -> np.ndarray:
        """(n_boxes,) int64: what a joker makes of each box: the full price where it is fixed; sums stay sums."""
        return np.array([box.price if isinstance(box.price, int) else 0 for box in self.boxes])

    def box(self, box_id: str) -> Box:
        """Raises InputError, naming the boxes there are."""
        for box in self.boxes:
            if box.id == box_id:
                return box
        raise InputError(f"{self.id} has no box {box_id!r}; its boxes: {', '.join(b.id for b in self.boxes)}")

    def option(self, option_id: str) -> Option:
        """Raises InputError, naming the options there are."""
        for option in self.options:
            if option.id == option_id:
                return option
        there = ", ".join(o.id for o in self.options) or "none"
        raise InputError(f"{self.id} has no option {option_id!r}; its options: {there}")

    def with_options(self, chosen: Mapping[str, str]) -> "Game":
        """This game as a table plays it: ``{"straights": "15-30"}``. Raises InputError for what it does not offer.

        A choice made before stays unless it is made again.
        """
        default = self.default or self
        for option_id, choice_id in chosen.items():
            default.option(option_id).choice(choice_id)
        return _table(default, tuple(sorted({**dict(self.chosen), **chosen}.items())))

    def variant(self, defaults: Mapping[str, str], names: Mapping[str, str], **changes: Any) -> "Game":
        """A game of its own by these rules: other choices are its defaults, and its sheet has its own box names.

        Raises InputError for an unknown option, choice or box, RulesError for a default that adds a box.
        """

        for name in names:
            self.box(name)

        def renamed(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
            return tuple(replace(box, name=names.get(box.id, box.name)) for box in boxes)

        base, defaults = self.default or self, {**dict(self.chosen), **defaults}
        options = []
        for option in base.options:
            default = option.choice(defaults.get(option.id, option.default.id))
            adds = [box.id for box in default.boxes if box.id not in {box.id for box in base.boxes}]
            _require(not adds, f"{self.id}: a default cannot add {', '.join(adds)}, since no choice takes a box away")
            changed = {box.id for c in option.choices for box in c.boxes}, {f for c in option.choices for f in c.sets}
            choices = [replace(default, boxes=(), sets={})]
            for choice in (c for c in option.choices if c != default):
                table = base.with_options({option.id: choice.id})
                boxes = tuple(box for box in table.boxes if box.id in changed[0])
                sets = {name: getattr(table, name) for name in sorted(changed[1])}
                choices.append(replace(choice, boxes=renamed(boxes), sets=sets))
            options.append(replace(option, choices=tuple(choices)))
        table = base.with_options(defaults)
        plain = {"aliases": (), "chosen": (), "default": None}
        return replace(table, boxes=renamed(table.boxes), options=tuple(options), **plain | changes)


@cache
def _column(pattern: Pattern, price: Price, dice: Lattice) -> np.ndarray:
    """Games share most of their boxes, and every choice of an option is a game to check."""
    return points(pattern, price, dice.counts[dice.rolls])


@lru_cache(maxsize=256)
def _table(default: Game, chosen: tuple[tuple[str, str], ...]) -> Game:
    """The game with these choices; those that are the default leave no trace."""
    game = default
    for option_id, choice_id in chosen:
        option = default.option(option_id)
        choice = option.choice(choice_id)
        if choice != option.default:
            changes = {box.id: box for box in choice.boxes}
            game = replace(
                game,
                boxes=(*(changes.pop(box.id, box) for box in game.boxes), *changes.values()),
                chosen=(*game.chosen, (option_id, choice_id)),
                default=default,
                **choice.sets,
            )
    return game


def _require(holds: object, message: str) -> None:
    if not holds:
        raise RulesError(message)
