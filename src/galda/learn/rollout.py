"""A rollout: what was given, done and expected in some actions of many games, and how it went on.

Expectations are of the end of the game: for each seat its utility, score and lead. A network tells
them, so a rollout need not last until a game has ended.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from galda.core.extras import extra
from galda.learn.games import KINDS, Games, Given, by_seat, clockwise, outcomes_of

with extra("learn"):
    import torch


class Told(NamedTuple):
    """What is asked of a policy about each position of a rollout."""

    logits: torch.Tensor
    """Of the listed actions."""
    expected: torch.Tensor
    """By kind and seat, clockwise from the seat to act."""
    reference: torch.Tensor
    """Log probabilities of the policy that learning stays near."""


Policy = Callable[[Given], Told]


@dataclass
class Samples:
    """A row for each action, those of one step of all games together."""

    given: Given
    choices: torch.Tensor
    """The places of the actions in the lists."""
    chances: torch.Tensor
    """Their log probabilities under the policy that chose."""
    reference: torch.Tensor
    advantages: torch.Tensor
    """How much better than expected it went on for the seat that acted, in utility."""
    targets: torch.Tensor
    """What should have been expected (rows, kinds, seats), clockwise from the seat to act."""
    here: torch.Tensor
    """Which of these seats there are."""
    decided: torch.Tensor
    """Whether there was anything to choose."""

    def __len__(self) -> int:
        return len(self.choices)

    def rows(self, chosen: torch.Tensor) -> Samples:
        """Some of its rows."""
        arrays = {name: each for name, each in vars(self).items() if name != "given"}
        return Samples(self.given.at(chosen), **{k: each[chosen] for k, each in arrays.items()})


class Player:
    """Plays the games on by a policy, and makes samples of that."""

    def __init__(self, games: Games, horizon: int, trace: float) -> None:
        self.games, self.horizon, self.trace = games, horizon, trace
        n, device = games.n, games.device

        def room(*shape: int, kind: torch.dtype = torch.float32) -> torch.Tensor:
            return torch.zeros((horizon, n, *shape), dtype=kind, device=device)

        self._given = Given.room(games.game, (horizon, n), device)
        self._next = Given.room(games.game, (n,), device)
        listed = self._given.codes.shape[2]
        short = torch.float16 if device == "cuda" else torch.float32
        self._choices = room(kind=torch.int64)
        self._chances = room()
        self._reference = room(listed, kind=short)
        self._expected = room(KINDS, games.seats)
        self._scores = room(games.seats)
        self._over = room(kind=torch.bool)
        self._seats = room(kind=torch.int64)

    def play(self, policy: Policy, chance: torch.Generator, stream: object = 0) -> Samples:
        """Play on, `horizon` actions in each game."""
        with torch.no_grad():
            return self._play(policy, chance, stream)

    def _play(self, policy: Policy, chance: torch.Generator, stream: object) -> Samples:
        games = self.games
        for k in range(self.horizon):
            given = self._given.at(k)
            games.see(given, stream)
            self._seats[k] = games.to_act()
            told = policy(given)
            logs = torch.log_softmax(told.logits, dim=1)
            noise = torch.empty_like(logs).exponential_(generator=chance)
            choices = (logs - noise.log()).argmax(dim=1)  # Gumbel noise: a sample of the policy
            self._choices[k] = choices
            self._chances[k] = logs.gather(1, choices[:, None]).squeeze(1)
            self._expected[k], self._reference[k] = told.expected, told.reference
            games.step(given.codes.gather(1, choices[:, None]).squeeze(1))
            self._over[k], self._scores[k] = games.over, games.scores()
        games.see(self._next, stream)
        expected = policy(self._next).expected
        return self._conclude(by_seat(expected, games.to_act(), games.players))

    def _conclude(self, after: torch.Tensor) -> Samples:
        """Generalised advantages of all seats and kinds, from the last action back to the first."""
        games, ahead = self.games, torch.zeros_like(after)
        flat = self.horizon * games.n
        seats = self._seats.view(flat)
        players = games.players.expand(self.horizon, -1).reshape(flat)
        # Turned and judged for all actions at once: on a GPU each call takes its time to begin.
        turned = by_seat(self._expected.view(flat, KINDS, -1), seats, players)
        expected = turned.view_as(self._expected)
        ended = outcomes_of(self._scores.view(flat, -1), players, games.lead)
        outcomes = ended.view_as(self._expected)
        found = torch.zeros_like(expected)
        for k in reversed(range(self.horizon)):
            over = self._over[k][:, None, None]
            better = torch.where(over, outcomes[k], after) - expected[k]
            ahead = better + self.trace * torch.where(over, 0.0, ahead)
            found[k], after = ahead, expected[k]
        targets = (found + expected).view(flat, KINDS, -1)
        own = found[:, :, 0].view(flat, -1).gather(1, seats[:, None]).squeeze(1)
        given = Given(*(each.flatten(0, 1) for each in self._given))
        return Samples(
            given=given,
            choices=self._choices.view(flat),
            chances=self._chances.view(flat),
            reference=self._reference.view(flat, -1),
            advantages=own,
            targets=clockwise(targets, seats, players),
            here=games.here.expand(self.horizon, -1, -1).reshape(flat, -1),
            decided=given.codes[:, 1] >= 0 if given.codes.shape[1] > 1 else self._over.view(flat),
        )
