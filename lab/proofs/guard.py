"""Teach a guard for the player of a proof, from the very positions it can meet; then prove.

python -m lab.proofs.guard --size 4 --output FOLDER          seconds on a processor
python -m lab.proofs.guard --size 5 --device cuda --output FOLDER    minutes on one H200

The board is solved in memory. In each round the guide of the round before is followed against every
reply (first: the shipped network with its costs), some of the positions of each layer become
lessons, and the guard learns from those of all rounds. Then the proof is closed with the last
guard. Whatever is found is written at once: `guard-SIZE.npz` after each round, `told.jsonl` line by
line, `quixo-SIZE.proof` if the proof closes before the clock.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from galda.games.quixo.solve.kernels import choice
from galda.games.quixo.solve.kernels.choice import Guide
from galda.games.quixo.solve.solver import SOLVER
from galda.solve.devices import Cpu, Cuda
from galda.solve.proof_file import write_proof
from lab.diary import Diary
from lab.proofs import guard_learning
from lab.proofs.guard_learning import FIRST_RATE, Course, GuardNet
from lab.proofs.picture import FORM
from lab.proofs.quixo import finding
from lab.proofs.quixo.closing import Closing
from lab.proofs.quixo.kernels.guard import Guard, no_guard, read_guard
from lab.proofs.quixo.sampling import Sampling

SEED = 20_261_116
BEFORE = [*FORM, 520_000_000, 500_000_000, 300_000_000, 120_000_000, 30_000_000, 5_000_000]
"""Positions in the layers of a run on 5×5 without a guard; from 20 cubes on these are guesses."""
TELL_EVERY = 15.0
LATER_RATE = 0.5
"""How fast later rounds learn, beside the first."""


def read_arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=4)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--units", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--wanted", type=int, default=20_000, help="positions of a layer to learn")
    parser.add_argument("--steps", type=int, default=1500, help="of learning, in a round")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--learn-seconds", type=float, default=1e9, help="for a round, at most")
    parser.add_argument("--seconds", type=float, default=1e9, help="for everything")
    parser.add_argument("--listed", type=int, default=3, help="moves looked at once more")
    parser.add_argument("--safe-weight", type=float, default=4.0)
    parser.add_argument("--holding", action="store_true", help="only never lose, as on 5×5")
    parser.add_argument("--learn-only", action="store_true")
    return parser.parse_args()


def main() -> None:
    """Solve, learn, prove."""
    given = read_arguments()
    diary = Diary(given.output)
    device = Cuda() if given.device == "cuda" else Cpu()
    run = SOLVER.start({"size": given.size}, device, [])
    for _ in run.steps():
        pass
    diary.tell("solved", start=int(run.value_of_start()))
    if given.holding:
        Closing.proves_wins = property(lambda _: False)  # type: ignore[assignment, method-assign]
    rule = {**finding.CHOICES[given.size], "forward": 3000, "listed": given.listed}
    guide, guard = choice.guide_for(given.size, **rule), no_guard()
    sampling = Sampling(
        run, guide, 4 * given.wanted, given.wanted, wanted=given.wanted, teacher=guide
    )  # fmt: skip
    net = GuardNet(given.units, SEED)
    course = Course(given.size, guide.moves, device, net, given.batch, SEED)
    file = given.output / f"guard-{given.size}.npz"
    guard_learning.SAFE_WEIGHT = given.safe_weight
    lessons: list[Any] = []
    for number in range(given.rounds):
        follow(sampling, guide, guard, f"round {number}", diary)
        lessons.append(course.joined(sampling.lessons))
        rate = FIRST_RATE * (LATER_RATE if number else 1.0)
        until = time.perf_counter() + given.learn_seconds
        lost = course.study(lessons, given.steps, until, rate)
        wrong = [round(course.errors(*part, 1 << 16), 5) for part in sampling.lessons]
        diary.tell(f"learnt {number}", loss=lost, wrong=wrong)
        net.write(file)
        guard = read_guard(file)
    follow(sampling, guide, guard, "after all rounds", diary)
    if given.learn_only:
        return
    del sampling, lessons, course
    close(run, guide, guard, rule, given, diary)


def follow(sampling: Sampling, guide: Guide, guard: Guard, name: str, diary: Diary) -> None:
    """Meet some positions of every layer; tell how often the choice was wrong.

    Of each layer: cubes, positions, of how many one was met, the share that is patched, and the
    bits that sieves would take for a thousand positions.
    """
    sampling.begin(guide, guard)
    sampling.meet(sampling.starts())
    told = []
    for met in sampling.steps():
        rate = round(met.patches / max(met.positions, 1), 5)
        bits = round(1000 * sampling.bits / max(met.positions, 1), 1)
        told.append([met.cubes, met.positions, sampling.passing, rate, bits])
    diary.tell(name, layers=told)
    if sampling.run.size == 5:
        about = sum(count * told[cubes][4] for cubes, count in enumerate(BEFORE)) / 8000
        diary.tell("about", megabytes=round(about / 1e6, 2))


class ToldClosing(Closing):
    """Tells now and then how far it is in a layer."""

    diary: Diary
    _told_at: float = 0.0

    def _tell_of(self, cubes: int, done: int) -> None:
        if self.diary.seconds - self._told_at > TELL_EVERY:
            self._told_at = self.diary.seconds
            self.diary.tell("closing", cubes=cubes, done=done, waiting=self.waits().tolist())


def close(
    run: Any,
    guide: Guide,
    guard: Guard,
    rule: dict[str, int],
    given: argparse.Namespace,
    diary: Diary,
) -> None:
    """Close the proof with the last guard, as far as the clock lets it."""
    size = given.size
    closing = ToldClosing(
        run, guide, finding.MOST_WAITING[size], finding.MOST_PATCHES[size], guard=guard
    )
    closing.diary = diary
    starts = closing.starts()
    closing.meet(starts)
    for met in closing.steps():
        sieving = closing.sieving
        diary.tell("closed", cubes=met.cubes, positions=met.positions, patches=met.patches,
                   settled=met.settled, sieve_bytes=4 * sieving.words,
                   listed=sum(map(len, sieving.numbers)))  # fmt: skip
        if diary.seconds > given.seconds and met.cubes < size**2:
            diary.tell("cut off by the clock", waiting=int(closing.waits().sum()))
            return
    proof = finding.proof_of(closing, closing.sieving, starts, rule)
    write_proof(given.output / f"quixo-{size}.proof", proof)
    diary.tell("proved", positions=proof.positions, patches=proof.patches,
               checksum=f"{proof.checksum:016x}",
               bytes=(given.output / f"quixo-{size}.proof").stat().st_size,
               guard_bytes=(given.output / f"guard-{size}.npz").stat().st_size)  # fmt: skip


if __name__ == "__main__":
    np.seterr(over="ignore")
    main()
