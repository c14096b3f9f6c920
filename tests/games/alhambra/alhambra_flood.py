"""Flood fill on a grid: the slow and obvious way to judge an Alhambra, compiled to do many."""

from __future__ import annotations

from typing import Any

import numpy as np

from galda.core.kernels.kernel import kernel
from galda.games.alhambra.rules import choices, city, wall
from galda.games.alhambra.rules.tiles import FOUNTAIN, STEP_X, STEP_Y, WALLS

SIZE = 64
MIDDLE = 32
EMPTY = -1
_STEP_X = np.array(STEP_X)
_STEP_Y = np.array(STEP_Y)
# The two corner points of a cell's side, relative to its lower left corner.
_ENDS = np.array([[0, 1, 1, 1], [1, 1, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1]])


@kernel
def lay_out(state: Any, seat: int, grid: Any) -> None:
    """The walls of each cell of an Alhambra, `EMPTY` where there is none."""
    grid[:] = EMPTY
    grid[MIDDLE, MIDDLE] = 0
    for tile in range(54):
        if city.has(state.city[seat], tile):
            grid[MIDDLE + state.x[tile], MIDDLE + state.y[tile]] = WALLS[tile]


@kernel
def slowly_sound(grid: Any, low: int, high: int, stack: Any, seen: Any) -> bool:
    """All building rules by flood fill: matching sides, reachable on foot, no hole."""
    tiles, empties = 0, 0
    for x in range(low, high + 1):
        for y in range(low, high + 1):
            if grid[x, y] == EMPTY:
                empties += 1
                continue
            tiles += 1
            for side in range(4):
                other = grid[x + _STEP_X[side], y + _STEP_Y[side]]
                if other != EMPTY and (grid[x, y] >> side ^ other >> (side ^ 2)) & 1:
                    return False
    for walking in (True, False):
        seen[:] = False
        x, y = (MIDDLE, MIDDLE) if walking else (low, low)
        stack[0], depth, reached = x * SIZE + y, 1, 0
        seen[x, y] = True
        while depth:
            depth -= 1
            x, y = stack[depth] // SIZE, stack[depth] % SIZE
            reached += 1
            for side in range(4):
                a, b = x + _STEP_X[side], y + _STEP_Y[side]
                if a < low or a > high or b < low or b > high or seen[a, b]:
                    continue
                if walking and (grid[a, b] == EMPTY or grid[x, y] >> side & 1):
                    continue
                if not walking and grid[a, b] != EMPTY:
                    continue
                seen[a, b] = True
                stack[depth] = a * SIZE + b
                depth += 1
        if reached != (tiles if walking else empties):
            return False
    return True


@kernel
def slow_wall(grid: Any, low: int, high: int, ends: Any, group: Any) -> int:
    """The largest set of outer wall segments joined by common corner points."""
    n = 0
    for x in range(low, high + 1):
        for y in range(low, high + 1):
            for side in range(4):
                if grid[x, y] == EMPTY or not grid[x, y] >> side & 1:
                    continue
                if grid[x + _STEP_X[side], y + _STEP_Y[side]] == EMPTY:
                    corner = _ENDS[side]
                    ends[n, 0] = (x + corner[0]) * SIZE + y + corner[1]
                    ends[n, 1] = (x + corner[2]) * SIZE + y + corner[3]
                    group[n] = n
                    n += 1
    for _ in range(n):
        for a in range(n):
            for b in range(n):
                for k in range(4):
                    if ends[a, k & 1] == ends[b, k >> 1] and group[a] < group[b]:
                        group[b] = group[a]
    longest = 0
    for a in range(n):
        size = 0
        for b in range(n):
            size += group[b] == a
        longest = max(longest, size)
    return longest


@kernel
def walls_differ(state: Any, grid: Any, low: int, high: int, ends: Any, group: Any) -> bool:
    """Whether the fast longest wall is not the slow one."""
    return bool(slow_wall(grid, low, high, ends, group) != wall.longest_wall(state, 0))


@kernel
def may_build(state: Any, tile: int, cell: int) -> bool:
    """Whether the rules' tables let a tile be built on a cell of the Alhambra as it stands."""
    anchor = cell >> 2
    if anchor != FOUNTAIN and not city.has(state.city[state.to_act], anchor):
        return False
    rim = state.rim[choices.anchor_row(state, cell), cell & 3]
    return bool(city.FITS[rim] >> WALLS[tile] & 1 != 0)


@kernel
def building_differs(
    state: Any, tile: int, grid: Any, low: int, high: int, stack: Any, seen: Any
) -> bool:
    """Whether fast and slow disagree on a cell where a tile may be built."""
    for cell in range(city.CELLS):
        anchor = cell >> 2
        if anchor < FOUNTAIN and not city.has(state.city[0], anchor):
            continue
        x, y = MIDDLE + city.cell_x(state, cell), MIDDLE + city.cell_y(state, cell)
        fast = may_build(state, tile, cell)
        if grid[x, y] != EMPTY:
            if fast:
                return True
            continue
        named = True  # by no neighbour with a lower direction
        for side in range(cell & 3):
            named &= grid[x - _STEP_X[side], y - _STEP_Y[side]] == EMPTY
        grid[x, y] = WALLS[tile]
        slow = named and slowly_sound(grid, low, high, stack, seen)
        grid[x, y] = EMPTY
        if slow != fast:
            return True
    return False


@kernel
def lifting_differs(state: Any, grid: Any, low: int, high: int, stack: Any, seen: Any) -> bool:
    """Whether fast and slow disagree on a tile that may be lifted."""
    for tile in range(54):
        if city.has(state.city[0], tile):
            x, y = MIDDLE + state.x[tile], MIDDLE + state.y[tile]
            grid[x, y] = EMPTY
            slow = slowly_sound(grid, low, high, stack, seen)
            grid[x, y] = WALLS[tile]
            if slow != city.has(state.liftable[0], tile):
                return True
    return False


@kernel
def change(state: Any, tile: int) -> None:
    """Build a tile somewhere by chance, or now and then lift one instead."""
    if np.random.randint(6) == 0 and state.liftable[0] != 0:
        for other in range(54):
            if city.has(state.liftable[0], other):
                x, y = np.int64(state.x[other]), np.int64(state.y[other])
                city.lift(state, 0, other)
                city.note_changes(state, np.int64(0), x, y)
                return
    allowed, chosen = 0, -1
    for cell in range(city.CELLS):
        if may_build(state, tile, cell):
            allowed += 1
            if np.random.randint(allowed) == 0:
                chosen = cell
    if chosen >= 0 and not city.has(state.city[0], tile):
        x, y = city.cell_x(state, chosen), city.cell_y(state, chosen)
        city.put(state, 0, tile, x, y)
        city.note_changes(state, np.int64(0), x, y)


@kernel
def first_difference(states: Any, seed: int, alhambras: int, most: int) -> int:
    """Grow random Alhambras, lifting now and then; the number compared, negative if one differs."""
    state = states[0]
    grid = np.empty((SIZE, SIZE), np.int64)
    seen = np.empty((SIZE, SIZE), np.bool_)
    stack = np.empty(SIZE * SIZE, np.int64)
    ends = np.empty((SIZE * 4, 2), np.int64)
    group = np.empty(SIZE * 4, np.int64)
    np.random.seed(seed)
    compared = 0
    while compared < alhambras:
        for tile in range(54):
            if city.has(state.city[0], tile):
                city.lift(state, 0, tile)
        city.note_changes(state, np.int64(0), np.int64(0), np.int64(0))
        order = np.random.permutation(54)
        for n in range(np.random.randint(1, most)):
            compared += 1
            lay_out(state, 0, grid)
            low, high = MIDDLE - 2, MIDDLE + 2
            for other in range(54):
                for place in (MIDDLE + int(state.x[other]), MIDDLE + int(state.y[other])):
                    low, high = min(low, place - 2), max(high, place + 2)
            if (
                walls_differ(state, grid, low, high, ends, group)
                or building_differs(state, order[n], grid, low, high, stack, seen)
                or lifting_differs(state, grid, low, high, stack, seen)
            ):
                return -compared
            change(state, order[n])
    return compared
