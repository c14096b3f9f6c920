"""Other projects' connect four, measured in the same run as our games where they are installed."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

from benchmarks.speed.environments import (
    BATCH,
    NUMBERS,
    NUMBERS_ON_A_CARD,
    ONE_BY_ONE,
    ONE_CORE,
    PETTINGZOO,
    Speed,
    rate,
    stepping_spiel,
    stepping_zoo,
)

PEER = "connect four"
ON_A_CARD = (1 << 16, 1 << 18, 1 << 20)
"""How many games pgx plays at once on a card: the best size counts."""


def open_spiel_from_python(seconds: float) -> Speed:
    """OpenSpiel's C++ game: ask for the legal moves, play one of them."""
    import pyspiel  # noqa: PLC0415  (optional)

    play = stepping_spiel(pyspiel.load_game("connect_four"))
    return Speed(PEER, ONE_BY_ONE, rate(play, seconds, ONE_CORE), "OpenSpiel (C++)")


def pettingzoo_steps(seconds: float) -> Speed:
    """PettingZoo's own environment."""
    from pettingzoo.classic import connect_four_v3  # noqa: PLC0415  (optional)

    speed = rate(stepping_zoo(connect_four_v3.raw_env()), seconds, ONE_CORE)
    return Speed(PEER, PETTINGZOO, speed, "connect_four_v3")


def pgx_batch(seconds: float) -> Speed:
    """pgx's batch on the CPU, which makes observations as it steps.

    It writes observations at every step. All cores' seconds are counted together; choosing the
    actions is not, as with ours.
    """
    jax: Any = import_module("jax")
    with jax.default_device(jax.devices("cpu")[0]):
        speed = _pgx_steps(jax, BATCH, seconds, ONE_CORE)
    return Speed(PEER, NUMBERS, speed, "pgx", games_at_once=BATCH)


def jax_on_a_card() -> Any:
    """JAX, where it is installed and knows a card; else an `ImportError`."""
    # Else it takes three quarters of the card's memory when it begins, beside our batches.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    jax: Any = import_module("jax")
    if jax.default_backend() != "gpu":
        raise ImportError("this JAX knows no card")
    return jax


def pgx_on_a_card(seconds: float) -> Speed:
    """The same on the card that our batches are measured on, at its best size."""
    jax = jax_on_a_card()
    speed, games = max(
        (_pgx_steps(jax, games, seconds, time.perf_counter), games) for games in ON_A_CARD
    )
    return Speed(PEER, NUMBERS_ON_A_CARD, speed, "pgx", games_at_once=games)


def _pgx_steps(jax: Any, games: int, seconds: float, clock: Callable[[], float]) -> float:
    """Steps a second of pgx with automatic restart, compiled by JAX."""
    import pgx  # noqa: PLC0415
    from pgx.experimental import auto_reset  # noqa: PLC0415

    env = pgx.make("connect_four")
    keys = jax.random.split(jax.random.PRNGKey(1), games)
    state = jax.jit(jax.vmap(env.init))(keys)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(
        lambda key, mask: jax.random.categorical(key, jax.numpy.log(mask.astype("float32")), axis=1)
    )
    spent, moves, turn = 0.0, 0, 0
    while spent < seconds:
        turn += 1
        actions = choose(jax.random.PRNGKey(turn), state.legal_action_mask)
        jax.block_until_ready(actions)
        began = clock()
        state = step(state, actions, keys)
        jax.block_until_ready(state)
        if turn > 5:  # compiled and warm
            spent += clock() - began
            moves += games
    return moves / spent


def measured(way: Callable[[float], Speed], seconds: float) -> list[Speed]:
    """What was measured, or nothing where the peer is not installed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return [way(seconds)]
    except ImportError:
        return []
