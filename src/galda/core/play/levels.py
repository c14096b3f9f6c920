"""What a level of a bot is: a search, its budget, and what it overlooks; `galda.bots` plays it.

A game's folder has a table of them (`GameBots.levels`): for each number of players, a row for each
level. A game that has none is played by one of the tables below.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

NO_LIMIT = 1 << 60


@dataclass(frozen=True)
class Budget:
    """What a search may spend on a choice; it stops at whichever limit comes first."""

    work: int = NO_LIMIT
    """Nodes of alpha-beta, iterations of the other searches."""
    seconds: float | None = 1.0
    """Time on one core; None: as long as the work takes."""

    def part(self, share: float) -> Budget:
        """A share of the time; of the work where it stands for time."""
        if self.seconds is None:
            return Budget(max(int(self.work * share), 1), None)
        return replace(self, seconds=self.seconds * share)

    def at_least(self, work: int) -> Budget:
        """The same, with no less work than this."""
        return replace(self, work=max(self.work, work))


@dataclass(frozen=True, kw_only=True)
class BlunderModel:
    """What a player overlooks, and how exactly it chooses among the moves it has noticed."""

    own_moves: float = 1.0
    """Probability that it notices a move of its own."""
    replies: float = 1.0
    """Probability that it notices a reply."""
    temperature: float = 0.0
    """Of the softmax by which it chooses, as a winning chance; 0: the best move."""
    policy_moves: int = 0
    """Moves drawn from the game's rollout policy that it notices besides."""


@dataclass(frozen=True, kw_only=True)
class AlphaBetaLevel:
    """Alpha-beta search, for two players and games that evaluate positions."""

    depth: int = 60
    """Turns, at most."""
    budget: Budget = Budget()
    book: bool = False
    """Whether it plays by the game's opening book."""
    repetitions_draw: bool = False
    """Whether a position that comes again on a line of play counts as drawn."""
    blunders: BlunderModel | None = None


@dataclass(frozen=True, kw_only=True)
class TreeSearchLevel:
    """Monte-Carlo tree search; without work, the best lead that a move can bring this turn."""

    budget: Budget = Budget()
    rollout_limit: int = NO_LIMIT
    """Actions of a rollout, before heuristic scores stand for the end."""
    guided: bool = True
    """Whether rollouts follow the game's rollout policy; else they are random."""
    network: bool = False
    """Whether the game's policy-value network leads it, instead of rollouts."""
    blunders: BlunderModel | None = None


@dataclass(frozen=True, kw_only=True)
class RoundSearchLevel:
    """The game's own search (the kernel `action_values`)."""

    budget: Budget = Budget()


@dataclass(frozen=True, kw_only=True)
class PolicyLevel:
    """The policy of the game's network, without search."""

    budget: Budget = Budget(200)
    """Of the tree search, led by the network, that gives advice."""


Level = AlphaBetaLevel | TreeSearchLevel | RoundSearchLevel | PolicyLevel
Levels = Mapping[str, Level]
"""A row for each of `novice`, `casual`, `skilled`, `expert`, `master` and `classic`."""

ALPHA_BETA: Levels = {
    "novice": AlphaBetaLevel(
        depth=1, blunders=BlunderModel(own_moves=0.35, replies=0, temperature=0.25)
    ),
    "casual": AlphaBetaLevel(
        depth=2, blunders=BlunderModel(own_moves=0.8, replies=0.6, temperature=0.05)
    ),
    "skilled": AlphaBetaLevel(
        depth=2, blunders=BlunderModel(own_moves=0.9, replies=0.9, temperature=0.02)
    ),
    "expert": AlphaBetaLevel(
        depth=3, blunders=BlunderModel(own_moves=0.95, replies=0.97, temperature=0.01)
    ),
    "master": AlphaBetaLevel(book=True, repetitions_draw=True),
    "classic": AlphaBetaLevel(),
}
"""For two players, where a game evaluates positions (the kernel `evaluate`)."""

NOVICE = BlunderModel(own_moves=0.7, temperature=0.02)
CASUAL = BlunderModel(own_moves=0.3, policy_moves=1)
SKILLED = BlunderModel(own_moves=0, policy_moves=20)

TREE_SEARCH: Levels = {
    "novice": TreeSearchLevel(budget=Budget(0), blunders=NOVICE),
    "casual": TreeSearchLevel(budget=Budget(0), blunders=CASUAL),
    "skilled": TreeSearchLevel(budget=Budget(30), rollout_limit=40, blunders=SKILLED),
    "expert": TreeSearchLevel(budget=Budget(200)),
    "master": TreeSearchLevel(),
    "classic": TreeSearchLevel(),
}
"""Where rollouts follow the game's own policy (the kernel `rollout_policy`)."""

RANDOM_ROLLOUTS: Levels = {
    "novice": TreeSearchLevel(budget=Budget(0), guided=False, blunders=NOVICE),
    "casual": TreeSearchLevel(budget=Budget(60), guided=False, blunders=CASUAL),
    "skilled": TreeSearchLevel(
        budget=Budget(500), rollout_limit=40, guided=False, blunders=SKILLED
    ),
    "expert": TreeSearchLevel(budget=Budget(3000), guided=False),
    "master": TreeSearchLevel(guided=False),
    "classic": TreeSearchLevel(guided=False),
}
"""Where it has none."""


def sampled_levels(*, guided: bool, sees_leads: bool) -> Levels:
    """The levels of a game without a table of its own: each samples several times as many games.

    `guided`: whether rollouts follow the game's policy; random ones are weaker, and there are more.
    `sees_leads`: whether scores say something before the end; else even `novice` must sample.
    """
    times = 1 if guided else 4
    glance = Budget(0 if sees_leads else 6 * times)

    def level(budget: Budget, blunders: BlunderModel | None = None) -> TreeSearchLevel:
        return TreeSearchLevel(budget=budget, guided=guided, blunders=blunders)

    return {
        "novice": level(glance, BlunderModel(own_moves=0.35, temperature=0.15)),
        "casual": level(Budget(30 * times), BlunderModel(own_moves=0.6, policy_moves=1)),
        "skilled": level(Budget(200 * times), BlunderModel(own_moves=0.9, policy_moves=3)),
        "expert": level(Budget(1500 * times)),
        "master": level(Budget()),
        "classic": level(Budget()),
    }


WITH_NETWORK: Levels = {"expert": PolicyLevel(), "master": TreeSearchLevel(network=True)}
"""What takes the place of these rows where a policy-value network comes with the game."""
