"""The memory that states lie in: copied byte by byte, and kept from being changed."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def frozen(states: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """An array that nobody will change: this one if it is such, else a copy."""
    owner = states if states.base is None else states.base
    if not isinstance(owner, np.ndarray) or owner.flags.writeable or states.flags.writeable:
        states = copied(states)
        states.flags.writeable = False
    return states


def copied(states: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A copy to be changed, byte by byte: NumPy would copy a record field by field.

    It goes by memory views, for NumPy would let other threads run in between, and wait for them.
    """
    copied = np.empty(len(states), states.dtype)
    copied.view(np.uint8).data[:] = np.ascontiguousarray(states).view(np.uint8).data
    return copied
