"""Draw how a proof's set of positions grows by cubes: `python -m lab.proofs.picture`.

The small board's counts come from the shipped proof; those of the full board were counted on one
H200 by runs that were not closed when they were stopped (lab/proofs.md).
"""

from __future__ import annotations

from math import log10
from pathlib import Path

import galda
from galda.solve.proving import proof_for

FILE = Path(__file__).with_name("quixo-proof.svg")
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 360, 60, 16, 150, 44
MOST_CUBES, MOST_TENS = 25, 9
NO_FORM = [
    1, 3, 19, 83, 448, 2379, 10_648, 52_789, 219_078, 996_843, 3_651_339, 12_187_288, 37_647_426,
    102_984_581, 249_282_468, 532_030_048,
]  # fmt: skip
"""5×5, without the cost for being away from the form: layers of 0 to 15 cubes."""
FORM = [
    1, 3, 17, 67, 249, 960, 2946, 10_273, 26_731, 87_707, 239_293, 677_325, 1_766_329, 4_568_587,
    11_935_109, 30_427_393, 72_324_442, 150_741_167, 297_994_363, 403_057_944,
]  # fmt: skip
"""The same with it: layers of 0 to 19 cubes."""


def place(cubes: int, count: int) -> tuple[float, float]:
    """Where a count stands in the picture; the scale is logarithmic."""
    x = LEFT + (WIDTH - LEFT - RIGHT) * cubes / MOST_CUBES
    y = HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * log10(count) / MOST_TENS
    return round(x, 1), round(y, 1)


def line(name: str, colour: str, counts: list[int]) -> list[str]:
    """A line through all counts, with its name at the end."""
    points = [place(cubes, count) for cubes, count in enumerate(counts) if count]
    x, y = points[-1]
    path = " ".join(f"{x},{y}" for x, y in points)
    return [
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>',
        f'<text x="{x + 6}" y="{y + 4}" fill="{colour}">{name}</text>',
    ]


def picture() -> str:
    """The whole picture."""
    quixo = galda.game("quixo")
    small = proof_for(quixo, quixo.read_options({"size": 4}))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for tens in range(0, MOST_TENS + 1, 3):
        (x, y), (end, _) = place(0, 10**tens), place(MOST_CUBES, 1)
        parts += [
            f'<path d="M{x} {y}H{end}" stroke="#ccc"/>',
            f'<text x="{x - 6}" y="{y + 4}" text-anchor="end">10<tspan dy="-4" font-size="9">'
            f"{tens}</tspan></text>",
        ]
    for cubes in range(0, MOST_CUBES + 1, 5):
        x, y = place(cubes, 1)
        parts.append(f'<text x="{x}" y="{y + 18}" text-anchor="middle">{cubes}</text>')
    middle, floor = place(MOST_CUBES // 2, 1)
    parts.append(f'<text x="{middle}" y="{floor + 36}" text-anchor="middle">cubes</text>')
    parts += line("5×5, no form", "#b5502d", NO_FORM)
    parts += line("5×5, with the form", "#2d6ab5", FORM)
    parts += line("4×4, the whole proof", "#3b7a3b", [met.positions for met in small.layers])
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    FILE.write_text(picture(), "utf-8")
