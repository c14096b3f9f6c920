"""Many at once, and several processes at one database (each `Tables` is what a process has)."""

from __future__ import annotations

import asyncio

import psycopg
import pytest
from table_support import (
    ANN,
    BOB,
    HandClock,
    asynchronous,
    move_id,
    plan,
    play,
    quiet,
    seated,
    some_turn,
)

from galda.table import Chat, Claim, Clock, Resign, SealTurn, Stale, Table, Tables


@asynchronous
async def test_of_a_hundred_who_seal_the_same_turn_one_wins(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local"), ANN)
        await _race([tables], table)


@asynchronous
async def test_of_a_hundred_in_two_processes_one_wins(database_url: str) -> None:
    async with await quiet(database_url) as one, await quiet(database_url) as other:
        table = await one.create(plan("me", "local"), ANN)
        await _race([one, other], table)


async def _race(services: list[Tables], table: Table) -> None:
    turn = some_turn(table.position)
    answers = await asyncio.gather(
        *(
            services[k % len(services)].do(
                Claim(table, ANN.id, 0), SealTurn(f"racer-{k}", 0, tuple(turn))
            )
            for k in range(100)
        ),
        return_exceptions=True,
    )
    winners = [answer for answer in answers if isinstance(answer, Table)]
    losers = [answer for answer in answers if isinstance(answer, Stale)]
    assert (len(winners), len(losers)) == (1, 99)
    assert {loser.sequence for loser in losers} == {1}
    for service in services:
        assert len((await service.get(table.id)).entries) == 1


@asynchronous
async def test_a_hundred_retries_of_one_move_play_once(database_url: str) -> None:
    async with await quiet(database_url) as one, await quiet(database_url) as other:
        table = await one.create(plan("me", "local"), ANN)
        turn = some_turn(table.position)
        answers = await asyncio.gather(
            *(
                (one, other)[k % 2].do(
                    Claim(table, ANN.id, 0), SealTurn("the-same", 0, tuple(turn))
                )
                for k in range(100)
            )
        )
        assert {answer.sequence for answer in answers} == {1}


@asynchronous
async def test_everyone_may_talk_at_once_from_two_processes(database_url: str) -> None:
    async with await quiet(database_url) as one, await quiet(database_url) as other:
        table = await seated(one, plan("me", "friend"), BOB)
        await asyncio.gather(
            *(one.do(Claim(table, ANN.id, 0), Chat(move_id(), f"ann {k}")) for k in range(10)),
            *(other.do(Claim(table, BOB.id, 1), Chat(move_id(), f"bob {k}")) for k in range(10)),
        )
        table = await one.get(table.id)
        assert len(table.chat_for(0)) == 20
        assert [entry.sequence for entry in table.entries] == list(range(1, 22))


@asynchronous
async def test_only_one_of_two_friends_gets_the_seat(database_url: str) -> None:
    async with await quiet(database_url) as one, await quiet(database_url) as other:
        table = await one.create(plan("me", "friend"), ANN)
        key = table.seats[1].key
        people = [BOB, *(type(BOB)(f"guest{k}", f"Guest {k}") for k in range(9))]
        answers = await asyncio.gather(
            *((one, other)[k % 2].join(table.id, key, who) for k, who in enumerate(people)),
            return_exceptions=True,
        )
        assert answers.count(1) == 1
        assert (await other.get(table.id)).seats[1].person_id == people[answers.index(1)].id


@asynchronous
async def test_everyone_who_asks_for_a_rematch_gets_the_same_one(database_url: str) -> None:
    async with await quiet(database_url) as one, await quiet(database_url) as other:
        table = await seated(one, plan("me", "friend"), BOB)
        await one.do(Claim(table, ANN.id, 0), Resign(move_id()))
        answers = await asyncio.gather(
            one.rematch(Claim(table, ANN.id, 0), move_id()),
            other.rematch(Claim(table, BOB.id, 1), move_id()),
            one.rematch(Claim(table, ANN.id, 0), move_id()),
        )
        assert len({answer.id for answer in answers}) == 1
        assert len(await one.tables_of(ANN.id)) == 2


@asynchronous
async def test_two_processes_declare_a_timeout_once(database_url: str) -> None:
    clock = HandClock()
    async with (
        await quiet(database_url, clock=clock) as one,
        await quiet(database_url, clock=clock) as other,
    ):
        table = await one.create(plan("me", "local", clock=Clock(per_move=10)), ANN)
        await other.get(table.id)
        clock.turn(11)
        await asyncio.gather(one.sweep_once(), other.sweep_once())
        assert [entry.kind for entry in (await one.get(table.id)).entries] == ["timeout"]


@asynchronous
async def test_whoever_watches_is_woken_by_every_process(database_url: str) -> None:
    async with await quiet(database_url) as one, await quiet(database_url) as other:
        table = await one.create(plan("me", "local"), ANN)
        elsewhere = await one.create(plan("me", "local"), ANN)
        with one.watch(table.id) as near, other.watch(table.id) as far:
            await play(one, elsewhere)
            await play(one, table)
            assert await anext(near) == 1
            assert await anext(far) == 1
            seen = await other.get(table.id, at_least=1)
            assert seen.sequence == 1
            await play(other, seen)
            assert await anext(near) == 2
            assert await anext(far) == 2


@asynchronous
async def test_news_lost_with_a_connection_is_told_when_it_is_back(postgres_url: str) -> None:
    async with await quiet(postgres_url) as one, await quiet(postgres_url) as other:
        table = await one.create(plan("me", "local"), ANN)
        with other.watch(table.id) as far:
            with psycopg.connect(postgres_url, autocommit=True) as admin:
                cut = admin.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
                )
                assert len(cut.fetchall()) == 2
            await play(one, table)
            assert await anext(far) == 1


@asynchronous
async def test_watching_ends_when_the_service_closes(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local"), ANN)
        news = tables.watch(table.id)
        waiting = asyncio.ensure_future(anext(news))
        await asyncio.sleep(0)
    with pytest.raises(StopAsyncIteration):
        await waiting


@asynchronous
async def test_ten_processes_may_open_an_empty_database_at_once(database_url: str) -> None:
    services = await asyncio.gather(*(quiet(database_url) for _ in range(10)))
    table = await services[0].create(plan("me", "local"), ANN)
    assert (await services[-1].get(table.id)).id == table.id
    for service in services:
        await service.close()
