"""Looking back: replays of games, records that people bring along, and reviews of whole games."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
from collections.abc import Awaitable, Callable

from galda.core.errors import BadRecord
from galda.core.lru import LruDict
from galda.core.play.paper import read_record, write_record
from galda.games import game
from galda.table.errors import BadRequest, NoSuchTable, TooLong, TooMuch
from galda.table.limits import Limiter
from galda.table.log.table import Table
from galda.table.replay.replay import Replay, replay_of
from galda.table.replay.reviews import Reviews
from galda.table.storage.ledger import TABLE_ID
from galda.table.storage.replay_store import ReplayStore
from galda.table.thinking.worker_pool import WorkerPool

LONGEST_RECORD = 24_000
MOST_TURNS = 1_000
LONGEST_NAME = 60
MOST_KNOWN = 100


def _id_for(person_id: str, move_id: str | None) -> str:
    """The id of the record that a person brings with a move id."""
    if move_id is None:
        return secrets.token_urlsafe(16)
    asked = hashlib.blake2b(f"record/{move_id}/{person_id}".encode(), digest_size=16)
    return base64.urlsafe_b64encode(asked.digest()).rstrip(b"=").decode()


class Lookback:
    """Finds games to look back on; `reviews` has them reviewed."""

    def __init__(
        self,
        shelf: ReplayStore,
        get_table: Callable[[str], Awaitable[Table]],
        clock: Callable[[], float],
        worker_pool: WorkerPool,
        workers: int,
        records: Limiter,
        wishes: Limiter,
    ) -> None:
        self._shelf = shelf
        self._get_table = get_table
        self._clock = clock
        self._records = records
        self._known: LruDict[str, Replay] = LruDict(MOST_KNOWN)
        self.reviews = Reviews(shelf, self.replay, clock, worker_pool, workers, wishes)

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
        return replay

    async def _find(self, game_id: str) -> Replay:
        try:
            return self.replay_at(await self._get_table(game_id))
        except NoSuchTable:
            text = await self._shelf.record(game_id) if TABLE_ID.fullmatch(game_id) else None
            if text is None:
                raise NoSuchTable("no such game; the link may be mistyped") from None
        return Replay(game_id, await asyncio.to_thread(read_record, text, game))

    async def bring(self, text: str, person_id: str, move_id: str | None = None) -> Replay:
        """Keep a record that somebody brings, once it has been checked through the rules.

        The same person with the same `move_id` gets the one that was kept then.
        """
        id = _id_for(person_id, move_id)
        if move_id is not None and await self._shelf.record(id) is not None:
            return await self.replay(id)
        await self._records.check(person_id)
        if len(text) > LONGEST_RECORD:
            raise TooLong(
                "a record has at most {most} characters, not {n}", most=LONGEST_RECORD, n=len(text)
            )
        if "\0" in text:
            raise BadRequest("this is not a text file; a record is plain text in UTF-8")
        record = await asyncio.to_thread(read_record, text, game)
        if any(len(name) > LONGEST_NAME for name in record.names):
            raise BadRequest("a name in a record has at most {most} characters", most=LONGEST_NAME)
        replay = Replay(id, record)
        if replay.last > MOST_TURNS:
            raise TooMuch(
                "a record has at most {most} turns, not {n}", most=MOST_TURNS, n=replay.last
            )
        if record.position.in_turn:
            raise BadRecord(len(text.splitlines()), "the last turn is not finished")
        await self._shelf.add_record(replay.id, write_record(record), self._clock())
        return replay
