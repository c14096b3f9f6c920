"""A plain policy-value network in PyTorch: what a seat sees in, logits and a value out."""

from __future__ import annotations

from typing import Any

from galda.core.extras import extra
from galda.core.kernels.features import width
from galda.core.play.game import Game

with extra("learn"):
    import torch
    from torch import nn

CLIP = 20.0
"""Numbers of an observation are cut here and divided by it: most are 0, 1 or small counts."""


class PolicyValue(nn.Module):
    """Blocks of two layers with a way around them, then a head for actions and one for the value.

    >>> from galda.nets.network import PolicyValue
    >>> network = PolicyValue.of(galda.game("quixo"), hidden=32)
    >>> batch = galda.batch("quixo", 5)
    >>> logits, values = network(batch.observations, batch.masks)
    >>> tuple(logits.shape), tuple(values.shape)
    ((5, 89), (5,))
    """

    def __init__(self, inputs: int, actions: int, hidden: int = 128, blocks: int = 2) -> None:
        super().__init__()
        self.shape = {"inputs": inputs, "actions": actions, "hidden": hidden, "blocks": blocks}
        self.first = nn.Linear(2 * inputs, hidden)
        self.blocks = nn.ModuleList(
            nn.Sequential(
                nn.LayerNorm(hidden), nn.Linear(hidden, hidden), nn.ReLU(),
                nn.Linear(hidden, hidden),
            )
            for _ in range(blocks)
        )  # fmt: skip
        self.last = nn.LayerNorm(hidden)
        self.policy = nn.Linear(hidden, actions)
        self.value = nn.Linear(hidden, 1)
        nn.init.normal_(self.policy.weight, std=0.01)
        nn.init.normal_(self.value.weight, std=0.01)

    @classmethod
    def of(cls, game: Game, hidden: int = 128, blocks: int = 2) -> PolicyValue:
        """A fresh one for a game."""
        return cls(width(game.rules.features), game.rules.action_count, hidden, blocks)

    @property
    def device(self) -> torch.device:
        """Where it computes."""
        return self.first.weight.device

    def forward(self, observations: Any, masks: Any) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits, far below all others where an action is illegal, and values from -1 to 1."""
        seen = torch.as_tensor(observations, device=self.device).flatten(1).float()
        # Marks of 0 and 1 stay what they are; counts are there as a share as well.
        seen = torch.cat([seen.clamp(max=1.0), seen.clamp(max=CLIP) / CLIP], dim=1)
        hidden = self.first(seen)
        for block in self.blocks:
            hidden = hidden + block(hidden)
        hidden = torch.relu(self.last(hidden))
        legal = torch.as_tensor(masks, device=self.device).bool()
        logits = self.policy(hidden).masked_fill(~legal, -1e9)
        return logits, torch.tanh(self.value(hidden)).squeeze(1)
