"""Looking ahead with a judge: off without a file, the same move for a seed, wins are taken."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import galda
from galda.bots.alphabeta import AlphaBeta
from galda.bots.judged import JudgedSearch
from galda.core.kernels.dense import room_for, say
from galda.games.quixo.solve import judging
from galda.games.quixo.solve.kernels.choice import HALF
from galda.games.quixo.solve.kernels.indexing import turn_table
from galda.games.quixo.solve.kernels.judge import CERTAIN, PARTS, ROWS, parts_after, worth
from galda.solve.judging import WITHIN, nearly_best
from support import random_game

SIZE, NODES = 4, 300


@pytest.fixture
def judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> judging.Judge:
    """A judge of made-up numbers, where the user's files are."""
    chance = np.random.default_rng(2)
    np.savez(
        tmp_path / f"judge-{SIZE}.npz",
        widths=np.array([16, 8]),
        tables=chance.integers(-20, 40, (ROWS[PARTS], 16)).astype(np.int8),
        weights=chance.integers(-99, 99, 16 * 8).astype(np.int8),
        offsets=chance.integers(-999, 999, 8).astype(np.int32),
        last=chance.integers(-700, 700, (2, 24)).astype(np.int16),
        last_offsets=np.zeros(2, np.int32),
    )
    monkeypatch.setenv("GALDA_DATA", str(tmp_path))
    found = judging.judge_in(SIZE, (tmp_path,))
    assert found is not None
    return found


def going(seed: int, every: int) -> list[galda.Position]:
    """Some positions of a game by chance, before its end."""
    return [each for each in random_game("quixo", {"size": SIZE}, seed) if not each.is_over][
        ::every
    ]


def number_of(position: galda.Position) -> int:
    side = position.to_act & 1
    cubes = position.state.cubes
    return int(cubes[side]) | int(cubes[1 - side]) << HALF


def test_without_a_judge_it_is_the_search_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GALDA_DATA", str(tmp_path))
    for position in going(4, 3):
        search = AlphaBeta(nodes=NODES, seed=5)
        assert nearly_best(position) is None
        assert JudgedSearch(search).choose(position) == search.choose(position)


def test_what_a_push_is_worth_is_what_the_network_says_of_the_board_after_it(
    judge: judging.Judge,
) -> None:
    net, parts = judge._given[3], np.zeros(PARTS, np.int64)
    units, said = room_for(net)
    seen = set()
    for position in going(5, 1):
        found = judge.worths(number_of(position))
        assert set(found) == set(position.legal_actions)
        for move, judged in found.items():
            after = position.play(move)
            if after.is_over:
                assert judged == (CERTAIN if after.scores[position.to_act] == 1 else -CERTAIN)
            elif abs(judged) < CERTAIN:
                parts_after(number_of(position), move, SIZE - 3, turn_table(SIZE), parts, 0)
                say(parts, net, units, said)
                assert judged == worth(said)
                seen.add(judged)
    assert len(seen) > 50


def test_two_turns_ahead_the_best_reply_counts(judge: judging.Judge) -> None:
    looked = 0
    for position in going(6, 4):
        now, later = (judge.worths(number_of(position), turns) for turns in (1, 2))
        for move, judged in now.items():
            if abs(judged) < CERTAIN:
                replies = judge.worths(number_of(position.play(move)))
                assert later[move] == -max(replies.values())
                looked += 1
    assert looked > 50


def test_moves_that_the_judge_finds_nearly_best_are_played_unless_a_search_decides(
    judge: judging.Judge,
) -> None:
    narrowed, decided = 0, 0
    for seed in range(3):
        for position in going(seed, 2):
            worths = judge.thorough(number_of(position))
            near = nearly_best(position)
            assert near == [m for m in worths if worths[m] >= max(worths.values()) - WITHIN]
            search = AlphaBeta(nodes=NODES, seed=5)
            move = JudgedSearch(search).choose(position)
            assert move == JudgedSearch(search).choose(position)
            first = AlphaBeta(nodes=NODES // 2, seed=5).find(position)
            if first.decided:
                assert move == first.best
                decided += 1
            else:
                assert move in near or move == first.best
                narrowed += move != first.best
    assert narrowed > 3
    assert decided > 3


def test_only_moves_that_are_wanted_are_played(judge: judging.Judge) -> None:
    for position in going(8, 3):
        among = position.legal_actions[::3]
        assert JudgedSearch(AlphaBeta(nodes=NODES)).choose(position, among) in among


def test_near_the_draw_for_want_of_progress_the_judge_is_silent(judge: judging.Judge) -> None:
    position = galda.game("quixo").new(size=SIZE)
    assert nearly_best(position)
    states = position.states.copy()
    states[0].quiet = 60
    assert nearly_best(galda.Position(position.game, position.options, None, states)) is None
