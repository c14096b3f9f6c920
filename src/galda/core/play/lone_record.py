"""A record by itself, while a position is being read into it: what the kernels say of it.

They are given arrays, as a `Position` gives them, so that nothing is compiled for this alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.kernels import running
from galda.core.play.memory import copied, settled


def can_act(state: Any, most_legal: int) -> bool:
    """Whether anything is legal in a state."""
    listed = np.zeros(most_legal, np.int32)
    return bool(running.write_legal(settled(_alone(state)), listed) > 0)


def drawn_anew(state: Any, viewer: int, seed: int) -> Any:
    """A copy of a state with everything drawn anew that a viewer cannot know."""
    states = _alone(state)
    running.draw_anew(states, viewer, np.uint64(seed % 2**64))
    return states[0]


def _alone(state: Any) -> npt.NDArray[Any]:
    return copied(np.array([state], state.dtype))
