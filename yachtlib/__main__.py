"""The command line: ``python -m yachtlib games|score|legal|odds|solve|ceiling|batch``.

Bad input gets one line on stderr that says what is allowed, and exit code 2. ``batch`` reads one JSON request a line
and answers each with one JSON line; a bad line gets {"error": …} and the rest go on.
"""

import argparse
import io
import json
import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from yachtlib.card import Card
from yachtlib.dice import InputError, read_roll
from yachtlib.games import GAMES, find_game
from yachtlib.odds import Odds, Prospect, fresh_odds, odds
from yachtlib.outcomes import ceiling
from yachtlib.rules import Game
from yachtlib.solver import solve

Request = Mapping[str, Any]


def games(_: Request) -> list[dict]:
    """Every game with its boxes and options."""
    return [
        {
            "id": game.id,
            "name": game.name,
            "boxes": [{"id": box.id, "name": box.name, "section": box.section} for box in game.boxes],
            "options": [
                {"id": o.id, "choices": [{"id": c.id, "default": c == o.default} for c in o.choices]}
                for o in game.options
            ],
        }
        for game in GAMES
    ]


def score(ask: Request) -> dict:
    """What a roll pays in a box; with a card, the box must be open to the roll on it."""
    game = _game(ask)
    before = _card(game, ask)
    after = before.enter(_text(ask, "box"), _roll(game, ask), ask.get("first_roll", False))
    return {"points": after.points[ask["box"]]}


def legal(ask: Request) -> dict:
    """The boxes that may be filled and what each pays; ``bonus`` is what the roll earns beside its box."""
    game = _game(ask)
    card, roll = _card(game, ask), _roll(game, ask)
    return {"boxes": card.legal(roll, ask.get("first_roll", False)), "bonus": card.beside(roll)}


def odds_of(ask: Request) -> dict:
    """Chances and expected points of every goal and box; with no dice, from a fresh turn."""
    game = _game(ask)
    rerolls = ask.get("rerolls", game.n_rolls - 1)
    fresh = ask.get("dice", []) == []
    return _plain(fresh_odds(game, rerolls) if fresh else odds(game, _roll(game, ask), rerolls))


def solve_of(ask: Request) -> dict:
    """The average of best play over a whole game, how many states a card can be in, and the time it took."""
    game = _game(ask)
    start = time.perf_counter()
    with Bar("solving") as bar:
        solution = solve(game, progress=bar.show)
    seconds = round(time.perf_counter() - start, 3)
    return {"average": solution.average, "states": solution.cards.n_states, "seconds": seconds}


def ceiling_of(ask: Request) -> dict:
    """The most that a card can total, and a card that does."""
    with Bar("searching") as bar:
        card = ceiling(_game(ask), progress=bar.show)
    beside = {"upper": card.bonus, "repeat": card.repeat_bonus}
    return {"ceiling": card.total, "card": dict(card.points), "bonuses": beside}


# What a request may hold, by command; a first roll may be told to any game, also to those that pay no more for it.
FIELDS = {
    "games": (),
    "score": ("game", "box", "dice", "options", "card", "first_roll"),
    "legal": ("game", "dice", "options", "card", "first_roll"),
    "odds": ("game", "dice", "options", "rerolls"),
    "solve": ("game", "options"),
    "ceiling": ("game", "options"),
}
COMMANDS: dict[str, Callable[[Request], Any]] = {
    "games": games,
    "score": score,
    "legal": legal,
    "odds": odds_of,
    "solve": solve_of,
    "ceiling": ceiling_of,
}


def answer(ask: object) -> Any:
    """The answer to one request of ``batch``. Raises InputError."""
    if not isinstance(ask, dict):
        raise InputError('one JSON object a line, such as {"command": "games"}')
    command = COMMANDS.get(str(ask.get("command")))
    if command is None:
        raise InputError(f"no command {ask.get('command')!r}; the commands: {', '.join(COMMANDS)}")
    allowed = ("command", *FIELDS[ask["command"]])
    for field in sorted(ask.keys() - set(allowed)):
        raise InputError(f"{ask['command']} has no field {field!r}; its fields: {', '.join(allowed)}")
    if not isinstance(ask.get("first_roll", False), bool):
        raise InputError("first_roll: give true or false")
    return command(ask)


def _text(ask: Request, key: str) -> str:
    if not isinstance(ask.get(key), str):
        raise InputError(f"{key}: give its id as text; the games and their boxes: python -m yachtlib games")
    return ask[key]


def _game(ask: Request) -> Game:
    options = ask.get("options", {})
    if not isinstance(options, dict):
        raise InputError('options: give an object, such as {"straights": "15-30"}')
    return find_game(_text(ask, "game")).with_options(options)


def _roll(game: Game, ask: Request) -> tuple[int, ...]:
    dice = ask.get("dice", [])
    if not isinstance(dice, list | str):
        raise InputError(f"dice: give a list of {game.n_dice} numbers from 1 to 6")
    return read_roll(dice, game.n_dice)


def _card(game: Game, ask: Request) -> Card:
    points = ask.get("card", {})
    if not isinstance(points, dict):
        raise InputError('card: give a JSON object of points by box, such as {"twos": 6}')
    return Card(game, points)


def _plain(found: Odds) -> dict:
    def fraction(p: Prospect) -> dict:
        return {"exact": f"{p.mean.numerator}/{p.mean.denominator}", "value": float(p.mean)}

    return {
        "boxes": {
            box: {"now": found.now[box], "expected": fraction(p), "hold": list(p.hold)}
            for box, p in found.boxes.items()
        },
        "goals": {goal: {"chance": fraction(p), "hold": list(p.hold)} for goal, p in found.goals.items()},
    }


class Bar:
    """How far slow work has come, on a terminal and once it has taken two seconds; silent anywhere else."""

    def __init__(self, name: str) -> None:
        self.name, self.start, self.drawn = name, time.monotonic(), False

    def show(self, share: float) -> None:
        """Draw the share that is done, from 0 to 1."""
        if time.monotonic() - self.start > 2 and sys.stderr is not None and sys.stderr.isatty():
            self.drawn = True
            full = round(40 * share)
            print(f"\r{self.name} [{'#' * full}{' ' * (40 - full)}] {share:4.0%}", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_: object) -> None:
        if self.drawn:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m yachtlib", description="Points, odds, best play and ceilings of five-dice games.")
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)
    for name, command in COMMANDS.items():
        sub, fields = commands.add_parser(name, help=command.__doc__.splitlines()[0]), FIELDS[name]
        sub.add_argument("--json", action="store_true", help="print one JSON object")
        if "game" in fields:
            sub.add_argument("game", help="its id; see: python -m yachtlib games")
        if "options" in fields:
            sub.add_argument(
                "--option", action="append", default=[], metavar="ID=CHOICE", help="a house rule; may be repeated"
            )
        if "box" in fields:
            sub.add_argument("box", help="its id, such as full-house; see: python -m yachtlib games")
        if "dice" in fields:
            sub.add_argument("dice", nargs="*", default=[], help="the roll: one number from 1 to 6 for each die")
        if "card" in fields:
            sub.add_argument("--card", default="{}", help='points by box as JSON: {"twos": 6}')
        if "first_roll" in fields:
            sub.add_argument("--first-roll", action="store_true", help="the dice fell so on the first roll")
        if "rerolls" in fields:
            sub.add_argument("--rerolls", type=_whole, default=2, help="throws left: 0, 1 or 2")
    example = '{"command": "score", "game": "yatzy", "box": "full-house", "dice": [6, 6, 5, 5, 5]}'
    fields = "; ".join(f"{name}: {', '.join(FIELDS[name]) or 'none'}" for name in FIELDS)
    about = f"One JSON object a line, such as {example}. Fields by command: {fields}."
    batch = commands.add_parser("batch", help="answer one JSON request a line from stdin", description=about)
    batch.add_argument("--json", action="store_true", help="changes nothing: answers are JSON")
    return parser


def _options_first(words: list[str]) -> list[str]:
    """The words with options before dice, wherever they were typed: argparse takes dice only in one run."""
    options, others = [], []
    left = iter(words)
    for word in left:
        if word.startswith("--"):
            value = [next(left, None)] if word in ("--option", "--card", "--rerolls") else []
            if value == [None]:
                return words  # argparse says that its value is missing
            options += [word, *value]
        else:
            others.append(word)
    return [*others[:1], *options, *others[1:]]


def _whole(text: str) -> int | str:
    """A number where there is one; what is none is refused by the command, which knows what is allowed."""
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else text


def _request(args: argparse.Namespace) -> dict:
    fields = ("command", *FIELDS[args.command])
    ask = {key: value for key, value in vars(args).items() if key in fields and key != "card"}
    pairs = [text.partition("=") for text in getattr(args, "option", [])]
    for option, equals, _ in pairs:
        if not equals:
            raise InputError(f"--option {option!r}: give ID=CHOICE, such as straights=15-30")
    if "options" in fields:
        ask["options"] = {option: choice for option, _, choice in pairs}
        if len(ask["options"]) < len(pairs):
            raise InputError("--option: one option is given twice; give each once")
    if "card" in fields:
        try:
            ask["card"] = _loads(args.card)
        except InputError:
            raise
        except (ValueError, RecursionError):
            raise InputError('--card: not JSON; give points by box, such as {"twos": 6}') from None
    return ask


def _loads(text: str) -> Any:
    """JSON in which no key stands twice: which of the two was meant nobody could say."""

    def once(pairs: list[tuple[str, Any]]) -> dict:
        found = {}
        for key, value in pairs:
            if key in found:
                raise InputError(f"{key}: given twice; give each once")
            found[key] = value
        return found

    return json.loads(text, object_pairs_hook=once)


def _batch() -> None:
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # bytes that are no text are a bad line, not an end
    for line in sys.stdin or ():
        try:
            result = answer(_loads(line))
        except InputError as error:
            result = {"error": str(error)}
        except (ValueError, RecursionError):
            result = {"error": "not JSON; one JSON object a line"}
        print(json.dumps(result), flush=True)


def _show(command: str, result: Any) -> None:
    """The same answer for people, in columns."""
    if command == "games":
        for game in GAMES:
            print(f"{game.id}: {game.name}")
            print(f"  boxes: {', '.join(box.id for box in game.boxes)}")
            for option in game.options:
                print(f"  {option.question}")
                for choice in option.choices:
                    written = f"--option {option.id}={choice.id}"
                    print(f"    {written:42} {choice.says}{' (default)' * (choice == option.default)}")
        return
    if command == "odds":
        print(f"{'box':20}{'now':>4}{'expect':>9}  {'hold':12}exactly")
        for name, box in result["boxes"].items():
            mean = box["expected"]
            print(f"{name:20}{box['now']:4}{mean['value']:9.4f}  {_dice(box['hold']):12}{mean['exact']}")
        print(f"\n{'goal':20}{'chance':>13}  {'hold':12}exactly")
        for name, goal in result["goals"].items():
            chance = goal["chance"]
            print(f"{name:20}{chance['value']:13.4%}  {_dice(goal['hold']):12}{chance['exact']}")
        return
    for name, value in result.items():
        if isinstance(value, dict):
            for box, points in value.items():
                print(f"{box:20}{points:4}")
        else:
            print(f"{name:20}{value:4}")


def _dice(hold: list[int]) -> str:
    return " ".join(map(str, hold)) or "nothing"


def _run(words: list[str]) -> int:
    args = _parser().parse_args(_options_first(words))
    if args.command == "batch":
        _batch()
        return 0
    try:
        result = answer(_request(args))
    except InputError as error:
        print(f"python -m yachtlib {args.command}: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    print(json.dumps(result)) if args.json else _show(args.command, result)
    return 0


def main() -> int:
    """The exit code: 0, or 2 for bad input and for output that cannot be written."""
    code = 0
    try:
        code = _run(sys.argv[1:])
        if sys.stdout:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough, as ``head`` does
        _close_stdout()
    except OSError as error:
        print(f"python -m yachtlib: cannot write: {error.strerror}", file=sys.stderr)
        _close_stdout()
        code = 2
    return code


def _close_stdout() -> None:
    """So that the interpreter does not try to write the rest when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
