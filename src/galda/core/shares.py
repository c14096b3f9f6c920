"""The standard error of a share counted in n trials."""

from __future__ import annotations

import math

SURE = 1.959964
"""Standard deviations to each side that hold 95 % of a normal distribution."""


def wilson(share: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share of `n` (Wilson's score interval)."""
    if n == 0:
        return (0.0, 1.0)
    scale = 1 + SURE**2 / n
    middle = (share + SURE**2 / (2 * n)) / scale
    reach = SURE * math.sqrt(share * (1 - share) / n + SURE**2 / (4 * n * n)) / scale
    return (max(middle - reach, 0.0), min(middle + reach, 1.0))
