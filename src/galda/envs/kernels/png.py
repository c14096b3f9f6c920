"""Undoing the filters of PNG: what a painter of pictures gives becomes an array of colours."""

from galda.core.kernels.kernel import kernel, seldom


@seldom
@kernel
def unfilter(packed, pixel, out):
    """Write the bytes of all lines into `out`; each packed line begins with the filter it took.

    `pixel` is how many bytes a pixel has.
    """
    for y in range(out.shape[0]):
        way = packed[y, 0]
        for x in range(out.shape[1]):
            left = int(out[y, x - pixel]) if x >= pixel else 0
            up = int(out[y - 1, x]) if y > 0 else 0
            corner = int(out[y - 1, x - pixel]) if y > 0 and x >= pixel else 0
            guess = 0
            if way == 1:
                guess = left
            elif way == 2:
                guess = up
            elif way == 3:
                guess = (left + up) // 2
            elif way == 4:
                by_left, by_up = abs(up - corner), abs(left - corner)
                by_corner = abs(left + up - 2 * corner)
                if by_left <= by_up and by_left <= by_corner:
                    guess = left
                elif by_up <= by_corner:
                    guess = up
                else:
                    guess = corner
            out[y, x] = (int(packed[y, x + 1]) + guess) & 255
