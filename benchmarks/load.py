"""How fast the site carries a move to another browser: many tables, two watching sockets each.

Start a server (`GALDA_TABLES_PER_HOUR=100000 GALDA_TABLES_PER_ADDRESS=100000 galda serve
--no-browser`), then `python benchmarks/load.py http://127.0.0.1:8000 --tables 500 --seconds 60`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import time
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

LONGEST_OPENING = 120.0
PLAN = {"game": "quixo", "seats": [{"kind": "me"}, {"kind": "local"}]}


def ask(url: str, body: dict[str, Any] | None = None, key: str = "") -> Any:
    headers = {"content-type": "application/json"}
    if key:
        headers["authorization"] = f"Bearer {key}"
    sent = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, sent, headers)) as answer:
        return json.load(answer)


class Watched:
    """One table: two open pages, and a player who moves now and then."""

    def __init__(self, home: str) -> None:
        made = ask(f"{home}/api/v1/tables", PLAN)
        self.home = home
        self.path = f"/api/v1/tables/{made['table']}"
        self.keys = [seat["key"] for seat in made["seats"]]
        self.view: dict[str, Any] = ask(home + self.path, key=self.keys[0])
        self.posted: dict[int, float] = {}
        self.delays: list[float] = []
        self.looking = asyncio.Semaphore(0)
        """Released once by each page when it has its first view."""

    async def watch(self, seat: int) -> None:
        url = self.home.replace("http", "ws", 1) + self.path + "/stream"
        headers = {"authorization": f"Bearer {self.keys[seat]}"}
        line: ClientConnection
        async with connect(url, additional_headers=headers, max_size=None) as line:
            first = True
            async for text in line:
                now = time.perf_counter()
                view = json.loads(text)
                if view["kind"] != "view":
                    continue
                if first:
                    self.looking.release()
                    first = False
                if seat != view["to_act"] and (sent := self.posted.get(view["sequence"])):
                    self.delays.append(now - sent)
                if view["paths"] and view["sequence"] >= self.view["sequence"]:
                    self.view = view

    async def play(self, until: float, every: float) -> None:
        await asyncio.sleep(random.uniform(0, every))
        while time.perf_counter() < until and not self.view["result"]:
            view = self.view
            action = random.choice(view["paths"])[1]
            body = {"base": view["base"], "actions": [action], "move_id": uuid.uuid4().hex}
            key = self.keys[view["viewer"]]
            self.posted[view["sequence"] + 1] = time.perf_counter()
            await asyncio.to_thread(ask, f"{self.home}{self.path}/moves", body, key)
            await asyncio.sleep(every)


async def all_open(watched: list[Watched], lines: list[asyncio.Task[None]]) -> None:
    """Wait until every page has its view; one that is refused ends the measurement."""
    looking = asyncio.gather(*(table.looking.acquire() for table in watched for _ in (0, 1)))
    done, _ = await asyncio.wait(
        [looking, *lines], timeout=LONGEST_OPENING, return_when=asyncio.FIRST_COMPLETED
    )
    if looking not in done:
        looking.cancel()
        refused = [
            str(line.exception() or "closed") for line in done if isinstance(line, asyncio.Task)
        ]
        raise SystemExit(f"not all pages could be opened: {refused or 'it took too long'}")


async def run(home: str, tables: int, seconds: float, every: float) -> None:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(128))
    watched = [await asyncio.to_thread(Watched, home) for _ in range(tables)]
    lines = [asyncio.create_task(t.watch(seat)) for t in watched for seat in (0, 1)]
    await all_open(watched, lines)  # before anybody moves
    until = time.perf_counter() + seconds
    await asyncio.gather(*(t.play(until, every) for t in watched), return_exceptions=True)
    for line in lines:
        line.cancel()
    await asyncio.gather(*lines, return_exceptions=True)
    delays = sorted(1000 * delay for t in watched for delay in t.delays)
    at = {f"p{p}_ms": round(delays[int(len(delays) * p / 100)], 1) for p in (50, 90, 99)}
    mean = round(statistics.mean(delays), 1)
    print(json.dumps({"tables": tables, "moves": len(delays), "mean_ms": mean, **at}))


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("home")
    words.add_argument("--tables", type=int, default=500)
    words.add_argument("--seconds", type=float, default=60)
    words.add_argument("--every", type=float, default=5)
    given = words.parse_args()
    asyncio.run(run(given.home, given.tables, given.seconds, given.every))
