"""Sets of bits against the plain way to do the same."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from galda.core.kernels import bits


@given(st.sets(st.integers(0, 63)))
@example(set())
@example({63})
@example(set(range(64)))
def test_every_bit_of_a_set_is_found_by_its_place(members: set[int]) -> None:
    word = np.uint64(sum(1 << member for member in members))
    ascending = sorted(members)
    assert bits.count(word) == len(members)
    assert [bits.nth(word, n) for n in range(len(members))] == ascending
    if members:
        assert bits.lowest(word) == ascending[0]


@given(st.sets(st.integers(0, 31)))
@example(set(range(32)))
def test_every_bit_of_a_small_set_is_found_by_its_place(members: set[int]) -> None:
    word = np.uint64(sum(1 << member for member in members))
    assert [bits.nth_of_few(word, n) for n in range(len(members))] == sorted(members)
