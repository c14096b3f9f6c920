"""Memory that many threads change at the same time, on processors and graphics cards alike.

Each of these reads a place of an array, changes it and returns what was there before, as one step
that no other thread can come between.
"""

from galda.core.kernels.kernel import lowered


@lowered("galda.core.jit.atomic")
def atomic_or(array, index, value):
    """Set the bits of `value` in an item."""
    before = array[index]
    array[index] = before | value
    return before


@lowered("galda.core.jit.atomic")
def atomic_add(array, index, value):
    """Add `value` to an item."""
    before = array[index]
    array[index] = before + value
    return before


@lowered("galda.core.jit.atomic")
def atomic_claim(array, index, expected, value):
    """Write `value` into an item if it holds what is expected."""
    before = array[index]
    if before == expected:
        array[index] = value
    return before
