"""The large Alhambra on the board: its tiles and free cells, the reserve, what is to be placed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from galda.core.show.svg import element
from galda.games.alhambra.board.drawings import GOLD, fountain_face, frame, tile_face, words
from galda.games.alhambra.board.sketch import MARK, Room, Sketch, best_size
from galda.games.alhambra.rules import record
from galda.games.alhambra.rules.tiles import TILES, Tile
from galda.games.alhambra.text.names import (
    RESERVE_TOUCH,
    Cell,
    act,
    alhambra_of,
    border,
    cell_touch,
    only_waiting,
    seat_name,
    tile_touch,
    tile_words,
    tiles_in,
    waiting,
)
from galda.games.alhambra.text.places import cell_sign, place_words

LAWN = {"fill": "#cfd9a8", "stroke": "#8d9a5b"}
FOUNTAIN_CELL: Cell = (0, 0)
SMALLEST_MARGIN = 1
"""How many free cells lie round an Alhambra on the board, so that building does not move it."""


class Bounds(NamedTuple):
    """The cells of an Alhambra that are drawn: from west to east, from south to north."""

    left: int
    right: int
    low: int
    high: int

    @property
    def across(self) -> int:
        """How many cells lie side by side."""
        return self.right - self.left + 1

    @property
    def down(self) -> int:
        """How many cells lie one below another."""
        return self.high - self.low + 1


class Grid(NamedTuple):
    """Where cells lie on the board."""

    x: float
    y: float
    size: float
    bounds: Bounds

    def corner(self, cell: Cell) -> tuple[float, float]:
        """The upper left corner of a cell."""
        east, north = cell
        return (
            self.x + (east - self.bounds.left) * self.size,
            self.y + (self.bounds.high - north) * self.size,
        )


def bounds_of(cells: list[Cell], margin: int = 0) -> Bounds:
    """The bounds of cells and the fountain, with a margin."""
    xs, ys = [0, *(x for x, _ in cells)], [0, *(y for _, y in cells)]
    return Bounds(min(xs) - margin, max(xs) + margin, min(ys) - margin, max(ys) + margin)


def own_bounds(sketch: Sketch) -> Bounds:
    """The bounds of the large Alhambra: the same for as long as tiles are placed in a turn.

    Whatever may still be built lies inside, so no cell moves away under a finger.
    """
    state, seat = sketch.state, sketch.main
    tiles = alhambra_of(sketch.position, seat)
    new, margin = set(), SMALLEST_MARGIN
    if seat == sketch.position.to_act and not sketch.position.is_over:
        new = set(state.built_tile[: state.built])
        waiting = sum(
            state.bought[k] >= 0 and (state.phase != record.LAST_TILES or state.winner[k] == seat)
            for k in range(record.SQUARES)
        )
        margin = max(margin, waiting + len(new) + (state.stored != 0))
    return bounds_of([cell for cell, tile in tiles.items() if tile.number not in new], margin)


def grid_in(room: Room, bounds: Bounds, most: float) -> Grid:
    """The grid in the middle of a room, as large as it can be there."""
    size = min(most, (room.width - 8) / bounds.across, (room.height - 8) / bounds.down)
    x = room.x + (room.width - bounds.across * size) / 2
    y = room.y + (room.height - bounds.down * size) / 2
    return Grid(x, y, size, bounds)


def draw_own(sketch: Sketch, room: Room, grid: Grid) -> None:
    """The large Alhambra on its lawn; while tiles are placed, its free cells too."""
    if sketch.acts and sketch.state.phase >= record.BRINGING:
        _draw_city(sketch, room, grid)
    else:
        shown = ("city", sketch.main, room, grid, sketch.city_of(sketch.main))
        sketch.kept(lambda: _draw_city(sketch, room, grid), *shown)


def _draw_city(sketch: Sketch, room: Room, grid: Grid) -> None:
    state, seat = sketch.state, sketch.main
    sketch.add(frame(room.x, room.y, room.width, room.height, rx=12, **LAWN))
    tiles, rings = alhambra_of(sketch.position, seat), sketch.moved_by(seat)
    placing = sketch.acts and state.phase >= record.BRINGING and not sketch.arranging
    free = border(sketch.position, seat) if placing or sketch.arranging else []
    homes = _homes(sketch) if placing else {}
    good = frozenset[Cell]().union(*homes.values())
    only = _only_tile(sketch)
    for cell in as_read([FOUNTAIN_CELL, *tiles, *free]):
        x, y = grid.corner(cell)
        tile = tiles.get(cell)
        label = sketch.city_label(seat, tile, cell)
        if tile is not None:
            touch, ring = tile_touch(tile), rings.get(tile.number)
            sketch.tile(tile, x, y, grid.size, touch=touch, label=label, ring=ring)
        elif cell == FOUNTAIN_CELL:
            face, scale = fountain_face(), grid.size / 100
            sketch.touchable(face, x=x, y=y, touch="fountain", label=label, scale=scale)
        else:
            tile = only if only is not None and cell in homes.get(only, ()) else None
            _free_cell(sketch, grid, cell, tile, good=cell in good)


def as_read(cells: Iterable[Cell]) -> list[Cell]:
    """Cells from the northernmost row on, each from west to east."""
    return sorted(cells, key=lambda cell: (-cell[1], cell[0]))


def _free_cell(sketch: Sketch, grid: Grid, cell: Cell, tile: Tile | None, *, good: bool) -> None:
    """A free cell beside the Alhambra, with the tile's ghost where it can be built."""
    sketch.kept(lambda: _draw_free(sketch, grid, cell, tile, good=good), "free",
                grid.corner(cell), grid.size, cell, tile and tile.number, good)  # fmt: skip


def _draw_free(sketch: Sketch, grid: Grid, cell: Cell, tile: Tile | None, *, good: bool) -> None:
    """A free cell: something can be built there, where it is `good`; `tile`, if that is known."""
    place = place_words(cell)
    label = sketch.say("free: {place}", place=place)
    if tile is not None:
        label = sketch.say("free: {place}; {tile} fits", place=place, tile=tile_words(tile))
    x, y = grid.corner(cell)
    large = max(28, 100 * sketch.letters.least / grid.size)
    sketch.touchable(
        _ghost(sketch, tile, grid) if tile is not None else "",
        frame(
            4, 4, 92, 92, fill="#fff6cf" if good else "#fff",
            fill_opacity=0.1 if tile is not None else 0.75 if good else 0.12,
            stroke=GOLD if good else "#8d9a5b", stroke_width=6 if good else 2,
            stroke_dasharray="14 8" if good else "10 8",
        ),
        element(
            "g",
            frame(1, 50 - large * 0.75, 98, large * 1.5, fill="#fffaf0"),
            sketch.fit(cell_sign(cell), 50, 50 + large * 0.35, 94, large, text_anchor="middle"),
            class_="on-focus", display="none", pointer_events="none",
        ),
        x=x, y=y, touch=cell_touch(cell), label=label, scale=grid.size / 100,
    )  # fmt: skip


def _ghost(sketch: Sketch, tile: Tile, grid: Grid) -> str:
    face = tile_face(tile, grid.size, sketch.letters.least)
    return element("g", face, opacity=0.7, pointer_events="none")


def _only_tile(sketch: Sketch) -> Tile | None:
    """The one tile that goes to whichever cell is touched now."""
    if sketch.state.phase == record.BRINGING:
        brought: Tile = TILES[sketch.state.brought]
        return brought
    return only_waiting(sketch.position)


def _homes(sketch: Sketch) -> dict[Tile, set[Cell]]:
    """The cells that each tile can be built on now."""
    homes: dict[Tile, set[Cell]] = {}
    for code in sketch.legal:
        done = act(sketch.position, code)
        tile = done.tile if done.does == "build" else None
        if done.does == "at":
            tile = TILES[sketch.state.brought]
        if tile is not None and done.cell is not None:
            homes.setdefault(tile, set()).add(done.cell)
    return homes


def pending_tiles(sketch: Sketch) -> list[Tile]:
    """The tiles that were bought and are not placed yet."""
    return [TILES[number] for number in sketch.state.bought if number >= 0]


def draw_pending(sketch: Sketch, room: Room, grid: Grid) -> None:
    """Tiles bought and not yet placed; of several, the one that is chosen shows its ghosts."""
    tiles = pending_tiles(sketch)
    if not tiles:
        return
    state, u = sketch.state, sketch.letters.usual
    if state.phase == record.LAST_TILES:
        said = sketch.say("won, to be placed")
    elif sketch.acts:
        said = sketch.say("bought, to be placed")
    else:
        player = seat_name(sketch.position, sketch.position.to_act)
        said = sketch.say("bought by {player}", player=player)
    lines, size = sketch.fold(said, u, room.width)
    line = 1.15 * size
    sketch.add(
        *(
            words(words_, room.x, room.y + line * (k + 0.8), size, font_style="italic",
                  fill="#6b4a1f")
            for k, words_ in enumerate(lines)
        )
    )  # fmt: skip
    top = room.y + line * len(lines) + 4
    width = min((room.width - 18) / 4, room.bottom - top)
    several = only_waiting(sketch.position) is None
    homes = _homes(sketch)
    later = (
        set()
        if state.phase != record.LAST_TILES
        else {*tiles} - {*waiting(sketch.position).values()}
    )
    for k, tile in enumerate(tiles):
        x = room.x + k * (width + 6)
        extra = [] if tile in later else [MARK]
        if several and tile in homes:
            extra.append(_ghosts(sketch, tile, grid, homes[tile], (x, top, width)))
        label = sketch.say("{place}: {tile}", place=said, tile=sketch.tile_label(tile))
        sketch.tile(tile, x, top, width, *extra, touch=tile_touch(tile), label=label)


def _ghosts(
    sketch: Sketch, tile: Tile, grid: Grid, cells: set[Cell], at: tuple[float, float, float]
) -> str:
    """A tile's ghosts on all its cells, hidden until it is chosen; drawn from the tile itself."""
    x, y, width = at
    face = tile_face(tile, grid.size, sketch.letters.least)
    drawn = []
    for cell in sorted(cells):
        east, south = grid.corner(cell)
        place = f"translate({(east - x) / width * 100:.1f} {(south - y) / width * 100:.1f})"
        drawn.append(element("g", face, transform=f"{place} scale({grid.size / width:.4f})"))
    return element(
        "g", *drawn, class_="on-choice", display="none", opacity=0.7, pointer_events="none"
    )


def draw_reserve(sketch: Sketch, room: Room, most: float) -> None:
    """The reserve, itself a place to touch, with its tiles in it."""
    state, seat = sketch.state, sketch.main
    reserve = state.reserve[seat]
    brought = _brought(sketch)
    sketch.kept_in(
        room, lambda alone: _draw_reserve(sketch, alone, most),
        "reserve", sketch.name_of(seat), most, reserve, brought and brought.number,
        _is_placing(sketch), sketch.rings(reserve, seat),
    )  # fmt: skip


def _brought(sketch: Sketch) -> Tile | None:
    """The tile in the reserve that its owner is about to build elsewhere."""
    state, seat = sketch.state, sketch.main
    tiles = tiles_in(state.reserve[seat]) if seat == sketch.position.to_act else ()
    return next((tile for tile in tiles if tile.number == state.brought), None)


def _is_placing(sketch: Sketch) -> bool:
    """Whether the viewer is to say where a tile goes."""
    return sketch.acts and sketch.state.phase in (record.PLACING, record.LAST_TILES)


def _draw_reserve(sketch: Sketch, room: Room, most: float) -> None:
    state, seat, u = sketch.state, sketch.main, sketch.letters.usual
    tiles = tiles_in(state.reserve[seat])
    label = sketch.say("reserve")
    board = frame(0, 0, room.width, room.height, rx=12, fill="#e3d2ac", stroke="#a98c5a")
    name = words(label, 10, 1.15 * u, u, font_style="italic", fill="#6b4a1f")
    sketch.touchable(board, name, x=room.x, y=room.y, touch=RESERVE_TOUCH, label=label)
    head = 1.5 * u
    inner = Room(room.x + 5, room.y + head, room.width - 10, room.height - head - 3)
    size, across = best_size(len(tiles), inner, most)
    rings = sketch.moved_by(seat)
    # Where a tile is to be placed, what lies here already is touched as the place.
    places = _is_placing(sketch) or sketch.arranging
    with sketch.part(None, pointer_events="none" if places else None):
        brings = _brought(sketch)
        for k, tile in enumerate(tiles):
            brought = tile == brings
            sketch.tile(
                tile, inner.x + k % across * size, inner.y + k // across * size, size - 2,
                *((MARK,) if brought else ()), touch=None if places else tile_touch(tile),
                label=sketch.reserve_label(seat, tile),
                ring=None if brought else rings.get(tile.number),
            )  # fmt: skip


def reserve_height(sketch: Sketch, width: float, size: float) -> float:
    """How high a reserve must be for tiles of a size."""
    count = len(tiles_in(sketch.state.reserve[sketch.main]))
    across = int((width - 10) // size)
    return 1.5 * sketch.letters.usual + max(1, -(-count // across)) * size + 3
