"""The memory that states lie in: copied byte by byte, and kept from being changed."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def frozen(states: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """An array that nobody will change: this one if it is such, else a copy."""
    owner = states if states.base is None else states.base
    if not isinstance(owner, np.ndarray) or owner.flags.writeable or states.flags.writeable:
        return settled(copied(states))
    return states


def copied(states: npt.NDArray[Any], room_for: int = 0) -> npt.NDArray[Any]:
    """A copy to be changed, byte by byte: NumPy would copy a record field by field.

    With `room_for`, there is room for that number of states, those behind the copied ones unset.
    """
    memory = bytearray(states.tobytes())
    if room_for > len(states):
        memory += bytes((room_for - len(states)) * states.dtype.itemsize)
    count = max(len(states), room_for)
    # Its bytes are an array of their own, so that callers can tell whether they may change.
    return np.ndarray(count, states.dtype, np.frombuffer(memory, np.uint8))


def settled(states: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A copy made here, now that it is as it is to be: nobody changes it any more."""
    assert states.base is not None
    states.base.flags.writeable = states.flags.writeable = False
    return states
