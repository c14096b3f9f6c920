"""Patches packed into sieves, once all positions are known that the player of a proof can meet.

For each kind of positions the filter has as many bits as make the whole smallest; where few are
patched, a list is smaller than any sieve. Where sieves may be chained, the first need not say all
of how many moves are skipped: those that skip as many as it can tell, or more, are asked of by the
next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache

import numpy as np
import numpy.typing as npt

from galda.core.kernels.static_function import FIELDS, FIRST, FUNCTION, WIDE
from galda.core.play.solver import Arrays
from lab.kernels.static_function import any_fields, bits_needed, function_for, passing_span

LISTED_BITS = 26
"""About what a patch in the list takes."""
WIDEST_FILTER, WIDEST = 16, 8
WORD = 32

Numbers = npt.NDArray[np.int64]
Skips = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint32]
Shape = tuple[int, int]
"""How many bits a sieve's filter and its last part have."""
Passing = Callable[[list[int], Words], Numbers]
"""The numbers, ascending, of a kind's positions that pass a filter, given as fields and bits."""


def shapes_for(count: int, skipped: Skips, stages: int) -> list[Shape]:
    """The shapes of a chain of sieves for patches among so many positions.

    None: a list takes less than any sieve.
    """
    tally = np.bincount(skipped, minlength=1)
    more_than = [int(tally[skips + 1 :].sum()) for skips in range(len(tally))]

    @cache
    def filter_for(base: int) -> tuple[int, int]:
        """The bits to find those that skip more than `base`, and how many the filter has."""
        patches, here = more_than[base], count if base == 0 else more_than[base - 1]
        return min(
            (bits_needed(patches, filtered)
             + bits_needed(int(patches + (here - patches) / 2**filtered), 1), filtered)
            for filtered in range(WIDEST_FILTER + 1)
        )  # fmt: skip

    @cache
    def cheapest(base: int, left: int) -> tuple[int, tuple[Shape, ...]]:
        """The bits, and the shapes, for all that skip more than `base`."""
        patches = more_than[base] if base < len(more_than) else 0
        best: tuple[int, tuple[Shape, ...]] = (LISTED_BITS * patches, ())
        if not patches or not left:
            return best
        found, filtered = filter_for(base)
        behind = {wide: cheapest(base + (1 << wide), left - 1) for wide in range(WIDEST + 1)}
        told = {wide: rest + bits_needed(patches, wide) for wide, (rest, _) in behind.items()}
        wide = min(told, key=lambda wide: (told[wide], wide))
        whole = found + told[wide]
        return (whole, ((filtered, wide), *behind[wide][1])) if whole < best[0] else best

    return list(cheapest(0, stages)[1])


@dataclass
class Chain:
    """The sieves of a kind of positions, and what is left for the list."""

    fields: list[list[int]]
    """Of each sieve; places of bits count from where the bits of the chain begin."""
    bits: list[Words]
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


def among(numbers: Numbers) -> Passing:
    """What passes of numbers that are at hand."""

    def passing(fields: list[int], bits: Words) -> Numbers:
        passed = np.ones(len(numbers), np.bool_)
        if fields[WIDE]:
            words = np.append(bits, np.zeros(1, np.uint32))
            passing_span(0, len(numbers), numbers, np.array(fields, np.int64), words, passed)
        return np.sort(numbers[passed])

    return passing


def chained(numbers: Numbers, skipped: Skips, shapes: list[Shape], passing: Passing) -> Chain:
    """Build a chain of sieves: each has a filter, what passes it rightly, and how many moves.

    `numbers` are the patched positions; `passing` knows all positions of their kind.
    """
    chain = Chain([], [], numbers, skipped)
    base, at = 0, 0
    for filtered, wide in shapes:
        numbers, most = chain.numbers, 1 << wide
        fields, bits = function_for(numbers, None, filtered, 0)
        suspects = passing(fields, bits)
        rightly = np.isin(suspects, numbers).astype(np.int64)
        fields[FIRST], behind = at, at + WORD * len(bits)
        which, more = function_for(suspects, rightly, 1, behind)
        told = np.minimum(chain.skipped.astype(np.int64) - base, most) - 1
        much, last = function_for(numbers, told, wide, behind + WORD * len(more))
        chain.fields.append([*fields, *which, *much])
        chain.bits += [bits, more, last]
        at = behind + WORD * (len(more) + len(last))
        base += most
        passing, left = among(numbers[chain.skipped >= base]), chain.skipped > base
        chain.numbers, chain.skipped = numbers[left], chain.skipped[left]
    return chain


@dataclass
class Sieves:
    """All patches so far."""

    kinds: int
    """Kinds of positions: a chain for each."""
    stages: int = 1
    """How many sieves a chain may have."""
    sieves: Numbers = field(init=False)
    bits: list[Words] = field(default_factory=list)
    numbers: list[Numbers] = field(default_factory=list)
    skipped: list[Skips] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sieves = any_fields(self.stages * self.kinds)

    @property
    def words(self) -> int:
        """Words of bits so far."""
        return sum(map(len, self.bits))

    def put(self, kind: int, chain: Chain) -> None:
        """Keep the chain of a kind."""
        for stage, row in enumerate(chain.rows(WORD * self.words)):
            self.sieves[stage * self.kinds + kind] = row
        self.bits += chain.bits
        if len(chain.numbers):
            self.numbers.append(chain.numbers)
            self.skipped.append(chain.skipped)

    def put_all(self, kinds: npt.NDArray[np.int64], numbers: Numbers, skipped: Skips) -> None:
        """Keep chains for all positions, each of a kind; most skip nothing."""
        order = np.argsort(kinds, kind="stable")
        edges = np.searchsorted(kinds[order], np.arange(self.kinds + 1))
        for kind in np.flatnonzero(np.diff(edges)).tolist():
            here = order[edges[kind] : edges[kind + 1]]
            patched = here[skipped[here] > 0]
            if len(patched):
                shapes = shapes_for(len(here), skipped[patched], self.stages)
                passing = among(numbers[here])
                self.put(kind, chained(numbers[patched], skipped[patched], shapes, passing))

    def all_bits(self) -> Words:
        """The bits of all sieves in one array, with a word too many at the end."""
        return np.concatenate([*self.bits, np.zeros(1, np.uint32)])

    def listed(self) -> tuple[Numbers, Skips]:
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
