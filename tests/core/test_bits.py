"""Sets of bits against the plain way to do the same."""

from __future__ import annotations

import random

import numpy as np

from galda.core.kernels import bits


def test_every_bit_of_a_set_is_found_by_its_place() -> None:
    chance = random.Random(1)
    sets = [chance.getrandbits(64) & chance.getrandbits(64) for _ in range(200)]
    for some in (*sets, 1, 1 << 63, 2**64 - 1):
        members = [bit for bit in range(64) if some >> bit & 1]
        assert bits.count(np.uint64(some)) == len(members)
        assert [bits.nth(np.uint64(some), k) for k in range(len(members))] == members
        few = [bit for bit in members if bit < 32]
        assert [bits.nth_of_few(np.uint64(some % 2**32), k) for k in range(len(few))] == few
        if members:
            assert bits.lowest(np.uint64(some)) == members[0]
