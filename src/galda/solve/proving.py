"""Proofs: where they are kept, what they say, and checking them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from galda.core.errors import GaldaError
from galda.core.folders import data_folder
from galda.core.kernels.cuda import check_device
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.play.prover import Checked, Proof, Prover, Told, prover_of
from galda.core.play.solver import Device
from galda.solve.devices import Cpu, Cuda
from galda.solve.proof_file import SUFFIX, BadProof, read_proof
from galda.solve.tablebase import file_name

FOLDER = "proofs"
"""The folder beside a game's prover that holds the proofs in the package."""


def prover_for(played: Game) -> Prover:
    """The game's prover, or an error."""
    prover = prover_of(played)
    if prover is None:
        raise GaldaError("nobody knows how to prove anything of {game}", game=played.title)
    return prover


def packaged_folder(played: Game) -> Path:
    """Where the package keeps the proofs of a game."""
    return played.folder / "solve" / FOLDER


def name_of_file(played: Game, options: Mapping[str, Value]) -> str:
    """What the file of a proof is called."""
    return Path(file_name(played.name, options)).stem + SUFFIX


def file_of_proof(played: Game, options: Mapping[str, Value]) -> Path | None:
    """The file of a proof for a game with these options: the package's, else the user's."""
    folders = (packaged_folder(played), data_folder())
    if not any(True for folder in folders for _ in folder.glob(f"{played.name}-*{SUFFIX}")):
        return None  # so no prover is loaded for nothing
    prover = prover_of(played)
    if prover is None:
        return None
    try:
        name = name_of_file(played, prover.options(options))
    except GaldaError:
        return None
    return next((folder / name for folder in folders if (folder / name).exists()), None)


@lru_cache
def _read(file: Path, changed: float, played: Game) -> Proof:
    proof = read_proof(file)
    if proof.game != played.name:
        raise BadProof(
            "{file} holds {game}, not {wanted}",
            file=file, game=proof.game, wanted=played.name,
        )  # fmt: skip
    return proof


def proof_for(played: Game, options: Mapping[str, Value]) -> Proof:
    """The proof for a game with these options, read when it is first asked for; else an error."""
    check_proved(played, options)
    file = file_of_proof(played, options)
    assert file is not None, "it was there a moment ago"
    return _read(file, file.stat().st_mtime, played)


def check_proved(played: Game, options: Mapping[str, Value]) -> None:
    """Complain, saying what is proved, unless there is a proof for these options."""
    if file_of_proof(played, options) is not None:
        return
    known = proved_options(played)
    if not known:
        raise GaldaError("nobody has proved {game}", game=played.title)
    raise GaldaError(
        "nobody has proved {game} with these options; there are proofs for {known}",
        game=played.title, known=", ".join(known),
    )  # fmt: skip


def proved_options(played: Game) -> list[str]:
    """The options for which the package holds proofs, as they are written on the command line."""
    return [
        " ".join(f"--{name} {value}" for name, value in proof.options.items())
        for proof in packaged_proofs(played).values()
    ]


def packaged_files(played: Game) -> list[Path]:
    """The files of the proofs in the package; to read them all may take a while."""
    return sorted(packaged_folder(played).glob(f"*{SUFFIX}"))


def packaged_proofs(played: Game) -> dict[str, Proof]:
    """The proofs in the package by the names of their files."""
    return {file.stem: _read(file, file.stat().st_mtime, played) for file in packaged_files(played)}


def player_of(played: Game, proof: Proof) -> int | None:
    """The seat that a proof speaks of; who begins, if it speaks of all; None: of no whole game."""
    start, prover = played.new(seed=0, **proof.options), prover_for(played)
    seats = sorted(range(start.players), key=lambda seat: seat != start.to_act)
    return next((seat for seat in seats if prover.covers(proof, start.options, seat)), None)


def is_second(played: Game, proof: Proof) -> bool:
    """Whether a proof speaks of the one alone who does not begin."""
    return player_of(played, proof) not in (None, played.new(seed=0, **proof.options).to_act)


def is_proved(played: Game) -> bool:
    """Whether there is a proof for the game as it is usually played."""
    return file_of_proof(played, played.read_options({})) is not None


def find_proof(
    played: Game, given: Mapping[str, object], file: Path | None = None
) -> tuple[Proof, Path]:
    """The proof in a file, by default the one that players use, and its file."""
    prover_for(played)
    if file is not None:
        return read_proof(file), file
    options = played.read_options(given)
    proof, file = proof_for(played, options), file_of_proof(played, options)
    assert file is not None, "it was there a moment ago"
    return proof, file


def check(
    played: Game,
    given: Mapping[str, object],
    *,
    device: str = "cpu",
    threads: int | None = None,
    file: Path | None = None,
    folder: Path | None = None,
    tell: Told = lambda _, __: None,
) -> tuple[Proof, Checked]:
    """Check a proof, by default the one that players use; what was found, whatever it is."""
    check_device(device)
    proof, _ = find_proof(played, given, file)
    return proof, prover_for(played).check(proof, _machine(device, threads), folder, tell)


def holds(proof: Proof, checked: Checked) -> bool:
    """Whether a check bears out what a proof claims."""
    return (
        not checked.lost
        and not checked.stuck
        and (checked.positions, checked.checksum) == (proof.positions, proof.checksum)
        and checked.wins >= proof.wins
    )


def _machine(device: str, threads: int | None) -> Device:
    return Cuda() if device == "cuda" else Cpu(threads)
