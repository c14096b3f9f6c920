"""Kinds that differ in nothing but their names, such as colours: a network learns all from one.

A game says of each of its inputs and actions which kind it is of. Whoever learns may then exchange
the kinds by chance, and has many lessons for one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.kernels.features import Feature, places, width

NO_KIND = -1
Kinds = npt.NDArray[np.int64]


def along(shape: Sequence[int], axis: int, start: int = 0) -> Kinds:
    """The kinds of a feature, one after the other along an axis.

    >>> from galda.core.play.alike import along
    >>> along((2, 3), 0).tolist()
    [[0, 0, 0], [1, 1, 1]]
    """
    turned = np.arange(start, start + shape[axis]).reshape(
        [-1 if k == axis else 1 for k in range(len(shape))]
    )
    return np.broadcast_to(turned, shape).copy()


@dataclass(frozen=True, eq=False)
class Alike:
    """What is of which kind. Inputs, or actions, of two kinds stand for the same in order."""

    count: int
    inputs: Mapping[str, Kinds]
    """By feature: the kind of each of its numbers, `NO_KIND` if of none."""
    actions: Kinds
    """The kind of each action, `NO_KIND` if of none."""
    unless: Mapping[str, Sequence[int]]
    """By feature: while one of these numbers of it is not 0, the kinds differ after all."""

    def exchanged(self, features: Sequence[Feature], order: Any) -> tuple[Kinds, Kinds]:
        """From which input and from which action each one comes if kind k becomes `order[k]`."""
        inputs = np.arange(width(features))
        for name, place in places(features).items():
            if name in self.inputs:
                start = place.start
                inputs[place] = start + _exchange(self.inputs[name].ravel(), order)
        return inputs, _exchange(self.actions, order)

    def differing(self, features: Sequence[Feature]) -> Kinds:
        """The inputs of which none may be set where kinds are exchanged."""
        where = places(features)
        return np.array([where[name].start + k for name in self.unless for k in self.unless[name]])


def _exchange(kinds: Kinds, order: Any) -> Kinds:
    source = np.arange(len(kinds))
    own = [np.flatnonzero(kinds == kind) for kind in range(len(order))]
    for kind, became in enumerate(order):
        source[own[became]] = own[kind]
    return source
