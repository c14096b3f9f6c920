"""What can still come (T25): every card by kind and value, in the deck or discarded."""

from __future__ import annotations

from collections.abc import Sequence

from galda.core.play.position import Position
from galda.core.show.language import say, tell
from galda.core.show.svg import element, text
from galda.games.towers.rules.cards import KINDS, TWICE, VALUES
from galda.games.towers.show.symbols import COLOURS, CREAM, GOLD, symbol
from galda.games.towers.show.words import kind_name

HEAD = 46
LINE = 42
LABEL = 40


def deck_height() -> float:
    """How much room the table needs."""
    return HEAD + LINE * len(KINDS) + 14


def copies(sets: Sequence[int], kind: int, value: int) -> int:
    """How many cards of a kind and value there are in five sets."""
    cards = int(sets[kind]) >> value
    return (cards & 1) + (cards >> VALUES & 1)


def deck_table(position: Position, x: float, y: float, width: float, lang: str) -> list[str]:
    """The five kinds by the sixteen values."""
    column = (width - LABEL - 12) / VALUES
    parts = [
        element(
            "rect", width=width, height=deck_height(), rx=16, fill="#222a45", stroke="#4c5a86",
            stroke_width=2,
        ),
        *_legend(width, lang),
    ]  # fmt: skip
    for kind in range(len(KINDS)):
        top = HEAD + kind * LINE
        parts.append(symbol(kind, 9, top + 2, 30, aria_label=tell(lang, kind_name(kind))))
        for value in range(VALUES):
            left = LABEL + 6 + value * column
            parts.append(_cell(position, kind, value, left, top, column - 3))
    return [element("g", *parts, transform=f"translate({x:g} {y:g})", data_part="deck")]


def _legend(width: float, lang: str) -> list[str]:
    box = {"width": 24, "height": 24, "y": 11, "rx": 5}
    return [
        element("rect", x=14, fill=GOLD, **box),
        text(say(lang, "in the deck"), x=48, y=31, font_size=24, fill=CREAM),
        element("rect", x=width / 2, fill="none", stroke=CREAM, stroke_width=2, **box),
        text(say(lang, "discarded"), x=width / 2 + 34, y=31, font_size=24, fill=CREAM),
    ]


def _cell(
    position: Position, kind: int, value: int, left: float, top: float, width: float
) -> str:  # fmt: skip
    """One card: filled while in the deck, an outline when discarded, a dot when it is out."""
    state = position.state
    deck, discards = copies(state.deck, kind, value), copies(state.discards, kind, value)
    height, middle = LINE - 4, width / 2
    paired = position.players > 3 and value in TWICE
    if not deck and not discards:
        return element(
            "circle", cx=left + middle, cy=top + height / 2, r=3, fill=CREAM, fill_opacity=0.3
        )  # fmt: skip
    ink = COLOURS[kind][2] if deck else CREAM
    fill = f"url(#tw-{KINDS[kind]})" if deck else "none"
    parts = [
        element(
            "rect", width=width, height=height, rx=6, fill=fill, stroke=CREAM,
            stroke_opacity=0 if deck else 0.75, stroke_width=1.8,
        ),
        text(
            str(value), x=middle, y=23 if paired else 27, font_size=24, text_anchor="middle",
            fill=ink, font_weight="bold" if deck else None,
        ),
    ]  # fmt: skip
    if paired:  # a dot for each copy: full in the deck
        there = [True] * deck + [False] * discards
        for n, in_deck in enumerate(there):
            parts.append(
                element(
                    "circle", cx=middle + 9 * (n - (len(there) - 1) / 2), cy=height - 7, r=3,
                    fill=ink if in_deck else "none", stroke=ink, stroke_width=1.4,
                )
            )  # fmt: skip
    return element("g", *parts, transform=f"translate({left:g} {top:g})")
