"""PettingZoo's parallel interface, for programs that know no other.

In these games one seat decides at a time, so nothing is gained by it: each step plays the action of
the agent to act, and those of all others, whose masks are all 0, are not looked at. It costs an
observation for every agent at every step. Whoever can should take `zoo.env`.
"""

from __future__ import annotations

from typing import Any

from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.envs.zoo_turns import ZooEnv

with extra("rl"):
    from pettingzoo import ParallelEnv


class ParallelZooEnv(ParallelEnv):  # type: ignore[misc]
    """A game whose agents are all asked at every step; only the one to act is heard."""

    metadata = ZooEnv.metadata

    def __init__(self, name: str, render_mode: str | None = None, **options: Any) -> None:
        self.turns = ZooEnv(name, render_mode, **options)
        self.metadata = self.turns.metadata
        self.render_mode = self.turns.render_mode
        self.possible_agents = self.turns.possible_agents
        self.agents: list[str] = []
        self.state_space = self.turns.state_space

    def observation_space(self, agent: str) -> Any:
        """What the agent is given."""
        return self.turns.observation_space(agent)

    def action_space(self, agent: str) -> Any:
        """All action codes of the game."""
        return self.turns.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game, as `ZooEnv.reset` does."""
        self.turns.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Any],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play the action of the agent to act."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        turns, everybody = self.turns, self.agents
        agent = turns.agent_selection
        if agent not in actions:
            raise GaldaError("{agent} is to act, and has no action", agent=agent)
        turns.step(int(actions[agent]))
        over = turns.runner.is_over
        if over:
            self.agents = []
        return (
            self._seen(),
            {each: float(turns.rewards[each]) for each in everybody},
            dict.fromkeys(everybody, over),
            dict.fromkeys(everybody, False),
            {each: {} for each in everybody},
        )

    def state(self) -> Any:
        """What all seats together see."""
        return self.turns.state()

    def render(self) -> Any:
        """The board as a spectator sees it, drawn as `render_mode` says."""
        return self.turns.render()

    def close(self) -> None:
        """Nothing is held that would have to be let go."""

    def _seen(self) -> dict[str, Any]:
        return {agent: self.turns.observe(agent) for agent in self.possible_agents}
