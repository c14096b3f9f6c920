"""Pylos as planes of four by four numbers, for programs that learn."""

import numpy as np

from galda.core.kernels.features import Feature, width
from galda.core.kernels.kernel import kernel
from galda.core.kernels.writing import write_digits, write_same
from galda.games.pylos.rules.rules import REMOVED

SIDE = 4
GRID = (SIDE, SIDE)
LEVELS = ("level 1", "level 2", "level 3", "the top")
FEATURES = (
    *(Feature(f"mine_{n}", GRID, f"1 where a ball of the viewer lies on {level}", most=1)
      for n, level in enumerate(LEVELS, 1)),
    *(Feature(f"theirs_{n}", GRID, f"1 where a ball of the other lies on {level}", most=1)
      for n, level in enumerate(LEVELS, 1)),
    Feature("my_reserve", GRID, "everywhere: balls in the viewer's reserve", same=True),
    Feature("their_reserve", GRID, "everywhere: balls in the other's reserve", same=True),
    Feature("removals", GRID, "everywhere: 0 placing or raising, 1 removing, 2 one is removed",
            same=True),
    Feature("removed", GRID, "everywhere: the number of the spot that ball left, plus 1; else 0",
            same=True),
    Feature("quiet", GRID, "everywhere: turns in a row without a new high of balls", same=True),
    Feature("most", GRID, "everywhere: that high", same=True),
    Feature("variant", GRID, "everywhere: 0 standard, 1 beginners, 2 expert", same=True),
    Feature("waiting", GRID, "everywhere: 0 when the viewer is to act, 1 when the other is",
            same=True),
)  # fmt: skip
WIDTH = width(FEATURES)
PLANE = SIDE * SIDE
ONE_COLOUR = len(LEVELS) * PLANE
BOTH_COLOURS = 2 * ONE_COLOUR


@kernel
def spread(balls):
    """The spots of a set of balls as four planes, one for each level, of a bit for each number.

    Upper levels use a corner of theirs.
    """
    two, three, top = balls >> 16, balls >> 25, balls >> 29
    return (
        balls & 0xFFFF
        | (two & 0o7 | (two & 0o70) << 1 | (two & 0o700) << 2) << PLANE
        | (three & 0b11 | (three & 0b1100) << 2) << 2 * PLANE
        | (top & 1) << 3 * PLANE
    )


@kernel
def observe(state, viewer, out):
    """Write the planes above; row 1 comes first."""
    mine, theirs = np.int64(state.balls[viewer]), np.int64(state.balls[1 - viewer])
    write_digits(out, 0, np.uint64(spread(mine)), ONE_COLOUR, 1)
    write_digits(out, ONE_COLOUR, np.uint64(spread(theirs)), ONE_COLOUR, 1)
    phase = np.int64(state.phase)
    numbers = (
        np.int64(state.reserve[viewer]), np.int64(state.reserve[1 - viewer]),
        min(phase, REMOVED), max(phase - REMOVED + 1, 0),
        np.int64(state.quiet), np.int64(state.most), np.int64(state.variant),
        np.int64(state.to_act) ^ viewer,
    )  # fmt: skip
    for n in range(len(numbers)):
        write_same(out, BOTH_COLOURS + n * PLANE, np.uint64(numbers[n]), PLANE)
