"""Gymnasium's vector environments: many learners at many tables, stepped in one call.

`gymnasium.make_vec("galda/Name-v0", num_envs=1000)` makes one. Its tables are those of as many
single environments with the seeds s, s + 1, …, whichever autoreset mode is chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.core.play.checks import SeedLike, read_actions, read_seed
from galda.core.play.position import Position
from galda.envs import check_options, check_reset, find_environment
from galda.envs.autoreset import Autoreset, find_autoreset
from galda.envs.gym import asked_position
from galda.envs.learners import Learners
from galda.envs.opponents import Opponent
from galda.envs.rendering import RENDER_MODES, check_render_mode, render

with extra("rl"):
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space


class GymVectorEnv(VectorEnv[Any, Any, Any]):
    """Learners at `num_envs` tables; infos hold `action_mask`, and so does `action_masks()`.

    >>> import gymnasium, galda.envs.gym
    >>> envs = gymnasium.make_vec("galda/Quixo-v0", num_envs=3, opponents="greedy")
    >>> seen, infos = envs.reset(seed=7)
    >>> seen.shape, infos["action_mask"].shape
    ((3, 8, 5, 5), (3, 89))
    """

    metadata = {  # noqa: RUF012  (Gymnasium's way)
        "render_modes": RENDER_MODES, "render_fps": 1, "autoreset_mode": AutoresetMode.NEXT_STEP,
    }  # fmt: skip

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        opponents: Opponent = "random",
        seat: int | None = None,
        autoreset_mode: AutoresetMode | Autoreset | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        copy: bool = True,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        """Without `copy` observations and masks are those that the next step overwrites."""
        self.game = found = find_environment(name)
        check_options(
            found, options, "opponents", "seat", "autoreset_mode", "render_mode", "copy", "threads"
        )
        self.num_envs = num_envs
        self.autoreset = find_autoreset(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode[self.autoreset.name]}
        self.render_mode = check_render_mode(render_mode)
        self.copy = copy
        self._tables = Learners(found, num_envs, opponents, seat, self.autoreset, options, threads)
        self._begun = False
        shape = self._tables.rules.observation_shape
        self.single_observation_space = Box(0, 255, shape, np.uint8)
        self.single_action_space = Discrete(found.rules.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: SeedLike | Sequence[SeedLike] = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a new game at every table; table i has the seed `seed + i`, or that of a list.

        `options={"reset_mask": …}` begins only at some, `{"position": …}` lets all begin there.

        >>> import gymnasium, galda.envs.gym
        >>> envs = gymnasium.make_vec("galda/Pylos-v0", num_envs=2, seat=0)
        >>> envs.reset(seed=[4, 9])[1]["action_mask"].sum(axis=1).tolist()
        [16, 16]
        """
        n, asked = self.num_envs, check_reset(options, "reset_mask", "position")
        seeds: Sequence[SeedLike]
        if seed is None:
            seeds = [None] * n
        elif isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str):
            seeds = [None if each is None else read_seed(each) for each in seed]
        else:
            first = read_seed(seed)
            super().reset(seed=first)
            seeds = [(first + i) % 2**64 for i in range(n)]
        if len(seeds) != n:
            raise GaldaError("{n} games need {n} seeds, not {given}", n=n, given=len(seeds))
        chosen = _reset_mask(asked.get("reset_mask"), n)
        if chosen is not None and not self._begun:
            raise GaldaError("reset() begins the games: call it first")
        if chosen is not None:
            seeds = [each if begins else None for each, begins in zip(seeds, chosen, strict=True)]
        self._tables.seed(seeds)
        self._tables.begin(chosen)
        if (placed := asked_position(asked)) is not None:
            if chosen is not None:
                raise GaldaError("a position is for all games: leave out the reset_mask")
            self._tables.stand(placed)
        self._begun = True
        self._show()
        return self._seen(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action at each table, then let the others play.

        >>> import gymnasium, galda.envs.gym
        >>> envs = gymnasium.make_vec("galda/Quixo-v0", num_envs=2, seat=0)
        >>> _ = envs.reset(seed=1)
        >>> envs.step([1, 2])[2].tolist()
        [False, False]
        """
        if not self._begun:
            raise GaldaError("reset() begins the games: call it first")
        given, tables = read_actions(actions, self.num_envs), self._tables
        if self.autoreset is Autoreset.DISABLED and tables.terminated.any():
            raise GaldaError(
                "game {i} has ended: reset() with a reset_mask begins the next",
                i=int(tables.terminated.argmax()),
            )
        tables.step(given)
        self._show()
        cut = np.zeros(self.num_envs, np.bool_)
        return self._seen(), tables.rewards.copy(), tables.terminated.copy(), cut, self._infos()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Whether each action is legal now, a row for each table.

        >>> import gymnasium, galda.envs.gym
        >>> envs = gymnasium.make_vec("galda/Quixo-v0", num_envs=2, seat=0)
        >>> _ = envs.reset(seed=1)
        >>> envs.action_masks().sum(axis=1).tolist()
        [44, 44]
        """
        return self._tables.masks.copy() if self.copy else self._tables.masks

    def position(self, i: int) -> Position:
        """The game at a table as it stands, without its past.

        >>> import gymnasium, galda.envs.gym
        >>> envs = gymnasium.make_vec("galda/Quixo-v0", num_envs=2, seat=0)
        >>> _ = envs.reset(seed=1)
        >>> envs.position(1).to_act
        0
        """
        return self._tables.position(i)

    def final_observations(self) -> npt.NDArray[np.uint8]:
        """What learners saw where the last step ended a game, in one array; 0 elsewhere.

        >>> import gymnasium, galda.envs.gym
        >>> envs = gymnasium.make_vec("galda/Quixo-v0", num_envs=2)
        >>> _ = envs.reset(seed=1)
        >>> envs.final_observations().any()
        np.False_
        """
        return self._tables.final_observations()

    def render(self) -> tuple[Any, ...] | None:
        """The boards as the learners see them, drawn as `render_mode` says.

        >>> import gymnasium, galda.envs.gym
        >>> envs = gymnasium.make_vec("galda/Quixo-v0", num_envs=2, render_mode="ansi")
        >>> _ = envs.reset(seed=1)
        >>> len(envs.render())
        2
        """
        if self.render_mode in {None, "human"}:
            return None
        return tuple(self._drawn(i) for i in range(self.num_envs))

    def _show(self) -> None:
        if self.render_mode == "human":
            for i in range(self.num_envs):
                self._drawn(i)

    def _drawn(self, i: int) -> Any:
        return render(self.render_mode, self.position(i), int(self._tables.seats[i]))

    def _seen(self) -> npt.NDArray[np.uint8]:
        seen = self._tables.observations
        return seen.copy() if self.copy else seen

    def _infos(self) -> dict[str, Any]:
        """Arrays by name, and by `_name` which rows have it, as Gymnasium's own environments do."""
        tables, every = self._tables, np.ones(self.num_envs, np.bool_)
        masks = tables.masks.view(np.int8)
        infos: dict[str, Any] = {
            "action_mask": masks.copy() if self.copy else masks,
            "_action_mask": every,
            "seat": tables.seats.astype(np.int64),
            "_seat": every.copy(),
        }
        if tables.terminated.any():
            if self.autoreset is Autoreset.SAME_STEP:
                infos |= self._final()
            else:
                infos |= self._told_at_the_end()
        return infos

    def _final(self) -> dict[str, Any]:
        """What was seen and told at the end of games that are gone already."""
        tables = self._tables
        ended, seen = tables.terminated, tables.final_observations()
        final = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended):
            final[i] = seen[i]
        masks = np.zeros((self.num_envs, self.game.rules.action_count), np.int8)
        masks[ended] = 1
        info = {
            "action_mask": masks,
            "_action_mask": ended.copy(),
            "seat": np.where(ended, tables.final_seats, 0).astype(np.int64),
            "_seat": ended.copy(),
            **self._told_at_the_end(),
        }
        return {
            "final_obs": final, "_final_obs": ended.copy(),
            "final_info": info, "_final_info": ended.copy(),
        }  # fmt: skip

    def _told_at_the_end(self) -> dict[str, Any]:
        tables = self._tables
        ended = tables.terminated.copy()
        told = {"scores": np.where(ended[:, None], tables.scores, 0), "_scores": ended}
        if (illegal := tables.illegal & ended).any():
            told |= {"illegal": illegal, "_illegal": illegal.copy()}
        return told


def _reset_mask(asked: Any, n: int) -> npt.NDArray[np.bool_] | None:
    """Which tables are to begin anew; None: all."""
    if asked is None:
        return None
    mask = np.asarray(asked)
    if mask.dtype != np.bool_ or mask.shape != (n,) or not mask.any():
        raise GaldaError(
            "a reset_mask has a truth value for each of the {n} games, at least one of them true",
            n=n,
        )
    return mask
