"""What a game that can be solved provides (`Solver`), and what solves it offers (`Device`).

A game's folder may hold a package `solve` with a `SOLVER`. The solving room finds it there, runs
it on a processor or on a graphics card, and keeps what comes out in a file that can be probed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from galda.core.play.options import Value
from galda.core.play.values import Exact

if TYPE_CHECKING:
    from galda.core.play.game import Game

Arrays = Mapping[str, npt.NDArray[Any]]
Keep = Callable[[str, int, Any], npt.NDArray[Any]]
"""(name, size, type) -> the array of that name, living in a file."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many positions of a layer are won, lost and drawn for the side to move."""

    won: int
    lost: int
    drawn: int

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.won + other.won, self.lost + other.lost, self.drawn + other.drawn)

    @property
    def total(self) -> int:
        """All positions."""
        return self.won + self.lost + self.drawn


class Device(Protocol):
    """Where a game is solved: arrays live there, and kernels run over spans of numbers."""

    name: str
    too_little: str
    """What is said when its memory does not suffice: a message with `needed` and `free`."""

    def zeros(self, name: str, size: int, dtype: Any) -> Any:
        """The zeroed array that the finished file will hold under `name`."""

    def scratch(self, size: int, dtype: Any) -> Any:
        """An array for a while, holding anything at first."""

    def put(self, array: npt.NDArray[Any]) -> Any:
        """A copy of a table on the device."""

    def get(self, array: Any) -> npt.NDArray[Any]:
        """An array of the device, here."""

    def clear(self, array: Any) -> None:
        """Fill an array of the device with zeros."""

    def parallel_sum(self, kernel: Any, count: int, *arguments: Any) -> int:
        """The sum of `kernel(start, stop, *arguments)` over spans that make up 0 to `count`."""

    def free_memory(self) -> int:
        """Bytes that arrays of the device can still have."""

    def live_in(self, keep: Keep) -> bool:
        """Let the arrays of the file live in the file itself, if the device can, and say whether.

        Then nothing has to be copied at the end, and an interrupted run can go on where it was.
        """


class Run(Protocol):
    """A game being solved, step by step."""

    cursor: list[int]
    """How far it has come: enough to go on from here, given the arrays as they are."""

    def steps(self) -> Iterator[tuple[str, float]]:
        """Go on from the cursor; after each step tell what was done and the fraction in all."""

    def counts(self) -> Iterator[tuple[str, Counts]]:
        """The counts of each layer by its name, once all is solved."""

    def value_of_start(self) -> int:
        """The value of the start for who begins: 1 won, 0 drawn, -1 lost."""

    def kept(self) -> Mapping[str, Any]:
        """The arrays on the device that the file will hold."""

    def tables(self) -> Arrays:
        """Further arrays that the file needs for being probed."""


class Solver(Protocol):
    """How a game is solved."""

    def options(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """The options that matter to the solution, or `BadOption` if these cannot be solved."""

    def memory(self, options: Mapping[str, Value]) -> dict[str, int]:
        """The bytes needed: "file" for what is kept, "tables" for what is needed meanwhile.

        And "card" for what a graphics card needs beside that.
        """

    def arrays(self, options: Mapping[str, Value]) -> list[tuple[str, Any, int, int]]:
        """All arrays of the file: name, type, size, positions in an item (0: a table)."""

    def start(self, options: Mapping[str, Value], device: Device, cursor: list[int]) -> Run:
        """Begin, or go on from `cursor`."""

    def place(self, options: Mapping[str, Value], arrays: Arrays, state: Any) -> tuple[str, int]:
        """Where the file keeps a position: the array and the index into it; -1: nowhere."""

    def alike(self, options: Mapping[str, Value], state: Any) -> int:
        """A number that two positions share only if turning or mirroring makes them the same."""

    def read(self, state: Any, code: int) -> Exact:
        """What the number kept for a position means to the seat to act (-1: it is not kept)."""


@runtime_checkable
class ManySolver(Protocol):
    """What a solver may add, for data sets and exams: the same for many positions at once."""

    def places(
        self, options: Mapping[str, Value], arrays: Arrays, states: npt.NDArray[Any]
    ) -> tuple[str, npt.NDArray[np.int64]]:
        """Where the file keeps positions between turns, as `place` tells of one."""

    def read_all(
        self, states: npt.NDArray[Any], codes: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """What the numbers kept mean to the seats to act: outcomes, and turns (-1: uncounted)."""

    def forget(self, states: npt.NDArray[Any]) -> None:
        """Blank out, in place, what the solution knows nothing of, such as counts of turns."""

    def layers(self, options: Mapping[str, Value]) -> tuple[str, ...]:
        """The names of the layers, as in the counts."""

    def lay(
        self,
        options: Mapping[str, Value],
        states: npt.NDArray[Any],
        layer: str,
        chance: np.random.Generator,
    ) -> None:
        """Make every state, a start of the game as given, a random position of a layer.

        All that can be laid on the board are equally likely, whether a game reaches them or not.
        """


@runtime_checkable
class EarlySolver(Protocol):
    """What a solver may add, for a file that keeps how all early positions end."""

    def layer_of(self, state: Any) -> int:
        """Which layer a position between turns belongs to, from the start's, 0, on; -1: to none."""

    def laid(
        self, options: Mapping[str, Value], numbers: npt.NDArray[np.int64]
    ) -> npt.NDArray[Any]:
        """One of the positions that share a number, for each number: always the same."""

    def alike(self, options: Mapping[str, Value], state: Any) -> int:
        """A number that two positions share only if turning or mirroring makes them the same."""

    def network(self, options: Mapping[str, Value]) -> str:
        """What tells the network that evaluates positions from others: what is kept needs it."""


def solver_of(game: Game) -> Solver | None:
    """The solver in a game's folder, if it has one."""
    name = f"{game.package}.solve"
    if find_spec(name) is None:
        return None
    found: Solver = import_module(name).SOLVER
    return found
