"""What the benchmark times, each part in a process of its own: ``python tests/benchmarks/parts.py PART [WORDS]``.

A part prints what it found as JSON. Imports stand in the parts, so that a process loads only what its part needs.
"""

import json
import sys
import time


def yardstick() -> float:
    """Seconds of processor time for ten products of 1024 x 1024 float64 matrices, the best of five."""
    import numpy as np

    left, right = np.random.default_rng(1).random((2, 1024, 1024))
    out, taken = np.empty_like(left), []
    for _ in range(6):
        start = time.process_time()
        for _ in range(10):
            np.matmul(left, right, out=out)
        taken.append(time.process_time() - start)
    return min(taken[1:])


def solving(name: str, *options: str) -> tuple[float, int, float]:
    """Seconds of processor time for a first solve, the states solved, and the average of the game."""
    from yachtlib.games import find_game
    from yachtlib.solver import solve

    game = find_game(name).with_options(dict(option.split("=") for option in options))
    start = time.process_time()
    solution = solve(game)
    return time.process_time() - start, solution.cards.n_states, solution.average


def theirs() -> float:
    """The average of the boxed game, solved in memory by yatzy-solver."""
    import yatzy_solver

    return yatzy_solver.Solver.build(yatzy_solver.Variant("american+forced-joker")).state_value("upper 0 | filled -")


def totals(name: str) -> float:
    """Seconds of processor time for the totals of best play, solving apart."""
    from yachtlib.games import find_game
    from yachtlib.outcomes import totals
    from yachtlib.solver import solve

    solution = solve(find_game(name))
    start = time.process_time()
    totals(solution)
    return time.process_time() - start


def profile() -> list[tuple[str, float]]:
    """Where the time of solving the boxed game goes: (part, share), the rest last."""
    import cProfile
    import pstats

    from yachtlib.games import find_game
    from yachtlib.solver import Table, solve
    from yachtlib.states import Cards
    from yachtlib.turn import Turn

    watched = {
        "hold: the best keep for each roll": Turn.hold,
        "throw: the mean over the next dice": Turn.throw,
        "enter: the number boxes": Table._best_number,
        "enter: raising rolls by the other boxes": Table._raise,
        "enter: looking up what a card leads to": Table.after,
        "enter: the rolls of five alike": Table._best_special,
        "mean: over the first throw of a turn": Turn.mean,
        "laying out the states": Cards.__init__,
        "laying out the steps of a turn": Turn.__init__,
    }
    profiler = cProfile.Profile()
    profiler.runcall(solve, find_game("yahtzee"))
    stats = {place: times for place, (_, _, *times, _) in pstats.Stats(profiler).stats.items()}

    def seconds(function: object) -> float:
        code = function.__code__
        return stats[code.co_filename, code.co_firstlineno, code.co_name][1]

    whole = seconds(solve)
    shares = [(part, seconds(function) / whole) for part, function in watched.items()]
    in_enter = sum(share for part, share in shares if part.startswith("enter"))
    shares.append(("enter: the rest", seconds(Table.enter) / whole - in_enter))
    return [*shares, ("the rest", 1 - sum(share for _, share in shares))]


def odds() -> float:
    """Seconds for one roll's odds once a game's are loaded: the median of five times all 252."""
    from statistics import median

    from yachtlib.dice import lattice
    from yachtlib.games.yacht import YACHT
    from yachtlib.odds import fresh_odds, odds

    fresh_odds(YACHT, 2)
    dice, taken = lattice(5), []
    for _ in range(5):
        start = time.perf_counter()
        for roll in dice.dice[dice.rolls]:
            odds(YACHT, roll, 2)
        taken.append((time.perf_counter() - start) / len(dice.ways[dice.rolls]))
    return median(taken)


def cold() -> None:
    """The lattice and the odds of a game, from nothing."""
    from yachtlib.games.yacht import YACHT
    from yachtlib.odds import fresh_odds

    fresh_odds(YACHT, 2)


if __name__ == "__main__":
    parts = {part.__name__: part for part in (yardstick, solving, theirs, totals, profile, odds, cold)}
    print(json.dumps(parts[sys.argv[1]](*sys.argv[2:])))
