"""How fast rules are: random games in turns with a yardstick, and starts with and without a cache.

A yardstick is a straightforward C++ program of random play, `benchmarks/reference/GAME.cpp`; it is
built when a compiler is present.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from galda.core.kernels import perft
from galda.core.play.game import Game

REFERENCES = Path(__file__).parents[1] / "reference"
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


def add_starts(measured: list[Measurement], game: Game) -> None:
    """Cold and warm start, in the row of the game if there is one."""
    row = next((m for m in measured if m.game == game.name), None)
    if row is None:
        row = Measurement(game.name)
        measured.append(row)
    row.cold_start_seconds, row.warm_start_seconds = _cold_start(game), _warm_start(game)


def random_play(game: Game, seconds: float) -> Measurement:
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
    compiler = find_compiler()
    if not source.exists() or not compiler:
        return None
    program = REFERENCES / "build" / game.name
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        program.parent.mkdir(exist_ok=True)
        subprocess.run([compiler, "-O2", "-o", str(program), str(source)], check=True)
    return program


def find_compiler() -> str | None:
    return shutil.which("g++") or shutil.which("clang++")


def _run_reference(program: Path, games: int) -> tuple[int, float]:
    """Actions played and seconds taken by the yardstick."""
    said = subprocess.run([str(program), str(games)], capture_output=True, text=True, check=True)
    report = REPORT.search(said.stdout)
    if not report:
        raise ValueError(f"{program.name}: the yardstick said {said.stdout!r}")
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
