"""What games encode for networks: within bounds, blind, the same compiled and in plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda.core.kernels import contract
from galda.core.kernels.features import split, width
from galda.core.kernels.kernel import COMPILED
from galda.core.play.options import player_counts
from galda.core.play.position import Position
from galda.games.alhambra.rules.record import AT, BUILD, STORE
from galda.games.alhambra.rules.wall import longest_wall
from support import random_game

ENCODED = [name for name in galda.game_names() if galda.game(name).rules.encoding]
TABLES = [
    (name, players) for name in ENCODED for players in player_counts(galda.game(name).options)
]


def encoded(position: Position) -> np.ndarray[Any, Any]:
    """What a network of the game is given for the seat to act."""
    out = np.full(width(position.game.rules.encoding), 255, np.uint8)
    contract.encode(position.states[0], position.to_act, out)
    return out


def described(position: Position) -> np.ndarray[Any, Any]:
    """The features of the legal actions."""
    legal = np.array(position.legal_actions, np.int32)
    out = np.full((len(legal), len(position.game.rules.action_encoding)), 255, np.uint8)
    contract.encode_actions(position.states[0], legal, len(legal), out)
    return out


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_numbers_are_within_bounds_and_nothing_hidden_is_read(name: str, players: int) -> None:
    game = galda.game(name)
    most = np.repeat(
        [each.most for each in game.rules.encoding], [each.size for each in game.rules.encoding]
    )
    before = b""
    for n, position in enumerate(random_game(name, {"players": players}, 31)):
        if position.is_over:
            continue
        states, found = position.states.tobytes(), encoded(position)
        assert (found <= most).all()
        assert position.states.tobytes() == states
        assert found.tobytes() != before, "after each action something else is seen"
        before = found.tobytes()
        if n % 4 == 0:
            for seed in (1, 2):
                twin = position.known_to(position.to_act, seed)
                assert (encoded(twin) == found).all()
                if game.rules.action_encoding:
                    assert (described(twin) == described(position)).all()


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled in this run")
@pytest.mark.parametrize("name", ENCODED)
def test_compiled_and_plain_encodings_are_the_same(name: str) -> None:
    program = """
import sys
sys.path[:0] = sys.argv[2:]
from test_encodings import described, encoded, random_game
import hashlib
for players in (2, 3):
    for position in list(random_game(sys.argv[1], {"players": players}, 5))[:-1]:
        told = encoded(position).tobytes()
        if position.game.rules.action_encoding:
            told += described(position).tobytes()
        print(hashlib.sha256(told).hexdigest())
"""
    paths = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
    told = [
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", program, name, *paths],
            env={**os.environ, "GALDA_COMPILE": compiled}, capture_output=True, text=True,
            check=True,
        ).stdout
        for compiled in ("0", "1")
    ]  # fmt: skip
    assert told[0] == told[1]
    assert len(set(told[0].splitlines())) > 40


def test_ways_to_build_tell_how_much_longer_the_wall_becomes() -> None:
    game = galda.game("alhambra")
    told = 0
    for position in random_game("alhambra", {"players": 2}, 12):
        building = [a for a in position.legal_actions if AT <= a < STORE]
        if position.is_over or not building:
            continue
        seat, rows = position.to_act, described(position)
        before = longest_wall(position.states[0], seat)
        for action, row in zip(position.legal_actions, rows, strict=True):
            if AT <= action < STORE:
                after = longest_wall(position.play(action).states[0], seat)
                assert row[-1] == max(after - before, 0)
                told += int(row[-1] > 0 and action >= BUILD)
            else:
                assert not row.any()
    assert told > 0
    assert len(game.rules.action_encoding) == rows.shape[1]


def test_a_seat_is_told_of_first_whoever_is_to_act() -> None:
    for position in list(random_game("towers", {"players": 4}, 3))[:-1:7]:
        seen = split(position.game.rules.encoding, encoded(position))
        assert seen["to_act"].tolist() == [1, 0, 0, 0, 0]
        assert seen["seats"].tolist() == [1, 1, 1, 1, 0]
        assert seen["heights"][4].sum() == 0
