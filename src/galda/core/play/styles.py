"""Styles: the characters that bots of a game can have, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Tastes = npt.NDArray[np.float64]
"""What one more of each of a game's traits is worth to a bot, in points."""
PLAIN: Tastes = np.zeros(0, np.float64)
"""No style: what the rules count counts, and nothing else."""


@dataclass(frozen=True, slots=True)
class Style:
    """A character: to such a bot some things are worth more points, or fewer, than the rules say.

    The bot plays the game as if everybody's score were counted so, and knows that the others do
    not.

    >>> style = galda.game("alhambra").bots.styles[0]
    >>> style.name, style.title, style.tastes
    ('builder', 'Builder', {'wall': 3.0})
    """

    name: str
    """One word: `builder` plays as `expert-builder`."""
    title: str
    about: str
    """What it does, in one sentence."""
    tastes: Mapping[str, float]
    """Points for one more of a trait, by the trait's name."""

    def weights(self, traits: Sequence[str]) -> Tastes:
        """The tastes in the order of a game's traits."""
        return np.array([self.tastes.get(trait, 0.0) for trait in traits], np.float64)
