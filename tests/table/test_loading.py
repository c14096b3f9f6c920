"""Loading tables: once however many ask, never older than the question, not without limit."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest
from table_support import ANN, asynchronous, plan, play, quiet

from galda import IllegalMove, UnreadableMove
from galda.table import Table
from galda.table.errors import Busy, NoSuchTable
from galda.table.log.history import after_all
from galda.table.storage import reader, store
from galda.table.storage.single_flight import SingleFlight
from twins import played


@asynchronous
async def test_a_table_is_loaded_once_however_many_ask_and_off_the_loop(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loads: list[str] = []
    load = store._load

    def counted(*given: Any, **named: Any) -> Table:
        loads.append(threading.current_thread().name)
        return load(*given, **named)

    async with await quiet(database_url) as one, await quiet(database_url) as other:
        table = await play(one, await one.create(plan("me", "local"), ANN), 5)
        monkeypatch.setattr(store, "_load", counted)
        found = await asyncio.gather(*(other.get(table.id) for _ in range(50)))
        assert len(loads) == 1
        assert loads[0].startswith("reader")
        assert all(each is found[0] for each in found)
        assert found[0].position == table.position
        assert [turn.after for turn in found[0].turns] == [turn.after for turn in table.turns]


@asynchronous
async def test_whoever_asks_while_something_is_read_gets_what_is_read_after_that() -> None:
    begun, go_on = asyncio.Semaphore(0), asyncio.Semaphore(0)
    reads = 0

    async def read(key: str) -> int:
        nonlocal reads
        reads += 1
        number = reads
        begun.release()
        await go_on.acquire()
        return number

    together = SingleFlight(read)
    first = asyncio.create_task(together.ask("a"))
    await begun.acquire()
    later = [asyncio.create_task(together.ask("a")) for _ in range(3)]
    other = asyncio.create_task(together.ask("b"))
    await begun.acquire()
    later[0].cancel()
    for _ in range(3):
        go_on.release()
    assert await asyncio.gather(first, other, *later[1:]) == [1, 2, 3, 3]
    assert later[0].cancelled()
    go_on.release()
    assert await together.ask("a") == 4, "nothing is remembered"


@asynchronous
async def test_all_who_share_a_read_that_fails_are_told() -> None:
    async def fail(key: str) -> int:
        raise NoSuchTable("there is no {key}", key=key)

    together = SingleFlight(fail)
    told = await asyncio.gather(*(together.ask("a") for _ in range(3)), return_exceptions=True)
    assert [str(error) for error in told] == ["there is no a"] * 3


@asynchronous
async def test_where_too_many_reads_wait_the_next_is_asked_to_come_again(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "MOST_WAITING", 3)
    async with await quiet(database_url) as one, await quiet(database_url) as other:
        tables = [await one.create(plan("me", "local"), ANN) for _ in range(5)]
        found = await asyncio.gather(*(other.get(t.id) for t in tables), return_exceptions=True)
        assert [type(each) for each in found] == [Table] * 3 + [Busy] * 2
        assert (await other.get(tables[4].id)).id == tables[4].id, "it passes"


@pytest.mark.parametrize("spoil", [-1, 10**6, None])
def test_a_log_that_holds_an_illegal_action_does_not_replay(spoil: int | None) -> None:
    table = played("quixo", {}, seed=3)
    last = table.entries[-1]
    legal = table.turns[-1].before.legal_actions
    illegal = (
        min(set(range(table.game.rules.action_count)) - set(legal)) if spoil is None else spoil
    )
    entries = [*table.entries[:-1], replace(last, payload={"actions": [illegal]})]
    opened = Table("id", table.plan, table.seats, "key", 0.0, 3)
    assert after_all(opened, table.entries).position == table.position
    with pytest.raises((IllegalMove, UnreadableMove)):
        after_all(opened, entries)
