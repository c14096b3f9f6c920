"""Make the proofs of Pylos: solve each variant, find its patches, check them.

    python -m lab.proofs.pylos_proofs OUTPUT [--device cuda] [--variants standard,expert]
        [--growths 0,1.4] [--shares 0] [--check]

A variant that the user has solved (`galda solve pylos`) is not solved again. With a growth of 0
the patches are to be few, else the positions (`find_from` says how). What was met is told ply by
ply and kept in OUTPUT/proofs.json as far as it came; every proof that closes is written there, its
patches in sieves, and checked without the solution.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import galda
from galda.core.errors import GaldaError
from galda.core.play.prover import Proof
from galda.core.play.solver import Device
from galda.games.pylos.rules.rules import VARIANTS
from galda.games.pylos.solve import PROVER, SOLVER
from galda.games.pylos.solve.prover import first_replies
from galda.solve import proving
from galda.solve.devices import Cpu, Cuda
from galda.solve.proof_file import write_proof
from galda.solve.user_tablebases import tablebase_for
from lab.proofs.pylos.finding import find_from

Row = dict[str, Any]
Told = Callable[[], object]


def solve(variant: str, device: Device) -> Any:
    """The marks of all positions."""
    if (solved := tablebase_for(galda.game("pylos"), {"variant": variant})) is not None:
        return device.put(solved.arrays["marks"])
    run = SOLVER.start({"variant": variant}, device, [])
    for _ in run.steps():
        pass
    return run.marks


def find(
    variant: str, growth: float, share: int, device: Device, marks: Any, row: Row, write_rows: Told
) -> Proof:
    """One proof; `row` is told how the set grows, and then written down with the others."""
    began, row["growing"] = perf_counter(), []

    def tell(done: str, _: float) -> None:
        row["growing"].append([round(perf_counter() - began, 1), done])
        write_rows()
        print(f"{variant} {growth} {share} {perf_counter() - began:8.1f} s  {done}", flush=True)

    proof = find_from(
        np.array(first_replies(), np.int64), VARIANTS.index(variant), device, marks,
        growth=growth, mark_share=share, tell=tell,
    )  # fmt: skip
    row |= {
        "seconds": round(perf_counter() - began, 1), "positions": proof.positions,
        "patches": proof.patches, "checksum": f"{proof.checksum:016x}",
        "layers": [[layer.name, layer.positions, layer.patches] for layer in proof.layers],
    }  # fmt: skip
    return proof


def check(proof: Proof, device: Device, row: Row) -> None:
    """Walk it without the solution."""
    began = perf_counter()
    checked = PROVER.check(proof, device, None, lambda _, __: None)
    row["holds"], row["check_seconds"] = proving.holds(proof, checked), perf_counter() - began
    print("holds" if row["holds"] else f"does not hold: {checked}", flush=True)


def main() -> None:
    """Every variant with every aim."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--threads", type=int)
    parser.add_argument("--variants", default="standard,beginners,expert")
    parser.add_argument("--growths", default="0,1.4")
    parser.add_argument("--shares", default="0")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    device: Device = Cuda() if given.device == "cuda" else Cpu(given.threads)
    rows: list[Row] = []

    def write_rows() -> None:
        (given.output / "proofs.json").write_text(json.dumps(rows, indent=1))

    aims = [
        (growth, share)
        for growth in map(float, given.growths.split(","))
        for share in (map(int, given.shares.split(",")) if growth else [1])
    ]
    for variant in given.variants.split(","):
        began = perf_counter()
        marks = solve(variant, device)
        print(f"{variant}: solved in {perf_counter() - began:.1f} s", flush=True)
        for growth, share in aims:
            row: Row = {"variant": variant, "growth": growth, "share": share}
            rows.append(row)
            try:
                proof = find(variant, growth, share, device, marks, row, write_rows)
                file = given.output / f"pylos-{variant}-{growth:g}-{share}.proof"
                write_proof(file, proof)
                row["bytes"] = file.stat().st_size
                if given.check:
                    check(proof, device, row)
            except (GaldaError, MemoryError) as error:
                row["failed"] = str(error)
                print(f"failed: {error}", flush=True)
            finally:
                write_rows()
        del marks


if __name__ == "__main__":
    main()
