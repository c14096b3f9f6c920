"""`galda.batch`: a batch of games on a device."""

from __future__ import annotations

import secrets

from galda.core.errors import GaldaError
from galda.core.kernels.cuda import check_device
from galda.envs import find_environment
from galda.envs.batch import Batch
from galda.envs.cpu_batch import CpuBatch


def batch(
    name: str,
    n: int,
    *,
    seed: int | None = 0,
    device: str = "cpu",
    observe: bool = True,
    threads: int | None = None,
    **options: object,
) -> Batch:
    """`n` games of one kind, stepped together; the same seeds give the same games on all devices.

    The name may end in a version, as environments do; with `seed=None` games are others each time.
    Without `observe` no observations are written; `threads` is for the CPU (default: all cores).

    >>> batch = galda.batch("quixo", 100, seed=1, size=4)
    >>> batch.step(batch.random_actions(seed=1))
    >>> batch.masks.shape, batch.observations.shape
    ((100, 89), (100, 8, 5, 5))
    """
    check_device(device)
    game = find_environment(name)
    seed = secrets.randbits(63) if seed is None else seed
    if observe and not game.features:
        raise GaldaError("{game} describes no observations: ask for observe=False", game=game.title)
    if device == "cuda":
        from galda.envs.cuda_batch import CudaBatch  # noqa: PLC0415  (numba-cuda is optional)

        return CudaBatch(game, n, seed, options, observe)
    return CpuBatch(game, n, seed, options, observe, threads)
