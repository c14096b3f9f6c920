"""The Alhambra board while it is drawn: what everything on it is made of, whatever its shape."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from textwrap import wrap

from galda.core.message import Message, Phrase
from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.core.show.language import say, tell
from galda.core.show.seats import seat_colour
from galda.core.show.svg import Attribute, element, fitting_size
from galda.games.alhambra.rules.tiles import CURRENCIES, SIDES, Tile
from galda.games.alhambra.show.drawings import GOLD, INK, frame, tile_face, words
from galda.games.alhambra.show.names import Cell, cell_words, hand, seat_name, tile_words
from galda.games.alhambra.show.telling import last_turns

MOST_LINES = 3
"""Over how many lines a long name may go."""

WALLS = (
    Message("north", context="walls"), Message("east", context="walls"),
    Message("south", context="walls"), Message("west", context="walls"),
)  # fmt: skip
"""Where a tile's walls are, side by side as `SIDES` counts them."""


@dataclass(frozen=True, slots=True)
class Room:
    """A rectangle of the board, to be drawn in."""

    x: float
    y: float
    width: float
    height: float = 0

    @property
    def bottom(self) -> float:
        """Where it ends below."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Letters:
    """How large letters are: most of them, and the smallest there may be."""

    usual: float
    least: float


LETTERS = {"tall": Letters(23, 22), "wide": Letters(15, 13)}
"""A tall board is 720 wide and seen on 362 pixels; a wide one is seen about as it is drawn."""


class Sketch:
    """The board while it is drawn: what there is so far, and who looks at it."""

    def __init__(self, position: Position, viewer: int, lang: str, shape: Shape) -> None:
        self.position, self.viewer, self.lang = position, viewer, lang
        self.state = position.state
        self.letters = LETTERS[shape]
        self.last = last_turns(position)
        self.main = viewer if viewer >= 0 else _mover(position)
        self.acts = viewer == position.to_act and not position.is_over
        self.legal = position.legal_actions if self.acts else ()
        self.parts: list[str] = []
        self.held = self._held()
        """The kinds of money cards that have a place in the hand, by currency."""

    def _held(self) -> list[list[int]]:
        """The values in the hand; in a turn those it began with, so that no card moves up."""
        start = self.position
        if self.acts and start.in_turn:
            start = start.take_back(start.steps_back)
        held: list[list[int]] = [[] for _ in CURRENCIES]
        for position in (start, self.position):
            for currency, value, _ in hand(position.state, self.main):
                if value not in held[currency]:
                    held[currency].append(value)
        return [sorted(values) for values in held]

    @property
    def knows_hand(self) -> bool:
        """Whether the money of the large Alhambra's player is shown.

        Whoever looks back at a game with a player's eyes watches, and still knows his own hand.
        """
        return self.main in (self.viewer, self.position.viewer) or self.position.is_over

    def say(self, message: str, *, context: object = None, **values: object) -> str:
        """A message in the board's language."""
        return say(self.lang, message, context=context, **values)

    def tell(self, phrase: Phrase) -> str:
        """A name in the board's language."""
        return tell(self.lang, phrase)

    @contextmanager
    def part(self, name: str | None, **attributes: Attribute) -> Iterator[None]:
        """What is added meanwhile is one group, which can be found and cut out by its name."""
        before = len(self.parts)
        yield
        group = element("g", *self.parts[before:], data_part=name, **attributes)
        self.parts[before:] = [group]

    def add(self, *parts: str) -> None:
        """Add what is drawn already."""
        self.parts += parts

    def fit(self, said: str, x: float, y: float, room: float, size: float = 0, **style: str) -> str:
        """A line of words, smaller where they would be too long for the room."""
        return words(said, x, y, fitting_size(said, size or self.letters.usual, room), **style)

    def fold(self, said: str, size: float, room: float) -> tuple[list[str], float]:
        """Words on one line, or on more where they would become too small; and how large.

        Nothing is ever cut off; a word is broken only where it could not be read otherwise.
        """
        best, lines = fitting_size(said, size, room), [said]
        for count in range(2, MOST_LINES + 1):
            for breaks in (False, True):
                if best >= self.letters.least:
                    return lines, best
                for width in range(-(-len(said) // count), len(said)):
                    tried = wrap(said, width, break_long_words=breaks)
                    fitted = min(fitting_size(line, size, room) for line in tried)
                    if len(tried) <= count and fitted > best:
                        best, lines = fitted, tried
        return lines, best

    def touchable(
        self,
        *parts: str,
        x: float,
        y: float,
        touch: str,
        label: str,
        scale: float = 1,
        piece: str | None = None,
    ) -> None:
        """Add a group that can be touched and is read aloud as `label`."""
        place = f"translate({x:g} {y:g})" + (f" scale({scale:g})" if scale != 1 else "")
        self.parts.append(
            element(
                "g", *parts, transform=place, data_touch=touch if self.viewer >= 0 else None,
                data_piece=piece, aria_label=label,
            )
        )  # fmt: skip

    def tile(
        self,
        tile: Tile,
        x: float,
        y: float,
        width: float,
        *extra: str,
        touch: str | None = None,
        marked: bool = False,
        label: str,
        ring: str | None = None,
    ) -> None:
        """Add a building tile, perhaps with a ring; `extra` lies on it, in tiles 100 wide.

        `label` says what it is and whose, as far as the drawing shows that.
        """
        parts = [*tile_face(tile, width, self.letters.least, ring)]
        if marked:
            parts.append(frame(3, 3, 94, 94, rx=6, fill="none", stroke=GOLD, stroke_width=7))
        self.parts.append(
            element(
                "g", *parts, *extra, transform=f"translate({x:g} {y:g}) scale({width / 100:g})",
                data_piece=f"tile-{tile.name}", data_touch=touch if self.viewer >= 0 else None,
                aria_label=label,
            )
        )  # fmt: skip

    def tile_label(self, tile: Tile, cell: Cell | None = None) -> str:
        """A tile's name, walls and cell, for those who listen."""
        name = tile_words(tile)
        walls = [self.tell(WALLS[k]) for k in range(len(SIDES)) if tile.walls >> k & 1]
        if walls:
            label = self.say("{tile}, walls {sides}", tile=name, sides=", ".join(walls))
        else:
            label = self.say("{tile}, no walls", tile=name)
        return self.say("{tile}, at {cell}", tile=label, cell=cell_words(cell)) if cell else label

    def city_label(self, seat: int, tile: Tile | None, cell: Cell) -> str:
        """A tile of an Alhambra, or its fountain, and whose it is."""
        there = self.tile_label(tile, cell) if tile else self.say("fountain")
        player = seat_name(self.position, seat)
        return self.say("{player}, Alhambra: {tile}", player=player, tile=there)

    def reserve_label(self, seat: int, tile: Tile) -> str:
        """A tile of a reserve, and whose it is."""
        player = seat_name(self.position, seat)
        return self.say("{player}, reserve: {tile}", player=player, tile=self.tile_label(tile))

    def moved_by(self, seat: int) -> dict[Tile, str]:
        """The tiles that a seat's last turn moved, with the colour of their ring."""
        turn = self.last.get(seat)
        return dict.fromkeys(turn.moved, seat_colour(seat)) if turn else {}

    def lines(self, said: str, room: Room, size: float = 0, **style: Attribute) -> Iterator[str]:
        """Words in the middle of a room's height, on more than one line where they are long."""
        lines, fitted = self.fold(said, size or self.letters.usual, room.width)
        first = room.y + room.height / 2 - (len(lines) / 2 - 0.8) * 1.1 * fitted
        for k, line in enumerate(lines):
            yield words(line, room.x, first + 1.1 * k * fitted, fitted, **style)

    def button(self, touch: str, label: str, room: Room, above: float = 0) -> None:
        """Add a golden button; there may be room above it that can be touched, too."""
        inside = Room(room.width / 2, 0, room.width - 8, room.height)
        self.touchable(
            frame(0, -above, room.width, above, fill_opacity=0, data_hit="more") if above else "",
            frame(0, 0, room.width, room.height, rx=min(room.height / 2, 24), fill=GOLD, stroke=INK,
                  stroke_width=2),
            *self.lines(label, inside, self.letters.usual + 2, text_anchor="middle",
                        font_weight="bold"),
            x=room.x, y=room.y, touch=touch, label=label,
        )  # fmt: skip


def _mover(position: Position) -> int:
    """Whom those who watch look at: whoever has just moved, at the start whoever is to move."""
    seat, _ = next(position.turns_back(), (position.to_act, ()))
    return seat


def best_size(count: int, room: Room, most: float) -> tuple[float, int]:
    """How large so many squares can be in a room, and how many then stand side by side."""
    best = (0.0, 1)
    for across in range(1, max(count, 1) + 1):
        down = -(-max(count, 1) // across)
        best = max(best, (min(room.width / across, room.height / down, most), across))
    return best
