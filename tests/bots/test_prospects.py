"""Networks that say what seats may expect: blind to what is hidden, the same everywhere, right."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda.bots.levels import LEVELS, MARKS, LevelBot
from galda.bots.mcts import FORESEEN, TRUST, Mcts
from galda.core.kernels import contract
from galda.core.kernels.chance import draw
from galda.core.kernels.network import UNITS, read_small_network, write_small_network
from galda.core.play.options import player_counts
from galda.core.play.position import Position
from support import random_game

FORESEEING = [name for name in galda.game_names() if galda.game(name).has("expect")]
WEIGHING = [name for name in FORESEEING if galda.game(name).has("weigh")]
"""Games whose own search master asks, and that goes by expectations."""
TABLES = [
    (name, players) for name in FORESEEING for players in player_counts(galda.game(name).options)
]
BYTES_KEPT = 1_000_000
"""Compiled code with a larger array in it is not kept by Numba."""


def parts_module(name: str) -> Any:
    """What cuts a game's positions into parts."""
    return import_module(f"galda.games.{name}.rules.prospects")


def expected(position: Position) -> list[float]:
    """What each seat may expect."""
    out = np.zeros(2 * position.players)
    contract.expect(position.states[0], position.players, out)
    return [float(each) for each in out[: position.players]]


def parts(position: Position, seat: int) -> list[int]:
    """The parts of a position for a seat."""
    module = parts_module(position.game.name)
    out = np.full(module.MOST_PARTS, module.ROWS, np.int64)
    count = module.write_parts(position.states[0], np.int64(seat), out)
    assert (out[count:] == module.ROWS).all()
    return [int(each) for each in out[:count]]


def by_policy(name: str, players: int, seed: int) -> list[Position]:
    """The beginnings of turns of a game by the policy that has learnt, and its end."""
    position = galda.game(name).new(seed=seed, players=players)
    scratch = np.zeros(position.game.rules.most_legal, np.int32)
    found = []
    while not position.is_over:
        if not position.in_turn:
            found.append(position)
        bits = np.uint64(draw(np.uint64(seed), len(position.actions)))
        position = position.play(int(contract.learnt_policy(position.states[0], bits, scratch)))
    return [*found, position]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_parts_are_rows_of_the_table_and_see_nothing_hidden(name: str, players: int) -> None:
    module = parts_module(name)
    for position in random_game(name, {"players": players}, 17):
        if position.is_over or position.in_turn:
            continue
        for seat in range(players):
            found = parts(position, seat)
            assert all(0 <= part < module.ROWS for part in found)
            for seed in (1, 2):
                assert parts(position.known_to(seat, seed), seat) == found


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_expectations_are_shares_and_of_two_they_are_one(name: str, players: int) -> None:
    for position in by_policy(name, players, 3)[:-1]:
        found = expected(position)
        assert all(0 <= each <= 1 for each in found)
        if players == 2:
            assert sum(found) == pytest.approx(1)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_expectations_tell_how_games_end(name: str, players: int) -> None:
    said, came = [], []
    for seed in range(40):
        *turns, end = by_policy(name, players, 900 + seed)
        out = np.zeros(2 * players)
        contract.utility(end.states[0], players, out)
        for position in turns[len(turns) // 2 :: 7]:
            said += expected(position)
            came += [float(each) for each in out[:players]]
    print(len(said), np.corrcoef(said, came)[0, 1])
    assert np.corrcoef(said, came)[0, 1] > 0.5


@pytest.mark.parametrize("name", FORESEEING)
def test_compiled_and_plain_expectations_are_the_same(name: str) -> None:
    program = (
        "import sys, numpy as np, galda\n"
        "from galda.core.kernels import contract\n"
        "from galda.core.kernels.chance import draw\n"
        "game = galda.game(sys.argv[1])\n"
        "for players in (2, 3):\n"
        "    states = game.new(seed=5, players=players).states.copy()\n"
        "    scratch, out, n = np.zeros(game.rules.most_legal, np.int32), np.zeros(16), 0\n"
        "    while not contract.is_over(states[0]):\n"
        "        if not contract.in_turn(states[0]):\n"
        "            contract.expect(states[0], players, out)\n"
        "            print(out[:players].tolist())\n"
        "        contract.apply(states[0], contract.learnt_policy(\n"
        "            states[0], np.uint64(draw(np.uint64(7), n)), scratch))\n"
        "        n += 1\n"
    )
    told = [
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", program, name],
            env={**os.environ, "GALDA_COMPILE": compiled}, capture_output=True, text=True,
            check=True,
        ).stdout
        for compiled in ("0", "1")
    ]  # fmt: skip
    assert told[0] == told[1]
    assert len(set(told[0].splitlines())) > 20


@pytest.mark.parametrize("name", FORESEEING)
def test_tables_are_small_enough_for_compiled_code_to_be_kept(name: str) -> None:
    module = parts_module(name)
    assert module.ROWS * UNITS < BYTES_KEPT
    tables, weights = read_small_network(module.WEIGHTS_FILE, module.TABLE_COUNT, module.ROWS)
    assert all(table.any() and table.nbytes < BYTES_KEPT for table in tables)
    assert weights.shape == (module.TABLE_COUNT, UNITS)


@pytest.mark.parametrize("name", [name for name in FORESEEING if name not in WEIGHING])
def test_master_goes_by_expectations_and_others_do_not(name: str) -> None:
    game = galda.game(name)
    for players, trust in ((2, TRUST), (3, 1.0)):
        start = game.new(players=players)
        sampler = LevelBot(LEVELS["master"])._search_samples(start)
        assert (sampler.turns, sampler.trust) == (FORESEEN, trust)
    assert LevelBot(LEVELS["master"], style="builder")._new_sampler(game, 1).turns == 0
    assert LevelBot(LEVELS["expert"])._new_sampler(game, 1).turns == 0
    assert LevelBot(MARKS["classic"])._new_sampler(game, 1).turns == 0


@pytest.mark.parametrize("name", FORESEEING)
def test_the_same_seed_and_budget_give_the_same_moves(name: str) -> None:
    position = galda.game(name).new(seed=4)
    bots = [Mcts(iterations=200, learnt=True, turns=FORESEEN, seed=9) for _ in range(2)]
    first, second = (bot.suggest(position.known_to(position.to_act, 1)) for bot in bots)
    assert first == second
    both = Mcts(iterations=200, learnt=True, turns=FORESEEN, trust=TRUST, seed=9).suggest(position)
    ends = Mcts(iterations=200, learnt=True, seed=9).suggest(position)
    assert len({tuple(found) for found in (first, both, ends)}) == 3


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
