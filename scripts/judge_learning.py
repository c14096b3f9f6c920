"""How a judge learns, in PyTorch: a dense network in whole numbers (`core/kernels/dense.py`).

While it learns its numbers are fractions, rounded to whole ones wherever they are used. All scales
are powers of two and all sums below 2^24, so what it says is what the whole numbers will say, to
the last bit, also where a card multiplies numbers of eleven bits only (TF32).
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from galda.core.kernels.dense import (
    FINE,
    LAST_TOP,
    LESS_BITS,
    SMALLER,
    SURE,
    TOP,
    UNIT_BITS,
    WEIGHT_BITS,
    WEIGHT_FINE,
)
from guard_learning import rounded, sums

SHARP = 2.0
"""How sharply pushes are told apart when they are ranked."""
RANKING = 1.0
"""How much ranking the pushes of a position counts beside telling what each is worth."""
NOTHING = -1e4
OFFSET_TOP = 1 << 22
FEW = 16
"""Rows that are too few for products of eight bits on a card."""


def floored(numbers: Tensor, fine: float) -> Tensor:
    """Numbers without what is finer than so many to one; the slope passes."""
    return numbers + (torch.floor(numbers.detach() * fine) / fine - numbers.detach())


class DenseNet(nn.Module):
    """The network while it learns: `rows` of tables, units of each layer, outputs."""

    def __init__(self, rows: int, widths: list[int], outputs: int, seed: int) -> None:
        super().__init__()
        chance = torch.Generator().manual_seed(seed)

        def by_chance(*shape: int, spread: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(*shape, generator=chance) * spread)

        self.widths = widths
        self.tables = by_chance(rows, widths[0], spread=0.12)
        with torch.no_grad():
            self.tables += 0.04
        pairs = list(pairwise(widths))
        self.weights = nn.ParameterList(
            by_chance(after, before, spread=(2 / before) ** 0.5) for before, after in pairs
        )
        self.offsets = nn.ParameterList(
            nn.Parameter(torch.full((after,), 0.1)) for _, after in pairs
        )
        self.last = by_chance(outputs, sum(widths), spread=0.05)
        self.last_offsets = nn.Parameter(torch.zeros(outputs))

    def forward(self, parts: Tensor) -> Tensor:
        """What it says of boards cut into parts, one in a unit of one."""
        top = TOP / FINE
        layers = [sums(parts, rounded(self.tables, FINE, TOP)).clamp(0, top)]
        for weights, offsets in zip(self.weights, self.offsets, strict=True):
            said = nn.functional.linear(
                layers[-1],
                rounded(weights, WEIGHT_FINE, TOP),
                rounded(offsets, FINE * WEIGHT_FINE, OFFSET_TOP),
            )
            layers.append(floored(said.clamp(0, top), FINE))
        return nn.functional.linear(
            torch.cat(layers, 1),
            rounded(self.last, WEIGHT_FINE, LAST_TOP),
            rounded(self.last_offsets, FINE * WEIGHT_FINE, OFFSET_TOP),
        )

    def whole(self) -> dict[str, Any]:
        """Its whole numbers, as a file keeps them."""

        def numbers(part: Tensor, fine: int, most: int, kind: type) -> Any:
            exact = rounded(part.detach().cpu().double(), fine, most) * fine
            return torch.round(exact).numpy().astype(kind)

        weights = [numbers(part, WEIGHT_FINE, TOP, np.int8).reshape(-1) for part in self.weights]
        offsets = [numbers(part, FINE * WEIGHT_FINE, OFFSET_TOP, np.int32) for part in self.offsets]
        return {
            "widths": np.array(self.widths, np.int64),
            "tables": numbers(self.tables, FINE, TOP, np.int8),
            "weights": np.concatenate([*weights, np.zeros(0, np.int8)]),
            "offsets": np.concatenate([*offsets, np.zeros(0, np.int32)]),
            "last": numbers(self.last, WEIGHT_FINE, LAST_TOP, np.int16),
            "last_offsets": numbers(self.last_offsets, FINE * WEIGHT_FINE, OFFSET_TOP, np.int32),
        }

    def write(self, file: Path) -> None:
        """Write a file that `read_dense` reads."""
        np.savez_compressed(file, **self.whole())


def as_whole(said: Tensor) -> Tensor:
    """What a network says as the whole numbers say it."""
    return torch.floor(said.double() * (1 << UNIT_BITS)).long()


class WholeNet:
    """The same network in whole numbers of eight bits, for many boards at once on a device."""

    def __init__(self, kept: dict[str, Any], device: str) -> None:
        self.widths = [int(width) for width in kept["widths"]]
        self.tables, self.last, self.last_offsets = (
            torch.as_tensor(kept[name].astype(np.int32), device=device)
            for name in ("tables", "last", "last_offsets")
        )
        pairs = list(pairwise(self.widths))
        sizes = [before * after for before, after in pairs]
        weights = torch.as_tensor(kept["weights"].astype(np.int8), device=device)
        self.weights = [
            part.view(after, before)
            for part, (before, after) in zip(weights.split(sizes), pairs, strict=True)
        ]
        self.offsets = torch.as_tensor(kept["offsets"], device=device).split(self.widths[1:])

    def __call__(self, parts: Tensor) -> Tensor:
        """What it says of boards cut into parts, `UNIT_BITS` bits below one."""
        total = self.tables[parts[:, 0]]
        for part in range(1, parts.shape[1]):
            total = total + self.tables[parts[:, part]]
        layers = [total.clamp(0, TOP)]
        for weights, offsets in zip(self.weights, self.offsets, strict=True):
            total = product(layers[-1], weights) + offsets
            layers.append((total >> WEIGHT_BITS).clamp(0, TOP))
        # outputs have wider weights: adding up in 64 bits is exact anywhere
        units = torch.cat(layers, 1)
        said = [(units * row).sum(1, dtype=torch.int64) for row in self.last]
        return (torch.stack(said, 1) + self.last_offsets) >> SMALLER


def product(units: Tensor, weights: Tensor) -> Tensor:
    """Units times weights, both of eight bits, added up in 32."""
    if not units.is_cuda:
        return units @ weights.t().to(torch.int32)
    if len(units) > FEW and not (weights.shape[0] | weights.shape[1]) & 7:
        return torch._int_mm(units.to(torch.int8), weights.t())  # type: ignore[no-any-return]
    return (units.double() @ weights.t().double()).int()  # exact as well, and takes any shape


def squashed(said: Tensor) -> Tensor:
    """`dense.squash` in fractions."""
    sure = SURE / (1 << UNIT_BITS)
    known = said.clamp(-sure, sure)
    return known + (said - known) / (1 << LESS_BITS)


def loss_of(said: Tensor, told: Tensor, rows: Tensor, places: Tensor) -> Tensor:
    """How far it is from telling what pushes are worth and from ranking the best first.

    `said` and `told` are those of the judged pushes; `places` say where they stand in `rows`,
    a row of pushes for each position.
    """
    wanted = torch.stack([told >= 0, told >= 1], 1).to(said.dtype)
    telling = nn.functional.binary_cross_entropy_with_logits(said, wanted) * 2
    marks = torch.full((rows.numel(),), NOTHING, device=said.device)
    marks = marks.index_put((places,), SHARP * squashed(said).sum(1)).view(rows.shape)
    logged = marks.log_softmax(1)
    best = rows == rows.max(1, keepdim=True).values
    keeping = -torch.where(best, logged, torch.full_like(logged, NOTHING)).logsumexp(1)
    return telling + RANKING * keeping.mean()
