"""One Alhambra as kernels: where a tile fits, and what may be lifted.

A built tile has coordinates relative to its fountain (0, 0), x to the east and y to the north. An
empty cell is named by a built neighbour, the anchor, and the direction from it: of several
neighbours the one with the lowest direction. So a cell is one of `CELLS` numbers however far an
Alhambra reaches (A40), anchor * 4 + direction, where the own fountain is anchor `FOUNTAIN`.

`state.rim[anchor, direction]` keeps what matters about the cell beyond that side:
  0          nothing can be built there, or another anchor names the cell
  OCCUPIED   a tile lies there
  otherwise  the sides on which it has neighbours (times 16) and on which they show a wall.
"""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.games.alhambra.rules.tiles import FOUNTAIN, STEP_X, STEP_Y, TILE_COUNT, WALLS

CELLS = (TILE_COUNT + 1) * 4
OCCUPIED = 0xF0  # a free cell never has four neighbours: it would be a hole
NO_TILE = -1
BOARD = 8
"""An Alhambra of up to this number of rows and columns is one word, a bit for each cell."""
ONE = np.uint64(1)
NONE = np.uint64(0)

STEPS_X = np.array(STEP_X, np.int64)
STEPS_Y = np.array(STEP_Y, np.int64)
# The eight cells round a cell, clockwise from the north, as steps in a window five cells wide.
RING = np.array([5, 6, 1, -4, -5, -6, -1, 4], np.int64)
CENTRE = 12
AHEAD = np.array([5, 1, -5, -1], np.int64)
"""The step in the window to the cell beyond each side."""
ROUND_CENTRE = sum(0b111 << CENTRE - 1 + row for row in (-5, 0, 5)) << 5
"""The centre and the cells round it, five places on: a side may look out of the window."""

# For each rim value the sets of walls (bit n: walls n) a tile may have to be built there: walls
# meet walls (A20) and at least one side is open to walk in by (A21).
FITS = np.zeros(256, np.int64)
# For each rim-like value (occupied sides, walls on them) the walls that agree on those sides (A23).
AGREES = np.zeros(256, np.int64)
for _sides in range(16):
    for _facing in range(16):
        for _walls in range(16):
            if _walls & _sides == _facing:
                AGREES[_sides * 16 + _facing] |= 1 << _walls
                if _sides & ~_walls and _sides != 15:
                    FITS[_sides * 16 + _facing] |= 1 << _walls

# For each set of filled cells of the ring: whether they are one unbroken run (A22).
ONE_RUN = np.zeros(256, np.int64)
for _ring in range(256):
    _filled = [_ring >> _k & 1 for _k in range(8)]
    ONE_RUN[_ring] = sum(_filled[_k] != _filled[_k - 1] for _k in range(8)) == 2


@kernel
def has(tiles, tile):
    """Whether a set of tiles contains a tile."""
    return (np.uint64(tiles) >> np.uint64(tile)) & ONE != NONE


@kernel
def cell_x(state, cell):
    """The x of a cell, given its anchor and direction."""
    anchor = cell >> 2
    x = np.int64(0) if anchor == FOUNTAIN else np.int64(state.x[anchor])
    return x + STEPS_X[cell & 3]


@kernel
def cell_y(state, cell):
    """The y of a cell, given its anchor and direction."""
    anchor = cell >> 2
    y = np.int64(0) if anchor == FOUNTAIN else np.int64(state.y[anchor])
    return y + STEPS_Y[cell & 3]


@kernel
def fits_among(state, tiles, walls, x, y, extra, extra_x, extra_y):
    """Whether a tile with these walls may be built at (x, y) among a set of tiles (A20-A22).

    `extra` is one more tile of the Alhambra, thought to lie at (extra_x, extra_y), or `NO_TILE`.
    """
    ring, sides, facing = np.int64(0), np.int64(0), np.int64(0)
    left = np.uint64(tiles) | (ONE << np.uint64(FOUNTAIN))
    if extra != NO_TILE:
        left |= ONE << np.uint64(extra)
    while left != NONE:
        tile = bits.lowest(left)
        left &= left - ONE
        dx, dy = -x, -y
        if tile == extra:
            dx += extra_x
            dy += extra_y
        elif tile != FOUNTAIN:
            dx += np.int64(state.x[tile])
            dy += np.int64(state.y[tile])
        if dx < -1 or dx > 1 or dy < -1 or dy > 1:
            continue
        if dx == 0 and dy == 0:
            return False
        for k in range(8):
            if RING[k] == dx + 5 * dy:
                ring |= 1 << k
                if k & 1 == 0:
                    sides |= 1 << (k >> 1)
                    facing |= ((WALLS[tile] >> ((k >> 1) ^ 2)) & 1) << (k >> 1)
    return ONE_RUN[ring] != 0 and (FITS[sides * 16 + facing] >> walls) & 1 != 0


@kernel
def one_run_round(filled):
    """The cells of a window whose filled neighbours, of all eight, are one unbroken run (A22)."""
    once, again = np.int64(0), np.int64(0)
    before = filled >> 4
    for beside in (
        filled >> 5, filled >> 6, filled >> 1, filled << 4,
        filled << 5, filled << 6, filled << 1, filled >> 4,
    ):  # fmt: skip
        begins = beside & ~before
        again |= once & begins
        once |= begins
        before = beside
    return once & ~again


@kernel
def survey(state, seat, x, y):
    """Note anew what matters about the cell (x, y) and those round it, for all anchors beside them.

    A window of five by five cells tells it, each of them a bit.
    """
    filled, north, east = np.int64(0), np.int64(0), np.int64(0)
    south, west = np.int64(0), np.int64(0)
    near = NONE
    left = np.uint64(state.city[seat]) | (ONE << np.uint64(FOUNTAIN))
    while left != NONE:
        tile = bits.lowest(left)
        bit = left & (~left + ONE)
        left ^= bit
        dx, dy = -x, -y
        if tile != FOUNTAIN:
            dx += np.int64(state.x[tile])
            dy += np.int64(state.y[tile])
        if -2 <= dx <= 2 and -2 <= dy <= 2:
            place = CENTRE + dx + 5 * dy
            walls = WALLS[tile]
            near |= bit
            filled |= np.int64(1) << place
            north |= (walls & 1) << place
            east |= (walls >> 1 & 1) << place
            south |= (walls >> 2 & 1) << place
            west |= (walls >> 3 & 1) << place
    # The cells with a neighbour to the north, and so on; those where something can be built; and of
    # these by direction the ones that an anchor names so: the lowest direction it can.
    norths, easts, souths, wests = filled >> 5, filled >> 1, filled << 5, filled << 1
    free = one_run_round(filled) & ~filled
    named = (
        free & souths,
        free & wests & ~souths,
        free & norths & ~(souths | wests),
        free & easts & ~(souths | wests | norths),
    )
    while near != NONE:
        anchor = bits.lowest(near)
        near &= near - ONE
        dx, dy = -x, -y
        if anchor == FOUNTAIN:
            anchor += seat
        else:
            dx += np.int64(state.x[anchor])
            dy += np.int64(state.y[anchor])
        place = CENTRE + dx + 5 * dy
        for side in range(4):
            cell = place + AHEAD[side]
            if ROUND_CENTRE >> cell + 5 & 1 == 0:
                continue
            beyond = np.int64(0)
            if filled >> cell & 1:
                beyond = np.int64(OCCUPIED)
            elif named[side] >> cell & 1:
                beyond = (
                    (norths >> cell & 1) << 4 | (easts >> cell & 1) << 5
                    | (souths >> cell & 1) << 6 | (wests >> cell & 1) << 7
                    | (south >> cell + 5 & 1) | (west >> cell + 1 & 1) << 1
                    | (north >> cell - 5 & 1) << 2 | (east >> cell - 1 & 1) << 3
                )  # fmt: skip
            state.rim[anchor, side] = beyond


@kernel
def occupied_sides(state, anchor):
    """The sides on which a built tile has neighbours."""
    sides = np.int64(0)
    for side in range(4):
        sides |= (state.rim[anchor, side] == OCCUPIED) << side
    return sides


@kernel
def is_next_to(state, tile, other):
    """Whether one can walk from a built tile straight to another (either may be the fountain)."""
    dx, dy = np.int64(0), np.int64(0)
    if other != FOUNTAIN:
        dx, dy = np.int64(state.x[other]), np.int64(state.y[other])
    if tile != FOUNTAIN:
        dx -= np.int64(state.x[tile])
        dy -= np.int64(state.y[tile])
    if dx * dx + dy * dy != 1:
        return False
    side = 1 - dy if dx == 0 else 2 - dx
    return (WALLS[tile] >> side) & 1 == 0


@kernel
def holds_together(state, seat, lifted):
    """Whether all is still reachable on foot once a tile is lifted (A21, A23)."""
    left = (np.uint64(state.city[seat]) | (ONE << np.uint64(FOUNTAIN))) & ~(
        ONE << np.uint64(lifted)
    )
    doors = NONE
    rest = left
    while rest != NONE:
        tile = bits.lowest(rest)
        rest &= rest - ONE
        if is_next_to(state, lifted, tile):
            doors |= ONE << np.uint64(tile)
    # Whatever was reachable is so through a neighbour of the lifted tile or without it: it is
    # enough that all these neighbours can still be reached from one of them.
    frontier = doors & (~doors + ONE)
    doors &= ~frontier
    left &= ~frontier
    while frontier != NONE and doors != NONE:  # noqa: PLR1714
        tile = bits.lowest(frontier)
        frontier &= frontier - ONE
        rest = left
        while rest != NONE:
            other = bits.lowest(rest)
            rest &= rest - ONE
            if is_next_to(state, tile, other):
                found = ONE << np.uint64(other)
                frontier |= found
                left &= ~found
                doors &= ~found
    return doors == NONE


@kernel
def dispensable(state, seat, tiles):
    """The tiles of a set without any one of which all is still reachable on foot (A21, A23)."""
    low_x, high_x = np.int64(0), np.int64(0)
    low_y, high_y = np.int64(0), np.int64(0)
    left = np.uint64(state.city[seat])
    while left != NONE:
        x, y = np.int64(state.x[bits.lowest(left)]), np.int64(state.y[bits.lowest(left)])
        left &= left - ONE
        low_x, high_x = min(low_x, x), max(high_x, x)
        low_y, high_y = min(low_y, y), max(high_y, y)
    on_board = high_x - low_x < BOARD and high_y - low_y < BOARD
    norths, easts = NONE, NONE  # the cells that can be left in these directions
    left = (np.uint64(state.city[seat]) | (ONE << np.uint64(FOUNTAIN))) if on_board else NONE
    while left != NONE:
        tile = bits.lowest(left)
        left &= left - ONE
        row = tile + seat if tile == FOUNTAIN else tile
        doors = np.uint64(occupied_sides(state, row) & ~WALLS[tile])
        place = np.uint64(place_on_board(state, tile, low_x, low_y))
        norths |= (doors & ONE) << place
        easts |= ((doors >> ONE) & ONE) << place
    found, left = NONE, np.uint64(tiles)
    while left != NONE:
        tile = bits.lowest(left)
        bit = left & (~left + ONE)
        left ^= bit
        if on_board:
            cell = ONE << np.uint64(place_on_board(state, tile, low_x, low_y))
            holds = neighbours_meet(cell, norths, easts)
        else:
            holds = holds_together(state, seat, tile)
        found |= bit if holds else NONE
    return found


@kernel
def place_on_board(state, tile, low_x, low_y):
    """The number of a tile's cell, or of the fountain's, on a board that begins at these."""
    if tile == FOUNTAIN:
        return -low_x - BOARD * low_y
    return np.int64(state.x[tile]) - low_x + BOARD * (np.int64(state.y[tile]) - low_y)


@kernel
def beside(cells, norths, easts):
    """The cells one can walk to from a set of cells of a board."""
    up, right = np.uint64(BOARD), ONE
    return (
        ((cells & norths) << up) | ((cells >> up) & norths)
        | ((cells & easts) << right) | ((cells >> right) & easts)
    )  # fmt: skip


@kernel
def neighbours_meet(cell, norths, easts):
    """Whether all neighbours of a cell of a board can be reached from one of them without it."""
    doors = beside(cell, norths, easts)
    reached, before = doors & (~doors + ONE), NONE
    while reached != before and doors & ~reached != NONE:
        before = reached
        reached = (reached | beside(reached, norths, easts)) & ~cell
    return doors & ~reached == NONE


@kernel
def note_changes(state, seat, x, y):
    """Bring the notes about an Alhambra up to date after a change at (x, y).

    A tile may leave it if a side is free and all stays reachable (A23).
    """
    survey(state, seat, x, y)
    usable, liftable, doubtful = np.int64(0), NONE, NONE
    ends = np.int64(0)  # of ways from a tile to the next: each way has two
    left = np.uint64(state.city[seat]) | (ONE << np.uint64(FOUNTAIN))
    while left != NONE:
        anchor = bits.lowest(left)
        bit = left & (~left + ONE)
        left ^= bit
        if anchor == FOUNTAIN:
            anchor += seat
        sides = np.int64(0)
        for side in range(4):
            beyond = state.rim[anchor, side]
            usable |= FITS[beyond]
            sides |= (beyond == OCCUPIED) << side
        doors = sides & ~WALLS[anchor]
        ends += bits.count(doors)
        if anchor < FOUNTAIN:
            usable |= AGREES[sides * 16 + (WALLS[anchor] & sides)]
            movable = bit if sides != 15 else NONE
            several = bit if doors & (doors - 1) != 0 else NONE
            liftable |= movable & ~several
            doubtful |= movable & several
    # Where there are no more ways than are needed to reach everything, no tile that several ways
    # lead to can be missed.
    if doubtful != NONE and ends >> 1 > bits.count(state.city[seat]):
        liftable |= dispensable(state, seat, doubtful)
    state.usable[seat] = usable
    state.liftable[seat] = liftable


@kernel
def put(state, seat, tile, x, y):
    """Put a tile into an Alhambra; `note_changes` must follow."""
    state.x[tile] = x
    state.y[tile] = y
    state.city[seat] = np.uint64(state.city[seat]) | (ONE << np.uint64(tile))


@kernel
def lift(state, seat, tile):
    """Take a tile out of an Alhambra to the reserve; `note_changes` must follow."""
    state.x[tile] = 0
    state.y[tile] = 0
    for side in range(4):
        state.rim[tile, side] = 0
    bit = ONE << np.uint64(tile)
    state.city[seat] = np.uint64(state.city[seat]) & ~bit
    state.reserve[seat] = np.uint64(state.reserve[seat]) | bit
