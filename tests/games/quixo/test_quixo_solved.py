"""Quixo solved: the published totals, and every 3×3 position against brute force."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from galda.core.play.solver import Counts
from galda.games.quixo.solve.kernels import indexing
from galda.games.quixo.solve.solver import SOLVER, QuixoRun
from galda.solve.devices import Cpu

Board = tuple[int, ...]
"""Nine cells, row by row from the bottom: 0 blank, 1 the mover's, 2 the other's."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def solve(size: int) -> QuixoRun:
    run = SOLVER.start({"size": size}, Cpu(), [])
    for _ in run.steps():
        pass
    return run


def total(run: QuixoRun) -> Counts:
    return sum((counts for _, counts in run.counts()), Counts(0, 0, 0))


def has_line(board: Board, side: int) -> bool:
    return any(all(board[cell] == side for cell in line) for line in LINES)


def boards_after(board: Board) -> list[Board]:
    """What the next player sees after each move, by lists of cubes."""
    found = []
    for taken in (0, 1, 2, 3, 5, 6, 7, 8):
        if board[taken] == 2:
            continue
        row, column = divmod(taken, 3)
        for line in ([3 * row + k for k in range(3)], [3 * k + column for k in range(3)]):
            rest = [board[cell] for cell in line if cell != taken]
            for cubes, end in (([1, *rest], line[0]), ([*rest, 1], line[-1])):
                if end != taken:
                    after = list(board)
                    for cell, cube in zip(line, cubes, strict=True):
                        after[cell] = cube
                    found.append(tuple((0, 2, 1)[cube] for cube in after))
    return found


def solve_by_brute_force() -> dict[Board, int]:
    """1 won, -1 lost, 0 not decided, for all boards of nine cells."""
    boards = list(product((0, 1, 2), repeat=9))
    values = {b: 1 if has_line(b, 1) else -1 if has_line(b, 2) else 0 for b in boards}
    after = {b: boards_after(b) for b in boards if not values[b]}
    changed = True
    while changed:
        changed = False
        for board, nexts in after.items():
            if values[board] == 0:
                if any(values[b] == -1 for b in nexts):
                    values[board], changed = 1, True
                elif all(values[b] == 1 for b in nexts):
                    values[board], changed = -1, True
    return values


def test_every_position_of_3x3_agrees_with_brute_force() -> None:
    run, values = solve(3), solve_by_brute_force()
    cells = [0, 1, 2, 5, 6, 7, 10, 11, 12]
    sets = {
        side: np.array([sum(1 << c for c, cube in zip(cells, b, strict=True) if cube == side)
                        for b in values])
        for side in (1, 2)
    }  # fmt: skip
    codes = run.probe(sets[1], sets[2])
    assert [(0, 1, -1, 0)[code] for code in codes] == list(values.values())
    assert total(run) == Counts(12_748, 6_935, 0)


def test_4x4_has_the_published_totals_and_the_first_player_wins() -> None:
    run = solve(4)
    assert total(run) == Counts(26_434_489, 15_003_736, 1_608_496)
    assert run.value_of_start() == 1


@pytest.mark.parametrize("size", [3, 4, 5])
def test_layers_hold_every_position_once(size: int) -> None:
    found = {layer for pair in indexing.pairs(size) for layer in pair}
    assert sum(layer.positions for layer in found) == 3 ** (size * size)
    patterns = {3: 102, 4: 8_548, 5: 4_211_744}  # published as OEIS A054247
    assert sum(indexing.pattern_counts(size)) == patterns[size]


def test_5x5_fits_a_large_graphics_card() -> None:
    needed = sum(SOLVER.memory({"size": 5}).values())
    assert 26e9 < needed < 29e9
