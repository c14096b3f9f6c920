"""Many positions at once: where all their moves lead, and positions reached at random."""

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.chance import below, draw
from galda.core.kernels.kernel import kernel
from galda.core.kernels.memory import copy
from galda.core.kernels.running import list_legal

BETWEEN_TURNS, IN_TURN, OVER = 0, 1, 2


@kernel
def count_moves(states, scratch, counts):
    """How many legal actions each position has; none when it is over."""
    for k in range(states.shape[0]):
        counts[k] = list_legal(states[k], scratch)


@kernel
def unfold(states, firsts, actions, children, kinds, outcomes, scratch, scores):
    """Every legal action of every position and where it leads, from `firsts[k]` on for the k-th.

    Where the game is over then, the outcome for who has played is written as well.
    """
    for k in range(states.shape[0]):
        mover = np.int64(states[k].to_act)
        for n in range(list_legal(states[k], scratch)):
            at = firsts[k] + n
            actions[at] = scratch[n]
            copy(children[at], states[k])
            contract.apply(children[at], scratch[n])
            outcomes[at] = 0
            if contract.is_over(children[at]):
                kinds[at] = OVER
                contract.scores(children[at], scores)
                outcomes[at] = np.sign(scores[mover] - scores[1 - mover])
            elif contract.in_turn(children[at]):
                kinds[at] = IN_TURN
            else:
                kinds[at] = BETWEEN_TURNS


@kernel
def reach_by_chance(start, seed, first, reached, plies, scratch):
    """For each number from `first` on a random game, and any one of its decisions.

    Of every game the n-th decision with something to choose is kept, n by chance; `plies` is how
    many actions came before it, -1 where the game had none. A game follows from seed and number.
    """
    board = start.copy()
    for k in range(reached.shape[0]):
        stream = draw(seed, first + k)
        copy(board[0], start[0])
        played, choices = 0, 0
        plies[k] = -1
        while not contract.is_over(board[0]):
            count = contract.legal(board[0], scratch)
            if count > 1:
                choices += 1
                # Reservoir sampling: the n-th decision replaces the one held with chance 1/n.
                if below(draw(stream, 2 * played + 1), choices) == 0:
                    copy(reached[k], board[0])
                    plies[k] = played
            contract.apply(board[0], scratch[below(draw(stream, 2 * played), count)])
            played += 1
