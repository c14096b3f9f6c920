"""A batch of games on a graphics card.

Its arrays stay there. PyTorch, JAX and CuPy take them as they are, without a copy, through
`__cuda_array_interface__` (`torch.as_tensor(batch.masks)`), and so do we take actions from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.kernels.cuda import need_cuda
from galda.core.play.checks import SeedLike, check_actions, read_seed
from galda.core.play.game import Game
from galda.core.play.options import option_codes
from galda.core.play.position import Position
from galda.envs.arrays import check_buffers
from galda.envs.autoreset import Autoreset
from galda.envs.batch import Batch
from galda.envs.cuda_arrays import on_the_card, room_on_the_card
from galda.envs.cuda_rules import CudaRules
from galda.envs.kernels import cuda_batches, cuda_stepping
from galda.envs.kernels.cuda_batches import Plan, usual_plan
from galda.envs.kernels.cuda_stepping import THREADS
from galda.envs.kernels.stepping import RESTART

CHANGING = (
    "states", "masks", "_numbers", "rewards", "scores", "terminated", "episodes", "_seats",
    "_streams", "final_states",
)  # fmt: skip
"""The arrays that games change as they are played."""


class CudaBatch(Batch):
    """Like a batch on the CPU, with two differences: the arrays are CUDA arrays, and an illegal
    action is not reported: it leaves its game as it is."""

    device = "cuda"

    def __init__(
        self,
        game: Game,
        n: int,
        seed: SeedLike,
        options: dict[str, object],
        observe: bool = True,
        autoreset: Autoreset = Autoreset.SAME_STEP,
        buffers: Mapping[str, Any] | None = None,
        plan: Plan | None = None,
    ) -> None:
        super().__init__(game, n, seed, options, autoreset, observe)
        self._cuda = cuda = need_cuda()
        plan = usual_plan(game) if plan is None else plan
        self._step_all = cuda_batches.stepper(game, observe, plan)
        self._see = cuda_batches.find_seer(game, plan) if observe and plan.apart else None
        given = buffers or {}
        check_buffers(given)
        seen = self._seen_shape()
        self.states = room_on_the_card(given, "states", (n,), game.rules.record)
        self.final_states = room_on_the_card(given, "final_states", (n,), game.rules.record)
        self.masks = room_on_the_card(given, "masks", (n, game.rules.action_count), np.bool_)
        self.observations = room_on_the_card(given, "observations", (n, *seen), np.uint8)
        self._numbers = (
            self.observations.reshape(n, int(np.prod(seen)))
            if observe
            else cuda.to_device(np.zeros((n, 1), np.uint8))
        )
        self.rewards = room_on_the_card(given, "rewards", (n, self.players), np.float32)
        self.scores = room_on_the_card(given, "scores", (n, self.players), np.int32)
        self.terminated = room_on_the_card(given, "terminated", (n,), np.bool_)
        self.episodes = cuda.to_device(np.zeros(n, np.int64))
        self._seats = cuda.to_device(np.zeros(n, np.int8))
        self._streams = cuda.to_device(np.zeros(n, np.uint64))
        self.codes = cuda.to_device(option_codes(game.options, self.options))
        self._actions = cuda.to_device(np.zeros(n, np.int32))
        self._grid = -(-n // THREADS)
        self.rules: CudaRules = CudaRules(game, dict(self.options))
        self.stream: Any = 0
        """The stream that steps are given to; 0 is the one that everybody waits for."""
        self.reset()

    def reset(self, seed: SeedLike = None) -> None:
        """Begin all games anew; without a seed with the batch's own, from its first game on."""
        self.seed = self.seed if seed is None else read_seed(seed)
        own = np.uint64(self.seed)
        cuda_stepping.opener()[self._grid, THREADS](
            own, self._streams, self.episodes, self._actions, RESTART
        )
        every = np.arange(self.num_envs)
        self._forget(every)
        self._step(self._actions)
        # Nothing has ended, but this is something to look at.
        cuda_stepping.placer(self.game)[self._grid, THREADS](
            on_the_card(every), self.states, self.final_states
        )

    def step(self, actions: Any) -> None:
        """Play one legal action in each game; `restart` gives games up.

        Actions may be any array, on the card or not. Nothing waits for the card to finish.
        """
        if not hasattr(actions, "shape"):
            actions = np.asarray(actions)
        check_actions(actions, self.num_envs)
        actions = on_the_card(actions)
        # Whatever their type, they become ours: the rules are compiled for that one only.
        if np.dtype(actions.dtype) != np.int32 or not actions.is_c_contiguous():
            cuda_stepping.copier()[self._grid, THREADS, self.stream](actions, self._actions)
            actions = self._actions
        self._step(actions)

    def _stand(self, states: Any, rows: list[int]) -> None:
        chosen = np.asarray(rows, np.int64)
        cuda_stepping.placer(self.game)[-(-len(rows) // THREADS), THREADS](
            on_the_card(chosen), states, self.states
        )
        self._forget(chosen)

    def _forget(self, rows: npt.NDArray[np.int64]) -> None:
        """Clear what was told of the games that ended in these rows."""
        cuda_stepping.clearer()[-(-len(rows) // THREADS), THREADS](
            on_the_card(rows), self.terminated, self.rewards, self.scores
        )

    def _do(self, actions: npt.NDArray[np.int32]) -> None:
        self._actions.copy_to_device(actions)
        self._step(self._actions)

    def _settings(self) -> dict[str, Any]:
        return {"observe": self._observe, "autoreset": self.autoreset}

    def _save(self) -> dict[str, npt.NDArray[Any]]:
        return {name: getattr(self, name).copy_to_host() for name in CHANGING}

    def _load(self, saved: dict[str, npt.NDArray[Any]]) -> None:
        for name in CHANGING:
            getattr(self, name).copy_to_device(saved[name])

    def _step(self, actions: Any) -> None:
        self._step_all(
            self.num_envs, self._mode, actions, self._seats, self.states, self.codes, self._streams,
            self.episodes, self.masks, self._numbers, self.rewards, self.scores, self.terminated,
            self.final_states, stream=self.stream,
        )  # fmt: skip
        if self._see is not None:
            self._see(
                self.num_envs, self.states, self._seats, self.players, self._numbers,
                stream=self.stream,
            )  # fmt: skip

    def random_actions(self, seed: SeedLike) -> Any:
        """A legal action for each game, all equally likely, decided by the seed."""
        out = self._cuda.device_array(self.num_envs, np.int32)
        cuda_stepping.chooser()[self._grid, THREADS](np.uint64(read_seed(seed)), self.masks, out)
        return out

    @property
    def to_act(self) -> Any:
        """The seat to act in each game."""
        return self._seats

    def synchronize(self) -> None:
        """Wait until the card has done all it was given: other libraries may use other streams."""
        self._cuda.synchronize()

    def position(self, i: int) -> Position:
        """Game `i` as it stands, without its past."""
        self._check_row(i)
        states = self.states[i : i + 1].copy_to_host()
        return self._position_of(states, i, int(self.episodes[i : i + 1].copy_to_host()[0]))
