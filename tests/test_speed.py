"""`python -m benchmarks.speed` measures, and says what it leaves out."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.speed import left_out
from benchmarks.speed.left_out import find_left_out
from galda.core.kernels.cuda import why_no_cuda

PROJECT = Path(__file__).parents[1]


def measured(*words: str) -> Any:
    program = [sys.executable, "-m", "benchmarks.speed", *words, "--seconds", "0.1", "--json"]
    done = subprocess.run(program, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_random_games_are_measured() -> None:
    told = measured("quixo", "--table", "engine")
    assert told["games"][0]["game"] == "quixo"
    assert told["games"][0]["games_per_second"] > 0
    assert told["machine"]["numba"]


def test_environments_of_all_kinds_are_measured() -> None:
    told = measured("quixo", "--table", "adapters")
    ways = {speed["way"] for speed in told["speeds"] if speed["game"] == "quixo"}
    assert {way.split()[2] for way in ways} >= {"PettingZoo", "Gymnasium"}
    assert any("vector" in way for way in ways)
    assert all(speed["moves_per_second"] > 1000 for speed in told["speeds"])
    spiel = importlib.util.find_spec("pyspiel") is not None
    assert any("OpenSpiel" in way for way in ways) == spiel
    assert any(each["what"] == "OpenSpiel" for each in told["left_out"]) != spiel


def test_yardsticks_need_the_repository_and_a_compiler(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere"
    assert "repository" in find_left_out(("engine",), missing, "g++")["yardsticks in C++"]
    assert "compiler" in find_left_out(("engine",), tmp_path, None)["yardsticks in C++"]
    assert find_left_out(("engine",), tmp_path, "g++") == {}
    assert find_left_out(("starts", "search"), missing, None) == {}


def test_what_is_not_installed_is_named_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    left = find_left_out(("python", "adapters", "batches", "card"), tmp_path, "g++")
    extras: Any = {what: why.rpartition("galda[")[2][:-2] for what, why in left.items()}
    assert extras["Gymnasium"] == extras["PettingZoo"] == "rl"
    assert extras["OpenSpiel"] == "openspiel"
    assert extras["pgx: connect four"] == "peers"
    if why_no_cuda():
        assert left["graphics card"] == why_no_cuda()


def test_where_everything_is_there_nothing_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    assert find_left_out(("python", "adapters", "batches"), tmp_path, None) == {}


def test_a_peer_that_knows_no_card_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def no_card() -> None:
        raise ImportError

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr(left_out, "why_no_cuda", lambda: "")
    monkeypatch.setattr(left_out, "jax_on_a_card", no_card)
    assert find_left_out(("card",), tmp_path, None) == {
        "pgx: connect four": "this JAX knows no card"
    }
