"""Machine code for `core/kernels/wide.py`: memory read and written in wide words."""

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

WIDE = 16
"""The most bytes that one thread reads or writes at once."""
BYTE, WORD, PLACE = ir.IntType(8), ir.IntType(32), ir.IntType(64)
FOUR = ir.VectorType(WORD, 4)


def _at(context, build, kind, array, at, what):
    """The place of something inside an array, by its distance in bytes from the start."""
    data = context.make_array(kind)(context, build, array).data
    return build.bitcast(build.gep(build.bitcast(data, BYTE.as_pointer()), [at]), what.as_pointer())


@intrinsic
def address(context, array):
    """Where an array begins."""

    def find(context, build, signature, given):
        data = context.make_array(signature.args[0])(context, build, given[0]).data
        return build.ptrtoint(data, PLACE)

    return types.int64(array), find


def _move(what, align, into, source):
    """The types and the code of a copy from one array to another."""

    def move(context, build, signature, given):
        there = _at(context, build, signature.args[0], given[0], given[1], what)
        here = _at(context, build, signature.args[2], given[2], given[3], what)
        build.store(build.load(here, align=align), there, align=align)
        return context.get_dummy_value()

    return types.void(into, types.int64, source, types.int64), move


@intrinsic
def put_byte(context, array, at, byte):
    """Write one byte."""

    def put(context, build, signature, given):
        place = _at(context, build, signature.args[0], given[0], given[1], BYTE)
        build.store(build.trunc(given[2], BYTE), place, align=1)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.uint32), put


@intrinsic
def put_words(context, array, at, one, two, three, four):
    """Write sixteen bytes."""

    def put(context, build, signature, given):
        all_ = ir.Constant(FOUR, ir.Undefined)
        for k in range(4):
            all_ = build.insert_element(all_, given[2 + k], WORD(k))
        place = _at(context, build, signature.args[0], given[0], given[1], FOUR)
        build.store(all_, place, align=WIDE)
        return context.get_dummy_value()

    return types.void(array, types.int64, *[types.uint32] * 4), put


@intrinsic
def move_byte(context, into, to, source, at):
    """Copy one byte from one array to another."""
    return _move(BYTE, 1, into, source)


@intrinsic
def move_words(context, into, to, source, at):
    """Copy sixteen bytes from one array to another."""
    return _move(FOUR, WIDE, into, source)


@intrinsic(prefer_literal=True)
def move_pieces(context, into, to, source, at, apart, count):
    """Copy several pieces of sixteen bytes, so far apart: all are read before one is written.

    Reading takes long, but several readings take no longer than one.
    """

    def move(context, build, signature, given):
        places = [build.mul(given[4], PLACE(k)) for k in range(count.literal_value)]
        pieces = [
            build.load(
                _at(context, build, source, given[2], build.add(given[3], place), FOUR),
                align=WIDE,
            )
            for place in places
        ]
        for piece, place in zip(pieces, places, strict=True):
            there = _at(context, build, into, given[0], build.add(given[1], place), FOUR)
            build.store(piece, there, align=WIDE)
        return context.get_dummy_value()

    each = types.int64
    return types.void(into, each, source, each, each, count), move


@intrinsic
def record_at(context, row, at, like):
    """The record that lies in a row of bytes, of the kind that an array is made of."""

    def find(context, build, signature, given):
        place = _at(context, build, signature.args[0], given[0], given[1], BYTE)
        return build.bitcast(place, context.get_value_type(signature.return_type))

    return like.dtype(row, types.int64, like), find
