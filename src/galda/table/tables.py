"""`Tables`: the service that everything hosted goes through. One instance per server process.

A method that changes a table returns once the change is durable, and may be called again with the
same `move_id` without doing it twice.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
import re
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta

from galda.core.message import later
from galda.core.play.long_seed import new_long_seed
from galda.core.play.position import Move
from galda.table.claim import Claim
from galda.table.errors import AlreadyDone, BadRequest, NoSuchTable, NotYourSeat, Stale
from galda.table.limits import (
    TOO_MANY_LOOKS,
    TOO_MANY_MESSAGES,
    TOO_MANY_QUESTIONS,
    TOO_MANY_RECORDS,
    TOO_MANY_REVIEWS,
    TOO_MANY_TABLES,
    Limiter,
    forget_old,
)
from galda.table.listing import Summary, summarize
from galda.table.log import drafts
from galda.table.log.drafts import Draft
from galda.table.log.entries import Archive, Chat, Join, Kind, Rematch, SealTurn
from galda.table.log.entries.join import TAKEN
from galda.table.log.entry import NOBODY
from galda.table.log.table import Table
from galda.table.replay.library import Lookback
from galda.table.setup.lots import seat_in_order
from galda.table.setup.plan import TablePlan, check_name, check_plan
from galda.table.setup.seating import (
    Person,
    Seat,
    find_seat,
    rotated,
    seat_again,
    seat_at_opening,
)
from galda.table.steady import steady_time
from galda.table.storage.ledger import Ledger
from galda.table.storage.news import News, Watch
from galda.table.storage.pulse import touch
from galda.table.storage.quarantine import Quarantine
from galda.table.storage.replay_store import ReplayStore
from galda.table.storage.store import Store
from galda.table.thinking.analyst import Analyst
from galda.table.thinking.bot_seats import BotSeats
from galda.table.thinking.coach import Coach
from galda.table.thinking.examiner import Examiner
from galda.table.thinking.worker_pool import WorkerPool

LOG = logging.getLogger(__name__)
USED_OTHERWISE = later("this move id was used for something else; make a new one")
MOVE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
MOST_LISTED = 100
RECORDS_PER_HOUR = REVIEWS_PER_HOUR = 30
QUESTIONS_PER_MINUTE = 60
LOOKS_PER_MINUTE = 90
SWEEP_SECONDS = 1.0
TIDY_SECONDS = 60.0
MINUTE, HOUR = 60, 3600


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of trying out a turn: it was sealed at once, or is a draft (None: of nothing)."""

    table: Table
    draft: Draft | None = None
    sealed: bool = False


def check_move_id(move_id: str) -> None:
    """Refuse what is no move id."""
    if not MOVE_ID.fullmatch(move_id):
        raise BadRequest("a move id is 1 to 64 letters, figures, - and _")


def _id_for(person: Person, move_id: str | None) -> str:
    """The id of the table that a person opens with a move id: as hard to guess as the person's."""
    if move_id is None:
        return secrets.token_urlsafe(16)
    asked = hashlib.blake2b(f"{move_id}/{person.id}".encode(), digest_size=16)
    return base64.urlsafe_b64encode(asked.digest()).rstrip(b"=").decode()


def _asked(plan: TablePlan) -> object:
    """What somebody has asked for in a plan; lots may have seated the players otherwise since."""
    seats = sorted((seat.kind, seat.name, seat.level) for seat in plan.seats)
    return plan.game, plan.options, seats, plan.clock, plan.partners_talk, plan.take_backs


@dataclass(frozen=True, slots=True)
class Hosting:
    """How a process hosts tables."""

    bot_workers: int = 1
    """Processes that think for bots; with 0 another server has to."""
    coach_workers: int = 1
    """Processes that think for the coach, and as many for reviews."""
    thinking_time: float = 0.6
    """Seconds that a bot's turn takes at least."""
    tables_per_hour: int = 60
    messages_per_minute: int = 30
    """For each person."""


class Tables:
    """All tables of a database. Open it with `await Tables.open(url)`."""

    def __init__(self, store: Store, hosting: Hosting, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self._news = News(store)
        self._creations = self.limiter("tables", TOO_MANY_TABLES, hosting.tables_per_hour, HOUR)
        self._limits: dict[type[Kind], Limiter] = {
            Chat: self.limiter("messages", TOO_MANY_MESSAGES, hosting.messages_per_minute, MINUTE)
        }
        self.aside = Quarantine()
        self._ledger = Ledger(store, self._news, clock, self.aside)
        self._sweeper: asyncio.Task[None] | None = None
        self._tidied = clock()
        self._worker_pool = WorkerPool(store.jobs)
        bots, coaches = hosting.bot_workers, hosting.coach_workers
        BotSeats(self._worker_pool, self.get, self._seal_for_bot, bots, hosting.thinking_time)
        questions = self.limiter("questions", TOO_MANY_QUESTIONS, QUESTIONS_PER_MINUTE, MINUTE)
        self.coach = Coach(store.questions, self._worker_pool, self.get, questions, coaches)
        looks = self.limiter("looks", TOO_MANY_LOOKS, LOOKS_PER_MINUTE, MINUTE)
        self.analyst = Analyst(store.questions, looks)
        self.examiner = Examiner(store.questions, questions)
        self.lookback = Lookback(
            ReplayStore(store),
            self.get,
            clock,
            self._worker_pool,
            coaches,
            records=self.limiter("records", TOO_MANY_RECORDS, RECORDS_PER_HOUR, HOUR),
            wishes=self.limiter("reviews", TOO_MANY_REVIEWS, REVIEWS_PER_HOUR, HOUR),
        )

    @classmethod
    async def open(
        cls,
        database_url: str,
        hosting: Hosting | None = None,
        *,
        clock: Callable[[], float] = steady_time,
        sweep: bool = True,
    ) -> Tables:
        """Open the database, migrate it, and let bots go on where they were.

        `sweep=False` leaves looking for run-out clocks and forgotten bots to `sweep_once`.
        """
        tables = cls(await Store.open(database_url), hosting or Hosting(), clock)
        await tables._news.open()
        await tables._worker_pool.open()
        await tables._store.due.add_missing_turns()
        await tables._store.due.add_missing_reviews()
        if sweep:
            tables._sweeper = asyncio.create_task(tables._sweep())
        return tables

    async def close(self) -> None:
        """Stop the bots, end all watching, let go of the database."""
        if self._sweeper:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        await self._worker_pool.close()
        await self._news.close()
        await self._store.close()

    async def __aenter__(self) -> Tables:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def limiter(self, what: str, message: str, most: int, seconds: float) -> Limiter:
        """A limit of how often somebody may do something, whichever process they ask."""
        return Limiter(what, message, most, seconds, self._clock, self._store.write_lightly)

    async def ping(self) -> None:
        """Write to the database what changes nothing; raises when that is impossible."""
        await self._store.write(touch)

    # Tables and people

    async def create(self, plan: TablePlan, person: Person, move_id: str | None = None) -> Table:
        """Open a new table as planned; `person` holds the seats `me` and `local`.

        The same person with the same `move_id` gets the table that was opened then.
        """
        opened = await self.opened(plan, person, move_id)
        if opened:
            return opened
        seated = seat_in_order(check_plan(plan))
        await self._creations.check(person.id)
        opening = self._new_table(
            seated,
            [seat_at_opening(k, s, person) for k, s in enumerate(seated.seats)],
            _id_for(person, move_id),
        )
        if not await self._store.create(opening):  # asked twice at the same time
            opened = await self.opened(plan, person, move_id)
            assert opened is not None
            return opened
        self._ledger.keep(opening)
        return opening

    async def opened(self, plan: TablePlan, person: Person, move_id: str | None) -> Table | None:
        """The table that a person has opened with a move id, if there is one."""
        if move_id is None:
            return None
        try:
            table = await self.get(_id_for(person, move_id))
        except NoSuchTable:
            return None
        wanted = check_plan(plan)
        if _asked(wanted) != _asked(table.plan):
            raise BadRequest(USED_OTHERWISE)
        return table

    def _new_table(
        self, plan: TablePlan, seats: Sequence[Seat], table_id: str | None = None
    ) -> Table:
        seed = new_long_seed() if plan.seed is None else plan.seed
        return Table(
            id=table_id or secrets.token_urlsafe(16),
            plan=plan,
            seats=tuple(seats),
            spectator_key=secrets.token_urlsafe(16),
            created=self._clock(),
            seed=seed,
        )

    async def get(self, table_id: str, at_least: int | None = None) -> Table:
        """The table as it is now, or `NoSuchTable`.

        With `at_least` (a number that `watch` gave) what this process knows is good enough if it
        reaches that far; that saves asking the database.
        """
        return self._ledger.known(table_id, at_least) or await self._ledger.fresh(table_id)

    async def tables_of(self, person_id: str, lang: str = "en") -> list[Summary]:
        """A person's tables that are not put away: running ones first, then by last move."""
        return summarize(await self._store.tables_of(person_id, MOST_LISTED), person_id, lang)

    async def has_joined(self, table_id: str, seat_key: str, person: Person) -> bool:
        """Whether a person sits there already, by this key: then asking again changes nothing."""
        with suppress(NoSuchTable, NotYourSeat):
            table = await self.get(table_id)
            return find_seat(table.seats, seat_key).person_id == person.id
        return False

    async def join(self, table_id: str, seat_key: str, person: Person) -> int:
        """Take a friend's seat by the key of its link; the number of the seat."""
        name = check_name(person.name)
        table = await self.get(table_id)
        seat = find_seat(table.seats, seat_key)
        if seat.person_id != person.id:
            request = Join.at(seat, Person(person.id, name))
            table = await self._ledger.write(table_id, seat.index, request)
        if table.seats[seat.index].person_id != person.id:
            raise NotYourSeat(TAKEN)
        return seat.index

    # Playing

    async def do(self, claim: Claim, request: Kind) -> Table:
        """Write what somebody asks for with their seat; the table as it is then.

        Each kind of request says what it refuses; `Stale` means that the game has moved on.
        """
        limit = self._limits.get(type(request))
        if limit and request.move_id not in claim.table.moves:
            await limit.check(claim.person_id)
        return await self._write(claim, request)

    async def draft(
        self, claim: Claim, base: int, actions: Sequence[Move], seal_as: str | None = None
    ) -> Tried:
        """Try out the actions of a turn; nothing is stored and nothing hidden is told.

        With `seal_as`, a move id, a turn that is whole with its only action is sealed at once.
        """
        table = await self.get(claim.table.id, base)
        if seal_as in table.moves:  # asked again: the answer was lost on the way
            request = SealTurn(seal_as, base, tuple(actions))
            return Tried(await self._write(claim, request), sealed=True)
        if base != table.game_sequence:
            raise Stale(table.sequence)
        if not actions:
            return Tried(table)
        made = drafts.try_out(table, claim.seat, actions)
        if seal_as and made.complete and len(actions) == 1:
            request = SealTurn(seal_as, base, made.turn, tried=made)
            return Tried(await self._write(claim, request), sealed=True)
        return Tried(table, drafts.show(table, claim.seat, made))

    async def rematch(self, claim: Claim, move_id: str) -> Table:
        """A new table for the same players, everyone one seat on; the same one for all who ask."""
        table = await self.get(claim.table.id)
        if table.rematch:
            return await self.get(table.rematch)
        if table.result is None:
            raise BadRequest("a rematch comes after the game; finish this one or resign")
        await self._creations.check(claim.person_id)
        plan = replace(table.plan, seats=rotated(table.plan.seats), seed=None)
        seats = [seat_again(k, seat) for k, seat in enumerate(rotated(table.seats))]
        opening = self._new_table(plan, seats)
        try:
            table = await self._write(claim, Rematch(move_id, opening.id), opening)
        except AlreadyDone:
            table = await self.get(table.id)
        assert table.rematch is not None
        return await self.get(table.rematch)

    def watch(self, table_id: str) -> Watch:
        """Sequence numbers of a table as it grows, from now on, from any process."""
        return Watch(self._news, table_id)

    async def archive_idle(self, older_than: timedelta) -> int:
        """Put away all tables where nothing has happened for that long; how many it were."""
        since = self._clock() - older_than.total_seconds()
        count = 0
        for table_id in await self._store.idle(since):
            if table_id in self.aside:
                continue
            with suppress(AlreadyDone), self.aside.around(table_id):
                await self._ledger.write(table_id, NOBODY, Archive("archive:", since))
                count += 1
        return count

    # Writing an entry

    async def _write(self, claim: Claim, request: Kind, rematch: Table | None = None) -> Table:
        """Write what somebody asks for with their seat, if they have not done it already."""
        check_move_id(request.move_id)
        table = await self._ledger.write(claim.table.id, claim.seat, request, rematch)
        done = table.moves[request.move_id]
        if done.seat != claim.seat or done.kind not in request.retried_as:
            raise BadRequest(USED_OTHERWISE)
        return table

    async def _seal_for_bot(
        self, seat: int, base: Table, actions: Sequence[int], *, at_random: bool = False
    ) -> Table:
        """Seal a bot's turn. Its move id is the same whichever process thought of it."""
        move_id = f"bot:{base.game_sequence}"
        request = SealTurn(move_id, base.game_sequence, tuple(actions), at_random)
        return await self._ledger.write(base.id, seat, request)

    # What nobody asks for

    async def sweep_once(self) -> None:
        """Close tables whose clock has run out, and take up bots' turns that were forgotten."""
        now = self._clock()
        for table_id in await self._store.out_of_time(now):
            if table_id not in self.aside:
                with self.aside.around(table_id):
                    await self._ledger.check_time(table_id)
        await self._store.due.add_missing_turns()
        if now - self._tidied >= TIDY_SECONDS:
            self._tidied = now
            await self._store.questions.forget_old()
            await self._store.write_lightly(forget_old(now))

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep_once()
            except Exception:
                LOG.exception("looking after the tables failed; trying again")
