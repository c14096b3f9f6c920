"""A site with tables at chosen moments of seeded games, to look at and to measure.

Greedy bots play each game from its seed, so that a scene is always the same; then the turns up to
the moment are written at a table of the site, where one person looks at it and friends sit around.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar

import uvicorn
from fastapi import FastAPI

import galda
from galda.bots.levels import make_bot
from galda.table import Claim, Kind, Person, SealTurn, SeatPlan, Table, TablePlan, Tables
from galda.web.security.people import COOKIE
from galda.web.serving.app import create_app
from galda.web.serving.server import configure
from galda.web.serving.settings import Settings

Moment = Literal["middle", "late", "end"]
MOMENTS: tuple[Moment, ...] = ("middle", "late", "end")
NAMES = ("Annemarie", "Jón Þórsson", "Žydrūnė", "Kristīne", "Bo", "Guðrún Helga")
SEED = 5
PATIENCE = 400.0
"""Seconds for anything; the first turns of a game may have to be compiled."""
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of a game: the middle, the viewer's last turn, or the end."""

    game: str
    players: int
    moment: Moment
    seed: int = SEED

    @property
    def name(self) -> str:
        """Short, for files and headings."""
        return f"{self.game}-{self.players}-{self.moment}"


def all_scenes() -> Iterator[Scene]:
    """Every moment of every game with every number of players."""
    for name in galda.game_names():
        for players in player_counts(name):
            for moment in MOMENTS:
                yield Scene(name, players, moment)


def player_counts(name: str) -> list[int]:
    """How many can play."""
    option = next(option for option in galda.game(name).options if option.name == "players")
    return sorted(int(value) for value in option.values)


@lru_cache(maxsize=64)
def turns_of(name: str, players: int, seed: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """A whole game by greedy bots: who played which turn."""
    position = galda.game(name).new(seed=seed, **_options(name, players))
    bot = make_bot("greedy", seed)
    turns: list[tuple[int, tuple[int, ...]]] = []
    while not position.is_over:
        seat, actions = position.to_act, []
        while not position.is_over:
            actions.append(bot.choose(position))
            position = position.play(actions[-1])
            if not position.in_turn:
                break
        turns.append((seat, tuple(actions)))
    return tuple(turns)


def turns_until(scene: Scene) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The turns before a scene; in its middle and late, seat 0 is to act."""
    turns = turns_of(scene.game, scene.players, scene.seed)
    if scene.moment == "end":
        return turns
    mine = [ply for ply, (seat, _) in enumerate(turns) if seat == 0]
    at = mine[-1] if scene.moment == "late" else next(p for p in mine if p >= len(turns) // 2)
    return turns[:at]


def _options(name: str, players: int) -> dict[str, int]:
    return {"players": players} if len(player_counts(name)) > 1 else {}


class SeededSite:
    """A running site, and the tables that are laid there."""

    def __init__(self, app: FastAPI, loop: asyncio.AbstractEventLoop, url: str) -> None:
        self.app = app
        self.loop = loop
        self.url = url
        self.viewer = Person("viewer", NAMES[0])

    @property
    def cookie(self) -> dict[str, str]:
        """What makes a browser the viewer's, as Playwright takes it."""
        return {"name": COOKIE, "value": self.app.state.signer.cookie(self.viewer), "url": self.url}

    def lay(self, scene: Scene) -> str:
        """Lay a table at a scene; the path of its page."""
        return f"/table/{self.call(self._lay(scene))}"

    def call(self, work: Coroutine[Any, Any, Made]) -> Made:
        """Have something done in the site's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def do(self, table_id: str, person_id: str, seat: int, request: Kind) -> Table:
        """Do something for a seat, as a program would."""
        tables: Tables = self.app.state.tables

        async def work() -> Table:
            return await tables.do(Claim(await tables.get(table_id), person_id, seat), request)

        return self.call(work())

    async def _lay(self, scene: Scene) -> str:
        tables: Tables = self.app.state.tables
        seats = (SeatPlan("me"), *(SeatPlan("friend") for _ in range(scene.players - 1)))
        options = galda.game(scene.game).read_options(_options(scene.game, scene.players))
        plan = TablePlan(scene.game, options, seats, seed=scene.seed, coach=True)
        table = await tables.create(plan, self.viewer)
        people = [self.viewer.id]
        for seat in table.seats[1:]:
            people.append(f"friend {seat.index}")
            await tables.join(table.id, seat.key, Person(people[-1], NAMES[seat.index]))
        table = await tables.get(table.id)
        for ply, (number, actions) in enumerate(turns_until(scene)):
            base = (await tables.get(table.id)).game_sequence
            turn = SealTurn(f"seeded-{ply}", base, actions)
            await tables.do(Claim(table, people[number], number), turn)
        return table.id


@contextmanager
def seeded_site(folder: Path) -> Iterator[SeededSite]:
    """A site on a free port of this computer, in a thread of its own; no bots play there."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(64)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    settings = Settings(
        database_url=f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}",
        secret="a secret for pictures, long enough",
        hosts=("127.0.0.1",),
        bot_workers=0,
        tables_per_hour=100_000,
        tables_per_address=100_000,
    )
    app = create_app(settings)
    server = uvicorn.Server(configure(app))
    loop = asyncio.new_event_loop()
    thread = threading.Thread(
        target=lambda: loop.run_until_complete(server.serve(sockets=[listener])), daemon=True
    )
    thread.start()
    while not server.started:
        thread.join(0.05)
        if not thread.is_alive():
            raise RuntimeError("the site did not start; its log says why")
    try:
        yield SeededSite(app, loop, url)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
