"""Whole games of any kind in compiled code, with what is to be counted noted as they go.

Who plays is a policy for each seat: by chance, by the game's rollout policy, or by its evaluation
one action ahead. A game that bots have played is gone through again, action by action.
"""

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.chance import below, draw, scramble
from galda.core.kernels.kernel import kernel

CHANCE, GUIDED, JUDGING = 0, 1, 2
SLIP = 8
"""One action in so many is just any where positions are judged: else all games would be one."""
DECIDED = 10_000
"""More than any evaluation."""


@kernel
def judged_action(state, bits, scratch, spare, out):
    """The action after which the game's evaluation likes the position best; now and then any."""
    n = contract.legal(state, scratch)
    if n == 1 or below(scramble(bits), SLIP) == 0:
        return np.int64(scratch[below(bits, n)])
    best, most, first = np.int64(scratch[0]), -2 * DECIDED, below(bits, n)
    seat = state.to_act
    for k in range(n):
        action = np.int64(scratch[(first + k) % n])  # of equals the first from a place by chance
        spare[0] = state
        after = spare[0]
        contract.apply(after, action)
        if contract.is_over(after):
            contract.scores(after, out)
            worth = np.int64(DECIDED * out[seat])
        else:
            worth = np.int64(contract.evaluate(after))
            worth = worth if after.to_act == seat else -worth
        if worth > most:
            best, most = action, worth
    return best


@kernel
def choose(state, policy, bits, scratch, spare, out):
    """What a policy plays."""
    if policy == GUIDED:
        return np.int64(contract.rollout_policy(state, bits, scratch))
    if policy == JUDGING:
        return judged_action(state, bits, scratch, spare, out)
    return np.int64(contract.pick(state, bits, scratch))


def player(note, finish):
    """A kernel that plays games and lets `note` look at each action, `finish` at each end."""

    @kernel
    def play_all(states, options, seeds, dice, policies, moves, most_legal, scores, firsts, facts):
        """Play a game in each of `states` (zeroed); return the number of actions.

        `policies` has a row for each game, a policy for each seat. Where `moves` has columns, they
        are the actions that were played.
        """
        scratch = np.empty(most_legal, np.int32)
        spare = np.empty(1, states.dtype)
        out = np.zeros(8, np.float64)
        total = 0
        for g in range(len(seeds)):
            state = states[g]
            contract.setup(state, options, seeds[g])
            firsts[g] = state.to_act
            n = 0
            while not contract.is_over(state):
                if moves.shape[1] > 0:
                    action = np.int64(moves[g, n])
                else:
                    bits = np.uint64(draw(dice[g], n))
                    policy = policies[g, state.to_act]
                    action = choose(state, policy, bits, scratch, spare, out)
                note(state, action, facts[g])
                contract.apply(state, action)
                n += 1
            contract.scores(state, out)
            for seat in range(scores.shape[1]):
                scores[g, seat] = np.int64(out[seat])
            finish(state, facts[g])
            total += n
        return total

    return play_all
