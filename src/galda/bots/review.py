"""Analysing positions and reviewing turns: what looking back at a game and the coach are made of.

Everything here is counted in work, never in seconds: the same position, effort and seed give the
same analysis on any computer.

A seat's *prospects* are a number from 0 to 1: where two sides play its winning chance, among more
the utility it can expect.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from galda.bots.alphabeta import AlphaBeta, can_look_ahead
from galda.bots.book_bot import BookBot
from galda.bots.mcts import Tree
from galda.bots.network import has_network, tree_search
from galda.core.kernels import contract
from galda.core.play.paper import GameRecord
from galda.core.play.position import Position
from galda.core.play.values import (
    Estimate,
    GameValue,
    Suggestion,
    chance_of_utility,
    value_at_end,
)
from galda.solve.oracle import certain_moves

TABLE_BITS = 18
"""Alpha-beta's memory: small, for it is made anew for every position."""
MOST_NODES = 50_000
SAMPLES = 25
"""Sampled games between two looks at how much work was done."""
WELL_TRIED = 40
"""Fewer visits than these say little: the action is then looked at by itself."""
SPREAD, NETWORK_SPREAD = 0.3, 0.05
"""About the standard deviation of how sampled games end, and of what a network expects."""
ASKED = 20
"""Asking a network takes about as long as playing this many actions."""
DRAWS = 4
"""How often chance is drawn anew to look at one action by itself."""

FULL_ATTENTION = 80
"""Turns; a game of so many times more gets so many times less work for each."""

MARKS = (("blunder", 0.25), ("mistake", 0.12), ("inaccuracy", 0.06))
"""What a turn is called that gives away at least so much, worst first."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work goes into an analysis: positions looked at, or actions played in samples."""

    nodes: int
    steps: int

    def part(self, of: int) -> Effort:
        """One of so many equal parts."""
        return Effort(max(1, self.nodes // of), max(1, self.steps // of))


REVIEW = Effort(nodes=150_000, steps=120_000)
"""For every action of a game that is looked back on."""


Prospects = tuple[float, ...]
"""Those of each seat."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What there is to say of a position."""

    prospects: Prospects
    """Everybody's, when the best move is played."""
    moves: tuple[Suggestion, ...]
    """The legal actions, best first, with their value to the seat to act."""

    @property
    def best(self) -> Suggestion:
        """The best move."""
        return self.moves[0]


@dataclass(frozen=True, slots=True)
class TurnReview:
    """What became of one turn."""

    prospects: Prospects
    """Everybody's before it."""
    lost: float
    """How much of its prospects the seat gave away."""
    better: tuple[int, ...]
    """The turn it should have played; empty where none was better. After the last turn: how to go
    on."""
    best: GameValue | None = None
    """The value of the best turn to the seat that played; None: nothing was to be played."""

    @property
    def mark(self) -> str:
        """What the turn is called: `blunder`, `mistake`, `inaccuracy`, or nothing."""
        return next((name for name, least in MARKS if self.lost >= least), "")


def analyse(position: Position, effort: Effort, seed: int, *, book: bool = False) -> Analysis:
    """Everybody's prospects and all moves, given only what the seat to act can know.

    `book`: whether the openings of solved games are looked up. Who follows a whole game does not:
    prospects would leap where the book ends.
    """
    moves = certain_moves(position)
    if moves is None and can_look_ahead(position):
        search = AlphaBeta(nodes=effort.nodes, table_bits=TABLE_BITS)
        moves = (BookBot(search) if book else search).suggest(position)
    if moves is None:
        return _sample(position, effort, seed)
    mine, best = position.sides[position.to_act], moves[0].value
    prospects = tuple(
        best.chance if side == mine else best.turned().chance for side in position.sides
    )
    return Analysis(prospects, tuple(moves))


def _sample(position: Position, effort: Effort, seed: int) -> Analysis:
    """What sampled games say."""
    tree = sampled_tree(position, effort, seed)
    calibration = position.game.bots.calibration

    def moves_for(seat: int) -> list[Suggestion]:
        found = tree.children(seat)
        chances = [
            chance_of_utility(position, seat, move.value.chance, calibration) for move in found
        ]
        return [
            replace(move, value=Estimate(chance))
            for move, chance in zip(found, chances, strict=True)
        ]

    moves = moves_for(position.to_act)
    prospects = tuple(
        next(m.value.chance for m in moves_for(seat) if m.action == moves[0].action)
        for seat in range(position.players)
    )
    return Analysis(prospects, tuple(moves))


def sampled_tree(position: Position, effort: Effort, seed: int) -> Tree:
    """A tree of samples that took about so many steps."""
    search = tree_search(position.game, nodes=MOST_NODES, iterations=SAMPLES)
    tree = search.new_tree(position)
    price = ASKED if has_network(position.game) else 0
    while tree.actions_played + price * tree.iterations < effort.steps:
        tree.grow(position, replace(search, seed=seed + tree.iterations))
    return tree


def final_prospects(position: Position) -> Prospects:
    """How well everybody has done once the game is over."""
    seats = range(position.players)
    if len(set(position.sides)) == 2:
        return tuple(value_at_end(position, seat).chance for seat in seats)
    out = np.zeros(2 * position.players, np.float64)
    contract.utility(position.state, position.players, out)
    return tuple(float(out[seat]) for seat in seats)


def prospects(position: Position, effort: Effort, seed: int) -> Prospects:
    """Everybody's prospects, whether the game goes on or is over."""
    if position.is_over:
        return final_prospects(position)
    return analyse(position, effort, seed).prospects


def chances_after(position: Position, action: int, effort: Effort, seed: int) -> list[float]:
    """What one action leaves the seat to act, with chance drawn anew several times."""
    seat = position.to_act
    return [
        prospects(position.known_to(seat, seed + k).play(action), effort.part(DRAWS), seed + k)[
            seat
        ]
        for k in range(DRAWS)
    ]


def finish_turn(position: Position, action: int, effort: Effort, seed: int) -> tuple[int, ...]:
    """A whole turn that begins with an action and goes on as well as it can."""
    actions = [action]
    position = position.play(action)
    while position.in_turn:
        actions.append(analyse(position, effort, seed).best.action)
        position = position.play(actions[-1])
    return tuple(actions)


def review_turn(
    position: Position, actions: Sequence[int], seed: int, effort: Effort = REVIEW
) -> TurnReview:
    """Compare a played turn with the best one; `position` is what its player could know."""
    lost = 0.0
    better: tuple[int, ...] = ()
    first: Analysis | None = None
    for k, action in enumerate(actions):
        if first is None or len(position.legal_actions) > 1:
            analysis = analyse(position, effort, seed)
            first = first or analysis
            given_away = _given_away(position, analysis, action, effort, seed)
            if given_away > 0:
                lost += given_away
                if not better:
                    rest = finish_turn(position, analysis.best.action, effort.part(4), seed)
                    better = (*actions[:k], *rest)
        position = position.play(action)
    assert first is not None, "a turn has at least one action"
    return TurnReview(first.prospects, min(lost, 1.0), better, first.best.value)


def review_end(position: Position, effort: Effort, seed: int) -> TurnReview:
    """What is left after the last turn; where a game was broken off, with how it would go on."""
    if position.is_over:
        return TurnReview(final_prospects(position), 0.0, ())
    found = analyse(position, effort, seed)
    onward = finish_turn(position, found.best.action, effort.part(4), seed)
    return TurnReview(found.prospects, 0.0, onward, found.best.value)


def effort_for(turns: int) -> Effort:
    """How much work each turn of a game gets: long games get less, so that all take as long."""
    return REVIEW.part(max(1, turns // FULL_ATTENTION))


def review_game(record: GameRecord) -> Iterator[TurnReview]:
    """Review a game on paper, turn by turn."""
    turns = record.turns()
    effort = effort_for(len(turns))
    before = record.position.history()[0]
    for ply, turn in enumerate(turns):
        known = before.known_to(before.to_act, ply)
        actions = [position.action for position in turn if position.action is not None]
        yield review_turn(known, actions, ply, effort)
        before = turn[-1]


def _given_away(
    position: Position, analysis: Analysis, action: int, effort: Effort, seed: int
) -> float:
    """What an action is worth less than the best one, for sure.

    Sampled values err: their standard error is let off. What was hardly tried looks worse than it
    is: then both are looked at alike, each by itself.
    """
    best = analysis.best
    if action == best.action:
        return 0.0
    found = next((move for move in analysis.moves if move.action == action), None)
    if found is not None and not best.visits:
        return best.value.chance - found.value.chance
    if found is not None and found.visits >= WELL_TRIED:
        spread = NETWORK_SPREAD if has_network(position.game) else SPREAD
        spread *= position.game.bots.calibration[0] if position.players == 2 else 1
        error = spread * math.sqrt(1 / best.visits + 1 / found.visits)
        return best.value.chance - found.value.chance - error
    alone = [chances_after(position, a, effort, seed) for a in (best.action, action)]
    apart: list[float] = [ours - theirs for ours, theirs in zip(*alone, strict=True)]
    return sum(apart) / DRAWS - statistics.stdev(apart) / math.sqrt(DRAWS)
