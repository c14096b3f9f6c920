"""How well chances foretell results: reliability, expected calibration error, and the fit of a map.

    python -m lab.learning.calibration towers --players 2 --games 1500 --every 8
    python -m lab.learning.calibration towers --games 600 --every 12 --analysis
    python -m lab.learning.calibration towers --games 2500 --every 8 --seed 500000 --fit

A bot plays new games against itself. At its decisions the network, or with `--analysis` the search
of reviews, says what the seat to act can expect; that is compared with how the game ended for it.
With two players it is shown as a winning chance, by the game's `calibration`; `--fit` finds that
one by maximum likelihood. Measure it with other seeds than it was fitted to.

The error is the mean distance of the ten bins. It is never 0: what calibrated chances would show
in as many games is told beside it, and an interval of 95 % from games drawn with replacement.
"""

from __future__ import annotations

import argparse

import numpy as np
import numpy.typing as npt

import galda
from galda.bots.kernels.ismcts import MOST_PLAYERS
from galda.bots.network import network_of
from galda.bots.review import REVIEW, Effort, final_prospects, sampled_tree
from galda.core.kernels import policy_value
from galda.core.kernels.policy_value import new_layers
from galda.core.play.position import Position
from galda.core.play.values import LINEAR, Calibration, chance_of_utility

BINS = 10
RESAMPLES = 300
STEPS = 30
"""Of Newton's method; it is done after a few."""

Numbers = npt.NDArray[np.float64]
"""A row for each decision: the number of its game, what was expected, and what came of it."""


class Forecast:
    """What the seat to act can expect, by a game's network at once or by the search of reviews."""

    def __init__(self, game: galda.Game, effort: Effort | None) -> None:
        self._network, self._effort = network_of(game), effort
        self._layers = new_layers(self._network, game.rules.most_legal)
        self._values = np.zeros(MOST_PLAYERS)

    def of(self, known: Position) -> float:
        """The utility that its seat to act expects of a position as it knows it."""
        seat = known.to_act
        if self._effort:
            tree = sampled_tree(known, self._effort, len(known.actions))
            return tree.children(seat)[0].value.chance
        policy_value.look(known.states[0].copy(), self._network, self._layers)
        policy_value.values(self._network, self._layers, seat, known.players, self._values)
        return float(self._values[seat])


def play(start: Position, bot: str, seed: int, forecast: Forecast, every: int) -> Numbers:
    """What was expected at the decisions of one game, and what came of it."""
    position = start
    seats = [galda.make_bot(bot, seed=seed * 10 + seat) for seat in range(start.players)]
    expected: list[tuple[int, float]] = []
    decisions = 0
    while not position.is_over:
        known = position.known_to(position.to_act, len(position.actions))
        if len(known.legal_actions) > 1:
            decisions += 1
            if (decisions + seed) % every == 0:
                expected.append((known.to_act, forecast.of(known)))
        position = position.play(seats[position.to_act].choose(known))
    ended = final_prospects(position)
    return np.array([(seed, each, ended[seat]) for seat, each in expected]).reshape(-1, 3)


def fit(told: Numbers) -> Calibration:
    """The map from utility to winning chance under which the results are likeliest."""
    told = told[(told[:, 1] > 0) & (told[:, 1] < 1)]
    z = np.log(told[:, 1] / (1 - told[:, 1]))
    terms = np.stack([z, z**3], axis=1)
    found = np.array(LINEAR)
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-terms @ found))
        weights = (chance * (1 - chance))[:, None]
        found += np.linalg.solve(terms.T @ (terms * weights), terms.T @ (told[:, 2] - chance))
    return float(found[0]), float(found[1])


def reliability(told: Numbers) -> list[tuple[int, float, float, float]]:
    """For each bin its count, mean expectation and mean result, and the standard error of both.

    Decisions of one game have one result, so the error counts games.
    """
    bins = np.minimum((told[:, 1] * BINS).astype(int), BINS - 1)
    found = []
    for here in (told[bins == k] for k in range(BINS)):
        if len(here):
            _, game = np.unique(here[:, 0], return_inverse=True)
            apart = np.bincount(game, here[:, 2] - here[:, 1])
            spread = float(np.sqrt((apart**2).sum())) / len(here)
            found.append((len(here), float(here[:, 1].mean()), float(here[:, 2].mean()), spread))
    return found


def error(told: Numbers) -> float:
    """The expected calibration error."""
    return sum(n * abs(expected - came) for n, expected, came, _ in reliability(told)) / len(told)


def interval(told: Numbers) -> tuple[float, float]:
    """95 % of the errors of as many games drawn with replacement."""
    _, starts = np.unique(told[:, 0], return_index=True)
    games = np.split(told, starts[1:])
    rng = np.random.default_rng(1)
    errors = [
        error(np.concatenate([games[k] for k in rng.integers(len(games), size=len(games))]))
        for _ in range(RESAMPLES)
    ]
    low, high = np.quantile(errors, (0.025, 0.975))
    return float(low), float(high)


def tell(told: Numbers) -> None:
    """Print the error and the bins."""
    low, high = interval(told)
    bins = reliability(told)
    least = np.sqrt(2 / np.pi) * sum(n * spread for n, _, _, spread in bins) / len(told)
    print(f"expected calibration error {100 * error(told):.1f} points", end=" ")
    print(f"({100 * low:.1f} to {100 * high:.1f}; calibrated chances: {100 * least:.1f})")
    for n, expected, came, spread in bins:
        print(f"  {n:7d}  expected {100 * expected:5.1f} %", end="  ")
        print(f"came {100 * came:5.1f} % ± {196 * spread:.1f}")


def main() -> None:
    """Play, count and tell."""
    parser = argparse.ArgumentParser(description=__doc__, prog="lab.learning.calibration")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--seed", type=int, default=900_000, help="of the first game")
    parser.add_argument("--every", type=int, default=1, help="one decision in this many")
    parser.add_argument("--analysis", action="store_true", help="ask the search of reviews")
    parser.add_argument("--steps", type=int, default=REVIEW.steps, help="of that search")
    parser.add_argument("--fit", action="store_true", help="fit the map to these games")
    given = parser.parse_args()
    effort = Effort(REVIEW.nodes, given.steps) if given.analysis else None
    game = galda.game(given.game)
    forecast = Forecast(game, effort)
    games = []
    for seed in range(given.seed, given.seed + given.games):
        start = game.new(seed=seed, players=given.players)
        games.append(play(start, given.bot, seed, forecast, given.every))
    told = np.concatenate(games)
    print(f"{given.game}, {given.players} players, {given.games} games of {given.bot}:", end=" ")
    print(f"{len(told)} decisions")
    maps = {"utility as it is": LINEAR, "as shown": game.bots.calibration}
    if given.fit:
        maps["as fitted to these games"] = fit(told)
    for name, calibration in maps.items():
        chances = [chance_of_utility(start, 0, each, calibration) for each in told[:, 1]]
        print(f"{name} {calibration}:", end=" ")
        tell(np.column_stack([told[:, 0], chances, told[:, 2]]))


if __name__ == "__main__":
    main()
