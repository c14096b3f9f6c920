"""How long a test waits for something that must happen: longer on a busy machine."""

from __future__ import annotations

import os


def patience(seconds: float) -> float:
    """The seconds that a test waits which has the machine to itself, times how busy it is now.

    Ask at the moment of waiting. Tests wait for events; this only bounds a wait that is in vain.
    """
    if not hasattr(os, "getloadavg"):  # on Windows: as if others worked, too
        return 3 * seconds
    waiting_for_a_processor = os.getloadavg()[0] / (os.cpu_count() or 1)
    return seconds * max(1.0, waiting_for_a_processor)
