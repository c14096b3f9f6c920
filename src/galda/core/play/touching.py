"""A turn made by touches, in any order in which they make a turn that the rulebook allows.

The rules give the actions of a turn one order, so that a turn is one list of codes. People touch
cards, tiles and places as they think of them. A game says which touches belong together in any
order (`GameNotation.together`) and which actions may be touched before their turn comes
(`GameNotation.later`); here they are put in the order of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from galda.core.errors import GaldaError, IllegalMove, TurnOver
from galda.core.play.terms import Touches

if TYPE_CHECKING:
    from galda.core.play.position import Position

Played = tuple["Position", int]
"""An action, after the position that it was played in."""
Tried = dict[tuple[int, ...], "Position | None"]
"""Positions by the actions that lead to them from one position; None: they are no turn."""
Steps = tuple[str | tuple[str, ...], ...]
"""Touches one after the other; a tuple among them stands for touches in any order."""
MOST_TRIES = 2000
"""How many actions are tried at most to find out whether a turn can still hold an action."""


class Way(NamedTuple):
    """Touches that mean something, and the actions they mean, in the order of the rules."""

    steps: Steps
    actions: tuple[int, ...]


class Choice(NamedTuple):
    """Something that can be touched in the middle of a turn, and the whole turn it leads to."""

    steps: Steps
    turn: tuple[int, ...]


@dataclass(frozen=True)
class UnderWay:
    """A turn under way: what has been played of it, and what has been touched before its time."""

    start: Position
    position: Position
    """After all actions that can be played by now."""
    held: tuple[int, ...] = ()
    """Actions that come after others which have not been touched yet."""

    @cached_property
    def played(self) -> tuple[int, ...]:
        """The actions played since the turn began."""
        return tuple(self.position.actions[len(self.start.actions) :])

    @property
    def turn(self) -> tuple[int, ...]:
        """All actions of the turn so far; those held come last."""
        return (*self.played, *self.held)

    @property
    def is_over(self) -> bool:
        """Whether what has been played is a whole turn."""
        return self.position is not self.start and not self.position.in_turn

    @property
    def complete(self) -> bool:
        """Whether the turn is over with all that was touched."""
        return self.is_over and not self.held

    def add(self, action: int) -> UnderWay:
        """With one action more, put where the rules have it; `IllegalMove` if it has no place."""
        for made in self._with(action):
            settled = made._settled()
            if settled is not None:
                return settled
        if self.is_over:
            word = self.position.write(action)
            raise TurnOver(word)
        self.position.play(action)  # says why not
        raise IllegalMove(
            self.position.game.why_not(
                self.position, self.position.game.notation.touches(self.position, action)
            )
        )

    def _with(self, action: int) -> Iterator[UnderWay]:
        """With an action more: at the end, or earlier, or kept for later."""
        if action in self.position.legal_actions and not self.is_over:
            yield UnderWay(self.start, self.position.play(action), self.held)
        for before, rest in self._earlier():
            found = insert(before, (action,), rest)
            if found is not None:
                yield UnderWay(self.start, found[0], self.held)
        with suppress(GaldaError):
            said = [one.write(played) for one, played in self._steps]
            words = [*said, self.position.write(action)]
            yield UnderWay(self.start, self.start.play_turn(words), self.held)
        if not self.is_over and action in later(self.position):
            yield UnderWay(self.start, self.position, (*self.held, action))

    def _settled(self) -> UnderWay | None:
        """With all that was held and can be played by now; None if something never can be."""
        if not self._can_hold(self.position, self.held):
            return None
        position, held = self.position, self.held
        while ready := next((a for a in held if a in position.legal_actions), None):
            after, left = position.play(ready), _without(held, ready)
            if not self._can_hold(after, left):
                break
            position, held = after, left
        return UnderWay(self.start, position, held)

    def _can_hold(self, position: Position, held: tuple[int, ...]) -> bool:
        """Whether the turn can still be finished with all that is held in it."""
        if not held:
            return True
        return (position is self.start or position.in_turn) and _Finding().place_for(position, held)

    @cached_property
    def _steps(self) -> list[Played]:
        """Each action played, after the position that it was played in."""
        return list(zip(_along(self.start, self.played), self.played, strict=False))

    def moments(self) -> list[Position]:
        """The positions of the turn so far, the present one last; of a whole turn without it."""
        return [*(before for before, _ in self._steps), *(() if self.is_over else (self.position,))]

    def _earlier(self) -> Iterator[tuple[Position, list[Played]]]:
        """Each position of the turn before what was played, with what was played from there on."""
        for k, (before, _) in enumerate(self._steps):
            yield before, self._steps[k:]

    def choices(self) -> list[Choice]:
        """All that can be touched now, with the turn that each of them leads to."""
        found: dict[Steps, tuple[int, ...]] = {}
        if not self.is_over:
            for way in ways(self.position):
                turn = self._then(way)
                if turn is not None:
                    found[way.steps] = turn
            for action in later(self.position):
                steps = self.position.game.notation.touches(self.position, action)
                if steps not in found and self._can_hold(self.position, (*self.held, action)):
                    found[steps] = (*self.turn, action)
        for k, (before, rest) in enumerate(self._earlier()):
            tried: Tried = {(): before}
            for way in ways(before):
                if way.steps in found or way.actions[0] == self.played[k]:
                    continue
                end = insert(before, way.actions, rest, tried)
                if end is not None and self._can_hold(end[0], self.held):
                    found[way.steps] = (*self.played[:k], *end[1], *self.held)
        return [Choice(steps, turn) for steps, turn in found.items()]

    def _then(self, way: Way) -> tuple[int, ...] | None:
        """The turn with what a way means at its end; None if something held had no place then."""
        if not self.held:
            return (*self.played, *way.actions)
        held = tuple(_without_all(self.held, way.actions))
        end = insert(self.position, way.actions, ())
        if end is None or not self._can_hold(end[0], held):
            return None
        return (*self.played, *way.actions, *held)

    def without(self, touch: str) -> tuple[int, ...] | None:
        """The turn without the last action that a touch stands for; None if there is none.

        What was chosen is taken back by touching it a second time.
        """
        turn = list(self.turn)
        before = _along(self.start, self.played)
        write = self.start.game.notation.touches
        for k in reversed(range(len(turn))):
            if touch not in write(before[min(k, len(before) - 1)], turn[k]):
                continue
            for end in range(k + 1, len(turn) + 1):
                left = (*turn[:k], *turn[end:])
                try:
                    return put_in_order(self.start, left).turn
                except (IllegalMove, TurnOver):
                    continue
        return None


def put_in_order(start: Position, actions: Sequence[int]) -> UnderWay:
    """A turn of actions in any order, as far as it can be played; `IllegalMove` if it cannot be."""
    made = UnderWay(start, start)
    for action in actions:
        made = made.add(int(action))
    return made


def ways(position: Position) -> list[Way]:
    """All that can be touched in a position, whole turns with several actions among them."""
    together = position.game.notation.together
    grouped = list(together(position)) if together and not position.is_over else []
    instead = {way.actions[0] for way in grouped}
    plain = [Way(path, (a,)) for path, a in position.paths.items() if a not in instead]
    return [*plain, *grouped]


def later(position: Position) -> tuple[int, ...]:
    """The actions that may be touched already though the order of the rules has others first."""
    listed = position.game.notation.later
    if listed is None or position.is_over:
        return ()
    return tuple(a for a in listed(position) if a not in position.legal_actions)


class _Finding:
    """Looks for the rest of a turn in which some actions have their place."""

    def __init__(self) -> None:
        self.tries = 0

    def place_for(self, position: Position, held: tuple[int, ...]) -> bool:
        """Whether the turn from here can have all of `held` in it."""
        if not held:
            return True
        ready = [a for a in held if a in position.legal_actions]
        for action in (*ready, *(a for a in position.legal_actions if a not in ready)):
            self.tries += 1
            if self.tries > MOST_TRIES:
                return False
            after = position.play(action)
            left = _without(held, action)
            if not left or (after.in_turn and self.place_for(after, left)):
                return True
        return False


def insert(
    position: Position, actions: Sequence[int], rest: Sequence[Played], tried: Tried | None = None
) -> tuple[Position, tuple[int, ...]] | None:
    """The position after some actions and those that were played before, and the codes of all of
    them; None if that is no turn.

    What was played may have another code now, where a code names a thing by what is beside it.
    `tried` keeps the positions after the first actions, for the next call from the same position.
    """
    after = _after(tuple(actions), {(): position} if tried is None else tried)
    if after is None:
        return None
    position = after
    codes = list(actions)
    for before, action in rest:
        if not position.in_turn:
            return None
        code = action if action in position.legal_actions else _same(before, action, position)
        if code is None:
            return None
        position = position.play(code)
        codes.append(code)
    return position, tuple(codes)


def _same(before: Position, action: int, after: Position) -> int | None:
    """The code that an action has in another position of its turn, found by how it is written."""
    with suppress(GaldaError):
        return after.paths.get(after.game.parse(after, before.write(action)))
    return None


def _after(actions: tuple[int, ...], tried: Tried) -> Position | None:
    """The position after some actions of one turn; None if they are none."""
    if actions not in tried:
        *first, last = actions
        before, after = _after(tuple(first), tried), None
        if before and (before.in_turn or not first) and last in before.legal_actions:
            after = before.play(last)
        tried[actions] = after
    return tried[actions]


def _along(start: Position, actions: Sequence[int]) -> list[Position]:
    """The positions before each of some actions, and the one after them."""
    found = [start]
    for action in actions:
        found.append(found[-1].play(action))
    return found


def _without(held: Sequence[int], action: int) -> tuple[int, ...]:
    """What is held but one action."""
    left = list(held)
    if action in left:
        left.remove(action)
    return tuple(left)


def _without_all(held: Sequence[int], actions: Sequence[int]) -> tuple[int, ...]:
    for action in actions:
        held = _without(held, action)
    return tuple(held)


def touches_of(steps: Steps) -> Touches:
    """The touches of a way as a plain list, in the order of the rules."""
    return tuple(t for step in steps for t in ((step,) if isinstance(step, str) else step))
