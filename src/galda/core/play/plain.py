"""A record's fields as plain numbers and lists: NumPy takes fifty times as long to give out one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy.typing as npt

F = TypeVar("F", bound=Callable[..., Any])


class Plain:
    """The fields of the first of some states, each read when it is first asked for."""

    def __init__(self, states: npt.NDArray[Any]) -> None:
        self._states = states[:1]

    def __getattr__(self, name: str) -> Any:
        try:
            (read,) = self._states[name].tolist()
        except ValueError:
            raise AttributeError(f"a state has no field {name!r}") from None
        self.__dict__[name] = read
        return read


def as_written(kernel: F) -> F:
    """A kernel as the Python function it was written as: for one short question of plain values.

    Calling compiled code takes longer than such a question. It may call no other kernel.
    """
    return cast(F, getattr(kernel, "py_func", kernel))
