"""How early positions end: the evaluation guesses, and a sieve knows where it guesses wrong.

There is a sieve (`core/kernels/static_function.py`) for each step of how sure the evaluation seems:
where it hardly leans to a side, it is wrong more often.
"""

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.kernel import kernel, seldom
from galda.core.kernels.static_function import FIELDS, sieved

SURE = np.array([200, 400, 700, 1100, 1700, 2500, 4000], np.int64)
"""A position's sieve is numbered by how many of these its evaluation, either way, reaches."""
AS_GUESSED, TURNED_ROUND, DRAWN = 0, 1, 2
"""What a sieve says of a position."""


@kernel
def step_of(guess):
    """Which sieve a position with this evaluation belongs to."""
    step = 0
    while step < len(SURE) and abs(guess) >= SURE[step]:
        step += 1
    return step


@seldom
@kernel
def outcome_of(state, number, sieves, bits):
    """How a position of the set ends for the seat to act: 1 won, 0 drawn, -1 lost."""
    guess = np.int64(contract.evaluate(state))
    said = sieved(number, sieves, step_of(guess) * FIELDS, bits)
    if said == DRAWN:
        return 0
    return 1 if (guess > 0) == (said == AS_GUESSED) else -1
