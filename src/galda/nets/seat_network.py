"""A small policy-value network for any number of players, in PyTorch.

Inputs are whole numbers; each has a row of weights for each value it can have, so the first layer
is a sum of rows (an embedding bag). Two layers of units clipped to 0..1, then linear heads: logits
of actions, and for each seat, clockwise from the viewer, its utility, final score and final lead.
Where a game describes actions by features, a further head says what each feature is worth here.
All of it can also be computed with whole numbers (`galda.nets.quantise`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from galda.core.extras import extra
from galda.core.kernels.features import Feature
from galda.core.play.game import Game
from galda.core.play.options import player_counts

with extra("learn"):
    import torch
    from torch import nn

NEVER = -1e9
"""The logit of an illegal action."""
ALIGNED = 64
"""Layers are as wide as a multiple of this: matrix products of a GPU are quick then."""
MOST_ROWS = 64
"""Inputs with numbers up to this have a row for each number, others one, by which they scale."""


class Heads(NamedTuple):
    """What a network says of positions."""

    logits: torch.Tensor
    """Of the listed actions; far below all others where none is listed."""
    utilities: torch.Tensor
    """By seat, as logits."""
    points: torch.Tensor
    """Final scores, then leads, by seat, in units of the network's `points`."""


def _spread(inputs: torch.Tensor, column: torch.Tensor, number: torch.Tensor) -> torch.Tensor:
    return (inputs[:, column] == number).float()


def _spread_half(inputs: torch.Tensor, column: torch.Tensor, number: torch.Tensor) -> torch.Tensor:
    return (inputs[:, column] == number).to(torch.bfloat16)


_spread_fast = torch.compile(_spread_half, dynamic=False)
"""One pass over memory instead of three."""


def rows_of(features: Sequence[Feature]) -> npt.NDArray[np.int32]:
    """How many rows of weights each input has."""
    counts = [feature.most if feature.most <= MOST_ROWS else 1 for feature in features]
    return np.repeat(np.array(counts, np.int32), [feature.size for feature in features])


class SeatNetwork(nn.Module):
    """Inputs, legal actions and their features in; logits and expectations of all seats out.

    >>> from galda.nets.seat_network import SeatNetwork
    >>> network = SeatNetwork.of(galda.game("towers"), hidden=(32, 16))
    >>> network.shape["actions"], network.seats
    (93, 5)
    """

    def __init__(
        self, rows: Sequence[int], scales: Sequence[float], actions: int, action_features: int,
        seats: int, hidden: Sequence[int] = (256, 64), points: float = 1.0,
    ) -> None:  # fmt: skip
        super().__init__()
        self.shape = {
            "rows": list(rows), "scales": list(scales), "actions": actions,
            "action_features": action_features, "seats": seats, "hidden": list(hidden),
            "points": points,
        }  # fmt: skip
        self.seats, self.points = seats, points
        counts = np.asarray(rows)
        column = np.repeat(np.arange(len(counts)), counts)
        number = np.concatenate([np.arange(1, count + 1) for count in counts])
        self.rows = len(column)
        spare = -len(column) % ALIGNED  # rows that no number has
        column, number = np.pad(column, (0, spare)), np.pad(number, (0, spare), constant_values=255)
        self.column: torch.Tensor
        self.number: torch.Tensor
        self.scaled: torch.Tensor
        self.scale: torch.Tensor
        self.register_buffer("column", torch.as_tensor(column))
        self.register_buffer("number", torch.as_tensor(number, dtype=torch.uint8))
        many = np.asarray(scales)[column]
        self.register_buffer("scaled", torch.as_tensor(np.flatnonzero(many > 1)))
        self.register_buffer("scale", torch.as_tensor(1 / many[many > 1], dtype=torch.float32))
        self.first = nn.Linear(len(column), hidden[0])
        self.second = nn.Linear(hidden[0], hidden[1])
        self.policy = nn.Linear(hidden[1], actions + -actions % ALIGNED)
        self.worth = nn.Linear(hidden[1], action_features) if action_features else None
        self.value = nn.Linear(hidden[1], seats)
        self.score = nn.Linear(hidden[1], 2 * seats)
        for head in (self.policy, self.worth, self.value, self.score):
            if head is not None:
                nn.init.normal_(head.weight, std=0.01)
                nn.init.zeros_(head.bias)

    @classmethod
    def of(cls, game: Game, hidden: Sequence[int] = (256, 64), points: float = 1.0) -> SeatNetwork:
        """A fresh one for a game; `points` is a score that counts as 1."""
        features = game.rules.network_inputs
        scales = [1.0 if each.most <= MOST_ROWS else float(each.most) for each in features]
        sizes = [each.size for each in features]
        return cls(
            rows_of(features).tolist(), np.repeat(scales, sizes).tolist(), game.rules.action_count,
            len(game.rules.action_encoding), max(player_counts(game.options)), hidden, points,
        )  # fmt: skip

    @property
    def device(self) -> torch.device:
        """Where it computes."""
        return self.policy.weight.device

    def spread(self, inputs: torch.Tensor) -> torch.Tensor:
        """Inputs as flags: a column for each row of weights."""
        fast = inputs.is_cuda and torch.is_autocast_enabled("cuda")
        flags = (_spread_fast if fast else _spread)(inputs, self.column, self.number)
        if len(self.scaled):
            given = inputs[:, self.column[self.scaled]]
            flags[:, self.scaled] = (given * self.scale).to(flags.dtype)
        return flags

    def adapt(self, inputs: torch.Tensor) -> None:
        """Begin with units that are alive: on a sample each is about half open, and varies."""
        with torch.no_grad():
            flow = self.spread(inputs)
            for layer in (self.first, self.second):
                told = layer(flow)
                by = 0.4 / told.std(dim=0).clamp(min=1e-2)
                layer.weight.mul_(by[:, None])
                layer.bias.copy_(0.4 - (told - layer.bias).mean(dim=0) * by)
                flow = layer(flow).clamp(0, 1)

    def forward(self, inputs: torch.Tensor, codes: torch.Tensor, features: torch.Tensor) -> Heads:
        """What it says of positions, of their listed legal actions (-1: none) and the features."""
        return self.heads(self.spread(inputs), codes, features)

    def heads(self, flags: torch.Tensor, codes: torch.Tensor, features: torch.Tensor) -> Heads:
        """The same, where the inputs have been spread already."""
        units = self.first(flags).clamp(0, 1)
        units = self.second(units).clamp(0, 1)
        logits = self.policy(units).gather(1, codes.long().clamp(min=0))
        if self.worth is not None:
            worth = self.worth(units)
            logits = logits + torch.einsum("bf,blf->bl", worth, features.to(worth.dtype))
        logits = logits.float().masked_fill(codes < 0, NEVER)
        return Heads(logits, self.value(units).float(), self.score(units).float())
