"""The Alhambra table, drawn: market and money, the viewer's own Alhambra, the others, the scoring.

Everything is stacked in one column so that a telephone held upright shows it legibly.
"""

from __future__ import annotations

from typing import Any

from galda.core.language import say
from galda.core.position import Position
from galda.core.svg import element, picture
from galda.games.alhambra import city, record, scoring
from galda.games.alhambra.drawings import (
    GOLD,
    INK,
    MONEY_GROUND,
    PARCHMENT,
    card_face,
    definitions,
    fountain_face,
    frame,
    tile_face,
    use,
    words,
)
from galda.games.alhambra.names import (
    Cell,
    act,
    alhambra_of,
    border,
    cell_touch,
    cell_words,
    currency_name,
    hand,
    kind_name,
    money_words,
    seat_name,
    tile_touch,
    tile_words,
    tiles_in,
)
from galda.games.alhambra.tiles import KINDS, POINTS, SIDES, TILES, Tile

WIDTH = 720
MARGIN = 18
INNER = WIDTH - 2 * MARGIN
TALLEST = 560
"""How high the viewer's Alhambra may be drawn."""
LARGEST_CELL = 116
SMALL = 54


class Sketch:
    """The board while it is drawn: what there is so far and how far down it reaches."""

    def __init__(self, position: Position, viewer: int, lang: str) -> None:
        self.position, self.viewer, self.lang = position, viewer, lang
        self.state = position.state
        self.main = viewer if viewer >= 0 else position.to_act
        self.acts = viewer == position.to_act and not position.is_over
        self.legal = position.legal() if self.acts else ()
        self.parts: list[str] = []
        self.y = 14.0

    def say(self, message: str, **values: object) -> str:
        """A message in the board's language."""
        return say(self.lang, message, **values)

    def touchable(
        self,
        *parts: str,
        x: float,
        y: float,
        touch: str,
        label: str,
        scale: float = 1,
        piece: str | None = None,
    ) -> None:
        """Add a group that can be touched and is read aloud as `label`."""
        place = f"translate({x:g} {y:g})" + (f" scale({scale:g})" if scale != 1 else "")
        self.parts.append(
            element(
                "g", *parts, transform=place, data_touch=touch if self.viewer >= 0 else None,
                data_piece=piece, aria_label=label,
            )
        )  # fmt: skip

    def tile(
        self,
        tile: Tile,
        x: float,
        y: float,
        width: float,
        *,
        touch: str | None,
        marked: bool = False,
    ) -> None:
        """Add a building tile."""
        glow = [frame(0, 0, 100, 100, rx=6, fill="none", stroke=GOLD, stroke_width=7)]
        parts = tile_face(tile) + (glow if marked else [])
        place = f"translate({x:g} {y:g}) scale({width / 100:g})"
        self.parts.append(
            element(
                "g", *parts, transform=place, data_piece=f"tile-{tile.name}",
                data_touch=touch if self.viewer >= 0 else None,
                aria_label=self.tile_label(tile),
            )
        )  # fmt: skip

    def tile_label(self, tile: Tile) -> str:
        """A tile's name and walls, for those who listen."""
        name = tile_words(tile, self.lang)
        sides = (
            self.say("north"), self.say("east"), self.say("south"), self.say("west"),
        )  # fmt: skip
        walls = [sides[k] for k in range(len(SIDES)) if tile.walls >> k & 1]
        if not walls:
            return self.say("{tile}, no walls", tile=name)
        return self.say("{tile}, walls {sides}", tile=name, sides=", ".join(walls))

    def button(self, touch: str, label: str, x: float, y: float, width: float) -> None:
        """Add a golden button."""
        self.touchable(
            frame(0, 0, width, 46, rx=23, fill=GOLD, stroke=INK, stroke_width=2),
            words(label, width / 2, 32, 24, text_anchor="middle", font_weight="bold"),
            x=x, y=y, touch=touch, label=label,
        )  # fmt: skip

    def heading(self, said: str) -> None:
        """Add a section's title."""
        self.parts.append(words(said, MARGIN, self.y + 22, 22, font_style="italic", fill="#6b4a1f"))
        self.y += 32


def draw(position: Position, viewer: int, lang: str) -> str:
    """The whole table as SVG."""
    sketch = Sketch(position, viewer, lang)
    _market(sketch)
    _money(sketch)
    _own(sketch)
    _others(sketch)
    _scoring(sketch)
    height = sketch.y + 8
    return picture(
        WIDTH,
        height,
        _title(position, lang),
        definitions(),
        frame(0, 0, WIDTH, height, rx=22, fill="url(#al-table)"),
        frame(7, 7, WIDTH - 14, height - 14, rx=17, fill="url(#al-page)", stroke="#c9a45c",
              stroke_width=2),
        *sketch.parts,
    )  # fmt: skip


def _title(position: Position, lang: str) -> str:
    if position.is_over:
        names = ", ".join(seat_name(position, seat, lang) for seat in position.winners)
        return say(lang, "Alhambra, won by {player}", player=names)
    player = seat_name(position, position.to_act, lang)
    return say(lang, "Alhambra, {player} to act", player=player)


def _market(sketch: Sketch) -> None:
    """The four squares, each framed in the colour of its currency."""
    state = sketch.state
    step = INNER / 4
    sketch.y += 6
    for square in range(4):
        x = MARGIN + square * step
        colour = currency_name(square, sketch.lang)
        sketch.parts += [
            frame(x + 3, sketch.y, step - 6, 178, rx=12, fill=MONEY_GROUND[square], stroke=INK),
            use(f"sign{square}", x + 28, sketch.y + 26, 1.1),
            words(colour, x + 50, sketch.y + 33, 22, font_weight="bold"),
            words(str(square + 1), x + step - 14, sketch.y + 33, 22, text_anchor="end"),
            frame(x + 20, sketch.y + 44, step - 40, 126, fill=PARCHMENT, fill_opacity=0.55),
        ]
        touch = f"market{square + 1}"
        number = int(state.market[square])
        if number >= 0:
            marked = square == state.buying
            at = x + step / 2 - 62
            sketch.tile(TILES[number], at, sketch.y + 45, 124, touch=touch, marked=marked)
        else:
            label = sketch.say("market square {n}, empty", n=square + 1)
            empty = frame(0, 0, step - 40, 126, fill_opacity=0)
            sketch.touchable(empty, x=x + 20, y=sketch.y + 44, touch=touch, label=label)
    sketch.y += 190


def _money(sketch: Sketch) -> None:
    """The money row, what is left in deck and bag, and the buttons that belong to a turn."""
    state, lang = sketch.state, sketch.lang
    for slot in range(4):
        x, card = MARGIN + 4 + slot * 94, int(state.row[slot])
        touch = f"money{slot + 1}"
        if card >= 0:
            label = sketch.say("money row: {card}", card=money_words(card, lang))
            face = card_face(card // 9, card % 9 + 1)
            sketch.touchable(*face, x=x, y=sketch.y, touch=touch, label=label)
        else:
            empty = frame(0, 0, 84, 108, fill="none", stroke="#b79a63", stroke_dasharray="6 6")
            label = sketch.say("money row: no card")
            sketch.touchable(empty, x=x, y=sketch.y, touch=touch, label=label)
    x = MARGIN + 392
    deck = sketch.say("{n} in the deck", n=int(state.deck_left))
    bag = sketch.say("{n} in the bag", n=int(state.bag_left))
    sketch.parts += [words(deck, x, sketch.y + 22, 21), words(bag, x, sketch.y + 50, 21)]
    if coming := ", ".join(card for k, card in enumerate("AB") if not state.scored >> k & 1):
        said = sketch.say("to come: {cards}", cards=coming)
        sketch.parts.append(words(said, WIDTH - MARGIN, sketch.y + 22, 21, text_anchor="end"))
    if any(
        record.TAKE <= code < record.BUY and len(act(sketch.position, code).cards) > 1
        for code in sketch.legal
    ):
        sketch.button("take", sketch.say("take"), x, sketch.y + 62, 110)
    if record.END in sketch.legal:
        sketch.button("end", sketch.say("end turn"), x + 122, sketch.y + 62, 160)
    if record.PASS in sketch.legal:
        sketch.button("pass", sketch.say("pass"), x + 122, sketch.y + 62, 160)
    sketch.y += 122
    _advice(sketch)


def _advice(sketch: Sketch) -> None:
    """A line that says what is to be done now."""
    position, state = sketch.position, sketch.state
    player = seat_name(position, position.to_act, sketch.lang)
    if position.is_over:
        names = ", ".join(seat_name(position, s, sketch.lang) for s in position.winners)
        said = sketch.say("The game is over. Winner: {player}", player=names)
    elif state.phase == record.PAYING:
        colour = currency_name(int(state.buying), sketch.lang)
        said = sketch.say(
            "{player} pays: {due} more in {colour}", player=player, due=int(state.due),
            colour=colour,
        )  # fmt: skip
    elif state.phase == record.BRINGING:
        tile = tile_words(TILES[state.brought], sketch.lang)
        said = sketch.say("{player}: where does {tile} go?", player=player, tile=tile)
    elif state.phase >= record.PLACING:
        said = sketch.say("{player} places tiles", player=player)
    elif state.exact >= 0:
        said = sketch.say("{player} paid exactly and may act again", player=player)
    else:
        said = sketch.say("{player}: take money, buy or redesign", player=player)
    sketch.parts += [
        frame(MARGIN, sketch.y, INNER, 38, rx=19, fill="#fff8e6", stroke="#c9a45c"),
        words(said, WIDTH / 2, sketch.y + 27, 22, text_anchor="middle", font_weight="bold"),
    ]
    sketch.y += 46


def _own(sketch: Sketch) -> None:
    """The viewer's own side of the table (the acting player's, for a spectator)."""
    state, seat = sketch.state, sketch.main
    _nameplate(sketch, seat, MARGIN, INNER)
    _pending(sketch)
    tiles = alhambra_of(state, seat)
    placing = sketch.acts and state.phase >= record.BRINGING
    free = border(state, seat) if placing else []
    _alhambra(sketch, tiles, free)
    _reserve(sketch, seat)
    if sketch.viewer >= 0 or sketch.position.is_over:
        _hand(sketch, seat)


def _nameplate(sketch: Sketch, seat: int, x: float, width: float) -> None:
    """A player's name, points, wall and number of cards; in gold while he acts."""
    position, state = sketch.position, sketch.state
    acts = seat == position.to_act and not position.is_over
    wall = int(city.longest_wall(state, seat))
    name = seat_name(position, seat, sketch.lang)
    size = 22 if width > 400 else 19
    facts = sketch.say(
        "{points} points · wall {wall} · {cards} cards",
        points=int(state.points[seat]), wall=wall, cards=int(state.cards[seat]),
    )  # fmt: skip
    wide = width > 400
    sketch.parts += [
        frame(x, sketch.y, width, 36 if wide else 58, fill=GOLD if acts else "#e8d3a2",
              stroke="#8d7646"),
        words(name, x + 12, sketch.y + 26, size + 1, font_weight="bold"),
        words(facts, x + width - 12, sketch.y + (26 if wide else 50), size, text_anchor="end"),
    ]  # fmt: skip
    sketch.y += 42 if wide else 64


def _pending(sketch: Sketch) -> None:
    """Tiles bought and not yet placed."""
    state = sketch.state
    there = [TILES[n] for n in state.bought if n >= 0]
    if not there:
        return
    player = seat_name(sketch.position, sketch.position.to_act, sketch.lang)
    if state.phase == record.LAST_TILES:
        sketch.heading(sketch.say("tiles won at the end, to be placed"))
    elif sketch.acts:
        sketch.heading(sketch.say("bought, to be placed when the turn ends"))
    else:
        sketch.heading(sketch.say("bought by {player}", player=player))
    for k, tile in enumerate(there):
        x = MARGIN + 4 + k * 112
        sketch.tile(tile, x, sketch.y, 100, touch=tile_touch(tile), marked=True)
    sketch.y += 108


def _alhambra(sketch: Sketch, tiles: dict[Cell, Tile], free: list[Cell]) -> None:
    """The viewer's Alhambra, as large as there is room."""
    cells = [(0, 0), *tiles, *free]
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    low, high = min(y for _, y in cells), max(y for _, y in cells)
    across, down = right - left + 1, high - low + 1
    size = min(LARGEST_CELL, (INNER - 8) / across, TALLEST / down)
    x0 = WIDTH / 2 - across * size / 2
    sketch.parts.append(
        frame(MARGIN, sketch.y, INNER, down * size + 20, rx=12, fill="#cfd9a8", stroke="#8d9a5b")
    )
    sketch.y += 10

    def corner(cell: Cell) -> tuple[float, float]:
        return x0 + (cell[0] - left) * size, sketch.y + (high - cell[1]) * size

    buildable = {act(sketch.position, code).cell for code in sketch.legal}
    for cell in free:
        x, y = corner(cell)
        good = cell in buildable
        label = sketch.say("free cell {cell}", cell=cell_words(cell))
        mark = frame(
            5, 5, 90, 90, fill="#fff6cf" if good else "#fff", fill_opacity=0.75 if good else 0.12,
            stroke=GOLD if good else "#8d9a5b", stroke_width=5 if good else 2,
            stroke_dasharray="10 8",
        )  # fmt: skip
        name = words(
            f"{cell[0]},{cell[1]}", 50, 60, 28, text_anchor="middle", fill_opacity=0.75 if good
            else 0.35,
        )  # fmt: skip
        sketch.touchable(
            mark, name, x=x, y=y, touch=cell_touch(cell), label=label, scale=size / 100
        )
    x, y = corner((0, 0))
    fountain = sketch.say("fountain")
    sketch.touchable(*fountain_face(), x=x, y=y, touch="fountain", label=fountain, scale=size / 100)
    for cell, tile in tiles.items():
        x, y = corner(cell)
        sketch.tile(tile, x, y, size, touch=tile_touch(tile))
    sketch.y += down * size + 18


def _reserve(sketch: Sketch, seat: int) -> None:
    """The reserve, itself a place to touch."""
    state = sketch.state
    tiles = tiles_in(state.reserve[seat])
    per_line = 7
    step = INNER / per_line
    lines = max(1, -(-len(tiles) // per_line))
    label = sketch.say("reserve")
    board = frame(0, 0, INNER, 34 + lines * step, rx=12, fill="#e3d2ac", stroke="#a98c5a")
    name = words(label, 12, 26, 21, font_style="italic", fill="#6b4a1f")
    sketch.touchable(board, name, x=MARGIN, y=sketch.y, touch="reserve", label=label)
    for k, tile in enumerate(tiles):
        x = MARGIN + 5 + k % per_line * step
        y = sketch.y + 34 + k // per_line * step
        brought = tile.number == state.brought and seat == sketch.position.to_act
        sketch.tile(tile, x, y, step - 10, touch=tile_touch(tile), marked=brought)
    sketch.y += 42 + lines * step


def _hand(sketch: Sketch, seat: int) -> None:
    """Money in hand: equal cards lie on one another, with their number."""
    cards = list(hand(sketch.state, seat))
    sketch.heading(sketch.say("money in hand"))
    per_line = 9
    step = INNER / per_line
    for k, (currency, value, count) in enumerate(cards):
        x = MARGIN + 2 + k % per_line * step
        y = sketch.y + k // per_line * 98
        card = currency * 9 + value - 1
        face = card_face(currency, value, step - 8, 86)
        label = money_words(card, sketch.lang)
        if count > 1:
            face += [
                element("circle", cx=step - 14, cy=8, r=14, fill=INK),
                words(f"×{count}", step - 14, 15, 18, text_anchor="middle", fill="#fff"),
            ]
            label = sketch.say("{card}, {n} of them", card=label, n=count)
        name = f"hand-{_code(currency)}{value}"
        sketch.touchable(*face, x=x, y=y, touch=name, label=label)
    sketch.y += -(-len(cards) // per_line) * 98 + 6


def _code(currency: int) -> str:
    return currency_name(currency, "en")


def _others(sketch: Sketch) -> None:
    """The other players two by two, and the neutral player's collection."""
    position = sketch.position
    seats = [(sketch.main + k) % position.players for k in range(1, position.players)]
    if position.players == 2:
        _neutral(sketch)
    half = (INNER - 12) / 2
    for k in range(0, len(seats), 2):
        top, lowest = sketch.y, sketch.y
        for column, seat in enumerate(seats[k : k + 2]):
            sketch.y = top
            x = MARGIN + column * (half + 12)
            _small_player(sketch, seat, x, INNER if len(seats) == 1 else half)
            lowest = max(lowest, sketch.y)
        sketch.y = lowest + 8


def _small_player(sketch: Sketch, seat: int, x: float, width: float) -> None:
    """Another player's Alhambra and reserve, smaller and not to be touched."""
    _nameplate(sketch, seat, x, width)
    tiles = alhambra_of(sketch.state, seat)
    cells = [(0, 0), *tiles]
    left, high = min(c for c, _ in cells), max(c for _, c in cells)
    across = max(c for c, _ in cells) - left + 1
    down = high - min(c for _, c in cells) + 1
    size = min(70.0, (width - 12) / across, 300 / down)
    x0 = x + width / 2 - across * size / 2
    y0 = sketch.y + 8
    sketch.parts.append(
        frame(x, sketch.y, width, down * size + 16, fill="#cfd9a8", stroke="#8d9a5b")
    )
    place = f"translate({x0 - left * size:g} {y0 + high * size:g}) scale({size / 100:g})"
    label = sketch.say("fountain")
    sketch.parts.append(element("g", *fountain_face(), transform=place, aria_label=label))
    for (east, north), tile in tiles.items():
        sketch.tile(tile, x0 + (east - left) * size, y0 + (high - north) * size, size, touch=None)
    sketch.y += down * size + 22
    reserve = tiles_in(sketch.state.reserve[seat])
    if reserve:
        said = sketch.say("reserve")
        sketch.parts.append(words(said, x + 4, sketch.y + 16, 19, font_style="italic"))
        sketch.y += 22
        _small_tiles(sketch, reserve, x, width)


def _small_tiles(sketch: Sketch, tiles: list[Tile], x: float, width: float) -> None:
    per_line = int(width // (SMALL + 3))
    for k, tile in enumerate(tiles):
        at = x + k % per_line * (SMALL + 3), sketch.y + k // per_line * (SMALL + 3)
        sketch.tile(tile, *at, SMALL, touch=None)
    sketch.y += -(-len(tiles) // per_line) * (SMALL + 3) + 2


def _neutral(sketch: Sketch) -> None:
    """The neutral player, to whom bought tiles may be given."""
    state = sketch.state
    tiles = tiles_in(state.given)
    name = seat_name(sketch.position, 2, sketch.lang)
    label = sketch.say("{name} · {points} points", name=name, points=int(state.points[2]))
    lines = max(1, -(-len(tiles) // int((INNER - 12) // (SMALL + 3))))
    height = 36 + lines * (SMALL + 3) + 4
    sketch.touchable(
        frame(0, 0, INNER, height, rx=12, fill="#d9d2c4", stroke="#8d7646"),
        words(label, 12, 26, 22, font_weight="bold"),
        x=MARGIN, y=sketch.y, touch="neutral", label=label,
    )  # fmt: skip
    sketch.y += 36
    _small_tiles(sketch, tiles, MARGIN + 6, INNER - 12)
    sketch.y += 10


def _scoring(sketch: Sketch) -> None:
    """What each kind brings in each round, and who has how many; a crown marks who leads."""
    state, position = sketch.state, sketch.position
    columns = int(scoring.columns(state))
    numbers = [
        [int(scoring.buildings(state, column, kind)) for column in range(columns)]
        for kind in range(len(KINDS))
    ]
    first, step = 392.0, (INNER - 392 + MARGIN - 4) / columns
    line = 44
    height = line * 7 + 8
    sketch.y += 4
    sketch.parts.append(
        frame(MARGIN, sketch.y, INNER, height, rx=12, fill="#fbf3df", stroke="#c9a45c")
    )
    heads = ((214, "A"), (264, "B"), (338, sketch.say("end")))
    for x, head in heads:
        sketch.parts.append(words(head, x, sketch.y + 30, 22, text_anchor="middle",
                                  font_weight="bold"))  # fmt: skip
    for column in range(columns):
        middle = first + (column + 0.5) * step
        name = seat_name(position, column, sketch.lang)
        short = str(column + 1) if column < position.players else name[:6]
        sketch.parts.append(
            words(short, middle, sketch.y + 30, 22, text_anchor="middle", font_weight="bold")
        )
    for k, kind in enumerate(KINDS):
        y = sketch.y + line * (k + 1)
        sketch.parts.append(_scoring_line(sketch, k, kind, y))
        best = max(numbers[k])
        for column, number in enumerate(numbers[k]):
            middle = first + (column + 0.5) * step
            leads = number == best and number > 0
            if leads:
                sketch.parts.append(frame(middle - 22, y + 7, 44, 32, fill=GOLD, rx=16))
            style = {"font_weight": "bold"} if leads else {}
            sketch.parts.append(
                words(
                    str(number) if number else "·",
                    middle,
                    y + 31,
                    23,
                    text_anchor="middle",
                    **style,
                )
            )
            if leads:
                crown = "M-11 0L-13-9L-6-4L0-11L6-4L13-9L11 0Z"
                at = f"translate({middle:g} {y + 9:g}) scale(.8)"
                sketch.parts.append(element("path", d=crown, transform=at, fill=INK))
    sketch.y += height + 6


def _scoring_line(sketch: Sketch, k: int, kind: str, y: float) -> str:
    points: Any = POINTS
    rounds = (
        str(points[0, k, 0]),
        f"{points[1, k, 0]}·{points[1, k, 1]}",
        f"{points[2, k, 0]}·{points[2, k, 1]}·{points[2, k, 2]}",
    )
    return element(
        "g",
        element("path", d=f"M{MARGIN + 8} {y:g}H{WIDTH - MARGIN - 8}", stroke="#dcc592"),
        use(kind, MARGIN + 8, y + 3, 0.46),
        words(kind_name(kind, sketch.lang), MARGIN + 62, y + 30, 21),
        *(
            words(said, x, y + 30, 21, text_anchor="middle")
            for said, x in zip(rounds, (214, 264, 338), strict=True)
        ),
    )
