"""Bots as seats: they think in worker processes and seal their turns like anyone else.

A bot whose worker failed three times is played for by the random bot; the table's log says so.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import Protocol

from galda.core.errors import NotReady
from galda.core.play.position import Position
from galda.table.errors import Stale, TableClosed
from galda.table.log.table import Table
from galda.table.setup.seating import Seat
from galda.table.storage.jobs import TURN, Job
from galda.table.thinking.thinker import BotFailed, choose_turn
from galda.table.thinking.worker_pool import WorkerPool

LOG = logging.getLogger(__name__)
FALLBACK = "random"
BREATH = 1.0
"""Seconds to wait while a game is compiled."""


class Get(Protocol):
    """Finds a table; one that reaches the entry `at_least` is recent enough."""

    def __call__(self, table_id: str, at_least: int) -> Awaitable[Table]:
        """The table."""


class Seal(Protocol):
    """Seals a turn for a bot's seat; `at_random` where the bot did not choose it."""

    def __call__(
        self, seat: int, base: Table, actions: Sequence[int], *, at_random: bool
    ) -> Awaitable[Table]:
        """The table after the turn."""


class BotSeats:
    """Plays for bots at all tables of the database, with the workers of this process."""

    def __init__(
        self,
        worker_pool: WorkerPool,
        get: Get,
        seal: Seal,
        workers: int,
        thinking_time: float,
    ) -> None:
        self._jobs = worker_pool.jobs
        self._bench = worker_pool.set_up(TURN, workers, 0, self._play)
        self._get = get
        self._seal = seal
        self._thinking_time = thinking_time

    async def _play(self, job: Job) -> None:
        """Play a turn, if it is still to be played."""
        table = await self._table_of(job)
        bot = table.bot_to_act
        if not bot or table.game_sequence > job.sequence:
            await self._jobs.finish(job)
            return
        with suppress(Stale, TableClosed):  # what made it so has taken the job away
            await self._play_turn(job, table, bot)

    async def _table_of(self, job: Job) -> Table:
        """The table of a turn, once its game is ready; others are played meanwhile."""
        while True:
            try:
                return await self._get(job.game_id, at_least=job.sequence)
            except NotReady:
                self._bench.free(job)
                await asyncio.sleep(BREATH)

    async def _play_turn(self, job: Job, table: Table, bot: Seat) -> None:
        """One turn of one bot."""
        position = table.position.known_to(bot.index, secrets.randbits(60))
        (actions, at_random), _ = await asyncio.gather(
            self._think(job, position, bot.level), asyncio.sleep(self._thinking_time)
        )
        await self._seal(bot.index, table, actions, at_random=at_random)

    async def _think(self, job: Job, position: Position, level: str) -> tuple[list[int], bool]:
        """The actions of a turn, and whether the random bot had to choose them."""
        try:
            chosen = await self._bench.think(
                job,
                f"bot {level}",
                lambda thinker: thinker.think(position, level, secrets.randbits(60)),
            )
        except BotFailed as failed:
            LOG.error("%s; the random bot plays this turn", failed)
            return choose_turn(position, FALLBACK, secrets.randbits(60)), True
        else:
            return chosen, False
        finally:
            self._bench.free(job)
