"""How fast games go on a graphics card."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.speed.environments import (
    NUMBERS_ON_A_CARD,
    Speed,
    bytes_a_move,
    rate,
)
from galda.core.kernels.cuda import load_cuda
from galda.core.play.game import Game

BATCHES = (1 << 18, 1 << 20)
PLAYERS = (1 << 15, 1 << 16, 1 << 17, 1 << 18, 1 << 20)
"""How many games a card plays at once: the best size counts."""
ACTIONS_A_LAUNCH = 200
WARM_UP, STEPS = 40, 12
"""Steps before measuring, for games to be under way, and those that are measured."""
COPIED = 1 << 31
"""Bytes copied to see how fast a card's memory is."""

RANDOM_PLAY = "random play on a GPU"
MASKS = "batch with masks on a GPU"


def on_a_card(game: Game, seconds: float) -> list[Speed]:
    """Random play and batches on the graphics card, each at its best size."""
    speed, players = max((random_play(game, seconds, size), size) for size in PLAYERS)
    found = [Speed(game.name, RANDOM_PLAY, speed, games_at_once=players)]
    bandwidth = copy_bandwidth()
    for way, observe in ((MASKS, False), (NUMBERS_ON_A_CARD, True)):
        speed, size = max((card_steps(card_batch(game, size, observe)), size) for size in BATCHES)
        needed = bytes_a_move(game, observe)
        found.append(
            Speed(
                game.name,
                way,
                speed,
                games_at_once=size,
                bytes_a_move=needed,
                of_bandwidth=speed * needed / bandwidth,
            )
        )
    return found


def card_batch(game: Game, n: int, observe: bool) -> Any:
    """A batch on the card."""
    from galda.envs.cuda_batch import CudaBatch  # noqa: PLC0415  (numba-cuda is optional)

    return CudaBatch(game, n, 1, {}, observe)


def card_steps(batch: Any) -> float:
    """Steps a second of a batch by the card's own clock, choosing the actions not counted.

    While the card chooses, the step is given to it, so nothing waits for Python.
    """
    cuda = load_cuda()
    for step in range(WARM_UP):
        batch.step(batch.random_actions(step))
    batch.synchronize()
    marks = [(cuda.event(), cuda.event()) for _ in range(STEPS)]
    for step, (before, after) in enumerate(marks):
        actions = batch.random_actions(WARM_UP + step)
        before.record()
        batch.step(actions)
        after.record()
    batch.synchronize()
    took = sorted(before.elapsed_time(after) for before, after in marks)
    return float(batch.num_envs / took[STEPS // 2] * 1e3)


def random_play(
    game: Game, seconds: float, players: int, block: int = 128, near: bool | None = None
) -> float:
    """Actions a second when the card plays at random, nothing written out but the last states."""
    from galda.envs.kernels import cuda_stepping  # noqa: PLC0415  (numba-cuda is optional)

    cuda = load_cuda()
    start = card_batch(game, players, observe=False)
    ended = cuda.to_device(np.zeros(players, np.int32))
    kernel = cuda_stepping.random_player(game, near)[-(-players // block), block]
    launches = 0

    def play() -> int:
        nonlocal launches
        launches += 1
        kernel(np.uint64(launches), ACTIONS_A_LAUNCH, start.states, start.codes, ended)
        cuda.synchronize()
        return players * ACTIONS_A_LAUNCH

    return rate(play, seconds)


def copy_bandwidth() -> float:
    """Bytes a second that the card's memory reads and writes when it copies."""
    cuda = load_cuda()
    one, two = (cuda.device_array(COPIED, np.uint8) for _ in range(2))

    def copy() -> int:
        two.copy_to_device(one)
        cuda.synchronize()
        return 2 * COPIED

    return rate(copy, 0.3)
