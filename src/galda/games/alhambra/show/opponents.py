"""The others on the Alhambra board: their Alhambras and reserves, the neutral player's tiles."""

from __future__ import annotations

from galda.core.show.seats import NEUTRAL, seat_badge
from galda.core.show.svg import element
from galda.games.alhambra.rules.tiles import Tile
from galda.games.alhambra.show.cities import LAWN, Grid, bounds_of, grid_in
from galda.games.alhambra.show.drawings import INK, fountain_face, frame, words
from galda.games.alhambra.show.names import (
    NEUTRAL_TOUCH,
    alhambra_of,
    points_words,
    seat_name,
    tiles_in,
)
from galda.games.alhambra.show.plates import draw_plate, plate_height
from galda.games.alhambra.show.sketch import Room, Sketch, best_size

GAP = 4
LARGEST_SHARE = 0.42
"""How much of a player's room the reserve may take."""


def other_seats(sketch: Sketch) -> list[int]:
    """The players but the one whose Alhambra is large, in the order of play."""
    players = sketch.position.players
    return [(sketch.main + k) % players for k in range(1, players)]


def needed_height(sketch: Sketch, seat: int, width: float, size: float) -> float:
    """How much room a player needs, with tiles of a size at most."""
    bounds = bounds_of(list(alhambra_of(sketch.state, seat)))
    city = bounds.down * min(size, (width - 8) / bounds.across) + 8
    reserve = len(tiles_in(sketch.state.reserve[seat]))
    lines = -(-reserve // int(width // size))
    strip = lines * size + GAP if reserve else 0
    return plate_height(sketch, seat, width) + GAP + city + strip


def draw_player(sketch: Sketch, seat: int, room: Room, most: float) -> None:
    """Another player: plate, Alhambra and reserve, not to be touched."""
    plate = Room(room.x, room.y, room.width, plate_height(sketch, seat, room.width))
    draw_plate(sketch, seat, plate)
    left = room.height - plate.height - GAP
    reserve = tiles_in(sketch.state.reserve[seat])
    strip = 0.0
    if reserve:
        box = Room(0, 0, room.width, LARGEST_SHARE * left)
        size, across = best_size(len(reserve), box, most)
        strip = -(-len(reserve) // across) * size + GAP
        _draw_tiles(sketch, reserve, room.x, room.bottom - strip + GAP, size, across, seat)
    lawn = Room(room.x, plate.bottom + GAP, room.width, left - strip)
    sketch.add(frame(lawn.x, lawn.y, lawn.width, lawn.height, rx=8, **LAWN))
    tiles = alhambra_of(sketch.state, seat)
    grid = grid_in(lawn, bounds_of(list(tiles)), most)
    _draw_city(sketch, seat, grid)


def _draw_city(sketch: Sketch, seat: int, grid: Grid) -> None:
    x, y = grid.corner((0, 0))
    place = f"translate({x:g} {y:g}) scale({grid.size / 100:g})"
    label = sketch.say("fountain")
    sketch.add(element("g", fountain_face(), transform=place, aria_label=label))
    rings = sketch.moved_by(seat)
    for cell, tile in alhambra_of(sketch.state, seat).items():
        x, y = grid.corner(cell)
        sketch.tile(tile, x, y, grid.size, ring=rings.get(tile), cell=cell)


def _draw_tiles(
    sketch: Sketch,
    tiles: list[Tile],
    x: float,
    y: float,
    size: float,
    across: int,
    *seats: int,
) -> None:
    """Tiles side by side; those that the last turns of the seats moved have rings."""
    rings = {tile: ring for seat in seats for tile, ring in sketch.moved_by(seat).items()}
    for k, tile in enumerate(tiles):
        at = x + k % across * size, y + k // across * size
        sketch.tile(tile, *at, size - 3, ring=rings.get(tile))


def draw_neutral(sketch: Sketch, room: Room, most: float) -> None:
    """The neutral player, to whom bought tiles may be given."""
    state, u = sketch.state, sketch.letters.usual
    tiles = tiles_in(state.given)
    points = int(state.points[sketch.position.players])
    name = sketch.tell(seat_name(sketch.position, sketch.position.players))
    head = 2.1 * u
    label = f"{name}, {sketch.tell(points_words(points))}"
    lines, size = sketch.fold(name, 1.1 * u, room.width - 6 * u)
    sketch.touchable(
        frame(0, 0, room.width, room.height, rx=10, fill="#d9d2c4", stroke="#8d7646"),
        seat_badge(NEUTRAL, 1.3 * u, head / 2, 1.7 * u),
        *(
            words(line, 2.5 * u, head * 0.68 + (k - (len(lines) - 1) / 2) * size, size,
                  font_weight="bold")
            for k, line in enumerate(lines)
        ),
        frame(room.width - 3 * u, 0.35 * u, 2.5 * u, 1.45 * u, rx=0.7 * u, fill=INK),
        words(str(points), room.width - 1.75 * u, 1.42 * u, u, text_anchor="middle",
              font_weight="bold", fill="#fff"),
        x=room.x, y=room.y, touch=NEUTRAL_TOUCH, label=label,
    )  # fmt: skip
    inner = Room(room.x + 5, room.y + head, room.width - 10, room.height - head - 4)
    width, across = best_size(len(tiles), inner, most)
    _draw_tiles(sketch, tiles, inner.x, inner.y, width, across, 0, 1)
