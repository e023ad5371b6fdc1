"""Figures: current, checked, and written as they should be."""

import json
import re
import tomllib
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from math import factorial, prod
from pathlib import Path

import pytest

from gen.__main__ import fingerprint
from gen.catalogue import ORDER, PARTS, PUBLISHED, compute_part, figures_of, series_of
from gen.figures import (
    Check,
    Figure,
    Series,
    Snapshot,
    UnknownFigure,
    as_json,
    bound,
    compute,
    compute_series,
    exact_form,
    forms,
)

ROOT = Path(__file__).parent.parent
COMMITTED = json.loads((ROOT / "figures.json").read_text())
SOURCES = tomllib.loads((ROOT / "gen" / "sources.toml").read_text())


# The parts that are worked out in seconds; make proofs works out them all.
QUICK = ("dice", "generala", "yacht")


def exact(figure_id: str) -> Fraction:
    return Fraction(COMMITTED["figures"][figure_id]["exact"])


def numbers(entry: dict) -> list:
    """Everything that a series holds, in order: the values, or the rows one after another."""
    return entry["values"] if "values" in entry else [cell for row in entry["rows"].values() for cell in row.values()]


def assert_committed(part: str) -> None:
    """What the library computes now is what is committed; float64 may differ in its last digits between machines."""
    found, series, problems = compute_part(part)
    assert problems == []
    for name, entry in series.items():
        committed = COMMITTED["series"][name]
        assert entry.keys() == committed.keys(), f"{name} is stale: run make figures"
        assert entry["statement"] == committed["statement"], f"{name} is stale: run make figures"
        for now, then in zip(numbers(entry), numbers(committed), strict=True):
            same = now == then if isinstance(now, str) else now == pytest.approx(then, rel=0, abs=1e-8)
            assert same, f"{name}: run make figures"
    for name, figure in found.items():
        committed = COMMITTED["figures"][name]
        assert figure["value"] == pytest.approx(committed["value"], rel=0, abs=1e-9), f"{name}: run make figures"
        assert [check["says"] for check in figure["checks"]] == [check["says"] for check in committed["checks"]]
        for key in ("exact", "unit", "statement", "method"):
            assert figure[key] == committed[key], f"{name} is stale: run make figures"


def test_the_committed_snapshot_was_made_by_the_library_as_it_stands():
    assert COMMITTED["fingerprint"] == fingerprint(), "figures.json is stale: run make figures"


@pytest.mark.parametrize("part", QUICK)
def test_the_figures_that_take_seconds_are_what_the_library_computes_now(part):
    assert_committed(part)


@pytest.mark.slow
@pytest.mark.parametrize("part", [part for part in PARTS if part not in QUICK])
def test_every_other_figure_is_what_the_library_computes_now(part):
    assert_committed(part)


def test_the_snapshot_holds_every_figure_of_every_part_in_order_and_no_other():
    assert sorted(ORDER) == sorted(PARTS)
    assert list(COMMITTED["figures"]) == [figure.id for part in ORDER for figure in figures_of(part)]


@pytest.mark.parametrize(
    ("figure_id", "value"),
    [
        ("yacht.ceiling", 297),
        ("yacht.goal.five-alike.p1", Fraction(6, 7776)),
        ("yacht.goal.five-alike.p3", Fraction(347897, 7558272)),
        ("yacht.goal.full-house.p1", Fraction(300, 7776)),
        ("yacht.goal.straight-1-5.p1", Fraction(120, 7776)),
        ("yacht.goal.four-run.p1", Fraction(1200, 7776)),
        ("dice.keep.2266.full-house.t1", Fraction(1, 3)),
        ("dice.keep.2266.full-house.t2", Fraction(5, 9)),
        ("dice.keep.2345.five-run.t1", Fraction(1, 3)),
        ("dice.keep.2345.five-run.t2", Fraction(5, 9)),
        ("dice.keep.2345.straight-2-6.t2", Fraction(11, 36)),
        ("dice.keep.6666.five-alike.t2", Fraction(11, 36)),
        ("yacht.box.choice.alone", Fraction(70, 3)),
        ("yacht.box.sixes.alone", 30 * (1 - Fraction(5, 6) ** 3)),
        ("yacht.option.straights.15-30.ceiling.worth", -15),
        ("yacht.option.bonus.35.ceiling", 332),
    ],
)
def test_values_that_pencil_and_paper_give(figure_id, value):
    assert exact(figure_id) == value


@pytest.mark.parametrize(
    ("figure_id", "form", "text"),
    [
        ("yacht.goal.four-alike.p3", "percent-1", "29.1 %"),
        ("yacht.goal.five-alike.p3", "percent-1", "4.6 %"),
        ("yacht.goal.five-alike.turns", "number-1", "21.7"),
        ("dice.keep.2266.full-house.t2", "percent-1", "55.6 %"),
        ("dice.keep.2266.full-house.t1", "percent-1", "33.3 %"),
        ("dice.keep.2345.straight-2-6.t2", "percent-1", "30.6 %"),
        ("yacht.box.choice.alone", "number-1", "23.3"),
        ("yacht.box.yacht.alone", "number-1", "2.3"),
    ],
)
def test_the_best_known_published_odds_are_met(figure_id, form, text):
    assert forms(COMMITTED["figures"][figure_id])[form] == text


def test_every_figure_has_a_statement_and_a_check_that_is_no_published_value_alone():
    for name, figure in COMMITTED["figures"].items():
        assert figure["statement"].endswith("."), name
        assert [check for check in figure["checks"] if "source" not in check], f"{name} has no twin"


def test_published_checks_name_figures_and_sources_that_exist_and_repeat_what_is_printed_there():
    for figure_id, values in PUBLISHED.items():
        assert figure_id in COMMITTED["figures"]
        for key, value, _ in values:
            printed = [text.replace(" ", "") for text in SOURCES[key]["values"].values()]
            read = [Fraction(t.rstrip("%")) / (100 if t.endswith("%") else 1) for t in printed]
            assert value in read, f"{key} does not print {value}"


SOLVED = ("yacht", "yacht-35", "yahtzee", "yatzy", "generala")


def test_the_snapshot_holds_every_series_and_no_other():
    assert list(COMMITTED["series"]) == [series.id for part in ORDER for series in series_of(part)]
    assert len(COMMITTED["series"]) == 2 * len(SOLVED)


@pytest.mark.parametrize("game", SOLVED)
def test_a_distribution_has_the_mean_the_spread_and_the_percentiles_that_are_published(game):
    series, figures = COMMITTED["series"][f"{game}.best-play.totals"], COMMITTED["figures"]
    chance = series["values"]
    assert series["first"] == 0
    assert sum(chance) == pytest.approx(1, abs=1e-9)
    mean = sum(total * p for total, p in enumerate(chance))
    assert mean == pytest.approx(figures[f"{game}.best-play.mean"]["value"], abs=1e-6)
    spread = sum((total - mean) ** 2 * p for total, p in enumerate(chance)) ** 0.5
    assert spread == pytest.approx(figures[f"{game}.best-play.sd"]["value"], abs=1e-6)
    reached = list(accumulate(chance))
    for name, share in {"p01": 0.01, "p10": 0.1, "median": 0.5, "p75": 0.75, "p99": 0.99}.items():
        total = figures[f"{game}.best-play.{name}"]["value"]
        assert reached[total - 1] < share <= reached[total] + 1e-12, name


@pytest.mark.parametrize("game", SOLVED)
def test_first_holds_are_parts_of_their_rolls_and_their_mean_over_all_throws_is_the_average(game):
    rows = COMMITTED["series"][f"{game}.openings"]["rows"]
    assert len(rows) == 252
    total = 0.0
    for roll, row in rows.items():
        for hold in (row["hold"], row["next"]):
            assert not Counter(hold) - Counter(roll), f"{roll} cannot keep {hold}"
        assert row["hold"] != row["next"]
        assert row["lead"] >= 0
        total += row["value"] * factorial(5) / prod(factorial(n) for n in Counter(roll).values())
    assert total / 6**5 == pytest.approx(COMMITTED["figures"][f"{game}.best-play.mean"]["value"], abs=1e-6)


@pytest.mark.parametrize("game", SOLVED)
def test_a_published_opening_is_its_row_of_all_first_holds(game):
    rows, found = COMMITTED["series"][f"{game}.openings"]["rows"], 0
    for name, figure in COMMITTED["figures"].items():
        match = re.fullmatch(rf"{game}\.opening\.(\d+)(\.lead)?", name)
        if match:
            row, found = rows[match[1]], found + 1
            assert figure["value"] == pytest.approx(row["lead" if match[2] else "value"], abs=1e-8)
            assert "".join(map(str, figure["hold"])) == row["hold"]
    assert found == 16


def test_a_series_whose_second_look_is_too_far_off_is_reported():
    far = Check("games", lambda: 0.2, within=Fraction(1, 10))
    near = Check("games", lambda: 0.1, within=lambda: 0.1)
    good = Series("a.b", "chance", "S.", lambda: {"first": 0, "values": [1.0]}, (near,))
    found, problems = compute_series([good])
    assert problems == []
    assert found["a.b"]["values"] == [1.0]
    assert found["a.b"]["checks"] == [{"says": "games", "agrees": True, "within": 0.1}]
    _, problems = compute_series([replace(good, checks=(far,)), replace(good, checks=())])
    assert problems == [
        "a.b: games is 0.2 off (allowed: 0.1)",
        "a.b: registered twice; give one of them another id",
        "a.b: no independent check",
    ]


def test_the_snapshot_is_json_with_each_series_on_a_line_of_its_own():
    text = as_json({"figures": {"a.b": {"value": 1}}}, {"c": {"values": [1, 2]}, "d": {"rows": {}}})
    assert json.loads(text) == {
        "figures": {"a.b": {"value": 1}},
        "series": {"c": {"values": [1, 2]}, "d": {"rows": {}}},
    }
    assert '"c": {"values": [1, 2]},\n' in text
    assert json.loads(as_json({"figures": {}}, {})) == {"figures": {}, "series": {}}


def figure(value: Fraction | int, unit: str = "points", **more) -> dict:
    found, _ = compute([Figure("a.b", unit, "A statement.", lambda: value, (), **more)])
    return found["a.b"]


@pytest.mark.parametrize(
    ("value", "unit", "written"),
    [
        (Fraction(1, 3), "chance", {"percent": "33.33 %", "percent-1": "33.3 %", "one-in": "one in 3.0"}),
        (Fraction(1, 1296), "chance", {"percent": "0.08 %", "percent-1": "0.1 %", "one-in": "one in 1,296"}),
        (Fraction(2, 3), "chance", {"percent": "66.67 %", "percent-1": "66.7 %"}),
        (Fraction(1), "chance", {"percent": "100.00 %", "percent-1": "100.0 %"}),
        (Fraction(125, 100000), "chance", {"percent": "0.12 %", "percent-1": "0.1 %", "one-in": "one in 800"}),
        (1575, "points", {"number": "1,575", "signed": "+1,575", "number-1": "1,575.0"}),
        (0, "points", {"number": "0", "signed": "0", "number-1": "0.0"}),
        (-15, "points", {"number": "−15", "signed": "−15", "number-1": "−15.0"}),
        (23, "mean points", {"number": "23.00", "signed": "+23.00", "number-1": "23.0"}),
        (Fraction(-1, 100), "mean points", {"number": "−0.01", "signed": "−0.01", "number-1": "0.0"}),
    ],
)
def test_numbers_are_written_from_the_exact_fraction_half_to_even(value, unit, written):
    assert forms(figure(value, unit)) == written


def test_the_exact_form_groups_digits_and_leaves_whole_numbers_whole():
    assert exact_form(figure(Fraction(347897, 7558272))) == "347,897 / 7,558,272"
    assert exact_form(figure(1575)) == "1,575"


@pytest.mark.parametrize(("value", "shown"), [(254.5877287344955, "254.58772873…"), (-0.000056789, "−0.00005678…")])
def test_a_value_in_double_precision_has_no_fraction_and_shows_the_digits_that_are_sure(value, shown):
    found = figure(value, "mean points", method="float64")
    assert found["exact"] is None
    assert exact_form(found) == shown


@pytest.mark.parametrize(
    ("within", "shown"), [(1e-8, "0.00000001"), (0.0173, "0.017"), (0.98, "0.98"), (4.0, "4"), (78.0, "78")]
)
def test_how_far_apart_a_check_may_be_is_written_with_two_digits(within, shown):
    assert bound(within) == shown


def test_a_float_must_say_that_it_is_one():
    _, problems = compute([Figure("a.b", "points", "S.", lambda: 0.5, (Check("a twin", lambda: 0.5),))])
    assert problems == ["a.b: method 'exact', but the value is a float"]


def test_a_bound_that_depends_on_the_value_is_asked_for_after_the_second_look():
    near = Check("a game", lambda: 3.4, within=lambda: 0.5)
    found, problems = compute([Figure("a.b", "points", "S.", lambda: 3, (near,))])
    assert problems == []
    assert found["a.b"]["checks"] == [{"says": "a game", "agrees": True, "within": 0.5}]
    _, problems = compute([Figure("a.b", "points", "S.", lambda: 4, (near,))])
    assert problems == ["a.b: the library says 4, but a game says 3.4 (allowed: 0.5 apart)"]


def test_a_check_that_disagrees_a_double_id_and_a_missing_check_are_all_reported():
    wrong = Check("a twin", lambda: 298)
    near = Check("a page", lambda: Fraction("296.9"), within=Fraction("0.2"), source="x")
    good = Figure("a", "points", "S.", lambda: 297, (near,))
    bad = Figure("a", "points", "S.", lambda: 297, (near, wrong))
    bare = Figure("b", "points", "S.", lambda: 1, ())
    odd = Figure("c", "furlongs", "S.", lambda: 1, (Check("a twin", lambda: 1),))
    _, problems = compute([good, bad, bare, odd])
    assert problems == [
        "a: registered twice; give one of them another id",
        "a: the library says 297, but a twin says 298",
        "b: no independent check; add a twin or a published value",
        "c: no unit 'furlongs'; the units: points, mean points, chance, count, turns, rolls",
    ]


def test_an_unknown_figure_names_the_nearest_ones():
    snapshot = Snapshot({"yacht.ceiling": {}, "dice.rolls": {}})
    with pytest.raises(UnknownFigure) as error:
        snapshot.get("yacht.cieling")
    assert error.value.nearest == ["yacht.ceiling"]


def test_where_a_figure_is_used_is_recorded():
    snapshot = Snapshot({"a": {"value": 1}, "b": {"value": 2}})
    snapshot.get("a", "/y/")
    snapshot.get("a", "/x/")
    assert snapshot.published() == {"a": {"value": 1, "pages": ["/x/", "/y/"]}, "b": {"value": 2, "pages": []}}


def test_figure_ids_are_lower_case_words_parted_by_dots():
    for name in COMMITTED["figures"]:
        assert re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", name), name
