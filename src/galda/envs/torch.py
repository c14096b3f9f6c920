"""PyTorch: a batch's arrays as tensors without a copy, on the CPU and on a graphics card.

    batch = galda.batch(name, 4096, device="cuda")
    seen = tensors(batch)              # made once; every step overwrites what they show
    batch.step(policy(seen.observations, seen.masks))

On a card the way from one step to the next can be recorded once and then replayed as a CUDA graph
(`record`), so that Python starts one thing instead of dozens.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.envs.batch import Batch

with extra("torch"):
    import torch

WARM_UP = 3
"""Steps before one is recorded: compilers and memory pools get ready in them."""


class Tensors(NamedTuple):
    """The arrays of a batch as tensors; they share its memory, and each step overwrites them."""

    observations: torch.Tensor
    masks: torch.Tensor
    rewards: torch.Tensor
    scores: torch.Tensor
    terminated: torch.Tensor
    episodes: torch.Tensor
    to_act: torch.Tensor


def tensors(batch: Batch) -> Tensors:
    """A batch's arrays as tensors that share its memory, wherever that is.

    >>> from galda.envs.torch import tensors
    >>> batch = galda.batch("quixo", 8)
    >>> seen = tensors(batch)
    >>> batch.step(seen.masks.int().argmax(dim=1))
    >>> seen.to_act.tolist()
    [1, 1, 1, 1, 1, 1, 1, 1]
    """
    return Tensors(*(_share(getattr(batch, name), batch.device) for name in Tensors._fields))


def _share(array: Any, device: str) -> torch.Tensor:
    return torch.from_numpy(array) if device == "cpu" else torch.as_tensor(array, device=device)


class Recorded:
    """A policy's step on a batch, recorded as a CUDA graph; calling it plays another step."""

    def __init__(self, graph: Any, actions: torch.Tensor) -> None:
        self._graph = graph
        self.actions = actions
        """The actions played last; every call overwrites them."""

    def __call__(self) -> None:
        """Let the policy look and play one more step in all games."""
        self._graph.replay()


def record(batch: Batch, policy: Callable[[Tensors], torch.Tensor]) -> Recorded:
    """Record a step: `policy` looks at the batch's tensors and gives an action for each game.

    It may do on the card whatever a CUDA graph can hold: no data may come back to Python, and
    shapes stay. To get ready, a few steps are played before. Chance in a policy goes on from call
    to call as PyTorch's own generator does.
    """
    if batch.device != "cuda":
        raise GaldaError("only a batch on a graphics card can be recorded: device='cuda'")
    from numba import cuda  # noqa: PLC0415  (only where there is a card)

    seen = tensors(batch)
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    usual, batch.stream = batch.stream, cuda.external_stream(stream.cuda_stream)
    try:
        with torch.cuda.stream(stream):
            for _ in range(WARM_UP):
                batch.step(policy(seen))
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=stream):
            actions = policy(seen)
            batch.step(actions)
    finally:
        batch.stream = usual
        torch.cuda.current_stream().wait_stream(stream)
    return Recorded(graph, actions)
