"""What many tests share: the rule marker, every way to start a game, and random play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

import galda
from galda import BadOption, IllegalMove, Position
from galda.core.kernels import contract
from galda.core.kernels.features import width

rule = pytest.mark.rule


def starts(name: str) -> Iterator[dict[str, Any]]:
    """Every valid combination of a game's options, free texts left at their default."""
    game = galda.game(name)
    chosen = [option for option in game.options if option.values]
    for values in product(*(option.values for option in chosen)):
        options = dict(zip((option.name for option in chosen), values, strict=True))
        try:
            game.read_options(options)
        except BadOption:
            continue
        yield options


ALL_STARTS = [
    pytest.param(name, options, id=name + "-" + "-".join(str(v) for v in options.values()))
    for name in galda.game_names()
    for options in starts(name)
]
"""Parameters (name, options) for tests that hold for every game, variant and player count."""


def random_game(name: str, options: dict[str, Any], seed: int) -> Iterator[Position]:
    """The positions of a game played at random, from the start to the end."""
    print(f"seed {seed}")
    chance = random.Random(seed)
    position = galda.game(name).new(seed=seed, **options)
    yield position
    while not position.is_over:
        position = position.play(chance.choice(position.legal()))
        yield position


def refused(position: Position, move: str) -> str:
    """The rule that forbids a move."""
    before = position.states.tobytes()
    with pytest.raises(IllegalMove) as error:
        position.play(move)
    assert position.states.tobytes() == before
    assert error.value.sentence
    return error.value.rule


def trace(name: str, options: dict[str, Any], seed: int, most: int) -> list[str]:
    """The raw bytes of the first `most` positions of a random game, and what each seat sees."""
    played = zip(range(most), random_game(name, options, seed), strict=False)
    return [position.states.tobytes().hex() + seen_as_numbers(position) for _, position in played]


def seen_as_numbers(position: Position) -> str:
    """The observations of all seats as bytes."""
    out = np.zeros((position.players, width(position.game.features)), np.uint8)
    for seat in range(position.players):
        contract.observe(position.state, seat, out[seat])
    return out.tobytes().hex()
