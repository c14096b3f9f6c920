"""Run by a test with Numba's simulator of graphics cards: the search there and on the processor."""

from __future__ import annotations

from typing import Any

import numpy as np

import galda
from galda.core.kernels.cuda import load_cuda
from galda.search import Search

cuda = load_cuda()
card = type(cuda.get_current_device())
card.MULTIPROCESSOR_COUNT, card.MAX_THREADS_PER_MULTIPROCESSOR = 1, 128
cuda.as_cuda_array = lambda array: array  # the simulator has none of its own


def has_whims(observations: Any, masks: Any) -> tuple[Any, Any]:
    seen = observations.copy_to_host() if hasattr(observations, "copy_to_host") else observations
    rows = seen.reshape(masks.shape[0], -1).astype(np.int64)
    marks = (rows * np.arange(1, rows.shape[1] + 1)).sum(axis=1)
    logits = (marks[:, None] * np.arange(3, masks.shape[1] + 3) % 17) / 8.0
    return logits.astype(np.float32), ((marks % 201) / 100.0 - 1).astype(np.float32)


def on_card(observations: Any, masks: Any) -> tuple[Any, Any]:
    logits, values = has_whims(observations, masks)
    return cuda.to_device(logits), cuda.to_device(values)


def main() -> None:
    for name, options in (("quixo", {"size": 3}), ("towers", {"players": 2})):
        start = galda.game(name).new(seed=2, **options)
        states = np.concatenate([start.states, start.play(start.legal_actions[1]).states])
        here, there = (
            Search(name, 2, network, simulations=4, device=device, **options).run(states, seed=1)
            for network, device in ((has_whims, "cpu"), (on_card, "cuda"))
        )
        assert all((a == b).all() for a, b in zip(here, there, strict=True)), name
        print(name, "is searched alike")


if __name__ == "__main__":
    main()
