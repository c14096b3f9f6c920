"""A restart under load: how long until every open page has its board again, and at what price.

`python benchmarks/storm.py --at-once` lays 200 tables of 150-turn Alhambra into a database of its
own, serves it on a free port of this computer, opens four pages at every table, restarts the
server, and watches all pages come back in the moment in which it is ready (without `--at-once`
with growing pauses, as browsers do). It says whether the bar is met, and stops by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from hosted import Kind, Laid, Server, lay_tables, own_server, verdict
from load import addresses
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

SEATS = 4
LONGEST = 180.0
"""Seconds after which whoever has no view is counted as lost."""
LAST_VIEW_S = 15.0


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
    address: str

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
            self.url,
            additional_headers=headers,
            max_size=None,
            open_timeout=60,
            ping_interval=None,
            local_addr=(self.address, 0),
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


async def storm_over(server: Server, pages: list[Page], *, at_once: bool) -> bool:
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
        worked = server.worked()
        storm = await come_back(pages, until)
    else:
        worked = 0.0
        ready, storm = await asyncio.gather(server.until_ready(), come_back(pages, until))
    worked = server.worked() - worked
    waits = sorted(seen - ready for seen in storm.seen)
    refused = sum(n for what, n in storm.refusals.items() if what.startswith("HTTP 5"))
    asked = time.perf_counter()
    ready_after = await asyncio.to_thread(server.ready)
    told = {
        "pages": len(pages),
        "with_a_view": len(waits),
        "refusals": dict(storm.refusals),
        "median_s": round(waits[len(waits) // 2], 2) if waits else None,
        "last_s": round(waits[-1], 2) if waits else None,
        "ready_after": ready_after,
        "ready_answer_ms": round(1000 * (time.perf_counter() - asked), 1),
        "server_cpu_ms_per_page": round(1000 * worked / len(pages), 1),
        "load_average": round(os.getloadavg()[0], 1),
        "memory_mb": [held, server.memory()],
    }
    print(json.dumps(told))
    return verdict(
        "storm",
        ("last view s", round(waits[-1], 2) if waits else None, LAST_VIEW_S),
        ("5xx", refused, 0),
        ("pages without a view", len(pages) - len(waits), 0),
        ("not ready after", not ready_after, 0),
    )


def page_of(server: Server, table: Laid, seat: int, address: str) -> Page:
    return Page(server.stream(table), table.keys[seat], address)


def main(tables: int, turns: int, *, at_once: bool) -> bool:
    with own_server() as server:
        kind = Kind("alhambra", SEATS, turns)
        laid = asyncio.run(lay_tables(server.database, kind, tables))
        homes = list(zip(laid, addresses(), strict=False))
        pages = [
            page_of(server, table, seat, home) for table, home in homes for seat in range(SEATS)
        ]
        return asyncio.run(storm_over(server, pages, at_once=at_once))


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--tables", type=int, default=200)
    words.add_argument("--turns", type=int, default=150)
    words.add_argument("--at-once", action="store_true", help="all pages come back together")
    given = words.parse_args()
    sys.exit(not main(given.tables, given.turns, at_once=given.at_once))
