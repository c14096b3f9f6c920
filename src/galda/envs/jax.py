"""JAX: stepping games inside `jax.jit`, `lax.scan` and their like.

The games are pure functions of arrays: states are bytes in an array of JAX, and nothing is kept
elsewhere. On the CPU XLA calls our kernels through its foreign function interface, on its own
memory; the states are copied once. On an accelerator they travel to the CPU and back by a callback.

    games = Games(name, 1024)
    state = games.init(seed=1)
    state = jax.jit(games.step)(state, actions)
"""

from __future__ import annotations

from itertools import count
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.core.play.checks import SeedLike, check_actions, check_shape, read_seed
from galda.core.play.field_limits import check_fields
from galda.envs import find_environment
from galda.envs.cpu_batch import CpuBatch
from galda.envs.kernels.stepping import (
    DISABLED,
    LARGEST,
    NO_ACTION,
    RESTART,
    SAME_STEP,
    STAY,
    Rows,
    first_illegal,
    step,
)
from galda.envs.xla import Arrays, make_target

with extra("jax"):
    import jax

_numbers = count()


class State(NamedTuple):
    """Games under way, a row for each: a pytree, to be carried through `scan` and kept at will."""

    bytes: Any
    """The games' records."""
    streams: Any
    """Each row's stream of seeds, as bytes."""
    episodes: Any
    """How many games each row has begun, likewise."""
    observations: Any
    masks: Any
    to_act: Any
    rewards: Any
    """Of the games that have just ended, for each seat; else 0."""
    terminated: Any
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

    def __init__(self, name: str, n: int, **options: object) -> None:
        self._batch = CpuBatch(find_environment(name), n, 0, options, True, 1)
        self.num_envs, self.players = n, self._batch.players
        self.action_count = self._batch.game.rules.action_count
        self._lock = Lock()  # XLA may call from several threads, and there is one scratch
        self._shapes = State(*(jax.ShapeDtypeStruct(a.shape, a.dtype) for a in self._show()))
        self._given = (*self._shapes[:3], self._shapes.masks, jax.ShapeDtypeStruct((n,), np.int32))
        self._target = f"galda_games_{next(_numbers)}"
        target = make_target(
            self._step, [(s.shape, s.dtype) for s in self._given],
            [(s.shape, s.dtype) for s in self._shapes],
        )  # fmt: skip
        jax.ffi.register_ffi_target(self._target, target, platform="cpu")

    def init(self, seed: SeedLike = 0) -> State:
        """All games at their beginning; not to be traced."""
        self._batch.reset(read_seed(seed))
        return State(*(jax.numpy.array(array) for array in self._show()))

    def step(self, state: State, actions: Any) -> State:
        """The games after one legal action each; where a game ends the next begins."""
        check_actions(actions, self.num_envs)
        return self._call(state, jax.numpy.clip(actions, NO_ACTION, LARGEST))

    def restart(self, state: State, chosen: Any) -> State:
        """The games with those given up that are chosen, and the next begun in their rows.

        >>> import jax
        >>> from galda.envs.jax import Games
        >>> games = Games("quixo", 2)
        >>> state = games.step(games.init(), jax.numpy.array([1, 1]))
        >>> games.restart(state, jax.numpy.array([True, False])).to_act.tolist()
        [0, 1]
        """
        check_shape("chosen", chosen, (self.num_envs,))
        return self._call(state, jax.numpy.where(chosen, RESTART, STAY))

    def _call(self, state: State, actions: Any) -> State:
        """Step by actions that fit; `RESTART` and `STAY` may be among them."""
        for name, array, shape in zip(State._fields, state, self._shapes, strict=True):
            check_shape(name, array, shape.shape)
            if array.dtype != shape.dtype:
                raise GaldaError("this is no state of these games")
        given = (*state[:3], state.masks, actions.astype(np.int32))
        if jax.default_backend() == "cpu":
            call = jax.ffi.ffi_call(self._target, tuple(self._shapes), vmap_method="sequential")
            return State(*call(*given))
        stepped: State = jax.pure_callback(
            self._answer, self._shapes, *given, vmap_method="sequential"
        )
        return stepped

    def _answer(self, *given: Any) -> State:
        """Step in memory of our own."""
        results = State(*(np.empty(shape.shape, shape.dtype) for shape in self._shapes))
        self._step([np.asarray(array) for array in given], results)
        return results

    def _step(self, given: Arrays, results: Arrays) -> None:
        """Step the games given, into the results."""
        masks, actions, into = given[3], given[4], State(*results)
        check_fields(self._batch.game, self._batch.options, np.ascontiguousarray(given[0]))
        into.terminated[...] = actions < NO_ACTION
        wrong = first_illegal(actions, masks, into.terminated, DISABLED)
        if wrong >= 0:
            raise GaldaError(
                "game {wrong} cannot play {action}; legal actions: {legal}",
                wrong=wrong,
                action=actions[wrong],
                legal=np.flatnonzero(masks[wrong]).tolist(),
            )
        for result, array in zip(results, given[:3], strict=False):
            result[...] = array
        into.masks[...] = masks
        into.terminated[...] = False
        into.rewards[...] = 0
        states = into.bytes.reshape(-1).view(self._batch.game.rules.record)
        with self._lock:
            step(
                0, self.num_envs, actions, SAME_STEP, self._batch._scratch[0],
                Rows(
                    states=states,
                    options=self._batch._rows.options,
                    streams=into.streams.reshape(-1).view(np.uint64),
                    episodes=into.episodes.reshape(-1).view(np.int64),
                    masks=into.masks,
                    observations=into.observations.reshape(self.num_envs, -1),
                    rewards=into.rewards,
                    scores=self._batch.scores,
                    terminated=into.terminated,
                    final_states=self._batch.final_states,
                ),
            )  # fmt: skip
        into.to_act[...] = states["to_act"]

    def _show(self) -> State:
        """How the batch stands, as arrays."""
        batch = self._batch
        arrays: list[npt.NDArray[Any]] = [
            batch.states.view(np.uint8).reshape(self.num_envs, -1),
            batch._streams.view(np.uint8).reshape(self.num_envs, -1),
            batch.episodes.view(np.uint8).reshape(self.num_envs, -1),
            batch.observations,
            batch.masks,
            batch.to_act,
            batch.rewards,
            batch.terminated,
        ]
        return State(*arrays)
