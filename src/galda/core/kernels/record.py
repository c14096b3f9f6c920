"""The type of a game state: one aligned NumPy record without a byte to spare."""

from __future__ import annotations

from typing import Any

import numpy as np

Field = tuple[str, Any] | tuple[str, Any, tuple[int, ...]]


def record(*fields: Field) -> np.dtype[Any]:
    """A record of these fields, (name, type) or (name, type, shape).

    Attributes need `np.record`; the GPU needs alignment; and since states are compared, hashed and
    sent as bytes, there may be no filling between the fields that nobody sets.
    """
    plain = np.dtype(list(fields), align=True)
    used = sum(plain[name].itemsize for name in plain.names or ())
    if used != plain.itemsize:
        raise TypeError(
            f"the fields take {used} bytes, the record {plain.itemsize}: order them by size, "
            "largest first, and fill up the last"
        )
    return np.dtype((np.record, plain))
