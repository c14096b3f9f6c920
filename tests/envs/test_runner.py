"""A runner plays the same games as positions do, only in place."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

import galda
from galda import IllegalMove, Runner, UnreadableMove
from support import ALL_STARTS


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_a_runner_goes_where_positions_go(name: str, options: dict[str, Any]) -> None:
    game, chance = galda.game(name), random.Random(21)
    runner = Runner(game, seed=21, **options)
    position = game.new(seed=21, **options)
    for _ in range(60):
        assert runner.states.tobytes() == position.states.tobytes()
        assert runner.legal().tolist() == list(position.legal())
        assert (runner.to_act, runner.is_over) == (position.to_act, position.is_over)
        if runner.is_over:
            break
        action = chance.choice(position.legal())
        runner.play(action)
        position = position.play(action)


@pytest.mark.parametrize("name", galda.game_names())
def test_a_runner_refuses_with_the_rule_and_stays_as_it_is(name: str) -> None:
    runner = Runner(galda.game(name), seed=1)
    before = runner.states.tobytes()
    illegal = next(a for a in range(runner.game.action_count) if a not in runner.legal())
    with pytest.raises(IllegalMove):
        runner.play(illegal)
    with pytest.raises(UnreadableMove):
        runner.play(-5)
    assert runner.states.tobytes() == before
    assert runner.mask().nonzero()[0].tolist() == runner.legal().tolist()


def test_a_copy_goes_its_own_way() -> None:
    runner = Runner(galda.game("quixo"))
    other = runner.copy()
    other.play(0)
    assert runner.position() == galda.game("quixo").new(seed=0)
    assert other.position() != runner.position()
    assert pickle.loads(pickle.dumps(other)).position() == other.position()
    other.restart(0)
    assert other.position() == runner.position()


def test_rewards_come_at_the_end_and_add_up_to_nothing() -> None:
    for players in (2, 3, 5):
        runner = Runner(galda.game("towers"), seed=players, players=players)
        chance = random.Random(players)
        while not runner.is_over:
            assert not runner.rewards().any()
            runner.play(chance.choice(runner.legal()))
        scores, rewards = runner.scores(), runner.rewards()
        assert rewards[scores.argmax()] == rewards.max() > 0
        assert np.isclose(rewards.sum(), 0, atol=1e-6)
