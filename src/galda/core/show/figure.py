"""Figures: positions that show a rule, drawn by the game's own board, with marks and a caption.

A figure is data in the game's folder: how the position came about, what to point at, which part
of the board to show. The rules themselves play the moves, so a figure cannot show the impossible.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import hypot

from galda.core.play.game import Game
from galda.core.show.outline import Box, around, cut_out, find_boxes, view_box
from galda.core.show.svg import Attribute, element
from galda.core.show.teach import Setup, figure_entries, make

GOOD, BAD, EDGE = "#ffc93c", "#e0301e", "#1d1206"
MARGIN = 6


@dataclass(frozen=True, slots=True)
class Figure:
    """A position that shows what a rule means; things on the board go by their ids there."""

    rule: str
    caption: str
    setup: Setup = field(default_factory=Setup)
    good: tuple[str, ...] = ()
    """What is ringed in gold: it is meant, it may be done."""
    bad: tuple[str, ...] = ()
    """What is ringed in red with a cross: it may not be done."""
    arrows: tuple[tuple[str, str], ...] = ()
    """From one thing to another."""
    parts: tuple[str, ...] = ()
    """What to cut out of the board; nothing: all of it is shown."""
    viewer: int = -1
    """With whose eyes it is seen."""

    def draw(self, game: Game, lang: str) -> str:
        """The figure as SVG."""
        svg = self.setup.reach(game).svg(self.viewer, lang)
        boxes = find_boxes(svg)
        unit = view_box(svg).width / 100
        marks = [_ring(self._find(boxes, id_), unit, bad=False) for id_ in self.good]
        marks += [_ring(self._find(boxes, id_), unit, bad=True) for id_ in self.bad]
        for start, end in self.arrows:
            marks.append(_arrow(self._find(boxes, start), self._find(boxes, end), unit))
        if self.parts:
            shown = around([self._find(boxes, id_) for id_ in self.parts])
            svg = cut_out(svg, shown.grown(MARGIN).within(view_box(svg)))
        return svg.removesuffix("</svg>") + "".join(marks) + "</svg>"

    def _find(self, boxes: Mapping[str, Box], id_: str) -> Box:
        if id_ not in boxes:
            there = ", ".join(sorted(boxes))
            raise KeyError(f"the figure of {self.rule} has no {id_!r} on its board; it has {there}")
        return boxes[id_]


def _ring(box: Box, unit: float, *, bad: bool) -> str:
    """A ring round something; a bad one has a cross at its corner, so colour is not all it has."""
    small = min(box.width, box.height)
    thick = min(max(0.06 * small, 0.7 * unit), 1.2 * unit)
    room = box.grown(thick / 2)
    shape: dict[str, Attribute] = {
        "x": room.left, "y": room.top, "width": room.width, "height": room.height,
        "rx": min(2.4 * unit, room.width / 2, room.height / 2), "fill": "none",
    }  # fmt: skip
    parts = [
        element("rect", stroke=EDGE, stroke_width=1.7 * thick, stroke_opacity=0.7, **shape),
        element("rect", stroke=BAD if bad else GOOD, stroke_width=thick, **shape),
    ]
    if bad:
        round_ = min(max(0.24 * small, 1.7 * unit), 3.4 * unit)
        arm = 0.44 * round_
        cross = f"M{-arm:g} {-arm:g}L{arm:g} {arm:g}M{arm:g} {-arm:g}L{-arm:g} {arm:g}"
        parts.append(
            element(
                "g",
                element("circle", r=round_, fill=BAD, stroke="#fff", stroke_width=0.2 * round_),
                element("path", d=cross, stroke="#fff", stroke_width=0.38 * round_,
                        stroke_linecap="round"),
                transform=f"translate({room.right - 0.3 * round_:g} {room.top + 0.3 * round_:g})",
            )
        )  # fmt: skip
    return "".join(parts)


def _arrow(start: Box, end: Box, unit: float) -> str:
    """An arrow from the middle of one thing to the nearer side of another."""
    (x0, y0), (x1, y1) = start.middle, end.middle
    length = hypot(x1 - x0, y1 - y0) or 1
    right, down = (x1 - x0) / length, (y1 - y0) / length
    short = 0.4 * (abs(right) * end.width + abs(down) * end.height)
    x1, y1 = x1 - right * short, y1 - down * short
    tip, wing = 3.6 * unit, 2.4 * unit
    neck = (x1 - right * tip, y1 - down * tip)
    head = (
        f"M{x1:.1f} {y1:.1f}L{neck[0] - down * wing:.1f} {neck[1] + right * wing:.1f}"
        f"L{neck[0] + down * wing:.1f} {neck[1] - right * wing:.1f}Z"
    )
    line = f"M{x0:.1f} {y0:.1f}L{neck[0]:.1f} {neck[1]:.1f}"
    style = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    return "".join(
        element("path", d=line + head, fill=colour, stroke=colour, stroke_width=width, **style)
        for colour, width in ((EDGE, 2.6 * unit), (GOOD, 1.3 * unit))
    )


def figures_of(game: Game, lang: str) -> tuple[Figure, ...]:
    """The figures to a game's rules, in their order; none where it has none."""
    return tuple(make(Figure, entry, game, lang) for entry in figure_entries(game))
