"""Teach the Pylos bots from solved games (`galda solve pylos --variant …`): positions by chance.

python scripts/pylos_learn.py VARIANT [VARIANT …]
"""

from __future__ import annotations

import sys
import time

import numpy as np
import numpy.typing as npt

import galda
from galda.games.pylos.rules import evaluation, rules
from galda.solve.tablebase import Tablebase
from galda.solve.user_tablebases import tablebase_for
from kernels.pylos_labels import label
from learning import SEED, Lessons, Numbers, chance_states, cut, learn, write_network

LESSONS = 12_000_000
EXAM = 200_000


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
    return cut(evaluation.parts_of, mine, theirs), values_of(tablebase, mine, theirs)


def main() -> None:
    """Learn and write; variants that were not asked for stay as they are."""
    tables, weights = evaluation.TABLES.copy(), evaluation.WEIGHTS.copy()
    for variant in sys.argv[1:]:
        tablebase = tablebase_for(galda.game("pylos"), {"variant": variant})
        if tablebase is None:
            raise SystemExit(f"galda solve pylos --variant {variant} comes first")
        began = time.perf_counter()
        lessons = lessons_of(tablebase, variant, LESSONS, SEED)
        exam = lessons_of(tablebase, variant, EXAM, SEED + 1)
        print(f"{variant}: {LESSONS} lessons, {time.perf_counter() - began:.1f} s", flush=True)
        code = rules.VARIANTS.index(variant)
        tables[code], weights[code] = learn(lessons, {"exam": exam}, evaluation.ROWS)
    write_network(evaluation.WEIGHTS_FILE, tables, weights)


if __name__ == "__main__":
    main()
