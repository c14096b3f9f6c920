"""One visitor floods the site: how long do the moves of others take meanwhile?

`python benchmarks/flood.py` serves tables of long games on a free port of this computer, lets one
client with many connections ask for one thing after another as fast as it can, and measures the
time from another player's chat line to the other page, which takes the way that moves take.
It stops by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import multiprocessing
import statistics
import tempfile
import time
import uuid
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import storm
from websockets.asyncio.client import connect
from websockets.sync.client import connect as connect_and_wait

from galda.web.security.people import SeatKey, Signer

FLOODS: dict[str, tuple[str, object]] = {
    "a view": ("/api/v1/tables/{table}", None),
    "looking back, one ply": ("/api/v1/games/{table}/positions/100", None),
    "looking back, every ply": ("/api/v1/games/{table}/positions/{k}", None),
    "the page of looking back": ("/game/{table}", None),
    "the table's page": ("/table/{table}", None),
    "the coach": ("/api/v1/tables/{table}/coach", {"ask": "chances", "base": 150}),
    "no such table": ("/api/v1/tables/none-{k}", None),
}
"""What can be asked for, and what is sent along."""


class Client:
    """Somebody at a table of the storm."""

    def __init__(self, port: int, table: str, number: int, seat: int) -> None:
        self.port = port
        self.table = table
        key = Signer(storm.SECRET).seat_key(SeatKey(table, seat, f"person-{number}-{seat}"))
        self.headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}

    def ask(self, line: http.client.HTTPConnection, path: str, body: object = None) -> int:
        """Ask on a connection that stays open; the status."""
        method, sent = ("GET", None) if body is None else ("POST", json.dumps(body))
        line.request(method, path, sent, self.headers)
        answer = line.getresponse()
        answer.read()
        return answer.status

    def knock(self, path: str, until: float, body: object = None) -> int:
        """Ask for the same again and again; how often it was answered."""
        line, count = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60), 0
        with suppress(OSError, http.client.HTTPException):
            while time.perf_counter() < until:
                self.ask(line, path, body)
                count += 1
        line.close()
        return count

    def shout(self, until: float) -> int:
        """Say things to the live connection that call for no answer."""
        url = f"ws://127.0.0.1:{self.port}/api/v1/tables/{self.table}/stream"
        count = 0
        while time.perf_counter() < until:
            with (
                suppress(Exception),
                connect_and_wait(url, additional_headers=self.headers) as line,
            ):
                while time.perf_counter() < until:
                    line.send('{"look": 0}')
                    count += 1
            time.sleep(0.05)
        return count


def flood(name: str, port: int, table: str, connections: int, seconds: float) -> int:
    """Ask for one thing on many connections, in a process of its own; how often."""
    client, until = Client(port, table, 1, 0), time.perf_counter() + seconds
    with ThreadPoolExecutor(connections) as threads:
        if name == "socket messages":
            asked = [threads.submit(client.shout, until) for _ in range(connections)]
        else:
            path, body = FLOODS[name]
            paths = [path.format(table=table, k=k % 150) for k in range(connections)]
            asked = [threads.submit(client.knock, path, until, body) for path in paths]
        return sum(each.result() for each in asked)


async def talk(one: Client, until: float) -> list[float]:
    """Say something now and then at another table; milliseconds until its page shows it."""
    delays: list[float] = []
    url = f"ws://127.0.0.1:{one.port}/api/v1/tables/{one.table}/stream"
    post = http.client.HTTPConnection("127.0.0.1", one.port, timeout=60)
    path = f"/api/v1/tables/{one.table}/chat"
    async with connect(url, additional_headers=one.headers, max_size=None) as line:
        await line.recv()
        while time.perf_counter() < until:
            text = uuid.uuid4().hex
            began = time.perf_counter()
            body = {"text": text, "move_id": text}
            status = await asyncio.to_thread(one.ask, post, path, body)
            assert status == 200, status
            while text not in str(await line.recv()):
                pass
            delays.append(1000 * (time.perf_counter() - began))
            await asyncio.sleep(0.1)
    post.close()
    return delays


async def measure(port: int, tables: list[str], connections: int, seconds: float) -> None:
    """Flood by one thing after the other, and print what that does to others."""
    victim, loop = Client(port, tables[0], 0, 0), asyncio.get_running_loop()
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as flooder:
        flooder.submit(int).result()
        for name in ("nothing", *FLOODS, "socket messages"):
            many = 0 if name == "nothing" else connections
            noise = None
            if many:
                given = (name, port, tables[1], many, seconds)
                noise = loop.run_in_executor(flooder, flood, *given)
            delays = sorted(await talk(victim, time.perf_counter() + seconds))
            asked = await noise if noise else 0
            found = {
                "flood": name,
                "requests_per_s": round(asked / seconds),
                "moves": len(delays),
                "median_ms": round(statistics.median(delays), 1) if delays else None,
                "worst_ms": round(delays[-1], 1) if delays else None,
            }
            print(json.dumps(found), flush=True)


async def run(server: storm.Server, tables: list[str], connections: int, seconds: float) -> None:
    server.start(GALDA_CHAT_PER_MINUTE="100000")
    await server.until_ready()
    await measure(server.port, tables, connections, seconds)


def main(connections: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = storm.Server(Path(folder), storm.free_port())
        url = f"sqlite+aiosqlite:///{folder}/tables.sqlite"
        tables = asyncio.run(storm.lay_tables(url, 2, 150))
        try:
            asyncio.run(run(server, tables, connections, seconds))
        finally:
            server.stop()


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--connections", type=int, default=100)
    words.add_argument("--seconds", type=float, default=8)
    given = words.parse_args()
    main(given.connections, given.seconds)
