"""Learning in several processes at once, on one computer or many, started by PyTorch's `torchrun`.

Each process plays games of its own; gradients are averaged, so all have the same network. The first
one measures and writes the folder. A run that goes on begins its other processes' games anew.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from galda.core.extras import extra
from galda.learn.settings import Settings

with extra("learn"):
    import torch
    from torch import distributed

if TYPE_CHECKING:
    from galda.learn.learner import Learner

APART = 1_000_003
"""Between the seeds of two processes; PyTorch's generator on a CPU takes 32 bits of a seed."""


def begin(device: str) -> int:
    """Join the other processes, if `torchrun` has started several; says which one this is."""
    if int(os.environ.get("WORLD_SIZE", "1")) == 1:
        return 0
    distributed.init_process_group("nccl" if device == "cuda" else "gloo")
    if device == "cuda":
        torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    return int(distributed.get_rank())


def count() -> int:
    """The number of processes."""
    return int(distributed.get_world_size()) if distributed.is_initialized() else 1


def own_games(settings: Settings, rank: int) -> Settings:
    """The settings of one process: its games have seeds of their own."""
    return replace(settings, seed=settings.seed + APART * rank)


def share_gradients(learner: Learner) -> None:
    """Take over the first process's network, and average gradients from now on."""
    if count() == 1:
        return
    for network in (learner.network, learner.slow):
        for tensor in network.state_dict().values():
            distributed.broadcast(tensor, 0)
    for weight in learner.weights:
        weight.register_post_accumulate_grad_hook(_average)


def agree(far: float, device: str) -> float:
    """How far the first process says the run is: all must stop after the same rollout."""
    if count() == 1:
        return far
    told = torch.tensor([far], device=device)
    distributed.broadcast(told, 0)
    return float(told)


def _average(weight: torch.Tensor) -> None:
    assert weight.grad is not None
    distributed.all_reduce(weight.grad)
    weight.grad.div_(count())
