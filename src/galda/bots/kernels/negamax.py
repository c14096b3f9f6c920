"""The kernels of alpha-beta search: two players, no secrets, compiled per game.

Principal-variation windows, a transposition table, and moves ordered by the table, killers and
history. Depth counts whole turns. Values are from the view of the seat to act.
"""

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.kernel import kernel

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

Frame = np.dtype(
    [
        ("key", np.uint64),
        ("depth", np.int64),
        ("alpha", np.int64),
        ("beta", np.int64),
        ("floor", np.int64),  # alpha, raised by what was found so far
        ("best", np.int64),
        ("best_action", np.int64),
        ("k", np.int64),  # the move under way, of `n`
        ("n", np.int64),
        ("sign", np.int64),  # -1 when the other seat acts after it
        ("probing", np.int64),  # whether it is being searched with a null window
    ]
)
"""A node on the line of play that is being searched."""


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
def open_node(ply, states, frames, actions, order, table, history, killers):
    """Look at `states[ply]`: its value in the frame if known at once (True), else its moves."""
    state, frame = states[ply], frames[ply]
    if contract.is_over(state):
        frame.best = outcome(state, ply, order[ply])
        return True
    if (frame.depth <= 0 and not contract.in_turn(state)) or ply >= TALLEST:
        frame.best = contract.evaluate(state)
        return True
    frame.key = np.uint64(contract.key(state))
    slot = table[frame.key & np.uint64(len(table) - 1)]
    hint = -1
    if slot.key == frame.key and slot.bound != 0:
        hint = slot.action
        if slot.depth >= frame.depth:
            known = from_table(np.int64(slot.value), ply)
            if (
                slot.bound == EXACT
                or (slot.bound == AT_LEAST and known >= frame.beta)
                or (slot.bound == AT_MOST and known <= frame.alpha)
            ):
                frame.best = known
                return True
    frame.n = contract.legal(state, actions[ply])
    frame.k = 0
    frame.best, frame.best_action, frame.floor = -INFINITE, -1, frame.alpha
    rank(actions[ply], order[ply], frame.n, hint, killers[ply], history[state.to_act])
    return False


@kernel
def close_node(ply, frame, table):
    """Remember what was found of a node."""
    slot = table[frame.key & np.uint64(len(table) - 1)]
    if slot.key != frame.key or frame.depth >= slot.depth:
        slot.key = frame.key
        slot.value = to_table(np.int64(frame.best), ply)
        slot.depth = frame.depth
        slot.action = frame.best_action
        slot.bound = AT_MOST
        if frame.best >= frame.beta:
            slot.bound = AT_LEAST
        elif frame.best > frame.alpha:
            slot.bound = EXACT


@kernel
def play_next(ply, states, frames, actions, order):
    """Play the next move of a node; later moves only have to be shown to be no better."""
    frame, child_frame = frames[ply], frames[ply + 1]
    seat = states[ply].to_act
    bring_best(actions[ply], order[ply], frame.k, frame.n)
    states[ply + 1] = states[ply]
    child = states[ply + 1]
    contract.apply(child, actions[ply, frame.k])
    same_turn = not contract.is_over(child) and contract.in_turn(child)
    child_frame.depth = frame.depth if same_turn else frame.depth - 1
    frame.sign = 1 if child.to_act == seat else -1
    frame.probing = frame.k > 0
    set_window(frame, child_frame, frame.floor, frame.floor + 1 if frame.probing else frame.beta)


@kernel
def set_window(frame, child_frame, low, high):
    """Hand a window down to the child, turned round when the other seat acts there."""
    child_frame.alpha = low if frame.sign > 0 else -high
    child_frame.beta = high if frame.sign > 0 else -low


@kernel
def take_value(frame, value, seat, action, history, killers):
    """Let a finished child's value count for its parent."""
    if value > frame.best:
        frame.best, frame.best_action = value, action
    frame.floor = max(frame.floor, value)
    if frame.floor >= frame.beta:
        if killers[0] != action:
            killers[1] = killers[0]
            killers[0] = action
        history[seat, action] += frame.depth * frame.depth + 1
    frame.k += 1


@kernel
def negamax(
    root, depth, alpha, beta, states, frames, actions, order, table, history, killers, counts
):
    """The value of `states[root]`, `depth` turns deep, for its seat to act.

    `counts` is [nodes visited, nodes allowed]; past the limit the value means nothing. It is a
    loop over frames, not a recursion, because Numba cannot cache recursive functions.
    """
    ply = root
    frames[ply].depth, frames[ply].alpha, frames[ply].beta = depth, alpha, beta
    entering = True
    while counts[0] < counts[1]:
        frame = frames[ply]
        if entering:
            counts[0] += 1
            entering = False
            finished = open_node(ply, states, frames, actions, order, table, history, killers)
        else:
            finished = frame.k == frame.n or frame.floor >= frame.beta
            if finished:
                close_node(ply, frame, table)
        if not finished:
            play_next(ply, states, frames, actions, order)
            ply += 1
            entering = True
            continue
        if ply == root:
            return np.int64(frame.best)
        ply -= 1
        parent = frames[ply]
        value = parent.sign * frame.best
        if parent.probing and parent.floor < value < parent.beta:
            parent.probing = 0
            set_window(parent, frame, parent.floor, parent.beta)
            ply += 1
            entering = True
        else:
            action = actions[ply, parent.k]
            take_value(parent, value, states[ply].to_act, action, history, killers[ply])
    return np.int64(0)


@kernel
def search_root(
    states, depth, exact, values, frames, actions, order, table, history, killers, counts
):
    """Search every legal action to a depth; the best one ends up in `counts[2]`.

    `counts[2]` is also where the best one of the depth before is found. It is searched first: if
    the search is cut short, others take its place only when they are known to be better.
    `values` holds each action's value, of the last depth before and of this one after. Unless
    `exact` is asked for, only the best action's is exact and the others' are upper bounds.
    """
    n = contract.legal(states[0], actions[0])
    seat = states[0].to_act
    best = np.int64(-INFINITE)
    for k in range(n):
        order[0, k] = 2 * values[actions[0, k]] + (actions[0, k] == counts[2])
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
                1,
                left,
                low,
                low + 1,
                states,
                frames,
                actions,
                order,
                table,
                history,
                killers,
                counts,
            )
        if k == 0 or value > floor:
            low, high = (floor, np.int64(INFINITE)) if sign > 0 else (np.int64(-INFINITE), -floor)
            value = sign * negamax(
                1, left, low, high, states, frames, actions, order, table, history, killers, counts
            )
        if counts[0] >= counts[1]:
            return
        values[action] = value
        if value > best:
            best = value
            counts[2] = action
