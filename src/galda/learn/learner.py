"""The learner: self-play, a policy gradient held near a slow average, and a critic that sees all.

The network sees what `observe` gives a seat and nothing else. The critic, which serves learning
alone, also sees what the other seats hide. Each lesson moves the policy towards what went better
than the critic expected (PPO's clipped gradient), while it is held near its own slow average, a
magnet that follows: cycles of answers to answers, which self-play runs into where something is
hidden or more than two play, are damped by it. The slow average is also what is kept and played.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

import galda
from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.core.kernels.features import places
from galda.learn.games import Games
from galda.learn.lesson import Lesson, Player
from galda.learn.settings import Settings
from galda.nets.seat_network import Critic, SeatNetwork

with extra("learn"):
    import torch
    from torch.nn import functional

TOLD = ("policy", "value", "critic", "entropy", "away", "clipped")
"""What is told of a lesson: losses, how open choices are, how far the policy is from the magnet,
how many steps were too long."""
LEAST = 0.03
"""Advantages that vary less than this, in utility, are not blown up: they are noise."""
GREATEST = 0.5
"""The longest gradient."""


class Learner:
    """Games, networks and the optimizer; `learn` plays a lesson and goes through it."""

    def __init__(self, settings: Settings, device: str = "cpu", threads: int | None = None) -> None:
        self.settings, self.device = settings, device
        game = galda.game(settings.game)
        settings.check(game)
        if device == "cuda":
            if not torch.cuda.is_available():
                raise GaldaError("PyTorch finds no graphics card; the device cpu needs none")
            torch.set_float32_matmul_precision("high")
        self.games = Games(
            game, settings.players, settings.games, settings.seed, device, threads,
            settings.options,
        )  # fmt: skip
        self._make_networks(game)
        self.steps = self.lessons = 0
        self.chance = torch.Generator(device).manual_seed(settings.seed)

    def _make_networks(self, game: galda.Game) -> None:
        settings = self.settings
        sample, hidden, points = self.games.look_around()
        columns = torch.as_tensor(hidden if settings.all_seeing else hidden[:0], device=self.device)
        divisors = np.ones(sample.shape[1], np.float32)
        for part in places(game.rules.features).values():
            divisors[part] = max(1, sample[:, part].max())
        kept = torch.random.get_rng_state()
        torch.manual_seed(settings.seed)
        self.network = SeatNetwork.of(game, settings.hidden, points)
        copies = self.games.seats - 1
        # Where nobody hides anything, the network itself sees all that a critic would.
        more = copies * len(columns)
        self.critic = Critic(sample.shape[1] + more, self.games.seats) if more else None
        torch.random.set_rng_state(kept)
        seen, by = torch.as_tensor(sample), torch.as_tensor(divisors)
        self.network.trunk.adapt(seen, by)
        self.weights = [*self.network.to(self.device).parameters()]
        if self.critic is not None:
            at = columns.cpu()
            wide = torch.cat([seen, *[seen[:, at]] * copies], 1)
            self.critic.trunk.adapt(wide, torch.cat([by, *[by[at]] * copies]))
            self.weights += [*self.critic.to(self.device).parameters()]
        self.slow = copy.deepcopy(self.network).requires_grad_(False)
        self.optimizer = torch.optim.Adam(
            self.weights, settings.rate, eps=1e-5, fused=self.device == "cuda"
        )
        self.player = Player(self.games, columns, settings.horizon, settings.trace)

    def learn(self) -> dict[str, float]:
        """Play on in all games and learn from it; what is to be told of the lesson."""
        settings = self.settings
        lesson = self.player.play(self._think, self.chance)
        gain = lesson.advantages[lesson.decided]
        lesson.advantages = (lesson.advantages - gain.mean()) / gain.std().clamp(min=LEAST)
        if self.lessons < settings.warm:
            lesson.advantages.zero_()
        told = torch.zeros(len(TOLD), device=self.device)
        for _ in range(settings.rounds):
            order = torch.randperm(len(lesson), generator=self.chance, device=self.device)
            for rows in order.chunk(settings.pieces):
                told += self._improve(lesson.rows(rows))
        with torch.no_grad():
            for old, new in zip(self.slow.parameters(), self.network.parameters(), strict=True):
                old.lerp_(new, 1 - settings.slow)
        self.steps += len(lesson)
        self.lessons += 1
        mean = told / (settings.rounds * settings.pieces)
        return dict(zip(TOLD, mean.tolist(), strict=True))

    def _think(
        self, seen: torch.Tensor, more: torch.Tensor, masks: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        logits, utilities, points = self.network.heads(seen, masks)
        if self.critic is not None:
            utilities, points = self.critic(torch.cat([seen, more], dim=1))
        points = points.view(len(seen), 2, -1) * self.network.points
        return logits, torch.cat([torch.sigmoid(utilities)[:, None], points], dim=1)

    def _improve(self, part: Lesson) -> torch.Tensor:
        """One step of the optimizer."""
        settings = self.settings
        logits, *own = self.network.heads(part.seen, part.masks)
        logs = torch.log_softmax(logits, dim=1)
        chances = logs.exp()
        with torch.no_grad():
            pulled = torch.log_softmax(self.slow.heads(part.seen, part.masks)[0], dim=1)
        weight = part.decided.float() / part.decided.sum().clamp(min=1)
        ratio = torch.exp(logs.gather(1, part.actions[:, None]).squeeze(1) - part.chances)
        held = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        gain = torch.min(ratio * part.advantages, held * part.advantages)
        legal = torch.where(part.masks, logs, 0.0)
        entropy = -((chances * legal).sum(1) * weight).sum()
        away = ((chances * torch.where(part.masks, logs - pulled, 0.0)).sum(1) * weight).sum()
        policy = -(gain * weight).sum()
        value = self._misjudged(part, *own)
        critic = torch.zeros_like(value)
        if self.critic is not None:
            critic = self._misjudged(part, *self.critic(torch.cat([part.seen, part.more], dim=1)))
        loss = (
            policy + settings.worth * (value + critic)
            - settings.entropy * entropy + settings.magnet * away
        )  # fmt: skip
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.weights, GREATEST)
        self.optimizer.step()
        clipped = ((ratio - 1).abs() > settings.clip).float()
        return torch.stack(
            [policy, value, critic, entropy, away, (clipped * weight).sum()]
        ).detach()

    def _misjudged(
        self, part: Lesson, utilities: torch.Tensor, points: torch.Tensor
    ) -> torch.Tensor:
        """How far expectations were off, over the seats that there are."""
        here = part.here.float()
        off = functional.binary_cross_entropy_with_logits(
            utilities, part.targets[:, 0].clamp(0, 1), reduction="none"
        )
        wanted = part.targets[:, 1:] / self.network.points
        far = functional.smooth_l1_loss(points.view_as(wanted), wanted, reduction="none").sum(1)
        return ((off + self.settings.points * far) * here).sum() / here.sum()

    def state(self) -> dict[str, Any]:
        """All that changes as it learns, in tensors and plain values, for `stand_as`."""
        return {
            "network": self.network.state_dict(), "slow": self.slow.state_dict(),
            "critic": None if self.critic is None else self.critic.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "chance": self.chance.get_state(), "steps": self.steps, "lessons": self.lessons,
            "games": self.games.keep(),
        }  # fmt: skip

    def stand_as(self, state: dict[str, Any]) -> None:
        """Go on from where another learner of the same settings was."""
        for name in ("network", "slow", "critic", "optimizer"):
            if state[name] is not None:
                getattr(self, name).load_state_dict(state[name])
        self.chance.set_state(state["chance"].cpu())
        self.steps, self.lessons = state["steps"], state["lessons"]
        self.games.stand_as(state["games"])
