"""What touches of Alhambra name, and why a tile cannot be built on the cell that one names."""

from __future__ import annotations

import re

from galda.core.errors import Refusal
from galda.core.play.position import Position
from galda.games.alhambra.rules.tiles import BY_NAME, CURRENCIES, SIDES, STEP_X, STEP_Y, Tile
from galda.games.alhambra.text.names import Cell, alhambra_of, tiles_in

NAMED = re.compile(
    r"(?P<money>money[1-4])|(?P<market>market[1-4])|(?P<bought>bought[1-4])"
    rf"|(?P<hand>(?:hand-)?(?P<colour>{'|'.join(CURRENCIES)})(?P<value>[1-9]))|[1-9]"
    r"|tile-(?P<tile>[a-z0-9]+)|cell(?P<x>-?\d+),(?P<y>-?\d+)"
    rf"|(?P<side>[{SIDES}])-of-(?P<anchor>[a-z0-9]+)"
)


def tile_of(touch: str) -> Tile | None:
    """The tile a touch names."""
    found = NAMED.fullmatch(touch)
    return BY_NAME.get(found["tile"]) if found and found["tile"] else None


def cell_of(touch: str) -> Cell | None:
    """The cell a touch names."""
    found = NAMED.fullmatch(touch)
    return (int(found["x"]), int(found["y"])) if found and found["x"] else None


def names_place(touch: str) -> bool:
    """Whether a touch names a place in an Alhambra, in one way or the other."""
    found = NAMED.fullmatch(touch)
    return bool(found and (found["x"] or found["side"]))


def no_cell(position: Position, touch: str, tile: Tile) -> Refusal | None:
    """Why a tile cannot be built on the cell that a touch names."""
    found = NAMED.fullmatch(touch)
    if found and found["side"]:
        anchor = BY_NAME.get(found["anchor"])
        built = tiles_in(position.plain.city[position.to_act])
        if anchor is not None and anchor not in built:
            return Refusal("A21", "the tile must touch your Alhambra along a side.")
        return Refusal("A40", "that cell is named from another of its neighbours; touch the cell.")
    cell = cell_of(touch)
    return bad_cell(position, tile, cell) if cell else None


def bad_cell(position: Position, tile: Tile, cell: Cell) -> Refusal | None:
    """Why a tile cannot be built on a cell of the Alhambra as it stands; None if it can."""
    built = alhambra_of(position, position.to_act)
    walls = {(0, 0): 0, **{where: other.walls for where, other in built.items()}}
    x, y = cell
    if cell == (0, 0):
        return Refusal("A3", "the fountain is there, and stays.")
    if cell in walls:
        return Refusal("A21", "there is a tile on that cell; build on a free one.")
    beside = {d: (x + STEP_X[d], y + STEP_Y[d]) for d in range(4)}
    sides = [d for d, other in beside.items() if other in walls]
    if not sides:
        corners = {(x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1)}
        if corners & walls.keys():
            return Refusal("A21", "a corner is not enough: a whole side must touch.")
        return Refusal("A21", "the tile must touch your Alhambra along a side.")
    if any((tile.walls >> d ^ walls[beside[d]] >> (d ^ 2)) & 1 for d in sides):
        return Refusal("A20", "a wall would meet an open side; sides that touch match.")
    if all(tile.walls >> d & 1 for d in sides):
        return Refusal("A21", "it could not be reached on foot from the fountain: walls all round.")
    ring = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
    filled = [(x + dx, y + dy) in walls for dx, dy in ring]
    if sum(filled[k] != filled[k - 1] for k in range(8)) != 2:
        return Refusal("A22", "that would enclose a hole in your Alhambra.")
    return None
