"""`galda bench`: how fast everything is, as a table, next to yardsticks measured in the same run.

A yardstick is a straightforward C++ program of random play, `benchmarks/reference/GAME.cpp` in the
project's repository; it is built when a compiler is present. Whatever is left out is told.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import numba
import numpy as np
import typer
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

import galda
from galda.bots.benchmark import SearchSpeed, measure_search
from galda.cli.app import LANG, Language, command, console, t
from galda.cli.bench_learning import TABLES, measure, measure_peers, print_speeds
from galda.cli.bench_left_out import find_left_out, print_left_out
from galda.cli.getting_ready import get_ready
from galda.core.errors import GaldaError
from galda.core.kernels import perft
from galda.core.machine import count_cores
from galda.core.play.game import Game
from galda.core.show.language import number, say
from galda.envs.benchmark.environments import Speed

REFERENCES = Path(galda.__file__).parents[2] / "benchmarks" / "reference"
REPORT = re.compile(r"games (\d+) actions (\d+) seconds ([\d.]+)")
ROUNDS = 3
"""Ours and the yardstick take turns this often; the median ratio counts: machines are noisy."""


@dataclass
class Measurement:
    """What was measured of one game."""

    game: str
    games_per_second: float | None = None
    actions_per_second: float | None = None
    actions_per_game: float | None = None
    reference_games_per_second: float | None = None
    reference_actions_per_game: float | None = None
    ratio: float | None = None
    cold_start_seconds: float | None = None
    warm_start_seconds: float | None = None


@command()
def bench(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]…", help=t("Default: all games."))
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            help=t(
                "Only this table (may be repeated): engine, starts, search, python, adapters, "
                "batches, card."
            )
        ),
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help=t("Time for each measurement."))] = 2.0,
    as_json: Annotated[bool, typer.Option("--json", help=t("Print JSON."))] = False,
    lang: Language = LANG,
) -> None:
    """Measure everything: the engine, starts, search, environments, batches, a graphics card."""
    wanted = tuple(table or TABLES)
    if unknown := set(wanted) - set(TABLES):
        raise GaldaError(
            "no table {name!r}; choose from {known}",
            name=min(unknown),
            known=", ".join(TABLES),
        )
    found = [galda.game(name) for name in game or galda.game_names()]
    get_ready(lang, *(each.name for each in found))
    measured: list[Measurement] = []
    searches: list[SearchSpeed] = []
    speeds: list[Speed] = []
    with Progress(console=console, transient=True, disable=as_json) as progress:
        task = progress.add_task("", total=len(found) * len(wanted))
        for name in wanted:
            for each in found:
                doing = say(lang, "Measuring {table}: {game}", table=name, game=each.title)
                progress.update(task, description=doing)
                if name == "engine":
                    measured.append(_random_play(each, seconds))
                elif name == "starts":
                    _add_starts(measured, each)
                elif name == "search":
                    searches.append(measure_search(each, seconds))
                else:
                    speeds += measure(name, each, seconds)
                progress.advance(task)
            speeds += measure_peers(name, seconds)
    left_out = find_left_out(wanted, REFERENCES, _compiler())
    if as_json:
        told = {
            "machine": _machine(),
            "left_out": [each.told("en") for each in left_out],
            "games": [asdict(m) for m in measured],
            "search": [asdict(s) for s in searches],
            "speeds": [asdict(s) for s in speeds],
        }
        print(json.dumps(told, indent=2))
        return
    if measured:
        _print_table(measured, lang)
    if searches:
        _print_searches(searches, lang)
    if speeds:
        print_speeds(speeds, lang)
    print_left_out(left_out, lang)
    _print_machine(lang)


def _add_starts(measured: list[Measurement], game: Game) -> None:
    """Cold and warm start, in the row of the game if there is one."""
    row = next((m for m in measured if m.game == game.name), None)
    if row is None:
        row = Measurement(game.name)
        measured.append(row)
    row.cold_start_seconds, row.warm_start_seconds = _cold_start(game), _warm_start(game)


def _random_play(game: Game, seconds: float) -> Measurement:
    """Games per second, in turns with the yardstick."""
    reference = _build_reference(game)
    games = _games_within(game, seconds)
    ours: list[float] = []
    theirs: list[float] = []
    actions, their_actions = 0, 0
    for round_ in range(ROUNDS):
        actions, took = _play(game, games, round_)
        ours.append(games / took)
        if reference:
            their_actions, their_seconds = _run_reference(reference, games)
            theirs.append(games / their_seconds)
    speed = statistics.median(ours)
    measured = Measurement(game.name, speed, speed * actions / games, actions / games)
    if theirs:
        measured.reference_games_per_second = statistics.median(theirs)
        measured.reference_actions_per_game = their_actions / games
        measured.ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
    return measured


def _play(game: Game, games: int, seed: int) -> tuple[int, float]:
    """Actions played and seconds taken in that many random games."""
    start = game.new(seed=1).states
    began = time.perf_counter()
    actions = perft.random_games(start, games, np.uint64(seed), game.rules.most_legal)
    return actions, time.perf_counter() - began


def _games_within(game: Game, seconds: float) -> int:
    """How many random games take about that long."""
    _play(game, 1, 0)
    games, took = 1, 0.0
    while took < seconds / 20:
        games *= 4
        _, took = _play(game, games, 0)
    return max(int(games * seconds / took), 1)


def _build_reference(game: Game) -> Path | None:
    source = REFERENCES / f"{game.name}.cpp"
    compiler = _compiler()
    if not source.exists() or not compiler:
        return None
    program = REFERENCES / "build" / game.name
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        program.parent.mkdir(exist_ok=True)
        subprocess.run([compiler, "-O2", "-o", str(program), str(source)], check=True)
    return program


def _compiler() -> str | None:
    return shutil.which("g++") or shutil.which("clang++")


def _run_reference(program: Path, games: int) -> tuple[int, float]:
    """Actions played and seconds taken by the yardstick."""
    said = subprocess.run([str(program), str(games)], capture_output=True, text=True, check=True)
    report = REPORT.search(said.stdout)
    if not report:
        raise GaldaError(
            "{program}: the yardstick said {said!r}", program=program.name, said=said.stdout
        )
    return int(report[2]), float(report[3])


def _cold_start(game: Game) -> float:
    """Seconds from nothing compiled to the first move."""
    with tempfile.TemporaryDirectory() as empty:
        program = "import sys, galda; p = galda.game(sys.argv[1]).new(); p.play(p.legal_actions[0])"
        return _seconds([sys.executable, "-c", program, game.name], {"GALDA_CACHE": empty})


def _warm_start(game: Game) -> float:
    """Seconds until `galda play` asks for a move, everything compiled before."""
    command = [sys.executable, "-m", "galda", "play", game.name]
    _seconds(command, {})
    return statistics.median(_seconds(command, {}) for _ in range(ROUNDS))


def _seconds(command: list[str], environment: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run(
        command,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,  # the prompt meets the end of input and leaves
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - began


def _machine() -> dict[str, str | int | None]:
    return {
        "processor": platform.processor() or platform.machine(),
        "cores": count_cores(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "galda": galda.__version__,
    }


def _print_table(measured: list[Measurement], lang: str) -> None:
    table = Table(say(lang, "game"), box=None)
    for head in (
        say(lang, "games/s"), say(lang, "million actions/s"), say(lang, "actions a game"),
        say(lang, "C++ games/s"), say(lang, "ratio"), say(lang, "cold start"),
        say(lang, "warm start"),
    ):  # fmt: skip
        table.add_column(head, justify="right")
    for m in measured:
        table.add_row(
            f"[bold]{escape(m.game)}[/]",
            _shown(lang, m.games_per_second, 0),
            _shown(lang, m.actions_per_second and m.actions_per_second / 1e6, 2),
            _shown(lang, m.actions_per_game, 1),
            _shown(lang, m.reference_games_per_second, 0),
            _shown(lang, m.ratio, 2, "×"),
            _shown(lang, m.cold_start_seconds, 1, " s"),
            _shown(lang, m.warm_start_seconds, 2, " s"),
        )
    console.print(table)


def _print_machine(lang: str) -> None:
    told = say(
        lang, "random games on one core · {processor}, cores: {cores} · Python {python} · "
        "NumPy {numpy} · Numba {numba} · Galda {galda}", **_machine(),
    )  # fmt: skip
    console.print(f"[dim]{escape(told)}[/]")


def _print_searches(searches: list[SearchSpeed], lang: str) -> None:
    table = Table(say(lang, "game"), box=None)
    for head in (
        say(lang, "tree iterations/s"), say(lang, "of bare playouts"),
        say(lang, "alpha-beta nodes/s"),
    ):  # fmt: skip
        table.add_column(head, justify="right")
    for s in searches:
        table.add_row(
            f"[bold]{escape(s.game)}[/]",
            _shown(lang, s.iterations_per_second, 0),
            _shown(lang, s.ratio, 2, "×"),
            _shown(lang, s.nodes_per_second, 0),
        )
    console.print(table)


def _shown(lang: str, value: float | None, digits: int, unit: str = "") -> str:
    return "–" if value is None else number(lang, value, digits) + unit
