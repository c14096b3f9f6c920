"""Memory from elsewhere for a batch to write in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.play.checks import read_array

BUFFERS = ("masks", "observations", "rewards", "scores", "terminated", "states", "final_states")
"""The arrays of a batch whose memory may be given."""


def check_fit(name: str, array: Any, shape: tuple[int, ...], kind: Any) -> None:
    """Refuse a buffer, wherever it is, that has another type or shape than is needed."""
    wanted, found = np.dtype(kind), np.dtype(array.dtype)
    if found != wanted or tuple(array.shape) != shape:
        raise GaldaError(
            "the buffer {name} must be of type {kind} and shape {shape}, not {given}",
            name=name,
            kind=wanted.name if wanted.names is None else "game.rules.record",
            shape=shape,
            given=f"{found.name} {tuple(array.shape)}",
        )


def given_buffer(
    buffers: Mapping[str, Any], name: str, shape: tuple[int, ...], kind: Any
) -> npt.NDArray[Any]:
    """The memory for one array of a batch: what was given, if it fits, else new."""
    given = buffers.get(name)
    if given is None:
        return np.zeros(shape, kind)
    array = read_array(given)
    check_fit(name, array, shape, kind)
    if not (array.flags.c_contiguous and array.flags.writeable):
        raise GaldaError("the buffer {name} must be contiguous and writable", name=name)
    # A plain view: compiled code knows one kind of array, whatever it is mapped to.
    return array.view(np.ndarray)


def check_buffers(buffers: Mapping[str, Any]) -> None:
    """Complain about memory for arrays that a batch has not."""
    if unknown := set(buffers) - set(BUFFERS):
        raise GaldaError(
            "no buffer {name!r}; choose from {known}",
            name=min(unknown),
            known=", ".join(BUFFERS),
        )
