"""The trainer of the round search's values: games are the same again, and what can be learnt is."""

from __future__ import annotations

import numpy as np
import pytest

from galda.core.kernels.network import infer

pytest.importorskip("torch", reason="learning needs PyTorch: pip install 'galda[learn]'")

from galda.games.towers.ai import prospects
from lab.rounds import learn
from lab.rounds.play import UNKNOWN


def test_values_learn_what_parts_tell_and_are_kept_in_whole_numbers() -> None:
    chance = np.random.default_rng(8)
    rows = (chance.integers(0, 10, (60_000, 3)) + np.array([0, 10, 20])).astype(np.uint16)
    rows[::5, 2] = 30  # a part that is not there
    even = rows % 2 == 0
    samples = {
        "rows": rows,
        "worth": np.where(even[:, 0] ^ even[:, 1], 0.9, 0.1),  # no sum alone can tell
        "expected": np.full(len(rows), UNKNOWN),
    }
    net = learn.Values(30, seed=1)
    learn.teach(net, samples, 12, 0.02, 2)
    table, weights = net.whole()
    assert np.abs(table).max() <= 127
    judged = [infer(one[one < 30].astype(np.int64), table, weights) for one in rows[-999:]]
    assert np.mean((np.array(judged) > 0) == (samples["worth"][-999:] > 0.5)) > 0.98


@pytest.mark.parametrize("samples", [-1, 0])
def test_games_are_the_same_again_and_told_of_between_rounds(
    samples: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn, "QUICK", 20)
    monkeypatch.setattr(learn, "SEARCHED", 6)
    games = learn.Games((2, 4), 5, samples)
    found, again = (learn.play_some(games, 1) for _ in range(2))
    assert all((found[name] == again[name]).all() for name in found)
    assert (found["rows"][:, 0] < prospects.ROWS).all()
    assert len(found["worth"]) % 4 == 0  # all four seats are asked
    searched = found["expected"] != UNKNOWN
    assert searched.all() if samples >= 0 else not searched.any()
    both = learn.join([found, again])
    assert len(both["worth"]) == 2 * len(found["worth"])
    assert np.allclose(
        learn.targets(found),
        (found["expected"] + found["worth"]) / 2 if samples >= 0 else found["worth"],
    )
