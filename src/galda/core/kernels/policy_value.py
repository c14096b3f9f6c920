"""A quantised policy-value network: inputs of a seat in, priors of actions and values of seats out.

Two layers under linear heads, all in whole numbers, so that every machine computes the same. The
first layer is a sum of rows of a table: an input with several rows adds the row of its number, the
last for all greater; one with a single row adds it as often as its number says. Between layers
stands a ReLU cut off at `ONE`. Where a game describes actions by features (`encode_actions`), the
network says what each feature is worth in the position at hand, and actions are judged by both.
"""

import json
import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels import bits, contract
from galda.core.kernels.kernel import kernel

ONE_BITS = 7
ONE = 1 << ONE_BITS
"""How 1 is written between layers."""
STEPS = 64
"""Logits are whole numbers, `STEPS` to one."""
FARTHEST = 12 * STEPS
"""Logits so far below the best are all alike: next to nothing."""
CERTAIN = (1 << 15) - 1
"""How a probability of 1 is written."""
BYTE = np.uint64(255)

POWERS = np.array([round(CERTAIN * math.exp(-k / STEPS)) for k in range(FARTHEST + 1)], np.int64)
"""How likely an action is, next to the best, by how far its logit is below."""
SIGMOIDS = np.array(
    [round(CERTAIN / (1 + math.exp(-k / STEPS))) for k in range(-FARTHEST, FARTHEST + 1)], np.int64
)


class Network(NamedTuple):
    """The arrays of a network, as kernels are given them."""

    starts: Any
    """For each input where its rows begin, and where the last one's end."""
    table: Any
    table_bias: Any
    second: Any
    """For each unit of the second layer its weights."""
    second_bias: Any
    policy: Any
    """For each action its weights."""
    policy_bias: Any
    worth: Any
    """For each feature of actions the weights of what it is worth."""
    worth_bias: Any
    value: Any
    """For each seat, the viewer first, its weights."""
    value_bias: Any
    shifts: Any
    """By how many bits sums are shifted: first layer, second layer, policy, worth, value."""


class Layers(NamedTuple):
    """Memory that every evaluation overwrites."""

    seen: Any
    """The inputs, and the same bytes as words of eight: most of them are 0."""
    words: Any
    rows: Any
    """The rows of the table that are to be added up, then the units of the first layer above 0."""
    sums: Any
    first: Any
    turned: Any
    """The second layer's weights, for each unit of the first."""
    totals: Any
    second: Any
    features: Any
    """For each legal action a row of its features."""
    worths: Any
    """What each of these is worth in the position at hand."""


def new_layers(network, most_legal):
    """Memory for evaluating this network in a game with at most `most_legal` actions."""
    inputs = len(network.starts) - 1
    padded = np.zeros((inputs + 7) // 8 * 8, np.uint8)
    return Layers(
        seen=padded[:inputs],
        words=padded.view(np.uint64),
        rows=np.zeros(max(inputs, len(network.table_bias)), np.int64),
        sums=np.zeros(network.table.shape[1], np.int32),
        first=np.zeros(network.table.shape[1], np.int16),
        turned=np.ascontiguousarray(network.second.T),
        totals=np.zeros(len(network.second), np.int32),
        second=np.zeros(len(network.second), np.int16),
        features=np.zeros((most_legal, max(1, len(network.worth))), np.uint8),
        worths=np.zeros(len(network.worth), np.int64),
    )


def read_network(file: Path) -> tuple[Network, dict[str, Any]]:
    """A network of whole numbers, as `galda.nets.quantise` writes it, and its header."""
    with np.load(file) as found:
        header = json.loads(str(found["header"]))
        return Network(*(np.ascontiguousarray(found[name]) for name in Network._fields)), header


@kernel
def list_rows(starts, table, seen, words, sums, rows):
    """List the rows of the inputs that are not 0; returns how many.

    Where a row is to be added several times that is done at once: there are few of these.
    """
    count = 0
    for word in range(len(words)):
        left = words[word]
        while left != 0:
            k = 8 * word + (bits.lowest(left) >> 3)
            left &= ~(BYTE << np.uint64(8 * (k & 7)))
            number, row = np.int64(seen[k]), np.int64(starts[k])
            room = starts[k + 1] - row
            if room > 1:
                rows[count] = row + min(number, room) - 1
                count += 1
            elif room == 1 and number == 1:
                rows[count] = row
                count += 1
            elif room == 1:
                for unit in range(len(sums)):
                    sums[unit] += np.int32(number) * np.int32(table[row, unit])
    return count


@kernel
def add_rows(table, rows, count, sums):
    """Add the first `count` of these rows, eight at a time: sums are read and written seldom.

    Rows are not cut out of the table: counting views of it in and out takes as long as adding one.
    """
    k = 0
    while k + 8 <= count:
        a, b, c, d = rows[k], rows[k + 1], rows[k + 2], rows[k + 3]
        e, f, g, h = rows[k + 4], rows[k + 5], rows[k + 6], rows[k + 7]
        for unit in range(len(sums)):
            sums[unit] += (
                np.int32(table[a, unit]) + np.int32(table[b, unit])
                + np.int32(table[c, unit]) + np.int32(table[d, unit])
                + np.int32(table[e, unit]) + np.int32(table[f, unit])
                + np.int32(table[g, unit]) + np.int32(table[h, unit])
            )  # fmt: skip
        k += 8
    while k < count:
        a = rows[k]
        for unit in range(len(sums)):
            sums[unit] += np.int32(table[a, unit])
        k += 1


@kernel
def add_units(turned, units, live, sums):
    """Add to the second layer's sums what the units of the first make, four at a time.

    Only those above 0, about half of them: `live` is memory to list them in.
    """
    count = 0
    for k in range(len(units)):
        if units[k] != 0:
            live[count] = k
            count += 1
    k = 0
    while k + 4 <= count:
        a, b, c, d = live[k], live[k + 1], live[k + 2], live[k + 3]
        p, q = np.int32(units[a]), np.int32(units[b])
        r, s = np.int32(units[c]), np.int32(units[d])
        for unit in range(len(sums)):
            sums[unit] += (
                p * np.int32(turned[a, unit]) + q * np.int32(turned[b, unit])
                + r * np.int32(turned[c, unit]) + s * np.int32(turned[d, unit])
            )  # fmt: skip
        k += 4
    while k < count:
        a = live[k]
        p = np.int32(units[a])
        for unit in range(len(sums)):
            sums[unit] += p * np.int32(turned[a, unit])
        k += 1


@kernel
def cut(total, shift):
    """The ReLU between layers."""
    return np.int16(min(max(total >> shift, 0), ONE))


@kernel
def dot(weights, row, units):
    """What the units of a layer make together, weighed by a row."""
    total = np.int32(0)
    for k in range(len(units)):
        total += np.int32(weights[row, k]) * np.int32(units[k])
    return total


@kernel
def forward(network, layers):
    """Work out the layers below the heads for what is in `layers.seen`."""
    sums, first, totals, second = layers.sums, layers.first, layers.totals, layers.second
    rows = layers.rows
    sums[:] = network.table_bias
    count = list_rows(network.starts, network.table, layers.seen, layers.words, sums, rows)
    add_rows(network.table, rows, count, sums)
    shift = network.shifts[0]
    for k in range(len(first)):
        first[k] = cut(sums[k], shift)
    totals[:] = network.second_bias
    add_units(layers.turned, first, rows, totals)
    shift = network.shifts[1]
    for k in range(len(second)):
        second[k] = cut(totals[k], shift)


@kernel
def look(state, network, layers):
    """Let the network look at a position as the seat to act knows it."""
    contract.encode(state, np.int64(state.to_act), layers.seen)
    forward(network, layers)


@kernel
def logits(state, network, layers, actions, n, out):
    """Write the logits of the first `n` of these legal actions, in steps, after `look`."""
    weights, bias, shift = network.policy, network.policy_bias, network.shifts[2]
    units, worths, features = layers.second, layers.worths, layers.features
    for k in range(n):
        total = dot(weights, actions[k], units) + bias[actions[k]]
        out[k] = np.int64(total) >> shift
    if len(worths) > 0:
        contract.encode_actions(state, actions, n, features)
        for feature in range(len(worths)):
            worths[feature] = dot(network.worth, feature, units) + network.worth_bias[feature]
        for k in range(n):
            total = np.int64(0)
            for feature in range(len(worths)):
                total += worths[feature] * np.int64(features[k, feature])
            out[k] += total >> network.shifts[3]


@kernel
def priors(state, network, layers, actions, n, temperature, out):
    """Write how likely the first `n` of these actions are, together `CERTAIN` or a little less.

    A temperature above 1 makes them more alike.
    """
    logits(state, network, layers, actions, n, out)
    best, whole = np.int64(-(1 << 40)), np.int64(0)
    for k in range(n):
        best = max(best, out[k])
    for k in range(n):
        out[k] = POWERS[min(np.int64((best - out[k]) / temperature), FARTHEST)]
        whole += out[k]
    for k in range(n):
        out[k] = out[k] * CERTAIN // whole


@kernel
def values(network, layers, viewer, players, out):
    """Write how well each seat will do, from 0 to 1; the network counts seats from the viewer.

    Of two seats one wins what the other loses: their logits are taken together.
    """
    units, shift = layers.second, network.shifts[4]
    for away in range(players):
        total = dot(network.value, away, units) + network.value_bias[away]
        seat = viewer + away if viewer + away < players else viewer + away - players
        out[seat] = np.int64(total) >> shift
    if players == 2:
        out[viewer] = math.floor((out[viewer] - out[1 - viewer]) / 2)
    for seat in range(players):
        logit = min(max(np.int64(out[seat]), -FARTHEST), FARTHEST)
        out[seat] = SIGMOIDS[FARTHEST + logit] / CERTAIN
    if players == 2:
        out[1 - viewer] = 1.0 - out[viewer]


@kernel
def best_action(states, network, layers, legal, out):
    """The action that the policy likes best in the game `states[0]`."""
    state = states[0]
    n = contract.legal(state, legal)
    look(state, network, layers)
    logits(state, network, layers, legal, n, out)
    best = 0
    for k in range(1, n):
        if out[k] > out[best]:
            best = k
    return legal[best]
