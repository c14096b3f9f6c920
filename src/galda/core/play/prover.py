"""What a game provides whose player can be proved never to lose (`Prover`), and a `Proof` itself.

A proof is a fixed way to choose a move, and patches: positions in which the best choices have to be
skipped. A game's folder `solve` may hold a `PROVER`, which checks proofs by the rules alone, and
plays by them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from galda.core.kernels.patches import Patches
from galda.core.play.options import Value
from galda.core.play.solver import Device

if TYPE_CHECKING:
    from galda.core.play.game import Game
    from galda.core.play.position import Position

Told = Callable[[str, float], None]
"""(what was done last, the fraction done): how progress is told."""


@dataclass(frozen=True)
class LayerOfProof:
    """What a proof meets in one layer of a game."""

    name: str
    positions: int
    patches: int


@dataclass(frozen=True)
class Proof:
    """The patches, and what is claimed of who plays by them."""

    game: str
    options: dict[str, Value]
    choice: dict[str, int]
    """The numbers on which the choice of a move depends, beside the network."""
    network: str
    """A fingerprint of the network: with another one the patches mean nothing."""
    starts: tuple[int, ...]
    """The numbers of the positions from which it is proved, the player being to move."""
    wins: bool
    """Whether the player wins from all of them, or only never loses."""
    layers: tuple[LayerOfProof, ...]
    checksum: int
    """Of the set of all positions that the player can meet."""
    numbers: npt.NDArray[np.int64] = field(repr=False)
    """Positions that are patched and not in a sieve, ascending."""
    skipped: npt.NDArray[np.uint8] = field(repr=False)
    """How many of the best moves are skipped in each."""
    sieves: npt.NDArray[np.int64] = field(repr=False, default_factory=lambda: np.zeros(0, np.int64))
    """For each kind of positions how its sieve is read (`core/kernels/static_function.py`)."""
    bits: npt.NDArray[np.uint32] = field(repr=False, default_factory=lambda: np.zeros(0, np.uint32))
    """The bits of all sieves, with a word too many at the end."""

    @property
    def positions(self) -> int:
        """All positions that the player can meet and that are not won by search."""
        return sum(layer.positions for layer in self.layers)

    @property
    def patches(self) -> int:
        """In how many of them a patch changes the choice."""
        return sum(layer.patches for layer in self.layers)


def packed_patches(proof: Proof, kinds: int) -> Patches:
    """The patches of a proof as kernels take them, in a game with `kinds` kinds of positions."""
    return Patches(kinds, proof.sieves.reshape(-1), proof.bits, proof.numbers, proof.skipped)


@dataclass(frozen=True)
class Checked:
    """What a check found."""

    positions: int
    checksum: int
    lost: int
    """Positions in which the other side makes its line, ball or whatever wins."""
    stuck: int
    """Positions in which a patch skips all moves there are."""
    wins: bool
    """Whether the player was seen to win in the end, from wherever it can come."""


class Prover(Protocol):
    """How a game's player is proved."""

    def options(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """The options that matter, or `BadOption` if nothing can be proved with these."""

    def check(self, proof: Proof, device: Device, folder: Path | None, tell: Told) -> Checked:
        """Walk all positions that can be met, without the solution; arrays may live in a folder."""

    def covers(self, proof: Proof, options: Mapping[str, Value], seat: int) -> bool:
        """Whether the proof speaks of a seat in a game with these options."""

    def choose(self, proof: Proof, state: Any, so_far: Sequence[int] = ()) -> int:
        """The action that the player of a proof chooses, at the beginning of its turn.

        Where a turn may be several actions, those after the first are asked for with the state at
        its beginning and what was played of it `so_far`.
        """

    def left(self, proof: Proof, state: Any) -> int:
        """How many of the positions that the player can meet can still come, at most."""


def choose_by(prover: Prover, proof: Proof, position: Position) -> int:
    """The action that the player of a proof chooses, also in the middle of its turn."""
    steps = position.steps_back
    if not steps:
        return prover.choose(proof, position.state)
    return prover.choose(proof, position.take_back(steps).state, position.actions[-steps:])


def can_meet(prover: Prover, proof: Proof, position: Position) -> bool:
    """Whether the player of a proof, whose turn it is, can come to a position.

    So it is where the game began as games do and all that its seat played is what the proof
    chooses. Of other positions patches say nothing, for sieves are right on these alone.
    """
    seat, past = position.to_act, position.history()
    usual = position.game.new(seed=0, **position.options)
    return bool((past[0].states == usual.states).all()) and all(
        choose_by(prover, proof, there) == then.action
        for there, then in pairwise(past)
        if there.to_act == seat
    )


def prover_of(game: Game) -> Prover | None:
    """The prover in a game's folder, if it has one."""
    name = f"{game.package}.solve"
    if find_spec(name) is None:
        return None
    found: Prover | None = getattr(import_module(name), "PROVER", None)
    return found
