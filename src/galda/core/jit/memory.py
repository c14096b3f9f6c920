"""Machine code for `core/kernels/memory.py`: whole states cleared and copied word by word."""

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic


def words(build, state, record):
    """Pointers to all words of a state: as wide as its fields are aligned, which fills it."""
    wide = record.dtype.alignment
    one = ir.IntType(8 * wide)
    start = build.bitcast(state, one.as_pointer())
    place = ir.IntType(64)
    for k in range(record.dtype.itemsize // wide):
        yield build.gep(start, [ir.Constant(place, k)]), one, wide


@intrinsic
def clear_words(context, state):
    """Set all words of a state to 0."""

    def clear(_, build, signature, arguments):
        for pointer, one, wide in words(build, arguments[0], signature.args[0]):
            build.store(ir.Constant(one, 0), pointer, align=wide)

    return types.void(state), clear


@intrinsic
def copy_words(context, into, state):
    """Copy all words of a state."""

    def copy(_, build, signature, arguments):
        to = words(build, arguments[0], signature.args[0])
        source = words(build, arguments[1], signature.args[1])
        for (there, _, wide), (here, _, _) in zip(to, source, strict=True):
            build.store(build.load(here, align=wide), there, align=wide)

    return types.void(into, state), copy
