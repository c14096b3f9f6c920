"""A small network for any number of players: logits, and for each seat what it may expect.

Two layers of clipped units (0 to 1) on the plain numbers of an observation, then linear heads: so
the whole of it can also be computed with whole numbers (`galda.nets.export`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from galda.core.extras import extra
from galda.core.kernels.features import width
from galda.core.play.game import Game
from galda.core.play.options import player_counts

with extra("learn"):
    import torch
    from torch import nn

NEVER = -1e9
"""The logit of an illegal action."""


class Trunk(nn.Module):
    """Two layers of clipped units on inputs that are divided by fixed numbers."""

    def __init__(self, inputs: int, hidden: Sequence[int]) -> None:
        super().__init__()
        self.divisors: torch.Tensor
        self.register_buffer("divisors", torch.ones(inputs))
        self.first = nn.Linear(inputs, hidden[0])
        self.second = nn.Linear(hidden[0], hidden[1])

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """The last units, from 0 to 1."""
        shown = seen.to(self.divisors.dtype) / self.divisors
        return self.second(self.first(shown).clamp(0, 1)).clamp(0, 1)

    def adapt(self, sample: torch.Tensor, divisors: torch.Tensor) -> None:
        """Begin with units that are alive: on a sample each is about half open, and varies."""
        with torch.no_grad():
            self._adapt(sample, divisors)

    def _adapt(self, sample: torch.Tensor, divisors: torch.Tensor) -> None:
        self.divisors.copy_(divisors)
        flow = sample.to(divisors.dtype) / divisors
        for layer in (self.first, self.second):
            told = layer(flow)
            by = 0.4 / told.std(dim=0).clamp(min=1e-2)
            layer.weight.mul_(by[:, None])
            layer.bias.copy_(0.4 - (told - layer.bias).mean(dim=0) * by)
            flow = layer(flow).clamp(0, 1)


class SeatNetwork(nn.Module):
    """What a seat sees in; logits, and expectations for all seats clockwise from it out.

    An expectation is the seat's `utility` (from 0 to 1), its final score and its final lead.

    >>> from galda.nets.seat_network import SeatNetwork
    >>> network = SeatNetwork.of(galda.game("towers"), hidden=(32, 16))
    >>> batch = galda.batch("towers", 5, players=3)
    >>> logits, values = network(batch.observations, batch.masks)
    >>> tuple(logits.shape), tuple(values.shape)  # values of up to five seats, from -1 to 1
    ((5, 93), (5, 5))
    """

    def __init__(
        self, inputs: int, actions: int, seats: int, hidden: Sequence[int] = (256, 64),
        points: float = 1.0,
    ) -> None:  # fmt: skip
        super().__init__()
        self.shape = {
            "inputs": inputs, "actions": actions, "seats": seats, "hidden": list(hidden),
            "points": points,
        }  # fmt: skip
        self.seats, self.points = seats, points
        self.trunk = Trunk(inputs, hidden)
        self.policy = nn.Linear(hidden[1], actions)
        self.value = nn.Linear(hidden[1], seats)
        self.score = nn.Linear(hidden[1], 2 * seats)
        for head in (self.policy, self.value, self.score):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    @classmethod
    def of(cls, game: Game, hidden: Sequence[int] = (256, 64), points: float = 1.0) -> SeatNetwork:
        """A fresh one for a game; `points` is a score that counts as 1."""
        seats = max(player_counts(game.options))
        return cls(width(game.rules.features), game.rules.action_count, seats, hidden, points)

    @property
    def device(self) -> torch.device:
        """Where it computes."""
        return self.policy.weight.device

    def heads(
        self, seen: torch.Tensor, masks: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Logits; utilities as logits by seat; final scores, then leads, by seat, over `points`."""
        units = self.trunk(seen.flatten(1))
        return self.policy(units).masked_fill(~masks, NEVER), self.value(units), self.score(units)

    def forward(self, observations: Any, masks: Any) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits, far below all others where an action is illegal, and values from -1 to 1."""
        seen = torch.as_tensor(observations, device=self.device)
        legal = torch.as_tensor(masks, device=self.device).bool()
        logits, utilities, _ = self.heads(seen, legal)
        return logits, 2 * torch.sigmoid(utilities) - 1


class Critic(nn.Module):
    """What all seats may expect, for one that also sees what the others hide; used in learning."""

    def __init__(self, inputs: int, seats: int, hidden: Sequence[int] = (256, 128)) -> None:
        super().__init__()
        self.seats = seats
        self.trunk = Trunk(inputs, hidden)
        self.told = nn.Linear(hidden[1], 3 * seats)
        nn.init.normal_(self.told.weight, std=0.01)
        nn.init.zeros_(self.told.bias)

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Utilities as logits, and final scores, then leads, as a `SeatNetwork` has them."""
        told: torch.Tensor = self.told(self.trunk(seen))
        return told[:, : self.seats], told[:, self.seats :]
