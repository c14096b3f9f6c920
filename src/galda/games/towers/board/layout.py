"""Where everything of 5 Towers lies: below one another in a tall room, side by side in a wide one.

A tall board is about 390 pixels wide on a phone, and a finger needs 44: that is 85 here. A wide one
is about 900 by 640 pixels on a desk, and letters need 11: that is 13.5 here.
"""

from __future__ import annotations

from dataclasses import dataclass

from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.games.towers.rules.cards import KINDS
from galda.games.towers.text.words import heights


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of the board."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Measures:
    """What the players' parts have in common: how large letters and storeys are."""

    letters: float
    """The size of a name."""
    least: float
    """The size below which letters cannot be read."""
    storey: float
    ground: float
    spire: float
    """Room above the tallest tower: for its crown, and for a finger."""

    def two_lines(self, width: float) -> bool:
        """Whether a player's name and points need a line each."""
        return width < 14 * self.letters

    def head(self, width: float) -> float:
        """How high the part with the player's name is."""
        return self.letters * (3.3 if self.two_lines(width) else 2)


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of a whole board; `panels` are the players' parts, the viewer's own first."""

    width: float
    height: float
    row: Area
    status: Area
    chips: Area
    buttons: Area
    panels: tuple[Area, ...]
    deck: Area
    measures: Measures


def lay_out(position: Position, shape: Shape) -> Layout:
    """The places for a position's board in a room of that shape."""
    return _wide(position) if shape == "wide" else _tall(position)


def _tallest(position: Position) -> int:
    return max(max(heights(position.state, seat)) for seat in range(position.players))


# Tall

TALL_WIDTH, TALL_EDGE, TALL_GAP = 720, 20, 14
TALL_LOWEST = 3
"""Panels are at least that many storeys high, so that they do not jump about at the start."""
TALL_DECK = 270


def lines_of(players: int) -> tuple[int, ...]:
    """How many players' parts lie in each line of a tall board: one's own alone, and large."""
    return {2: (1, 1), 3: (1, 2), 4: (1, 3), 5: (1, 2, 2)}[players]


def _tall(position: Position) -> Layout:
    edge, inside = TALL_EDGE, TALL_WIDTH - 2 * TALL_EDGE
    measures = Measures(letters=25, least=21, storey=34, ground=42, spire=52)
    storeys = max(_tallest(position), TALL_LOWEST) * measures.storey
    y: float = 450
    panels: list[Area] = []
    for count in lines_of(position.players):
        width = (inside - TALL_GAP * (count - 1)) / count
        height = measures.head(width) + measures.spire + storeys + measures.ground
        panels += [Area(edge + n * (width + TALL_GAP), y, width, height) for n in range(count)]
        y += height + TALL_GAP
    return Layout(
        width=TALL_WIDTH,
        height=y + TALL_DECK + edge - 4,
        row=Area(edge, 66, inside, 168),
        status=Area(edge, 14, inside, 40),
        chips=Area(edge, 250, inside, 80),
        buttons=Area(edge, 344, inside, 90),
        panels=tuple(panels),
        deck=Area(edge, y, inside, TALL_DECK),
        measures=measures,
    )


# Wide

WIDE_WIDTH, WIDE_HEIGHT, WIDE_EDGE, WIDE_GAP = 1080, 768, 16, 12
WIDE_DECK = 172
WIDE_LOWEST = 7
"""Storeys become lower only for towers higher than that."""
OWN_SHARE = {2: 1.0, 3: 1.3, 4: 1.45, 5: 1.6}
"""How much wider the viewer's own part is, by the number of players."""


def _wide(position: Position) -> Layout:
    players, edge, gap = position.players, WIDE_EDGE, WIDE_GAP
    inside = WIDE_WIDTH - 2 * edge
    row = Area(edge, 14, 520, 152)
    left = row.x + row.width + 18
    right = WIDE_WIDTH - edge - left
    top = row.y + row.height + gap
    deck = Area(edge, WIDE_HEIGHT - edge - WIDE_DECK, inside, WIDE_DECK)
    room = deck.y - gap - top
    share = (inside - gap * (players - 1)) / (players - 1 + OWN_SHARE[players])
    widths = [share * OWN_SHARE[players], *[share] * (players - 1)]
    panels = tuple(
        Area(edge + sum(widths[:n]) + n * gap, top, width, room) for n, width in enumerate(widths)
    )
    measures = Measures(letters=18, least=13.5, storey=0, ground=36, spire=44)
    most = room - max(map(measures.head, widths)) - measures.spire - measures.ground
    storey = min(36, most / max(_tallest(position), WIDE_LOWEST))
    return Layout(
        width=WIDE_WIDTH,
        height=WIDE_HEIGHT,
        row=row,
        status=Area(left, 14, right, 26),
        chips=Area(left, 46, right, 56),
        buttons=Area(left, 110, right, 56),
        panels=panels,
        deck=deck,
        measures=Measures(
            measures.letters, measures.least, storey, measures.ground, measures.spire
        ),
    )


def column(width: float) -> float:
    """How wide one of the towers' plots is in a player's part."""
    return (width - 16) / len(KINDS)
