"""Lessons and exams for a judge of Quixo, without end, straight from a solution on a device.

Three sources: boards laid by chance; games of players that play perfectly or look two turns ahead
by the shipped network, and slip; and positions that the player of a proof meets. Of each position
all pushes are told. Only positions count in which pushes that have to be judged differ in value.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from galda.games.quixo.rules.rules import PUSHES
from galda.games.quixo.solve import prover
from galda.games.quixo.solve.kernels import choice
from galda.games.quixo.solve.kernels import judge_lessons as kernels
from galda.games.quixo.solve.kernels.choice import Guide
from galda.games.quixo.solve.kernels.guard import Guard, no_guard
from galda.games.quixo.solve.kernels.judge import (
    LAST_JUDGED,
    LOSES_AT_ONCE,
    NOT_A_PUSH,
    PARTS,
    WINS_AT_ONCE,
)
from galda.games.quixo.solve.sampling import Sampling

APART = 48
"""Turns played before the first lessons, so that games are at different turns."""
LISTED = 3
PLAIN = {"open_cost": 0, "form_cost": 0, "listed_cost": 0, "forward": 3000}
"""A guide of the network alone."""


@dataclass
class Pool:
    """Positions whose pushes differ, with what is told of each push."""

    positions: Tensor
    told: Tensor
    """A row of pushes for each position."""
    parts: Tensor
    """For each position and push its parts."""
    cubes: Tensor

    def __len__(self) -> int:
        return len(self.told)


def joined(pools: list[Pool]) -> Pool:
    """Some pools as one."""
    names = ("positions", "told", "parts", "cubes")
    return Pool(*(torch.cat([getattr(pool, name) for pool in pools]) for name in names))


class Source(ABC):
    """What all sources share: the solution, and how positions become lessons."""

    def __init__(self, sampling: Sampling, at_once: int, seed: int) -> None:
        self.sampling, self.at_once, self.seed = sampling, at_once, seed
        self.device, self.size = sampling.device, sampling.run.size
        self.moves, self.board = len(PUSHES[self.size]), self.size - 3
        self.places = sampling._places
        self.turns = self.places.turns
        self.place = "cuda" if self.device.name == "cuda" else "cpu"
        self.positions = self.device.put(np.zeros(at_once, np.int64))
        self.told = self.device.put(np.zeros(at_once * self.moves, np.int8))
        self._parts = self.device.put(np.zeros(at_once * self.moves * PARTS, np.int16))
        self._exams = self.device.put(np.zeros(at_once, np.bool_))
        self._cubes = self.device.put(np.zeros(at_once, np.int8))

    def tensor(self, array: Any) -> Tensor:
        """An array of the device for PyTorch, not copied."""
        return torch.as_tensor(array, device=self.place)

    @abstractmethod
    def fill(self, exams: bool) -> None:
        """Fill `positions` with the next ones, if possible such as are for exams or not."""

    def pool(self, exams: bool) -> Pool:
        """The next lessons, or positions of an exam."""
        self.fill(exams)
        count, do = self.at_once, self.device.parallel_sum
        do(kernels.apart_span, count, self.turns, self.positions, self._exams)
        do(kernels.count_span, count, self.positions, self._cubes)
        self._tell()
        do(
            kernels.parts_span, count * self.moves, self.board, self.moves, self.turns,
            self.positions, self.told, self._parts,
        )  # fmt: skip
        told = self.tensor(self.told).view(count, self.moves)
        judged = told.abs() <= LAST_JUDGED
        most = torch.where(judged, told, NOT_A_PUSH).amax(1)
        least = torch.where(judged, told, WINS_AT_ONCE).amin(1)
        fit = (most > least) & (told.amax(1) < WINS_AT_ONCE) & (self.tensor(self._exams) == exams)
        here = fit.nonzero().squeeze(1)
        return Pool(
            self.tensor(self.positions)[here],
            told[here],
            self.tensor(self._parts).view(count, self.moves, PARTS)[here],
            self.tensor(self._cubes)[here],
        )

    def _tell(self) -> None:
        self.device.parallel_sum(
            kernels.told_span, self.at_once * self.moves, self.board, self.moves, self.places,
            self.positions, self.told,
        )  # fmt: skip

    def exam(self, wanted: int, most: int = 64) -> Pool:
        """About so many positions for an exam, no two alike where that is easily seen."""
        pools: list[Pool] = []
        for _ in range(most):
            pools.append(self.pool(True))
            if sum(map(len, pools)) >= wanted:
                break
        whole = joined(pools)
        _, which = np.unique(whole.positions.cpu().numpy(), return_index=True)
        which = torch.as_tensor(np.sort(which)[:wanted], device=self.place)
        return Pool(whole.positions[which], whole.told[which], whole.parts[which],
                    whole.cubes[which])  # fmt: skip


class ByChance(Source):
    """Boards laid by chance."""

    def fill(self, exams: bool) -> None:
        """Lay new ones."""
        self.seed += 1
        self.device.parallel_sum(
            kernels.chance_span, self.at_once, self.size, self.moves, self.turns,
            np.uint64(self.seed << 32), exams, self.positions,
        )  # fmt: skip


class BySkill(Source):
    """Games under way; each filling is a turn further in all of them."""

    def __init__(self, sampling: Sampling, at_once: int, seed: int) -> None:
        super().__init__(sampling, at_once, seed)
        rule = {**PLAIN, "listed": LISTED}
        self._guide = choice.placed(choice.guide_for(self.size, no_guard(), **rule),
                                    self.device.put)  # fmt: skip
        self._marks = self.device.put(np.zeros(at_once * self.moves, np.int32))
        self._listed = self.device.put(np.zeros(at_once * LISTED, np.int8))
        self._ages = self.device.put(np.zeros(at_once, np.int64))
        self._games = self.device.put(np.arange(at_once, dtype=np.int64))
        for _ in range(APART):
            self._tell()
            self.fill(False)

    def fill(self, exams: bool) -> None:
        """Play a turn in all games; what was told of their pushes must be there."""
        do = self.device.parallel_sum
        choice.mark_all(do, self._guide, self.positions, self.at_once, self._marks, self._listed)
        do(
            kernels.play_span, self.at_once, self.board, self.moves, np.uint64(self.seed << 32),
            self.told, self._marks, self._ages, self._games, self.positions,
        )  # fmt: skip


class ByProof(Source):
    """Positions that the player of a proof meets, in any order."""

    def __init__(self, sampling: Sampling, at_once: int, seed: int) -> None:
        super().__init__(sampling, at_once, seed)
        met = [sampling.device.get(lesson[0]) for lesson in sampling.lessons]
        sampling.lessons = []
        self.met = np.sort(np.concatenate(met))  # threads meet them in any order
        self._chance = np.random.default_rng(seed)

    def fill(self, exams: bool) -> None:
        """Draw some of them."""
        drawn = self.met[self._chance.integers(0, len(self.met), self.at_once)]
        self.tensor(self.positions).copy_(torch.as_tensor(drawn))


def proof_guide(size: int, guard: Guard) -> Guide:
    """How the player of a proof chooses."""
    return choice.guide_for(size, guard, **prover.CHOICES[size])


def all_sources(run: Any, guard: Guard, wanted: int, at_once: int, seed: int) -> dict[str, Source]:
    """All sources; of each layer about so many positions of the proof are met."""
    guide, teacher = proof_guide(run.size, guard), proof_guide(run.size, no_guard())
    sampling = Sampling(run, guide, 4 * wanted, wanted, wanted=wanted, teacher=teacher)
    sampling.meet(sampling.starts())
    for _ in sampling.steps():
        pass
    return {
        "chance": ByChance(sampling, at_once, seed),
        "skill": BySkill(sampling, at_once, seed + 1),
        "proof": ByProof(sampling, at_once, seed + 2),
    }


def marked(source: Source, pool: Pool, guide: Guide) -> Tensor:
    """The marks that a guide gives to the pushes of positions."""
    count, put = len(pool), source.device.put
    marks = put(np.zeros(count * source.moves, np.int32))
    listed = put(np.zeros(max(count * guide.listed, 1), np.int8))
    positions = put(pool.positions.cpu().numpy())
    there = choice.placed(guide, put)
    choice.mark_all(source.device.parallel_sum, there, positions, count, marks, listed)
    return source.tensor(marks).view(count, source.moves).clone()


@dataclass
class Thrown:
    """How often the push with the best mark throws something away, in shares."""

    value: float
    """A win, or a draw."""
    game: float
    """What was not lost before is lost then."""
    count: int


def thrown(pool: Pool, marks: Tensor) -> Thrown:
    """Play the best-marked push of those that do not lose at once, and look what is lost."""
    playable = pool.told > LOSES_AT_ONCE
    marks = torch.where(playable, marks.double(), -1e12)
    played = pool.told.gather(1, marks.argmax(1, keepdim=True)).squeeze(1)
    best = pool.told.amax(1)
    count = max(len(pool), 1)
    return Thrown(
        round(float((played < best).sum()) / count, 5),
        round(float(((played < 0) & (best >= 0)).sum()) / count, 5),
        len(pool),
    )


def batches(pool: Pool, positions: int, chance: torch.Generator) -> Iterator[Tensor]:
    """All positions of a pool in any order, so many at a time."""
    order = torch.randperm(len(pool), generator=chance).to(pool.told.device)
    yield from order.split(positions)
