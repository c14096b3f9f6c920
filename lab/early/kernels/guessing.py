"""What the evaluation guesses of early positions, and which of them a filter lets pass."""

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.kernel import kernel
from galda.core.kernels.static_function import passes
from galda.solve.kernels.early import step_of


@kernel
def guess_all(states, steps, guesses):
    """For each position which sieve it belongs to, and whom the evaluation sees winning."""
    for k in range(states.shape[0]):
        guess = np.int64(contract.evaluate(states[k]))
        steps[k] = step_of(guess)
        guesses[k] = 1 if guess > 0 else -1


@kernel
def pass_all(numbers, table, words, passing):
    """Which numbers pass the filter that a table describes."""
    for k in range(len(numbers)):
        passing[k] = passes(numbers[k], table, 0, words)
