"""How fast games go from Python, in batches, and on a graphics card (for `galda bench`)."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from galda.core.cuda import load_cuda
from galda.core.features import width
from galda.core.game import Game
from galda.core.runner import Runner
from galda.envs.batch import Batch, CpuBatch

ONE_CORE = time.process_time
"""The clock for what runs on one core: others' work on the same machine does not count."""
BATCH = 1024
CARD_BATCHES = (1 << 18, 1 << 20)
PLAYERS = (1 << 15, 1 << 16, 1 << 17, 1 << 18, 1 << 20)
"""How many games a card plays at once: the best size counts."""
ACTIONS_A_LAUNCH = 200
COPIED = 1 << 31
"""Bytes copied to see how fast a card's memory is."""


@dataclass
class Speed:
    """Moves a second of one game, one way of playing it."""

    game: str
    way: str
    moves_per_second: float
    note: str = ""


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
            legal = runner.legal()
            runner.play(legal[int(chance() * len(legal))])
            if runner.is_over:
                runner.restart(k)
        return 1000

    return Speed(game.name, "from Python, one move at a time", rate(play, seconds, ONE_CORE))


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


def in_batches(game: Game, seconds: float, threads: int | None = 1) -> list[Speed]:
    """Batches on the CPU, with masks alone and with observations too."""
    cores = "one core" if threads == 1 else "all cores"
    found = []
    for observe in (False, True):
        batch = CpuBatch(game, BATCH, 1, {}, observe, threads)
        written = "masks and observations" if observe else "masks"
        way = f"batch of {BATCH} with {written}, {cores}"
        clock = ONE_CORE if threads == 1 else time.perf_counter
        found.append(Speed(game.name, way, steps(batch, seconds, clock)))
    return found


def on_a_card(game: Game, seconds: float) -> list[Speed]:
    """Random play and batches on the graphics card, each at its best size."""
    speed, players = max((random_play(game, seconds, size), size) for size in PLAYERS)
    found = [Speed(game.name, "random play on the card", speed, f"{players} games at once")]
    bandwidth = copy_bandwidth()
    for observe in (False, True):
        speed, size = max(
            (steps(card_batch(game, size, observe), seconds), size) for size in CARD_BATCHES
        )
        row = bytes_a_step(game, observe)
        share = speed * row / bandwidth
        written = "masks and observations" if observe else "masks"
        found.append(
            Speed(
                game.name,
                f"batch on the card with {written}",
                speed,
                f"{size} games, {row} bytes a step, {share:.0%} of {bandwidth / 1e12:.1f} TB/s",
            )
        )
    return found


def card_batch(game: Game, n: int, observe: bool) -> Any:
    """A batch on the card."""
    from galda.envs.cuda_batch import CudaBatch  # noqa: PLC0415  (numba-cuda is optional)

    return CudaBatch(game, n, 1, {}, observe)


def random_play(
    game: Game,
    seconds: float,
    players: int = PLAYERS[-1],
    block: int = 128,
    near: bool | None = None,
) -> float:
    """Actions a second when the card plays at random, nothing written out but the last states."""
    from galda.envs import cuda_kernels  # noqa: PLC0415

    cuda = load_cuda()
    start = card_batch(game, players, observe=False)
    ended = cuda.to_device(np.zeros(players, np.int32))
    kernel = cuda_kernels.random_player(game, near)[-(-players // block), block]
    launches = 0

    def play() -> int:
        nonlocal launches
        launches += 1
        kernel(
            np.uint64(launches), ACTIONS_A_LAUNCH, start.states, start._blank, start._codes, ended
        )
        cuda.synchronize()
        return players * ACTIONS_A_LAUNCH

    return rate(play, seconds)


def bytes_a_step(game: Game, observe: bool) -> int:
    """What a step must read and write of memory for one game at least."""
    numbers = width(game.features) if observe else 0
    return 2 * int(game.record.itemsize) + game.action_count + numbers + 4 + 1


def copy_bandwidth() -> float:
    """Bytes a second that the card's memory reads and writes when it copies."""
    cuda = load_cuda()
    one, two = (cuda.device_array(COPIED, np.uint8) for _ in range(2))

    def copy() -> int:
        two.copy_to_device(one)
        cuda.synchronize()
        return 2 * COPIED

    return rate(copy, 0.3)
