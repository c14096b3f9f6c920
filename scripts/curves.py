"""Learning curves as pictures: what the examples wrote while they learnt, drawn as SVG.

    python scripts/curves.py add FILE.json …      keep curves in docs/learning/curves.json
    python scripts/curves.py draw                 draw docs/learning/*.svg from what is kept

A picture shows one learner of one game: a thin line for each seed, a thick one for their mean, the
share of positions of the exam whose exact value is kept against the moves that were learnt from.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

import galda

FOLDER = Path(__file__).parents[1] / "docs" / "learning"
KEPT = FOLDER / "curves.json"
WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 168, 44, 44
COLOURS = {"chance": "#1f6f8b", "strong": "#b5562b", "chance searched": "#3a7d44",
           "strong searched": "#8a4f9e"}  # fmt: skip
WORDS = {"chance": "by chance", "strong": "strong play", "chance searched": "by chance, searched",
         "strong searched": "strong play, searched"}  # fmt: skip
POINTS = 60
"""Places at which the mean of the seeds is taken."""

Run = dict[str, Any]


def add(files: list[Path]) -> None:
    """Keep curves, without what only the program needed; the same seed anew replaces the old."""
    kept: list[Run] = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else []
    for file in files:
        told = json.loads(file.read_text("utf-8"))
        wish = {name: value for name, value in told["wish"].items() if name != "out"}
        run = {**told, "wish": wish, "seed": wish["seed"]}
        kept = [each for each in kept if _same(each) != _same(run)] + [run]
    kept.sort(key=_same)
    FOLDER.mkdir(exist_ok=True)
    KEPT.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


def _same(run: Run) -> tuple[Any, ...]:
    return run["by"], run["game"], str(run["options"]), run["seed"]


def pictures(kept: list[Run]) -> dict[str, str]:
    """The SVG of each learner and game, by the name of its file."""
    groups: dict[tuple[str, str, str], list[Run]] = defaultdict(list)
    for run in kept:
        options = "-".join(str(value) for value in run["options"].values())
        groups[run["by"], run["game"], options].append(run)
    return {
        f"{by.lower()}-{game}-{options}.svg": draw(
            f"{by}, {galda.game(game).title} {options}", runs
        )
        for (by, game, options), runs in groups.items()
    }


def draw(title: str, runs: list[Run]) -> str:
    """One picture."""
    most = max(run["curve"][-1]["moves"] for run in runs)
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
    names = [name for name in COLOURS if name in runs[0]["curve"][0]]
    ends: list[tuple[float, str, float]] = []
    for name in names:
        means = []
        at = np.linspace(0, min(run["curve"][-1]["moves"] for run in runs), POINTS)
        for run in runs:
            points = [(each["moves"], each[name]) for each in run["curve"]]
            parts.append(line(points, COLOURS[name], 1, 0.35))
            means.append(np.interp(at, [x for x, _ in points], [y for _, y in points]))
        mean = np.mean(means, axis=0)
        parts.append(line(list(zip(at, mean, strict=True)), COLOURS[name], 2.5, 1))
        ends.append((place(0, float(mean[-1]))[1], name, float(mean[-1])))
    ends.sort()
    below = 0.0
    for at_share, name, share in ends:
        below = y = max(at_share, below + 16)  # labels keep apart
        parts.append(f'<text x="{LEFT + across + 8}" y="{y + 4:.1f}" fill="{COLOURS[name]}">'
                     f"{WORDS[name]} {100 * share:.0f} %</text>")  # fmt: skip
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="12" fill="#555">\n<title>{escape(title)}: the share '
        f"of exam positions whose exact value is kept</title>\n{body}\n</svg>\n"
    )


def main() -> None:
    """Keep, or draw."""
    if sys.argv[1] == "add":
        add([Path(name) for name in sys.argv[2:]])
        return
    for name, picture in pictures(json.loads(KEPT.read_text("utf-8"))).items():
        (FOLDER / name).write_text(picture, "utf-8")


if __name__ == "__main__":
    main()
