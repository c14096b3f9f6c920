"""Teach a small network what searches found: lessons in, floating point and whole numbers out.

    python scripts/priors_learn.py towers LESSONS.npz… --to network.npz --floats floats.npz

Needs PyTorch. The lessons are `priors_games.py`'s. The policy learns the shares of visits, the
value what each seat's `utility` was in the end, with a part of what the search expected (less noisy),
the score, for the trunk's sake, the final points. `--leave-out` names features that get no weights.
The same seed, lessons and machine give the same network.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

import galda
from galda.core.kernels.features import places
from galda.core.play.options import player_counts
from galda.nets.quantise import quantise_file

MOST_ROWS = 48
"""Inputs with numbers up to this have a row for each number."""
SCORE = 50.0
"""Points are learnt in units of so many."""
KINDS = 5


def count_rows(seen: np.ndarray, left_out: list[slice]) -> np.ndarray:
    """How many rows each input gets: one where it is a flag, a small count or a great number."""
    most = seen.max(0).astype(int)
    rows = np.where((most > 2) & (most <= MOST_ROWS), most, 1)
    for place in left_out:
        rows[place] = 0
    return rows


def mix_towers(seen: np.ndarray, rights: np.ndarray, chance: np.random.Generator) -> Any:
    """5 Towers with its kinds exchanged, where nothing is being laid: no kind differs from others."""
    order = chance.permutation(KINDS)
    where = places(galda.game("towers").features)
    still = seen[:, where["phase"]][:, :2].any(1)
    seen, rights = seen.copy(), [each.copy() for each in rights]
    for name, shape in (("row", (KINDS, 16)), ("deck", (KINDS, 16)), ("discards", (KINDS, 16))):
        part = seen[still, where[name]].reshape(-1, *shape)
        seen[still, where[name]] = part[:, order].reshape(len(part), -1)
    for name, deep in (("towers", 22), ("heights", 1), ("tops", 1), ("demolished", 1)):
        part = seen[still, where[name]].reshape(-1, 5, KINDS, deep)
        seen[still, where[name]] = part[:, :, order].reshape(len(part), -1)
    for each in rights:
        each[still, 7:12] = each[still, 7:12][:, order]
    return seen, rights


MIXES = {"towers": mix_towers}


class Trunk(torch.nn.Module):
    """The network in floating point, as `galda.nets.quantise` describes it."""

    def __init__(self, rows: int, actions: int, seats: int, first: int, second: int) -> None:
        super().__init__()
        self.first = torch.nn.Linear(rows, first)
        self.second = torch.nn.Linear(first, second)
        self.policy = torch.nn.Linear(second, actions)
        self.value = torch.nn.Linear(second, seats)
        self.score = torch.nn.Linear(second, seats)
        torch.nn.init.normal_(self.first.weight, std=0.08)
        torch.nn.init.constant_(self.first.bias, 0.3)
        torch.nn.init.constant_(self.second.bias, 0.3)

    def forward(self, given: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Logits of actions, logits of values, scores."""
        deep = self.second(self.first(given).clamp(0, 1)).clamp(0, 1)
        return self.policy(deep), self.value(deep), self.score(deep)

    def arrays(self) -> dict[str, np.ndarray]:
        """The weights under their names."""
        layers = {"0": self.first, "1": self.second}
        heads = {"policy": self.policy, "value": self.value, "score": self.score}
        found = {}
        for name, layer in layers.items():
            found[f"w{name}"], found[f"b{name}"] = layer.weight.T, layer.bias
        for name, layer in heads.items():
            found[f"{name}_w"], found[f"{name}_b"] = layer.weight.T, layer.bias
        return {name: each.detach().numpy().copy() for name, each in found.items()}


def spread(seen: np.ndarray, rows: np.ndarray) -> torch.Tensor:
    """What was seen as inputs of the first layer: one for each row."""
    starts = np.concatenate([[0], np.cumsum(rows)])
    out = np.zeros((len(seen), starts[-1]), np.float32)
    at, k = np.nonzero(seen)
    numbers, counts = seen[at, k].astype(int), rows[k]
    many, one = counts > 1, counts == 1
    out[at[one], starts[k[one]]] = numbers[one]
    out[at[many], starts[k[many]] + np.minimum(numbers[many], counts[many]) - 1] = 1
    return torch.from_numpy(out)


def loss_of(network: Trunk, given: Any, lesson: dict[str, np.ndarray], trust: float) -> Any:
    """How wrong it is: about actions, values and scores."""
    logits, values, scores = network(given)
    legal = torch.from_numpy(lesson["legal"])
    logits = logits.masked_fill(legal == 0, -1e9)
    shares = torch.from_numpy(lesson["shares"].astype(np.float32))
    policy = -(shares * functional.log_softmax(logits, 1)).sum(1).mean()
    seats = values.shape[1]
    there = torch.from_numpy(
        (np.arange(seats)[None] < lesson["players"][:, None]).astype(np.float32)
    )
    wanted = (1 - trust) * lesson["worth"] + trust * lesson["expected"]
    wanted = torch.from_numpy(wanted[:, :seats].astype(np.float32))
    value = functional.binary_cross_entropy_with_logits(values, wanted, weight=there)
    points = torch.from_numpy(lesson["scores"][:, :seats].astype(np.float32) / SCORE)
    score = (there * (scores - points) ** 2).mean()
    error = (there * (torch.sigmoid(values) - wanted) ** 2).sum() / there.sum()
    return policy, value, score, error


def main() -> None:
    """Read lessons, learn, write."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("game")
    ask.add_argument("lessons", type=Path, nargs="+")
    ask.add_argument("--to", type=Path, required=True)
    ask.add_argument("--floats", type=Path, required=True)
    ask.add_argument("--epochs", type=float, default=6)
    ask.add_argument("--batch", type=int, default=1024)
    ask.add_argument("--first", type=int, default=256)
    ask.add_argument("--second", type=int, default=64)
    ask.add_argument("--rate", type=float, default=2e-3)
    ask.add_argument("--trust", type=float, default=0.3)
    ask.add_argument("--leave-out", nargs="*", default=[])
    ask.add_argument("--seed", type=int, default=1)
    told = ask.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(told.seed)
    chance = np.random.default_rng(told.seed)
    game = galda.game(told.game)
    read = [dict(np.load(file)) for file in told.lessons]
    lessons = {name: np.concatenate([each[name] for each in read]) for name in read[0]}
    where = places(game.features)
    rows = count_rows(lessons["seen"], [where[name] for name in told.leave_out])
    seats = max(player_counts(game.options))
    network = Trunk(int(rows.sum()), game.action_count, seats, told.first, told.second)
    total = len(lessons["seen"])
    held = np.arange(total) >= total - min(total // 20, 6000)  # the last games: never learnt from
    taught = np.flatnonzero(~held)
    steps = int(told.epochs * len(taught) / told.batch)
    teacher = torch.optim.AdamW(network.parameters(), told.rate, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(teacher, told.rate, steps, pct_start=0.1)
    mix = MIXES.get(told.game)
    order = np.array([], int)
    began = time.monotonic()
    print(total, "lessons,", int(rows.sum()), "rows,", steps, "steps", flush=True)
    for step in range(steps):
        if len(order) < told.batch:
            order = chance.permutation(taught)
        chosen, order = order[: told.batch], order[told.batch :]
        lesson = {name: each[chosen] for name, each in lessons.items()}
        if mix:
            lesson["seen"], (lesson["shares"], lesson["legal"]) = mix(
                lesson["seen"], [lesson["shares"], lesson["legal"]], chance
            )
        policy, value, score, _ = loss_of(network, spread(lesson["seen"], rows), lesson, told.trust)
        teacher.zero_grad()
        (policy + 2 * value + 0.5 * score).backward()
        teacher.step()
        plan.step()
        if step % 200 == 199 or step == steps - 1:
            with torch.no_grad():
                kept = {name: each[held] for name, each in lessons.items()}
                losses = loss_of(network, spread(kept["seen"], rows), kept, 0.0)
            words = " ".join(f"{float(each):.4f}" for each in losses)
            print(
                step + 1,
                "policy, value, score, error:",
                words,
                f"{time.monotonic() - began:.0f} s",
                flush=True,
            )
    header = {
        "game": game.name,
        "inputs": len(rows),
        "players": sorted({int(n) for n in lessons["players"]}),
        "lessons": total,
        "seed": told.seed,
    }
    np.savez(told.floats, header=np.array(json.dumps(header)), rows=rows, **network.arrays())
    quantise_file(told.floats, told.to)
    print("written:", told.to, told.to.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
