"""A trained network in whole numbers: from a checkpoint of PyTorch to what kernels compute.

python -m galda.nets.quantise learnt.pt policy_value.npz
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.kernels.policy_value import ONE, ONE_BITS, STEPS, Network
from galda.nets.checkpoints import load
from galda.nets.seat_network import SeatNetwork

Floats = npt.NDArray[np.floating[Any]]
STEP_BITS = STEPS.bit_length() - 1
FINEST, FINEST_ROW = 16, 10
"""The most bits behind the point of a weight, and of one in the large first layer."""
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
    """Numbers with `bits` bits behind the point, as whole ones."""
    limits = np.iinfo(kind)
    found: npt.NDArray[Any] = np.clip(np.rint(numbers * 2.0**bits), limits.min, limits.max)
    return found.astype(kind)


def rounded(bias: npt.NDArray[Any], shift: int) -> npt.NDArray[Any]:
    """A bias with half of what a shift cuts off, so that it rounds."""
    return bias + (1 << shift - 1) if shift > 0 else bias


def quantise(network: SeatNetwork) -> Network:
    """The same network in whole numbers."""

    def floats(array: Any) -> Floats:
        return np.asarray(array.detach().double().cpu().numpy())

    counts = np.asarray(network.shape["rows"])
    starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    w0 = floats(network.first.weight).T[: network.rows].copy()
    scaled = network.scaled.cpu().numpy()
    w0[scaled] *= network.scale.cpu().numpy()[:, None]
    w1 = floats(network.second.weight)
    actions = network.shape["actions"]
    policy, policy_bias = floats(network.policy.weight)[:actions], floats(network.policy.bias)
    worth: Floats = np.zeros((0, len(w1)))
    worth_bias: Floats = np.zeros(0)
    if network.worth is not None:
        worth, worth_bias = floats(network.worth.weight), floats(network.worth.bias)
    value, value_bias = floats(network.value.weight), floats(network.value.bias)
    first, second = min(fine_bits(w0), FINEST_ROW), fine_bits(w1.T, w1.shape[1])
    heads = [fine_bits(each.T, each.shape[1]) for each in (policy, worth, value)]
    shifts = [first - ONE_BITS, second, *(bits + ONE_BITS - STEP_BITS for bits in heads)]

    def bias(array: Floats, bits: int) -> npt.NDArray[Any]:
        return whole(array, bits + ONE_BITS, np.int32)

    return Network(
        starts=starts,
        table=whole(w0, first, np.int16),
        table_bias=rounded(whole(floats(network.first.bias), first, np.int32), shifts[0]),
        second=whole(w1, second, np.int16),
        second_bias=rounded(bias(floats(network.second.bias), second), shifts[1]),
        policy=whole(policy, heads[0], np.int16),
        policy_bias=bias(policy_bias[:actions], heads[0]),
        worth=whole(worth, heads[1], np.int16),
        worth_bias=bias(worth_bias, heads[1]),
        value=whole(value, heads[2], np.int16),
        value_bias=bias(value_bias, heads[2]),
        shifts=np.array(shifts, np.int64),
    )


def write_network(file: Path, network: Network, header: dict[str, Any]) -> int:
    """Write a quantised network and what is to be told with it; returns how many bytes it takes."""
    unfinished = file.with_name(f".{file.name}")
    with unfinished.open("wb") as opened:
        np.savez_compressed(opened, header=np.array(json.dumps(header)), **network._asdict())  # type: ignore[arg-type]
    size = unfinished.stat().st_size
    if size > MOST_BYTES:
        unfinished.unlink()
        raise ValueError(f"the network takes {size} bytes; {MOST_BYTES} is the limit")
    unfinished.replace(file)
    return size


def main() -> None:
    """Read a checkpoint and write the network in whole numbers."""
    checkpoint = load(Path(sys.argv[1]))
    if not isinstance(checkpoint.network, SeatNetwork):
        raise SystemExit("only networks that `galda learn` made can be quantised")
    how = {name: value for name, value in checkpoint.how.items() if name != "curve"}
    header = {"game": checkpoint.game, "options": checkpoint.options, **how}
    size = write_network(Path(sys.argv[2]), quantise(checkpoint.network), header)
    print(f"{sys.argv[2]}: {size} bytes")


if __name__ == "__main__":
    main()
