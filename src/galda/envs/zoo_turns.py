"""PettingZoo's AEC environments: agents act one after the other, as seats do."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.core.kernels.chance import draw
from galda.core.kernels.features import observation_shape
from galda.core.play.checks import SeedLike, read_seed
from galda.core.play.runner import Runner
from galda.envs import begin_from, find_environment, versioned_name
from galda.envs.rendering import RENDER_MODES, check_render_mode, render

with extra("rl"):
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv


class ZooEnv(AECEnv):  # type: ignore[misc]
    """A game for as many agents as it has seats; `observe` gives what the agent sees.

    An observation is a dictionary: `observation` (see the game's features) and `action_mask`,
    which is all 0 for agents that are not to act. Rewards come at the end and add up to 0.
    """

    metadata = {  # noqa: RUF012  (PettingZoo's way)
        "render_modes": RENDER_MODES, "render_fps": 1, "is_parallelizable": False,
    }  # fmt: skip

    def __init__(self, name: str, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self.game = game = find_environment(name)
        self.metadata = {**self.metadata, "name": versioned_name(game)}
        self.render_mode = check_render_mode(render_mode)
        self.runner = Runner(game, **options)
        self.possible_agents = [f"player_{seat}" for seat in range(self.runner.players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seed, self._episode, self._begun = secrets.randbits(63), 0, False
        self._idle = np.zeros(game.rules.action_count, np.int8)
        shape = observation_shape(game.rules.features)
        self.state_space = Box(0, 255, (self.runner.players * shape[0], *shape[1:]), np.uint8)
        seen = Box(0, 255, shape, np.uint8)
        mask = Box(0, 1, (game.rules.action_count,), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": seen, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {a: Discrete(game.rules.action_count) for a in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What `observe` gives the agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All action codes of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: SeedLike = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; without a seed the next one after the last seed given.

        If none was ever given, chance decides: two environments play different games.

        `options={"position": text}` begins it from a position, with the environment's own options.
        """
        if seed is None:
            self._episode += 1
        else:
            self._seed, self._episode = read_seed(seed), 0
        dealt = int(draw(np.uint64(self._seed), self._episode))
        self.runner.restart(dealt)
        # PettingZoo's own test resets with an option that is called so, and means nothing.
        asked = {name: value for name, value in (options or {}).items() if name != "options"}
        begin_from(self.runner, asked, dealt)
        self.agents, self._begun = list(self.possible_agents), True
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.runner.to_act]
        self._show()

    def state(self) -> Any:
        """What all seats together see, one after the other: for critics that know it all.

        It tells what hands hide, but not what chance will bring: nobody sees decks and bags.
        """
        seats = range(self.runner.players)
        return np.concatenate([self.runner.observation(seat) for seat in seats])

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what it may do now."""
        seat, runner = self._seat_of[agent], self.runner
        acts = seat == runner.to_act
        return {
            "observation": runner.observation(seat),
            "action_mask": runner.mask() if acts else self._idle.copy(),
        }

    def step(self, action: int | None) -> None:
        """Play the action of the agent to act."""
        if not self._begun:
            raise GaldaError("reset() begins the games: call it first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise GaldaError(
                "{agent} is to act: None is for agents whose game is over", agent=agent
            )
        self._cumulative_rewards[agent] = 0.0
        runner = self.runner
        runner.play(action)
        if runner.is_over:
            self.rewards = dict(zip(self.agents, runner.rewards.tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[runner.to_act]
        self._show()

    def render(self) -> Any:
        """The board as a spectator sees it, drawn as `render_mode` says."""
        if self.render_mode in {None, "human"}:  # what a person looks at is drawn as it happens
            return None
        return render(self.render_mode, self.runner.position())

    def _show(self) -> None:
        if self.render_mode == "human":
            render("human", self.runner.position())

    def close(self) -> None:
        """Nothing is held that would have to be let go."""
