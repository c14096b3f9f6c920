"""A small network that evaluates positions, for searches: an NNUE (Nasu 2018) without increments.

A game cuts a position into parts, each a number that leads to a row of a table. The rows add up to
`UNITS` sums, and what is positive of the sums is weighed. All numbers are whole, so a value is the
same on every machine.
"""

import hashlib
import math
from pathlib import Path

import numpy as np
import numpy.typing as npt

from galda.core.kernels.kernel import kernel

UNITS = 64
FINE = 256
"""Tables and weights are kept as whole numbers, this many to one."""
UNIT = 1000
"""An evaluation of so much is a value of tanh(1) between -1, lost, and 1, won."""
MOST = 9000
CHANCES = 1 / (1 + np.exp(-2 * np.arange(-MOST, MOST + 1) / UNIT))
"""What an evaluation from -`MOST` on means as a share between 0, lost, and 1, won."""

Whole = npt.NDArray[np.int16]
Small = npt.NDArray[np.int8]


class Layout:
    """Where the rows of each part begin, one part after the other."""

    def __init__(self) -> None:
        self.rows = 0

    def take(self, *sizes: int) -> int:
        """Room for a part with the product of `sizes` as its rows."""
        first = self.rows
        self.rows += math.prod(sizes)
        return first


def read_network(file: Path, sets: int, rows: int) -> tuple[Whole, Whole]:
    """The tables and weights that were learnt for a game's kinds of boards; else all 0."""
    if not file.exists():
        return np.zeros((sets, rows, UNITS), np.int16), np.zeros((sets, UNITS), np.int16)
    with np.load(file) as found:
        return np.asarray(found["tables"]), np.asarray(found["weights"])


def read_small_network(file: Path, sets: int, rows: int) -> tuple[list[Small], Whole]:
    """The same where tables are kept in bytes, each an array of its own.

    Compiled code is kept only if no array in it has more than a million bytes.
    """
    tables, weights = read_network(file, sets, rows)
    if tables.shape != (sets, rows, UNITS):
        raise ValueError(f"{file} was made for other parts")
    return [np.ascontiguousarray(table, np.int8) for table in tables], weights


def write_small_network(file: Path, which: int, sets: int, table: Whole, weights: Whole) -> None:
    """Write one of a file's tables with its weights; the others stay, if they are as large."""
    tables = np.zeros((sets, *table.shape), np.int8)
    every = np.zeros((sets, len(weights)), np.int16)
    if file.exists():
        before = read_network(file, sets, len(table))
        if before[0].shape == tables.shape:
            tables[:], every[:] = before
    tables[which], every[which] = table, weights
    np.savez_compressed(file, tables=tables, weights=every)


def fingerprint(tables: Whole, weights: Whole) -> str:
    """What tells one network from another."""
    numbers = tables.astype("<i2").tobytes() + weights.astype("<i2").tobytes()
    return hashlib.sha256(numbers).hexdigest()[:16]


@kernel
def infer(parts, tables, weights):
    """How good a position with these parts is for the side to act: the network's forward pass."""
    sums = np.zeros(UNITS, np.int32)
    for part in parts:
        row = tables[part]
        for unit in range(UNITS):
            sums[unit] += row[unit]
    total = np.int64(0)
    for unit in range(UNITS):
        total += max(sums[unit], 0) * np.int32(weights[unit])
    return max(-MOST, min(MOST, total * UNIT // FINE**2))
