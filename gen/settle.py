"""What settling a roll takes beside the tables of ``widget``: what people call boxes and games, who plays a rule
otherwise, which dice count, and the answers that say why.

Everything is worked out from games, options and the heads of answers; the words are those of the strings. Pure: sees
rules, the snapshot and words.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gen.checks import did_you_mean
from gen.compare import SHEET
from gen.content import Page
from gen.disputes import Dispute, disputes, followers
from gen.figures import Snapshot
from gen.kin import family_of
from gen.markup import NUMBER_WORDS
from gen.widget import as_json
from gen.words import WrongWord
from yachtlib.games import GAMES
from yachtlib.rules import Box, Choice, Game
from yachtlib.scoring import GOALS, Number

FILE = "data/settle.json"
NAMED = 3  # sources named beside a reading; more are counted
TOUCHING = {"joker", "first_roll", "lock"}  # fields of a game that change what a box pays
ANSWERING = ("card", "five")  # groups of answers that say what a box takes, the nearest first
# Words that are worked into other data.
ELSEWHERE = {
    "called",
    "misspelt",
    "played",
    "roll",
    "by",
    "what_is",
    "numbers",
    "pair",
    "places",
    "articles",
    "used",
    "either",
    "before_number",
    "after_number",
}
# The sign for no dice; which dice of a roll count is a number added to it, a bit for each die, below its own.
MASK = ord("@")


def every_box(game: Game) -> list[Box]:
    """The boxes of a game and those that a choice adds, each once."""
    more = [box for option in game.options for choice in option.choices for box in choice.boxes]
    return list({box.id: box for box in [*reversed(more), *game.boxes]}.values())


# Every family that a game has a box of.
FAMILY_IDS = frozenset(family_of(box) for game in GAMES for box in every_box(game))


@dataclass(frozen=True)
class Family:
    """Boxes that are the same idea on different sheets. ``boxes``: game id -> its box, an option's own included."""

    id: str
    name: str
    boxes: Mapping[str, Box]


def file(
    snapshot: Snapshot,
    strings: Mapping[str, Any],
    sources: Mapping[str, Mapping],
    examples: Mapping[str, Mapping[str, str]],
    answers: Sequence[tuple[Page, Mapping[str, str]]],
) -> str:
    """``FILE`` as JSON. ``answers``: each with its texts as they are spoken without markup."""
    found = families(strings)
    return as_json(
        {
            "words": _words(strings),
            "patterns": patterns(strings["settle"]),
            "number": NUMBER_WORDS[: max(game.n_dice for game in GAMES) + 2],
            "games": [_game(game, found) for game in GAMES],
            "families": {family.id: {"name": family.name, "roll": _telling(family, examples)} for family in found},
            "called": dict(sorted(called(found, strings).items(), key=lambda said: -len(said[0]))),
            "rolls": rolls(strings),
            "readings": readings(snapshot, strings, sources),
            "counting": counting(),
            "answers": list(filter(None, (_answer(page, told, found, strings["settle"]) for page, told in answers))),
        }
    )


def families(strings: Mapping[str, Any]) -> list[Family]:
    """Every box of every game in its family, in the order of the sheets; boxes that only a choice adds stand last.

    A family goes by the name that more than half of its sheets print, and by one of its own where there is none.
    """
    boxes: dict[str, dict[str, Box]] = {}
    for game in GAMES:
        for box in every_box(game):
            boxes.setdefault(family_of(box), {}).setdefault(game.id, box)
    upper = [family for family, held in boxes.items() if any(box.section == "upper" for box in held.values())]
    order = [*upper, *(family for family in SHEET if family in boxes)]
    found = []
    for family in [*order, *(family for family in boxes if family not in order)]:
        printed = [box.name for box in boxes[family].values()]
        name = max(printed, key=printed.count)
        by_most = 2 * printed.count(name) > len(printed)
        found.append(Family(family, name if by_most else strings["family"][family], boxes[family]))
    return found


def _words(strings: Mapping[str, Any]) -> dict[str, Any]:
    """The words that the browser shows; what ``called`` and ``rolls`` hold comes with them."""
    said = strings["settle"]
    few, many = (NUMBER_WORDS[of(game.n_dice for game in GAMES)] for of in (min, max))
    words = said | {
        "tries": said["tries"].format(a="44444", b="55552", c="12346"),
        "count": said["count"].format(n="{n}", few=few, many=many),
    }
    return {name: word for name, word in words.items() if name not in ELSEWHERE}


def patterns(words: Mapping[str, Any]) -> dict[str, str]:
    """Regular expressions, as the browser reads them, that a question is taken apart with once it is ``heard``.

    ``many`` (how many, face), ``named`` (place, article, one of the names in ``called``, which stand for {names},
    used), ``single`` (face, after an article), ``other`` (numbers that are no dice), ``face`` (a number word),
    ``whole`` (a roll, its dice one after the other), ``either``.
    """
    faces = "|".join(NUMBER_WORDS[1 : GAMES[0].n_faces + 1])
    digit = f"[1-{GAMES[0].n_faces}]"
    face = f"{faces}|{digit}"
    few, many = (of(game.n_dice for game in GAMES) - 1 for of in (min, max))
    place, article = words["places"], words["articles"]
    return {
        "many": rf"\b({face}|{words['pair']}) ({face})e?s\b",
        "named": rf"\b(?:({place})(?: (?:{article}))? |({article}) )?({{names}})s?( (?:{words['used']}))?\b",
        "single": rf"\b(?:one|1|{article}) ({face})\b",
        "other": rf"\b(?:{words['before_number']}) \d\d?\b(?! \d)|\b\d\d? (?:{words['after_number']})\b",
        "face": rf"\b(?:{faces})\b",
        "whole": rf"(?<!\d ?)\b{digit}(?: ?{digit}){{{few},{many}}}\b(?! ?\d)",
        "either": rf"\b(?:{words['either']})\b",
    }


def _game(game: Game, found: Sequence[Family]) -> dict[str, Any]:
    """A game, and the box of each family that it has, by id and by name."""
    boxes = {family.id: family.boxes[game.id] for family in found if game.id in family.boxes}
    return {
        "id": game.id,
        "name": game.name,
        "dice": game.n_dice,
        "sheet": {family: box.id for family, box in boxes.items()},
        "names": {family: box.name for family, box in boxes.items()},
    }


def _telling(family: Family, examples: Mapping[str, Mapping[str, str]]) -> str:
    """A roll that the box takes, by the first game that has one; none for a box that only a choice adds."""
    rolls = (examples.get(game, {}).get(box.id, "") for game, box in family.boxes.items())
    return next(filter(None, rolls), "")


def heard(words: str) -> str:
    """Words as they are compared: small letters without marks, digits, and one space between them."""
    bare = unicodedata.normalize("NFD", words.lower().replace("ß", "ss"))
    bare = re.sub(r"['’]", "", "".join(sign for sign in bare if not unicodedata.combining(sign)))
    return re.sub(r"[^a-z0-9]+", " ", bare).strip()


def called(found: Sequence[Family], strings: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What people say -> the families of boxes that it may mean (``b``) and the game (``g``); some names are both.

    Raises WrongWord for names of a box or a game that is not there, and for what is no list of names.
    """
    boxes, games = strings["settle"]["called"], strings["settle"]["played"]
    _check_names("called", boxes, [family.id for family in found])
    _check_names("played", games, [game.id for game in GAMES])
    meant: dict[str, dict[str, Any]] = {}
    for family in found:
        printed = [name for box in family.boxes.values() for name in (box.name, box.id)]
        named = [heard(words) for words in [*printed, family.name, family.id, *boxes.get(family.id, ())]]
        for words in _heard_as(named, strings["settle"]["misspelt"]):
            known = meant.setdefault(words, {}).setdefault("b", [])
            if family.id not in known:
                known.append(family.id)
    for game in GAMES:
        for words in (game.name, game.id, *game.aliases, *games.get(game.id, ())):
            for said in _heard_as([heard(words)], {}):
                meant.setdefault(said, {})["g"] = game.id
    return meant


def _check_names(section: str, named: Mapping[str, Any], known: Sequence[str]) -> None:
    for name, said in named.items():
        path = ("settle", section, name)
        if name not in known:
            do = did_you_mean(name, known, f"These can have names here: {', '.join(known)}.")
            raise WrongWord(path, f"names for {name!r}, which no sheet has", do)
        if not isinstance(said, list) or not all(isinstance(one, str) and heard(one) for one in said):
            raise WrongWord(path, f"{name} is no list of names", 'Write them in brackets: ["one name", "another"].')
        for one in said:
            if one != one.lower() or re.search(r"\d", one):
                do = "Write it in small letters, and a number as a word: digits are understood as well then."
                raise WrongWord(path, f"{one!r} is written otherwise than names are", do)


def _heard_as(names: Sequence[str], misspelt: Mapping[str, Sequence[str]]) -> list[str]:
    """Names, also as people misspell them, and with a digit for the number of dice: "4 of a kind"."""
    spelt = [*names, *(_swap(word, wrong, name) for name in names for word in misspelt for wrong in misspelt[word])]
    digits = {word: str(n) for n, word in enumerate(NUMBER_WORDS) if 0 < n <= GAMES[0].n_faces}
    swapped = [_swap(word, digits[word], name) for name in spelt for word in digits]
    return list(dict.fromkeys([*spelt, *swapped]))


def _swap(word: str, other: str, name: str) -> str:
    return re.sub(rf"\b{word}\b", other, name)


def rolls(strings: Mapping[str, Any]) -> dict[str, str]:
    """What a roll is called by the goal it makes, the rarest first; before them, by a box that names its rolls."""
    dice = GAMES[0].lattice
    counts = dice.counts[dice.rolls]
    says = strings["settle"]["roll"]
    made = {goal: pattern.made(counts).sum() for goal, pattern in GOALS.items() if goal in says}
    boxes = [box for box in says if box not in GOALS]
    return {made_by: says[made_by] for made_by in [*boxes, *sorted(made, key=lambda goal: made[goal])]}


def readings(snapshot: Snapshot, strings: Mapping[str, Any], sources: Mapping[str, Mapping]) -> dict[str, Any]:
    """Game id -> option id -> choice id -> where it is argued out (``at``), what it ``says``, ``who`` follows it."""
    told: dict[str, dict[str, Any]] = {game.id: {} for game in GAMES}
    for argued in disputes(GAMES, snapshot.figures):
        choices = argued.option.choices
        if any(choice.boxes or TOUCHING & choice.sets.keys() for choice in choices):
            for game in (argued.game, *argued.shared):
                told[game.id][argued.option.id] = {
                    choice.id: {
                        "at": argued.id,
                        "says": f"{argued.option.question} {choice.says[0].upper()}{choice.says[1:]}",
                        "who": strings["settle"]["by"].format(who=_who(argued, choice, strings, sources)),
                    }
                    for choice in choices
                }
    return told


def _who(argued: Dispute, choice: Choice, strings: Mapping[str, Any], sources: Mapping[str, Mapping]) -> str:
    """The short names of who follows a choice, the first few of them."""
    names = [sources[key]["short"] for key, _ in followers(argued, choice, sources) if key in sources]
    more = strings["settle"]["and_more"].format(n=len(names) - NAMED) if len(names) > NAMED else ""
    return "; ".join(names[:NAMED]) + more


def counting() -> dict[str, dict[str, str]]:
    """Game id -> box id -> which dice of each roll count, a sign a roll in the order of the lattice.

    Left out are number boxes, whose dice are those of their face, and boxes in which all dice of what pays count.
    """
    told: dict[str, dict[str, str]] = {}
    for game in GAMES:
        counts = game.lattice.counts[game.lattice.rolls]
        for box in game.boxes:
            earned = box.counting(counts)
            if isinstance(box.pattern, Number) or (earned == counts)[earned.any(axis=1)].all():
                continue
            told.setdefault(game.id, {})[box.id] = "".join(map(_sign, counts.tolist(), earned.tolist()))
    return told


def _sign(counts: Sequence[int], earned: Sequence[int]) -> str:
    """Of a roll, highest die first as the lattice lists it, a bit for each die that counts; as a sign."""
    held = [n < earned[face] for face in reversed(range(len(counts))) for n in range(counts[face])]
    return chr(MASK + sum(1 << place for place, is_held in enumerate(held) if is_held))


def _answer(
    page: Page, told: Mapping[str, str], found: Sequence[Family], words: Mapping[str, Any]
) -> dict[str, Any] | None:
    """An answer that says what a box takes; None for another.

    ``near``: family -> how much it is about it: whether its question names the box, and whether it works out a roll
    anywhere. ``rolls``: those rolls. ``goals``: what its question says of a roll, such as five alike. ``tells``: that
    it says so of the box that it names first; else it is about no other roll. An answer that neither names a box nor
    has goals is about the rolls that it works out, and no other.
    """
    if page.failed or page.meta["group"] not in ANSWERING:
        return None
    question, worked_out = told["question"], _worked_out(page)
    names = _named(question, found, words, worked_out)
    if not names and not worked_out:
        return None
    goals = [goal for goal, says in words["roll"].items() if says in question]
    first = question.find(next(iter(names), "?"))
    tells = bool(goals) and 0 <= first < question.index(words["roll"][goals[0]])
    group = ANSWERING.index(page.meta["group"])
    near = {
        family: 4 * (family in names.values()) + bool(worked_out) + 1 - group / 4 + tells / 2
        for family in dict.fromkeys([*names.values(), *(worked_out if goals else ())])
    }
    known = {
        "slug": page.slug,
        "ask": question,
        "says": told["verdict"],
        "games": page.games,
        "near": near,
        "rolls": worked_out,
        "goals": goals,
    }
    return known | ({"tells": 1} if tells else {})


def _worked_out(page: Page) -> dict[str, list[str]]:
    """Family -> the rolls that an answer works out in its box."""
    rolls: dict[str, list[str]] = {}
    for proof in page.meta["proof"] or ():
        box = next((box for box in every_box(page.game) if box.id == proof["box"]), None)
        if box:  # the answer's own page says what is wrong with another
            rolls.setdefault(family_of(box), []).append("".join(sorted(proof["dice"])))
    return rolls


def _named(question: str, found: Sequence[Family], words: Mapping[str, Any], worked_out: Mapping) -> dict[str, str]:
    """What a question names -> the family of the box, in the order in which it names them.

    A game's name is a box only where it is asked what that is: elsewhere it says where. The number boxes go by that
    name too, in an answer that works a roll out in one.
    """
    printed = {box.name: family.id for family in found for box in family.boxes.values()}
    games = {game.name: printed.pop(game.name) for game in GAMES if game.name in printed}
    longest = "|".join(sorted(map(re.escape, printed), key=len, reverse=True))
    names = {name: printed[name] for name in re.findall(rf"\b(?:{longest})\b", question)}
    asked = re.match(rf"{words['what_is']} ({'|'.join(games)})\b", question)
    if asked:
        names[asked[1]] = games[asked[1]]
    numbers = [box for box in GAMES[0].boxes if isinstance(box.pattern, Number)]
    if words["numbers"] in question and any(box.id in worked_out for box in numbers):
        names |= {box.name: box.id for box in numbers}
    return names
