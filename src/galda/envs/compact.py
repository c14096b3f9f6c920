"""Compact observations: how they are laid out, and how any library makes them whole again.

A feature says how large its numbers get and whether all are the same (`Feature.most`, `.same`). So
each number needs a few bits only, and of equal ones one is enough. Neighbouring features whose
numbers take the same bits are one run; a run begins at a whole byte, its numbers follow each other
from the lowest bit up, and the row is filled up to whole words of four bytes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galda.core.kernels.features import Feature, observation_shape, width

WORD = 4
"""A compact row has so many bytes or a multiple of it, so that rows can be copied as words."""

Features = tuple[Feature, ...]


class Run(NamedTuple):
    """Numbers of the same bits, one after the other."""

    start: int
    """Where its first number is in the whole observation."""
    step: int
    """How far it is from there to the next: 1, or over all the equal ones."""
    numbers: int
    """How many there are."""
    bits: int
    at: int
    """The byte at which they begin."""

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return -(-self.numbers * self.bits // 8)


@lru_cache
def runs(features: Features) -> tuple[Run, ...]:
    """The runs of a game's compact observations."""
    found: list[Run] = []
    start = 0
    for feature in features:
        bits = max(int(feature.most).bit_length(), 1)
        step, count = (feature.size, 1) if feature.same else (1, feature.size)
        last = found[-1] if found else None
        if last and (last.step, last.bits) == (step, bits):
            found[-1] = last._replace(numbers=last.numbers + count)
        else:
            found.append(Run(start, step, count, bits, last.at + last.size if last else 0))
        start += feature.size
    return tuple(found)


def compact_size(features: Features) -> int:
    """How many bytes a compact observation has.

    >>> from galda.envs.compact import compact_size
    >>> compact_size(galda.game("quixo").rules.features)
    20
    """
    last = runs(features)[-1] if features else Run(0, 1, 0, 1, 0)
    return -(-(last.at + last.size) // WORD) * WORD


def table_of_runs(features: Features) -> npt.NDArray[np.int64]:
    """The runs as kernels read them, and how many eights of numbers each has which can be read and
    written as words of eight bytes without going beyond the row."""
    size = compact_size(features)
    rows = [
        (*run, min(run.numbers // 8, max((size - run.at - 8) // run.bits + 1, 0)) * (run.step == 1))
        for run in runs(features)
    ]
    return np.array(rows, np.int64).reshape(-1, len(Run._fields) + 1)


@lru_cache
def _places(features: Features) -> npt.NDArray[np.int64]:
    """For each number of an observation the bit at which it begins, and how many bits it has."""
    found = np.zeros((width(features), 2), np.int64)
    for run in runs(features):
        for k in range(run.numbers):
            here = run.start + k * run.step
            found[here : here + run.step] = 8 * run.at + k * run.bits, run.bits
    found.flags.writeable = False
    return found


PLACE_BITS = 4
"""In a table of places so many of the lowest bits say how many bits a number has."""


def table_of_places(features: Features) -> npt.NDArray[np.int32]:
    """The same in one number each, as the kernel for graphics cards reads it."""
    begin, bits = _places(features).T
    return np.ascontiguousarray(begin << PLACE_BITS | bits, np.int32)


class Expander:
    """Makes compact observations whole again, as arrays of whatever library they are of.

    NumPy's, PyTorch's and JAX's do, on any device, inside `jax.jit` and CUDA graphs as well: it is
    indexing and shifting alone. `rules.expand` is the kernel for it, and quicker.

    >>> from galda.envs.compact import Expander
    >>> batch = galda.batch("pylos", 3, compact=True)
    >>> Expander(batch.game.rules.features)(batch.observations).shape
    (3, 16, 4, 4)
    """

    def __init__(self, features: Features) -> None:
        begin, bits = _places(features).T
        self.shape, self._size = observation_shape(features), compact_size(features)
        low, within = begin // 8, begin % 8
        # Where a number ends in its first byte, what the next one has to say is masked out.
        high = np.minimum(low + 1, self._size - 1)
        bytes_ = (within, 7 - within, (1 << bits) - 1)
        self._tables: tuple[Any, ...] = (low, high, *(each.astype(np.uint8) for each in bytes_))
        self._on_devices: dict[Any, tuple[Any, ...]] = {}

    def __call__(self, compact: Any) -> Any:
        """The ordinary observations of compact ones, however many there are, in any shape."""
        low, high, within, beyond, mask = self._tables_for(compact)
        found = (compact[..., low] >> within | compact[..., high] << beyond << 1) & mask
        return found.reshape(*compact.shape[:-1], *self.shape)

    def _tables_for(self, compact: Any) -> tuple[Any, ...]:
        """The tables where a library wants them: PyTorch indexes with its own tensors only."""
        if not hasattr(compact, "new_tensor"):
            return self._tables
        if compact.device not in self._on_devices:
            import torch  # noqa: PLC0415  (whoever has a tensor has it)

            self._on_devices[compact.device] = tuple(
                torch.as_tensor(each, device=compact.device) for each in self._tables
            )
        return self._on_devices[compact.device]
