"""Many tables with one learner at each: what Gymnasium's environments are made of.

A table with the seed s plays the same games whether it is alone or one of many, and whatever
begins its next game: the seed decides the deals, the learner's seats and the opponents' dice.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.kernels.chance import draw
from galda.core.kernels.features import width
from galda.core.kernels.kernel import compiled_for
from galda.core.play.checks import SeedLike, read_games, read_seed
from galda.core.play.game import Game
from galda.core.play.options import option_codes
from galda.core.play.position import Position
from galda.envs.autoreset import Autoreset
from galda.envs.cpu_rules import CpuRules
from galda.envs.kernels import learning
from galda.envs.kernels.learning import Tables
from galda.envs.kernels.stepping import NO_ACTION, RESTART, STAY
from galda.envs.opponents import (
    GREEDY,
    IN_THE_KERNEL,
    Opponent,
    check_opponents,
    find_others,
)
from galda.envs.threads import Threads


@dataclass
class WaitingTables:
    """Tables at which others are to act: see `opponents.Waiting`."""

    rows: npt.NDArray[np.int64]
    states: npt.NDArray[Any]
    episodes: npt.NDArray[np.int64]
    dice: npt.NDArray[np.uint64]


class Learners:
    """`n` tables of a game, with a learner at each, opponents at the other seats."""

    def __init__(
        self,
        game: Game,
        n: int,
        opponents: Opponent,
        seat: int | None,
        autoreset: Autoreset,
        options: dict[str, object],
        threads: int | None = None,
    ) -> None:
        n = read_games(n)
        if not game.rules.features:
            raise GaldaError("{game} describes no observations", game=game.title)
        check_opponents(opponents, game)
        self.game, self.n, self.opponents = game, n, opponents
        self.rules = CpuRules(game, options, threads)
        players = self.rules.players
        if seat is not None and not 0 <= seat < players:
            raise GaldaError(
                "no seat {viewer}; seats are 0 to {last}", viewer=seat, last=players - 1
            )
        self._fixed = -1 if seat is None else seat
        self._mode = autoreset.code
        self.masks = np.zeros((n, game.rules.action_count), np.bool_)
        self.rewards = np.zeros(n, np.float64)
        self.terminated, self.illegal = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        self.seats, self.final_seats = np.zeros(n, np.int8), np.zeros(n, np.int8)
        self.scores = np.zeros((n, players), np.int32)
        self.states, self.final_states = (
            np.zeros(n, game.rules.record),
            np.zeros(n, game.rules.record),
        )
        self._rows = Tables(
            states=self.states,
            options=option_codes(game.options, self.rules.options),
            streams=np.zeros(n, np.uint64),
            episodes=np.zeros(n, np.int64),
            seats=self.seats,
            dice=np.zeros(n, np.uint64),
            drawn=np.zeros(n, np.int64),
            fresh=np.zeros(n, np.bool_),
            masks=self.masks,
            observations=np.zeros((n, width(game.rules.features)), np.uint8),
            rewards=self.rewards,
            terminated=self.terminated,
            illegal=self.illegal,
            scores=self.scores,
            shares=np.zeros((n, players), np.float64),
            final_states=self.final_states,
            final_seats=self.final_seats,
        )
        self._threads = Threads(threads)
        self._parts = self._threads.parts(n)
        self._scratch = [np.zeros(game.rules.most_legal, np.int32) for _ in self._parts]
        self._known = [np.zeros(1, game.rules.record) for _ in self._parts]
        self._in_kernel = isinstance(opponents, str) and opponents in IN_THE_KERNEL
        self._others = None if self._in_kernel else find_others(opponents, self.rules)
        self._compiled: Any = None
        self._actions = np.zeros(n, np.int32)
        self._waiting = np.zeros(n, np.int64)
        self.seed([secrets.randbits(63) for _ in range(n)])

    def seed(self, seeds: Sequence[SeedLike]) -> None:
        """Give tables new streams, from which their next games come; None leaves one its own."""
        for i, seed in enumerate(seeds):
            if seed is not None:
                self._rows.streams[i] = draw(np.uint64(read_seed(seed)), 0)
                self._rows.episodes[i] = 0

    def begin(self, chosen: npt.NDArray[np.bool_] | None = None) -> None:
        """Begin the next game at all tables, or at those that are chosen."""
        self._actions[:] = RESTART if chosen is None else np.where(chosen, RESTART, STAY)
        self._do()

    def stand(self, position: Position | str) -> None:
        """Let all tables go on from a position, with the seats and the dice that they have.

        What a text leaves unknown is drawn by the dice.
        """
        for i in range(self.n):
            if isinstance(position, str):
                found = self.game.position(position, seed=int(self._rows.dice[i] >> np.uint64(11)))
            else:
                found = position
            self.states[i : i + 1] = self.rules.gather([found])
        if self.rules.outcome(self.states).terminated.any():
            raise GaldaError("in this position the game is over")
        self._rows.fresh[:] = True
        self._let_others_play()
        if self.rules.outcome(self.states).terminated.any():
            raise GaldaError("from this position the bots end the game before the learner's turn")
        learning.tell_all(self._mode, self._rows, self._scratch[0])

    def step(self, actions: npt.NDArray[np.int32]) -> None:
        """Play the learners' actions, then the others' until a learner is to act again."""
        self._actions[:] = actions
        self._do()

    def step_alone(self, action: int) -> None:
        """The same at the only table there is."""
        self._actions[0] = action if 0 <= action < self.game.rules.action_count else NO_ACTION
        self._do()

    def _do(self) -> None:
        if not self._in_kernel:
            self._do_in_turns()
        elif len(self._parts) == 1:
            self._do_part(0)
        else:
            self._threads.run(self._do_part, self._parts, "step")

    def _do_part(self, part: int) -> None:
        first, last = self._parts[part]
        room: tuple[Any, ...] = (self._scratch[part],)
        if self.opponents == GREEDY:
            room = (*room, self._known[part])
        given = (first, last, self._actions, self._mode, self._fixed, self._rows, *room)
        if self._compiled is None:
            chosen = learning.step_greedy if self.opponents == GREEDY else learning.step_random
            self._compiled = compiled_for(chosen, *given)
        self._compiled(*given)

    def _do_in_turns(self) -> None:
        """A step in which opponents choose in Python."""
        learning.act_all(self._actions, self._mode, self._fixed, self._rows)
        self._let_others_play()
        learning.finish_all(self._mode, self._fixed, self._rows)
        self._let_others_play()
        while learning.deal_again(self._fixed, self._rows):
            self._let_others_play()
        learning.tell_all(self._mode, self._rows, self._scratch[0])

    def _let_others_play(self) -> None:
        """Let the others play until every learner is to act or its game is over."""
        rows, scratch = self._rows, self._scratch[0]
        if self._in_kernel:
            for i in range(self.n):
                if self.opponents == GREEDY:
                    learning.play_greedy(i, rows, scratch, self._known[0])
                else:
                    learning.play_random(i, rows, scratch)
            return
        while count := learning.find_waiting(rows, self._waiting):
            chosen = self._waiting[:count]
            dice = np.empty(count, np.uint64)
            learning.roll_all(chosen, rows, dice)
            tables = WaitingTables(chosen, self.states[chosen], rows.episodes[chosen], dice)
            assert self._others is not None
            actions = self._others.choose(tables)
            wrong = learning.play_given(chosen, actions, rows, scratch)
            if wrong >= 0:
                raise GaldaError(
                    "game {wrong} cannot play {action}; legal actions: {legal}",
                    wrong=int(chosen[wrong]),
                    action=int(actions[wrong]),
                    legal=self.rules.legal(tables.states[wrong : wrong + 1]).actions.tolist(),
                )

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_compiled": None}

    def position(self, i: int = 0) -> Position:
        """The game at a table, as it stands; without its past."""
        return Position(self.game, self.rules.options, None, self.states[i : i + 1].copy())

    @property
    def observations(self) -> npt.NDArray[np.uint8]:
        """What learners see."""
        # A view made when it is asked for: a copy of these tables shall not keep one of the old.
        seen: npt.NDArray[np.uint8] = self._rows.observations
        return seen.reshape(self.n, *self.rules.observation_shape)

    def final_observations(self) -> npt.NDArray[np.uint8]:
        """What learners saw when their games ended in this step; 0 where none did."""
        seen = np.zeros_like(self.observations)
        ended = self.terminated
        seen[ended] = self.rules.observe(self.final_states[ended], self.final_seats[ended])
        return seen
