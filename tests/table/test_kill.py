"""`kill -9` at random moments: what was acknowledged is in the log, and every log replays."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from table_support import quiet

from galda.table import NoSuchTable

HERE = Path(__file__).parent
Acknowledged = tuple[str, int, int, list[int], str]


class Killing:
    """Starts a busy server on a database again and again, and kills it each time."""

    def __init__(self, database_url: str, who: str, tables: int, seed: int) -> None:
        print(f"seed {seed}")
        self.command = [sys.executable, str(HERE / "busy_server.py"), database_url, who]
        self.command.append(str(tables))
        self.chance = random.Random(seed)
        self.opened: set[str] = set()
        self.acknowledged: list[Acknowledged] = []

    def run_and_kill(self, longest: float) -> bool:
        """One life of a server; whether it was killed before its games were over."""
        paths = [str(HERE), str(HERE.parent), os.environ.get("PYTHONPATH", "")]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
        with subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
        ) as server:
            assert server.stdin
            assert server.stdout
            server.stdin.write(" ".join(self.opened))
            server.stdin.close()
            assert server.stdout.readline() == "ready\n"
            death = threading.Timer(self.chance.uniform(0.0, longest), server.kill)
            known = len(self.acknowledged)
            for line in server.stdout:
                if line.endswith("\n"):
                    self._note(json.loads(line))
                # The first turn starts the countdown, so that there is something to lose.
                if len(self.acknowledged) > known and not death.ident:
                    death.start()
            death.cancel()
            server.wait()
        assert server.returncode in (0, -9), f"the server failed by itself: {server.returncode}"
        return server.returncode == -9

    def _note(self, told: list[Any]) -> None:
        self.opened.add(told[0])
        if len(told) > 1:
            self.acknowledged.append((told[0], told[1], told[2], told[3], told[4]))


async def _check(database_url: str, killing: Killing) -> int:
    """Replay every log and look for every acknowledged turn; how many games are over."""
    over = 0
    async with await quiet(database_url) as tables:
        found = {table_id: await tables.get(table_id) for table_id in killing.opened}
        for table_id, sequence, seat, actions, move_id in killing.acknowledged:
            entry = found[table_id].entries[sequence - 1]
            assert (entry.sequence, entry.seat, entry.move_id) == (sequence, seat, move_id)
            assert entry.payload == {"actions": actions}
        for table in found.values():
            assert [e.sequence for e in table.entries] == list(range(1, table.sequence + 1))
            over += table.result is not None
        with pytest.raises(NoSuchTable):
            await tables.get("nowhere")
    return over


@pytest.mark.parametrize("who", ["people", "bots"])
def test_a_killed_server_loses_nothing_it_acknowledged(database_url: str, who: str) -> None:
    killing = Killing(database_url, who, tables=6, seed=random.randrange(10**6))
    for _ in range(2):
        killing.run_and_kill(longest=0.8)
    assert killing.acknowledged
    asyncio.run(_check(database_url, killing))


@pytest.mark.slow
def test_two_hundred_bot_games_survive_a_server_killed_again_and_again(database_url: str) -> None:
    killing = Killing(database_url, "bots", tables=200, seed=random.randrange(10**6))
    kills = 0
    while killing.run_and_kill(longest=8.0):
        kills += 1
        asyncio.run(_check(database_url, killing))
        assert kills < 200
    assert asyncio.run(_check(database_url, killing)) == 200
    print(f"{kills} kills, {len(killing.acknowledged)} turns acknowledged")
    assert kills > 3
