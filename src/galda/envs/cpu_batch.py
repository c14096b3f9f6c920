"""A batch of games on the processor's cores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.play.checks import SeedLike, read_actions, read_array, read_seed
from galda.core.play.game import Game
from galda.core.play.options import option_codes
from galda.core.play.position import Position
from galda.envs.arrays import check_buffers, given_buffer
from galda.envs.autoreset import Autoreset
from galda.envs.batch import Batch
from galda.envs.cpu_rules import CpuRules
from galda.envs.kernels import stepping
from galda.envs.kernels.stepping import Rows
from galda.envs.threads import Threads

CHANGING = tuple(name for name in Rows._fields if name != "options")
"""The arrays that games change as they are played."""


class CpuBatch(Batch):
    """A batch in NumPy arrays, stepped by threads that hold no lock while they do."""

    device = "cpu"

    def __init__(
        self,
        game: Game,
        n: int,
        seed: SeedLike,
        options: dict[str, object],
        observe: bool = True,
        threads: int | None = None,
        autoreset: Autoreset = Autoreset.SAME_STEP,
        buffers: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(game, n, seed, options, autoreset, observe)
        given = buffers or {}
        check_buffers(given)
        seen = self._seen_shape()
        self.states = given_buffer(given, "states", (n,), game.rules.record)
        self.final_states = given_buffer(given, "final_states", (n,), game.rules.record)
        self.masks = given_buffer(given, "masks", (n, game.rules.action_count), np.bool_)
        self.observations = given_buffer(given, "observations", (n, *seen), np.uint8)
        self.rewards = given_buffer(given, "rewards", (n, self.players), np.float32)
        self.scores = given_buffer(given, "scores", (n, self.players), np.int32)
        self.terminated = given_buffer(given, "terminated", (n,), np.bool_)
        self.episodes = np.zeros(n, np.int64)
        self._streams = np.zeros(n, np.uint64)
        self._rows = Rows(
            states=self.states,
            options=option_codes(game.options, self.options),
            streams=self._streams,
            episodes=self.episodes,
            masks=self.masks,
            observations=self.observations.reshape(n, -1),
            rewards=self.rewards,
            scores=self.scores,
            terminated=self.terminated,
            final_states=self.final_states,
        )
        self._threads = Threads(threads)
        self._parts = self._threads.parts(n)
        self._scratch = [np.zeros(game.rules.most_legal, np.int32) for _ in self._parts]
        self.rules: CpuRules = CpuRules(game, dict(self.options), threads)
        self.reset()

    def reset(self, seed: SeedLike = None) -> None:
        """Begin all games anew; without a seed with the batch's own, from its first game on."""
        self.seed = self.seed if seed is None else read_seed(seed)
        stepping.open_streams(np.uint64(self.seed), self._streams)
        self.episodes[:] = 0
        for told in (self.terminated, self.rewards, self.scores):
            told[...] = 0
        self._do(np.full(self.num_envs, stepping.RESTART, np.int32))
        self.final_states[:] = self.states  # nothing has ended, but this is something to look at

    def step(self, actions: Any) -> None:
        """Play one legal action in each game; `restart` gives games up.

        If one of them is illegal nothing changes and the first is named.
        """
        given = read_actions(actions, self.num_envs)
        wrong = stepping.first_illegal(given, self.masks, self.terminated, self._mode)
        if wrong >= 0:
            legal = np.flatnonzero(self.masks[wrong]).tolist()
            raise GaldaError(
                "game {wrong} cannot play {action}; legal actions: {legal}",
                wrong=wrong,
                action=read_array(actions)[wrong],
                legal=legal,
            )
        self._do(given)

    def _stand(self, states: npt.NDArray[Any], rows: list[int]) -> None:
        self.states[rows] = states
        for told in (self.terminated, self.rewards, self.scores):
            told[rows] = 0

    def _do(self, actions: npt.NDArray[np.int32]) -> None:
        def run(part: int) -> None:
            first, last = self._parts[part]
            stepping.step(first, last, actions, self._mode, self._scratch[part], self._rows)

        self._threads.run(run, self._parts, "step")

    def _settings(self) -> dict[str, Any]:
        threads = len(self._parts)
        return {"observe": self._observe, "threads": threads, "autoreset": self.autoreset}

    def _save(self) -> dict[str, npt.NDArray[Any]]:
        return {name: getattr(self._rows, name).copy() for name in CHANGING}

    def _load(self, saved: dict[str, npt.NDArray[Any]]) -> None:
        for name in CHANGING:
            getattr(self._rows, name)[...] = saved[name]

    def random_actions(self, seed: SeedLike) -> npt.NDArray[np.int32]:
        """A legal action for each game, all equally likely, decided by the seed."""
        out = np.zeros(self.num_envs, np.int32)
        stream = np.uint64(read_seed(seed))
        self._threads.run(
            lambda part: stepping.choose_all(*self._parts[part], stream, self.masks, out),
            self._parts,
            "choose",
        )
        return out

    @property
    def to_act(self) -> npt.NDArray[np.int8]:
        """The seat to act in each game."""
        seats: npt.NDArray[np.int8] = self.states["to_act"]
        return seats

    def position(self, i: int) -> Position:
        """Game `i` as it stands, without its past."""
        self._check_row(i)
        return self._position_of(self.states[i : i + 1].copy(), i, int(self.episodes[i]))
