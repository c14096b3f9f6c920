"""Where the tiles of a written position lie: each once, every Alhambra by the building rules."""

from __future__ import annotations

import re
from typing import Any

from galda.core.errors import ImpossiblePosition
from galda.core.play.text import Words
from galda.games.alhambra.rules.tiles import STEP_X, STEP_Y, TILES, Tile
from galda.games.alhambra.text.names import Cell, tile_words
from galda.games.alhambra.text.places import cell_words
from galda.games.alhambra.text.position.signs import BETWEEN, read_tile

BUILT = re.compile(r"([a-z][0-9]+[abc]?)@(-?[0-9]{1,2}),(-?[0-9]{1,2})")
FOUNTAIN_CELL = (0, 0)


class Box:
    """The tiles that nobody has laid anywhere yet."""

    def __init__(self) -> None:
        self.left = {tile.number for tile in TILES}

    def take(self, tile: Tile) -> int:
        """A tile out of the box; each is there once (A1)."""
        if tile.number not in self.left:
            raise ImpossiblePosition("A1", "{tile} is there twice.", tile=tile_words(tile))
        self.left.remove(tile.number)
        return tile.number


def read_city(state: Any, words: Words, box: Box, seat: int) -> None:
    """A player's Alhambra, checked by the building rules."""
    built: dict[Cell, Tile] = {}
    written = words.field(f"city{seat + 1}")
    for sign in written.split(BETWEEN) if written else []:
        found = BUILT.fullmatch(sign)
        if not found:
            raise words.unreadable(sign)
        tile, cell = read_tile(words, found[1]), (int(found[2]), int(found[3]))
        if cell in built or cell == FOUNTAIN_CELL:
            raise ImpossiblePosition("A21", "two tiles lie at {cell}.", cell=cell_words(cell))
        number = box.take(tile)
        built[cell] = tile
        state.city[seat] = int(state.city[seat]) | 1 << number
        state.x[number], state.y[number] = cell
    check_city(built)


def check_city(built: dict[Cell, Tile]) -> None:
    """Refuse tiles that do not lie by the building rules."""
    _check_walls(built)
    _check_ways(built)
    _check_holes(built)


def _neighbours(cell: Cell) -> list[Cell]:
    return [(cell[0] + STEP_X[side], cell[1] + STEP_Y[side]) for side in range(4)]


def _walls(built: dict[Cell, Tile], cell: Cell) -> int:
    return 0 if cell == FOUNTAIN_CELL else built[cell].walls


def _check_walls(built: dict[Cell, Tile]) -> None:
    """Sides that touch match (A20)."""
    for cell, tile in built.items():
        for side, other in enumerate(_neighbours(cell)):
            if other not in built and other != FOUNTAIN_CELL:
                continue
            if (tile.walls >> side & 1) != (_walls(built, other) >> (side + 2) % 4 & 1):
                raise ImpossiblePosition(
                    "A20",
                    "the sides of {tile} and of what lies at {cell} do not match.",
                    tile=tile_words(tile),
                    cell=cell_words(other),
                )


def _check_ways(built: dict[Cell, Tile]) -> None:
    """One can walk to every tile from the fountain (A21)."""
    reached, waiting = {FOUNTAIN_CELL}, [FOUNTAIN_CELL]
    while waiting:
        cell = waiting.pop()
        for side, other in enumerate(_neighbours(cell)):
            open_side = not _walls(built, cell) >> side & 1
            if open_side and other in built and other not in reached:
                reached.add(other)
                waiting.append(other)
    for cell, tile in built.items():
        if cell not in reached:
            raise ImpossiblePosition(
                "A21", "one cannot walk from the fountain to {tile}.", tile=tile_words(tile)
            )


def _check_holes(built: dict[Cell, Tile]) -> None:
    """Every empty cell is connected with the outside (A22)."""
    filled = {FOUNTAIN_CELL, *built}
    left, right = min(x for x, _ in filled) - 1, max(x for x, _ in filled) + 1
    low, high = min(y for _, y in filled) - 1, max(y for _, y in filled) + 1
    outside, waiting = {(left, low)}, [(left, low)]
    while waiting:
        for x, y in _neighbours(waiting.pop()):
            free = left <= x <= right and low <= y <= high and (x, y) not in filled
            if free and (x, y) not in outside:
                outside.add((x, y))
                waiting.append((x, y))
    if len(outside) + len(filled) < (right - left + 1) * (high - low + 1):
        raise ImpossiblePosition("A22", "an Alhambra has a hole.")
