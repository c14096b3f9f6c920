"""Whether a game's Gymnasium environments are what they say: see `environments.api_test`."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from galda.core.play.game import Game
from galda.envs.gym import GymEnv
from galda.envs.opponents import Opponent
from galda.envs.vector import GymVectorEnv

TABLES = 3
RUDE = 13
"""One action in so many is just anything, legal or not."""


def check_gymnasium(game: Game, options: dict[str, Any], steps: int, seed: int) -> None:
    """Gymnasium's own checker passes, and a vector environment is as many single ones."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # but for advice that does not fit what a board game sees
        warnings.filterwarnings("ignore", message=".*Box observation space.*")
        warnings.filterwarnings("ignore", message=".*not having a spec.*")
        check_env(GymEnv(game.name, **options), skip_render_check=True)
    for mode in AutoresetMode:
        compare_with_singles(game, options, "random", mode, steps, seed)


def compare_with_singles(
    game: Game,
    options: dict[str, Any],
    opponents: Opponent,
    mode: AutoresetMode,
    steps: int,
    seed: int,
) -> None:
    """Step a vector environment and single ones side by side, and compare all that they give."""

    def single() -> GymEnv:
        return GymEnv(game.name, opponents, **options)

    ours = GymVectorEnv(
        game.name, TABLES, opponents=opponents, autoreset_mode=mode, threads=2, **options
    )
    theirs = SyncVectorEnv([single] * TABLES, autoreset_mode=mode)
    assert ours.metadata["autoreset_mode"] is mode
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    chance = np.random.default_rng(seed)
    found, expected = ours.reset(seed=seed), theirs.reset(seed=seed)
    same(found, expected, f"{game.name}, {mode}: reset")
    over = np.zeros(TABLES, np.bool_)
    for step in range(steps):
        masks = ours.action_masks()
        actions = (chance.random(masks.shape) * masks).argmax(axis=1)
        if step % RUDE == RUDE - 1:
            actions[step % TABLES] = chance.integers(game.rules.action_count)
        if mode is AutoresetMode.DISABLED and over.any():
            chosen = {"reset_mask": over.copy()}
            found = ours.reset(options=dict(chosen))
            expected = theirs.reset(options=dict(chosen))
            same(found[0], expected[0], f"{game.name}, {mode}: reset before step {step}")
            over = np.zeros(TABLES, np.bool_)
            continue
        told, wanted = ours.step(actions), theirs.step(actions)
        same(told, wanted, f"{game.name}, {mode}, step {step}")
        over = told[2]
    theirs.close()


def same(found: Any, expected: Any, where: str) -> None:
    """Complain unless two answers are the same, arrays by their kinds and bytes."""
    if isinstance(expected, dict):
        assert found.keys() == expected.keys(), f"{where}: {sorted(found)}, {sorted(expected)}"
        for name in expected:
            same(found[name], expected[name], f"{where}: {name}")
    elif isinstance(expected, tuple):
        assert len(found) == len(expected), where
        for k, one in enumerate(expected):
            same(found[k], one, f"{where}: {k}")
    elif expected is None:
        assert found is None, where
    elif expected.dtype == object:
        for k, one in enumerate(expected):
            same(found[k], one, f"{where}: {k}")
    else:
        assert found.dtype == expected.dtype, f"{where}: {found.dtype}, {expected.dtype}"
        assert found.shape == expected.shape, f"{where}: {found.shape}, {expected.shape}"
        assert found.tobytes() == expected.tobytes(), where
