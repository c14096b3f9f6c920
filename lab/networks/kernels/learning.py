"""How a network learns, as kernels: stochastic gradient descent on the squared error."""

import math

import numpy as np

from galda.core.kernels import contract
from galda.core.kernels.kernel import kernel
from galda.core.kernels.network import UNITS


@kernel
def learn_round(parts, values, order, tables, weights, rate):
    """Go through all lessons once; return the mean squared error met on the way."""
    error = 0.0
    sums = np.zeros(UNITS, np.float32)
    for k in order:
        total = add_up(parts[k], tables, weights, sums)
        guess = np.float32(math.tanh(total))
        off = np.float32(values[k]) - guess
        error += off * off
        step = np.float32(rate) * off * (np.float32(1.1) - guess * guess)
        for unit in range(UNITS):
            positive = max(sums[unit], np.float32(0))
            sums[unit] = step * weights[unit] if sums[unit] > 0 else np.float32(0)
            weights[unit] += step * positive
        for part in parts[k]:
            row = tables[part]
            for unit in range(UNITS):
                row[unit] += sums[unit]
    return error / len(order)


@kernel
def add_up(parts, tables, weights, sums):
    """The judgement of a position; the sums before they are weighed stay in `sums`."""
    sums[:] = 0
    for part in parts:
        row = tables[part]
        for unit in range(UNITS):
            sums[unit] += row[unit]
    total = np.float32(0)
    for unit in range(UNITS):
        total += max(sums[unit], np.float32(0)) * weights[unit]
    return total


@kernel
def guess_all(parts, tables, weights, out):
    """What a network thinks the values of positions are."""
    sums = np.zeros(UNITS, np.float32)
    for k in range(len(parts)):
        out[k] = math.tanh(add_up(parts[k], tables, weights, sums))


@kernel
def find_beginnings(states, out):
    """Where a turn begins."""
    for k in range(len(states)):
        out[k] = not contract.in_turn(states[k])


def cutter(parts_of):
    """A kernel that cuts many positions into the parts that `parts_of` gives."""

    @kernel
    def cut_all(mine, theirs, out):
        for k in range(len(mine)):
            for place, part in enumerate(parts_of(mine[k], theirs[k])):
                out[k, place] = part

    return cut_all
