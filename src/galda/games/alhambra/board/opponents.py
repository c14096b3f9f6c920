"""The others on the Alhambra board: their Alhambras and reserves, the neutral player's tiles."""

from __future__ import annotations

from collections.abc import Sequence

from galda.core.show.seats import NEUTRAL, seat_badge
from galda.core.show.svg import element
from galda.games.alhambra.board import cities
from galda.games.alhambra.board.drawings import INK, fountain_face, frame, words
from galda.games.alhambra.board.plates import draw_plate, plate_height
from galda.games.alhambra.board.sketch import Room, Sketch, best_size
from galda.games.alhambra.rules.tiles import Tile
from galda.games.alhambra.text.names import NEUTRAL_TOUCH, alhambra_of, points_words, tiles_in

GAP = 4
EDGE = 2
"""Round the tiles of a reserve."""
LARGEST_SHARE = 0.42
"""How much of a player's room the reserve may take."""
LARGE = 1000
"""A size that tiles never have here."""


def other_seats(sketch: Sketch) -> list[int]:
    """The players but the one whose Alhambra is large, in the order of play."""
    players = sketch.position.players
    return [(sketch.main + k) % players for k in range(1, players)]


def needed_height(sketch: Sketch, seat: int, width: float, most: float) -> float:
    """How much room a player needs, with tiles of a size at most."""
    bounds = cities.bounds_of(list(alhambra_of(sketch.position, seat)))
    city = bounds.down * min(most, (width - 8) / bounds.across) + 8
    reserve = len(tiles_in(sketch.state.reserve[seat]))
    lines = -(-reserve // int(width // most))
    strip = lines * most + GAP if reserve else 0
    return plate_height(sketch, seat, width) + GAP + city + strip


def draw_player(sketch: Sketch, seat: int, room: Room, most: float, small: float) -> None:
    """Another player: plate, Alhambra and reserve, not to be touched.

    Tiles of the Alhambra are no larger than `most`, those of the reserve than `small`.
    """
    plate = Room(room.x, room.y, room.width, plate_height(sketch, seat, room.width))
    draw_plate(sketch, seat, plate)
    rest = Room(room.x, plate.bottom + GAP, room.width, room.bottom - plate.bottom - GAP)
    reserve = sketch.state.reserve[seat]
    sketch.kept_in(
        rest, lambda room: _draw_built(sketch, seat, room, most, small),
        "player", most, small, sketch.city_of(seat), reserve, sketch.rings(reserve, seat),
    )  # fmt: skip


def _draw_built(sketch: Sketch, seat: int, rest: Room, most: float, small: float) -> None:
    """A player's Alhambra and reserve."""
    bounds = cities.bounds_of(list(alhambra_of(sketch.position, seat)))
    reserve = tiles_in(sketch.state.reserve[seat])
    lawn = rest
    if reserve:
        lawn, beside, size, across = _share(rest, bounds, len(reserve), small)
        sketch.add(
            frame(
                beside.x, beside.y, beside.width, beside.height, rx=6, fill="#e3d2ac",
                stroke="#a98c5a", aria_label=sketch.say("reserve"),
            )
        )  # fmt: skip
        labels = [sketch.reserve_label(seat, tile) for tile in reserve]
        _draw_tiles(sketch, reserve, labels, beside.x + EDGE, beside.y + EDGE, size, across, seat)
    sketch.add(frame(lawn.x, lawn.y, lawn.width, lawn.height, rx=8, **cities.LAWN))
    _draw_city(sketch, seat, cities.grid_in(lawn, bounds, most))


def _share(
    room: Room, bounds: cities.Bounds, count: int, small: float
) -> tuple[Room, Room, float, int]:
    """A room shared between an Alhambra and its reserve, below or beside it: whichever is better.

    The room of each, how large the reserve's tiles are and how many of them stand side by side.
    """
    size, _ = best_size(count, Room(0, 0, room.width, LARGEST_SHARE * room.height), small)
    across = min(count, max(1, int((room.width - EDGE) / size)))
    strip = -(-count // across) * size + EDGE
    above = Room(room.x, room.y, room.width, room.height - strip - GAP)
    below = Room(room.x, above.bottom + GAP, room.width, strip)
    down = max(1, int((room.height - EDGE) / size))
    columns = -(-count // down)
    left = Room(room.x, room.y, room.width - columns * size - EDGE - GAP, room.height)
    right = Room(left.x + left.width + GAP, room.y, columns * size + EDGE, room.height)
    if cities.grid_in(left, bounds, LARGE).size > cities.grid_in(above, bounds, LARGE).size:
        return left, right, size, columns
    return above, below, size, across


def _draw_city(sketch: Sketch, seat: int, grid: cities.Grid) -> None:
    x, y = grid.corner((0, 0))
    place = f"translate({x:g} {y:g}) scale({grid.size / 100:g})"
    label = sketch.city_label(seat, None, cities.FOUNTAIN_CELL)
    sketch.add(element("g", fountain_face(), transform=place, aria_label=label))
    tiles, rings = alhambra_of(sketch.position, seat), sketch.moved_by(seat)
    for cell in cities.as_read(tiles):
        tile = tiles[cell]
        x, y = grid.corner(cell)
        label = sketch.city_label(seat, tile, cell)
        sketch.tile(tile, x, y, grid.size, label=label, ring=rings.get(tile.number))


def _draw_tiles(
    sketch: Sketch,
    tiles: Sequence[Tile],
    labels: Sequence[str],
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
        sketch.tile(tile, *at, size - 3, label=labels[k], ring=rings.get(tile.number))


def draw_neutral(sketch: Sketch, room: Room, most: float) -> None:
    """The neutral player, to whom bought tiles may be given."""
    state, players = sketch.state, sketch.position.players
    sketch.kept_in(
        room, lambda alone: _draw_neutral(sketch, alone, most),
        "neutral", sketch.name_of(players), most, state.given, state.points[players],
        sketch.rings(state.given, 0, 1),
    )  # fmt: skip


def _draw_neutral(sketch: Sketch, room: Room, most: float) -> None:
    state, u = sketch.state, sketch.letters.usual
    tiles = tiles_in(state.given)
    players = sketch.position.players
    name, points = sketch.name_of(players), state.points[players]
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
    labels = [
        sketch.say("{place}: {tile}", place=name, tile=sketch.tile_label(tile)) for tile in tiles
    ]
    with sketch.part(None, pointer_events="none"):  # what lies there is touched as the place
        _draw_tiles(sketch, tiles, labels, inner.x, inner.y, width, across, 0, 1)
