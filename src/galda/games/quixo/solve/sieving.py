"""Quixo: the patches of a layer packed into sieves, once the whole layer is known.

For each risk the filter has as many bits as make the whole smallest; where few are patched, a list
is smaller than any sieve.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.kernels.static_function import FUNCTION, any_fields, bits_needed, function_for
from galda.core.play.solver import Arrays, Device
from galda.games.quixo.solve.kernels import choice, closure
from galda.games.quixo.solve.kernels.choice import RISKS

LISTED_BITS = 26
"""About what a patch in the list takes."""
WIDEST_FILTER, WIDEST = 16, 4
WORD = 32

Numbers = npt.NDArray[np.int64]


def shape_for(count: int, skipped: npt.NDArray[np.uint8]) -> tuple[int, int] | None:
    """How many bits a sieve's filter and its last part have, for patches among so many positions.

    None: a list takes less than any sieve.
    """
    patches = len(skipped)
    shapes = {}
    for wide in range(WIDEST + 1):
        left = LISTED_BITS * int((skipped > 1 << wide).sum()) + bits_needed(patches, wide)
        for filtered in range(WIDEST_FILTER + 1):
            passing = int(patches + (count - patches) / 2**filtered)
            whole = bits_needed(patches, filtered) + bits_needed(passing, 1) + left
            shapes[filtered, wide] = whole
    best = min(shapes, key=lambda shape: (shapes[shape], shape))
    return best if shapes[best] < LISTED_BITS * patches else None


@dataclass
class Sieving:
    """All patches so far."""

    cells: int
    sieves: Numbers = field(init=False)
    bits: list[npt.NDArray[np.uint32]] = field(default_factory=list)
    numbers: list[Numbers] = field(default_factory=list)
    skipped: list[npt.NDArray[np.uint8]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sieves = any_fields((self.cells + 1) * RISKS)

    @property
    def words(self) -> int:
        """Words of bits so far."""
        return sum(map(len, self.bits))

    def add(
        self, cubes: int, queue: Any, patched: Numbers, skipped: npt.NDArray[np.uint8],
        device: Device,
    ) -> None:  # fmt: skip
        """Pack the patches of a layer, all of whose positions are in the queue."""
        risks = (patched >> closure.RISK_BIT) & (closure.FOLLOWED - 1)
        both = (1 << closure.RISK_BIT) - 1
        numbers = choice.numbers_of(patched & both)
        for risk in range(RISKS):
            here = risks == risk
            if not here.any():
                continue
            count = device.parallel_sum(closure.risk_span, len(queue), risk, queue)
            shape = shape_for(count, skipped[here])
            if shape is None:
                self._list(numbers[here], skipped[here])
                continue
            self._sieve(
                cubes * RISKS + risk, risk, queue, count, numbers[here], skipped[here],
                *shape, device,
            )  # fmt: skip

    def _list(self, numbers: Numbers, skipped: npt.NDArray[np.uint8]) -> None:
        self.numbers.append(numbers)
        self.skipped.append(skipped)

    def _sieve(
        self, place: int, risk: int, queue: Any, count: int, numbers: Numbers,
        skipped: npt.NDArray[np.uint8], filtered: int, wide: int, device: Device,
    ) -> None:  # fmt: skip
        """Build a sieve: the filter, what passes it rightly, and how many moves are skipped."""
        fields, bits = function_for(numbers, None, filtered, 0)
        passing = self._passing(risk, queue, count, len(numbers), fields, bits, device)
        rightly = np.isin(passing, numbers).astype(np.int64)
        most, begin = 1 << wide, WORD * self.words
        fields[1], behind = begin, begin + WORD * len(bits)
        which, more = function_for(passing, rightly, 1, behind)
        much, last = function_for(
            numbers, np.minimum(skipped, most).astype(np.int64) - 1, wide, behind + WORD * len(more)
        )
        self.sieves[place] = [*fields, *which, *much]
        self.bits += [bits, more, last]
        rest = skipped > most
        if rest.any():
            self._list(numbers[rest], skipped[rest])

    def _passing(
        self, risk: int, queue: Any, count: int, patches: int, fields: list[int],
        bits: npt.NDArray[np.uint32], device: Device,
    ) -> Numbers:  # fmt: skip
        """The numbers of all positions with a risk that pass a filter, ascending."""
        put = device.put
        expected = patches + (count - patches) / 2 ** fields[0]
        room = min(count, int(expected * 1.1) + 1000)
        suspects = device.scratch(room, np.int64)
        found = put(np.zeros(1, np.int64))
        device.parallel_sum(
            closure.suspect_span, len(queue), risk, queue,
            put(np.array(fields + [0] * (2 * FUNCTION), np.int64)),
            put(np.append(bits, np.zeros(1, np.uint32))), suspects, found,
        )  # fmt: skip
        passed = int(device.get(found)[0])
        assert patches <= passed <= room, "a filter lets all patches pass, and not much else"
        return np.sort(device.get(suspects[:passed]))

    def all_bits(self) -> npt.NDArray[np.uint32]:
        """The bits of all sieves in one array, with a word too many at the end."""
        return np.concatenate([*self.bits, np.zeros(1, np.uint32)])

    def listed(self) -> tuple[Numbers, npt.NDArray[np.uint8]]:
        """The list, ascending."""
        numbers = np.concatenate([*self.numbers, np.zeros(0, np.int64)])
        skipped = np.concatenate([*self.skipped, np.zeros(0, np.uint8)])
        order = np.argsort(numbers)
        return numbers[order], skipped[order]

    def kept(self) -> Arrays:
        """What another run needs to go on."""
        numbers, skipped = self.listed()
        return {
            "sieves": self.sieves, "bits": self.all_bits()[:-1], "numbers": numbers,
            "skipped": skipped,
        }  # fmt: skip

    def take_up(self, kept: Arrays) -> None:
        """Go on from what another run has kept."""
        self.sieves = kept["sieves"]
        self.bits, self.numbers, self.skipped = (
            [kept[name]] for name in ("bits", "numbers", "skipped")
        )
