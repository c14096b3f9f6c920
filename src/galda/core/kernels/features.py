"""What a seat sees, as numbers: an observation is a row of bytes made of named features.

Every number is from 0 to 255, whole, and seen from the viewer's seat: seats are counted clockwise
from the viewer, who is always the first. A game lists its features in the order in which its
kernel `observe` writes them; the shape is the same for all options of the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Feature:
    """A named part of an observation; `meaning` says what its numbers are."""

    name: str
    shape: Shape
    meaning: str
    private: bool = False
    """Whether it shows what is the viewer's alone, such as a hand."""
    most: int = 255
    """No number is larger."""
    same: bool = False
    """Whether all its numbers are the same at any time."""

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


def places(features: Iterable[Feature]) -> dict[str, slice]:
    """Where each feature lies in the row of numbers."""
    found: dict[str, slice] = {}
    start = 0
    for feature in features:
        found[feature.name] = slice(start, start + feature.size)
        start += feature.size
    return found


def width(features: Iterable[Feature]) -> int:
    """How many numbers an observation has."""
    return sum(feature.size for feature in features)


def observation_shape(features: tuple[Feature, ...]) -> Shape:
    """Planes, when all features have the same two sides; else one row of numbers."""
    shapes = {feature.shape for feature in features}
    if len(shapes) == 1 and len(features[0].shape) == 2:
        return (len(features), *features[0].shape)
    return (width(features),)


def split(
    features: tuple[Feature, ...], observation: npt.NDArray[Any]
) -> dict[str, npt.NDArray[np.uint8]]:
    """An observation, or a whole batch of them, as a dictionary of its features (views).

    >>> from galda.core.kernels.features import split
    >>> run = galda.Runner(galda.game("pylos"))
    >>> run.play(0)
    >>> int(split(run.game.rules.features, run.observation(0))["mine_1"].sum())
    1
    """
    leading = observation.shape[: observation.ndim - len(observation_shape(features))]
    rows = observation.reshape(*leading, width(features))
    found = places(features)
    return {f.name: rows[..., found[f.name]].reshape(*leading, *f.shape) for f in features}
