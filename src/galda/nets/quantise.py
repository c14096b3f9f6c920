"""A trained network in whole numbers: from floating point as it was learnt to what kernels compute.

What is learnt are the arrays w0, b0 (inputs × units of the first layer), w1, b1, policy_w,
policy_b, value_w and value_b, in a file of NumPy's with a header of JSON; `rows`, where it is
there, says how many rows of w0 each input has (see `galda.core.kernels.learnt`), else each has one.
The policy head gives logits, the value head logits of what each seat's `utility` will be.

    python -m galda.nets.quantise FLOATS.npz learnt.npz
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.kernels.learnt import ONE, ONE_BITS, STEPS, Learnt

Floats = npt.NDArray[np.floating[Any]]
STEP_BITS = STEPS.bit_length() - 1
FINEST = 16
"""At most so many bits stand behind the point of a weight."""
MOST_BYTES = 3_000_000
"""A game's network may take so much of the package."""
GREATEST = np.iinfo(np.int16).max


def fine_bits(weights: Floats, below: int = 0) -> int:
    """How many bits behind the point the greatest weight leaves room for in 16 bits.

    With `below` units before it, a sum of products must not outgrow 32 bits either.
    """
    bits = FINEST
    most = float(np.abs(weights).max(initial=0.0))
    rows = float(np.abs(weights).sum(0).max(initial=0.0)) if below else 0.0
    while bits > 0 and (most * 2**bits > GREATEST or rows * ONE * 2**bits >= 2**29):
        bits -= 1
    return bits


def whole(numbers: Floats, bits: int, kind: type[Any]) -> npt.NDArray[Any]:
    """Numbers with so many bits behind the point, as whole ones."""
    limits = np.iinfo(kind)
    found: npt.NDArray[Any] = np.clip(np.rint(numbers * 2.0**bits), limits.min, limits.max)
    return found.astype(kind)


def quantise(learnt: Mapping[str, npt.NDArray[Any]]) -> Learnt:
    """The same network in whole numbers."""
    floats = {name: np.asarray(learnt[name], np.float64) for name in learnt if name != "header"}
    w0, w1 = floats["w0"], floats["w1"]
    counts = np.asarray(learnt["rows"], np.int64) if "rows" in learnt else np.ones(len(w0), int)
    starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    if starts[-1] != len(w0):
        raise ValueError(f"the inputs have {starts[-1]} rows, the first layer {len(w0)}")
    first = fine_bits(w0)
    second, policy, value = (
        fine_bits(floats[name], len(floats[name])) for name in ("w1", "policy_w", "value_w")
    )
    return Learnt(
        starts=starts,
        table=whole(w0, first, np.int16),
        table_bias=whole(floats["b0"], first, np.int32),
        second=whole(np.ascontiguousarray(w1.T), second, np.int16),
        second_bias=whole(floats["b1"], second + ONE_BITS, np.int32),
        policy=whole(np.ascontiguousarray(floats["policy_w"].T), policy, np.int16),
        policy_bias=whole(floats["policy_b"], policy + ONE_BITS, np.int32),
        value=whole(np.ascontiguousarray(floats["value_w"].T), value, np.int16),
        value_bias=whole(floats["value_b"], value + ONE_BITS, np.int32),
        shifts=np.array(
            [first - ONE_BITS, second, *(b + ONE_BITS - STEP_BITS for b in (policy, value))],
            np.int64,
        ),
    )


def quantise_file(floats: Path, file: Path) -> dict[str, Any]:
    """Write a trained network, with its header, in whole numbers; returns the header."""
    with np.load(floats) as found:
        learnt = {name: found[name] for name in found.files}
    header: dict[str, Any] = json.loads(str(learnt["header"]))
    made = quantise(learnt)
    np.savez_compressed(file, header=np.array(json.dumps(header)), **made._asdict())
    if (size := file.stat().st_size) > MOST_BYTES:
        raise ValueError(f"{file} has {size} bytes: the network is too large for a package")
    return header


if __name__ == "__main__":
    print(quantise_file(*map(Path, sys.argv[1:3])))
