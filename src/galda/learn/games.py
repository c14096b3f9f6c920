"""The games of a run: a batch for each number of players, all in the same tensors.

The batches write what the seats to act see and may do into slices of one tensor each, so that a
network looks at all of them at once and nothing is copied, on the processor and on a card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.extras import extra
from galda.core.kernels import contract
from galda.core.kernels.features import places, width
from galda.core.play.game import Game
from galda.core.play.options import player_counts
from galda.envs.make import batch as make_batch
from galda.envs.make import rules as make_rules
from galda.envs.torch import tensors

with extra("learn"):
    import torch

KINDS = 3
"""What is expected of the end, for each seat: its utility, its score, its lead."""
SAMPLES = 64
"""Games by chance that are looked at before learning begins."""
MOST_STEPS = 2000
"""Actions in each of them, at most."""


class Games:
    """Many games at once, of several numbers of players, stepped together."""

    def __init__(
        self,
        game: Game,
        players: Sequence[int],
        n: int,
        seed: int,
        device: str = "cpu",
        threads: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.game, self.n, self.device = game, n, device
        self.seats = max(player_counts(game.options))
        shape = (n, width(game.rules.features))
        self.observations = torch.zeros(shape, dtype=torch.uint8, device=device)
        self.masks = torch.zeros((n, game.rules.action_count), dtype=torch.bool, device=device)
        self.over = torch.zeros(n, dtype=torch.bool, device=device)
        edges = np.linspace(0, n, len(players) + 1).astype(int).tolist()
        self.spans = list(pairwise(edges))
        self.batches = [
            make_batch(
                game.name, last - first, seed=seed * 64 + count, device=device,
                threads=threads, buffers=self._room(first, last),
                **{**(options or {}), "players": count},
            )
            for count, (first, last) in zip(players, self.spans, strict=True)
        ]  # fmt: skip
        self._shown = [tensors(batch) for batch in self.batches]
        self.players = torch.cat([
            torch.full((last - first,), count) for count, (first, last)
            in zip(players, self.spans, strict=True)
        ]).to(device)  # fmt: skip
        self.here = torch.arange(self.seats, device=device)[None] < self.players[:, None]
        """By game: which seats there are."""
        self.lead = float(contract.margin(self._start()))
        """The lead that makes one fairly sure to win; 0 where leads do not count."""

    def _room(self, first: int, last: int) -> dict[str, Any]:
        shape = (last - first, *self._shape())
        room = {"observations": self.observations[first:last].view(shape),
                "masks": self.masks[first:last], "over": self.over[first:last]}  # fmt: skip
        return room if self.device == "cuda" else {k: v.numpy() for k, v in room.items()}

    def _shape(self) -> tuple[int, ...]:
        return make_rules(self.game.name).observation_shape

    def _start(self) -> Any:
        """The start of a game, as a record on the processor."""
        options: dict[str, Any] = dict(self.batches[0].options)
        return make_rules(self.game.name, threads=1, **options).new([1])[0]

    def to_act(self) -> torch.Tensor:
        """The seat to act in each game."""
        return torch.cat([shown.to_act for shown in self._shown]).long()

    def step(self, actions: torch.Tensor) -> None:
        """Play an action in each game."""
        for batch, (first, last) in zip(self.batches, self.spans, strict=True):
            given = actions[first:last].int()
            batch.step(given if self.device == "cuda" else given.numpy())

    def scores(self) -> torch.Tensor:
        """By game and seat: how the game ended that has just ended; seats not there have 0."""
        scores = torch.zeros((self.n, self.seats), device=self.device)
        for shown, (first, last) in zip(self._shown, self.spans, strict=True):
            scores[first:last, : shown.scores.shape[1]] = shown.scores
        return scores

    def hidden_from_actor(self, columns: torch.Tensor) -> torch.Tensor:
        """What the other seats see in these columns and the one to act does not, clockwise."""
        found = torch.zeros((self.n, self.seats - 1, len(columns)), dtype=torch.uint8,
                            device=self.device)  # fmt: skip
        if len(columns):
            every = zip(self.batches, self._shown, self.spans, strict=True)
            for batch, shown, (first, last) in every:
                for k in range(1, batch.players):
                    seats = (shown.to_act + k) % batch.players
                    seen = batch.observe(seats if self.device == "cuda" else seats.numpy())
                    told = torch.as_tensor(seen, device=self.device)
                    found[first:last, k - 1] = told.flatten(1)[:, columns]
        return found.flatten(1)

    def keep(self) -> list[dict[str, torch.Tensor]]:
        """Where all games stand, as bytes."""
        return [
            {name: torch.from_numpy(np.frombuffer(array.tobytes(), np.uint8).copy())
             for name, array in batch.keep().items()}
            for batch in self.batches
        ]  # fmt: skip

    def stand_as(self, kept: list[dict[str, torch.Tensor]]) -> None:
        """Go on from where games of the same kinds stood."""
        for batch, told in zip(self.batches, kept, strict=True):
            batch.stand_as({
                name: np.frombuffer(told[name].numpy().tobytes(), array.dtype).reshape(array.shape)
                for name, array in batch.keep().items()
            })  # fmt: skip

    def look_around(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], float]:
        """Before learning, from games by chance on the processor: what is seen, the columns that
        seats hide from each other, and a usual score at the end."""
        seen: list[npt.NDArray[np.uint8]] = []
        scores: list[npt.NDArray[np.int32]] = []
        hidden = np.zeros(width(self.game.rules.features), np.bool_)
        for batch in self.batches:
            options: dict[str, Any] = dict(batch.options)
            tried = make_batch(self.game.name, SAMPLES, seed=batch.seed + 1, threads=1, **options)
            ended = 0
            for step in range(MOST_STEPS):
                tried.step(tried.random_actions(seed=step))
                if tried.over.any():
                    scores.append(tried.scores[tried.over].ravel())
                    ended += int(tried.over.sum())
                if step % 16 == 0:
                    seen.append(tried.observations.reshape(SAMPLES, -1).copy())
                    hidden |= self._hidden_in(tried)
                if ended >= SAMPLES:
                    break
        for part in places(self.game.rules.features).values():
            hidden[part] = hidden[part].any()
        usual = float(np.abs(np.concatenate(scores)).mean()) if scores else 1.0
        return np.concatenate(seen), np.flatnonzero(hidden), max(1.0, 2 * usual)

    def _hidden_in(self, batch: Any) -> npt.NDArray[np.bool_]:
        """What seat 1 sees that is not there any more when all is taken away that 0 cannot know."""
        if not self.game.has("conceal"):
            return np.zeros(width(self.game.rules.features), np.bool_)
        known = batch.rules.conceal(batch.states, 0)
        before, after = (batch.rules.observe(each, 1) for each in (batch.states, known))
        changed: npt.NDArray[np.bool_] = (before != after).reshape(batch.n, -1).any(axis=0)
        return changed


def outcomes_of(scores: torch.Tensor, players: torch.Tensor, scale: float) -> torch.Tensor:
    """By game, kind and seat: utility (as `contract.utility` at the end), score, lead.

    Columns of seats that are not there hold 0.
    """
    seats = scores.shape[1]
    here = torch.arange(seats, device=scores.device)[None] < players[:, None]
    own, other = scores[:, :, None], scores[:, None, :]
    against = here[:, None, :] & ~torch.eye(seats, dtype=torch.bool, device=scores.device)
    beaten = ((own > other).float() + 0.5 * (own == other).float()) * against
    utility = beaten.sum(2) / (players[:, None] - 1)
    lead = scores - other.expand_as(against).masked_fill(~against, -1e9).amax(2)
    if scale > 0:
        utility = 0.5 * utility + 0.5 * torch.sigmoid(lead / scale)
    told = torch.stack([utility, scores, lead], dim=1)
    return told.masked_fill(~here[:, None], 0.0)


def clockwise(told: torch.Tensor, first: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    """Columns by seat turned so that seat `first` comes first (rows, …, seats)."""
    return _turn(told, first[:, None] + _counted(told), players)


def by_seat(told: torch.Tensor, first: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    """The same back: columns that begin with seat `first` in the order of the seats."""
    return _turn(told, _counted(told) - first[:, None], players)


def _counted(told: torch.Tensor) -> torch.Tensor:
    return torch.arange(told.shape[-1], device=told.device)[None]


def _turn(told: torch.Tensor, at: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    index = torch.remainder(at, players[:, None])
    for _ in range(told.dim() - 2):
        index = index[:, None]
    return told.gather(-1, index.expand_as(told))
