"""Wide words, read and written where a card would, on this processor."""

from __future__ import annotations

from typing import Any

import numpy as np

from galda.core.kernels import wide
from galda.core.kernels.kernel import kernel

# Compiled they take one argument less than they are written with, which no type says.
address: Any = wide.address
move_byte: Any = wide.move_byte
move_four: Any = wide.move_four
move_pieces: Any = wide.move_pieces
move_words: Any = wide.move_words
put_byte: Any = wide.put_byte
put_eight: Any = wide.put_eight
put_four: Any = wide.put_four
put_words: Any = wide.put_words
read_eight: Any = wide.read_eight
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
    put_four(into, 4, np.uint32((1 << 31) + 5))
    move_four(into, 8, source, 21)
    put_eight(into, 37, read_eight(source, 11) + np.uint64(1))
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
    expected[4:8] = [5, 0, 0, 128]
    expected[8:12] = source[21:25]
    expected[37:45] = source[11:19]
    expected[37] += 1
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


@kernel
def read_all(row: Any, out: Any) -> None:
    """Eight bytes from each place on."""
    for at in range(len(out)):
        out[at] = read_eight(row, at)


def test_eight_bytes_are_read_from_any_place_of_rows_of_either_kind() -> None:
    row = np.array([k * 37 % 256 for k in range(40)], np.uint8)
    expected = [int.from_bytes(row[at : at + 8].tobytes(), "little") for at in range(28)]
    for kind in (np.uint8, np.int8):
        out = np.zeros(28, np.uint64)
        read_all(row.view(kind), out)
        assert out.tolist() == expected
