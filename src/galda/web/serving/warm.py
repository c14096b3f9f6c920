"""Games that are not compiled yet: the site opens at once and shows how far they are.

The server itself compiles nothing: a crew of processes does (`galda.bots.crew`), and the server
loads what they have left in the cache. Until a game's rules are there, whoever asks for it is told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import galda
from galda import hooks
from galda.bots.crew import Crew
from galda.core.external import left_out, try_out
from galda.core.jit.waiting import load

log = logging.getLogger("galda.web")
HEAD_START = 0.1
"""Seconds that whoever has waited for the site gets before compilers take all cores."""


def make_crew() -> Crew:
    """Those who compile all games of this site; Numba is loaded now, not when somebody plays."""
    load()
    galda.game_names()  # those of other packages are loaded
    try_out()
    for other in left_out():
        log.error("%s (%s) is left out: %s", other.name, other.package, other.reason)
    return Crew((galda.game(name) for name in galda.game_names()), with_rest=True)


@contextmanager
def at_work(crew: Crew | None) -> Iterator[None]:
    """While the crew compiles: games that are not ready are refused, and go first from then on.

    Inside an event loop: what is asked for at once is compiled at once, all else a moment later.
    """
    if crew is None:
        yield
        return
    hooks.BEGIN.fill(crew.check)
    soon = asyncio.get_running_loop().call_later(HEAD_START, crew.start)
    try:
        yield
    finally:
        soon.cancel()
        hooks.BEGIN.fill(None)
        crew.stop()
