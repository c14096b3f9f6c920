"""What the programs that teach networks share: positions by chance, and how a network learns.

tanh of a judgement is to be the exact value: 1 won, 0 drawn, -1 lost. Tables and weights follow the
slope of the squared error, lesson by lesson.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import galda
from galda.core.kernels.network import FINE, UNITS, Whole
from lab.networks.kernels.learning import cutter, find_beginnings, guess_all, learn_round

SEED = 20_261_115
ROUNDS = 12
FIRST_RATE = 0.01
FIRST_TABLE, FIRST_WEIGHT = 0.05, 0.3
GAMES_AT_ONCE = 4096
WIDE = 32_000

Numbers = npt.NDArray[np.int64]
Lessons = tuple[npt.NDArray[np.uint16], npt.NDArray[np.int8]]
"""The parts of positions, and their values for the side to act."""


def chance_states(name: str, options: Mapping[str, Any], count: int, seed: int) -> Any:
    """States at the beginning of turns, of games played by chance."""
    batch = galda.batch(name, GAMES_AT_ONCE, seed=seed, observe=False, **options)
    begin = np.zeros(GAMES_AT_ONCE, np.bool_)
    found, missing, step = [], count, 0
    while missing > 0:
        find_beginnings(batch.states, begin)
        found.append(batch.states[begin])
        missing -= len(found[-1])
        batch.step(batch.random_actions(seed + step))
        step += 1
    return np.concatenate(found)[:count]


def cut(parts_of: Callable[..., tuple[int, ...]], mine: Numbers, theirs: Numbers) -> Any:
    """The parts of many positions."""
    out = np.zeros((len(mine), len(parts_of(0, 0))), np.uint16)
    cutter(parts_of)(mine, theirs, out)
    return out


def mixed(*lessons: Lessons) -> Lessons:
    """All of them together; a round goes through them in any order."""
    parts, values = zip(*lessons, strict=True)
    return np.concatenate(parts), np.concatenate(values)


def learn(
    lessons: Lessons, exams: Mapping[str, Lessons], rows: int, rounds: int = ROUNDS, of: str = ""
) -> tuple[Whole, Whole]:
    """The tables and weights that lessons teach; exams are told after every round."""
    parts, values = lessons
    chance = np.random.default_rng(SEED)
    tables = chance.normal(0, FIRST_TABLE, (rows, UNITS)).astype(np.float32)
    weights = chance.normal(0, FIRST_WEIGHT, UNITS).astype(np.float32)
    for number in range(rounds):
        began = time.perf_counter()
        rate = FIRST_RATE * (1 - number / rounds)
        error = learn_round(parts, values, chance.permutation(len(parts)), tables, weights, rate)
        told = []
        for name, (unseen, known) in exams.items():
            guess = np.zeros(len(unseen))
            guess_all(unseen, tables, weights, guess)
            right = np.mean(np.rint(guess * 1.5).clip(-1, 1) == known)
            told.append(f"{name} {np.mean((guess - known) ** 2):.4f} {right:.1%}")
        print(f"{of}round {number + 1}: {error:.4f}; {'; '.join(told)}; "
              f"{time.perf_counter() - began:.1f} s", flush=True)  # fmt: skip
    return _whole(tables), _whole(weights)


def _whole(part: npt.NDArray[np.float32]) -> Whole:
    return np.rint(part * FINE).clip(-WIDE, WIDE).astype(np.int16)


def write_network(file: Path, tables: Whole, weights: Whole) -> None:
    """Keep what was learnt where the game reads it."""
    np.savez_compressed(file, tables=tables, weights=weights)
    print(f"{file}: {file.stat().st_size} bytes")
