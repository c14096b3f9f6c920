"""The coach and reviews as work: one worker of all processes thinks, and everybody hears of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa
from table_support import ANN, BOB, asynchronous, plan, play, quiet
from test_lookback import quick_record, reviewed

from galda.bots import coach
from galda.bots.coach import Advice, Threat
from galda.bots.review import Analysis, Effort
from galda.core.play.values import Estimate, Exact, Outcome, Points, Suggestion
from galda.table import Asker, Stale, Table, Tables, TooMuch
from galda.table.errors import NoAnswer
from galda.table.replay import reviews
from galda.table.storage import jobs, questions
from galda.table.storage.schema import ANSWERS, JOBS
from galda.table.thinking import answers, asks
from galda.table.thinking.thinker import BotFailed, Thinker
from patience import patience

ASKER = Asker(ANN.id, "::1")
SMALL = Effort(nodes=300, steps=300)


class Thoughts:
    """What workers are asked; they think in this process, while `may_answer` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.began, self.may_answer = asyncio.Event(), asyncio.Event()
        self.may_answer.set()
        self.failures = 0

        async def ask(_: Thinker, question: Callable[..., Any], *given: Any) -> Any:
            self.asked.append(question.__name__)
            self.began.set()
            await self.may_answer.wait()
            if self.failures:
                self.failures -= 1
                raise BotFailed("of no fault of its own")
            return question(*given)

        monkeypatch.setattr(Thinker, "ask", ask)
        monkeypatch.setattr(coach, "COACH", SMALL)
        monkeypatch.setattr(coach, "GLANCE", SMALL)
        monkeypatch.setattr(reviews, "effort_for", lambda turns: SMALL)


async def serving(database_url: str) -> Tables:
    """A process that thinks about nothing."""
    return await quiet(database_url, coach_workers=0)


async def drop_dead(tables: Tables) -> None:
    """Let a process do nothing more, not even say so; what it was writing is written."""
    tables._store.jobs.attend(None)
    tasks = (*tables._worker_pool._loops, *tables._worker_pool._doing.values())
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await tables.ping()


async def count(tables: Tables, table: sa.Table) -> int:
    async with tables._store.engine.connect() as connection:
        found = await connection.execute(sa.select(sa.func.count()).select_from(table))
        return int(found.scalar_one())


async def coached(tables: Tables) -> Table:
    return await tables.create(plan("me", "local", options={"size": 3}), ANN)


async def ask_all(tables: Tables, table: Table) -> list[Any]:
    return [
        await tables.coach.good_turn(table, ASKER, 0, ()),
        await tables.coach.chances(table, ASKER, 0),
        await tables.coach.threat(table, ASKER, 0),
    ]


@asynchronous
async def test_answers_come_back_to_the_process_that_was_asked(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts = Thoughts(monkeypatch)
    async with await serving(database_url) as server, await quiet(database_url) as thinker:
        table = await coached(server)
        told = await ask_all(server, table)
        assert thoughts.asked == ["good_turn", "chances", "threat"]
        here = await ask_all(thinker, await thinker.get(table.id))
        assert told == here, "the same from wherever it comes"
        assert len(thoughts.asked) == 3, "kept for whoever asks next"
        assert await count(server, JOBS) == 0


@asynchronous
async def test_a_question_put_at_two_servers_at_once_is_thought_about_once(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts = Thoughts(monkeypatch)
    async with await quiet(database_url) as one, await quiet(database_url) as other:
        table = await coached(one)
        await other.get(table.id)
        asked = (service.coach.chances(table, ASKER, 0) for service in (one, other, one, other))
        first, *rest = await asyncio.gather(*asked)
        assert all(answer == first for answer in rest)
        assert thoughts.asked == ["chances"]


@asynchronous
async def test_a_dead_workers_question_is_taken_over(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "LEASE_SECONDS", patience(0.3))
    thoughts = Thoughts(monkeypatch)
    thoughts.may_answer.clear()
    async with await serving(database_url) as server, await quiet(database_url) as dying:
        table = await coached(server)
        asking = asyncio.create_task(server.coach.chances(table, ASKER, 0))
        await thoughts.began.wait()
        await drop_dead(dying)
        thoughts.may_answer.set()
        async with await quiet(database_url):
            assert sum(await asking) == pytest.approx(1)
        assert thoughts.asked == ["chances"] * 2


@asynchronous
async def test_a_coach_that_fails_is_asked_thrice_and_then_says_so(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts = Thoughts(monkeypatch)
    async with await serving(database_url) as server, await quiet(database_url) as thinker:
        for service in (server, thinker):
            table = await coached(service)
            thoughts.asked.clear()
            thoughts.failures = 3
            with pytest.raises(NoAnswer, match="no answer"):
                await service.coach.chances(table, ASKER, 0)
            assert thoughts.asked == ["chances"] * 3
            assert await count(server, JOBS) == 0
            assert await service.coach.chances(table, ASKER, 0)


@asynchronous
async def test_what_is_asked_about_a_game_that_has_moved_on_is_stale(database_url: str) -> None:
    async with await serving(database_url) as server:
        table = await coached(server)
        asking = asyncio.create_task(server.coach.chances(table, ASKER, 0))
        while not await count(server, JOBS):
            await asyncio.sleep(0.01)
        await play(server, table)
        async with await quiet(database_url):
            with pytest.raises(Stale):
                await asking


@asynchronous
async def test_where_nobody_thinks_the_coach_has_no_answer_and_the_question_is_forgotten(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "PATIENCE", 0.2)
    async with await serving(database_url) as server:
        table = await coached(server)
        with pytest.raises(NoAnswer):
            await server.coach.chances(table, ASKER, 0)
        assert await count(server, JOBS) == 1
        await server._store.questions.forget_old()
        assert await count(server, JOBS) == 0


@asynchronous
async def test_answers_are_kept_for_a_while(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Thoughts(monkeypatch)
    async with await quiet(database_url) as tables:
        table = await coached(tables)
        await tables.coach.chances(table, ASKER, 0)
        await tables._store.questions.forget_old()
        while not await count(tables, ANSWERS):
            await asyncio.sleep(0.01)
        await tables._store.jobs.execute(ANSWERS.update().values(until=1.0))
        await tables._store.questions.forget_old()
        assert await count(tables, ANSWERS) == 0


@asynchronous
async def test_questions_of_all_processes_fill_one_queue(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asks, "SHARES", replace(asks.SHARES, together=5))
    async with await serving(database_url) as one, await serving(database_url) as other:
        tables = [await coached(one) for _ in range(4)]
        asking = [
            asyncio.create_task(service.coach.chances(table, ASKER, 0))
            for service, table in zip((one, other, one), tables, strict=False)
        ]
        while await count(one, JOBS) < 3:
            await asyncio.sleep(0.01)
        with pytest.raises(TooMuch, match="at most 3 of your questions"):
            await other.coach.chances(tables[3], ASKER, 0)
        for seat in (1, 0):
            asking.append(asyncio.create_task(one.coach.chances(tables[3], Asker("bob"), seat)))
        while await count(one, JOBS) < 5:
            await asyncio.sleep(0.01)
        with pytest.raises(TooMuch, match="asking the coach"):
            await one.coach.chances(await coached(one), Asker("bob"), 0)
        newcomer = one.coach.chances(await coached(one), Asker("cid"), 0)
        asking.append(asyncio.create_task(newcomer))
        while await count(one, JOBS) < 6:
            await asyncio.sleep(0.01)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


# Reviews


@asynchronous
async def test_a_review_asked_for_at_one_server_is_made_elsewhere_and_seen_by_all(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "SAVE_EVERY", 0.0)
    thoughts = Thoughts(monkeypatch)
    async with await serving(database_url) as one, await serving(database_url) as other:
        game = await one.lookback.bring(quick_record(), ANN.id)
        for service, asker in ((one, ANN), (other, BOB)):
            begun = await service.lookback.reviews.ask(game.id, Asker(asker.id))
            assert (begun.steps, begun.finished) == ((), False)
        assert await count(one, JOBS) == 1
        thoughts.may_answer.clear()
        async with await quiet(database_url):
            await thoughts.began.wait()
            thoughts.may_answer.set()
            seen = [await reviewed(service, game.id) for service in (one, other)]
        assert seen[0] == seen[1]
        assert len(thoughts.asked) == game.last + 1, "each turn was looked at once"
        assert await count(one, JOBS) == 0


@asynchronous
async def test_a_dead_workers_review_goes_on_where_it_was_left(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "LEASE_SECONDS", patience(0.3))
    monkeypatch.setattr(reviews, "SAVE_EVERY", 0.0)
    thoughts = Thoughts(monkeypatch)
    async with await quiet(database_url) as dying, await serving(database_url) as server:
        game = await dying.lookback.bring(quick_record(), ANN.id)
        await dying.lookback.reviews.ask(game.id, ASKER)
        while not (kept := await server.lookback.reviews.see(game.id)) or len(kept.steps) < 3:
            await asyncio.sleep(0.005)
        thoughts.may_answer.clear()
        await drop_dead(dying)
        left = await server.lookback.reviews.see(game.id)
        assert left
        thoughts.asked.clear()
        thoughts.may_answer.set()
        if not left.finished:
            async with await quiet(database_url):
                kept = await reviewed(server, game.id)
            assert kept.steps[: len(left.steps)] == left.steps
            assert len(thoughts.asked) == kept.total - len(left.steps)


@asynchronous
async def test_who_has_lost_a_review_writes_nothing_more(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await serving(database_url) as slow, await serving(database_url) as heir:
        game = await slow.lookback.bring(quick_record(), ANN.id)
        kept = await slow.lookback.reviews.ask(game.id, ASKER)
        mine = await slow._store.jobs.take([jobs.REVIEW])
        await slow._store.jobs.execute(JOBS.update().values(lease_until=0.0))
        assert mine
        assert await heir._store.jobs.take([jobs.REVIEW])
        assert not await slow.lookback._shelf.save_review(kept, mine)
        await slow.lookback._shelf.drop_review(mine)
        assert await heir.lookback.reviews.see(game.id)


@asynchronous
async def test_reviews_that_wait_take_turns(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "SLICE", -1.0)
    Thoughts(monkeypatch)
    looked: list[str] = []
    look_at = reviews.Reviews._look_at

    async def look(own: reviews.Reviews, job: jobs.Job, *given: Any) -> dict[str, object]:
        looked.append(job.game_id)
        return await look_at(own, job, *given)

    monkeypatch.setattr(reviews.Reviews, "_look_at", look)
    async with await serving(database_url) as server:
        games = [(await server.lookback.bring(quick_record(n), ANN.id)).id for n in (3, 4)]
        for game in games:
            await server.lookback.reviews.ask(game, ASKER)
        async with await quiet(database_url):
            for game in games:
                await reviewed(server, game)
    assert looked[:6] == games * 3


@asynchronous
async def test_a_review_that_fails_is_forgotten_and_can_be_asked_for_again(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts = Thoughts(monkeypatch)
    thoughts.failures = 3
    async with await quiet(database_url) as tables:
        game = await tables.lookback.bring(quick_record(), ANN.id)
        await tables.lookback.reviews.ask(game.id, ASKER)
        while await tables.lookback.reviews.see(game.id):
            await asyncio.sleep(0.01)
        assert await count(tables, JOBS) == 0
        await tables.lookback.reviews.ask(game.id, ASKER)
        assert (await reviewed(tables, game.id)).total == game.last + 1


@asynchronous
async def test_a_review_that_an_older_version_began_is_finished(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Thoughts(monkeypatch)
    async with await serving(database_url) as older:
        game = await older.lookback.bring(quick_record(), ANN.id)
        await older.lookback.reviews.ask(game.id, ASKER)
        await older._store.jobs.execute(JOBS.delete())
    async with await quiet(database_url) as newer:
        assert (await reviewed(newer, game.id)).total == game.last + 1


# Answers on their way

ADVICE = Advice(
    Analysis(
        (0.1, 0.9),
        (
            Suggestion(3, Exact(Outcome.WON, 21), 7),
            Suggestion(4, Exact(Outcome.DRAWN)),
            Suggestion(5, Estimate(1 / 3), 12),
            Suggestion(6, Points(-2.5)),
        ),
    ),
    (3, 8),
)
THREAT = Threat(1, (2, 3), (4,), 0.25, 1 / 3, 14, 2)


@pytest.mark.parametrize(
    ("write", "read", "said"),
    [
        (answers.write_advice, answers.read_advice, ADVICE),
        (answers.write_chances, answers.read_chances, (0.1, 2 / 3)),
        (answers.write_threat, answers.read_threat, THREAT),
        (answers.write_threat, answers.read_threat, None),
    ],
)
def test_an_answer_is_the_same_after_its_way_through_the_database(
    write: Callable[[Any], Any], read: Callable[[Any], Any], said: Any
) -> None:
    assert read(json.loads(json.dumps(write(said)))) == said
