"""How fast games go from Python, as environments and in batches."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from galda.core.kernels.features import width
from galda.core.play.game import Game
from galda.core.play.runner import Runner
from galda.envs import versioned_name
from galda.envs.batch import Batch
from galda.envs.cpu_batch import CpuBatch

ONE_CORE = time.process_time
"""The clock for what runs on one core: others' work on the same machine does not count."""
BATCH, LARGE_BATCH = 1024, 8192
COPIED = 1 << 27
"""Bytes copied to see how fast memory is."""

ONE_BY_ONE = "from Python, one move at a time"
PETTINGZOO = "as a PettingZoo environment"
GYMNASIUM = "as a Gymnasium environment, against random moves"
VECTOR = "as a Gymnasium vector environment, against random moves, one core"
OPENSPIEL = "as an OpenSpiel game"
MASKS = "batch with masks, one core"
NUMBERS = "batch with masks and observations, one core"
MASKS_ON_ALL = "batch with masks, all cores"
NUMBERS_ON_A_CARD = "batch with masks and observations on a GPU"
NUMBERS_ON_ALL = "batch with masks and observations, all cores"


@dataclass
class Speed:
    """Moves a second of one game, one way of playing it."""

    game: str
    way: str
    moves_per_second: float
    by: str = "Galda"
    games_at_once: int | None = None
    bytes_a_move: int | None = None
    """What a move must read and write of memory at least."""
    of_bandwidth: float | None = None
    """How much of the memory's speed that takes."""


def rate(
    play: Callable[[], int], seconds: float, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Moves a second of a function that makes some and says how many; best of three tries."""
    play()
    best = 0.0
    for _ in range(3):
        moves, began = 0, clock()
        while (took := clock() - began) < seconds / 3 or not moves:
            moves += play()
        best = max(best, moves / took)
    return best


def one_by_one(game: Game, seconds: float) -> Speed:
    """Random play on a `Runner`: ask for the legal moves, play one of them."""
    runner = Runner(game, seed=1)
    chance = random.Random(1).random

    def play() -> int:
        for k in range(1000):
            legal = runner.legal_actions
            runner.play(legal[int(chance() * len(legal))])
            if runner.is_over:
                runner.restart(k)
        return 1000

    return Speed(game.name, ONE_BY_ONE, rate(play, seconds, ONE_CORE))


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


def as_environments(game: Game, seconds: float) -> list[Speed]:
    """The adapters, where the libraries they adapt to are installed."""
    found = []
    for way, make in ((PETTINGZOO, _in_the_zoo), (GYMNASIUM, _in_the_gym), (OPENSPIEL, _in_spiel)):
        try:
            play = make(game)
        except ImportError:
            continue
        found.append(Speed(game.name, way, rate(play, seconds, ONE_CORE)))
    with suppress(ImportError):
        found.append(as_vectors(game, seconds))
    return found


def as_vectors(game: Game, seconds: float) -> Speed:
    """A native vector environment on one core, choosing the actions not counted."""
    from galda.envs.vector import GymVectorEnv  # noqa: PLC0415  (optional)

    envs = GymVectorEnv(game.name, BATCH, threads=1)
    chance, spent, moves = np.random.default_rng(1), 0.0, 0
    masks = envs.reset(seed=1)[1]["action_mask"]
    while spent < seconds:
        actions = (chance.random(masks.shape) * masks).argmax(axis=1)
        began = ONE_CORE()
        masks = envs.step(actions)[4]["action_mask"]
        spent += ONE_CORE() - began
        moves += BATCH
    return Speed(game.name, VECTOR, moves / spent, games_at_once=BATCH)


def _in_the_zoo(game: Game) -> Callable[[], int]:
    from galda.envs import zoo  # noqa: PLC0415  (optional)

    return stepping_zoo(zoo.env(game.name))


def _in_the_gym(game: Game) -> Callable[[], int]:
    from galda.envs import gym  # noqa: PLC0415  (optional)

    env = gym.GymEnv(versioned_name(game), opponents="random", seat=0)
    chance = random.Random(1).random
    info = env.reset(seed=1)[1]

    def play() -> int:
        nonlocal info
        for _ in range(20):
            legal = np.flatnonzero(info["action_mask"])
            _, _, over, _, info = env.step(int(legal[int(chance() * len(legal))]))
            if over:
                info = env.reset()[1]
        return 20

    return play


def _in_spiel(game: Game) -> Callable[[], int]:
    import pyspiel  # noqa: PLC0415  (optional)

    from galda.envs import spiel  # noqa: PLC0415

    return stepping_spiel(pyspiel.load_game(spiel.spiel_name(game)))


def stepping_spiel(game: Any) -> Callable[[], int]:
    """A function that makes a hundred random moves in a game of pyspiel."""
    generator = random.Random(1)
    chance = generator.random
    state = game.new_initial_state()

    def play() -> int:
        nonlocal state
        for _ in range(100):
            while state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(generator.choices(outcomes, shares)[0])
            if state.is_terminal():
                state = game.new_initial_state()
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(chance() * len(legal))])
        return 100

    return play


def steps(batch: Batch, seconds: float, clock: Callable[[], float] = time.perf_counter) -> float:
    """Steps a second of a batch, choosing the actions not counted."""
    spent, moves = 0.0, 0
    for warm in range(3):
        batch.step(batch.random_actions(warm))
    while spent < seconds:
        actions = batch.random_actions(moves)
        batch.synchronize()
        began = clock()
        batch.step(actions)
        batch.synchronize()
        spent += clock() - began
        moves += batch.num_envs
    return moves / spent


def bytes_a_move(game: Game, observe: bool) -> int:
    """What a step must read and write of memory for one game at least: its state, the mask, the
    observation, the action, and whether it is over."""
    numbers = width(game.rules.features) if observe else 0
    return 2 * int(game.rules.record.itemsize) + game.rules.action_count + numbers + 4 + 1


@cache
def copy_bandwidth() -> float:
    """Bytes a second that one core reads and writes when it copies more than any cache holds."""
    one, two = np.ones(COPIED, np.uint8), np.zeros(COPIED, np.uint8)

    def copy() -> int:
        np.copyto(two, one)
        return 2 * COPIED

    return rate(copy, 0.5, ONE_CORE)


def in_batches(game: Game, seconds: float) -> list[Speed]:
    """Batches on the CPU, with masks alone and with observations too."""
    found = []
    for way, observe, threads, games in (
        (MASKS, False, 1, BATCH), (NUMBERS, True, 1, BATCH),
        (MASKS_ON_ALL, False, None, LARGE_BATCH), (NUMBERS_ON_ALL, True, None, LARGE_BATCH),
    ):  # fmt: skip
        batch = CpuBatch(game, games, 1, {}, observe, threads)
        clock = ONE_CORE if threads == 1 else time.perf_counter
        speed, needed = steps(batch, seconds, clock), bytes_a_move(game, observe)
        share = speed * needed / copy_bandwidth() if threads == 1 else None
        found.append(
            Speed(
                game.name,
                way,
                speed,
                games_at_once=games,
                bytes_a_move=needed,
                of_bandwidth=share,
            )
        )
    return found
