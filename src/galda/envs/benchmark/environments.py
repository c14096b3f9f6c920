"""How fast games go from Python, as environments and in batches (for `galda bench`)."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from galda.core.play.game import Game
from galda.core.play.runner import Runner
from galda.core.show.language import later
from galda.envs import versioned_name
from galda.envs.batch import Batch
from galda.envs.cpu_batch import CpuBatch

ONE_CORE = time.process_time
"""The clock for what runs on one core: others' work on the same machine does not count."""
BATCH, LARGE_BATCH = 1024, 8192

ONE_BY_ONE = later("from Python, one move at a time")
PETTINGZOO = later("as a PettingZoo environment")
GYMNASIUM = later("as a Gymnasium environment, against random moves")
OPENSPIEL = later("as an OpenSpiel game")
MASKS = later("batch with masks, one core")
NUMBERS = later("batch with masks and observations, one core")
MASKS_ON_ALL = later("batch with masks, all cores")
NUMBERS_ON_ALL = later("batch with masks and observations, all cores")


@dataclass
class Speed:
    """Moves a second of one game, one way of playing it."""

    game: str
    way: str
    moves_per_second: float
    by: str = "Galda"
    games_at_once: int | None = None
    bytes_a_move: int | None = None
    """What a card must read and write of its memory for a move at least."""
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
    return found


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
        moves += batch.n
    return moves / spent


def in_batches(game: Game, seconds: float) -> list[Speed]:
    """Batches on the CPU, with masks alone and with observations too."""
    found = []
    for way, observe, threads, games in (
        (MASKS, False, 1, BATCH), (NUMBERS, True, 1, BATCH),
        (MASKS_ON_ALL, False, None, LARGE_BATCH), (NUMBERS_ON_ALL, True, None, LARGE_BATCH),
    ):  # fmt: skip
        batch = CpuBatch(game, games, 1, {}, observe, threads)
        clock = ONE_CORE if threads == 1 else time.perf_counter
        speed = steps(batch, seconds, clock)
        found.append(Speed(game.name, way, speed, games_at_once=games))
    return found
