"""Sheets to print: which there are, where they stand, and the data that the templates in ``gen/templates/print`` set.

Pure: no disk, no typesetter; ``drawing`` sets them and ``__main__`` keeps what is set. A sheet is plain data (JSON), so
that it can be told by its hash whether it has to be set again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gen.figures import Snapshot
from gen.key import key, said
from gen.markup import Voice, which
from gen.rulecard import house_rules, rules_card
from yachtlib.games import GAMES
from yachtlib.rules import Box, Game

FOLDER = "print/"  # below the site's root
LANG = "en"  # of the strings
PAPERS: Mapping[str, str] = {"a4": "a4", "letter": "us-letter"}  # in addresses -> as the typesetter calls it
# What can be printed, in the order of the pages: its name in addresses -> the template and what it is told.
KINDS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "6-players": ("score", {"players": 6}),
    "4-players": ("score", {"players": 4}),
    "2-players": ("score", {"players": 2}),
    "solo": ("solo", {}),
    "large-print": ("large", {}),
    "three-games": ("score", {"players": 2, "games": 3}),
    "rules": ("rules", {}),
    "house-rules": ("house", {}),
}
# What templates set besides a game: words of the card in the browser too, and words of paper alone.
HEADS, NAMED = ("box", "pays"), ("series", "series_note", "nth", "date", "takes")


def path(game: Game, paper: str, kind: str) -> str:
    """Where a sheet stands below the site's root, for good."""
    return f"{FOLDER}{game.id}-{paper}-{kind}.pdf"


def preview(game: Game, kind: str) -> str:
    """Where the picture of a sheet stands below the site's root."""
    return f"{FOLDER}{game.id}-{kind}.png"


@dataclass(frozen=True)
class Sheet:
    """``file``: where it stands below the site's root; ``template``: without its ``.typ``; ``data``: what it sets."""

    file: str
    template: str
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Sheets:
    """All sheets of all games. ``examples``: game id -> box id -> a telling roll, as digits.

    With ``gen.words.Words`` as strings, a word that is not there or cannot be filled in raises WrongWord.
    """

    snapshot: Snapshot
    strings: Mapping[str, Any]
    examples: Mapping[str, Mapping[str, str]]
    site_url: str

    @property
    def files(self) -> list[str]:
        """Where they all stand below the site's root, pictures too."""
        pdfs = [path(game, paper, kind) for game in GAMES for paper in PAPERS for kind in KINDS]
        return pdfs + [preview(game, kind) for game in GAMES for kind in KINDS]

    def pdfs(self) -> Iterator[Sheet]:
        """Every sheet on every paper."""
        for game in GAMES:
            for paper in PAPERS:
                for kind in KINDS:
                    yield self._sheet(path(game, paper, kind), game, paper, kind)

    def previews(self) -> Iterator[Sheet]:
        """A picture of every kind, as it comes on the first paper."""
        for game in GAMES:
            for kind in KINDS:
                yield self._sheet(preview(game, kind), game, next(iter(PAPERS)), kind)

    def _sheet(self, file: str, game: Game, paper: str, kind: str) -> Sheet:
        template, told = KINDS[kind]
        words = self.strings["print"]
        data = {
            "paper": PAPERS[paper],
            "kind": kind,
            "title": words["document"][kind].format(game=game.name),
            "author": self.strings["site"]["name"],
            "lang": LANG,
            "game": self._games[game.id],
            "words": self._set(),
            **told,
            **self._told(game, template),
        }
        return Sheet(file, template, data)

    def _set(self) -> dict[str, str]:
        """The words that templates of cards set, and no others: a sheet is set again when one of them changes."""
        sheet, only = self.strings["sheet"], self.strings["print"]["words"]
        return {name: sheet[name] for name in HEADS} | {name: only[name] for name in NAMED}

    def _told(self, game: Game, template: str) -> dict[str, Any]:
        """What a sheet without columns says beside the game itself."""
        voice = Voice("", game, self.snapshot, {}, self.strings, plain=True)
        if template == "rules":
            return rules_card(game, voice, self.examples[game.id])
        return house_rules(game, voice) if template == "house" else {}

    @cached_property
    def _games(self) -> dict[str, dict[str, Any]]:
        """Game id -> what all of its sheets say of it."""
        return {game.id: self._game(game) for game in GAMES}

    def _game(self, game: Game) -> dict[str, Any]:
        """What sheets say of a game."""
        voice, words = Voice("", game, self.snapshot, {}, self.strings, plain=True), self.strings["sheet"]
        boxes, dice, rolls = voice.word(len(game.boxes)).capitalize(), voice.word(game.n_dice), voice.word(game.n_rolls)
        return {
            "id": game.id,
            "name": game.name,
            "foot": words["foot"].format(edition=game.edition[0].upper() + game.edition[1:]),
            "dice": game.n_dice,
            "line": words["line"].format(boxes=boxes, dice=dice, rolls=rolls),
            "roll": self._wanted(game),
            "address": f"{self.site_url.partition('://')[2]}{game.id}/",
            "url": f"{self.site_url}{game.id}/",
            "rows": self._rows(game, voice),
            "key": said(key(game, self.strings, self.snapshot.figures)),
        }

    def _wanted(self, game: Game) -> list[int]:
        """The faces of the roll that everybody wants: the example that is all alike."""
        rolls = [roll for roll in self.examples[game.id].values() if len(set(roll)) == 1]
        return [int(face) for face in rolls[0]]

    def _rows(self, game: Game, voice: Voice) -> list[dict[str, Any]]:
        """Every line of a card in the order of the sheet: boxes, sums, ticks, the total."""
        words, bonus, repeat = self.strings["sheet"], game.upper_bonus, game.repeat_bonus
        boxes = [self._box(box, voice) for box in game.boxes]
        upper = [row for row in boxes if row["upper"]]
        lower = [row for row in boxes if not row["upper"]]
        sums, ticks, ends, total = [], [], [], words["total_note"].format(boxes=voice.word(len(boxes)))
        if bonus:
            says = words["bonus_note"].format(points=bonus.points, at=bonus.at)
            sums = [
                _line("sum", words["numbers"], words["numbers_note"]),
                _line("sum", words["bonus"], says, str(bonus.points)),
                _line("sum", words["upper"]),
            ]
            ends, total = [_line("sum", words["lower"])], words["total_both"]
        if repeat:
            says = words["extras_note"].format(points=repeat.points, box=game.box(repeat.box).name)
            each = self.strings["pays"]["number"].format(face=repeat.points)
            ticks = [_line("ticks", words["extras"], says, each)]
        return [*upper, *sums, *lower, *ticks, *ends, _line("total", words["total"], total)]

    def _box(self, box: Box, voice: Voice) -> dict[str, Any]:
        """``example``: faces, and whether each of them counts."""
        faces = [int(face) for face in self.examples[voice.game.id][box.id]]
        return {
            "kind": "box",
            "id": box.id,
            "name": box.name,
            "upper": box.section == "upper",
            "face": getattr(box.pattern, "face", None),
            "says": voice.says(box),
            "short": voice.says(box).partition(":")[0],  # what it takes, where the column beside it says what it pays
            "pays": voice.pays(box),
            "example": list(zip(faces, which(faces, voice.counting(box.id, faces)), strict=True)),
        }


def _line(kind: str, name: str, says: str = "", pays: str = "") -> dict[str, Any]:
    """A line that is no box, with all that templates ask a line for."""
    return {"kind": kind, "name": name, "says": says, "short": says, "pays": pays, "example": []}
