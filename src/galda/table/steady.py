"""The time as tables know it: the wall clock when the process began, and what has passed since.

Setting the wall clock forward or back then costs nobody their game. After a restart it counts again
from the wall clock, which is what processes, and days, have in common.
"""

from __future__ import annotations

import time


def since_boot() -> float:
    """Seconds by a clock that nobody sets; one that goes on in a sleeping computer if there is."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class SteadyClock:
    """Seconds since 1970 that never jump; call it for the time."""

    def __init__(self) -> None:
        self._offset = time.time() - since_boot()

    def __call__(self) -> float:
        """The time now."""
        return self._offset + since_boot()


steady_time = SteadyClock()
"""The time of this process."""
