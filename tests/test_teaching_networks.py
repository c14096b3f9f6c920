"""The scripts that teach networks: what can be learnt is learnt, and judged so by the games."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import numpy as np
import pytest

import galda
from galda.core.kernels import contract
from galda.core.kernels.dense import dense_of, read_dense, room_for, say
from galda.core.kernels.network import infer
from galda.games.quixo.rules import evaluation
from galda.games.quixo.solve.kernels.guard import FINE, FINE_WEIGHTS, guarded, read_guard
from galda.games.quixo.solve.kernels.judge import OUTPUTS, PARTS, ROWS, write_parts
from learning import chance_states, learn
from support import random_game


def test_a_network_learns_what_its_parts_tell() -> None:
    chance = np.random.default_rng(5)
    parts = chance.integers(0, 10, (40_000, 3)).astype(np.uint16)
    parts += np.array([0, 10, 20], np.uint16)
    even = parts % 2 == 0
    values = np.where(even[:, 0] ^ even[:, 1], 1, -1).astype(np.int8)  # no sum alone can tell
    lessons = (parts[1000:], values[1000:])
    tables, weights = learn(lessons, {"exam": (parts[:1000], values[:1000])}, rows=30, rounds=4)
    judged = [infer(tuple(int(p) for p in one), tables, weights) for one in parts[:1000]]
    assert np.mean(np.sign(judged) == values[:1000]) > 0.98


def test_lessons_are_beginnings_of_turns_of_games_by_chance() -> None:
    states = chance_states("pylos", {"variant": "standard"}, 80_000, seed=3)
    again = chance_states("pylos", {"variant": "standard"}, 80_000, seed=3)
    assert states.tobytes() == again.tobytes()
    assert len({state.tobytes() for state in states}) > 20_000
    assert not any(contract.in_turn(state) for state in states.view(np.recarray)[:200])
    assert galda.game("pylos").rules.record == states.dtype


def test_a_guard_says_in_whole_numbers_what_it_has_learnt(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    learning = importlib.import_module("guard_learning")
    net = learning.GuardNet(8, seed=4)
    with torch.no_grad():
        net.weights[:, 0] = 0.4 * torch.randn(8, generator=torch.Generator().manual_seed(5))
        net.own_weights[:, 9] += 0.1
    net.write(tmp_path / "guard.npz")
    guard = read_guard(tmp_path / "guard.npz")
    said, whole = [], []
    for position in random_game("quixo", {"size": 5}, 6):
        mine, theirs = (int(position.state.cubes[k]) for k in (0, 1))
        with torch.no_grad():
            said.append(float(net(torch.tensor([evaluation.parts_of(mine, theirs)]))))
        whole.append(guarded(mine, theirs, guard) * 8 / (FINE * FINE_WEIGHTS))
    assert np.ptp(whole) > 0.3
    assert np.allclose(said, whole, atol=0.002)


def test_a_judge_says_the_same_in_fractions_whole_numbers_and_compiled() -> None:
    torch = pytest.importorskip("torch")
    learning = importlib.import_module("judge_learning")
    seed = 8
    net = learning.DenseNet(ROWS[PARTS], [32, 16, 8], OUTPUTS, seed)
    with torch.no_grad():
        for part in (*net.weights, net.last):
            part.mul_(3.0)  # so that some reach their limits
    kept = net.whole()
    compiled, whole = dense_of(kept), learning.WholeNet(kept, "cpu")
    units, said = room_for(compiled)
    found, parts = [], []
    for position in random_game("quixo", {"size": 5}, 6):
        cut = np.zeros(PARTS, np.int64)
        write_parts(int(position.state.cubes[0]), int(position.state.cubes[1]), cut, 0)
        say(cut, compiled, units, said)
        found.append(said.tolist())
        parts.append(cut)
    given = torch.tensor(np.array(parts))
    with torch.no_grad():
        fractions = learning.as_whole(net(given))
    assert whole(given).tolist() == found
    assert fractions.tolist() == found
    assert np.ptp(np.array(found), axis=0).min() > 200


@pytest.mark.slow
def test_a_judge_learns_a_small_board_from_its_solution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    teaching = importlib.import_module("quixo_judge")
    given = ["--size", "3", "--seconds", "600", "--batch", "64", "--at-once", "1024"]
    given += ["--steps", "500", "--wanted", "200", "--exam", "300", "--nets", "14:32,16"]
    monkeypatch.setattr("sys.argv", ["quixo_judge.py", "--output", str(tmp_path), *given])
    teaching.main()
    told = [json.loads(line) for line in (tmp_path / "told.jsonl").read_text().splitlines()]
    judged = {each["exam"]: each for each in told if each["what"] == "judge"}
    assert judged["chance"]["count"] > 20
    assert judged["chance"]["value"] < 0.1
    assert all(each["disagree"] == 0 for each in told if "disagree" in each)
    assert read_dense(tmp_path / "judge-3-0.npz").widths.tolist() == [32, 16]


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
