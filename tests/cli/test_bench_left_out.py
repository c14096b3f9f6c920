"""`galda bench` says what it leaves out, and why."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from galda.cli.bench_learning import TABLES
from galda.cli.bench_left_out import find_left_out
from galda.core.kernels.cuda import why_no_cuda


def told(tables: tuple[str, ...], folder: Path, compiler: str | None) -> dict[str, str]:
    found = [each.told("en") for each in find_left_out(tables, folder, compiler)]
    return {each["what"]: each["why"] for each in found}


def test_yardsticks_are_not_in_a_wheel_and_need_a_compiler(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere"
    assert "repository" in told(("engine",), missing, "g++")["yardsticks in C++"]
    assert "compiler" in told(("engine",), tmp_path, None)["yardsticks in C++"]
    assert told(("engine",), tmp_path, "g++") == {}
    assert told(("starts", "search"), missing, None) == {}


def test_what_is_not_installed_is_named_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    left = told(TABLES, tmp_path, "g++")
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
    assert told(("python", "adapters", "batches"), tmp_path, None) == {}


def test_a_peer_that_knows_no_card_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def no_card() -> None:
        raise ImportError

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr("galda.cli.bench_left_out.need_cuda", lambda: None)
    monkeypatch.setattr("galda.cli.bench_left_out.jax_on_a_card", no_card)
    left = told(("card",), tmp_path, None)
    assert left == {"pgx: connect four": "this JAX knows no card"}
