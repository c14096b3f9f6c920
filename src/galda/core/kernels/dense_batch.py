"""Dense networks (`dense.py`) for many boards at once, on processor and graphics card alike.

Units are kept unit by unit, all boards of one together: neighbouring threads of a card then read
neighbouring bytes, and all of them the same weights. A thread sums up `TOGETHER` units of a board.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from galda.core.kernels.dense import SMALLER, TOP, WEIGHT_BITS, Dense
from galda.core.kernels.kernel import kernel

TOGETHER = 8
i32 = np.int32


@kernel
def cut_off(total):
    """What is positive of a number, up to the limit."""
    return np.int8(max(i32(0), min(i32(TOP), i32(total))))


@kernel
def first_span(start, stop, count, used, each, tables, parts, units):
    """Sums `start` to `stop` of the first layer, of so many boards with `each` parts."""
    for k in range(start, stop):
        unit, board = k // count, k % count
        total = i32(0)
        for part in range(used):
            total = i32(total + i32(tables[parts[board * each + part], unit]))
        units[k] = cut_off(total)
    return 0


@kernel
def next_span(start, stop, count, before, weights, offsets, inputs, units):
    """Groups of units `start` to `stop` of a later layer."""
    for k in range(start, stop):
        unit, board = k // count * TOGETHER, k % count
        at = unit * before
        s0, s1, s2, s3 = offsets[unit], offsets[unit + 1], offsets[unit + 2], offsets[unit + 3]
        s4, s5, s6, s7 = offsets[unit + 4], offsets[unit + 5], offsets[unit + 6], offsets[unit + 7]
        for n in range(before):
            one = i32(inputs[n * count + board])
            if one != 0:
                s0 = i32(s0 + one * i32(weights[at + n]))
                s1 = i32(s1 + one * i32(weights[at + before + n]))
                s2 = i32(s2 + one * i32(weights[at + 2 * before + n]))
                s3 = i32(s3 + one * i32(weights[at + 3 * before + n]))
                s4 = i32(s4 + one * i32(weights[at + 4 * before + n]))
                s5 = i32(s5 + one * i32(weights[at + 5 * before + n]))
                s6 = i32(s6 + one * i32(weights[at + 6 * before + n]))
                s7 = i32(s7 + one * i32(weights[at + 7 * before + n]))
        to = unit * count + board
        units[to] = cut_off(s0 >> WEIGHT_BITS)
        units[to + count] = cut_off(s1 >> WEIGHT_BITS)
        units[to + 2 * count] = cut_off(s2 >> WEIGHT_BITS)
        units[to + 3 * count] = cut_off(s3 >> WEIGHT_BITS)
        units[to + 4 * count] = cut_off(s4 >> WEIGHT_BITS)
        units[to + 5 * count] = cut_off(s5 >> WEIGHT_BITS)
        units[to + 6 * count] = cut_off(s6 >> WEIGHT_BITS)
        units[to + 7 * count] = cut_off(s7 >> WEIGHT_BITS)
    return 0


@kernel
def last_span(start, stop, count, width, last, offsets, units, said):
    """Outputs `start` to `stop`: all outputs of the first board, then of the next."""
    for k in range(start, stop):
        output, board = k % len(offsets), k // len(offsets)
        total = i32(offsets[output])
        for n in range(width):
            total = i32(total + i32(units[n * count + board]) * i32(last[output, n]))
        said[k] = total >> SMALLER
    return 0


def placed(net: Dense, put: Callable[[Any], Any]) -> Dense:
    """A network whose numbers are where `put` has put them; its widths stay here."""
    assert not (net.widths[1:] % TOGETHER).any(), "units are summed up eight at a time"
    return Dense(net.widths, *(put(part) for part in net[1:]))


def say_all(
    do: Callable[..., int], net: Dense, used: int, each: int, parts: Any, count: int, units: Any,
    said: Any,
) -> None:  # fmt: skip
    """What a placed network says of so many boards, as `dense.say` does; `do` runs kernels.

    Of each board `parts` holds `each` parts, of which the network looks at the first `used`.
    `units` has a byte for each unit and board, `said` a number for each board and output.
    """
    widths = [int(width) for width in net.widths]
    do(first_span, count * widths[0], count, used, each, net.tables, parts, units)
    first, at, offset = 0, 0, 0
    for before, width in pairwise(widths):
        here = first + before
        do(
            next_span, count * (width // TOGETHER), count, before,
            net.weights[at : at + before * width], net.offsets[offset : offset + width],
            units[first * count : here * count], units[here * count : (here + width) * count],
        )  # fmt: skip
        first, at, offset = here, at + before * width, offset + width
    outputs = count * len(net.last_offsets)
    do(last_span, outputs, count, sum(widths), net.last, net.last_offsets, units, said)
