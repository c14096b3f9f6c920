"""How levels below `master` overlook things, as people do, instead of playing random moves.

A player misses some of its own moves and some replies, looks only a few turns ahead, and chooses
among moves that seem about equal by a softmax. It never misses a win in one turn; and where it
stands well it searches a second time without oversights, so that it does not lose a won game at
once.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence

import numpy as np

from galda.bots.alphabeta import AlphaBeta
from galda.bots.kernels.lookahead import MOST_LEAVES, best_leads
from galda.core.kernels import contract
from galda.core.play.levels import BlunderModel
from galda.core.play.position import Position
from galda.core.play.styles import PLAIN
from galda.core.play.values import Estimate, Exact, GameValue, Outcome, Suggestion, value_at_end

SMALL_TABLE = 10
"""Alpha-beta's memory: these searches are short."""
STANDS_WELL = 0.4
"""From this winning chance on, as far as two turns show, it searches a second time."""
CUT_OFF = 4.0
"""Moves that are this many temperatures worse than the best are not played."""


def noticed_by_search(
    position: Position, depth: int, blunders: BlunderModel, chance: random.Random
) -> list[Suggestion]:
    """The moves that are noticed, best first, with their values; at least one.

    By alpha-beta of `depth` turns. A reply that is overlooked is overlooked after every move.
    """
    sight = AlphaBeta(1, table_bits=SMALL_TABLE, seed=chance.getrandbits(60)).suggest(position)
    missed = _overlooked(position, blunders.own_moves, chance)
    unseen = _overlooked(position, blunders.replies, chance)
    if _is_sure(sight[0], Outcome.WON):
        return sight[:1]
    noticed = [move for move in sight if move.action not in missed] or sight[:1]
    noticed = _looked_twice(position, noticed, sight)
    if depth > 1:
        noticed = [
            Suggestion(move.action, _worth(position, move, depth, unseen)) for move in noticed
        ]
    return sorted(noticed, key=lambda move: -move.value.chance)


def _is_sure(move: Suggestion, outcome: Outcome) -> bool:
    """Whether it is known how the game ends after a move, however many turns that takes."""
    return isinstance(move.value, Exact) and move.value.outcome is outcome


def _overlooked(position: Position, kept: float, chance: random.Random) -> frozenset[int]:
    """The actions that are overlooked this time, whichever seat would play them."""
    return frozenset(a for a in range(position.game.rules.action_count) if chance.random() >= kept)


def _looked_twice(
    position: Position, noticed: list[Suggestion], sight: Sequence[Suggestion]
) -> list[Suggestion]:
    """The noticed moves without those that lose at once, where the position looks good."""
    twice = AlphaBeta(2, table_bits=SMALL_TABLE).suggest(position)
    if twice[0].value.chance < STANDS_WELL:
        return noticed
    losing = {move.action for move in twice if _is_sure(move, Outcome.LOST)}
    kept = [move for move in noticed if move.action not in losing]
    return kept or [move for move in sight if move.action == twice[0].action]


def _worth(position: Position, move: Suggestion, depth: int, unseen: frozenset[int]) -> GameValue:
    """The value of a move when only the replies that are noticed are searched."""
    after = position.play(move.action)
    if after.is_over:
        return value_at_end(after, position.to_act)
    replies = AlphaBeta(depth - 1, table_bits=SMALL_TABLE).suggest(after)
    if after.to_act == position.to_act:
        return replies[0].value
    seen = [reply for reply in replies if reply.action not in unseen]
    return seen[0].value.turned() if seen else move.value


def noticed_by_lead(
    position: Position, blunders: BlunderModel, chance: random.Random
) -> list[Suggestion]:
    """The moves that are noticed, best first, by the lead that they can bring this turn.

    `visits` says how often each was noticed. At least one move is.
    """
    legal = position.legal_actions
    noticed = Counter(action for action in legal if chance.random() < blunders.own_moves)
    noticed.update(_policy_moves(position, blunders.policy_moves, chance))
    if not noticed:
        noticed[chance.choice(legal)] = 1
    leads = _leads(position)
    scale = float(contract.margin(position.state)) or 1.0
    moves = [
        Suggestion(action, Estimate(1 / (1 + math.exp(-leads[action] / scale))), times)
        for action, times in noticed.items()
    ]
    return sorted(moves, key=lambda move: (-move.value.chance, -move.visits, move.action))


def win_at_once(position: Position) -> int | None:
    """An action that wins the game for certain; None: there is none."""
    if position.game.has("determinize"):  # chance may have a say in it
        return None
    seat = position.to_act
    for action in position.legal_actions:
        after = position.play(action)
        if after.is_over and value_at_end(after, seat).outcome is Outcome.WON:
            return action
    return None


def _policy_moves(position: Position, count: int, chance: random.Random) -> list[int]:
    """Moves drawn from the game's rollout policy."""
    scratch = np.zeros(position.game.rules.most_legal, np.int32)
    state = position.state
    return [
        int(contract.rollout_policy(state, np.uint64(chance.getrandbits(64)), scratch))
        for _ in range(count)
    ]


def _leads(position: Position) -> dict[int, float]:
    """The best lead that each legal action can bring the seat to act this turn."""
    most_legal = position.game.rules.most_legal
    values = np.zeros(most_legal, np.float64)
    best_leads(position.states, position.players, MOST_LEAVES, most_legal, PLAIN, values)
    return dict(zip(position.legal_actions, values.tolist(), strict=False))


def choose_softmax(moves: Sequence[Suggestion], temperature: float, chance: random.Random) -> int:
    """One of the moves (best first) by a softmax of their values, times how often each was noticed.

    At temperature 0 the best one.
    """
    best = moves[0].value.chance
    if temperature <= 0:
        near = [move for move in moves if move.value.chance == best]
        return chance.choices(near, [max(move.visits, 1) for move in near])[0].action
    near = [move for move in moves if best - move.value.chance <= CUT_OFF * temperature]
    weights = [
        max(move.visits, 1) * math.exp((move.value.chance - best) / temperature) for move in near
    ]
    return chance.choices(near, weights)[0].action
