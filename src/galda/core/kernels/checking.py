"""`GALDA_CHECK=1`: every call of a game's kernel is held against the contract.

Kernels then run as plain Python, where NumPy looks at the bounds of every array. Beyond that it is
checked that what only asks leaves the state as it is, that a field holds what was written to it,
and that the legal actions are what they are said to be. What is wrong is told with its line.
"""

from __future__ import annotations

import linecache
import traceback
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from galda.core.jit.kernel_error import KernelError

CHANGING = frozenset(
    {"setup", "deal", "apply", "conceal", "determinize", "renew", "put_back", "turn_up"}
)
"""The kernels that change a state; all others ask."""
LARGEST_CHECKED = 4
"""Bytes of a field in which a number may not wrap round; wider ones hold hashes and seeds."""
CORE = Path(__file__).resolve().parents[1]


class CheckedArray(np.ndarray[Any, Any]):
    """A field of several numbers that complains when it cannot hold one."""

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        kind = self.dtype
        if kind.kind in "iu" and kind.itemsize <= LARGEST_CHECKED and np.any(self[key] != value):
            raise OverflowError(f"{kind} cannot hold {value}")


class CheckedRecord(np.record):  # type: ignore[misc]
    """A state that complains when one of its fields cannot hold what is written there."""

    def __getattribute__(self, name: str) -> Any:
        value = super().__getattribute__(name)
        return value.view(CheckedArray) if type(value) is np.ndarray else value

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        kind = self.dtype[name].base
        narrow = kind.kind in "iu" and kind.itemsize <= LARGEST_CHECKED
        if narrow and np.any(super().__getattribute__(name) != value):
            raise OverflowError(f"the field `{name}` ({kind}) cannot hold {value}")


def checked(name: str, kernel: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Call a kernel, and complain with `KernelError` about what is wrong."""
    state, *others = arguments
    before = None if name in CHANGING else state.tobytes()
    try:
        found = kernel(state.view(_checked_type(state.dtype)), *others)
    except KernelError:
        raise
    except Exception as error:
        raise _told(name, error, arguments) from error
    if before is not None and state.tobytes() != before:
        raise KernelError(f"`{name}` only asks, but it changed {_changed(before, state)}")
    if name == "legal":
        _check_legal(found, others[0])
    return found


@lru_cache
def _checked_type(record: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype((CheckedRecord, record))


def _told(name: str, error: Exception, arguments: tuple[Any, ...]) -> KernelError:
    """What went wrong in a kernel, with the last line of it that is not ours."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not Path(frame.filename).is_relative_to(CORE) and "numpy" not in frame.filename
    ]
    place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    source = (
        linecache.getline(frames[-1].filename, frames[-1].lineno or 0).strip() if frames else ""
    )
    what = f"{type(error).__name__} in `{name}`: {error}"
    if "read-only" in str(error) and name not in CHANGING:
        what = f"`{name}` only asks, but it writes to the state"
    if isinstance(error, IndexError):
        what = f"`{name}` goes past the end of an array: {error}"
        if name == "legal" and f"size {len(arguments[1])}" in str(error):
            what = f"`legal` lists more actions than `most_legal`, {len(arguments[1])}"
    return KernelError(f"{what}\n{place}: {source}" if place else what, place)


def _changed(before: bytes, state: Any) -> str:
    """The fields in which a state is no longer what it was."""
    was = np.frombuffer(before, state.dtype)[0]
    return ", ".join(
        f"`{name}`" for name in state.dtype.names if not np.array_equal(was[name], state[name])
    )


def _check_legal(count: Any, out: Any) -> None:
    if not 0 <= int(count) <= len(out):
        raise KernelError(f"`legal` counts {count} actions; `most_legal` is {len(out)}")
    listed = [int(action) for action in out[: int(count)]]
    if any(one >= other for one, other in pairwise(listed)):
        raise KernelError(f"`legal` must list actions in ascending order, not {listed}")
    if listed and listed[0] < 0:
        raise KernelError(f"`legal` lists {listed[0]}; actions are counted from 0")
