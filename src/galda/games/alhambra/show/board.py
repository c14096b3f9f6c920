"""The Alhambra table, drawn: market and money, the viewer's own Alhambra, the others, the scoring.

Everything is stacked in one column so that a telephone held upright shows it legibly.
"""

from __future__ import annotations

from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.core.show.language import say
from galda.core.show.svg import element, fitting_size, picture
from galda.games.alhambra.rules import record
from galda.games.alhambra.rules.tiles import CURRENCIES, TILES, Tile
from galda.games.alhambra.show.drawings import (
    GOLD,
    INK,
    MONEY_GROUND,
    PARCHMENT,
    card_face,
    definitions,
    fountain_face,
    frame,
    use,
    words,
)
from galda.games.alhambra.show.names import (
    Cell,
    act,
    alhambra_of,
    amount_words,
    border,
    cell_touch,
    cell_words,
    currency_name,
    hand,
    money_words,
    seat_name,
    tile_touch,
    tile_words,
    tiles_in,
)
from galda.games.alhambra.show.opponents import draw_others, draw_scoring
from galda.games.alhambra.show.sketch import INNER, MARGIN, WIDTH, Sketch, nameplate

TALLEST = 560
"""How high the viewer's Alhambra may be drawn."""
LARGEST_CELL = 116


def draw(position: Position, viewer: int, lang: str, shape: Shape) -> str:
    """The whole table as SVG."""
    sketch = Sketch(position, viewer, lang)
    sketch.part("market", _market)
    sketch.part("money", _money)
    sketch.part("own", _own)
    sketch.part("others", draw_others)
    sketch.part("scoring", draw_scoring)
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
        names = tuple(seat_name(position, seat) for seat in position.winners)
        return say(lang, "Alhambra, won by {player}", player=names)
    player = seat_name(position, position.to_act)
    return say(lang, "Alhambra, {player} to act", player=player)


def _market(sketch: Sketch) -> None:
    """The four squares, each framed in the colour of its currency."""
    state = sketch.state
    step = INNER / 4
    sketch.y += 6
    for square in range(4):
        x = MARGIN + square * step
        colour = sketch.tell(currency_name(square))
        sketch.parts += [
            frame(x + 3, sketch.y, step - 6, 178, rx=12, fill=MONEY_GROUND[square], stroke=INK),
            use(f"sign{square}", x + 28, sketch.y + 26, 1.1),
            words(
                colour,
                x + 50,
                sketch.y + 33,
                fitting_size(colour, 22, step - 82),
                font_weight="bold",
            ),
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
    state = sketch.state
    for slot in range(4):
        x, card = MARGIN + 4 + slot * 94, int(state.row[slot])
        touch = f"money{slot + 1}"
        if card >= 0:
            label = sketch.say("money row: {card}", card=money_words(card))
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
        size = fitting_size(said, 21, 152)
        sketch.parts.append(words(said, WIDTH - MARGIN, sketch.y + 50, size, text_anchor="end"))
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
    player = seat_name(position, position.to_act)
    if position.is_over:
        names = tuple(seat_name(position, seat) for seat in position.winners)
        said = sketch.say("The game is over. Winner: {player}", player=names)
    elif state.phase == record.PAYING:
        due = amount_words(int(state.buying), int(state.due))
        said = sketch.say("{player} pays; still due: {due}", player=player, due=due)
    elif state.phase == record.BRINGING:
        tile = tile_words(TILES[state.brought])
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
    nameplate(sketch, seat, MARGIN, INNER)
    _pending(sketch)
    tiles = alhambra_of(state, seat)
    placing = sketch.acts and state.phase >= record.BRINGING
    free = border(state, seat) if placing else []
    sketch.part("city", lambda _: _alhambra(sketch, tiles, free))
    _reserve(sketch, seat)
    if sketch.viewer >= 0 or sketch.position.is_over:
        sketch.part("hand", lambda _: _hand(sketch, seat))


def _pending(sketch: Sketch) -> None:
    """Tiles bought and not yet placed."""
    state = sketch.state
    there = [TILES[n] for n in state.bought if n >= 0]
    if not there:
        return
    player = seat_name(sketch.position, sketch.position.to_act)
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
        label = sketch.tell(money_words(card))
        if count > 1:
            face += [
                element("circle", cx=step - 14, cy=8, r=14, fill=INK),
                words(f"×{count}", step - 14, 15, 18, text_anchor="middle", fill="#fff"),
            ]
            label = sketch.say("{card}, {n} of them", card=label, n=count)
        name = f"hand-{CURRENCIES[currency]}{value}"
        sketch.touchable(*face, x=x, y=y, touch=name, label=label)
    sketch.y += -(-len(cards) // per_line) * 98 + 6
