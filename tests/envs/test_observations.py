"""What a seat sees as numbers: nothing hidden, everything written, from where it sits."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import galda
from galda import Position
from galda.core.kernels import contract
from galda.core.kernels.features import observation_shape, places, split, width
from support import ALL_STARTS, random_game

every_start = pytest.mark.parametrize(("name", "options"), ALL_STARTS)
GUARD = 7


def observe(position: Position, viewer: int, before: int = 0) -> npt.NDArray[np.uint8]:
    """What is written into a row of bytes that all were `before`, and `GUARD` bytes behind it."""
    out = np.full(width(position.game.rules.features) + GUARD, before, np.uint8)
    contract.observe(position.state, viewer, out)
    return out


def seen(position: Position, viewer: int) -> dict[str, Any]:
    """The features by name, as lists of numbers."""
    found = split(position.game.rules.features, observe(position, viewer)[:-GUARD])
    return {name: values.tolist() for name, values in found.items()}


@every_start
def test_what_a_seat_cannot_know_does_not_change_its_numbers(
    name: str, options: dict[str, Any]
) -> None:
    played = list(random_game(name, options, 11))
    for position in random.Random(11).sample(played, min(25, len(played))):
        for viewer in range(position.players):
            numbers = observe(position, viewer).tobytes()
            # Two states look alike to a viewer exactly when they are the same once concealed.
            assert observe(position.seen_by(viewer), viewer).tobytes() == numbers
            assert observe(position.known_to(viewer, 12), viewer).tobytes() == numbers


@every_start
def test_every_number_of_the_features_is_written_and_none_beyond(
    name: str, options: dict[str, Any]
) -> None:
    played = list(random_game(name, options, 13))
    for position in (played[0], played[len(played) // 2], played[-1]):
        for viewer in range(position.players):
            low, high = observe(position, viewer, 0), observe(position, viewer, 255)
            assert low[:-GUARD].tobytes() == high[:-GUARD].tobytes()
            assert not low[-GUARD:].any()
            assert (high[-GUARD:] == 255).all()


@pytest.mark.parametrize("name", galda.game_names())
def test_features_have_names_of_their_own_and_lie_one_behind_the_other(name: str) -> None:
    features = galda.game(name).rules.features
    found = places(features)
    assert len(found) == len(features)
    ends = [place.stop for place in found.values()]
    assert [place.start for place in found.values()] == [0, *ends[:-1]]
    assert np.prod(observation_shape(features)) == width(features) == ends[-1]


def test_seats_are_counted_from_the_viewer() -> None:
    start = galda.game("towers").new(seed=3, players=3, first=2)
    assert [seen(start, seat)["to_act"] for seat in range(3)] == [
        [0, 1, 0, 0, 0],
        [1, 0, 0, 0, 0],
        [0, 0, 1, 0, 0],
    ]
    called = start.play(start.legal_actions[-1])
    call = start.legal_actions[-1] + 2
    assert seen(called, 1)["calls"] == [call, 0, 0, 0, 0]
    assert seen(called, 2)["calls"] == [0, 0, call, 0, 0]


def test_quixo_shows_ones_own_cubes_first() -> None:
    position = galda.game("quixo").new().play("a1-a5")
    for seat, (own, other) in enumerate([("mine", "theirs"), ("theirs", "mine")]):
        planes = seen(position, seat)
        assert planes[own][4] == [1, 0, 0, 0, 0]  # a5: row 5, column a
        assert sum(map(sum, planes[own])) == 1
        assert sum(map(sum, planes[other])) == 0
        assert sum(map(sum, planes["blank"])) == 24
        assert planes["waiting"][0][0] == (seat != 1)


def test_quixo_dots_are_seen_by_whom_they_point_at() -> None:
    position = galda.game("quixo").new(players=4)
    position = position.play(44)  # the first push, its dot turned to the team's second seat
    assert [sum(map(sum, seen(position, seat)["for_me"])) for seat in range(4)] == [0, 0, 1, 0]
    assert [sum(map(sum, seen(position, seat)["for_next"])) for seat in range(4)] == [0, 1, 0, 0]


def test_pylos_shows_levels_and_reserves() -> None:
    position = galda.game("pylos").new().play_all([0, 5])
    planes = seen(position, 1)
    assert planes["mine_1"][1] == [0, 1, 0, 0]
    assert planes["theirs_1"][0] == [1, 0, 0, 0]
    assert planes["my_reserve"][3][3] == 14


def test_alhambra_shows_ones_own_hand_and_only_the_size_of_others() -> None:
    position = galda.game("alhambra").new(seed=5, players=4)
    for seat in range(4):
        numbers = seen(position, seat)
        own = np.array(numbers["hand"])
        assert (own * np.arange(1, 10)).sum() >= 20  # dealt until they total 20 (A7)
        assert own.sum() == numbers["cards"][0]
        assert sum(np.array(numbers["market"])[:, :6].sum(axis=1)) == 4
        assert numbers["seats"] == [1, 1, 1, 1, 0, 0]
