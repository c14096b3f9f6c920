"""The small network that plays: exactly what its whole numbers say, and near what was learnt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.kernels.learnt import (
    CERTAIN,
    FARTHEST,
    ONE,
    POWERS,
    SIGMOIDS,
    STEPS,
    Learnt,
    judge_actions,
    judge_seats,
    new_layers,
    read_learnt,
    think,
)
from galda.nets.quantise import quantise, quantise_file

SEED = 5
ROWS = np.array([1, 1, 4, 0, 3, 1] * 8)
ACTIONS, SEATS = 30, 4
Arrays = dict[str, npt.NDArray[Any]]


def learnt_arrays(seed: int = SEED) -> Arrays:
    """A network as a trainer would write it, of random weights."""
    chance = np.random.default_rng(seed)
    sizes = {"0": (int(ROWS.sum()), 24), "1": (24, 12)}
    heads = {"policy": (12, ACTIONS), "value": (12, SEATS)}
    found: Arrays = {"rows": ROWS, "header": np.array(json.dumps({"game": "none"}))}
    for name, size in sizes.items():
        found[f"w{name}"] = chance.normal(0, 0.4, size)
        found[f"b{name}"] = chance.normal(0.3, 0.2, size[1])
    for name, size in heads.items():
        found[f"{name}_w"], found[f"{name}_b"] = (
            chance.normal(0, 1, size),
            chance.normal(0, 1, size[1]),
        )
    return found


def observations(count: int) -> npt.NDArray[np.uint8]:
    """What seats may have seen: mostly nothing, now and then more than an input has rows."""
    chance = np.random.default_rng(SEED)
    return (chance.integers(0, 7, (count, len(ROWS))) * (chance.random((count, len(ROWS))) < 0.4)
            ).astype(np.uint8)  # fmt: skip


def rows_of(seen: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """How often each row of the table is added."""
    starts = np.concatenate([[0], np.cumsum(ROWS)])
    often = np.zeros(int(ROWS.sum()), np.int64)
    for k, number in enumerate(seen.tolist()):
        if number and ROWS[k] == 1:
            often[starts[k]] = number
        elif number and ROWS[k] > 1:
            often[starts[k] + min(number, ROWS[k]) - 1] = 1
    return often


def read_plainly(network: Learnt, seen: npt.NDArray[np.uint8]) -> tuple[Any, Any]:
    """Logits of all actions and of seats, by NumPy's whole numbers of 64 bits."""
    wide = Learnt(*(np.asarray(each, np.int64) for each in network))
    first = np.clip((rows_of(seen) @ wide.table + wide.table_bias) >> wide.shifts[0], 0, ONE)
    second = np.clip((wide.second @ first + wide.second_bias) >> wide.shifts[1], 0, ONE)
    return (
        (wide.policy @ second + wide.policy_bias) >> wide.shifts[2],
        (wide.value @ second + wide.value_bias) >> wide.shifts[3],
    )


def test_kernels_compute_exactly_what_a_plain_reading_of_the_file_says(tmp_path: Path) -> None:
    np.savez(tmp_path / "floats.npz", **learnt_arrays())  # type: ignore[arg-type]
    assert quantise_file(tmp_path / "floats.npz", tmp_path / "whole.npz") == {"game": "none"}
    network, header = read_learnt(tmp_path / "whole.npz")
    assert header == {"game": "none"}
    layers = new_layers(network)
    legal = np.array([2, 3, 11, 29], np.int32)
    likely, values = np.zeros(ACTIONS, np.int64), np.zeros(SEATS)
    told = set()
    for seen in observations(40):
        layers.seen[:] = seen
        think(network, layers)
        logits, worth = read_plainly(network, seen)
        judge_actions(network, layers, legal, len(legal), likely)
        powers = POWERS[np.minimum(logits[legal].max() - logits[legal], FARTHEST)]
        assert likely[: len(legal)].tolist() == (powers * CERTAIN // powers.sum()).tolist()
        judge_seats(network, layers, 2, 3, values)  # the third of three seats looks: it comes first
        wanted = SIGMOIDS[FARTHEST + np.clip(worth[:3], -FARTHEST, FARTHEST)] / CERTAIN
        assert values[[2, 0, 1]].tolist() == wanted.tolist()
        told.add(tuple(likely[: len(legal)].tolist()))
    assert len(told) > 20


def test_whole_numbers_are_near_what_was_learnt() -> None:
    learnt = learnt_arrays()
    network = quantise(learnt)
    for seen in observations(40):
        units = np.clip(rows_of(seen) @ learnt["w0"] + learnt["b0"], 0, 1)
        units = np.clip(units @ learnt["w1"] + learnt["b1"], 0, 1)
        logits, worth = read_plainly(network, seen)
        for head, found in (("policy", logits), ("value", worth)):
            wanted = units @ learnt[f"{head}_w"] + learnt[f"{head}_b"]
            assert np.abs(found / STEPS - wanted).max() < 0.15


def test_great_weights_leave_room_for_sums() -> None:
    learnt = learnt_arrays()
    for name in ("w0", "w1", "policy_w", "value_w"):
        learnt[name] = learnt[name] * 300
    network = quantise(learnt)
    most = np.abs(network.second.astype(np.int64)).sum(1).max() * ONE
    assert most < 2**30
    assert np.abs(network.table).max() > 1000


def test_inputs_have_one_row_each_unless_told_otherwise() -> None:
    learnt = learnt_arrays()
    del learnt["rows"]
    assert quantise(learnt).starts.tolist() == list(range(int(ROWS.sum()) + 1))
