"""The Alhambra table, drawn for a tall room (a telephone) or for a wide one (a desk).

Market, money row and own money stand together. Then comes the large Alhambra: the viewer's, and
for those who watch that of the last to move. The others and the majorities are below it on
a tall board, which is scrolled, and beside it on a wide one, which is seen whole.
"""

from __future__ import annotations

from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.core.show.language import say
from galda.core.show.svg import picture
from galda.games.alhambra.board import cities, market, opponents
from galda.games.alhambra.board.drawings import definitions, frame
from galda.games.alhambra.board.majorities import draw_majorities
from galda.games.alhambra.board.plates import draw_plate, plate_height
from galda.games.alhambra.board.sketch import Room, Sketch
from galda.games.alhambra.text.names import seat_name, tiles_in


def draw(
    position: Position, viewer: int, lang: str, shape: Shape, *, arranging: bool = False
) -> str:
    """The whole table as SVG; when `arranging` a position one touches places, not moves."""
    sketch = Sketch(position, viewer, lang, shape, arranging=arranging)
    width, height = _tall(sketch) if shape == "tall" else _wide(sketch)
    return picture(
        width,
        height,
        _title(position, lang),
        definitions(),
        frame(0, 0, width, height, rx=14, fill="url(#al-table)"),
        frame(4, 4, width - 8, height - 8, rx=11, fill="url(#al-page)", stroke="#c9a45c"),
        *sketch.parts,
    )


def _title(position: Position, lang: str) -> str:
    if position.is_over:
        names = tuple(seat_name(position, seat) for seat in position.winners)
        return say(lang, "Alhambra, won by {player}", player=names)
    player = seat_name(position, position.to_act)
    return say(lang, "Alhambra, {player} to act", player=player)


# A tall board: 720 wide, shown on 362 of the 390 pixels that a telephone has; what a finger touches
# is 44 of those wide.

WIDTH, MARGIN = 720, 4
INNER = WIDTH - 2 * MARGIN
FINGER = 88
LARGEST_CELL, TALLEST = 116, 808
SMALL = 52
"""How wide the tiles of the others are."""


def _tall(sketch: Sketch) -> tuple[float, float]:
    """A tall board, from above; how large it is."""
    y = 10.0
    room = Room(MARGIN, y, INNER, 144)
    with sketch.part("money"):
        market.keep_money(sketch, room, lambda: _tall_money(sketch, room))
    y = room.bottom
    step = INNER / 4
    with sketch.part("market"):
        for square in range(4):
            market.draw_sale(
                sketch, square, Room(MARGIN + square * step + 1, y, step - 2, 170), 35, 128
            )
    y += 176
    if sketch.knows_hand:
        lines = market.lines_of_cards(sketch, 2)
        with sketch.part("hand"):
            for currency in range(4):
                x = MARGIN + currency * step + 1
                below = Room(x, y, step - 2, 40 + lines * FINGER)
                total = Room(x + 4, y + 4, step - 10, 32)
                cards = market.Cards(step / 2, FINGER, 2)
                market.draw_purse(sketch, currency, cards, Room(x - 1, y + 40, step), total, below)
        y += 46 + lines * FINGER
    # Each is drawn as if it stood at the top: what moves down with a larger city is kept as it is.
    for name, part in (("own", _tall_own), ("others", _tall_others), ("scoring", _tall_scoring)):
        with sketch.part(name, transform=f"translate(0 {y:g})"):
            height = part(sketch)
        y += height
    return WIDTH, y


def _tall_money(sketch: Sketch, room: Room) -> None:
    """The money row, the buttons beside it, and below what is left."""
    x, y = room.x, room.y
    market.draw_row(sketch, Room(x, y, 400, 106), 94)
    market.draw_buttons(sketch, Room(x + 406, y + 9, room.width - 410, FINGER))
    said = " · ".join(filter(None, market.supplies(sketch)))
    sketch.add(sketch.fit(said, x + 4, y + 132, room.width - 8))


def _tall_scoring(sketch: Sketch) -> float:
    """Who has most of each kind; how high that is."""
    draw_majorities(sketch, Room(MARGIN, 0, INNER, 300))
    return 310


def _tall_own(sketch: Sketch) -> float:
    """The large Alhambra with its plate and reserve; how high that is."""
    plate = Room(MARGIN, 0, INNER, plate_height(sketch, sketch.main, INNER))
    draw_plate(sketch, sketch.main, plate)
    y = plate.bottom + 6
    bounds = cities.own_bounds(sketch)
    there = cities.pending_tiles(sketch)
    above = 134 if there else 0
    size = min(LARGEST_CELL, (INNER - 8) / bounds.across, TALLEST / bounds.down)
    lawn = Room(MARGIN, y + above, INNER, bounds.down * size + 8)
    grid = cities.grid_in(lawn, bounds, LARGEST_CELL)
    with sketch.part("city"):
        cities.draw_own(sketch, lawn, grid)
    if there:
        cities.draw_pending(sketch, Room(MARGIN + 4, y, INNER - 8, 130), grid)
    y = lawn.bottom + 6
    size = (INNER - 10) / 7
    reserve = Room(MARGIN, y, INNER, cities.reserve_height(sketch, INNER, size))
    cities.draw_reserve(sketch, reserve, size)
    return reserve.bottom + 8


def _tall_others(sketch: Sketch) -> float:
    """The others two by two, and the neutral player; how high they are."""
    y = 0.0
    if sketch.position.players == 2:
        count = len(tiles_in(sketch.state.given))
        high = 50.0 + max(1, -(-count // 12)) * 58
        opponents.draw_neutral(sketch, Room(MARGIN, y, INNER, high), 56)
        y += high + 8
    seats = opponents.other_seats(sketch)
    width = INNER if len(seats) == 1 else (INNER - 8) / 2
    for k in range(0, len(seats), 2):
        pair = seats[k : k + 2]
        high = max(opponents.needed_height(sketch, seat, width, SMALL) for seat in pair)
        for column, seat in enumerate(pair):
            room = Room(MARGIN + column * (width + 8), y, width, high)
            with sketch.part(f"seat{seat + 1}"):
                opponents.draw_player(sketch, seat, room, SMALL, SMALL)
                sketch.closer(room, seat_name(sketch.position, seat))
        y += high + 8
    return y


# A wide board: as large as the room on a usual screen, so that nothing on it is scaled down much.

PAD = 9
"""Round the board and between its columns."""
SIZES = {2: (960, 640), 3: (960, 640), 4: (1100, 740), 5: (1260, 830), 6: (1440, 900)}
SHARES = {2: (0.28, 0.265), 3: (0.28, 0.265), 4: (0.25, 0.37), 5: (0.24, 0.37), 6: (0.23, 0.37)}
"""By the number of players: how much of the width what is bought and paid gets, and the others."""


def _wide(sketch: Sketch) -> tuple[float, float]:
    """A wide board: what is bought and paid left, the large Alhambra, the others right."""
    players = sketch.position.players
    width, height = SIZES[players]
    left_share, right_share = SHARES[players]
    inner = height - 2 * PAD
    left = Room(PAD, PAD, left_share * width, inner)
    right = Room(width - PAD - right_share * width, PAD, right_share * width, inner)
    start = left.x + left.width + PAD
    middle = Room(start, PAD, right.x - PAD - start, inner)
    _wide_money(sketch, left)
    with sketch.part("own"):
        _wide_own(sketch, middle)
    _wide_others(sketch, right, columns=1 if players < 4 else 2)
    return width, height


def _wide_money(sketch: Sketch, room: Room) -> None:
    """The money row above, then each currency: its tile and the own cards of it."""
    u = sketch.letters.usual
    row = min(0.115 * room.height, room.width / 4 / market.CARD)
    with sketch.part("money"):
        market.keep_money(sketch, room, lambda: _wide_row(sketch, room, row))
    top = room.y + row + 4.1 * u
    high = (room.bottom - top - 12) / 4
    head = 1.6 * u
    tile = min(high - head - 5, 0.42 * room.width)
    rows = [Room(room.x, top + k * (high + 4), room.width, high) for k in range(4)]
    for currency, line in enumerate(rows):
        market.ground(sketch, currency, line)
        market.draw_head(sketch, currency, Room(line.x, line.y, line.width - 4.6 * u, head))
    with sketch.part("market"):
        for square, line in enumerate(rows):
            market.draw_square(sketch, square, line.x + 4, line.y + head, tile)
    if not sketch.knows_hand:
        return
    beside = Room(room.x + tile + 9, 0, room.width - tile - 12, high - head - 3)
    cards = market.card_places(sketch, beside, 54)
    with sketch.part("hand"):
        for currency, line in enumerate(rows):
            pill = Room(room.x + room.width - 4 * u - 4, line.y + 3, 4 * u, head - 5)
            at = Room(beside.x, line.y + head, beside.width)
            market.draw_purse(sketch, currency, cards, at, pill)


def _wide_row(sketch: Sketch, room: Room, high: float) -> None:
    """The money row, below it what is left and the buttons."""
    u = sketch.letters.usual
    market.draw_row(sketch, Room(room.x, room.y, room.width, high), room.width / 4 - 4)
    left_over, to_come = market.supplies(sketch)
    y, share = room.y + high, 0.38 * room.width
    sketch.add(sketch.fit(left_over, room.x + 2, y + 1.2 * u, room.width - 4, 0.94 * u))
    sketch.add(*sketch.lines(to_come, Room(room.x + 2, y + 1.5 * u, share - 4, 2.5 * u)))
    buttons = Room(room.x + share, y + 1.55 * u, room.width - share, 2.4 * u)
    market.draw_buttons(sketch, buttons, above=1.4 * u)


def _wide_own(sketch: Sketch, room: Room) -> None:
    """Plate and bought tiles above, then the large Alhambra, the reserve below."""
    half = (room.width - PAD) / 2
    plate = plate_height(sketch, sketch.main, half)
    band = max(0.115 * room.height, plate)
    draw_plate(sketch, sketch.main, Room(room.x, room.y, half, plate))
    below = 0.125 * room.height
    lawn = Room(
        room.x, room.y + band + 6, room.width, room.height - band - below - 12
    )  # fmt: skip
    grid = cities.grid_in(lawn, cities.own_bounds(sketch), LARGEST_CELL)
    with sketch.part("city"):
        cities.draw_own(sketch, lawn, grid)
    cities.draw_pending(sketch, Room(room.x + half + PAD, room.y, half, band), grid)
    cities.draw_reserve(sketch, Room(room.x, lawn.bottom + 6, room.width, below), below)


def _wide_others(sketch: Sketch, room: Room, columns: int) -> None:
    """The others in one or two columns, and the majorities where there is room left."""
    seats = opponents.other_seats(sketch)
    places = len(seats) + 1 + (sketch.position.players == 2)
    lines = -(-places // columns)
    if columns == 1:
        table = 0.255 * room.height
        neutral = 0.22 * room.height if sketch.position.players == 2 else 0
        rest = room.height - table - neutral - 6 * (places - 1)
        highs = [rest / len(seats)] * len(seats) + ([neutral] if neutral else []) + [table]
    else:
        highs = [(room.height - 6 * (lines - 1)) / lines] * places
    width = (room.width - PAD * (columns - 1)) / columns
    rooms = []
    y = room.y
    for k, high in enumerate(highs):
        column = k % columns
        rooms.append(Room(room.x + column * (width + PAD), y, width, high))
        if column == columns - 1:
            y += high + 6
    with sketch.part("others"):
        for seat, place in zip(seats, rooms, strict=False):
            with sketch.part(f"seat{seat + 1}"):
                opponents.draw_player(sketch, seat, place, 64, 32 if columns == 1 else 44)
                sketch.closer(place, seat_name(sketch.position, seat))
        if sketch.position.players == 2:
            opponents.draw_neutral(sketch, rooms[len(seats)], 64)
    last = rooms[-1]
    if places % columns:  # the last line has one place to itself
        last = Room(room.x, last.y, room.width, last.height)
    with sketch.part("scoring"):
        draw_majorities(sketch, last)
        sketch.closer(last, sketch.say("who leads in which building"))
