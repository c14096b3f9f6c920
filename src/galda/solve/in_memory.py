"""A game solved here and now, and the solution held in memory: nothing is written to a disk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from galda.core.kernels.cuda import check_device
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.play.position import Position
from galda.core.play.solver import Arrays, Device, Solver
from galda.core.play.values import Exact
from galda.solve.devices import Cpu, Cuda
from galda.solve.tablebase import codes_at
from galda.solve.work import Told, check_room, room_on, solver_for


@dataclass(frozen=True)
class InMemory:
    """A solution in memory; it answers like a tablebase."""

    game: Game
    solver: Solver
    options: dict[str, Value]
    arrays: Arrays

    def exact(self, position: Position) -> Exact:
        """What a position between turns is worth to the seat to act."""
        state = position.state
        array, index = self.solver.place(self.options, self.arrays, state)
        if index < 0:
            return self.solver.read(state, -1)
        return self.solver.read(state, int(self.codes(array, np.array([index]))[0]))

    def codes(self, array: str, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The numbers kept at places of an array; -1 where the place is."""
        per_item = next(n for name, _, _, n in self.solver.arrays(self.options) if name == array)
        return codes_at(self.arrays[array], per_item, places)


def hold(
    game: Game,
    given: Mapping[str, object],
    *,
    device: str = "cpu",
    threads: int | None = None,
    tell: Told = lambda _, __: None,
) -> InMemory:
    """Solve a game and hold the solution; what was solved on a graphics card is copied here.

    >>> from galda.solve.in_memory import hold
    >>> str(hold(galda.game("quixo"), {"size": 3}).exact(galda.game("quixo").new(size=3)))
    'won'
    """
    check_device(device)
    solver = solver_for(game)
    options = solver.options(game.read_options(given))
    machine: Device = Cuda() if device == "cuda" else Cpu(threads)
    memory = solver.memory(options)
    check_room(machine.too_little, room_on(machine, memory), machine.free_memory())
    run = solver.start(options, machine, [])
    for done, fraction in run.steps():
        tell(done, fraction)
    kept = {name: np.asarray(machine.get(array)) for name, array in run.kept().items()}
    return InMemory(game, solver, options, {**kept, **run.tables()})
