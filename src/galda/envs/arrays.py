"""Arrays from elsewhere: whole numbers in any array, and memory for a batch to write in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError

BUFFERS = ("masks", "observations", "rewards", "scores", "over", "states", "final_states")
"""The arrays of a batch whose memory may be given."""


def check_whole(kind: np.dtype[Any]) -> None:
    """Complain about numbers that are not whole: 3.7 is not 3."""
    if kind.kind not in "iu":
        raise GaldaError("actions are whole numbers, not {kind}", kind=kind.name)


def read_array(given: Any) -> npt.NDArray[Any]:
    """An array of any library that lies in the processor's memory, without a copy if possible."""
    if hasattr(given, "__dlpack__") and not hasattr(given, "__array__"):
        return np.from_dlpack(given)
    return np.asarray(given)


def whole_numbers(given: npt.NDArray[Any], kind: Any) -> npt.NDArray[Any]:
    """Whole numbers as one type: what is too large is the largest, so never another number."""
    check_whole(given.dtype)
    if kind is np.uint64:  # seeds: any number will do, and negative ones count from the end
        return np.ascontiguousarray(given.astype(np.uint64))
    if not np.can_cast(given.dtype, kind):
        own, ours = np.iinfo(given.dtype), np.iinfo(kind)
        given = np.clip(given, max(own.min, ours.min), min(own.max, ours.max))
    return np.ascontiguousarray(given, kind)


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
