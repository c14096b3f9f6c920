"""Solving on a graphics card, stage by stage: Quixo 5×5 and Pylos, the ways to do it side by side.

    PYTHONPATH=src python3 benchmarks/solving.py --limit 210

Prints a line of JSON after each stage. Compiling is timed apart: everything is run once on a small
board or a small layer before. Nothing is begun when the time is up.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from galda.core.play.solver import Counts
from galda.games.pylos.solve import solver as pylos
from galda.games.quixo.solve import by_blocks
from galda.games.quixo.solve import solver as quixo
from galda.games.quixo.solve.kernels.indexing import Layer
from galda.solve.devices import Cuda

QUIXO = Counts(441_815_157_309, 279_746_227_956, 125_727_224_178)
EXPERT = Counts(7_413_949_119, 4_912_315_642, 181_545_328)
HEAVY = ((9, 8), (10, 8), (11, 6), (10, 10))
WIDE = ((8, 8), (8, 7))
SHAPES = {
    "2048 columns": by_blocks.Shape(part=2048),
    "3 pieces": by_blocks.Shape(chunks=3),
    "128 threads, 2048 columns": by_blocks.Shape(threads=128, part=2048, together=16, few=128),
    "512 threads": by_blocks.Shape(threads=512, together=4),
    "few are 600": by_blocks.Shape(few=600),
}
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

    def block_sum(
        self, launch: Any, threads: int, together: int, units: int, *arguments: Any
    ) -> int:
        since = perf_counter()
        found = super().block_sum(launch, threads, together, units, *arguments)
        plan = arguments[0]
        self._note("open" if plan.opening else "first sweeps" if plan.first else "sweeps", since)
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


@contextmanager
def by_spans() -> Iterator[None]:
    """Quixo as on the processor: a thread for each word."""
    fits, by_blocks.fits = by_blocks.fits, lambda _: False
    yield
    by_blocks.fits = fits


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
        run.device.parallel_sum(
            quixo.retrograde.count_span, words, plan, run.states, run._orbits, code
        )
        for code in (1, 2)
    ]


def solve_quixo(device: Watched, limit: float) -> None:
    since = perf_counter()
    small = quixo.SOLVER.start({"size": 4}, device, [])
    list(small.steps())
    total = sum((counts for _, counts in small.counts()), Counts(0, 0, 0))
    with by_spans():
        list(quixo.SOLVER.start({"size": 3}, device, []).steps())
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
        "quixo: 5x5 by blocks", seconds=solved, counting=seconds(since), right=total == QUIXO,
        kernels=kernels, by_cubes={k: round(v, 2) for k, v in by_cubes.items()}, pairs=by_pair,
    )  # fmt: skip
    tell("quixo: pairs, as above", pairs=pair_times(run, HEAVY + WIDE), kernels=device.take())
    for name, shape in SHAPES.items():
        if perf_counter() - began > limit * 0.45:
            break
        run.shape = shape
        since = perf_counter()
        run._solve(Layer(5, 25, 0), Layer(5, 0, 25))
        compiled = seconds(since)
        device.take()
        times = pair_times(run, HEAVY)
        tell(f"quixo: pairs, {name}", compiled=compiled, pairs=times, kernels=device.take())
    with by_spans():
        tell("quixo: pairs by spans", pairs=pair_times(run, HEAVY[:2]), kernels=device.take())


def solve_pylos(device: Watched, few_left: int, most: int = 1000) -> None:
    """Expert Pylos, at most so many sweeps."""
    pylos.FEW_LEFT = few_left
    since = perf_counter()
    run = pylos.PylosRun("expert", device, [])
    tell("pylos: tables", seconds=seconds(since), kernels=device.take())
    since = perf_counter()
    run._sweep(2)  # nothing is known there yet, so this only compiles
    run._seen.clear()
    run._earned.clear()
    tell("pylos: compile", seconds=seconds(since))
    device.take()
    since = last = perf_counter()
    sweeps: list[Any] = []
    all_kernels: dict[str, float] = defaultdict(float)
    for text, _ in run.steps():
        if text.endswith(" 0 balls, 0 changes") or ", 0 balls" in text:
            now, kernels = perf_counter(), device.take()
            for name, (spent, _) in kernels.items():
                all_kernels[name] += spent
            sweeps.append([round(now - last, 2), run.cursor[2], run.cursor[3],
                           {name[:6]: spent for name, (spent, _) in kernels.items()}])  # fmt: skip
            last = now
            if len(sweeps) == most:
                break
    solved = seconds(since)
    total, right = None, None
    if most == 1000:
        since = perf_counter()
        total = sum((counts for _, counts in run.counts()), Counts(0, 0, 0))
        right = total == EXPERT
    tell(
        f"pylos: expert, {device.name}, few left {few_left}", seconds=solved,
        counting=seconds(since), right=right, number_of_sweeps=len(sweeps),
        kernels={name: round(spent, 2) for name, spent in all_kernels.items()}, sweeps=sweeps,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=float, default=210, help="seconds")
    limit = parser.parse_args().limit
    device = Watched()
    solve_quixo(device, limit)
    for few_left in (22, 12, 32):
        if perf_counter() - began < limit - 50:
            solve_pylos(device, few_left)
    if perf_counter() - began < limit - 30:
        device.name = "card"  # a thread for each position, but by the processor's kernels
        solve_pylos(device, 22, most=6)


if __name__ == "__main__":
    main()
