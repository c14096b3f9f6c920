"""How this process compiles, and the kernels that games have registered; it needs no Numba.

`GALDA_COMPILE=0` switches compiling off; so does `GALDA_CHECK=1`, and then every call of a game's
kernels is checked (`core/kernels/checking.py`). `GALDA_ERRORS=full` shows all that Numba says.
`GALDA_JIT=ordinary` compiles by `numba.njit(cache=True)` alone, without what this folder does
beyond it: slower, but by Numba's public functions.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

CHECKED = os.environ.get("GALDA_CHECK", "0") == "1"
"""Whether what games' kernels do is checked against the contract, call by call."""
COMPILED = os.environ.get("GALDA_COMPILE", "1") != "0" and not CHECKED
"""Whether kernels are compiled in this process."""
ORDINARY = os.environ.get("GALDA_JIT", "") == "ordinary"
"""Whether they are compiled in Numba's ordinary way."""
FULL_ERRORS = os.environ.get("GALDA_ERRORS", "") == "full"
"""Whether Numba's own errors are shown, with all signatures."""

origins: dict[np.dtype[Any], dict[str, Callable[..., Any]]] = {}
"""Record type -> the kernels of its game by name, as the contract's `register` was given them."""
