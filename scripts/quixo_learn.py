"""Learn to judge Quixo positions from lessons (see quixo_lessons.py).

    python scripts/quixo_learn.py FOLDER [OUT.npz]

The judgement of a position is the sum of a weight for each part of the board, and tanh of it is to
be the exact value: 1 won, 0 drawn, -1 lost. Weights follow the slope of the squared error, lesson
by lesson in an order given by SEED, each lesson turned and mirrored by chance.
"""

from __future__ import annotations

import math
import sys
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt

from galda.core.kernel import kernel
from galda.games.quixo import judgement, layers

SEED = 20_261_115
ROUNDS = 12
FIRST_RATE = 0.02
VALUES = np.array([0.0, 1.0, -1.0, 0.0])


@kernel
def learn_round(mine, theirs, values, turns, symmetries, order, weights, rate):
    """Go through all lessons once; return the mean squared error met on the way."""
    error = 0.0
    for k in range(len(order)):
        at = order[k]
        own = layers.turn(mine[at], np.int64(symmetries[k]), turns)
        other = layers.turn(theirs[at], np.int64(symmetries[k]), turns)
        guess = math.tanh(judgement.judge(own, other, weights))
        off = values[at] - guess
        error += off * off
        step = rate * off * (1.0 - guess * guess + 0.1)
        for part in judgement.parts_of(own, other):
            weights[part] += step
    return error / len(order)


@kernel
def judge_all(mine, theirs, weights, out):
    """The judgement of each position."""
    for k in range(len(mine)):
        out[k] = math.tanh(judgement.judge(mine[k], theirs[k], weights))


def read_lessons(file: Path) -> tuple[npt.NDArray[np.int64], ...]:
    """The mover's cubes, the other's, and the codes of the values."""
    lessons = np.load(file)["lessons"]
    cells = np.uint64((1 << 25) - 1)
    return tuple(
        part.astype(np.int64)
        for part in (lessons & cells, lessons >> np.uint64(25) & cells, lessons >> np.uint64(50))
    )


def main() -> None:
    """Learn and write."""
    folder = Path(sys.argv[1])
    out = Path(sys.argv[2]) if len(sys.argv) > 2 else judgement.WEIGHTS_FILE
    kinds = [k for k in ("chance", "chance-2", "bots", "slips") if (folder / f"{k}.npz").exists()]
    read = [read_lessons(folder / f"{kind}.npz") for kind in kinds]
    mine, theirs, codes = (np.concatenate([r[k] for r in read]) for k in range(3))
    exams = {k: read_lessons(folder / f"{k}.npz") for k in ("exam-chance", "exam-bots")}
    weights = np.zeros(judgement.WEIGHTS)
    chance = np.random.default_rng(SEED)
    turns = layers.turn_table(5)
    print(f"{len(mine)} lessons of {kinds}")
    for number in range(ROUNDS):
        began = time.perf_counter()
        rate = FIRST_RATE * (1 - number / ROUNDS)
        order = chance.permutation(len(mine))
        symmetries = chance.integers(0, layers.SYMMETRIES, len(mine))
        error = learn_round(mine, theirs, VALUES[codes], turns, symmetries, order, weights, rate)
        told = []
        for name, (own, other, known) in exams.items():
            guess = np.zeros(len(own))
            judge_all(own, other, weights, guess)
            right = np.mean(np.rint(guess * 1.5).clip(-1, 1) == VALUES[known])
            told.append(f"{name} {np.mean((guess - VALUES[known]) ** 2):.4f} {right:.1%}")
        print(f"round {number + 1}: {error:.4f}; {'; '.join(told)}; "
              f"{time.perf_counter() - began:.1f} s", flush=True)  # fmt: skip
    whole = np.rint(weights * judgement.UNIT).clip(-32_000, 32_000).astype(np.int16)
    np.savez_compressed(out, weights=whole)
    print(f"{out}: {out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
