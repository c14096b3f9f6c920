"""A lesson: what was seen, done and expected in some actions of many games, and how it turned out.

Expectations are of the end of the game: for each seat its utility, score and lead. They are told
by a critic, so a lesson need not last until a game has ended.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from galda.core.extras import extra
from galda.learn.games import KINDS, Games, by_seat, clockwise, outcomes_of

with extra("learn"):
    import torch

Mind = Callable[[torch.Tensor, torch.Tensor, torch.Tensor], tuple[torch.Tensor, torch.Tensor]]
"""What the seat to act sees, what the others hide from it, and masks, to logits and expectations
(rows, kinds, seats), clockwise from the seat to act."""


@dataclass
class Lesson:
    """A row for each action, those of one step of all games together."""

    seen: torch.Tensor
    more: torch.Tensor
    """What the other seats hide: for the critic alone."""
    masks: torch.Tensor
    actions: torch.Tensor
    chances: torch.Tensor
    """Their logarithms, as the policy was that chose."""
    advantages: torch.Tensor
    """How much better than expected it went on for the seat that acted, in utility."""
    targets: torch.Tensor
    """What should have been expected (rows, kinds, seats), clockwise from the seat to act."""
    here: torch.Tensor
    """Which of these seats there are."""
    decided: torch.Tensor
    """Whether there was anything to choose."""

    def __len__(self) -> int:
        return len(self.actions)

    def rows(self, chosen: torch.Tensor) -> Lesson:
        """Some of its rows."""
        return Lesson(**{name: array[chosen] for name, array in vars(self).items()})


class Player:
    """Plays the games on by a policy, and makes lessons of that."""

    def __init__(self, games: Games, columns: torch.Tensor, horizon: int, trace: float) -> None:
        self.games, self.columns, self.horizon, self.trace = games, columns, horizon, trace
        n, device = games.n, games.device

        def room(*shape: int, kind: torch.dtype = torch.float32) -> torch.Tensor:
            return torch.zeros((horizon, n, *shape), dtype=kind, device=device)

        self._seen = room(games.observations.shape[1], kind=torch.uint8)
        self._more = room((games.seats - 1) * len(columns), kind=torch.uint8)
        self._masks = room(games.masks.shape[1], kind=torch.bool)
        self._actions = room(kind=torch.int64)
        self._chances = room()
        self._expected = room(KINDS, games.seats)
        self._scores = room(games.seats)
        self._over = room(kind=torch.bool)
        self._seats = room(kind=torch.int64)

    def play(self, mind: Mind, chance: torch.Generator) -> Lesson:
        """Play on, `horizon` actions in each game."""
        with torch.no_grad():
            return self._play(mind, chance)

    def _play(self, mind: Mind, chance: torch.Generator) -> Lesson:
        games = self.games
        for k in range(self.horizon):
            seats, more = games.to_act(), games.hidden_from_actor(self.columns)
            self._seen[k], self._masks[k] = games.observations, games.masks
            self._seats[k], self._more[k] = seats, more
            logits, expected = mind(games.observations, more, games.masks)
            logs = torch.log_softmax(logits, dim=1)
            dice = torch.empty_like(logs).exponential_(generator=chance)
            actions = (logs - dice.log()).argmax(dim=1)  # Gumbel's noise: each by its chance
            self._actions[k] = actions
            self._chances[k] = logs.gather(1, actions[:, None]).squeeze(1)
            self._expected[k] = expected
            games.step(actions)
            self._over[k], self._scores[k] = games.over, games.scores()
        more = games.hidden_from_actor(self.columns)
        _, expected = mind(games.observations, more, games.masks)
        return self._conclude(by_seat(expected, games.to_act(), games.players))

    def _conclude(self, after: torch.Tensor) -> Lesson:
        """Generalised advantages of all seats and kinds, from the last action back to the first."""
        games, ahead = self.games, torch.zeros_like(after)
        flat = self.horizon * games.n
        seats = self._seats.view(flat)
        players = games.players.expand(self.horizon, -1).reshape(flat)
        # Turned and judged for all actions at once: on a card each call takes its time to begin.
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
        masks = self._masks.view(flat, -1)
        return Lesson(
            seen=self._seen.view(flat, -1),
            more=self._more.view(flat, -1),
            masks=masks,
            actions=self._actions.view(flat),
            chances=self._chances.view(flat),
            advantages=own,
            targets=clockwise(targets, seats, players),
            here=games.here.expand(self.horizon, -1, -1).reshape(flat, -1),
            decided=masks.sum(1) > 1,
        )
