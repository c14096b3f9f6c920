"""Pylos as planes of four by four numbers, for programs that learn."""

import numpy as np

from galda.core.kernels.features import Feature, width
from galda.core.kernels.kernel import kernel
from galda.games.pylos.rules.rules import PLACES, PLAYING, REMOVED, SPOTS

SIDE = 4
GRID = (SIDE, SIDE)
LEVELS = ("level 1", "level 2", "level 3", "the top")
FEATURES = (
    *(Feature(f"mine_{n}", GRID, f"1 where a ball of the viewer lies on {level}")
      for n, level in enumerate(LEVELS, 1)),
    *(Feature(f"theirs_{n}", GRID, f"1 where a ball of the other lies on {level}")
      for n, level in enumerate(LEVELS, 1)),
    Feature("my_reserve", GRID, "everywhere: balls in the viewer's reserve"),
    Feature("their_reserve", GRID, "everywhere: balls in the other's reserve"),
    Feature("removals", GRID, "everywhere: 0 placing or raising, 1 removing, 2 one is removed"),
    Feature("removed", GRID, "everywhere: the number of the spot that ball left, plus 1; else 0"),
    Feature("quiet", GRID, "everywhere: turns in a row without a new high of balls"),
    Feature("most", GRID, "everywhere: that high"),
    Feature("variant", GRID, "everywhere: 0 standard, 1 beginners, 2 expert"),
    Feature("waiting", GRID, "everywhere: 0 when the viewer is to act, 1 when the other is"),
)  # fmt: skip
WIDTH = width(FEATURES)
PLANE = SIDE * SIDE
# Where each spot lies in four planes, one for each level; upper levels use a corner of theirs.
AT = np.array([level * PLANE + row * SIDE + column for level, row, column in PLACES], np.int64)
BOTH_COLOURS = 2 * len(LEVELS) * PLANE


@kernel
def observe(state, viewer, out):
    """Write the planes above; row 1 comes first."""
    for k in range(BOTH_COLOURS):
        out[k] = 0
    mine, theirs = np.int64(state.balls[viewer]), np.int64(state.balls[1 - viewer])
    for spot in range(SPOTS):
        out[AT[spot]] = mine >> spot & 1
        out[BOTH_COLOURS // 2 + AT[spot]] = theirs >> spot & 1
    removals, removed = np.int64(0), np.int64(0)
    if state.phase != PLAYING:
        removals = np.int64(1)
    if state.phase >= REMOVED:
        removals = np.int64(2)
        removed = np.int64(state.phase) - REMOVED + 1
    for k in range(BOTH_COLOURS, BOTH_COLOURS + PLANE):
        out[k] = state.reserve[viewer]
        out[k + PLANE] = state.reserve[1 - viewer]
        out[k + 2 * PLANE] = removals
        out[k + 3 * PLANE] = removed
        out[k + 4 * PLANE] = state.quiet
        out[k + 5 * PLANE] = state.most
        out[k + 6 * PLANE] = state.variant
        out[k + 7 * PLANE] = np.int64(state.to_act) ^ viewer
