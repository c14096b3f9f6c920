"""How long a test waits for something to happen: longer on a busy machine."""

from __future__ import annotations

import os


def patience(seconds: float) -> float:
    """`seconds` of waiting on an idle machine; more where several programs share a processor."""
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
