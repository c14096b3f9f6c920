"""How fast the site carries a move to another browser: many tables, two open pages each.

`python benchmarks/load.py` lays 500 tables in the middle of Quixo and of Alhambra into a database
of its own, serves it on a free port of this computer, opens two pages at each and plays, in the way
that pages play: they ask for gzip, too, unless `--plain` is given. It says whether the bar is met,
for each game, and stops by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import json
import os
import random
import sys
import time
from collections.abc import Iterator
from typing import Any

from hosted import Kind, Laid, Line, Server, lay_tables, own_server, share, verdict
from websockets.asyncio.client import connect

LONGEST_OPENING = 120.0
AT_A_TIME = 20
"""Pages that are being opened."""
GAMES = {"quixo": Kind("quixo", 2, 12), "alhambra": Kind("alhambra", 2, 60)}
MIDDLE_MS, SLOWEST_MS, MEMORY_MB = 10.0, 100.0, 400.0


class Watched:
    """One table: two open pages, and players who move now and then."""

    def __init__(self, server: Server, table: Laid, address: str, *, gzip: bool = True) -> None:
        self.server = server
        self.table = table
        self.address = address
        self.lines = [Line(server.port, key, address, gzip=gzip) for key in table.keys]
        self.views: list[dict[str, Any]] = [{}, {}]
        """What each page shows."""
        self.posted: dict[int, float] = {}
        self.played = 0
        """The entry of the last turn."""
        self.delays: list[float] = []
        self.looking = asyncio.Semaphore(0)
        """Released once by each page when it has its first view."""

    async def watch(self, seat: int, opening: asyncio.Semaphore | None = None) -> None:
        """Be an open page; `opening` says how many are opened at a time."""
        headers = {"authorization": f"Bearer {self.table.keys[seat]}"}
        url, first = f"{self.server.stream(self.table)}?page={seat}", True
        if opening:
            await opening.acquire()
        async with connect(
            url,
            additional_headers=headers,
            max_size=None,
            open_timeout=LONGEST_OPENING,
            local_addr=(self.address, 0),
        ) as line:
            async for text in line:
                now = time.perf_counter()
                view = json.loads(text)
                if view["kind"] != "view":
                    continue
                sent = self.posted.get(view["sequence"])
                if sent and view["log"][-1]["seat"] != seat:
                    self.delays.append(now - sent)
                self.views[seat] = view
                if first:
                    self.looking.release()
                    first = False
                    if opening:
                        opening.release()

    async def play(self, until: float, every: float) -> None:
        """Play turns until the time is over, or the game."""
        due = time.perf_counter() + random.uniform(0, every)
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            view = await self._newest()
            if view["result"]:
                return
            await self._turn(view)
            due += every

    async def _newest(self) -> dict[str, Any]:
        """What the page of whoever is to act shows, once it shows the last turn."""
        while True:
            newest = max(self.views, key=lambda each: each["sequence"])
            view = self.views[newest["to_act"] or 0]
            if view["sequence"] == max(newest["sequence"], self.played):
                return view
            await asyncio.sleep(0.01)

    async def _turn(self, view: dict[str, Any]) -> None:
        """Play one turn as a page does: action by action, the last of several being confirmed."""
        seat, sequence, actions = view["viewer"], view["sequence"], list[int]()
        line, path = self.lines[seat], self.table.path
        while view["sequence"] == sequence and not view["draft"]["ready"]:
            actions.append(random.choice(view["paths"])[1])
            body = {"base": view["base"], "actions": actions, "move_id": os.urandom(8).hex()}
            self.posted[sequence + 1] = time.perf_counter()
            drafted = {"at_once": True, "around": False, **body}
            view = await line.post(f"{path}/draft?page={seat}", **drafted)
        if view["sequence"] == sequence:
            self.posted[sequence + 1] = time.perf_counter()
            view = await line.post(f"{path}/moves?page={seat}", **body)
        if view["sequence"] > self.views[seat]["sequence"]:
            self.views[seat] = view  # it is not pushed to the page that is answered with it
        self.played = sequence + 1


async def all_open(watched: list[Watched], lines: list[asyncio.Task[None]]) -> None:
    """Wait until every page has its view; one that is refused ends the measurement."""
    looking = asyncio.gather(*(table.looking.acquire() for table in watched for _ in (0, 1)))
    awaited: list[asyncio.Future[Any]] = [looking, *lines]
    done, _ = await asyncio.wait(
        awaited, timeout=LONGEST_OPENING, return_when=asyncio.FIRST_COMPLETED
    )
    if looking not in done:
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        refused = [
            str(line.exception() or "closed") for line in done if isinstance(line, asyncio.Task)
        ]
        raise SystemExit(f"not all pages could be opened: {refused or 'it took too long'}")


def addresses() -> Iterator[str]:
    """This computer's own, one after the other: tables that share one would wait for their turn."""
    return (f"127.1.{k // 250 % 250}.{k % 250 + 1}" for k in itertools.count())


async def measure(
    server: Server, tables: list[Laid], seconds: float, every: float, *, gzip: bool
) -> bool:
    server.start()
    await server.until_ready()
    homes = zip(tables, addresses(), strict=False)
    watched = [Watched(server, table, address, gzip=gzip) for table, address in homes]
    few = asyncio.Semaphore(AT_A_TIME)
    lines = [asyncio.create_task(t.watch(seat, few)) for t in watched for seat in (0, 1)]
    await all_open(watched, lines)  # before anybody moves
    gc.collect()
    gc.freeze()
    worked, own, until = server.worked(), time.process_time(), time.perf_counter() + seconds
    await asyncio.gather(*(table.play(until, every) for table in watched))
    await asyncio.sleep(0.5)
    worked, own = server.worked() - worked, time.process_time() - own
    for line in lines:
        line.cancel()
    await asyncio.gather(*lines, return_exceptions=True)
    delays = sorted(1000 * delay for t in watched for delay in t.delays)
    found = {f"p{p}_ms": round(share(delays, p), 1) for p in (50, 90, 99)}
    found |= {"slowest_ms": round(delays[-1], 1)}
    memory, kind = server.memory(), tables[0].id.partition("-")[0]
    told = {
        "game": kind,
        "tables": len(tables),
        "gzip": gzip,
        "turns": len(delays),
        **found,
        "server_cpu_ms_per_turn": round(1000 * worked / len(delays), 2),
        "own_cpu_ms_per_turn": round(1000 * own / len(delays), 2),
        "memory_mb": memory,
        "load_average": round(os.getloadavg()[0], 1),
    }
    print(json.dumps(told))
    return verdict(
        f"load, {kind}",
        ("p50 ms", found["p50_ms"], MIDDLE_MS),
        ("p99 ms", found["p99_ms"], SLOWEST_MS),
        ("MB", memory, MEMORY_MB),
    )


async def run(game: str, tables: int, seconds: float, every: float, *, gzip: bool = True) -> bool:
    with own_server() as server:
        laid = await lay_tables(server.database, GAMES[game], tables)
        return await measure(server, laid, seconds, every, gzip=gzip)


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--game", choices=GAMES, action="append", help="only this one")
    words.add_argument("--tables", type=int, default=500)
    words.add_argument("--seconds", type=float, default=60)
    words.add_argument("--every", type=float, default=5, help="seconds between turns at a table")
    words.add_argument("--plain", action="store_true", help="ask for no gzip, unlike browsers")
    given = words.parse_args()
    met = [
        asyncio.run(run(game, given.tables, given.seconds, given.every, gzip=not given.plain))
        for game in given.game or GAMES
    ]
    sys.exit(not all(met))
