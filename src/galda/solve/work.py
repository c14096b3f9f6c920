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
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.play.solver import Counts, Device, Run, Solver, solver_of
from galda.core.show.language import later
from galda.solve.devices import Cpu, Cuda, free_memory
from galda.solve.tablebase import Builder, Tablebase, file_name

Told = Callable[[str, float], None]
"""(what was done last, the fraction done): how progress is told."""


@dataclass(frozen=True)
class Solved:
    """What a run found."""

    counts: dict[str, Counts]
    start: int
    """The value of the start for who begins: 1 won, 0 drawn, -1 lost."""
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
        known = Tablebase(file, game)
        if known.options != options:
            raise GaldaError(
                "{file} holds {options}; name another --output", file=file, options=known.options
            )
        return Solved(known.counts, value_of_start(known, options), 0.0, file)
    memory = solver.memory(options)
    builder = None
    if keep:
        place = next(folder for folder in (file.parent, *file.parents) if folder.exists())
        check_room(
            later("this needs {needed} on the disk of {place}, and only {free} are free"),
            memory["file"], shutil.disk_usage(place).free, place,
        )  # fmt: skip
    machine: Device
    if device == "cuda":
        machine = card = Cuda()
        check_room(
            later("this needs {needed} of memory on the graphics card, and only {free} are free"),
            memory["file"] + memory["tables"], card.memory()[0],
        )  # fmt: skip
    else:
        check_room(
            later("this needs {needed} of memory, and only {free} are free"),
            memory["file"] + memory["tables"], free_memory(),
        )  # fmt: skip
    if keep:
        builder = Builder(file, game.name, options, solver.arrays(options))
    if device == "cpu":
        machine = Cpu(threads, builder.keep if builder else None)
    began = perf_counter()
    run = solver.start(options, machine, builder.cursor if builder and device == "cpu" else [])
    for done, fraction in run.steps():
        if builder and device == "cpu":
            builder.save(run.cursor)
        tell(done, fraction)
    counts = dict(run.counts())
    seconds = perf_counter() - began
    if builder is None:
        return Solved(counts, run.value_of_start(), seconds, None)
    write_tables(builder, run, machine)
    builder.finish(counts)
    return Solved(counts, run.value_of_start(), seconds, file)


def write_tables(builder: Builder, run: Run, machine: Device) -> None:
    """Put into the file what does not live in it already."""
    for name, array in run.tables().items():
        builder.keep(name, len(array), array.dtype)[:] = array
    if machine.name != "cpu":
        for name, array in run.kept().items():
            builder.keep(name, len(array), array.dtype)[:] = machine.get(array)


def value_of_start(tablebase: Tablebase, options: Mapping[str, Value]) -> int:
    """What a file says of the start."""
    return tablebase.exact(tablebase.game.new(seed=0, **options)).value
