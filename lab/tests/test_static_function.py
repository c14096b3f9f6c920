"""Static functions and sieves: right on every number they were built for, in about as few bits."""

from __future__ import annotations

import numpy as np
import pytest

from galda.core.kernels.static_function import FIELDS, FUNCTION, hashed, passes, sieved, told
from lab.kernels.static_function import bits_needed, function_for


def some_numbers(count: int, seed: int) -> np.ndarray:
    print(f"seed {seed}")
    numbers = np.unique(np.random.default_rng(seed).integers(0, 3**25, 2 * count))
    return np.random.default_rng(seed + 1).permutation(numbers)[:count]


@pytest.mark.parametrize("count", [1, 2, 7, 300, 20_000])
@pytest.mark.parametrize("wide", [1, 3, 11])
def test_a_function_gives_what_it_was_built_with(count: int, wide: int) -> None:
    numbers = some_numbers(count, 7)
    values = np.random.default_rng(8).integers(0, 1 << wide, count)
    fields, words = function_for(numbers, values, wide, 0)
    table, bits = np.array(fields), np.append(words, np.uint32(0))
    hashes = [np.uint64(hashed(number, fields[2])) for number in numbers]
    given = [told(one, table, 0, bits) for one in hashes]
    assert (np.array(given) == values).all()
    if count == 20_000:
        assert 32 * len(words) < 1.25 * wide * count
        assert 32 * len(words) >= bits_needed(count, wide)


def test_a_filter_lets_all_pass_it_was_built_for_and_few_others() -> None:
    numbers = some_numbers(20_000, 9)
    fields, words = function_for(numbers[:1000], None, 5, 0)
    table, bits = np.array(fields), np.append(words, np.uint32(0))
    passed = np.array([passes(number, table, 0, bits) for number in numbers])
    assert passed[:1000].all()
    assert 0.5 < passed[1000:].mean() * 32 < 1.5


@pytest.mark.parametrize("filtered", [0, 4])
def test_a_sieve_is_exact_on_its_set_wherever_its_bits_lie(filtered: int) -> None:
    numbers = some_numbers(5000, 10)
    values = np.zeros(len(numbers), np.int64)
    values[:200] = np.random.default_rng(11).integers(1, 4, 200)
    fields, words = function_for(numbers[:200], None, filtered, 64)
    bits = np.concatenate([np.full(2, 77, np.uint32), words, np.zeros(1, np.uint32)])
    table = np.array([0] * FIELDS + fields + [0] * (2 * FUNCTION))
    passed = np.array([passes(number, table, FIELDS, bits) for number in numbers])
    matters = (values[passed] > 0).astype(np.int64)
    which, more = function_for(numbers[passed], matters, 1, 64 + 32 * len(words))
    much, last = function_for(numbers[:200], values[:200] - 1, 2, which[1] + 32 * len(more))
    table[FIELDS + FUNCTION :] = which + much
    bits = np.concatenate([bits[:-1], more, last, np.zeros(1, np.uint32)])
    assert [sieved(number, table, FIELDS, bits) for number in numbers] == values.tolist()
    assert sieved(numbers[0], table, 0, bits) == 0, "an empty sieve tells nothing"
