"""What is in the box of Alhambra: building tiles, money, the scoring table, and their names.

Kinds, prices and walls of the 54 tiles are facts, taken from public transcriptions of the tiles.
Sides and directions are numbered 0 north, 1 east, 2 south, 3 west; a set of sides is four bits.
Currencies are numbered like the market squares that sell in them (A4).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
SIDES = "NESW"
STEP_X = (0, 1, 0, -1)
STEP_Y = (1, 0, -1, 0)

KINDS = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
CURRENCIES = ("yellow", "green", "blue", "orange")
HIGHEST = 9
"""The highest value of a money card; the lowest is 1 (A2)."""
CARDS = len(CURRENCIES) * HIGHEST
"""Different money cards; card number currency * 9 + value - 1."""

# A tile is its price and the sides that have a wall (A1).
BOX = {
    "pavilion": "2NEW 3SW 4ES 5NW 6N 7E 8",
    "seraglio": "3ESW 4NE 5SW 6ES 7W 8S 9",
    "arcades": "4NES 5NW 6SW 6NE 7ES 8E 8N 9 10",
    "chambers": "5NSW 6ES 7SW 7NE 8NW 9W 9S 10 11",
    "garden": "6ESW 7NSW 8SW 8NW 8NE 9E 10W 10N 10 11 12S",
    "tower": "7NEW 8NES 9ES 9NW 9NE 10W 11S 11N 11 12 13E",
}


@dataclass(frozen=True, slots=True)
class Tile:
    """A building tile; `walls` is a set of sides. `name` tells it from all others."""

    number: int
    kind: str
    price: int
    walls: int
    name: str


def unpack_box() -> tuple[Tile, ...]:
    """All tiles; those of one kind and price are told apart by a letter after the price."""
    tiles: list[Tile] = []
    for kind, written in BOX.items():
        split = [(int(word.rstrip(SIDES)), word.lstrip("0123456789")) for word in written.split()]
        prices = [price for price, _ in split]
        for k, (price, sides) in enumerate(split):
            letter = "abc"[prices[:k].count(price)] if prices.count(price) > 1 else ""
            walls = sum(1 << SIDES.index(side) for side in sides)
            tiles.append(Tile(len(tiles), kind, price, walls, f"{kind}{price}{letter}"))
    return tuple(tiles)


TILES = unpack_box()
BY_NAME = {tile.name: tile for tile in TILES}
TILE_COUNT = len(TILES)

PRICE = np.array([tile.price for tile in TILES], np.int64)
# Fountains are numbered after the tiles, one for each seat; they have no walls (A3).
SEATS = 6
FOUNTAIN = TILE_COUNT
WALLS = np.array([tile.walls for tile in TILES] + [0] * SEATS, np.int64)
TILES_OF_KIND = np.array(
    [sum(1 << tile.number for tile in TILES if tile.kind == kind) for kind in KINDS], np.uint64
)

ROUNDS = 3
PLACES = 7
"""Places a kind can be shared over; only the first three ever bring points."""


def points_table() -> np.ndarray[tuple[int, int, int], np.dtype[np.int64]]:
    """Points by round (A, B, end), kind and place (A25): each round starts the table one further.

    Round A gives 1 to 6 for the first place. B gives 8 to 13 for the first and what A gave for the
    second; the end 16 to 21 for the first and what B gave for the others.
    """
    first = (1, 8, 16)
    table = np.zeros((ROUNDS, len(KINDS), PLACES), np.int64)
    for scoring in range(ROUNDS):
        for kind in range(len(KINDS)):
            for place in range(scoring + 1):
                table[scoring, kind, place] = first[scoring - place] + kind
    return table


POINTS = points_table()
