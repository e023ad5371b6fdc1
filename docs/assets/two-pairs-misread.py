"""Best play of Yatzy if Two Pairs also paid for a single pair: run it from the root of the project of Three Rolls.

It prints what a thesis of 2012 gives as the average of best play of Yatzy. By the rules the box needs two pairs.
"""

from dataclasses import dataclass, replace

import numpy as np

from yachtlib.games import find_game
from yachtlib.scoring import Alike, Groups, Pattern
from yachtlib.solver import solve


@dataclass(frozen=True)
class PairOrTwo(Pattern):
    """Two different pairs where the roll has them, else its highest pair."""

    def counting(self, counts: np.ndarray) -> np.ndarray:
        two, one = Groups((2, 2)).counting(counts), Alike(2).counting(counts)
        return np.where(two.any(axis=1)[:, None], two, one)


yatzy = find_game("yatzy")
boxes = [replace(box, pattern=PairOrTwo()) if box.id == "two-pairs" else box for box in yatzy.boxes]
print(f"{solve(replace(yatzy, boxes=tuple(boxes))).average:.7f}")
