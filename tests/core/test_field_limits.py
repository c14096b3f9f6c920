"""Limits of fields compared as bytes: the same rows are refused as by a look at each number."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galda.core.kernels import fitting
from galda.core.play.field_limits import FREE, byte_bounds, windows

KINDS = [np.dtype(kind) for kind in ("i1", "u1", "<i2", "<u2", "<i4", "<u4", "<i8")]


def range_of(kind: np.dtype) -> tuple[int, int]:
    return int(np.iinfo(kind).min), int(np.iinfo(kind).max)


@pytest.mark.parametrize("kind", KINDS, ids=str)
@settings(max_examples=60)
@given(st.data())
def test_bounds_of_bytes_are_those_of_the_number(kind: np.dtype, data: st.DataObject) -> None:
    lowest, highest = range_of(kind)
    least = data.draw(st.sampled_from((0, 0, -1, 2)) | st.integers(lowest, highest))
    powers = st.sampled_from([2**k - 1 for k in range(64)])
    most = data.draw(powers | st.integers(lowest, highest))
    bounds = byte_bounds(kind.itemsize, kind.kind == "i", least, most)
    if bounds is None:
        return
    near = [each + d for each in (least, most, 0, 255, 65535) for d in (-1, 0, 1)]
    numbers = [n for n in near if lowest <= n <= highest]
    numbers += data.draw(st.lists(st.integers(lowest, highest), max_size=20))
    for number in numbers:
        each = np.array([number], kind).tobytes()
        fits = all((b - low) % 256 <= wide for b, (low, wide) in zip(each, bounds, strict=True))
        assert fits == (least <= number <= most), (number, least, most)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_a_misfit_is_found_wherever_it_is(seed: int) -> None:
    chance = np.random.default_rng(seed)
    size, n = int(chance.integers(1, 120)), int(chance.integers(1, 90))
    at = np.sort(chance.choice(size, min(size, int(chance.integers(1, 9))), replace=False))
    found = [(int(a), 1, int(chance.integers(2)), 0, int(chance.integers(127))) for a in at]
    rows = chance.integers(0, 256, (n, size)).astype(np.uint8)
    for place, _, _, _, most in found:
        rows[:, place] %= most + 1
    fields, (places, bounds) = np.array(found, np.int64), windows(found, size)
    assert len(places) and bounds[:, 1].max() <= FREE
    assert fitting.first_misfit(rows, fields, places, bounds) == (-1, -1)
    i, k = int(chance.integers(n)), int(chance.integers(len(found)))
    rows[i, found[k][0]] = 200
    assert fitting.first_misfit(rows, fields, places, bounds) == (i, k)
    assert fitting.first_misfit(rows, fields, places[:0], bounds[:0]) == (i, k)
