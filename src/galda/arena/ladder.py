"""Whether a game's levels rank as they should: each against the one below, and what would help.

from galda.arena.ladder import measure
for rung in measure("name"): print(rung)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from galda.arena.match import Pairing, Terms, play_match
from galda.core.play.game import Game
from galda.core.shares import wilson
from galda.games import game as find_game

LADDER = ("random", "novice", "casual", "skilled", "expert")
MOVE_SECONDS = 60.0
HELPS = {
    "scores_now": "`scores_now`: what each seat would score if the game were counted now; novice, "
    "casual and greedy go by it, and in a game that is won or lost its score says nothing",
    "rollout_policy": "`rollout_policy`: what a sensible player tends to do; rollouts follow it",
    "evaluate": "`evaluate`: how good a position is, for alpha-beta",
    "margin": "`margin`: how many points make a lead safe, in a game that counts points",
    "heuristic_scores": "`heuristic_scores`: what each seat may expect to score at the end",
}
"""What bots ask of a game, the most helpful first."""


@dataclass(frozen=True)
class Rung:
    """A level against the one below: the share of games it won, a tie counting half."""

    level: str
    below: str
    games: int
    share: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return wilson(self.share, self.games)

    @property
    def holds(self) -> bool:
        """Whether the level is the stronger of the two, as far as this number of games can show."""
        return self.share > 0.5

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.level} : {self.below}  {100 * self.share:.0f} % "
            f"({100 * low:.0f}–{100 * high:.0f} %) of {self.games}"
        )


def measure(
    name: str, games: int = 40, levels: Sequence[str] = LADDER, players: int = 2
) -> Iterator[Rung]:
    """Each level against the one below; every deal is played from both seats.

    With more than two seats all but one are of the level below.
    """
    options = find_game(name).read_options({"players": players})
    for below, level in pairwise(levels):
        terms = Terms(name, options, (level, below), MOVE_SECONDS, _opening(name))
        won = 0.0
        for number in range(games):
            seat = number % players
            seats = tuple(int(other != seat) for other in range(players))
            result, _ = play_match(terms, Pairing(number, 1 + number // players, seats))
            place = result.places[seat]
            won += (players - place) / (players - 1)
        yield Rung(level, below, games, won / games)


def what_would_help(game: Game) -> list[str]:
    """The kernels that bots would go by and that a game does not bring, each with what it does."""
    return [
        told
        for kernel, told in HELPS.items()
        if not game.has(kernel) and game.has_chance <= (kernel != "evaluate")
    ]


def _opening(name: str) -> int:
    """Random actions to begin with: without chance, games would repeat themselves."""
    return 0 if find_game(name).has_chance else 2
