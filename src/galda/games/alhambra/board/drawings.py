"""The drawings of Alhambra: building tiles with their walls, the fountain, and money.

A tile is drawn 100 wide. Each kind has a colour and a picture of its own, each currency a colour
and a sign, so that nothing is told by colour alone.
"""

from __future__ import annotations

from functools import lru_cache

from galda.core.show.svg import Attribute, element, gradient, text
from galda.games.alhambra.rules.tiles import KINDS, TILES, Tile

INK = "#3b2a17"
PARCHMENT = "#f4e6c6"
GOLD = "#e9a820"
WALL = "#6b3e1f"
KIND_GROUND = {
    "pavilion": "#b9d3ee", "seraglio": "#efb7a8", "arcades": "#dcc09a", "chambers": "#f3efe6",
    "garden": "#bcdca4", "tower": "#d6c3e6",
}  # fmt: skip
KIND_INK = {
    "pavilion": "#1f4e86", "seraglio": "#9b2d1e", "arcades": "#754a1c", "chambers": "#5f5a52",
    "garden": "#2f6b2a", "tower": "#5b3585",
}  # fmt: skip
MONEY_GROUND = ("#f7dc6f", "#9fd3a0", "#a9c9f0", "#f5b07a")
MONEY_INK = ("#6d5200", "#1a5227", "#1c3f7d", "#783404")
# A sun, a leaf, a drop and a star.
SIGNS = (
    "M0-6A6 6 0 1 1-.01-6ZM0-13V-9M0 13V9M-13 0H-9M13 0H9M-9-9L-6.5-6.5M9-9L6.5-6.5"
    "M-9 9L-6.5 6.5M9 9L6.5 6.5",
    "M-9 11C-13-3-4-12 11-12C12 3 4 12-9 11ZM-12 14L5-6",
    "M0-14C7-4 10 1 10 5A10 9 0 0 1-10 5C-10 1-7-4 0-14Z",
    "M0-14L4-4.5L14-4L6 2.5L9 12.5L0 7L-9 12.5L-6 2.5L-14-4L-4-4.5Z",
)


def _pictures() -> dict[str, list[str]]:
    """The building of each kind, standing on the line y = 74."""

    def path(d: str, **style: Attribute) -> str:
        return element("path", d=d, **style)

    white: dict[str, Attribute] = {"fill": "#fffaf0"}
    return {
        "pavilion": [
            path("M26 74V48H74V74Z", **white),
            path("M20 48C20 24 40 20 50 10C60 20 80 24 80 48Z"),
            path("M34 74V52M50 74V52M66 74V52", fill="none", stroke_width=5),
            path("M50 10V2", fill="none", stroke_width=3),
        ],
        "seraglio": [
            path("M16 74V44H84V74Z", **white),
            path("M16 44C16 28 34 26 34 18C34 26 50 28 50 44ZM50 44C50 28 66 26 66 18"
                 "C66 26 84 28 84 44Z"),
            path("M26 74V60A7 7 0 0 1 40 60V74ZM60 74V60A7 7 0 0 1 74 60V74Z"),
        ],
        "arcades": [
            path("M12 74V30H88V74Z", **white),
            path("M8 32V22H92V32Z"),
            path("M18 74V54A9 9 0 0 1 36 54V74ZM41 74V54A9 9 0 0 1 59 54V74Z"
                 "M64 74V54A9 9 0 0 1 82 54V74Z"),
        ],
        "chambers": [
            path("M20 74V40H80V74Z", **white),
            path("M12 42L50 12L88 42Z"),
            path("M43 74V56H57V74ZM27 62V50H36V62ZM64 62V50H73V62Z"),
        ],
        "garden": [
            path("M10 74C20 64 80 64 90 74Z"),
            path("M30 70V52M68 70V54", fill="none", stroke="#6b3e1f", stroke_width=6),
            path("M30 12C14 18 12 50 30 56C48 50 46 18 30 12Z"),
            path("M68 24A17 17 0 1 1 67.9 24Z"),
            path("M46 74V66H54V74Z", **white),
        ],
        "tower": [
            path("M34 74V34H66V74Z", **white),
            path("M28 36V24H36V29H46V24H54V29H64V24H72V36Z"),
            path("M40 24L50 4L60 24Z"),
            path("M45 74V60A5 5 0 0 1 55 60V74ZM46 50V42H54V50Z"),
        ],
    }  # fmt: skip


@lru_cache
def definitions() -> str:
    """What the board draws many times: grounds and pictures of the kinds, signs of the money."""
    drawn = [
        gradient("linear", "al-page", ((0, "#efe0bb"), (1, "#dcc592")), x2=0, y2=1),
        gradient("linear", "al-table", ((0, "#7b2f22"), (1, "#5a2018")), x2=0, y2=1),
        gradient("radial", "al-water", ((0, "#d8f1fb"), (1, "#6fb3d2"))),
        gradient("linear", "al-card", ((0, "#fffaf0"), (1, "#efe2c4")), x2=0, y2=1),
    ]
    for kind in KINDS:
        ink = KIND_INK[kind]
        ground = gradient(
            "linear", f"al-ground-{kind}", ((0, "#fffdf5"), (1, KIND_GROUND[kind])), x2=0, y2=1
        )
        building = element(
            "g", *_pictures()[kind], id=f"al-{kind}", fill=ink, stroke=ink, stroke_width=2,
            stroke_linejoin="round",
        )  # fmt: skip
        face = element(
            "g",
            frame(1, 1, 98, 98, rx=6, fill=f"url(#al-ground-{kind})", stroke="#a98c5a"),
            use(kind, 0, 8),
            id=f"al-tile-{kind}",
        )
        drawn += [ground, building, face]
    drawn += [_wall(), element("g", *_fountain(), id="al-fountain")]
    for currency, d in enumerate(SIGNS):
        ink = MONEY_INK[currency]
        drawn.append(
            element(
                "path", id=f"al-sign{currency}", d=d, fill=ink, fill_opacity=0.85, stroke=ink,
                stroke_width=2.4, stroke_linecap="round", stroke_linejoin="round",
            )
        )  # fmt: skip
    return element("defs", *drawn)


def words(said: str, x: float, y: float, size: float = 22, **style: Attribute) -> str:
    """A line of text."""
    return text(said, **{"x": x, "y": y, "font_size": size, "fill": INK, **style})


def frame(x: float, y: float, width: float, height: float, **style: Attribute) -> str:
    """A rectangle with round corners."""
    return element("rect", x=x, y=y, width=width, height=height, **{"rx": 8, **style})


def use(id_: str, x: float, y: float, scale: float = 1) -> str:
    """One of the definitions, moved and scaled."""
    return element("use", href=f"#al-{id_}", transform=f"translate({x:g} {y:g}) scale({scale:g})")


NUMBER = 24
"""How large a tile's number is where there is room: most of the tile is its picture then."""
LARGEST_NUMBER = 58
LETTER = 0.75
"""How large the letter after a number is, beside the number."""


def tile_face(tile: Tile, width: float = 100, least: float = 0, ring: str | None = None) -> str:
    """A building tile: ground, picture, walls with battlements, and its price.

    On a tile drawn `width` wide the price is no smaller than `least`. The letter that tells equal
    tiles apart is left out where it would be. A ring, in its colour, hides neither walls nor price.
    """
    drawn = _ring(ring, width) if ring else ""
    return _ground(tile.number) + drawn + _price(tile.number, *_figures(width, least))


@lru_cache(maxsize=1 << 10)
def _figures(width: float, least: float) -> tuple[float, bool]:
    """How large the price is on a tile so wide, and whether there is room for its letter."""
    number = min(max(NUMBER, 100 * least / width), LARGEST_NUMBER)
    return number, LETTER * number * width >= 100 * least


@lru_cache
def _ground(which: int) -> str:
    """A tile's picture and its walls."""
    tile = TILES[which]
    walls = (_wall_at(side) for side in range(4) if tile.walls >> side & 1)
    return element("use", href=f"#al-tile-{tile.kind}") + "".join(walls)


@lru_cache(maxsize=1 << 12)
def _price(which: int, number: float, told_apart: bool) -> str:
    """The plate with a tile's price, its figures as large as `number`."""
    tile = TILES[which]
    price = str(tile.price)
    letter = tile.name.removeprefix(tile.kind + price) if told_apart else ""
    across = number * (0.64 * len(price) + 0.5 * len(letter)) + 12
    high = 1.13 * number
    plate = frame(
        12, 88 - high, across, high, rx=6, fill="#fffaf0", stroke=KIND_INK[tile.kind],
        stroke_width=1.5,
    )  # fmt: skip
    figures = element(
        "text", price, element("tspan", letter, font_size=LETTER * number) if letter else "",
        x=12 + across / 2, y=88 - 0.2 * number, font_size=number, fill=INK,
        text_anchor="middle", font_weight="bold",
    )  # fmt: skip
    return plate + figures


@lru_cache(maxsize=1 << 10)
def _ring(colour: str, width: float) -> str:
    """A ring inside the walls of a tile drawn `width` wide."""
    thick = max(6, 250 / width)
    return "".join(
        frame(15, 15, 70, 70, rx=8, fill="none", stroke=stroke, stroke_width=wide)
        for stroke, wide in (("#fff", 2 * thick), (colour, thick))
    )


def _wall() -> str:
    stones = "".join(f"M{x} 1V10" for x in range(12, 100, 16))
    return element(
        "g",
        element("rect", width=100, height=11, rx=2, fill=WALL, stroke="#40230f", stroke_width=1.5),
        element("path", d=stones, stroke="#c98d58", stroke_width=1.6),
        id="al-wall",
    )


def _wall_at(side: int) -> str:
    turned = f"rotate({90 * side} 50 50)" if side else None
    return element("use", href="#al-wall", transform=turned)


def fountain_face() -> str:
    """The fountain every Alhambra begins with."""
    return element("use", href="#al-fountain")


def _fountain() -> list[str]:
    return [
        frame(1, 1, 98, 98, rx=6, fill="#efe4cd", stroke="#a98c5a"),
        element(
            "path", d="M1 50H99M50 1V99M26 1V99M74 1V99M1 26H99M1 74H99", stroke="#d9c7a0",
            stroke_width=1.5,
        ),
        element("circle", cx=50, cy=50, r=36, fill="#cdbb95", stroke="#8d7646", stroke_width=3),
        element("circle", cx=50, cy=50, r=28, fill="url(#al-water)"),
        element("circle", cx=50, cy=50, r=11, fill="#e9dcc0", stroke="#8d7646", stroke_width=2),
        element(
            "path", d="M50 50C44 34 34 36 32 44M50 50C56 34 66 36 68 44M50 50V30", fill="none",
            stroke="#fff", stroke_width=3.5, stroke_linecap="round",
        ),
    ]  # fmt: skip


@lru_cache(maxsize=1024)
def card_face(currency: int, value: int, width: float = 84, height: float = 108) -> tuple[str, ...]:
    """A money card: the value large, the currency's sign and colour."""
    middle, number = width / 2, min(width * 0.6, height * 0.5)
    edge = min(width, height) * 0.06
    return (
        frame(1, 1, width - 2, height - 2, rx=1.6 * edge, fill="url(#al-card)", stroke="#8d7646"),
        frame(
            edge, edge, width - 2 * edge, height - 2 * edge, rx=edge, fill=MONEY_GROUND[currency]
        ),
        use(f"sign{currency}", middle, height * 0.29, min(width / 84, height / 108) * 1.15),
        words(
            str(value), middle, height - 2.2 * edge, number, text_anchor="middle",
            font_weight="bold", fill=MONEY_INK[currency],
        ),
    )  # fmt: skip


@lru_cache(maxsize=1 << 10)
def small_card(currency: int, value: int, x: float, y: float, width: float) -> str:
    """A money card as small as it can be told."""
    return element(
        "g",
        frame(
            0, 0, 20, 25, rx=4, fill=MONEY_GROUND[currency], stroke=MONEY_INK[currency],
            stroke_width=1.5,
        ),
        words(
            str(value), 10, 19, 18, text_anchor="middle", font_weight="bold",
            fill=MONEY_INK[currency],
        ),
        transform=f"translate({x:g} {y:g}) scale({width / 20:g})",
    )  # fmt: skip


def crown(x: float, y: float, width: float) -> str:
    """A crown that stands on the point given."""
    return element(
        "path", d="M-11 0L-13-9L-6-4L0-11L6-4L13-9L11 0Z", fill=INK,
        transform=f"translate({x:g} {y:g}) scale({width / 26:g})",
    )  # fmt: skip
