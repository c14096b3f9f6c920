"""`galda doctor` as an operator meets it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

from galda.table import Hosting, Person, SeatPlan, TablePlan, Tables


def ask(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command on the database of a data folder."""
    return subprocess.run(
        [sys.executable, "-m", "galda", "doctor", *words],
        env=os.environ | {"GALDA_DATA": str(folder), "COLUMNS": "200", "NO_COLOR": "1"},
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip


async def open_table(folder: Path) -> str:
    tables = await Tables.open(
        f"sqlite:///{folder / 'tables.sqlite'}",
        Hosting(bot_workers=0, coach_workers=0),
        sweep=False,
    )
    async with tables:
        plan = TablePlan("quixo", {}, (SeatPlan("me"), SeatPlan("local")))
        table = await tables.create(plan, Person("ann", "Ann"))
    return table.id


def test_a_damaged_table_is_named_and_mended_on_demand(tmp_path: Path) -> None:
    table = asyncio.run(open_table(tmp_path))
    sound = ask(tmp_path)
    assert (sound.returncode, sound.stdout) == (0, "1 table can be read to its end.\n")
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        database.execute(
            "INSERT INTO entries (table_id, sequence, seat, kind, payload, time, move_id) "
            "VALUES (?, 1, 0, 'turn', '{\"actions\": [99999]}', 0, 'a')",
            (table,),
        )
    database.close()
    found = ask(tmp_path)
    assert found.returncode == 1
    assert f"Table {table}, entry 1: UnreadableMove" in found.stdout
    mended = ask(tmp_path, table, "--cut")
    assert mended.returncode == 0, mended.stderr
    assert f"1 entry was cut off; all rows are in {table}.json." in mended.stdout
    assert "99999" in (tmp_path / f"{table}.json").read_text("utf-8")
    assert ask(tmp_path).returncode == 0
    assert not (tmp_path / "secret").exists(), "looking makes no secret"
