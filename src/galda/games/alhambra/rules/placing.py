"""The order in which bought tiles are built, as kernels: any the rules allow, but one per outcome.

Bought tiles may be built in any order (A19), and sometimes one must come first to carry another.
Often several orders end the same; then only the first of them counts, comparing the squares the
tiles came from. Every beginning of such an order is itself the first for the tiles it builds, so
they can be played step by step without dead ends. What is not built goes to the reserve or to the
neutral player afterwards, lowest square first.
"""

import numpy as np

from galda.core.kernels.kernel import kernel
from galda.games.alhambra.rules import city
from galda.games.alhambra.rules.city import NO_TILE, NONE, ONE, fits_among
from galda.games.alhambra.rules.tiles import WALLS

FOUR = np.uint64(15)


@kernel
def can_follow(state, seat, squares, square, new_square, new_tile, new_x, new_y):
    """Whether the tile of one square fits its cell when the tiles of `squares` were built before.

    The tiles built in this turn lie where they were put; the new one would go to (new_x, new_y).
    """
    tile, x, y = new_tile, new_x, new_y
    tiles = np.uint64(state.city[seat])
    for n in range(state.built):
        built = np.int64(state.built_tile[n])
        if not squares >> state.built_square[n] & 1:
            tiles &= ~(ONE << np.uint64(built))
        if state.built_square[n] == square:
            tile, x, y = built, np.int64(state.x[built]), np.int64(state.y[built])
    extra = new_tile if squares >> new_square & 1 else NO_TILE
    return fits_among(state, tiles, WALLS[tile], x, y, extra, new_x, new_y)


@kernel
def is_first_order(state, seat, square, cell):
    """Whether the tiles built so far, then this one, is the first order with that outcome."""
    if state.built == 0:
        return True
    tile = np.int64(state.bought[square])
    x, y = city.cell_x(state, cell), city.cell_y(state, cell)
    everything = np.int64(1) << square
    for n in range(state.built):
        everything |= np.int64(1) << state.built_square[n]
    # Four bits for each set of squares: those that can follow it and lead on to the end.
    leads_on = NONE
    for k in range(everything):
        squares = everything - 1 - k
        if squares & ~everything:
            continue
        for following in range(4):
            bit = np.int64(1) << following
            if everything & ~squares & bit == 0:
                continue
            rest = squares | bit
            if rest != everything and (leads_on >> np.uint64(4 * rest)) & FOUR == NONE:
                continue
            if can_follow(state, seat, squares, following, square, tile, x, y):
                leads_on |= ONE << np.uint64(4 * squares + following)
    squares = np.int64(0)
    for n in range(state.built):
        came = np.int64(state.built_square[n])
        lower = (ONE << np.uint64(came)) - ONE
        if (leads_on >> np.uint64(4 * squares)) & lower != NONE:
            return False
        squares |= np.int64(1) << came
    return True
