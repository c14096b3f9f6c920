"""What all share: no person and no address takes it all, whichever processes they ask."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa
from table_support import ANN, BOB, HandClock, asynchronous, move_id, plan, quiet

from galda.table import Asker, Chat, Claim, Person, Tables, TooMuch
from galda.table.asking import Account, asked_by
from galda.table.fairness import Share
from galda.table.limits import Limiter
from galda.table.storage.jobs import COACH, REVIEW, TURN, Job, NewJob
from galda.table.storage.schema import USES
from galda.table.storage.writer import Write, Wrote

EVE = Person("eve", "Eve")
SHARE = Share("{most} at a time", "full", COACH, per_person=2, per_address=3, together=8)


async def put(tables: Tables, person: str, address: str = "", kind: str = COACH) -> None:
    """Put something into the queue, or be refused."""
    jobs = tables._store.jobs
    asker = Asker(person, address)

    def write(connection: sa.Connection, ours: bool) -> tuple[None, Job | None]:
        SHARE.check(connection, asker, jobs.queue_up(connection, COACH))
        return None, jobs.add(connection, NewJob(kind, move_id(), asker=asker), ours=ours)

    await jobs.commit(kind, write, tables._store.write)


async def nobody_works(database_url: str) -> Tables:
    return await quiet(database_url, coach_workers=0)


@asynchronous
async def test_a_person_gets_only_so_much_at_a_time_whichever_process_is_asked(
    database_url: str,
) -> None:
    async with await nobody_works(database_url) as one, await nobody_works(database_url) as other:
        await put(one, "ann")
        await put(other, "ann")
        for tables in (one, other):
            with pytest.raises(TooMuch, match="2 at a time"):
                await put(tables, "ann")
        await put(one, "bob")
        bobs = await one._store.jobs.take([COACH])
        job = await one._store.jobs.take([COACH])
        assert bobs and job
        assert (bobs.person, job.person) == ("bob", "ann"), "who waits for fewer things is first"
        await one._store.jobs.finish(job)
        await put(other, "ann")


@asynchronous
async def test_persons_of_one_address_share_what_it_gets(database_url: str) -> None:
    async with await nobody_works(database_url) as one, await nobody_works(database_url) as other:
        await put(one, "rev", "::1", kind=REVIEW)
        for tables, person in ((one, "ann"), (other, "bob"), (one, "cid")):
            await put(tables, person, "::1")
        with pytest.raises(TooMuch, match="3 at a time"):
            await put(other, "dee", "::1")
        await put(one, "dee", "::2")
        await put(other, "dee", "::2")
        with pytest.raises(TooMuch, match="2 at a time"):
            await put(one, "dee", "::3")
        await put(other, "eve", "::3")


@asynchronous
async def test_what_one_may_do_in_a_while_is_counted_over_all_processes(database_url: str) -> None:
    clock = HandClock()
    limits = {"tables_per_hour": 2, "messages_per_minute": 3, "clock": clock}
    async with (
        await quiet(database_url, **limits) as one,
        await quiet(database_url, **limits) as other,
    ):
        table = await one.create(plan("me", "local"), ANN)
        await other.create(plan("me", "local"), ANN)
        for tables in (one, other):
            with pytest.raises(TooMuch, match="new tables"):
                await tables.create(plan("me", "local"), ANN)
        await other.create(plan("me", "local"), BOB)
        for tables in (one, other, one):
            await tables.do(Claim(table, ANN.id, 0), Chat(move_id(), "hi"))
        with pytest.raises(TooMuch, match="messages: at most 3 in 60 s; wait 60 s"):
            await other.do(Claim(table, ANN.id, 0), Chat(move_id(), "hi"))
        clock.turn(61)
        await other.do(Claim(table, ANN.id, 0), Chat(move_id(), "hi"))
        clock.turn(3600)
        await one.create(plan("me", "local"), ANN)


@asynchronous
async def test_many_at_once_are_counted_one_by_one(database_url: str) -> None:
    async with await quiet(database_url) as one, await quiet(database_url) as other:
        limits = [tables.limiter("things", "{most} things", 5, 60) for tables in (one, other)]
        asked = (limits[k % 2].check("ann") for k in range(20))
        said = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(answer is None for answer in said) == 5
        assert sum(isinstance(answer, TooMuch) for answer in said) == 15


@asynchronous
async def test_who_has_reached_a_limit_costs_no_look_at_the_database(database_url: str) -> None:
    clock = HandClock()
    async with await quiet(database_url, clock=clock) as tables:
        asked = 0
        write = tables._store.write

        async def count(change: Write[Wrote]) -> Wrote:
            nonlocal asked
            asked += 1
            return await write(change)

        limit = Limiter("things", "{most} things; wait {wait} s", 2, 60, clock, count)
        for _ in range(2):
            await limit.check("ann")
            clock.turn(10)
        for _ in range(5):
            with pytest.raises(TooMuch, match="2 things; wait 40 s"):
                await limit.check("ann")
        assert asked == 3
        clock.turn(40)
        await limit.check("ann")
        with pytest.raises(TooMuch, match="wait 10 s"):
            await limit.check("ann")


@asynchronous
async def test_what_counts_no_more_is_forgotten(database_url: str) -> None:
    clock = HandClock()
    async with await quiet(database_url, clock=clock) as tables:
        for _ in range(3):
            await tables.create(plan("me", "local"), ANN)
            clock.turn(10)
        clock.turn(3600 - 25)
        await tables.sweep_once()
        async with tables._store.engine.connect() as connection:
            left = (await connection.execute(sa.select(USES.c.until))).scalars().all()
        assert sorted(left) == [clock.now + 5, clock.now + 15]


@asynchronous
async def test_a_full_queue_is_open_to_who_waits_for_nothing_yet(database_url: str) -> None:
    async with await nobody_works(database_url) as tables:
        for k in range(8):
            await put(tables, f"person{k}", f"10.0.0.{k // 3}")
        with pytest.raises(TooMuch, match="full"):
            await put(tables, "another", "10.0.0.2")
        await put(tables, "newcomer", "10.0.0.9")


@asynchronous
async def test_who_waits_for_the_fewest_things_comes_first(database_url: str) -> None:
    async with await nobody_works(database_url) as tables:
        jobs = tables._store.jobs

        async def add(person: str, address: str, kind: str = COACH) -> None:
            job = NewJob(kind, move_id(), asker=Asker(person, address))
            await jobs.commit(
                kind, lambda c, ours: (None, jobs.add(c, job, ours=ours)), tables._store.write
            )

        for k in range(5):
            await add(f"guest{k}", "1.1.1.1")  # persons are free: the address counts
        await add("ann", "2.2.2.2")
        await add("ann", "2.2.2.2")
        await add("bob", "2.2.2.2")
        await add("cid", "3.3.3.3")
        await add("cid", "3.3.3.3", REVIEW)  # another queue
        await add("", "")
        order = []
        for _ in range(10):
            job = await jobs.take([COACH])
            assert job is not None
            order.append(job.person or "nobody")
        assert order == [
            "cid", "nobody", "bob", "ann", "ann", "guest0", "guest1", "guest2", "guest3", "guest4",
        ]  # fmt: skip
        assert await jobs.take([COACH]) is None


@asynchronous
async def test_those_of_whom_we_know_nothing_are_one_person_at_their_address(
    database_url: str,
) -> None:
    async with await quiet(database_url) as tables:
        for who in ("", "", "", "bob"):
            with asked_by(Account(Asker(who, "1.1.1.1"))):
                table = await tables.create(plan("bot:random", "me"), BOB)
        job = await tables._store.jobs.take([TURN])
        assert job
        assert (job.person, job.game_id) == ("bob", table.id)


@asynchronous
async def test_one_visitors_bots_wait_for_themselves(database_url: str) -> None:
    """What a turn makes due is of whom the turn was, and so is what follows from it."""
    async with await quiet(database_url) as tables:
        for _ in range(6):
            with asked_by(Account(Asker("eve", "6.6.6.6"))):
                await tables.create(plan("bot:random", "bot:random", "me", game="towers"), EVE)
        with asked_by(Account(Asker("ann", "1.1.1.1"))):
            table = await tables.create(plan("bot:random", "me"), ANN)
        job = await tables._store.jobs.take([TURN])
        assert job
        assert (job.game_id, job.person, job.address) == (table.id, "ann", "1.1.1.1")
