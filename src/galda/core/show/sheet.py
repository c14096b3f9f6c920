"""Score sheets: where every point came from, as data, as text and as HTML."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from html import escape

from galda.core.numerals import write_whole
from galda.core.show.seats import seat_badge
from galda.core.show.svg import element

CROWDED = 4
"""From this number of players on, names and notes are for screen readers, and shown by signs."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a sheet: what was scored and what each player got for it.

    `notes` says for each player why, as briefly as possible ("3 tiles", "1st, tied"), and `signs`
    the same in two or three letters ("×3"), for sheets with many players.
    """

    label: str
    points: tuple[int, ...]
    notes: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """One scoring: a title, the players' names, the lines and what they add up to."""

    title: str
    players: tuple[str, ...]
    lines: tuple[Line, ...]
    total_label: str
    seats: tuple[int, ...] = ()
    """By whose colour and symbol each column goes; by default the first seat's, the second's, …"""

    @property
    def totals(self) -> tuple[int, ...]:
        """The sum of each player's points."""
        return tuple(
            sum(points) for points in zip(*(line.points for line in self.lines), strict=True)
        )

    def cells(self) -> list[tuple[str, ...]]:
        """The sheet as a table of texts: the head, the lines, the totals."""
        table = [(self.title, *self.players)]
        for line in self.lines:
            notes = line.notes or ("",) * len(line.points)
            told = (
                f"{write_whole(p)} ({n})" if n else write_whole(p)
                for p, n in zip(line.points, notes, strict=True)
            )
            table.append((line.label, *told))
        table.append((self.total_label, *(write_whole(total) for total in self.totals)))
        return table

    def as_text(self) -> str:
        """The sheet in columns, for a terminal."""
        table = self.cells()
        widths = [max(len(row[k]) for row in table) for k in range(len(table[0]))]
        return "\n".join(
            "  ".join(
                [row[0].ljust(widths[0])]
                + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            ).rstrip()
            for row in table
        )

    def as_html(self) -> str:
        """The sheet as an HTML table. With many players it is narrow: signs stand for words."""
        return self._html

    @cached_property
    def _html(self) -> str:
        crowded = len(self.players) >= CROWDED
        head, *lines, total = self.cells()
        columns = "".join(
            f'<th scope="col" title="{escape(name)}">{self._badge(k)}{_told(name, crowded)}</th>'
            for k, name in enumerate(head[1:])
        )
        rows = []
        for line, told in zip(self.lines, lines, strict=True):
            signs = line.signs if crowded and line.signs else ()
            cells = [
                _signed(points, sign, words) if signs else f"<td>{escape(words)}</td>"
                for points, sign, words in zip(
                    line.points, signs or told[1:], told[1:], strict=True
                )
            ]
            rows.append(_row(told[0], cells))
        sums = _row(total[0], [f"<td>{escape(words)}</td>" for words in total[1:]])
        kind = "sheet crowded" if crowded else "sheet"
        return (
            f'<table class="{kind}"><caption>{escape(self.title)}</caption>'
            f"<thead><tr><td></td>{columns}</tr></thead>"
            f"<tbody>{''.join(rows)}</tbody><tfoot>{sums}</tfoot></table>"
        )

    def _badge(self, column: int) -> str:
        seat = self.seats[column] if self.seats else column
        return element("svg", seat_badge(seat, 18, 18, 36), viewBox="0 0 36 36", aria_hidden="true")


def _told(name: str, crowded: bool) -> str:
    """A player's name in the head of a column, where there is room for it, else only spoken."""
    spoken = ' class="spoken"' if crowded else ""
    return f"<span{spoken}>{escape(name)}</span>"


def _signed(points: int, sign: str, words: str) -> str:
    """Points with a short sign for the eyes and the whole words for those who listen."""
    return (
        f'<td title="{escape(words)}"><span aria-hidden="true">{write_whole(points)}'
        f'<small>{escape(sign)}</small></span><span class="spoken">{escape(words)}</span></td>'
    )


def _row(label: str, cells: list[str]) -> str:
    return f'<tr><th scope="row">{escape(label)}</th>{"".join(cells)}</tr>'
