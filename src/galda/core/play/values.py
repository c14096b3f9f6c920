"""What a position or a move is worth to a seat, and all conversions between the scales there are.

    Exact      won, drawn or lost with perfect play, and after how many turns
    Estimate   what a search expects, from 0 (lost) to 1 (won)
    Points     a lead in points: an order among moves, not a chance

The scales: kernels write a `utility` from 0 to 1 and an `evaluate` of ±9000, alpha-beta adds forced
wins beyond that, environments pay rewards from -1 to 1. Here all of them become values, and values
are turned back into a chance (0 to 1) or a reward (-1 to 1).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar

from galda.core.kernels.network import MOST, UNIT

if TYPE_CHECKING:
    from galda.core.play.position import Position


Calibration = tuple[float, float]
"""How utilities of two seats become winning chances: see `chance_of_utility`."""
LINEAR: Calibration = (1.0, 0.0)
"""As they are."""


class Outcome(IntEnum):
    """How a game ends for one side; the number is its reward.

    >>> from galda.core.play.values import Outcome
    >>> int(Outcome.WON), int(Outcome.LOST)
    (1, -1)
    """

    LOST = -1
    DRAWN = 0
    WON = 1


class GameValue(ABC):
    """What something is worth to one seat; more is better.

    Exact values and estimates can be compared with each other, leads in points among themselves.
    """

    __slots__ = ()

    is_exact: ClassVar[bool] = False
    """Whether it is no estimate: the game has been looked through to its end."""

    @property
    @abstractmethod
    def chance(self) -> float:
        """From 0 (lost) to 1 (won). Among more than two sides: the expected utility."""

    @property
    def reward(self) -> float:
        """The same as environments pay it: from -1 (lost) to 1 (won)."""
        return 2 * self.chance - 1

    @abstractmethod
    def turned(self) -> GameValue:
        """The same for the other side, where two sides play."""

    @property
    def _rank(self) -> tuple[float, float]:
        return self.chance, 0.0

    def __lt__(self, other: GameValue) -> bool:
        return self._rank < other._rank

    def __le__(self, other: GameValue) -> bool:
        return self._rank <= other._rank


@dataclass(frozen=True, slots=True)
class Exact(GameValue):
    """What perfect play makes of it. The sooner won the better, the later lost the better.

    >>> from galda.core.play.values import Estimate, Exact, Outcome
    >>> Exact(Outcome.WON, 3) > Exact(Outcome.WON, 9) > Estimate(0.9)
    True
    """

    is_exact = True

    outcome: Outcome
    turns: int | None = None
    """Turns of all seats until the end, one under way counting as one, the winner hurrying and the
    loser delaying; None: nobody has counted them."""

    @property
    def chance(self) -> float:
        """0 lost, 0.5 drawn, 1 won.

        >>> from galda.core.play.values import Exact, Outcome
        >>> Exact(Outcome.DRAWN).chance
        0.5
        """
        return chance_of_reward(self.outcome)

    def turned(self) -> Exact:
        """The same for the other side: it ends after as many turns.

        >>> from galda.core.play.values import Exact, Outcome
        >>> str(Exact(Outcome.WON, 3).turned())
        'lost in 3'
        """
        return replace(self, outcome=Outcome(-self.outcome))

    def a_turn_later(self) -> Exact:
        """The same, seen one turn earlier.

        >>> from galda.core.play.values import Exact, Outcome
        >>> str(Exact(Outcome.LOST, 2).a_turn_later())
        'lost in 3'
        """
        return self if self.turns is None else replace(self, turns=self.turns + 1)

    @property
    def _rank(self) -> tuple[float, float]:
        # What nobody has counted is further away than any end that is in sight.
        turns = math.inf if self.turns is None else self.turns
        return self.chance, -self.outcome * turns if self.outcome else 0.0

    def __str__(self) -> str:
        told = self.outcome.name.lower()
        return told if self.turns is None else f"{told} in {self.turns}"


@dataclass(frozen=True, slots=True)
class Estimate(GameValue):
    """What a search expects.

    >>> from galda.core.play.values import Estimate
    >>> str(Estimate(0.625)), Estimate(0.625).reward
    ('62.5%', 0.25)
    """

    expected: float

    @property
    def chance(self) -> float:
        """From 0 (lost) to 1 (won).

        >>> from galda.core.play.values import Estimate
        >>> Estimate(0.25).chance
        0.25
        """
        return self.expected

    def turned(self) -> Estimate:
        """What is left for the other side.

        >>> from galda.core.play.values import Estimate
        >>> Estimate(0.25).turned()
        Estimate(expected=0.75)
        """
        return Estimate(1 - self.expected)

    def __str__(self) -> str:
        return f"{self.expected:.1%}"


@dataclass(frozen=True, slots=True)
class Points(GameValue):
    """A lead in points at the end of the turn: all that is known without searching.

    >>> from galda.core.play.values import Points
    >>> str(Points(3)), Points(3) > Points(-1)
    ('+3 points', True)
    """

    lead: float

    @property
    def chance(self) -> float:
        """Nobody knows: refused.

        >>> from galda.core.play.values import Points
        >>> Points(3).chance
        Traceback (most recent call last):
            ...
        TypeError: +3 points say nothing about the chance to win
        """
        raise TypeError(f"{self} say nothing about the chance to win")

    def turned(self) -> Points:
        """As much behind.

        >>> from galda.core.play.values import Points
        >>> Points(3).turned()
        Points(lead=-3)
        """
        return Points(-self.lead)

    @property
    def _rank(self) -> tuple[float, float]:
        return self.lead, 0.0

    def __str__(self) -> str:
        return f"{self.lead:+g} points"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A legal action and what it is worth to the seat that plays it.

    >>> position = galda.game("quixo").new(size=3)
    >>> best, *others = position.suggest("skilled", seed=1)
    >>> best.value >= others[0].value
    True
    """

    action: int
    value: GameValue
    visits: int = 0
    """How often the search tried it, where it counts that."""


def chance_of_reward(reward: float) -> float:
    """A reward from -1 to 1 as a chance from 0 to 1."""
    return 0.5 + 0.5 * reward


def value_of_search(found: int, turns: int | None = None) -> Exact | Estimate:
    """What alpha-beta found: beyond every evaluation (`evaluate`) it is a forced win or loss.

    `turns` until then are told by who has counted them.
    """
    if abs(found) > MOST:
        return Exact(Outcome.WON if found > 0 else Outcome.LOST, turns)
    return Estimate(chance_of_reward(math.tanh(found / UNIT)))


def value_at_end(position: Position, seat: int) -> Exact:
    """How a finished game ended for a seat."""
    if len(position.winners) == position.players:
        return Exact(Outcome.DRAWN, 0)
    return Exact(Outcome.WON if seat in position.winners else Outcome.LOST, 0)


def chance_of_utility(
    position: Position, seat: int, utility: float, calibration: Calibration = LINEAR
) -> float:
    """A seat's utility as a winning chance where two sides play: a partner is nobody to beat.

    Where two seats play, the logit of a utility is `calibration[0]` times itself and
    `calibration[1]` times its cube: utility may count leads, and a small one wins as well. Both
    chances add up to one.
    """
    if len(set(position.sides)) != 2:
        return utility
    own, players = len(position.sides[seat]), position.players
    chance = min(1.0, max(0.0, (utility * (players - 1) - (own - 1) / 2) / (players - own)))
    if players > 2 or calibration == LINEAR or not 0 < chance < 1:
        return chance
    logit = math.log(chance / (1 - chance))
    steep, cubic = calibration
    return 0.5 + 0.5 * math.tanh((steep * logit + cubic * logit**3) / 2)
