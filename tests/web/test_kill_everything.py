"""`kill -9` of servers, thinkers and the database while people play against bots.

What was acknowledged is there, and every turn of a bot was played once.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from whole_site import Database, Player, WholeSite, play_games

from galda.table import Hosting, Tables
from own_postgres import missing
from patience import patience

VICTIMS = ("thinker", "server", "database")
ONE_OF_EACH = "one of each"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[WholeSite]:
    if reason := missing():
        pytest.skip(reason)
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    with Database() as database:
        whole = WholeSite(database, tmp_path, random.Random(seed))
        with whole.running():
            yield whole


async def check(database_url: str, players: list[Player]) -> int:
    """Look for everything that was acknowledged, and that nothing was played twice."""
    bots = 0
    async with await Tables.open(
        database_url, Hosting(bot_workers=0, coach_workers=0), sweep=False
    ) as tables:
        for player in players:
            table = await tables.get(player.table)  # its log replays
            assert table.result
            assert [entry.sequence for entry in table.entries] == [*range(1, table.sequence + 1)]
            assert [entry.seat for entry in table.entries] == [k % 2 for k in range(table.sequence)]
            mine = {e.move_id: e.payload["actions"] for e in table.entries if e.seat == 0}
            assert mine == {move: [action] for move, action in player.acknowledged.items()}
            theirs = [entry for entry in table.entries if entry.seat == 1]
            assert [e.move_id for e in theirs] == [f"bot:{e.sequence - 1}" for e in theirs]
            bots += len(theirs)
        async with tables._store.engine.connect() as connection:
            assert (await connection.exec_driver_sql("SELECT count(*) FROM jobs")).scalar() == 0
    return bots


def play_and_check(site: WholeSite, games: int, options: dict[str, Any], kill: Any) -> None:
    with ThreadPoolExecutor(1) as aside:  # a browser of other tests may have a loop in this thread
        players = aside.submit(asyncio.run, play_games(site, games, options, kill)).result()
        turns = aside.submit(asyncio.run, check(site.database.url(), players)).result()
    acknowledged = sum(len(player.acknowledged) for player in players)
    print(
        f"{games} games, {acknowledged} moves acknowledged, {turns} turns of bots; {site.figures}"
    )
    assert site.figures.statuses[500] == 0
    assert site.figures.statuses[409] == 0


def test_games_go_on_though_each_part_of_the_site_is_killed(site: WholeSite) -> None:
    async def kill(over: asyncio.Event) -> None:
        for victim in (*VICTIMS, ONE_OF_EACH):
            await asyncio.to_thread(site.kill_something, victim)

    play_and_check(site, 4, {"size": 5}, kill)
    assert site.figures.kills == dict.fromkeys((*VICTIMS, ONE_OF_EACH), 1)
    assert site.figures.ended >= 2


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_two_hundred_games_survive_whatever_is_killed(site: WholeSite) -> None:
    async def kill(over: asyncio.Event) -> None:
        while not over.is_set():
            await asyncio.sleep(site.chance.uniform(0, patience(3)))
            await asyncio.to_thread(site.kill_something)

    play_and_check(site, 200, {"size": 4}, kill)
    assert set(site.figures.kills) == set(VICTIMS)
    assert site.figures.kills.total() > 10
