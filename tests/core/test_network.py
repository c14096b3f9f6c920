"""The network that judges positions."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from galda.core.kernels.network import FINE, MOST, UNIT, UNITS, infer, read_network


def test_a_judgement_is_what_the_formula_says() -> None:
    chance = np.random.default_rng(7)
    tables = chance.integers(-900, 900, (40, UNITS)).astype(np.int16)
    weights = chance.integers(-300, 300, UNITS).astype(np.int16)
    judged = set()
    for _ in range(50):
        parts = tuple(int(part) for part in chance.integers(0, 40, 5))
        sums = np.maximum(tables[list(parts)].astype(np.int64).sum(0), 0)
        wanted = int((sums * weights.astype(np.int64)).sum()) * UNIT // FINE**2
        judged.add(infer(parts, tables, weights))
        assert infer(parts, tables, weights) == max(-MOST, min(MOST, wanted))
    assert len(judged) > 10


def test_what_was_learnt_is_read_and_without_it_everything_is_worth_nothing(tmp_path: Path) -> None:
    tables, weights = read_network(tmp_path / "missing.npz", 2, 10)
    assert tables.shape == (2, 10, UNITS)
    assert infer((1, 2), tables[0], weights[0]) == 0
    np.savez(tmp_path / "there.npz", tables=tables + 1, weights=weights + 2)
    tables, weights = read_network(tmp_path / "there.npz", 2, 10)
    assert (tables == 1).all()
    assert (weights == 2).all()
