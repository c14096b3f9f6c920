"""A batch of n games is n single games, byte for byte."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import galda
from galda import BadOption, GaldaError, Runner
from galda.core.kernels.chance import draw
from galda.envs import threads as threads_of
from galda.envs.kernels import stepping
from support import ALL_STARTS

ROWS, STEPS = 5, 40


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_a_batch_is_single_games_side_by_side(name: str, options: dict[str, Any]) -> None:
    batch = galda.batch(name, ROWS, seed=31, threads=2, **options)
    game = galda.game(name)
    runners = [Runner(game, seed=batch.seed_of(i, 0), **options) for i in range(ROWS)]
    begun = [1] * ROWS
    for step in range(STEPS):
        for i, runner in enumerate(runners):
            assert batch.states[i].tobytes() == runner.states.tobytes(), (step, i)
            assert batch.masks[i].tobytes() == runner.mask().tobytes()
            seen = runner.observation(runner.to_act)
            assert batch.observations[i].tobytes() == seen.tobytes()
            assert batch.to_act[i] == runner.to_act
        actions = batch.random_actions(step)
        if step == STEPS // 2:
            actions[0] = stepping.RESTART  # what `restart` says to the kernels
        batch._do(actions)
        for i, runner in enumerate(runners):
            if actions[i] != stepping.RESTART:
                runner.play(actions[i])
            assert batch.terminated[i] == runner.is_over
            assert batch.rewards[i].tolist() == runner.rewards.astype(np.float32).tolist()
            assert batch.scores[i].tolist() == (runner.scores * runner.is_over).tolist()
            if runner.is_over or actions[i] == stepping.RESTART:
                runner.restart(batch.seed_of(i, begun[i]))
                begun[i] += 1
    assert batch.episodes.tolist() == begun
    assert batch.position(1) == runners[1].position()
    assert game.new(seed=batch.position(1).seed, **options) == game.new(
        seed=batch.seed_of(1, begun[1] - 1), **options
    )


@pytest.mark.parametrize("name", galda.game_names())
def test_what_is_marked_is_what_is_listed_to_the_end(name: str) -> None:
    batch = galda.batch(name, 24, seed=8, observe=False)
    step = 0
    while batch.episodes.min() == 1:  # every game once to its end
        starts, actions = batch.legal_actions()
        listed = np.zeros_like(batch.masks)
        listed[np.repeat(np.arange(batch.num_envs), np.diff(starts)), actions] = True
        assert batch.masks.tobytes() == listed.tobytes(), step
        batch.step(batch.random_actions(step))
        step += 1


def test_games_end_and_begin_by_themselves() -> None:
    batch = galda.batch("quixo", 64, seed=2, size=3, observe=False)
    ended = np.zeros(64, np.int64)
    for step in range(100):
        batch.step(batch.random_actions(step))
        ended += batch.terminated
        assert (batch.rewards[batch.terminated] ** 2).sum(axis=1).max(initial=0) <= 2
        assert not batch.rewards[~batch.terminated].any()
    assert ended.min() > 0
    assert (batch.episodes == ended + 1).all()
    assert batch.observations.size == 0


def test_threads_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads_of, "LEAST_ROWS", 1)
    monkeypatch.setattr(threads_of, "PAYS", 0.0)
    one, two = (galda.batch("pylos", 33, seed=4, threads=threads) for threads in (1, 3))
    for step in range(50):
        one.step(one.random_actions(step))
        two.step(two.random_actions(step))
    assert one.states.tobytes() == two.states.tobytes()
    assert one.observations.tobytes() == two.observations.tobytes()


def test_random_actions_are_what_pick_picks() -> None:
    batch = galda.batch("quixo", 16, seed=5)
    for step in range(20):
        actions = batch.random_actions(step)
        for i in range(16):
            legal = batch.position(i).legal_actions
            bits = int(draw(np.uint64(step), i))
            assert actions[i] == legal[(bits >> 32) * len(legal) >> 32]
        batch.step(actions)


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    batch = galda.batch("quixo", 8, seed=1)
    before = batch.states.tobytes()
    for wrong in (88, 89, -2):
        actions = batch.random_actions(0)
        actions[5] = wrong
        with pytest.raises(GaldaError, match=f"game 5 cannot play {wrong}"):
            batch.step(actions)
    with pytest.raises(GaldaError, match="shape"):
        batch.step(actions[:3])
    assert batch.states.tobytes() == before


def test_a_batch_begins_again_where_it_began() -> None:
    batch = galda.batch("towers", 6, seed=9, players=4)
    first = batch.states.tobytes()
    batch.step(batch.random_actions(1))
    batch.reset()
    assert batch.states.tobytes() == first
    batch.reset(10)
    assert batch.states.tobytes() != first
    assert batch.states.tobytes() == galda.batch("towers", 6, seed=10, players=4).states.tobytes()


def test_bad_wishes_are_answered_with_good_ones() -> None:
    with pytest.raises(GaldaError, match="choose from cpu, cuda"):
        galda.batch("quixo", 4, device="abacus")
    with pytest.raises(GaldaError, match="at least one"):
        galda.batch("quixo", 0)
    with pytest.raises(BadOption):
        galda.batch("quixo", 4, size=6)
