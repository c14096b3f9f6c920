"""JAX: stepping games inside `jax.jit`, `lax.scan` and their like.

The games are pure functions of arrays: states are bytes in an array of JAX, and nothing is kept
elsewhere. Each step leaves XLA for our kernels by a callback to this process and comes back, so it
costs two copies of the states and some tens of microseconds, whatever the number of games: take
many. On an accelerator the arrays travel to the CPU and back.

    games = Games("quixo", 1024)
    state = games.init(seed=1)
    state = jax.jit(games.step)(state, actions)
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.envs import find_environment
from galda.envs.cpu_batch import CpuBatch
from galda.envs.kernels.stepping import first_illegal

with extra("jax"):
    import jax


class State(NamedTuple):
    """Games under way, a row for each: a pytree, to be carried through `scan` and kept at will."""

    bytes: Any
    """The games' records."""
    streams: Any
    """Each row's stream of seeds, as bytes."""
    episodes: Any
    """How many games each row has begun."""
    observations: Any
    masks: Any
    to_act: Any
    rewards: Any
    """Of the games that have just ended, for each seat; else 0."""
    over: Any
    """Whether a game has just ended; the next has begun in its row already."""


class Games:
    """`n` games of one kind as functions that JAX can trace.

    The same seeds and actions give the games of `galda.batch`, byte for byte. An illegal action is
    an error of the whole computation.

    >>> import jax
    >>> from galda.envs.jax import Games
    >>> games = Games("quixo", 4, size=3)
    >>> state = jax.jit(games.step)(games.init(seed=1), jax.numpy.zeros(4, int))
    >>> state.to_act.tolist()
    [1, 1, 1, 1]
    """

    def __init__(self, name: str, n: int, *, threads: int | None = None, **options: object) -> None:
        self._batch = CpuBatch(find_environment(name), n, 0, options, True, threads)
        self.n, self.players = n, self._batch.players
        self.action_count = self._batch.game.action_count
        shown = self._show()
        self._shapes = State(*(jax.ShapeDtypeStruct(a.shape, a.dtype) for a in shown))

    def init(self, seed: int = 0) -> State:
        """All games at their beginning; not to be traced."""
        self._batch.reset(seed)
        return State(*(jax.numpy.asarray(array) for array in self._show()))

    def step(self, state: State, actions: Any) -> State:
        """The games after one action each; where a game ends the next begins (-1: at once)."""
        carried = state[:3]
        stepped: State = jax.pure_callback(
            self._step, self._shapes, *carried, state.masks, actions, vmap_method="sequential"
        )
        return stepped

    def _step(self, *given: Any) -> State:
        records, streams, episodes, masks, actions = (np.asarray(array) for array in given)
        batch = self._batch
        batch.states.view(np.uint8).reshape(self.n, -1)[:] = records
        batch._streams.view(np.uint8).reshape(self.n, -1)[:] = streams
        batch.episodes[:] = episodes
        batch.masks[:] = masks
        wrong = first_illegal(actions.astype(np.int64), batch.masks)
        if wrong >= 0:
            raise GaldaError(
                "game {wrong} cannot play {action}; legal actions: {legal}",
                wrong=wrong,
                action=actions[wrong],
                legal=np.flatnonzero(masks[wrong]).tolist(),
            )
        batch._do(actions.astype(np.int32))
        return self._show()

    def _show(self) -> State:
        """The batch's arrays, copied: the next step overwrites them."""
        batch = self._batch
        arrays: list[npt.NDArray[Any]] = [
            batch.states.view(np.uint8).reshape(self.n, -1),
            batch._streams.view(np.uint8).reshape(self.n, -1),
            batch.episodes.astype(np.int32),
            batch.observations,
            batch.masks,
            batch.to_act,
            batch.rewards,
            batch.over,
        ]
        return State(*(array.copy() for array in arrays))
