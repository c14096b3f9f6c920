"""What a solved game of Pylos says of positions, as a kernel."""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.games.pylos.rules import rules
from galda.games.pylos.solve.kernels import indexing, retrograde


@kernel
def label(mine, theirs, marks, known_shapes, home, balls, base, out):
    """The exact value of each position for its mover."""
    for k in range(len(mine)):
        at = indexing.place_of(mine[k], theirs[k], known_shapes, home, balls, base)
        if at < 0:  # an empty reserve decides
            out[k] = -1 if bits.count(mine[k]) == rules.BALLS_EACH else 1
        else:
            mark = np.int64(marks[at])
            out[k] = (mark > retrograde.UNKNOWN) - (mark < retrograde.UNKNOWN)
