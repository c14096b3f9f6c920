"""Learning curves as SVG: shares against the moves that were learnt from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 168, 44, 44
COLOURS = ("#1f6f8b", "#b5562b", "#3a7d44", "#8a4f9e", "#6b6b1f", "#a33b5e")
POINTS = 60
"""Places at which the mean of the seeds is taken."""

Run = Mapping[str, Any]


def draw(title: str, runs: Sequence[Run], words: Mapping[str, str], meaning: str) -> str:
    """One picture: a thin line for each run and a thick one for their mean.

    `words` says what the curve's names are called, in the order of the colours; `meaning` what the
    shares are of.
    """
    most = max(1, *(run["curve"][-1]["moves"] for run in runs))
    unit, word = (1e6, "million moves") if most >= 2e6 else (1e3, "thousand moves")
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def place(moves: float, share: float) -> tuple[float, float]:
        return LEFT + across * moves / most, TOP + down * (1 - share)

    def line(points: list[tuple[float, float]], colour: str, wide: float, clear: float) -> str:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in points))
        return (f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{wide}" '
                f'stroke-opacity="{clear}" stroke-linejoin="round"/>')  # fmt: skip

    parts = [f'<text x="{LEFT}" y="24" font-size="16" font-weight="600">{escape(title)}</text>']
    for tenth in range(0, 11, 2):
        _, y = place(0, tenth / 10)
        parts.append(f'<line x1="{LEFT}" x2="{LEFT + across}" y1="{y:.1f}" y2="{y:.1f}" '
                     'stroke="#8884" stroke-width="1"/>')  # fmt: skip
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">'
                     f"{10 * tenth} %</text>")  # fmt: skip
    for quarter in range(5):
        x, y = place(most * quarter / 4, 0)
        parts.append(f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">'
                     f"{most * quarter / 4 / unit:.3g}</text>")  # fmt: skip
    parts.append(f'<text x="{LEFT + across}" y="{HEIGHT - 8}" text-anchor="end">{word}</text>')
    colours = {name: COLOURS[k % len(COLOURS)] for k, name in enumerate(words)}
    names = [name for name in words if name in runs[0]["curve"][0]]
    ends: list[tuple[float, str, float]] = []
    for name in names:
        means = []
        at = np.linspace(0, min(run["curve"][-1]["moves"] for run in runs), POINTS)
        for run in runs:
            points = [(each["moves"], each[name]) for each in run["curve"]]
            parts.append(line(points, colours[name], 1, 0.35))
            means.append(np.interp(at, [x for x, _ in points], [y for _, y in points]))
        mean = np.mean(means, axis=0)
        parts.append(line(list(zip(at, mean, strict=True)), colours[name], 2.5, 1))
        ends.append((place(0, float(mean[-1]))[1], name, float(mean[-1])))
    ends.sort()
    below = 0.0
    for at_share, name, share in ends:
        below = y = max(at_share, below + 16)  # labels keep apart
        parts.append(f'<text x="{LEFT + across + 8}" y="{y + 4:.1f}" fill="{colours[name]}">'
                     f"{escape(words[name])} {100 * share:.0f} %</text>")  # fmt: skip
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="12" fill="#555">\n<title>{escape(title)}: '
        f"{escape(meaning)}</title>\n{body}\n</svg>\n"
    )
