"""The players' reserves on the Pylos board, with their names and how many balls there are."""

from __future__ import annotations

from galda.core.play.position import Position
from galda.core.show.language import say, tell
from galda.core.show.svg import Attribute, element, fitting_name, text
from galda.games.pylos.board.room import BALL, Room
from galda.games.pylos.board.wood import GOLD, INK
from galda.games.pylos.text.spots import seat_name


def groove(position: Position, seat: int, balls: list[str], room: Room, lang: str) -> str:
    """A player's reserve: light lies near or on the left, dark far or on the right.

    With it go the number of its balls and the player's name.
    """
    acts = seat == position.to_act and not position.is_over
    row = [
        element(
            "g",
            element("use", href=f"#py-ball-{seat}"),
            transform="translate({:g} {:g}) ".format(*room.slot(seat, slot))
            + f"scale({room.ball / BALL:.4f})",
            data_piece=ball,
        )
        for slot, ball in enumerate(balls)
    ]
    long = 14 * room.step + 2 * room.ball + 14
    across, along = room.grooves[seat] - 20, room.first - room.ball - 7
    place = (
        {"x": across, "y": along, "width": 40, "height": long}
        if room.beside
        else {"x": along, "y": across, "width": long, "height": 40}
    )
    name = tell(lang, seat_name(position, seat))
    return element(
        "g",
        element(
            "rect", rx=20, fill="url(#py-groove)", stroke=GOLD if acts else "#a8713f",
            stroke_width=3.5 if acts else 1.5, stroke_opacity=1 if acts else 0.6, **place,
        ),
        *row,
        *_count(seat, len(balls), room, acts=acts),
        _name(name, seat, room),
        role="img",
        aria_label=say(lang, "{player}: {n} in reserve", player=name, n=len(balls)),
    )  # fmt: skip


def _count(seat: int, balls: int, room: Room, *, acts: bool) -> list[str]:
    """How many balls a reserve has, with an arrow beside it if it is that player's turn."""
    x, y = (room.grooves[seat], 36) if room.beside else (58, room.grooves[seat])
    tip = x - 20 if room.beside else x - 26
    told = text(
        str(balls), x=x, y=y + 10, font_size=29, font_weight="bold", text_anchor="middle", fill=INK
    )
    arrow = f"M{tip - 14:g} {y - 9:g} L{tip:g} {y:g} L{tip - 14:g} {y + 9:g} Z"
    return [told, *([element("path", d=arrow, fill=GOLD)] if acts else [])]


def _name(name: str, seat: int, room: Room) -> str:
    """A player's name along the reserve."""
    style: dict[str, Attribute] = {"fill": INK, "opacity": 0.9}
    if room.beside:
        shown, size = fitting_name(name, 21, 0.62 * room.height, 14)
        turned = 90 if seat else -90
        at = room.grooves[seat] + (-32 if seat else 32)
        place = f"translate({at:g} {room.height / 2:g}) rotate({turned}) translate(0 7)"
        return text(shown, font_size=size, text_anchor="middle", transform=place, **style)
    far = room.grooves[seat] < room.height / 2
    shown, size = fitting_name(name, 21, room.width - 150, 15.5)
    y = room.grooves[seat] + (43 if far else -32)
    return text(shown, x=room.width - 22, y=y, font_size=size, text_anchor="end", **style)
