"""Solving a game from start to file: what it will cost, doing it, telling how far it has come."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from galda.core.errors import GaldaError
from galda.core.folders import data_folder
from galda.core.kernels.cuda import check_device
from galda.core.message import later
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.play.solver import Arrays, Counts, Device, Solver, solver_of
from galda.core.play.values import Outcome
from galda.solve.devices import Cpu, Cuda
from galda.solve.tablebase import Builder, Tablebase, file_name

Told = Callable[[str, float], None]
"""(what was done last, the fraction done): how progress is told."""


@dataclass(frozen=True)
class Solved:
    """What a run found."""

    counts: dict[str, Counts]
    start: Outcome
    """What the start is for who begins."""
    seconds: float
    file: Path | None

    @property
    def total(self) -> Counts:
        """All layers together."""
        return sum(self.counts.values(), Counts(0, 0, 0))


def size_in_words(size: int) -> str:
    """Bytes for people."""
    return f"{size / 1e9:.1f} GB" if size >= 1e8 else f"{size / 1e6:.1f} MB"


def solver_for(game: Game) -> Solver:
    """The game's solver, or an error."""
    solver = solver_of(game)
    if solver is None:
        raise GaldaError("nobody knows how to solve {game}", game=game.title)
    return solver


def check_room(message: str, needed: int, free: int, place: Path | None = None) -> None:
    """Refuse what cannot fit."""
    if needed > free:
        raise GaldaError(
            message, needed=size_in_words(needed), free=size_in_words(free), place=place
        )


def room_on(machine: Device, memory: Mapping[str, int]) -> int:
    """The bytes that solving takes there."""
    more = memory["card"] if machine.name == "cuda" else 0
    return memory["file"] + memory["tables"] + more


def solve(
    game: Game,
    given: Mapping[str, object],
    *,
    device: str = "cpu",
    threads: int | None = None,
    output: Path | None = None,
    keep: bool = True,
    tell: Told = lambda _, __: None,
) -> Solved:
    """Solve a game; `keep` says whether the result is put into a file (by default the user's)."""
    check_device(device)
    solver = solver_for(game)
    options = solver.options(game.read_options(given))
    file = output or data_folder() / file_name(game.name, options)
    if keep and file.exists():
        return _read(file, game, options)
    memory = solver.memory(options)
    if keep:
        _check_disk(file, memory["file"])
    machine: Device = Cuda() if device == "cuda" else Cpu(threads)
    check_room(machine.too_little, room_on(machine, memory), machine.free_memory())
    builder = Builder(file, game.name, options, solver.arrays(options)) if keep else None
    lives_in_file = builder is not None and machine.live_in(builder.keep)
    began = perf_counter()
    run = solver.start(options, machine, builder.cursor if builder and lives_in_file else [])
    for done, fraction in run.steps():
        if builder and lives_in_file:
            builder.save(run.cursor)
        tell(done, fraction)
    counts = dict(run.counts())
    seconds = perf_counter() - began
    if builder:
        _write(builder, run.tables())
        if not lives_in_file:
            for name, array in run.kept().items():
                _write(builder, {name: machine.get(array)})
        builder.finish(counts)
    return Solved(counts, Outcome(run.value_of_start()), seconds, file if keep else None)


def _read(file: Path, game: Game, options: Mapping[str, Value]) -> Solved:
    """What a finished file holds, if it is of the same work."""
    known = Tablebase(file, game)
    if known.options != options:
        raise GaldaError(
            "{file} holds {options}; name another --output", file=file, options=known.options
        )
    start = known.exact(game.new(seed=0, **options))
    return Solved(known.counts, start.outcome, 0.0, file)


def _check_disk(file: Path, needed: int) -> None:
    """Refuse a file that does not fit where it shall be."""
    place = next(folder for folder in (file.parent, *file.parents) if folder.exists())
    check_room(
        later("this needs {needed} on the disk of {place}, and only {free} are free"),
        needed, shutil.disk_usage(place).free, place,
    )  # fmt: skip


def _write(builder: Builder, arrays: Arrays) -> None:
    """Put into the file what does not live in it."""
    for name, array in arrays.items():
        builder.keep(name, len(array), array.dtype)[:] = array
