"""`galda.batch`: a batch of games on a device."""

from __future__ import annotations

from galda.core.errors import GaldaError
from galda.core.kernels.cuda import check_device
from galda.envs.batch import Batch
from galda.envs.cpu_batch import CpuBatch
from galda.games import game as find_game


def batch(
    name: str,
    n: int,
    *,
    seed: int = 0,
    device: str = "cpu",
    observe: bool = True,
    threads: int | None = None,
    **options: object,
) -> Batch:
    """`n` games of one kind, stepped together; the same seeds give the same games on all devices.

    Without `observe` no observations are written; `threads` is for the CPU (default: all cores).

    >>> batch = galda.batch("quixo", 100, seed=1, size=4)
    >>> batch.step(batch.random_actions(seed=1))
    >>> batch.masks.shape, batch.observations.shape
    ((100, 89), (100, 8, 5, 5))
    """
    check_device(device)
    game = find_game(name)
    if observe and not game.features:
        raise GaldaError("{game} describes no observations: ask for observe=False", game=game.title)
    if device == "cuda":
        from galda.envs.cuda_batch import CudaBatch  # noqa: PLC0415  (numba-cuda is optional)

        return CudaBatch(game, n, seed, options, observe)
    return CpuBatch(game, n, seed, options, observe, threads)
