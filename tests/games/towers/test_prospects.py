"""The network by which the round search values what comes next."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import galda
from galda.bots.network import PolicyBot, network_of
from galda.core.kernels import contract
from galda.core.kernels.kernel import COMPILED
from galda.core.kernels.network import UNITS, read_small_network, write_small_network
from galda.core.play.position import Position
from galda.games.towers.ai import prospects
from support import random_game

BYTES_KEPT = 1_000_000
"""Compiled code with a larger array in it is not kept by Numba."""
PLAYERS = (2, 3, 4, 5)


def expected(position: Position) -> list[float]:
    """What each seat may expect."""
    out = np.zeros(2 * position.players)
    prospects.expect_between_rounds(position.states[0], position.players, out)
    return [float(each) for each in out[: position.players]]


def parts(position: Position, seat: int) -> list[int]:
    """The parts of a position for a seat."""
    out = np.full(prospects.MOST_PARTS, prospects.ROWS, np.int64)
    count = prospects.write_parts(position.states[0], np.int64(seat), out)
    assert (out[count:] == prospects.ROWS).all()
    return [int(each) for each in out[:count]]


def between_rounds(played: list[Position]) -> list[Position]:
    """The positions in which a row was turned up and nobody has called yet."""
    return [p for p in played if not p.is_over and prospects.between_rounds(p.states[0])]


def by_policy(players: int, seed: int) -> list[Position]:
    """A game by the policy of the game's network."""
    position = galda.game("towers").new(seed=seed, players=players)
    network = network_of(position.game)
    assert network is not None
    bot, found = PolicyBot(network), [position]
    while not position.is_over:
        position = position.play(bot.choose(position))
        found.append(position)
    return found


@pytest.mark.parametrize("players", PLAYERS)
def test_parts_are_rows_of_the_table_and_see_nothing_hidden(players: int) -> None:
    for position in random_game("towers", {"players": players}, 17):
        if position.is_over or position.in_turn:
            continue
        for seat in range(players):
            found = parts(position, seat)
            assert bool(found) == bool(prospects.between_rounds(position.states[0]))
            assert all(0 <= part < prospects.ROWS for part in found)
            for seed in (1, 2):
                assert parts(position.known_to(seat, seed), seat) == found


@pytest.mark.parametrize("players", PLAYERS)
def test_expectations_are_shares_of_two_they_are_one_and_they_tell_how_games_end(
    players: int,
) -> None:
    said, came = [], []
    for seed in range(30):
        played = by_policy(players, 900 + seed)
        out = np.zeros(2 * players)
        contract.utility(played[-1].states[0], players, out)
        turns = between_rounds(played)
        for position in turns[len(turns) // 2 :: 3]:
            found = expected(position)
            assert all(0 <= each <= 1 for each in found)
            if players == 2:
                assert sum(found) == pytest.approx(1)
            said += found
            came += out[:players].tolist()
    print(len(said), np.corrcoef(said, came)[0, 1])
    assert np.corrcoef(said, came)[0, 1] > 0.5


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled in this run")
def test_compiled_and_plain_expectations_are_the_same() -> None:
    program = """
import sys
sys.path[:0] = sys.argv[1:]
from test_prospects import between_rounds, expected, random_game
for players in (2, 3):
    for position in between_rounds(list(random_game("towers", {"players": players}, 5))):
        print(expected(position))
"""
    paths = [str(Path(__file__).parent), str(Path(__file__).parents[2])]
    told = [
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", program, *paths],
            env={**os.environ, "GALDA_COMPILE": compiled}, capture_output=True, text=True,
            check=True,
        ).stdout
        for compiled in ("0", "1")
    ]  # fmt: skip
    assert told[0] == told[1]
    assert len(set(told[0].splitlines())) > 20


def test_tables_are_small_enough_for_compiled_code_to_be_kept() -> None:
    assert prospects.ROWS * UNITS < BYTES_KEPT
    tables, weights = read_small_network(
        prospects.WEIGHTS_FILE, prospects.TABLE_COUNT, prospects.ROWS
    )
    assert all(table.any() and table.nbytes < BYTES_KEPT for table in tables)
    assert weights.shape == (prospects.TABLE_COUNT, UNITS)


def test_a_table_is_written_beside_the_others_unless_these_are_of_another_size(
    tmp_path: Path,
) -> None:
    file = tmp_path / "prospects.npz"
    table, weights = np.full((7, UNITS), 3, np.int16), np.arange(UNITS, dtype=np.int16)
    write_small_network(file, 1, 2, table, weights)
    write_small_network(file, 0, 2, -table, -weights)
    tables, read = read_small_network(file, 2, 7)
    assert [int(each[0, 0]) for each in tables] == [-3, 3]
    assert read.tolist() == [(-weights).tolist(), weights.tolist()]
    with pytest.raises(ValueError, match="other parts"):
        read_small_network(file, 2, 8)
    write_small_network(file, 0, 2, np.ones((8, UNITS), np.int16), weights)
    assert [bool(each.any()) for each in read_small_network(file, 2, 8)[0]] == [True, False]
