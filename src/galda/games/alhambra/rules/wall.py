"""How long the wall round an Alhambra is, as kernels."""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel, seldom
from galda.games.alhambra.rules.city import NO_TILE, NONE, ONE, STEPS_X, STEPS_Y
from galda.games.alhambra.rules.tiles import FOUNTAIN, WALLS


@kernel
def tile_at(state, tiles, x, y, extra, extra_x, extra_y):
    """The tile of a set that lies at (x, y), `FOUNTAIN` for the fountain, -1 for none.

    `extra` is one more tile, thought to lie at (extra_x, extra_y), or `NO_TILE`.
    """
    if x == 0 and y == 0:
        return FOUNTAIN
    if extra != NO_TILE and x == extra_x and y == extra_y:
        return extra
    left = np.uint64(tiles)
    while left != NONE:
        tile = bits.lowest(left)
        left &= left - ONE
        if state.x[tile] == x and state.y[tile] == y:
            return tile
    return -1


@kernel
def longest_wall(state, seat):
    """The longest outer wall (A27): the longest unbroken run of walled sides of the outline."""
    return longest_wall_with(state, seat, NO_TILE, np.int64(0), np.int64(0))


@kernel
def longest_wall_with(state, seat, extra, extra_x, extra_y):
    """The same if one more tile lay at (extra_x, extra_y); `NO_TILE`: none.

    Without holes the outline is one closed curve. We follow it once round, each tile's side in
    turn, clockwise, starting at the top of the northernmost tile.
    """
    tiles = np.uint64(state.city[seat])
    tile, x, y = np.int64(FOUNTAIN), np.int64(0), np.int64(0)
    left = tiles
    while left != NONE:
        other = bits.lowest(left)
        left &= left - ONE
        if state.y[other] > y:
            tile, x, y = other, np.int64(state.x[other]), np.int64(state.y[other])
    if extra != NO_TILE and extra_y > y:
        tile, x, y = extra, extra_x, extra_y
    first_x, first_y = x, y
    side = 0
    run, best, head, steps = 0, 0, -1, 0
    while True:
        steps += 1
        if (WALLS[tile] >> side) & 1:
            run += 1
        else:
            if head < 0:
                head = run  # a run that the start cut in two: joined below
            best = max(best, run)
            run = 0
        ahead = (side + 1) & 3
        beside = tile_at(
            state, tiles, x + STEPS_X[ahead], y + STEPS_Y[ahead], extra, extra_x, extra_y
        )
        if beside < 0:
            side = ahead  # round a convex corner
        else:
            x, y = x + STEPS_X[ahead], y + STEPS_Y[ahead]
            tile = beside
            corner = tile_at(
                state, tiles, x + STEPS_X[side], y + STEPS_Y[side], extra, extra_x, extra_y
            )
            if corner >= 0:  # into a concave corner
                x, y = x + STEPS_X[side], y + STEPS_Y[side]
                tile = corner
                side = (side + 3) & 3
        if x == first_x and y == first_y and side == 0:
            break
    if head < 0:
        return steps  # a closed ring
    return max(best, run + head)


@seldom
@kernel
def longest_walls(states, out):
    """Write the longest wall of each seat of the game `states[0]`."""
    for seat in range(out.shape[0]):
        out[seat] = longest_wall(states[0], seat)
