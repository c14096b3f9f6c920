"""Quixo's judge: boards cut alike whichever way they lie, and lessons that are true."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import galda
from galda.games.quixo.rules.rules import PUSHES, has_line
from galda.games.quixo.solve import SOLVER, prover
from galda.games.quixo.solve.kernels import choice, judge_lessons
from galda.games.quixo.solve.kernels.guard import no_guard
from galda.games.quixo.solve.kernels.indexing import SYMMETRIES, turn, turn_table
from galda.games.quixo.solve.kernels.judge import (
    LOSES_AT_ONCE,
    NOT_A_PUSH,
    PARTS,
    ROWS,
    WINS_AT_ONCE,
    parts_after,
    parts_used,
    write_parts,
)
from galda.games.quixo.solve.kernels.retrograde import LOST, WON
from galda.games.quixo.solve.sampling import Sampling
from galda.solve.devices import Cpu
from galda.solve.in_memory import hold
from galda.solve.many import all_moves, by_chance
from simulated_card import run_simulated
from support import random_game

COUNT = 300


@pytest.fixture(scope="module")
def sampling() -> Sampling:
    """Quixo 3×3 solved, and what finds positions in it."""
    run = SOLVER.start({"size": 3}, Cpu(1), [])
    for _ in run.steps():
        pass
    guide = choice.guide_for(3, no_guard(), **prover.CHOICES[3])
    return Sampling(run, guide, 1 << 12, 1 << 12, wanted=100)


def laid(size: int, exams: bool, seed: int) -> Any:
    print(f"seed {seed}")
    positions = np.zeros(COUNT, np.int64)
    moves = len(PUSHES[size])
    judge_lessons.chance_span(
        0, COUNT, size, moves, turn_table(size), np.uint64(seed), exams, positions
    )
    return positions


def test_parts_tell_boards_apart_and_every_table_has_its_own_rows() -> None:
    seen: dict[tuple[int, ...], tuple[int, int]] = {}
    parts = np.zeros(PARTS, np.int64)
    for position in random_game("quixo", {"size": 5}, 3):
        mine, theirs = (int(position.state.cubes[k]) for k in (0, 1))
        write_parts(mine, theirs, parts, 0)
        assert len(set(parts.tolist())) == PARTS
        assert parts.max() < ROWS[PARTS]
        assert parts[: min(ROWS)].max() < ROWS[min(ROWS)]
        assert seen.setdefault(tuple(parts[:5].tolist()), (mine, theirs)) == (mine, theirs)
    assert [parts_used(rows) for rows in ROWS.values()] == list(ROWS)


def test_all_images_of_a_board_have_the_same_parts() -> None:
    turns, here, there = turn_table(4), np.zeros(PARTS, np.int16), np.zeros(PARTS, np.int16)
    turned = 0
    for position in laid(4, exams=False, seed=7)[:20]:
        mine, theirs = position & choice.ONE_SIDE, position >> choice.HALF
        for symmetry in range(SYMMETRIES):
            one, other = turn(mine, symmetry, turns), turn(theirs, symmetry, turns)
            image = one | (other << choice.HALF)
            kept = [judge_lessons.is_for_exams(each, turns) for each in (position, image)]
            assert kept == [False, False]
            turned += int(image != position)
            cuts = []
            for start, found in ((position, here), (image, there)):
                every = set()
                for move in range(len(PUSHES[4])):
                    parts_after(start, move, 1, turns, found, 0)
                    every.add(tuple(found.tolist()))
                cuts.append(every)
            assert cuts[0] == cuts[1]
    assert turned > 100


def test_positions_laid_by_chance_are_kept_apart_and_nobody_wins_at_once() -> None:
    taught, asked = (laid(4, exams, seed=9) for exams in (False, True))
    turns = turn_table(4)
    assert not any(judge_lessons.is_for_exams(each, turns) for each in taught)
    assert all(judge_lessons.is_for_exams(each, turns) for each in asked)
    sizes = set()
    for position in np.concatenate([taught, asked]):
        mine, theirs = position & choice.ONE_SIDE, position >> choice.HALF
        assert mine & theirs == 0
        assert not has_line(mine, 1) and not has_line(theirs, 1)
        assert choice.winning_push(mine, theirs, 1, len(PUSHES[4])) < 0
        sizes.add(int(mine | theirs).bit_count())
    assert len(sizes) > 8


def test_what_is_told_of_pushes_is_what_they_are_worth(sampling: Sampling) -> None:
    moves = len(PUSHES[3])
    states, _ = by_chance(galda.game("quixo"), {"size": 3}, 5, 0, COUNT)
    side = states["to_act"] & 1
    rows = np.arange(len(states))
    cubes = states["cubes"].astype(np.int64)
    positions = cubes[rows, side] | (cubes[rows, 1 - side] << choice.HALF)
    told = np.zeros(len(states) * moves, np.int8)
    judge_lessons.told_span(0, len(told), 0, moves, sampling._places, positions, told)
    known = all_moves(states, hold(galda.game("quixo"), {"size": 3}))
    table = np.full((len(states), moves), NOT_A_PUSH, np.int64)
    pushes = known.actions < moves
    table[known.parents[pushes], known.actions[pushes]] = known.outcomes[pushes]
    said = told.reshape(table.shape).astype(np.int64)
    assert np.array_equal(np.where(said == NOT_A_PUSH, said, np.sign(said)), table)
    assert {LOSES_AT_ONCE, -1, 1, WINS_AT_ONCE} <= set(told.tolist())


def test_games_go_on_by_pushes_and_begin_anew(sampling: Sampling) -> None:
    moves, count = len(PUSHES[3]), 64
    positions, ages = np.zeros(count, np.int64), np.zeros(count, np.int64)
    games = np.arange(count)
    told, marks = np.zeros(count * moves, np.int8), np.zeros(count * moves, np.int32)
    seen = set()
    for _ in range(30):
        judge_lessons.told_span(0, len(told), 0, moves, sampling._places, positions, told)
        choice.mark_span(0, len(marks), sampling.guide, positions, marks)
        before = positions.copy()
        judge_lessons.play_span(
            0, count, 0, moves, np.uint64(5), told, marks, ages, games, positions
        )
        seen |= set(positions.tolist())
        fresh = (ages == 0) & (positions == 0)
        ours, theirs = positions & choice.ONE_SIDE, positions >> choice.HALF
        was = np.bitwise_count(before)
        more = np.bitwise_count(positions) - was.astype(np.int64)
        assert (fresh | (more == 0) | (more == 1)).all()
        assert (ours & theirs == 0).all()
    assert (games >= count).any()
    assert len(seen) > 50
    values = sampling.values(np.array(sorted(seen)))
    assert {WON, LOST} <= set(values.tolist())


SIMULATED = """
import numpy as np
from galda.core.kernels import dense_batch
from galda.core.kernels.dense import dense_of
from galda.games.quixo.rules.rules import PUSHES
from galda.games.quixo.solve import SOLVER, prover
from galda.games.quixo.solve.kernels import choice, judge_lessons
from galda.games.quixo.solve.kernels.closure import Places
from galda.games.quixo.solve.kernels.guard import no_guard
from galda.games.quixo.solve.kernels.judge import PARTS, ROWS
from galda.games.quixo.solve.sampling import Sampling
from galda.solve import devices
from galda.solve.devices import Cpu

run = SOLVER.start({"size": 3}, Cpu(1), [])
run.states[:] = np.random.default_rng(3).integers(0, 1 << 32, len(run.states))
guide = choice.guide_for(3, no_guard(), **prover.CHOICES[3])
Sampling.proves_wins = property(lambda _: False)
here = Sampling(run, guide, 1 << 8, 1 << 8)._places
chance = np.random.default_rng(4)
net = dense_of({"widths": np.array([16, 8]), "tables": chance.integers(-30, 60, (ROWS[7], 16)),
                "weights": chance.integers(-99, 99, 128), "offsets": chance.integers(-99, 99, 8),
                "last": chance.integers(-99, 99, (2, 24)), "last_offsets": np.zeros(2)})
count, moves, told_by = 6, len(PUSHES[3]), []
for device in (Cpu(1), Simulated()):
    put, do = device.put, device.parallel_sum
    places = Places(*(put(part) for part in here))
    positions, ages = put(np.zeros(count, np.int64)), put(np.zeros(count, np.int64))
    games, exams = put(np.arange(count)), put(np.zeros(count, np.bool_))
    told, marks = (put(np.zeros(count * moves, kind)) for kind in (np.int8, np.int32))
    parts = put(np.zeros(count * moves * PARTS, np.int16))
    do(judge_lessons.chance_span, count, 3, moves, places.turns, np.uint64(5), False, positions)
    do(judge_lessons.apart_span, count, places.turns, positions, exams)
    do(judge_lessons.told_span, count * moves, 0, moves, places, positions, told)
    do(judge_lessons.parts_span, count * moves, 0, moves, places.turns, positions, told, parts)
    laid = device.get(positions).tolist()
    do(judge_lessons.play_span, count, 0, moves, np.uint64(5), told, marks, ages, games, positions)
    units, said = put(np.zeros(24 * moves, np.int8)), put(np.zeros(2 * moves, np.int32))
    dense_batch.say_all(do, dense_batch.placed(net, put), 7, PARTS, parts[: moves * PARTS], moves,
                        units, said)
    made = (said, exams, told, parts, positions)
    told_by.append([laid, *(device.get(part).tolist() for part in made)])
assert len(set(told_by[0][0])) > 3 and len(set(told_by[0][1])) > 3
assert len(set(told_by[0][3])) > 3 and any(told_by[0][4])
print(told_by[0] == told_by[1])
"""


def test_a_simulated_graphics_card_makes_the_same_lessons() -> None:
    pytest.importorskip("numba_cuda")
    told = run_simulated(SIMULATED)
    assert told.stdout.strip() == "True", told.stderr
