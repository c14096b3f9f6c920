"""What the Pylos board is made of: its colours, the wood, and the two kinds of balls."""

from __future__ import annotations

from galda.core.play.position import Position
from galda.core.show.svg import element, gradient
from galda.games.pylos.board.room import BALL

GOLD = "#f2b632"
INK = "#efd9ae"

WOOD = (
    gradient(
        "linear", "py-board", ((0, "#7d4a2b"), (0.5, "#693a20"), (1, "#532b16")), x2=0.3, y2=1
    ),
    gradient("linear", "py-edge", ((0, "#4a2613"), (1, "#2b1409")), x2=0, y2=1),
    gradient("linear", "py-groove", ((0, "#241006"), (0.6, "#3c1f10"), (1, "#5a3219")), x2=0, y2=1),
    gradient(
        "radial", "py-hollow",
        ((0, "#4a2814"), (0.55, "#3a1d0e"), (0.88, "#241006"), (1, "#1a0a03")),
        cx=0.5, cy=0.62, r=0.58,
    ),
    gradient(
        "radial", "py-light",
        ((0, "#fffaf0"), (0.25, "#fae9c6"), (0.58, "#edcd96"), (0.84, "#c4955a"), (1, "#7d5329")),
        cx=0.46, cy=0.42, r=0.6, fx=0.34, fy=0.26,
    ),
    gradient(
        "radial", "py-dark",
        ((0, "#8f6347"), (0.25, "#63402c"), (0.6, "#3f2417"), (0.86, "#25130b"), (1, "#120703")),
        cx=0.46, cy=0.42, r=0.6, fx=0.34, fy=0.26,
    ),
    element(
        "radialGradient",
        element("stop", offset=0, stop_color="#000", stop_opacity=0.62),
        element("stop", offset=0.62, stop_color="#000", stop_opacity=0.42),
        element("stop", offset=1, stop_color="#000", stop_opacity=0),
        id="py-shadow",
    ),
    element(
        "radialGradient",
        element("stop", offset=0, stop_color="#fff", stop_opacity=0.95),
        element("stop", offset=0.4, stop_color="#fff", stop_opacity=0.5),
        element("stop", offset=1, stop_color="#fff", stop_opacity=0),
        id="py-gloss",
    ),
)  # fmt: skip


def ball_shape(seat: int) -> str:
    """A glossy ball, to be placed wherever one lies; dark ones have two pale bands inlaid."""
    r = BALL
    if seat:
        bands = [f"M{-w} {y} Q0 {y + 25} {w} {y}" for w, y in ((44, 3), (39, 13))]
        pattern = element(
            "path",
            d=" ".join(bands),
            stroke="#e8c98f",
            stroke_opacity=0.92,
            stroke_width=3.2,
            fill="none",
        )
    else:
        rings = ("M-40 -6 Q-8 16 37 -16", "M-36 12 Q0 34 41 4", "M-30 -25 Q-6 -8 21 -34")
        pattern = element(
            "path",
            d=" ".join(rings),
            stroke="#b78445",
            stroke_opacity=0.22,
            stroke_width=1.8,
            fill="none",
            stroke_linecap="round",
        )
    return element(
        "g",
        element("circle", r=r, fill="url(#py-dark)" if seat else "url(#py-light)"),
        pattern,
        element(
            "ellipse", cx=-0.32 * r, cy=-0.42 * r, rx=0.4 * r, ry=0.27 * r, fill="url(#py-gloss)",
            opacity=0.75 if seat else 1, transform=f"rotate(-32 {-0.32 * r:g} {-0.42 * r:g})",
        ),
        element(
            "path", d=f"M{-0.5 * r:g} {0.8 * r:g} Q0 {1.08 * r:g} {0.5 * r:g} {0.8 * r:g}",
            fill="none", stroke="#fff", stroke_opacity=0.2, stroke_width=3, stroke_linecap="round",
        ),
        element("circle", r=r - 0.6, fill="none", stroke="#1a0a03", stroke_opacity=0.55),
        id=f"py-ball-{seat}",
    )  # fmt: skip


def mark(position: Position, seat: int) -> str:
    """A player's ball, small: to stand beside the name."""
    face, rim, shine = ("#63402c", "#120703", "#b98d6e") if seat else ("#edcd96", "#7d5329", "#fff")
    bands = element(
        "path", d="M-15 2 Q0 11 15 2 M-13 7 Q0 16 13 7", stroke="#e8c98f", stroke_width=1.8,
        fill="none",
    )  # fmt: skip
    return element(
        "g",
        element("circle", r=16, fill=face, stroke=rim, stroke_width=2),
        bands if seat else "",
        element("ellipse", cx=-5, cy=-6.5, rx=5.5, ry=3.5, fill=shine, fill_opacity=0.8),
    )
