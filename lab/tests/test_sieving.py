"""Patches packed into sieves: each position skips what it should, in about as few bits."""

from __future__ import annotations

import numpy as np
import pytest

from galda.core.kernels.patches import Patches, no_patches, skips_at
from lab.proofs.sieving import LISTED_BITS, Sieves

KINDS = 5


def made_up(count: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Kinds, numbers and skips: kind 0 skips nothing, 1 seldom, 2 often, 3 far; none is of 4."""
    print(f"seed {seed}")
    chance = np.random.default_rng(seed)
    numbers = chance.permutation(np.unique(chance.integers(0, 1 << 32, 2 * count)))[:count]
    kinds = chance.integers(0, 4, count)
    seldom, far = chance.random(count) < 0.01, chance.integers(0, 256, count)
    often = chance.geometric(0.5, count) - 1
    skipped = np.select([kinds == 1, kinds == 2, kinds == 3], [seldom, often, far])
    return kinds, numbers, skipped.astype(np.uint8)


def packed(sieves: Sieves) -> Patches:
    return Patches(sieves.kinds, sieves.sieves.reshape(-1), sieves.all_bits(), *sieves.listed())


@pytest.mark.parametrize("stages", [1, 3, 12])
@pytest.mark.parametrize("count", [1, 40, 30_000])
def test_every_position_skips_what_it_was_packed_with(count: int, stages: int) -> None:
    kinds, numbers, skipped = made_up(count, 3)
    sieves = Sieves(KINDS, stages)
    sieves.put_all(kinds, numbers, skipped)
    patches = packed(sieves)
    told = [skips_at(*asked, patches) for asked in zip(numbers, kinds, strict=True)]
    assert told == skipped.tolist()
    assert not sieves.sieves.reshape(stages, KINDS, -1)[:, [0, 4]].any()


def test_sieves_take_hardly_more_bits_than_there_are_to_tell() -> None:
    count = 200_000
    _, numbers, _ = made_up(count, 4)
    skipped = (np.random.default_rng(5).geometric(0.5, count) - 1).astype(np.uint8)
    sieves = Sieves(1, 12)
    sieves.put_all(np.zeros(count, np.int64), numbers, skipped)
    shares = np.bincount(skipped) / count
    needed = -count * (shares[shares > 0] * np.log2(shares[shares > 0])).sum()
    listed = LISTED_BITS * len(sieves.listed()[0])
    assert needed < 32 * sieves.words + listed < 1.25 * needed


def test_few_patches_stay_in_the_list() -> None:
    sieves = Sieves(2, 4)
    numbers, skipped = np.arange(10_000), np.zeros(10_000, np.uint8)
    skipped[[30, 7000]] = 255, 3
    sieves.put_all(np.ones(10_000, np.int64), numbers, skipped)
    assert not sieves.sieves.any()
    assert [part.tolist() for part in sieves.listed()] == [[30, 7000], [255, 3]]
    assert [skips_at(k, 1, packed(sieves)) for k in (29, 30, 7000)] == [0, 255, 3]


def test_without_patches_nothing_is_skipped() -> None:
    assert skips_at(5, 3, no_patches()) == 0
