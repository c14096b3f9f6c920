"""Bots' turns as work: one worker thinks about each, and a dead one's turn is taken over."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Awaitable, Callable, Collection
from itertools import count
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from table_support import ANN, asynchronous, move_id, plan, play, quiet

from galda import Position
from galda.table import AskTakeBack, Chat, Claim, Hosting, Resign, Table, Tables
from galda.table.storage import jobs
from galda.table.storage.schema import ENTRIES, JOBS
from galda.table.storage.store import Store
from galda.table.storage.worker_names import has_died, new_worker_name
from galda.table.storage.writer import Write, Wrote
from galda.table.thinking import thinker as thinking
from patience import patience

SHORT = 0.3
"""Seconds of a lease that a test waits for."""


class Thoughts:
    """Counts what workers of this process are asked; answers while `may_answer` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[Position] = []
        self.began, self.may_answer = asyncio.Event(), asyncio.Event()
        self.may_answer.set()

        async def think(_: object, position: Position, level: str, seed: int) -> list[int]:
            self.asked.append(position)
            self.began.set()
            await self.may_answer.wait()
            return thinking.choose_turn(position, level, seed)

        monkeypatch.setattr(thinking.Thinker, "think", think)


async def lively(database_url: str, **settings: Any) -> Tables:
    return await Tables.open(database_url, Hosting(thinking_time=0, **settings), sweep=False)


async def until(tables: Tables, table_id: str, reached: Callable[[Table], bool]) -> Table:
    with tables.watch(table_id) as news:
        table = await tables.get(table_id)
        while not reached(table):
            table = await tables.get(table_id, at_least=await anext(news))
    return table


async def rows(store: Store) -> list[Any]:
    async with store.engine.connect() as connection:
        return list(await connection.execute(JOBS.select().order_by(JOBS.c.id)))


def drop_dead(tables: Tables) -> None:
    """Let the workers of a process do nothing more, not even say so."""
    tables._store.jobs.attend(None)
    for task in (*tables._worker_pool._loops, *tables._worker_pool._doing.values()):
        task.cancel()


@asynchronous
async def test_two_processes_think_once_about_each_turn(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts = Thoughts(monkeypatch)
    async with await lively(database_url) as one, await lively(database_url) as other:
        made = [
            await service.create(plan("bot:random", "bot:random", game="towers"), ANN)
            for service in (one, other)
        ]
        over = [await until(one, table.id, lambda table: bool(table.result)) for table in made]
        assert len(thoughts.asked) == sum(len(table.entries) for table in over)
        assert await rows(one._store) == []


@asynchronous
async def test_a_server_without_workers_leaves_bots_to_thinkers(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts = Thoughts(monkeypatch)
    async with (
        await quiet(database_url) as server,
        await lively(database_url, bot_workers=2),
        await lively(database_url),
    ):
        made = [await server.create(plan("bot:random", "me"), ANN) for _ in range(12)]
        for table in made:
            await until(server, table.id, lambda table: table.to_act == 1)
        assert len(thoughts.asked) == 12


@asynchronous
async def test_everything_is_taken_once_by_however_many_ask(database_url: str) -> None:
    async with await quiet(database_url) as one, await quiet(database_url) as other:
        made = [(await one.create(plan("bot:random", "me"), ANN)).id for _ in range(6)]
        workers = [one._store.jobs, other._store.jobs]
        taken = await asyncio.gather(*(workers[k % 2].take([jobs.TURN]) for k in range(20)))
        found = [(job.game_id, workers[k % 2].worker) for k, job in enumerate(taken) if job]
        assert sorted(table_id for table_id, _ in found) == sorted(made)
        assert {(row.game_id, row.worker) for row in await rows(one._store)} == set(found)


@asynchronous
async def test_the_oldest_turn_comes_first(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        made = [(await tables.create(plan("bot:random", "me"), ANN)).id for _ in range(3)]
        taken = [await tables._store.jobs.take([jobs.TURN]) for _ in range(4)]
        assert [job.game_id if job else None for job in taken] == [*made, None]


@asynchronous
async def test_a_dead_workers_turn_is_taken_over_when_its_lease_has_run_out(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "LEASE_SECONDS", patience(SHORT))
    thoughts = Thoughts(monkeypatch)
    thoughts.may_answer.clear()
    async with await lively(database_url) as dying, await lively(database_url) as heir:
        table = await dying.create(plan("bot:random", "me"), ANN)
        await thoughts.began.wait()
        assert [row.worker for row in await rows(heir._store)] == [dying._store.jobs.worker]
        drop_dead(dying)
        thoughts.may_answer.set()
        await until(heir, table.id, lambda table: table.to_act == 1)
        assert len(thoughts.asked) == 2


@asynchronous
async def test_a_worker_keeps_its_turn_for_as_long_as_it_thinks(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "LEASE_SECONDS", patience(1.0))
    thoughts = Thoughts(monkeypatch)
    thoughts.may_answer.clear()
    async with await lively(database_url) as slow, await lively(database_url):
        table = await slow.create(plan("bot:random", "me"), ANN)
        await asyncio.sleep(3 * jobs.LEASE_SECONDS)
        assert [row.worker for row in await rows(slow._store)] == [slow._store.jobs.worker]
        thoughts.may_answer.set()
        await until(slow, table.id, lambda table: table.to_act == 1)
        assert len(thoughts.asked) == 1


@asynchronous
async def test_a_process_that_closes_leaves_its_turns_to_others_at_once(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts = Thoughts(monkeypatch)
    thoughts.may_answer.clear()
    leaving = await lively(database_url)
    table = await leaving.create(plan("bot:random", "me"), ANN)
    await thoughts.began.wait()
    await leaving.close()
    async with await quiet(database_url) as tables:
        (free,) = await rows(tables._store)
        assert (free.worker, free.lease_until, free.tries) == (None, 0.0, 0)
    thoughts.may_answer.set()
    async with await lively(database_url) as heir:
        await until(heir, table.id, lambda table: table.to_act == 1)


@asynchronous
async def test_a_turn_that_becomes_due_while_its_process_closes_is_left_to_others_too(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await quiet(database_url) as other, await lively(database_url) as leaving:
        writing, may_write = asyncio.Event(), asyncio.Event()
        write = leaving._store.write

        async def write_slowly(change: Write[Wrote]) -> Wrote:
            if not writing.is_set():
                writing.set()
                await may_write.wait()
            return await write(change)

        monkeypatch.setattr(leaving._store, "write", write_slowly)
        creating = asyncio.create_task(leaving.create(plan("bot:random", "me"), ANN))
        await writing.wait()
        closing = asyncio.create_task(leaving._worker_pool.close())
        await asyncio.sleep(0.05)
        may_write.set()
        await asyncio.gather(creating, closing)
        assert [(row.worker, row.tries) for row in await rows(other._store)] == [(None, 0)]


@asynchronous
async def test_workers_that_die_thrice_over_a_turn_leave_it_to_chance(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts = Thoughts(monkeypatch)
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("bot:random", "me"), ANN)
        await tables._store.jobs.execute(JOBS.update().values(tries=3))
    async with await lively(database_url) as tables:
        await until(tables, table.id, lambda table: table.to_act == 1)
        assert thoughts.asked == []


def test_whoever_has_died_on_this_computer_is_known_by_name() -> None:
    program = "from galda.table.storage.worker_names import new_worker_name as n; print(n())"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    dead = told.stdout.decode().strip()
    assert has_died(dead)
    assert not has_died(f"elsewhere/{dead.partition('/')[2]}")
    own = new_worker_name()
    assert not has_died(own)
    assert own != new_worker_name()
    computer, process, life, number = own.rsplit(":", 3)
    assert process == str(os.getpid())
    assert has_died(f"{computer}:{process}:another{life}:{number}")
    assert not has_died(f"{computer}:1:{life}:{number}")


@asynchronous
async def test_a_killed_servers_turns_do_not_wait_for_its_lease(database_url: str) -> None:
    async with await quiet(database_url) as killed:
        table = await killed.create(plan("bot:random", "me"), ANN)
        killed._store.jobs.worker = new_worker_name().replace(f":{os.getpid()}:", ":4194304:")
        assert await killed._store.jobs.take([jobs.TURN])
    async with asyncio.timeout(jobs.LEASE_SECONDS), await lively(database_url) as again:
        await until(again, table.id, lambda table: table.to_act == 1)


def _go_back(connection: sa.Connection) -> None:
    """Make a database of the version before there was any work in it."""
    config = Config()
    config.set_main_option("script_location", "galda.table.storage:migrations")
    config.attributes["connection"] = connection
    command.downgrade(config, "0002")


@asynchronous
async def test_turns_that_an_old_database_waits_for_become_due_when_it_is_opened(
    database_url: str,
) -> None:
    async with await quiet(database_url) as tables:
        waiting = await tables.create(plan("me", "bot:random"), ANN)
        waiting = await play(tables, waiting)
        await tables.do(Claim(waiting, ANN.id, 0), Chat(move_id(), "your turn"))
        await tables.create(plan("me", "bot:random"), ANN)
        async with tables._store.engine.connect() as connection:
            await connection.run_sync(_go_back)
            await connection.commit()
    async with await quiet(database_url) as tables:
        assert [(row.game_id, row.sequence) for row in await rows(tables._store)] == [
            (waiting.id, 2)
        ]
    async with await lively(database_url) as tables:
        table = await until(tables, waiting.id, lambda table: table.to_act == 0)
        assert [entry.kind for entry in table.entries] == ["turn", "chat", "turn"]
        assert await rows(tables._store) == []


async def _resign(tables: Tables, table: Table) -> Table:
    return await tables.do(Claim(table, ANN.id, 0), Resign(move_id()))


async def _take_back(tables: Tables, table: Table) -> Table:
    return await tables.do(Claim(table, ANN.id, 0), AskTakeBack(move_id()))


async def _talk(tables: Tables, table: Table) -> Table:
    return await tables.do(Claim(table, ANN.id, 0), Chat(move_id(), "well?"))


@pytest.mark.parametrize(("act", "left"), [(_resign, 0), (_take_back, 0), (_talk, 1)])
def test_what_is_due_follows_the_game(
    database_url: str, act: Callable[[Tables, Table], Awaitable[Table]], left: int
) -> None:
    @asynchronous
    async def run() -> None:
        async with await quiet(database_url) as tables:
            table = await tables.create(plan("me", "bot:random"), ANN)
            assert await rows(tables._store) == []
            table = await play(tables, table)
            assert [row.sequence for row in await rows(tables._store)] == [1]
            await act(tables, table)
            assert [row.sequence for row in await rows(tables._store)] == [1] * left

    run()


@asynchronous
async def test_a_rematch_that_a_bot_begins_is_due_with_it(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "bot:random"), ANN)
        await _resign(tables, table)
        again = await tables.rematch(Claim(table, ANN.id, 0), move_id())
        assert again.bot_to_act
        assert [(row.game_id, row.sequence) for row in await rows(tables._store)] == [(again.id, 0)]


@asynchronous
async def test_a_table_that_cannot_be_played_waits_and_holds_up_no_other(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await quiet(database_url) as tables:
        broken = await tables.create(plan("bot:random", "me"), ANN)
        fine = await tables.create(plan("bot:random", "me"), ANN)
    get = Tables.get

    async def get_if_readable(own: Tables, table_id: str, at_least: int | None = None) -> Table:
        if table_id == broken.id:
            raise ValueError("unreadable")
        return await get(own, table_id, at_least)

    monkeypatch.setattr(Tables, "get", get_if_readable)
    async with await lively(database_url) as tables:
        await until(tables, fine.id, lambda table: table.to_act == 1)
        while (left := await rows(tables._store)) and left[0].worker:
            await asyncio.sleep(0.01)
        assert [(row.game_id, row.tries) for row in left] == [(broken.id, 1)]
        assert left[0].lease_until > 0
        assert await tables._store.jobs.take([jobs.TURN]) is None


@asynchronous
async def test_workers_without_work_hardly_ask_for_it(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = count()
    take = jobs.Jobs.take

    async def take_and_count(own: jobs.Jobs, kinds: Collection[str]) -> jobs.Job | None:
        next(asked)
        return await take(own, kinds)

    monkeypatch.setattr(jobs.Jobs, "take", take_and_count)
    async with await lively(database_url):
        await asyncio.sleep(1)
    assert next(asked) <= 4


def start_thinker(database_url: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "GALDA_DATABASE_URL": database_url, "GALDA_BOT_PAUSE_MS": "1"}
    words = [sys.executable, "-m", "galda", "think"]
    return subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL)


async def played(tables: Tables) -> int:
    async with tables._store.engine.connect() as connection:
        return int((await connection.execute(sa.select(sa.func.count(ENTRIES.c.id)))).scalar_one())


@pytest.mark.slow
def test_bots_finish_their_games_though_thinkers_are_killed_again_and_again(
    database_url: str,
) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    thinkers: list[subprocess.Popen[bytes]] = []

    async def kill_one(tables: Tables) -> None:
        before = await played(tables)
        while await played(tables) == before:  # so that there is something to lose
            await asyncio.sleep(0.05)
        await asyncio.sleep(chance.uniform(0, 2))
        victim = chance.randrange(2)
        thinkers[victim].kill()
        thinkers[victim].wait()
        thinkers[victim] = start_thinker(database_url)

    async def run() -> None:
        async with await quiet(database_url) as tables:
            made = [
                (await tables.create(plan("bot:random", "bot:random", game=game), ANN)).id
                for game in ("quixo", "pylos", "towers") * 8
            ]
            thinkers[:] = [start_thinker(database_url) for _ in range(2)]
            for _ in range(5):
                await kill_one(tables)
            for table_id in made:
                table = await until(tables, table_id, lambda table: bool(table.result))
                moves = [entry.move_id for entry in table.entries]
                assert moves == [f"bot:{k}" for k in range(len(moves))]
            assert await rows(tables._store) == []

    try:
        asyncio.run(run())
    finally:
        for thinker in thinkers:
            thinker.kill()
            thinker.wait()
