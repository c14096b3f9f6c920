"""One visitor floods the site: how long do the moves of others take meanwhile?

`python benchmarks/flood.py` serves tables of its own on a free port of this computer, lets one
client with a hundred connections ask for one thing after another as fast as it can, route by route
(`floods.py`), and measures the time from another player's move to the other page. It says for each
whether the bar is met, and stops by itself; `--only coach` takes those with that in their name.
Before each flood one request says whether it is answered as it should be: a flood of requests that
are refused at once would measure nothing. `--check` asks no more than that.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

from floods import FLOODS, SOCKET, Flood
from hosted import Kind, Laid, Line, Server, lay_tables, own_server, verdict
from load import Watched
from websockets.asyncio.client import ClientConnection, connect

OURS, THEIRS, OVER = Kind("alhambra", 2, 20), Kind("alhambra", 4, 150), Kind("quixo", 2, None)
ELSEWHERE = "127.0.1.{}"
"""The flooders' addresses, each its own: limits count by addresses, and what one flood has used up
must not be refused to the next. The victim has another."""
EVERY = 0.1
"""Seconds between the victim's turns."""
SETTLE = 1.0
SAID = {"shout": '{"look": 0}', "again": '{"again": true}'}
"""What is said to a live connection: nothing new, and that an answer was lost."""
MEDIAN_MS = 100.0


@dataclass(frozen=True, slots=True)
class Target:
    """What a flooder asks about."""

    port: int
    address: str
    table: Laid
    over: Laid

    def key(self, flood: Flood) -> str:
        """The key that a flood shows."""
        table = self.over if flood.about_the_end else self.table
        return table.keys[table.to_act]

    def places(self, k: int) -> dict[str, object]:
        return {
            "table": self.table.id, "over": self.over.id, "base": self.table.base, "k": k,
            "watch": self.table.watch, "game": "alhambra", "action": self.table.action,
        }  # fmt: skip


async def knock(flood: Flood, target: Target, key: str, until: float, count: list[int]) -> None:
    """Ask again and again on one connection."""
    line = Line(target.port, key, target.address)
    while time.perf_counter() < until:
        count[0] += 1
        places = target.places(count[0])
        body = flood.body.format(**places).encode()
        with suppress(OSError, EOFError):
            await line.ask(flood.method, flood.path.format(**places), body, flood.kind)
    line.close()


async def shout(flood: Flood, target: Target, key: str, until: float, count: list[int]) -> None:
    """Say things to a live connection, with or without an answer, ping it, or open it anew."""
    url = f"ws://127.0.0.1:{target.port}{flood.path.format(**target.places(0))}"
    headers = {"authorization": f"Bearer {key}"}
    while time.perf_counter() < until:
        count[0] += 1
        with suppress(Exception):
            async with connect(
                url, additional_headers=headers, max_size=None, local_addr=(target.address, 0)
            ) as line:
                while flood.body != "reopen" and time.perf_counter() < until:
                    await _speak(line, flood.body)
        await asyncio.sleep(0.01)


async def _speak(line: ClientConnection, how: str) -> None:
    for _ in range(100):
        await (line.ping() if how == "ping" else line.send(SAID[how]))
    await asyncio.sleep(0)


def run_flood(flood: Flood, target: Target, connections: int, seconds: float) -> int:
    """Flood on many connections, in a process of its own; how often it was asked."""
    until, count = time.perf_counter() + seconds, [0]
    ask, key = (shout if flood.method == SOCKET else knock), target.key(flood)

    async def all_at_once() -> None:
        asking = [
            asyncio.create_task(ask(flood, target, key, until, count)) for _ in range(connections)
        ]
        await asyncio.sleep(seconds)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)

    asyncio.run(all_at_once())
    return count[0]


async def is_answered(name: str, flood: Flood, target: Target) -> bool:
    """Whether one request of a flood gets the answer that it is about; says so if not."""
    if flood.method == SOCKET or "wait=" in flood.path:
        return True
    line = Line(target.port, target.key(flood), target.address)
    places = target.places(1)
    body = flood.body.format(**places).encode()
    status, answer = await line.ask(flood.method, flood.path.format(**places), body, flood.kind)
    line.close()
    if status not in flood.answers:
        print(f"flood, {name}: answered {status}, not {flood.answers}: {answer[:200].decode()}")
    return status in flood.answers


async def measure(
    server: Server, name: str, flood: Flood | None, tables: tuple[Laid, Target], given: Given
) -> bool:
    """Flood by one thing, and say what that does to another player's moves."""
    victim, target = Watched(server, tables[0], "127.0.0.1"), tables[1]
    pages = [asyncio.create_task(victim.watch(seat)) for seat in (0, 1)]
    for _ in pages:
        await asyncio.wait_for(victim.looking.acquire(), 60)
    loop, worked = asyncio.get_running_loop(), server.worked()
    asked = 0
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as flooder:
        flooder.submit(int).result()
        noise = None
        if flood is not None:
            seconds = given.seconds + SETTLE
            asking = (flood, target, given.connections, seconds)
            noise = loop.run_in_executor(flooder, run_flood, *asking)
            await asyncio.sleep(SETTLE)
        await victim.play(time.perf_counter() + given.seconds, EVERY)
        asked = await noise if noise else 0
    for page in pages:
        page.cancel()
    await asyncio.gather(*pages, return_exceptions=True)
    delays = [1000 * delay for delay in victim.delays]
    median = round(statistics.median(delays), 1) if delays else None
    told = {
        "asked_per_s": round(asked / (given.seconds + SETTLE)),
        "turns": len(delays),
        "worst_ms": round(max(delays), 1) if delays else None,
        "server_cpu_s": round(server.worked() - worked, 1),
    }
    return verdict(f"flood, {name} {json.dumps(told)}", ("median ms", median, MEDIAN_MS))


@dataclass(frozen=True, slots=True)
class Given:
    """What was asked for on the command line."""

    connections: int
    seconds: float
    only: str
    check: bool


def chosen(only: str) -> list[tuple[str, Flood | None]]:
    """The floods by name; the first is none."""
    listed: list[tuple[str, Flood | None]] = [("nothing", None)]
    for route, floods in FLOODS.items():
        for number, flood in enumerate(floods):
            name = f"{route} ({flood.body if flood.method == SOCKET else number + 1})"
            listed.append((route if len(floods) == 1 else name, flood))
    return [pair for pair in listed if only in pair[0]]


async def run(given: Given) -> bool:
    floods = chosen(given.only)
    with own_server() as server:
        count = len(floods)
        ours = await lay_tables(server.database, OURS, count)
        theirs = await lay_tables(server.database, THEIRS, count, first=count)
        over = await lay_tables(server.database, OVER, count, first=2 * count)
        server.start()
        await server.until_ready()
        met = []
        for k, (name, flood) in enumerate(floods):
            target = Target(server.port, ELSEWHERE.format(k + 1), theirs[k], over[k])
            met.append(flood is None or await is_answered(name, flood, target))
            if met[-1] and not given.check:
                met[-1] = await measure(server, name, flood, (ours[k], target), given)
        ready = await asyncio.to_thread(server.ready)
        print(f"flood: {sum(met)} of {len(met)} bars met; ready afterwards: {ready}")
        return all(met) and ready


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--connections", type=int, default=100)
    words.add_argument("--seconds", type=float, default=4)
    words.add_argument("--only", default="")
    words.add_argument("--check", action="store_true", help="only ask once for each")
    said = words.parse_args()
    given = Given(said.connections, said.seconds, said.only, said.check)
    sys.exit(not asyncio.run(run(given)))
