"""The table of 5 Towers, drawn: the row and the auction, everyone's towers, the deck's cards."""

from __future__ import annotations

from typing import Any

from galda.core.play.position import Position
from galda.core.play.terms import SPECTATOR, Shape
from galda.core.show.language import say, say_count, tell
from galda.core.show.seats import seat_badge
from galda.core.show.svg import element, fitting_name, fitting_size, gradient, picture, text
from galda.games.towers.board.layout import Area, Layout, lay_out
from galda.games.towers.board.news import since
from galda.games.towers.board.panels import empty_place, panel
from galda.games.towers.board.places import row_places
from galda.games.towers.board.symbols import CREAM, DEFS, GOLD, NIGHT, back, whole_card
from galda.games.towers.board.unseen import deck_table
from galda.games.towers.rules import record
from galda.games.towers.rules.record import AUCTION, DEMOLISHING, SILENT
from galda.games.towers.text.words import (
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

TABLE = (
    *DEFS,
    gradient("linear", "tw-table", ((0, "#28304d"), (1, "#161b2e")), x2=0, y2=1),
    gradient("linear", "tw-sky", ((0, "#3c5288"), (0.75, "#7f95c4"), (1, "#b9c2dc")), x2=0, y2=1),
)


def draw(
    position: Position, viewer: int, lang: str, shape: Shape, *, arranging: bool = False
) -> str:
    """The whole table as SVG; the viewer's own towers come first, the others clockwise.

    A viewer who looks back with a player's eyes watches, and sits where that player sits. When
    `arranging` a position one touches places, not moves.
    """
    own = max(viewer, position.viewer or 0, 0)
    seats = [(own + n) % position.players for n in range(position.players)]
    at = lay_out(position, shape)
    news = since(position, viewer)
    return picture(
        at.width,
        at.height,
        _title(position, lang),
        element("defs", *TABLE),
        element("rect", width=at.width, height=at.height, rx=26, fill="url(#tw-table)"),
        *_status(position, at.status, lang),
        *(_row_places(position, at.row, lang) if arranging else _row(position, at.row, lang)),
        *_chips(position, at.chips, at.measures.least, lang),
        *(() if arranging else _buttons(position, at, lang)),
        *deck_table(position, at.deck, lang),
        *(
            panel(position, seat, area, at.measures, news, lang, arranging=arranging)
            for seat, area in zip(seats, at.panels, strict=True)
        ),
    )


def _title(position: Position, lang: str) -> str:
    if position.is_over:
        return say(lang, "5 Towers, the game is over")
    player = seat_name(position, position.to_act)
    if position.state.phase == AUCTION:
        return say(lang, "5 Towers, {player} to bid", player=player)
    return say(lang, "5 Towers, {player} builds", player=player)


def _status(position: Position, area: Area, lang: str) -> list[str]:
    """The round, and how many cards lie in the deck and among the discards."""
    state = position.state
    deck, discards = len(cards_in(state.deck)), len(cards_in(state.discards))
    third = area.width / 3
    told = (
        say(lang, "Round {n}", n=int(state.rounds)),
        say(lang, "Deck {n}", n=deck),
        say(lang, "Discards {n}", n=discards),
    )
    height = 0.85 * area.height
    room = third - 0.9 * height
    size = min(fitting_size(words, 0.68 * area.height, room) for words in told)
    style: dict[str, Any] = {
        "y": area.y + 0.8 * area.height, "font_size": size, "fill": CREAM,
    }  # fmt: skip
    middle = area.x + area.width / 2
    return [
        text(told[0], x=area.x, font_weight="bold", **style),
        element(
            "g", *back(0.7 * height, height),
            transform=f"translate({middle - third / 2:g} {area.y + 0.12 * area.height:g})",
        ),
        text(told[1], x=middle - third / 2 + 0.95 * height, **style),
        text(told[2], x=area.x + area.width, text_anchor="end", **style),
    ]  # fmt: skip


def row_at_first(position: Position) -> list[Card]:
    """The row as it was turned up: cards keep their place while others are taken."""
    start = position
    while start.state.phase != AUCTION and start.before and not start.is_over:
        start = start.before
    return cards_in(start.state.row)


def _row(position: Position, area: Area, lang: str) -> list[str]:
    there = cards_in(position.state.row)
    gap = 0.02 * area.width
    width = (area.width - (record.ROW - 1) * gap) / record.ROW
    drawn = []
    for n, card in enumerate(row_at_first(position)):
        at = f"translate({area.x + n * (width + gap):g} {area.y:g})"
        if card in there:
            kind, value, _ = card
            drawn.append(
                element(
                    "g", *whole_card(kind, value, width, area.height), transform=at,
                    data_touch=word(card), data_piece=piece(card),
                    aria_label=say(lang, "In the row: {card}", card=card_name(kind, value)),
                )
            )  # fmt: skip
            continue
        space = element(
            "rect", width=width, height=area.height, rx=13, fill="none", stroke=CREAM,
            stroke_opacity=0.35, stroke_width=2.5, stroke_dasharray="9 8", transform=at,
        )  # fmt: skip
        drawn.insert(0, space)
    return drawn


def _row_places(position: Position, area: Area, lang: str) -> list[str]:
    """The row while it is set up: five places, each with a card or none."""
    cards = cards_in(position.state.row)
    gap = 0.02 * area.width
    width = (area.width - (record.ROW - 1) * gap) / record.ROW
    drawn = []
    for n, place in enumerate(row_places()):
        if n < len(cards):
            kind, value, _ = cards[n]
            face = "".join(whole_card(kind, value, width, area.height))
            label = say(lang, "In the row: {card}", card=card_name(kind, value))
        else:
            face = empty_place(width, area.height)
            label = say(lang, "In the row: no card")
        drawn.append(
            element(
                "g", face, transform=f"translate({area.x + n * (width + gap):g} {area.y:g})",
                data_touch=place, data_piece=piece(cards[n]) if n < len(cards) else None,
                aria_label=label,
            )
        )  # fmt: skip
    return drawn


def _chips(position: Position, area: Area, least: float, lang: str) -> list[str]:
    """Who has called what, in the order of the auction."""
    state, players = position.state, position.players
    gap = 9
    width = (area.width - gap * (players - 1)) / players
    drawn = []
    for n in range(players):
        seat = (int(state.first) + n) % players
        acts = seat == position.to_act and not position.is_over
        leads = seat == state.caller and state.called > 0
        call = int(state.calls[seat])
        name, told = tell(lang, seat_name(position, seat)), call_word(call, lang)
        shown, size = fitting_name(name, 0.32 * area.height, width - 10, least)
        badge = 0.42 * area.height
        call_size = fitting_size(told, 0.44 * area.height, width - badge - 16)
        fits = call_size >= least  # the word for passing is long in some languages
        ink = NIGHT if leads else CREAM
        drawn.append(
            element(
                "g",
                element(
                    "rect", width=width, height=area.height, rx=14,
                    fill=GOLD if leads else "#394468", stroke=GOLD if acts else "#4c5a86",
                    stroke_width=4 if acts else 2,
                ),
                text(
                    shown, x=width / 2, y=0.37 * area.height, font_size=size,
                    text_anchor="middle", fill=ink,
                ),
                seat_badge(seat, badge / 2 + 6, 0.71 * area.height, badge),
                text(
                    told if fits else "–", x=(width + badge) / 2 + 3, y=0.86 * area.height,
                    font_size=call_size if fits else 0.44 * area.height,
                    font_weight="bold", text_anchor="middle", fill=ink,
                    opacity=0.75 if call == SILENT else None,
                ),
                transform=f"translate({area.x + n * (width + gap):g} {area.y:g})",
                aria_label=f"{name}: {told}",
            )
        )  # fmt: skip
    return drawn


def _buttons(position: Position, at: Layout, lang: str) -> list[str]:
    """What can be called; for the builder what to do next, and a plate to demolish nothing."""
    area = at.buttons
    if position.is_over:
        return [_message(_result(position, lang), at.row)]  # where the row lay
    state = position.state
    if state.phase == AUCTION:
        gap, pass_width = 6, 0.19 * area.width
        width = (area.width - pass_width - 6 * gap) / 6
        drawn = [
            _button(
                position, f"{CALL_WORD}{n}", str(n), say(lang, "Bid {n}", n=n),
                Area(area.x + n * (width + gap), area.y, width, area.height),
            )
            for n in range(record.ROW + 1)
        ]  # fmt: skip
        told = say(lang, "Pass")
        place = Area(area.x + area.width - pass_width, area.y, pass_width, area.height)
        return [*drawn, _button(position, PASS_WORD, told, told, place)]
    if state.phase == DEMOLISHING:
        told, ask = say(lang, "Don’t demolish"), say(lang, "Demolish a top card?")
        width = 0.32 * area.width
        place = Area(area.x + area.width - width, area.y, width, area.height)
        asks = Area(area.x, area.y, area.width - width - 12, area.height)
        return [_message(ask, asks), _button(position, KEEP_WORD, told, told, place)]
    left = int(state.to_lay)
    return [_message(say_count(lang, "Place {n} card", "Place {n} cards", left), area)]


def _message(words: str, area: Area) -> str:
    size = fitting_size(words, min(29, 0.45 * area.height), area.width)
    return text(
        words, x=area.x + area.width / 2, y=area.y + area.height / 2 + 0.34 * size, font_size=size,
        font_weight="bold", text_anchor="middle", fill=GOLD, data_part="message",
    )  # fmt: skip


def _button(position: Position, touch: str, words: str, label: str, area: Area) -> str:
    # What is another's to choose is not bright for who waits.
    mine = position.viewer in (None, SPECTATOR, position.to_act)
    legal = mine and (touch,) in position.paths
    size = fitting_size(words, min(38, 0.55 * area.height), area.width - 12)
    return element(
        "g",
        element(
            "rect", width=area.width, height=area.height, rx=16,
            fill=CREAM if legal else "#333c5e", stroke=GOLD if legal else "none", stroke_width=3,
        ),
        text(
            words, x=area.width / 2, y=area.height / 2 + 0.35 * size, font_size=size,
            font_weight="bold", text_anchor="middle",
            fill=NIGHT if legal else "#b4bdda",
        ),
        transform=f"translate({area.x:g} {area.y:g})",
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
