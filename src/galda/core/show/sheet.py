"""Score sheets: where every point came from, as data, as text and as HTML."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a sheet: what was scored and what each player got for it.

    `notes` says for each player why, as briefly as possible ("3 tiles", "1st, tied").
    """

    label: str
    points: tuple[int, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One scoring: a title, the players' names, the lines and what they add up to."""

    title: str
    players: tuple[str, ...]
    lines: tuple[Line, ...]
    total_label: str

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
            told = (f"{p} ({n})" if n else f"{p}" for p, n in zip(line.points, notes, strict=True))
            table.append((line.label, *told))
        table.append((self.total_label, *(str(total) for total in self.totals)))
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
        """The sheet as an HTML table."""
        head, *lines, total = self.cells()

        def row(cells: tuple[str, ...], cell: str) -> str:
            first, *rest = (escape(words) for words in cells)
            return f'<tr><th scope="row">{first}</th>' + "".join(
                f"<{cell}>{words}</{cell}>" for words in rest
            ) + "</tr>"  # fmt: skip

        columns = "".join(f'<th scope="col">{escape(name)}</th>' for name in head[1:])
        return (
            f'<table class="sheet"><caption>{escape(self.title)}</caption>'
            f"<thead><tr><td></td>{columns}</tr></thead>"
            f"<tbody>{''.join(row(line, 'td') for line in lines)}</tbody>"
            f"<tfoot>{row(total, 'td')}</tfoot></table>"
        )
