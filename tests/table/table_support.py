"""What tests of the table share: people, plans, a clock to turn by hand, turns by chance."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any, ParamSpec

from galda.table import Claim, Clock, Hosting, Person, SealTurn, SeatPlan, Table, TablePlan, Tables
from patience import patience
from twins import some_turn

P = ParamSpec("P")
__all__ = [
    "ANN", "BOB", "CID", "DEE", "HandClock", "asynchronous", "move_id", "plan", "play", "quiet",
    "seated", "some_turn",
]  # fmt: skip
ANN, BOB, CID, DEE = (Person(name.lower(), name) for name in ("Ann", "Bob", "Cid", "Dee"))
NUMBERS = count()
PATIENCE = 60.0
"""Seconds that a test may take where nothing else runs."""


def asynchronous(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Run a test that awaits; one that waits in vain fails."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def patiently() -> None:
            async with asyncio.timeout(patience(PATIENCE)):
                await test(*args, **kwargs)

        asyncio.run(patiently())

    return run


class HandClock:
    """A clock that stands still until it is turned."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now

    def turn(self, seconds: float) -> None:
        self.now += seconds


async def quiet(database_url: str, **settings: Any) -> Tables:
    """Tables without bots and without anything that happens by itself."""
    named: dict[str, Any] = {n: settings.pop(n) for n in ("clock", "sweep") if n in settings}
    hosting = Hosting(**({"bot_workers": 0} | settings))
    return await Tables.open(database_url, hosting, **({"sweep": False} | named))


def plan(*seats: str, game: str = "quixo", clock: Clock | None = None, **rest: Any) -> TablePlan:
    """A plan; a seat is a kind, or `bot:LEVEL`."""
    planned = []
    for seat in seats:
        kind, _, level = seat.partition(":")
        planned.append(SeatPlan(kind, level=level))  # type: ignore[arg-type]
    options = {"players": len(seats)} | rest.pop("options", {})
    return TablePlan(game, options, tuple(planned), clock or Clock(), **rest)


def move_id() -> str:
    return f"move-{next(NUMBERS)}"


async def play(tables: Tables, table: Table, turns: int = 1) -> Table:
    """Seal some turns, each for whoever is to act."""
    for _ in range(turns):
        seat = table.to_act
        assert seat is not None
        person = table.seats[seat].person_id
        assert person is not None
        table = await tables.do(
            Claim(table, person, seat),
            SealTurn(move_id(), table.sequence, tuple(some_turn(table.position))),
        )
    return table


async def seated(tables: Tables, wanted: TablePlan, *friends: Person) -> Table:
    """A table of Ann's with friends on the seats kept for them."""
    table = await tables.create(wanted, ANN)
    free = [seat for seat in table.seats if seat.kind == "friend"]
    for seat, friend in zip(free, friends, strict=True):
        await tables.join(table.id, seat.key, friend)
    return await tables.get(table.id)
