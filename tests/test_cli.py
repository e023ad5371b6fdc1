"""The command line keeps its shapes; bad input gets one line and exit code 2, or one JSON error in a batch."""

import io
import json
import os
import random
import re
import shlex
import subprocess
import sys
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest
from golden import CASES, VARIANTS, golden

from yachtlib.__main__ import FIELDS, answer, main
from yachtlib.dice import InputError
from yachtlib.games import GAMES, find_game

ROOT = Path(__file__).parents[1]
YACHT = find_game("yacht")
BOXES = [box.id for box in YACHT.boxes]
GOALS = [
    "five-alike",
    "four-alike",
    "three-alike",
    "full-house",
    "straight-1-5",
    "straight-2-6",
    "five-run",
    "four-run",
    "two-pairs",
    "pair",
]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@pytest.fixture
def run(monkeypatch, capsys):
    """Runs the command line in this process: exit code, stdout, stderr."""

    def run(*argv, stdin=""):
        monkeypatch.setattr(sys, "argv", ["python -m yachtlib", *argv])
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        try:
            code = main()
        except SystemExit as stop:
            code = stop.code
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture
def ask(run):
    """The JSON object that a good request gets."""

    def ask(*argv):
        code, out, err = run(*argv, "--json")
        assert (code, err, out.count("\n")) == (0, "", 1)
        return json.loads(out)

    return ask


@pytest.fixture
def batch(run):
    """The answers to lines of a batch."""

    def batch(*lines):
        code, out, err = run("batch", stdin="".join(f"{line}\n" for line in lines))
        assert (code, err) == (0, "")
        return [json.loads(line) for line in out.splitlines()]

    return batch


def flags(case):
    options = [f"{option}={choice}" for option, choice in case.get("options", {}).items()]
    words = [word for option in options for word in ("--option", option)]
    words += ["--card", json.dumps(case["card"])] if "card" in case else []
    return words + ["--first-roll"] * case.get("first_roll", False)


def line(command, game_id, case):
    """The same request as a line of a batch."""
    fields = {key: case[key] for key in ("box", "dice", "options", "card", "first_roll") if key in case}
    return json.dumps({"command": command, "game": game_id, **fields})


def dice(case):
    return [str(face) for face in case["dice"]]


def process(*argv, stdin=b"", **environment):
    command = [sys.executable, "-m", "yachtlib", *argv]
    done = subprocess.run(command, input=stdin, capture_output=True, cwd=ROOT, env={**os.environ, **environment})
    return done.returncode, done.stdout.decode(), done.stderr.decode()


# Shapes


def test_games_lists_every_game_with_its_boxes_options_and_choices(ask):
    listed = ask("games")
    assert [game["id"] for game in listed] == [game.id for game in GAMES]
    yacht = listed[0]
    assert yacht.keys() == {"id", "name", "boxes", "options"}
    assert [box["id"] for box in yacht["boxes"]] == BOXES
    assert yacht["boxes"][0] == {"id": "ones", "name": "Ones", "section": "upper"}
    assert yacht["boxes"][-1] == {"id": "yacht", "name": "Yacht", "section": "lower"}
    assert yacht["options"] == [
        {
            "id": "straights",
            "choices": [
                {"id": "30-30", "default": True},
                {"id": "30-40", "default": False},
                {"id": "15-30", "default": False},
            ],
        },
        {"id": "four-alike", "choices": [{"id": "matching", "default": True}, {"id": "all", "default": False}]},
        {
            "id": "five-alike-full-house",
            "choices": [{"id": "never", "default": True}, {"id": "always", "default": False}],
        },
        {"id": "bonus", "choices": [{"id": "none", "default": True}, {"id": "35", "default": False}]},
    ]


@golden("score")
def test_score_pays_the_golden_points(ask, batch, game_id, case):
    assert ask("score", game_id, case["box"], *dice(case), *flags(case)) == {"points": case["points"]}
    assert batch(line("score", game_id, case)) == [{"points": case["points"]}]


@golden("legal")
def test_legal_lists_the_golden_boxes_and_what_comes_beside_them(ask, batch, game_id, case):
    expected = {"boxes": case["boxes"], "bonus": case["beside"]}
    found = ask("legal", game_id, *dice(case), *flags(case))
    assert found == expected
    assert list(found["boxes"]) == list(case["boxes"])
    assert batch(line("legal", game_id, case)) == [expected]


def test_legal_without_a_card_has_every_box_open(ask):
    assert list(ask("legal", "yacht", *"11111")["boxes"]) == BOXES


def test_score_reads_a_card_and_pays_in_a_box_still_open_on_it(ask):
    assert ask("score", "yacht", "yacht", *"66666", "--card", '{"sixes": 24}') == {"points": 50}


def test_a_joker_is_paid_where_the_card_makes_it_one(ask):
    card = '{"yahtzee": 50, "fours": 12}'
    assert ask("score", "yahtzee", "large-straight", *"44444") == {"points": 0}
    assert ask("score", "yahtzee", "large-straight", *"44444", "--card", card) == {"points": 40}
    assert ask("legal", "yahtzee", *"44444", "--card", card)["bonus"] == 100


def test_a_first_roll_is_paid_where_the_flag_says_that_it_is_one(ask):
    assert ask("score", "generala", "straight", *"12345") == {"points": 20}
    assert ask("score", "generala", "straight", *"12345", "--first-roll") == {"points": 25}
    assert ask("legal", "generala", *"12345")["boxes"]["straight"] == 20
    assert ask("legal", "generala", "--first-roll", *"12345")["boxes"]["straight"] == 25
    assert ask("legal", "generala", "--first-roll", *"12345", "--option", "first-roll=none")["boxes"]["straight"] == 20


def test_a_first_roll_changes_no_odds(run):
    """They are those of a box by itself, whenever in the turn its dice fall."""
    assert "unrecognized arguments: --first-roll" in refused(*run("odds", "generala", *"12345", "--first-roll"))


def test_dice_may_be_typed_together_or_apart(ask):
    together = [ask("score", "yacht", "full-house", *words) for words in (["62626"], ["62", "626"], list("62626"))]
    assert together == [{"points": 22}] * 3


@each_game
def test_a_game_may_be_named_by_an_alias(ask, game):
    for name in (game.id, *game.aliases):
        assert ask("score", name, "ones", *"111111"[: game.n_dice]) == {"points": game.n_dice}


@each_game
@pytest.mark.parametrize("rolled", ["", "665224"])
@pytest.mark.parametrize("rerolls", ["0", "1", "2"])
def test_odds_has_every_box_and_goal_with_exact_and_rounded_values_and_a_hold(ask, game, rolled, rerolls):
    rolled = rolled[: game.n_dice]
    found = ask("odds", game.id, *rolled, "--rerolls", rerolls)
    assert found.keys() == {"boxes", "goals"}
    assert list(found["boxes"]) == [box.id for box in game.boxes]
    assert list(found["goals"]) == GOALS
    for row in found["boxes"].values():
        assert row.keys() == {"now", "expected", "hold"}
        assert type(row["now"]) is int
    assert {row.keys() == {"chance", "hold"} for row in found["goals"].values()} == {True}
    values = [(row["expected"], row["hold"]) for row in found["boxes"].values()]
    values += [(row["chance"], row["hold"]) for row in found["goals"].values()]
    for value, hold in values:
        assert value.keys() == {"exact", "value"}
        numerator, slash, denominator = value["exact"].partition("/")
        exact = Fraction(int(numerator), int(denominator))
        assert (slash, f"{exact.numerator}/{exact.denominator}") == ("/", value["exact"])
        assert value["value"] == float(exact)
        assert hold == sorted(hold, reverse=True)
        assert all(hold.count(face) <= list(map(int, rolled)).count(face) for face in hold)


def test_odds_are_those_of_the_dice_named(ask):
    row = ask("odds", "yacht", *"12345", "--rerolls", "2")
    assert row["goals"]["straight-2-6"] == {"chance": {"exact": "11/36", "value": 11 / 36}, "hold": [5, 4, 3, 2]}
    assert row["boxes"]["little-straight"] == {
        "now": 30,
        "expected": {"exact": "30/1", "value": 30.0},
        "hold": [5, 4, 3, 2, 1],
    }


def test_odds_of_six_dice_are_over_powers_of_six_dice(ask):
    found = ask("odds", "maxi-yatzy", *"666661", "--rerolls", "1")["boxes"]["maxi-yatzy"]
    assert found == {"now": 0, "expected": {"exact": "50/3", "value": 100 / 6}, "hold": [6, 6, 6, 6, 6]}
    fresh = ask("odds", "maxi-yatzy", "--rerolls", "0")["boxes"]["maxi-yatzy"]
    assert fresh == {"now": 0, "expected": {"exact": "25/1944", "value": 600 / 6**6}, "hold": []}


def test_odds_take_two_rerolls_where_none_are_named(ask):
    assert ask("odds", "yacht", *"66522") == ask("odds", "yacht", *"66522", "--rerolls", "2")
    assert ask("odds", "yacht") == ask("odds", "yacht", "--rerolls", "2")


def test_odds_and_ceiling_follow_the_options(ask):
    found = ask("odds", "yacht", *"55555", "--rerolls", "0", "--option", "five-alike-full-house=always")
    assert found["boxes"]["full-house"]["now"] == 25
    assert ask("ceiling", "yacht", "--option", "bonus=35", "--option", "straights=30-40")["ceiling"] == 342


def test_ceiling_gives_the_total_and_a_card_that_reaches_it(ask):
    found = ask("ceiling", "yacht")
    assert found.keys() == {"ceiling", "card", "bonuses"}
    assert found["ceiling"] == 297 == sum(found["card"].values())
    assert found["bonuses"] == {"upper": 0, "repeat": 0}
    assert list(found["card"]) == BOXES


@pytest.mark.parametrize("game", [game for game in GAMES if game.id not in VARIANTS], ids=lambda game: game.id)
def test_ceiling_fills_every_box_of_every_game(ask, game):
    found = ask("ceiling", game.id)
    assert list(found["card"]) == [box.id for box in game.boxes]
    assert found["ceiling"] == sum(found["card"].values()) + sum(found["bonuses"].values())


def test_without_json_the_answer_is_for_people(run):
    assert run("score", "yacht", "full-house", *"66622") == (0, "points                22\n", "")
    code, out, _ = run("odds", "yacht", *"12345", "--rerolls", "2")
    assert code == 0
    assert re.search(r"straight-2-6 +30\.5556% +5 4 3 2 +11/36", out)
    assert re.search(r"little-straight +30 +30\.0000 +5 4 3 2 1 +30/1", out)
    code, out, _ = run("games")
    assert out.startswith(f"yacht: Yacht\n  boxes: {', '.join(BOXES)}\n")
    assert run("legal", "yacht", *"66622", "--card", '{"ones": 3}')[1].startswith("twos                   4\n")
    assert run("ceiling", "yacht")[1].startswith("ceiling              297\nones                   5\n")
    joker = run("legal", "yahtzee", *"66666", "--card", '{"yahtzee": 50}')[1]
    assert joker == "sixes                 30\nbonus                100\n"
    code, out, _ = run("odds", "maxi-yatzy", *"666666", "--rerolls", "0")
    assert code == 0
    assert re.search(r"maxi-yatzy +100 +100\.0000 +6 6 6 6 6 6 100/1", out)


@pytest.mark.parametrize("command", FIELDS)
def test_help_names_what_a_command_takes_for_any_number_of_dice(run, command):
    code, out, _ = run(command, "--help")
    assert code == 0
    assert "five" not in out
    assert ("--first-roll" in out) == ("first_roll" in FIELDS[command])


# Bad input


def refused(code, out, err):
    """The one line that a refusal is."""
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert err.startswith("python -m yachtlib")
    assert "Traceback" not in err
    return err


@pytest.mark.parametrize(
    "case", [case for cases in CASES.values() for case in cases["refused"]], ids=lambda case: " ".join(case["argv"])
)
@pytest.mark.parametrize("json_flag", [[], ["--json"]], ids=["for people", "as JSON"])
def test_bad_input_gets_one_line_that_says_what_is_allowed(run, case, json_flag):
    assert case["says"] in refused(*run(*case["argv"], *(json_flag if case["argv"] else [])))


@pytest.mark.parametrize(
    "argv",
    [
        ["score", "yacht", "ones", *"12345", "--card", '{"ones": 1e400}'],
        ["score", "yacht", "ones", *"12345", "--card", '{"ones": NaN}'],
        ["score", "yacht", "ones", *"12345", "--card", "null"],
        ["score", "yacht", "ones", *"12345", "--card", ""],
        ["score", "yacht", "ones", *"12345", "--card", "1" * 5000],
        ["score", "yacht", "ones", *"12345", "--card", "[" * 100_000],
        ["score", "yacht", "ones", *"12345", "--card", '{"a": ' * 100_000],
        ["score", "yacht", "ones", *"12345", "--option", "="],
        ["score", "yacht", "ones", *"12345", "--option", ""],
        ["score", "yacht", "ones", *"12345", "--option", "two\nlines"],
        ["score", "yacht", "ones", *"12345", "--option", "two\nlines=\n"],
        ["score", "yacht", "two\nlines", *"12345"],
        ["score", "two\nlines", "ones", *"12345"],
        ["score", "yacht", "ones", *"1234", "5\n"],
        ["score", "yacht", "ones", *"12345", "--nonsense"],
        ["two\nlines"],
        ["score", "", "", ""],
        ["odds", "yacht", "1234"],
        ["odds", "yacht", "12345", "--rerolls", ""],
        ["odds", "yacht", "12345", "--rerolls", "²"],
        ["odds", "yacht", "12345", "--rerolls", "1.0"],
        ["odds", "yacht", "12345", "--rerolls"],
        ["games", "yacht"],
        ["games", "two\nlines"],
        ["batch", "now"],
    ],
    ids=lambda argv: " ".join(argv)[:60],
)
def test_stranger_input_gets_one_line_too(run, argv):
    refused(*run(*argv))


def test_a_huge_number_of_rerolls_is_refused_with_the_allowed_ones(run):
    assert "allowed: 0, 1, 2" in refused(*run("odds", "yacht", "12345", "--rerolls", "9" * 5000))


def test_the_module_runs_as_a_command():
    code, out, err = process("score", "yacht", "yacht", *"44444", "--json")
    assert (code, json.loads(out), err) == (0, {"points": 50}, "")


@pytest.mark.parametrize("argv", [["score", "yacht", "yacht", *"1234"], ["odds", "yacht", *"12345", "--rerolls", "5"]])
def test_the_command_exits_with_2_and_one_line(argv):
    refused(*process(*argv))


# Batch


def test_a_batch_answers_every_line_in_order_errors_included(batch):
    answers = batch(
        '{"command": "score", "game": "yacht", "box": "yacht", "dice": [1, 1, 1, 1, 1]}',
        "not json",
        "",
        '{"command": "score", "game": "yacht", "box": "nobox", "dice": [1, 1, 1, 1, 1]}',
        '{"command": "legal", "game": "yacht", "dice": [1, 1, 1, 1, 1], "card": {"yacht": 50, "ones": 5}}',
        '{"command": "ceiling", "game": "yacht", "options": {"bonus": "35"}}',
        '{"command": "odds", "game": "yacht", "dice": [1, 2, 3, 4, 5], "rerolls": 2}',
        '{"command": "odds", "game": "yacht"}',
        '{"command": "games"}',
        '{"command": "score", "game": "yacht", "box": "ones", "dice": "11111", "card": {"ones": 5}}',
    )
    assert answers[0] == {"points": 50}
    assert answers[1] == answers[2] == {"error": "not JSON; one JSON object a line"}
    assert answers[3].keys() == answers[9].keys() == {"error"}
    assert "its boxes: ones" in answers[3]["error"]
    assert list(answers[4]["boxes"]) == [box for box in BOXES if box not in ("ones", "yacht")]
    assert answers[5]["ceiling"] == 332
    assert answers[6]["goals"]["straight-2-6"]["chance"]["exact"] == "11/36"
    assert answers[7]["goals"]["five-alike"]["chance"]["exact"] == "347897/7558272"
    assert answers[8][0]["id"] == "yacht"
    assert "ones is filled already" in answers[9]["error"]


def test_a_batch_and_the_commands_give_the_same_answer(ask, batch):
    request = {
        "command": "odds",
        "game": "yacht",
        "dice": [6, 6, 5, 2, 2],
        "rerolls": 1,
        "options": {"straights": "15-30"},
    }
    assert batch(json.dumps(request)) == [
        ask("odds", "yacht", *"66522", "--rerolls", "1", "--option", "straights=15-30")
    ]


def test_a_first_roll_may_be_told_to_a_game_that_pays_nothing_for_it(batch):
    request = {"command": "score", "game": "yacht", "box": "yacht", "dice": [1, 1, 1, 1, 1], "first_roll": True}
    assert batch(json.dumps(request)) == [{"points": 50}]


@pytest.mark.parametrize("first_roll", [None, 0, 1, "true", []], ids=repr)
@pytest.mark.parametrize("command", ["score", "legal"])
def test_a_first_roll_is_told_by_true_or_false_only(batch, command, first_roll):
    request = {"command": command, "game": "generala", "dice": "11111", "first_roll": first_roll}
    request |= {"box": "ones"} if command == "score" else {}
    assert batch(json.dumps(request)) == [{"error": "first_roll: give true or false"}]


@pytest.mark.parametrize("dice", [None, "", 0, False, {}, [[]]], ids=repr)
def test_only_no_dice_at_all_mean_a_fresh_turn(batch, dice):
    (found,) = batch(json.dumps({"command": "odds", "game": "yacht", "dice": dice}))
    assert found.keys() == {"error"}
    assert found["error"].startswith("dice: ")


@pytest.mark.parametrize("field", ["game", "box", "dice"])
def test_a_field_that_is_missing_is_named(batch, field):
    request = {"command": "score", "game": "yacht", "box": "ones", "dice": [1, 2, 3, 4, 5]}
    del request[field]
    (found,) = batch(json.dumps(request))
    assert found["error"].startswith(f"{field}: ")


GARBAGE_LINES = [
    "null",
    "1",
    "-1.5e300",
    "NaN",
    "true",
    '"score"',
    "[]",
    '[{"command": "games"}]',
    "{}",
    '{"command": null}',
    '{"command": ["score"]}',
    '{"command": "batch"}',
    '{"command": "games"} {"command": "games"}',
    "{'command': 'games'}",
    "9" * 5000,
    '{"command": "score", "game": "yacht", "box": "ones", "dice": [1, 2, 3, 4, ' + "9" * 4000 + "]}",
    '{"command": "score", "game": "yacht", "box": "ones", "dice": "\\ud800"}',
    '{"command": "score", "game": "\\ud800\\u2028\\u0000", "box": "ones", "dice": "12345"}',
    "\x00\x1b[2J",
]


def test_a_batch_survives_garbage(batch):
    answers = batch(
        *(line for garbage in GARBAGE_LINES for line in (garbage, '{"command": "ceiling", "game": "yacht"}'))
    )
    assert len(answers) == 2 * len(GARBAGE_LINES)
    assert {one.keys() == {"error"} for one in answers[::2]} == {True}
    assert {one["ceiling"] for one in answers[1::2]} == {297}


@pytest.mark.parametrize("opening", ["[", '{"a": ', '{"command": "score", "game": "yacht", "box": "ones", "dice": ['])
def test_a_batch_survives_json_nested_too_deep_to_read(batch, opening):
    unread, answered = batch(opening * 100_000, '{"command": "ceiling", "game": "yacht"}')
    assert unread.keys() == {"error"}
    assert answered["ceiling"] == 297


def test_a_batch_survives_values_nested_as_deep_as_can_be_read(batch):
    """Reading them may work where writing them into the message does not."""
    shell = '{"command": "score", "game": "yacht", "box": "ones", "dice": [%s]}'
    lines = [shell % ("[" * depth + "]" * depth) for depth in range(0, 1100, 3)]
    assert {tuple(one) for one in batch(*lines)} == {("error",)}


def test_a_batch_survives_bytes_that_are_no_text():
    lines = b'\xff\xfe\n{"command": "ceiling", "game": "yacht"}\n'
    code, out, err = process("batch", stdin=lines, PYTHONIOENCODING="utf-8:strict")
    answers = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert "error" in answers[0]
    assert answers[1]["ceiling"] == 297


# Malformed requests, made up

GARBAGE = [
    None,
    True,
    False,
    0,
    1,
    -1,
    3,
    5,
    1.0,
    2.5,
    float("nan"),
    float("inf"),
    10**30,
    -(10**4000),
    "",
    "x",
    "1",
    "12345",
    "ones",
    "straights",
    "two\nlines",
    "\ud800",
    [],
    {},
    [None],
    [[1, 2, 3, 4, 5]],
    [1, 2, 3, 4],
    [1, 2, 3, 4, 5, 6],
    [1, 2, 3, 4, 7],
    [1, 2, 3, 4, "5 "],
    ["66", 522],
    [1.0, 2, 3, 4, 5],
    [True] * 5,
    [{}, [], None, 1, "6"],
    {"ones": 3},
    {"ones": None},
    {"ones": 3.0},
    {"ones": True},
    {"ones": [3]},
    {"ones": 10**30},
    {"yacht": 49, "": {}},
    {"yahtzee": 50, "fours": 12},
    {"generala": 0, "double-generala": 100},
    {"twos": 4},
    {"straights": "15-30"},
    {"straights": None},
    {"straights": ["15-30"]},
    {"bonus": {"35": True}},
    {"joker": "forced"},
    {"": ""},
]


def some_request(rng):
    """A good request with a few of its fields broken, missing or added."""
    command = rng.choice(["games", "score", "score", "legal", "legal", "odds", "odds", "ceiling"])
    game = YACHT if command == "ceiling" else rng.choice(GAMES)  # the ceiling of the boxed game takes a second
    ask = {
        "command": command,
        "game": game.id,
        "box": rng.choice(game.boxes).id,
        "dice": [rng.randint(1, 6) for _ in range(game.n_dice)],
        "rerolls": rng.randint(0, 2),
        "options": {option.id: rng.choice(option.choices).id for option in game.options if rng.random() < 0.2},
        "card": {},
        "first_roll": rng.random() < 0.5,
    }
    ask = {field: value for field, value in ask.items() if field == "command" or field in FIELDS[ask["command"]]}
    for _ in range(rng.randint(0, 3)):
        field = rng.choice([*ask, "extra"])
        if rng.random() < 0.2:
            ask.pop(field, None)
        else:
            ask[field] = rng.choice(GARBAGE)
    return ask if rng.random() < 0.98 else rng.choice(GARBAGE)


def test_whatever_is_asked_the_answer_is_json_or_a_one_line_refusal():
    rng = random.Random(1938)
    answered = refused = 0
    for _ in range(5000):
        ask = some_request(rng)
        try:
            json.dumps(answer(ask), allow_nan=False)
            answered += 1
        except InputError as error:
            assert len(str(error).splitlines()) == 1, ask
            refused += 1
    assert min(answered, refused) > 1000


def test_asking_leaves_the_request_as_it_was():
    rng = random.Random(35)
    for _ in range(200):
        ask = some_request(rng)
        before = repr(ask)
        with suppress(InputError):
            answer(ask)
        assert repr(ask) == before


@pytest.mark.parametrize(
    "argv", [("--rerolls", "2", "6", "6", "5", "2", "2"), ("6", "6", "--rerolls", "2", "5", "2", "2")]
)
def test_options_may_stand_before_or_between_dice(ask, argv):
    assert ask("odds", "yacht", *argv, "--json") == ask("odds", "yacht", *"66522", "--rerolls", "2", "--json")


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ({"command": "ceiling", "game": "yacht", "rerolls": 1}, "ceiling has no field 'rerolls'"),
        ({"command": "score", "game": "yacht", "box": "ones", "dice": "11111", "first_roll": "maybe"}, "true or false"),
    ],
)
def test_a_request_with_a_field_that_its_command_does_not_have_is_refused(batch, request_, says):
    assert says in batch(json.dumps(request_))[0]["error"]


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("odds yacht 6 6 5 2 2 | head -c 1", ""),
        ("odds yacht 6 6 5 2 2 --json | true", ""),
        ("games > /dev/full", "cannot write: No space left on device"),
        ("batch <&-", ""),
        ("batch </dev/null", ""),
        ("odds yacht 1 2 3 4 5 --rerolls", "argument --rerolls: expected one argument"),
        ("score yacht ones 1 1 1 1 1 --option", "argument --option: expected one argument"),
        ("score yacht ones 1 1 1 1 1 --option bonus=35 --option bonus=none", "given twice"),
        ("odds yacht 1 1 1 1 1 --rerolls ٢", "allowed: 0, 1, 2"),
    ],
)
def test_pipes_that_close_and_odd_words_end_without_a_traceback(command, says):
    done = subprocess.run(
        ["bash", "-c", f"{shlex.quote(sys.executable)} -m yachtlib {command}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == bool(says)


def test_the_answer_for_people_names_choices_percentages_and_what_to_hold(run):
    games = run("games")[1]
    assert "What do the straights pay?" in games
    assert re.search(r"--option straights=30-30 +1 to 5 and 2 to 6 exactly, 30 each \(default\)\n", games)
    assert re.search(r"--option straights=15-30 +any four in a row 15, any five 30\n", games)
    odds = run("odds", "yacht", *"66522")[1]
    assert re.search(r"full-house +55\.5556% +6 6 2 2 +5/9", odds)
    assert re.search(r"ones +0 +1\.5278 +nothing", odds)


@pytest.mark.parametrize(
    "line",
    [
        '{"command": "solve", "game": "yahtzee", "options": {"joker": "free", "joker": "none"}}',
        '{"command": "legal", "game": "yahtzee", "dice": [4, 4, 4, 4, 4], "card": {"yahtzee": 0, "yahtzee": 50}}',
    ],
)
def test_a_key_that_stands_twice_in_a_request_is_refused(run, line):
    assert "given twice" in json.loads(run("batch", stdin=line + "\n")[1])["error"]


def test_a_box_that_stands_twice_on_a_typed_card_is_said_to(run):
    code, _, said = run("legal", "yahtzee", "44444", "--card", '{"yahtzee": 0, "yahtzee": 50}')
    assert (code, said.count("\n")) == (2, 1)
    assert "yahtzee: given twice" in said


def test_a_number_that_is_no_die_is_not_read_as_several_dice(run):
    line = '{"command": "score", "game": "yacht", "box": "full-house", "dice": [22, 5, 5, 5]}'
    assert "'22' is not a die" in json.loads(run("batch", stdin=line + "\n")[1])["error"]
