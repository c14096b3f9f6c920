"""The runs behind docs/findings.md: game, options, bots, deals, games of each deal by equals."""

from __future__ import annotations

from typing import Any

Plan = tuple[str, dict[str, Any], tuple[str, ...], int, int]

SIZES = (3, 4, 5)
VARIANTS = ("standard", "beginners", "expert")

COMPILED: list[Plan] = [
    ("towers", {"players": 2}, ("guided",), 100_000, 4),
    ("alhambra", {"players": 2}, ("guided",), 50_000, 4),
    *[("pylos", {"variant": variant}, ("judging",), 120_000, 1) for variant in VARIANTS],
    *[("quixo", {"size": size}, ("judging",), 80_000, 1) for size in SIZES],
    *[("towers", {"players": n}, ("guided",), 30_000, 4) for n in range(3, 6)],
    *[("alhambra", {"players": n}, ("guided",), 20_000, 4) for n in range(3, 7)],
    ("quixo", {"players": 4}, ("judging",), 40_000, 1),
    *[("quixo", {"size": size}, ("random",), 400_000, 1) for size in SIZES],
    ("quixo", {"players": 4}, ("random",), 400_000, 1),
    *[("pylos", {"variant": variant}, ("random",), 400_000, 1) for variant in VARIANTS],
]

BOTS: list[Plan] = [
    ("quixo", {"players": 2}, ("expert",), 240, 1),
    ("pylos", {"players": 2}, ("expert",), 240, 1),
    ("towers", {"players": 2}, ("expert",), 80, 2),
    *[(game, {"players": 2}, ("expert", "casual"), 40, 2) for game in ("quixo", "pylos", "towers")],
    ("alhambra", {"players": 2}, ("expert",), 16, 2),
    ("alhambra", {"players": 2}, ("expert", "casual"), 8, 2),
]

PLANS = COMPILED + BOTS
