"""What alpha-beta plays in many positions, each searched to a depth of its own, as a kernel."""

from galda.bots.kernels.negamax import search_root
from galda.core.kernels.kernel import kernel


@kernel
def choose_all(states, depths, most, work, budget, values, wanted, out):
    """For each position the action found by a search so deep, looking at `most` nodes at most."""
    for k in range(len(states)):
        work.states[0] = states[k]
        values[:] = 0
        out[k] = -1
        budget.visited, budget.allowed = 0, most
        for depth in range(1, depths[k] + 1):
            found = search_root(work, budget, depth, False, out[k], values, wanted)
            if found.best >= 0:
                out[k] = found.best
            if not found.complete:
                break
