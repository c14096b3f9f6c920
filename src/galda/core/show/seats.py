"""A colour and a symbol for every seat, the same on boards, chips, logs and sheets.

No seat is told by colour alone. White words on each colour can be read (4.5 to 1), and so can each
colour on a light page; where the page is dark, the white symbol on its disc stands out.
"""

from __future__ import annotations

from functools import lru_cache

from galda.core.show.svg import Attribute, element

SEATS = 6
"""How many seats are told apart; further ones begin again."""
NEUTRAL = SEATS
"""Asked for in place of a seat: a party of the game that nobody plays."""

COLOURS = ("#1f6fb4", "#c0431a", "#00776a", "#7b4bb3", "#8a6100", "#b5307a", "#626a73")
# A disc, a square, a triangle, a diamond, a plus, a moon; a ring for nobody. Each is about 20 wide.
SYMBOLS = (
    "M0-9A9 9 0 1 1-.01-9Z",
    "M-8-8H8V8H-8Z",
    "M0-10L10 8H-10Z",
    "M0-11L10 0L0 11L-10 0Z",
    "M-3.5-10H3.5V-3.5H10V3.5H3.5V10H-3.5V3.5H-10V-3.5H-3.5Z",
    "M4-10A10.5 10.5 0 1 0 4 10A12 12 0 0 1 4-10Z",
    "M0-9A9 9 0 1 1-.01-9ZM0-4A4 4 0 1 0 .01-4Z",
)


def seat_colour(seat: int) -> str:
    """The colour of a seat, dark enough for white on it."""
    return COLOURS[seat if seat == NEUTRAL else seat % SEATS]


def seat_symbol(seat: int, **attributes: Attribute) -> str:
    """A seat's symbol as an SVG path about 20 wide, its middle at the origin."""
    symbol = SYMBOLS[seat if seat == NEUTRAL else seat % SEATS]
    return element("path", d=symbol, **attributes)


@lru_cache(maxsize=1 << 10)
def seat_badge(seat: int, x: float, y: float, width: float) -> str:
    """A disc in the seat's colour with its symbol in white; its middle is given."""
    return element(
        "g",
        element("circle", r=17, fill=seat_colour(seat), stroke="#fff", stroke_width=2),
        seat_symbol(seat, fill="#fff"),
        transform=f"translate({x:g} {y:g}) scale({width / 36:g})",
    )
