"""Quixo: some of the positions that a guide's player can meet, by chance, with what is right there.

What a guard learns from. Where layers are small all positions are taken; from then on each is met
with so small a chance that a layer has about as many as are wanted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from galda.games.quixo.solve.closing import Closing
from galda.games.quixo.solve.kernels import choice, closure, lessons
from galda.games.quixo.solve.kernels.choice import Guide

Lessons = tuple[Any, Any]
"""Positions, and what is told of all their moves, on the device."""


@dataclass
class Sampling(Closing):
    """Positions followed as a proof would, with the choice mended by the solution."""

    wanted: int = 0
    """Positions of a layer, about."""
    teacher: Guide | None = None
    """Whose marks rank the moves that keep what a position is worth."""
    win_bonus: int = 0
    """Added to marks of moves after which the other side is lost."""
    lessons: list[Lessons] = field(default_factory=list)
    """Those of each layer, since the last `begin`."""

    def begin(self, guide: Guide) -> None:
        """Follow another guide, taking all positions at first."""
        super().begin(guide)
        self.lessons = []
        self._met = self._met._replace(rate=1)

    def _waiting(self, queue: int) -> int:
        """What waits, and what finds no room is passed over."""
        waits = self.device.get(self._met.waiting)
        if waits.max() > self.room:
            self._met = self._met._replace(waiting=self.device.put(np.minimum(waits, self.room)))
        return int(min(waits[queue], self.room))

    def _sieve(self, cubes: int, queue: Any, patches: int) -> None:
        """Nothing is kept of the patches."""

    def _leave(self, queue: int, count: int) -> None:
        """Make lessons of a layer, and see how many of the next ones are to be met."""
        begin = queue * self.room
        if count:
            self._teach(self._met.queues[begin : begin + count], count)
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
        told = device.scratch(count * moves, np.int16)
        for at in range(0, count, len(self._chosen)):
            many = min(count - at, len(self._chosen))
            here = positions[at : at + many]
            device.parallel_sum(closure.plain_span, many, queue[at : at + many], here)
            device.parallel_sum(choice.mark_span, many * moves, teacher, here, self._marks)
            device.parallel_sum(
                lessons.teach_span, many * moves, teacher, here, self._marks, self._places,
                self._ranks, self.win_bonus, told[at * moves : (at + many) * moves],
            )  # fmt: skip
        self.lessons.append((positions, told))
