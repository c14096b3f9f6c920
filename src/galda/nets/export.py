"""A learnt network as plain arrays in a `.npz` file, for whoever computes it without PyTorch.

Arrays `w0`, `b0`, `w1`, `b1` are the two layers of units, clipped to 0..1, on the plain numbers
of an observation; `policy_w`, `policy_b` give logits; `value_w`, `value_b`, for each seat clockwise
from the viewer, a number whose logistic function is its expected utility (0 to 1); `score_w` and
`score_b` the final scores and then the leads over the best of the others, in points. A matrix has a
row for each input and a column for each output. `header` is JSON: the game, its options, and so on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError

NAMES = (
    "w0", "b0", "w1", "b1", "policy_w", "policy_b", "value_w", "value_b", "score_w", "score_b",
)  # fmt: skip
FORMAT = 1


class Arrays(NamedTuple):
    """A network's arrays by their names, and the header."""

    arrays: dict[str, npt.NDArray[np.float32]]
    header: dict[str, Any]


def export(file: Path | str, network: Any, header: Mapping[str, Any]) -> None:
    """Write a `SeatNetwork`; the header is added to what the network itself can tell."""
    arrays = _arrays(network)
    told = {"format": FORMAT, "units": "clipped to 0..1", "value": "logit of the utility",
            "score": "scores, then leads, in points", "seats": network.seats, **header}  # fmt: skip
    path = Path(file)
    if path.suffix != ".npz":
        raise GaldaError("the file's name must end in .npz, not {suffix!r}", suffix=path.suffix)
    unfinished = path.with_name(f".{path.name}")
    with unfinished.open("wb") as opened:
        np.savez(opened, header=np.array(json.dumps(told)), **arrays)  # type: ignore[arg-type]
    unfinished.replace(path)


def _arrays(network: Any) -> dict[str, npt.NDArray[np.float32]]:
    trunk = network.trunk
    layers = (trunk.first, trunk.second, network.policy, network.value, network.score)
    plain = [each.detach().double().cpu().numpy() for layer in layers
             for each in (layer.weight.T, layer.bias)]  # fmt: skip
    arrays = dict(zip(NAMES, plain, strict=True))
    # What inputs are divided by and what scores are told in become part of the weights.
    arrays["w0"] = arrays["w0"] / trunk.divisors.double().cpu().numpy()[:, None]
    for name in ("score_w", "score_b"):
        arrays[name] = arrays[name] * network.points
    return {name: np.ascontiguousarray(array, np.float32) for name, array in arrays.items()}


def read_export(file: Path | str) -> Arrays:
    """Read what `export` wrote."""
    with np.load(file, allow_pickle=False) as kept:
        return Arrays({name: kept[name] for name in NAMES}, json.loads(str(kept["header"])))


def compute(
    arrays: Mapping[str, npt.NDArray[np.float32]], observations: npt.NDArray[Any]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Logits (of illegal actions too), utilities from 0 to 1, scores and leads: what they mean."""
    seen = observations.reshape(len(observations), -1).astype(np.float32)
    units = np.clip(seen @ arrays["w0"] + arrays["b0"], 0, 1)
    units = np.clip(units @ arrays["w1"] + arrays["b1"], 0, 1)
    logits, values, scores = (
        units @ arrays[f"{head}_w"] + arrays[f"{head}_b"] for head in ("policy", "value", "score")
    )
    return logits, 1 / (1 + np.exp(-values)), scores
