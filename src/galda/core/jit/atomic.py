"""Machine code for `core/kernels/atomic.py`: places of an array changed in one step."""

from numba.core import cgutils
from numba.extending import intrinsic


def _place(context, build, signature, arguments):
    """Where an array keeps an item."""
    kind = signature.args[0]
    array = context.make_array(kind)(context, build, arguments[0])
    return cgutils.get_item_pointer(context, build, kind, array, [arguments[1]], wraparound=False)


def _change(operation, array, index, value):
    """The types and the code of a change that needs to know no condition."""

    def write(context, build, signature, arguments):
        place = _place(context, build, signature, arguments)
        return build.atomic_rmw(operation, place, arguments[2], "monotonic")

    return array.dtype(array, index, array.dtype), write


@intrinsic
def atomic_or(context, array, index, value):
    """Set the bits of `value` in an item."""
    return _change("or", array, index, value)


@intrinsic
def atomic_add(context, array, index, value):
    """Add `value` to an item."""
    return _change("add", array, index, value)


@intrinsic
def atomic_claim(context, array, index, expected, value):
    """Write `value` into an item if it holds what is expected."""

    def write(context, build, signature, arguments):
        place = _place(context, build, signature, arguments)
        swapped = build.cmpxchg(place, arguments[2], arguments[3], "monotonic", "monotonic")
        return build.extract_value(swapped, 0)

    return array.dtype(array, index, array.dtype, array.dtype), write
