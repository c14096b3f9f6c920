"""Other projects' connect four, measured in the same run as our games where they are installed."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from galda.envs.speed import BATCH, ONE_CORE, Speed, rate

PEER = "connect four"


@contextmanager
def _quietly() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def open_spiel_from_python(seconds: float) -> Speed:
    """OpenSpiel's C++ game: ask for the legal moves, play one of them."""
    import pyspiel  # noqa: PLC0415

    game = pyspiel.load_game("connect_four")
    chance = random.Random(1).random
    state: Any = game.new_initial_state()

    def play() -> int:
        nonlocal state
        for _ in range(1000):
            legal = state.legal_actions()
            state.apply_action(legal[int(chance() * len(legal))])
            if state.is_terminal():
                state = game.new_initial_state()
        return 1000

    speed = rate(play, seconds, ONE_CORE)
    return Speed(PEER, "OpenSpiel (C++) from Python, one move at a time", speed)


def pettingzoo_steps(seconds: float) -> Speed:
    """PettingZoo's own environment."""
    from pettingzoo.classic import connect_four_v3  # noqa: PLC0415

    speed = rate(stepping_zoo(connect_four_v3.raw_env()), seconds, ONE_CORE)
    return Speed(PEER, "PettingZoo connect_four_v3", speed)


def stepping_zoo(env: Any) -> Callable[[], int]:
    """A function that makes a hundred random steps in an AEC environment."""
    chance = random.Random(1).random
    env.reset(seed=1)

    def play() -> int:
        for _ in range(100):
            seen, _, over, _, _ = env.last()
            if over:
                env.reset()
                seen = env.last()[0]
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[int(chance() * len(legal))]))
        return 100

    return play


def pgx_batch(seconds: float) -> Speed:
    """pgx's batch on the CPU: its step with automatic restart, compiled by JAX."""
    import jax  # noqa: PLC0415
    import pgx  # noqa: PLC0415
    from pgx.experimental import auto_reset  # noqa: PLC0415

    env = pgx.make("connect_four")
    keys = jax.random.split(jax.random.PRNGKey(1), BATCH)
    state = jax.jit(jax.vmap(env.init))(keys)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(
        lambda key, mask: jax.random.categorical(key, jax.numpy.log(mask.astype("float32")), axis=1)
    )
    turn = 0
    actions = choose(jax.random.PRNGKey(0), state.legal_action_mask)

    def play() -> int:
        nonlocal state, turn, actions
        turn += 1
        state = step(state, actions, keys)
        jax.block_until_ready(state)
        return BATCH

    def follow() -> int:
        nonlocal actions
        moved = play()
        actions = choose(jax.random.PRNGKey(turn), state.legal_action_mask)
        return moved

    for _ in range(5):
        follow()
    whole = rate(follow, seconds, ONE_CORE)
    choosing = rate(lambda: (choose(keys[0], state.legal_action_mask), BATCH)[1], seconds, ONE_CORE)
    # Like ours without the time to choose the actions.
    speed = 1 / max(1 / whole - 1 / choosing, 1e-12)
    return Speed(PEER, f"pgx on the CPU, batch of {BATCH} with masks, core seconds", speed)


def measured(way: Callable[[float], Speed], seconds: float) -> list[Speed]:
    """What was measured, or nothing where the peer is not installed."""
    try:
        with _quietly():
            return [way(seconds)]
    except ImportError:
        return []
