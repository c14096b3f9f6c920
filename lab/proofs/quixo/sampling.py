"""Quixo: some of the positions that a guide's player can meet, by chance, with what is right there.

What a guard learns from. Where layers are small all positions are taken; from then on each is met
with so small a chance that a layer has about as many as are wanted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log2
from typing import Any

import numpy as np

from galda.games.quixo.solve.kernels import choice
from galda.games.quixo.solve.kernels.choice import Guide
from lab.proofs.quixo.closing import Closing, LayerMet
from lab.proofs.quixo.kernels import closure, lessons
from lab.proofs.quixo.kernels.guard import Guard

Lessons = tuple[Any, Any, Any]
"""Positions, what is told of all their moves, and their marks without a guard, on the device."""


SKIP_BITS = 1.5
"""About what it takes to say how many moves a patch skips."""


def entropy(some: int, count: int) -> float:
    """The bits that it takes, at least, to say which so many of a set are meant."""
    if not 0 < some < count:
        return 0.0
    rare, rest = some / count, 1 - some / count
    return -count * (rare * log2(rare) + rest * log2(rest))


@dataclass
class Sampling(Closing):
    """Positions followed as a proof would, with the choice mended by the solution."""

    wanted: int = 0
    """Positions of a layer, about."""
    teacher: Guide | None = None
    """The guide whose marks, without a guard, rank the moves that are safe."""
    lessons: list[Lessons] = field(default_factory=list)
    """Those of each layer, since the last `begin`."""
    bits: float = 0.0
    """What the patches of the last layer would take in sieves, at least."""
    passing: int = 1
    """Of so many positions of the last layer about one was met."""

    def begin(self, guide: Guide, guard: Guard) -> None:
        """Follow another guide and guard, taking all positions at first."""
        super().begin(guide, guard)
        self.lessons = []
        self._met = self._met._replace(rate=1)

    def _close(self, cubes: int) -> LayerMet:
        """Follow the guide through a layer."""
        self.bits = 0.0
        return super()._close(cubes)

    def _waiting(self, queue: int) -> int:
        """What waits, and what finds no room is passed over."""
        waits = self.device.get(self._met.waiting)
        if waits.max() > self.room:
            self._met = self._met._replace(waiting=self.device.put(np.minimum(waits, self.room)))
        return int(min(waits[queue], self.room))

    def _sieve(self, cubes: int, queue: Any, patches: int) -> None:
        """Nothing is kept of the patches but how many bits they would take."""
        found = self.patched(queue, patches)
        risks = (found >> closure.RISK_BIT) & (closure.FOLLOWED - 1)
        for risk in range(choice.RISKS):
            count = self.device.parallel_sum(closure.risk_span, len(queue), risk, queue)
            self.bits += entropy(int((risks == risk).sum()), count)
        self.bits += SKIP_BITS * patches

    def _leave(self, queue: int, count: int) -> None:
        """Make lessons of a layer, and see how many of the next ones are to be met."""
        begin = queue * self.room
        if count:
            self._teach(self._met.queues[begin : begin + count], count)
        self.passing = self._met.rate
        waits = np.minimum(self.device.get(self._met.waiting), self.room)
        rate, following = self._met.rate, int(waits[(queue + 1) % closure.QUEUES])
        per_position = rate * (int(waits.sum()) - int(waits[queue])) / max(count, 1)
        rate = max(1, round(following * per_position / max(self.wanted, 1)))
        self._met = self._met._replace(rate=rate)

    def _teach(self, queue: Any, count: int) -> None:
        """What is right in positions that are played on from."""
        device, moves = self.device, self.guide.moves
        teacher = choice.placed(self.teacher or self.guide, device.put)
        positions = device.scratch(count, np.int64)
        told, known = (device.scratch(count * moves, np.int16) for _ in range(2))
        for at in range(0, count, len(self._chosen)):
            many = min(count - at, len(self._chosen))
            here = positions[at : at + many]
            device.parallel_sum(closure.plain_span, many, queue[at : at + many], here)
            choice.mark_all(device.parallel_sum, teacher, here, many, self._marks, self._listed)
            device.parallel_sum(
                lessons.teach_span, many * moves, teacher, here, self._marks, self._places,
                self._ranks, told[at * moves : (at + many) * moves],
                known[at * moves : (at + many) * moves],
            )  # fmt: skip
        self.lessons.append((positions, told, known))
