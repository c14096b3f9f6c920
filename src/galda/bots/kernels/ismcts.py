"""The kernels of Monte-Carlo tree search (MCTS): any number of players, chance and secrets.

Information-set MCTS (ISMCTS; Cowling, Powley, Whitehouse 2012): each iteration determinizes, that
is draws anew what the searching seat cannot know, then walks down a tree whose nodes stand for the
actions taken so far. Selection is UCT (Kocsis, Szepesvári 2006). Different draws allow different
actions, so a child's bonus for being rarely tried counts how often it was there to be tried.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from galda.bots.kernels.tastes import fancied_utility
from galda.core.kernels import contract
from galda.core.kernels.chance import below, draw, scramble
from galda.core.kernels.kernel import kernel
from galda.core.kernels.record import record

MOST_PLAYERS = 8
LONGEST_PATH = 512
NONE = -1

Node = record(
    ("visits", np.int32),
    ("available", np.int32),  # how often it was there to be chosen
    ("first_child", np.int32),  # the newest
    ("next_sibling", np.int32),
    ("action", np.int32),
    ("children", np.int16),
    ("room", np.int16),  # places kept free for children, right behind the newest
    ("legal", np.int16),  # how many actions there are, where that is always the same; else 0
    ("prior", np.int16),  # how likely the action seemed beforehand, where a network says that
)


class Tree(NamedTuple):
    """The nodes, and beside them what each seat has got out of each, summed over its visits."""

    nodes: Any
    value_sums: Any


class Search(NamedTuple):
    """What is searched and how, the same in all iterations."""

    root: Any
    """An array of one state."""
    root_node: int
    viewer: int
    """The seat that searches: what it cannot know is determinized."""
    players: int
    seed: Any
    exploration: float
    rollout_limit: int
    chancy: bool
    """Whether the same actions can lead to different positions."""
    guided: bool
    """Whether actions are tried and rollouts played by the game's own policy."""
    widening: float
    """Guided search has tried about so many actions times the square root of a node's visits."""
    priors: Any
    """For each action at the root what it promises: the most promising are tried first."""
    tastes: Any
    """What each trait is worth to the seat that searches, in points; none: it has no style."""


class Workspace(NamedTuple):
    """Memory that every iteration overwrites."""

    board: Any
    """An array of one state: the one that is played on."""
    path: Any
    """The nodes from the root to where the iteration is."""
    legal: Any
    marks: Any
    """For each action the stamp of the last node at which it was legal."""
    stamps: Any
    """An array of one number: the last stamp given."""
    values: Any
    """How well each seat has done."""


class Progress(NamedTuple):
    """How many nodes are used, and how many actions were played."""

    used: int
    played: int


def new_workspace(state, most_legal, action_count):
    """Memory for searching positions whose records are of the type `state`."""
    return Workspace(
        board=np.zeros(1, state),
        path=np.zeros(LONGEST_PATH + 1, np.int32),
        legal=np.zeros(most_legal, np.int32),
        marks=np.zeros(action_count, np.int64),
        stamps=np.zeros(1, np.int64),
        values=np.zeros(2 * MOST_PLAYERS, np.float64),
    )


@kernel
def select_available(tree, parent, seat, marks, stamp, exploration):
    """Select, by UCT, among the children whose actions are marked `stamp`, counting these.

    They are marked `stamp + 1`, so that the untried can be told apart. No prior is in the formula,
    as it would be in PUCT: priors decide in which order actions are tried at all.
    """
    nodes, value_sums = tree
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
            mean = value_sums[child, seat] / node.visits
            value = mean + exploration * math.sqrt(logarithm / node.visits)
            if value > best_value:
                best, best_value = child, value
        child = node.next_sibling
    return best, tried


@kernel
def select_child(tree, parent, seat, exploration):
    """Select, by UCT, where all children can always be followed."""
    nodes, value_sums = tree
    best, best_value = NONE, np.float32(-1e30)
    eagerness = np.float32(exploration * exploration * math.log(max(nodes[parent].visits, 1)))
    child = nodes[parent].first_child
    while child != NONE:
        node = nodes[child]
        share = np.float32(1) / np.float32(node.visits)
        value = value_sums[child, seat] * share + np.float32(math.sqrt(eagerness * share))
        if value > best_value:
            best, best_value = child, value
        child = node.next_sibling
    return best


@kernel
def add_child(tree, parent, used, action, block):
    """A new node for `action` below `parent`; returns it and the number of nodes then used.

    Children lie side by side, in blocks that double, because they are looked at together; the first
    block has room for `block` of them.
    """
    nodes, value_sums = tree
    above = nodes[parent]
    child = above.first_child + 1
    if above.room == 0:
        child = used
        above.room = min(max(above.children, block), len(nodes) - used)
        used += np.int64(above.room)
    above.room -= 1
    above.children += 1
    node = nodes[child]
    value_sums[child, :] = 0
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
def is_settled(node, guided, widening):
    """Whether a node's actions are known to be always the same and none is to be added now."""
    if node.legal == 0:
        return False
    return node.children == node.legal or (guided and is_wide(node.children, node.visits, widening))


@kernel
def is_wide(tried, visits, widening):
    """Whether guided search has tried enough actions for so many visits.

    Progressive widening (Coulom 2007; Chaslot and others 2008).
    """
    return tried > widening * math.sqrt(visits)


@kernel
def may_expand(n, tried, visits, guided, widening):
    """Whether a node of `n` legal actions is to get another child; guided search widens slowly."""
    return tried < n and not (guided and is_wide(tried, visits, widening))


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
def choose_expansion(state, n, tried, at_root, stamp, bits, guided, priors, legal, marks):
    """The untried action by which to expand a node now, or NONE; `n` are legal.

    Guided search follows the priors at the root, elsewhere the game's policy. Otherwise any
    untried action will do. No named tuple is handed on: counting its arrays in and out takes
    longer than this.
    """
    if not guided:
        return untried_action(legal, n, marks, stamp, below(bits, n - tried))
    if at_root:
        best = NONE
        for k in range(n):
            if marks[legal[k]] == stamp and (best < 0 or priors[legal[k]] > priors[best]):
                best = legal[k]
        return best
    action = np.int64(contract.rollout_policy(state, bits, legal))
    return action if marks[action] == stamp else NONE


@kernel
def descend(state, bits, used, tree, search, work):
    """Walk down from the root, playing on `state`, until a node is added or the game ends.

    Selection and expansion. Returns the length of the path and the number of nodes then used.
    """
    nodes, path, legal, marks = tree.nodes, work.path, work.legal, work.marks
    priors, stamps = search.priors, work.stamps
    path[0] = search.root_node
    length = 1
    while not contract.is_over(state) and length < LONGEST_PATH:
        parent = path[length - 1]
        node = nodes[parent]
        if is_settled(node, search.guided, search.widening):
            best = select_child(tree, parent, state.to_act, search.exploration)
        else:
            n = contract.legal(state, legal)
            if not search.chancy:
                node.legal = n
            stamps[0] += 2
            stamp = stamps[0]
            for k in range(n):
                marks[legal[k]] = stamp
            best, tried = select_available(
                tree, parent, state.to_act, marks, stamp, search.exploration
            )
            if (node.room > 0 or used < len(nodes)) and may_expand(
                n, tried, node.visits, search.guided, search.widening
            ):
                action = choose_expansion(
                    state, n, tried, length == 1, stamp, scramble(bits + np.uint64(length)),
                    search.guided, priors, legal, marks,
                )  # fmt: skip
                if action != NONE:
                    path[length], used = add_child(tree, parent, used, action, 2)
                    contract.apply(state, action)
                    return length + 1, used
        if best == NONE:  # nothing tried that could be followed
            break
        path[length] = best
        length += 1
        contract.apply(state, nodes[best].action)
    return length, used


@kernel
def rollout(state, seed, limit, guided, scratch):
    """Play on, by a policy of the game if `guided`; returns the number of actions."""
    n = 0
    while n < limit and not contract.is_over(state):
        bits = draw(seed, n)
        if guided:
            contract.apply(state, np.int64(contract.rollout_policy(state, bits, scratch)))
        else:
            contract.apply(state, contract.pick(state, bits, scratch))
        n += 1
    return n


@kernel
def rollouts(start, viewer, games, seed, scratch, board):
    """That many guided rollouts without a tree; returns the number of actions."""
    played = 0
    for n in range(games):
        bits = draw(seed, n)
        board[0] = start[0]
        contract.determinize(board[0], viewer, bits)
        played += rollout(board[0], scramble(bits), 1 << 40, True, scratch)
    return played


@kernel
def iterate(tree, search, work, used, first, last):
    """Run the iterations from `first` to `last` on a tree of which `used` nodes are taken.

    Each determinizes, selects, expands, plays a rollout and backs its outcome up. One who has a
    style judges the outcome by it, and takes the others for players who have none.
    """
    played = 0
    tastes = search.tastes
    traits = np.zeros((search.players, tastes.shape[0]))
    fancied = np.zeros(search.players if tastes.shape[0] > 0 else 0)
    nodes, value_sums = tree
    state, path, values = work.board[0], work.path, work.values
    for n in range(first, last):
        bits = draw(search.seed, n)
        work.board[0] = search.root[0]
        contract.determinize(state, search.viewer, bits)
        length, used = descend(state, bits, used, tree, search, work)
        played += length - 1
        played += rollout(
            state, scramble(bits), search.rollout_limit, search.guided, work.legal
        )  # fmt: skip
        contract.utility(state, search.players, values)
        if tastes.shape[0] > 0:
            values[search.viewer] = fancied_utility(
                state, search.viewer, search.players, tastes, traits, fancied
            )
        for k in range(length):
            nodes[path[k]].visits += 1
            for seat in range(search.players):
                value_sums[path[k], seat] += values[seat]
    return Progress(used, played)
