"""Whether a game's PettingZoo environments are what they say: see `environments.api_test`."""

from __future__ import annotations

import contextlib
import io
import warnings
from typing import Any

from pettingzoo.test import api_test as pettingzoo_api_test
from pettingzoo.test import parallel_api_test, seed_test

from galda.core.play.game import Game
from galda.envs import zoo


def check_pettingzoo(game: Game, options: dict[str, Any], steps: int) -> None:
    """PettingZoo's own tests pass, for both of its interfaces.

    But for its test of `state()`, which plays without looking at masks: ours does.
    """

    def make() -> Any:
        return zoo.env(game.name, **options)

    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")  # advice for environments of a fixed list of theirs
        pettingzoo_api_test(make(), num_cycles=steps)
        seed_test(make, num_cycles=steps)
        parallel_api_test(zoo.parallel_env(game.name, **options), num_cycles=steps)
    check_state(make(), steps)


def check_state(env: Any, steps: int) -> None:
    """What all seats together see lies in its space, and is an array of its own each time."""
    env.reset(seed=1)
    env.action_space(env.agents[0]).seed(1)
    for agent in env.agent_iter(steps):
        seen, _, over, _, _ = env.last()
        state = env.state()
        assert env.state_space.contains(state), f"{env}: the state lies outside of its space"
        assert seen["observation"].tobytes() in state.tobytes(), f"{env}: {agent} is not in it"
        assert state is not env.state()
        if over:
            break
        env.step(env.action_space(env.agents[0]).sample(seen["action_mask"]))
