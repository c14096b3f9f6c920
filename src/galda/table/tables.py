"""`Tables`: the service that everything hosted goes through. One instance per server process.

A method that changes a table returns once the change is durable, and may be called again with the
same `move_id` without doing it twice.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from galda.bots.names import bot_name
from galda.core.play.position import Position
from galda.table.errors import BadRequest, NotYourSeat, TableClosed
from galda.table.limits import TOO_MANY_MESSAGES, TOO_MANY_TABLES, Limiter
from galda.table.log import requests
from galda.table.log.requests import Asked, Draft
from galda.table.log.table import NOBODY, Table
from galda.table.replay.library import Lookback
from galda.table.setup.plan import TablePlan, check_name, check_plan
from galda.table.setup.seating import Person, Seat, rotated, seat_again, seat_at_opening
from galda.table.storage.ledger import AlreadyDone, Ledger
from galda.table.storage.news import News, Watch
from galda.table.storage.shelf import Shelf
from galda.table.storage.store import Opening, Store
from galda.table.thinking.bot_seats import BotSeats
from galda.table.thinking.coach import Coach

LOG = logging.getLogger(__name__)
MOVE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
MOST_LISTED = 100
SWEEP_SECONDS = 1.0
BOT_SILENCE = 30.0
"""Seconds after which a bot's turn is taken up by whichever process notices."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A line in the list of a person's tables; a bot without a name is named by its level."""

    id: str
    game: str
    names: tuple[str, ...]
    to_act: int | None
    my_turn: bool
    finished: bool
    last_time: float


class Tables:
    """All tables of a database. Open it with `await Tables.open(url)`."""

    def __init__(
        self,
        store: Store,
        *,
        bot_workers: int,
        bot_queue: int,
        thinking_time: float,
        clock: Callable[[], float],
        tables_per_hour: int,
        messages_per_minute: int,
    ) -> None:
        self._store = store
        self._clock = clock
        self._news = News(store)
        self._creations = Limiter(TOO_MANY_TABLES, tables_per_hour, 3600, clock)
        self._messages = Limiter(TOO_MANY_MESSAGES, messages_per_minute, 60, clock)
        self._bots = BotSeats(self.get, self._seal_for_bot, bot_workers, bot_queue, thinking_time)
        self._ledger = Ledger(store, self._news, clock, self._bots.wake_if_to_act)
        self._sweeper: asyncio.Task[None] | None = None
        self.coach = Coach(clock)
        self.lookback = Lookback(Shelf(store), self.get, clock)

    @classmethod
    async def open(
        cls,
        database_url: str,
        *,
        bot_workers: int = 1,
        bot_queue: int = 1_000,
        thinking_time: float = 0.6,
        clock: Callable[[], float] = time.time,
        tables_per_hour: int = 60,
        messages_per_minute: int = 30,
        sweep: bool = True,
    ) -> Tables:
        """Open the database, migrate it, and let bots go on where they were.

        `thinking_time` is how long a bot's turn takes at least; `bot_workers=0` lets none play.
        `sweep=False` leaves looking for run-out clocks and forgotten bots to `sweep_once`.
        """
        tables = cls(
            await Store.open(database_url),
            bot_workers=bot_workers,
            bot_queue=bot_queue,
            thinking_time=thinking_time,
            clock=clock,
            tables_per_hour=tables_per_hour,
            messages_per_minute=messages_per_minute,
        )
        await tables._news.open()
        for table_id in await tables._store.waiting_for_bots(clock()):
            tables._bots.wake(table_id)
        if sweep:
            tables._sweeper = asyncio.create_task(tables._sweep())
        return tables

    async def close(self) -> None:
        """Stop the bots, end all watching, let go of the database."""
        if self._sweeper:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        self.coach.stop()
        await self.lookback.close()
        await self._bots.close()
        await self._news.close()
        await self._store.close()

    async def __aenter__(self) -> Tables:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def bots_waiting(self) -> int:
        """At how many tables a bot thinks or waits to think, for whoever measures."""
        return self._bots.waiting

    async def ping(self) -> None:
        """Ask the database for a sign of life; raises when there is none."""
        await self._store.out_of_time(0)

    # Tables and people

    async def create(self, plan: TablePlan, person: Person) -> Table:
        """Open a new table as planned; `person` holds the seats `me` and `local`."""
        plan = check_plan(plan)
        self._creations.check(person.id)
        opening = self._new_table(
            plan, [seat_at_opening(k, s, person) for k, s in enumerate(plan.seats)]
        )
        await self._store.create(opening)
        self._ledger.keep(opening.table)
        self._bots.wake_if_to_act(opening.table)
        return opening.table

    def _new_table(self, plan: TablePlan, seats: Sequence[Seat]) -> Opening:
        seed = secrets.randbits(53) if plan.seed is None else plan.seed
        table = Table(
            id=secrets.token_urlsafe(16),
            plan=plan,
            seats=tuple(seats),
            spectator_key=secrets.token_urlsafe(16),
            created=self._clock(),
            seed=seed,
        )
        return Opening(table, seed)

    async def get(self, table_id: str, at_least: int | None = None) -> Table:
        """The table as it is now, or `NoSuchTable`.

        With `at_least` (a number that `watch` gave) what this process knows is good enough if it
        reaches that far; that saves asking the database.
        """
        return self._ledger.known(table_id, at_least) or await self._ledger.fresh(table_id)

    async def tables_of(self, person_id: str, lang: str = "en") -> list[Summary]:
        """A person's tables that are not put away: running ones first, then by last move."""
        listed = await self._store.tables_of(person_id, MOST_LISTED)
        return [
            Summary(
                id=row.id,
                game=row.plan["game"],
                names=tuple(s.name or _bot_name(row.seats[s.seat]["level"], lang) for s in seats),
                to_act=row.to_act,
                my_turn=any(s.person_id == person_id and s.seat == row.to_act for s in seats),
                finished=row.finished,
                last_time=row.last_time,
            )
            for row, seats in listed
        ]

    async def claim(self, table_id: str, seat_key: str, person: Person) -> int:
        """Take a friend's seat by the key of its link; the number of the seat."""
        name = check_name(person.name)
        table = await self.get(table_id)
        given = seat_key.encode(errors="replace")
        seat = next(
            (s for s in table.seats if s.key and secrets.compare_digest(s.key.encode(), given)),
            None,
        )
        if seat is None:
            raise NotYourSeat("this link opens no seat at this table; ask for a new one")
        move_id = f"join:{seat.index}"

        def join(table: Table) -> Asked:
            if table.seats[seat.index].person_id is not None:
                raise NotYourSeat("someone already sits here; ask for the spectators' link")
            if table.archived:
                raise TableClosed("this table has been put away; it can only be looked at")
            return "join", {"person": person.id, "name": name or seat.name}

        if seat.person_id != person.id:
            table = await self._ledger.write(table_id, seat.index, move_id, join)
        if table.seats[seat.index].person_id != person.id:
            raise NotYourSeat("someone already sits here; ask for the spectators' link")
        return seat.index

    # Playing

    async def seal(
        self,
        table_id: str,
        person_id: str,
        seat: int,
        base_sequence: int,
        actions: Sequence[int],
        move_id: str,
        lang: str = "en",
    ) -> Table:
        """Play one whole turn, chosen when the log stood at `base_sequence`.

        `Stale` if the game has moved on since, `IllegalMove` with the rule in `lang`.
        """
        return await self._act(
            table_id, person_id, seat, move_id,
            lambda table: requests.turn(table, seat, base_sequence, actions, lang), {"turn"},
        )  # fmt: skip

    async def draft(
        self, table_id: str, person_id: str, seat: int, actions: Sequence[int], lang: str = "en"
    ) -> Draft:
        """Try out the actions of a turn; nothing is stored and nothing hidden is told."""
        table = await self.get(table_id)
        _check_holder(table, person_id, seat)
        return requests.draft(table, seat, actions, lang)

    async def rearrange(
        self, table_id: str, person_id: str, seat: int,
        actions: Sequence[int], touches: Sequence[str], lang: str = "en",
    ) -> tuple[int, ...] | None:  # fmt: skip
        """The drafted turn with what the touches mean put in where the rules want it, or None."""
        table = await self.get(table_id)
        _check_holder(table, person_id, seat)
        return requests.rearrange(table, seat, actions, touches, lang)

    async def preview(
        self, table_id: str, person_id: str, seat: int, actions: Sequence[int], lang: str = "en"
    ) -> Position:
        """The position that a draft may show, with the seat's own eyes."""
        return (await self.draft(table_id, person_id, seat, actions, lang)).position

    async def resign(self, table_id: str, person_id: str, seat: int, move_id: str) -> Table:
        """Give up: the game ends."""
        return await self._act(
            table_id, person_id, seat, move_id,
            lambda table: requests.resign(table, seat), {"resign"},
        )  # fmt: skip

    async def offer_draw(self, table_id: str, person_id: str, seat: int, move_id: str) -> Table:
        """Offer a draw; it stands until it is answered or the other side moves."""
        return await self._act(
            table_id, person_id, seat, move_id,
            lambda table: requests.offer_draw(table, seat), {"offer_draw"},
        )  # fmt: skip

    async def answer_draw(
        self, table_id: str, person_id: str, seat: int, move_id: str, accept: bool
    ) -> Table:
        """Accept or decline a draw; it is one when every other person has accepted."""
        return await self._act(
            table_id, person_id, seat, move_id,
            lambda table: requests.answer_draw(table, seat, accept),
            {"accept_draw", "decline_draw"},
        )  # fmt: skip

    async def ask_take_back(self, table_id: str, person_id: str, seat: int, move_id: str) -> Table:
        """Ask the others to let one's last turn be taken back; bots never mind."""
        return await self._act(
            table_id, person_id, seat, move_id,
            lambda table: requests.ask_take_back(table, seat), {"ask_take_back"},
        )  # fmt: skip

    async def answer_take_back(
        self, table_id: str, person_id: str, seat: int, move_id: str, allow: bool
    ) -> Table:
        """Allow taking back or refuse; it happens when everyone asked has allowed it."""
        return await self._act(
            table_id, person_id, seat, move_id,
            lambda table: requests.answer_take_back(table, seat, allow),
            {"allow_take_back", "refuse_take_back"},
        )  # fmt: skip

    async def say(
        self, table_id: str, person_id: str, seat: int, move_id: str, text: str, to: str = "all"
    ) -> Table:
        """Say something to all, or to one's partner."""
        self._messages.check(person_id)
        return await self._act(
            table_id, person_id, seat, move_id,
            lambda table: requests.chat(table, seat, text, to), {"chat"},
        )  # fmt: skip

    async def rematch(self, table_id: str, person_id: str, seat: int, move_id: str) -> Table:
        """A new table for the same players, everyone one seat on; the same one for all who ask."""
        table = await self.get(table_id)
        _check_holder(table, person_id, seat)
        if table.rematch:
            return await self.get(table.rematch)
        if table.result is None:
            raise BadRequest("a rematch comes after the game; finish this one or resign")
        self._creations.check(person_id)
        plan = replace(table.plan, seats=rotated(table.plan.seats), seed=None)
        seats = [seat_again(k, seat) for k, seat in enumerate(rotated(table.seats))]
        opening = self._new_table(plan, seats)

        def play_again(table: Table) -> Asked:
            if table.rematch:
                raise AlreadyDone
            if table.archived:
                raise TableClosed("this table has been put away; start a new one")
            return "rematch", {"table": opening.table.id}

        try:
            table = await self._act(
                table_id, person_id, seat, move_id, play_again, {"rematch"}, opening
            )
        except AlreadyDone:
            table = await self.get(table_id)
        assert table.rematch is not None
        new = await self.get(table.rematch)
        self._bots.wake_if_to_act(new)
        return new

    def watch(self, table_id: str) -> Watch:
        """Sequence numbers of a table as it grows, from now on, from any process."""
        return Watch(self._news, table_id)

    async def archive_idle(self, older_than: timedelta) -> int:
        """Put away all tables where nothing has happened for that long; how many it were."""
        since = self._clock() - older_than.total_seconds()
        count = 0
        for table_id in await self._store.idle(since):

            def put_away(table: Table) -> Asked:
                if table.archived or table.last_time >= since:
                    raise AlreadyDone
                return "archive", {}

            try:
                await self._ledger.write(table_id, NOBODY, "archive:", put_away)
                count += 1
            except AlreadyDone:
                continue
        return count

    # Writing an entry

    async def _act(
        self,
        table_id: str,
        person_id: str,
        seat: int,
        move_id: str,
        ask: Callable[[Table], Asked],
        kinds: set[str],
        rematch: Opening | None = None,
    ) -> Table:
        """Write what a person asks for, if they hold the seat and have not done it already."""
        if not MOVE_ID.fullmatch(move_id):
            raise BadRequest("a move id is 1 to 64 letters, figures, - and _")

        def ask_as_holder(table: Table) -> Asked:
            _check_holder(table, person_id, seat)
            return ask(table)

        table = await self._ledger.write(table_id, seat, move_id, ask_as_holder, rematch)
        _check_holder(table, person_id, seat)
        done = table.moves[move_id]
        if done.seat != seat or done.kind not in kinds:
            raise BadRequest("this move id was used for something else; make a new one")
        return table

    async def _seal_for_bot(self, seat: int, base: Table, actions: Sequence[int]) -> Table:
        """Seal a bot's turn. Its move id is the same whichever process thought of it."""
        move_id = f"bot:{base.game_sequence}"
        return await self._ledger.write(
            base.id, seat, move_id,
            lambda table: requests.turn(table, seat, base.game_sequence, actions, "en"),
        )  # fmt: skip

    # What nobody asks for

    async def sweep_once(self) -> None:
        """Close tables whose clock has run out, and take up bots' turns that were forgotten."""
        now = self._clock()
        for table_id in await self._store.out_of_time(now):
            await self._ledger.check_time(table_id)
        for table_id in await self._store.waiting_for_bots(now - BOT_SILENCE):
            self._bots.wake(table_id)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep_once()
            except Exception:
                LOG.exception("looking after the tables failed; trying again")


def _check_holder(table: Table, person_id: str, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise BadRequest(
            "there is no seat {seat}; seats are 0 to {last}", seat=seat, last=len(table.seats) - 1
        )
    if table.seats[seat].person_id != person_id:
        raise NotYourSeat("this seat is not yours; open its link first")


def _bot_name(level: str, lang: str) -> str:
    return bot_name(level, lang) if level else ""
