"""The table of 5 Towers, drawn: the row and the auction, everyone's towers, the deck's cards."""

from __future__ import annotations

from typing import Any

from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.core.show.language import say, say_count, tell
from galda.core.show.svg import element, fitting_size, gradient, picture, text
from galda.games.towers.rules import record
from galda.games.towers.rules.record import AUCTION, DEMOLISHING, SILENT
from galda.games.towers.show.panels import arrange, panel, panel_height
from galda.games.towers.show.symbols import CREAM, DEFS, GOLD, NIGHT, back, whole_card
from galda.games.towers.show.unseen import deck_height, deck_table
from galda.games.towers.show.words import (
    CALL_WORD,
    KEEP_WORD,
    PASS_WORD,
    Card,
    call_word,
    card_name,
    cards_in,
    piece,
    seat_name,
    word,
)

WIDTH = 720
EDGE = 20
GAP = 14
INSIDE = WIDTH - 2 * EDGE
CARD_WIDTH = (INSIDE - 4 * GAP) / 5
CARD_HEIGHT = 168
ROW_TOP = 66
CHIPS_TOP = ROW_TOP + CARD_HEIGHT + 20
CHIP_HEIGHT = 68
BUTTONS_TOP = CHIPS_TOP + CHIP_HEIGHT + GAP
BUTTON_HEIGHT = 64
PANELS_TOP = BUTTONS_TOP + BUTTON_HEIGHT + 18

TABLE = (
    *DEFS,
    gradient("linear", "tw-table", ((0, "#28304d"), (1, "#161b2e")), x2=0, y2=1),
    gradient("linear", "tw-sky", ((0, "#3c5288"), (0.75, "#7f95c4"), (1, "#b9c2dc")), x2=0, y2=1),
)


def draw(position: Position, viewer: int, lang: str, shape: Shape) -> str:
    """The whole table as SVG; the viewer's own towers come first, the others clockwise."""
    own = max(viewer, 0)
    seats = [(own + n) % position.players for n in range(position.players)]
    y: float = PANELS_TOP
    panels: list[str] = []
    for line in arrange(seats):
        height = max(panel_height(position, seat) for seat in line)
        width = (INSIDE - GAP * (len(line) - 1)) / len(line)
        for n, seat in enumerate(line):
            at = (EDGE + n * (width + GAP), y)
            panels.append(panel(position, seat, at, (width, height), lang))
        y += height + GAP
    height = y + deck_height() + EDGE - 4
    return picture(
        WIDTH,
        height,
        _title(position, lang),
        element("defs", *TABLE),
        element("rect", width=WIDTH, height=height, rx=26, fill="url(#tw-table)"),
        *_status(position, lang),
        *_chips(position, lang),
        *_buttons(position, lang),
        *deck_table(position, EDGE, y, INSIDE, lang),
        *panels,
        *_row(position, lang),  # last, so that a card on its way lies above everything
    )


def _title(position: Position, lang: str) -> str:
    if position.is_over:
        return say(lang, "5 Towers, the game is over")
    player = seat_name(position, position.to_act)
    if position.state.phase == AUCTION:
        return say(lang, "5 Towers, {player} to call", player=player)
    return say(lang, "5 Towers, {player} builds", player=player)


def _status(position: Position, lang: str) -> list[str]:
    """The round, and how many cards lie in the deck and among the discards."""
    state = position.state
    deck, discards = len(cards_in(state.deck)), len(cards_in(state.discards))
    style: dict[str, Any] = {"y": 46, "font_size": 27, "fill": CREAM}
    told = say(lang, "Round {n}", n=int(state.rounds))
    return [
        text(told, x=EDGE, font_weight="bold", **style),
        element("g", *back(24, 34), transform=f"translate({WIDTH / 2 - 102} 19)"),
        text(say(lang, "Deck {n}", n=deck), x=WIDTH / 2 - 68, **style),
        text(
            say(lang, "Discards {n}", n=discards), x=WIDTH - EDGE, text_anchor="end", **style
        ),
    ]  # fmt: skip


def row_at_first(position: Position) -> list[Card]:
    """The row as it was turned up: cards keep their place while others are taken."""
    start = position
    while start.state.phase != AUCTION and start.before and not start.is_over:
        start = start.before
    return cards_in(start.state.row)


def _row(position: Position, lang: str) -> list[str]:
    there = cards_in(position.state.row)
    drawn = []
    for n, card in enumerate(row_at_first(position)):
        at = f"translate({EDGE + n * (CARD_WIDTH + GAP):g} {ROW_TOP})"
        if card in there:
            kind, value, _ = card
            drawn.append(
                element(
                    "g", *whole_card(kind, value, CARD_WIDTH, CARD_HEIGHT), transform=at,
                    data_touch=word(card), data_piece=piece(card),
                    aria_label=say(lang, "In the row: {card}", card=card_name(kind, value)),
                )
            )  # fmt: skip
            continue
        gap = element(
            "rect", width=CARD_WIDTH, height=CARD_HEIGHT, rx=13, fill="none", stroke=CREAM,
            stroke_opacity=0.35, stroke_width=2.5, stroke_dasharray="9 8", transform=at,
        )  # fmt: skip
        drawn.insert(0, gap)
    return drawn


def _chips(position: Position, lang: str) -> list[str]:
    """Who has called what, in the order of the auction."""
    state, players = position.state, position.players
    width = (INSIDE - 10 * (players - 1)) / players
    drawn = []
    for n in range(players):
        seat = (int(state.first) + n) % players
        acts = seat == position.to_act and not position.is_over
        leads = seat == state.caller and state.called > 0
        call = int(state.calls[seat])
        name, told = tell(lang, seat_name(position, seat)), call_word(call, lang)
        drawn.append(
            element(
                "g",
                element(
                    "rect", width=width, height=CHIP_HEIGHT, rx=14,
                    fill=GOLD if leads else "#394468", stroke=GOLD if acts else "#4c5a86",
                    stroke_width=4 if acts else 2,
                ),
                text(
                    name, x=width / 2, y=26, font_size=fitting_size(name, 22, width - 8),
                    text_anchor="middle", fill=NIGHT if leads else CREAM,
                ),
                text(
                    told, x=width / 2, y=57, font_size=fitting_size(told, 30, width - 8),
                    font_weight="bold", text_anchor="middle", fill=NIGHT if leads else CREAM,
                    opacity=0.6 if call == SILENT else None,
                ),
                transform=f"translate({EDGE + n * (width + 10):g} {CHIPS_TOP})",
            )
        )  # fmt: skip
    return drawn


def _buttons(position: Position, lang: str) -> list[str]:
    """What can be called; for the builder what to do next, and a plate to demolish nothing."""
    if position.is_over:
        middle = ROW_TOP + CARD_HEIGHT / 2  # where the row lay
        return [_message(_result(position, lang), WIDTH / 2, middle)]
    state = position.state
    if state.phase == AUCTION:
        pass_width = 150
        width = (INSIDE - pass_width - 6 * 10) / 6
        words = [f"{CALL_WORD}{n}" for n in range(record.ROW + 1)]
        drawn = [
            _button(position, words[n], str(n), say(lang, "Call {n}", n=n), n * (width + 10), width)
            for n in range(record.ROW + 1)
        ]
        told = say(lang, "Pass")
        at = INSIDE - pass_width
        return [*drawn, _button(position, PASS_WORD, told, told, at, pass_width)]
    if state.phase == DEMOLISHING:
        told = say(lang, "Keep all")
        ask = say(lang, "Demolish a top card?")
        button = _button(position, KEEP_WORD, told, told, INSIDE - 220, 220)
        return [_message(ask, (INSIDE - 220) / 2 + EDGE), button]
    left = int(state.to_lay)
    told = say_count(lang, "Lay {n} card", "Lay {n} cards", left)
    return [_message(told, WIDTH / 2)]


def _message(words: str, x: float, y: float = BUTTONS_TOP + BUTTON_HEIGHT / 2) -> str:
    return text(
        words, x=x, y=y + 10, font_size=fitting_size(words, 29, INSIDE), font_weight="bold",
        text_anchor="middle",
        fill=GOLD, data_part="message",
    )  # fmt: skip


def _button(
    position: Position, touch: str, words: str, label: str, x: float, width: float
) -> str:  # fmt: skip
    legal = (touch,) in position.paths
    return element(
        "g",
        element(
            "rect", width=width, height=BUTTON_HEIGHT, rx=16, fill=CREAM if legal else "#4a567d",
            stroke=GOLD if legal else "none", stroke_width=3,
        ),
        text(
            words, x=width / 2, y=44, font_size=fitting_size(words, 34, width - 12),
            font_weight="bold", text_anchor="middle",
            fill=NIGHT if legal else "#aab4d3",
        ),
        transform=f"translate({EDGE + x:g} {BUTTONS_TOP})",
        data_touch=touch,
        aria_label=label,
    )  # fmt: skip


def _result(position: Position, lang: str) -> str:
    points = max(position.scores)
    names = tuple(seat_name(position, seat) for seat in position.winners)
    if len(position.winners) == 1:
        return say_count(
            lang, "{player} wins with {n} point", "{player} wins with {n} points", points,
            player=names,
        )  # fmt: skip
    return say_count(
        lang, "A tie at {n} point: {players}", "A tie at {n} points: {players}", points,
        players=names,
    )  # fmt: skip
