"""The kernels of alpha-beta search: two players, no secrets, compiled per game.

Principal-variation windows, a transposition table, and moves ordered by the table, killers and
history. Depth counts whole turns. Values are from the view of the seat to act.
"""

import numpy as np

from galda.core import contract
from galda.core.kernel import kernel

WIN = 30_000
INFINITE = 32_000
DECIDED = 20_000
"""Beyond this a value means a forced win or loss."""
TALLEST = 200
"""Actions on one line of play; a turn can have several."""
EXACT, AT_LEAST, AT_MOST = 1, 2, 3

Slot = np.dtype(
    [
        ("key", np.uint64),
        ("value", np.int16),
        ("depth", np.int8),
        ("bound", np.int8),
        ("action", np.int32),
    ]
)
"""What the transposition table keeps of a position."""


@kernel
def outcome(state, ply, out):
    """The value of a finished game for the seat that would act: the sooner won the better."""
    contract.scores(state, out)
    mine, theirs = out[state.to_act], out[1 - state.to_act]
    if mine == theirs:
        return 0
    return WIN - ply if mine > theirs else ply - WIN


@kernel
def to_table(value, ply):
    """Forced wins are kept as distances from the position, not from the root."""
    return value + ply if value > DECIDED else value - ply if value < -DECIDED else value


@kernel
def from_table(value, ply):
    """The reverse of `to_table`."""
    return value - ply if value > DECIDED else value + ply if value < -DECIDED else value


@kernel
def rank(actions, order, n, hint, killers, history):
    """Give each action a weight: the table's choice, then killers, then what has cut before."""
    for k in range(n):
        action = actions[k]
        order[k] = history[action]
        if action == hint:
            order[k] = 1 << 60
        elif action == killers[0]:
            order[k] += 1 << 50
        elif action == killers[1]:
            order[k] += 1 << 49


@kernel
def bring_best(actions, order, k, n):
    """Swap the heaviest of the remaining actions to place `k`."""
    best = k
    for i in range(k + 1, n):
        if order[i] > order[best]:
            best = i
    actions[k], actions[best] = actions[best], actions[k]
    order[k], order[best] = order[best], order[k]


@kernel
def negamax(states, ply, depth, alpha, beta, actions, order, table, history, killers, counts):
    """The value of `states[ply]`, `depth` turns deep, for its seat to act.

    `counts` is [nodes visited, nodes allowed]; past the limit the value means nothing.
    """
    counts[0] += 1
    state = states[ply]
    if contract.is_over(state):
        return outcome(state, ply, order[ply])
    if (depth <= 0 and not contract.in_turn(state)) or ply >= TALLEST - 1:
        return np.int64(contract.evaluate(state))
    key = np.uint64(contract.key(state))
    slot = table[key & np.uint64(len(table) - 1)]
    hint = -1
    if slot.key == key and slot.bound != 0:
        hint = slot.action
        if slot.depth >= depth:
            known = from_table(np.int64(slot.value), ply)
            if (
                slot.bound == EXACT
                or (slot.bound == AT_LEAST and known >= beta)
                or (slot.bound == AT_MOST and known <= alpha)
            ):
                return known
    seat = state.to_act
    n = contract.legal(state, actions[ply])
    rank(actions[ply], order[ply], n, hint, killers[ply], history[seat])
    best, best_action, floor = np.int64(-INFINITE), -1, alpha
    for k in range(n):
        bring_best(actions[ply], order[ply], k, n)
        action = actions[ply, k]
        states[ply + 1] = states[ply]
        child = states[ply + 1]
        contract.apply(child, action)
        over = contract.is_over(child)
        left = depth if not over and contract.in_turn(child) else depth - 1
        sign = 1 if child.to_act == seat else -1
        value = floor + 1
        if k > 0:  # later moves only have to be shown to be no better
            low = floor if sign > 0 else -floor - 1
            value = sign * negamax(
                states, ply + 1, left, low, low + 1,
                actions, order, table, history, killers, counts,
            )  # fmt: skip
        if k == 0 or floor < value < beta:
            low, high = (floor, beta) if sign > 0 else (-beta, -floor)
            value = sign * negamax(
                states, ply + 1, left, low, high,
                actions, order, table, history, killers, counts,
            )  # fmt: skip
        if counts[0] >= counts[1]:
            return np.int64(0)
        if value > best:
            best, best_action = value, action
        floor = max(floor, value)
        if floor >= beta:
            if killers[ply, 0] != action:
                killers[ply, 1] = killers[ply, 0]
                killers[ply, 0] = action
            history[seat, action] += depth * depth + 1
            break
    if slot.key != key or depth >= slot.depth:
        slot.key = key
        slot.value = to_table(best, ply)
        slot.depth = depth
        slot.bound = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
        slot.action = best_action
    return best


@kernel
def search_root(states, depth, exact, values, actions, order, table, history, killers, counts):
    """Search every legal action to a depth; the best one ends up in `counts[2]`.

    `values` holds each action's value, of the last depth before and of this one after. Unless
    `exact` is asked for, only the best action's is exact and the others' are upper bounds.
    """
    n = contract.legal(states[0], actions[0])
    seat = states[0].to_act
    best = np.int64(-INFINITE)
    for k in range(n):
        order[0, k] = values[actions[0, k]]
    for k in range(n):
        bring_best(actions[0], order[0], k, n)
        action = actions[0, k]
        states[1] = states[0]
        child = states[1]
        contract.apply(child, action)
        over = contract.is_over(child)
        left = depth if not over and contract.in_turn(child) else depth - 1
        sign = 1 if child.to_act == seat else -1
        floor = np.int64(-INFINITE) if exact else best
        value = floor + 1
        if k > 0 and not exact:
            low = floor if sign > 0 else -floor - 1
            value = sign * negamax(
                states, 1, left, low, low + 1, actions, order, table, history, killers, counts
            )
        if k == 0 or value > floor:
            low, high = (floor, np.int64(INFINITE)) if sign > 0 else (np.int64(-INFINITE), -floor)
            value = sign * negamax(
                states, 1, left, low, high, actions, order, table, history, killers, counts
            )
        if counts[0] >= counts[1]:
            return
        values[action] = value
        if value > best:
            best = value
            counts[2] = action
