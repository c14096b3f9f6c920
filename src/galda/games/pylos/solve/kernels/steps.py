"""Pylos solved: every step of a turn from every home, worked out once.

A turn is a ball placed or raised and, if that earns it (P7, P13), one or two balls removed. Each
step changes one home into another whatever the colours; what the colours decide is whether the
step is allowed, and whether it earns a removal.
"""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.games.pylos.rules import rules
from galda.games.pylos.solve.kernels.indexing import IMAGES, find_home, image_of

MOST_EARNING = 6  # squares and rows through one spot
PLACE, RAISE, REMOVE = 0, 1, 2
# A step by place in one array of numbers.
KIND, TO, NEED, HERS, MINE, EARNING = 0, 1, 2, 3, 4, 5
FIELDS = EARNING + MOST_EARNING


@kernel
def squeezed(spots, balls):
    """A set of spots as bits of the home's masks; all of them must have balls."""
    mask = np.int64(0)
    while spots != 0:
        mask |= np.int64(1) << bits.count(balls & ((spots & -spots) - 1))
        spots &= spots - 1
    return mask


@kernel
def list_earning(balls, start, end, variant, out):
    """The sets of balls that earn a removal, if all are the mover's, with a ball put on `end`.

    `start` is where it was raised from, -1: nowhere. As masks; unused places hold -1.
    """
    for k in range(MOST_EARNING):
        out[k] = -1
    if variant == rules.BEGINNERS:
        return
    here = np.int64(1) << end
    gone = np.int64(1) << start if start >= 0 else np.int64(0)
    n = 0
    above = rules.ABOVE[end]
    while above != 0:
        rest = rules.RESTS_ON[bits.lowest(above)] & ~here
        above &= above - 1
        if rest & ~balls == 0 and rest & gone == 0:
            out[n] = squeezed(rest, balls)
            n += 1
    if variant == rules.EXPERT:
        for k in range(2):
            rest = rules.ROWS[end, k] & ~here
            if rest & rules.NEVER == 0 and rest & ~balls == 0 and rest & gone == 0:
                out[n] = squeezed(rest, balls)
                n += 1


@kernel
def write_step(kind, balls, start, end, variant, shapes, home, all_balls, step, images):
    """Describe one step from the home with these balls; return how many there are now."""
    gone = np.int64(1) << start if start >= 0 else np.int64(0)
    after = balls & ~gone
    if end >= 0:
        after |= np.int64(1) << end
    entry = find_home(after, shapes, home)
    to, symmetry = entry >> 3, entry & 7
    step[KIND] = kind
    step[TO] = to
    step[NEED] = squeezed(gone, balls)
    step[HERS] = 0
    k = 0
    left = balls
    while left != 0:
        spot = bits.lowest(left)
        left &= left - 1
        if spot != start:
            image = image_of(spot, symmetry, all_balls[to])
            images[k] = image
            step[HERS] |= image
        k += 1
    step[MINE] = image_of(end, symmetry, all_balls[to]) if end >= 0 else 0
    for j in range(MOST_EARNING):
        step[EARNING + j] = -1
    if kind != REMOVE:
        list_earning(balls, start, end, variant, step[EARNING:])


@kernel
def list_steps(variant, shapes, home, all_balls, first, steps, images):
    """All steps from every home; `first[h]` to `first[h + 1]` are those of home h.

    With no room in `steps` they are only counted.
    """
    n = 0
    room = len(steps)
    for number in range(len(all_balls)):
        first[number] = n
        balls = all_balls[number]
        free = balls & ~rules.carriers(balls)
        ends = rules.receivers(balls)
        while ends != 0:
            end = bits.lowest(ends)
            ends &= ends - 1
            if end == 29:
                continue
            if n < room:
                write_step(
                    PLACE, balls, -1, end, variant, shapes, home, all_balls, steps[n], images[n]
                )
            n += 1
            starts = free & rules.STARTS[end] if rules.HOLLOWS >> end & 1 == 0 else 0
            while starts != 0:
                if n < room:
                    start = bits.lowest(starts)
                    write_step(
                        RAISE, balls, start, end, variant, shapes, home, all_balls, steps[n],
                        images[n],
                    )  # fmt: skip
                starts &= starts - 1
                n += 1
        if variant != rules.BEGINNERS:
            while free != 0:
                if n < room:
                    start = bits.lowest(free)
                    write_step(
                        REMOVE, balls, start, -1, variant, shapes, home, all_balls, steps[n],
                        images[n],
                    )  # fmt: skip
                free &= free - 1
                n += 1
    first[len(all_balls)] = n
    return n


def make_steps(variant, shapes, home, all_balls):
    """Where each home's steps begin, the steps, and what each does to the bits of a mask."""
    first = np.zeros(len(all_balls) + 1, np.int64)
    nothing = np.zeros((0, FIELDS), np.int64), np.zeros((0, IMAGES), np.uint32)
    count = list_steps(variant, shapes, home, all_balls, first, *nothing)
    steps = np.zeros((count, FIELDS), np.int64)
    images = np.zeros((count, IMAGES), np.uint32)
    list_steps(variant, shapes, home, all_balls, first, steps, images)
    return first, steps, images
