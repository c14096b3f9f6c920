"""Questions to the coach: one worker thinks about each, and those who wait for it get the answer.

Answers travel by the database to the process that serves the page, which hears of them as it hears
of moves (`news.py`), and are kept there for a while for others who ask the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from galda.table.asking import Asker
from galda.table.errors import NoAnswer
from galda.table.storage import jobs
from galda.table.storage.dialects import insert_new
from galda.table.storage.jobs import COACH, Job, Jobs, NewJob
from galda.table.storage.schema import ANSWERS, JOBS
from galda.table.storage.writer import Commit

ANSWERS_CHANNEL = "galda_answers"
KEPT_SECONDS = 600.0
PATIENCE = 120.0
"""Seconds after which nobody waits for an answer any more."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something about a table as it was after an entry; equal questions have equal answers."""

    game_id: str
    sequence: int
    text: str


class Questions:
    """The questions of all processes, as one sees them. Answers are plain values, as in JSON."""

    def __init__(self, jobs: Jobs, engine: AsyncEngine, write: Commit) -> None:
        self._jobs = jobs
        self._engine = engine
        self._write = write
        self._is_postgres = engine.dialect.name == "postgresql"
        self._keep = insert_new(ANSWERS, is_postgres=self._is_postgres)
        self._waiting: dict[Question, list[asyncio.Future[Any]]] = {}

    # Asking

    async def ask(
        self, question: Question, asker: Asker, check: Callable[[sa.Connection, int], None]
    ) -> Any:
        """The answer, or `NoAnswer`.

        What is new is asked if `check`, which is told how many wait already, does not refuse.
        """
        job = NewJob(COACH, question.game_id, question.sequence, question.text, asker)

        def write(
            connection: sa.Connection, ours: bool
        ) -> tuple[tuple[list[Any], bool], Job | None]:
            waiting = self._jobs.queue_up(connection, COACH)
            # In this order: what is answered between the two is found by the second.
            same = JOBS.c.kind == COACH, *_is(question, JOBS)
            asked = connection.execute(sa.select(JOBS.c.id).where(*same)).first()
            said = sa.select(ANSWERS.c.answer).where(*_is(question, ANSWERS))
            known = list(connection.execute(said).scalars())
            if asked or known:
                return (known, False), None
            check(connection, waiting)
            return (known, ours), self._jobs.add(connection, job, ours=ours)

        known, ours = await self._jobs.commit(COACH, write, self._write)
        if known:
            return known[0]
        try:
            return await self._wait(question, ours=ours)
        except asyncio.CancelledError:
            await asyncio.shield(self._withdraw(question, asker))
            raise

    async def _wait(self, question: Question, *, ours: bool) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(question, []).append(answer)
        try:
            async with asyncio.timeout(PATIENCE):
                if not ours:
                    await self.look()  # it may have been answered before we began to wait
                while not answer.done():
                    await asyncio.wait([answer], timeout=jobs.LEASE_SECONDS / 3)
                    if not answer.done():
                        await self.look()
                return answer.result()
        except TimeoutError:
            raise NoAnswer from None
        finally:
            self._forget(question, answer)

    async def _withdraw(self, question: Question, asker: Asker) -> None:
        """The one who asked has gone: no worker begins with it, unless others wait here."""
        if question in self._waiting:
            return
        own = *_is(question, JOBS), JOBS.c.kind == COACH, JOBS.c.person == asker.person
        free = JOBS.c.lease_until <= self._jobs.now()
        await self._jobs.execute(JOBS.delete().where(*own, free))

    def _forget(self, question: Question, answer: asyncio.Future[Any]) -> None:
        answer.cancel()
        waiting = self._waiting.get(question, [])
        with suppress(ValueError):
            waiting.remove(answer)
        if not waiting:
            self._waiting.pop(question, None)

    async def look(self) -> None:
        """See whether what is waited for here has been answered, or given up."""
        if not self._waiting:
            return
        asked = list(self._waiting)
        games = [question.game_id for question in asked]
        async with self._engine.connect() as connection:
            due = sa.select(JOBS.c.game_id, JOBS.c.sequence, JOBS.c.question)
            due = due.where(JOBS.c.kind == COACH, JOBS.c.game_id.in_(games))
            left = {Question(*row) for row in await connection.execute(due)}
            said = ANSWERS.select().where(ANSWERS.c.game_id.in_(games))
            found = {
                Question(row.game_id, row.sequence, row.question): row.answer
                for row in await connection.execute(said)
            }
        for question in asked:
            if question in found:
                self._tell(question, found[question])
            elif question not in left:
                self._tell(question, NoAnswer())

    def waits_for(self, told: str) -> bool:
        """Whether somebody here waits for an answer at a table that another process tells of."""
        return any(question.game_id == told for question in self._waiting)

    def _tell(self, question: Question, answer: Any) -> None:
        for waiting in self._waiting.get(question, []):
            if waiting.done():
                continue
            if isinstance(answer, NoAnswer):
                waiting.set_exception(answer)
            else:
                waiting.set_result(answer)

    # Answering

    async def answer(self, job: Job, said: Any) -> None:
        """Say what came of a question; those who wait here need not wait for the disk."""
        question = Question(job.game_id, job.sequence, job.question)
        self._tell(question, said)
        row = {"game_id": job.game_id, "sequence": job.sequence, "question": job.question}
        row |= {"answer": said, "until": self._jobs.now() + KEPT_SECONDS}

        def write(connection: sa.Connection) -> None:
            if self._jobs.delete(connection, job):
                connection.execute(self._keep.values(row))
                self._call(connection, job.game_id)

        await self._write(write)

    async def give_up(self, job: Job) -> None:
        """There is no answer, or it is not needed any more."""

        def write(connection: sa.Connection) -> bool:
            gone = self._jobs.delete(connection, job)
            if gone:
                self._call(connection, job.game_id)
            return gone

        if await self._write(write):
            self._tell(Question(job.game_id, job.sequence, job.question), NoAnswer())

    def _call(self, connection: sa.Connection, game_id: str) -> None:
        if self._is_postgres:
            connection.execute(sa.select(sa.func.pg_notify(ANSWERS_CHANNEL, game_id)))

    # Tidying

    async def forget_old(self) -> None:
        """Forget answers that were kept long enough, and questions that nobody waits for."""
        now = self._jobs.now()
        old = ANSWERS.c.until <= now
        free = (JOBS.c.kind == COACH) & (JOBS.c.lease_until <= now)
        forsaken = free & (JOBS.c.asked <= now - PATIENCE)
        async with self._engine.connect() as connection:
            found = [
                (await connection.execute(sa.select(sa.exists().where(which)))).scalar_one()
                for which in (old, forsaken)
            ]
        if any(found):

            def write(connection: sa.Connection) -> None:
                connection.execute(ANSWERS.delete().where(old))
                connection.execute(JOBS.delete().where(forsaken))

            await self._write(write)


def _is(question: Question, table: sa.Table) -> tuple[sa.ColumnElement[bool], ...]:
    """The conditions that a row of a table is about a question."""
    return (
        table.c.game_id == question.game_id,
        table.c.sequence == question.sequence,
        table.c.question == question.text,
    )
