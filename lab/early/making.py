"""Makes the early positions of a solved game's book (`galda/solve/book.py`)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.kernels.static_function import FUNCTION
from galda.core.play.solver import EarlySolver
from galda.solve.book import Early
from galda.solve.kernels.early import (
    AS_GUESSED,
    DRAWN,
    SURE,
    TURNED_ROUND,
)
from galda.solve.many import AT_ONCE, ManySolution, values_of
from lab.early.kernels.guessing import guess_all, pass_all
from lab.early.listing import WHOLE_LAYERS
from lab.kernels.static_function import any_fields, bits_needed, function_for

WIDEST_FILTER = 12
WORD = 32

Numbers = npt.NDArray[np.int64]


def make_early(solution: ManySolution, layers: int) -> Early:
    """What is to be kept of the positions of layers 0 to `layers`, exactly those."""
    solver = solution.solver
    if not isinstance(solver, EarlySolver):
        raise TypeError(f"nothing lists the early positions of {solution.game.name}")
    found = [
        _judged(WHOLE_LAYERS[solution.game.name](solution.options, layer), solution, solver)
        for layer in range(layers + 1)
    ]
    numbers, steps, said = (np.concatenate(parts) for parts in zip(*found, strict=True))
    sieves, bits = any_fields(len(SURE) + 1), []
    begin = 0
    for step in range(len(SURE) + 1):
        here = steps == step
        sieves[step], more = sieve_for(numbers[here], said[here], begin)
        bits.append(more)
        begin += WORD * len(more)
    words = np.concatenate([*bits, np.zeros(1, np.uint32)])
    return Early(layers, solver.network(solution.options), sieves.ravel(), words)


def _judged(
    numbers: Numbers, solution: ManySolution, solver: EarlySolver
) -> tuple[Numbers, Numbers, Numbers]:
    """The numbers of positions, which sieve each belongs to, and what that has to say."""
    states = solver.laid(solution.options, numbers)
    steps, guesses = np.zeros(len(states), np.int64), np.zeros(len(states), np.int64)
    guess_all(states, steps, guesses)
    outcomes = np.concatenate(
        [np.zeros(0, np.int64)]
        + [
            values_of(states[at : at + AT_ONCE], solution)[0]
            for at in range(0, len(states), AT_ONCE)
        ]
    )
    said = np.where(outcomes == guesses, AS_GUESSED, np.where(outcomes == 0, DRAWN, TURNED_ROUND))
    return numbers, steps, said


def sieve_for(numbers: Numbers, said: Numbers, begin: int) -> tuple[list[int], npt.NDArray[Any]]:
    """The description of a sieve that says this of these numbers, and its bits from `begin` on."""
    wrong = numbers[said != AS_GUESSED]
    nothing = [0] * FUNCTION
    if not len(wrong):
        return nothing * 3, np.zeros(0, np.uint32)
    right = len(numbers) - len(wrong)
    wide = min(
        range(WIDEST_FILTER + 1),
        key=lambda wide: (
            bits_needed(len(wrong), wide) + bits_needed(int(len(wrong) + right / 2**wide), 1)
        ),
    )
    filtered, first = function_for(wrong, None, wide, 0)
    passing = np.zeros(len(numbers), np.bool_)
    pass_all(numbers, np.array(filtered, np.int64), np.append(first, np.uint32(0)), passing)
    filtered[1] = begin
    begin += WORD * len(first)
    which, second = function_for(
        numbers[passing], (said[passing] != AS_GUESSED).astype(np.int64), 1, begin
    )
    begin += WORD * len(second)
    drawn = (said == DRAWN)[said != AS_GUESSED].astype(np.int64)
    much, third = function_for(wrong, drawn, int(drawn.any()), begin)
    return [*filtered, *which, *much], np.concatenate([first, second, third])
