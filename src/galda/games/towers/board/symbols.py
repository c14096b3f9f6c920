"""The pictures of the five kinds, and cards with them: whole, as a storey of a tower, as a back.

Each kind has a colour of its own, a light or dark ink on it, and a picture of its own.
"""

from __future__ import annotations

from galda.core.show.svg import Attribute, element, gradient, text
from galda.games.towers.rules.cards import KINDS

CREAM, NIGHT, GOLD = "#fff8e7", "#1b2136", "#f6c244"
# By kind: the upper and lower colour of its cards, and the ink of numbers on them.
COLOURS = (
    ("#f7a8c4", "#e9739f", NIGHT),
    ("#7f58bf", "#5b3796", CREAM),
    ("#447a33", "#2c5a25", CREAM),
    ("#b3bbc3", "#87929d", NIGHT),
    ("#f7d977", "#e3b340", NIGHT),
)
DEFS = (
    *(
        gradient("linear", f"tw-{name}", ((0, light), (1, dark)), x2=0, y2=1)
        for name, (light, dark, _) in zip(KINDS, COLOURS, strict=True)
    ),
    gradient("linear", "tw-back", ((0, "#59658c"), (1, "#333d61")), x2=0, y2=1),
)


def _candy() -> str:
    """A sweet in its wrapper."""
    return (
        element("path", d="M14 24 L2 15 L5 24 L2 33 Z M34 24 L46 15 L43 24 L46 33 Z", fill=CREAM)
        + element("circle", cx=24, cy=24, r=12.5, fill="#d22d6c", stroke=CREAM, stroke_width=2.5)
        + element(
            "path", d="M17 31 C25 29 21 19 29 15 M23.5 35 C31 31 26 23 34 20",
            fill="none", stroke=CREAM, stroke_width=3.2, stroke_linecap="round",
        )
    )  # fmt: skip


def _horror() -> str:
    """A ghost."""
    return (
        element(
            "path", fill=CREAM,
            d="M9 44 V22 C9 1 39 1 39 22 V44 L34 38 L29 44 L24 38 L19 44 L14 38 Z",
        )
        + element("ellipse", cx=18.5, cy=20, rx=3.6, ry=5.2, fill="#2c1450")
        + element("ellipse", cx=29.5, cy=20, rx=3.6, ry=5.2, fill="#2c1450")
        + element("ellipse", cx=24, cy=30.5, rx=3, ry=4, fill="#2c1450")
    )  # fmt: skip


def _tree() -> str:
    """A fir."""
    return element("rect", x=20.5, y=36, width=7, height=10, fill="#8a5a2b") + element(
        "path", fill="#dff0b8", stroke="#1f4219", stroke_width=1.8, stroke_linejoin="round",
        d="M24 2 L34 15 H29.5 L39 27 H33 L43 38 H5 L15 27 H9 L18.5 15 H14 Z",
    )  # fmt: skip


def _scrap() -> str:
    """A cog wheel."""
    teeth = "".join(
        element(
            "rect", x=19.5, y=2, width=9, height=10, rx=2, transform=f"rotate({angle} 24 24)"
        )
        for angle in range(0, 360, 45)
    )  # fmt: skip
    wheel = teeth + element("circle", cx=24, cy=24, r=16)
    return (
        element("g", wheel, stroke="#e9edf1", stroke_width=4)
        + element("g", wheel, fill="#39424c")
        + element("circle", cx=24, cy=24, r=10.5, fill="#d7dde2")
        + element("circle", cx=24, cy=24, r=5, fill="#39424c")
    )


def _sand() -> str:
    """A sand castle with a flag."""
    return (
        element(
            "path", fill="#a8691a", stroke="#6d420c", stroke_width=1.6, stroke_linejoin="round",
            d="M5 45 L8 24 V18 H14 V23 H18 V18 H21 V23 H27 V18 H30 V23 H34 V18 H40 V24 L43 45 Z",
        )
        + element("path", d="M19 45 V38 C19 31 29 31 29 38 V45 Z", fill="#5a3407")
        + element("path", d="M24 23 V4", stroke="#6d420c", stroke_width=2.2)
        + element("path", d="M24 3 L37 7.5 L24 12 Z", fill="#c23b22")
    )  # fmt: skip


PICTURES = (_candy(), _horror(), _tree(), _scrap(), _sand())


def symbol(kind: int, x: float, y: float, side: float, **attributes: Attribute) -> str:
    """A kind's picture in a square whose upper left corner is given."""
    at = f"translate({x:g} {y:g}) scale({side / 48:g})"
    return element("g", PICTURES[kind], transform=at, **attributes)


def crown(x: float, y: float, width: float) -> str:
    """A golden crown that stands on the point given."""
    return element(
        "path", d="M-15 0 L-18 -17 L-8 -9 L0 -21 L8 -9 L18 -17 L15 0 Z", fill=GOLD,
        stroke="#7a5200", stroke_width=2, stroke_linejoin="round",
        transform=f"translate({x:g} {y:g}) scale({width / 36:g})",
    )  # fmt: skip


def whole_card(kind: int, value: int, width: float, height: float) -> list[str]:
    """A card of the row: a large number over a large picture."""
    ink = COLOURS[kind][2]
    size, side = 0.37 * height, 0.43 * height
    return [
        element("rect", y=4, width=width, height=height, rx=13, fill="#000", fill_opacity=0.35),
        element(
            "rect", width=width, height=height, rx=13, fill=f"url(#tw-{KINDS[kind]})",
            stroke=CREAM, stroke_width=3,
        ),
        text(
            str(value), x=width / 2, y=size, font_size=size, font_weight="bold",
            text_anchor="middle", fill=ink,
        ),
        symbol(kind, (width - side) / 2, 0.5 * height, side),
    ]  # fmt: skip


def storey(kind: int, value: int, width: float, height: float) -> list[str]:
    """A card in a tower: its number, and its picture where there is room."""
    ink = COLOURS[kind][2]
    side = height - 6
    size = min(0.84 * height, 0.7 * width)
    roomy = width > 2.3 * height
    parts = [
        element(
            "rect", width=width, height=height, rx=6, fill=f"url(#tw-{KINDS[kind]})",
            stroke=NIGHT, stroke_width=1.5,
        ),
        text(
            str(value), x=width / 2 - (side / 2 + 3 if roomy else 0), y=height / 2 + 0.34 * size,
            font_size=size, font_weight="bold", text_anchor="middle", fill=ink,
        ),
    ]  # fmt: skip
    if roomy:
        parts.append(symbol(kind, width / 2 + 0.23 * height, 3, side))
    return parts


def back(width: float, height: float) -> list[str]:
    """The back of a card."""
    return [
        element(
            "rect", width=width, height=height, rx=5, fill="url(#tw-back)", stroke=CREAM,
            stroke_width=2,
        ),
        element(
            "rect", x=4, y=4, width=width - 8, height=height - 8, rx=3, fill="none",
            stroke=CREAM, stroke_opacity=0.35, stroke_width=1.5,
        ),
    ]  # fmt: skip
