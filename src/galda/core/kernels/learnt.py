"""A small network that plays: what a seat sees in, logits of its actions and values of seats out.

Two layers under two heads, all in whole numbers, so that every machine computes the same. The first
layer adds up rows of a table, as most of what a seat sees is 0: an input with one row adds it as
often as its number says; one with several adds the row of its number, the last for all greater; one
without rows counts not. Between layers stands a ReLU cut off at `ONE`.

A network may have inputs beyond what `observe` writes: how far each seat leads by the game's
`heuristic_scores`, which it would otherwise have to learn to count.
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
"""Logits are whole numbers, so many to one."""
FARTHEST = 12 * STEPS
"""Logits so far below the best are all alike: next to nothing."""
CERTAIN = (1 << 15) - 1
"""How a probability of 1 is written."""
EVEN = 32
"""How no lead is written among the inputs."""
FINE_LEADS = 8
"""So many steps are a lead of the game's `margin`."""

BYTE = np.uint64(255)

POWERS = np.array([round(CERTAIN * math.exp(-k / STEPS)) for k in range(FARTHEST + 1)], np.int64)
"""How likely an action is, next to the best, by how far its logit is below."""
SIGMOIDS = np.array(
    [round(CERTAIN / (1 + math.exp(-k / STEPS))) for k in range(-FARTHEST, FARTHEST + 1)], np.int64
)


class Learnt(NamedTuple):
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
    value: Any
    """For each seat, the viewer first, its weights."""
    value_bias: Any
    shifts: Any
    """By how many bits sums are shifted: first layer, second layer, policy, value."""


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


def new_layers(network):
    """Memory for evaluating this network."""
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
    )


def read_learnt(file: Path) -> tuple[Learnt, dict[str, Any]]:
    """A network of whole numbers, as `quantise` writes it, and what its file says about it."""
    with np.load(file) as found:
        header = json.loads(str(found["header"]))
        return Learnt(*(np.ascontiguousarray(found[name]) for name in Learnt._fields)), header


@kernel
def write_leads(state, viewer, players, scores, out, at):
    """Write how far each seat leads the best of the others, the viewer first: around `EVEN`."""
    contract.heuristic_scores(state, scores)
    step = contract.margin(state) / FINE_LEADS
    if step <= 0:
        step = 1.0
    for away in range(players):
        seat = viewer + away if viewer + away < players else viewer + away - players
        best = -1e9
        for other in range(players):
            if other != seat:
                best = max(best, scores[other])
        lead = math.floor((scores[seat] - best) / step + 0.5)
        out[at + away] = min(max(EVEN + lead, 1), 2 * EVEN - 1)


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
def think(network, layers):
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
def judge_actions(network, layers, actions, n, out):
    """Write how likely the first `n` of these actions are, together `CERTAIN` or a little less."""
    weights, bias, shift = network.policy, network.policy_bias, network.shifts[2]
    units = layers.second
    best = np.int64(-(1 << 40))
    for k in range(n):
        action = actions[k]
        total = dot(weights, action, units) + bias[action]
        out[k] = np.int64(total) >> shift
        best = max(best, out[k])
    whole = np.int64(0)
    for k in range(n):
        out[k] = POWERS[min(best - out[k], FARTHEST)]
        whole += out[k]
    for k in range(n):
        out[k] = out[k] * CERTAIN // whole


@kernel
def judge_seats(network, layers, viewer, players, out):
    """Write how well each seat will do, from 0 to 1; the network counts seats from the viewer."""
    weights, bias, shift = network.value, network.value_bias, network.shifts[3]
    units = layers.second
    for away in range(players):
        total = dot(weights, away, units) + bias[away]
        logit = min(max(np.int64(total) >> shift, -FARTHEST), FARTHEST)
        seat = viewer + away if viewer + away < players else viewer + away - players
        out[seat] = SIGMOIDS[FARTHEST + logit] / CERTAIN
