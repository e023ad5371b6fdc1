"""Charts: every chance is drawn, in its place, as high as it is."""

import json
import re
from pathlib import Path

import pytest

from gen.charts import TALL, histogram, totals, totals_side_by_side

SNAPSHOT = json.loads((Path(__file__).parents[1] / "figures.json").read_text())
GAMES = ("yacht", "yacht-35", "yahtzee", "yatzy", "generala")


def bars(path: str) -> list[tuple[float, float, float]]:
    """(left, right, height) of the bars of a path."""
    found = re.findall(rf"M([\d.]+) {TALL}V([\d.e-]+)H([\d.]+)V{TALL}z", path)
    assert "".join(path.split()).count("z") == len(found), "nothing but bars"
    return [(float(left), float(right), TALL - float(top)) for left, top, right in found]


def test_a_bar_is_as_high_as_the_chance_of_its_totals_and_the_highest_fills_the_drawing():
    chart = histogram([0.0, 0.1, 0.4, 0.3, 0.2], {})
    assert (chart.first, chart.last, chart.step) == (1, 5, 1)
    assert [height for *_, height in bars(chart.paths[""])] == pytest.approx([25, 100, 75, 50], abs=0.1)
    assert [left for left, *_ in bars(chart.paths[""])] == [0, 1, 2, 3]


def test_many_totals_are_drawn_in_bars_of_several_points_from_a_whole_multiple_on():
    chart = histogram([0.0] * 7 + [1 / 200] * 200, {})
    assert chart.step == 4
    assert chart.first == 4
    assert (chart.last - chart.first) % 4 == 0
    assert chart.last >= 207


def test_a_bar_that_a_cut_goes_through_is_parted_there():
    chart = histogram([0.0] * 10 + [1 / 200] * 200, {"high": 75, "top": 76})
    low, high, top = (bars(chart.paths[name]) for name in ("", "high", "top"))
    assert chart.step == 4  # 10 to 210, from 8 on: the bar of 72 to 76 is cut at 75
    assert low[-1][1] == 75 - chart.first
    assert high == [(75 - chart.first, pytest.approx(76 - chart.first - 0.72), pytest.approx(low[-1][2]))]
    assert top[0][0] == 76 - chart.first


def test_what_comes_up_too_seldom_to_see_is_left_out_at_both_ends():
    chart = histogram([0.0001, 0.0002, 0.5, 0.4994, 0.0002, 0.0001], {})
    assert (chart.first, chart.last) == (2, 4)


@pytest.mark.parametrize("game", GAMES)
def test_the_drawn_totals_of_a_game_add_up_to_nearly_all_games_and_their_parts_to_a_quarter_and_a_tenth(game):
    chance = SNAPSHOT["series"][f"{game}.best-play.totals"]["values"]
    chart = totals(SNAPSHOT["series"], SNAPSHOT["figures"], game)
    scale = TALL / max(sum(chance[a : a + chart.step]) / chart.step for a in range(chart.first, chart.last, chart.step))
    gap = 0.18 * chart.step
    area = {
        name: sum((right - left) * height / scale for left, right, height in bars(path))
        for name, path in chart.paths.items()
    }
    seen = 1 - gap / chart.step  # of the width of a bar
    assert sum(area.values()) == pytest.approx(seen, abs=0.01)
    at = {name: SNAPSHOT["figures"][f"{game}.best-play.{name}"]["value"] for name in ("p75", "p90")}
    assert area["p75"] == pytest.approx(seen * sum(chance[at["p75"] : at["p90"]]), abs=0.02)
    assert area["p90"] == pytest.approx(seen * sum(chance[at["p90"] :]), abs=0.02)


def test_games_side_by_side_stand_on_one_scale():
    charts = totals_side_by_side(SNAPSHOT["series"], SNAPSHOT["figures"], GAMES)
    assert len({(chart.first, chart.last, chart.step) for chart in charts.values()}) == 1
    highest = [max(height for path in chart.paths.values() for *_, height in bars(path)) for chart in charts.values()]
    assert max(highest) <= TALL + 0.1
    assert min(highest) < TALL * 0.75, "a wide game is drawn lower than a narrow one"


def test_a_place_is_a_share_of_the_width():
    chart = histogram([0.0, 0.1, 0.4, 0.3, 0.2], {})
    assert chart.place(1) == 0
    assert chart.place(3) == 50
    assert chart.place(5) == 100
