"""How often a bot throws value away on positions whose exact value is known.

`lab/networks/quixo_lessons.py` makes the positions.

python -m lab.exams.quixo_held_out FOLDER master [POSITIONS of each kind] [PROCESSES]
python -m lab.exams.quixo_held_out FOLDER 300000 …     alpha-beta with so many nodes a move
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np

import galda
from galda.bots.alphabeta import AlphaBeta
from galda.core.play.position import Position
from galda.games.quixo.rules import rules

CELLS = (1 << 25) - 1
WORTH = {0: 0, 1: -1, 2: 1, 3: 0}
"""What a code of the position after a move means for who moved."""


def position_of(mine: int, theirs: int) -> Position:
    """Crosses to move."""
    states = galda.game("quixo").new(seed=0).states.copy()
    states[0].cubes[0], states[0].cubes[1] = mine, theirs
    return Position(galda.game("quixo"), {"players": 2, "size": 5, "first": 1}, None, states)


def choose(bot: str, seed: int) -> Callable[[Position], int]:
    """How a bot of that name, or with so many nodes, chooses."""
    if bot.isdigit():
        return AlphaBeta(nodes=int(bot), seed=seed).choose
    return galda.make_bot(bot, seed).choose


def sit(bot: str, lesson: int, moves: list[int], seed: int) -> int:
    """How much value the bot's move throws away: 0, 1 or 2."""
    chosen = choose(bot, seed)(position_of(lesson & CELLS, lesson >> 25 & CELLS))
    worth = [WORTH[code] for code in moves if code != 255]
    return max(worth) - WORTH[moves[chosen]]


def margin(share: float, number: int) -> float:
    """Half of the 95 % interval of a share."""
    return 1.96 * math.sqrt(max(share * (1 - share), 1 / number) / number)


def main() -> None:
    """Sit both exams."""
    folder, bot = Path(sys.argv[1]), sys.argv[2]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    processes = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    sit(bot, 0, [0] * len(rules.PUSHES[5]), 0)  # compiles
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for kind in ("exam-chance", "exam-bots"):
            exam = np.load(folder / f"{kind}.npz")
            lessons = [int(n) for n in exam["lessons"][:count]]
            began = time.perf_counter()
            lost = list(pool.map(
                sit, [bot] * count, lessons, exam["moves"][:count].tolist(), range(count)
            ))  # fmt: skip
            thrown = sum(value > 0 for value in lost) / count
            took = (time.perf_counter() - began) * processes / count
            print(f"{kind}: {bot} throws value away in {thrown:.2%} ± {margin(thrown, count):.2%} "
                  f"of {count} positions, {took:.2f} s each; the value of a win to a loss "
                  f"{sum(value > 1 for value in lost)} times", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
