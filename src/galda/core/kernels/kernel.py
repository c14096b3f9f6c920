"""`@kernel`: how a plain Python function becomes a compiled rule.

`GALDA_COMPILE=0` switches compiling off: every kernel is then the plain Python function it was
written as. Where compiled code is kept, and when it is out of date, is the business of `cache`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

COMPILED = os.environ.get("GALDA_COMPILE", "1") != "0"
"""Whether kernels are compiled in this process."""

F = TypeVar("F", bound=Callable[..., Any])
_written: Counter[str] = Counter()
"""How many kernels each file holds."""

if COMPILED:
    import numba

    from galda.core.kernels.cache import KernelCache
    from galda.core.kernels.compiling import KernelDispatcher, compile_lightly, notice
else:
    # Kernels count on unsigned arithmetic wrapping round, as it does when compiled.
    np.seterr(over="ignore")


def kernel(function: F) -> F:
    """Compile `function` on first use, caching the result on disk; other kernels may call it."""
    _written[function.__code__.co_filename] += 1
    if not COMPILED:
        return function
    # Overflow, bounds and division are the rules' own business: no checks are compiled in.
    how = {"error_model": "numpy", "nogil": True, "nopython": True}
    dispatcher: Any = KernelDispatcher(function, targetoptions=how)
    dispatcher._cache = KernelCache(function)
    return cast(F, dispatcher)


def kernels_in(*folders_or_files: Path) -> int:
    """How many kernels are written in these files, and in files below these folders."""
    return sum(
        count
        for file, count in _written.items()
        if any(Path(file).is_relative_to(place) for place in folders_or_files)
    )


def seldom(function: F) -> F:
    """Mark a kernel that Python calls now and then: for that it is compiled in half the time.

    Where other kernels call it, it is part of them, and as fast as they are.
    """
    if COMPILED:
        compile_lightly(function)
    return function


def say_nothing_when_compiling() -> None:
    """For programs that show by themselves what they are waiting for."""
    if COMPILED:
        notice.wanted = False


def compiled_for(function: F, *arguments: Any) -> F:
    """A kernel as compiled for arguments of exactly these types, to be called with no others.

    Calling this skips Numba's look at the arguments, which takes longer than many a kernel.
    """
    if not COMPILED:
        return function
    dispatcher, type_of = cast(Any, function), cast(Any, numba.typeof)
    types = tuple(type_of(argument) for argument in arguments)
    dispatcher.compile(types)
    return cast(F, dispatcher.overloads[types].entry_point)
