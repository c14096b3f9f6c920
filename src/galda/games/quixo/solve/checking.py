"""Quixo: the checker. It walks all positions the player of a proof can meet, and none may be lost.

It knows the rules, the network and the patches, not the solution. Layers of cubes come one after
the other; three are kept at a time, on a processor in files if a folder is given for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.kernels.patches import Patches, placed_patches
from galda.core.play.solver import Device
from galda.games.quixo.rules.rules import QUIET_LIMIT
from galda.games.quixo.solve.kernels import choice, walk
from galda.games.quixo.solve.kernels.choice import Guide
from galda.games.quixo.solve.kernels.walk import Faults, Known

CHUNK = {"cpu": 1 << 15, "cuda": 1 << 20}
"""Positions whose moves are chosen together."""
SUM_BITS = (1 << 64) - 1
FAULTS = 2


@dataclass
class Walk:
    """A walk over all positions that can be met."""

    guide: Guide
    patches: Patches
    device: Device
    folder: Path | None = None
    """Where arrays live in files; None: in memory."""
    follow_wins: bool = False
    """Whether to keep where everything leads, to see that the game is won in the end."""
    checksum: int = 0
    positions: int = 0
    longest: int = 0
    """Turns of the player in a row in which it and the other only took own cubes, at most."""
    layers: list[tuple[int, int]] = field(default_factory=list)
    """Cubes and positions."""

    def __post_init__(self) -> None:
        put = self.device.put
        self._guide = choice.placed(self.guide, put)
        self._patches = placed_patches(self.patches, put)
        self._faults = Faults(put(np.zeros(FAULTS, np.int64)), put(np.zeros(FAULTS, np.int64)))
        self._chunk, moves = CHUNK[self.device.name], self.guide.moves
        self._marks = self.device.scratch(self._chunk * moves, np.int32)
        self._listed = self.device.scratch(max(self._chunk * self.guide.listed, 1), np.int8)
        self._chosen = self.device.scratch(self._chunk, np.int8)
        self._leads = self.device.scratch(self._chunk * moves if self.follow_wins else 1, np.int64)
        self._files = 0
        self._known = self._empty(2 * self._chunk * moves)

    def _array(self, size: int) -> Any:
        """Zeroed room for numbers."""
        if self.folder is None:
            array = self.device.scratch(size, np.int64)
            self.device.clear(array)
            return array
        self._files += 1
        file = self.folder / f"walk-{self._files}"
        array = np.memmap(file, np.int64, "w+", shape=(size,))
        file.unlink()  # it lives as long as the array
        return np.asarray(array)

    def _empty(self, room: int) -> Known:
        """Room for a number of positions in each of three parts."""
        places = 1 << (4 * room // 3 - 1).bit_length()  # at most three quarters full
        return Known(
            self._array(walk.QUEUES * room), self._array(walk.QUEUES * places),
            self.device.put(np.zeros(walk.QUEUES, np.int64)), room, places - 1,
        )  # fmt: skip

    def _make_room(self) -> None:
        """See that whatever one chunk leads to will fit."""
        known, counts = self._known, self.device.get(self._known.counts)
        if counts.max() + self._chunk * self.guide.moves <= known.room:
            return
        self._known = self._empty(2 * known.room)
        for part, count in enumerate(counts.tolist()):
            for at in range(0, count, self._chunk):
                begin = part * known.room + at
                positions = known.queues[begin : begin + min(self._chunk, count - at)]
                self.device.parallel_sum(
                    walk.add_span, len(positions), positions, self._known, self._guide
                )

    def begin(self, positions: npt.NDArray[np.int64]) -> None:
        """Add what the walk begins with."""
        self._add(self.device.parallel_sum(
            walk.add_span, len(positions), self.device.put(positions), self._known, self._guide
        ))  # fmt: skip

    def _add(self, sums: int) -> None:
        self.checksum = (self.checksum + sums) & SUM_BITS

    def steps(self, last: int) -> Iterator[tuple[int, int]]:
        """Walk layer after layer, up to a number of cubes; tell how many positions it has."""
        for cubes in range(last + 1):
            count = self._walk(cubes)
            self.positions += count
            self.layers.append((cubes, count))
            yield cubes, count

    def _walk(self, cubes: int) -> int:
        """Walk all positions with a number of cubes."""
        part, done = cubes % walk.QUEUES, 0
        kept: list[tuple[npt.NDArray[Any], npt.NDArray[Any]]] = []
        while (count := int(self.device.get(self._known.counts)[part])) > done:
            self._make_room()
            begin, count = part * self._known.room + done, min(count - done, self._chunk)
            positions = self._known.queues[begin : begin + count]
            self._choose(positions, count)
            self._add(self.device.parallel_sum(
                walk.reply_span, count * self.guide.moves, self._guide, positions, self._chosen,
                self._known, self._faults, self._leads,
            ))  # fmt: skip
            if self.follow_wins:
                leads = self.device.get(self._leads)[: count * self.guide.moves]
                kept.append((choice.numbers_of(np.array(positions)), leads.copy()))
            done += count
        self._forget(part)
        if kept:
            self._settle(kept)
        return done

    def _choose(self, positions: Any, count: int) -> None:
        """Choose the moves of positions: the code that the player shares."""
        self._mark(positions, count)
        self.device.parallel_sum(
            walk.choose_span, count, self._guide, positions, self._marks, self._patches,
            self._chosen, self._faults,
        )  # fmt: skip

    def _mark(self, positions: Any, count: int) -> None:
        """Give marks to the moves of positions."""
        do = self.device.parallel_sum
        choice.mark_all(do, self._guide, positions, count, self._marks, self._listed)

    def _forget(self, part: int) -> None:
        """Empty a part for the layer that is three cubes further."""
        known = self._known
        counts = self.device.get(known.counts).copy()
        counts[part] = 0
        places = known.mask + 1
        self.device.clear(known.tables[part * places : (part + 1) * places])
        self._known = known._replace(counts=self.device.put(counts))

    def _settle(self, kept: list[tuple[npt.NDArray[Any], npt.NDArray[Any]]]) -> None:
        """See that play leaves this layer: else it could go round for ever."""
        numbers = np.concatenate([numbers for numbers, _ in kept])
        leads = np.concatenate([leads for _, leads in kept]).reshape(len(numbers), -1)
        order = np.argsort(numbers)
        at = np.searchsorted(numbers, leads, sorter=order).clip(0, len(numbers) - 1)
        stays = numbers[order[at]] == leads  # leads into the same layer
        settled, turns = ~stays.any(axis=1), 1
        while not settled.all():
            more = (settled[order[at]] | ~stays).all(axis=1)
            turns += 1
            if (more == settled).all() or 2 * turns >= QUIET_LIMIT:
                self.longest = QUIET_LIMIT
                return
            settled = more
        self.longest = max(self.longest, turns)

    @property
    def faults(self) -> dict[str, int]:
        """How many positions are lost, and how many have no move left."""
        lost, stuck = self.device.get(self._faults.counts).tolist()
        return {"lost": int(lost), "stuck": int(stuck)}

    @property
    def ends(self) -> bool:
        """Whether the player wins in the end, if wins were followed."""
        return self.follow_wins and self.longest < QUIET_LIMIT
