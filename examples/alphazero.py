"""Learn a game as AlphaZero does: search in many games at once, and a network that learns from it.

    python examples/alphazero.py --seed 1 --out az-1.pt            Quixo 4×4 on the CPU
    python examples/alphazero.py --device cuda --batch 2048        the network on a graphics card

Each move of each game is chosen by `galda.search.Search`, a Gumbel search of few simulations; the
network learns the improved policy and how the game ended, mixed with what the search expected. The
exams of the solved game measure the network alone and with the search. The file it is kept in is
a bot: `galda arena quixo az-1.pt:64 expert --size 4`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

import galda
from galda import exams
from galda.nets.checkpoints import save
from galda.nets.network import PolicyValue
from galda.search import Search

Lessons = dict[str, torch.Tensor]


class AlphaZero:
    """Self-play by search, and learning from it."""

    def __init__(self, wish: argparse.Namespace, options: dict[str, Any]) -> None:
        torch.manual_seed(wish.seed)
        self.wish, self.options = wish, options
        self.batch = galda.batch(wish.game, wish.batch, seed=wish.seed, **options)
        self.network = PolicyValue.of(self.batch.game, wish.hidden, wish.blocks).to(wish.device)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), wish.rate, weight_decay=1e-4)
        self.search = self.make_search(wish.batch, wish.simulations)
        self.memory: deque[Lessons] = deque(maxlen=wish.memory)
        self.moves = 0

    def make_search(self, n: int, simulations: int) -> Search:
        """A search that the network leads."""
        return Search(
            self.wish.game, n, self.ask, simulations=simulations, threads=self.wish.threads,
            considered=self.wish.considered, **self.options,
        )  # fmt: skip

    def ask(self, seen: Any, masks: Any) -> tuple[Any, Any]:
        """What the network says of arrays on the processor."""
        with torch.inference_mode():
            logits, values = self.network(seen, masks)
        return logits.float().cpu().numpy(), values.float().cpu().numpy()

    def play(self) -> Lessons:
        """Play `steps` moves in every game; what there is to learn from them."""
        batch, kept = self.batch, []
        rows = np.arange(batch.num_envs)
        for _ in range(self.wish.steps):
            seen, masks, seats = batch.observations.copy(), batch.masks.copy(), batch.to_act.copy()
            found = self.search.run(batch.states, seed=self.wish.seed * 2**40 + self.moves)
            batch.step(self.explore(found.actions))
            self.moves += batch.num_envs
            same = np.where(batch.to_act == seats, 1.0, -1.0)
            rewards = batch.rewards[rows, seats]
            ended = batch.terminated.copy()
            kept.append((seen, masks, found.policy, found.values, rewards, ended, same))
        _, after = self.ask(batch.observations, batch.masks)
        targets: list[Any] = []
        for *_, values, rewards, over, same in reversed(kept):
            after = np.where(over, rewards, same * after)
            mixed = (1 - self.wish.mix) * after + self.wish.mix * values
            targets.insert(0, np.where(over, rewards, mixed))
        names = ("seen", "masks", "policy")
        lessons = {name: np.concatenate([one[k] for one in kept]) for k, name in enumerate(names)}
        lessons["targets"] = np.concatenate(targets).astype(np.float32)
        return {name: torch.as_tensor(array) for name, array in lessons.items()}

    def explore(self, actions: Any) -> Any:
        """Play just anything now and then: else all games become the same few."""
        chance = np.random.default_rng([self.wish.seed, self.moves])
        any_move = self.batch.random_actions(seed=int(chance.integers(2**62)))
        return np.where(chance.random(len(actions)) < self.wish.explore, any_move, actions)

    def learn(self) -> dict[str, float]:
        """Some steps on what was played lately."""
        sums = {"policy": 0.0, "value": 0.0}
        every = {name: torch.cat([part[name] for part in self.memory]) for name in self.memory[0]}
        every = {name: array.to(self.wish.device) for name, array in every.items()}
        steps = self.wish.updates
        for _ in range(steps):
            rows = torch.randint(len(every["targets"]), (self.wish.piece,),
                                 device=self.wish.device)  # fmt: skip
            part = {name: array[rows] for name, array in every.items()}
            logits, values = self.network(part["seen"], part["masks"])
            wanted = part["policy"]
            logs = functional.log_softmax(logits, dim=1).masked_fill(~part["masks"], 0.0)
            loss_policy = -(wanted * logs).sum(1).mean()
            loss_value = functional.mse_loss(values, part["targets"])
            self.optimizer.zero_grad()
            (loss_policy + loss_value).backward()
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
            self.optimizer.step()
            sums["policy"] += float(loss_policy.detach()) / steps
            sums["value"] += float(loss_value.detach()) / steps
        return sums

    def measure(self) -> dict[str, float]:
        """How often the value is kept: by the network's likeliest move, and with the search."""
        found: dict[str, float] = {}
        for exam in exams.exams_of(self.wish.game, **self.options):
            for searched in (False, True):
                policy = self.searched(exam.states) if searched else self.ask
                report = exams.score(
                    self.wish.game, policy, batched=True, source=exam.source, **self.options
                )
                found[exam.source + (" searched" if searched else "")] = round(report.share, 4)
        return found

    def searched(self, states: Any) -> Any:
        """A batched policy that searches from these states, as often as in play."""
        search = self.make_search(len(states), self.wish.simulations)
        return lambda seen, masks: search.run(states, noise=0).policy


def write(learner: AlphaZero, curve: list[dict[str, Any]]) -> None:
    """Keep the network and its curve."""
    wish = learner.wish
    how = {"by": "alphazero", "seed": wish.seed, "moves": learner.moves, "device": wish.device}
    save(wish.out, learner.network, wish.game, learner.options, how)
    told = {"by": "AlphaZero-like", "game": wish.game, "options": learner.options,
            "wish": vars(wish), "curve": curve}  # fmt: skip
    wish.out.with_suffix(".json").write_text(json.dumps(told, default=str), "utf-8")


def main() -> None:
    """Learn, measure now and then, keep the network and its curve."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--game", default="quixo")
    asked.add_argument("--size", type=int, default=4, help="Quixo's rows (other games: 0)")
    asked.add_argument("--device", default="cpu", choices=("cpu", "cuda"), help="of the network")
    asked.add_argument("--threads", type=int, default=1, help="of the search, and of PyTorch")
    asked.add_argument("--moves", type=int, default=400_000)
    asked.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    asked.add_argument("--batch", type=int, default=256)
    asked.add_argument("--steps", type=int, default=16, help="moves between rounds of learning")
    asked.add_argument("--simulations", type=int, default=24)
    asked.add_argument("--considered", type=int, default=12)
    asked.add_argument("--memory", type=int, default=8, help="rounds that are remembered")
    asked.add_argument("--updates", type=int, default=24)
    asked.add_argument("--piece", type=int, default=1024)
    asked.add_argument("--hidden", type=int, default=128)
    asked.add_argument("--blocks", type=int, default=2)
    asked.add_argument("--rate", type=float, default=1e-3)
    asked.add_argument("--mix", type=float, default=0.5, help="the search's share of the value")
    asked.add_argument("--explore", type=float, default=0.05, help="the share of moves by chance")
    asked.add_argument("--points", type=int, default=20, help="measurements along the way")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path, default=Path("alphazero.pt"))
    wish = asked.parse_args()
    torch.set_num_threads(wish.threads)
    options: dict[str, Any] = {"size": wish.size} if wish.size else {}
    learner, began = AlphaZero(wish, options), time.perf_counter()
    curve: list[dict[str, Any]] = []
    losses: dict[str, float] = {}
    while True:
        spent = time.perf_counter() - began
        far = max(learner.moves / wish.moves, spent / wish.seconds)
        if far >= len(curve) / wish.points or far >= 1:
            kept = learner.measure()
            curve.append({"moves": learner.moves, "seconds": round(spent, 1), **kept, **losses})
            print(curve[-1], flush=True)
        if far >= 1:
            break
        learner.memory.append(learner.play())
        losses = learner.learn()
    write(learner, curve)


if __name__ == "__main__":
    main()
