"""The kernels of Monte-Carlo tree search: any number of players, chance and secrets.

Each iteration draws anew what the searching seat cannot know, then walks down a tree whose nodes
stand for the actions taken so far. Different draws allow different actions, so a child's bonus for
being rarely tried counts how often it was there to be tried (information-set search).
"""

import math

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.chance import below, draw, scramble
from galda.core.kernels.kernel import kernel

MOST_PLAYERS = 8
LONGEST_PATH = 512
NONE = -1
WIDENING = 1.5
"""Guided search has tried about this many actions times the square root of a node's visits."""

Node = np.dtype(
    [
        ("visits", np.int32),
        ("available", np.int32),  # how often it was there to be chosen
        ("first_child", np.int32),  # the newest
        ("next_sibling", np.int32),
        ("action", np.int32),
        ("children", np.int16),
        ("room", np.int16),  # places kept free for children, right behind the newest
        ("legal", np.int16),  # how many actions there are, where that is always the same; else 0
        ("filler", np.int16),
    ]
)
"""What each seat has got out of a node, added up over its visits, is kept beside it: `worth`."""


@kernel
def choose_child(nodes, worth, parent, seat, marks, stamp, exploration):
    """The child to follow and how many of the actions marked `stamp` have a child already.

    These are marked `stamp + 1`, so that the untried can be told apart.
    """
    best, best_value, tried = NONE, -1e30, 0
    available, logarithm = 0, 0.0  # mostly the same for all children: worked out once
    child = nodes[parent].first_child
    while child != NONE:
        node = nodes[child]
        if marks[node.action] == stamp:
            marks[node.action] = stamp + 1
            tried += 1
            node.available += 1
            if node.available != available:
                available = node.available
                logarithm = math.log(available)
            mean = worth[child, seat] / node.visits
            value = mean + exploration * math.sqrt(logarithm / node.visits)
            if value > best_value:
                best, best_value = child, value
        child = node.next_sibling
    return best, tried


@kernel
def choose_of_all(nodes, worth, parent, seat, exploration):
    """The child to follow where all children can always be followed."""
    best, best_value = NONE, np.float32(-1e30)
    eagerness = np.float32(exploration * exploration * math.log(max(nodes[parent].visits, 1)))
    child = nodes[parent].first_child
    while child != NONE:
        node = nodes[child]
        share = np.float32(1) / np.float32(node.visits)
        value = worth[child, seat] * share + np.float32(math.sqrt(eagerness * share))
        if value > best_value:
            best, best_value = child, value
        child = node.next_sibling
    return best


@kernel
def add_child(nodes, worth, parent, used, action):
    """A new node for `action` below `parent`; returns it and the number of nodes then used.

    Children lie side by side, in blocks that double, because they are looked at together.
    """
    above = nodes[parent]
    child = above.first_child + 1
    if above.room == 0:
        child = used
        above.room = min(max(above.children, 2), len(nodes) - used)
        used += above.room
    above.room -= 1
    above.children += 1
    node = nodes[child]
    worth[child, :] = 0
    node.visits = 0
    node.available = 1
    node.first_child = NONE
    node.next_sibling = above.first_child
    node.action = action
    node.children = 0
    node.room = 0
    node.legal = 0
    above.first_child = child
    return child, used


@kernel
def is_settled(node, guided):
    """Whether a node's actions are known to be always the same and none is to be added now."""
    if node.legal == 0:
        return False
    return node.children == node.legal or (guided and is_wide(node.children, node.visits))


@kernel
def is_wide(tried, visits):
    """Whether guided search has tried enough actions for so many visits."""
    return tried > WIDENING * math.sqrt(visits)


@kernel
def untried_action(legal, n, marks, stamp, k):
    """The k-th of the listed actions that is still marked `stamp`."""
    for i in range(n):
        if marks[legal[i]] == stamp:
            if k == 0:
                return legal[i]
            k -= 1
    return legal[0]


@kernel
def newcomer(state, n, tried, visits, guided, at_root, priors, scratch, marks, stamp, bits):
    """The untried action to add to a node now, or NONE.

    Guided search widens slowly: to the actions of highest prior at the root, elsewhere to what
    likely play brings up. Otherwise any untried action will do.
    """
    if tried >= n:
        return NONE
    if not guided:
        return untried_action(scratch, n, marks, stamp, below(bits, n - tried))
    if is_wide(tried, visits):
        return NONE
    if at_root:
        best = NONE
        for k in range(n):
            if marks[scratch[k]] == stamp and (best < 0 or priors[scratch[k]] > priors[best]):
                best = scratch[k]
        return best
    action = contract.likely(state, bits, scratch)
    return action if marks[action] == stamp else NONE


@kernel
def descend(
    nodes, worth, path, state, used, chancy, guided, priors, scratch, marks, stamps, exploration,
    bits,
):  # fmt: skip
    """Walk down from `path[0]`, playing on `state`, until a node is added or the game ends.

    Returns the length of the path and the number of nodes then used.
    """
    length = 1
    while not contract.is_over(state) and length < LONGEST_PATH:
        parent = path[length - 1]
        node = nodes[parent]
        if is_settled(node, guided):
            best = choose_of_all(nodes, worth, parent, state.to_act, exploration)
        else:
            n = contract.legal(state, scratch)
            if not chancy:
                node.legal = n
            stamps[0] += 2
            stamp = stamps[0]
            for k in range(n):
                marks[scratch[k]] = stamp
            best, tried = choose_child(
                nodes, worth, parent, state.to_act, marks, stamp, exploration
            )  # fmt: skip
            if node.room > 0 or used < len(nodes):
                action = newcomer(
                    state, n, tried, node.visits, guided, length == 1, priors,
                    scratch, marks, stamp, scramble(bits + np.uint64(length)),
                )  # fmt: skip
                if action != NONE:
                    path[length], used = add_child(nodes, worth, parent, used, action)
                    contract.apply(state, action)
                    return length + 1, used
        if best == NONE:  # nothing tried that could be followed
            break
        path[length] = best
        length += 1
        contract.apply(state, nodes[best].action)
    return length, used


@kernel
def play_out(state, seed, limit, guided, scratch):
    """Play on, by the game's own likely moves if `guided`; returns the number of actions."""
    n = 0
    while n < limit and not contract.is_over(state):
        bits = draw(seed, n)
        if guided:
            contract.apply(state, contract.likely(state, bits, scratch))
        else:
            contract.apply(state, contract.pick(state, bits, scratch))
        n += 1
    return n


@kernel
def play_outs(start, viewer, games, seed, scratch, board):
    """That many guided playouts without a tree; returns the number of actions."""
    played = 0
    for n in range(games):
        bits = draw(seed, n)
        board[0] = start[0]
        contract.redraw(board[0], viewer, bits)
        played += play_out(board[0], scramble(bits), 1 << 40, True, scratch)
    return played


@kernel
def iterate(
    root, viewer, players, nodes, worth, root_node, used, first, last, seed, exploration, limit,
    chancy, guided, priors, board, path, scratch, marks, stamps, gained,
):  # fmt: skip
    """Run the iterations from `first` to `last`; returns [nodes used, actions played]."""
    played = 0
    for n in range(first, last):
        bits = draw(seed, n)
        board[0] = root[0]
        state = board[0]
        contract.redraw(state, viewer, bits)
        path[0] = root_node
        length, used = descend(
            nodes, worth, path, state, used, chancy, guided, priors, scratch, marks, stamps,
            exploration, bits,
        )  # fmt: skip
        played += length - 1 + play_out(state, scramble(bits), limit, guided, scratch)
        contract.utility(state, players, gained)
        for k in range(length):
            nodes[path[k]].visits += 1
            for seat in range(players):
                worth[path[k], seat] += gained[seat]
    return used, played
