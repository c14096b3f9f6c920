"""Teach the Pylos bots from solved games (`galda solve pylos --variant …`): positions by chance.

python scripts/pylos_learn.py VARIANT [VARIANT …]
"""

from __future__ import annotations

import sys
import time

import numpy as np
import numpy.typing as npt

import galda
from galda.core import bits
from galda.core.kernel import kernel
from galda.games.pylos import judgement, rules, shapes, sweeps
from galda.solve.tablebase import Tablebase, find_tablebase
from learning import SEED, Lessons, Numbers, chance_states, cut, learn, write_network

LESSONS = 12_000_000
EXAM = 200_000


@kernel
def label(mine, theirs, marks, known_shapes, home, balls, base, out):
    """The exact value of each position for its mover."""
    for k in range(len(mine)):
        at = shapes.place_of(mine[k], theirs[k], known_shapes, home, balls, base)
        if at < 0:  # an empty reserve decides
            out[k] = -1 if bits.count(mine[k]) == rules.BALLS_EACH else 1
        else:
            mark = np.int64(marks[at])
            out[k] = (mark > sweeps.UNKNOWN) - (mark < sweeps.UNKNOWN)


def positions(variant: str, count: int, seed: int) -> tuple[Numbers, Numbers]:
    """The mover's balls and the other's, by chance."""
    states = chance_states("pylos", {"variant": variant}, count, seed)
    rows, seat = np.arange(count), states["to_act"]
    balls = states["balls"].astype(np.int64)
    return balls[rows, seat], balls[rows, 1 - seat]


def values_of(tablebase: Tablebase, mine: Numbers, theirs: Numbers) -> npt.NDArray[np.int8]:
    """What a solved game says of positions."""
    out = np.zeros(len(mine), np.int8)
    kept = tablebase.arrays
    label(
        mine, theirs, kept["marks"], kept["shapes"], kept["home"], kept["balls"], kept["base"], out
    )
    return out


def lessons_of(tablebase: Tablebase, variant: str, count: int, seed: int) -> Lessons:
    """Positions cut into parts, with their values."""
    mine, theirs = positions(variant, count, seed)
    return cut(judgement.parts_of, mine, theirs), values_of(tablebase, mine, theirs)


def main() -> None:
    """Learn and write; variants that were not asked for stay as they are."""
    tables, weights = judgement.TABLES.copy(), judgement.WEIGHTS.copy()
    for variant in sys.argv[1:]:
        tablebase = find_tablebase(galda.game("pylos"), {"variant": variant})
        if tablebase is None:
            raise SystemExit(f"galda solve pylos --variant {variant} comes first")
        began = time.perf_counter()
        lessons = lessons_of(tablebase, variant, LESSONS, SEED)
        exam = lessons_of(tablebase, variant, EXAM, SEED + 1)
        print(f"{variant}: {LESSONS} lessons, {time.perf_counter() - began:.1f} s", flush=True)
        code = rules.VARIANTS.index(variant)
        tables[code], weights[code] = learn(lessons, {"exam": exam}, judgement.ROWS)
    write_network(judgement.WEIGHTS_FILE, tables, weights)


if __name__ == "__main__":
    main()
