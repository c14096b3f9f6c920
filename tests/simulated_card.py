"""Kernels for a card on Numba's simulator of one: slow, and in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys

CARD = """
import numpy as np
from galda.solve import devices

class Simulated(devices.Cuda):
    def __init__(self, threads=64):
        self._cuda = devices.load_cuda()
        self._threads = threads
        self._sum = self._cuda.to_device(np.zeros(1, np.int64))

devices.BLOCK = 4
"""
"""A device with few threads, for the simulator plays them one after the other."""


def run_simulated(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run Python that knows a device called `Simulated`."""
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", CARD + script, *map(str, arguments)],
        env={**os.environ, "GALDA_COMPILE": "0", "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
