"""Numbers written at a stroke against the plain way to do the same."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from galda.core.jit import writing as machine_code
from galda.core.kernels import writing
from galda.core.kernels.kernel import COMPILED, kernel

# Compiled they take one argument less than they are written with, which no type says.
write_counts: Any = writing.write_counts
write_digits: Any = writing.write_digits
write_same: Any = writing.write_same
FLAGS, VALUES, MONEY, WORD, PLANE = 54, 16, 9, 8, 25
AROUND = 5
words = st.integers(0, 2**64 - 1)


@kernel
def write_all(out: Any, at: int, one: Any, other: Any) -> None:
    """Each way once, one after the other, with room between them."""
    write_digits(out, at, one, FLAGS, 1)
    write_digits(out, at + 70, one, WORD, 8)
    write_digits(out, at + 90, one, MONEY, 2)
    write_digits(out, at + 110, one, VALUES, 4)
    write_counts(out, at + 130, one, other, VALUES)
    write_same(out, at + 150, other, PLANE)


def plainly(one: int, other: int) -> list[int]:
    row = [77] * 200
    for start, size, wide in ((0, FLAGS, 1), (70, WORD, 8), (90, MONEY, 2), (110, VALUES, 4)):
        for k in range(size):
            row[AROUND + start + k] = one >> wide * k & (1 << wide) - 1
    for k in range(VALUES):
        row[AROUND + 130 + k] = (one >> k & 1) + (other >> k & 1)
    row[AROUND + 150 : AROUND + 150 + PLANE] = [other & 255] * PLANE
    return row


@given(words, words)
def test_what_is_written_at_a_stroke_is_what_is_written_one_by_one(one: int, other: int) -> None:
    row = np.full(200, 77, np.uint8)
    write_all(row, AROUND, np.uint64(one), np.uint64(other))
    assert row.tolist() == plainly(one, other)


@given(words, words)
def test_a_row_whose_numbers_lie_apart_is_written_as_well(one: int, other: int) -> None:
    rows = np.full((200, 3), 77, np.uint8)
    write_all(rows[:, 1], AROUND, np.uint64(one), np.uint64(other))
    assert rows[:, 1].tolist() == plainly(one, other)
    assert (rows[:, [0, 2]] == 77).all()


@kernel
def write_flags(out: Any, at: int, one: Any, other: Any) -> None:
    """Two sets side by side, as flags."""
    write_digits(out, at, one, FLAGS, 1)
    write_digits(out, at + FLAGS, other, 1, 1)


@given(words, words, st.integers(0, 70))
def test_sets_are_written_to_the_bits_of_words_beside_what_is_there(
    one: int, other: int, at: int
) -> None:
    row = np.zeros(5, np.uint32)
    row[0] = row[4] = 1 << 31
    write_flags(row, at, np.uint64(one), np.uint64(other))
    sets = one % (1 << FLAGS) | (other & 1) << FLAGS
    found = int.from_bytes(row.tobytes(), "little")
    assert found == sets << at | 1 << 31 | 1 << 159


@pytest.mark.skipif(not COMPILED, reason="plain Python writes to any row")
def test_a_card_s_way_of_writing_words_to_a_row_near_a_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Compiled for this processor as if it were a card's.
    monkeypatch.setattr(machine_code, "CPUContext", type(None))
    write_near: Any = numba.njit(write_all.py_func)  # type: ignore[attr-defined]
    seed = random.randrange(2**32)
    print("seed", seed)
    chance = random.Random(seed)
    for _ in range(20):
        one, other = chance.getrandbits(64), chance.getrandbits(64)
        for beyond in range(4):
            row = np.full(200, 77, np.int8)
            write_near(row, AROUND + beyond, np.uint64(one), np.uint64(other))
            expected = [77] * beyond + plainly(one, other)[: 200 - beyond]
            assert row.view(np.uint8).tolist() == expected, (one, other, beyond)


@pytest.mark.skipif(not COMPILED, reason="plain Python writes to any row")
def test_rows_of_larger_numbers_are_refused() -> None:
    with pytest.raises(Exception, match="only rows of bytes"):
        write_all(np.zeros(200, np.int32), AROUND, np.uint64(1), np.uint64(1))


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled in this run")
def test_it_can_be_compiled_for_any_processor(tmp_path: Path) -> None:
    # Not every processor has the instructions of the one that this runs on.
    program = """
import numpy as np
from test_writing import AROUND, plainly, write_all
row = np.full(200, 77, np.uint8)
write_all(row, AROUND, np.uint64(2**63 - 12345), np.uint64(98765))
assert row.tolist() == plainly(2**63 - 12345, 98765)
"""
    paths = [str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
    own = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "GALDA_CACHE": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **own, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
