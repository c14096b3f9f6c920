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
from galda.web.common.side_threads import SideThreads
from galda.web.tables.schema import TurnUnderWay, View
from galda.web.tables.views import Boards, Eyes, build_turn, build_view, is_kept

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
"""How long views of each game have taken lately, their logs having been told before."""
WEIGHT = 0.2
"""How much the last one counts: a slow one now and then sends no others aside."""
MOMENT = 0.002
"""Seconds that the event loop has for a view."""


async def make_view(boards: Boards, look: Look, write: Callable[[View], Written]) -> Written:
    """What `write` makes of a view, or `Busy`; both are done aside where that takes long."""
    table, held, eyes = look.table, look.held, look.eyes
    lang, draft, shape = look.lang, look.draft, look.shape

    def make() -> Written:
        return write(build_view(table, held, eyes, lang, boards, draft, shape))

    if not draft and is_kept(table, held, eyes, lang, shape, boards):
        return make()
    if not is_soon_told(table, lang, eyes.viewer):
        return await FIRST_VIEWS.do(make)
    return await _make_soon(table.game.name, make)


async def make_turn(
    boards: Boards, look: Look, write: Callable[[TurnUnderWay], Written]
) -> Written:
    """The same of a draft alone, for whoever knows what is around it."""

    def make() -> Written:
        return write(build_turn(look.table, look.eyes, look.lang, boards, look.draft, look.shape))

    return await _make_soon(look.table.game.name, make)


async def _make_soon(game: str, make: Callable[[], Written]) -> Written:
    """Make what may be drawn in a moment; aside, if such things have taken longer lately."""
    if _seconds.get(game, 1.0) <= MOMENT:
        return _make_timed(game, make)
    return await VIEWS.do(_make_timed, game, make)


def _make_timed(game: str, make: Callable[[], Written]) -> Written:
    began = time.thread_time()
    made = make()
    took = time.thread_time() - began
    _seconds[game] = took + (1 - WEIGHT) * (_seconds.get(game, took) - took)
    return made
