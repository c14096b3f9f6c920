"""Gymnasium: one seat of a game, to learn against chosen opponents.

Importing this registers all games, by their names and, as Gymnasium writes them, with a capital.
Gymnasium imports it by itself where the module stands before the name:
`gymnasium.make("galda.envs.gym:galda/Name-v0", opponents="greedy")`.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.core.play.checks import read_seed
from galda.core.play.position import Position
from galda.envs import check_options, check_reset, find_environment, versioned_name
from galda.envs.autoreset import Autoreset
from galda.envs.learners import Learners
from galda.envs.opponents import Opponent
from galda.envs.rendering import RENDER_MODES, check_render_mode, render
from galda.games import game, game_names

with extra("rl"):
    import gymnasium
    from gymnasium.spaces import Box, Discrete

NAMESPACE = "galda"


class Info(TypedDict, total=False):
    """What `reset` and `step` of a `GymEnv` give as info."""

    action_mask: npt.NDArray[np.int8]
    seat: int
    """The learner's."""
    scores: npt.NDArray[np.int32]
    """Of all seats, at the end."""
    illegal: bool
    """Whether the action was illegal and lost the game; only then is it there."""


class GymEnv(gymnasium.Env[Any, Any]):
    """The learner has one seat, opponents have the others and play between its actions.

    The info is an `Info`; the action mask is also what `action_masks()` gives. An
    action that is not legal loses the game at once: the reward is -1 and the info says `illegal`.
    When a game has ended, the mask allows everything: whatever draws from it then finds something,
    and nothing is played any more.

    >>> import gymnasium, galda.envs.gym
    >>> env = gymnasium.make("galda/Quixo-v0", opponents="greedy", size=4)
    >>> seen, info = env.reset(seed=3)
    >>> seen.shape, int(info["action_mask"].sum())
    ((8, 5, 5), 32)
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012  (Gymnasium's way)

    def __init__(
        self,
        name: str,
        opponents: Opponent = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """`opponents` is the name of a bot or a policy (`opponents.Policy`); `seat` is the
        learner's, by default drawn by chance."""
        self.game = found = find_environment(name)
        check_options(found, options, "opponents", "seat", "render_mode")
        self.render_mode = check_render_mode(render_mode)
        self._table = Learners(found, 1, opponents, seat, Autoreset.DISABLED, options, threads=1)
        self._ended = True
        self.observation_space = Box(0, 255, self._table.rules.observation_shape, np.uint8)
        self.action_space = Discrete(found.rules.action_count)

    @property
    def opponents(self) -> Opponent:
        """Who plays against the learner.

        >>> from galda.envs.gym import GymEnv
        >>> GymEnv("quixo").opponents
        'random'
        """
        return self._table.opponents

    @property
    def seat(self) -> int:
        """The learner's seat.

        >>> from galda.envs.gym import GymEnv
        >>> GymEnv("quixo", seat=0).seat
        0
        """
        return int(self._table.seats[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a new game; the seed decides its chance, the opponents' and the seat.

        `options={"position": text}` begins it from a position, with the environment's own options.

        >>> import gymnasium, galda.envs.gym
        >>> seen, info = gymnasium.make("galda/Quixo-v0").reset(seed=1)
        >>> sorted(info)
        ['action_mask', 'seat']
        """
        asked = check_reset(options, "position")
        seed = None if seed is None else read_seed(seed)
        super().reset(seed=seed)
        self._ended = True
        self._table.seed([seed])
        self._table.begin()
        if (placed := asked_position(asked)) is not None:
            self._table.stand(placed)
        self._ended = False
        self._show()
        return self._table.observations[0].copy(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, then let the others play until the learner is to act again.

        >>> import gymnasium, galda.envs.gym
        >>> env = gymnasium.make("galda/Quixo-v0", seat=0)
        >>> _ = env.reset(seed=1)
        >>> env.step(1)[1:4]
        (0.0, False, False)
        """
        if self._ended:
            raise GaldaError("this game has ended: reset() begins the next")
        table = self._table
        table.step_alone(operator.index(action))
        self._ended = over = bool(table.terminated[0])
        self._show()
        return table.observations[0].copy(), float(table.rewards[0]), over, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Whether each action is legal now.

        >>> from galda.envs.gym import GymEnv
        >>> env = GymEnv("quixo", seat=0)
        >>> _ = env.reset(seed=1)
        >>> int(env.action_masks().sum())
        44
        """
        masks: npt.NDArray[np.bool_] = self._table.masks[0].copy()
        return masks

    def position(self) -> Position:
        """The game as it stands, without its past.

        >>> from galda.envs.gym import GymEnv
        >>> env = GymEnv("quixo", seat=0)
        >>> _ = env.reset(seed=1)
        >>> env.position().to_act
        0
        """
        return self._table.position()

    def render(self) -> Any:
        """The board as the learner sees it, drawn as `render_mode` says.

        >>> from galda.envs.gym import GymEnv
        >>> env = GymEnv("quixo", render_mode="svg")
        >>> _ = env.reset(seed=1)
        >>> env.render()[:4]
        '<svg'
        """
        if self.render_mode in {None, "human"}:  # what a person looks at is drawn as it happens
            return None
        return render(self.render_mode, self.position(), self.seat)

    def _show(self) -> None:
        if self.render_mode == "human":
            render("human", self.position(), self.seat)

    def _info(self) -> dict[str, Any]:
        table = self._table
        info: Info = {
            "action_mask": table.masks[0].astype(np.int8),
            "seat": int(table.seats[0]),
        }
        if self._ended:
            info["scores"] = table.scores[0].copy()
            if table.illegal[0]:
                info["illegal"] = True
        return {**info}


def asked_position(options: Mapping[str, Any]) -> Position | str | None:
    """The position that a `reset` is to begin from, if it asks for one."""
    asked = options.get("position")
    return asked if asked is None or isinstance(asked, Position) else str(asked)


for _name in game_names():
    _versioned = versioned_name(game(_name))
    for _id in (f"{NAMESPACE}/{_versioned}", f"{NAMESPACE}/{_versioned.capitalize()}"):
        if game(_name).rules.features and _id not in gymnasium.registry:
            gymnasium.register(
                _id,
                f"{__name__}:{GymEnv.__name__}",
                vector_entry_point="galda.envs.vector:GymVectorEnv",
                kwargs={"name": _name},
            )
