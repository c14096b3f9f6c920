"""Views made aside: drawing and wording may take milliseconds, and nobody else waits for them.

A view that was made before is there at once, and one of a game that is quickly drawn is made at
once: changing threads would take longer. Those whose log is yet to be put into words take the
longest: they queue for themselves, so that after a restart moves do not wait for them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from galda.table.log.words import is_soon_told
from galda.web.common.side_threads import SideThreads
from galda.web.tables.schema import TurnUnderWay, View
from galda.web.tables.views import Boards, Look, build_turn, build_view

Made = TypeVar("Made")
VIEWS = SideThreads("views", threads=1, most_waiting=2_000)
FIRST_VIEWS = SideThreads("first-views", threads=1, most_waiting=2_000)
_seconds: dict[str, float] = {}
"""How long views of each game have taken lately, their logs having been told before."""
WEIGHT = 0.2
"""How much the last one counts: a slow one now and then sends no others aside."""
MOMENT = 0.002
"""Seconds that the event loop has for a view."""


async def make_view(look: Look, boards: Boards) -> View:
    """A whole view, or `Busy`."""
    if look.draft is None and boards.views.find(look.table, look.key) is not None:
        return build_view(look, boards)
    if not is_soon_told(look.table, look.lang, look.eyes.viewer):
        return await FIRST_VIEWS.do(build_view, look, boards)
    return await _make_soon(build_view, look, boards)


async def make_turn(look: Look, boards: Boards) -> TurnUnderWay:
    """The same of a draft alone, for pages that have all else already."""
    return await _make_soon(build_turn, look, boards)


async def _make_soon(build: Callable[[Look, Boards], Made], look: Look, boards: Boards) -> Made:
    """Make what may be drawn in a moment; aside, if such things have taken longer lately."""
    if _seconds.get(look.table.game.name, 1.0) <= MOMENT:
        return _make_timed(build, look, boards)
    return await VIEWS.do(_make_timed, build, look, boards)


def _make_timed(build: Callable[[Look, Boards], Made], look: Look, boards: Boards) -> Made:
    game = look.table.game.name
    began = time.thread_time()
    made = build(look, boards)
    took = time.thread_time() - began
    _seconds[game] = took + (1 - WEIGHT) * (_seconds.get(game, took) - took)
    return made
