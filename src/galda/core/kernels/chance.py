"""The one random generator: counter-based, the same on CPU, GPU and in plain Python.

A stream is a 64-bit seed; its n-th number depends on the seed and n alone (SplitMix64), so a game
is its options, its seed and its actions, and a search may draw from any point of any stream.
"""

import numpy as np

from galda.core.kernels.kernel import kernel

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)


@kernel
def scramble(bits):
    """A bijection of 64-bit numbers under which neighbours look unrelated."""
    z = np.uint64(bits)
    z = (z ^ (z >> np.uint64(30))) * FIRST_FACTOR
    z = (z ^ (z >> np.uint64(27))) * SECOND_FACTOR
    return z ^ (z >> np.uint64(31))


@kernel
def draw(seed, n):
    """The n-th 64-bit random number of stream `seed`."""
    return scramble(np.uint64(seed) + np.uint64(n) * STEP)


@kernel
def below(bits, limit):
    """Map a 64-bit random number evenly to 0, 1, …, limit - 1."""
    return np.int64(((np.uint64(bits) >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))
