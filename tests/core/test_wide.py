"""Wide words, read and written where a card would, on this processor."""

from __future__ import annotations

from typing import Any

import numpy as np

from galda.core.kernels import wide
from galda.core.kernels.kernel import kernel

# Compiled they take one argument less than they are written with, which no type says.
address: Any = wide.address
move_byte: Any = wide.move_byte
move_pieces: Any = wide.move_pieces
move_words: Any = wide.move_words
put_byte: Any = wide.put_byte
put_words: Any = wide.put_words
record_at: Any = wide.record_at
RECORD = np.dtype([("few", "<u4"), ("many", "<u8")], align=True)


@kernel
def write_all(into: Any, source: Any) -> int:
    """Each way once; where the array begins, beyond a whole wide word."""
    put_byte(into, 3, np.uint32(511))
    put_words(into, 16, np.uint32(1), np.uint32(2), np.uint32(3), np.uint32(1 << 31))
    move_byte(into, 33, source, 5)
    move_words(into, 48, source, 16)
    move_pieces(into, 64, source, 0, 32, 3)
    return int(address(into) % 16)


@kernel
def change(row: Any, like: Any) -> int:
    """Read and write the record in the middle of a row."""
    record = record_at(row, 16, like)
    record.many += 1
    return int(record.few)


def test_every_way_writes_its_bytes_and_no_others() -> None:
    into, source = np.full(160, 77, np.uint8), np.arange(160, dtype=np.uint8)
    expected = into.copy()
    assert write_all(into, source) == into.ctypes.data % 16
    expected[3] = 255
    expected[16:32] = np.array([1, 2, 3, 1 << 31], np.uint32).view(np.uint8)
    expected[33] = 5
    expected[48:64] = source[16:32]
    for piece in (0, 32, 64):
        expected[64 + piece : 80 + piece] = source[piece : piece + 16]
    assert into.tolist() == expected.tolist()


def test_a_record_inside_a_row_is_read_and_changed_there() -> None:
    row, like = np.zeros(48, np.uint8), np.zeros(1, np.dtype((np.record, RECORD)))
    inside = row[16:32].view(RECORD)
    inside["few"], inside["many"] = 7, 1 << 40
    assert change(row, like) == 7
    assert int(inside["many"][0]) == (1 << 40) + 1
    assert not row[:16].any() and not row[32:].any()
