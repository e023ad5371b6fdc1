"""The telling rolls: one that shows what its box does not take ends the build, by its line."""

import re
from pathlib import Path

import pytest

import gen.__main__ as command
from gen.examples import read_examples

TEXT = (Path(__file__).parent.parent / "gen" / "examples.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    """The examples with the first place in Yatzy's part changed that matches ``old``."""
    before, part = TEXT.split("[yatzy]\n")
    found = re.sub(rf"(?m){old}", new, part, count=1)
    assert found != part
    return f"{before}[yatzy]\n{found}"


def test_the_examples_of_the_project_are_sound():
    examples, problems = read_examples("gen/examples.toml", TEXT)
    assert problems == []
    assert examples["yatzy"]["yatzy"] == "22222"


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ('^large-straight = "23456"', 'large-straight = "12345"', "large-straight", "12345 pays nothing in large-str"),
        ('^ones = "11342"', 'ones = "1134"', "ones", "ones of yatzy: "),
        ('^ones = "11342"', 'ones = "113429"', "ones", "ones of yatzy: "),
        ('^ones = "11342"', 'ones = "11742"', "ones", "ones of yatzy: "),
        ('^ones = "11342"', "ones = 11342", "ones", "no roll for ones of yatzy"),
        ('^chance = "66521"', 'chanse = "66521"', "chanse", "yatzy has no box 'chanse'"),
        ('^chance = "66521"\\n', "", "[yatzy]", "no roll for chance of yatzy"),
        (r"^\[maxi-yatzy\]", "[maxi-yatzi]", "[maxi-yatzi]", "no game 'maxi-yatzi'"),
        ('^yatzy = "22222"', 'yatzy = "22223"', "[yatzy]", "no roll of yatzy is all alike"),
    ],
)
def test_a_roll_that_does_not_fit_its_box_is_a_problem_with_its_line(old, new, line, what):
    text = changed(old, new)
    examples, problems = read_examples("gen/examples.toml", text)
    assert examples == {}
    found = [problem for problem in problems if problem.what.startswith(what)]
    assert len(found) == 1, problems
    assert text.splitlines()[found[0].line - 1].startswith(line)


def test_examples_that_do_not_read_are_a_problem_alone():
    examples, problems = read_examples("gen/examples.toml", "[yatzy\n")
    assert examples == {}
    assert [problem.line for problem in problems] == [1]
    assert problems[0].what.startswith("does not read")


def test_a_wrong_example_ends_the_build_and_no_page_is_blamed(monkeypatch):
    wrong = changed('^large-straight = "23456"', 'large-straight = "12345"')
    read = command._text
    monkeypatch.setattr(command, "_text", lambda path: wrong if path.name == "examples.toml" else read(path))
    assert {problem.file for problem in command.pages(dry=True)} == {"gen/examples.toml"}
