"""A whole site to be killed: PostgreSQL, servers, thinkers, and people who play by the API.

Whatever is killed by `kill -9` is started again, and so is what ended because it found no database,
as a supervisor of services does. People ask again, with the same words, until they are answered;
what was answered is noted, so that a test can look for it.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from browsing import Server

from galda.web.serving.server import NOT_OPENED
from own_postgres import OwnPostgres
from patience import patience
from systems import KILL

SEATS = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
NEWS_SECONDS = 5
BREATH = 0.1
NO_DATABASE = (NOT_OPENED, 2)
"""How servers and thinkers end that find no database when they start."""


class Database(OwnPostgres):
    """A cluster of its own, for it dies."""

    def kill(self) -> None:
        """End all its processes at once."""
        first = int((self.folder / "data" / "postmaster.pid").read_text("utf-8").split()[0])
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(first)],
                                capture_output=True, check=False)  # fmt: skip
        for process in (first, *map(int, listed.stdout.split())):
            try:
                os.kill(process, KILL)
            except ProcessLookupError:
                continue  # it saw the others go

    def start_again(self) -> None:
        """Start it once what is left of the old one has gone; it replays its log."""
        until = time.monotonic() + patience(60)
        while True:
            try:
                self.start()
                break
            except AssertionError:  # a process of the old one is still ending
                assert time.monotonic() < until
                time.sleep(0.2)


class ThinkerProcess:
    """`galda think`."""

    def __init__(self, database_url: str, log: Path) -> None:
        self._log = log
        self._environment = {
            **os.environ, "GALDA_DATABASE_URL": database_url, "GALDA_BOT_PAUSE_MS": "1"
        }  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "galda", "think"],
                env=self._environment,
                stdout=log,
                stderr=log,
            )

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()


@dataclass
class Figures:
    """What happened."""

    kills: Counter[str] = field(default_factory=Counter)
    ended: int = 0
    """Processes that found no database when they started."""
    statuses: Counter[int] = field(default_factory=Counter)
    lost: int = 0
    """Requests whose answer never came."""
    retried: int = 0
    """Moves that were sent more than once."""


class WholeSite:
    """Everything, and what kills it."""

    def __init__(self, database: Database, folder: Path, chance: random.Random) -> None:
        self.database = database
        self.chance = chance
        self.figures = Figures()
        self._one_at_a_time = threading.Lock()
        settings = {
            "GALDA_DATABASE_URL": database.url(),
            "GALDA_SECRET": "known to all servers of it, and long enough",
            "GALDA_BOT_WORKERS": "0",
        }
        self.servers = []
        for name in ("one", "two"):
            (folder / name).mkdir()
            self.servers.append(Server(folder / name, **settings))
        logs = [folder / f"thinker-{k}.log" for k in range(2)]
        self.thinkers = [ThinkerProcess(database.url(), log) for log in logs]

    @contextmanager
    def running(self) -> Iterator[None]:
        try:
            for server in self.servers:
                server.start()
            for thinker in self.thinkers:
                thinker.start()
            yield
        finally:
            for thinker in self.thinkers:
                thinker.kill()
            for server in self.servers:
                server.stop(rudely=True)

    # Killing

    def kill_something(self, kind: str | None = None) -> None:
        """Kill a server, a thinker or the database, and start it again; or one of each."""
        kind = kind or self.chance.choice(["server", "server", "thinker", "thinker", "database"])
        self.figures.kills[kind] += 1
        with self._one_at_a_time:
            if kind == "database":
                self.database.kill()
                self._pause()
                self.database.start_again()
            elif kind == "thinker":
                thinker = self.chance.choice(self.thinkers)
                thinker.kill()
                self._pause()
                thinker.start()
            elif kind == "server":
                server = self.chance.choice(self.servers)
                server.stop(rudely=True)
                self._pause()
                server.start()
            else:
                self._kill_one_of_each()

    def _kill_one_of_each(self) -> None:
        """Start a server and a thinker while there is no database: they end, and say so."""
        thinker, server = self.chance.choice(self.thinkers), self.chance.choice(self.servers)
        self.database.kill()
        thinker.kill()
        server.stop(rudely=True)
        thinker.start()
        with suppress(AssertionError):  # it may have answered before it ended
            server.launch()
        for ending in (thinker.process, server.process):
            assert ending and ending.wait(patience(60)) in NO_DATABASE
        self.database.start_again()

    def start_what_ended(self) -> None:
        """Start again what found no database when it started."""
        with self._one_at_a_time:
            everything: list[Server | ThinkerProcess] = [*self.servers, *self.thinkers]
            for each in everything:
                if each.process and (ended := each.process.poll()) is not None:
                    assert ended in NO_DATABASE, f"a process ended with {ended}"
                    self.figures.ended += 1
                    each.start()

    def _pause(self) -> None:
        time.sleep(self.chance.uniform(0, 1.5))

    # Asking

    async def ask(self, web: httpx2.AsyncClient, method: str, path: str, **given: Any) -> Any:
        """What one of the servers answers, asked until one does."""
        tries = 0
        while True:
            tries += 1
            home = self.chance.choice(self.servers).url
            headers = {"origin": home, **given.get("headers", {})}
            try:
                answer = await web.request(method, home + path, **{**given, "headers": headers})
            except httpx2.HTTPError:
                self.figures.lost += 1
                await asyncio.sleep(BREATH)
                continue
            self.figures.statuses[answer.status_code] += 1
            if answer.status_code not in (429, 503):
                self.figures.retried += tries > 1 and method == "POST"
                return answer
            await asyncio.sleep(float(answer.headers.get("retry-after", "1")) / 5)


@dataclass
class Player:
    """Somebody who plays one game against a bot, and knows what was acknowledged."""

    site: WholeSite
    web: httpx2.AsyncClient
    table: str = ""
    acknowledged: dict[str, int] = field(default_factory=dict)
    """Move id -> action."""

    async def play(self, options: dict[str, Any]) -> None:
        body = {"game": "quixo", "options": options, "seats": SEATS}
        answer = await self.site.ask(self.web, "POST", "/api/v1/tables", json=body)
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        self.table = opened["table"]
        key = {"authorization": f"Bearer {opened['seats'][0]['key']}"}
        home, after = f"/api/v1/tables/{self.table}", -1
        while True:
            news = {"after": after, "wait": NEWS_SECONDS} if after >= 0 else {}
            answer = await self.site.ask(self.web, "GET", home, params=news, headers=key)
            assert answer.status_code == 200, answer.text
            view = answer.json()
            if view["result"]:
                return
            after = view["sequence"]
            if view["your_turn"]:
                after = await self._move(view, home, key)

    async def _move(self, view: dict[str, Any], home: str, key: dict[str, str]) -> int:
        action = self.site.chance.choice(view["paths"])[1]
        move = f"{view['base']}-{self.site.chance.getrandbits(40)}"
        body = {"base": view["base"], "actions": [action], "move_id": move}
        answer = await self.site.ask(self.web, "POST", f"{home}/moves", json=body, headers=key)
        assert answer.status_code == 200, answer.text
        self.acknowledged[move] = action
        sequence: int = answer.json()["sequence"]
        return sequence


async def play_games(
    site: WholeSite, games: int, options: dict[str, Any], kill: Callable[[asyncio.Event], Any]
) -> list[Player]:
    """Play so many games at once while `kill` kills, until it is told that they are over."""
    over = asyncio.Event()
    limits = httpx2.Limits(max_connections=games + 10)
    async with httpx2.AsyncClient(timeout=patience(30), limits=limits) as web:
        players = [Player(site, web) for _ in range(games)]
        killing = asyncio.create_task(kill(over))
        supervising = asyncio.create_task(_supervise(site, over, killing))
        playing = asyncio.gather(*(player.play(options) for player in players))
        playing.add_done_callback(lambda _: over.set())
        try:
            await asyncio.gather(killing, playing, supervising)
        finally:
            over.set()
    return players


async def _supervise(site: WholeSite, over: asyncio.Event, killing: asyncio.Task[None]) -> None:
    """Look after the processes until the games are over and nothing is killed any more."""
    ending = False
    while not ending:
        ending = over.is_set() and killing.done()
        await asyncio.to_thread(site.start_what_ended)
        await asyncio.sleep(BREATH)
