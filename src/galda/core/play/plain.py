"""A record's fields as plain numbers and lists: NumPy takes fifty times as long to give out one."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt


class Plain:
    """The fields of the first of some states, each read when it is first asked for."""

    def __init__(self, states: npt.NDArray[Any]) -> None:
        self._states = states

    def __getattr__(self, name: str) -> Any:
        if name not in (self._states.dtype.names or ()):
            raise AttributeError(f"a state has no field {name!r}")
        read = self._states[name][0].tolist()
        setattr(self, name, read)
        return read
