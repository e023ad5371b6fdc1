"""The words that a page may use: ``fig``, ``dice``, ``points``, ``url`` … One Voice speaks on one page.

A word that is given something unknown notes a problem and leaves a mark, so that one run shows every mistake.
With ``plain`` it speaks text instead of HTML, for descriptions and structured data; without ``notes`` its figures do
not open, for use inside links. Sees rules and the snapshot, never the odds.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from html import escape
from itertools import count, groupby
from posixpath import relpath

from markupsafe import Markup

from gen.checks import did_you_mean
from gen.figures import Snapshot, UnknownFigure, exact_form, forms
from gen.ledger import address
from yachtlib.card import Card
from yachtlib.dice import FACES, InputError, Lattice, read_roll
from yachtlib.games import find_game
from yachtlib.rules import Box, Game, Option
from yachtlib.scoring import Alike, AnyOf, Groups, Number, Run, Straight

# What prose writes in letters.
NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)


MANY = 4  # more straights than this are not listed: they are then all there are

# The methods of a Voice that prose and templates may call.
WORDS = (
    *("fig", "dice", "braces", "score", "points", "most", "allowed", "box", "option", "says", "pays"),
    *("series", "at", "legal", "beside", "cite", "url", "word"),
    "printed",
)


@dataclass
class Note:
    """A mistake in what a word was given: the ``line`` of the page's prose, or 0 and then ``needle`` finds it."""

    line: int
    needle: str
    what: str
    do: str


@dataclass
class Voice:
    """What one page can say. ``noted`` collects what is wrong with what it was given."""

    route: str
    game: Game
    snapshot: Snapshot
    sources: Mapping[str, Mapping]
    strings: Mapping
    plain: bool = False
    notes: bool = True
    noted: list["Note"] = field(default_factory=list)
    cited: list[str] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))  # one for each note of the page

    def words(self) -> dict:
        """The names under which templates and prose reach this voice."""
        return {name: getattr(self, name) for name in WORDS} | {"game": self.game, "t": self.strings}

    def at(self, game_id: str, options: Mapping[str, str] | None = None) -> "Voice":
        """The same words by the rules of another game, or with other choices: ``at("yatzy").most("chance")``."""
        try:
            return replace(self, game=find_game(game_id).with_options(options or {}))
        except InputError as error:
            self._note(game_id, str(error), "Use one of them.")
            return self

    def legal(self, roll: str, card: Mapping[str, int], first_roll: bool = False) -> Mapping[str, int]:
        """The boxes that a roll may fill on a card so far, jokers and a forced order included, and what each pays."""
        try:
            return _card(self.game, tuple(card.items())).legal(self._faces(roll, self.game.n_dice), first_roll)
        except InputError as error:
            self._note(roll, str(error), "Write a card that the game allows: {'yahtzee': …}.")
            return {}

    def beside(self, roll: str, card: Mapping[str, int]) -> int:
        """What a roll earns beside the box it fills, on a card so far: the bonus for a further five alike, or zero."""
        try:
            return _card(self.game, tuple(card.items())).beside(self._faces(roll, self.game.n_dice))
        except InputError as error:
            self._note(roll, str(error), "Write a card that the game allows: {'yahtzee': …}.")
            return 0

    def fig(self, figure_id: str, form: str = "", note: bool = True) -> str:
        """A registered figure, written in its usual form or another of ``figures.forms``.

        With ``note`` it opens its exact form and how it is known; without, it is the bare number (inside links).
        """
        try:
            figure = self.snapshot.get(figure_id, "" if self.plain else self.route)
        except UnknownFigure as error:
            do = (
                f"Did you mean {' or '.join(error.nearest)}?" if error.nearest else "See /figures/ for those there are."
            )
            return self._note(figure_id, f"unknown figure {figure_id!r}", do)
        written = forms(figure)
        if form and form not in written:
            do = f"This one can be written as: {', '.join(written)}."
            return self._note(figure_id, f"{figure_id} cannot be written as {form!r}", do)
        text = written[form or next(iter(written))]
        if self.plain:
            return text
        data = f'<data value="{figure["value"]}" data-figure="{figure_id}">{text}</data>'
        if not (note and self.notes):
            return Markup(data)
        words, exact = self.strings["figure"], exact_form(figure)
        shown = exact if exact != text else words["whole"]
        note_id, says = f"fig-{next(self.numbers)}", escape(figure["statement"])
        return Markup(
            f'<button class="fig" type="button" popovertarget="{note_id}" title="{escape(shown)}">{data}</button>'
            f'<span class="fig-note" id="{note_id}" popover data-search-exclude><b>{exact}</b> {says} '
            f'<a href="{self.url(address(figure_id))}">{words["how"]}</a></span>'
        )

    def series(self, series_id: str) -> Mapping:
        """A registered series: its statement, how it is known, and its ``values`` or ``rows``."""
        if series_id not in self.snapshot.series:
            do = did_you_mean(series_id, self.snapshot.series, "See /figures/ for those there are.")
            self._note(series_id, f"unknown series {series_id!r}", do)
            return {"values": [], "rows": {}}
        return self.snapshot.series[series_id]

    def dice(self, roll: str, box: str = "", keep: str | None = None, size: str = "s") -> str:
        """Drawn dice. Solid are those that count in ``box``, or those in ``keep``; all when neither is named."""
        faces = self._faces(roll)
        if len(faces) > self.game.n_dice:
            what = f"{len(faces)} dice drawn; {self.game.name} has {self.game.n_dice}"
            self._note(str(roll), what, "Leave some out, or speak by another game: at('maxi-yatzy').")
        if self.plain:
            return _spaced(faces)
        words = self.strings["dice"]
        alt = f"{words['dice']} {_spaced(faces)}."
        solid = list(faces)
        if box:
            solid = self.counting(box, faces)
            alt += " " + self._says(solid, faces, "counts")
        elif keep is not None:
            solid = list(self._faces(keep))
            alt += " " + self._says(solid, faces, "kept")
        drawn = [
            f'<svg class="die{"" if counts else " is-off"}" width="20" height="20"><use href="#die-{face}"/></svg>'
            for face, counts in zip(faces, which(faces, solid), strict=True)
        ]
        text = f'<i class="sr">{_spaced(faces)}</i>'  # what search finds and a copy takes along
        return Markup(
            f'<span class="dice dice-{size}" role="img" aria-label="{escape(alt)}">{"".join(drawn)}{text}</span>'
        )

    def braces(self, roll: str, box: str) -> str:
        """Braces that name the groups of equal dice under a medium row: ``three of one``, ``two of another``."""
        groups = [len(list(same)) for _, same in groupby(self._faces(roll))]
        if not isinstance(self.box(box).pattern, Groups | Alike) or len(groups) > 2:
            return ""
        words, after = self.strings["braces"], ("one", "another")
        drawn = [
            f'<i style="--n:{n}"><b>{words[which].format(n=self.word(n))}</b></i>'
            for n, which in zip(groups, after, strict=False)
        ]
        return Markup(f'<span class="braces" aria-hidden="true">{" ".join(drawn)}</span>')

    def score(self, box: str, roll: str) -> str:
        """The score line: a box and what this roll pays in it."""
        pays = self.points(box, roll)
        tone = "is-zero" if pays == "0" else "is-good"
        name = self.box(box).name
        return Markup(f'<div class="score {tone}"><span>{name}</span> <span class="points">{pays}</span></div>')

    def points(self, box: str, roll: str) -> str:
        """What a roll pays in a box, by the rules of this page's game."""
        row = self.game.lattice.find_roll(self._faces(roll, self.game.n_dice))
        return str(int(self.game.points[row, self.game.boxes.index(self.box(box))]))

    def most(self, box: str) -> str:
        """The most that a box can hold."""
        return str(self.allowed(box)[-1])

    def allowed(self, box: str) -> Sequence[int]:
        """The numbers that a box can hold."""
        return self.game.holdable[self.box(box).id]

    def box(self, box_id: str) -> Box:
        """A box of this page's game; for an unknown one the first stands in, so that the rest is looked at too."""
        try:
            return self.game.box(box_id)
        except InputError as error:
            self._note(box_id, str(error), "Use one of them.")
            return self.game.boxes[0]

    def option(self, option_id: str) -> Option:
        """A disputed rule of this page's game; for an unknown one the first stands in."""
        try:
            return self.game.option(option_id)
        except InputError as error:
            self._note(option_id, str(error), "Use one of them.")
            return self.game.options[0]

    def says(self, box: Box) -> str:
        """What a box takes and pays in a few words, worked out from its pattern and price."""
        words, pattern = self.strings["box"], box.pattern
        match pattern:
            case Number(face=face):
                return words["number"].format(face=face)
            case Alike(n=n):
                whole = "every" if n == self.game.n_dice else "fixed"  # more alike than all dice there cannot be
                kind = box.price if isinstance(box.price, str) else whole
                return words[f"alike_{kind}"].format(n=self.word(n), dice=self.word(self.game.n_dice))
            case Groups(sizes=sizes, same_face=same_face):
                groups = [words["group"][k].format(n=self.word(n)) for k, n in enumerate(sizes)]
                also = words["also_alike"].format(n=self.word(sum(sizes))) if same_face else ""
                kind = box.price if isinstance(box.price, str) else "fixed"
                return ", ".join(groups) + also + words[f"groups_{kind}"]
            case Straight(faces=faces):
                spare = "straight" if len(faces) == self.game.n_dice else "straight_spare"
                return words[spare].format(faces=_spaced(faces))
            case AnyOf(straights=straights):
                if len(straights) > MANY:
                    return words["different"].format(n=self.word(self.game.n_dice))
                return words["either"].join(_spaced(straight.faces) for straight in straights)
            case Run(length=n):
                return words["run"].format(n=self.word(n))
        return words[type(pattern).__name__.lower()]

    def pays(self, box: Box) -> str:
        """What a box pays, short enough for a column: ``30``, ``sum``, ``4 each``."""
        if isinstance(box.price, int):
            return str(box.price)
        if isinstance(box.pattern, Number):
            return self.strings["pays"]["number"].format(face=box.pattern.face)
        n = sum(box.pattern.sizes) if isinstance(box.pattern, Groups) else getattr(box.pattern, "n", "")
        return self.strings["pays"][box.price].format(n=n)

    def cite(self, key: str) -> str:
        """A source's short name, linked to its entry."""
        if key not in self.sources:
            return self._note(
                key, f"unknown source {key!r}", did_you_mean(key, self.sources, "Add it to gen/sources.toml.")
            )
        if key not in self.cited:
            self.cited.append(key)
        name = self.sources[key]["short"]
        return name if self.plain else Markup(f'<a href="{self.url("/sources/#" + key)}">{escape(name)}</a>')

    def printed(self, key: str, what: str) -> str:
        """A value as a source prints it, by its name under ``[key.values]`` in sources.toml."""
        values = self.sources.get(key, {}).get("values", {})
        if values is None:
            return "?"  # the source stands in for one that cannot be read, which is noted already
        if what not in values:
            known = "Add it to gen/sources.toml as printed." if key in self.sources else "Name a source."
            return self._note(what, f"{key} prints no {what!r}", did_you_mean(what, values, known, most=1))
        if key not in self.cited:
            self.cited.append(key)
        return values[what]

    def url(self, target: str) -> str:
        """The way from this page to an absolute one: ``/yacht/#boxes``. Whether it is there is checked afterwards."""
        path, hash_, fragment = target.partition("#")
        way = _way(path, self.route) if path != self.route else "."
        return way + ("/" if path.endswith("/") else "") + hash_ + fragment

    def word(self, number: int) -> str:
        """A small number in letters, as prose wants it."""
        return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else f"{number:,}"

    def solid(self, roll: str, box_id: str) -> list[bool]:
        """Of a row of dice, whether each counts in a box; never, past its end."""
        faces = self._faces(roll)
        return [*which(faces, self.counting(box_id, faces)), *[False] * self.game.n_dice]

    def counting(self, box_id: str, faces: Sequence[int]) -> list[int]:
        """Of these dice, those that count in a box."""
        return list(_counting(self.box(box_id), self.game.lattice, tuple(faces)))

    def _faces(self, roll: str, n_dice: int | None = None) -> tuple[int, ...]:
        """The dice typed, as many as given or exactly ``n_dice``; ones stand in for what is no dice."""
        try:
            return read_roll([roll] if roll else [], len(str(roll)) if n_dice is None else n_dice)
        except InputError as error:
            self._note(str(roll), str(error), "Write the dice as digits: '66522'.")
            return (1,) * (n_dice or self.game.n_dice)

    def _says(self, solid: Sequence[int], faces: Sequence[int], verb: str) -> str:
        words = self.strings["dice"]
        if not solid:
            return words[f"{verb}_none"]
        return words[f"{verb}_all"] if len(solid) == len(faces) else f"{words[verb]} {_spaced(solid)}."

    def _note(self, needle: str, what: str, do: str) -> str:
        self.noted.append(Note(_line_of_prose(), needle, what, do))
        return "?"


def which(faces: Sequence[int], solid: Sequence[int]) -> list[bool]:
    """Of a row of dice, which are those in ``solid``: each of them once, from the left."""
    left, found = list(solid), []
    for face in faces:
        found.append(face in left)
        if face in left:
            left.remove(face)
    return found


_way = cache(relpath)  # a page leads to the same few places again and again


@lru_cache(maxsize=4096)
def _counting(box: Box, dice: Lattice, faces: tuple[int, ...]) -> tuple[int, ...]:
    counts = box.counting(dice.counts[dice.find(faces)][None])[0]
    return tuple(face for face, n in zip(FACES, counts, strict=True) for _ in range(n))


@lru_cache(maxsize=256)
def _card(game: Game, points: tuple[tuple[str, int], ...]) -> Card:
    """A card so far. What it may hold is looked over when it is made, and pages ask one card about several rolls."""
    return Card(game, dict(points))


def _line_of_prose() -> int:
    """The line of the page under docs/ whose rendering led here, from the frames that Jinja keeps; else 0."""
    frame = sys._getframe(1)
    while frame:
        template = frame.f_globals.get("__jinja_template__")
        if template is not None and (template.name or "").startswith("docs/"):
            return template.get_corresponding_lineno(frame.f_lineno)
        frame = frame.f_back
    return 0


def _spaced(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))
