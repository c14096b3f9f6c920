"""What a network is given of a game, as kernels: its inputs, the legal actions and their features.

Actions are listed, not marked: most games have many more actions than are legal at a time.
"""

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.kernel import kernel

NO_ACTION = -1


@kernel
def see_row(i, states, inputs, codes, features, scratch):
    """Write what the seat to act of game `i` is given; behind the legal actions stands -1."""
    state = states[i]
    contract.encode(state, np.int64(state.to_act), inputs[i])
    most = codes.shape[1]
    n = min(contract.legal(state, scratch), most)
    for k in range(most):
        codes[i, k] = scratch[k] if k < n else NO_ACTION
    contract.encode_actions(state, scratch, n, features[i])


@kernel
def see_span(first, last, states, inputs, codes, features, scratch):
    """The same for the games from `first` up to `last`."""
    for i in range(first, last):
        see_row(i, states, inputs, codes, features, scratch)
