"""Writing several numbers of a row of bytes at a stroke: sets as flags, counts, digits of a number.

Left to itself Numba writes such numbers one by one, or shifts each of them as a word of 64 bits. A
processor does a whole set in a few instructions; a graphics card, whose neighbouring threads write
to different rows, is given one byte after the other.
"""

from galda.core.kernels.kernel import COMPILED

if COMPILED:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.core.cpu import CPUContext
    from numba.core.errors import TypingError
    from numba.extending import intrinsic

    BYTE, PLACE = ir.IntType(8), ir.IntType(64)

    def check(row, *literals):
        """Complain while compiling about a row that has no bytes, or a size only known later."""
        if not isinstance(row, types.Array) or row.ndim != 1 or row.dtype.bitwidth != 8:
            raise TypingError("only rows of bytes are written at a stroke")
        if not all(isinstance(each, types.IntegerLiteral) for each in literals):
            raise TypingError("how much is written must be a constant")

    def same(build, one, size):
        """A vector that is the same number everywhere."""
        lanes = ir.VectorType(one.type, size)
        first = build.insert_element(ir.Constant(lanes, ir.Undefined), one, PLACE(0))
        nowhere = ir.Constant(ir.VectorType(ir.IntType(32), size), None)
        return build.shuffle_vector(first, ir.Constant(lanes, ir.Undefined), nowhere)

    def lowest(build, word, bits):
        """The lowest bits of a word."""
        return build.trunc(word, ir.IntType(bits)) if bits < PLACE.width else word

    def first_of(build, vector, size):
        """The first numbers of a vector."""
        places = ir.Constant(ir.VectorType(ir.IntType(32), size), list(range(size)))
        return build.shuffle_vector(vector, ir.Constant(vector.type, ir.Undefined), places)

    def digits(build, word, size, wide):
        """The lowest digits of a word, as a vector of bytes."""
        if wide == BYTE.width:
            return build.bitcast(lowest(build, word, size * wide), ir.VectorType(BYTE, size))
        if wide == 1:
            whole = -(-size // BYTE.width) * BYTE.width
            flags = build.bitcast(lowest(build, word, whole), ir.VectorType(ir.IntType(1), whole))
            bytes_ = build.zext(flags, ir.VectorType(BYTE, whole))
            # Of flags that fill no whole bytes LLVM breaks down on processors without AVX-512.
            return bytes_ if whole == size else first_of(build, bytes_, size)
        lane = ir.IntType(32) if size * wide <= 32 else PLACE
        everywhere = same(build, word if lane is PLACE else build.trunc(word, lane), size)
        moved = build.lshr(
            everywhere, ir.Constant(everywhere.type, [wide * k for k in range(size)])
        )
        kept = build.and_(moved, ir.Constant(everywhere.type, [(1 << wide) - 1] * size))
        return build.trunc(kept, ir.VectorType(BYTE, size))

    def digit(build, word, k, wide):
        """One digit of a word, as a byte."""
        moved = build.lshr(word, PLACE(wide * k))
        return build.trunc(build.and_(moved, PLACE((1 << wide) - 1)), BYTE)

    def store(context, build, row_type, row, at, size, all_of_them, one_of_them):
        """Write bytes to a row: all of them as a vector, or where that is not wise one by one."""
        array = context.make_array(row_type)(context, build, row)
        data = build.bitcast(array.data, BYTE.as_pointer())
        if isinstance(context, CPUContext) and row_type.is_c_contig:
            bytes_ = all_of_them()
            there = build.bitcast(build.gep(data, [at]), bytes_.type.as_pointer())
            build.store(bytes_, there, align=1)
            return
        (apart,) = cgutils.unpack_tuple(build, array.strides, 1)
        for k in range(size):
            place = build.mul(build.add(at, PLACE(k)), apart)
            build.store(one_of_them(k), build.gep(data, [place]), align=1)

    @intrinsic(prefer_literal=True)
    def write_digits(context, row, at, number, size, wide):
        """Write the digits of a number, the lowest first: `size` of them, `wide` bits each."""
        check(row, size, wide)
        many, bits = size.literal_value, wide.literal_value

        def write(context, build, signature, given):
            word = given[2]
            store(
                context, build, signature.args[0], given[0], given[1], many,
                lambda: digits(build, word, many, bits),
                lambda k: digit(build, word, k, bits),
            )  # fmt: skip
            return context.get_dummy_value()

        return types.void(row, types.int64, types.uint64, size, wide), write

    @intrinsic(prefer_literal=True)
    def write_counts(context, row, at, one, other, size):
        """Write for each of `size` numbers in how many of two sets it is."""
        check(row, size)
        many = size.literal_value

        def write(context, build, signature, given):
            sets = given[2:4]
            store(
                context, build, signature.args[0], given[0], given[1], many,
                lambda: build.add(*(digits(build, each, many, 1) for each in sets)),
                lambda k: build.add(*(digit(build, each, k, 1) for each in sets)),
            )  # fmt: skip
            return context.get_dummy_value()

        return types.void(row, types.int64, types.uint64, types.uint64, size), write

    @intrinsic(prefer_literal=True)
    def write_same(context, row, at, number, size):
        """Write the same number `size` times."""
        check(row, size)
        many = size.literal_value

        def write(context, build, signature, given):
            one = build.trunc(given[2], BYTE)
            store(
                context, build, signature.args[0], given[0], given[1], many,
                lambda: same(build, one, many),
                lambda _: one,
            )  # fmt: skip
            return context.get_dummy_value()

        return types.void(row, types.int64, types.uint64, size), write

else:

    def write_digits(row, at, number, size, wide):  # type: ignore[misc]
        """Write the digits of a number, the lowest first: `size` of them, `wide` bits each."""
        left = int(number) % (1 << 64)
        for k in range(size):
            row[at + k] = left & ((1 << wide) - 1)
            left >>= wide

    def write_counts(row, at, one, other, size):  # type: ignore[misc]
        """Write for each of `size` numbers in how many of two sets it is."""
        first, second = int(one), int(other)
        for k in range(size):
            row[at + k] = (first >> k & 1) + (second >> k & 1)

    def write_same(row, at, number, size):  # type: ignore[misc]
        """Write the same number `size` times."""
        row[at : at + size] = int(number) & 255
