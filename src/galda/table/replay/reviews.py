"""Reviews of whole games: made once, turn by turn, by workers that let everything else go first.

A review is work that any worker of the database may take. What it has found is kept as it goes, so
that pages see how far it is wherever they are served, and that another worker can go on with it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import sqlalchemy as sa

from galda.bots.review import effort_for, review_end, review_turn
from galda.core.message import later
from galda.table.asking import Asker
from galda.table.errors import BadRequest
from galda.table.fairness import Share
from galda.table.limits import Limiter
from galda.table.replay.replay import Replay
from galda.table.replay.steps import write_turn
from galda.table.storage.jobs import REVIEW, Job
from galda.table.storage.replay_store import Kept, ReplayStore
from galda.table.thinking.thinker import BotFailed, Thinker
from galda.table.thinking.worker_pool import LOG, WorkerPool

MOST_REVIEWS = 10
"""Games that are reviewed or wait for it, before who waits for one already is refused another."""
SHARES = Share(
    later("at most {most} of your games are reviewed at a time; wait for one of them"),
    later("many games are being reviewed already; try again in a minute"),
    REVIEW,
    per_person=2,
    per_address=4,
    together=MOST_REVIEWS,
)
MODESTY = 19
SAVE_EVERY = 1.0
SLICE = 5.0
"""Seconds after which a review lets the others that wait go on."""


class Reviews:
    """Has games reviewed, here or in another process."""

    def __init__(
        self,
        shelf: ReplayStore,
        find: Callable[[str], Awaitable[Replay]],
        clock: Callable[[], float],
        worker_pool: WorkerPool,
        workers: int,
        wishes: Limiter,
    ) -> None:
        self._shelf = shelf
        self._find = find
        self._clock = clock
        self._jobs = worker_pool.jobs
        self._bench = worker_pool.set_up(REVIEW, workers, MODESTY, self._work)
        self._wishes = wishes
        self._growing: dict[str, Kept] = {}
        """What workers of this process have found so far."""

    async def see(self, game_id: str) -> Kept | None:
        """What is known of a game by now; None: nobody has asked."""
        return self._growing.get(game_id) or await self._shelf.review(game_id)

    async def ask(self, game_id: str, asker: Asker) -> Kept:
        """Have a finished game reviewed, unless it is or has been."""
        known = await self.see(game_id)
        if known:
            return known
        replay = await self._find(game_id)
        if not replay.over:
            raise BadRequest(
                "a game can be reviewed once it is over: before that, it would be coaching"
            )
        if not replay.last:
            raise BadRequest("nothing was played in this game: there is nothing to review")
        self._wishes.check_here(asker.person)
        fresh = Kept(game_id, replay.last + 1, (), self._clock(), finished=False)

        def check(connection: sa.Connection) -> None:
            SHARES.check(connection, asker, self._jobs.queue_up(connection, REVIEW))
            self._wishes.count(connection, asker.person)

        await self._shelf.begin_review(game_id, fresh.total, fresh.touched, asker, check)
        return await self.see(game_id) or fresh

    async def _work(self, job: Job) -> None:
        """Go on with a review from where it is."""
        kept = await self._shelf.review(job.game_id)
        if kept is None or kept.finished:
            await self._jobs.finish(job)
            return
        try:
            await self._grow(job, kept, await self._find(job.game_id))
        except BotFailed:
            LOG.exception("game %s could not be reviewed", job.game_id)
            await self._shelf.drop_review(job)
        finally:
            self._growing.pop(job.game_id, None)

    async def _grow(self, job: Job, kept: Kept, replay: Replay) -> None:
        began = saved = self._clock()
        while not kept.finished:
            found = await self._look_at(job, replay, len(kept.steps))
            job, now = replace(job, tries=1), self._clock()
            done = len(kept.steps) + 1 == kept.total
            kept = replace(kept, steps=(*kept.steps, found), finished=done)
            gives_way = now - began > SLICE and not done and await self._jobs.others_wait(REVIEW)
            if done or gives_way or now - saved > SAVE_EVERY:
                kept, saved = replace(kept, touched=now), now
                if not await self._shelf.save_review(kept, job):
                    return  # somebody else has taken over
            self._growing[job.game_id] = kept
            if gives_way:
                await self._jobs.requeue(job)
                return

    async def _look_at(self, job: Job, replay: Replay, ply: int) -> dict[str, object]:
        """What there is to say about one ply: the turn played there, or how the game ended."""
        effort, position = effort_for(replay.last), replay.position(ply)
        if not position.is_over:
            position = position.known_to(position.to_act, ply)

        async def think(thinker: Thinker) -> dict[str, object]:
            if ply == replay.last:
                return write_turn(await thinker.ask(review_end, position, effort, ply))
            turn = replay.actions(ply + 1)
            return write_turn(await thinker.ask(review_turn, position, turn, ply, effort))

        return await self._bench.think(job, "a review", think)
