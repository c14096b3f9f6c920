"""What is for sale on the Alhambra board, the money row, and the viewer's money.

Market squares and the own cards of their currency stand together, so that one look says what can
be paid: one below the other on a tall board, side by side on a wide one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import NamedTuple

from galda.core.message import Message
from galda.core.show.language import say, tell
from galda.core.show.svg import element, fitting_size
from galda.games.alhambra.board.drawings import (
    GOLD,
    INK,
    MONEY_GROUND,
    MONEY_INK,
    PARCHMENT,
    card_face,
    frame,
    use,
    words,
)
from galda.games.alhambra.board.sketch import FREE, HAND_TOUCH, MARK, Room, Sketch
from galda.games.alhambra.rules import record
from galda.games.alhambra.rules.tiles import CURRENCIES, TILES
from galda.games.alhambra.text import names


def draw_sale(sketch: Sketch, square: int, room: Room, head: float, width: float) -> None:
    """A market square in a room of its own: ground, head and, in the middle below, its tile."""
    sketch.kept(
        lambda: _draw_sale(sketch, square, room, head, width),
        "sale", room, head, width, _due(sketch, square), *_for_sale(sketch, square),
    )  # fmt: skip


def _draw_sale(sketch: Sketch, square: int, room: Room, head: float, width: float) -> None:
    ground(sketch, square, room)
    draw_head(sketch, square, Room(room.x + 4, room.y, room.width - 8, head))
    _draw_square(sketch, square, room.x + (room.width - width) / 2, room.y + head, width)


def draw_head(sketch: Sketch, square: int, room: Room) -> None:
    """Above a market square: its currency, or what is still to be paid there."""
    due = _due(sketch, square)
    sketch.add(_head(square, due, room, sketch.letters.usual, sketch.lang))


def _due(sketch: Sketch, square: int) -> int | None:
    """What is still to be paid on a market square; None where nobody pays."""
    state = sketch.state
    paying = square == state.buying and state.phase == record.PAYING
    return state.due if paying else None


@lru_cache(maxsize=256)
def _head(square: int, due: int | None, room: Room, u: float, lang: str) -> str:
    said = (
        tell(lang, names.currency_head(square)) if due is None else say(lang, "{n} to pay", n=due)
    )
    sign = use(f"sign{square}", room.x + 1.05 * u, room.y + room.height / 2 + 1, u / 23)
    return sign + words(
        said, room.x + 2 * u, room.y + room.height * 0.72,
        fitting_size(said, u, room.width - 2.1 * u), font_weight="bold", fill=MONEY_INK[square],
    )  # fmt: skip


def draw_square(sketch: Sketch, square: int, x: float, y: float, width: float) -> None:
    """A market square: its tile, and whether it can be paid."""
    sketch.kept(
        lambda: _draw_square(sketch, square, x, y, width),
        "square", x, y, width, *_for_sale(sketch, square),
    )  # fmt: skip


def _for_sale(sketch: Sketch, square: int) -> tuple[Hashable, ...]:
    """All that a market square shows."""
    state = sketch.state
    money = state.hand[sketch.payer][square] if sketch.knows_hand else None
    marked = square == state.buying
    return square, state.market[square], marked, money, sketch.position.is_over


def _draw_square(sketch: Sketch, square: int, x: float, y: float, width: float) -> None:
    touch = f"market{square + 1}"
    number = sketch.state.market[square]
    if number < 0:
        none = Message("market square {n}, empty", n=square + 1)
        label = sketch.tell(names.sale_words(square, none))
        empty = frame(0, 0, width, width, fill=PARCHMENT, fill_opacity=0.55)
        sketch.touchable(empty, x=x, y=y, touch=touch, label=label)
        return
    tile = TILES[number]
    label, mark = sketch.tile_label(tile), []
    cards = sketch.state.hand[sketch.payer][square]
    if sketch.knows_hand and not sketch.position.is_over and names.worth(cards) >= tile.price:
        exact = tile.price in _sums(cards)
        mark = [_payable(exact)]
        label = sketch.say(
            "{tile}, can be paid exactly" if exact else "{tile}, can be paid", tile=label
        )
    label = sketch.tell(names.sale_words(square, label))
    buying = [MARK] if square == sketch.state.buying else []
    sketch.tile(tile, x, y, width, *buying, *mark, touch=touch, label=label)


@lru_cache
def _payable(exact: bool) -> str:
    """A sign at the corner of a tile that can be paid: exactly, or with too much."""
    sign = "M-7-4H7M-7 4H7" if exact else "M-7 1L-2 6L8-6"
    return element(
        "g",
        element("circle", r=15, fill=GOLD if exact else "#fffaf0", stroke=INK, stroke_width=2),
        element("path", d=sign, fill="none", stroke=INK, stroke_width=4, stroke_linecap="round"),
        transform="translate(82 19)",
    )


@lru_cache(maxsize=1 << 10)
def _sums(cards: int) -> set[int]:
    """What can be paid exactly with cards of a currency."""
    sums = {0}
    for value, count in names.cards_in(cards):
        for _ in range(count):
            sums |= {known + value for known in sums}
    return sums


def keep_money(sketch: Sketch, room: Room, draw: Callable[[], None]) -> None:
    """What `draw` draws in a room of the money row, of what is left, and of buttons."""
    state = sketch.state
    left = state.deck_left, state.bag_left, state.scored
    sketch.kept(draw, "money", room, tuple(state.row), left, _buttons(sketch))


def draw_row(sketch: Sketch, room: Room, width: float) -> None:
    """The four cards of the money row."""
    step = room.width / 4
    for slot in range(4):
        x, card = room.x + slot * step, sketch.state.row[slot]
        touch = f"money{slot + 1}"
        label, face = _row_card(card, width, room.height, sketch.lang)
        sketch.touchable(face, x=x, y=room.y, touch=touch, label=label)


@lru_cache(maxsize=256)
def _row_card(card: int, width: float, height: float, lang: str) -> tuple[str, str]:
    """What a card of the row is called, and its face; -1: there is none."""
    if card >= 0:
        label = say(lang, "money row: {card}", card=names.money_words(card))
        return label, "".join(card_face(card // 9, card % 9 + 1, width, height))
    empty = frame(
        1, 1, width - 2, height - 2, fill=PARCHMENT, fill_opacity=0.3, stroke="#b79a63",
        stroke_dasharray="6 6",
    )  # fmt: skip
    return say(lang, "money row: no card"), empty


def supplies(sketch: Sketch) -> tuple[str, str]:
    """What is left in deck and bag, and the scorings to come, in words."""
    state = sketch.state
    return _supplies(state.deck_left, state.bag_left, state.scored, sketch.lang)


@lru_cache(maxsize=1 << 10)
def _supplies(deck_left: int, bag_left: int, scored: int, lang: str) -> tuple[str, str]:
    deck = say(lang, "{n} in the deck", n=deck_left)
    bag = say(lang, "{n} in the bag", n=bag_left)
    coming = ", ".join(card for k, card in enumerate("AB") if not scored >> k & 1)
    return f"{deck} · {bag}", say(lang, "to come: {cards}", cards=coming) if coming else ""


def draw_buttons(sketch: Sketch, room: Room, above: float = 0) -> None:
    """The buttons that belong to a turn: at most two at a time."""
    takes, ends, passes = _buttons(sketch)
    half = Room(room.x, room.y, (room.width - 6) / 2, room.height)
    other = Room(room.x + half.width + 6, room.y, half.width, room.height)
    if takes:
        sketch.button(names.TAKE_TOUCH, sketch.say("take"), half, above)
    if ends:
        sketch.button(names.END_TOUCH, sketch.say("end turn"), other, above)
    if passes:
        sketch.button(names.PASS_TOUCH, sketch.say("pass"), other, above)


SEVERAL = frozenset(code for code in range(record.BUY) if (code + 1).bit_count() > 1)
"""Actions that take more than one card of the row."""


def _buttons(sketch: Sketch) -> tuple[bool, bool, bool]:
    """Which buttons there are: to take what was touched, to end the turn, to pass."""
    legal = sketch.legal
    return not SEVERAL.isdisjoint(legal), record.END in legal, record.PASS in legal


def draw_purse(
    sketch: Sketch, currency: int, cards: Cards, at: Room, total: Room, below: Room | None = None
) -> None:
    """The own cards of one currency from a corner on, and what they are worth together.

    The ground, where there is one, lies below them.
    """
    held = sketch.state.hand[sketch.payer][currency]

    def draw() -> None:
        if below:
            ground(sketch, currency, below)
        sketch.add(_sum(currency, names.worth(held), total, sketch.letters.usual, sketch.lang))
        _draw_cards(sketch, currency, at.x, at.y, cards)

    places = sketch.held[currency]
    sketch.kept(draw, "purse", currency, cards, at, total, below, held, places)


def _draw_cards(sketch: Sketch, currency: int, x: float, y: float, cards: Cards) -> None:
    """Cards in hand; equal ones lie on one another.

    The place of a card that was paid in this turn stays empty, so that no other moves there.
    """
    counts = dict(names.cards_in(sketch.state.hand[sketch.payer][currency]))
    width, height = cards.width - 2 * EDGE, cards.height - 2 * EDGE
    for k, value in enumerate(sketch.held[currency]):
        left = x + k % cards.across * cards.width
        top = y + k // cards.across * cards.height
        count = counts.get(value, 0)
        if value == FREE:
            label = sketch.say(
                "put a card here: {currency}", currency=names.currency_name(currency)
            )
            touch = f"{HAND_TOUCH}{CURRENCIES[currency]}"
            place = _free_place(currency, cards.width, cards.height)
            sketch.touchable(place, x=left, y=top, touch=touch, label=label)
            continue
        if not count:
            sketch.add(
                frame(left + 2 * EDGE, top + 2 * EDGE, width - 2 * EDGE, height - 2 * EDGE,
                      fill="none", stroke=MONEY_INK[currency], stroke_opacity=0.5,
                      stroke_dasharray="4 4")
            )  # fmt: skip
            continue
        number = currency * 9 + value - 1
        sketch.touchable(
            _own_card(number, count, cards.width, cards.height, sketch.letters.least),
            x=left, y=top, touch=f"{HAND_TOUCH}{names.card_name(number)}",
            label=_own_card_label(number, count, sketch.lang),
        )  # fmt: skip


@lru_cache(maxsize=64)
def _free_place(currency: int, across: float, down: float) -> str:
    """A dashed frame with a plus, for one more card."""
    arm = 0.18 * min(across, down)
    return frame(
        2 * EDGE, 2 * EDGE, across - 4 * EDGE, down - 4 * EDGE, fill="#fff", fill_opacity=0.35,
        stroke=MONEY_INK[currency], stroke_dasharray="4 4",
    ) + element(
        "path", stroke=MONEY_INK[currency], stroke_width=3, stroke_linecap="round",
        d=f"M{across / 2 - arm:g} {down / 2:g} h{2 * arm:g} M{across / 2:g} {down / 2 - arm:g} "
        f"v{2 * arm:g}",
    )  # fmt: skip


@lru_cache(maxsize=1024)
def _own_card(number: int, count: int, across: float, down: float, least: float) -> str:
    """A card in hand with the place round it; of several equal ones it says how many."""
    width, height = across - 2 * EDGE, down - 2 * EDGE
    face = card_face(number // 9, number % 9 + 1, width, height)
    if count > 1:
        sign = element(
            "g",
            frame(-0.9 * least, -least, 1.8 * least, 1.3 * least, rx=0.6 * least, fill=INK),
            words(f"×{count}", 0, 0, least, text_anchor="middle", fill="#fff"),
            transform=f"translate({width - 0.9 * least:g} {least:g})",
        )
        face = (*face, sign)
    place = frame(0, 0, across, down, fill_opacity=0)
    return place + element("g", *face, transform=f"translate({EDGE:g} {EDGE:g})")


@lru_cache(maxsize=1024)
def _own_card_label(number: int, count: int, lang: str) -> str:
    label = say(lang, "in hand: {money}", money=names.money_words(number))
    return say(lang, "{card}, {n} of them", card=label, n=count) if count > 1 else label


class Cards(NamedTuple):
    """How large the places of cards in hand are, and how many stand side by side."""

    width: float
    height: float
    across: int


CARD = 0.74
"""How wide a card is for its height."""
EDGE = 1.5
"""Round a card in hand; it can be touched there too."""


def card_places(sketch: Sketch, room: Room, most: float) -> Cards:
    """Cards as large as they can be in a room for one currency, the same for all currencies."""
    count = max(MOST_BESIDE, *(len(values) for values in sketch.held))
    best = Cards(0, 0, 1)
    for across in range(1, count + 1):
        lines = -(-count // across)
        width = min(room.width / across, CARD * room.height / lines, most)
        if width > best.width:
            best = Cards(width, width / CARD, across)
    return best


MOST_BESIDE = 3
"""There is always room for this number of cards, so that small hands do not have giant cards."""


def lines_of_cards(sketch: Sketch, across: int) -> int:
    """How many lines the longest currency of the hand takes."""
    return max(1, -(-max(len(values) for values in sketch.held) // across))


@lru_cache(maxsize=1 << 10)
def _sum(currency: int, total: int, room: Room, u: float, lang: str) -> str:
    return element(
        "g",
        frame(0, 0, room.width, room.height, rx=room.height / 2, fill=MONEY_INK[currency]),
        words(f"= {total}", room.width / 2, room.height / 2 + 0.36 * u, u,
              text_anchor="middle", font_weight="bold", fill="#fff"),
        transform=f"translate({room.x:g} {room.y:g})",
        aria_label=say(lang, "in hand: {money}", money=names.amount_words(currency, total)),
    )  # fmt: skip


def ground(sketch: Sketch, currency: int, room: Room) -> None:
    """The coloured ground that a currency's things lie on."""
    sketch.add(_ground(currency, room))


@lru_cache(maxsize=256)
def _ground(currency: int, room: Room) -> str:
    return frame(
        room.x, room.y, room.width, room.height, rx=10, fill=MONEY_GROUND[currency],
        stroke=MONEY_INK[currency], stroke_opacity=0.5,
    )  # fmt: skip
