"""Bots as seats: they play, go on after a restart, and harm nobody when they fail."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import secrets
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import create_async_engine
from table_support import ANN, asynchronous, move_id, plan, play, quiet, seated, some_turn

import galda
from galda.bots import levels
from galda.bots.names import NAMES as BOTS
from galda.table import AskTakeBack, Claim, Hosting, SealTurn, Table, Tables, tell_log
from galda.table.storage.jobs import TURN, Job, Jobs
from galda.table.storage.writer import Write
from galda.table.thinking import bot_seats
from galda.table.thinking import thinker as thinking
from galda.table.thinking.worker_pool import WorkerPool
from patience import patience
from twins import played, twin

FRAIL = """
import os, time

class Raising:
    def __init__(self, seed): pass
    def choose(self, position): raise RuntimeError("no idea")

class Crashing:
    def __init__(self, seed): pass
    def choose(self, position): os._exit(1)

class Hanging:
    def __init__(self, seed): pass
    def choose(self, position): time.sleep(3600)

class Cheating:
    def __init__(self, seed): pass
    def choose(self, position): return 10_000
"""
NAMES = ("Raising", "Crashing", "Hanging", "Cheating")
AT_RANDOM = " could not think: this turn was played at random."


@pytest.fixture
def frail_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Installs a package of bots that fail."""
    (tmp_path / "frail_bots.py").write_text(FRAIL)
    known = tmp_path / "frail_bots-1.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: frail-bots\nVersion: 1\n")
    points = "\n".join(f"{name.lower()} = frail_bots:{name}" for name in NAMES)
    (known / "entry_points.txt").write_text(f"[{levels.GROUP}]\n{points}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    levels._guests.cache_clear()
    yield
    levels._guests.cache_clear()


async def lively(database_url: str, *, sweep: bool = True, bot_workers: int = 1) -> Tables:
    hosting = Hosting(bot_workers=bot_workers, thinking_time=0)
    return await Tables.open(database_url, hosting, sweep=sweep)


async def until_over(tables: Tables, table_id: str) -> Table:
    with tables.watch(table_id) as news:
        table = await tables.get(table_id)
        while not table.result:
            table = await tables.get(table_id, at_least=await anext(news))
    return table


@asynchronous
async def test_bots_play_a_whole_game_among_themselves(database_url: str) -> None:
    async with await lively(database_url) as tables:
        table = await tables.create(
            plan("bot:random", "bot:greedy", "bot:random", game="towers"), ANN
        )
        table = await until_over(tables, table.id)
        assert table.result
        assert table.result.reason == "rules"
        assert {entry.kind for entry in table.entries} == {"turn"}


@asynchronous
async def test_a_bot_answers_and_waits_for_its_turn(database_url: str) -> None:
    async with await lively(database_url) as tables:
        table = await tables.create(plan("me", "bot:novice"), ANN)
        with tables.watch(table.id) as news:
            await play(tables, table)
            while await anext(news) < 2:
                pass
        table = await tables.get(table.id)
        assert table.to_act == 0
        name = (await tables.get(table.id)).name(1)
        assert name in BOTS
        assert (await tables.tables_of(ANN.id))[0].names == ("Ann", f"{name} (Novice)")
        assert [entry.seat for entry in table.entries] == [0, 1]


@asynchronous
async def test_a_bot_takes_at_least_a_moment(database_url: str) -> None:
    async with await Tables.open(database_url, Hosting(thinking_time=0.3)) as tables:
        table = await tables.create(plan("me", "bot:random"), ANN)
        with tables.watch(table.id) as news:
            table = await play(tables, table)
            while await anext(news) < 2:
                pass
        first, second = (await tables.get(table.id)).entries
        assert second.time - first.time >= 0.29


@asynchronous
async def test_a_bots_turn_is_resumed_after_a_restart(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        ids = [(await tables.create(plan("bot:random", "me"), ANN)).id for _ in range(3)]
    async with await lively(database_url) as tables:
        for table_id in ids:
            with tables.watch(table_id) as news:
                table = await tables.get(table_id)
                if not table.sequence:
                    assert await anext(news) == 1


@asynchronous
async def test_a_turn_that_nobody_made_due_is_found_by_the_sweep(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await lively(database_url, sweep=False) as lazy:
        async with await quiet(database_url) as older:
            monkeypatch.setattr(older._store.due, "follow", lambda *_, **_named: None)
            table = await older.create(plan("bot:random", "me"), ANN)
        with lazy.watch(table.id) as news:
            assert (await lazy.get(table.id)).sequence == 0
            await lazy.sweep_once()
            assert await anext(news) == 1


class Pondering:
    """Bots that think when told to; `began` says that the first one is asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.began, self.may_answer = asyncio.Event(), asyncio.Event()
        self.given: list[galda.Position] = []

        async def think(_: object, position: galda.Position, level: str, seed: int) -> list[int]:
            self.given.append(position)
            self.began.set()
            await self.may_answer.wait()
            return thinking.choose_turn(position, level, seed)

        monkeypatch.setattr(thinking.Thinker, "think", think)


def test_taking_back_while_a_bot_thinks_drops_its_thought(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    @asynchronous
    async def run() -> None:
        bots = Pondering(monkeypatch)
        async with await lively(database_url) as tables:
            table = await tables.create(plan("me", "bot:random"), ANN)
            with tables.watch(table.id) as news:
                await play(tables, table)
                await bots.began.wait()
                table = await tables.do(Claim(table, ANN.id, 0), AskTakeBack(move_id()))
                assert table.position.actions == []
                turn = tuple(some_turn(table.position))
                await tables.do(Claim(table, ANN.id, 0), SealTurn(move_id(), table.sequence, turn))
                bots.may_answer.set()
                while await anext(news) < 4:
                    pass
            table = await tables.get(table.id)
            kinds = [(entry.kind, entry.seat) for entry in table.entries]
            assert kinds == [("turn", 0), ("ask_take_back", 0), ("turn", 0), ("turn", 1)]

    run()


@pytest.mark.parametrize("name", galda.game_names())
def test_a_bot_is_given_what_its_seat_knows_and_nothing_else(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "randbits", lambda bits: 5)
    table = played(name, {"players": 2}, seed=11)
    seat = table.to_act
    assert seat is not None
    table.seats = tuple(replace(s, kind="bot", level="random") for s in table.seats)
    other = twin(table, seat, 7)

    @asynchronous
    async def run() -> None:
        bots = Pondering(monkeypatch)
        bots.may_answer.set()
        for one in (table, other):
            assert one.bot_to_act
            due = Job(1, TURN, one.id, one.game_sequence, "", tries=1)
            await _seats_at(one)._play_turn(due, one, one.bot_to_act)
        assert pickle.dumps(bots.given[0]) == pickle.dumps(bots.given[1])
        assert {(given.viewer, given.seed) for given in bots.given} == {(seat, None)}
        assert (bots.given[0] == table.position) == (not table.game.has("determinize"))

    run()


def _seats_at(table: Table) -> bot_seats.BotSeats:
    """Bots' seats at a table where nothing that they play is kept."""

    async def get(table_id: str, at_least: int) -> Table:
        return table

    async def seal(seat: int, base: Table, actions: Sequence[int], *, at_random: bool) -> Table:
        return base

    async def write(_: Write[Any]) -> Any:
        return None

    worker_pool = WorkerPool(Jobs(create_async_engine("sqlite+aiosqlite://"), write))
    return bot_seats.BotSeats(worker_pool, get, seal, workers=1, thinking_time=0)


@pytest.mark.parametrize("level", ["raising", "crashing", "cheating"])
@pytest.mark.usefixtures("frail_bots")
def test_a_bot_that_fails_thrice_is_replaced_by_chance(
    database_url: str, level: str, caplog: pytest.LogCaptureFixture
) -> None:
    @asynchronous
    async def run() -> None:
        async with await lively(database_url) as tables:
            table = await tables.create(plan(f"bot:{level}", "me"), ANN)
            with tables.watch(table.id) as news:
                assert await anext(news) == 1
            table = await tables.get(table.id)
            assert table.to_act == 1
            assert tell_log(table)[0].text.endswith(AT_RANDOM)

    with caplog.at_level(logging.WARNING):
        run()
    assert sum("failed (" in message for message in caplog.messages) == 3
    assert any("random bot plays" in message for message in caplog.messages)


def test_a_worker_that_cannot_start_is_told_to_the_operator_and_to_the_table(
    database_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    @asynchronous
    async def run() -> None:
        async with await lively(database_url) as tables:
            table = await tables.create(plan("bot:greedy", "me"), ANN)
            with tables.watch(table.id) as news:
                assert await anext(news) == 1
            table = await tables.get(table.id)
            assert tell_log(table)[0].text.endswith(AT_RANDOM)
            assert table.entries[0].payload["at_random"] is True

    monkeypatch.setattr(thinking, "_work", os._exit)  # its arguments are wrong: it ends at once
    with caplog.at_level(logging.ERROR):
        run()
    assert any("exit code 1 before it could be asked" in message for message in caplog.messages)


@asynchronous
async def test_a_turn_that_a_bot_has_chosen_is_told_without_excuses(database_url: str) -> None:
    async with await lively(database_url) as tables:
        table = await tables.create(plan("bot:greedy", "me"), ANN)
        with tables.watch(table.id) as news:
            assert await anext(news) == 1
        table = await tables.get(table.id)
        assert AT_RANDOM not in tell_log(table)[0].text
        assert set(table.entries[0].payload) == {"actions"}


@pytest.mark.usefixtures("frail_bots")
@asynchronous
async def test_a_hanging_bot_holds_up_no_other_table(database_url: str) -> None:
    async with await lively(database_url, bot_workers=2) as tables:
        hung = await tables.create(plan("bot:hanging", "me"), ANN)
        fine = await tables.create(plan("bot:random", "bot:random"), ANN)
        await until_over(tables, fine.id)
        assert (await tables.get(hung.id)).sequence == 0


@pytest.mark.usefixtures("frail_bots")
def test_a_process_that_hangs_is_killed_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    start = galda.game("quixo").new().known_to(0, 0)
    own = thinking.Thinker()
    assert own._ask(thinking.choose_turn, (start, "random", 1))
    first = own._process
    with monkeypatch.context() as impatient:
        impatient.setattr(thinking, "LONGEST_THOUGHT", 0.2)
        with pytest.raises(thinking.BotFailed, match="no turn within"):
            own._ask(thinking.choose_turn, (start, "hanging", 1))
    assert own._ask(thinking.choose_turn, (start, "random", 1))
    assert own._process is not first
    own.stop()


def test_closing_does_not_wait_for_a_thinking_bot(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = threading.Event()
    ask = thinking.Thinker._ask

    def ask_and_say_so(own: thinking.Thinker, *question: Any) -> Any:
        own._start()
        began.set()
        return ask(own, *question)

    monkeypatch.setattr(thinking.Thinker, "_ask", ask_and_say_so)

    @asynchronous
    async def run() -> None:
        tables = await lively(database_url)
        for _ in range(3):
            await tables.create(plan("bot:master", "bot:master"), ANN)
        assert await asyncio.to_thread(began.wait, patience(30))
        async with asyncio.timeout(patience(20)):
            await tables.close()

    run()


@asynchronous
async def test_many_wait_for_one_worker_and_nobody_is_forgotten(database_url: str) -> None:
    async with await lively(database_url, sweep=False) as tables:
        made = [await tables.create(plan("bot:random", "me"), ANN) for _ in range(20)]
        for table in made:
            with tables.watch(table.id) as news:
                while not (await tables.get(table.id)).sequence:
                    await anext(news)


@asynchronous
async def test_bots_give_way_to_people_at_a_table_of_both(database_url: str) -> None:
    async with await lively(database_url) as tables:
        wanted = plan("me", "bot:random", "local", "bot:random")
        table = await seated(tables, wanted)
        with tables.watch(table.id) as news:
            table = await play(tables, table)
            while table.to_act != 2:
                table = await tables.get(table.id, at_least=await anext(news))
        assert table.sequence == 2


def test_a_worker_ends_with_its_server() -> None:
    own = thinking.Thinker()
    own._start()
    process = own._process
    assert process is not None
    pid = process.pid
    assert pid is not None
    own.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
