"""Machine code for `core/kernels/writing.py`: several numbers of a row of bytes written at once."""

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.cpu import CPUContext
from numba.core.errors import TypingError
from numba.extending import intrinsic

BYTE, WORD, PLACE = ir.IntType(8), ir.IntType(32), ir.IntType(64)
FOUR = 4
"""Bytes in a word."""
SPREAD, LOWEST_OF_EACH = 0x00204081, 0x01010101
"""A product with the first has the lowest four bits of a word in the places of the second."""

BYTES = (types.uint8, types.int8, types.boolean)


def check(row, *literals, kinds=BYTES):
    """Complain while compiling about a row that has no bytes, or a size only known later."""
    if not isinstance(row, types.Array) or row.ndim != 1 or row.dtype not in kinds:
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
    moved = build.lshr(everywhere, ir.Constant(everywhere.type, [wide * k for k in range(size)]))
    kept = build.and_(moved, ir.Constant(everywhere.type, [(1 << wide) - 1] * size))
    return build.trunc(kept, ir.VectorType(BYTE, size))


def digit(build, word, k, wide):
    """One digit of a word, as a byte."""
    moved = build.lshr(word, PLACE(wide * k))
    return build.trunc(build.and_(moved, PLACE((1 << wide) - 1)), BYTE)


def four_digits(build, word, k, wide):
    """Four digits of a word as the bytes of another."""
    if wide == BYTE.width:
        return build.trunc(build.lshr(word, PLACE(wide * k)), WORD)
    if wide == 1:
        moved = build.trunc(build.lshr(word, PLACE(k)), WORD)
        spread = build.mul(build.and_(moved, WORD(15)), WORD(SPREAD))
        return build.and_(spread, WORD(LOWEST_OF_EACH))
    all_ = build.zext(digit(build, word, k, wide), WORD)
    for n in range(1, FOUR):
        one = build.zext(digit(build, word, k + n, wide), WORD)
        all_ = build.or_(all_, build.shl(one, WORD(n * BYTE.width)))
    return all_


def store_near(build, data, at, size, one_of_them, four_of_them):
    """Write bytes to a row that begins at a whole word: words, and bytes before and after.

    How many come before depends on the place, which is mostly known when all is compiled.
    """
    after = build.append_basic_block("written")
    ways = [build.append_basic_block(f"beyond_{k}") for k in range(FOUR)]
    chosen = build.switch(build.and_(at, PLACE(FOUR - 1)), ways[0])
    for beyond, way in enumerate(ways):
        if beyond:
            chosen.add_case(PLACE(beyond), way)
        build.position_at_end(way)
        k = 0
        while k < size:
            place = build.gep(data, [build.add(at, PLACE(k))])
            if (beyond + k) % FOUR == 0 and k + FOUR <= size:
                there = build.bitcast(place, WORD.as_pointer())
                build.store(four_of_them(k), there, align=FOUR)
                k += FOUR
            else:
                build.store(one_of_them(k), place, align=1)
                k += 1
        build.branch(after)
    build.position_at_end(after)


def set_flags(context, build, row_type, row, at, flags, size):
    """Set bits of a row of words, from the bit `at` on, where a set has them."""
    data = context.make_array(row_type)(context, build, row).data
    within = build.and_(at, PLACE(WORD.width - 1))
    wide = ir.IntType(2 * PLACE.width)
    all_ = build.zext(build.and_(flags, PLACE((1 << size) - 1)), wide)
    all_ = build.shl(all_, build.zext(within, wide))
    first = build.lshr(at, PLACE(WORD.width.bit_length() - 1))
    for k in range(-(-(size + WORD.width - 1) // WORD.width)):
        word = build.trunc(build.lshr(all_, wide(k * WORD.width)), WORD)
        build.atomic_rmw("or", build.gep(data, [build.add(first, PLACE(k))]), word, "monotonic")


def store(context, build, row_type, row, at, size, all_of_them, one_of_them, four_of_them):
    """Write bytes to a row: all of them as a vector, or where that is not wise one by one."""
    array = context.make_array(row_type)(context, build, row)
    data = build.bitcast(array.data, BYTE.as_pointer())
    if isinstance(context, CPUContext) and row_type.is_c_contig:
        bytes_ = all_of_them()
        there = build.bitcast(build.gep(data, [at]), bytes_.type.as_pointer())
        build.store(bytes_, there, align=1)
        return
    if row_type.dtype == types.int8 and row_type.is_c_contig:
        store_near(build, data, at, size, one_of_them, four_of_them)
        return
    (apart,) = cgutils.unpack_tuple(build, array.strides, 1)
    for k in range(size):
        place = build.mul(build.add(at, PLACE(k)), apart)
        build.store(one_of_them(k), build.gep(data, [place]), align=1)


@intrinsic(prefer_literal=True)
def write_digits(context, row, at, number, size, wide):
    """Write the digits of a number, the lowest first: `size` of them, `wide` bits each."""
    flags = isinstance(row, types.Array) and row.dtype == types.uint32
    check(row, size, wide, kinds=(types.uint32,) if flags else BYTES)
    many, bits = size.literal_value, wide.literal_value
    if flags and bits != 1:
        raise TypingError("only sets are written to the bits of a row of words")

    def write(context, build, signature, given):
        word = given[2]
        if flags:
            set_flags(context, build, signature.args[0], given[0], given[1], word, many)
            return context.get_dummy_value()
        store(
            context, build, signature.args[0], given[0], given[1], many,
            lambda: digits(build, word, many, bits),
            lambda k: digit(build, word, k, bits),
            lambda k: four_digits(build, word, k, bits),
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
            lambda k: build.add(*(four_digits(build, each, k, 1) for each in sets)),
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
            lambda _: build.mul(build.zext(one, WORD), WORD(LOWEST_OF_EACH)),
        )  # fmt: skip
        return context.get_dummy_value()

    return types.void(row, types.int64, types.uint64, size), write
