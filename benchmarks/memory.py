"""How much memory tables take that are played at: `python benchmarks/memory.py`.

It lays 2 000 tables of 150-turn Alhambra into a database of its own, serves it on a free port of
this computer, asks for every table through the eyes of one of its seats, so that all are in memory,
and says how much that is. It stops by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys

from hosted import Kind, Laid, Line, Server, lay_tables, own_server, verdict

MOST_MB = 1024.0
AT_A_TIME = 4


async def look_at(server: Server, tables: list[Laid]) -> None:
    """Ask for every table once."""
    waiting = iter(tables)

    async def some() -> None:
        for table in waiting:
            line = Line(server.port, table.keys[0])
            status, _ = await line.ask("GET", table.path)
            line.close()
            if status != 200:
                raise SystemExit(f"{table.path} answered {status}")

    await asyncio.gather(*(some() for _ in range(AT_A_TIME)))


async def run(count: int, kind: Kind) -> bool:
    with own_server() as server:
        tables = await lay_tables(server.database, kind, count)
        server.start()
        await server.until_ready()
        empty = server.memory()
        await look_at(server, tables)
        held = server.memory()
        told = {
            "tables": count,
            "turns": kind.turns,
            "empty_mb": empty,
            "kb_per_table": round(1024 * (held - empty) / count, 1),
        }
        print(json.dumps(told))
        return verdict(f"memory, {count} tables", ("MB", held, MOST_MB))


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--tables", type=int, default=2_000)
    words.add_argument("--turns", type=int, default=150)
    given = words.parse_args()
    sys.exit(not asyncio.run(run(given.tables, Kind("alhambra", 4, given.turns))))
