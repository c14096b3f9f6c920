"""What all share: no person and no address takes it all, whichever processes they ask."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa
from table_support import ANN, BOB, HandClock, asynchronous, move_id, plan, quiet

from galda.table import Asker, Chat, Holder, Tables, TooMuch
from galda.table.fairness import Share
from galda.table.limits import Limiter
from galda.table.storage.jobs import COACH, REVIEW
from galda.table.storage.schema import USES

SHARE = Share("{most} at a time", COACH, per_person=2, per_address=3)


async def put(tables: Tables, person: str, address: str = "", kind: str = COACH) -> None:
    """Put something into the queue, or be refused."""
    jobs = tables._store.jobs
    with jobs.adding(kind) as adding:

        def write(connection: sa.Connection) -> bool:
            SHARE.check(connection, Asker(person, address))
            jobs.add(connection, adding, move_id(), person=person, address=address)
            return True

        await tables._store.write(write)


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
        job = await one._store.jobs.take([COACH])
        assert job
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
            await tables.do(Holder(table.id, ANN.id, 0), Chat(move_id(), "hi"))
        with pytest.raises(TooMuch, match="messages: at most 3 in 60 s; wait 60 s"):
            await other.do(Holder(table.id, ANN.id, 0), Chat(move_id(), "hi"))
        clock.turn(61)
        await other.do(Holder(table.id, ANN.id, 0), Chat(move_id(), "hi"))
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

        async def count(change: object) -> bool:
            nonlocal asked
            asked += 1
            return await write(change)  # type: ignore[arg-type]

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
