"""Quixo: finding the patches with which the fixed choice never throws a position's value away.

`Closing` follows the choice against every reply, layer by layer of cubes, and mends it by the
solution. What it knows after a layer can be written down and taken up again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.play.solver import Arrays
from galda.games.quixo.solve.kernels import choice, indexing
from galda.games.quixo.solve.kernels.choice import Guide
from lab.proofs.quixo.ground import Ground
from lab.proofs.quixo.kernels import closure
from lab.proofs.quixo.kernels.closure import Mended, Met
from lab.proofs.quixo.kernels.guard import Guard, placed_guard
from lab.proofs.quixo.marking import mark_all
from lab.proofs.quixo.sieving import Sieving

CHUNK = 1 << 20
"""Positions whose moves are chosen together."""
SUM_BITS = (1 << 64) - 1
MOST_LISTED = 4
"""Moves that a guide may look at once more, if it follows another."""


@dataclass
class LayerMet:
    """What was met of a number of cubes."""

    cubes: int
    positions: int
    patches: int
    settled: int
    """Positions that need no further look: every reply to a move lets the mover win."""


@dataclass
class Closing(Ground):
    """A proof being found: the run must be solved."""

    room: int
    """Positions that each of the three queues can hold."""
    patch_room: int
    """Patches that a layer can have."""
    layers: list[LayerMet] = field(default_factory=list)
    checksum: int = 0
    next_cubes: int = 0

    def __post_init__(self) -> None:
        self.lay()
        device, put = self.device, self.device.put
        ticked = device.scratch(-(-self.run.bases[-1, -1] * indexing.WORD // 32), np.uint32)
        self._met = Met(
            ticked, device.scratch(closure.QUEUES * self.room, np.int64),
            put(np.zeros(closure.QUEUES, np.int64)), self.room, 1,
        )  # fmt: skip
        self._mended = Mended(
            device.scratch(self.patch_room, np.int64), device.scratch(self.patch_room, np.uint8),
            put(np.zeros(1, np.int64)), self.patch_room,
        )  # fmt: skip
        chunk = min(CHUNK, self.room)
        self._marks = device.scratch(chunk * self.guide.moves, np.int32)
        self._listed = device.scratch(chunk * max(self.guide.listed, MOST_LISTED), np.int8)
        self._chosen = device.scratch(chunk, np.int8)
        self.begin(self.guide, self.guard)

    def begin(self, guide: Guide, guard: Guard) -> None:
        """Forget all that was met, and follow another guide and guard."""
        put = self.device.put
        self.guide, self._guide = guide, choice.placed(guide, put)
        self.guard, self._guard = guard, placed_guard(guard, put)
        self.device.clear(self._met.ticked)
        waits = self.device.put(np.zeros(closure.QUEUES, np.int64))
        self._met = self._met._replace(waiting=waits)
        self.sieving = Sieving(self.run.size**2)
        self.layers, self.checksum, self.next_cubes = [], 0, 0

    def meet(self, positions: npt.NDArray[np.int64]) -> None:
        """Add positions to what waits."""
        self._add(self.device.parallel_sum(
            closure.meet_span, len(positions), self.device.put(positions), self._places, self._met
        ))  # fmt: skip

    def _add(self, sums: int) -> None:
        self.checksum = (self.checksum + sums) & SUM_BITS

    def steps(self) -> Iterator[LayerMet]:
        """Layer after layer; the last is the full board."""
        for cubes in range(self.next_cubes, self.run.size**2 + 1):
            yield self._close(cubes)
            self.next_cubes = cubes + 1

    def _close(self, cubes: int) -> LayerMet:
        """Follow the choice from all positions of so many cubes, until no more come."""
        queue = cubes % closure.QUEUES
        begin, done, settled = queue * self.room, 0, 0
        self._mended = self._mended._replace(count=self.device.put(np.zeros(1, np.int64)))
        while (waiting := self._waiting(queue)) > done:
            count = min(waiting - done, len(self._chosen))
            positions = self._met.queues[begin + done : begin + done + count]
            settled += self._settle(positions, done, count)
            done += count
            self._tell_of(cubes, done)
        patches = self._patch_count()
        if patches:
            self._sieve(cubes, self._met.queues[begin : begin + done], patches)
        self._leave(queue, done)
        waits = self.device.get(self._met.waiting).copy()
        waits[queue] = 0
        self._met = self._met._replace(waiting=self.device.put(waits))
        met = LayerMet(cubes, done, patches, settled)
        self.layers.append(met)
        return met

    def _tell_of(self, cubes: int, done: int) -> None:
        """Called when so many positions of a layer are settled, more often than it matters."""

    def _leave(self, queue: int, count: int) -> None:
        """Called when all positions of a layer are settled, so many, and still in their queue."""

    def _sieve(self, cubes: int, queue: Any, patches: int) -> None:
        """Pack the patches of a layer."""
        skipped = self.device.get(self._mended.skipped[:patches])
        self.sieving.add(cubes, queue, self.patched(queue, patches), skipped, self.device)

    def patched(self, queue: Any, patches: int) -> npt.NDArray[np.int64]:
        """The patched positions of a layer, with their risks, as they stand in its queue."""
        found = self.device.scratch(patches, np.int64)
        self.device.parallel_sum(
            closure.gather_span, patches, self._mended.places[:patches], queue, found
        )
        return self.device.get(found)

    def _settle(self, positions: Any, first: int, count: int) -> int:
        """Choose the moves of positions and meet what replies make of them."""
        do, guide = self.device.parallel_sum, self._guide
        mark_all(do, guide, self._guard, positions, count, self._marks, self._listed)
        settled = do(
            closure.settle_span, count, first, guide, positions, self._marks, self._chosen,
            self._places, self._ranks, self._mended,
        )  # fmt: skip
        stuck = do(closure.count_span, count, closure.NO_SAFE_MOVE, self._chosen)
        if stuck:
            raise GaldaError("{count} positions have no safe move: the solution is wrong",
                             count=stuck)  # fmt: skip
        self._add(do(
            closure.reply_span, count * guide.moves, guide, positions, self._chosen, self._places,
            self._met,
        ))  # fmt: skip
        return settled

    def waits(self) -> npt.NDArray[np.int64]:
        """How many positions wait in each queue."""
        return np.asarray(self.device.get(self._met.waiting))

    def _waiting(self, queue: int) -> int:
        waits = self.device.get(self._met.waiting)
        if waits.max() > self.room:
            raise GaldaError("more than {room} positions wait: give it more room", room=self.room)
        return int(waits[queue])

    def _patch_count(self) -> int:
        count = int(self.device.get(self._mended.count)[0])
        if count > self.patch_room:
            raise GaldaError(
                "more than {room} patches are needed: give it more room", room=self.patch_room
            )
        return count

    def waiting(self) -> npt.NDArray[np.int64]:
        """All positions that wait for later layers: enough to go on from here."""
        waits = self.device.get(self._met.waiting)
        parts = [
            self.device.get(self._met.queues[k * self.room : k * self.room + int(waits[k])])
            for k in range(closure.QUEUES)
            if waits[k]
        ]
        return np.concatenate(parts) if parts else np.zeros(0, np.int64)

    def kept(self) -> Arrays:
        """What another run needs to go on."""
        return {
            **self.sieving.kept(), "waiting": self.waiting(),
            "layers": np.array([[m.cubes, m.positions, m.patches, m.settled] for m in self.layers]),
            "checksum": np.array([self.checksum], np.uint64),
            "next": np.array([self.next_cubes]),
        }  # fmt: skip

    def take_up(self, kept: Arrays) -> None:
        """Go on from what another run has kept."""
        self.meet(kept["waiting"])
        self.sieving.take_up(kept)
        self.layers = [LayerMet(*map(int, row)) for row in kept["layers"]]
        self.checksum, self.next_cubes = int(kept["checksum"][0]), int(kept["next"][0])
