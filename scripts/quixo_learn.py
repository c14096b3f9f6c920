"""Teach the Quixo bots: the full board from lessons (see quixo_lessons.py), small ones by solving.

python scripts/quixo_learn.py FOLDER [SIZE …]
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from galda.games.quixo.rules import evaluation, rules
from galda.games.quixo.solve.solver import SOLVER
from galda.solve.devices import Cpu
from learning import SEED, Lessons, Numbers, chance_states, cut, learn, write_network

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
    states = chance_states("quixo", {"size": size}, LESSONS[size] + EXAM, SEED)
    rows, side = np.arange(len(states)), states["to_act"] & 1
    cubes = states["cubes"].astype(np.int64)
    mine, theirs = cubes[rows, side], cubes[rows, 1 - side]
    codes = run.probe(mine.astype(np.uint32), theirs.astype(np.uint32)).astype(np.int64)
    parts, values = prepare(mine, theirs, codes)
    return (parts[EXAM:], values[EXAM:]), {"exam": (parts[:EXAM], values[:EXAM])}


def main() -> None:
    """Learn and write; sizes that were not asked for stay as they are."""
    tables, weights = evaluation.TABLES.copy(), evaluation.WEIGHTS.copy()
    for size in map(int, sys.argv[2:] or rules.SIZES):
        lessons, exams = full_board(Path(sys.argv[1])) if size == 5 else small_board(size)
        print(f"{size}x{size}: {len(lessons[0])} lessons", flush=True)
        at = size - rules.SIZES[0]
        tables[at], weights[at] = learn(lessons, exams, evaluation.ROWS)
    write_network(evaluation.WEIGHTS_FILE, tables, weights)


if __name__ == "__main__":
    main()
