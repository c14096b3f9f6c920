"""Asking once for many: those who want the same thing at the same time share one answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Found = TypeVar("Found")


class SingleFlight(Generic[Found]):
    """Shares what `find` finds for a key among all who ask while it has not begun.

    Who asks while a search is under way shares the next one: an answer is never older than the
    question.
    """

    def __init__(self, find: Callable[[str], Awaitable[Found]]) -> None:
        self._find = find
        self._running: dict[str, asyncio.Task[Found]] = {}
        self._next: dict[str, asyncio.Task[Found]] = {}

    async def ask(self, key: str) -> Found:
        """What is found for a key. A caller may go: the others still get their answer."""
        return await asyncio.shield(self._task(key))

    def _task(self, key: str) -> asyncio.Task[Found]:
        if following := self._next.get(key):
            return following
        running = self._running.get(key)
        if running is None:
            task = self._running[key] = asyncio.create_task(self._search(key))
        else:
            task = self._next[key] = asyncio.create_task(self._search_after(running, key))
        task.add_done_callback(_heard)
        return task

    async def _search(self, key: str) -> Found:
        try:
            return await self._find(key)
        finally:
            self._running.pop(key, None)

    async def _search_after(self, running: asyncio.Task[Found], key: str) -> Found:
        await asyncio.wait([running])
        self._running[key] = self._next.pop(key)
        return await self._search(key)


def _heard(task: asyncio.Task[Found]) -> None:
    """A failure is not reported as forgotten when the callers have gone."""
    if not task.cancelled():
        task.exception()
