"""What the corrections say of other people's figures holds by the library's own count."""

import json
import re
import subprocess
import sys
import tomllib
from fractions import Fraction
from itertools import accumulate
from pathlib import Path

import pytest

from yachtlib.dice import read_roll
from yachtlib.games import find_game

ROOT = Path(__file__).parents[1]
SNAPSHOT = json.loads((ROOT / "figures.json").read_text())
FIGURES = SNAPSHOT["figures"]
SOURCES = tomllib.loads((ROOT / "gen" / "sources.toml").read_text())
PAGE = (ROOT / "docs" / "figures" / "corrections.md").read_text()


def points(game, box: str, roll: str) -> int:
    row = game.lattice.find_roll(read_roll([roll], game.n_dice))
    return int(game.points[row, game.boxes.index(game.box(box))])


def test_the_card_with_one_five_alike_holds_what_the_page_says():
    boxed = find_game("yahtzee")
    card = dict(re.findall(r'\("([a-z-]+)", "([1-6]{5})"\)', PAGE))
    assert card.keys() == {box.id for box in boxed.boxes}
    assert sum(len(set(roll)) == 1 for roll in card.values()) == 1
    total = sum(points(boxed, box, roll) for box, roll in card.items()) + boxed.upper_bonus.points
    assert total == FIGURES["yahtzee.ceiling.one-five-alike"]["value"]


def test_the_game_that_reaches_305_is_no_full_card_of_yatzy():
    yatzy = find_game("yatzy")
    played = {box.id: "66666" for box in yatzy.boxes if box.id not in ("one-pair", "two-pairs")} | {
        box: str(face) * 5 for face, box in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), start=1)
    }
    played["full-house"] = "66655"
    total = sum(points(yatzy, box, roll) for box, roll in played.items()) + yatzy.upper_bonus.points
    assert str(total) == SOURCES["pyhtzee"]["values"]["most points, Yatzy"]
    assert total < FIGURES["yatzy.ceiling"]["value"]


def test_the_script_for_the_misread_box_prints_the_figure_and_what_the_solver_found():
    run = [sys.executable, str(ROOT / "docs" / "assets" / "two-pairs-misread.py")]
    told = subprocess.run(run, cwd=ROOT, env={"PYTHONPATH": "."}, check=True, capture_output=True, text=True).stdout
    assert float(told) == pytest.approx(FIGURES["yatzy.misread.two-pairs.mean"]["value"], abs=1e-7)
    assert (
        told.strip()
        == SOURCES["yatzy-solver"]["values"]["average of best play, Nordic Yatzy, a single pair in two pairs, points"]
    )


def test_the_two_chances_of_four_in_a_row_differ_by_five_in_a_row():
    four, five = (Fraction(FIGURES[f"yacht.goal.{goal}.p1"]["exact"]) for goal in ("four-run", "five-run"))
    without = SOURCES["newlisp-note-dice"]["values"]["run of four in one roll, runs of five not counted"]
    assert four - five == Fraction(without)


@pytest.mark.parametrize(
    ("percentile", "share", "agrees"),
    [("5th", 0.05, True), ("25th", 0.25, False), ("75th", 0.75, False), ("99th", 0.99, True)],
)
def test_the_quarters_of_the_boxed_game_are_what_the_chances_add_up_to(percentile, share, agrees):
    series = SNAPSHOT["series"]["yahtzee.best-play.totals"]
    ours = next(total for total, sure in enumerate(accumulate(series["values"]), series["first"]) if sure >= share)
    printed = SOURCES["dlangk-yatzy-reviews"]["values"][f"{percentile} percentile of best play, boxed game, points"]
    assert (str(ours) == printed) == agrees
    assert ours == FIGURES[f"yahtzee.best-play.p{percentile.removesuffix('th').zfill(2)}"]["value"]


def test_the_averages_by_joker_rule_part_at_the_third_decimal():
    forced, free = (FIGURES[name]["value"] for name in ("yahtzee.best-play.mean", "yahtzee.option.joker.free.mean"))
    assert (
        f"{forced:.2f}"
        == f"{free:.2f}"
        == SOURCES["glenn-yahtzee-2006"]["values"]["average of best play, boxed game, 100 points and joker, points"]
    )
    assert (
        f"{free:.4f}"
        == SOURCES["verhoeff-yahtzee"]["values"]["average of best play, boxed game, 100 points, free joker, points"]
    )
    assert f"{forced:.4f}" != f"{free:.4f}"


def test_every_correction_says_what_is_printed_computed_when_both_hold_and_how_to_check():
    claims = re.split(r"(?m)^### ", PAGE)[1:]
    assert len(claims) >= 10
    for claim in claims:
        assert re.findall("<dt>(.*?)</dt>", claim) == ["Printed", "Computed", "Both hold", "Check it"], claim[:60]
        anchor = re.search(r"\{: #([a-z-]+) \}", claim)[1]
        assert f'href="#{anchor}"' in PAGE, f"{anchor} is not in the jump list"
