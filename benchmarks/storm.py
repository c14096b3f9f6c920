"""A restart under load: how long until every open page has its board again, and at what price.

`python benchmarks/storm.py --tables 200` plays random Alhambra games of about 150 turns into a
database of its own, serves it on a free port of this computer, opens four pages at every table,
restarts the server, and watches all pages come back, with growing pauses as browsers do
(`--at-once`: all in the moment in which it is ready). It stops by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

from galda.core.play.runner import Runner
from galda.games import game
from galda.table.log.entry import Entry
from galda.table.log.history import after
from galda.table.log.table import Table
from galda.table.setup.plan import SeatPlan, TablePlan, check_plan
from galda.table.setup.seating import Seat
from galda.table.storage.store import Opening, Store
from galda.web.security.people import SeatKey, Signer

SECRET = "the secret of a server that nobody else can reach"
SEATS = 4
LONGEST = 180.0
"""Seconds after which whoever has no view is counted as lost."""
PLAN = check_plan(
    TablePlan("alhambra", {"players": SEATS}, tuple(SeatPlan("local") for _ in range(SEATS)))
)


# The database


def play(seed: int, turns: int) -> list[list[int]]:
    """The turns of a random game that has not ended."""
    drawn = random.Random(seed)
    runner = Runner(game(PLAN.game), seed=seed, **PLAN.options)
    played: list[list[int]] = [[]]
    while len(runner.legal_actions):
        action = int(drawn.choice(runner.legal_actions))
        runner.play(action)
        played[-1].append(action)
        if not runner.position().in_turn:
            if len(played) == turns:
                return played
            played.append([])
    return play(seed + 1_000_000, turns)  # this one was over early


async def lay_table(store: Store, number: int, turns: int) -> str:
    """Store a table with a game under way; its id."""
    seats = tuple(
        Seat(k, "friend", f"Player {k}", f"person-{number}-{k}", "", f"key-{number}-{k}")
        for k in range(SEATS)
    )
    seed, now = number, time.time() - turns
    table = Table(f"storm-{number}", PLAN, seats, "watch", now, seed)
    await store.create(Opening(table, seed))
    for k, actions in enumerate(play(seed, turns), start=1):
        seat = table.position.to_act
        entry = Entry(k, seat, "turn", {"actions": actions}, now + k, f"move-{k}")
        grown = after(table, entry)
        await store.append(table, grown)
        table = grown
    return table.id


async def lay_tables(url: str, tables: int, turns: int) -> list[str]:
    """Store many tables."""
    store = await Store.open(url)
    try:
        return list(await asyncio.gather(*(lay_table(store, n, turns) for n in range(tables))))
    finally:
        await store.close()


# The server


@dataclass
class Server:
    """`galda serve` on this computer, with a folder of its own."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def home(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, **settings: str) -> None:
        own = {"GALDA_DATA": str(self.folder), "GALDA_SECRET": SECRET, **settings}
        command = [sys.executable, "-m", "galda", "serve", "--no-browser", "--port", str(self.port)]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                command, env=os.environ | own, stdout=log, stderr=subprocess.STDOUT
            )

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def ready(self) -> bool:
        """Whether it says that it can serve."""
        for path in ("/readyz", "/healthz"):
            try:
                with urllib.request.urlopen(self.home + path, timeout=30) as answer:
                    return bool(answer.status == 200)
            except urllib.error.HTTPError as refused:
                if refused.code != 404:
                    return False
            except OSError:
                return False
        return False

    async def until_ready(self) -> float:
        """The moment in which it is ready."""
        until = time.perf_counter() + LONGEST
        while time.perf_counter() < until:
            if await asyncio.to_thread(self.ready):
                return time.perf_counter()
            await asyncio.sleep(0.05)
        raise SystemExit(f"the server did not start: see {self.folder / 'server.log'}")

    def memory(self) -> float:
        """Megabytes that it holds."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return round(int(status.split("VmRSS:")[1].split()[0]) / 1024, 1)

    def worked(self) -> float:
        """Seconds of processor time that it has used."""
        assert self.process is not None
        figures = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(figures[11]) + int(figures[12])) / os.sysconf("SC_CLK_TCK")


# The pages


@dataclass
class Storm:
    """What the pages have met with."""

    refusals: Counter[str] = field(default_factory=Counter)
    seen: list[float] = field(default_factory=list)
    """When each page had its view."""


@dataclass
class Page:
    """One open page of one seat."""

    url: str
    key: str

    async def look(self, storm: Storm, seen: Callable[[], Awaitable[None]], until: float) -> None:
        """Connect, again and again if need be, and stay after the first view."""
        tries = 0
        while time.perf_counter() < until:
            try:
                await self._stay(storm, seen)
                return
            except InvalidStatus as refused:
                storm.refusals[f"HTTP {refused.response.status_code}"] += 1
            except TimeoutError:
                storm.refusals["timed out"] += 1
            except (OSError, WebSocketException, EOFError):
                storm.refusals["not reached, or closed"] += 1
            pause = min(10.0, 0.25 * 2 ** min(tries, 6))  # as static/live.js does
            tries += 1
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))

    async def _stay(self, storm: Storm, seen: Callable[[], Awaitable[None]]) -> None:
        headers = {"authorization": f"Bearer {self.key}"}
        async with connect(
            self.url, additional_headers=headers, max_size=None, open_timeout=60, ping_interval=None
        ) as line:
            view = json.loads(await line.recv())
            if view["kind"] != "view" or not view["svg"]:
                raise OSError("this is no view")
            storm.seen.append(time.perf_counter())
            await seen()
            async for _ in line:
                pass


async def open_pages(pages: list[Page], until: float) -> list[asyncio.Task[None]]:
    """Open all pages, a few at a time; they close when the server does."""
    few, storm, count = asyncio.Semaphore(4), Storm(), asyncio.Semaphore(0)

    async def opened() -> None:
        few.release()
        count.release()

    async def one(page: Page) -> None:
        await few.acquire()
        with suppress(asyncio.CancelledError):
            await page.look(storm, opened, until)

    tasks = [asyncio.create_task(one(page)) for page in pages]
    for _ in pages:
        await asyncio.wait_for(count.acquire(), until - time.perf_counter())
    return tasks


async def come_back(pages: list[Page], until: float) -> Storm:
    """All pages try to come back; what they met with."""
    storm, count = Storm(), asyncio.Semaphore(0)

    async def there() -> None:
        count.release()

    tasks = [asyncio.create_task(page.look(storm, there, until)) for page in pages]
    with suppress(TimeoutError):
        for _ in pages:
            await asyncio.wait_for(count.acquire(), max(0.0, until - time.perf_counter()))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return storm


# All together


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def storm_over(server: Server, pages: list[Page], *, at_once: bool) -> dict[str, object]:
    """Open pages, restart the server, and measure the way back."""
    server.start()
    await server.until_ready()
    watching = await open_pages(pages, time.perf_counter() + LONGEST)
    held = server.memory()
    await asyncio.to_thread(server.stop)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    server.start()
    until = time.perf_counter() + LONGEST
    if at_once:
        ready = await server.until_ready()
        storm = await come_back(pages, until)
    else:
        ready, storm = await asyncio.gather(server.until_ready(), come_back(pages, until))
    worked = server.worked()
    waits = sorted(seen - ready for seen in storm.seen)
    asked = time.perf_counter()
    return {
        "pages": len(pages),
        "with_a_view": len(waits),
        "refusals": dict(storm.refusals),
        "5xx": sum(n for what, n in storm.refusals.items() if what.startswith("HTTP 5")),
        "median_s": round(waits[len(waits) // 2], 2) if waits else None,
        "last_s": round(waits[-1], 2) if waits else None,
        "ready_after": await asyncio.to_thread(server.ready),
        "ready_answer_ms": round(1000 * (time.perf_counter() - asked), 1),
        "server_cpu_s": round(worked, 1),
        "load_average": round(os.getloadavg()[0], 1),
        "memory_mb": [held, server.memory()],
    }


def main(tables: int, turns: int, *, at_once: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), free_port())
        began = time.perf_counter()
        url = f"sqlite+aiosqlite:///{folder}/tables.sqlite"
        laid = asyncio.run(lay_tables(url, tables, turns))
        print(f"{tables} tables in {time.perf_counter() - began:.1f} s", file=sys.stderr)
        signer = Signer(SECRET)
        stream = f"ws://127.0.0.1:{server.port}/api/v1/tables/{{}}/stream"
        pages = [
            Page(stream.format(id), signer.seat_key(SeatKey(id, k, f"person-{n}-{k}")))
            for n, id in enumerate(laid)
            for k in range(SEATS)
        ]
        try:
            found = asyncio.run(storm_over(server, pages, at_once=at_once))
        finally:
            server.stop()
        print(json.dumps({"tables": tables, "turns": turns, **found}))


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--tables", type=int, default=200)
    words.add_argument("--turns", type=int, default=150)
    words.add_argument("--at-once", action="store_true", help="all pages come back together")
    given = words.parse_args()
    main(given.tables, given.turns, at_once=given.at_once)
