"""Environments as the peers' libraries want them, beside what their own checkers look at."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import galda
from galda import GaldaError, IllegalMove
from galda.envs import gym, versioned_name, zoo
from support import ALL_STARTS

TABLES = sorted(
    {(str(start.values[0]), start.values[1]["players"]) for start in ALL_STARTS}  # type: ignore
)
every_table = pytest.mark.parametrize(("name", "players"), TABLES)


@every_table
def test_a_whole_game_of_agents_ends_with_rewards_that_add_up_to_nothing(
    name: str, players: int
) -> None:
    env = zoo.env(name, players=players)
    env.reset(seed=7)
    for agent in env.agent_iter():
        seen, _, over, _, _ = env.last()
        idle = next(other for other in env.possible_agents if other != agent)
        assert not env.observe(idle)["action_mask"].any() or over
        env.step(pick(seen, over))
        if env.runner.is_over and len(env.agents) == players:
            assert abs(sum(env._cumulative_rewards.values())) < 1e-6
    assert not env.agents


def pick(seen: dict[str, Any], over: bool) -> int | None:
    """The legal action in the middle of the list."""
    legal = np.flatnonzero(seen["action_mask"])
    return None if over else int(legal[len(legal) // 2])


def test_agents_that_break_a_rule_are_told_which() -> None:
    env = zoo.env("quixo-v0")
    env.reset(seed=1)
    with pytest.raises(IllegalMove):
        env.step(88)
    with pytest.raises(GaldaError, match="None"):
        env.step(None)


@pytest.mark.parametrize("name", galda.game_names())
def test_a_learner_plays_whole_games_against_bots(name: str) -> None:
    env = gym.GymEnv(name, opponents="random")
    for seed in (1, 2):
        _, info = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            assert env.position().to_act == env.seat
            legal = np.flatnonzero(info["action_mask"])
            assert np.flatnonzero(env.action_masks()).tolist() == legal.tolist()
            _, reward, over, _, info = env.step(legal[0])
        assert -1 <= reward <= 1
        assert env.position().is_over
        assert info["scores"].tolist() == list(env.position().scores)


def test_an_illegal_action_loses_the_learner_s_game() -> None:
    env = gym.GymEnv("quixo", seat=0)
    env.reset(seed=1)
    _, reward, over, _, info = env.step(88)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


@pytest.mark.parametrize("name", galda.game_names())
def test_an_ended_episode_is_over_and_its_mask_allows_everything(name: str) -> None:
    env = gym.GymEnv(name)
    for end_rudely in (True, False):
        _, info = env.reset(seed=3)
        over = False
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            wrong = np.flatnonzero(info["action_mask"] == 0)[-1]
            _, _, over, _, info = env.step(wrong if end_rudely else legal[0])
        assert info["action_mask"].all() and env.action_masks().all()
        with pytest.raises(GaldaError, match="reset"):
            env.step(legal[0])
        assert not env.reset(seed=3)[1]["action_mask"].all()


def test_environments_that_got_no_seed_play_different_games() -> None:
    def deal(env: Any) -> str:
        env.reset()
        position: Any = env.runner.position() if hasattr(env, "runner") else env.position()
        return str(position.text)

    assert len({deal(zoo.env("towers")) for _ in range(3)}) == 3
    assert len({deal(gym.GymEnv("alhambra", seat=0)) for _ in range(3)}) == 3


def test_names_have_versions() -> None:
    assert versioned_name(galda.game("pylos")) == "pylos-v0"
    assert zoo.env("pylos-v0").metadata["name"] == "pylos-v0"
    with pytest.raises(galda.UnknownGame, match="choose from 'pylos-v0'"):
        zoo.env("pylos-v7")
    with pytest.raises(GaldaError, match="seats are 0 to 1"):
        gym.GymEnv("quixo", seat=2)
    with pytest.raises(GaldaError, match="greedy"):
        gym.GymEnv("quixo", opponents="nobody")
