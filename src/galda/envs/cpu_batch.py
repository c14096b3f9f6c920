"""A batch of games on the processor's cores."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.play.game import Game
from galda.core.play.options import option_codes
from galda.core.play.position import Position
from galda.envs.batch import Batch, check_whole
from galda.envs.kernels import stepping
from galda.envs.kernels.stepping import Rows

WORTH_A_THREAD = 1024
"""Games that keep a thread busy for longer than it takes to wake it, even small ones."""
CHANGING = tuple(name for name in Rows._fields if name != "options")
"""The arrays that games change as they are played."""


class CpuBatch(Batch):
    """A batch in NumPy arrays, stepped by threads that hold no lock while they do."""

    device = "cpu"

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int,
        options: dict[str, object],
        observe: bool = True,
        threads: int | None = None,
    ) -> None:
        super().__init__(game, n, seed, options)
        width = int(np.prod(self.observation_shape)) if observe else 0
        self.states = np.zeros(n, game.record)
        self.masks = np.zeros((n, game.action_count), np.bool_)
        numbers = np.zeros((n, width), np.uint8)
        self.observations = numbers.reshape(n, *(self.observation_shape if observe else (0,)))
        self.rewards = np.zeros((n, self.players), np.float32)
        self.scores = np.zeros((n, self.players), np.int32)
        self.over = np.zeros(n, np.bool_)
        self.episodes = np.zeros(n, np.int64)
        self._streams = np.zeros(n, np.uint64)
        self._rows = Rows(
            states=self.states,
            options=option_codes(game.options, self.options),
            streams=self._streams,
            episodes=self.episodes,
            masks=self.masks,
            observations=numbers,
            rewards=self.rewards,
            scores=self.scores,
            over=self.over,
        )
        self._actions = np.zeros(n, np.int32)
        wanted = threads or os.cpu_count() or 1
        parts = max(1, min(wanted, n // WORTH_A_THREAD if threads is None else n))
        edges = np.linspace(0, n, parts + 1).astype(int).tolist()
        self._parts = list(pairwise(edges))
        self._scratch = [np.zeros(game.most_legal, np.int32) for _ in self._parts]
        self._pool: tuple[int, ThreadPoolExecutor] | None = None
        self.reset()

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; without a seed with the batch's own, from its first game on."""
        self.seed = self.seed if seed is None else seed
        stepping.open_streams(np.uint64(self.seed % 2**64), self._streams)
        self.episodes[:] = 0
        self._do(np.full(self.n, stepping.RESTART, np.int32))

    def place(self, positions: Mapping[int, Position]) -> None:
        """Let rows go on from positions, by the number of the row; the others stay as they are."""
        for i, position in self._fitting(positions).items():
            self.states[i : i + 1] = position.states
        self._do(np.full(self.n, stepping.STAY, np.int32))

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action in each game (-1: give the game up and begin the next).

        If one of them is illegal nothing changes and the first is named.
        """
        given = np.asarray(actions)
        if given.shape != (self.n,):
            raise GaldaError(
                "{n} games need actions of shape ({n},), not {shape}", n=self.n, shape=given.shape
            )
        check_whole(given.dtype)
        largest = stepping.LARGEST
        np.clip(given, stepping.NO_ACTION, largest, out=self._actions, casting="unsafe")
        wrong = stepping.first_illegal(self._actions, self.masks)
        if wrong >= 0:
            legal = np.flatnonzero(self.masks[wrong]).tolist()
            raise GaldaError(
                "game {wrong} cannot play {action}; legal actions: {legal}",
                wrong=wrong,
                action=given[wrong],
                legal=legal,
            )
        self._do(self._actions)

    def _do(self, actions: npt.NDArray[np.int32]) -> None:
        def run(part: int) -> None:
            first, last = self._parts[part]
            stepping.step(first, last, actions, self._scratch[part], self._rows)

        self._over_parts(run)

    def _over_parts(self, run: Any) -> None:
        if len(self._parts) == 1:
            run(0)
        else:
            list(self._threads().map(run, range(len(self._parts))))

    def _threads(self) -> ThreadPoolExecutor:
        """Threads of this process: a process that was forked has those of its parent no more."""
        if self._pool is None or self._pool[0] != os.getpid():
            self._pool = os.getpid(), ThreadPoolExecutor(len(self._parts))
        return self._pool[1]

    def _settings(self) -> dict[str, Any]:
        return {"observe": self.observations.size > 0, "threads": len(self._parts)}

    def _save(self) -> dict[str, npt.NDArray[Any]]:
        return {name: getattr(self._rows, name).copy() for name in CHANGING}

    def _load(self, saved: dict[str, npt.NDArray[Any]]) -> None:
        for name in CHANGING:
            getattr(self._rows, name)[...] = saved[name]

    def random_actions(self, seed: int) -> npt.NDArray[np.int32]:
        """A legal action for each game, all equally likely, decided by the seed."""
        out = np.zeros(self.n, np.int32)
        stream = np.uint64(seed % 2**64)
        self._over_parts(
            lambda part: stepping.choose_all(*self._parts[part], stream, self.masks, out)
        )
        return out

    @property
    def to_act(self) -> npt.NDArray[np.int8]:
        """The seat to act in each game."""
        seats: npt.NDArray[np.int8] = self.states["to_act"]
        return seats

    def position(self, i: int) -> Position:
        """Game `i` as it stands, without its past."""
        return self._position_of(self.states[i : i + 1].copy(), i, int(self.episodes[i]))
