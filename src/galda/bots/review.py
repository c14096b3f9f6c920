"""Judging positions and turns: what looking back at a game and the coach are made of.

Everything here is counted in work, never in seconds: the same position, effort and seed give the
same judgement on any computer.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from galda.bots.alphabeta import AlphaBeta
from galda.bots.levels import can_look_ahead
from galda.bots.mcts import Mcts, Tree
from galda.core.kernels import contract
from galda.core.play.advice import Suggestion, certain_moves
from galda.core.play.paper import GameRecord
from galda.core.play.position import Position

TABLE_BITS = 18
"""Alpha-beta's memory: small, for it is made anew for every position."""
MOST_NODES = 50_000
SAMPLES = 25
"""Sampled games between two looks at how much work was done."""
WELL_TRIED = 40
"""Fewer visits than these say little: the action is then looked at by itself."""
SPREAD = 0.3
"""About the standard deviation of how well sampled games end."""
DRAWS = 4
"""How often chance is drawn anew to look at one action by itself."""

FULL_ATTENTION = 80
"""Turns; a game of so many times more gets so many times less work for each."""

MARKS = (("blunder", 0.25), ("mistake", 0.12), ("inaccuracy", 0.06))
"""What a turn is called that gives away at least so much, worst first."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work a judgement is worth: positions looked at, or actions played in samples."""

    nodes: int
    steps: int

    def part(self, of: int) -> Effort:
        """One of so many equal parts."""
        return Effort(max(1, self.nodes // of), max(1, self.steps // of))


REVIEW = Effort(nodes=150_000, steps=120_000)
"""For every action of a game that is looked back on."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a position is worth. Where two sides play, all numbers are winning chances."""

    worths: tuple[float, ...]
    """Each seat's prospects, from 0 to 1, when the best move is played."""
    moves: tuple[Suggestion, ...]
    """The legal actions, best first, with their worth to the seat to act."""


@dataclass(frozen=True, slots=True)
class TurnReview:
    """What became of one turn."""

    worths: tuple[float, ...]
    """Each seat's prospects before it."""
    lost: float
    """How much of its prospects the seat gave away."""
    better: tuple[int, ...]
    """The turn it should have played; empty where none was better."""
    certain: bool = False
    """Whether the game was looked through to its end."""
    turns: int | None = None
    """The turns to the end of the game, where an oracle knows them."""

    @property
    def mark(self) -> str:
        """What the turn is called: `blunder`, `mistake`, `inaccuracy`, or nothing."""
        return next((name for name, least in MARKS if self.lost >= least), "")


def judge(position: Position, effort: Effort, seed: int) -> Judgement:
    """What a position is worth to everybody, given only what the seat to act can know."""
    seat = position.to_act
    moves = certain_moves(position)
    if moves is None and can_look_ahead(position):
        found = AlphaBeta(nodes=effort.nodes, table_bits=TABLE_BITS).suggest(position)
        moves = [replace(move, certain=move.value in (0.0, 1.0)) for move in found]
    if moves is not None:
        mine = position.sides[seat]
        worth = moves[0].value
        worths = tuple(worth if side == mine else 1 - worth for side in position.sides)
        return Judgement(worths, tuple(moves))
    tree = _grow(position, effort, seed)
    tried = tree.children(seat)
    best = tried[0].action
    worths = tuple(
        next(_chance(position, s, m.value) for m in tree.children(s) if m.action == best)
        for s in range(position.players)
    )
    moves = [replace(move, value=_chance(position, seat, move.value)) for move in tried]
    return Judgement(worths, tuple(moves))


def _grow(position: Position, effort: Effort, seed: int) -> Tree:
    """A tree of samples that took about so many steps."""
    tree = Tree(position, MOST_NODES)
    while tree.actions_played < effort.steps:
        tree.grow(position, Mcts(SAMPLES, seed=seed + tree.iterations))
    return tree


def _chance(position: Position, seat: int, worth: float) -> float:
    """A seat's utility as a winning chance where two sides play: a partner is nobody to beat."""
    if len(set(position.sides)) != 2:
        return worth
    own, players = len(position.sides[seat]), position.players
    return min(1.0, max(0.0, (worth * (players - 1) - (own - 1) / 2) / (players - own)))


def final_worths(position: Position) -> tuple[float, ...]:
    """How well everybody has done once the game is over."""
    if len(set(position.sides)) == 2:
        drawn = len(position.winners) == position.players
        return tuple(
            0.5 if drawn else float(seat in position.winners) for seat in range(position.players)
        )
    out = np.zeros(2 * position.players, np.float64)
    contract.utility(position.state, position.players, out)
    return tuple(float(worth) for worth in out[: position.players])


def prospects(position: Position, effort: Effort, seed: int) -> tuple[float, ...]:
    """Everybody's prospects, whether the game goes on or is over."""
    if position.is_over:
        return final_worths(position)
    return judge(position, effort, seed).worths


def worths_of(position: Position, action: int, effort: Effort, seed: int) -> list[float]:
    """What one action is worth to the seat to act, with chance drawn anew several times."""
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
        actions.append(judge(position, effort, seed).moves[0].action)
        position = position.play(actions[-1])
    return tuple(actions)


def review_turn(
    position: Position, actions: Sequence[int], seed: int, effort: Effort = REVIEW
) -> TurnReview:
    """Compare a played turn with the best one; `position` is what its player could know."""
    lost = 0.0
    better: tuple[int, ...] = ()
    first: Judgement | None = None
    for k, action in enumerate(actions):
        if first is None or len(position.legal()) > 1:
            judgement = judge(position, effort, seed)
            first = first or judgement
            best = judgement.moves[0].action
            given_away = _given_away(position, judgement, action, effort, seed)
            if given_away > 0:
                lost += given_away
                if not better:
                    rest = finish_turn(position, best, effort.part(4), seed)
                    better = (*actions[:k], *rest)
        position = position.play(action)
    assert first is not None, "a turn has at least one action"
    certain = first.moves[0].certain
    return TurnReview(first.worths, min(lost, 1.0), better, certain, first.moves[0].turns)


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
    position: Position, judgement: Judgement, action: int, effort: Effort, seed: int
) -> float:
    """What an action is worth less than the best one, for sure.

    Sampled values err: their standard error is let off. What was hardly tried looks worse than it
    is: then both are looked at alike, each by itself.
    """
    best = judgement.moves[0]
    if action == best.action:
        return 0.0
    found = next((move for move in judgement.moves if move.action == action), None)
    if found is not None and not best.visits:
        return best.value - found.value
    if found is not None and found.visits >= WELL_TRIED:
        error = SPREAD * math.sqrt(1 / best.visits + 1 / found.visits)
        return best.value - found.value - error
    alone = [worths_of(position, a, effort, seed) for a in (best.action, action)]
    apart: list[float] = [ours - theirs for ours, theirs in zip(*alone, strict=True)]
    return sum(apart) / DRAWS - statistics.stdev(apart) / math.sqrt(DRAWS)
