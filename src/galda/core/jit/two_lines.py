"""What Numba says of a kernel that it cannot compile, told to its author in two lines.

`GALDA_ERRORS=full` shows all that Numba says instead.
"""

from __future__ import annotations

import linecache
import re
from collections.abc import Callable, Iterator
from typing import Any

from galda.core.jit.kernel_error import KernelError

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
AT = re.compile(r" at (\S.*?\.py) \((\d+)\)")
EMPTY = re.compile(r"^(Failed in |During: |File \"|\s*$)")
CALL = re.compile(r">>> (.+)")
REASON = re.compile(r"raised a specific error:\s+TypingError: (.+)")
"""What an extension of Numba says itself when it refuses a call."""


def in_two_lines(error: Exception, function: Callable[..., Any]) -> KernelError:
    """The error of a kernel that was to be compiled: what is wrong, and the line of its source."""
    said = COLOUR.sub("", str(error))
    file, line = _place(error, said, function)
    source = linecache.getline(file, line).strip()
    return KernelError(f"{_what(error, said)}\n{file}:{line}: {source}", place=f"{file}:{line}")


def _what(error: Exception, said: str) -> str:
    if isinstance(error, KeyError):  # what Numba raises for a record's field
        return f"a record has no field {error}"
    lines = [line.strip() for line in said.splitlines() if not EMPTY.match(line)]
    what = lines[0] if lines else type(error).__name__
    if (found := CALL.search(said)) and what.startswith("No implementation"):
        reason = REASON.search(said)
        return f"Numba cannot compile {found[1]}" + (f": {reason[1].strip()}" if reason else "")
    return what.removesuffix(" Raised from None").partition(": %")[0]


def _place(error: Exception, said: str, function: Callable[..., Any]) -> tuple[str, int]:
    """The innermost line that Numba names; where it names none, the first of the kernel."""
    if found := AT.search(said):
        return found[1], int(found[2])
    for loc in (*_locs(error), getattr(error, "loc", None)):
        if loc is not None and loc.filename.endswith(".py"):
            return loc.filename, loc.line
    return function.__code__.co_filename, function.__code__.co_firstlineno


def _locs(error: Exception) -> Iterator[Any]:
    """The lines that Numba was at when it failed, the innermost first."""
    found, trace = [], error.__traceback__
    while trace is not None:
        loc = trace.tb_frame.f_locals.get("loc")
        if hasattr(loc, "filename") and hasattr(loc, "line"):
            found.append(loc)
        trace = trace.tb_next
    return reversed(found)
