"""Pictures of what was found, as SVG: lines, bars, dots with their intervals, stacked parts.

They stand on a sheet of their own, so that they can be read by light and by dark.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from lab.findings.numbers import Estimate

WIDTH = 680
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 48, 52
COLOURS = ("#1f6f8b", "#b5562b", "#3a7d44", "#8a4f9e", "#9a7b12", "#b03a5b")
PAPER, INK, FAINT = "#fbf8f1", "#3b3630", "#d8d0c0"
Point = tuple[float, float]


def sheet(title: str, said: str, height: int, parts: Sequence[str]) -> str:
    """A picture with its title, and what it shows for those who cannot see it."""
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'font-family="sans-serif" font-size="13" fill="{INK}">\n<title>{escape(title)}: '
        f"{escape(said)}</title>\n"
        f'<rect width="{WIDTH}" height="{height}" rx="10" fill="{PAPER}"/>\n'
        f'<text x="20" y="28" font-size="16" font-weight="600">{escape(title)}</text>\n'
        f"{body}\n</svg>\n"
    )


def steps(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from low to high for an axis."""
    if high <= low:
        return [low]
    raw = (high - low) / about
    size = 10 ** len(str(int(raw))) / 10 if raw >= 1 else 0.01
    step = next(s * f for s in (size, size * 10, size * 100, size * 1000)
                for f in (1, 2, 5) if s * f >= 0.9 * raw)  # fmt: skip
    first = int(low // step) * step
    count = int((high - first) / step) + 2
    return [first + step * k for k in range(count) if low - 1e-9 <= first + step * k <= high + 1e-9]


class Plot:
    """A field with two axes."""

    def __init__(self, across: Point, up: Point, height: int = 360) -> None:
        self.across, self.up, self.height = across, up, height
        self.parts: list[str] = []

    def x(self, value: float) -> float:
        """Where a value lies from the left."""
        low, high = self.across
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - low) / (high - low)

    def y(self, value: float) -> float:
        """Where a value lies from the top."""
        low, high = self.up
        return TOP + (self.height - TOP - BOTTOM) * (1 - (value - low) / (high - low))

    def axes(
        self, along: str, upwards: str, places: int = 0, xs: Sequence[float] | None = None
    ) -> None:
        """Lines and numbers, and what they count."""
        for value in steps(*self.up):
            y = self.y(value)
            self.parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" '
                              f'stroke="{FAINT}"/>')  # fmt: skip
            self.text(LEFT - 8, y + 4, f"{value:.{places}f}".replace("-", "−"), "end")
        for value in steps(*self.across, 8) if xs is None else xs:
            self.text(self.x(value), self.height - BOTTOM + 18, f"{value:g}".replace("-", "−"))
        self.text(WIDTH - RIGHT, self.height - 14, along, "end")
        self.text(20, TOP - 4, upwards, "start")

    def text(
        self, x: float, y: float, said: str, anchor: str = "middle", colour: str = INK
    ) -> None:
        """Some words."""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">'
                          f"{escape(said)}</text>")  # fmt: skip

    def line(self, points: Sequence[Point], colour: str, wide: float = 2.2) -> None:
        """A line through points."""
        path = " ".join(f"{self.x(a):.1f},{self.y(b):.1f}" for a, b in points)
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" '
                          f'stroke-width="{wide}" stroke-linejoin="round"/>')  # fmt: skip

    def bar(self, at: float, upto: float, wide: float, colour: str, base: float = 0.0) -> None:
        """A bar from a base to a value."""
        top, bottom = sorted((self.y(upto), self.y(base)))
        left, right = self.x(at - wide / 2), self.x(at + wide / 2)
        self.parts.append(f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
                          f'height="{bottom - top:.1f}" fill="{colour}"/>')  # fmt: skip

    def dot(self, at: float, found: Estimate, colour: str, said: str = "") -> None:
        """A dot with its interval."""
        x, low, high = (
            self.x(at),
            self.y(found.value - found.reach),
            self.y(found.value + found.reach),
        )
        self.parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}" '
                          f'stroke="{colour}" stroke-width="1.5"/><circle cx="{x:.1f}" '
                          f'cy="{self.y(found.value):.1f}" r="4" fill="{colour}">'
                          f"<title>{escape(said)}</title></circle>")  # fmt: skip

    def legend(self, names: Sequence[str], colours: Sequence[str] = COLOURS) -> None:
        """What the colours mean, from the right end of the title's line."""
        x = float(WIDTH - RIGHT)
        for name, colour in reversed(list(zip(names, colours, strict=False))):
            self.text(x, 28, name, "end", colour)
            x -= 7.6 * len(name) + 16

    def draw(self, title: str, said: str) -> str:
        """The picture."""
        return sheet(title, said, self.height, self.parts)


def curves(
    title: str, said: str, along: str, named: dict[str, dict[str, int]], cut: float = 0.0
) -> str:
    """Distributions as lines, in percent of all; values rarer than `cut` percent are left out."""
    lines: dict[str, list[Point]] = {}
    for name, histogram in named.items():
        whole = sum(histogram.values())
        points = [(float(v), 100 * histogram[v] / whole) for v in sorted(histogram, key=int)]
        lines[name] = [point for point in points if point[1] > cut]
    every = [point for points in lines.values() for point in points]
    plot = Plot(
        (min(x for x, _ in every), max(x for x, _ in every)), (0, max(y for _, y in every) * 1.05)
    )
    plot.axes(along, "%", 1 if plot.up[1] < 5 else 0)
    for (_, points), colour in zip(lines.items(), COLOURS, strict=False):
        plot.line(points, colour)
    plot.legend(list(lines))
    return plot.draw(title, said)


def stacked(title: str, said: str, rows: dict[str, Sequence[float]], names: Sequence[str]) -> str:
    """Parts of a whole, a bar for each row."""
    left, high = 210, 34
    height = TOP + 22 + high * len(rows) + 16
    parts = []
    x = float(left)
    for name, colour in zip(names, COLOURS, strict=False):
        parts.append(f'<rect x="{x:.0f}" y="{TOP - 8}" width="12" height="12" fill="{colour}"/>'
                     f'<text x="{x + 18:.0f}" y="{TOP + 3}">{escape(name)}</text>')  # fmt: skip
        x += 30 + 8 * len(name)
    room = WIDTH - RIGHT - left
    for k, (name, values) in enumerate(rows.items()):
        y, at = TOP + 22 + high * k, float(left)
        parts.append(f'<text x="{left - 12}" y="{y + 17}" text-anchor="end">{escape(name)}</text>')
        for value, colour in zip(values, COLOURS, strict=False):
            wide = room * value
            parts.append(
                f'<rect x="{at:.1f}" y="{y}" width="{wide:.1f}" height="24" fill="{colour}"/>'
            )
            if value > 0.06:
                parts.append(f'<text x="{at + wide / 2:.1f}" y="{y + 17}" text-anchor="middle" '
                             f'fill="#fff">{100 * value:.0f} %</text>')  # fmt: skip
            at += wide
    return sheet(title, said, height, parts)
