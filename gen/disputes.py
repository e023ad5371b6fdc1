"""Every rule on which tables disagree: its readings, a case that tells them apart, and what the argument is worth.

Worked out from the games' options; the worths come from the snapshot. Sees rules and figures, never the solver.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from yachtlib.card import Card
from yachtlib.games import GAMES
from yachtlib.rules import Choice, Game, Option
from yachtlib.scoring import Alike, Number

LETTERS = "ABCDEF"  # what readings are called
BESIDE, BONUS = "beside", "bonus"  # what a case can pay that is no box


@dataclass(frozen=True)
class Line:
    """What each reading pays in one place: a box id, BESIDE or BONUS.

    ``pays``: points by reading; None where the roll may not be written there, or the sheet has no such box.
    """

    place: str
    pays: tuple[int | None, ...]

    @property
    def spread(self) -> int:
        """How far apart the readings are; a box that is closed counts as less than zero points."""
        points = [-1 if pays is None else pays for pays in self.pays]
        return max(points) - min(points)


@dataclass(frozen=True)
class Case:
    """A roll, or only a card, that the readings of an option pay differently.

    ``roll``: dice as digits, ascending; empty where the card alone decides. ``card``: what it holds so far.
    ``lines``: the places where readings differ.
    """

    roll: str
    card: Mapping[str, int]
    first_roll: bool
    lines: tuple[Line, ...]

    @property
    def apart(self) -> frozenset[tuple[int, int]]:
        """The pairs of readings that this case tells apart."""
        n = len(self.lines[0].pays)
        return frozenset(
            (i, j) for i, j in combinations(range(n), 2) if any(line.pays[i] != line.pays[j] for line in self.lines)
        )


@dataclass(frozen=True)
class Reading:
    """One choice of a dispute. Worths are what it adds to the default, None where no figure is published."""

    letter: str
    choice: Choice
    figure: str  # what the ids of its figures start with
    mean: float | None
    ceiling: float | None


@dataclass(frozen=True)
class Dispute:
    """An option of a game. ``shared``: the other games that ask the same with the same default."""

    game: Game
    option: Option
    readings: tuple[Reading, ...]
    cases: tuple[Case, ...]
    shared: tuple[Game, ...] = ()

    @property
    def id(self) -> str:
        """Its anchor."""
        return anchor(self.game, self.option)

    @property
    def top(self) -> Reading:
        """The reading that moves the average of best play most."""
        return max(self.readings, key=lambda reading: abs(reading.mean or 0))

    @property
    def size(self) -> str:
        """How much there is to argue about, as a key of the strings."""
        worth = abs(self.top.mean or 0)
        steps = (("zero", 1e-9), ("trace", 0.1), ("little", 1), ("some", 5), ("much", 20))
        return next((size for size, below in steps if worth < below), "game")

    @property
    def against(self) -> Reading | None:
        """The reading whose ceiling falls while its average rises, the most of it; None where there is none."""
        moved = [reading for reading in self.readings if (reading.ceiling or 0) < 0 < (reading.mean or 0)]
        return max(moved, key=lambda reading: reading.mean or 0, default=None)


def anchor(game: Game, option: Option) -> str:
    """Where a dispute stands on the page that compares the games."""
    return f"{game.id}-{option.id}"


def disputes(games: Sequence[Game], figures: Mapping[str, Mapping]) -> tuple[Dispute, ...]:
    """Every dispute of these games once: an option that an earlier game has with the same readings is ``shared``."""
    found: dict[tuple, list[Game]] = {}
    for game in games:
        for option in game.options:
            found.setdefault((option.id, option.question, _readings(option)), []).append(game)
    return tuple(dispute(first, option, figures, rest) for (option, *_), (first, *rest) in found.items())


def dispute(game: Game, option_id: str, figures: Mapping[str, Mapping], shared: Sequence[Game] = ()) -> Dispute:
    """One option of a game with its cases and worths."""
    option = game.option(option_id)
    readings = []
    for letter, choice in zip(LETTERS, option.choices, strict=False):
        name = f"{game.id}.option.{option.id}.{choice.id}"
        mean, ceiling = (figures.get(f"{name}.{what}.worth", {}).get("value") for what in ("mean", "ceiling"))
        readings.append(Reading(letter, choice, name, mean, ceiling))
    return Dispute(game, option, tuple(readings), telling(game, option), tuple(shared))


def followers(argued: Dispute, choice: Choice, sources: Mapping[str, Mapping]) -> list[tuple[str, bool]]:
    """(citation key, whether it gives another reading too) of those who follow a choice in this game.

    Two games on the same boxes share their choices; a source that says which of them it is about follows there alone.
    """
    here = {argued.game.id, *(game.id for game in argued.shared)}
    boxes = [box.id for box in argued.game.boxes]
    twins = {game.id for game in GAMES if [box.id for box in game.boxes] == boxes}
    others = [key for reading in argued.readings if reading.choice != choice for key in reading.choice.sources]
    about = {key: set(sources.get(key, {}).get("about") or ()) & twins for key in choice.sources}
    kept = [key for key in choice.sources if not about[key] or about[key] & here]
    own = [key for key in kept if about[key]]
    of_a_variant = argued.game.id != next(iter(game.id for game in GAMES if game.id in twins))
    return [(key, key in others) for key in (own if of_a_variant and own else kept)]


def stakes(found: Sequence[Dispute]) -> list[Dispute]:
    """Disputes by what they are worth in the average of best play, the largest first."""
    return sorted(found, key=lambda dispute: -abs(dispute.top.mean or 0))


@cache
def telling(game: Game, option: Option) -> tuple[Case, ...]:
    """Cases that tell every reading from every other and show every box that one changes, the emptiest card first.

    Each is chosen for what is still open, so that they stay few. Raises ValueError where readings do not differ.
    """
    tables = [game.with_options({option.id: choice.id}) for choice in option.choices]
    apart = set(combinations(range(len(tables)), 2))
    boxes = _changed(option)
    cases, chosen = list(_cases(game, option, tables)), []
    while apart or boxes:
        best = max(cases, key=lambda case: _tells(game, case, apart, boxes), default=None)
        places = {line.place for line in best.lines} if best else set()
        if not best or not (apart & best.apart or boxes & places):
            raise ValueError(f"{game.id}: no case tells the readings of {option.id} apart")
        chosen.append(best)
        apart, boxes = apart - best.apart, boxes - places
    return tuple(sorted(chosen, key=lambda case: len(case.card)))


def _tells(game: Game, case: Case, apart: set, boxes: set) -> tuple:
    """How good a case is: what it settles that is still open, how clearly, then how plain it is to look at."""
    spread = sum(line.spread for line in case.lines)
    pays = sum(line.pays[0] or 0 for line in case.lines)
    also = 0  # boxes that the roll would pay in as well, which only distract
    if case.roll:
        also = int((game.points[game.lattice.find_roll(map(int, case.roll))] > 0).sum())
    new = len(apart & case.apart), len(boxes & {line.place for line in case.lines})
    return *new, spread, len(set(case.roll)), -len(case.card), pays, -also, case.roll


def _cases(game: Game, option: Option, tables: Sequence[Game]) -> Iterator[Case]:
    """Every case worth looking at: one for each roll where prices differ, one for each place where rules do."""
    sets = {name for choice in option.choices for name in choice.sets}
    if "upper_bonus" in sets:
        yield _bonus_case(game, tables)
    if "first_roll" in sets:
        yield from _roll_cases(tables, [box.id for box in game.boxes], first_roll=True)
    if sets & {"joker", "repeat_bonus", "in_order", "lock"}:
        yield from _rule_cases(game, tables)
    elif _changed(option):
        yield from _roll_cases(tables, [box.id for box in game.boxes if box.id in _changed(option)])


def _roll_cases(tables: Sequence[Game], boxes: Sequence[str], first_roll: bool = False) -> Iterator[Case]:
    """Rolls on an empty card."""
    dice = tables[0].lattice
    pays = [table.first_points if first_roll else table.points for table in tables]
    for row, counts in enumerate(dice.counts[dice.rolls]):
        lines = (
            Line(box, tuple(int(p[row, t.index(box)]) for p, t in zip(pays, tables, strict=True))) for box in boxes
        )
        differ = tuple(line for line in lines if line.spread)
        if differ:
            yield Case("".join(str(face) * n for face, n in enumerate(counts, 1)), {}, first_roll, differ)


def _rule_cases(game: Game, tables: Sequence[Game]) -> Iterator[Case]:
    """Five sixes on cards that matter for five alike: empty; its box filled; and its own number box filled as well."""
    places = [*dict.fromkeys(box.id for table in tables for box in table.boxes), BESIDE]
    five = next(box for box in game.boxes if box.pattern == Alike(game.n_dice))
    own = next(box for box in game.boxes if box.pattern == Number(game.n_faces))
    roll = (game.n_faces,) * game.n_dice
    for card in ({}, {five.id: five.price}, {five.id: five.price, own.id: game.n_faces * 3}):
        if card and any(table.in_order for table in tables):
            continue
        found = [Card(table, card) for table in tables]
        pays = [held.legal(roll) | {BESIDE: held.beside(roll)} for held in found]
        for place in places:
            line = Line(place, tuple(may.get(place) for may in pays))
            if line.spread:
                yield Case("".join(map(str, roll)), card, False, (line,))


def _bonus_case(game: Game, tables: Sequence[Game]) -> Case:
    """A card on which every number box holds as many dice as the bonus asks for."""
    upper = [box for box in game.boxes if box.section == "upper"]
    at = max(table.upper_bonus.at for table in tables if table.upper_bonus)
    n = next(n for n in range(1, game.n_dice + 1) if sum(n * box.pattern.face for box in upper) >= at)
    card = {box.id: n * box.pattern.face for box in upper}
    return Case("", card, False, (Line(BONUS, tuple(Card(table, card).bonus for table in tables)),))


def _changed(option: Option) -> set[str]:
    return {box.id for choice in option.choices for box in choice.boxes}


def _readings(option: Option) -> tuple:
    """What makes two options the same argument: the same choices in the same order, followed by the same sources."""
    return tuple((choice.id, choice.says, choice.sources) for choice in option.choices)


@dataclass(frozen=True)
class Combination:
    """Choices that a source plays together, as read from the figures that were worked out for it."""

    game: Game
    figure: str  # what the ids of its figures start with
    choices: tuple[tuple[Option, Choice], ...]
    sources: tuple[str, ...]


def played_together(games: Sequence[Game], figures: Mapping[str, Mapping]) -> Iterator[Combination]:
    """The combinations of the snapshot; their choices stand in the statements, in the words of the options."""
    for game in games:
        start, end = f"{game.id}.combination.", ".mean"
        for name in (name for name in figures if name.startswith(start) and name.endswith(end)):
            says = figures[name]["statement"]
            chosen = tuple(
                (option, choice)
                for option in game.options
                for choice in option.choices
                if f"{option.reading(choice)}." in says
            )
            yield Combination(game, name.removesuffix(end), chosen, tuple(figures[name]["sources"]))
