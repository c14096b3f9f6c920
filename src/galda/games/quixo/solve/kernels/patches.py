"""Quixo: what patches say of a position, for the bot and the checker alike.

Positions of as many cubes and the same risk are of one kind (`core/kernels/patches.py`).
"""

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.core.kernels.patches import skips_at
from galda.games.quixo.solve.kernels import choice


@kernel
def skipped_at(number, cubes, risk, patches):
    """How many of the best moves a patch skips in a position."""
    return skips_at(number, cubes * choice.RISKS + risk, patches)


@kernel
def chosen_mark(position, marks, first, count, patches):
    """The mark of the move to play in a position: the best but for those that a patch skips."""
    mark = choice.next_mark(marks, first, count, choice.HIGHEST)
    if mark >= choice.FORCES * choice.STEP:
        return mark
    mine, theirs = position & choice.ONE_SIDE, position >> choice.HALF
    risk = choice.risk_of(marks, first, count, mark)
    number = choice.number_of(mine, theirs)
    for _ in range(skipped_at(number, bits.count(mine | theirs), risk, patches)):
        mark = choice.next_mark(marks, first, count, mark)
    return mark
