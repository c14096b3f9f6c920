"""Views made aside: drawing and wording may take milliseconds, and nobody else waits for them.

A view that was made before is there at once, and one of a game that is quickly drawn is made at
once: changing threads would take longer. Those whose log is yet to be put into words take the
longest: they queue for themselves, so that after a restart moves do not wait for them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from galda.core.play.terms import Shape
from galda.table import Draft, Table
from galda.table.log.words import is_soon_told
from galda.web.schema.tables import View
from galda.web.side_threads import SideThreads
from galda.web.views import Boards, Eyes, build_view, is_kept

Written = TypeVar("Written")
VIEWS = SideThreads("views", threads=1, most_waiting=2_000)
FIRST_VIEWS = SideThreads("first-views", threads=1, most_waiting=2_000)


@dataclass(frozen=True, slots=True)
class Look:
    """What is to be seen, by whom, and in which language."""

    table: Table
    held: tuple[int, ...]
    eyes: Eyes
    lang: str
    draft: Draft | None = None
    shape: Shape = "tall"


_seconds: dict[str, float] = {}
"""How long the last view of each game took, its log having been told before."""
MOMENT = 0.002
"""Seconds that the event loop has for a view."""


async def make_view(boards: Boards, look: Look, write: Callable[[View], Written]) -> Written:
    """What `write` makes of a view, or `Busy`; both are done aside where that takes long."""
    if not look.draft and is_kept(look.table, look.held, look.eyes, look.lang, look.shape, boards):
        return _make(boards, look, write)
    if not is_soon_told(look.table, look.lang, look.eyes.viewer):
        return await FIRST_VIEWS.do(_make, boards, look, write)
    if _seconds.get(look.table.game.name, 1.0) <= MOMENT:
        return _make_timed(boards, look, write)
    return await VIEWS.do(_make_timed, boards, look, write)


def _make_timed(boards: Boards, look: Look, write: Callable[[View], Written]) -> Written:
    began = time.thread_time()
    made = _make(boards, look, write)
    _seconds[look.table.game.name] = time.thread_time() - began
    return made


def _make(boards: Boards, look: Look, write: Callable[[View], Written]) -> Written:
    given = (look.table, look.held, look.eyes, look.lang, boards, look.draft, look.shape)
    return write(build_view(*given))
