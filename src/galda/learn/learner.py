"""The learner: self-play and a policy gradient held near a slow average.

The network is given what `encode` tells of a seat. Each rollout moves the policy towards what went
better than the network expected (PPO's clipped gradient), while it is held near its own slow
average, as in magnetic mirror descent: cycles of answers to answers, which self-play runs into
where something is hidden or more than two play, are damped by it. The slow average is also what is
kept and played. On a GPU rollouts and steps of the optimizer are recorded once and replayed (CUDA
graphs).
"""

from __future__ import annotations

import copy
from typing import Any

import galda
from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.learn import processes
from galda.learn.games import Games, Given
from galda.learn.graphs import Replay
from galda.learn.rollout import Player, Samples, Told
from galda.learn.settings import Settings
from galda.nets.seat_network import Heads, SeatNetwork

with extra("learn"):
    import torch
    from torch.nn import functional

TOLD = ("policy", "value", "entropy", "away", "clipped")
"""What is told of a rollout: losses, how open choices are, how far the policy is from its slow
average, how many steps were clipped."""
LEAST_SPREAD = 0.03
"""Advantages that vary less than this, in utility, are not blown up: they are noise."""
GREATEST = 0.5
"""The longest gradient."""


class Learner:
    """Games, networks and the optimizer; `learn` plays a rollout and goes through it."""

    def __init__(
        self, settings: Settings, device: str = "cpu", threads: int | None = None,
        graphs: bool = True,
    ) -> None:  # fmt: skip
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
        self.steps = self.rollouts = 0
        self.chance = torch.Generator(device).manual_seed(settings.seed)
        self._make_networks(game)
        self.player = Player(self.games, settings.horizon, settings.trace)
        self._graphs = graphs and device == "cuda"
        self._samples: Samples | None = None
        self._play = Replay(self._play_on, self.chance, self._graphs)
        self._step = Replay(self._improve, self.chance, self._graphs)
        rows = settings.games * settings.horizon // settings.pieces
        self._rows = torch.zeros(rows, dtype=torch.int64, device=device)
        self._told = torch.zeros(len(TOLD), device=device)

    def _make_networks(self, game: galda.Game) -> None:
        settings = self.settings
        sample, points = self.games.look_around()
        kept = torch.random.get_rng_state()
        torch.manual_seed(settings.seed)
        self.network = SeatNetwork.of(game, settings.hidden, points)
        torch.random.set_rng_state(kept)
        self.network.adapt(sample)
        self.weights = [*self.network.to(self.device).parameters()]
        self.slow = copy.deepcopy(self.network).requires_grad_(False)
        on_gpu = self.device == "cuda"
        self._rate = torch.tensor(settings.rate, device=self.device)
        self._entropy = torch.tensor(settings.entropy, device=self.device)
        self.optimizer = torch.optim.Adam(
            self.weights, self._rate, eps=1e-5, fused=on_gpu, capturable=on_gpu,
            foreach=None if on_gpu else False,
        )  # fmt: skip

    def learn(self) -> dict[str, float]:
        """Play on in all games and learn from it; what is to be told of the rollout."""
        settings = self.settings
        share = settings.share(self.steps)
        self._rate.fill_(settings.rate * share)
        self._entropy.fill_(settings.entropy * share)
        self._play()
        samples = self._samples
        assert samples is not None
        gain = samples.advantages[samples.decided]
        spread = gain.std().clamp(min=LEAST_SPREAD)
        samples.advantages.sub_(gain.mean()).div_(spread)
        if self.rollouts < settings.warm:
            samples.advantages.zero_()
        self._told.zero_()
        for _ in range(settings.rounds):
            order = torch.randperm(len(samples), generator=self.chance, device=self.device)
            for rows in order.split(len(self._rows)):
                if len(rows) == len(self._rows):
                    self._rows.copy_(rows)
                    self._step(record=self._play.recorded)  # it reads what is replayed
        with torch.no_grad():
            for old, new in zip(self.slow.parameters(), self.network.parameters(), strict=True):
                old.lerp_(new, 1 - settings.slow)
        self.steps += len(samples) * processes.count()
        self.rollouts += 1
        mean = self._told / (settings.rounds * settings.pieces)
        return dict(zip(TOLD, mean.tolist(), strict=True))

    def _autocast(self) -> Any:
        return torch.autocast("cuda", torch.bfloat16, enabled=self.device == "cuda")

    def _play_on(self, stream: Any) -> None:
        self._samples = self.player.play(self._tell, self.chance, stream)

    def _tell(self, given: Given) -> Told:
        with self._autocast():
            flags = self.network.spread(given.inputs)
            told, slow = (each.heads(flags, *given[1:]) for each in (self.network, self.slow))
        points = told.points.view(len(told.points), 2, -1) * self.network.points
        expected = torch.cat([torch.sigmoid(told.utilities)[:, None], points], dim=1)
        reference = torch.log_softmax(slow.logits, dim=1).clamp(min=-60000)
        return Told(told.logits, expected, reference)

    def _improve(self, stream: Any) -> None:
        """One step of the optimizer."""
        settings = self.settings
        assert self._samples is not None
        part = self._samples.rows(self._rows)
        with self._autocast():
            told: Heads = self.network(*part.given)
        logs = torch.log_softmax(told.logits, dim=1)
        chances = logs.exp()
        weight = part.decided.float() / part.decided.sum().clamp(min=1)
        ratio = torch.exp(logs.gather(1, part.choices[:, None]).squeeze(1) - part.chances)
        held = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        gain = torch.min(ratio * part.advantages, held * part.advantages)
        listed = part.given.codes >= 0
        legal = torch.where(listed, logs, 0.0)
        entropy = -((chances * legal).sum(1) * weight).sum()
        apart = torch.where(listed, logs - part.reference.float(), 0.0)
        away = ((chances * apart).sum(1) * weight).sum()
        policy = -(gain * weight).sum()
        value = self._misjudged(part, told)
        loss = policy + settings.worth * value - self._entropy * entropy + settings.magnet * away
        self.optimizer.zero_grad(set_to_none=not self._graphs)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.weights, GREATEST)
        self.optimizer.step()
        clipped = ((ratio - 1).abs() > settings.clip).float()
        self._told += torch.stack([policy, value, entropy, away, (clipped * weight).sum()]).detach()

    def _misjudged(self, part: Samples, told: Heads) -> torch.Tensor:
        """How far expectations were off, over the seats that there are."""
        here = part.here.float()
        off = functional.binary_cross_entropy_with_logits(
            told.utilities, part.targets[:, 0].clamp(0, 1), reduction="none"
        )
        wanted = part.targets[:, 1:] / self.network.points
        far = functional.smooth_l1_loss(told.points.view_as(wanted), wanted, reduction="none")
        return ((off + self.settings.points * far.sum(1)) * here).sum() / here.sum()

    def state(self) -> dict[str, Any]:
        """All that changes as it learns, in tensors and plain values, for `stand_as`."""
        return {
            "network": self.network.state_dict(), "slow": self.slow.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "chance": self.chance.get_state(), "steps": self.steps, "rollouts": self.rollouts,
            "games": self.games.keep(),
        }  # fmt: skip

    def stand_as(self, state: dict[str, Any]) -> None:
        """Go on from where another learner of the same settings was."""
        for name in ("network", "slow", "optimizer"):
            getattr(self, name).load_state_dict(state[name])
        for group in self.optimizer.param_groups:  # the rate follows the plan
            group["lr"] = self._rate
        self.chance.set_state(state["chance"].cpu())
        self.steps, self.rollouts = state["steps"], state["rollouts"]
        self.games.stand_as(state["games"])
