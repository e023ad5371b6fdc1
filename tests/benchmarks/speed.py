"""How fast and how large the parts are, against what they promise: ``make bench``; exit 1 when a promise is broken.

Promises of time are promises for the machine on which the yardstick takes REFERENCE seconds; elsewhere they grow and
shrink with it. Everything runs in processes of its own on one thread, and this one stays small: what Linux calls the
peak memory of a process is never less than that of the one that started it.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
PARTS = Path(__file__).with_name("parts.py")
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1"}
REFERENCE = 0.295  # seconds: the yardstick where the promises were made
GROWTH = (["yacht"], ["yacht", "bonus=35"], ["yahtzee", "extra=none"], ["yahtzee"], ["yatzy"])
FASTER = 3  # times as fast as yatzy-solver


@dataclass(frozen=True)
class Ended:
    """A process that ended: seconds by the clock (inf: failed) and of the processor, MiB at its peak, what it found."""

    clock: float
    processor: float
    memory: float
    found: Any


@dataclass(frozen=True)
class Row:
    """``unit``: s or MiB, of which the promise is the most, or times, of which it is the least."""

    what: str
    measured: float
    unit: str
    promise: float | None = None


def run(*words: str, tree: bool = False) -> Ended:
    """A Python process to its end; ``tree``: memory is that of all its processes, looked at ten times a second."""
    start, peak = time.perf_counter(), 0.0
    options = {"cwd": ROOT, "env": {**os.environ, **ONE_THREAD}, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, *words], **options) as process:
        while not (ended := os.wait4(process.pid, os.WNOHANG if tree else 0))[0]:
            peak = max(peak, resident(process.pid))
            time.sleep(0.1)
        _, status, used = ended
        process.returncode = os.waitstatus_to_exitcode(status)
        said = process.stdout.read()
    if process.returncode and words[0] == str(PARTS):
        sys.exit(f"failed: {' '.join(words)}")
    found = json.loads(said) if words[0] == str(PARTS) else said
    clock = inf if process.returncode else time.perf_counter() - start
    return Ended(clock, used.ru_utime + used.ru_stime, max(peak, used.ru_maxrss / 1024), found)


def part(*words: str) -> Ended:
    return run(str(PARTS), *words)


def resident(pid: int) -> float:
    """MiB that a process and all that it started hold; pages that they share count for each."""
    held, family = {}, {pid}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            fields = path.read_text().rpartition(")")[2].split()
            held[int(path.parent.name)] = int(fields[1]), int(fields[21])
    while more := {child for child, (parent, _) in held.items() if parent in family} - family:
        family |= more
    return sum(held[one][1] for one in family if one in held) * os.sysconf("SC_PAGE_SIZE") / 2**20


def boxed_game(times: int) -> list[Row]:
    """Here and by yatzy-solver in turn, so that both see the machine as busy; the best of each counts."""
    pairs = [(part("solving", "yahtzee"), part("theirs")) for _ in range(times)]
    (_, _, average), reference = (ended.found for ended in pairs[0])
    if abs(average - reference) > 1e-9:
        sys.exit(f"yatzy-solver solves another game: {reference}, not {average}")
    ours, theirs = (min(ended.processor for ended in side) for side in zip(*pairs, strict=True))
    our_memory, their_memory = (max(ended.memory for ended in side) for side in zip(*pairs, strict=True))
    return [
        Row("the boxed game, whole process, processor", ours, "s", 1.6),
        Row("… peak memory", our_memory, "MiB", 120),
        Row("… by yatzy-solver, processor", theirs, "s"),
        Row("… peak memory", their_memory, "MiB"),
        Row("… how many times faster than yatzy-solver", theirs / ours, "times", FASTER),
    ]


def growth(times: int) -> list[tuple[str, int, float]]:
    """(game, states, seconds of processor time to solve it first), the best of so many processes each."""
    rows = []
    for words in GROWTH:
        found = [part("solving", *words).found for _ in range(times)]
        rows.append((" ".join(words), found[0][1], min(seconds for seconds, _, _ in found)))
    return rows


def totals() -> list[Row]:
    """Once each: a minute or so."""
    rows = []
    for name, title in (("yahtzee", "the boxed game"), ("yatzy", "Yatzy")):
        ended = part("totals", name)
        rows.append(Row(f"totals of {title}, solving apart, processor", ended.found, "s"))
        rows.append(Row("… peak memory, solving included", ended.memory, "MiB"))
    return rows


def figures() -> list[Row]:
    """Once: minutes."""
    ended = run("-m", "gen", "figures", "--force", tree=True)
    return [
        Row("python -m gen figures --force, clock", ended.clock, "s", 180),
        Row("… peak memory of all its processes", ended.memory, "MiB", 2048),
    ]


def table(rows: list[Row], yardstick: float) -> bool:
    """Print the rows; whether every promise is kept."""
    print(f"{'what':50}{'measured':>14}{'promise':>14}{'of promise':>12}{'yardsticks':>12}")
    kept = True
    for row in rows:
        line = f"{row.what:50}{amount(row.measured, row.unit):>14}"
        promise = row.promise and row.promise * (yardstick / REFERENCE if row.unit == "s" else 1)
        if row.measured == inf:
            kept = False
        elif promise:
            share = promise / row.measured if row.unit == "times" else row.measured / promise
            kept &= share <= 1
            line += f"{amount(promise, row.unit):>14}{share:>12.0%}{' !' if share > 1 else ''}"
        line = f"{line:90}" + (f"{row.measured / yardstick:12.4g}" if row.unit == "s" and row.measured < inf else "")
        print(line.rstrip())
    return kept


def amount(number: float, unit: str) -> str:
    if number == inf:
        return "failed"
    return f"{number * 1000:.3g} ms" if unit == "s" and number < 0.1 else f"{number:.3g} {unit}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="leave out what takes minutes: totals and figures")
    parser.add_argument("--times", type=int, default=5, help="processes per measurement, of which the best counts")
    args = parser.parse_args()
    measures = [part("yardstick").found]
    rows = boxed_game(args.times)
    measures.append(part("yardstick").found)
    grown = growth(args.times)
    measures.append(part("yardstick").found)
    solved = {name: seconds for name, _, seconds in grown}
    pages = min(run("-m", "gen", "pages").clock for _ in range(args.times))
    rows += [
        Row("the 1938 game, first solve, processor", solved["yacht"], "s", 0.1),
        Row("Yatzy, first solve, processor", solved["yatzy"], "s", 4.5),
        Row("one roll's odds, once loaded, clock", min(part("odds").found for _ in range(args.times)), "s", 0.005),
        Row("the lattice and the odds of a game, cold, clock", min(part("cold").clock for _ in range(args.times)), "s"),
        Row("python -m gen pages, whole, clock", pages, "s", 2),
    ]
    if not args.quick:
        rows += totals() + figures()
    yardstick = min(measures)
    print(f"The yardstick took {yardstick:.3f} s; promises of time are for {REFERENCE} s, scaled to that.\n")
    kept = table(rows, yardstick)
    print(f"\n{'first solve of':28}{'states':>10}{'processor time':>18}{'each':>12}")
    for name, n_states, seconds in grown:
        print(f"{name:28}{n_states:10,}{amount(seconds, 's'):>18}{seconds / n_states * 1e6:9.2f} µs")
    print("\nWhere the time of the boxed game goes, by cProfile:")
    for name, share in sorted(part("profile").found, key=lambda found: -found[1]):
        print(f"{name:44}{share:6.1%}")
    sys.exit(0 if kept else "A promise is broken.")


if __name__ == "__main__":
    main()
