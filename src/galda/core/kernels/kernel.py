"""`@kernel`: how a plain Python function becomes a compiled rule.

`GALDA_COMPILE=0` switches compiling off: every kernel is then the plain Python function it was
written as. When Numba is loaded, and how it compiles, is the business of `core/jit/`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from galda.core.jit import settings, waiting
from galda.core.jit.waiting import Waiting

F = TypeVar("F", bound=Callable[..., Any])
COMPILED = settings.COMPILED
"""Whether kernels are compiled in this process."""
_written: Counter[str] = Counter()
"""How many kernels each file holds."""

if not COMPILED:
    # Kernels count on unsigned arithmetic wrapping round, as it does when compiled.
    np.seterr(over="ignore")


def kernel(function: F) -> F:
    """Compile `function` on first use, caching the result on disk; other kernels may call it."""
    _written[function.__code__.co_filename] += 1
    return cast(F, waiting.wait(function)) if COMPILED else function


def lowered(home: str) -> Callable[[F], F]:
    """Mark a function for which the module `home` holds machine code under the same name.

    Compiled code uses that; what is written here is what it does, for plain Python and readers.
    """

    def mark(function: F) -> F:
        return cast(F, waiting.wait(function, home)) if COMPILED else function

    return mark


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
        known: Any = waiting.settled(function)
        if isinstance(known, Waiting):
            known.is_light = True
        else:
            waiting.lighten(known)
    return function


def say_nothing_when_compiling() -> None:
    """For programs that show by themselves what they are waiting for."""
    if COMPILED:
        waiting.when_loaded(_give_no_notice)


def _give_no_notice() -> None:
    from galda.core.jit.notice import notice  # noqa: PLC0415  (it imports Numba)

    notice.wanted = False


def compiled_for(function: F, *arguments: Any) -> F:
    """A kernel as compiled for arguments of exactly these types, to be called with no others.

    Calling this skips Numba's look at the arguments, which takes longer than many a kernel.
    """
    if not COMPILED:
        return function
    from numba import typeof  # noqa: PLC0415  (only compiling needs Numba)

    dispatcher: Any = function.ready() if isinstance(function, Waiting) else function
    type_of = cast(Any, typeof)
    types = tuple(type_of(argument) for argument in arguments)
    dispatcher.compile(types)
    return cast(F, dispatcher.overloads[types].entry_point)
