"""Teach judges of Quixo, dense networks in whole numbers, from a solution in memory (PyTorch).

python scripts/quixo_judge.py --size 4 --seconds 30 --output FOLDER       on a processor
python scripts/quixo_judge.py --size 5 --device cuda --output FOLDER \\
    --nets 14:512,128,64 7:1024,512,256 --seconds 90                      on one H200, 27 GB

A network is told by its parts (7: rows; 14: all lines) and the units of its layers. Each learns for
so many seconds from positions that are made as it goes, and then sits exams: positions kept apart
by a number of theirs, by chance, from skilled play and from the proof's player. `told.jsonl` says
how often the best-judged push throws away what the position is worth, beside the shipped network
one and two turns ahead, the proof's choice and its guard; `judge-SIZE-NUMBER.npz` is the network,
`exams-SIZE.npz` has positions of the exams, for `judge_playing.py`.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from diary import Diary
from galda.core.kernels.dense import read_dense
from galda.core.kernels.dense_batch import placed, say_all
from galda.games.quixo.solve.kernels import choice
from galda.games.quixo.solve.kernels.guard import no_guard, read_guard
from galda.games.quixo.solve.kernels.judge import (
    LAST_JUDGED,
    NOT_A_PUSH,
    OUTPUTS,
    PARTS,
    ROWS,
)
from galda.games.quixo.solve.solver import SOLVER
from galda.solve.devices import Cpu, Cuda
from judge_learning import DenseNet, WholeNet, as_whole, loss_of, squashed
from judge_lessons import (
    PLAIN,
    Pool,
    Source,
    all_sources,
    batches,
    joined,
    marked,
    proof_guide,
    thrown,
)

SEED = 20_261_117
FIRST_RATE, LEAST_RATE = 1.5e-3, 1e-5
WARMING = 0.02
"""In this share of the time, at first, the rate grows."""
NETS = ["14:512,128,64", "14:512,512,256", "7:1024,512,256"]
CHUNK = 1 << 16
"""Boards that are judged together in exams."""
TELL_EVERY = 20.0
GUARD_WEIGHTS = (500, 1000, 2000, 4000, 8000, 16_000)
KERNEL_POSITIONS = 4096
"""Positions whose boards are judged by kernels as well."""
KEPT = 20_000
"""Positions of each exam that are written down."""
EXAM_SECONDS = 5.0
"""About what exams of a network take, where time is short."""


def read_arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=4)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--nets", nargs="+", default=NETS, help="parts:units,units,…")
    parser.add_argument("--seconds", type=float, default=90.0, help="for each network")
    parser.add_argument("--steps", type=int, default=1 << 40, help="for each, at most")
    parser.add_argument("--until", type=float, default=1e9, help="seconds for everything")
    parser.add_argument("--batch", type=int, default=2048, help="positions, some 25 boards each")
    parser.add_argument("--at-once", type=int, default=1 << 16, help="positions of a source")
    parser.add_argument("--wanted", type=int, default=300_000, help="of the proof, in a layer")
    parser.add_argument("--exam", type=int, default=50_000, help="positions of each exam")
    parser.add_argument("--guard", type=Path, default=Path("none"), help="to compare with")
    parser.add_argument("--rate", type=float, default=FIRST_RATE)
    return parser.parse_args()


def judged_of(pool: Pool, chosen: Tensor | slice) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Of chosen positions: their pushes, where the judged ones stand, their parts and worth."""
    told = pool.told[chosen]
    judged = told.abs() <= LAST_JUDGED
    rows = torch.where(judged, told, NOT_A_PUSH)
    places = judged.view(-1).nonzero().squeeze(1)
    parts = pool.parts[chosen].view(-1, pool.parts.shape[-1])[places].long()
    return rows, places, parts, told.reshape(-1)[places]


def study(
    net: DenseNet, used: int, sources: list[Source], seconds: float, given: argparse.Namespace,
    diary: Diary,
) -> int:  # fmt: skip
    """Learn for so many seconds, or as many steps as are wanted; how many that were."""
    learner = torch.optim.Adam(net.parameters(), lr=given.rate, betas=(0.9, 0.99))
    chance = torch.Generator().manual_seed(SEED)
    began, steps, told_at, making, done = time.perf_counter(), 0, 0.0, 0.0, 0.0
    while done < 1:
        making -= time.perf_counter()
        pool = joined([source.pool(False) for source in sources])
        making += time.perf_counter()
        for chosen in batches(pool, given.batch, chance):
            done = max((time.perf_counter() - began) / seconds, steps / given.steps)
            if done >= 1:
                break
            for group in learner.param_groups:
                slow = 0.5 * (1 + math.cos(math.pi * done)) * min(1.0, done / WARMING)
                group["lr"] = LEAST_RATE + (given.rate - LEAST_RATE) * slow
            rows, places, parts, told = judged_of(pool, chosen)
            loss = loss_of(net(parts[:, :used]), told, rows, places)
            learner.zero_grad(set_to_none=True)
            loss.backward()
            learner.step()
            steps += 1
            if diary.seconds - told_at > TELL_EVERY:
                told_at = diary.seconds
                diary.tell("learning", steps=steps, loss=round(float(loss.detach()), 4),
                           making=round(making, 1), positions=len(pool))  # fmt: skip
    return steps


def sit(net: WholeNet, used: int, pool: Pool, beside: Tensor) -> dict[str, object]:
    """What the whole numbers make of an exam; for each number of cubes accuracy and errors.

    `as a guard`: errors and lost games where what the judge finds pushes worth is added to the
    marks that the proof's choice gives them, so many to a unit.
    """
    began = time.perf_counter()
    marks = torch.full(pool.told.shape, -1e9, device=pool.told.device).view(-1)
    right, seen = np.zeros(26, np.int64), np.zeros(26, np.int64)
    rows_at_once = max(1, CHUNK // pool.told.shape[1])
    for first in range(0, len(pool), rows_at_once):
        some = slice(first, first + rows_at_once)
        rows, places, parts, told = judged_of(pool, some)
        said = net(parts[:, :used])
        marks[first * rows.shape[1] + places] = squashed(said / 1024).sum(1).to(marks.dtype)
        guess = (said > 0).sum(1) - 1
        cubes = pool.cubes[some].repeat_interleave((rows > NOT_A_PUSH).sum(1)).cpu().numpy()
        right += np.bincount(cubes, (guess == told).cpu().numpy(), 26).astype(np.int64)
        seen += np.bincount(cubes, minlength=26)
    marks = marks.view(pool.told.shape)
    said_here = torch.where(marks > -1e8, marks, 0.0).double()
    guards = {
        weight: thrown(pool, beside + weight * choice.STEP * said_here) for weight in GUARD_WEIGHTS
    }
    return {
        **asdict(thrown(pool, marks)),
        "as a guard": {weight: [each.value, each.game] for weight, each in guards.items()},
        "boards": int(seen.sum()),
        "seconds": round(time.perf_counter() - began, 2),
        "accuracy": round(float(right.sum() / max(seen.sum(), 1)), 4),
        "layers": {
            n: [
                round(float(right[n] / seen[n]), 4),
                thrown(layer_of(pool, n), marks[pool.cubes == n]).value,
            ]
            for n in np.flatnonzero(seen).tolist()
        },
    }


def layer_of(pool: Pool, cubes: int) -> Pool:
    """The positions with so many cubes."""
    here = pool.cubes == cubes
    return Pool(pool.positions[here], pool.told[here], pool.parts[here], pool.cubes[here])


def compare(exams: dict[str, Pool], source: Source, guard_file: Path, diary: Diary) -> None:
    """How others do in the same exams."""
    size = source.size
    rules = {
        "network, one turn": choice.guide_for(size, no_guard(), **PLAIN, listed=0),
        "network, two turns": choice.guide_for(
            size, no_guard(), **{**PLAIN, "forward": 100_000}, listed=4
        ),
        "proof's choice": proof_guide(size, no_guard()),
    }
    if guard_file.exists():
        rules["with the guard"] = proof_guide(size, read_guard(guard_file))
    for name, guide in rules.items():
        for kind, pool in exams.items():
            found = thrown(pool, marked(source, pool, guide))
            diary.tell(name, exam=kind, **asdict(found))


def keep(exams: dict[str, Pool], file: Path) -> None:
    """Write some positions of the exams, with what is told of their pushes, for bots to sit."""
    some = {f"{kind}_{name}": getattr(pool, name)[:KEPT].cpu().numpy()
            for kind, pool in exams.items() for name in ("positions", "told")}  # fmt: skip
    np.savez_compressed(file, **some)


def agree(net: DenseNet, whole: WholeNet, used: int, pool: Pool) -> int:
    """On how many of some boards fractions and whole numbers say different things: none."""
    _, _, parts, _ = judged_of(pool, slice(0, 512))
    with torch.no_grad():
        return int((as_whole(net(parts[:, :used])) != whole(parts[:, :used])).any(1).sum())


def agree_kernels(
    source: Source, file: Path, whole: WholeNet, used: int, pool: Pool
) -> dict[str, float]:
    """The same for kernels that need no PyTorch, and how many boards they judge in a second."""
    _, _, parts, _ = judged_of(pool, slice(0, KERNEL_POSITIONS))
    count, put, net = len(parts), source.device.put, read_dense(file)
    there, cut = placed(net, put), put(parts.cpu().numpy().astype(np.int16).reshape(-1))
    units = put(np.zeros(count * int(net.widths.sum()), np.int8))
    said = put(np.zeros(count * OUTPUTS, np.int32))
    seconds = 1e9
    for _ in range(2):  # at first they are compiled
        began = time.perf_counter()
        say_all(source.device.parallel_sum, there, used, PARTS, cut, count, units, said)
        seconds = min(seconds, time.perf_counter() - began)
    apart = (source.tensor(said).view(count, OUTPUTS) != whole(parts[:, :used])).any(1).sum()
    return {"boards": count, "disagree": int(apart), "a_second": round(count / seconds)}


def teach(
    told: str, seconds: float, made: dict[str, Source], exams: dict[str, Pool], file: Path,
    given: argparse.Namespace, diary: Diary,
) -> tuple[int, WholeNet]:  # fmt: skip
    """Teach one network and let it sit the exams; the parts it looks at, its whole numbers."""
    parts, units = told.split(":")
    used, widths = int(parts), [int(width) for width in units.split(",")]
    place = made["chance"].place
    net = DenseNet(ROWS[used], widths, OUTPUTS, SEED).to(place)
    steps = study(net, used, list(made.values()), seconds, given, diary)
    net.write(file)
    whole = WholeNet(net.whole(), place)
    apart = agree(net, whole, used, exams["chance"])
    diary.tell("learnt", net=told, steps=steps, bytes=file.stat().st_size, disagree=apart)
    for kind, pool in exams.items():
        beside = marked(made["chance"], pool, proof_guide(given.size, no_guard())).double()
        diary.tell("judge", net=told, exam=kind, **sit(whole, used, pool, beside))
    return used, whole


def main() -> None:
    """Solve, learn, compare."""
    given = read_arguments()
    diary = Diary(given.output)
    device = Cuda() if given.device == "cuda" else Cpu()
    torch.backends.cuda.matmul.allow_tf32 = True
    run = SOLVER.start({"size": given.size}, device, [])
    for _ in run.steps():
        pass
    diary.tell("solved", start=int(run.value_of_start()))
    guard = read_guard(given.guard) if given.guard.exists() else no_guard()
    made = all_sources(run, guard, given.wanted, given.at_once, SEED)
    diary.tell("met", proof=len(made["proof"].met))  # type: ignore[attr-defined]
    exams = {name: source.exam(given.exam) for name, source in made.items()}
    diary.tell("exams", **{name: len(pool) for name, pool in exams.items()})
    keep(exams, given.output / f"exams-{given.size}.npz")
    compare(exams, made["chance"], given.guard, diary)
    files = [given.output / f"judge-{given.size}-{n}.npz" for n in range(len(given.nets))]
    learnt = []
    for number, told in enumerate(given.nets):
        left = (given.until - diary.seconds) / (len(given.nets) - number) - EXAM_SECONDS
        seconds = max(1.0, min(given.seconds, left))
        learnt.append(teach(told, seconds, made, exams, files[number], given, diary))
    for told, file, (used, whole) in zip(given.nets, files, learnt, strict=True):
        kernels = agree_kernels(made["chance"], file, whole, used, exams["chance"])
        diary.tell("kernels", net=told, **kernels)


if __name__ == "__main__":
    np.seterr(over="ignore")
    main()
