"""Solving on a graphics card, stage by stage: Quixo 5×5, and Pylos both ways.

    python -m lab.cards.solving --limit 210

Prints a line of JSON after each stage. Compiling is timed apart: everything is run once on a small
board or a small layer before. Nothing is begun when the time is up.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from time import perf_counter
from typing import Any

import numpy as np

from galda.core.play.solver import Counts
from galda.games.pylos.solve import solver as pylos
from galda.games.quixo.solve import solver as quixo
from galda.games.quixo.solve.kernels import retrograde
from galda.games.quixo.solve.kernels.indexing import Layer
from galda.solve.devices import Cuda

QUIXO = Counts(441_815_157_309, 279_746_227_956, 125_727_224_178)
PYLOS = {
    "beginners": Counts(6_222_402_567, 6_285_407_522, 0),
    "standard": Counts(7_041_963_518, 5_464_086_963, 1_759_608),
    "expert": Counts(7_413_949_119, 4_912_315_642, 181_545_328),
}
HEAVY = ((9, 8), (10, 8), (11, 6), (10, 10))
WIDE = ((8, 8), (8, 7))
began = perf_counter()


class Watched(Cuda):
    """A card that notes how long each kernel takes."""

    def __init__(self) -> None:
        super().__init__()
        self.spent: dict[str, float] = defaultdict(float)
        self.times: dict[str, int] = defaultdict(int)

    def _note(self, name: str, since: float) -> None:
        self.spent[name] += perf_counter() - since
        self.times[name] += 1

    def parallel_sum(self, kernel: Any, count: int, *arguments: Any) -> int:
        since = perf_counter()
        found = super().parallel_sum(kernel, count, *arguments)
        self._note(getattr(kernel, "py_func", kernel).__name__, since)
        return found

    def take(self) -> dict[str, list[float]]:
        """What was noted: seconds and how often."""
        found = {name: [round(s, 3), self.times[name]] for name, s in self.spent.items()}
        self.spent.clear()
        self.times.clear()
        return found


def tell(stage: str, **what: Any) -> None:
    print(json.dumps({"stage": stage, "at": round(perf_counter() - began, 1), **what}), flush=True)


def seconds(since: float) -> float:
    return round(perf_counter() - since, 3)


def pair_times(run: quixo.QuixoRun, names: tuple[tuple[int, int], ...]) -> dict[str, Any]:
    """Solve pairs of layers again, what follows them being solved."""
    found = {}
    for mine, theirs in names:
        pair = Layer(5, mine, theirs), Layer(5, theirs, mine)
        before = layer_counts(run, pair[0])
        since = perf_counter()
        sweeps = run._solve(*pair)
        took = seconds(since)
        found[pair[0].name] = [took, sweeps, before == layer_counts(run, pair[0])]
    return found


def layer_counts(run: quixo.QuixoRun, layer: Layer) -> list[int]:
    plan, words = run.plan_for(layer, layer), layer.words * run.rows_of(layer)
    return [
        run.device.parallel_sum(retrograde.count_span, words, plan, run.states, run._orbits, code)
        for code in (1, 2)
    ]


def solve_quixo(device: Watched) -> None:
    since = perf_counter()
    small = quixo.SOLVER.start({"size": 4}, device, [])
    list(small.steps())
    total = sum((counts for _, counts in small.counts()), Counts(0, 0, 0))
    tell("quixo: compile, 4x4", seconds=seconds(since), counts=str(total))
    since = perf_counter()
    run = quixo.SOLVER.start({"size": 5}, device, [])
    tell("quixo: tables", seconds=seconds(since))
    since = perf_counter()
    run._solve(Layer(5, 5, 0), Layer(5, 0, 5))
    tell("quixo: compile for wide rows", seconds=seconds(since))
    device.take()
    since, last = perf_counter(), perf_counter()
    by_cubes: dict[int, float] = defaultdict(float)
    by_pair = {}
    for number, (name, _) in enumerate(run.steps()):
        now = perf_counter()
        one = run.pairs[number][0]
        by_cubes[one.mine + one.theirs] += now - last
        if now - last > 0.25:
            by_pair[name] = round(now - last, 2)
        last = now
    solved = seconds(since)
    kernels = device.take()
    since = perf_counter()
    total = sum((counts for _, counts in run.counts()), Counts(0, 0, 0))
    tell(
        "quixo: 5x5", seconds=solved, counting=seconds(since), right=total == QUIXO,
        kernels=kernels, by_cubes={k: round(v, 2) for k, v in by_cubes.items()}, pairs=by_pair,
    )  # fmt: skip
    tell("quixo: pairs, as above", pairs=pair_times(run, HEAVY + WIDE), kernels=device.take())


def solve_pylos(device: Watched, variant: str) -> Any:
    """Solve a variant of Pylos; return its marks."""
    since = perf_counter()
    run = pylos.PylosRun(variant, device, [])
    tables = seconds(since)
    since = perf_counter()
    run._sweep(2)  # nothing is known there yet, so this only compiles
    run._seen.clear()
    run._earned.clear()
    compiled = seconds(since)
    device.take()
    since = last = perf_counter()
    sweeps = []
    for text, _ in run.steps():
        if " 0 balls," in text:
            now = perf_counter()
            sweeps.append([round(now - last, 2), *run.cursor[2:]])
            last = now
    solved, kernels = seconds(since), device.take()
    total = sum((counts for _, counts in run.counts()), Counts(0, 0, 0))
    tell(
        f"pylos: {variant}, {device.name}", seconds=solved, tables=tables, compiled=compiled,
        right=total == PYLOS[variant], start=run.mark_of_start(), number_of_sweeps=len(sweeps),
        kernels=kernels, sweeps=sweeps,
    )  # fmt: skip
    return device.get(run.marks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=float, default=210, help="seconds")
    limit = parser.parse_args().limit
    device = Watched()
    solve_quixo(device)
    for variant in PYLOS:
        marks = solve_pylos(device, variant)
        if perf_counter() - began < limit - 45:
            device.name = "card"  # a thread for each position, but by the processor's kernels
            again = solve_pylos(device, variant)
            device.name = "cuda"
            tell("pylos: both ways the same", same=bool(np.array_equal(marks, again)))


if __name__ == "__main__":
    main()
