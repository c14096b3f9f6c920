"""Teach the Quixo bots: the full board from lessons (see quixo_lessons.py), small ones by solving.

    python -m lab.networks.quixo_learn FOLDER [SIZE …] [--skilled 4000000 --device cuda]

`--skilled` adds so many lessons from skilled play and from what searches err in
(`skilled_lessons.py`), for which the board is solved here and now: 27 GB for the full one.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import galda
from galda.games.quixo.ai import evaluation
from galda.games.quixo.rules import rules
from galda.games.quixo.solve.solver import SOLVER
from galda.solve.devices import Cpu
from galda.solve.in_memory import hold
from lab.networks.learning import (
    ROUNDS,
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

VALUES = np.array([0, 1, -1, 0], np.int8)
LESSONS = {3: 1_000_000, 4: 6_000_000}
EXAM = 100_000
KINDS = ("chance", "chance-2", "bots", "slips")
EXAMS = ("exam-chance", "exam-bots")


def read_lessons(file: Path) -> tuple[Numbers, Numbers, Numbers]:
    """The mover's cubes, the other's, and the codes of the values."""
    lessons = np.load(file)["lessons"]
    cells = np.uint64((1 << 25) - 1)
    mine, theirs, codes = (
        lessons & cells,
        lessons >> np.uint64(25) & cells,
        lessons >> np.uint64(50),
    )
    return mine.astype(np.int64), theirs.astype(np.int64), codes.astype(np.int64)


def prepare(mine: Numbers, theirs: Numbers, codes: Numbers) -> Lessons:
    """Positions cut into parts, with their values."""
    return cut(evaluation.parts_of, mine, theirs), VALUES[codes]


def full_board(folder: Path) -> tuple[Lessons, dict[str, Lessons]]:
    """Lessons and exams that quixo_lessons.py has made."""
    read = [read_lessons(folder / f"{k}.npz") for k in KINDS if (folder / f"{k}.npz").exists()]
    mine, theirs, codes = (np.concatenate([one[k] for one in read]) for k in range(3))
    exams = {name: prepare(*read_lessons(folder / f"{name}.npz")) for name in EXAMS}
    return prepare(mine, theirs, codes), exams


def small_board(size: int) -> tuple[Lessons, dict[str, Lessons]]:
    """Lessons and an exam: positions of games played by chance, and the board solved."""
    run = SOLVER.start({"size": size}, Cpu(), [])
    for _ in run.steps():
        pass
    mine, theirs = sides(chance_states("quixo", {"size": size}, LESSONS[size] + EXAM, SEED))
    codes = run.probe(mine.astype(np.uint32), theirs.astype(np.uint32)).astype(np.int64)
    parts, values = prepare(mine, theirs, codes)
    return (parts[EXAM:], values[EXAM:]), {"exam": (parts[:EXAM], values[:EXAM])}


def sides(states: npt.NDArray[Any]) -> tuple[Numbers, Numbers]:
    """The mover's cubes and the other's."""
    rows, side = np.arange(len(states)), states["to_act"] & 1
    cubes = states["cubes"].astype(np.int64)
    return cubes[rows, side], cubes[rows, 1 - side]


def with_skill(
    size: int, lessons: Lessons, exams: dict[str, Lessons], count: int, device: str
) -> tuple[Lessons, dict[str, Lessons]]:
    """The same with so many lessons from skilled play added, and an exam of that kind."""
    solution = hold(galda.game("quixo"), {"size": size}, device=device)

    def cut_all(states: npt.NDArray[Any]) -> Any:
        return cut(evaluation.parts_of, *sides(states))

    added = skilled_lessons(solution, count, SEED, cut_all)
    exam = skilled_lessons(solution, EXAM, SEED + 1, cut_all)
    return mixed(lessons, added), exams | {"skilled": exam}


def main() -> None:
    """Learn and write; sizes that were not asked for stay as they are."""
    parser = argparse.ArgumentParser(description=__doc__, prog="lab.networks.quixo_learn")
    parser.add_argument("folder", type=Path)
    parser.add_argument("sizes", type=int, nargs="*", default=rules.SIZES)
    parser.add_argument("--skilled", type=int, default=0)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--output", type=Path, default=evaluation.WEIGHTS_FILE)
    given = parser.parse_args()
    tables, weights = evaluation.TABLES.copy(), evaluation.WEIGHTS.copy()
    for size in given.sizes:
        lessons, exams = full_board(given.folder) if size == 5 else small_board(size)
        if given.skilled:
            lessons, exams = with_skill(size, lessons, exams, given.skilled, given.device)
        print(f"{size}x{size}: {len(lessons[0])} lessons", flush=True)
        at = size - rules.SIZES[0]
        tables[at], weights[at] = learn(lessons, exams, evaluation.ROWS, given.rounds)
    write_network(given.output, tables, weights)


if __name__ == "__main__":
    main()
