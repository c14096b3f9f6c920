"""Learn a game with Stable-Baselines3: MaskablePPO on the Gymnasium environment, against a bot.

    pip install 'galda[rl]' sb3-contrib
    python examples/sb3_maskable.py --steps 200000 --opponent greedy

Afterwards the policy sits the exam of the solved game: `galda.exams` takes it as a function of
observations and masks.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker

import galda.envs.gym  # noqa: F401  (registers the environments)
from galda import exams


class Flat(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Observations as one row of small numbers, not as planes that look like pictures."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        size = int(torch.tensor(env.observation_space.shape).prod())
        self.observation_space = gymnasium.spaces.Box(0.0, 255.0, (size,))

    def observation(self, observation: Any) -> Any:
        """One observation."""
        return observation.reshape(-1).astype("float32")


def make_env(opponent: str, size: int) -> Any:
    """One environment whose masks MaskablePPO finds."""
    env = gymnasium.make("galda/quixo-v0", opponents=opponent, size=size)
    return ActionMasker(Flat(env), lambda masked: masked.unwrapped.action_masks())


def main() -> None:
    """Learn, then sit the exam."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--size", type=int, default=4)
    asked.add_argument("--opponent", default="greedy")
    asked.add_argument("--steps", type=int, default=100_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", default="")
    wish = asked.parse_args()
    torch.set_num_threads(1)
    env = make_env(wish.opponent, wish.size)
    model = MaskablePPO("MlpPolicy", env, seed=wish.seed, n_steps=1024, batch_size=256, verbose=0)
    before = measure(model, wish.size)
    model.learn(wish.steps)
    if wish.out:
        model.save(wish.out)
    print(f"keeps the value in {before:.1%} before, {measure(model, wish.size):.1%} after learning")


def measure(model: MaskablePPO, size: int) -> float:
    """How often the likeliest action keeps the exact value."""

    def policy(observations: Any, masks: Any) -> Any:
        seen = torch.as_tensor(observations.reshape(len(masks), -1)).float()
        with torch.inference_mode():
            return model.policy.get_distribution(seen, masks).distribution.logits

    return exams.score("quixo", policy, batched=True, size=size).share


if __name__ == "__main__":
    main()
