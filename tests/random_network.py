"""A policy-value network of random weights, for tests."""

from __future__ import annotations

import numpy as np

from galda.core.kernels.policy_value import ONE_BITS, Network
from galda.core.play.game import Game
from galda.core.play.options import player_counts

FIRST, SECOND = 16, 8
ROW_BITS, BITS, STEP_BITS = 8, 8, 6
MOST_ROWS = 64


def random_network(game: Game, seed: int = 1) -> Network:
    """A small one for a game."""
    features = game.rules.network_inputs
    counts = [each.most if each.most <= MOST_ROWS else 1 for each in features]
    rows = np.repeat(counts, [each.size for each in features])
    return network_of_rows(
        rows, game.rules.action_count, len(game.rules.action_encoding),
        max(player_counts(game.options)), seed,
    )  # fmt: skip


def network_of_rows(
    rows: np.ndarray, actions: int, features: int, seats: int, seed: int
) -> Network:
    """One whose inputs have these rows."""
    chance = np.random.default_rng(seed)

    def weights(*shape: int, bits: int = BITS) -> np.ndarray:
        return np.asarray(np.rint(chance.normal(0, 0.3, shape) * 2**bits), np.int16)

    def bias(size: int, bits: int) -> np.ndarray:
        return np.asarray(np.rint(chance.normal(0.2, 0.1, size) * 2**bits), np.int32)

    return Network(
        starts=np.concatenate([[0], np.cumsum(rows)]).astype(np.int32),
        table=weights(int(rows.sum()), FIRST, bits=ROW_BITS), table_bias=bias(FIRST, ROW_BITS),
        second=weights(SECOND, FIRST), second_bias=bias(SECOND, BITS + ONE_BITS),
        policy=weights(actions, SECOND), policy_bias=bias(actions, BITS + ONE_BITS),
        worth=weights(features, SECOND), worth_bias=bias(features, BITS + ONE_BITS),
        value=weights(seats, SECOND), value_bias=bias(seats, BITS + ONE_BITS),
        shifts=np.array(
            [ROW_BITS - ONE_BITS, BITS, *[BITS + ONE_BITS - STEP_BITS] * 3], np.int64
        ),
    )  # fmt: skip
