"""The batched search on a graphics card: whether it finds what the processor finds, and how fast.

    python -m lab.cards.search_card

The network is made of whole numbers, so that it says the same on both; the trees use powers of e,
whose last digit may differ, so visits are compared row by row and the share of equal rows is told.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

import galda
from galda.core.kernels.cuda import why_no_cuda
from galda.search import Search

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("quixo", {}), ("pylos", {}), ("towers", {"players": 2}), ("alhambra", {"players": 2}),
]  # fmt: skip


def whims(xp: Any, observations: Any, masks: Any) -> tuple[Any, Any]:
    """Logits and values that depend on all that is seen, in whole numbers."""
    rows = observations.reshape(masks.shape[0], -1)
    marks = (xp.arange(1, rows.shape[1] + 1) * rows).sum(1)
    logits = (marks[:, None] * xp.arange(3, masks.shape[1] + 3) % 17) / 8.0
    return logits, (marks % 201) / 100.0 - 1


def on_cpu(observations: Any, masks: Any) -> tuple[Any, Any]:
    return whims(np, observations.astype(np.int64), masks)


def on_card(observations: Any, masks: Any) -> tuple[Any, Any]:
    import torch  # noqa: PLC0415  (an extra)

    class Torch:
        @staticmethod
        def arange(*ends: int) -> Any:
            return torch.arange(*ends, device="cuda")

    seen = torch.as_tensor(observations, device="cuda").long()
    return whims(Torch, seen, masks)


def main() -> None:
    if reason := why_no_cuda():
        raise SystemExit(f"nothing to compare: {reason}")
    for name, options in KINDS:
        n = 256 if name == "alhambra" else 2048
        batch = galda.batch(name, n, seed=1, **options)
        for step in range(15):
            batch.step(batch.random_actions(seed=step))
        found, seconds = [], []
        for device, network in (("cpu", on_cpu), ("cuda", on_card)):
            search = Search(name, n, network, simulations=32, device=device, **options)
            search.run(batch.states, seed=1)
            began = time.perf_counter()
            found.append(search.run(batch.states, seed=1))
            seconds.append(time.perf_counter() - began)
        same = (found[0].visits == found[1].visits).all(axis=1).mean()
        chosen = (found[0].actions == found[1].actions).mean()
        print(
            f"{name}: {n} games, 32 simulations: equal visits {same:.2%}, equal actions "
            f"{chosen:.2%}; simulations/s cpu {32 * n / seconds[0]:,.0f}, "
            f"card {32 * n / seconds[1]:,.0f}", flush=True,
        )  # fmt: skip


if __name__ == "__main__":
    main()
