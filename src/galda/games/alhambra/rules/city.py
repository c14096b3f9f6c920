"""One Alhambra as kernels: where a tile fits, what may be lifted, how long the wall is.

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
from galda.core.kernels.kernel import kernel, seldom
from galda.games.alhambra.rules.tiles import FOUNTAIN, STEP_X, STEP_Y, TILE_COUNT, WALLS

CELLS = (TILE_COUNT + 1) * 4
OCCUPIED = 0xF0  # a free cell never has four neighbours: it would be a hole
NO_TILE = -1
ONE = np.uint64(1)
NONE = np.uint64(0)

_STEP_X = np.array(STEP_X, np.int64)
_STEP_Y = np.array(STEP_Y, np.int64)
# The eight cells round a cell, clockwise from the north, as steps in a window five cells wide.
RING = np.array([5, 6, 1, -4, -5, -6, -1, 4], np.int64)
CENTRE = 12

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
def tile_at(state, tiles, x, y):
    """The tile of a set that lies at (x, y), `FOUNTAIN` for the fountain, -1 for none."""
    if x == 0 and y == 0:
        return FOUNTAIN
    left = np.uint64(tiles)
    while left != NONE:
        tile = bits.lowest(left)
        left &= left - ONE
        if state.x[tile] == x and state.y[tile] == y:
            return tile
    return -1


@kernel
def cell_x(state, cell):
    """The x of a cell, given its anchor and direction."""
    anchor = cell >> 2
    x = np.int64(0) if anchor == FOUNTAIN else np.int64(state.x[anchor])
    return x + _STEP_X[cell & 3]


@kernel
def cell_y(state, cell):
    """The y of a cell, given its anchor and direction."""
    anchor = cell >> 2
    y = np.int64(0) if anchor == FOUNTAIN else np.int64(state.y[anchor])
    return y + _STEP_Y[cell & 3]


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
def survey(state, seat, anchor):
    """Look five cells round an anchor and note what is beyond each of its sides."""
    x, y = np.int64(0), np.int64(0)
    if anchor < FOUNTAIN:
        x, y = np.int64(state.x[anchor]), np.int64(state.y[anchor])
    filled, north, east = np.int64(0), np.int64(0), np.int64(0)
    south, west = np.int64(0), np.int64(0)
    if -2 <= x <= 2 and -2 <= y <= 2:
        filled = np.int64(1) << (CENTRE - x - 5 * y)
    left = np.uint64(state.city[seat])
    while left != NONE:
        tile = bits.lowest(left)
        left &= left - ONE
        dx, dy = np.int64(state.x[tile]) - x, np.int64(state.y[tile]) - y
        if -2 <= dx <= 2 and -2 <= dy <= 2:
            place = CENTRE + dx + 5 * dy
            walls = WALLS[tile]
            filled |= np.int64(1) << place
            north |= (walls & 1) << place
            east |= (walls >> 1 & 1) << place
            south |= (walls >> 2 & 1) << place
            west |= (walls >> 3 & 1) << place
    for side in range(4):
        cell = CENTRE + _STEP_X[side] + 5 * _STEP_Y[side]
        state.rim[anchor, side] = 0
        if filled >> cell & 1:
            state.rim[anchor, side] = OCCUPIED
            continue
        ring = np.int64(0)
        for k in range(8):
            ring |= (filled >> (cell + RING[k]) & 1) << k
        sides = (ring & 1) | (ring >> 1 & 2) | (ring >> 2 & 4) | (ring >> 3 & 8)
        # An anchor north of the cell names it by direction south, and so on: sides turned about.
        named_by = (sides >> 2 | sides << 2) & 15
        if ONE_RUN[ring] != 0 and named_by & ((1 << side) - 1) == 0:
            facing = (
                (south >> (cell + 5) & 1)
                | (west >> (cell + 1) & 1) << 1
                | (north >> (cell - 5) & 1) << 2
                | (east >> (cell - 1) & 1) << 3
            )
            state.rim[anchor, side] = sides * 16 + facing


@kernel
def occupied_sides(state, anchor):
    """The sides on which a built tile has neighbours."""
    sides = 0
    for side in range(4):
        if state.rim[anchor, side] == OCCUPIED:
            sides |= 1 << side
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
    for side in range(4):
        if _STEP_X[side] == dx and _STEP_Y[side] == dy:
            return (WALLS[tile] >> side) & 1 == 0
    return False


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
def can_lift(state, seat, tile):
    """Whether a tile may leave the Alhambra: a side is free and all stays reachable (A23)."""
    sides = occupied_sides(state, tile)
    if sides == 15:
        return False
    doors = sides & ~WALLS[tile]
    return doors & (doors - 1) == 0 or holds_together(state, seat, tile)


@kernel
def note_changes(state, seat, x, y):
    """Bring the notes about an Alhambra up to date after a change at (x, y)."""
    usable, liftable = np.int64(0), NONE
    left = np.uint64(state.city[seat]) | (ONE << np.uint64(FOUNTAIN))
    while left != NONE:
        anchor = bits.lowest(left)
        left &= left - ONE
        dx, dy = -x, -y
        if anchor == FOUNTAIN:
            anchor += seat
        else:
            dx += np.int64(state.x[anchor])
            dy += np.int64(state.y[anchor])
        if -2 <= dx <= 2 and -2 <= dy <= 2:
            survey(state, seat, anchor)
        for side in range(4):
            usable |= FITS[state.rim[anchor, side]]
        if anchor < FOUNTAIN:
            sides = occupied_sides(state, anchor)
            usable |= AGREES[sides * 16 + (WALLS[anchor] & sides)]
            if can_lift(state, seat, anchor):
                liftable |= ONE << np.uint64(anchor)
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


@kernel
def longest_wall(state, seat):
    """The longest continuous outer wall (A27): the longest run of walled sides round the outline.

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
        beside = tile_at(state, tiles, x + _STEP_X[ahead], y + _STEP_Y[ahead])
        if beside < 0:
            side = ahead  # round a convex corner
        else:
            x, y = x + _STEP_X[ahead], y + _STEP_Y[ahead]
            tile = beside
            corner = tile_at(state, tiles, x + _STEP_X[side], y + _STEP_Y[side])
            if corner >= 0:  # into a concave corner
                x, y = x + _STEP_X[side], y + _STEP_Y[side]
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
