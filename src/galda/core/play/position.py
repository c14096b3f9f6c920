"""`Position`: the noun of the library. Immutable, comparable, and it knows how it came about."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from galda import hooks
from galda.core.errors import GaldaError, IllegalMove, Refusal, UnreadableMove
from galda.core.kernels import contract, running, standing
from galda.core.message import Phrase
from galda.core.play.checks import SeedLike, read_seed
from galda.core.play.long_seed import Seed, word_of, words_of
from galda.core.play.memory import copied, frozen, settled
from galda.core.play.options import Value
from galda.core.play.past import Moment, Past
from galda.core.play.plain import Plain
from galda.core.play.terms import SPECTATOR, Shape, Touches
from galda.core.play.text import write_text
from galda.core.play.turn import play_turn
from galda.core.play.values import Suggestion

if TYPE_CHECKING:
    from galda.bots.looking import Line
    from galda.core.play.game import Game
    from galda.core.show.sheet import Sheet

Move = int | str
"""An action code, or the move in notation."""
Found = TypeVar("Found")


class Position:
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
        names: tuple[Phrase, ...] = (),
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
        self.names = names
        """What the players are called, by seat; empty: as the game calls its seats."""

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

    @property
    def state(self) -> Any:
        """The record itself. Kernels that change it must be given a copy.

        >>> int(galda.game("quixo").new().state.to_act)
        0
        """
        return self.states[0]

    @cached_property
    def plain(self) -> Any:
        """The record's fields as plain numbers and lists: for words and boards, which read many.

        >>> galda.game("quixo").new().plain.to_act
        0
        """
        return Plain(self.states)

    def once(self, find: Callable[[Position], Found]) -> Found:
        """What `find` says of this position, asked once: boards and words ask the same often.

        >>> position = galda.game("quixo").new()
        >>> position.once(repr) is position.once(repr)
        True
        """
        found = self.__dict__.setdefault("_found", {})
        if find not in found:
            found[find] = find(self)
        answer: Found = found[find]
        return answer

    def let_go(self) -> None:
        """Drop what was found out by reading; it is found out again when somebody asks.

        Like `forget` it changes nothing else, and is for those who hold many positions.

        >>> position = galda.game("quixo").new()
        >>> paths = position.paths
        >>> position.let_go()
        >>> position.paths == paths
        True
        """
        for name in ("plain", "paths", "_found"):
            self.__dict__.pop(name, None)

    # Who, whether, how much

    @cached_property
    def to_act(self) -> int:
        """The seat that decides next.

        >>> galda.game("quixo").new().play("a1-a5").to_act
        1
        """
        return int(self.states["to_act"][0])

    @cached_property
    def players(self) -> int:
        """The number of seats.

        >>> galda.game("quixo").new(players=4).players
        4
        """
        return int(self.options["players"])

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has ended.

        >>> galda.game("quixo").new().is_over
        False
        """
        return bool(running.has_ended(self.states))

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """Each seat's score by the game's own rules.

        >>> galda.game("alhambra").new(players=3, seed=1).scores
        (0, 0, 0)
        """
        out = np.zeros(self.players, np.int64)
        standing.write_scores(self.states, out)
        return tuple(int(score) for score in out)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the best score once the game is over; all of them: a draw.

        >>> position = galda.game("quixo").new(size=3, seed=1)
        >>> bot = galda.make_bot("random", seed=1)
        >>> while not position.is_over:
        ...     position = position.play(bot.choose(position))
        >>> position.winners
        (0,)
        """
        if not self.is_over:
            return ()
        return tuple(s for s, score in enumerate(self.scores) if score == max(self.scores))

    @cached_property
    def sides(self) -> tuple[frozenset[int], ...]:
        """For each seat the seats that win and lose with it, itself among them.

        >>> [sorted(side) for side in galda.game("quixo").new(players=4).sides]
        [[0, 2], [1, 3], [0, 2], [1, 3]]
        """
        return tuple(frozenset({s, *self.allies(s)}) for s in range(self.players))

    def allies(self, seat: int) -> tuple[int, ...]:
        """The other seats on the same side, in games of teams.

        >>> galda.game("quixo").new(players=4).allies(0)
        (2,)
        """
        return self.game.rules.allies(self, seat) if self.game.rules.allies else ()

    @property
    def key(self) -> int:
        """A 64-bit number for the position.

        >>> start = galda.game("quixo").new()
        >>> start.key == start.play("a1-a5").key
        False
        """
        return int(contract.key(self.state))

    # Moves

    @cached_property
    def legal_actions(self) -> tuple[int, ...]:
        """The legal actions, ascending; none when the game is over.

        >>> len(galda.game("quixo").new().legal_actions)
        44
        """
        if self.is_over:
            return ()
        out = np.zeros(self.game.rules.most_legal, np.int32)
        return tuple(out[: running.write_legal(self.states, out)].tolist())

    @cached_property
    def paths(self) -> dict[Touches, int]:
        """The touch path of each legal action.

        >>> galda.game("quixo").new().paths["a1", "a5"]
        1
        """
        return {self.game.notation.touches(self, action): action for action in self.legal_actions}

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
        return Position(self.game, self.options, self.seed, after, self, action, names=self.names)

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
            position = Position(
                self.game, self.options, self.seed, after, position, int(action), names=self.names
            )
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
        return Position(self.game, self.options, self.seed, end, before, last, names=self.names)

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

    # The past

    def history(self) -> list[Position]:
        """All positions from the start to this one.

        >>> galda.game("quixo").new().play("a1-a5").history()
        [<Quixo after 0 actions>, <Quixo after 1 actions>]
        """
        return list(self._backwards())[::-1]

    def _backwards(self) -> Iterator[Position]:
        position: Position | None = self
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
        position: Position | Moment | None = self
        while isinstance(position, Position) and position.action is not None:
            actions.append(position.action)
            position = position._before  # whoever looks, what was played is the same
        actions.reverse()
        return [*position.actions, *actions] if isinstance(position, Moment) else actions

    @property
    def start(self) -> Position:
        """The position that the game began with.

        >>> galda.game("quixo").new().play("a1-a5").start
        <Quixo after 0 actions>
        """
        position = self
        while position._before is not None:
            if isinstance(position._before, Moment):
                return position._before.past.start
            position = position._before
        return position

    def forget(self) -> None:
        """Keep of what led here the actions alone; whoever asks for more has it played again.

        Nothing else changes by it: it is for those who hold many positions and look at few.

        >>> position = galda.game("quixo").new().play_all(["a1-a5", "e5-a5"])
        >>> position.forget()
        >>> position.before
        <Quixo after 1 actions>
        """
        before = self._before
        if isinstance(before, Position) and before.action is not None:
            past = Past(before.start, tuple(before.actions))
            self._before = Moment(past, len(past.actions))

    @cached_property
    def in_turn(self) -> bool:
        """Whether the seat to act is in the middle of its turn.

        >>> galda.game("alhambra").new(seed=1).in_turn
        False
        """
        return not self.is_over and bool(running.is_in_turn(self.states))

    @property
    def steps_back(self) -> int:
        """How many actions of the turn under way its player may take back.

        >>> galda.game("quixo").new().play("a1-a5").steps_back
        0
        """
        steps = 0
        position = self
        while position.in_turn and (previous := position._previous) is not None:
            position = previous  # whoever looks, how far the turn has come is the same
            steps += 1
        return steps

    def take_back(self, steps: int = 1) -> Position:
        """The position `steps` actions earlier (consent and clocks are the table's business).

        >>> galda.game("quixo").new().play("a1-a5").take_back()
        <Quixo after 0 actions>
        """
        position = self
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
        position = self
        while (previous := position._previous) is not None and position.action is not None:
            actions.append(position.action)
            position = previous  # whoever looks, who played what is the same
            if not position.in_turn:
                yield position.to_act, tuple(reversed(actions))
                actions = []
        if actions:  # what is known begins in the middle of a turn
            yield position.to_act, tuple(reversed(actions))

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
        return Position(
            self.game, self.options, seed, states, self._before, self.action, viewer, names
        )

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
