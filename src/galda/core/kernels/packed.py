"""Networks' tables with four numbers to a word, which are then added four at a time.

Each number is raised so that none is below 0; what they were raised by is taken off the sums.
"""

import numpy as np
import numpy.typing as npt

from galda.core.kernels.kernel import kernel
from galda.core.kernels.network import FINE, MOST, UNIT, UNITS

LANES, LANE_BITS = 4, 16
"""Numbers packed in one word."""
WORDS = UNITS // LANES


def pack(tables: npt.NDArray[np.int16], parts: int, raised: int) -> npt.NDArray[np.uint64]:
    """The rows of a table in words, one after the other, if sums of `parts` rows have room."""
    numbers = tables.astype(np.int64) + raised
    assert numbers.min() >= 0, "the table holds smaller numbers than words have room for"
    assert numbers.max() * parts < 1 << LANE_BITS, "the table holds larger numbers than words can"
    lanes = numbers.astype(np.uint64).reshape(len(tables), -1, LANES)
    shifts = np.arange(LANES, dtype=np.uint64) * np.uint64(LANE_BITS)
    return np.bitwise_or.reduce(lanes << shifts, axis=2).reshape(-1)


@kernel
def add_words(parts, tables, words, word):
    """The sums of four units: of one word in each part's row."""
    sums = np.uint64(0)
    for part in parts:
        sums += tables[part * words + word]
    return sums


@kernel
def lane_of(sums, lane, raised):
    """One of the four sums, without what it was raised by."""
    return np.int64((sums >> np.uint64(lane * LANE_BITS)) & np.uint64(0xFFFF)) - raised


@kernel
def infer_packed(parts, tables, weights, raised):
    """What `network.infer` says, by packed tables; `raised` by so much are all parts together."""
    total = np.int64(0)
    for word in range(WORDS):
        sums = add_words(parts, tables, WORDS, word)
        for lane in range(LANES):
            total += max(lane_of(sums, lane, raised), 0) * weights[word * LANES + lane]
    return max(-MOST, min(MOST, total * UNIT // FINE**2))
