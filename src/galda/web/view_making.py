"""Views made aside: drawing and wording take milliseconds, and nobody else waits for them.

A view that was made before is there at once. Those whose log is yet to be put into words take the
longest: they queue for themselves, so that after a restart moves do not wait for them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from galda.table import Draft, Table
from galda.table.log.words import told_before
from galda.web.schema import View
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


async def make_view(boards: Boards, look: Look, write: Callable[[View], Written]) -> Written:
    """What `write` makes of a view, or `Busy`; both are done aside unless the view is kept."""
    if not look.draft and is_kept(look.table, look.held, look.eyes, look.lang, boards):
        return _make(boards, look, write)
    quick = told_before(look.table, look.lang, look.eyes.viewer)
    return await (VIEWS if quick else FIRST_VIEWS).do(_make, boards, look, write)


def _make(boards: Boards, look: Look, write: Callable[[View], Written]) -> Written:
    return write(build_view(look.table, look.held, look.eyes, look.lang, boards, look.draft))
