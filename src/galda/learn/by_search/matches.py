"""Matches of a network against a mark, every deal from every seat, at about equal time.

Both get iterations, so a match is the same on every machine, however busy. How many iterations of
the mark take as long as one with the network is measured first, by the processor's own clock, or
given.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

import galda
from galda.bots.learnt import LearntBot, LearntMcts, Taught
from galda.bots.mcts import Mcts
from galda.core.play.position import Position
from galda.core.shares import SURE
from galda.core.workers import Workers, in_order
from galda.learn.by_search.telling import Tell

FIRST_DEAL = 7_000_000
"""Deals of matches have seeds that no lesson has."""
LOOKS = 12
"""Positions at which the pace is measured."""
TRIED = 1000
"""Iterations of either at each of them: so many that planting a tree takes little of the time."""


@dataclass(frozen=True)
class Match:
    """Who plays whom, at which table."""

    game: str
    players: int
    network: Taught
    budget: int
    """Iterations of the network's search for a move."""
    rival: str
    """All the others, such as `classic:300`."""


@dataclass(frozen=True)
class Outcome:
    """What came of a match: means over deals, and how far off chance may have put them (95 %)."""

    players: int
    rival: str
    won: float
    won_off: float
    place: float
    place_off: float
    games: int

    def __str__(self) -> str:
        return (
            f"{self.players} players against {self.rival}: {self.won:.1%} ± {self.won_off:.1%}, "
            f"mean place {self.place:.2f} ± {self.place_off:.2f}, {self.games} games"
        )


def play_deal(match: Match, deal: int) -> tuple[float, float]:
    """One deal from every seat: the share of rivals that it was ahead of, and the place."""
    won, places = [], []
    for own in range(match.players):
        position = galda.game(match.game).new(seed=deal, players=match.players)
        bots: list[Any] = [
            galda.make_bot(match.rival, seed=deal * 10 + seat) for seat in range(match.players)
        ]
        bots[own] = LearntBot(match.budget, deal * 10 + own, match.network)
        while not position.is_over:
            seat = position.to_act
            known = position.known_to(seat, deal + len(position.actions))
            position = position.play(bots[seat].choose(known))
        scores = position.scores
        ahead = [
            1.0 if scores[own] > score else 0.5 if scores[own] == score else 0.0
            for seat, score in enumerate(scores)
            if seat != own
        ]
        won.append(sum(ahead) / len(ahead))
        places.append(1 + len(ahead) - sum(ahead))
    return sum(won) / len(won), sum(places) / len(places)


def hold(match: Match, deals: int, workers: Workers, tell: Tell) -> Outcome:
    """Play so many deals."""
    found = []
    numbers = range(FIRST_DEAL, FIRST_DEAL + deals)
    for each in in_order(workers, partial(play_deal, match), numbers):
        found.append(each)
        tell(len(found) / deals)
    told = np.array(found)
    means = told.mean(0)
    off = SURE * told.std(0, ddof=1) / math.sqrt(deals) if deals > 1 else means
    return Outcome(
        match.players, match.rival, float(means[0]), float(off[0]), float(means[1]),
        float(off[1]), deals * match.players,
    )  # fmt: skip


def measure_worth(game: str, players: int, network: Taught) -> float:
    """How many iterations of a search that samples games take as long as one with the network."""
    position = galda.game(game).new(seed=1, players=players)
    choices: list[Position] = []
    while not position.is_over:
        if len(position.legal_actions) > 1:
            choices.append(position)
        position = position.play(Mcts(iterations=6, nodes=500).choose(position))
    chosen = choices[:: max(len(choices) // LOOKS, 1)]
    led = LearntMcts(iterations=TRIED, **network.options)
    return _pace(led, chosen) / _pace(Mcts(iterations=TRIED), chosen)


def _pace(bot: Mcts, positions: list[Position]) -> float:
    """Seconds of the processor for an iteration."""
    bot.choose(positions[0])  # whatever is to be compiled or loaded is not counted
    began = time.process_time()
    for position in positions:
        bot.choose(position)
    return (time.process_time() - began) / (len(positions) * bot.iterations)
