"""How fast the parts are, against what they promise: ``make bench``. Medians, and each as a share of its promise."""

import contextlib
import io
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

import gen.__main__ as command
from yachtlib.dice import lattice
from yachtlib.games.yacht import YACHT
from yachtlib.odds import fresh_odds, odds


def seconds(work: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return median(taken)


def all_odds() -> None:
    for roll in lattice(5).dice[lattice(5).rolls]:
        odds(YACHT, roll, 2)


def quietly(work: Callable[[], object]) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        work()


def main() -> None:
    fresh_odds(YACHT, 2)
    rows = [
        ("one roll's odds, once loaded", seconds(all_odds, 5) / 252, 0.005),
        ("the lattice and the odds of a game, cold", seconds(cold, 3), None),
        ("python -m gen pages, the whole command", seconds(pages, 3), 2),
        ("all figures and their checks", seconds(lambda: quietly(lambda: command.compute(catalogue())), 1), None),
    ]
    for name, taken, promised in rows:
        share = f"{taken / promised:6.1%} of {promised} s" if promised else ""
        print(f"{name:45} {taken * 1000:10.2f} ms  {share}")


def cold() -> None:
    code = "from yachtlib.games.yacht import YACHT; from yachtlib.odds import fresh_odds; fresh_odds(YACHT, 2)"
    subprocess.run([sys.executable, "-c", code], check=True)


def pages() -> None:
    subprocess.run([sys.executable, "-m", "gen", "pages"], check=True, stdout=subprocess.DEVNULL)


def catalogue() -> tuple:
    from gen.catalogue import FIGURES

    return FIGURES


if __name__ == "__main__":
    main()
