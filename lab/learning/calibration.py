"""How well chances foretell results: reliability and expected calibration error.

    python -m lab.learning.calibration towers --players 2 --games 400
    python -m lab.learning.calibration towers --players 2 --games 40 --analysis --every 12

A bot plays new games against itself. At its decisions the network, or with `--analysis` the search
of reviews, says what the seat to act can expect; that is compared with how the game ended for it.
The network foretells `utility`, in which leads count, and reviews a winning chance where two play.
The error is the mean distance of the ten bins.
"""

from __future__ import annotations

import argparse

import numpy as np
import numpy.typing as npt

import galda
from galda.bots.kernels.ismcts import MOST_PLAYERS
from galda.bots.network import network_of
from galda.bots.review import REVIEW, final_prospects, prospects
from galda.core.kernels import contract, policy_value
from galda.core.kernels.policy_value import new_layers
from galda.core.play.position import Position

BINS = 10
Pairs = list[tuple[float, float]]


class Forecast:
    """What the seat to act can expect, by a game's network at once or by the search of reviews."""

    def __init__(self, game: galda.Game, analysis: bool) -> None:
        self._network, self._analysis = network_of(game), analysis
        self._layers = new_layers(self._network, game.rules.most_legal)
        self._values = np.zeros(MOST_PLAYERS)

    def of(self, known: Position) -> float:
        """The expectation of a position as its seat to act knows it."""
        seat = known.to_act
        if self._analysis:
            return prospects(known, REVIEW, len(known.actions))[seat]
        policy_value.look(known.states[0].copy(), self._network, self._layers)
        policy_value.values(self._network, self._layers, seat, known.players, self._values)
        return float(self._values[seat])

    def ends(self, position: Position) -> tuple[float, ...]:
        """What is foretold, at the end: a seat's utility, or in reviews its winning chance."""
        if self._analysis:
            return final_prospects(position)
        out = np.zeros(2 * position.players)
        contract.utility(position.state, position.players, out)
        return tuple(out[: position.players].tolist())


def play(name: str, bot: str, players: int, seed: int, forecast: Forecast, every: int) -> Pairs:
    """What was expected at the decisions of one game, and what came of it."""
    position = galda.game(name).new(seed=seed, players=players)
    seats = [galda.make_bot(bot, seed=seed * 10 + seat) for seat in range(players)]
    expected: list[tuple[int, float]] = []
    decisions = 0
    while not position.is_over:
        known = position.known_to(position.to_act, len(position.actions))
        if len(known.legal_actions) > 1:
            decisions += 1
            if (decisions + seed) % every == 0:
                expected.append((known.to_act, forecast.of(known)))
        position = position.play(seats[position.to_act].choose(known))
    ended = forecast.ends(position)
    return [(chance, ended[seat]) for seat, chance in expected]


def reliability(pairs: npt.NDArray[np.float64]) -> tuple[float, list[tuple[int, float, float]]]:
    """The expected calibration error; for each bin its count, mean expectation and mean result."""
    bins = np.minimum((pairs[:, 0] * BINS).astype(int), BINS - 1)
    found = [
        (int(here.sum()), float(pairs[here, 0].mean()), float(pairs[here, 1].mean()))
        for here in (bins == k for k in range(BINS))
        if here.any()
    ]
    error = sum(n * abs(expected - came) for n, expected, came in found) / len(pairs)
    return error, found


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
    given = parser.parse_args()
    forecast = Forecast(galda.game(given.game), given.analysis)
    pairs: Pairs = []
    for seed in range(given.seed, given.seed + given.games):
        pairs += play(given.game, given.bot, given.players, seed, forecast, given.every)
    error, bins = reliability(np.array(pairs))
    print(f"{given.game}, {given.players} players, {given.games} games of {given.bot}:", end=" ")
    print(f"{len(pairs)} decisions, expected calibration error {100 * error:.1f} points")
    for n, expected, came in bins:
        print(f"  {n:7d}  expected {100 * expected:5.1f} %  came {100 * came:5.1f} %")


if __name__ == "__main__":
    main()
