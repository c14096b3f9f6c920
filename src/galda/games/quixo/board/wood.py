"""What the Quixo board is made of: measures, colours, wood, and the signs on the cubes."""

from __future__ import annotations

from dataclasses import dataclass

from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.core.show.svg import element, gradient

CUBE = 96
GAP = 4
PITCH = CUBE + GAP


@dataclass(frozen=True, slots=True)
class Frame:
    """How wide the frame is on each side; in the team game the players sit on it."""

    left: int
    top: int
    right: int
    bottom: int


FRAMES: dict[tuple[int, Shape], Frame] = {
    (2, "tall"): Frame(58, 58, 58, 58),
    (2, "wide"): Frame(58, 32, 58, 58),
    (4, "tall"): Frame(90, 90, 90, 90),
    (4, "wide"): Frame(244, 74, 244, 90),
}
"""The frames by number of players: where it is wide, height is what is scarce."""
LAST, EARLIER = 1, 2
"""How a cube is marked: pushed in by the last turn, or by one before it that is news as well."""
DEPTH = 7
"""How much of a cube's front side is seen below its upper face."""

INK = {"cross": "#27406b", "circle": "#8f2f1c"}
GOLD = "#f2b632"
# Seats sit clockwise from the bottom; a dot lies at the side of the face that is theirs.
SEAT_SIDE = ((0, 1), (-1, 0), (0, -1), (1, 0))

WOOD = (
    gradient("linear", "qx-frame", ((0, "#6d4527"), (0.5, "#54321a"), (1, "#3d2311")), x2=0, y2=1),
    gradient("linear", "qx-tray", ((0, "#2a170b"), (1, "#3a2212")), x2=0, y2=1),
    gradient(
        "linear", "qx-face", ((0, "#f3d9a8"), (0.55, "#e6c48a"), (1, "#d9b273")), x2=0.6, y2=1
    ),
    gradient("linear", "qx-side", ((0, "#b98a4c"), (1, "#8d6330")), x2=0, y2=1),
)
GRAIN = (
    "M6 20 C30 14 60 27 90 18",
    "M6 41 C26 47 64 35 90 44",
    "M6 63 C34 57 58 70 90 61",
    "M6 80 C30 85 62 76 90 82",
)


def symbol(shown: str) -> str:
    """A cross or a ring, burnt into the wood: dark, with a lit lower edge."""
    if shown == "cross":
        shape = element("path", d="M28 28 L68 68 M68 28 L28 68")
    else:
        shape = element("circle", cx=48, cy=48, r=24)
    lit = element("g", shape, stroke="#fff3d6", stroke_opacity=0.8, transform="translate(0 2)")
    return element(
        "g", lit, element("g", shape, stroke=INK[shown]),
        fill="none", stroke_width=12, stroke_linecap="round",
    )  # fmt: skip


def dot_of(seat: int, out: float, r: float, ink: str) -> str:
    """The dot of a cube, at the side of the player it points at."""
    right, down = SEAT_SIDE[seat]
    return element("circle", cx=out * right, cy=out * down, r=r, fill=ink)


def mark(position: Position, seat: int) -> str:
    """A player's cube, small: to stand beside the name; with the player's dot in the team game."""
    ink = INK["circle" if seat % 2 else "cross"]
    sign = element("circle", r=7.5) if seat % 2 else element("path", d="M-7 -7 L7 7 M7 -7 L-7 7")
    return element(
        "g",
        element(
            "rect", x=-17, y=-17, width=34, height=34, rx=6, fill="#f0d5a2", stroke="#8d6330",
            stroke_width=1.5,
        ),
        element("g", sign, fill="none", stroke=ink, stroke_width=4.5, stroke_linecap="round"),
        dot_of(seat, 13.2, 2.8, ink) if position.players == 4 else "",
    )  # fmt: skip
