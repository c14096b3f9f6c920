"""A process that a test kills: it plays at many tables and prints every turn it acknowledges.

Usage: busy_server.py DATABASE_URL people|bots TABLES. It goes on with the tables it finds.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import sys

from table_support import ANN, plan, some_turn

from galda.table import Claim, Entry, Hosting, SealTurn, Table, Tables, TooMuch


def acknowledge(table: Table, entry: Entry) -> None:
    """Tell the test; from now on the entry must never be lost."""
    told = [table.id, entry.sequence, entry.seat, entry.payload["actions"], entry.move_id]
    print(json.dumps(told), flush=True)


async def play_as_people(tables: Tables, table: Table) -> None:
    """Seal turns by chance until the game is over."""
    chance = random.Random()
    for number in itertools.count():
        if table.to_act is None:
            return
        turn = some_turn(table.position, chance)
        move = f"{table.sequence}-{number}-{chance.getrandbits(40)}"
        table = await tables.do(
            Claim(table, ANN.id, table.to_act), SealTurn(move, table.sequence, tuple(turn))
        )
        acknowledge(table, table.entries[-1])


async def watch_bots(tables: Tables, table: Table) -> None:
    """Acknowledge what bots play: whoever watches has been told of it."""
    with tables.watch(table.id) as news:
        table, told = await tables.get(table.id), 0
        while True:
            for entry in table.entries[told:]:
                acknowledge(table, entry)
            if table.result:
                return
            told = table.sequence
            table = await tables.get(table.id, at_least=await anext(news))


async def main(url: str, who: str, wanted: int) -> None:
    """Open as many tables as are wanted and play at all that are not finished."""
    bots = who == "bots"
    tables = await Tables.open(
        url,
        Hosting(bot_workers=int(bots), thinking_time=0, tables_per_hour=10**6),
        sweep=False,
    )
    print("ready", flush=True)
    seats = ["bot:random", "bot:random"] if bots else ["me", "local"]
    known = [s.id for s in await tables.tables_of(ANN.id)] if not bots else sys.stdin.read().split()
    found = [await tables.get(table_id) for table_id in known]
    for number in range(len(found), wanted):
        game = ("quixo", "pylos", "towers")[number % 3]
        try:
            found.append(await tables.create(plan(*seats, game=game), ANN))
        except TooMuch:
            break
        print(json.dumps([found[-1].id]), flush=True)
    play = watch_bots if bots else play_as_people
    await asyncio.gather(*(play(tables, table) for table in found))
    await tables.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
