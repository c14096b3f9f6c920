"""Learn a game by PPO in self-play: PyTorch, one batch, one command.

    python examples/ppo.py --seed 1 --out ppo-1.pt                 Quixo 4×4 on the CPU
    python examples/ppo.py --device cuda --batch 8192 --size 5     the same on a graphics card

One network plays all seats. Values are those of the seat to act, so what comes next is turned
round where the other seat is to act. Every so often the network sits the exam of the solved game
(`galda.exams`); the curve is written as JSON beside the network, whose file is a
bot: `galda arena quixo ppo-1.pt skilled --size 4`.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional

import galda
from galda import exams
from galda.nets.checkpoints import save
from galda.nets.network import PolicyValue


class Ppo:
    """Self-play and learning from it."""

    def __init__(self, wish: argparse.Namespace, options: dict[str, Any]) -> None:
        torch.manual_seed(wish.seed)
        self.wish = wish
        self.batch = galda.batch(
            wish.game, wish.batch, seed=wish.seed, device=wish.device, **options
        )
        self.network = PolicyValue.of(self.batch.game, wish.hidden).to(wish.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), wish.rate, eps=1e-5)
        self.moves = 0

    def tensor(self, array: Any) -> torch.Tensor:
        """A copy of a batch's array as a tensor on the device: the batch overwrites its own."""
        return torch.as_tensor(array, device=self.wish.device).clone()

    def play(self) -> dict[str, torch.Tensor]:
        """Play `steps` moves in every game; what was seen, done and earned."""
        batch, kept = self.batch, []
        rows = torch.arange(batch.num_envs, device=self.wish.device)
        for _ in range(self.wish.steps):
            seen, masks = self.tensor(batch.observations), self.tensor(batch.masks)
            seats = self.tensor(batch.to_act).long()
            with torch.no_grad():
                logits, values = self.network(seen, masks)
            policy = torch.distributions.Categorical(logits=logits)
            actions = policy.sample()
            batch.step(self.array(actions))
            kept.append({
                "seen": seen, "masks": masks, "actions": actions, "values": values,
                "chances": policy.log_prob(actions), "over": self.tensor(batch.terminated).bool(),
                "rewards": self.tensor(batch.rewards)[rows, seats],
                "same": (self.tensor(batch.to_act).long() == seats).float() * 2 - 1,
            })  # fmt: skip
        with torch.no_grad():
            _, after = self.network(self.tensor(batch.observations), self.tensor(batch.masks))
        self.moves += batch.num_envs * self.wish.steps
        told = {name: torch.stack([one[name] for one in kept]) for name in kept[0]}
        return told | self.advantages(told, after)

    def array(self, actions: torch.Tensor) -> Any:
        """Actions as the batch takes them: on a card they stay there."""
        return actions.int() if self.wish.device == "cuda" else actions.int().numpy()

    def advantages(
        self, told: dict[str, torch.Tensor], after: torch.Tensor
    ) -> dict[str, torch.Tensor]:
        """Generalised advantages for the seat that acted, and what values should have been."""
        found = torch.zeros_like(told["values"])
        ahead = torch.zeros_like(after)
        for k in reversed(range(len(found))):
            goes_on = (~told["over"][k]).float() * told["same"][k]
            better = told["rewards"][k] + goes_on * after - told["values"][k]
            ahead = better + self.wish.trace * goes_on * ahead
            found[k], after = ahead, told["values"][k]
        return {"advantages": found, "returns": found + told["values"]}

    def learn(self, told: dict[str, torch.Tensor]) -> dict[str, float]:
        """A few rounds over what was played, in pieces, each step kept near the old policy."""
        flat = {name: array.flatten(0, 1) for name, array in told.items()}
        size, sums = len(flat["actions"]), {"policy": 0.0, "value": 0.0, "entropy": 0.0}
        steps = self.wish.rounds * self.wish.pieces
        for _ in range(self.wish.rounds):
            for rows in torch.randperm(size, device=self.wish.device).chunk(self.wish.pieces):
                part = {name: array[rows] for name, array in flat.items()}
                logits, values = self.network(part["seen"], part["masks"])
                policy = torch.distributions.Categorical(logits=logits)
                ratio = torch.exp(policy.log_prob(part["actions"]) - part["chances"])
                gain = functional.layer_norm(part["advantages"], part["advantages"].shape)
                kept = torch.clamp(ratio, 1 - self.wish.clip, 1 + self.wish.clip)
                loss_policy = -torch.min(ratio * gain, kept * gain).mean()
                loss_value = functional.mse_loss(values, part["returns"])
                entropy = policy.entropy().mean()
                loss = loss_policy + loss_value - self.wish.entropy * entropy
                self.optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()
                for name, part_of_it in (
                    ("policy", loss_policy), ("value", loss_value), ("entropy", entropy)
                ):  # fmt: skip
                    sums[name] += float(part_of_it.detach()) / steps
        return sums


def measure(network: PolicyValue, game: str, options: dict[str, Any]) -> dict[str, float]:
    """How often the likeliest move keeps the exact value, by the exams of the solved game."""
    with torch.inference_mode():
        report = exams.score(game, network, batched=True, **options)
    return {sitting.source: round(sitting.whole.share, 4) for sitting in report.sittings}


def write(learner: Ppo, curve: list[dict[str, Any]], options: dict[str, Any]) -> None:
    """Keep the network and its curve."""
    wish = learner.wish
    how = {"by": "ppo", "seed": wish.seed, "moves": learner.moves, "device": wish.device}
    save(wish.out, learner.network, wish.game, options, how)
    told = {"by": "PPO", "game": wish.game, "options": options, "wish": vars(wish), "curve": curve}
    wish.out.with_suffix(".json").write_text(json.dumps(told, default=str), "utf-8")


def main() -> None:
    """Learn, measure now and then, keep the network and its curve."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--game", default="quixo")
    asked.add_argument("--size", type=int, default=4, help="Quixo's rows (other games: 0)")
    asked.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    asked.add_argument("--threads", type=int, default=1, help="of PyTorch, on the CPU")
    asked.add_argument("--moves", type=int, default=2_000_000)
    asked.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    asked.add_argument("--batch", type=int, default=512)
    asked.add_argument("--steps", type=int, default=32)
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--pieces", type=int, default=4)
    asked.add_argument("--hidden", type=int, default=128)
    asked.add_argument("--rate", type=float, default=5e-4)
    asked.add_argument("--trace", type=float, default=0.9, help="how far a result reaches back")
    asked.add_argument("--clip", type=float, default=0.2)
    asked.add_argument("--entropy", type=float, default=0.02)
    asked.add_argument("--points", type=int, default=20, help="measurements along the way")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path, default=Path("ppo.pt"))
    wish = asked.parse_args()
    torch.set_num_threads(wish.threads)
    options: dict[str, Any] = {"size": wish.size} if wish.size else {}
    learner, began = Ppo(wish, options), time.perf_counter()
    curve: list[dict[str, Any]] = []
    losses: dict[str, float] = {}
    while True:
        spent = time.perf_counter() - began
        far = max(learner.moves / wish.moves, spent / wish.seconds)
        if far >= len(curve) / wish.points or far >= 1:
            kept = measure(learner.network, wish.game, options)
            curve.append({"moves": learner.moves, "seconds": round(spent, 1), **kept, **losses})
            print(curve[-1], flush=True)
        if far >= 1:
            break
        losses = learner.learn(learner.play())
    write(learner, curve, options)


if __name__ == "__main__":
    main()
