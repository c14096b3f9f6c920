"""The runs behind lab/findings.md: game, options, bots, deals, games of each deal by equals."""

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
    *[("quixo", {"size": size}, ("random",), 1_000_000, 1) for size in SIZES],
    ("quixo", {"players": 4}, ("random",), 1_000_000, 1),
    *[("pylos", {"variant": variant}, ("random",), 1_000_000, 1) for variant in VARIANTS],
    ("towers", {"players": 2}, ("random",), 50_000, 4),
    ("alhambra", {"players": 2}, ("random",), 10_000, 4),
    *[(game, {"players": 2}, ("guided", "random"), 20_000, 2) for game in ("alhambra", "towers")],
    *[(game, {"players": 2}, ("judging", "random"), 20_000, 2) for game in ("quixo", "pylos")],
]

BOTS: list[Plan] = [
    ("towers", {"players": 2}, ("expert",), 200, 2),
    *[(game, {"players": 2}, ("expert", "casual"), 32, 2) for game in ("towers", "quixo", "pylos")],
    ("quixo", {"players": 2}, ("expert",), 120, 1),
    ("pylos", {"players": 2}, ("expert",), 400, 1),
    ("alhambra", {"players": 2}, ("expert",), 24, 2),
    ("alhambra", {"players": 2}, ("expert", "casual"), 8, 2),
]

PLANS = COMPILED + BOTS
