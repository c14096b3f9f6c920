"""Machine code for `core/kernels/fitting.py`: many bytes compared with their bounds at once."""

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

WIDE = 32
BYTE, PLACE = ir.IntType(8), ir.IntType(64)
BYTES, SET = ir.VectorType(BYTE, WIDE), ir.IntType(WIDE)


@intrinsic
def bytes_beyond(context, rows, at, bounds, k):
    """Which of `WIDE` bytes from a place on are beyond their bounds, as a set."""

    def compare(context, build, signature, given):
        def load(kind, array, at):
            data = context.make_array(kind)(context, build, array).data
            there = build.bitcast(build.gep(data, [at]), BYTES.as_pointer())
            return build.load(there, align=1)

        rows, at, bounds, k = given
        pair = build.mul(k, PLACE(2 * WIDE))
        least = load(signature.args[2], bounds, pair)
        beside = load(signature.args[2], bounds, build.add(pair, PLACE(WIDE)))
        above = build.sub(load(signature.args[0], rows, at), least)
        return build.bitcast(build.icmp_unsigned(">", above, beside), SET)

    return types.uint32(rows, types.int64, bounds, types.int64), compare
