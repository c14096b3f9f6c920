"""`galda.batch`, a batch of games on a device, and `galda.rules`, their rules as functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from galda.core.errors import GaldaError
from galda.core.kernels.cuda import check_device
from galda.core.play.checks import SeedLike, read_seed
from galda.envs import find_environment
from galda.envs.autoreset import Autoreset, find_autoreset
from galda.envs.batch import Batch
from galda.envs.cpu_batch import CpuBatch
from galda.envs.cpu_rules import CpuRules
from galda.envs.rules import Rules


def batch(
    name: str,
    n: int,
    *,
    seed: SeedLike = 0,
    device: str = "cpu",
    observe: bool = True,
    threads: int | None = None,
    autoreset: Autoreset | str = Autoreset.SAME_STEP,
    buffers: Mapping[str, Any] | None = None,
    **options: object,
) -> Batch:
    """`n` games of one kind, stepped together; the same seeds give the same games on all devices.

    The name may end in a version, as environments do; with `seed=None` games are others each time.
    Without `observe` no observations are written; `threads` is for the CPU (default: all cores).
    `autoreset` says when the next game begins where one has ended: in the same step, in the next,
    or not by itself (`"SAME_STEP"`, `"NEXT_STEP"`, `"DISABLED"`). `buffers` gives memory for some
    of the arrays, by their names: shared or mapped to a file, or another library's.

    >>> batch = galda.batch("quixo", 100, seed=1, size=4)
    >>> batch.step(batch.random_actions(seed=1))
    >>> batch.masks.shape, batch.observations.shape
    ((100, 89), (100, 8, 5, 5))
    """
    check_device(device)
    game = find_environment(name)
    seed = read_seed(seed)
    if observe and not game.rules.features:
        raise GaldaError("{game} describes no observations: ask for observe=False", game=game.title)
    mode = find_autoreset(autoreset)
    if device == "cuda":
        from galda.envs.cuda_batch import CudaBatch  # noqa: PLC0415  (numba-cuda is optional)

        return CudaBatch(game, n, seed, options, observe, mode, buffers)
    return CpuBatch(game, n, seed, options, observe, threads, mode, buffers)


def rules(
    name: str, *, device: str = "cpu", threads: int | None = None, **options: object
) -> Rules:
    """The rules of a game as functions of many states, for programs that search.

    >>> rules = galda.rules("quixo", size=4)
    >>> states = rules.new(seeds=[1, 2, 3])
    >>> after = rules.step(states, [0, 1, 2])
    >>> rules.masks(after).shape, rules.outcome(after).terminated.tolist()
    ((3, 89), [False, False, False])
    """
    check_device(device)
    game = find_environment(name)
    if device == "cuda":
        from galda.envs.cuda_rules import CudaRules  # noqa: PLC0415  (numba-cuda is optional)

        return CudaRules(game, options)
    return CpuRules(game, options, threads)
