"""What policies that have learnt are made of: named weights, kept in a file beside the rules.

Such a policy gives everything one can do a worth, a sum of features with weights, and adds one of
Gumbel's numbers to each: what is best then is a choice by softmax, without working out shares.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from galda.core.kernels.chance import scramble
from galda.core.kernels.kernel import kernel

NUMBERS = 1024
GUMBEL = -np.log(-np.log((np.arange(NUMBERS) + 0.5) / NUMBERS))
"""Numbers that are all as likely, for choosing by softmax."""
FILE = "policy.npz"


class Weight(NamedTuple):
    """Some weights of a policy: where learning begins, and how far it tries around that."""

    name: str
    first: tuple[float, ...]
    step: float


def places(weights: tuple[Weight, ...]) -> dict[str, int]:
    """Where the weights of each name begin."""
    found, at = {}, 0
    for each in weights:
        found[each.name] = at
        at += len(each.first)
    return found


def first_guess(weights: tuple[Weight, ...]) -> npt.NDArray[np.float64]:
    """The weights before anything is learnt."""
    return np.array([number for each in weights for number in each.first])


def steps_of(weights: tuple[Weight, ...]) -> npt.NDArray[np.float64]:
    """How far learning tries around each weight."""
    return np.array([each.step for each in weights for _ in each.first])


def read_policy(rules: str, weights: tuple[Weight, ...], rows: int) -> npt.NDArray[np.float64]:
    """What was learnt, from the file beside a module; without one, the first guess.

    A row of weights for each kind of table that is played differently.
    """
    guess = np.tile(first_guess(weights), (rows, 1))
    file = Path(rules).with_name(FILE)
    if not file.exists():
        return guess
    with np.load(file) as kept:
        found: npt.NDArray[np.float64] = kept["weights"]
    if found.shape != guess.shape:
        raise ValueError(f"{file} was made for other weights")
    return found


@kernel
def gumbel(bits, code):
    """Gumbel's number for an action, drawn by a random number."""
    return GUMBEL[np.int64(scramble(bits + np.uint64(code)) >> np.uint64(54))]
