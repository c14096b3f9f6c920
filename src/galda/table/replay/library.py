"""Looking back: replays of games, records that people bring along, and reviews of whole games.

A review is made once, turn by turn, in a process that lets everything else go first, and is kept.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace

from galda.bots.review import effort_for, prospects, review_turn
from galda.core.errors import BadRecord
from galda.core.play.paper import read_record, write_record
from galda.core.show.language import later
from galda.games import game
from galda.table.errors import BadRequest, NoSuchTable, TooLong, TooMuch
from galda.table.fairness import Share
from galda.table.limits import TOO_MANY_RECORDS, TOO_MANY_REVIEWS, Limiter
from galda.table.log.table import Table
from galda.table.replay.replay import Replay, replay_of
from galda.table.replay.steps import write_end, write_turn
from galda.table.storage.ledger import TABLE_ID
from galda.table.storage.shelf import Kept, Shelf
from galda.table.thinking.coach import Desk
from galda.table.thinking.thinker import BotFailed

LOG = logging.getLogger(__name__)
LONGEST_RECORD = 24_000
MOST_TURNS = 1_000
LONGEST_NAME = 60
MOST_KNOWN = 100
MOST_REVIEWS = 10
"""Games that are reviewed or wait for it at the same time."""
FULL_SHARE = later("at most {most} of your games are reviewed at a time; wait for one of them")
MOST_FAILURES = 3
MODESTY = 19
FORSAKEN = 60.0
"""Seconds after which a review that has not grown is taken up by whoever looks at it."""
SAVE_EVERY = 1.0


class Lookback:
    """Finds games to look back on, and has them reviewed."""

    def __init__(
        self,
        shelf: Shelf,
        get_table: Callable[[str], Awaitable[Table]],
        clock: Callable[[], float],
        records_per_hour: int = 30,
        reviews_per_hour: int = 30,
    ) -> None:
        self._shelf = shelf
        self._get_table = get_table
        self._clock = clock
        self._records = Limiter(TOO_MANY_RECORDS, records_per_hour, 3600, clock)
        self._wishes = Limiter(TOO_MANY_REVIEWS, reviews_per_hour, 3600, clock)
        self._shares = Share(FULL_SHARE, per_person=2, per_address=4)
        self._known: OrderedDict[str, Replay] = OrderedDict()
        self._desk = Desk(most_waiting=MOST_REVIEWS + 1, modesty=MODESTY)
        self._running: dict[str, Kept] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def close(self) -> None:
        """Leave reviews as they are; whoever looks at one later goes on with it."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        self._desk.stop()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Games

    async def replay(self, game_id: str) -> Replay:
        """A game to look back on, or `NoSuchTable`. Until it is over, mind who is looking."""
        found = self._known.get(game_id)
        if found is None or not found.over:
            found = await self._find(game_id)
        return self._keep(found)

    def replay_at(self, table: Table) -> Replay:
        """A table's game so far, to be looked back on; the same one until the table goes on."""
        known = self._known.get(table.id)
        return self._keep(known if known and known.table is table else replay_of(table))

    def _keep(self, replay: Replay) -> Replay:
        self._known[replay.id] = replay
        self._known.move_to_end(replay.id)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return replay

    async def _find(self, game_id: str) -> Replay:
        try:
            return self.replay_at(await self._get_table(game_id))
        except NoSuchTable:
            text = await self._shelf.record(game_id) if TABLE_ID.fullmatch(game_id) else None
            if text is None:
                raise NoSuchTable("there is no such game; its link may be mistyped") from None
        return Replay(game_id, await asyncio.to_thread(read_record, text, game))

    async def bring(self, text: str, person_id: str) -> Replay:
        """Keep a record that somebody brings, once it has been checked through the rules."""
        self._records.check(person_id)
        if len(text) > LONGEST_RECORD:
            raise TooLong(
                "a record has at most {most} characters, not {n}", most=LONGEST_RECORD, n=len(text)
            )
        if "\0" in text:
            raise BadRequest("this is not a text file; a record is plain text in UTF-8")
        record = await asyncio.to_thread(read_record, text, game)
        if any(len(name) > LONGEST_NAME for name in record.names):
            raise BadRequest("a name in a record has at most {most} characters", most=LONGEST_NAME)
        replay = Replay(secrets.token_urlsafe(16), record)
        if replay.last > MOST_TURNS:
            raise TooMuch(
                "a record has at most {most} turns, not {n}", most=MOST_TURNS, n=replay.last
            )
        if record.position.in_turn:
            raise BadRecord(len(text.splitlines()), "the last turn is not finished")
        await self._shelf.add_record(replay.id, write_record(record), self._clock())
        return replay

    # Reviews

    async def review(self, game_id: str) -> Kept | None:
        """What is known of a game by now; one that was forsaken is taken up again."""
        if running := self._running.get(game_id):
            return running
        kept = await self._shelf.review(game_id)
        if kept and not kept.finished and kept.touched < self._clock() - FORSAKEN:
            now = self._clock()
            replay = await self.replay(game_id)
            if len(self._tasks) < MOST_REVIEWS and await self._shelf.take_over_review(kept, now):
                self._start(replay, replace(kept, touched=now))
        return kept

    async def ask_for_review(self, game_id: str, person_id: str, address: str = "") -> Kept:
        """Have a finished game reviewed, unless it is or has been."""
        known = await self.review(game_id)
        if known:
            return known
        replay = await self.replay(game_id)
        if not replay.over:
            raise BadRequest("a game is reviewed once it is over: it would be a coach until then")
        if not replay.last:
            raise BadRequest("nothing was played in this game: there is nothing to review")
        self._wishes.check(person_id)
        if len(self._tasks) >= MOST_REVIEWS:
            raise TooMuch("many games are being reviewed already; try again in a minute")
        kept = Kept(game_id, replay.last + 1, (), self._clock(), finished=False)
        self._shares.take(person_id, address)
        claimed = False
        try:
            claimed = await self._shelf.claim_review(game_id, kept.total, kept.touched)
        finally:
            if not claimed:
                self._shares.give_back(person_id, address)
        if not claimed:
            return await self._shelf.review(game_id) or kept
        work = self._start(replay, kept)
        work.add_done_callback(lambda _: self._shares.give_back(person_id, address))
        return kept

    def _start(self, replay: Replay, kept: Kept) -> asyncio.Task[None]:
        self._running[kept.game_id] = kept
        work = self._tasks[kept.game_id] = asyncio.create_task(self._work(replay, kept))
        return work

    async def _work(self, replay: Replay, kept: Kept) -> None:
        try:
            while len(kept.steps) < kept.total:
                found = await self._look_at(replay, len(kept.steps))
                done = len(kept.steps) + 1 == kept.total
                now = self._clock()
                grown = replace(kept, steps=(*kept.steps, found), finished=done)
                if done or now - kept.touched > SAVE_EVERY:
                    grown = replace(grown, touched=now)
                    await self._shelf.save_review(grown)
                kept = self._running[kept.game_id] = grown
        except BotFailed:
            LOG.exception("game %s could not be reviewed", kept.game_id)
            await self._shelf.drop_review(kept.game_id)
        except Exception:
            LOG.exception("the review of game %s stopped", kept.game_id)
        finally:
            del self._running[kept.game_id], self._tasks[kept.game_id]

    async def _look_at(self, replay: Replay, ply: int) -> dict[str, object]:
        """What there is to say about one ply: the turn played there, or how the game ended."""
        effort = effort_for(replay.last)
        for failure in range(1, MOST_FAILURES + 1):
            try:
                if ply < replay.last:
                    position = replay.position(ply)
                    position = position.known_to(position.to_act, ply)
                    turn = replay.actions(ply + 1)
                    found = await self._desk.ask(review_turn, position, turn, ply, effort)
                    return write_turn(found)
                last = replay.position(ply)
                if not last.is_over:
                    last = last.known_to(last.to_act, ply)
                return write_end(await self._desk.ask(prospects, last, effort, ply))
            except BotFailed as error:
                LOG.warning("review failed (%d of %d): %r", failure, MOST_FAILURES, error)
        raise BotFailed("it failed too often")
