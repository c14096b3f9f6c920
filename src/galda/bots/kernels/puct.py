"""The kernels of tree search with a network: priors and values instead of rollouts.

Selection is PUCT (Rosin 2011; Silver and others 2017), values are kept for each seat (max^n). Where
an action lets chance decide, as at the end of a round, what it brings is a node of its own below
the action's, found by the position's key: so what follows is searched for what came, not for the
average of it. An action has seen only a few outcomes, more with its visits, and these come again
and again (progressive widening; Couëtoux and others 2011). In games whose seats hide things nodes
stand for the actions alone, as in `ismcts`, whose tree this is.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from galda.bots.kernels.ismcts import LONGEST_PATH, NONE, Progress, add_child
from galda.core.kernels import contract, policy_value
from galda.core.kernels.chance import below, draw, scramble
from galda.core.kernels.kernel import kernel
from galda.core.kernels.policy_value import CERTAIN

CAME = -2
"""Stands for the action where a node is what chance has brought."""


class Guide(NamedTuple):
    """What leads the search besides what `Search` says."""

    network: Any
    layers: Any
    likely: Any
    """Memory: how likely each legal action is."""
    keys: Any
    """For each node that chance has brought, the key of its position."""
    open: bool
    """Whether nothing is hidden but what chance will bring."""
    widening: float
    """An action has seen this times the square root of its visits outcomes, and one more."""
    fpu_reduction: float
    """How much less than its parent an untried action counts (first-play urgency)."""
    temperature: float
    """Of the policy, where it gives priors."""


@kernel
def select(tree, parent, seat, marks, stamp, exploration, fpu_reduction):
    """The child with the best upper bound, by PUCT, among those whose actions are marked `stamp`.

    These are marked `stamp + 1` and counted. With no stamp, 0, all can be followed. NONE: none was.
    """
    nodes, value_sums = tree
    best, best_value, tried = NONE, -1e30, 0
    untried = value_sums[parent, seat] / max(nodes[parent].visits, 1) - fpu_reduction
    there = math.sqrt(max(nodes[parent].visits, 1))
    child = nodes[parent].first_child
    while child != NONE:
        node = nodes[child]
        if stamp == 0 or marks[node.action] == stamp:
            if stamp != 0:
                marks[node.action] = stamp + 1
                tried += 1
                node.available += 1
                there = math.sqrt(node.available)
            mean = value_sums[child, seat] / node.visits if node.visits > 0 else untried
            urge = exploration * node.prior / CERTAIN * there / (1 + node.visits)
            if mean + urge > best_value:
                best, best_value = child, mean + urge
        child = node.next_sibling
    return best, tried


@kernel
def what_came(tree, keys, parent, used, key):
    """The node below an action for what chance has brought; returns it and the nodes then used.

    NONE where there is no memory for it.
    """
    nodes = tree.nodes
    child = nodes[parent].first_child
    while child != NONE:
        if keys[child] == key:
            return child, used
        child = nodes[child].next_sibling
    if nodes[parent].room == 0 and used >= len(nodes):
        return np.int64(NONE), used
    child, used = add_child(tree, parent, used, CAME, 1)
    keys[child] = key
    return np.int64(child), used


@kernel
def look(state, players, guide, values):
    """Let the network look at a position, as the seat to act knows it, and say what is expected."""
    policy_value.look(state, guide.network, guide.layers)
    policy_value.values(guide.network, guide.layers, np.int64(state.to_act), players, values)


@kernel
def expand(state, tree, parent, used, n, stamp, guide, work):
    """Give a node children for those of the `n` legal actions that are marked `stamp`; 0: for all.

    The network has looked at the position. Returns the number of nodes then used.
    """
    nodes, legal, likely = tree.nodes, work.legal, guide.likely
    policy_value.priors(state, guide.network, guide.layers, legal, n, guide.temperature, likely)
    for k in range(n):
        if stamp == 0 or work.marks[legal[k]] == stamp:
            if nodes[parent].room == 0 and used >= len(nodes):
                return used
            child, used = add_child(tree, parent, used, legal[k], n)
            nodes[child].prior = likely[k]
    return used


@kernel
def follow(state, node, used, bits, tree, search, guide):
    """Play a node's action on `state`; returns the node that then stands for the position.

    That is the same one, or one for what chance has brought (NONE: there is no memory for it).
    """
    nodes = tree.nodes
    if not (search.chancy and guide.open):
        contract.apply(state, nodes[node].action)
        return np.int64(node), used
    outcomes = 1 + np.int64(guide.widening * math.sqrt(nodes[node].visits))
    again = draw(search.seed ^ np.uint64(node), below(bits, outcomes))
    contract.determinize(state, search.viewer, again)
    contract.apply(state, nodes[node].action)
    if contract.in_turn(state) or contract.is_over(state):
        return np.int64(node), used
    return what_came(tree, guide.keys, node, used, contract.key(state))


@kernel
def descend(state, bits, used, tree, search, guide, work):
    """Walk down from the root, playing on `state`, and write what the seats may expect there.

    Returns the length of the path and the number of nodes then used.
    """
    nodes, path, legal, marks = tree.nodes, work.path, work.legal, work.marks
    path[0] = search.root_node
    length = 1
    hidden = search.chancy and not guide.open
    while not contract.is_over(state):
        parent = path[length - 1]
        stamp = np.int64(0)
        fresh = nodes[parent].children == 0
        if not fresh and hidden:
            n = contract.legal(state, legal)
            work.stamps[0] += 2
            stamp = work.stamps[0]
            for k in range(n):
                marks[legal[k]] = stamp
        best = NONE
        if not fresh:
            best, known = select(
                tree, parent, state.to_act, marks, stamp, search.exploration, guide.fpu_reduction
            )
            if hidden and known < n:  # other draws allowed other actions
                look(state, search.players, guide, work.values)
                used = expand(state, tree, parent, used, n, stamp, guide, work)
        if best == NONE or length >= LONGEST_PATH - 1:
            look(state, search.players, guide, work.values)
            if fresh:
                n = contract.legal(state, legal)
                used = expand(state, tree, parent, used, n, 0, guide, work)
            return length, used
        path[length] = best
        length += 1
        bits = scramble(bits + np.uint64(length))
        came, used = follow(state, best, used, bits, tree, search, guide)
        if came != best:
            if came == NONE:
                look(state, search.players, guide, work.values)
                return length, used
            path[length] = came
            length += 1
    contract.utility(state, search.players, work.values)
    return length, used


@kernel
def iterate(tree, search, guide, work, used, first, last):
    """Run the iterations from `first` to `last` on a tree of which `used` nodes are taken."""
    nodes, value_sums = tree
    state, path, values = work.board[0], work.path, work.values
    played = 0
    for n in range(first, last):
        bits = draw(search.seed, n)
        work.board[0] = search.root[0]
        contract.determinize(state, search.viewer, bits)
        length, used = descend(state, bits, used, tree, search, guide, work)
        played += length - 1
        for k in range(length):
            nodes[path[k]].visits += 1
            for seat in range(search.players):
                value_sums[path[k], seat] += values[seat]
    return Progress(used, played)
