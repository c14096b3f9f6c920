"""Teach a small network what searches found: lessons in, floating point and whole numbers out.

The policy learns the shares of visits, the value what each seat's `utility` was in the end, with a
part of what the search expected (less noisy), the score, for the trunk's sake, the final points.
Kinds that a game says are alike are exchanged by chance. The same seed, lessons and processor give
the same network; a graphics card is used where there is one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from galda.core.extras import extra
from galda.core.kernels.features import places
from galda.core.play.game import Game
from galda.core.play.options import player_counts
from galda.learn.by_search.games import Lessons
from galda.learn.by_search.telling import Tell
from galda.nets.quantise import quantise_file

with extra("learn"):
    import torch
    from torch.nn import functional

MOST_ROWS = 64
"""Inputs with numbers up to this have a row for each number."""
GREAT = 128.0
"""Numbers beyond are learnt in units of so many."""
SCORE = 50.0
"""Points are learnt in units of so many."""
SPREAD = 0.3
"""How much of the probability all legal actions share beside the one that a policy chose."""


@dataclass(frozen=True)
class Course:
    """How it is taught."""

    epochs: float = 8
    batch: int = 1024
    first: int = 256
    second: int = 64
    rate: float = 2e-3
    trust: float = 0.3
    """How much of the value is what the search expected instead of what came of it."""
    leave_out: tuple[str, ...] = ()
    """Features that get no weights."""
    seed: int = 1
    search: Mapping[str, float] = field(default_factory=dict)
    """How a search is to be led by the network: kept in its file."""


def count_rows(seen: Any, left_out: list[slice]) -> Any:
    """How many rows each input gets: one where it is a flag, a small count or a great number."""
    most = seen.max(0).astype(int)
    rows = np.where((most > 2) & (most <= MOST_ROWS), most, 1)
    for place in left_out:
        rows[place] = 0
    return rows


class Exchange:
    """Exchanges the kinds that a game says are alike, in each lesson as a flag of it allows."""

    def __init__(self, game: Game, inputs: int, device: str, seed: int) -> None:
        self._alike, self._features, self._device = game.bots.alike, game.rules.features, device
        self._chance = np.random.default_rng(seed)
        self._beyond = np.arange(inputs)
        if self._alike is not None:
            self._flags = torch.from_numpy(self._alike.differing(game.rules.features)).to(device)

    def __call__(self, lesson: Lessons) -> None:
        """Exchange them in place, in one new order for all of these."""
        if self._alike is None:
            return
        order = self._chance.permutation(self._alike.count)
        inputs, actions = self._alike.exchanged(self._features, order)
        inputs = np.concatenate([inputs, self._beyond[len(inputs) :]])
        still = (lesson["seen"][:, self._flags] == 0).all(1, keepdim=True)
        sources = {"seen": inputs, "legal": actions, "shares": actions}
        for name, each in sources.items():
            if name in lesson:
                source = torch.from_numpy(each).to(self._device)
                lesson[name] = torch.where(still, lesson[name][:, source], lesson[name])
        if "chosen" in lesson:  # quick games: a number, and the legal actions as bits
            became = torch.from_numpy(np.argsort(actions)).to(self._device)
            chosen = lesson["chosen"].long()
            lesson["chosen"] = torch.where(still[:, 0], became[chosen], chosen)
            lesson["legal"] = unpack(lesson.pop("masks"), len(actions))
            source = torch.from_numpy(actions).to(self._device)
            lesson["legal"] = torch.where(still, lesson["legal"][:, source], lesson["legal"])


def unpack(masks: torch.Tensor, actions: int) -> torch.Tensor:
    """Legal actions as bytes, from bits."""
    bits = torch.arange(8, device=masks.device, dtype=torch.uint8)
    return (masks[:, :, None] >> bits & 1).flatten(1)[:, :actions]


class Trunk(torch.nn.Module):
    """The network in floating point, as `galda.nets.quantise` describes it."""

    def __init__(self, rows: int, actions: int, seats: int, course: Course) -> None:
        super().__init__()
        self.first = torch.nn.Linear(rows, course.first)
        self.second = torch.nn.Linear(course.first, course.second)
        self.policy = torch.nn.Linear(course.second, actions)
        self.value = torch.nn.Linear(course.second, seats)
        self.score = torch.nn.Linear(course.second, seats)
        torch.nn.init.normal_(self.first.weight, std=0.08)
        torch.nn.init.constant_(self.first.bias, 0.3)
        torch.nn.init.constant_(self.second.bias, 0.3)

    def forward(self, given: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Logits of actions, logits of values, scores."""
        deep = self.second(self.first(given).clamp(0, 1)).clamp(0, 1)
        return self.policy(deep), self.value(deep), self.score(deep)

    def arrays(self, scales: Any) -> dict[str, Any]:
        """The weights under their names, for inputs that are not scaled."""
        named = {"w0": self.first, "w1": self.second, "policy_w": self.policy,
                 "value_w": self.value, "score_w": self.score}  # fmt: skip
        found: dict[str, Any] = {}
        for name, layer in named.items():
            found[name] = layer.weight.T.detach().cpu().numpy().copy()
            found[name.replace("w", "b") if name[0] == "w" else f"{name[:-1]}b"] = (
                layer.bias.detach().cpu().numpy()
            )
        found["w0"] *= scales[:, None]
        return found


class Spreading:
    """What was seen as inputs of the first layer: one for each row."""

    def __init__(self, rows: Any, seen: Any, device: str) -> None:
        self.counts = torch.from_numpy(rows).to(device)
        self.starts = torch.from_numpy(np.cumsum(rows) - rows).to(device)
        self.total = int(rows.sum())
        great = (seen.max(0) > MOST_ROWS) & (rows == 1)
        self.scales = np.repeat(np.where(great, 1 / GREAT, 1.0), rows)
        self._scales = torch.from_numpy(self.scales).float().to(device)

    def __call__(self, seen: torch.Tensor) -> torch.Tensor:
        """The inputs."""
        at, k = seen.nonzero(as_tuple=True)
        numbers, counts = seen[at, k].long(), self.counts[k]
        there = counts > 0
        at, k, numbers, counts = at[there], k[there], numbers[there], counts[there]
        single = counts == 1
        row = self.starts[k] + torch.where(single, 0, torch.minimum(numbers, counts) - 1)
        out = torch.zeros(len(seen), self.total, device=seen.device)
        out[at, row] = torch.where(single, numbers, 1).float()
        return out * self._scales


def told_actions(lesson: Lessons, actions: int) -> tuple[torch.Tensor, torch.Tensor] | None:
    """Which actions were legal and how likely each should be; None where it is not told."""
    if "shares" in lesson:
        return lesson["legal"], lesson["shares"].float()
    if "chosen" not in lesson:
        return None
    legal = lesson["legal"] if "legal" in lesson else unpack(lesson["masks"], actions)
    shares = legal.float() * (SPREAD / legal.sum(1, keepdim=True))
    shares.scatter_add_(
        1, lesson["chosen"].long()[:, None], torch.full_like(shares[:, :1], 1 - SPREAD)
    )
    return legal, shares


def losses_of(network: Trunk, given: Any, lesson: Lessons, trust: float) -> tuple[Any, ...]:
    """How wrong it is: about actions, values and scores, and the squared error of values.

    Lessons that tell nothing about actions are about the others alone.
    """
    logits, values, scores = network(given)
    policy = torch.zeros((), device=values.device)
    if (told := told_actions(lesson, logits.shape[1])) is not None:
        legal, shares = told
        logits = logits.masked_fill(legal == 0, -1e9)
        policy = -(shares * functional.log_softmax(logits, 1)).sum(1).mean()
    seats = values.shape[1]
    there = (torch.arange(seats, device=values.device)[None] < lesson["players"][:, None]).float()
    expected = lesson["expected"] if "expected" in lesson else lesson["worth"]
    wanted = ((1 - trust) * lesson["worth"] + trust * expected)[:, :seats]
    value = functional.binary_cross_entropy_with_logits(values, wanted, weight=there)
    score = (there * (scores - lesson["scores"][:, :seats] / SCORE) ** 2).mean()
    error = (there * (torch.sigmoid(values) - wanted) ** 2).sum() / there.sum()
    return policy, value, score, error


class Shuffled:
    """Lessons on the device, batch by batch in ever new orders; some are kept apart."""

    def __init__(self, lessons: Lessons, batch: int, device: str, seed: int) -> None:
        total = len(lessons["players"])
        held = min(total // 20, 6000)  # the last games: never learnt from
        self._tensors = {name: torch.from_numpy(each).to(device) for name, each in lessons.items()}
        self.kept = {name: each[total - held :] for name, each in self._tensors.items()}
        self.count = total - held
        self._batch, self._device = batch, device
        self._chance, self._order = np.random.default_rng(seed), np.array([], int)

    def __iter__(self) -> Iterator[Lessons]:
        while True:
            if len(self._order) < self._batch:
                self._order = self._chance.permutation(self.count)
            chosen = torch.from_numpy(self._order[: self._batch]).to(self._device)
            self._order = self._order[self._batch :]
            yield {name: each[chosen] for name, each in self._tensors.items()}


def teach(
    game: Game, sources: Sequence[Lessons], course: Course, floats: Path, file: Path, tell: Tell
) -> None:
    """Learn and write; a step takes as many lessons of every source."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(course.seed)
    where = places(game.rules.features)
    most = np.stack([source["seen"].max(0) for source in sources])
    rows = count_rows(most, [where[name] for name in course.leave_out])
    spread = Spreading(rows, most, device)
    exchange = Exchange(game, len(rows), device, course.seed)
    seats = max(player_counts(game.options))
    network = Trunk(spread.total, game.rules.action_count, seats, course).to(device)
    batches = [Shuffled(source, course.batch, device, course.seed) for source in sources]
    steps = max(int(course.epochs * batches[0].count / course.batch), 1)
    teacher = torch.optim.AdamW(network.parameters(), course.rate, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(teacher, course.rate, steps, pct_start=0.1)
    total = len(sources[0]["players"])
    tell(0.0, f"{total} lessons, {spread.total} rows, {steps} steps, {device}")
    streams = [iter(batch) for batch in batches]
    for step in range(1, steps + 1):
        whole = torch.zeros((), device=device)
        for stream in streams:
            lesson = next(stream)
            exchange(lesson)
            given = spread(lesson["seen"])
            policy, value, score, _ = losses_of(network, given, lesson, course.trust)
            whole = whole + policy + 2 * value + 0.5 * score
        teacher.zero_grad()
        whole.backward()
        teacher.step()
        plan.step()
        words = ""
        if step % max(steps // 3, 1) == 0 or step == steps:
            words = "; ".join(held_back(network, spread, batch) for batch in batches)
        tell(step / steps, words)
    header = {
        "game": game.name,
        "inputs": len(rows),
        "players": sorted({int(n) for n in np.unique(sources[0]["players"])}),
        "lessons": total,
        "seed": course.seed,
        "search": dict(course.search),
    }
    arrays = network.arrays(spread.scales)
    np.savez(floats, header=np.array(json.dumps(header)), rows=rows, **arrays)
    quantise_file(floats, file)


def held_back(network: Trunk, spread: Spreading, batch: Shuffled) -> str:
    """How wrong it is about lessons that it never learnt from, in words."""
    with torch.no_grad():
        found = losses_of(network, spread(batch.kept["seen"]), batch.kept, 0.0)
    return "policy, value, score, error " + " ".join(f"{float(each):.4f}" for each in found)
