"""What differs between operating systems, as tests need it."""

from __future__ import annotations

import os
import signal

IS_ROOT = hasattr(os, "getuid") and os.getuid() == 0
"""Root may read and write everything, so nothing can be kept from this process."""
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""Ends a process without asking it; on Windows every signal does."""
