"""Quixo: the patches of a layer packed into sieves, once the whole layer is known.

For each risk the filter has as many bits as make the whole smallest; where few are patched, a list
is smaller than any sieve. Where sieves may be chained, the first need not say all of how many moves
are skipped: those that skip as many as it can tell, or more, are asked of by the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from galda.core.kernels.static_function import (
    FIELDS,
    FIRST,
    FUNCTION,
    WIDE,
    any_fields,
    bits_needed,
    function_for,
)
from galda.core.play.solver import Arrays
from galda.games.quixo.solve.kernels import choice, closure
from galda.games.quixo.solve.kernels.choice import RISKS

LISTED_BITS = 26
"""About what a patch in the list takes."""
WIDEST_FILTER, WIDEST = 16, 4
WORD = 32

Numbers = npt.NDArray[np.int64]
Skips = npt.NDArray[np.uint8]
Shape = tuple[int, int]
"""How many bits a sieve's filter and its last part have."""
Over = Callable[[Callable[[int], "Chain | None"], Iterable[int]], Iterable["Chain | None"]]
"""`map`, or the same with many threads."""


class Shelf(Protocol):
    """Where a layer lies: any device, or memory (`Here`)."""

    def scratch(self, size: int, dtype: Any) -> Any:
        """An array for a while."""

    def put(self, array: npt.NDArray[Any]) -> Any:
        """A copy of an array there."""

    def get(self, array: Any) -> npt.NDArray[Any]:
        """An array of there, here."""

    def parallel_sum(self, kernel: Any, count: int, *arguments: Any) -> int:
        """The sum of what a kernel returns over spans."""


class Here:
    """Memory, and the thread that asks."""

    def scratch(self, size: int, dtype: Any) -> npt.NDArray[Any]:
        """An array for a while."""
        return np.empty(size, dtype)

    def put(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The array itself."""
        return array

    def get(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The array itself."""
        return array

    def parallel_sum(self, kernel: Any, count: int, *arguments: Any) -> int:
        """What a kernel returns."""
        return int(kernel(0, count, *arguments))


def shapes_for(count: int, skipped: Skips, stages: int) -> list[Shape]:
    """The shapes of a chain of sieves for patches among so many positions.

    None: a list takes less than any sieve.
    """
    tally = np.bincount(skipped, minlength=1)
    more_than = [int(tally[skips + 1 :].sum()) for skips in range(len(tally))]

    @cache
    def cheapest(base: int, left: int) -> tuple[int, tuple[Shape, ...]]:
        """The bits, and the shapes, for all that skip more than `base`."""
        patches = more_than[base] if base < len(more_than) else 0
        best: tuple[int, tuple[Shape, ...]] = (LISTED_BITS * patches, ())
        if not patches or not left:
            return best
        here = count if base == 0 else more_than[base - 1]
        shapes = {}
        for wide in range(WIDEST + 1):
            rest, following = cheapest(base + (1 << wide), left - 1)
            told = rest + bits_needed(patches, wide)
            for filtered in range(WIDEST_FILTER + 1):
                passing = int(patches + (here - patches) / 2**filtered)
                whole = bits_needed(patches, filtered) + bits_needed(passing, 1) + told
                shapes[filtered, wide] = whole, ((filtered, wide), *following)
        shape = min(shapes, key=lambda shape: (shapes[shape][0], shape))
        return shapes[shape] if shapes[shape][0] < best[0] else best

    return list(cheapest(0, stages)[1])


@dataclass
class Chain:
    """The sieves of a kind of positions, and what is left for the list."""

    fields: list[list[int]]
    """Of each sieve; places of bits count from where the bits of the chain begin."""
    bits: list[npt.NDArray[np.uint32]]
    numbers: Numbers
    skipped: Skips

    def rows(self, begin: int) -> Iterator[list[int]]:
        """The rows of the sieves, if their bits begin there."""
        for fields in self.fields:
            row = list(fields)
            for at in range(0, FIELDS, FUNCTION):
                if at == 0 or row[at + WIDE]:
                    row[at + FIRST] += begin
            yield row


@dataclass
class Sieving:
    """All patches so far."""

    cells: int
    stages: int = 1
    """How many sieves a chain may have."""
    sieves: Numbers = field(init=False)
    bits: list[npt.NDArray[np.uint32]] = field(default_factory=list)
    numbers: list[Numbers] = field(default_factory=list)
    skipped: list[Skips] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sieves = any_fields(self.stages * self.kinds)

    @property
    def kinds(self) -> int:
        """Kinds of positions: a chain for each."""
        return (self.cells + 1) * RISKS

    @property
    def words(self) -> int:
        """Words of bits so far."""
        return sum(map(len, self.bits))

    def add(
        self, cubes: int, queue: Any, patched: Numbers, skipped: Skips, shelf: Shelf,
        over: Over = map,
    ) -> None:  # fmt: skip
        """Pack the patches of a layer, all of whose positions are in the queue."""
        risks = (patched >> closure.RISK_BIT) & (closure.FOLLOWED - 1)

        def chain(risk: int) -> Chain | None:
            here = risks == risk
            if not here.any():
                return None
            count = shelf.parallel_sum(closure.risk_span, len(queue), risk, queue)
            shapes = shapes_for(count, skipped[here], self.stages)
            return chained(risk, queue, count, patched[here], skipped[here], shapes, shelf)

        for risk, found in enumerate(over(chain, range(RISKS))):
            if found is None:
                continue
            for stage, row in enumerate(found.rows(WORD * self.words)):
                self.sieves[stage * self.kinds + cubes * RISKS + risk] = row
            self.bits += found.bits
            if len(found.numbers):
                self.numbers.append(found.numbers)
                self.skipped.append(found.skipped)

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


def chained(
    risk: int, queue: Any, count: int, patched: Numbers, skipped: Skips, shapes: list[Shape],
    shelf: Shelf,
) -> Chain:  # fmt: skip
    """Build a chain of sieves: each has a filter, what passes it rightly, and how many moves."""
    numbers = choice.numbers_of(patched & ((1 << closure.RISK_BIT) - 1))
    chain = Chain([], [], numbers, skipped)
    base, at = 0, 0
    for filtered, wide in shapes:
        numbers, most = chain.numbers, 1 << wide
        fields, bits = function_for(numbers, None, filtered, 0)
        passing = _passing(risk, queue, count, len(numbers), fields, bits, shelf)
        rightly = np.isin(passing, numbers).astype(np.int64)
        fields[FIRST], behind = at, at + WORD * len(bits)
        which, more = function_for(passing, rightly, 1, behind)
        told = np.minimum(chain.skipped - base, most).astype(np.int64) - 1
        much, last = function_for(numbers, told, wide, behind + WORD * len(more))
        chain.fields.append([*fields, *which, *much])
        chain.bits += [bits, more, last]
        at = behind + WORD * (len(more) + len(last))
        base += most
        reaching, left = chain.skipped >= base, chain.skipped > base
        queue, count = shelf.put(patched[reaching]), int(reaching.sum())
        patched, chain.numbers, chain.skipped = patched[left], numbers[left], chain.skipped[left]
    return chain


def _passing(
    risk: int, queue: Any, count: int, patches: int, fields: list[int],
    bits: npt.NDArray[np.uint32], shelf: Shelf,
) -> Numbers:  # fmt: skip
    """The numbers of all positions with a risk that pass a filter, ascending."""
    put = shelf.put
    expected = patches + (count - patches) / 2 ** fields[0]
    room = min(count, int(expected * 1.1) + 1000)
    suspects = shelf.scratch(room, np.int64)
    found = put(np.zeros(1, np.int64))
    shelf.parallel_sum(
        closure.suspect_span, len(queue), risk, queue,
        put(np.array(fields + [0] * (2 * FUNCTION), np.int64)),
        put(np.append(bits, np.zeros(1, np.uint32))), suspects, found,
    )  # fmt: skip
    passed = int(shelf.get(found)[0])
    assert patches <= passed <= room, "a filter lets all patches pass, and not much else"
    return np.sort(shelf.get(suspects[:passed]))
