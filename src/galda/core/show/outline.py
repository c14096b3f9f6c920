"""Where things lie in a drawing of ours: the box round each element, read from the SVG itself.

Boards are drawn without knowing that somebody may want to point at something or to cut out a part.
This finds the box of what has an id there, good enough to draw a ring round it: curves count with
their control points, and words with an average width.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("data-touch", "data-piece", "data-part")
"""The attributes that things on a board are known by."""
TRANSFORM = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
PATH = re.compile(rf"[A-Za-z]|{NUMBER.pattern}")
NUMBERS_AFTER = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
TOUCH = re.compile(r"""data-touch=["']([^"']*)["']""")
VIEW_BOX = re.compile(r"""viewBox=["']([^"']*)["']""")
LETTERS = 16
"""The size of letters where none is given."""
LETTER = 0.56
"""How wide an average letter is, for its size."""

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
STRAIGHT: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in the drawing's own measure."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    @property
    def middle(self) -> Point:
        """The point in the middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float) -> Box:
        """The box with a margin all round."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def within(self, other: Box) -> Box:
        """The part of it that lies in another box."""
        return Box(
            max(self.left, other.left), max(self.top, other.top),
            min(self.right, other.right), min(self.bottom, other.bottom),
        )  # fmt: skip


def around(boxes: list[Box]) -> Box:
    """The box round several."""
    return Box(
        min(box.left for box in boxes), min(box.top for box in boxes),
        max(box.right for box in boxes), max(box.bottom for box in boxes),
    )  # fmt: skip


def touches_in(svg: str) -> list[str]:
    """The ids of what can be touched in a drawing, in the order in which it is drawn."""
    return TOUCH.findall(svg)


def view_box(svg: str) -> Box:
    """The box of the whole drawing."""
    found = VIEW_BOX.search(svg)
    assert found is not None
    left, top, width, height = _numbers(found[1])
    return Box(left, top, left + width, top + height)


def _holds_pieces(node: ElementTree.Element) -> bool:
    """Whether pieces lie there that are touched as what they lie on."""
    return any(part.get("data-piece") for part in node.iter())


def find_boxes(svg: str) -> dict[str, Box]:
    """The box of everything in the drawing that has a touch, a piece or a part as its name."""
    return _measure(svg)[0]


def find_targets(svg: str) -> dict[str, Box]:
    """The box in which each thing can be touched: itself and the room that belongs to it."""
    return _measure(svg, with_room=True)[0]


def cut_out(svg: str, part: Box) -> str:
    """A drawing of which only a part is seen; what lies elsewhere is left out."""
    root = ElementTree.fromstring(svg)
    for node, box in zip(list(root), _measure(svg)[1], strict=True):
        seen = box and box.within(part)
        if node.tag != f"{SVG}defs" and not (seen and seen.width > 0 and seen.height > 0):
            root.remove(node)
    root.set("viewBox", f"{part.left:.1f} {part.top:.1f} {part.width:.1f} {part.height:.1f}")
    ElementTree.register_namespace("", SVG[1:-1])
    return ElementTree.tostring(root, "unicode")


@lru_cache(maxsize=8)
def _measure(svg: str, *, with_room: bool = False) -> tuple[dict[str, Box], list[Box | None]]:
    """The boxes of what has a name in a drawing, and of each of its outermost elements.

    With room: as large as they can be touched, not as they are seen.
    """
    root = ElementTree.fromstring(svg)
    defined = {node.get("id", ""): node for node in root.iter() if node.get("id")}
    found: dict[str, Box] = {}
    touches = {node.get("data-touch") for node in root.iter()}

    def visit(node: ElementTree.Element, place: Matrix) -> list[Point]:
        place = _times(place, _transform(node.get("transform", "")))
        if node.get("pointer-events") == "none" and not _holds_pieces(node):  # shadows and the like
            return []
        if node.get("data-hit") and not with_room:
            return []
        points = [_moved(place, point) for point in _shape(node)]
        if node.tag == f"{SVG}use":
            points += visit(defined[node.get("href", "")[1:]], place)
        if node.tag != f"{SVG}defs":
            for child in node:
                points += visit(child, place)
        for name in NAMES:
            if not (id_ := node.get(name)) or not points:
                continue
            if name == "data-touch" or id_ not in touches:  # a piece may go by a touch's name
                found[id_] = _box(points)
        return points

    outermost = [visit(node, STRAIGHT) for node in root]
    return found, [_box(points) if points else None for points in outermost]


def _box(points: list[Point]) -> Box:
    return Box(
        min(x for x, _ in points), min(y for _, y in points),
        max(x for x, _ in points), max(y for _, y in points),
    )  # fmt: skip


def _numbers(words: str) -> list[float]:
    return [float(number) for number in NUMBER.findall(words)]


def _times(p: Matrix, q: Matrix) -> Matrix:
    """First `q`, then `p`."""
    return (
        p[0] * q[0] + p[2] * q[1], p[1] * q[0] + p[3] * q[1],
        p[0] * q[2] + p[2] * q[3], p[1] * q[2] + p[3] * q[3],
        p[0] * q[4] + p[2] * q[5] + p[4], p[1] * q[4] + p[3] * q[5] + p[5],
    )  # fmt: skip


def _moved(m: Matrix, point: Point) -> Point:
    x, y = point
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


@lru_cache(maxsize=1 << 12)
def _transform(written: str) -> Matrix:
    whole = STRAIGHT
    for kind, inside in TRANSFORM.findall(written):
        n = _numbers(inside)
        if kind == "translate":
            whole = _times(whole, (1, 0, 0, 1, n[0], n[1] if len(n) > 1 else 0))
        elif kind == "scale":
            whole = _times(whole, (n[0], 0, 0, n[1] if len(n) > 1 else n[0], 0, 0))
        else:
            turn = radians(n[0])
            x, y = (n[1], n[2]) if len(n) > 2 else (0, 0)
            for step in (
                (1, 0, 0, 1, x, y),
                (cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0),
                (1, 0, 0, 1, -x, -y),
            ):
                whole = _times(whole, step)
    return whole


def _shape(node: ElementTree.Element) -> list[Point]:
    """The outermost points of one element, before it is moved."""

    def number(name: str) -> float:
        return float(node.get(name, 0))

    kind = node.tag.removeprefix(SVG)
    if kind == "rect":
        x, y = number("x"), number("y")
        return [(x, y), (x + number("width"), y + number("height"))]
    if kind in ("circle", "ellipse"):
        across, down = (number("r"),) * 2 if kind == "circle" else (number("rx"), number("ry"))
        x, y = number("cx"), number("cy")
        return [(x - across, y - down), (x + across, y + down)]
    if kind == "path":
        return _path_points(node.get("d", ""))
    if kind == "text":
        size, words = float(node.get("font-size", LETTERS)), "".join(node.itertext())
        width = number("textLength") or LETTER * size * len(words)
        x = number("x") - {"middle": 0.5, "end": 1}.get(node.get("text-anchor", ""), 0) * width
        return [(x, number("y") - 0.75 * size), (x + width, number("y") + 0.2 * size)]
    return []


@lru_cache(maxsize=1 << 10)
def _path_points(written: str) -> list[Point]:
    """The corners of the box round a path: boards draw the same ones many times."""
    box = _box(list(_path(written)))
    return [(box.left, box.top), (box.right, box.bottom)]


def _path(written: str) -> Iterator[Point]:
    """The points a path goes through or is drawn towards."""
    x = y = 0.0
    start = (0.0, 0.0)
    command = ""
    waiting: list[float] = []
    for word in PATH.findall(written):
        if word.isalpha():
            command, waiting = word, []
            if word in "zZ":
                x, y = start
            continue
        waiting.append(float(word))
        if len(waiting) < NUMBERS_AFTER[command.lower()]:
            continue
        near = command.islower()
        if command in "hH":
            x = waiting[0] + (x if near else 0)
        elif command in "vV":
            y = waiting[0] + (y if near else 0)
        else:
            pairs = waiting[5:] if command in "aA" else waiting
            for n in range(0, len(pairs), 2):
                yield pairs[n] + (x if near else 0), pairs[n + 1] + (y if near else 0)
            x, y = pairs[-2] + (x if near else 0), pairs[-1] + (y if near else 0)
        if command in "mM":
            start = (x, y)
            command = "l" if near else "L"
        yield x, y
        waiting = []
