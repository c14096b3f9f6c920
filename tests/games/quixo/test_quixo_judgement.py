"""What was learnt of Quixo: symmetric positions are judged alike, and exams are mostly passed."""

from __future__ import annotations

import random

import numpy as np

import galda
from galda.core import contract
from galda.core.position import Position
from galda.games.quixo import judgement, layers, rules
from support import random_game


def test_the_weights_that_were_learnt_are_shipped_and_small() -> None:
    assert judgement.HAS_LEARNT
    assert len(judgement.LEARNT) == judgement.WEIGHTS
    assert judgement.WEIGHTS_FILE.stat().st_size < 2_000_000


def test_parts_are_the_same_whichever_way_the_board_is_turned_upside_down() -> None:
    chance, turns = random.Random(3), layers.turn_table(5)
    for _ in range(200):
        mine = chance.getrandbits(25)
        theirs = chance.getrandbits(25) & ~mine
        parts = sorted(judgement.parts_of(np.int64(mine), np.int64(theirs))[:8])
        upside_down = [layers.turn(cells, 1, turns) for cells in (mine, theirs)]
        # Rows are looked at from both borders, so their parts stay; columns turn round.
        again = judgement.parts_of(np.int64(upside_down[0]), np.int64(upside_down[1]))
        assert sorted(again[:2] + again[4:6]) == sorted(
            judgement.parts_of(np.int64(mine), np.int64(theirs))[k] for k in (0, 1, 4, 5)
        )
        assert len(parts) == 8


def test_a_part_says_what_is_on_its_cells() -> None:
    crosses = sum(1 << cell for cell in rules.cells(5)[:5])
    part = judgement.parts_of(np.int64(crosses), np.int64(0))[0]
    assert part == judgement.OUTER + sum(3**k for k in range(5))


def test_judgements_stay_within_the_contract_and_favour_who_is_nearly_there() -> None:
    for seed in range(10):
        for position in random_game("quixo", {}, seed):
            assert abs(contract.evaluate(position.state)) <= 9000
    four = sum(1 << cell for cell in (6, 7, 8, 9))
    states = galda.game("quixo").new(seed=0).states.copy()
    states[0].cubes[0] = four
    good = contract.evaluate(Position(galda.game("quixo"), {}, None, states.copy()).state)
    states[0].cubes[0], states[0].cubes[1] = 0, four
    bad = contract.evaluate(Position(galda.game("quixo"), {}, None, states.copy()).state)
    assert good > bad


def test_small_boards_are_judged_by_their_lines() -> None:
    position = galda.game("quixo").new(size=3, seed=0).play("a1-a3")
    mine, theirs = (np.int64(position.state.cubes[k]) for k in (1, 0))
    assert contract.evaluate(position.state) == judgement.count_lines(mine, theirs, 3)
