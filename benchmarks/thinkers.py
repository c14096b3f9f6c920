"""How fast bots' turns are played: the answer to one move, and turns a second with more workers.

    python benchmarks/thinkers.py answer sqlite:////tmp/t.db
    python benchmarks/thinkers.py coach sqlite:////tmp/t.db
    python benchmarks/thinkers.py turns postgresql://… --workers 1 2 4

`answer`: from a person's move to the turn of a bot that need not think. `coach`: from a question
about a tiny board, where thinking takes a few milliseconds, to its answer. `turns`: what `galda
think` processes of one worker each play. It wants an empty database, and free cores for each
worker; the level `waiting`, a bot that sleeps for 50 ms, shows where there are none how the queue
itself grows.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from galda.bots.levels import GROUP
from galda.table import Asker, Claim, Clock, Hosting, Person, SealTurn, SeatPlan, TablePlan, Tables
from galda.table.storage.schema import ENTRIES, JOBS, TABLES
from galda.table.storage.store import Store

PLAYED = sa.select(sa.func.count(ENTRIES.c.id))
GOING = sa.select(sa.func.count(TABLES.c.id)).where(TABLES.c.finished.is_(False))
THINKING = sa.select(sa.func.count(JOBS.c.worker.distinct()))
ANN = Person("ann", "Ann")
WAITING = """
import time

class Waiting:
    def __init__(self, seed): pass
    def choose(self, position):
        time.sleep(0.05)
        return position.legal_actions[0]
"""


def plan(*seats: SeatPlan) -> TablePlan:
    return TablePlan("quixo", {"players": len(seats)}, seats, Clock())


async def answer(url: str, moves: int) -> None:
    """Print how long a bot takes that need not think."""
    seats = SeatPlan("me"), SeatPlan("bot", level="random")
    seconds: list[float] = []
    async with await Tables.open(url, Hosting(thinking_time=0, tables_per_hour=10**6)) as tables:
        while len(seconds) < moves:
            table = await tables.create(plan(*seats), ANN)
            with tables.watch(table.id) as news:
                while table.to_act == 0:
                    turn = (table.position.legal_actions[0],)
                    began = time.perf_counter()
                    move = SealTurn(f"move-{table.sequence}", table.sequence, turn)
                    table = await tables.do(Claim(table, ANN.id, 0), move)
                    while table.to_act == 1:
                        table = await tables.get(table.id, at_least=await anext(news))
                    seconds.append(time.perf_counter() - began)
    tell(seconds)


async def ask_coach(url: str, questions: int) -> None:
    """Print how long the coach takes where it need not think much."""
    seats = SeatPlan("me"), SeatPlan("local")
    small = TablePlan("quixo", {"players": 2, "size": 3}, seats, Clock())
    seconds: list[float] = []
    async with await Tables.open(url, Hosting(tables_per_hour=10**6)) as tables:
        for number in range(questions):
            table = await tables.create(small, ANN)
            began = time.perf_counter()
            await tables.coach.good_turn(table, Asker(f"person-{number}"), 0, ())
            seconds.append(time.perf_counter() - began)
    tell(seconds)


def tell(seconds: list[float]) -> None:
    """Print how long answers took; the first one starts the worker."""
    told = [1000 * each for each in sorted(seconds[1:])]
    print(f"{len(told)} answers: median {statistics.median(told):.1f} ms, "
          f"quickest {told[0]:.1f} ms, "
          f"slowest hundredth {told[-len(told) // 100]:.1f} ms")  # fmt: skip


def install_waiting_bot(folder: Path) -> None:
    """Make the level `waiting` known to this process and to those that it starts."""
    (folder / "waiting_bot.py").write_text(WAITING)
    known = folder / "waiting_bot-1.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: waiting-bot\nVersion: 1\n")
    (known / "entry_points.txt").write_text(f"[{GROUP}]\nwaiting = waiting_bot:Waiting\n")
    sys.path.insert(0, str(folder))
    os.environ["PYTHONPATH"] = os.pathsep.join(
        filter(None, [str(folder), os.environ.get("PYTHONPATH")])
    )


async def turns(url: str, level: str, workers: int, tables: int, seconds: float) -> None:
    """Print how many turns a second some thinkers play at tables of bots alone."""
    seats = [SeatPlan("bot", level=level)] * 2
    async with await Tables.open(url, Hosting(bot_workers=0, tables_per_hour=10**6)) as service:
        for _ in range(tables):
            await service.create(plan(*seats), ANN)
        environment = {**os.environ, "GALDA_DATABASE_URL": url, "GALDA_BOT_PAUSE_MS": "1"}
        command = [sys.executable, "-m", "galda", "think"]
        thinkers = [
            subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
            for _ in range(workers)
        ]
        try:
            while await _count(service._store, THINKING) < workers:
                await asyncio.sleep(0.1)
            ready = await _count(service._store, PLAYED) + 50 * workers
            while await _count(service._store, PLAYED) < ready:  # all of them load the game
                await asyncio.sleep(0.1)
            before, began = await _count(service._store, PLAYED), time.perf_counter()
            await asyncio.sleep(seconds)
            played = await _count(service._store, PLAYED) - before
            rate = played / (time.perf_counter() - began)
            going = await _count(service._store, GOING)
        finally:
            for thinker in thinkers:
                thinker.terminate()
                thinker.wait()
    print(
        f"{level}, workers: {workers}: {rate:.0f} turns a second; {going} games go on", flush=True
    )


async def _count(store: Store, what: sa.Select[Any]) -> int:
    async with store.engine.connect() as connection:
        return int((await connection.execute(what)).scalar_one())


def main() -> None:
    """Read the command line."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("what", choices=["answer", "coach", "turns"])
    reader.add_argument("url")
    reader.add_argument("--moves", type=int, default=400)
    reader.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    reader.add_argument("--levels", nargs="+", default=["random", "novice", "waiting"])
    reader.add_argument("--tables", type=int, default=100)
    reader.add_argument("--seconds", type=float, default=10)
    given = reader.parse_args()
    if given.what == "answer":
        asyncio.run(answer(given.url, given.moves))
        return
    if given.what == "coach":
        asyncio.run(ask_coach(given.url, given.moves))
        return
    with tempfile.TemporaryDirectory() as folder:
        install_waiting_bot(Path(folder))
        for level in given.levels:
            for workers in given.workers:
                asyncio.run(turns(given.url, level, workers, given.tables, given.seconds))


if __name__ == "__main__":
    main()
