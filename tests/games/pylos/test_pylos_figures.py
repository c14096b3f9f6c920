"""Pylos against a slow model of its rules, and against published figures."""

from __future__ import annotations

import random
from collections import Counter
from math import comb
from typing import Any

import pytest
from pyramids import PYLOS, balls, words
from slow_pylos import SlowPylos

from galda.core.kernels import perft
from galda.games.pylos.board.board import ball_ids
from galda.games.pylos.rules import rules
from galda.games.pylos.text.spots import members, spot_name
from support import ALL_STARTS, random_game

PYLOS_STARTS = [start for start in ALL_STARTS if start.values[0] == "pylos"]
# Turns counted from the start, a removal set once; depths 1 to 6 are the same in all variants.
PERFT = (16, 240, 3_360, 43_680, 524_376, 5_786_496)
PERFT_7 = {"beginners": 58_746_240, "standard": 61_313_472}
PERFT_8 = {"beginners": 553_128_480, "standard": 604_563_360}


@pytest.mark.parametrize(("name", "options"), PYLOS_STARTS)
def test_random_games_agree_with_the_slow_model(name: str, options: dict[str, Any]) -> None:
    for seed in range(12):
        model = SlowPylos(options["variant"])
        for position in random_game(name, options, seed):
            if position.action is not None and position.before is not None:
                model.play(position.before.write(position.action))
            assert sorted(words(position)) == sorted(model.moves())
            assert [int(n) for n in position.state.reserve] == model.reserve
            assert int(position.state.balls[0]).bit_count() == 15 - model.reserve[0]
            shown = {rules.SPOT[s[0] - 1, s[1], s[2]]: seat for s, seat in model.balls.items()}
            for seat in (0, 1):
                spots = members(int(position.state.balls[seat]))
                assert spots == sorted(spot for spot, owner in shown.items() if owner == seat)
            assert position.in_turn == model.removing
            assert position.is_over == bool(model.result)
            if not position.is_over:
                assert position.to_act == model.to_act
        assert model.result == ("light", "dark", "draw")[int(position.state.result) - 1]


def test_there_are_217_raises() -> None:
    assert len(rules.RAISES) == 217
    assert len(set(rules.RAISES)) == 217


@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_perft(variant: str) -> None:
    start = PYLOS.new(variant=variant)
    for depth, turns in enumerate(PERFT, 1):
        assert perft.perft(start.states, depth, PYLOS.rules.most_legal) == turns


@pytest.mark.slow
@pytest.mark.parametrize("variant", PERFT_7)
def test_deep_perft(variant: str) -> None:
    start = PYLOS.new(variant=variant)
    assert perft.perft(start.states, 7, PYLOS.rules.most_legal) == PERFT_7[variant]
    assert perft.perft(start.states, 8, PYLOS.rules.most_legal) == PERFT_8[variant]


def shapes() -> Counter[int]:
    """How many stable shapes of the pyramid there are, by the number of balls."""
    found: Counter[int] = Counter()
    pending = list(range(1 << 16))
    while pending:
        shape = pending.pop()
        found[shape.bit_count()] += 1
        # Every shape is built once, its upper balls in ascending order.
        last = shape.bit_length() - 1
        pending += [
            shape | 1 << spot
            for spot in members(int(rules.receivers(shape)) & ~rules.HOLLOWS)
            if spot > last
        ]
    return found


def test_the_number_of_stable_shapes_and_of_coloured_positions_is_as_published() -> None:
    counted = shapes()
    assert sum(counted.values()) == 141_120
    coloured = sum(
        number * comb(n, light)
        for n, number in counted.items()
        for light in range(n + 1)
        if light <= 15 and n - light <= 15
    )
    assert coloured == 12_507_810_089


def test_squares_and_carriers_by_bit_tricks_equal_the_plain_definition() -> None:
    chance = random.Random(1)
    for _ in range(2000):
        some = chance.getrandbits(30) | chance.getrandbits(30)
        squares = [s for s in range(16, 30) if all(some >> b & 1 for b in rules.rests_on(s))]
        assert members(int(rules.squares(some))) == squares
        carried = {b for s in members(some) for b in rules.rests_on(s)}
        assert members(int(rules.carriers(some))) == sorted(carried)


@pytest.mark.parametrize(("name", "options"), PYLOS_STARTS)
def test_every_ball_keeps_its_name_and_its_colour(name: str, options: dict[str, Any]) -> None:
    for position in random_game(name, options, 3):
        where, reserves = ball_ids(position)
        assert sorted([*where.values(), *reserves[0], *reserves[1]]) == sorted(
            f"{colour}-{n}" for colour in ("light", "dark") for n in range(15)
        )
        colours = {spot_name(spot): ball.split("-")[0] for spot, ball in where.items()}
        assert colours == balls(position)
