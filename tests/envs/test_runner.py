"""A runner plays the same games as positions do, only in place."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import galda
from galda import GaldaError, IllegalMove, Runner, UnreadableMove
from galda.core.kernels.running import mark, reward
from support import ALL_STARTS


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_a_runner_goes_where_positions_go(name: str, options: dict[str, Any]) -> None:
    game, chance = galda.game(name), random.Random(21)
    runner = Runner(game, seed=21, **options)
    position = game.new(seed=21, **options)
    for _ in range(60):
        assert runner.states.tobytes() == position.states.tobytes()
        assert runner.legal_actions.tolist() == list(position.legal_actions)
        assert (runner.to_act, runner.is_over) == (position.to_act, position.is_over)
        if runner.is_over:
            break
        action = chance.choice(position.legal_actions)
        runner.play(action)
        position = position.play(action)


@pytest.mark.parametrize("name", galda.game_names())
def test_a_runner_refuses_with_the_rule_and_stays_as_it_is(name: str) -> None:
    runner = Runner(galda.game(name), seed=1)
    before = runner.states.tobytes()
    illegal = next(
        a for a in range(runner.game.rules.action_count) if a not in runner.legal_actions
    )
    with pytest.raises(IllegalMove):
        runner.play(illegal)
    with pytest.raises(UnreadableMove):
        runner.play(-5)
    assert runner.states.tobytes() == before
    assert runner.mask().nonzero()[0].tolist() == runner.legal_actions.tolist()


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
            assert not runner.rewards.any()
            runner.play(chance.choice(runner.legal_actions))
        scores, rewards = runner.scores, runner.rewards
        assert rewards[scores.argmax()] == rewards.max() > 0
        assert np.isclose(rewards.sum(), 0, atol=1e-6)


@pytest.mark.parametrize(
    ("scores", "rewards"),
    [
        ((4, 1), (1, -1)), ((-2, 0), (-1, 1)), ((3, 3), (0, 0)),
        ((5, 3, 3, 1), (1, 0, 0, -1)), ((7, 7, 2), (1 / 2, 1 / 2, -1)), ((2, 9, 9), (-1, 0.5, 0.5)),
        ((1, 2, 3, 4, 5), (-1, -1 / 2, 0, 1 / 2, 1)),
        ((1, -1, 1, -1), (2 / 3, -2 / 3, 2 / 3, -2 / 3)),
    ],
)  # fmt: skip
def test_a_seat_earns_the_share_it_beats_less_the_share_that_beats_it(
    scores: tuple[int, ...], rewards: tuple[float, ...]
) -> None:
    out = np.full(len(scores), 7.0)
    reward(np.array(scores), len(scores), out)
    assert out.tolist() == pytest.approx(rewards)


def test_a_mask_marks_the_listed_actions_and_no_others() -> None:
    out = np.full(6, 7, np.int8)
    mark(np.array([1, 4, 5], np.int32), 2, out)
    assert out.tolist() == [0, 1, 0, 0, 1, 0]


def test_observations_are_those_of_seats_that_there_are() -> None:
    runner = Runner(galda.game("quixo"))
    for seat in (-1, 2):
        with pytest.raises(GaldaError, match="seats are 0 to 1"):
            runner.observation(seat)
    assert runner.observation(0).shape == runner.observation(1).shape == (8, 5, 5)


@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1, np.int64(5), np.uint64(2**63), np.uint32(9)])
def test_a_whole_number_is_a_seed_as_it_is_for_positions(seed: int) -> None:
    towers = galda.game("towers")
    assert Runner("towers", seed=seed).position() == towers.new(seed=seed)
    assert Runner(towers, seed=seed).position() == towers.new(seed=int(seed))


def test_a_runner_begins_with_seed_0_and_a_deep_copy_stands_where_it_does() -> None:
    towers = galda.game("towers")
    runner = Runner(towers)
    assert runner.position() == towers.new(seed=0)
    runner.play(int(runner.legal_actions[0]))
    again = copy.deepcopy(runner)
    assert again.position() == runner.position()
    again.play(int(again.legal_actions[0]))
    assert again.position() != runner.position()
    assert again.legal_actions.tolist() == list(again.position().legal_actions)
