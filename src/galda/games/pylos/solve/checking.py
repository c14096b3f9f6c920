"""Pylos: checking a proof. The checker walks all positions that its player can meet.

It shares nothing with the prover but the code that chooses a turn and the walking itself. What it
allows no fault in: the player always has a turn, after none of them can the other win at once, and
every game ends with a win of the player before it could be drawn for want of progress (P16).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.kernels.patches import Patches, no_patches, placed_patches
from galda.core.play.solver import Device
from galda.games.pylos.rules.rules import QUIET_LIMIT, SPOTS
from galda.games.pylos.solve.kernels import choice, turns, walk
from galda.games.pylos.solve.kernels.choice import Guide
from galda.games.pylos.solve.kernels.turns import MOST_TURNS, Book
from galda.games.pylos.solve.kernels.walk import Met

CHUNK = {"cpu": 1 << 12, "cuda": 1 << 16}
"""Positions whose turns are chosen together."""
SUM_BITS = (1 << 64) - 1
Numbers = npt.NDArray[np.int64]


class Walk:
    """A walk over all positions that can be met, ply after ply of the player's own turns."""

    fault_kinds = walk.FAULTS

    def __init__(self, guide: Guide, device: Device, folder: Path | None = None) -> None:
        self.guide, self.device, self.folder = guide, device, folder
        self.checksum = 0
        self.plies: list[Numbers] = []
        """The numbers that were met after as many turns, ascending."""
        self.chosen: list[npt.NDArray[np.int32]] = []
        """The player's balls after its turn in each of those that were walked on from."""
        put, book = device.put, turns.book()
        self._put_guide = Guide(*(put(a) if isinstance(a, np.ndarray) else a for a in guide))
        self._book = Book(*(put(table) for table in book))
        self.chunk = CHUNK[device.name]
        self._turns = device.scratch(self.chunk * MOST_TURNS, np.int64)
        self._marks = device.scratch(self.chunk * MOST_TURNS, np.int32)
        self._counts = device.scratch(self.chunk, np.int32)
        self._chosen = device.scratch(self.chunk, np.int32)
        self._faults = put(np.zeros(self.fault_kinds, np.int64))
        ticked = self._array("ticked", -(-int(book.base[-1]) // 32), np.uint32)
        self._met = Met(ticked, self._array("queue", 1 << 20, np.int64), put(np.zeros(1, np.int64)))
        self.take_patches(no_patches())

    def _array(self, name: str, size: int, kind: Any) -> Any:
        """Zeroed room, in a file of the folder if there is one."""
        if self.folder is None:
            return self.device.put(np.zeros(size, kind))
        file = self.folder / f"walk-{name}"
        array = np.memmap(file, kind, "w+", shape=(size,))
        file.unlink()  # it lives as long as the array
        return np.asarray(array)

    def take_patches(self, patches: Patches) -> None:
        """Mend the choice where patches say so."""
        self._patches = placed_patches(patches, self.device.put)

    def begin(self, numbers: Numbers) -> None:
        """Meet what the walk begins with."""
        self._add(self.device.parallel_sum(
            walk.meet_span, len(numbers), self.device.put(numbers), self._met
        ))  # fmt: skip

    def _add(self, sums: int) -> None:
        self.checksum = (self.checksum + sums) & SUM_BITS

    def steps(self) -> Iterator[tuple[int, int]]:
        """Walk ply after ply until nothing new comes; tell how many were met in it, and in all."""
        while numbers := self._collect():
            self.plies.append(numbers[0])
            together = self._together(len(numbers[0]))
            for at in range(0, len(numbers[0]), together):
                self._walk(numbers[0][at : at + together])
            yield len(numbers[0]), self.positions

    def _together(self, count: int) -> int:
        """How many of a ply are walked on from at once."""
        return self.chunk

    def _collect(self) -> list[Numbers]:
        """What waits, ascending, so that the order of threads changes nothing; none: nothing."""
        count = int(self.device.get(self._met.count)[0])
        if count == 0:
            return []
        found = np.sort(self.device.get(self._met.queue[:count]))
        self._met = self._met._replace(count=self.device.put(np.zeros(1, np.int64)))
        return [found]

    def _walk(self, part: Numbers) -> None:
        """Choose turns and meet what replies make of them."""
        do, count, numbers = self.device.parallel_sum, len(part), self.device.put(part)
        self._make_room(count * MOST_TURNS)
        do(
            choice.mark_span, count, self._put_guide, self._book, numbers, self._turns, self._marks,
            self._counts,
        )  # fmt: skip
        self._choose(numbers, count)
        self._add(do(
            walk.reply_span, count, self.guide.variant, self._book, numbers, self._chosen,
            self._turns, self._met, self._faults,
        ))  # fmt: skip
        self.chosen.append(np.array(self.device.get(self._chosen[:count])))

    def _choose(self, numbers: Any, count: int) -> None:
        """By the marks and the patches."""
        self.device.parallel_sum(
            walk.choose_span, count, numbers, self._turns, self._marks, self._counts,
            self._patches, self._chosen, self._faults,
        )  # fmt: skip

    def _make_room(self, more: int) -> None:
        """See that the queue has room for `more` items more."""
        count = int(self.device.get(self._met.count)[0])
        if count + more <= len(self._met.queue):
            return
        old = self._met.queue[:count]
        queue = self._array("queue", 2 * (count + more), np.int64)
        self.device.parallel_sum(walk.copy_span, count, old, queue)
        self._met = self._met._replace(queue=queue)

    @property
    def positions(self) -> int:
        """How many were met in the plies walked."""
        return sum(len(ply) for ply in self.plies)

    @property
    def faults(self) -> dict[int, int]:
        """How many faults of each kind there were."""
        return dict(enumerate(self.device.get(self._faults).tolist()))

    def layers(self) -> Numbers:
        """How many positions were met by the number of balls."""
        return count_by_balls(np.concatenate([np.zeros(0, np.int64), *self.plies]))

    def ascending(self) -> tuple[Numbers, npt.NDArray[np.int32]]:
        """All positions by number, and what was chosen in each."""
        numbers = np.concatenate(self.plies)
        order = np.argsort(numbers)
        return numbers[order], np.concatenate(self.chosen)[order]

    def kinds_of(self, numbers: Numbers) -> Numbers:
        """The kinds of positions, by which patches are packed."""
        found, kinds = [], self.device.scratch(self.chunk, np.int64)
        for first in range(0, len(numbers), self.chunk):
            part = numbers[first : first + self.chunk]
            self.device.parallel_sum(
                walk.kind_span, len(part), self.guide.variant, self._book, self.device.put(part),
                self._turns, kinds,
            )  # fmt: skip
            found.append(np.array(self.device.get(kinds[: len(part)])))
        return np.concatenate([np.zeros(0, np.int64), *found])

    def follow(self) -> tuple[int, Numbers]:
        """In how many own turns the player wins at most; and the positions where it is not so.

        Those are where play can go round for ever, or where it ends otherwise.
        """
        numbers, chosen = self.ascending()
        put, do = self.device.put, self.device.parallel_sum
        there, then, lengths = put(numbers), put(chosen), put(np.zeros(len(numbers), np.uint8))
        waiting = {first: min(self.chunk, len(numbers) - first)
                   for first in range(0, len(numbers), self.chunk)}  # fmt: skip
        more = True
        while more:
            more = False
            for first in list(waiting):
                count = min(self.chunk, len(numbers) - first)
                found = do(
                    walk.follow_span, count, first, self.guide.variant, self._book, there, then,
                    self._turns, lengths,
                )  # fmt: skip
                more = more or found > 0
                waiting[first] -= found
                if waiting[first] == 0:
                    del waiting[first]
        known = self.device.get(lengths)
        return int(known.max(initial=0)), numbers[(known == walk.OPEN) | (known > LONGEST)]


LONGEST = QUIET_LIMIT // 2
"""Own turns in a game that is over before a hundred turns have been played (P16)."""


def count_by_balls(numbers: Numbers) -> Numbers:
    """How many positions there are for each number of balls."""
    book = turns.book()
    kept = book.base[:-1] >= 0
    homes = np.searchsorted(book.base[:-1][kept], numbers, side="right") - 1
    balls = np.bitwise_count(book.balls[kept][homes])
    return np.bincount(balls, minlength=SPOTS).astype(np.int64)
