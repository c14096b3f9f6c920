"""When the next game begins in a row whose game has ended: the three ways that Gymnasium names."""

from __future__ import annotations

from enum import Enum

from galda.core.errors import GaldaError
from galda.envs.kernels import stepping


class Autoreset(Enum):
    """Names and values are those of `gymnasium.vector.AutoresetMode`, which is taken as well.

    >>> from galda.envs.autoreset import Autoreset
    >>> galda.batch("quixo", 2, autoreset="NextStep").autoreset
    <Autoreset.NEXT_STEP: 'NextStep'>
    """

    NEXT_STEP = "NextStep"
    """The step after the end begins it, whatever the action; until then the end is observed."""
    SAME_STEP = "SameStep"
    """The step that ends a game begins the next; `final_states` keeps the end."""
    DISABLED = "Disabled"
    """An ended game stays as it is. In a batch no step changes it until `restart`; a vector
    environment raises, as Gymnasium's do, until `reset` with a `reset_mask` begins the next."""

    @property
    def code(self) -> int:
        """What kernels call it.

        >>> from galda.envs.autoreset import Autoreset
        >>> Autoreset.SAME_STEP.code
        0
        """
        return int(getattr(stepping, self.name))


def find_autoreset(asked: object) -> Autoreset:
    """The way that a name, a value or an enumeration's member stands for."""
    wanted = getattr(asked, "name", asked)
    for mode in Autoreset:
        if wanted in (mode.name, mode.value):
            return mode
    raise GaldaError(
        "no autoreset mode {mode!r}; choose from {known}",
        mode=asked,
        known=", ".join(mode.name for mode in Autoreset),
    )
