"""Pylos: finding the patches with which the fixed choice always wins.

`Closing` follows the choice against every reply, as the checker does, but asks the solution which
turns win. In the end it sees whether every game is over in time; where not, the player has to
hurry, and what that leads to is followed as well; what nothing leads to any more is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.play.solver import Arrays, Device
from galda.games.pylos.solve.checking import Numbers, Walk
from galda.games.pylos.solve.kernels import choice, turns, walk
from galda.games.pylos.solve.kernels.choice import Guide
from lab.proofs.pylos.kernels import closure
from lab.proofs.pylos.kernels.closure import Aim
from lab.proofs.sieving import Sieves

Weights = npt.NDArray[np.int64]
PARTS_OF_A_PLY = 512
NO_WEIGHTS: Weights = np.zeros(1, np.int64)
STAGES = 12
"""How many sieves may be chained to tell how many turns are skipped."""


def weights_for(growth: float) -> Weights:
    """What new positions cost, by the turns until the win: so many times more for each turn."""
    return np.array([int(1000 * growth ** min(turns, 80)) for turns in range(256)], np.int64)


def packed(walked: Walk, numbers: Numbers, skipped: npt.NDArray[np.uint8]) -> Sieves:
    """How many turns are skipped in all positions of a walk, ascending, in sieves."""
    sieves = Sieves(choice.KINDS, STAGES)
    sieves.put_all(walked.kinds_of(numbers), numbers, skipped)
    return sieves


class Closing(Walk):
    """A proof being found."""

    fault_kinds = closure.FAULTS

    def __init__(
        self,
        guide: Guide,
        device: Device,
        solution: Any,
        weights: Weights = NO_WEIGHTS,
        mark_share: int = 1,
        hurried: Numbers | None = None,
    ) -> None:
        super().__init__(guide, device)
        self.skipped: list[npt.NDArray[np.uint8]] = []
        """How many turns are skipped in each position walked on from."""
        self.hurried = np.zeros(0, np.int64) if hurried is None else hurried
        self._aim = Aim(solution, device.put(weights), mark_share, self._bits_of(self.hurried))
        self._skipped = device.scratch(self.chunk, np.uint8)
        room = self.chunk * turns.MOST_TURNS if len(weights) > 1 else 1
        self._replies = device.scratch(room, np.int64)

    def _bits_of(self, numbers: Numbers) -> Any:
        """A set of numbers as bits."""
        bits = np.zeros(-(-int(turns.book().base[-1]) // 32), np.uint32)
        np.bitwise_or.at(bits, numbers >> 5, np.uint32(1) << (numbers & 31).astype(np.uint32))
        return self.device.put(bits)

    def hurry(self, numbers: Numbers) -> None:
        """Choose anew in positions that were walked on from: the fastest win alone will do."""
        self.hurried = np.union1d(self.hurried, numbers)
        self._aim = self._aim._replace(hurried=self._bits_of(self.hurried))
        chosen, skipped = np.concatenate(self.chosen), np.concatenate(self.skipped)
        walked = np.concatenate(self.plies)
        order = np.argsort(walked)
        at = order[np.searchsorted(walked, numbers, sorter=order)]
        self.chosen, self.skipped = [], []
        for first in range(0, len(numbers), self.chunk):
            self._walk(numbers[first : first + self.chunk])
        chosen[at], skipped[at] = np.concatenate(self.chosen), np.concatenate(self.skipped)
        self.chosen, self.skipped = [chosen], [skipped]

    def prune(self, starts: Numbers) -> None:
        """Leave out what cannot be met any more."""
        walked = np.concatenate(self.plies)
        order = np.argsort(walked)
        numbers, chosen = self.ascending()
        skipped = np.concatenate(self.skipped)[order]
        found = np.isin(numbers, starts)
        new = found
        while new.any():
            new = (self._led_to(numbers, chosen, new.astype(np.uint8)) > 0) & ~found
            found = found | new
        self.plies, self.chosen, self.skipped = [numbers[found]], [chosen[found]], [skipped[found]]
        self.checksum = 0
        self._add(self.device.parallel_sum(
            closure.sum_span, len(self.plies[0]), self.device.put(self.plies[0])
        ))  # fmt: skip

    def _led_to(
        self, numbers: Numbers, chosen: npt.NDArray[np.int32], inside: npt.NDArray[np.uint8]
    ) -> npt.NDArray[np.uint8]:
        """Which of ascending positions replies lead to from some of them."""
        put = self.device.put
        there, then, now = put(numbers), put(chosen), put(inside)
        reached = put(np.zeros(len(numbers), np.uint8))
        for first in range(0, len(numbers), self.chunk):
            count = min(self.chunk, len(numbers) - first)
            if inside[first : first + count].any():
                self.device.parallel_sum(
                    closure.lead_span, count, first, self.guide.variant, self._book, there, then,
                    self._turns, now, reached,
                )  # fmt: skip
        return self.device.get(reached)

    def _together(self, count: int) -> int:
        """Where what is new costs, few at a time: what the others have just met is not new."""
        few = max(1, count // PARTS_OF_A_PLY)
        return self.chunk if len(self._aim.weights) == 1 else min(few, self.chunk)

    def _choose(self, numbers: Any, count: int) -> None:
        """The turn that the aim likes best of those that win."""
        self.device.parallel_sum(
            closure.mend_span, count, self.guide.variant, self._book, self._aim, self._met, numbers,
            self._turns, self._marks, self._counts, self._replies, self._chosen, self._skipped,
            self._faults,
        )  # fmt: skip
        faults = self.faults
        if faults[closure.UNWINNABLE]:
            raise GaldaError("the solution knows no win in a position that should be won")
        if faults[walk.CROWDED]:
            raise GaldaError("a position has more turns than there is room for")
        self.skipped.append(np.array(self.device.get(self._skipped[:count])))

    def patches(self) -> tuple[Numbers, npt.NDArray[np.uint8]]:
        """The numbers of the positions that are mended, ascending, and how many turns to skip."""
        skipped = np.concatenate([np.zeros(0, np.uint8), *self.skipped])
        numbers = np.concatenate([np.zeros(0, np.int64), *self.plies])[: len(skipped)]
        numbers, skipped = numbers[skipped > 0], skipped[skipped > 0]
        order = np.argsort(numbers)
        return numbers[order], skipped[order]

    def pack(self) -> Sieves:
        """All that is skipped, in sieves, once nothing new comes any more."""
        numbers, _ = self.ascending()
        skipped = np.concatenate(self.skipped)[np.argsort(np.concatenate(self.plies))]
        return packed(self, numbers, skipped)

    def going_round(self, endless: Numbers) -> Numbers:
        """Of positions from which play may not end, those to which it may come back.

        All others only lead there: nothing that is left leads to them.
        """
        numbers, chosen = self.ascending()
        inside = np.isin(numbers, endless).astype(np.uint8)
        while True:
            left = inside & self._led_to(numbers, chosen, inside)
            if (left == inside).all():
                return numbers[inside > 0]
            inside = left

    def kept(self) -> Arrays:
        """What another run needs to go on after the last whole ply."""
        nothing = np.zeros(0, np.int64)
        waiting = np.array(
            self.device.get(self._met.queue[: int(self.device.get(self._met.count)[0])])
        )
        return {
            "numbers": np.concatenate([nothing, *self.plies]), "waiting": waiting,
            "plies": np.array([len(ply) for ply in self.plies], np.int64),
            "chosen": np.concatenate([np.zeros(0, np.int32), *self.chosen]),
            "skipped": np.concatenate([np.zeros(0, np.uint8), *self.skipped]),
            "hurried": self.hurried,
        }  # fmt: skip

    def take_up(self, kept: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on from what another run has written down."""
        self.plies = np.split(kept["numbers"], np.cumsum(kept["plies"])[:-1])
        self.chosen, self.skipped = [kept["chosen"]], [kept["skipped"]]
        self._make_room(len(kept["numbers"]) + len(kept["waiting"]))
        self.begin(kept["numbers"])
        self._met = self._met._replace(count=self.device.put(np.zeros(1, np.int64)))
        self.begin(kept["waiting"])
