"""What the measurements of a site share: tables with games under way, a server of its own for them,
the programs that ask it, and how it is said whether a bar was met."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa

from galda.games import game
from galda.table.log.entry import Entry
from galda.table.log.history import after_all
from galda.table.log.table import Table
from galda.table.setup.plan import SeatPlan, TablePlan, check_plan
from galda.table.setup.seating import Seat
from galda.table.storage.schema import ENTRIES
from galda.table.storage.store import Store, _insert_table
from galda.web.security.people import SeatKey, Signer

SECRET = "the secret of a server that nobody else can reach"
SIGNER = Signer(SECRET)
GZIPPED = 31
"""What zlib calls its largest window with gzip's head."""
LONGEST_START = 180.0
DIFFERENT = 40
"""So many games are played; more tables have the same ones once more."""


# Tables


@dataclass(frozen=True, slots=True)
class Kind:
    """Tables of one kind: a game with so many seats, after so many turns (None: at its end)."""

    game: str
    seats: int
    turns: int | None

    @property
    def plan(self) -> TablePlan:
        seats = tuple(SeatPlan("local") for _ in range(self.seats))
        return check_plan(TablePlan(self.game, {"players": self.seats}, seats, coach=True))


@dataclass(frozen=True, slots=True)
class Laid:
    """A table in the database, and the keys of its seats."""

    id: str
    keys: tuple[str, ...]
    base: int
    watch: str
    action: int
    """Something that whoever is to act can do."""
    to_act: int
    """The seat of whoever is to act; 0 where the game has ended."""

    @property
    def path(self) -> str:
        return f"/api/v1/tables/{self.id}"


def long_seed(number: int) -> str:
    """A seed as tables have them."""
    return f"{number:064x}"


def play(kind: Kind, seed: int) -> list[list[int]]:
    """The turns of a random game that has not ended before them."""
    for again in range(1000):
        drawn = random.Random(seed + 1_000_000 * again)
        plan = kind.plan
        position = game(plan.game).new(seed=long_seed(seed), **plan.options)
        played: list[list[int]] = [[]]
        while position.legal_actions:
            action = drawn.choice(position.legal_actions)
            position = position.play(action)
            played[-1].append(action)
            if not position.in_turn:
                if kind.turns is not None and len(played) > kind.turns:
                    return played[:-1]
                played.append([])
        if kind.turns is None:
            return [turn for turn in played if turn]
    raise SystemExit(f"no random game of {kind.game} lasts for {kind.turns} turns")


def lay(kind: Kind, number: int, turns: list[list[int]], seed: int) -> Table:
    """A table with a game under way."""
    seats = tuple(
        Seat(k, "friend", f"Player {k}", _person(number, k), "", f"key-{number}-{k}")
        for k in range(kind.seats)
    )
    began = time.time() - len(turns)
    table = Table(
        f"{kind.game}-{number}", kind.plan, seats, f"watch-{number}", began, long_seed(seed)
    )
    position, entries = table.position, list[Entry]()
    for k, actions in enumerate(turns, start=1):
        entries.append(
            Entry(k, position.to_act, "turn", {"actions": actions}, began + k, f"move-{k}")
        )
        position = position.replay(actions)
    return after_all(table, entries)


def _person(number: int, seat: int) -> str:
    return f"person-{number}-{seat}"


async def lay_tables(url: str, kind: Kind, count: int, first: int = 0) -> list[Laid]:
    """Store many tables; those who sit there have numbers from `first` on."""
    games = [play(kind, seed) for seed in range(min(count, DIFFERENT))]
    store = await Store.open(url)
    laid: list[Laid] = []
    try:
        for number in range(first, first + count):
            seed = (number - first) % len(games)
            table = lay(kind, number, games[seed], seed)
            rows = [{"table_id": table.id, **asdict(entry)} for entry in table.entries]

            def write(connection: sa.Connection, table: Table = table, rows: Any = rows) -> bool:
                _insert_table(connection, table)
                connection.execute(ENTRIES.insert(), rows)
                return True

            await store.write(write)
            keys = tuple(
                SIGNER.seat_key(SeatKey(table.id, k, _person(number, k))) for k in range(kind.seats)
            )
            action = next(iter(table.position.legal_actions), 0)
            to_act = table.to_act or 0
            laid.append(Laid(table.id, keys, table.sequence, table.spectator_key, action, to_act))
    finally:
        await store.close()
    return laid


# The server


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Server:
    """`galda serve` on this computer, with a folder of its own."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def home(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> str:
        return f"sqlite+aiosqlite:///{self.folder}/tables.sqlite"

    def stream(self, table: Laid) -> str:
        """Where a table's live connection is."""
        return f"ws://127.0.0.1:{self.port}{table.path}/stream"

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
        try:
            with urllib.request.urlopen(self.home + "/readyz", timeout=30) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    async def until_ready(self) -> float:
        """The moment in which it is ready."""
        until = time.perf_counter() + LONGEST_START
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


@contextmanager
def own_server() -> Iterator[Server]:
    """A server with a folder of its own, to be started; it is stopped in the end."""
    with TemporaryDirectory() as folder:
        server = Server(Path(folder), free_port())
        try:
            yield server
        finally:
            server.stop()


# Asking


class Line:
    """A connection that stays open, as a browser's does; opened anew where it was closed."""

    def __init__(
        self, port: int, key: str = "", address: str = "127.0.0.1", *, gzip: bool = False
    ) -> None:
        self._port = port
        self._from = address
        self._who = f"origin: http://127.0.0.1:{port}\r\n"
        self._who += f"authorization: Bearer {key}\r\n" if key else ""
        self._who += "accept-encoding: gzip\r\n" if gzip else ""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "application/json"
    ) -> tuple[int, bytes]:
        """Ask for something; the status and what was answered."""
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self._port}\r\n{self._who}"
            f"content-type: {kind}\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        for fresh in (self._writer is None, True):
            try:
                return await self._exchange(head.encode() + body)
            except (OSError, EOFError):  # it was closed for having been idle
                self.close()
                if fresh:
                    raise
        raise AssertionError

    async def _exchange(self, sent: bytes) -> tuple[int, bytes]:
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(
                "127.0.0.1", self._port, local_addr=(self._from, 0)
            )
        assert self._reader is not None
        self._writer.write(sent)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status = int(head.split(" ", 2)[1])
        if "content-length:" in head:
            size = int(head.split("content-length:")[1].split("\r\n")[0])
            answer = await self._reader.readexactly(size)
        elif "transfer-encoding: chunked" in head:
            answer = b"".join([chunk async for chunk in self._chunks(self._reader)])
        else:
            answer = b""
        if "connection: close" in head:
            self.close()
        if "content-encoding: gzip" in head:
            answer = zlib.decompress(answer, GZIPPED)
        return status, answer

    @staticmethod
    async def _chunks(reader: asyncio.StreamReader) -> Any:
        while size := int(await reader.readline(), 16):
            yield await reader.readexactly(size)
            await reader.readline()
        await reader.readline()

    async def post(self, path: str, **body: object) -> Any:
        """What the API answers; anything but 200 and 201 ends the measurement."""
        status, answer = await self.ask("POST", path, json.dumps(body).encode())
        if status not in (200, 201):
            raise SystemExit(f"{path} answered {status}: {answer[:300].decode()}")
        return json.loads(answer)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


# Saying what came of it


def share(sorted_values: Sequence[float], percent: float) -> float:
    """The value below which so many in a hundred lie."""
    return sorted_values[min(len(sorted_values) - 1, int(len(sorted_values) * percent / 100))]


def verdict(name: str, *bars: tuple[str, float | None, float]) -> bool:
    """Say in one line whether all of (what, measured, the most allowed) hold."""
    missed = [
        f"{what} {'none' if found is None else f'{found:g}'} (at most {most:g})"
        for what, found, most in bars
        if found is None or found > most
    ]
    met = ", ".join(f"{what} {found:g} of {most:g}" for what, found, most in bars if not missed)
    print(f"{name}: " + (f"bar missed: {'; '.join(missed)}" if missed else f"bar met: {met}"))
    return not missed
