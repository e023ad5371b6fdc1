"""The games side by side, worked out from their rules: which boxes are the same idea, and which sheet is whose.

Sees rules and games only; where readings differ is told by ``disputes``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from yachtlib.rules import Box, Game, Option

# Boxes that are the same idea on different sheets: family -> the box ids that go by it. An id that is not here is a
# family of its own.
FAMILIES: Mapping[str, tuple[str, ...]] = {
    "small-straight": ("little-straight", "small-straight"),
    "large-straight": ("big-straight", "large-straight", "straight"),
    "choice": ("choice", "chance"),
    "five-alike": ("yacht", "yahtzee", "yatzy", "generala", "five-of-a-kind"),
    "six-alike": ("maxi-yatzy",),
}

# The families below the number boxes in the order in which most sheets print them.
SHEET = (
    *("one-pair", "two-pairs", "three-pairs", "three-of-a-kind", "four-of-a-kind", "full-house", "villa", "tower"),
    *("small-straight", "large-straight", "full-straight", "choice", "five-alike", "six-alike"),
)


def box_of(game: Game, family: str) -> Box | None:
    """The box of a game that goes by a family's name; None where its sheet has none."""
    ids = FAMILIES.get(family, (family,))
    return next((box for box in game.boxes if box.id in ids), None)


@dataclass(frozen=True)
class Cell:
    """What a game does in one row: the ``box`` and the options that dispute it."""

    game: Game
    box: Box | None
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Row:
    """A family of boxes across games."""

    family: str
    cells: tuple[Cell, ...]

    @property
    def first(self) -> Cell:
        """The first game that has the box, to draw an example by."""
        return next(cell for cell in self.cells if cell.box)


def rows(games: Sequence[Game]) -> list[Row]:
    """Every family that one of these games has a box of, in the order of the sheet."""
    found = [Row(family, tuple(_cell(game, family) for game in games)) for family in SHEET]
    return [row for row in found if any(cell.box for cell in row.cells)]


def _cell(game: Game, family: str) -> Cell:
    box = box_of(game, family)
    return Cell(game, box, tuple(disputing_box(game, box)) if box else ())


def disputing_box(game: Game, box: Box) -> list[Option]:
    """The options of a game that replace a box of its sheet."""
    return [option for option in game.options if any(b.id == box.id for c in option.choices for b in c.boxes)]


def disputing(game: Game, *names: str) -> list[Option]:
    """The options of a game that set one of these fields: ``upper_bonus``, ``joker`` …"""
    return [option for option in game.options if any(set(names) & choice.sets.keys() for choice in option.choices)]


@dataclass(frozen=True)
class Question:
    """One yes-or-no question about a sheet. ``id`` names its words; answers lead to another question or a game's id."""

    id: str
    asks: Callable[[Game], bool] = field(repr=False)
    yes: "Question | str"
    no: "Question | str"


def _has(*ids: str) -> Callable[[Game], bool]:
    return lambda game: any(box.id in ids for box in game.boxes)


# Three questions tell the seven sheets apart; tests hold the tree to the games.
WHICH = Question(
    "three-of-a-kind",
    _has("three-of-a-kind"),
    Question(
        "one-pair",
        _has("one-pair"),
        Question("three-pairs", _has("three-pairs"), "maxi-yatzy", "yatzy"),
        Question("kniffel", lambda game: any(box.name == "Kniffel" for box in game.boxes), "kniffel", "yahtzee"),
    ),
    Question(
        "bonus",
        lambda game: game.upper_bonus is not None,
        "yacht-35",
        Question("choice", _has("choice", "chance"), "yacht", "generala"),
    ),
)
