"""Dense networks: whole numbers as plain arithmetic has them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from galda.core.kernels import dense_batch
from galda.core.kernels.dense import (
    SURE,
    dense_fingerprint,
    dense_of,
    room_for,
    say,
    squash,
)

ROWS, WIDTHS = 40, [24, 16, 8]


def made_up(seed: int) -> dict[str, Any]:
    print(f"seed {seed}")
    chance = np.random.default_rng(seed)
    return {
        "widths": np.array(WIDTHS),
        "tables": chance.integers(-60, 90, (ROWS, WIDTHS[0])).astype(np.int8),
        "weights": chance.integers(-127, 128, 24 * 16 + 16 * 8).astype(np.int8),
        "offsets": chance.integers(-9000, 9000, 16 + 8).astype(np.int32),
        "last": chance.integers(-1023, 1024, (2, sum(WIDTHS))).astype(np.int16),
        "last_offsets": chance.integers(-9000, 9000, 2).astype(np.int32),
    }


def plainly(kept: dict[str, Any], parts: Any) -> list[int]:
    """What the network says, by NumPy in 64 bits."""
    wide = {name: part.astype(np.int64) for name, part in kept.items()}
    first = wide["tables"][list(parts)].sum(axis=0).clip(0, 127)
    second = wide["weights"][: 24 * 16].reshape(16, 24) @ first + wide["offsets"][:16]
    second = (second // 128).clip(0, 127)
    third = wide["weights"][24 * 16 :].reshape(8, 16) @ second + wide["offsets"][16:]
    third = (third // 128).clip(0, 127)
    units = np.concatenate([first, second, third])
    return [int(n) for n in (wide["last"] @ units + wide["last_offsets"]) // 8]


def test_the_kernel_adds_up_what_plain_arithmetic_does() -> None:
    kept = made_up(3)
    net = dense_of(kept)
    units, said = room_for(net)
    chance, seen = np.random.default_rng(4), set()
    for _ in range(100):
        parts = chance.integers(0, ROWS, 5)
        say(parts, net, units, said)
        assert said.tolist() == plainly(kept, parts)
        seen.add(tuple(said.tolist()))
    assert len(seen) > 90


def test_many_boards_at_once_are_told_the_same() -> None:
    net = dense_of(made_up(7))
    units, said = room_for(net)
    parts = np.random.default_rng(8).integers(0, ROWS, (33, 6)).astype(np.int16)
    all_units, all_said = np.zeros(33 * len(units), np.int8), np.zeros(33 * len(said), np.int32)
    dense_batch.say_all(
        lambda span, count, *given: span(0, count, *given),
        dense_batch.placed(net, np.copy), 5, 6, parts.reshape(-1), 33, all_units, all_said,
    )  # fmt: skip
    for row, told in zip(parts, all_said.reshape(33, -1), strict=True):
        say(row[:5], net, units, said)
        assert told.tolist() == said.tolist()
    assert len(set(all_said.tolist())) > 50


def test_a_network_has_a_fingerprint_of_every_number() -> None:
    kept = made_up(5)
    before = dense_fingerprint(dense_of(kept))
    assert dense_fingerprint(dense_of(made_up(5))) == before
    for name in ("tables", "weights", "offsets", "last", "last_offsets"):
        other = made_up(5)
        other[name].reshape(-1)[-1] ^= 1
        assert dense_fingerprint(dense_of(other)) != before


def test_what_is_sure_counts_less_but_always_counts() -> None:
    said = [squash(n) for n in range(-4 * SURE, 4 * SURE, 8)]
    assert all(a < b for a, b in pairwise(said))
    assert squash(SURE) == SURE
    assert squash(2 * SURE) - squash(SURE) < SURE // 4


def test_layers_that_may_overflow_are_refused() -> None:
    with pytest.raises(AssertionError, match="overflow"):
        dense_of({**made_up(6), "widths": np.array([1 << 11, 8])})
