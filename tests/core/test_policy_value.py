"""Policy-value networks of whole numbers: exactly what a plain reading of their arrays says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import galda
from galda.core.kernels import contract
from galda.core.kernels.policy_value import (
    CERTAIN,
    FARTHEST,
    ONE,
    POWERS,
    SIGMOIDS,
    Network,
    best_action,
    forward,
    logits,
    look,
    new_layers,
    priors,
    read_network,
    values,
)
from random_network import network_of_rows, random_network
from support import random_game

ROWS = np.array([1, 1, 4, 0, 3, 1] * 8)
SEED = 5


def rows_of(seen: npt.NDArray[np.uint8], starts: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """How often each row of the table is added."""
    often = np.zeros(int(starts[-1]), np.int64)
    for k, number in enumerate(seen.tolist()):
        room = int(starts[k + 1] - starts[k])
        if number and room == 1:
            often[starts[k]] = number
        elif number and room > 1:
            often[starts[k] + min(number, room) - 1] = 1
    return often


def read_plainly(network: Network, seen: npt.NDArray[np.uint8]) -> tuple[Any, Any, Any]:
    """Logits of all actions, worths of features, logits of seats, by NumPy's 64 bits."""
    wide = Network(*(np.asarray(each, np.int64) for each in network))
    first = rows_of(seen, network.starts) @ wide.table + wide.table_bias
    first = np.clip(first >> wide.shifts[0], 0, ONE)
    second = np.clip((wide.second @ first + wide.second_bias) >> wide.shifts[1], 0, ONE)
    return (
        (wide.policy @ second + wide.policy_bias) >> wide.shifts[2],
        wide.worth @ second + wide.worth_bias,
        (wide.value @ second + wide.value_bias) >> wide.shifts[4],
    )


def test_layers_compute_what_the_arrays_say() -> None:
    network = network_of_rows(ROWS, 30, 0, 4, SEED)
    layers, out, told = new_layers(network, 30), np.zeros(4), set()
    chance = np.random.default_rng(SEED)
    for _ in range(40):
        seen = chance.integers(0, 7, len(ROWS)) * (chance.random(len(ROWS)) < 0.4)
        layers.seen[:] = seen
        forward(network, layers)
        values(network, layers, 2, 3, out)  # the third of three seats looks: it comes first
        worth = read_plainly(network, seen.astype(np.uint8))[2]
        wanted = SIGMOIDS[FARTHEST + np.clip(worth[:3], -FARTHEST, FARTHEST)] / CERTAIN
        assert out[[2, 0, 1]].tolist() == wanted.tolist()
        told.add(tuple(out))
        values(network, layers, 1, 2, out)  # what one of two wins the other loses
        apart = np.clip((worth[0] - worth[1]) // 2, -FARTHEST, FARTHEST)
        assert out[1] == SIGMOIDS[FARTHEST + apart] / CERTAIN and out[0] + out[1] == 1
    assert len(told) > 20


def test_actions_are_judged_by_their_own_weights_and_by_their_features() -> None:
    different = 0
    for name in ("quixo", "alhambra"):
        game = galda.game(name)
        network = random_network(game)
        layers = new_layers(network, game.rules.most_legal)
        for position in list(random_game(name, {}, 4))[:-1:5]:
            legal = np.array(position.legal_actions, np.int32)
            n, found = len(legal), np.zeros(game.rules.most_legal, np.int64)
            states = position.states.copy()
            look(states[0], network, layers)
            logits(states[0], network, layers, legal, n, found)
            dense, worths, _ = read_plainly(network, layers.seen)
            wanted = dense[legal]
            if game.rules.action_encoding:
                rows = np.zeros((n, len(game.rules.action_encoding)), np.uint8)
                contract.encode_actions(states[0], legal, n, rows)
                wanted = wanted + ((rows.astype(np.int64) @ worths) >> network.shifts[3])
                different += int((wanted != dense[legal]).any())
            assert found[:n].tolist() == wanted.tolist()
            assert states.tobytes() == position.states.tobytes()
            listed, memory = np.zeros(game.rules.most_legal, np.int32), np.zeros_like(found)
            best = best_action(states, network, layers, listed, memory)
            assert best == legal[wanted.argmax()]
            priors(states[0], network, layers, legal, n, 1.0, found)
            powers = POWERS[np.minimum(wanted.max() - wanted, FARTHEST)]
            assert found[:n].tolist() == (powers * CERTAIN // powers.sum()).tolist()
            priors(states[0], network, layers, legal, n, 3.0, memory)
            assert memory[:n].max() <= found[:n].max()  # a temperature makes them more alike
    assert different > 0


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    network = network_of_rows(ROWS, 30, 3, 4, SEED)
    header = np.array(json.dumps({"game": "none"}))
    np.savez(tmp_path / "network.npz", header=header, **network._asdict())
    read, told = read_network(tmp_path / "network.npz")
    assert told == {"game": "none"}
    assert all((a == b).all() for a, b in zip(network, read, strict=True))
