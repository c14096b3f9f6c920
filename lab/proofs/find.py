"""Find a proof by the solved game: `python -m lab.proofs.find quixo --size 4`.

The file is written where `galda prove` and the bot `never-loses` look for the user's own
(`--file`: elsewhere). A run that was interrupted goes on where it was when it is started again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Protocol

import galda
from galda.cli.prove import layer_lines, proved_lines
from galda.core.errors import GaldaError
from galda.core.folders import data_folder
from galda.core.kernels.cuda import DEVICES, check_device
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.play.prover import Proof, Told
from galda.core.play.solver import Device
from galda.solve.devices import Cpu, Cuda
from galda.solve.proof_file import read_proof, write_proof
from galda.solve.proving import name_of_file, prover_for
from galda.solve.work import check_room
from lab.proofs.pylos.finding import PylosFinder
from lab.proofs.quixo.finding import QuixoFinder


class Finder(Protocol):
    """How the proof of a game is found."""

    def memory(self, options: Mapping[str, Value]) -> int:
        """The bytes that finding a proof needs."""

    def find(
        self, options: Mapping[str, Value], device: Device, keep_in: Path | None, tell: Told
    ) -> Proof:
        """Find the patches by the solution; what is done is kept in a file, to go on from there."""


FINDERS: dict[str, Finder] = {"quixo": QuixoFinder(), "pylos": PylosFinder()}


@dataclass(frozen=True)
class Proved:
    """What a run found."""

    proof: Proof
    file: Path
    seconds: float
    """0: it was there before."""


def prove(
    played: Game,
    given: Mapping[str, object],
    *,
    device: str = "cpu",
    threads: int | None = None,
    output: Path | None = None,
    tell: Told = lambda _, __: None,
) -> Proved:
    """Find a proof and write its file, by default the user's; an old file is read instead."""
    check_device(device)
    options = prover_for(played).options(played.read_options(given))
    file = output or data_folder() / name_of_file(played, options)
    if file.exists():
        known = read_proof(file)
        if known.options != options:
            raise GaldaError(
                "{file} holds {options}; name another --file", file=file, options=known.options
            )
        return Proved(known, file, 0.0)
    began, finder = perf_counter(), FINDERS[played.name]
    kept = file.with_name(file.name + ".kept.npz")
    machine: Device = Cuda() if device == "cuda" else Cpu(threads)
    check_room(machine.too_little, finder.memory(options), machine.free_memory())
    proof = finder.find(options, machine, kept, tell)
    write_proof(file, proof)
    return Proved(proof, file, perf_counter() - began)


def main() -> int:
    """Read the command line and prove."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(FINDERS))
    parser.add_argument("--device", default="cpu", choices=DEVICES)
    parser.add_argument("--threads", type=int, help="threads on the processor; default: all")
    parser.add_argument("--file", type=Path, help="the proof to write")
    parser.add_argument("--layers", action="store_true", help="print the counts of every layer")
    known, rest = parser.parse_known_args()
    given = {
        name.removeprefix("--"): value for name, value in zip(rest[::2], rest[1::2], strict=False)
    }
    began = perf_counter()

    def tell(done: str, fraction: float) -> None:
        print(f"{perf_counter() - began:8.1f} s {fraction:7.2%}  {done}", file=sys.stderr)

    try:
        played = galda.game(known.game)
        proved = prove(
            played, given, device=known.device, threads=known.threads, output=known.file, tell=tell
        )
    except GaldaError as error:
        print(f"galda: {error}", file=sys.stderr)
        return 2
    lines = proved_lines(played.title, proved.proof, proved.file, "en")
    print("\n".join([*(layer_lines(proved.proof, "en") if known.layers else []), *lines]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
