"""PettingZoo: every game, variant and player count as an environment of several agents.

from galda.envs import zoo
env = zoo.env("name-v0", players=3)
"""

from __future__ import annotations

from typing import Any

from galda.envs.zoo_parallel import ParallelZooEnv
from galda.envs.zoo_turns import ZooEnv

__all__ = ["ParallelZooEnv", "ZooEnv", "env", "parallel_env"]


def env(name: str, render_mode: str | None = None, **options: Any) -> ZooEnv:
    """The environment of a name such as the game's and `-v0`, with the game's options.

    >>> from galda.envs import zoo
    >>> env = zoo.env("towers-v0", players=3)
    >>> env.reset(seed=4)
    >>> env.agent_selection
    'player_0'
    """
    return ZooEnv(name, render_mode, **options)


def parallel_env(name: str, render_mode: str | None = None, **options: Any) -> ParallelZooEnv:
    """The same with PettingZoo's parallel interface: all are asked, the one to act is heard.

    >>> from galda.envs import zoo
    >>> env = zoo.parallel_env("pylos-v0")
    >>> seen, _ = env.reset(seed=1)
    >>> seen, rewards, over, _, _ = env.step({"player_0": 5, "player_1": 0})
    >>> int(seen["player_1"]["action_mask"].sum()), int(seen["player_0"]["action_mask"].sum())
    (15, 0)
    """
    return ParallelZooEnv(name, render_mode, **options)
