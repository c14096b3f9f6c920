"""How a position came about: the positions and turns before it, and taking them back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from galda.core.errors import GaldaError
from galda.core.message import Phrase
from galda.core.play.facts import Facts
from galda.core.play.past import Moment, Past

if TYPE_CHECKING:
    from galda.core.play.position import Position


class WithPast(Facts):
    """The part of `Position` that looks back."""

    action: int | None
    viewer: int | None
    names: tuple[Phrase, ...]
    _before: Position | Moment | None

    @property
    def before(self) -> Position | None:
        """The position this one came from, seen with the same eyes, or None at the start.

        >>> position = galda.game("quixo").new()
        >>> position.play("a1-a5").before is position
        True
        """
        return None if self._before is None else self.take_back()

    @property
    def _previous(self) -> Position | None:
        """The position before as it was kept; played again where its actions alone were kept."""
        return self._before.position if isinstance(self._before, Moment) else self._before

    def history(self) -> list[Position]:
        """All positions from the start to this one.

        >>> galda.game("quixo").new().play("a1-a5").history()
        [<Quixo after 0 actions>, <Quixo after 1 actions>]
        """
        return list(self._backwards())[::-1]

    def _backwards(self) -> Iterator[Position]:
        position: Position | None = self._this
        while position is not None:
            yield position
            position = position.before

    @property
    def actions(self) -> list[int]:
        """The actions that led here from the start.

        >>> galda.game("quixo").new().play("a1-a5").actions
        [1]
        """
        actions: list[int] = []
        position: Position | Moment | None = self._this
        while not isinstance(position, Moment | None) and position.action is not None:
            actions.append(position.action)
            position = position._before  # the viewer does not matter for what was played
        actions.reverse()
        return [*position.actions, *actions] if isinstance(position, Moment) else actions

    @property
    def start(self) -> Position:
        """The position that the game began with.

        >>> galda.game("quixo").new().play("a1-a5").start
        <Quixo after 0 actions>
        """
        position = self._this
        while position._before is not None:
            if isinstance(position._before, Moment):
                return position._before.past.start
            position = position._before
        return position

    def forget(self) -> None:
        """Keep of what led here the actions alone; what else is asked for is replayed.

        Nothing else changes by it: it is for those who hold many positions and look at few.

        >>> position = galda.game("quixo").new().play_all(["a1-a5", "e5-a5"])
        >>> position.forget()
        >>> position.before
        <Quixo after 1 actions>
        """
        before = self._before
        if not isinstance(before, Moment | None) and before.action is not None:
            past = Past(before.start, tuple(before.actions))
            self._before = Moment(past, len(past.actions))

    @property
    def steps_back(self) -> int:
        """How many actions of the turn under way its player may take back.

        >>> galda.game("quixo").new().play("a1-a5").steps_back
        0
        """
        steps = 0
        position = self._this
        while position.in_turn and (previous := position._previous) is not None:
            position = previous  # the viewer does not matter for how far the turn has come
            steps += 1
        return steps

    def take_back(self, steps: int = 1) -> Position:
        """The position `steps` actions earlier (consent and clocks are the table's business).

        >>> galda.game("quixo").new().play("a1-a5").take_back()
        <Quixo after 0 actions>
        """
        position = self._this
        for _ in range(steps):
            previous = position._previous
            if previous is None:
                raise GaldaError("there is nothing left to undo: this is the start")
            position = previous
        if position is self:
            return self
        if position.names != self.names:
            position = position.named(self.names)
        return position if self.viewer is None else position.seen_by(self.viewer)

    def turns_back(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The turns that led here, the last one first: whose each was, and its actions.

        One that is still under way counts as a turn.

        >>> position = galda.game("pylos").new().play_all(["b2", "c2"])
        >>> [seat for seat, actions in position.turns_back()]
        [1, 0]
        """
        actions: list[int] = []
        position = self._this
        while (previous := position._previous) is not None and position.action is not None:
            actions.append(position.action)
            position = previous  # the viewer does not matter for who played what
            if not position.in_turn:
                yield position.to_act, tuple(reversed(actions))
                actions = []
        if actions:  # what is known begins in the middle of a turn
            yield position.to_act, tuple(reversed(actions))
