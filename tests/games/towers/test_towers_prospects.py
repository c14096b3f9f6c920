"""What a seat may expect in 5 Towers, as searches ask for it."""

import random

import numpy as np
import pytest

import galda
from galda.core.kernels import contract
from galda.games.towers.rules import prospects


def expected(position: galda.Position) -> list[float]:
    """What each seat may expect."""
    out = np.zeros(2 * position.players)
    contract.expect(position.states[0], position.players, out)
    return [float(each) for each in out[: position.players]]


def beginnings(players: int, seed: int) -> list[galda.Position]:
    """The beginnings of turns of a game played by chance."""
    print(f"seed {seed}")
    chance = random.Random(seed)
    position = galda.game("towers").new(seed=seed, players=players)
    found = []
    while not position.is_over:
        if not position.in_turn:
            found.append(position)
        position = position.play(chance.choice(position.legal_actions))
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_hidden_makes_no_difference_to_what_is_expected(players: int) -> None:
    for position in beginnings(players, seed=players):
        twin = position.known_to(position.to_act, 99)
        assert expected(position) == expected(twin)


def test_what_two_may_expect_adds_up_to_one() -> None:
    for position in beginnings(2, seed=7):
        assert sum(expected(position)) == pytest.approx(1)


def test_asking_leaves_the_position_as_it_was() -> None:
    for position in beginnings(3, seed=8):
        before = position.states.tobytes()
        expected(position)
        assert position.states.tobytes() == before


@pytest.mark.parametrize("players", [2, 5])
def test_each_part_has_a_row_and_there_is_room_for_all(players: int) -> None:
    parts = np.zeros(prospects.MOST_PARTS, np.int64)
    for position in beginnings(players, seed=players + 20):
        for seat in range(players):
            n = prospects.write_parts(position.states[0], seat, parts)
            assert n <= prospects.MOST_PARTS
            assert all(0 <= part < prospects.ROWS for part in parts[:n])
