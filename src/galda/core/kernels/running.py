"""Playing one game as fast as Python can: the kernels behind `Runner` and `Position`.

They are given a game's state as an array of one: handing a record by itself to compiled code takes
fifty times as long.
"""

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.kernel import kernel, seldom
from galda.core.kernels.memory import clear, copy


@kernel
def begin(state, options, seed):
    """Set up a new game."""
    clear(state)
    contract.setup(state, options, np.uint64(seed))


@kernel
def list_legal(state, out):
    """List the legal actions of a game; none when it is over."""
    return 0 if contract.is_over(state) else contract.legal(state, out)


@kernel
def begin_listed(states, options, seed, listed):
    """Begin a new game, list what is legal and return how many."""
    begin(states[0], options, seed)
    return list_legal(states[0], listed)


@kernel
def play_listed(states, action, listed, count):
    """Play an action of the list, then list what is legal now and return how many; else -1."""
    for k in range(count):
        if listed[k] == action:
            contract.apply(states[0], action)
            return list_legal(states[0], listed)
    return -1


@seldom
@kernel
def replay(states, actions, listed):
    """Play actions on `states[0]`, writing the state after each; how many of them were legal."""
    for k in range(actions.shape[0]):
        count = list_legal(states[k], listed)
        legal = False
        for n in range(count):
            if listed[n] == actions[k]:
                legal = True
                break
        if not legal:
            return k
        copy(states[k + 1], states[k])
        contract.apply(states[k + 1], actions[k])
    return actions.shape[0]


@seldom
@kernel
def replay_dealt(states, actions, words, listed):
    """`replay`, with what nobody knows drawn anew before each action, by a word for each."""
    for k in range(actions.shape[0]):
        count = list_legal(states[k], listed)
        legal = False
        for n in range(count):
            if listed[n] == actions[k]:
                legal = True
                break
        if not legal:
            return k
        copy(states[k + 1], states[k])
        contract.renew(states[k + 1], np.int64(states[k].to_act), words[k])
        contract.apply(states[k + 1], actions[k])
    return actions.shape[0]


@seldom
@kernel
def has_ended(states):
    """Whether the game has ended."""
    return contract.is_over(states[0])


@seldom
@kernel
def is_in_turn(states):
    """Whether the seat to act is in the middle of its turn."""
    return contract.in_turn(states[0])


@seldom
@kernel
def write_legal(states, out):
    """Write the legal actions of a game that goes on; how many there are."""
    return contract.legal(states[0], out)


@seldom
@kernel
def play_legal(states, action):
    """Play one legal action."""
    contract.apply(states[0], action)


@seldom
@kernel
def blank_out(states, viewer):
    """Blank out everything that a viewer cannot know."""
    contract.conceal(states[0], viewer)


@seldom
@kernel
def draw_anew(states, viewer, seed):
    """Draw anew everything that a viewer cannot know."""
    contract.determinize(states[0], viewer, seed)


@seldom
@kernel
def renew(states, viewer, seed):
    """Let what nobody knows yet follow from a number."""
    contract.renew(states[0], viewer, seed)


@kernel
def mark(listed, count, out):
    """Write 1 for every listed action, 0 for all others."""
    for action in range(out.shape[0]):
        out[action] = 0
    for k in range(count):
        out[listed[k]] = 1


@kernel
def see(states, viewer, out):
    """Write what a seat of the game `states[0]` sees."""
    contract.observe(states[0], viewer, out)


@kernel
def reward(scores, players, out):
    """Write what each seat has earned: the share of the others it beats, less those that beat it.

    So all rewards together are 0, and with two players they are 1 and -1, or 0 in a draw.
    """
    for seat in range(players):
        ahead = 0
        for other in range(players):
            if scores[seat] > scores[other]:
                ahead += 1
            elif scores[seat] < scores[other]:
                ahead -= 1
        out[seat] = ahead / (players - 1)
