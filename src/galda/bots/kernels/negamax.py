"""The kernels of alpha-beta search: two players, no secrets, compiled per game.

Negamax with principal-variation search (PVS: null windows for all moves but the first), a
transposition table, and moves ordered by the table, killers and history. Depth counts whole turns.
Values are from the view of the seat to act.

Nothing is left out, so a forced win or loss is proven; and where it ends within the depth searched,
its distance is the true one: the winner hurrying, the loser delaying.

If that is asked for, a position that comes again on the line of play counts as drawn: who has got
no further going round will get no further the next time. Forced wins stay proven, since none needs
a position twice; but the table forgets by which way a position was drawn, so a win may be found
later than it is due, and its distance may be too great.
"""

from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.kernel import kernel
from galda.core.kernels.record import record

WIN = 30_000
INFINITE = 32_000
DECIDED = 20_000
"""Beyond this a value means a forced win or loss."""
TALLEST = 200
"""Actions on one line of play; a turn can have several."""
EXACT, AT_LEAST, AT_MOST = 1, 2, 3

Slot = record(
    ("key", np.uint64),
    ("action", np.int32),
    ("value", np.int16),
    ("depth", np.int8),
    ("bound", np.int8),
)
"""What the transposition table keeps of a position."""

Frame = record(
    ("key", np.uint64),
    ("depth", np.int64),
    ("turn", np.int64),  # how many turns have ended since the root
    ("alpha", np.int64),
    ("beta", np.int64),
    ("floor", np.int64),  # alpha, raised by what was found so far
    ("best", np.int64),
    ("best_action", np.int64),
    ("k", np.int64),  # the move under way, of `n`
    ("n", np.int64),
    ("sign", np.int64),  # -1 when the other seat acts after it
    ("probing", np.int64),  # whether it is being searched with a null window
    ("killer", np.int64),  # the action that has last cut off the search at this ply
    ("second_killer", np.int64),
)
"""A node on the line of play that is being searched."""

Budget = record(("visited", np.int64), ("allowed", np.int64), ("again", np.int64))
"""Nodes: past the limit values mean nothing. And whether a position that comes again is drawn."""


class Workspace(NamedTuple):
    """Memory for a search; the first four have a row for each ply of the line being searched."""

    states: Any
    """The first is the root's."""
    frames: Any
    actions: Any
    order: Any
    """For each of the actions a weight: the heaviest is searched first."""
    history: Any
    """For each seat and action how much it has cut off anywhere."""
    table: Any
    """The transposition table: slots by the lowest bits of their keys."""


class Finding(NamedTuple):
    """The best action of the root (-1: none was finished), the nodes visited, whether all were."""

    best: int
    visited: int
    complete: bool


def new_workspace(state, most_legal, action_count, players, table_bits):
    """Memory for searching positions whose records are of the type `state`."""
    frames = np.zeros(TALLEST + 1, Frame)
    frames["killer"] = frames["second_killer"] = -1
    return Workspace(
        states=np.zeros(TALLEST + 1, state),
        frames=frames,
        actions=np.zeros((TALLEST + 1, most_legal), np.int32),
        order=np.zeros((TALLEST + 1, most_legal), np.int64),
        history=np.zeros((players, action_count), np.int64),
        table=np.zeros(1 << table_bits, Slot),
    )


@kernel
def outcome(state, turn, out):
    """The value of a finished game for the seat that would act: the sooner won the better."""
    contract.scores(state, out)
    mine, theirs = out[state.to_act], out[1 - state.to_act]
    if mine == theirs:
        return 0
    return WIN - turn if mine > theirs else turn - WIN


@kernel
def to_table(value, turn):
    """Forced wins are kept as distances from the position, not from the root."""
    return value + turn if value > DECIDED else value - turn if value < -DECIDED else value


@kernel
def from_table(value, turn):
    """The reverse of `to_table`."""
    return value - turn if value > DECIDED else value + turn if value < -DECIDED else value


@kernel
def order_moves(frame, seat, actions, order, hint, history):
    """Give each action a weight: the table's choice, then killers, then what has cut before.

    Move ordering by hash move, killer heuristic and history heuristic.
    """
    for k in range(frame.n):
        action = actions[k]
        order[k] = history[seat, action]
        if action == hint:
            order[k] = 1 << 60
        elif action == frame.killer:
            order[k] += 1 << 50
        elif action == frame.second_killer:
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
def slot_of(key, table):
    """Where the transposition table keeps a position: the first of two places, or else the second.

    The first is for what was searched deepest, the second for what came last.
    """
    first = key & np.uint64(len(table) - 2)
    return table[first] if table[first].key == key else table[first + np.uint64(1)]


@kernel
def slot_for(key, depth, table):
    """Where a position that was searched so deep is to be kept."""
    first = key & np.uint64(len(table) - 2)
    if table[first].key == key or depth >= table[first].depth:
        return table[first]
    return table[first + np.uint64(1)]


@kernel
def holds_at(slot, depth):
    """Whether a slot's value holds for a search of this depth, which may be deeper than its own.

    A forced win or loss in sight of its own search does, however deep one looks.
    """
    if slot.depth >= depth:
        return True
    proven = slot.bound != (AT_MOST if slot.value > 0 else AT_LEAST)
    return proven and WIN - abs(np.int64(slot.value)) <= slot.depth


@kernel
def is_leaf(ply, state, frame, out):
    """Whether nothing is searched below a node: then its value is in the frame."""
    if contract.is_over(state):
        frame.best = outcome(state, frame.turn, out[ply])
        return True
    if (frame.depth <= 0 and not contract.in_turn(state)) or ply >= TALLEST:
        frame.best = contract.evaluate(state)
        return True
    return False


@kernel
def comes_again(ply, frames):
    """Whether a position was on the line of play before."""
    above = ply - 1
    while above >= 0 and frames[above].key != frames[ply].key:
        above -= 1
    return above >= 0


@kernel
def open_node(ply, work, again):
    """Look at `states[ply]`: its value in the frame if it is known (True), else its moves.

    The table knows it, or it comes again where that is a draw (`again`).
    """
    state, frame = work.states[ply], work.frames[ply]
    frame.key = np.uint64(contract.key(state))
    if again and comes_again(ply, work.frames):
        frame.best = 0
        return True
    slot = slot_of(frame.key, work.table)
    hint = -1
    if slot.key == frame.key and slot.bound != 0:
        hint = slot.action
        if holds_at(slot, frame.depth):
            known = from_table(np.int64(slot.value), frame.turn)
            if (
                slot.bound == EXACT
                or (slot.bound == AT_LEAST and known >= frame.beta)
                or (slot.bound == AT_MOST and known <= frame.alpha)
            ):
                frame.best = known
                return True
    actions, order = work.actions[ply], work.order[ply]
    frame.n = contract.legal(state, actions)
    frame.k = 0
    frame.best, frame.best_action, frame.floor = -INFINITE, -1, frame.alpha
    order_moves(frame, state.to_act, actions, order, hint, work.history)
    return False


@kernel
def close_node(frame, table):
    """Remember what was found of a node in the transposition table."""
    slot = slot_for(frame.key, frame.depth, table)
    if slot.key != frame.key or frame.depth >= slot.depth:
        slot.key = frame.key
        slot.value = to_table(np.int64(frame.best), frame.turn)
        slot.depth = frame.depth
        slot.action = frame.best_action
        slot.bound = AT_MOST
        if frame.best >= frame.beta:
            slot.bound = AT_LEAST
        elif frame.best > frame.alpha:
            slot.bound = EXACT


@kernel
def play_next(ply, work):
    """Play the next move of a node; later moves only have to be shown to be no better."""
    states, actions = work.states, work.actions
    frame, child_frame = work.frames[ply], work.frames[ply + 1]
    seat = states[ply].to_act
    bring_best(actions[ply], work.order[ply], frame.k, frame.n)
    states[ply + 1] = states[ply]
    child = states[ply + 1]
    contract.apply(child, actions[ply, frame.k])
    same_turn = not contract.is_over(child) and contract.in_turn(child)
    child_frame.depth = frame.depth if same_turn else frame.depth - 1
    child_frame.turn = frame.turn if same_turn else frame.turn + 1
    frame.sign = 1 if child.to_act == seat else -1
    frame.probing = frame.k > 0
    set_window(frame, child_frame, frame.floor, frame.floor + 1 if frame.probing else frame.beta)


@kernel
def set_window(frame, child_frame, low, high):
    """Hand a window down to the child, turned round when the other seat acts there."""
    child_frame.alpha = low if frame.sign > 0 else -high
    child_frame.beta = high if frame.sign > 0 else -low


@kernel
def take_value(frame, value, seat, action, history):
    """Let a finished child's value count for its parent."""
    if value > frame.best:
        frame.best, frame.best_action = value, action
    frame.floor = max(frame.floor, value)
    if frame.floor >= frame.beta:
        if frame.killer != action:
            frame.second_killer = frame.killer
            frame.killer = action
        history[seat, action] += frame.depth * frame.depth + 1
    frame.k += 1


@kernel
def negamax(root, depth, alpha, beta, work, budget):
    """The value of `states[root]`, `depth` turns deep, for its seat to act.

    Past the budget it means nothing. It is a loop over frames, not a recursion, because Numba
    cannot cache recursive functions.
    """
    states, frames, order = work.states, work.frames, work.order
    ply = root
    frames[ply].depth, frames[ply].alpha, frames[ply].beta = depth, alpha, beta
    entering = True
    while budget.visited < budget.allowed:
        frame = frames[ply]
        if entering:
            budget.visited += 1
            entering = False
            finished = is_leaf(ply, states[ply], frame, order) or open_node(ply, work, budget.again)
        else:
            finished = frame.k == frame.n or frame.floor >= frame.beta
            if finished:
                close_node(frame, work.table)
        if not finished:
            play_next(ply, work)
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
            action = work.actions[ply, parent.k]
            take_value(parent, value, states[ply].to_act, action, work.history)
    return np.int64(0)


@kernel
def search_move(depth, low, high, work, budget):
    """The value of the move just played, from the root to `states[1]`, for the seat that made it.

    It is exact between `low` and `high`, else a bound.
    """
    child = work.states[1]
    left = depth if not contract.is_over(child) and contract.in_turn(child) else depth - 1
    work.frames[1].turn = depth - left
    if child.to_act == work.states[0].to_act:
        return negamax(1, left, low, high, work, budget)
    return -negamax(1, left, -high, -low, work, budget)


@kernel
def list_wanted(work, wanted):
    """List the legal actions of the root that are to be searched, and say how many."""
    actions = work.actions[0]
    n = 0
    for k in range(contract.legal(work.states[0], actions)):
        if wanted[actions[k]]:
            actions[n] = actions[k]
            n += 1
    return n


@kernel
def search_root(work, budget, depth, exact, hint, values, wanted):
    """Search every wanted action of the root to a depth, until the budget is spent.

    `hint` is the best action of the depth before, or -1. It is searched first: if the search is
    cut short, others take its place only when they are known to be better. `values` holds each
    action's value, of the last depth before and of this one after. Unless `exact` is asked for,
    only the best action's is exact and the others' are upper bounds.
    """
    states, actions, order = work.states, work.actions, work.order
    work.frames[0].key = np.uint64(contract.key(states[0]))
    n = list_wanted(work, wanted)
    best, best_action = np.int64(-INFINITE), np.int64(hint)
    for k in range(n):
        order[0, k] = 2 * values[actions[0, k]] + (actions[0, k] == hint)
    for k in range(n):
        bring_best(actions[0], order[0], k, n)
        action = actions[0, k]
        states[1] = states[0]
        contract.apply(states[1], action)
        floor = np.int64(-INFINITE) if exact else best
        value = floor + 1
        if k > 0 and not exact:
            value = search_move(depth, floor, floor + 1, work, budget)
        if k == 0 or value > floor:
            value = search_move(depth, floor, np.int64(INFINITE), work, budget)
        if budget.visited >= budget.allowed:
            return Finding(best_action, budget.visited, False)
        values[action] = value
        if value > best:
            best, best_action = value, np.int64(action)
    return Finding(best_action, budget.visited, True)
