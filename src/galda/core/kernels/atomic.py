"""Memory that many threads change at the same time, on processors and graphics cards alike.

Each of these reads a place of an array, changes it and returns what was there before, as one step
that no other thread can come between.
"""

from galda.core.kernels.kernel import COMPILED

if COMPILED:
    from numba.core import cgutils
    from numba.extending import intrinsic

    def _place(context, build, signature, arguments):
        """Where an array keeps an item."""
        kind = signature.args[0]
        array = context.make_array(kind)(context, build, arguments[0])
        return cgutils.get_item_pointer(
            context, build, kind, array, [arguments[1]], wraparound=False
        )

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

else:

    def atomic_or(array, index, value):  # type: ignore[misc]
        """Set the bits of `value` in an item."""
        before = array[index]
        array[index] = before | value
        return before

    def atomic_add(array, index, value):  # type: ignore[misc]
        """Add `value` to an item."""
        before = array[index]
        array[index] = before + value
        return before

    def atomic_claim(array, index, expected, value):  # type: ignore[misc]
        """Write `value` into an item if it holds what is expected."""
        before = array[index]
        if before == expected:
            array[index] = value
        return before
