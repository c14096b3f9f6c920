"""`Position`: the noun of the library. Immutable, comparable, and it knows how it came about."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from galda import hooks
from galda.core.errors import GaldaError, IllegalMove, Refusal, UnreadableMove
from galda.core.kernels import running
from galda.core.message import Phrase
from galda.core.play.checks import SeedLike, read_seed
from galda.core.play.long_seed import Seed, word_of, words_of
from galda.core.play.memory import copied, frozen, settled
from galda.core.play.options import Value
from galda.core.play.past import Moment, Past
from galda.core.play.terms import SPECTATOR, Shape, Touches
from galda.core.play.text import write_text
from galda.core.play.turn import play_turn
from galda.core.play.values import Suggestion
from galda.core.play.with_past import WithPast

if TYPE_CHECKING:
    from galda.bots.looking import Line
    from galda.core.play.game import Game
    from galda.core.show.sheet import Sheet

Move = int | str
"""An action code, or the move in notation."""


class Position(WithPast):
    """A moment of a game. `play` gives the next one and leaves this one as it is.

    >>> position = galda.game("quixo").new(seed=1)
    >>> position.play("a1-a5").play("e5-a5")
    <Quixo after 2 actions>
    >>> position
    <Quixo after 0 actions>
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Value],
        seed: Seed | None,
        states: npt.NDArray[Any],
        before: Position | Moment | None = None,
        action: int | None = None,
        viewer: int | None = None,
    ) -> None:
        self.game = game
        self.options = dict(options)
        self.seed = seed
        """What decides all chance, as far as it is known; a text is a long seed."""
        self.states = frozen(states)
        self._before = before
        self._count = 0
        """The actions since the start, counted where a long seed needs to know."""
        if before is not None and isinstance(seed, str):
            self._count = 1 + (before.count if isinstance(before, Moment) else before._count)
        self.action = action
        """The action that led here, or None at the start."""
        self.viewer = viewer
        """Whose eyes this is seen with (-1: a spectator's); None: everything is in it."""
        self.names = before.names if isinstance(before, Position) else ()
        """What the players are called, by seat; empty: as the game calls its seats."""

    def play(self, move: Move) -> Position:
        """The position after `move`, or `IllegalMove` with the rule that forbids it.

        >>> galda.game("quixo").new().play("c3-c5")
        Traceback (most recent call last):
            ...
        galda.core.errors.IllegalMove: Q4: c3 is inside; only cubes on the border can be taken.
        """
        action = self.find(move)
        states = copied(self.states)
        if isinstance(self.seed, str) and self.game.is_renewed:
            running.renew(states, self.to_act, word_of(self.seed, self._count))
        running.play_legal(states, action)
        after = settled(states)  # so that it need not be copied again
        return Position(self.game, self.options, self.seed, after, self, action)

    def play_all(self, moves: Iterable[Move]) -> Position:
        """The position after all of `moves`, one after the other.

        >>> galda.game("pylos").new().play_all(["b2", "c2", "b3"])
        <Pylos after 3 actions>
        """
        position = self
        for move in moves:
            position = position.play(move)
        return position

    def play_turn(self, turn: str | Sequence[str]) -> Position:
        """The position after one turn in notation, its words in any order the rulebook allows.

        >>> start = galda.game("pylos").new().play_all(["a1", "d4", "b1", "d1", "a2", "d3"])
        >>> start.play_turn("b2 -b1 -a1") == start.play_turn("b2 -a1 -b1")
        True
        """
        return play_turn(self, turn.split() if isinstance(turn, str) else turn)

    def replay(self, actions: Sequence[int]) -> Position:
        """The position after actions as a log or a file keeps them, checked like any others.

        It is what `play_all` gives, in one compiled call.

        >>> start = galda.game("quixo").new()
        >>> start.replay(start.play("a1-a5").actions)
        <Quixo after 1 actions>
        """
        states = self._replayed(actions)
        if states is None:
            return self.play_all(actions)  # says why not
        position = self
        for k, action in enumerate(actions, start=1):
            after = states[k : k + 1]
            position = Position(self.game, self.options, self.seed, after, position, int(action))
        return position

    def skip(self, actions: Sequence[int]) -> Position:
        """The position after actions, as `replay` gives it, with its past kept as actions alone.

        >>> start = galda.game("quixo").new()
        >>> start.skip([1]) == start.replay([1])
        True
        """
        states = self._replayed(actions) if actions else None
        if states is None:
            return self.play_all(actions)
        past = Past(self.start, (*self.actions, *actions))
        before = Moment(past, len(past.actions) - 1)
        end, last = settled(copied(states[-1:])), int(actions[-1])
        found = Position(self.game, self.options, self.seed, end, before, last)
        found.names = self.names
        return found

    def _replayed(self, actions: Sequence[int]) -> npt.NDArray[Any] | None:
        """This state and those after each action, or None where one of them is not legal."""
        states = copied(self.states, room_for=len(actions) + 1)
        codes, listed = np.array(actions, np.int64), np.empty(self.game.rules.most_legal, np.int32)
        if isinstance(self.seed, str) and self.game.is_renewed:
            words = words_of(self.seed, self._count, len(actions))
            played = running.replay_dealt(states, codes, words, listed)
        else:
            played = running.replay(states, codes, listed)
        if played < len(actions):
            return None
        return settled(states)

    def find(self, move: Move) -> int:
        """The legal action that `move` means, or `IllegalMove` / `UnreadableMove`.

        >>> galda.game("quixo").new().find("a1-a5")
        1
        """
        if isinstance(move, str):
            touches = self.game.parse(self, move)
            if touches in self.paths:
                return self.paths[touches]
        else:
            if move in self.legal_actions:
                return int(move)
            touches = self._touches_of(move)
        raise IllegalMove(self.game.why_not(self, touches))

    def why_not(self, attempt: Move | Touches) -> Refusal | None:
        """The rule that forbids an action, a text, or touches so far; None if they are fine.

        >>> print(galda.game("quixo").new().why_not("b1-b1"))
        Q7: the cube may not go back to where it came from.
        >>> print(galda.game("quixo").new().why_not("b1-a1"))
        None
        """
        if isinstance(attempt, str):
            touches = self.game.parse(self, attempt)
            allowed = touches in self.paths
        elif isinstance(attempt, tuple):
            touches = attempt
            allowed = any(path[: len(touches)] == touches for path in self.paths)
        else:
            touches = self._touches_of(attempt)
            allowed = attempt in self.legal_actions
        return None if allowed else self.game.why_not(self, touches)

    def _touches_of(self, action: int) -> Touches:
        if not 0 <= action < self.game.rules.action_count:
            raise UnreadableMove(
                "{action} is no action of {game}; actions are 0 to {last}",
                action=action,
                game=self.game.title,
                last=self.game.rules.action_count - 1,
            )
        return self.game.notation.touches(self, int(action))

    def write(self, action: int) -> str:
        """`action` in notation.

        >>> galda.game("quixo").new().write(1)
        'a1-a5'
        """
        return self.game.notation.write(self, action)

    def sentence(self, action: int, lang: str = "en") -> str:
        """What `action` does, in words.

        >>> galda.game("quixo").new().sentence(1)
        'Cross takes the blank cube on a1 and pushes it in at a5.'
        """
        return self.game.words.sentence(self, action, lang)

    def suggest(self, level: str = "expert", seed: int | None = None) -> list[Suggestion]:
        """All legal actions with their value to the seat to act, best first, as a bot sees it.

        The bot is given only what that seat can know.

        >>> start = galda.game("quixo").new(size=3)
        >>> best = start.suggest("skilled", seed=1)[0]
        >>> best.action in start.legal_actions, 0 <= best.value.chance <= 1
        (True, True)
        """
        seed = secrets.randbits(53) if seed is None else seed
        found: list[Suggestion] = hooks.ADVISE(self.known_to(self.to_act, seed), level, seed)
        return found

    def analyse(self, seconds: float = 5.0, seed: int = 0) -> Iterator[Line]:
        """What ever longer looks find, line by line; `seed` draws what the seat cannot know.

        >>> next(galda.position("quixo size=3 xx./oo./... 1").analyse()).words[0]
        'c1-c3'
        """
        found: Iterator[Line] = hooks.ANALYSE(self, seconds, seed)
        return found

    # What is seen

    def seen_by(self, viewer: int = SPECTATOR) -> Position:
        """This position with everything blanked out that seat `viewer` cannot know.

        >>> position = galda.game("alhambra").new(seed=1)
        >>> position.seen_by(0) == position.seen_by(1)
        False
        """
        if not -1 <= viewer < self.players:
            raise GaldaError(
                "no seat {viewer}; seats are 0 to {last}",
                viewer=viewer,
                last=self.players - 1,
            )
        states = self.states
        if self.game.has("conceal"):
            states = copied(states)
            running.blank_out(states, viewer)
            settled(states)
        return self._changed(states, viewer, self.names)

    def known_to(self, seat: int, seed: SeedLike) -> Position:
        """This position with everything that `seat` cannot know drawn anew by `seed`.

        It is what a bot is given: a game that may well be the true one, and nothing more.

        >>> position = galda.game("alhambra").new(seed=1)
        >>> guessed = position.known_to(0, seed=2)
        >>> guessed == position, guessed.seen_by(0) == position.seen_by(0)
        (False, True)
        """
        states = self.states
        if self.game.has("determinize"):
            states = copied(states)
            running.draw_anew(states, seat, np.uint64(read_seed(seed)))
            settled(states)
        return self._changed(states, seat, self.names)

    def named(self, names: Sequence[Phrase]) -> Position:
        """This position told with the players' own names, by seat; with none, as the game does.

        Sentences, refusals, sheets and boards of it and of what follows use them.

        >>> galda.game("pylos").new().named(["Ann", "Bo"]).sentence(0)
        'Ann places a ball on a1.'
        """
        if names and len(names) != self.players:
            raise GaldaError(
                "{n} players have {n} names, not {given}", n=self.players, given=len(names)
            )
        return self._changed(self.states, self.viewer, tuple(names), self.seed)

    def _changed(
        self,
        states: npt.NDArray[Any],
        viewer: int | None,
        names: tuple[Phrase, ...],
        seed: Seed | None = None,
    ) -> Position:
        """The same moment of the same game, otherwise seen or told."""
        found = Position(self.game, self.options, seed, states, self._before, self.action, viewer)
        found.names = names
        return found

    @property
    def text(self) -> str:
        """The position in one line, with its options; a viewer's says what the viewer knows.

        >>> galda.game("pylos").new(variant="expert").play("b2").text
        'pylos variant=expert ..../..../.L../.... 2'
        """
        return write_text(self)

    def view(self, viewer: int = SPECTATOR) -> dict[str, Any]:
        """What `viewer` may know of the position, as plain values.

        >>> galda.game("towers").new(seed=1, players=3).view()["first"]
        1
        """
        return self.game.words.view(self.seen_by(viewer))

    def svg(self, viewer: int = SPECTATOR, lang: str = "en", shape: Shape = "tall") -> str:
        """The board as `viewer` may see it, drawn for a tall or a wide room.

        >>> galda.game("quixo").new().svg(lang="lv")[:4]
        '<svg'
        """
        return self.game.board.draw(self.seen_by(viewer), viewer, lang, shape)

    def sheets(self, lang: str = "en") -> tuple[Sheet, ...]:
        """The score sheets so far: where every point came from.

        >>> galda.game("alhambra").new(seed=1).sheets()
        ()
        """
        return self.game.words.sheets(self, lang) if self.game.words.sheets else ()

    def _repr_svg_(self) -> str:
        return self.svg()

    # Sameness

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.game.name == other.game.name
            and self.options == other.options
            and self.states.tobytes() == other.states.tobytes()
        )

    def __hash__(self) -> int:
        return hash((self.game.name, self.states.tobytes()))

    def __repr__(self) -> str:
        return f"<{self.game.title} after {len(self.actions)} actions>"

    def __reduce__(self) -> tuple[Any, ...]:
        secret = self.game.has("conceal") or self.game.has("determinize")
        if self.viewer is not None and secret:  # it travels alone: the past is not its own to tell
            return Position, (
                self.game, self.options, None, self.states, None, self.action, self.viewer
            )  # fmt: skip
        start = self.history()[0]
        return _replay, (
            self.game, self.options, self.seed, start.states, self.actions, self.viewer
        )  # fmt: skip


def _replay(
    game: Game,
    options: Mapping[str, Value],
    seed: Seed | None,
    states: npt.NDArray[Any],
    actions: list[int],
    viewer: int | None,
) -> Position:
    found = Position(game, options, seed, states).replay(actions)
    return found if viewer is None else found.seen_by(viewer)
