"""What runs in the browser is held to the library: tables, exact odds, whole games played out and added up again."""

import json
import re
import tomllib
from dataclasses import asdict, is_dataclass
from fractions import Fraction
from pathlib import Path

import pytest
from golden import but_of_variants, single_options, tables

from gen.markup import Voice
from gen.widget import PARAMETERS
from yachtlib.card import Card
from yachtlib.games import GAMES
from yachtlib.odds import fresh_odds, keep_odds, odds
from yachtlib.scoring import Number

ROOT = Path(__file__).parent.parent
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
GAMES_A_TABLE = 200
TURN = re.compile(r"(?P<seat>\d) (?P<rolls>[\d\[\] ]+?)(?: (?P<box>[a-z-]+) (?P<points>\d+)(?: \+(?P<beside>\d+))?)?$")


@pytest.fixture(scope="module")
def strings():
    return tomllib.loads((ROOT / "gen" / "strings" / "en.toml").read_text(encoding="utf-8"))


def read(site, game):
    return json.loads((site / "data" / f"{game.id}.json").read_text(encoding="utf-8"))


@EACH_GAME
def test_a_table_holds_what_every_roll_pays_in_every_box(site, game):
    data = read(site, game)
    assert [box["id"] for box in data["boxes"]] == [box.id for box in game.boxes]
    for box, column in zip(data["boxes"], game.points.T, strict=True):
        assert box["points"] == column.tolist()
    for option, told in zip(game.options, data["options"], strict=True):
        for choice, changes in zip(option.choices, told["choices"], strict=True):
            changed = game.with_options({option.id: choice.id})
            for box in changes.get("boxes", []):
                assert box["points"] == changed.points[:, changed.index(box["id"])].tolist()
            same = {box.id for box in changed.boxes} - {box["id"] for box in changes.get("boxes", [])}
            assert all(changed.box(box) == game.box(box) for box in same)
            for field, name in PARAMETERS.items():
                if name not in changes.get("rules", {}):
                    assert getattr(changed, field) == getattr(game, field)


def plain(value):
    return asdict(value) if is_dataclass(value) else value


@EACH_GAME
def test_a_table_says_what_the_rules_say(site, strings, game):
    """Parameters, and each box's name, face, part, joker and words; of the boxes and fields of choices as well."""
    data, voice = read(site, game), Voice("", game, None, {}, strings)

    def as_published(box):
        return {
            "id": box.id,
            "name": box.name,
            "upper": box.section == "upper",
            "face": box.pattern.face if isinstance(box.pattern, Number) else None,
            "says": voice.says(box),
            "pays": voice.pays(box),
            "joker": box.price if isinstance(box.price, int) else 0,
        }

    def told(boxes):
        return [{key: value for key, value in box.items() if key not in ("cost", "points")} for box in boxes]

    def parameters(table):
        return json.loads(json.dumps({name: plain(getattr(table, field)) for field, name in PARAMETERS.items()}))

    assert told(data["boxes"]) == [as_published(box) for box in game.boxes]
    assert [box["face"] for box in data["boxes"] if box["upper"]] == list(range(1, game.n_faces + 1))
    assert data["rules"] == parameters(game)
    assert [data["dice"], data["faces"], data["rolls"]] == [game.n_dice, game.n_faces, game.n_rolls]
    for option, published in zip(game.options, data["options"], strict=True):
        assert [published["id"], published["question"]] == [option.id, option.question]
        for choice, changes in zip(option.choices, published["choices"], strict=True):
            changed = game.with_options({option.id: choice.id})
            assert [changes["id"], changes["says"]] == [choice.id, choice.says]
            assert told(changes.get("boxes", [])) == [as_published(changed.box(box.id)) for box in choice.boxes]
            assert data["rules"] | changes.get("rules", {}) == parameters(changed)


def test_every_field_that_a_choice_sets_has_a_parameter():
    choices = [choice for game in GAMES for option in game.options for choice in option.choices]
    assert {field for choice in choices for field in choice.sets} <= PARAMETERS.keys()


def other_in_all(game):
    """The table that plays the last choice of every option."""
    return {option.id: option.choices[-1].id for option in game.options}


def exact(found):
    n, d, *_ = found
    return Fraction(n, d)


@tables(but_of_variants(single_options))
def test_every_chance_and_hold_is_the_librarys(ask, game, options):
    table = game.with_options(options)
    found = ask(ask="odds", game=game.id, options=options)
    assert len(found) == 3 * len(table.points)
    for one in found:
        ours = odds(table, one["dice"], one["rerolls"])
        assert one["now"] == ours.now
        for kind, prospects in (("boxes", ours.boxes), ("goals", ours.goals)):
            assert list(one[kind]) == list(prospects)
            for name, prospect in prospects.items():
                n, d, hold = one[kind][name]
                assert (n, d) == (prospect.mean.numerator, prospect.mean.denominator), (one["dice"], name)
                assert tuple(hold) == prospect.hold, (one["dice"], name)


@tables(but_of_variants(single_options))
def test_every_chance_of_a_keep_is_the_librarys(ask, game, options):
    table = game.with_options(options)
    for throws in (1, 2):
        for one in ask(ask="keeps", game=game.id, options=options, throws=throws):
            ours = keep_odds(table, tuple(one["keep"]), throws)
            assert {name: exact(said) for name, said in one["boxes"].items()} == {
                name: prospect.mean for name, prospect in ours.boxes.items()
            }
            assert {name: exact(said) for name, said in one["goals"].items()} == {
                name: prospect.mean for name, prospect in ours.goals.items()
            }
    fresh, ours = ask(ask="keeps", game=game.id, options=options, throws=3)[0], fresh_odds(table, 2)
    assert {name: exact(said) for name, said in (fresh["boxes"] | fresh["goals"]).items()} == {
        name: prospect.mean for name, prospect in (ours.boxes | ours.goals).items()
    }


@tables(lambda game: [*single_options(game), other_in_all(game)])
def test_whole_games_of_computers_add_up_as_the_library_plays_them_again(ask, game, options):
    """200 games a table; every entry must be one that the library allows, for the points that were written."""
    table = game.with_options(options)
    for played in ask(ask="games", game=game.id, options=options, games=GAMES_A_TABLE):
        cards, winner = replay(table, played["text"])
        assert winner == played["winner"]
        for card, said in zip(cards, played["cards"], strict=True):
            assert dict(card.points) == said["points"]
            assert [card.total, card.upper_total, card.bonus, card.repeat_bonus] == [
                said["total"],
                said["upper"],
                said["bonus"],
                said["repeat"],
            ]
            assert winner is not None or not card.open_boxes
        for offer in played["offered"]:
            card = Card(table, offer["points"], offer["repeats"])
            assert card.legal(offer["dice"], offer["first"]) == offer["pays"]
            assert card.beside(offer["dice"]) == offer["beside"]
        best = max(card.total for card in cards)
        for place in played["places"]:
            first = place["seat"] == winner if winner is not None else cards[place["seat"]].total == best
            assert (place["place"] == 1) == first


def replay(table, text):
    """The cards at the end of a written game, and who won at once. Knows nothing of how the browser reads it."""
    lines = text.splitlines()
    seats = [line for line in lines if line.startswith("seat ")]
    cards, turn, winner = [Card(table) for _ in seats], int(re.search(r"^first (\d)$", text, re.M)[1]) - 1, None
    for line in lines[len(seats) + 3 :]:
        match = TURN.match(line)
        seat, rolls = int(match["seat"]) - 1, match["rolls"].split()
        assert winner is None
        assert seat == turn % len(seats)
        assert 1 <= len(rolls) <= table.n_rolls
        dice = [[int(face) for face in re.sub(r"[\[\]]", "", roll)] for roll in rolls]
        for before, after, then in zip(rolls, dice, dice[1:], strict=False):
            held = [die.startswith("[") for die in re.findall(r"\[\d\]|\d", before)]
            assert all(old == new for old, new, is_held in zip(after, then, held, strict=True) if is_held)
        if not match["box"]:
            won = table.instant_win and len(seats) > 1 and len(rolls) == 1
            assert won
            assert table.points[table.lattice.find_roll(dice[0]), table.index(table.instant_win.box)] > 0
            winner = seat
            continue
        pays = cards[seat].legal(dice[-1], len(rolls) == 1)
        assert pays[match["box"]] == int(match["points"])
        assert cards[seat].beside(dice[-1]) == int(match["beside"] or 0)
        cards[seat] = cards[seat].enter(match["box"], dice[-1], len(rolls) == 1)
        turn += 1
    return cards, winner
