"""Gymnasium: one seat of a game, to learn against chosen bots.

Importing this registers all games: `gymnasium.make("galda/name-v0", opponents="greedy")`.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.bots.levels import RANDOM, Bot, check_bot, make_bot
from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.core.kernels.features import observation_shape
from galda.core.play.runner import Runner
from galda.envs import RENDER_MODES, begin_from, check_render_mode, find_environment, versioned_name
from galda.games import game, game_names

with extra("rl"):
    import gymnasium
    from gymnasium.spaces import Box, Discrete

NAMESPACE = "galda"


class GymEnv(gymnasium.Env[Any, Any]):
    """The learner has one seat, bots have the others and play between its actions.

    The info holds `action_mask`, and so does `action_masks()`. An action that is not legal loses
    the game at once: the reward is -1 and the info says `illegal`. When a game has ended, the mask
    allows everything: whatever draws from it then finds something, and nothing is played any more.

    >>> import gymnasium, galda.envs.gym
    >>> env = gymnasium.make("galda/quixo-v0", opponents="greedy", size=4)
    >>> seen, info = env.reset(seed=3)
    >>> seen.shape, int(info["action_mask"].sum())
    ((8, 5, 5), 29)
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012  (Gymnasium's way)

    def __init__(
        self,
        name: str,
        opponents: str = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """`opponents` is the name of a bot; `seat` is the learner's, by default drawn by chance."""
        self.game = found = find_environment(name)
        self.metadata = {**self.metadata, "name": versioned_name(found)}
        self.render_mode = check_render_mode(render_mode)
        self.runner = Runner(found, **options)
        check_bot(opponents)
        if seat is not None and not 0 <= seat < self.runner.players:
            raise GaldaError(
                "no seat {viewer}; seats are 0 to {last}",
                viewer=seat,
                last=self.runner.players - 1,
            )
        self.opponents, self._wanted_seat = opponents, seat
        self.seat = 0
        self._bots: dict[int, Bot] = {}
        self._chance = random.Random()
        self._ended = True
        self.observation_space = Box(0, 255, observation_shape(found.features), np.uint8)
        self.action_space = Discrete(found.action_count)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a new game; the seed decides its chance, the bots' and the seat.

        `options={"position": text}` begins it from a position, with the environment's own options.

        >>> import gymnasium, galda.envs.gym
        >>> seen, info = gymnasium.make("galda/quixo-v0").reset(seed=1)
        >>> sorted(info)
        ['action_mask', 'seat']
        """
        super().reset(seed=seed)
        players = self.runner.players
        dealt, dice, drawn = self.np_random.integers(2**53, size=3).tolist()
        self.seat = drawn % players if self._wanted_seat is None else self._wanted_seat
        self._chance.seed(dice)
        if self.opponents != RANDOM:
            self._bots = {
                other: make_bot(self.opponents, dice + other)
                for other in range(players)
                if other != self.seat
            }
        self.runner.restart(dealt)
        placed = begin_from(self.runner, options, dealt)
        self._let_bots_play()
        if self.runner.is_over and placed:
            raise GaldaError("from this position the bots end the game before the learner's turn")
        if self.runner.is_over:  # over before the learner's first turn: there is no game in it
            return self.reset()
        self._ended = False
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, then let the bots play until the learner is to act again.

        >>> import gymnasium, galda.envs.gym
        >>> env = gymnasium.make("galda/quixo-v0", seat=0)
        >>> _ = env.reset(seed=1)
        >>> env.step(1)[1:4]
        (0.0, False, False)
        """
        if self._ended:
            raise GaldaError("this game has ended: reset() begins the next")
        if not (0 <= action < self.game.action_count and self.runner.mask()[action]):
            self._ended = True
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": True}
        self.runner.play(int(action))
        self._let_bots_play()
        self._ended = self.runner.is_over
        reward = float(self.runner.rewards[self.seat]) if self._ended else 0.0
        return self._observation(), reward, self._ended, False, self._info()

    def action_masks(self) -> Any:
        """Whether each action is legal now.

        >>> from galda.envs.gym import GymEnv
        >>> env = GymEnv("quixo", seat=0)
        >>> _ = env.reset(seed=1)
        >>> int(env.action_masks().sum())
        44
        """
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """The board as SVG, as the learner sees it, if that was asked for.

        >>> from galda.envs.gym import GymEnv
        >>> env = GymEnv("quixo", render_mode="svg")
        >>> _ = env.reset(seed=1)
        >>> env.render()[:4]
        '<svg'
        """
        return self.runner.position().svg(self.seat) if self.render_mode == "svg" else None

    def _let_bots_play(self) -> None:
        runner = self.runner
        while not runner.is_over and runner.to_act != self.seat:
            if self.opponents == RANDOM:  # needs no position, and is asked millions of times
                legal = runner.legal_actions
                runner.play(int(legal[int(self._chance.random() * len(legal))]))
                continue
            seat = runner.to_act
            guess = int(self.np_random.integers(2**53))
            runner.play(self._bots[seat].choose(runner.position().known_to(seat, guess)))

    def _observation(self) -> Any:
        return self.runner.observation(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat}

    def _mask(self) -> npt.NDArray[np.int8]:
        mask = self.runner.mask()
        if self._ended:
            mask[:] = 1
        return mask


for _name in game_names():
    _id = f"{NAMESPACE}/{versioned_name(game(_name))}"
    if game(_name).features and _id not in gymnasium.registry:
        gymnasium.register(_id, f"{__name__}:{GymEnv.__name__}", kwargs={"name": _name})
