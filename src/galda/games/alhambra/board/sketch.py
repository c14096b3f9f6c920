"""The Alhambra board while it is drawn: what everything on it is made of, whatever its shape."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from textwrap import wrap
from typing import NamedTuple

from galda.core.message import Message, Phrase
from galda.core.play.position import Position
from galda.core.play.terms import SPECTATOR, Shape
from galda.core.show.closer import closer
from galda.core.show.kept_parts import KeptParts
from galda.core.show.language import say, tell
from galda.core.show.seats import seat_colour
from galda.core.show.svg import Attribute, element, fitting_size, opening
from galda.games.alhambra.board.drawings import GOLD, INK, frame, tile_face, words
from galda.games.alhambra.rules.tiles import SIDES, TILES, Tile
from galda.games.alhambra.text.names import Cell, alhambra_of, cards_in, seat_name, tile_words
from galda.games.alhambra.text.places import place_words
from galda.games.alhambra.text.telling import last_turns

HAND_TOUCH = "hand-"
FREE = 0
"""Among the values of a hand: the place for one more card, while a position is set up."""
MOST_LINES = 3
"""Over how many lines a long name may go."""

WALLS = (
    Message("north", context="walls"), Message("east", context="walls"),
    Message("south", context="walls"), Message("west", context="walls"),
)  # fmt: skip
"""Where a tile's walls are, side by side as `SIDES` counts them."""
MARK = frame(3, 3, 94, 94, rx=6, fill="none", stroke=GOLD, stroke_width=7)
"""Round a tile that is being bought, brought or placed."""

PARTS = KeptParts(most_letters=12_000_000)
"""What does not change from turn to turn: the half of a board, at a thousand open pages."""


class Room(NamedTuple):
    """A rectangle of the board, to be drawn in."""

    x: float
    y: float
    width: float
    height: float = 0

    @property
    def bottom(self) -> float:
        """Where it ends below."""
        return self.y + self.height


class Letters(NamedTuple):
    """How large letters are: most of them, and the smallest there may be."""

    usual: float
    least: float


LETTERS = {"tall": Letters(23, 22), "wide": Letters(15, 13)}
"""A tall board is 720 wide and seen on 362 pixels; a wide one is seen about as it is drawn."""


class Part:
    """What is added to `parts` while this is open becomes one group in the end."""

    def __init__(self, parts: list[str], attributes: dict[str, Attribute]) -> None:
        self._parts, self._attributes = parts, attributes

    def __enter__(self) -> None:
        self._before = len(self._parts)

    def __exit__(self, *_: object) -> None:
        inside = "".join(self._parts[self._before :])
        if inside:
            group = f"{opening('g', **self._attributes)}{inside}</g>"
        else:
            group = element("g", **self._attributes)
        self._parts[self._before :] = [group]


class Sketch:
    """The board while it is drawn: what there is so far, and who looks at it."""

    def __init__(
        self, position: Position, viewer: int, lang: str, shape: Shape, *, arranging: bool = False
    ) -> None:
        self.position, self.viewer, self.lang = position, viewer, lang
        self.state = position.plain
        self.letters = LETTERS[shape]
        self.last = last_turns(position)
        self._moved = {
            seat: dict.fromkeys([tile.number for tile in turn.moved], seat_colour(seat))
            for seat, turn in self.last.items()
        }
        self.main = viewer if viewer >= 0 else _mover(position)
        self._whose = f"{lang} {shape} {viewer >= 0} {arranging}"
        eyes = SPECTATOR if position.viewer is None else position.viewer
        self.payer = self.main if eyes == SPECTATOR else eyes
        """Whose money is shown: looking back at another's turn one still sees the own hand."""
        self.acts = viewer == position.to_act and not position.is_over
        self.arranging = arranging
        """Whether a position is being set up: then cells and cards are places."""
        self.legal = position.legal_actions if self.acts and not arranging else ()
        self.knows_hand = arranging or self.payer in (viewer, position.viewer) or position.is_over
        """Whether anybody's money is shown."""
        self.parts: list[str] = []
        collecting = position.players + (position.players == 2)
        self.names = tuple([tell(lang, seat_name(position, seat)) for seat in range(collecting)])
        """What the players are called, and after them the neutral one."""
        self.held = self._held()
        """The kinds of money cards that have a place in the hand, by currency."""

    def _held(self) -> list[tuple[int, ...]]:
        """The values in the hand; in a turn those it began with, so that no card moves up."""
        start = self.position
        if self.acts and start.in_turn:
            under_way = self.last.get(start.to_act)
            start = under_way.start if under_way else start
        before, now = start.plain.hand[self.payer], self.state.hand[self.payer]
        plus = (FREE,) if self.arranging else ()
        return [_values(*cards) + plus for cards in zip(before, now, strict=True)]

    def say(self, message: str, *, context: object = None, **values: object) -> str:
        """A message in the board's language."""
        return say(self.lang, message, context=context, **values)

    def tell(self, phrase: Phrase) -> str:
        """A name in the board's language."""
        return tell(self.lang, phrase)

    def part(self, name: str | None, **attributes: Attribute) -> Part:
        """What is added meanwhile is one group, which can be found and cut out by its name."""
        return Part(self.parts, {"data_part": name, **attributes})

    def kept(self, draw: Callable[[], None], *shown: Hashable) -> None:
        """Add what `draw` adds, drawn once for all boards on which the same is `shown`.

        That is everything the drawing depends on but language, letters, and who may touch what.
        """
        self.parts.append(self._kept(draw, shown))

    def kept_in(self, room: Room, draw: Callable[[Room], None], *shown: Hashable) -> None:
        """The same for what fills a room: it is drawn once, wherever on boards the room lies."""
        alone = Room(0, 0, room.width, room.height)
        drawn = self._kept(lambda: draw(alone), (alone, shown))
        self.parts.append(f"<g transform='translate({room.x:g} {room.y:g})'>{drawn}</g>")

    def _kept(self, draw: Callable[[], None], shown: Hashable) -> str:
        def draw_alone() -> str:
            before = len(self.parts)
            draw()
            drawn = "".join(self.parts[before:])
            del self.parts[before:]
            return drawn

        return PARTS.get((self._whose, shown), draw_alone)

    def city_of(self, seat: int) -> Hashable:
        """All that an Alhambra shows, with the name of its player and the rings on its tiles.

        The cells are those of its tiles in their order, so they need not be told one by one.
        """
        tiles, cells = self.state.city[seat], tuple(alhambra_of(self.position, seat))
        return self.name_of(seat), tiles, cells, self.rings(tiles, seat)

    def rings(self, tiles: int, *seats: int) -> Hashable:
        """The rings that the last turns of some seats put on some tiles, a set."""
        return tuple(
            [
                (number, ring)
                for seat in seats
                for number, ring in self.moved_by(seat).items()
                if tiles >> number & 1
            ]
        )

    def add(self, *parts: str) -> None:
        """Add what is drawn already."""
        self.parts += parts

    def fit(self, said: str, x: float, y: float, room: float, size: float = 0, **style: str) -> str:
        """A line of words, smaller where they would be too long for the room."""
        return words(said, x, y, fitting_size(said, size or self.letters.usual, room), **style)

    def fold(self, said: str, size: float, room: float) -> tuple[tuple[str, ...], float]:
        """Words on one line, or on more where they would become too small; and how large.

        Nothing is ever cut off; a word is broken only where it could not be read otherwise.
        """
        return fold(said, size, room, self.letters.least)

    def touchable(
        self,
        *parts: str,
        x: float,
        y: float,
        touch: str,
        label: str,
        scale: float = 1,
    ) -> None:
        """Add a group that can be touched and is read aloud as `label`."""
        place = f"translate({x:g} {y:g})" + (f" scale({scale:g})" if scale != 1 else "")
        known = _known_by(None, touch if self.viewer >= 0 else None, label)
        self.parts.append(f"<g transform='{place}'{known}>{''.join(parts)}</g>")

    def tile(
        self,
        tile: Tile,
        x: float,
        y: float,
        width: float,
        *extra: str,
        touch: str | None = None,
        label: str,
        ring: str | None = None,
    ) -> None:
        """Add a building tile, perhaps with a ring; `extra` lies on it, in tiles 100 wide.

        `label` says what it is and whose, as far as the drawing shows that.
        """
        face = tile_face(tile, width, self.letters.least, ring)
        if extra:
            face += "".join(extra)
        known = _known_by(f"tile-{tile.name}", touch if self.viewer >= 0 else None, label)
        place = f"translate({x:g} {y:g}) scale({width / 100:g})"
        self.parts.append(f"<g transform='{place}'{known}>{face}</g>")

    def tile_label(self, tile: Tile, cell: Cell | None = None) -> str:
        """A tile's name, walls and cell, for those who listen."""
        return tile_label(tile.number, cell, self.lang)

    def city_label(self, seat: int, tile: Tile | None, cell: Cell) -> str:
        """A tile of an Alhambra, or its fountain, and whose it is."""
        number = None if tile is None else tile.number
        return _city_label(self.name_of(seat), number, cell, self.lang)

    def reserve_label(self, seat: int, tile: Tile) -> str:
        """A tile of a reserve, and whose it is."""
        return _reserve_label(self.name_of(seat), tile.number, self.lang)

    def name_of(self, seat: int) -> str:
        """What a seat is called."""
        return self.names[seat]

    def moved_by(self, seat: int) -> dict[int, str]:
        """The tiles that a seat's last turn moved, by number, with the colour of their ring."""
        return self._moved.get(seat, {})

    def lines(self, said: str, room: Room, size: float = 0, **style: Attribute) -> Iterator[str]:
        """Words in the middle of a room's height, on more than one line where they are long."""
        lines, fitted = self.fold(said, size or self.letters.usual, room.width)
        first = room.y + room.height / 2 - (len(lines) / 2 - 0.8) * 1.1 * fitted
        for k, line in enumerate(lines):
            yield words(line, room.x, first + 1.1 * k * fitted, fitted, **style)

    def closer(self, room: Room, what: Phrase) -> None:
        """Let the part that is drawn in a room be looked at from near, where a page can do that."""
        self.add(closer(self.lang, what, room.width, room.height, room.x, room.y))

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


@lru_cache(maxsize=1 << 12)
def _values(before: int, now: int) -> tuple[int, ...]:
    """The values of cards of a currency that are in one of two hands."""
    return tuple(sorted({value for cards in (before, now) for value, _ in cards_in(cards)}))


@lru_cache(maxsize=1 << 13)
def _known_by(piece: str | None, touch: str | None, label: str) -> str:
    """The attributes that say what something is: they stay while it is moved about."""
    known = element("g", data_piece=piece, data_touch=touch, aria_label=label)
    return known.removeprefix("<g").removesuffix("/>")


@lru_cache(maxsize=1 << 10)
def fold(said: str, size: float, room: float, least: float) -> tuple[tuple[str, ...], float]:
    """Words on as few lines as they can be read on, no smaller than `least`; and how large."""
    best, lines = fitting_size(said, size, room), [said]
    for count in range(2, MOST_LINES + 1):
        for breaks in (False, True):
            if best >= least:
                return tuple(lines), best
            for width in range(-(-len(said) // count), len(said)):
                tried = wrap(said, width, break_long_words=breaks)
                fitted = min(fitting_size(line, size, room) for line in tried)
                if len(tried) <= count and fitted > best:
                    best, lines = fitted, tried
    return tuple(lines), best


@lru_cache(maxsize=1 << 10)
def tile_label(number: int, cell: Cell | None, lang: str) -> str:
    """A tile's name, walls and cell, for those who listen."""
    if cell:
        named = tile_label(number, None, lang)
        return say(lang, "{tile}, {place}", tile=named, place=place_words(cell))
    tile = TILES[number]
    name = tile_words(tile)
    walls = [tell(lang, WALLS[k]) for k in range(len(SIDES)) if tile.walls >> k & 1]
    if walls:
        return say(lang, "{tile}, walls {sides}", tile=name, sides=", ".join(walls))
    return say(lang, "{tile}, no walls", tile=name)


@lru_cache(maxsize=1 << 12)
def _city_label(player: str, number: int | None, cell: Cell, lang: str) -> str:
    there = say(lang, "fountain") if number is None else tile_label(number, cell, lang)
    return say(lang, "{player}, Alhambra: {tile}", player=player, tile=there)


@lru_cache(maxsize=1 << 10)
def _reserve_label(player: str, number: int, lang: str) -> str:
    there = tile_label(number, None, lang)
    return say(lang, "{player}, reserve: {tile}", player=player, tile=there)


def _mover(position: Position) -> int:
    """Whom spectators look at: the last to move, at the start the first to move."""
    seat, _ = next(position.turns_back(), (position.to_act, ()))
    return seat


def best_size(count: int, room: Room, most: float) -> tuple[float, int]:
    """How large a number of squares can be in a room, and how many then stand side by side."""
    best = (0.0, 1)
    for across in range(1, max(count, 1) + 1):
        down = -(-max(count, 1) // across)
        best = max(best, (min(room.width / across, room.height / down, most), across))
    return best
