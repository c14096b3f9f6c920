"""Bots as seats: they think in worker processes and seal their turns like anyone else.

A slow or crashing bot holds up nobody: it loses its process, and after three failures the turn is
played by the random bot.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from galda.core.play.position import Position
from galda.table.errors import Stale, TableClosed
from galda.table.log.table import Table
from galda.table.setup.seating import Seat
from galda.table.thinking.thinker import Thinker, choose_turn

LOG = logging.getLogger(__name__)
MOST_FAILURES = 3
FALLBACK = "random"


class BotSeats:
    """Plays for bots at all tables of this process."""

    def __init__(
        self,
        get: Callable[[str], Awaitable[Table]],
        seal: Callable[[int, Table, Sequence[int]], Awaitable[Table]],
        workers: int,
        queue: int,
        thinking_time: float,
    ) -> None:
        self._get = get
        self._seal = seal
        self._most = queue if workers else 0
        self._thinking_time = thinking_time
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._idle: asyncio.LifoQueue[Thinker] = asyncio.LifoQueue()
        self._thinkers = [Thinker() for _ in range(workers)]
        for thinker in self._thinkers:
            self._idle.put_nowait(thinker)

    def wake_if_to_act(self, table: Table) -> None:
        """Let a bot play if it is a bot's turn."""
        if table.bot_to_act:
            self.wake(table.id)

    def wake(self, table_id: str) -> None:
        """Look after a table. When too many wait already, a later sweep will find it."""
        if table_id in self._playing or len(self._playing) >= self._most:
            return
        task = asyncio.create_task(self._play(table_id))
        self._playing[table_id] = task

    async def close(self) -> None:
        """Stop thinking; the log knows whose turn it is."""
        tasks = list(self._playing.values())
        self._most = 0
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for thinker in self._thinkers:
            thinker.stop()

    async def _play(self, table_id: str) -> None:
        """Play for the bots of a table until a person is to act."""
        try:
            table = await self._get(table_id)
            while bot := table.bot_to_act:
                table = await self._play_turn(table, bot)
        except Exception:
            LOG.exception("a bot could not play at table %s", table_id)
        finally:
            # Nothing is awaited between looking at the table and this, so no turn is missed.
            del self._playing[table_id]

    async def _play_turn(self, table: Table, bot: Seat) -> Table:
        """One turn of one bot; the table as it is then."""
        position = table.position.known_to(bot.index, secrets.randbits(60))
        actions, _ = await asyncio.gather(
            self._think(position, bot.level), asyncio.sleep(self._thinking_time)
        )
        with suppress(Stale, TableClosed):
            return await self._seal(bot.index, table, actions)
        return await self._get(table.id)

    async def _think(self, position: Position, level: str) -> list[int]:
        for failure in range(1, MOST_FAILURES + 1):
            thinker = await self._idle.get()
            try:
                return await thinker.think(position, level, secrets.randbits(60))
            except Exception as error:
                LOG.warning("bot %s failed (%d of %d): %r", level, failure, MOST_FAILURES, error)
            finally:
                self._idle.put_nowait(thinker)
        LOG.error("bot %s failed %d times; the random bot plays this turn", level, MOST_FAILURES)
        return choose_turn(position, FALLBACK, secrets.randbits(60))
