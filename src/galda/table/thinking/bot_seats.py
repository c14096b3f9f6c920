"""Bots as seats: they think in worker processes and seal their turns like anyone else.

Turns are taken from the database, so that one worker of all that there are thinks about each. A
slow or crashing bot holds up nobody: it loses its process, and after three failures the turn is
played by the random bot.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Protocol

from galda.core.errors import NotReady
from galda.core.play.position import Position
from galda.table.errors import Stale, TableClosed
from galda.table.log.table import Table
from galda.table.setup.seating import Seat
from galda.table.storage import jobs
from galda.table.storage.jobs import Job, Jobs
from galda.table.thinking.thinker import Thinker, choose_turn

LOG = logging.getLogger(__name__)
MOST_FAILURES = 3
FALLBACK = "random"
BREATH = 1.0
"""Seconds to wait after the database could not be asked, or while a game is compiled."""


class Get(Protocol):
    """Finds a table; one that reaches the entry `at_least` is recent enough."""

    def __call__(self, table_id: str, at_least: int) -> Awaitable[Table]:
        """The table."""


class BotSeats:
    """Plays for bots at all tables of the database, with the workers of this process."""

    def __init__(
        self,
        jobs: Jobs,
        get: Get,
        seal: Callable[[int, Table, Sequence[int]], Awaitable[Table]],
        workers: int,
        thinking_time: float,
    ) -> None:
        self._jobs = jobs
        self._get = get
        self._seal = seal
        self._thinking_time = thinking_time
        self._playing: dict[Job, asyncio.Task[None]] = {}
        self._unthought: set[Job] = set()
        """Turns that a worker thinks about, or is about to."""
        self._loops: list[asyncio.Task[None]] = []
        self._woken = asyncio.Event()
        self._nothing_left = False
        self._idle: asyncio.LifoQueue[Thinker] = asyncio.LifoQueue()
        self._thinkers = [Thinker() for _ in range(workers)]
        for thinker in self._thinkers:
            self._idle.put_nowait(thinker)

    async def open(self) -> None:
        """Begin with what is due, also from before."""
        await self._jobs.release_dead()
        await self._jobs.add_missing()
        if self._thinkers:
            self._jobs.attend(self)
            self._loops = [
                asyncio.create_task(self._keep(step))
                for step in (self._take_turns, self._extend_leases)
            ]

    async def close(self) -> None:
        """Stop thinking and leave what is due to others."""
        self._jobs.attend(None)
        tasks = [*self._loops, *self._playing.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for thinker in self._thinkers:
            thinker.stop()
        if self._thinkers:
            try:
                await self._jobs.release()
            except Exception:
                LOG.exception("could not leave bots' turns to others; they wait for our leases")

    # Taking turns

    def has_room(self, coming: int = 0) -> bool:
        """Whether a worker is free, with so many turns about to come."""
        return len(self._unthought) + coming < len(self._thinkers)

    def begin(self, job: Job) -> None:
        """Play a turn that is ours."""
        self._unthought.add(job)
        self._playing[job] = asyncio.create_task(self._play(job))

    def wake(self) -> None:
        """Look whether there are turns to take."""
        self._nothing_left = False
        self._woken.set()

    async def _keep(self, step: Callable[[], Awaitable[None]]) -> None:
        """Do something again and again; each step waits by itself."""
        while True:
            try:
                await step()
            except Exception:
                LOG.exception("could not ask for bots' turns; trying again")
                await asyncio.sleep(BREATH)

    async def _take_turns(self) -> None:
        """Take turns while workers are free, then wait for news, or for others' leases to end."""
        self._woken.clear()
        while self.has_room():
            self._nothing_left = True  # unless somebody says otherwise meanwhile
            job = await self._jobs.take()
            if job is None:
                break
            self._nothing_left = False
            if job.tries > 1:
                LOG.warning("table %s: a bot's turn is taken over", job.table_id)
            self.begin(job)
        with suppress(TimeoutError):
            async with asyncio.timeout(jobs.LEASE_SECONDS / 3):
                await self._woken.wait()

    async def _extend_leases(self) -> None:
        await asyncio.sleep(jobs.LEASE_SECONDS / 3)
        if self._playing:
            await self._jobs.extend(self._playing)

    # Playing

    async def _play(self, job: Job) -> None:
        """Play a turn, if it is still to be played."""
        try:
            table = await self._table_of(job)
            bot = table.bot_to_act
            if bot and table.game_sequence <= job.sequence:
                await self._play_turn(job, table, bot)
            else:
                await self._jobs.finish(job)
        except (Stale, TableClosed):
            pass  # what made it so has taken the job away
        except Exception:
            LOG.exception("a bot could not play at table %s", job.table_id)
            with suppress(Exception):
                await self._jobs.postpone(job)
        finally:
            del self._playing[job]
            self._free(job)

    async def _table_of(self, job: Job) -> Table:
        """The table of a turn, once its game is ready; others are played meanwhile."""
        while True:
            try:
                return await self._get(job.table_id, at_least=job.sequence)
            except NotReady:
                self._free(job)
                await asyncio.sleep(BREATH)

    async def _play_turn(self, job: Job, table: Table, bot: Seat) -> None:
        """One turn of one bot."""
        position = table.position.known_to(bot.index, secrets.randbits(60))
        actions, _ = await asyncio.gather(
            self._think(job, position, bot.level), asyncio.sleep(self._thinking_time)
        )
        await self._seal(bot.index, table, actions)

    async def _think(self, job: Job, position: Position, level: str) -> list[int]:
        try:
            for failure in range(job.tries, MOST_FAILURES + 1):
                thinker = await self._idle.get()
                try:
                    return await thinker.think(position, level, secrets.randbits(60))
                except Exception as error:
                    LOG.warning(
                        "bot %s failed (%d of %d): %r", level, failure, MOST_FAILURES, error
                    )
                finally:
                    self._idle.put_nowait(thinker)
        finally:
            self._free(job)
        LOG.error("bot %s failed %d times; the random bot plays this turn", level, MOST_FAILURES)
        return choose_turn(position, FALLBACK, secrets.randbits(60))

    def _free(self, job: Job) -> None:
        """The worker of a turn has room for another one."""
        self._unthought.discard(job)
        if not self._nothing_left:
            self._woken.set()
