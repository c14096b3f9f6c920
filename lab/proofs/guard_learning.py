"""How a guard of Quixo learns, in PyTorch: `guard.py` gives it lessons.

The network is that of `quixo/kernels/guard.py`. While it learns its numbers are kept as
fractions, and rounded to whole ones wherever they are used, so that what it says is what the whole
numbers will say. What it says is added to the marks that moves have without it. Of all moves in a
position those that are safe are to share the probability, the better their marks the more.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from galda.games.quixo.ai.evaluation import CUBES, ROWS
from galda.games.quixo.solve.kernels.choice import PARTS
from lab.proofs.quixo.kernels import guard
from lab.proofs.quixo.kernels.guard import COUNTS, FINE, FINE_WEIGHTS, LATER
from lab.proofs.quixo.kernels.lessons import (
    COARSE,
    HIGHEST_TOLD,
    NO_LESSON,
    UNSAFE,
    parts_span,
)

UNIT = 1000.0
"""A teacher's mark of so much is worth as much as a judgement of 1."""
SOFT = 0.25
"""How much worse for the teacher a move is that gets an e-th of the probability."""
SAFE_WEIGHT = 3.0
"""How much keeping safe counts beside ranking the safe moves."""
TABLE_MOST, WEIGHT_MOST = 1000, 127
FIRST_RATE, LEAST_RATE = 2e-3, 2e-5
NOTHING = -1e4


def rounded(numbers: Tensor, fine: float, most: float) -> Tensor:
    """Numbers as they will be when they are whole; the slope passes as if they were not."""
    whole = torch.round(numbers.detach() * fine).clamp(-most, most) / fine
    return numbers + (whole - numbers.detach())


class GuardNet(nn.Module):
    """The guard while it learns."""

    def __init__(self, units: int, seed: int) -> None:
        super().__init__()
        chance = torch.Generator().manual_seed(seed)

        def by_chance(*shape: int, spread: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(*shape, generator=chance) * spread)

        self.tables = by_chance(ROWS, units, spread=0.15)
        self.offsets = nn.Parameter(torch.zeros(1, LATER))
        self.weights = by_chance(units, LATER, spread=units**-0.5)
        self.own_weights = nn.Parameter(torch.zeros(units, COUNTS, LATER))
        self.own_offsets = nn.Parameter(torch.zeros(COUNTS, LATER))
        self.last = by_chance(1, LATER, spread=0.2)
        self.own_last = nn.Parameter(torch.zeros(COUNTS, LATER))
        with torch.no_grad():
            self.tables[CUBES:] = 0.1
            self.weights[:, 0] = 0.0  # at first it says hardly anything
            self.offsets[:, 1:] = -0.2

    def whole(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Tables, weights by number of cubes, offsets and last weights, rounded."""
        weights = self.weights[:, None, :] + self.own_weights
        return (
            rounded(self.tables, FINE, TABLE_MOST),
            rounded(weights, FINE_WEIGHTS, WEIGHT_MOST),
            rounded(self.offsets + self.own_offsets, FINE * FINE_WEIGHTS, 1 << 24),
            rounded(self.last + self.own_last, FINE_WEIGHTS, 1 << 14),
        )

    def forward(self, parts: Tensor) -> Tensor:
        """What it says of boards cut into parts."""
        tables, weights, offsets, last = self.whole()
        hidden = sums(parts, tables).clamp(0, 1)
        both = parts[:, -1] - CUBES
        cubes = both // 26 + both % 26
        every = (hidden @ weights.reshape(len(weights), -1)).reshape(-1, COUNTS, LATER)
        at = cubes[:, None, None].expand(-1, 1, LATER)
        which = nn.functional.one_hot(cubes, COUNTS).to(offsets.dtype)
        later = every.gather(1, at).squeeze(1) + which @ offsets
        cut = later.clamp(0, 1)
        cut = cut + (torch.floor(cut.detach() * FINE) / FINE - cut.detach())
        return later[:, 0] + (cut * (which @ last))[:, 1:].sum(1)

    def write(self, file: Path) -> None:
        """Write the whole numbers into a file that `read_guard` reads."""
        with torch.no_grad():
            tables, weights, offsets, last = (part.cpu().double() for part in self.whole())
        np.savez_compressed(
            file,
            tables=torch.round(tables * FINE).numpy().astype(np.int16),
            weights=torch.round(weights.transpose(0, 1) * FINE_WEIGHTS).numpy().astype(np.int8),
            offsets=torch.round(offsets * FINE * FINE_WEIGHTS).numpy().astype(np.int32),
            last=torch.round(last * FINE_WEIGHTS).numpy().astype(np.int16),
        )


def sums(parts: Tensor, tables: Tensor) -> Tensor:
    """The sums of the rows that parts lead to."""
    if not parts.is_cuda:
        return nn.functional.embedding_bag(parts, tables, mode="sum")
    # on a card a product with ones is faster than adding up rows, above all when learning
    ones = torch.zeros(len(parts), len(tables), device=parts.device)
    ones.scatter_add_(1, parts, torch.ones((), device=parts.device).expand_as(parts))
    return ones @ tables


@dataclass
class Course:
    """Lessons of one board and the network that learns them."""

    size: int
    moves: int
    device: Any
    """Where kernels run (`solve/devices.py`)."""
    net: GuardNet
    batch: int
    seed: int

    def __post_init__(self) -> None:
        self._chance = np.random.default_rng(self.seed)
        self._place = "cuda" if self.device.name == "cuda" else "cpu"
        self.net.to(self._place)
        self._parts = self.device.put(np.zeros(self.batch * self.moves * PARTS, np.int64))
        torch.backends.cuda.matmul.allow_tf32 = True

    def joined(self, lessons: list[Any]) -> Any:
        """The lessons of all layers as one, so that they are learnt in a mixed order."""
        parts = []
        for k in range(3):
            pieces = [self.device.get(lesson[k]) for lesson in lessons]
            parts.append(self.device.put(np.concatenate(pieces)))
        return tuple(parts)

    def _tensor(self, array: Any) -> Tensor:
        return torch.as_tensor(array, device=self._place)

    def _judge(
        self, positions: Any, told: Tensor, known: Tensor, chosen: Any
    ) -> tuple[Tensor, Tensor]:
        """The marks of all moves in chosen positions by the network, and what is told of them."""
        count = len(chosen)
        on_device = self.device.put(chosen)
        self.device.parallel_sum(
            parts_span, count * self.moves, self.size - 3, self.moves, on_device, positions,
            self._parts,
        )  # fmt: skip
        rows, before = told[self._tensor(on_device)], known[self._tensor(on_device)]
        parts = self._tensor(self._parts)[: count * self.moves * PARTS].view(-1, PARTS)
        thought = (rows != NO_LESSON).reshape(-1).nonzero().squeeze(1)
        said = torch.full((count * self.moves,), NOTHING, device=rows.device)
        marks = self.net(parts[thought]) + before.reshape(-1)[thought].float() * (COARSE / UNIT)
        said = said.index_put((thought,), marks)
        return said.view(count, self.moves), rows

    def study(self, lessons: list[Any], steps: int, until: float, rate: float) -> float:
        """Learn for so many steps, or until the clock says so; the last losses, on average."""
        learner = torch.optim.Adam(self.net.parameters(), lr=rate, betas=(0.9, 0.99))
        tolds, marks = (
            [self._tensor(part[k]).view(-1, self.moves) for part in lessons] for k in (1, 2)
        )
        sizes = np.array([len(told) for told in tolds], np.float64)
        shares = sizes / sizes.sum()
        began, lost = time.perf_counter(), 0.0
        for step in range(steps):
            passed = (time.perf_counter() - began) / max(until - began, 1e-9)
            done = max(step / steps, passed)
            if done >= 1:
                break
            for group in learner.param_groups:
                group["lr"] = LEAST_RATE + (rate - LEAST_RATE) * (1 - done)
            which = int(self._chance.choice(len(lessons), p=shares))
            many = min(self.batch, len(tolds[which]))
            chosen = self._chance.integers(0, len(tolds[which]), many)
            said, told = self._judge(lessons[which][0], tolds[which], marks[which], chosen)
            loss = loss_of(said, told)
            learner.zero_grad(set_to_none=True)
            loss.backward()
            learner.step()
            if step % 50 == 0:
                lost = float(loss.detach())
        return lost

    def errors(self, positions: Any, told: Any, known: Any, most: int) -> float:
        """In which share of some positions the network's best move is not safe."""
        rows, before = (self._tensor(part).view(-1, self.moves) for part in (told, known))
        wrong, seen = 0, 0
        with torch.no_grad():
            for _ in range(0, min(most, len(rows)), self.batch):
                chosen = self._chance.integers(0, len(rows), min(self.batch, len(rows)))
                said, right = self._judge(positions, rows, before, chosen)
                best = right.gather(1, said.argmax(1, keepdim=True))
                forced = (right == HIGHEST_TOLD).any(1, keepdim=True)
                wrong += int(((best == UNSAFE) & ~forced).sum())
                seen += len(chosen)
        return wrong / max(seen, 1)


def loss_of(said: Tensor, told: Tensor) -> Tensor:
    """How far the network is from sharing out its word among the safe moves as the teacher does."""
    safe = told > UNSAFE
    some = safe.any(1) & ~(told == HIGHEST_TOLD).any(1)  # forced wins are found by search
    marks = told.float() * (COARSE / UNIT / SOFT)
    wanted = torch.where(safe, marks, torch.full_like(marks, NOTHING)).softmax(1)
    logged = (said / SOFT).log_softmax(1)
    ranking = -(wanted * logged.clamp(min=-60.0)).sum(1)
    keeping = -torch.where(safe, logged, torch.full_like(logged, NOTHING)).logsumexp(1)
    return ((ranking + SAFE_WEIGHT * keeping) * some).mean()


__all__ = ["FIRST_RATE", "Course", "GuardNet", "guard"]
