"""What can still come (T25): every card by kind and value, in the deck or discarded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from galda.core.message import Message
from galda.core.play.position import Position
from galda.core.show.closer import closer
from galda.core.show.language import say, tell
from galda.core.show.svg import element, text, unseen
from galda.games.towers.board.layout import Area
from galda.games.towers.board.symbols import COLOURS, CREAM, GOLD, symbol
from galda.games.towers.rules.cards import KINDS, TWICE, VALUES
from galda.games.towers.text.words import kind_name


def copies(sets: Sequence[int], kind: int, value: int) -> int:
    """How many cards of a kind and value there are in five sets."""
    cards = int(sets[kind]) >> value
    return (cards & 1) + (cards >> VALUES & 1)


def deck_table(position: Position, area: Area, lang: str) -> list[str]:
    """The five kinds by the sixteen values."""
    line = area.height / 6.4
    label = 0.95 * line
    column = (area.width - label - 12) / VALUES
    head = 1.1 * line
    parts = [
        element(
            "rect", width=area.width, height=area.height, rx=16, fill="#222a45", stroke="#4c5a86",
            stroke_width=2,
        ),
        *_legend(area.width, line, lang),
    ]  # fmt: skip
    rows = []
    for kind in range(len(KINDS)):
        top = head + kind * line
        picture = symbol(kind, 9, top + 0.05 * line, 0.72 * line)
        name = unseen(tell(lang, kind_name(kind)), 9, top + 0.6 * line, 0.72 * line, 0.57 * line)
        cells = [element("g", picture, name, role="rowheader")]
        for value in range(VALUES):
            place = Area(label + 6 + value * column, top, column - 3, 0.9 * line)
            cells.append(_cell(position, kind, value, place, lang))
        rows.append(element("g", *cells, role="row"))
    about = Message("cards to come and discarded")
    parts.append(element("g", *rows, role="table", aria_label=tell(lang, about)))
    parts.append(closer(lang, about, area.width, area.height))
    return [element("g", *parts, transform=f"translate({area.x:g} {area.y:g})", data_part="deck")]


def _legend(width: float, line: float, lang: str) -> list[str]:
    side, size = 0.57 * line, 0.57 * line
    box = {"width": side, "height": side, "y": 0.26 * line, "rx": 5}
    words: dict[str, Any] = {"y": 0.26 * line + 0.84 * side, "font_size": size, "fill": CREAM}
    middle = width / 2
    return [
        element("rect", x=14, fill=GOLD, **box),
        text(say(lang, "in the deck"), x=14 + 1.4 * side, **words),
        element("rect", x=middle, fill="none", stroke=CREAM, stroke_width=2, **box),
        text(say(lang, "discarded"), x=middle + 1.4 * side, **words),
    ]


def _cell(position: Position, kind: int, value: int, area: Area, lang: str) -> str:
    """One card: filled while in the deck, an outline when discarded, a dot when it is out."""
    state = position.state
    deck, discards = copies(state.deck, kind, value), copies(state.discards, kind, value)
    paired = position.players > 3 and value in TWICE
    drawn = _drawn(kind, value, deck, discards, area, paired=paired)
    seen = element("g", *drawn, aria_hidden="true")
    told = tell(lang, _heard(value, deck, discards, paired=paired))
    heard = unseen(told, 0, 0.71 * area.height, area.width, 0.64 * area.height)
    place = f"translate({area.x:g} {area.y:g})"
    return element("g", seen, heard, role="cell", transform=place)


def _heard(value: int, deck: int, discards: int, *, paired: bool) -> Message:
    """Where a card is; of a pair, how many are where."""
    if paired and (deck or discards):
        return Message(
            "{value}: {deck} in the deck, {discards} discarded",
            value=value, deck=deck, discards=discards,
        )  # fmt: skip
    if deck:
        return Message("{value} in the deck", value=value)
    if discards:
        return Message("{value} discarded", value=value)
    return Message("{value} on the table", value=value)


def _drawn(
    kind: int, value: int, deck: int, discards: int, area: Area, *, paired: bool
) -> list[str]:
    width, height = area.width, area.height
    middle = width / 2
    if not deck and not discards:
        return [element("circle", cx=middle, cy=height / 2, r=3, fill=CREAM, fill_opacity=0.3)]
    ink = COLOURS[kind][2] if deck else CREAM
    fill = f"url(#tw-{KINDS[kind]})" if deck else "none"
    size = 0.64 * height
    beside = paired and width > 2 * height  # where a cell is wide, its dots stand beside the value
    lowered = 0.71 if beside or not paired else 0.6
    parts = [
        element(
            "rect", width=width, height=height, rx=6, fill=fill, stroke=CREAM,
            stroke_opacity=0 if deck else 0.75, stroke_width=1.8,
        ),
        text(
            str(value), x=middle - (0.5 * size if beside else 0), y=lowered * height,
            font_size=size, text_anchor="middle", fill=ink, font_weight="bold" if deck else None,
        ),
    ]  # fmt: skip
    if paired:  # a dot for each copy: full in the deck
        r = 0.085 * height
        there = [True] * deck + [False] * discards
        for n, in_deck in enumerate(there):
            along = 3 * r * (n - (len(there) - 1) / 2)
            at = (
                (middle + 0.7 * size + along, height / 2)
                if beside
                else (middle + along, 0.82 * height)
            )
            parts.append(
                element(
                    "circle", cx=at[0], cy=at[1], r=r,
                    fill=ink if in_deck else "none", stroke=ink, stroke_width=1.4,
                )
            )  # fmt: skip
    return parts
