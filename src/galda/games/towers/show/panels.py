"""A player's part of the table: five towers side by side, the demolition pile, the score."""

from __future__ import annotations

from typing import Any

from galda.core.play.position import Position
from galda.core.show.language import say, tell
from galda.core.show.svg import element, fitting_size, text
from galda.games.towers.rules import record
from galda.games.towers.rules.cards import KINDS
from galda.games.towers.show.symbols import CREAM, GOLD, NIGHT, back, crown, storey, symbol
from galda.games.towers.show.words import (
    DEMOLISH_WORD,
    Card,
    card_name,
    cards_in,
    heights,
    main_tower,
    piece,
    seat_name,
    tower_cards,
)

HEAD = 50
GROUND = 42
STOREY = 34
SPIRE = 30
"""Room above the tallest tower, for its crown."""
LOWEST = 3
"""Panels are at least that many storeys high, so that they do not jump about at the start."""

Point = tuple[float, float]


def arrange(seats: list[int]) -> list[list[int]]:
    """The seats in lines: one or two to a line, the first alone when there is room."""
    if len(seats) <= 2:
        return [[seat] for seat in seats]
    alone = len(seats) % 2
    return [seats[:1]] * alone + [seats[n : n + 2] for n in range(alone, len(seats), 2)]


def panel_height(position: Position, seat: int) -> float:
    """How much room a seat's towers need."""
    tallest = max(heights(position.state, seat))
    return HEAD + SPIRE + max(tallest, LOWEST) * STOREY + GROUND


def panel(position: Position, seat: int, at: Point, room: Point, lang: str) -> str:
    """Everything that lies in front of one player."""
    width, height = room
    acts = seat == position.to_act and not position.is_over
    ground = height - GROUND
    column = (width - 16) / len(KINDS)
    parts = [
        element(
            "rect", width=width, height=height, rx=16, fill="url(#tw-sky)",
            stroke=GOLD if acts else "#4c5a86", stroke_width=5 if acts else 2,
        ),
        element(
            "path", fill=NIGHT, fill_opacity=0.88,
            d=f"M3 {HEAD} V18 Q3 3 18 3 H{width - 18:g} "
            f"Q{width - 3:g} 3 {width - 3:g} 18 V{HEAD} Z",
        ),
        element(
            "path", fill="#3a3f36",
            d=f"M3 {ground:g} H{width - 3:g} V{height - 18:g} Q{width - 3:g} {height - 3:g} "
            f"{width - 18:g} {height - 3:g} H18 Q3 {height - 3:g} 3 {height - 18:g} Z",
        ),
        *_head(position, seat, width, lang),
    ]  # fmt: skip
    main = main_tower(position.state, seat)
    for kind in range(len(KINDS)):
        left = 8 + kind * column
        parts += _plot(kind, left, ground, column, is_main=kind == main)
        parts += _tower(position, seat, kind, (left + 3, ground), column - 6, lang)
    place = f"translate({at[0]:g} {at[1]:g})"
    return element("g", *parts, transform=place, data_part=f"player{seat + 1}")


def _head(position: Position, seat: int, width: float, lang: str) -> list[str]:
    """The player's name, the demolition pile with its cost, the score so far."""
    name = tell(lang, seat_name(position, seat))
    score = str(position.scores[seat]).replace("-", "−")
    pile = cards_in(position.state.demolished[seat])
    cost = f"−{len(pile) * (len(pile) + 1) // 2}" if pile else ""
    step = min(4.0, 16 / max(len(pile), 1))
    left = width - 36 - 24 * max(len(score), 2) - 15 * len(cost) - 34 - step * len(pile)
    size = fitting_size(name, 25, left - 20)
    parts = [
        text(name, x=16, y=35, font_size=size, font_weight="bold", fill=CREAM),
        text(
            score, x=width - 16, y=38, font_size=34, font_weight="bold",
            text_anchor="end", fill=GOLD,
        ),
    ]  # fmt: skip
    if not pile:
        return parts
    for n, card in enumerate(pile):
        parts.append(
            element(
                "g", *back(30, 34), transform=f"translate({left + n * step:g} 9)",
                data_piece=piece(card),
                aria_label=say(lang, "Demolished: {card}", card=card_name(card[0], card[1])),
            )
        )  # fmt: skip
    style: dict[str, Any] = {"y": 35, "font_size": 25, "fill": CREAM}
    at = left + step * (len(pile) - 1) + 15
    parts.append(text(str(len(pile)), x=at, text_anchor="middle", font_weight="bold", **style))
    return [*parts, text(cost, x=at + 23, **style)]


def _plot(kind: int, left: float, ground: float, column: float, *, is_main: bool) -> list[str]:
    """The ground a tower stands on: its kind's picture, and a star under the main tower."""
    side = 32
    middle = left + column / 2 - (13 if is_main else 0)
    parts = [
        symbol(kind, middle - side / 2, ground + 5, side),
        element(
            "rect", x=left + 3, y=ground - STOREY, width=column - 6, height=STOREY, rx=6,
            fill=NIGHT, fill_opacity=0.1, stroke=NIGHT, stroke_opacity=0.45, stroke_width=2,
            stroke_dasharray="6 5",
        ),
    ]  # fmt: skip
    if is_main:
        star = "M0 -13 L3.8 -4.5 13 -3.7 6 2.6 8 12 0 7.2 -8 12 -6 2.6 -13 -3.7 -3.8 -4.5 Z"
        at = f"translate({middle + side / 2 + 12:g} {ground + 21:g})"
        parts.append(element("path", d=star, fill=GOLD, stroke=NIGHT, transform=at))
    return parts


def _tower(
    position: Position, seat: int, kind: int, foot: Point, width: float, lang: str
) -> list[str]:
    cards = tower_cards(position.state, seat, kind)
    parts = []
    for level, card in enumerate(cards):
        y = foot[1] - (level + 1) * STOREY
        on_top = level == len(cards) - 1
        parts.append(_storey(position, seat, card, (foot[0], y), width, lang, on_top=on_top))
    if cards and cards[-1][1] == 0:
        parts.append(crown(foot[0] + width / 2, foot[1] - len(cards) * STOREY - 1, 40))
    return parts


def _storey(
    position: Position, seat: int, card: Card, at: Point, width: float, lang: str, *, on_top: bool
) -> str:
    """One card of a tower; the tops of the seat to act can be touched, to demolish them."""
    kind, value, _ = card
    name = card_name(kind, value)
    touch = on_top and seat == position.to_act
    demolishable = touch and record.DEMOLISH + kind in position.legal_actions
    label = say(lang, "{player}, tower: {card}", player=seat_name(position, seat), card=name)
    if demolishable:
        label = say(lang, "Demolish {card}", card=name)
    parts = storey(kind, value, width, STOREY)
    if demolishable:
        parts.append(
            element(
                "path", d=f"M{width - 20:g} 5 l12 12 m0 -12 l-12 12", stroke="#b3151b",
                stroke_width=5, stroke_linecap="round",
            )
        )  # fmt: skip
    return element(
        "g", *parts, transform=f"translate({at[0]:g} {at[1]:g})",
        data_piece=piece(card),
        data_touch=f"{DEMOLISH_WORD}{KINDS[kind]}" if touch else None,
        aria_label=label,
    )  # fmt: skip
