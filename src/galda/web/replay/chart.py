"""A chart of everybody's prospects over a game, drawn by us.

Where two sides play it is one line between them, else a line for each seat, told apart by dashes
as well as by colour. Colours are the style sheet's business: the drawing only has classes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from galda.core.show.language import percent
from galda.core.show.svg import element, text

WIDTH, HEIGHT = 440.0, 210.0
LEFT, RIGHT, TOP, BOTTOM = 50.0, 10.0, 14.0, 26.0
SIGNS = {"blunder": "??", "mistake": "?"}
"""How marks are written, as in books about games; what is slight is a mere dot."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A turn worth a remark: its name, and a sentence about it."""

    kind: str
    seat: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Chart:
    """What is to be drawn: each ply's prospects (one number for each line), up to now."""

    title: str
    summary: str
    lines: Sequence[Sequence[float]]
    """For each line its values by ply; a single line is drawn as the border of two sides."""
    line_of: Sequence[int]
    """Seat -> the line on which its marks sit."""
    last: int
    marks: Mapping[int, Mark]
    scorings: Sequence[int] = ()
    lang: str = "en"
    address: str = ""
    """Where the marks lead, to which `?ply=` is added."""


def across(ply: int, last: int) -> float:
    """Where a ply lies from left to right."""
    return LEFT + (WIDTH - LEFT - RIGHT) * ply / max(last, 1)


def down(worth: float) -> float:
    """Where a value from 0 to 1 lies from top to bottom."""
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - worth)


def draw_chart(chart: Chart) -> str:
    """The chart as SVG, to stand in a page."""
    drawn = [
        element("title", escape(chart.title), id="chart-title"),
        element("desc", escape(chart.summary), id="chart-desc"),
        *_ground(chart),
    ]
    if len(chart.lines) == 1:
        drawn += _two_sides(chart.lines[0], chart.last)
    else:
        drawn += [
            element("path", d=_path(line, chart.last), class_=f"line s{k}")
            for k, line in enumerate(chart.lines)
        ]
    drawn.append(
        element(
            "line", class_="now", x1=LEFT, x2=LEFT, y1=TOP, y2=HEIGHT - BOTTOM, aria_hidden="true"
        )
    )
    drawn += [_mark(chart, ply, mark) for ply, mark in sorted(chart.marks.items())]
    return element(
        "svg",
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
        role="group",
        aria_labelledby="chart-title chart-desc",
        class_="chart",
        data_left=f"{LEFT / WIDTH:.5f}",
        data_right=f"{1 - RIGHT / WIDTH:.5f}",
        data_last=chart.last,
    )


def _ground(chart: Chart) -> list[str]:
    """The field, its lines, and where the scorings were."""
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    drawn = [
        element("rect", class_="field", x=LEFT, y=TOP, width=wide, height=high, aria_hidden="true")
    ]
    for worth in (0.0, 0.25, 0.5, 0.75, 1.0):
        kind = "grid half" if worth == 0.5 else "grid"
        y = down(worth)
        drawn.append(element("line", class_=kind, x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y))
        if worth in (0.0, 0.5, 1.0):
            label = percent(chart.lang, worth)
            drawn.append(
                text(label, class_="axis", x=LEFT - 6, y=y + 4, text_anchor="end",
                     aria_hidden="true")
            )  # fmt: skip
    for ply in chart.scorings:
        x = across(ply, chart.last)
        drawn.append(element("line", class_="scoring", x1=x, x2=x, y1=TOP, y2=HEIGHT - BOTTOM))
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if chart.last / s <= 9)
    for ply in range(0, chart.last + 1, step):
        drawn.append(
            text(str(ply), class_="axis", x=across(ply, chart.last), y=HEIGHT - 8,
                 text_anchor="middle", aria_hidden="true")
        )  # fmt: skip
    return drawn


def _path(line: Sequence[float], last: int) -> str:
    points = (f"{across(ply, last):.1f} {down(worth):.1f}" for ply, worth in enumerate(line))
    return "M" + "L".join(points)


def _two_sides(line: Sequence[float], last: int) -> list[str]:
    """One line, and below and above it the parts of the two sides."""
    path, right = _path(line, last), across(len(line) - 1, last)
    low, high = HEIGHT - BOTTOM, TOP
    return [
        element("path", class_="part a", d=f"{path}L{right:.1f} {low}L{LEFT} {low}Z"),
        element("path", class_="part b", d=f"{path}L{right:.1f} {high}L{LEFT} {high}Z"),
        element("path", class_="line s0", d=path),
    ]


def _mark(chart: Chart, ply: int, mark: Mark) -> str:
    """A sign at the turn that led to a ply: it links there and says what was wrong."""
    line = chart.lines[chart.line_of[mark.seat]]
    x, y = across(ply, chart.last), down(line[min(ply, len(line) - 1)])
    sign = SIGNS.get(mark.kind, "")
    above = y - 14 if y > TOP + 26 else y + 22
    return element(
        "a",
        element("title", escape(mark.sentence)),
        element("circle", cx=x, cy=y, r=14, class_="reach"),
        element("circle", cx=x, cy=y, r=4.5 if sign else 3),
        *([text(sign, x=x, y=above, text_anchor="middle")] if sign else []),
        href=f"{chart.address}?ply={ply}",
        class_=f"mark {mark.kind}",
        data_ply=ply,
        aria_label=mark.sentence,
        role="link",
    )
