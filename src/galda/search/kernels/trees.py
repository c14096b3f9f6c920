"""One simulation in each of many trees, as kernels: down to a leaf, and its value back up.

A tree is open-loop: a node is a sequence of actions, and a simulation plays its way down anew from
the root. In games with secrets or chance each simulation begins by drawing anew whatever the seat
at the root cannot know, so a node stands for all positions of an information set that its actions
lead to, and only what is legal in the one at hand is chosen. At the root actions are those of
sequential halving with Gumbel noise, below by PUCT. Kernels work on spans of rows, on the processor
and on a graphics card alike (`galda.solve.devices`).
"""

import math
from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.chance import draw
from galda.core.kernels.kernel import kernel
from galda.core.kernels.memory import copy
from galda.core.kernels.running import mark, reward

NEVER = np.float32(-1e30)
LEAST = np.float32(-1e29)
"""What a logit of -inf counts as: more than `NEVER`, so that a legal action is chosen."""
INFINITY = np.float32(np.inf)
FIRST_VISITS = 50
"""How many visits priors outweigh: a constant of Gumbel search (c_visit)."""


class Trees(NamedTuple):
    """All trees, a row for each game; nodes count from 0, the root."""

    roots: Any
    work: Any
    """Where the simulation under way has come to."""
    legal: Any
    """Its legal actions."""
    logits: Any
    """By node and action: what the network said when it first saw the node."""
    children: Any
    """By node and action; 0: none yet."""
    visits: Any
    totals: Any
    """By node and seat: the sum of all values backed up through it."""
    known: Any
    """Whether the network has seen a node."""
    sizes: Any
    """Nodes so far."""
    paths: Any
    depths: Any
    noise: Any
    """By action: Gumbel noise, or 0."""
    observations: Any
    masks: Any
    scores: Any
    values: Any
    """By seat: how the game ended, where the leaf ends it."""
    over: Any


class Rules(NamedTuple):
    """Numbers that hold for a whole search."""

    considered: int
    """Actions that are looked at from the root, at most."""
    hidden: int
    """Whether anything has to be drawn anew."""
    exploration: float
    scale: float
    """How much values weigh against priors (c_scale)."""


@kernel
def clear_span(start, stop, trees):
    """Begin with empty trees."""
    for i in range(start, stop):
        trees.sizes[i] = 1
        for node in range(trees.visits.shape[1]):
            trees.visits[i, node] = 0
            trees.known[i, node] = 0
            for seat in range(trees.totals.shape[2]):
                trees.totals[i, node, seat] = 0
            for action in range(trees.children.shape[2]):
                trees.children[i, node, action] = 0
    return 0


@kernel
def descend_span(start, stop, trees, rules, schedule, simulation, seed):
    """Go down to a leaf in each tree and write what is seen there; returns how many are new."""
    fresh = 0
    for i in range(start, stop):
        state = trees.work[i]
        copy(state, trees.roots[i])
        if rules.hidden != 0:
            stream = draw(draw(seed, i), simulation)
            contract.determinize(state, np.int64(state.to_act), stream)
        node, depth = 0, 0
        trees.paths[i, 0] = 0
        trees.over[i] = 0
        while True:
            if contract.is_over(state):
                trees.over[i] = 1
                contract.scores(state, trees.scores[i])
                reward(trees.scores[i], trees.values.shape[1], trees.values[i])
                break
            count = contract.legal(state, trees.legal[i])
            if trees.known[i, node] == 0:
                contract.observe(state, np.int64(state.to_act), trees.observations[i])
                mark(trees.legal[i], count, trees.masks[i])
                fresh += 1
                break
            seat = np.int64(state.to_act)
            if node == 0:
                wanted = schedule[min(rules.considered, count), simulation]
                action = choose_at_root(i, seat, count, wanted, trees, rules)
            else:
                action = choose_below(i, node, seat, count, trees, rules)
            contract.apply(state, action)
            if trees.children[i, node, action] == 0:
                trees.children[i, node, action] = trees.sizes[i]
                trees.sizes[i] += 1
            node = trees.children[i, node, action]
            depth += 1
            trees.paths[i, depth] = node
        trees.depths[i] = depth
    return fresh


@kernel
def back_up_span(start, stop, trees, logits, values):
    """Take what a network answers for each leaf, or how the game ended, to all nodes above.

    Returns the number of leaves for which an answer was NaN or infinite; logits may be -inf.
    """
    players, wrong = trees.values.shape[1], 0
    for i in range(start, stop):
        leaf = trees.paths[i, trees.depths[i]]
        if trees.over[i] == 0:
            fine = True
            for action in range(logits.shape[1]):
                logit = logits[i, action]
                fine &= logit < INFINITY  # not so of NaN
                trees.logits[i, leaf, action] = max(logit, LEAST)
            trees.known[i, leaf] = 1
            seat = np.int64(trees.work[i].to_act)
            for k in range(players):
                if values.shape[1] == players:  # for each seat, clockwise from the viewer
                    worth = values[i, k]
                else:  # for the viewer alone: the others share the opposite
                    worth = values[i, 0] if k == 0 else -values[i, 0] / np.float32(players - 1)
                fine &= abs(worth) < INFINITY
                trees.values[i, (seat + k) % players] = worth
            if not fine:
                wrong += 1
        for depth in range(trees.depths[i] + 1):
            node = trees.paths[i, depth]
            trees.visits[i, node] += 1
            for k in range(players):
                trees.totals[i, node, k] += trees.values[i, k]
    return wrong


@kernel
def visits_of(i, node, action, trees):
    """How often an action was tried from a node."""
    child = trees.children[i, node, action]
    return trees.visits[i, child] if child > 0 else 0


@kernel
def mean_of(i, node, seat, trees):
    """What a node has been worth to a seat."""
    return trees.totals[i, node, seat] / np.float32(trees.visits[i, node])


@kernel
def greatest_logit(i, node, count, trees):
    """The greatest logit of the legal actions, so that powers of e stay small."""
    greatest = NEVER
    for k in range(count):
        greatest = max(greatest, trees.logits[i, node, trees.legal[i, k]])
    return greatest


@kernel
def mixed_value(i, seat, count, trees):
    """What an action not tried yet may be worth at the root: what was found, weighed by priors."""
    greatest = greatest_logit(i, 0, count, trees)
    weight, found, tried = np.float32(0), np.float32(0), 0
    for k in range(count):
        action = trees.legal[i, k]
        visits = visits_of(i, 0, action, trees)
        if visits > 0:
            prior = np.float32(math.exp(trees.logits[i, 0, action] - greatest))
            weight += prior
            found += prior * mean_of(i, trees.children[i, 0, action], seat, trees)
            tried += visits
    # What the network said of the root is what was backed up first: all else went through children.
    first = trees.totals[i, 0, seat]
    for k in range(count):
        child = trees.children[i, 0, trees.legal[i, k]]
        if child > 0:
            first -= trees.totals[i, child, seat]
    if tried == 0 or weight <= 0:
        return first
    return (first + np.float32(tried) * found / weight) / np.float32(1 + tried)


@kernel
def weigh(i, seat, action, most, mixed, trees, rules):
    """An action's logit at the root, improved by what it was found to be worth."""
    worth = mixed
    if visits_of(i, 0, action, trees) > 0:
        worth = mean_of(i, trees.children[i, 0, action], seat, trees)
    share = np.float32(0.5) * (worth + np.float32(1))
    return trees.logits[i, 0, action] + np.float32((FIRST_VISITS + most) * rules.scale) * share


@kernel
def most_visits(i, count, trees):
    """How often the action tried most was tried at the root."""
    most = 0
    for k in range(count):
        most = max(most, visits_of(i, 0, trees.legal[i, k], trees))
    return most


@kernel
def choose_at_root(i, seat, count, wanted, trees, rules):
    """Of the actions tried so often, the one that looks best with its noise."""
    most = most_visits(i, count, trees)
    mixed = mixed_value(i, seat, count, trees)
    best, chosen = NEVER, trees.legal[i, 0]
    for k in range(count):
        action = trees.legal[i, k]
        if visits_of(i, 0, action, trees) == wanted:
            score = trees.noise[i, action] + weigh(i, seat, action, most, mixed, trees, rules)
            if score > best:
                best, chosen = score, action
    return chosen


@kernel
def choose_below(i, node, seat, count, trees, rules):
    """PUCT among the actions that are legal now."""
    greatest = greatest_logit(i, node, count, trees)
    whole, tried = np.float32(0), 0
    for k in range(count):
        action = trees.legal[i, k]
        whole += np.float32(math.exp(trees.logits[i, node, action] - greatest))
        tried += visits_of(i, node, action, trees)
    spread = np.float32(rules.exploration * math.sqrt(tried + 1.0)) / whole
    here = mean_of(i, node, seat, trees)
    best, chosen = NEVER, trees.legal[i, 0]
    for k in range(count):
        action = trees.legal[i, k]
        visits = visits_of(i, node, action, trees)
        worth = here
        if visits > 0:
            worth = mean_of(i, trees.children[i, node, action], seat, trees)
        prior = np.float32(math.exp(trees.logits[i, node, action] - greatest))
        score = worth + spread * prior / np.float32(1 + visits)
        if score > best:
            best, chosen = score, action
    return chosen


@kernel
def conclude_span(start, stop, trees, rules, actions, policy, values, visits):
    """What came of each tree: an action, an improved policy, the root's value, visits."""
    for i in range(start, stop):
        state = trees.roots[i]
        seat = np.int64(state.to_act)
        for action in range(policy.shape[1]):
            policy[i, action] = 0
            visits[i, action] = 0
        actions[i] = -1
        values[i] = 0
        count = 0
        if not contract.is_over(state):
            count = contract.legal(state, trees.legal[i])
            values[i] = mean_of(i, 0, seat, trees)
        most = most_visits(i, count, trees)
        mixed = mixed_value(i, seat, count, trees) if count > 0 else np.float32(0)
        best, greatest = NEVER, NEVER
        for k in range(count):
            action = trees.legal[i, k]
            visits[i, action] = visits_of(i, 0, action, trees)
            score = weigh(i, seat, action, most, mixed, trees, rules)
            policy[i, action] = score
            greatest = max(greatest, score)
            if visits[i, action] == most and score + trees.noise[i, action] > best:
                best = score + trees.noise[i, action]
                actions[i] = action
        whole = np.float32(0)
        for k in range(count):
            action = trees.legal[i, k]
            policy[i, action] = np.float32(math.exp(policy[i, action] - greatest))
            whole += policy[i, action]
        for k in range(count):
            policy[i, trees.legal[i, k]] /= whole
    return 0
