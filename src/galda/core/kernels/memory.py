"""Clearing and copying whole states, word by word.

Left to itself Numba copies a record byte by byte on graphics cards, which takes longer than a move.
"""

import numpy as np

from galda.core.kernels.kernel import kernel, lowered


@lowered("galda.core.jit.memory")
def clear_words(state):
    """Set all fields of a state to 0."""
    copy_words(state, np.zeros(1, state.dtype)[0])


@lowered("galda.core.jit.memory")
def copy_words(into, state):
    """Copy all fields of a state."""
    for name in state.dtype.names:
        into[name] = state[name]


@kernel
def clear(state):
    """Set a whole state to 0."""
    clear_words(state)


@kernel
def copy(into, state):
    """Make one state what another is."""
    copy_words(into, state)
