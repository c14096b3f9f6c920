"""Machine code for `core/kernels/bits.py`: one instruction each, of processors and cards."""

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic


@intrinsic
def ones(context, word):
    """How many bits of an unsigned word are set: one instruction of processors and cards."""
    return types.int64(types.uint64), lambda _, build, __, words: build.ctpop(words[0])


@intrinsic
def trailing_zeros(context, word):
    """How many zeros are below the lowest bit set of an unsigned word."""
    answer = types.int64(types.uint64)
    return answer, lambda _, build, __, words: build.cttz(words[0], ir.Constant(ir.IntType(1), 1))


@intrinsic
def up(context, word, by):
    """A word of 32 bits moved up by fewer than 32: cards take several steps for wider words."""
    answer = types.uint32(types.uint32, types.uint32)
    return answer, lambda _, build, __, words: build.shl(words[0], words[1])


@intrinsic
def down(context, word, by):
    """A word of 32 bits moved down by fewer than 32."""
    answer = types.uint32(types.uint32, types.uint32)
    return answer, lambda _, build, __, words: build.lshr(words[0], words[1])
