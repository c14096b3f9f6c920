"""Compiling games while the site is open: processes do it, and the server loads what they leave."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import galda
from galda import hooks
from galda.bots.precompiler import Precompiler
from galda.core.jit.waiting import load

HEAD_START = 0.1
"""Seconds that those who have waited for the site get before compilers take all cores."""


def make_precompiler() -> Precompiler:
    """What compiles all games of this site; Numba is loaded now, not when somebody plays."""
    load()
    return Precompiler((galda.game(name) for name in galda.game_names()), with_rest=True)


@contextmanager
def compiling(precompiler: Precompiler | None) -> Iterator[None]:
    """Compile in the background: games that are not ready are refused, and go first from then on.

    Inside an event loop: what is asked for at once is compiled at once, all else a moment later.
    """
    if precompiler is None:
        yield
        return
    hooks.BEGIN.fill(precompiler.check)
    soon = asyncio.get_running_loop().call_later(HEAD_START, precompiler.start)
    try:
        yield
    finally:
        soon.cancel()
        hooks.BEGIN.fill(None)
        precompiler.stop()
