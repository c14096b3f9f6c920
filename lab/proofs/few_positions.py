"""Close a proof of Quixo with few positions, with as many aims as wanted, as far as the clock lets.

python -m lab.proofs.few_positions --output FOLDER --size 4 --holding       seconds on a processor
python -m lab.proofs.few_positions --output FOLDER --size 5 --device cuda --bit-costs 0,0.3:10

The board is solved once, in memory. For each cost of a bit the set is closed (`few.py` says how);
where there are several, with a colon between, in as many passes, each of which knows the set of the
one before. Whatever is found is written
at once: `told.jsonl` line by line, with the positions of each layer, what waits, how often so many
moves are skipped and the bits that this takes at least; every proof that closes as a file, which
`galda prove quixo --check --file` checks. `--keep` writes down what a run that was cut off needs to
be taken up with `--from`. On small boards, where who begins wins, `--cubes 3` begins with all drawn
positions of three cubes instead, which is more like the full board.
"""

from __future__ import annotations

import argparse
import time
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.games.quixo.rules import rules
from galda.games.quixo.solve import PROVER
from galda.games.quixo.solve.kernels import choice
from galda.games.quixo.solve.kernels.retrograde import LOST, WON
from galda.games.quixo.solve.solver import SOLVER
from galda.solve import proving
from galda.solve.devices import Cpu, Cuda
from galda.solve.proof_file import write_proof
from lab.diary import Diary
from lab.proofs.keeping import write_kept
from lab.proofs.quixo import few, finding, ground
from lab.proofs.quixo.few import Few, Thrift

TELL_EVERY = 5.0
TOLD = ("easing", "candidates", "together", "later", "again", "sweeps")
"""What is told of what was asked for."""
MOST_TOLD = 8
"""Moves skipped that are counted one by one in what is told."""


def read_arguments() -> argparse.Namespace:
    """What was asked for."""
    usual = Thrift()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=4)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--holding", action="store_true", help="only never lose, as on 5×5")
    parser.add_argument("--cubes", type=int, help="begin with drawn positions of so many cubes")
    parser.add_argument("--bit-costs", default="1", help="new positions a bit is worth: 0,0.3:10")
    parser.add_argument("--easing", type=float, default=usual.easing)
    parser.add_argument("--candidates", type=int, default=usual.candidates)
    parser.add_argument("--together", type=int, default=usual.together, help="in a batch")
    parser.add_argument("--later", type=float, default=usual.later)
    parser.add_argument("--again", type=float, default=usual.again)
    parser.add_argument("--sweeps", type=int, default=usual.sweeps)
    parser.add_argument("--shallow-first", action="store_true", help="few cubes first, not many")
    parser.add_argument("--room", type=int, default=1 << 16, help="that each stack can hold")
    parser.add_argument("--set", action="append", default=[], help="NAME=NUMBER of the choice")
    parser.add_argument("--seconds", type=float, default=1e9, help="for each cost, all passes")
    parser.add_argument("--every", action="store_true", help="a proof of every pass, not the last")
    parser.add_argument("--check", action="store_true", help="check every proof that closes")
    parser.add_argument("--keep", action="store_true", help="write down what waits, if cut off")
    parser.add_argument("--from", dest="kept", type=Path, help="go on from what was kept")
    return parser.parse_args()


def rule_for(given: argparse.Namespace) -> dict[str, int]:
    """The numbers of the choice."""
    told = {name: int(number) for name, number in (item.split("=") for item in given.set)}
    return {**finding.CHOICES[given.size], **told}


def drawn(closing: Few, cubes: int) -> npt.NDArray[np.int64]:
    """All drawn positions of so many cubes, the mover having half of them, or one less."""
    turns, found = closing.guide.turns, set()
    for mine in combinations(rules.cells(closing.run.size), cubes // 2):
        rest = [cell for cell in rules.cells(closing.run.size) if cell not in mine]
        for theirs in combinations(rest, cubes - cubes // 2):
            one, other = (sum(1 << cell for cell in side) for side in (mine, theirs))
            found.add(int(choice.least_image(one, other, turns)[0]))
    images = np.array(sorted(found), np.int64)
    values = closing.values(images)
    return np.asarray(images[(values != WON) & (values != LOST)], np.int64)


def thrift_for(given: argparse.Namespace, bit_cost: float) -> Thrift:
    """What was asked to be saved."""
    return Thrift(
        bit_cost=bit_cost, easing=given.easing, candidates=given.candidates,
        together=given.together, deepest=not given.shallow_first, later=given.later,
        again=given.again, sweeps=given.sweeps,
    )  # fmt: skip


def tell_state(diary: Diary, what: str, closing: Few, **more: Any) -> None:
    """How far it is: all counts are from few cubes to many."""
    tally = closing.tally()
    ranks = tally.sum(axis=(0, 1))
    bits = few.bits_of(tally)
    diary.tell(
        what, **more, positions=closing.positions, waiting=closing.positions - closing.chosen,
        settled=closing.settled, patches=int(ranks[1:].sum()), least_bytes=int(bits.sum()) // 8,
        ranks=[*ranks[:MOST_TOLD].tolist(), int(ranks[MOST_TOLD:].sum())],
        played=tally.sum(axis=(1, 2)).tolist(), waits=closing.waits().tolist(),
        bits=bits.tolist(),
    )  # fmt: skip


def close(closing: Few, until: float, diary: Diary, passed: int) -> bool:
    """One pass; whether it closed before the clock."""
    told_at = time.perf_counter()
    for batches, _ in enumerate(closing.steps()):
        now = time.perf_counter()
        if now - told_at > TELL_EVERY:
            told_at = now
            tell_state(diary, "closing", closing, passed=passed, batches=batches)
        if now > until:
            tell_state(diary, "cut off by the clock", closing, passed=passed, batches=batches)
            return False
    tell_state(diary, "closed", closing, passed=passed)
    return True


def follow(run: Any, given: argparse.Namespace, bit_costs: list[float], diary: Diary) -> None:
    """Close with one cost of a bit for each pass; write what closes, and check it."""
    began = time.perf_counter()
    rule = rule_for(given)
    guide = choice.guide_for(given.size, **rule)
    closing = Few(run, guide, thrift_for(given, bit_costs[0]), given.room)
    starts = closing.starts() if given.cubes is None else drawn(closing, given.cubes)
    name = f"few-{given.size}-" + "-".join(f"{cost:g}" for cost in bit_costs)
    told = {name: getattr(given, name) for name in TOLD}
    diary.tell("begins", bit_costs=bit_costs, **told, rule=rule)
    if given.kept:
        with np.load(given.kept) as kept:
            closing.take_up(kept)
    else:
        closing.meet(starts)
    for passed in range(closing.passes, len(bit_costs)):
        if passed > closing.passes:
            before = time.perf_counter()
            closing.pass_again(starts, bit_costs[passed])
            diary.tell("worths known", seconds=round(time.perf_counter() - before, 1))
        if not close(closing, began + given.seconds, diary, passed):
            if given.keep:
                write_kept(given.output / f"{name}.kept.npz", closing.kept())
            return
        if passed + 1 == len(bit_costs) or given.every:
            pack(closing, starts, rule, given, given.output / f"{name}-{passed}.proof", diary)


def pack(
    closing: Few, starts: npt.NDArray[np.int64], rule: dict[str, int], given: argparse.Namespace,
    file: Path, diary: Diary,
) -> None:  # fmt: skip
    """Write the proof that a pass has found, and check it."""
    before = time.perf_counter()
    proof = finding.proof_of(closing, closing.pack(), starts, rule)
    write_proof(file, proof)
    diary.tell("proved", file=file.name, bytes=file.stat().st_size, positions=proof.positions,
               patches=proof.patches, listed=len(proof.numbers),
               checksum=f"{proof.checksum:016x}",
               packing=round(time.perf_counter() - before, 1))  # fmt: skip
    if given.check:
        before = time.perf_counter()
        checked = PROVER.check(proof, closing.device, None, lambda _, __: None)
        diary.tell("checked", holds=proving.holds(proof, checked),
                   seconds=round(time.perf_counter() - before, 1))  # fmt: skip


def main() -> None:
    """Solve once, then close with every cost."""
    given = read_arguments()
    diary = Diary(given.output)
    device = Cuda() if given.device == "cuda" else Cpu(given.threads)
    run = SOLVER.start({"size": given.size}, device, [])
    for _ in run.steps():
        pass
    diary.tell("solved", start=int(run.value_of_start()))
    if given.holding:
        ground.LARGEST_RANKED = 0
    for bit_costs in given.bit_costs.split(","):
        follow(run, given, [float(cost) for cost in bit_costs.split(":")], diary)


if __name__ == "__main__":
    np.seterr(over="ignore")
    main()
