"""The Alhambra board while it is drawn: tiles, buttons and name plates put one below another."""

from __future__ import annotations

from collections.abc import Callable

from galda.core.message import Phrase
from galda.core.play.position import Position
from galda.core.show.language import say, tell
from galda.core.show.svg import element, fitting_size
from galda.games.alhambra.rules import city
from galda.games.alhambra.rules.tiles import SIDES, Tile
from galda.games.alhambra.show.drawings import GOLD, INK, frame, tile_face, words
from galda.games.alhambra.show.names import (
    cards_words,
    points_words,
    seat_name,
    tile_words,
    wall_words,
)

WIDTH = 720
MARGIN = 18
INNER = WIDTH - 2 * MARGIN


class Sketch:
    """The board while it is drawn: what there is so far and how far down it reaches."""

    def __init__(self, position: Position, viewer: int, lang: str) -> None:
        self.position, self.viewer, self.lang = position, viewer, lang
        self.state = position.state
        self.main = viewer if viewer >= 0 else position.to_act
        self.acts = viewer == position.to_act and not position.is_over
        self.legal = position.legal_actions if self.acts else ()
        self.parts: list[str] = []
        self.y = 14.0

    def say(self, message: str, *, context: object = None, **values: object) -> str:
        """A message in the board's language."""
        return say(self.lang, message, context=context, **values)

    def tell(self, phrase: Phrase) -> str:
        """A name in the board's language."""
        return tell(self.lang, phrase)

    def part(self, name: str, draw: Callable[[Sketch], None]) -> None:
        """Add what `draw` adds as one group, so that it can be found and cut out by its name."""
        before = len(self.parts)
        draw(self)
        self.parts[before:] = [element("g", *self.parts[before:], data_part=name)]

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
        *,
        touch: str | None,
        marked: bool = False,
    ) -> None:
        """Add a building tile."""
        glow = [frame(0, 0, 100, 100, rx=6, fill="none", stroke=GOLD, stroke_width=7)]
        parts = tile_face(tile) + (glow if marked else [])
        place = f"translate({x:g} {y:g}) scale({width / 100:g})"
        self.parts.append(
            element(
                "g", *parts, transform=place, data_piece=f"tile-{tile.name}",
                data_touch=touch if self.viewer >= 0 else None,
                aria_label=self.tile_label(tile),
            )
        )  # fmt: skip

    def tile_label(self, tile: Tile) -> str:
        """A tile's name and walls, for those who listen."""
        name = tile_words(tile)
        sides = (
            self.say("north", context="walls"), self.say("east", context="walls"),
            self.say("south", context="walls"), self.say("west", context="walls"),
        )  # fmt: skip
        walls = [sides[k] for k in range(len(SIDES)) if tile.walls >> k & 1]
        if not walls:
            return self.say("{tile}, no walls", tile=name)
        return self.say("{tile}, walls {sides}", tile=name, sides=", ".join(walls))

    def button(self, touch: str, label: str, x: float, y: float, width: float) -> None:
        """Add a golden button."""
        self.touchable(
            frame(0, 0, width, 46, rx=23, fill=GOLD, stroke=INK, stroke_width=2),
            words(label, width / 2, 32, fitting_size(label, 24, width - 24), text_anchor="middle",
                  font_weight="bold"),
            x=x, y=y, touch=touch, label=label,
        )  # fmt: skip

    def heading(self, said: str) -> None:
        """Add a section's title."""
        self.parts.append(words(said, MARGIN, self.y + 22, 22, font_style="italic", fill="#6b4a1f"))
        self.y += 32


def nameplate(sketch: Sketch, seat: int, x: float, width: float) -> None:
    """A player's name, points, wall and number of cards; in gold while he acts."""
    position, state = sketch.position, sketch.state
    acts = seat == position.to_act and not position.is_over
    wall = int(city.longest_wall(state, seat))
    name = sketch.tell(seat_name(position, seat))
    size = 22 if width > 400 else 19
    facts = " · ".join(map(sketch.tell, (
        points_words(int(state.points[seat])), wall_words(wall),
        cards_words(int(state.cards[seat])),
    )))  # fmt: skip
    wide = width > 400
    sketch.parts += [
        frame(x, sketch.y, width, 36 if wide else 58, fill=GOLD if acts else "#e8d3a2",
              stroke="#8d7646"),
        words(name, x + 12, sketch.y + 26, size + 1, font_weight="bold"),
        words(facts, x + width - 12, sketch.y + (26 if wide else 50), size, text_anchor="end"),
    ]  # fmt: skip
    sketch.y += 42 if wide else 64
