"""The scripts that teach networks: what can be learnt is learnt, and judged so by the games."""

from __future__ import annotations

import importlib

import numpy as np
import pytest

from galda.core.kernels.network import infer


def test_prospects_learn_what_parts_tell_and_are_kept_in_whole_numbers() -> None:
    pytest.importorskip("torch")
    learning = importlib.import_module("prospects_learn")
    chance = np.random.default_rng(8)
    rows = (chance.integers(0, 10, (60_000, 3)) + np.array([0, 10, 20])).astype(np.uint16)
    rows[::5, 2] = 30  # a part that is not there
    even = rows % 2 == 0
    lessons = {
        "rows": rows,
        "worth": np.where(even[:, 0] ^ even[:, 1], 0.9, 0.1),  # no sum alone can tell
        "expected": np.full(len(rows), -1.0),
    }
    net = learning.Prospects(30, seed=1)
    told = learning.teach(net, lessons, 0.5, 12, 0.02, 2, lambda far: None)
    table, weights = net.whole()
    assert "3,000 held out" in told
    assert np.abs(table).max() <= 127
    judged = [infer(one[one < 30].astype(np.int64), table, weights) for one in rows[-999:]]
    assert np.mean((np.array(judged) > 0) == (lessons["worth"][-999:] > 0.5)) > 0.98


def test_lessons_of_prospects_tell_what_came_and_are_the_same_again() -> None:
    lessons = importlib.import_module("prospects_lessons")
    games = lessons.Games("alhambra", (2, 3), 5, every=3)
    quick, again = (lessons.play_some(games, 1) for _ in range(2))
    assert all((quick[name] == again[name]).all() for name in quick)
    assert (lessons.targets(quick, 0.5) == quick["worth"]).all()
    searched = lessons.play_some(lessons.Games("alhambra", (2,), 5, iterations=4), 0)
    half = (searched["expected"] + searched["worth"]) / 2
    assert np.allclose(lessons.targets(searched, 0.5), half)
    assert ((searched["expected"] >= 0) & (searched["expected"] <= 1)).all()
    both = lessons.join([quick, searched], 13_000)
    assert len(both["worth"]) == len(quick["worth"]) + len(searched["worth"])
    assert games.jobs(1001) == range(3)


def test_a_game_with_a_search_of_its_own_is_taught_by_that() -> None:
    lessons = importlib.import_module("prospects_lessons")
    games = lessons.Games("towers", (2, 4), 5, iterations=1)
    assert games.weighs
    assert not lessons.Games("towers", (2,), 5).weighs
    assert not lessons.Games("alhambra", (2,), 5, iterations=1).weighs
    found, again = (lessons.play_some(games, 1) for _ in range(2))
    assert all((found[name] == again[name]).all() for name in found)
    assert ((found["expected"] >= 0) & (found["expected"] <= 1)).all()
    assert np.corrcoef(found["expected"], found["worth"])[0, 1] > 0.4
    nothing = lessons.parts_of("towers").ROWS
    assert (found["rows"][:, 0] < nothing).all()  # beginnings without parts are no lessons
    assert len(found["worth"]) % 4 == 0  # all four are asked
