"""The scoring table on the Alhambra board: what each kind brings, who has how many, who leads."""

from __future__ import annotations

from typing import Any

from galda.core.show.seats import seat_badge
from galda.core.show.svg import element
from galda.games.alhambra.rules import scoring
from galda.games.alhambra.rules.tiles import KINDS, POINTS, ROUNDS
from galda.games.alhambra.show.drawings import GOLD, crown, frame, use, words
from galda.games.alhambra.show.names import kind_name, seat_name
from galda.games.alhambra.show.plates import seat_sign
from galda.games.alhambra.show.sketch import Room, Sketch

LINES = len(KINDS) + 1
NAMED = 26
"""From how many letters' width on there is room for the kinds' names and all rounds."""


def draw_majorities(sketch: Sketch, room: Room) -> None:
    """The whole table; a narrow one tells only what the next scoring brings, and no names."""
    state, position, u = sketch.state, sketch.position, sketch.letters.usual
    columns = int(scoring.columns(state))
    line = (room.height - 6) / LINES
    named = room.width >= NAMED * u
    shown = list(range(ROUNDS)) if named else [_next_round(sketch)]
    pictures = min(line * 0.95, 2 * u)
    first = room.x + 0.3 * u + pictures + (6.5 * u if named else 0)
    widths = [(2.1, 3.1, 4.6)[n] * u for n in shown]
    middles = [first + sum(widths[:k]) + widths[k] / 2 for k in range(len(shown))]
    start = first + sum(widths)
    step = (room.x + room.width - 0.3 * u - start) / columns
    heads = ("A", "B", sketch.say("end", context="of the game"))
    sketch.add(frame(room.x, room.y, room.width, room.height, rx=10, fill="#fbf3df",
                     stroke="#c9a45c"))  # fmt: skip
    with sketch.part(None, role="table", aria_label=sketch.say("who leads in which building")):
        y = room.y + 3
        with sketch.part(None, role="row"):
            sketch.add(element("g", role="cell"))  # above the kinds
            for n, middle in zip(shown, middles, strict=True):
                _cell(sketch, "columnheader", heads[n], middle, y + line * 0.7, bold=True)
            for column in range(columns):
                middle = start + (column + 0.5) * step
                name = sketch.tell(seat_name(position, column))
                badge = seat_badge(
                    seat_sign(sketch, column), middle, y + line / 2, min(1.7 * u, 0.9 * line, step)
                )
                # A header must hold words to be one, though there is room for a sign alone.
                unseen = _unseen(name, Room(middle - step / 2, y + line * 0.7, step), u)
                sketch.add(element("g", badge, unseen, role="columnheader"))
        for k, kind in enumerate(KINDS):
            with sketch.part(None, role="row"):
                top = y + line * (k + 1)
                _kind(sketch, kind, Room(room.x, top, room.width, line), pictures, named=named)
                for n, middle in zip(shown, middles, strict=True):
                    _cell(sketch, "cell", _brings(n, k), middle, top + line * 0.7)
                numbers = [int(scoring.buildings(state, c, k)) for c in range(columns)]
                for column, number in enumerate(numbers):
                    middle = start + (column + 0.5) * step
                    _count(sketch, number, max(numbers), Room(middle, top, step, line))


def _next_round(sketch: Sketch) -> int:
    """The round that is scored next; the last one when all are."""
    left = [n for n in range(ROUNDS) if not int(sketch.state.scored) >> n & 1]
    return left[0] if left else ROUNDS - 1


def _brings(scored: int, kind: int) -> str:
    """The points for the first, second and third place."""
    points: Any = POINTS
    return "·".join(str(points[scored, kind, place]) for place in range(scored + 1))


def _cell(sketch: Sketch, role: str, said: str, x: float, y: float, *, bold: bool = False) -> None:
    style = {"font_weight": "bold"} if bold else {}
    size = sketch.letters.usual
    sketch.add(words(said, x, y, size, text_anchor="middle", role=role, **style))


def _unseen(said: str, room: Room, size: float) -> str:
    """Words that are heard and not seen, as wide as what is seen in their place."""
    return words(
        said, room.x, room.y, size, opacity=0, textLength=room.width,
        lengthAdjust="spacingAndGlyphs",
    )  # fmt: skip


def _kind(sketch: Sketch, kind: str, room: Room, picture: float, *, named: bool) -> None:
    u = sketch.letters.usual
    name = sketch.tell(kind_name(kind))
    across = f"M{room.x + 6:g} {room.y:g}H{room.x + room.width - 6:g}"
    parts = [use(kind, room.x + 0.3 * u, room.y + (room.height - picture * 0.8) / 2, picture / 100)]
    x, y = room.x + 0.6 * u + picture, room.y + room.height * 0.7
    if named:
        parts.append(sketch.fit(name, x, y, 6.4 * u))
    else:
        parts.append(_unseen(name, Room(room.x, y, picture), u))
    sketch.add(
        element("path", d=across, stroke="#dcc592"),
        element("g", *parts, role="rowheader"),
    )


def _count(sketch: Sketch, number: int, most: int, room: Room) -> None:
    """How many tiles of a kind somebody has; a crown and gold for whoever has most."""
    u, leads = sketch.letters.usual, 0 < number == most
    parts = []
    if leads:
        width, high = min(2 * u, room.width - 2), min(1.5 * u, room.height - 3)
        top = room.y + (room.height - high) / 2 + 0.1 * u
        parts = [
            frame(room.x - width / 2, top, width, high, rx=high / 2, fill=GOLD),
            crown(room.x, top + 0.15 * u, 0.9 * u),
        ]
    style = {"font_weight": "bold"} if leads else {}
    said = str(number) if number else "·"
    y = room.y + room.height / 2 + 0.45 * u
    parts.append(words(said, room.x, y, u, text_anchor="middle", **style))
    heard = sketch.say("{n}, the most", n=number) if leads else str(number)
    sketch.add(element("g", *parts, role="cell", aria_label=heard))
