"""The scoring table on the Alhambra board: what each kind brings, who has how many, who leads."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from galda.core.show.language import say, tell
from galda.core.show.seats import NEUTRAL, seat_badge
from galda.core.show.svg import element, fitting_size, unseen
from galda.games.alhambra.board.drawings import GOLD, crown, frame, use, words
from galda.games.alhambra.board.sketch import Room, Sketch
from galda.games.alhambra.rules.tiles import KINDS, POINTS, ROUNDS, TILES_OF_KIND
from galda.games.alhambra.text.names import kind_name

LINES = len(KINDS) + 1
OF_KIND: list[int] = TILES_OF_KIND.tolist()
"""The tiles of each kind, as sets."""
TOP = 3
"""Where the first line begins."""
ROUND_WIDTHS = (2.1, 3.1, 5.1)
"""How wide the column of each round is, for the size of letters."""
NAMED = 26
"""From how many letters' width on there is room for the kinds' names and all rounds."""


def draw_majorities(sketch: Sketch, room: Room) -> None:
    """The whole table; a narrow one tells only what the next scoring brings, and no names."""
    state, position = sketch.state, sketch.position
    collected = state.city[: position.players] + [state.given] * (position.players == 2)
    numbers = tuple(
        [tuple([(tiles & kind).bit_count() for tiles in collected]) for kind in OF_KIND]
    )
    drawn = _table(
        (room.width, room.height), sketch.letters.usual, _next_round(state.scored), sketch.names,
        position.players, numbers, sketch.lang,
    )  # fmt: skip
    sketch.add(element("g", drawn, transform=f"translate({room.x:g} {room.y:g})"))


def _next_round(scored: int) -> int:
    """The round that is scored next; the last one when all are."""
    left = [n for n in range(ROUNDS) if not scored >> n & 1]
    return left[0] if left else ROUNDS - 1


class Columns(NamedTuple):
    """Where the columns of a table stand: the rounds that are shown, then those who collect."""

    width: float
    line: float
    """How high a line is."""
    u: float
    """How large letters are."""
    collecting: int
    shown: tuple[int, ...]
    """The rounds."""
    named: bool
    """Whether there is room for the kinds' names, and so for all rounds."""

    @property
    def picture(self) -> float:
        """How large the picture of a kind is."""
        return min(self.line * 0.95, 2 * self.u)

    @property
    def rounds(self) -> list[tuple[int, float]]:
        """The rounds, each with the middle of its column."""
        left, placed = self._first, []
        for n in self.shown:
            width = ROUND_WIDTHS[n] * self.u
            placed.append((n, left + width / 2))
            left += width
        return placed

    @property
    def _first(self) -> float:
        return 0.3 * self.u + self.picture + (6.5 * self.u if self.named else 0)

    @property
    def _start(self) -> float:
        return self._first + sum(ROUND_WIDTHS[n] for n in self.shown) * self.u

    @property
    def step(self) -> float:
        """How wide the column of one who collects is."""
        return (self.width - 0.3 * self.u - self._start) / self.collecting

    def middle(self, column: int) -> float:
        """The middle of the column of one who collects."""
        return self._start + (column + 0.5) * self.step


@lru_cache(maxsize=256)
def _table(
    size: tuple[float, float],
    u: float,
    following: int,
    names: tuple[str, ...],
    players: int,
    numbers: tuple[tuple[int, ...], ...],
    lang: str,
) -> str:
    """The table, its corner at the origin. Who looks next, and after the next turn, sees it again.

    `following` is the round that is scored next; `numbers` are by kind, then by who collects.
    """
    width, height = size
    named = width >= NAMED * u
    shown = tuple(range(ROUNDS)) if named else (following,)
    columns = Columns(width, (height - 6) / LINES, u, len(names), shown, named)
    rows = [_head(columns, names, players, lang)]
    rows += [_row(columns, k, numbers[k], lang) for k in range(len(KINDS))]
    ground = frame(0, 0, width, height, rx=10, fill="#fbf3df", stroke="#c9a45c")
    label = say(lang, "who leads in which building")
    return ground + element("g", *rows, role="table", aria_label=label)


@lru_cache(maxsize=1 << 10)
def _head(columns: Columns, names: tuple[str, ...], players: int, lang: str) -> str:
    """The rounds and the signs of those who collect."""
    heads, line = ("A", "B", say(lang, "end", context="of the game")), columns.line
    cells = [element("g", role="cell")]  # above the kinds
    for n, middle in columns.rounds:
        size = fitting_size(heads[n], columns.u, (ROUND_WIDTHS[n] - 0.6) * columns.u)
        cells.append(
            _cell("columnheader", heads[n], middle, TOP + line * 0.7, size, font_weight="bold")
        )
    for column, name in enumerate(names):
        sign = seat_badge(
            column if column < players else NEUTRAL, columns.middle(column), TOP + line / 2,
            min(1.7 * columns.u, 0.9 * line, columns.step),
        )  # fmt: skip
        # A header must hold words to be one, though there is room for a sign alone.
        left = columns.middle(column) - columns.step / 2
        heard = unseen(name, left, TOP + line * 0.7, columns.step, columns.u)
        cells.append(element("g", sign, heard, role="columnheader"))
    return element("g", *cells, role="row")


@lru_cache(maxsize=1 << 11)
def _row(columns: Columns, kind: int, numbers: tuple[int, ...], lang: str) -> str:
    """What a kind brings, and who has how many tiles of it."""
    line = columns.line
    top = TOP + line * (kind + 1)
    cells = [_kind(KINDS[kind], columns, top, lang)]
    for n, middle in columns.rounds:
        cells.append(_cell("cell", _brings(n, kind), middle, top + line * 0.7, columns.u))
    for column, number in enumerate(numbers):
        room = Room(columns.middle(column), top, columns.step, line)
        cells.append(_count(number, max(numbers), room, columns.u, lang))
    return element("g", *cells, role="row")


def _brings(scored: int, kind: int) -> str:
    """The points for the first, second and third place."""
    points: Any = POINTS
    return "·".join(str(points[scored, kind, place]) for place in range(scored + 1))


def _cell(role: str, said: str, x: float, y: float, size: float, **style: str) -> str:
    return words(said, x, y, size, text_anchor="middle", role=role, **style)


def _kind(kind: str, columns: Columns, top: float, lang: str) -> str:
    """The line above a row, and what the row is about."""
    u, picture, line = columns.u, columns.picture, columns.line
    name = tell(lang, kind_name(kind))
    across = f"M6 {top:g}H{columns.width - 6:g}"
    parts = [use(kind, 0.3 * u, top + (line - picture * 0.8) / 2, picture / 100)]
    if columns.named:
        size = fitting_size(name, u, 6.4 * u)
        parts.append(words(name, 0.6 * u + picture, top + line * 0.7, size))
    else:
        parts.append(unseen(name, 0, top + line * 0.7, picture, u))
    drawn = element("g", *parts, role="rowheader")
    return element("path", d=across, stroke="#dcc592") + drawn


def _count(number: int, most: int, room: Room, u: float, lang: str) -> str:
    """How many tiles of a kind somebody has; a crown and gold for the most."""
    leads = 0 < number == most
    parts = []
    if leads:
        width, high = min(2 * u, room.width - 2), min(1.5 * u, room.height - 3)
        top = room.y + (room.height - high) / 2 + 0.1 * u
        parts = [
            frame(room.x - width / 2, top, width, high, rx=high / 2, fill=GOLD),
            crown(room.x, top + 0.15 * u, 0.9 * u),
        ]
    style = {"font_weight": "bold"} if leads else {}
    said = str(number) if number else "·"
    y = room.y + room.height / 2 + 0.45 * u
    heard = say(lang, "{n}, the most", n=number) if leads else str(number)
    differs = "true" if heard != said else None
    parts.append(words(said, room.x, y, u, text_anchor="middle", aria_hidden=differs, **style))
    if differs:
        parts.append(unseen(heard, room.x - room.width / 2, y, room.width, u))
    return element("g", *parts, role="cell")
