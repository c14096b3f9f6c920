"""A player's part of the table: five towers side by side, the demolition pile, the score."""

from __future__ import annotations

from typing import Any, NamedTuple

from galda.core.numerals import write_whole
from galda.core.play.position import Position
from galda.core.show.closer import closer
from galda.core.show.language import say, tell
from galda.core.show.seats import seat_badge, seat_colour
from galda.core.show.svg import element, fitting_name, text
from galda.games.towers.board.layout import Area, Measures, column
from galda.games.towers.board.news import News
from galda.games.towers.board.places import PILE, tower_place
from galda.games.towers.board.symbols import CREAM, GOLD, NIGHT, back, crown, storey, symbol
from galda.games.towers.rules import record
from galda.games.towers.rules.cards import KINDS
from galda.games.towers.text import words

Point = tuple[float, float]


def panel(
    position: Position,
    seat: int,
    area: Area,
    measures: Measures,
    news: News,
    lang: str,
    *,
    arranging: bool = False,
) -> str:
    """Everything that lies in front of one player; who is arranging it touches whole towers."""
    width, height = area.width, area.height
    acts = seat == position.to_act and not position.is_over
    head = measures.head(width)
    ground = height - measures.ground
    step = column(width)
    parts = [
        element(
            "rect", width=width, height=height, rx=16, fill="url(#tw-sky)",
            stroke=GOLD if acts else seat_colour(seat), stroke_width=5 if acts else 3,
        ),
        element(
            "path", fill=NIGHT, fill_opacity=0.88,
            d=f"M3 {head:g} V18 Q3 3 18 3 H{width - 18:g} "
            f"Q{width - 3:g} 3 {width - 3:g} 18 V{head:g} Z",
        ),
        element(
            "path", fill="#3a3f36",
            d=f"M3 {ground:g} H{width - 3:g} V{height - 18:g} Q{width - 3:g} {height - 3:g} "
            f"{width - 18:g} {height - 3:g} H18 Q3 {height - 3:g} 3 {height - 18:g} Z",
        ),
        *_head(position, seat, width, measures, seat in news.demolished, lang),
    ]  # fmt: skip
    main = words.main_tower(position.state, seat)
    for kind in range(len(KINDS)):
        left = 8 + kind * step
        parts += _plot(kind, left, ground, step, measures, is_main=kind == main)
        parts += _tower(
            position, seat, kind, Box(left + 2, ground, step - 4, measures.storey),
            measures.spire if seat == position.to_act and not arranging else None, news, lang,
        )  # fmt: skip
    if arranging:
        parts += _places(position, seat, area, measures, lang)
    elif seat != position.viewer:  # on the own towers there is something to touch
        parts.append(closer(lang, words.seat_name(position, seat), width, height))
    place = f"translate({area.x:g} {area.y:g})"
    return element("g", *parts, transform=place, data_part=f"player{seat + 1}")


def _places(position: Position, seat: int, area: Area, measures: Measures, lang: str) -> list[str]:
    """What is touched to set a player's part up: each tower, and the demolition pile."""
    step, head = column(area.width), measures.head(area.width)
    player = words.seat_name(position, seat)
    pile = element(
        "g",
        element("rect", width=area.width, height=head, fill="#fff", fill_opacity=0),
        data_touch=f"{PILE}{seat + 1}",
        aria_label=say(lang, "{player}, demolished cards", player=player),
    )
    towers = [
        element(
            "g",
            element(
                "rect", width=step, height=area.height - head - 4, fill="#fff", fill_opacity=0
            ),
            transform=f"translate({8 + kind * step:g} {head:g})",
            data_touch=tower_place(seat, kind),
            aria_label=say(
                lang, "{player}, tower: {kind}", player=player, kind=words.kind_name(kind)
            ),
        )
        for kind in range(len(KINDS))
    ]  # fmt: skip
    return [pile, *towers]


def empty_place(width: float, height: float) -> str:
    """A dashed frame with a plus: here a card can be put."""
    arm = 0.16 * min(width, height)
    return element(
        "rect", x=2, y=2, width=width - 4, height=height - 4, rx=11, fill="#fff", fill_opacity=0.08,
        stroke=CREAM, stroke_opacity=0.8, stroke_width=2.5, stroke_dasharray="9 8",
    ) + element(
        "path", stroke=CREAM, stroke_width=5, stroke_linecap="round",
        d=f"M{width / 2 - arm:g} {height / 2:g} h{2 * arm:g} M{width / 2:g} "
        f"{height / 2 - arm:g} v{2 * arm:g}",
    )  # fmt: skip


def _head(
    position: Position, seat: int, width: float, measures: Measures, news: bool, lang: str
) -> list[str]:
    """The player's name, the demolition pile with its cost, the score so far."""
    size, two = measures.letters, measures.two_lines(width)
    name = tell(lang, words.seat_name(position, seat))
    score = write_whole(position.scores[seat])
    lower = (2.75 if two else 1.4) * size  # where what stands beside the score stands
    badge = 1.3 * size
    left = 0.5 * size + badge + 0.35 * size
    score_left = width - 0.7 * size - 0.85 * size * max(len(score), 2)
    pile_width = _pile_width(position, seat, size)
    room = width - left - 0.6 * size if two else score_left - pile_width - left - 0.5 * size
    shown, fitted = fitting_name(name, size, room, measures.least)
    parts = [
        seat_badge(seat, 0.5 * size + badge / 2, size, badge),
        text(shown, x=left, y=1.38 * size, font_size=fitted, font_weight="bold", fill=CREAM),
        text(
            score, x=width - 0.64 * size, y=lower + 0.1 * size, font_size=1.36 * size,
            font_weight="bold", text_anchor="end", fill=GOLD,
        ),
    ]  # fmt: skip
    if pile_width:
        at = 0.6 * size if two else score_left - pile_width
        parts += _pile(position, seat, (at, lower - 1.05 * size), size, news, lang)
    return parts


def _pile_width(position: Position, seat: int, size: float) -> float:
    """How much room the demolition pile and its cost need; none where nothing was demolished."""
    pile = len(words.cards_in(position.state.demolished[seat]))
    return size * (2.5 + 0.62 * len(_cost(pile))) if pile else 0


def _cost(pile: int) -> str:
    return write_whole(-pile * (pile + 1) // 2)


def _pile(
    position: Position, seat: int, at: Point, size: float, news: bool, lang: str
) -> list[str]:
    """The cards that a player has demolished, and what they cost."""
    pile = words.cards_in(position.state.demolished[seat])
    step = 0.64 * size / len(pile)
    width, height = 1.15 * size, 1.36 * size
    parts = [
        element(
            "g", *back(width, height), transform=f"translate({at[0] + n * step:g} {at[1]:g})",
            data_piece=words.piece(card),
            aria_label=say(lang, "Demolished: {card}", card=words.card_name(card[0], card[1])),
        )
        for n, card in enumerate(pile)
    ]  # fmt: skip
    top = at[0] + step * (len(pile) - 1)
    if news:
        parts.append(
            element(
                "rect", x=top, y=at[1], width=width, height=height, rx=5, fill="none",
                stroke=GOLD, stroke_width=3.5, pointer_events="none",
            )
        )  # fmt: skip
    style: dict[str, Any] = {"y": at[1] + 1.04 * size, "font_size": 0.96 * size, "fill": CREAM}
    parts.append(
        text(
            str(len(pile)), x=top + width / 2, text_anchor="middle", font_weight="bold", **style
        )
    )  # fmt: skip
    return [*parts, text(_cost(len(pile)), x=at[0] + 0.64 * size + 1.25 * size, **style)]


def _plot(
    kind: int, left: float, ground: float, step: float, measures: Measures, *, is_main: bool
) -> list[str]:
    """The ground a tower stands on: its kind's picture, and a star under the main tower."""
    room = measures.ground - 10
    side = min(room, step * (0.55 if is_main else 0.9))
    star = side / 2.6
    middle = left + step / 2 - (star if is_main else 0)
    centre = ground + measures.ground / 2 - 1
    parts = [
        symbol(kind, middle - side / 2, centre - side / 2, side),
        element(
            "rect", x=left + 2, y=ground - measures.storey, width=step - 4, height=measures.storey,
            rx=6, fill=NIGHT, fill_opacity=0.1, stroke=NIGHT, stroke_opacity=0.45, stroke_width=2,
            stroke_dasharray="6 5",
        ),
    ]  # fmt: skip
    if is_main:
        shape = "M0 -13 L3.8 -4.5 13 -3.7 6 2.6 8 12 0 7.2 -8 12 -6 2.6 -13 -3.7 -3.8 -4.5 Z"
        at = f"translate({middle + side / 2 + star:g} {centre:g}) scale({star / 13:.3f})"
        parts.append(element("path", d=shape, fill=GOLD, stroke=NIGHT, transform=at))
    return parts


class Box(NamedTuple):
    """Where a card of a tower is drawn: its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float


def _tower(
    position: Position,
    seat: int,
    kind: int,
    foot: Box,
    spire: float | None,
    news: News,
    lang: str,
) -> list[str]:
    """A tower on its foot; its top can be touched, and the room above it, where that is given."""
    cards = words.tower_cards(position.state, seat, kind)
    parts = []
    for level, card in enumerate(cards):
        at = foot._replace(y=foot.y - (level + 1) * foot.height)
        above = spire if level == len(cards) - 1 else None
        marked = words.piece(card) in news.laid
        parts.append(_storey(position, seat, card, at, above, lang, marked=marked))
    if cards and cards[-1][1] == 0:
        top = foot.y - len(cards) * foot.height - 1
        parts.append(crown(foot.x + foot.width / 2, top, min(40, foot.width)))
    return parts


def _storey(
    position: Position,
    seat: int,
    card: words.Card,
    at: Box,
    above: float | None,
    lang: str,
    *,
    marked: bool,
) -> str:
    """One card of a tower; the tops of the seat to act can be touched, to demolish them.

    `above` is the free room above a top card: a finger may touch there, too.
    """
    kind, value, _ = card
    width, height = at.width, at.height
    name = words.card_name(kind, value)
    touch = above is not None
    demolishable = touch and record.DEMOLISH + kind in position.legal_actions
    label = say(lang, "{player}, tower: {card}", player=words.seat_name(position, seat), card=name)
    if demolishable:
        label = say(lang, "Demolish {card}", card=name)
    parts = storey(kind, value, width, height)
    if marked:
        parts.append(
            element(
                "rect", x=1.5, y=1.5, width=width - 3, height=height - 3, rx=5, fill="none",
                stroke=GOLD, stroke_width=3.5,
            )
        )  # fmt: skip
    if touch and above is not None:
        parts.append(
            element(
                "rect", y=-above, width=width, height=above, fill="#fff", fill_opacity=0,
                data_hit="more",
            )
        )  # fmt: skip
    if demolishable:
        arm = min(9.0, width / 4)
        parts.append(
            element(
                "path", d=f"M{width / 2 - arm:g} {-arm - 5:g} l{2 * arm:g} {-2 * arm:g} "
                f"m0 {2 * arm:g} l{-2 * arm:g} {-2 * arm:g}",
                stroke="#b3151b", stroke_width=6, stroke_linecap="round", data_hit="more",
            )
        )  # fmt: skip
    return element(
        "g", *parts, transform=f"translate({at.x:g} {at.y:g})",
        data_piece=words.piece(card),
        data_touch=f"{words.DEMOLISH_WORD}{KINDS[kind]}" if touch else None,
        aria_label=label,
    )  # fmt: skip
