"""What was learnt of Quixo: lines are seen as they are, and small boards are known by heart."""

from __future__ import annotations

import random

import numpy as np
import pytest

import galda
from galda.core.kernels import contract
from galda.core.kernels.network import MOST
from galda.games.quixo.ai import evaluation
from galda.games.quixo.rules import rules
from galda.games.quixo.solve.kernels import indexing
from galda.games.quixo.solve.solver import SOLVER
from galda.solve.devices import Cpu
from support import random_game


def test_what_was_learnt_is_shipped_for_every_size_and_small() -> None:
    assert evaluation.TABLES.shape[:2] == (len(rules.SIZES), evaluation.ROWS)
    assert all(weights.any() for weights in evaluation.WEIGHTS)
    assert evaluation.WEIGHTS_FILE.stat().st_size < 2_000_000


def test_rows_stay_the_same_when_the_board_is_turned_upside_down() -> None:
    chance, turns = random.Random(3), indexing.turn_table(5)
    for _ in range(200):
        mine = chance.getrandbits(25)
        theirs = chance.getrandbits(25) & ~mine
        parts = evaluation.parts_of(np.int64(mine), np.int64(theirs))
        turned = [np.int64(indexing.turn(cells, 1, turns)) for cells in (mine, theirs)]
        again = evaluation.parts_of(*turned)
        rows = (0, 1, 4, 5, 8)
        assert sorted(parts[k] for k in rows) == sorted(again[k] for k in rows)
        assert parts[-1] == again[-1]
        assert 0 <= min(parts) <= max(parts) < evaluation.ROWS


def test_a_part_says_what_is_on_its_cells() -> None:
    crosses = sum(1 << cell for cell in rules.cells(5)[:5])
    parts = evaluation.parts_of(np.int64(crosses), np.int64(0))
    full = sum(3**k for k in range(5))
    assert parts[0] == evaluation.OUTER + full
    assert parts[1] == evaluation.OUTER
    assert parts[2] == parts[3] == evaluation.OUTER + 1  # columns that begin with a cross
    assert parts[10] == evaluation.DIAGONAL + 1


def test_judgements_stay_within_the_contract_and_favour_who_is_nearly_there() -> None:
    for seed in range(10):
        for position in random_game("quixo", {}, seed):
            assert abs(contract.evaluate(position.state)) <= MOST
    four = sum(1 << cell for cell in (6, 7, 8, 9))
    states = galda.game("quixo").new(seed=0).states.copy()
    states[0].cubes[0] = four
    good = contract.evaluate(states[0])
    states[0].cubes[0], states[0].cubes[1] = 0, four
    assert good > contract.evaluate(states[0])


@pytest.mark.parametrize(("size", "share"), [(3, 0.99), (4, 0.9)])
def test_on_small_boards_most_values_are_known_without_looking_ahead(
    size: int, share: float
) -> None:
    run = SOLVER.start({"size": size}, Cpu(), [])
    for _ in run.steps():
        pass
    right = []
    for seed in range(60):
        for position in random_game("quixo", {"size": size}, seed):
            state, side = position.state, position.to_act & 1
            if position.is_over:
                continue
            cubes = [np.array([state.cubes[k]], np.uint32) for k in (side, 1 - side)]
            code = int(run.probe(*cubes)[0])
            if code in (1, 2):
                right.append((contract.evaluate(state) > 0) == (code == 1))
    assert np.mean(right) > share
