"""Random play for tests: every way to start a game, its positions one by one, what is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from galda.core.errors import BadOption, IllegalMove
from galda.core.kernels import contract
from galda.core.kernels.features import width
from galda.core.play.position import Position
from galda.games import game

MOST_ACTIONS = 10_000
"""No game may take longer, however badly it is played."""


def starts(name: str) -> Iterator[dict[str, Any]]:
    """Every valid combination of a game's options, free texts left at their default."""
    chosen = [option for option in game(name).options if option.values]
    for values in product(*(option.values for option in chosen)):
        options = dict(zip((option.name for option in chosen), values, strict=True))
        try:
            game(name).read_options(options)
        except BadOption:
            continue
        yield options


def random_game(name: str, options: dict[str, Any], seed: int) -> Iterator[Position]:
    """The positions of a game played at random, from the start to the end."""
    print(f"seed {seed}")
    chance = random.Random(seed)
    position = game(name).new(seed=seed, **options)
    yield position
    for _ in range(MOST_ACTIONS):
        if position.is_over:
            return
        position = position.play(chance.choice(position.legal_actions))
        yield position
    assert position.is_over, (
        f"{name} with {options} and seed {seed} has not ended after {MOST_ACTIONS} random actions; "
        "a game must end under any play: give it a rule that ends it"
    )


def sample(name: str, options: dict[str, Any], seed: int, most: int) -> list[Position]:
    """A few positions of a random game in their order, its first and last among them."""
    played = list(random_game(name, options, seed))
    between = range(1, len(played) - 1)
    inside = sorted(random.Random(seed).sample(between, min(most, len(between))))
    return [played[0], *(played[k] for k in inside), played[-1]]


def refused(position: Position, move: str) -> str:
    """The rule that forbids a move, and fails if none does."""
    before = position.states.tobytes()
    try:
        position.play(move)
    except IllegalMove as error:
        assert position.states.tobytes() == before
        assert error.sentence
        return error.rule
    raise AssertionError(f"{move} is legal")


def trace(name: str, options: dict[str, Any], seed: int, most: int) -> list[str]:
    """The raw bytes of the first `most` positions of a random game, and what each seat sees."""
    played = zip(range(most), random_game(name, options, seed), strict=False)
    return [position.states.tobytes().hex() + seen_as_numbers(position) for _, position in played]


def seen_as_numbers(position: Position) -> str:
    """The observations of all seats as bytes."""
    return "".join(observation(position, seat).hex() for seat in range(position.players))


def observation(position: Position, seat: int) -> bytes:
    """What one seat sees, as bytes."""
    out = np.zeros(width(position.game.rules.features), np.uint8)
    contract.observe(position.state, seat, out)
    return out.tobytes()
