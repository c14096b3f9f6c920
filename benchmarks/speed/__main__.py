"""Measure everything: `python -m benchmarks.speed [GAME …] [--table engine …] [--json]`.

Tables: the engine, starts, searches, environments from Python, adapters, batches, a graphics card.
Whatever is left out is told.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Iterable
from dataclasses import asdict

import numba
import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import galda
from benchmarks.speed import engine, environments, peers
from benchmarks.speed.environments import Speed
from benchmarks.speed.left_out import find_left_out
from benchmarks.speed.search import SearchSpeed, measure_search
from galda.cli.getting_ready import get_ready
from galda.core.kernels.cuda import why_no_cuda
from galda.core.machine import count_cores
from galda.core.play.game import Game

TABLES = ("engine", "starts", "search", "python", "adapters", "batches", "card")
PEERS = {
    "python": peers.open_spiel_from_python,
    "adapters": peers.pettingzoo_steps,
    "batches": peers.pgx_batch,
    "card": peers.pgx_on_a_card,
}


def main() -> None:
    """Measure what the command line asks for, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all games")
    parser.add_argument("--table", action="append", choices=TABLES, help="only this one")
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each measurement")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    tables, seconds = asked.table or TABLES, asked.seconds
    games = [galda.game(name) for name in asked.games or galda.game_names()]
    get_ready("en", *(game.name for game in games))
    measured: list[engine.Measurement] = []
    searches: list[SearchSpeed] = []
    speeds: list[Speed] = []
    with Progress(console=Console(stderr=True), transient=True, disable=asked.json) as progress:
        task = progress.add_task("", total=len(games) * len(tables))
        for table in tables:
            for game in games:
                progress.update(task, description=f"{table}: {game.title}")
                if table == "engine":
                    measured.append(engine.random_play(game, seconds))
                elif table == "starts":
                    engine.add_starts(measured, game)
                elif table == "search":
                    searches.append(measure_search(game, seconds))
                else:
                    speeds += measure(table, game, seconds)
                progress.advance(task)
            if table in PEERS and not (table == "card" and why_no_cuda()):
                speeds += peers.measured(PEERS[table], seconds)
    left_out = find_left_out(tables, engine.REFERENCES, engine.find_compiler())
    if asked.json:
        told = {
            "machine": machine(),
            "left_out": [{"what": what, "why": why} for what, why in left_out.items()],
            "games": [asdict(m) for m in measured],
            "search": [asdict(s) for s in searches],
            "speeds": [asdict(s) for s in speeds],
        }
        print(json.dumps(told, indent=2))
    else:
        print_tables(measured, searches, speeds)
        for what, why in left_out.items():
            print(f"left out: {what} ({why})")
        print(" · ".join(f"{name} {value}" for name, value in machine().items()))


def measure(table: str, game: Game, seconds: float) -> list[Speed]:
    """Measure a game for one of the tables; nothing where what it needs is not there."""
    if table == "python":
        return [environments.one_by_one(game, seconds)]
    if table == "adapters":
        return environments.as_environments(game, seconds)
    if table == "batches":
        return environments.in_batches(game, seconds)
    if why_no_cuda():
        return []
    from benchmarks.speed.card import on_a_card  # noqa: PLC0415  (numba-cuda is optional)

    return on_a_card(game, seconds)


def machine() -> dict[str, str | int]:
    """What all this was measured on."""
    return {
        "processor": platform.processor() or platform.machine(),
        "cores": count_cores(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "galda": galda.__version__,
    }


def print_tables(
    measured: list[engine.Measurement], searches: list[SearchSpeed], speeds: list[Speed]
) -> None:
    """Print what was measured, a table for each kind."""
    if measured:
        show(
            ("game", "games/s", "million actions/s", "actions a game", "C++ games/s", "ratio",
             "cold start", "warm start"),
            (
                (m.game, told(m.games_per_second), told((m.actions_per_second or 0) / 1e6, 2),
                 told(m.actions_per_game, 1), told(m.reference_games_per_second),
                 told(m.ratio, 2, "×"), told(m.cold_start_seconds, 1, " s"),
                 told(m.warm_start_seconds, 2, " s"))
                for m in measured
            ),
        )  # fmt: skip
    if searches:
        show(
            ("game", "tree iterations/s", "of bare playouts", "alpha-beta nodes/s"),
            (
                (s.game, told(s.iterations_per_second), told(s.ratio, 2, "×"),
                 told(s.nodes_per_second))
                for s in searches
            ),
        )  # fmt: skip
    if speeds:
        show(
            ("way", "game", "by", "moves/s", "games at once", "bytes a move", "of the memory"),
            (
                (s.way, s.game, s.by, told(s.moves_per_second), told(s.games_at_once),
                 told(s.bytes_a_move), told(s.of_bandwidth and 100 * s.of_bandwidth, 0, " %"))
                for s in sorted(speeds, key=lambda speed: speed.way)
            ),
        )  # fmt: skip


def show(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Print a table, its numbers to the right."""
    table = Table(box=None)
    for head in heads:
        table.add_column(
            head, justify="left" if head in {"way", "game", "by"} else "right", no_wrap=True
        )
    for row in rows:
        table.add_row(*row)
    Console().print(table)


def told(value: float | None, digits: int = 0, unit: str = "") -> str:
    """A number as people read it; a dash where there is none."""
    return f"{value:,.{digits}f}{unit}" if value else "–"


if __name__ == "__main__":
    main()
