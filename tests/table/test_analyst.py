"""Positions that somebody brings along: thought about in the coach's queue, in fair shares."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa
from table_support import asynchronous, quiet

import galda
from galda.bots.analysis import EFFORTS, Matter
from galda.table import Asker, Tables, TooMuch
from galda.table.storage.jobs import COACH
from galda.table.storage.schema import JOBS

ROOT = "quixo size=3 x../.o./... 1"
ANN, BOB = Asker("ann", "::1"), Asker("bob", "::2")


async def in_queue(tables: Tables) -> int:
    count = sa.select(sa.func.count(JOBS.c.id)).where(JOBS.c.kind == COACH)
    async with tables._store.engine.connect() as connection:
        return int((await connection.execute(count)).scalar_one())


async def waiting(tables: Tables, most: int) -> None:
    """Wait until so many questions are in the queue."""
    while await in_queue(tables) < most:
        await asyncio.sleep(0.01)


@asynchronous
async def test_a_position_is_thought_about_and_the_answer_kept(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        matter = Matter(ROOT, (), None, 3)
        verdict = await tables.analyst.best_turns(matter, ANN, 0)
        start = matter.position()
        values = [good.value for good in verdict.turns]
        assert len(values) == 3
        assert values == sorted(values, reverse=True)
        for good in verdict.turns:
            assert not start.play_all(good.turn).in_turn
        assert await tables.analyst.best_turns(matter, BOB, 0) is verdict, "thought once"


@asynchronous
async def test_nobody_fills_the_queue_with_positions_of_their_own(database_url: str) -> None:
    async with await quiet(database_url, coach_workers=0) as tables:
        asking: list[asyncio.Task[Any]] = [
            asyncio.create_task(tables.analyst.best_turns(Matter(ROOT, (), None, seed), ANN, 2))
            for seed in range(3)
        ]
        await waiting(tables, 3)
        with pytest.raises(TooMuch, match="of your questions wait"):
            await tables.analyst.spread(Matter(ROOT, (), None, 9), ANN)
        asking.append(asyncio.create_task(tables.analyst.spread(Matter(ROOT), BOB)))
        await waiting(tables, 4)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


@pytest.mark.parametrize("name", ["towers", "alhambra"])
def test_the_engine_is_given_what_a_seat_knows_and_nothing_else(name: str) -> None:
    start = galda.game(name).new(players=3, seed=5)
    for seat in range(3):
        drawn = start.known_to(seat, 77)
        other = galda.Position(start.game, start.options, None, drawn.states)
        assert other != start
        ours, theirs = (Matter(p.text, (), seat, 4).known() for p in (start, other))
        assert ours == theirs
        assert ours.seen_by(seat) == start.seen_by(seat)


def test_a_matter_is_the_same_when_it_is_read_again() -> None:
    matter = Matter(ROOT, (1, 2), 1, 7)
    assert Matter.read(matter.write()) == matter
    assert EFFORTS[0].nodes < EFFORTS[1].nodes < EFFORTS[2].nodes


@asynchronous
async def test_a_question_is_withdrawn_when_nobody_waits_for_it(database_url: str) -> None:
    async with await quiet(database_url, coach_workers=0) as tables:
        both = [
            asyncio.create_task(tables.analyst.best_turns(Matter(ROOT), ANN, 2)) for _ in range(2)
        ]
        await waiting(tables, 1)
        await asyncio.sleep(0.05)
        for task, left in zip(both, (1, 0), strict=True):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            assert await in_queue(tables) == left, "whoever still waits is answered"
