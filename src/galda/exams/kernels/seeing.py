"""What the seats to act see of many positions, and what they can do."""

from galda.core.kernels import contract
from galda.core.kernels.kernel import kernel
from galda.core.kernels.running import list_legal, mark


@kernel
def see_all(states, observations, masks, scratch):
    """Write what each seat to act sees, and mark its legal actions."""
    for k in range(states.shape[0]):
        contract.observe(states[k], states[k].to_act, observations[k])
        mark(scratch, list_legal(states[k], scratch), masks[k])
