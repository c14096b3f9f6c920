"""The workers of this process: they take what is to be thought about from the database, and do it.

There is a bench for each kind of work, with processes of its own, so that no bot waits for a coach
and nobody for a review. A slow or crashing worker holds up nobody: it loses its process.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

from galda.table.asking import Account, Asker, asked_by
from galda.table.storage import jobs
from galda.table.storage.database_faults import DATABASE_FAULTS
from galda.table.storage.jobs import Job, Jobs
from galda.table.thinking.thinker import BotFailed, CannotStart, Thinker
from galda.table.tracing import traced

LOG = logging.getLogger(__name__)
Answer = TypeVar("Answer")
MOST_FAILURES = 3
BREATH = 1.0
"""Seconds to wait after the database could not be asked."""


class Bench:
    """The processes of this one for one kind of work."""

    def __init__(
        self, kind: str, workers: int, modesty: int, do: Callable[[Job], Awaitable[None]]
    ) -> None:
        self.kind = kind
        self.do = do
        self.thinkers = [Thinker(modesty) for _ in range(workers)]
        self.unthought: set[Job] = set()
        """What a worker thinks about, or is about to."""
        self.freed: Callable[[Bench], None] = lambda _: None
        self._idle: asyncio.LifoQueue[Thinker] = asyncio.LifoQueue()
        for thinker in self.thinkers:
            self._idle.put_nowait(thinker)

    async def think(
        self, job: Job, about: str, ask: Callable[[Thinker], Awaitable[Answer]]
    ) -> Answer:
        """What a worker says; `BotFailed` if that failed too often, in whichever process.

        It is `CannotStart` where in the end there was no worker to ask.
        """
        failed: Exception | None = None
        for failure in range(job.tries, MOST_FAILURES + 1):
            try:
                async with self._worker() as thinker:
                    return await ask(thinker)
            except Exception as error:
                failed = error
                LOG.warning("%s failed (%d of %d): %r", about, failure, MOST_FAILURES, error)
        if isinstance(failed, CannotStart):
            LOG.error("%s cannot think on this computer: %s", about, failed)
            raise CannotStart(str(failed))
        raise BotFailed(f"{about} failed {MOST_FAILURES} times")

    @asynccontextmanager
    async def _worker(self) -> AsyncIterator[Thinker]:
        thinker = await self._idle.get()
        try:
            yield thinker
        finally:
            self._idle.put_nowait(thinker)

    def free(self, job: Job) -> None:
        """The worker of a job has room for another one."""
        self.unthought.discard(job)
        self.freed(self)


class WorkerPool:
    """All benches of this process, and the one loop that takes work for them."""

    def __init__(self, jobs: Jobs) -> None:
        self.jobs = jobs
        self._benches: dict[str, Bench] = {}
        self._doing: dict[Job, asyncio.Task[None]] = {}
        self._loops: list[asyncio.Task[None]] = []
        self._woken = asyncio.Event()
        self._nothing_left: set[str] = set()
        """Kinds of which there was nothing to take, unless somebody said otherwise since."""

    def set_up(
        self, kind: str, workers: int, modesty: int, do: Callable[[Job], Awaitable[None]]
    ) -> Bench:
        """A bench for a kind of work; `do` does a job and says so in the database."""
        bench = self._benches[kind] = Bench(kind, workers, modesty, do)
        bench.freed = self._look_again
        return bench

    async def open(self) -> None:
        """Begin with what is due, also from before."""
        await self.jobs.release_dead()
        if self._has_workers:
            self.jobs.attend(self)
            self._loops = [
                asyncio.create_task(self._keep(step)) for step in (self._take, self._extend_leases)
            ]

    async def close(self) -> None:
        """Stop thinking and leave what is due to others."""
        self.jobs.attend(None)
        tasks = [*self._loops, *self._doing.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for bench in self._benches.values():
            for thinker in bench.thinkers:
                thinker.stop()
        if self._has_workers:
            try:
                await self.jobs.release()
            except Exception:
                LOG.exception("could not leave our work to others; it waits for our leases")

    @property
    def _has_workers(self) -> bool:
        return any(bench.thinkers for bench in self._benches.values())

    # Taking work

    def has_room(self, kind: str, coming: int = 0) -> bool:
        """Whether a worker is free, with `coming` jobs about to be added."""
        bench = self._benches[kind]
        return len(bench.unthought) + coming < len(bench.thinkers)

    def nobody_waits(self, kind: str) -> bool:
        """Whether there was nothing to take when we last looked: else who waits goes first."""
        return kind in self._nothing_left

    def begin(self, job: Job) -> None:
        """Do a job that is ours."""
        self._benches[job.kind].unthought.add(job)
        self._doing[job] = asyncio.create_task(self._do(job))

    def wake(self) -> None:
        """Look whether there is work to take."""
        self._nothing_left.clear()
        self._woken.set()

    def _look_again(self, bench: Bench) -> None:
        if bench.kind not in self._nothing_left:
            self._woken.set()

    async def _keep(self, step: Callable[[], Awaitable[None]]) -> None:
        """Do something again and again; each step waits by itself."""
        while True:
            try:
                await step()
            except DATABASE_FAULTS as error:
                LOG.error("could not ask for work; trying again: %s", getattr(error, "orig", error))
                await asyncio.sleep(BREATH)
            except Exception:
                LOG.exception("could not ask for work; trying again")
                await asyncio.sleep(BREATH)

    async def _take(self) -> None:
        """Take jobs while workers are free, then wait for news, or for others' leases to end."""
        self._woken.clear()
        while kinds := [kind for kind in self._benches if self.has_room(kind)]:
            self._nothing_left.update(kinds)
            job = await self.jobs.take(kinds)
            if job is None:
                break
            self._nothing_left.difference_update(kinds)
            if job.tries > 1:
                LOG.warning("game %s: a %s is taken over", job.game_id, job.kind)
            self.begin(job)
        with suppress(TimeoutError):
            async with asyncio.timeout(jobs.LEASE_SECONDS / 3):
                await self._woken.wait()

    async def _extend_leases(self) -> None:
        await asyncio.sleep(jobs.LEASE_SECONDS / 3)
        if self._doing:
            await self.jobs.extend([job.id for job in self._doing])

    async def _do(self, job: Job) -> None:
        bench = self._benches[job.kind]
        try:
            # What comes of it, such as the next bot's turn, is for the same one.
            account = Account(Asker(job.person, job.address))
            trace = job.trace or ""
            with asked_by(account), traced(trace, job.kind, game=job.game_id, tries=job.tries):
                await bench.do(job)
                LOG.info("done", extra={"job": job.kind, "game": job.game_id})
        except Exception:
            LOG.exception("game %s: a %s could not be done", job.game_id, job.kind)
            with suppress(Exception):
                await self.jobs.postpone(job)
        finally:
            del self._doing[job]
            bench.free(job)
