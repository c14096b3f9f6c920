"""The peers' own checkers pass for every game and player count."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import galda
from galda import GaldaError, IllegalMove
from galda.envs import gym, versioned_name, zoo
from support import ALL_STARTS

every_start = pytest.mark.parametrize(("name", "options"), ALL_STARTS)
TABLES = sorted(
    {(str(start.values[0]), start.values[1]["players"]) for start in ALL_STARTS}  # type: ignore
)
every_table = pytest.mark.parametrize(("name", "players"), TABLES)


@every_start
def test_pettingzoo_s_own_test_passes(name: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(zoo.env(f"{name}-v0", **options), num_cycles=30)


@every_table
def test_pettingzoo_games_of_one_seed_are_the_same(name: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: zoo.env(name, players=players), num_cycles=20)


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


@every_table
def test_gymnasium_s_own_test_passes(name: str, players: int) -> None:
    env = gymnasium.make(f"galda/{name}-v0", players=players).unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # but for advice that does not fit what a board game sees
        warnings.filterwarnings("ignore", message=".*Box observation space.*")
        check_env(env, skip_render_check=True)


@pytest.mark.parametrize("name", galda.game_names())
def test_a_learner_plays_whole_games_against_bots(name: str) -> None:
    env = gym.GymEnv(name, opponents="random")
    for seed in (1, 2):
        _, info = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            assert env.runner.to_act == env.seat
            legal = np.flatnonzero(info["action_mask"])
            assert np.flatnonzero(env.action_masks()).tolist() == legal.tolist()
            _, reward, over, _, info = env.step(legal[0])
        assert -1 <= reward <= 1
        assert env.runner.is_over


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
        return str(env.unwrapped.runner.position().text)

    assert len({deal(zoo.env("towers")) for _ in range(3)}) == 3
    assert len({deal(gym.GymEnv("alhambra", seat=0)) for _ in range(3)}) == 3


def test_a_render_mode_that_is_not_there_is_refused() -> None:
    for make in (zoo.env, gym.GymEnv):
        with pytest.raises(GaldaError, match="choose from svg"):
            make("quixo", render_mode="nonsense")
        modes: Any = make("quixo").metadata["render_modes"]
        assert "svg" in modes


def test_names_have_versions() -> None:
    assert versioned_name(galda.game("pylos")) == "pylos-v0"
    assert zoo.env("pylos-v0").metadata["name"] == "pylos-v0"
    with pytest.raises(galda.UnknownGame, match="choose from 'pylos-v0'"):
        zoo.env("pylos-v7")
    with pytest.raises(GaldaError, match="seats are 0 to 1"):
        gym.GymEnv("quixo", seat=2)
    with pytest.raises(GaldaError, match="greedy"):
        gym.GymEnv("quixo", opponents="nobody")


def test_boards_are_drawn_when_asked_for() -> None:
    env = zoo.env("quixo", render_mode="svg")
    env.reset(seed=1)
    assert str(env.render()).startswith("<svg")
    assert zoo.env("quixo").render() is None
