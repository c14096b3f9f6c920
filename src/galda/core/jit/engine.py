"""How kernels are compiled: our own way, or by Numba's ordinary functions where that is wanted.

It is loaded by `waiting.load`, and never by a program that calls no kernel.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numba

from galda.core.jit.folders import config, digest, open_folder
from galda.core.jit.settings import ORDINARY

HOW = {"error_model": "numpy", "nogil": True, "nopython": True}
"""Overflow, bounds and division are the rules' own business: no checks are compiled in."""

if ORDINARY:
    from numba.extending import overload

    # Numba's own cache notices no change in a function that is called: a folder for each state of
    # all our sources does. Games of other packages need an empty cache when their rules change.
    found = hashlib.sha256()
    for source in sorted(Path(__file__).resolve().parents[2].rglob("*.py")):
        found.update(digest(source))
    config.CACHE_DIR = str(open_folder(f"ordinary-{found.hexdigest()[:16]}"))
else:
    from galda.core.jit.cache import KernelCache
    from galda.core.jit.compiling import KernelDispatcher, choose_by_record, compile_lightly


def make(function: Callable[..., Any]) -> Any:
    """A function as a kernel: compiled on its first call, and kept on disk."""
    if ORDINARY:
        return numba.njit(cache=True, error_model="numpy", nogil=True)(function)
    dispatcher: Any = KernelDispatcher(function, targetoptions=dict(HOW))
    dispatcher._cache = KernelCache(function)
    return dispatcher


def lighten(made: Any) -> None:
    """Optimise what Python calls of a kernel only a little; others that call it lose nothing."""
    if not ORDINARY:
        compile_lightly(made)


def choose(
    stub: Callable[..., Any],
    implement: Callable[..., Any],
    table: Mapping[Any, Any],
    default: Any,
    casts: Sequence[Any],
) -> None:
    """Let compiled code that calls `stub` call the kernel of its first argument's record."""
    if ORDINARY:
        overload(stub, jit_options={"error_model": "numpy"})(implement)
    else:
        choose_by_record(stub, implement, table, default, casts)
