"""The rules as functions on arrays of states, for programs that search: nothing given is changed.

A batch plays games on; here one asks what would be. States are rows of `game.rules.record`, as
`batch.states` has them: they may be kept, chosen from, joined and stored like any array.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from galda.core.errors import GaldaError
from galda.core.kernels.features import Shape, observation_shape, width
from galda.core.play.checks import check_states, check_whole, read_array, read_states
from galda.core.play.game import Game
from galda.core.play.options import option_codes
from galda.core.play.position import Position
from galda.core.play.text import check_fit


class LegalLists(NamedTuple):
    """Legal actions of many states: those of state i are `actions[starts[i] : starts[i + 1]]`."""

    starts: Any
    actions: Any


class Outcome(NamedTuple):
    """How games stand: `terminated`, `scores` by their rules, `rewards` (0 before the end)."""

    terminated: Any
    scores: Any
    rewards: Any


class Rules(ABC):
    """The rules of a game with certain options, on one device: `galda.rules` makes them.

    >>> rules = galda.rules("quixo", size=3)
    >>> start = rules.new([1, 2])
    >>> after = rules.step(start, [[0, 1, 2], [3, 4, -1]])
    >>> after.shape, rules.to_act(after[0]).tolist(), rules.to_act(after[1]).tolist()
    ((2, 3), [1, 1, 1], [1, 1, 0])
    """

    device: str

    def __init__(self, game: Game, options: dict[str, object]) -> None:
        self.game = game
        self.options = game.read_options(options)
        self.players = int(self.options["players"])
        self.observation_shape: Shape = (
            observation_shape(game.rules.features) if game.rules.features else (0,)
        )
        self._width = width(game.rules.features)
        self._codes = self._take(option_codes(game.options, self.options))

    def new(self, seeds: Any) -> Any:
        """The starts of games, one for each seed: as `game.new(seed=…)` begins them.

        >>> galda.rules("towers").new([4, 4, 7]).shape
        (3,)
        """
        given = self._seeds(seeds)
        states = self._empty((given.shape[0],), self.game.rules.record)
        self._run("begin_all", states.shape[0], given, self._codes, states)
        return states

    def gather(self, positions: Iterable[Position | str | np.ndarray[Any, Any]]) -> Any:
        """States of positions, of texts that mean positions, or of states saved before.

        >>> rules = galda.rules("quixo", size=3)
        >>> rules.gather(["quixo size=3 x../.o./... 1", galda.game("quixo").new(size=3)]).shape
        (2,)
        """
        found = [self._state_of(position) for position in positions]
        joined = np.concatenate(found) if found else np.zeros(0, self.game.rules.record)
        return self._take(joined)

    def position(self, state: Any) -> Position:
        """A single state as a position, to be looked at; without its past.

        >>> rules = galda.rules("quixo")
        >>> rules.position(rules.new([1])[0])
        <Quixo after 0 actions>
        """
        found = read_states(self.game, self.options, self._bring(state))
        if len(found) != 1:
            raise GaldaError("a position is made of one state, not of {n}", n=len(found))
        return Position(self.game, self.options, None, found.copy())

    def step(self, states: Any, actions: Any) -> Any:
        """The states after actions: one for each state, or a row of several for each.

        -1 is padding: it leaves its state as it is, and so does any action where the game is over.
        On the CPU other illegal actions raise an error; on a GPU they leave the state as it is.

        >>> rules = galda.rules("pylos")
        >>> start = rules.new([1])
        >>> rules.masks(rules.step(start, [5])).sum()
        np.int64(15)
        """
        given = self._states(states)
        played = self._numbers("actions", actions, np.int32)
        if played.ndim not in {1, 2} or played.shape[0] != given.shape[0]:
            raise GaldaError(
                "{n} games need actions of shape ({n},), not {shape}",
                n=given.shape[0],
                shape=tuple(played.shape),
            )
        shape = tuple(played.shape)
        rows = played.reshape(shape[0], 1) if played.ndim == 1 else played
        out = self._empty((int(np.prod(shape)),), self.game.rules.record)
        wrong = self._run("advance", given.shape[0], given, rows, out)
        if wrong >= 0:
            self._refuse(given, rows, wrong)
        return out.reshape(shape)

    def masks(self, states: Any) -> Any:
        """Which actions are legal; none where the game is over.

        >>> rules = galda.rules("quixo")
        >>> rules.masks(rules.new([1, 2])).sum(axis=1).tolist()
        [44, 44]
        """
        given = self._states(states)
        out = self._empty((given.shape[0], self.game.rules.action_count), np.bool_)
        self._run("mask", given.shape[0], given, out)
        return out

    def legal(self, states: Any) -> LegalLists:
        """The legal actions as lists, one after the other, ascending; none where a game is over.

        >>> rules = galda.rules("pylos")
        >>> starts, actions = rules.legal(rules.new([1, 2]))
        >>> starts.tolist(), actions[starts[1] : starts[2]].tolist()[:4]
        ([0, 16, 32], [0, 1, 2, 3])
        """
        given = self._states(states)
        n = given.shape[0]
        counts = self._empty((n,), np.int32)
        self._run("count", n, given, counts)
        ends = np.zeros(n + 1, np.int64)
        np.cumsum(self._bring(counts), out=ends[1:])
        starts, listed = self._take(ends), self._empty((int(ends[-1]),), np.int32)
        self._run("list_all", n, given, starts, listed)
        return LegalLists(starts, listed)

    def legal_padded(self, states: Any) -> Any:
        """The legal actions in a row of one length for each state, -1 after the last.

        Its length is `game.rules.most_legal`, and a row can be played as it is: `step` skips -1.

        >>> rules = galda.rules("quixo", size=3)
        >>> start = rules.new([1])
        >>> rules.step(start, rules.legal_padded(start)).shape
        (1, 88)
        """
        given = self._states(states)
        out = self._empty((given.shape[0], self.game.rules.most_legal), np.int32)
        self._run("pad", given.shape[0], given, out)
        return out

    def observe(self, states: Any, seats: Any = None) -> Any:
        """What seats see: one seat, one for each state, or by default the seat to act.

        >>> rules = galda.rules("towers", players=3)
        >>> rules.observe(rules.new([1, 2]), seats=[0, 2]).shape
        (2, 902)
        """
        given = self._states(states)
        n = given.shape[0]
        out = self._empty((n, self._width), np.uint8)
        self._run("see", n, given, self._seats(given, seats), self.players, out)
        return out.reshape(n, *self.observation_shape)

    def outcome(self, states: Any) -> Outcome:
        """Whether games are over, their scores so far, and the rewards of those that are over.

        >>> rules = galda.rules("quixo", size=3)
        >>> end = rules.gather(["quixo size=3 xxx/oo./... 2"])
        >>> rules.outcome(end).terminated.tolist(), rules.outcome(end).rewards.tolist()
        ([True], [[1.0, -1.0]])
        """
        given = self._states(states)
        n = given.shape[0]
        over = self._empty((n,), np.bool_)
        scores = self._zeros((n, self.players), np.int32)
        rewards = self._empty((n, self.players), np.float32)
        self._run("judge", n, given, over, scores, rewards)
        return Outcome(over, scores, rewards)

    def determinize(self, states: Any, seeds: Any, seats: Any = None) -> Any:
        """States with everything drawn anew that a seat cannot know; by default the seat to act.

        >>> rules = galda.rules("alhambra", players=3)
        >>> start = rules.new([1, 1])
        >>> drawn = rules.determinize(start, seeds=[5, 6], seats=0)
        >>> (rules.observe(drawn, 0) == rules.observe(start, 0)).all()
        np.True_
        """
        given = self._states(states)
        drawn = self._seeds(seeds)
        if tuple(drawn.shape) != (given.shape[0],):
            raise GaldaError(
                "{n} states need {n} seeds, not {given}",
                n=given.shape[0],
                given=tuple(drawn.shape),
            )
        out = self._empty((given.shape[0],), self.game.rules.record)
        self._run("redraw", given.shape[0], given, self._seats(given, seats), drawn, out)
        return out

    def conceal(self, states: Any, seats: Any = None) -> Any:
        """States without anything that a seat cannot know: its information states, as bytes.

        >>> rules = galda.rules("alhambra", players=3)
        >>> one, two = rules.conceal(rules.determinize(rules.new([1, 1]), [5, 6], 0), 0)
        >>> one.tobytes() == two.tobytes()
        True
        """
        given = self._states(states)
        out = self._empty((given.shape[0],), self.game.rules.record)
        self._run("conceal", given.shape[0], given, self._seats(given, seats), out)
        return out

    def to_act(self, states: Any) -> Any:
        """The seat to act in each state.

        >>> rules = galda.rules("quixo")
        >>> rules.to_act(rules.new([1, 2])).tolist()
        [0, 0]
        """
        return self._to_act(self._states(states))

    @abstractmethod
    def _to_act(self, given: Any) -> Any:
        """The seat to act in each of our own or checked states."""

    @abstractmethod
    def _empty(self, shape: Shape, kind: Any) -> Any:
        """An array on the device, whatever it holds."""

    @abstractmethod
    def _zeros(self, shape: Shape, kind: Any) -> Any:
        """An array on the device that holds zeros."""

    @abstractmethod
    def _take(self, array: np.ndarray[Any, Any]) -> Any:
        """An array of ours on the device."""

    @abstractmethod
    def _bring(self, array: Any) -> np.ndarray[Any, Any]:
        """An array of the device here."""

    @abstractmethod
    def _numbers(self, name: str, given: Any, kind: Any) -> Any:
        """Whole numbers from outside, on the device and of one type."""

    @abstractmethod
    def _seeds(self, given: Any) -> Any:
        """Seeds from outside, on the device."""

    @abstractmethod
    def _run(self, name: str, rows: int, *arguments: Any) -> int:
        """Run a kernel of `pure` over rows; -1, or the first row with something illegal in it."""

    def _states(self, given: Any) -> Any:
        check_states(self.game, given)
        return given.reshape(-1) if given.ndim != 1 else given

    def _seats(self, states: Any, asked: Any) -> Any:
        n = states.shape[0]
        if asked is None:
            return self._to_act(states)
        if not hasattr(asked, "__cuda_array_interface__"):
            asked = read_array(asked)
            asked = np.full(n, asked) if asked.ndim == 0 else asked
            check_whole("seats", asked.dtype)
            self._check_seats(asked)
        seats = self._numbers("seats", asked, np.int8)
        if tuple(seats.shape) != (n,):
            raise GaldaError(
                "{n} states need {n} seats, not {given}", n=n, given=tuple(seats.shape)
            )
        return seats

    def _check_seats(self, seats: np.ndarray[Any, Any]) -> None:
        wrong = seats[(seats < 0) | (seats >= self.players)]
        if wrong.size:
            raise GaldaError(
                "no seat {viewer}; seats are 0 to {last}",
                viewer=int(wrong[0]),
                last=self.players - 1,
            )

    def _refuse(self, states: Any, actions: Any, i: int) -> None:
        legal = self.legal(states[i : i + 1]).actions.tolist()
        wrong = next(a for a in actions[i].tolist() if a != -1 and a not in legal)
        raise GaldaError(
            "game {wrong} cannot play {action}; legal actions: {legal}",
            wrong=i,
            action=wrong,
            legal=legal,
        )

    def _state_of(self, given: Position | str | np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        if isinstance(given, str):
            given = self.game.position(given)
        if isinstance(given, Position):
            check_fit(self.game, self.options, given)
            return given.states
        return read_states(self.game, self.options, self._bring(given))

    def __repr__(self) -> str:
        return f"<the rules of {self.game.title} on {self.device}>"
