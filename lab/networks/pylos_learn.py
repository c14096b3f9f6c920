"""Teach the Pylos bots from solved games: positions by chance and from skilled play, mixed.

    python -m lab.networks.pylos_learn standard beginners expert --device cuda

A variant that the user has solved (`galda solve pylos --variant …`) is read from its file, others
are solved here and now. All variants learn at once, a core for each
(`--hands`: more cores for the games, whose lessons then are others). Positions by chance come from
games played by chance; those of skilled play are where the moves of positions with a choice lead
(`skilled_lessons.py`). Everything follows from SEED; examples of other seeds are told after every
round. Decisions of the shipped exams teach nothing in skilled play; positions by chance are not
compared with them.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import numpy.typing as npt

import galda
from galda.core.kernels.network import Whole
from galda.games.pylos.ai import evaluation
from galda.games.pylos.rules import rules
from galda.solve.in_memory import hold
from galda.solve.many import ManySolution
from galda.solve.user_tablebases import tablebase_for
from lab.networks.kernels.pylos_labels import label
from lab.networks.learning import (
    SEED,
    Lessons,
    Numbers,
    chance_states,
    cut,
    learn,
    mixed,
    write_network,
)
from lab.networks.skilled_lessons import skilled_lessons

EXAM = 100_000


def sides(states: npt.NDArray[np.void]) -> tuple[Numbers, Numbers]:
    """The mover's balls and the other's."""
    rows, seat = np.arange(len(states)), states["to_act"]
    balls = states["balls"].astype(np.int64)
    return balls[rows, seat], balls[rows, 1 - seat]


def values_of(solution: ManySolution, mine: Numbers, theirs: Numbers) -> npt.NDArray[np.int8]:
    """What a solved game says of positions."""
    out = np.zeros(len(mine), np.int8)
    kept = solution.arrays
    label(
        mine, theirs, kept["marks"], kept["shapes"], kept["home"], kept["balls"], kept["base"], out
    )
    return out


def by_chance(solution: ManySolution, count: int, seed: int) -> Lessons:
    """Positions of games by chance, cut into parts, with their values."""
    mine, theirs = sides(chance_states("pylos", solution.options, count, seed))
    return cut(evaluation.parts_of, mine, theirs), values_of(solution, mine, theirs)


def cut_all(states: npt.NDArray[np.void]) -> npt.NDArray[np.uint16]:
    """Positions cut into parts."""
    found: npt.NDArray[np.uint16] = cut(evaluation.parts_of, *sides(states))
    return found


def teach(solution: ManySolution, given: argparse.Namespace) -> tuple[Whole, Whole]:
    """What the lessons of one variant teach."""
    began = time.perf_counter()
    exams = {
        "chance": by_chance(solution, EXAM, SEED + 1),
        "skilled": skilled_lessons(solution, EXAM, SEED + 1, cut_all),
    }
    lessons = by_chance(solution, given.chance, SEED)
    if given.skilled:
        lessons = mixed(
            lessons, skilled_lessons(solution, given.skilled, SEED, cut_all, given.hands)
        )
    name = solution.options["variant"]
    print(f"{name}: {len(lessons[0])} lessons, {time.perf_counter() - began:.1f} s", flush=True)
    return learn(lessons, exams, evaluation.ROWS, given.rounds, f"{name} ")


def solved(variant: str, device: str) -> ManySolution:
    """The variant solved: the user's file, or here and now."""
    began = time.perf_counter()
    file = tablebase_for(galda.game("pylos"), {"variant": variant})
    solution = file or hold(galda.game("pylos"), {"variant": variant}, device=device)
    print(f"{variant}: solved, {time.perf_counter() - began:.1f} s", flush=True)
    return solution


def read_arguments() -> argparse.Namespace:
    """What is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, prog="lab.networks.pylos_learn")
    parser.add_argument("variants", nargs="+", choices=rules.VARIANTS)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--chance", type=int, default=6_000_000, help="lessons by chance")
    parser.add_argument("--skilled", type=int, default=6_000_000, help="of skilled play")
    parser.add_argument("--hands", type=int, default=1, help="cores for skilled play of a variant")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--output", type=Path, default=evaluation.WEIGHTS_FILE)
    return parser.parse_args()


def main() -> None:
    """Learn and write; variants that were not asked for stay as they are."""
    given = read_arguments()
    tables, weights = evaluation.TABLES.copy(), evaluation.WEIGHTS.copy()
    solutions = [solved(variant, given.device) for variant in given.variants]
    with ThreadPoolExecutor(len(solutions)) as pool:  # kernels run without Python's global lock
        taught = pool.map(teach, solutions, [given] * len(solutions))
        for variant, learnt in zip(given.variants, taught, strict=True):
            code = rules.VARIANTS.index(variant)
            tables[code], weights[code] = learnt
    write_network(given.output, tables, weights)


if __name__ == "__main__":
    main()
