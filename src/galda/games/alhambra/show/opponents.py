"""The lower half of the Alhambra board: the other players, the neutral one, the scoring table."""

from __future__ import annotations

from typing import Any

from galda.core.show.svg import element
from galda.games.alhambra.rules import scoring
from galda.games.alhambra.rules.tiles import KINDS, POINTS, Tile
from galda.games.alhambra.show.drawings import GOLD, INK, fountain_face, frame, use, words
from galda.games.alhambra.show.names import (
    alhambra_of,
    kind_name,
    points_words,
    seat_name,
    tiles_in,
)
from galda.games.alhambra.show.sketch import INNER, MARGIN, WIDTH, Sketch, nameplate

SMALL = 54
"""How wide tiles outside an Alhambra are drawn here."""


def draw_others(sketch: Sketch) -> None:
    """The other players two by two, and the neutral player's collection."""
    position = sketch.position
    seats = [(sketch.main + k) % position.players for k in range(1, position.players)]
    if position.players == 2:
        _neutral(sketch)
    half = (INNER - 12) / 2
    for k in range(0, len(seats), 2):
        top, lowest = sketch.y, sketch.y
        for column, seat in enumerate(seats[k : k + 2]):
            sketch.y = top
            x = MARGIN + column * (half + 12)
            _small_player(sketch, seat, x, INNER if len(seats) == 1 else half)
            lowest = max(lowest, sketch.y)
        sketch.y = lowest + 8


def _small_player(sketch: Sketch, seat: int, x: float, width: float) -> None:
    """Another player's Alhambra and reserve, smaller and not to be touched."""
    nameplate(sketch, seat, x, width)
    tiles = alhambra_of(sketch.state, seat)
    cells = [(0, 0), *tiles]
    left, high = min(c for c, _ in cells), max(c for _, c in cells)
    across = max(c for c, _ in cells) - left + 1
    down = high - min(c for _, c in cells) + 1
    size = min(70.0, (width - 12) / across, 300 / down)
    x0 = x + width / 2 - across * size / 2
    y0 = sketch.y + 8
    sketch.parts.append(
        frame(x, sketch.y, width, down * size + 16, fill="#cfd9a8", stroke="#8d9a5b")
    )
    place = f"translate({x0 - left * size:g} {y0 + high * size:g}) scale({size / 100:g})"
    label = sketch.say("fountain")
    sketch.parts.append(element("g", *fountain_face(), transform=place, aria_label=label))
    for (east, north), tile in tiles.items():
        sketch.tile(tile, x0 + (east - left) * size, y0 + (high - north) * size, size, touch=None)
    sketch.y += down * size + 22
    reserve = tiles_in(sketch.state.reserve[seat])
    if reserve:
        said = sketch.say("reserve")
        sketch.parts.append(words(said, x + 4, sketch.y + 16, 19, font_style="italic"))
        sketch.y += 22
        _small_tiles(sketch, reserve, x, width)


def _small_tiles(sketch: Sketch, tiles: list[Tile], x: float, width: float) -> None:
    per_line = int(width // (SMALL + 3))
    for k, tile in enumerate(tiles):
        at = x + k % per_line * (SMALL + 3), sketch.y + k // per_line * (SMALL + 3)
        sketch.tile(tile, *at, SMALL, touch=None)
    sketch.y += -(-len(tiles) // per_line) * (SMALL + 3) + 2


def _neutral(sketch: Sketch) -> None:
    """The neutral player, to whom bought tiles may be given."""
    state = sketch.state
    tiles = tiles_in(state.given)
    name = sketch.tell(seat_name(sketch.position, 2))
    label = f"{name} · {sketch.tell(points_words(int(state.points[2])))}"
    lines = max(1, -(-len(tiles) // int((INNER - 12) // (SMALL + 3))))
    height = 36 + lines * (SMALL + 3) + 4
    sketch.touchable(
        frame(0, 0, INNER, height, rx=12, fill="#d9d2c4", stroke="#8d7646"),
        words(label, 12, 26, 22, font_weight="bold"),
        x=MARGIN, y=sketch.y, touch="neutral", label=label,
    )  # fmt: skip
    sketch.y += 36
    _small_tiles(sketch, tiles, MARGIN + 6, INNER - 12)
    sketch.y += 10


def draw_scoring(sketch: Sketch) -> None:
    """What each kind brings in each round, and who has how many; a crown marks who leads."""
    state, position = sketch.state, sketch.position
    columns = int(scoring.columns(state))
    numbers = [
        [int(scoring.buildings(state, column, kind)) for column in range(columns)]
        for kind in range(len(KINDS))
    ]
    first, step = 392.0, (INNER - 392 + MARGIN - 4) / columns
    line = 44
    height = line * 7 + 8
    sketch.y += 4
    sketch.parts.append(
        frame(MARGIN, sketch.y, INNER, height, rx=12, fill="#fbf3df", stroke="#c9a45c")
    )
    heads = ((214, "A"), (264, "B"), (338, sketch.say("end", context="of the game")))
    for x, head in heads:
        sketch.parts.append(words(head, x, sketch.y + 30, 22, text_anchor="middle",
                                  font_weight="bold"))  # fmt: skip
    for column in range(columns):
        middle = first + (column + 0.5) * step
        name = sketch.tell(seat_name(position, column))
        short = str(column + 1) if column < position.players else name[:6]
        sketch.parts.append(
            words(short, middle, sketch.y + 30, 22, text_anchor="middle", font_weight="bold")
        )
    for k, kind in enumerate(KINDS):
        y = sketch.y + line * (k + 1)
        sketch.parts.append(_scoring_line(sketch, k, kind, y))
        best = max(numbers[k])
        for column, number in enumerate(numbers[k]):
            middle = first + (column + 0.5) * step
            leads = number == best and number > 0
            if leads:
                sketch.parts.append(frame(middle - 22, y + 7, 44, 32, fill=GOLD, rx=16))
            style = {"font_weight": "bold"} if leads else {}
            sketch.parts.append(
                words(
                    str(number) if number else "·",
                    middle,
                    y + 31,
                    23,
                    text_anchor="middle",
                    **style,
                )
            )
            if leads:
                crown = "M-11 0L-13-9L-6-4L0-11L6-4L13-9L11 0Z"
                at = f"translate({middle:g} {y + 9:g}) scale(.8)"
                sketch.parts.append(element("path", d=crown, transform=at, fill=INK))
    sketch.y += height + 6


def _scoring_line(sketch: Sketch, k: int, kind: str, y: float) -> str:
    points: Any = POINTS
    rounds = (
        str(points[0, k, 0]),
        f"{points[1, k, 0]}·{points[1, k, 1]}",
        f"{points[2, k, 0]}·{points[2, k, 1]}·{points[2, k, 2]}",
    )
    return element(
        "g",
        element("path", d=f"M{MARGIN + 8} {y:g}H{WIDTH - MARGIN - 8}", stroke="#dcc592"),
        use(kind, MARGIN + 8, y + 3, 0.46),
        words(sketch.tell(kind_name(kind)), MARGIN + 62, y + 30, 21),
        *(
            words(said, x, y + 30, 21, text_anchor="middle")
            for said, x in zip(rounds, (214, 264, 338), strict=True)
        ),
    )
