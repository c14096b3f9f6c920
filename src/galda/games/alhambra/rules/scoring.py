"""Scoring as kernels: places for each kind of building, and the wall (A24-A28)."""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.games.alhambra.rules.tiles import KINDS, POINTS, TILES_OF_KIND
from galda.games.alhambra.rules.wall import longest_wall

KIND_COUNT = len(KINDS)


@kernel
def columns(state):
    """How many collect buildings: the players and, when two play, the neutral player (A37)."""
    return 3 if state.players == 2 else np.int64(state.players)


@kernel
def buildings(state, column, kind):
    """How many tiles of a kind a player has in his Alhambra, or the neutral player at all."""
    tiles = state.given if column >= state.players else state.city[column]
    return bits.count(np.uint64(tiles) & TILES_OF_KIND[kind])


@kernel
def points_for(state, scoring, column, kind):
    """What a kind brings in a scoring: tied players share the places they cover (A25, A26)."""
    own = buildings(state, column, kind)
    if own == 0:
        return 0
    better, equal = 0, 0
    for other in range(columns(state)):
        number = buildings(state, other, kind)
        better += number > own
        equal += number == own
    shared = 0
    for place in range(better, better + equal):
        shared += POINTS[scoring, kind, place]
    return shared // equal


@kernel
def score(state, scoring):
    """Score a round and write down what it was scored from."""
    for column in range(columns(state)):
        tally, points = 0, 0
        for kind in range(KIND_COUNT):
            tally |= buildings(state, column, kind) << (4 * kind)
            points += points_for(state, scoring, column, kind)
        wall = longest_wall(state, column) if column < state.players else 0
        state.tally[scoring, column] = tally
        state.wall[scoring, column] = wall
        state.points[column] += points + wall
    state.scored |= 1 << scoring
