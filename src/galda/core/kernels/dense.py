"""A dense network in whole numbers, for what is judged seldom and has to be judged well.

As in `network.py` parts of a position lead to rows of a table, and the rows add up to sums. What is
positive of them, up to `TOP`, is weighed again, layer by layer; the outputs weigh the units of all
layers. Tables and weights have eight bits, sums 32 and never overflow, and dividing is shifting: so
what it says is the same on every machine, whatever multiplies the numbers.
"""

import hashlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galda.core.kernels.kernel import kernel

FINE, FINE_BITS = 64, 6
"""Tables and units are kept as whole numbers, so many to one."""
WEIGHT_FINE, WEIGHT_BITS = 128, 7
"""The same of weights."""
TOP = 127
"""The most that a unit, a number of a table or a weight between layers can be."""
LAST_TOP = 1023
"""The most that a weight of an output can be."""
UNIT_BITS = 10
"""What is said has so many bits below one."""
SMALLER = FINE_BITS + WEIGHT_BITS - UNIT_BITS
SURE = 2 << UNIT_BITS
"""From here on what is said counts less (`squash`)."""
LESS_BITS = 3

Numbers = npt.NDArray[Any]


class Dense(NamedTuple):
    """The numbers of a network."""

    widths: Numbers
    """Units of each layer."""
    tables: Numbers
    """For each row of a part a number for each unit of the first layer."""
    weights: Numbers
    """Layer by layer from the second on, and unit by unit, a weight for each unit before."""
    offsets: Numbers
    """Of the units from the second layer on."""
    last: Numbers
    """For each output a weight for each unit of all layers."""
    last_offsets: Numbers


def dense_of(kept: dict[str, Numbers]) -> Dense:
    """The network of arrays as a file keeps them, with weights as wide as processors want them."""
    widths = kept["widths"].astype(np.int64)
    assert widths.max() * TOP * TOP < 1 << 24, "a layer so wide may overflow"
    return Dense(
        widths,
        np.ascontiguousarray(kept["tables"], np.int8),
        np.ascontiguousarray(kept["weights"], np.int16),
        np.ascontiguousarray(kept["offsets"], np.int32),
        np.ascontiguousarray(kept["last"], np.int16),
        np.ascontiguousarray(kept["last_offsets"], np.int32),
    )


def read_dense(file: Path) -> Dense:
    """The network in a file."""
    with np.load(file) as found:
        return dense_of(dict(found))


def dense_fingerprint(net: Dense) -> str:
    """What tells one network from another."""
    wide = b"".join(np.asarray(part).astype("<i8").tobytes() for part in net)
    return hashlib.sha256(wide).hexdigest()[:16]


def room_for(net: Dense) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int32]]:
    """Memory for the units and for what is said, to be used again and again."""
    return np.zeros(int(net.widths.sum()), np.int16), np.zeros(len(net.last), np.int32)


@kernel
def weigh(units, first, count, weights, at):
    """The sum of so many units, each times its weight."""
    total = np.int32(0)
    row, some = weights[at : at + count], units[first : first + count]
    for k in range(count):
        total += np.int32(some[k]) * np.int32(row[k])
    return np.int32(total)


@kernel
def say(parts, net, units, said):
    """What the network says of a position with these parts, `UNIT_BITS` bits below one."""
    width = net.widths[0]
    sums = units[:width]
    sums[:] = 0
    for part in parts:
        row = net.tables[part]
        for unit in range(width):
            sums[unit] += row[unit]
    for unit in range(width):
        sums[unit] = max(np.int16(0), min(np.int16(TOP), sums[unit]))
    first, at, offset = 0, 0, 0
    for layer in range(1, len(net.widths)):
        before, first_here = net.widths[layer - 1], first + net.widths[layer - 1]
        for unit in range(net.widths[layer]):
            total = weigh(units, first, before, net.weights, at) + net.offsets[offset]
            units[first_here + unit] = max(0, min(TOP, total >> WEIGHT_BITS))
            at += before
            offset += 1
        first = first_here
    for output in range(len(net.last)):
        total = weigh(units, 0, len(units), net.last[output], 0) + net.last_offsets[output]
        said[output] = total >> SMALLER


@kernel
def squash(said):
    """A step up counts less where it is sure already; what is said never stops to count."""
    sure = max(-SURE, min(SURE, said))
    return sure + ((said - sure) >> LESS_BITS)
