"""How levels overlook things, as people do, instead of playing just anything now and then.

A player overlooks moves of its own that do not come to mind and replies that it does not see, looks
only so far ahead, and is content with a move that seems about as good as the best. What it never
overlooks is a win this turn; and where it stands well it looks twice, so that it does not throw a
won game away by letting itself be beaten at once.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from galda.bots.alphabeta import AlphaBeta
from galda.bots.kernels.lookahead import MOST_LEAVES, best_leads
from galda.core.kernels import contract
from galda.core.play.position import Position
from galda.core.play.styles import PLAIN
from galda.core.play.values import Estimate, Exact, GameValue, Outcome, Suggestion, value_at_end

SMALL_TABLE = 10
"""Alpha-beta's memory: a level's looks are short."""
STANDS_WELL = 0.4
"""Whoever has at least this chance, as far as can be seen, looks twice."""
CONTENT = 4.0
"""What seems worse than the best by so many times its whim nobody plays."""


@dataclass(frozen=True)
class Attention:
    """What a player sees of what there is to see."""

    notices: float = 1.0
    """How likely a move of its own comes to mind."""
    heeds: float = 1.0
    """How likely a reply is seen."""
    whim: float = 0.0
    """How much worse than the best a move may seem and still be played; as a chance to win."""
    ideas: int = 0
    """Moves that come to mind by the game's own policy, besides those it notices otherwise; for
    games that cannot be looked ahead."""

    @property
    def is_full(self) -> bool:
        """Whether every move of its own comes to mind."""
        return self.notices >= 1


def seen_moves(
    position: Position, depth: int, attention: Attention, chance: random.Random
) -> list[Suggestion]:
    """The moves that come to mind, best first, with what they seem worth; never none.

    Where a game evaluates positions: `depth` turns are looked ahead, all but what is overlooked.
    One who overlooks a reply does so whatever it is a reply to.
    """
    sight = AlphaBeta(1, table_bits=SMALL_TABLE, seed=chance.getrandbits(60)).suggest(position)
    missed = _overlooked(position, attention.notices, chance)
    unseen = _overlooked(position, attention.heeds, chance)
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
    """The actions that are not thought of this time, whoever would play them."""
    return frozenset(a for a in range(position.game.rules.action_count) if chance.random() >= kept)


def _looked_twice(
    position: Position, noticed: list[Suggestion], sight: Sequence[Suggestion]
) -> list[Suggestion]:
    """What is noticed without what loses at once, where one stands well."""
    twice = AlphaBeta(2, table_bits=SMALL_TABLE).suggest(position)
    if twice[0].value.chance < STANDS_WELL:
        return noticed
    losing = {move.action for move in twice if _is_sure(move, Outcome.LOST)}
    kept = [move for move in noticed if move.action not in losing]
    return kept or [move for move in sight if move.action == twice[0].action]


def _worth(position: Position, move: Suggestion, depth: int, unseen: frozenset[int]) -> GameValue:
    """What a move seems worth when the replies are looked at that are seen."""
    after = position.play(move.action)
    if after.is_over:
        return value_at_end(after, position.to_act)
    replies = AlphaBeta(depth - 1, table_bits=SMALL_TABLE).suggest(after)
    if after.to_act == position.to_act:
        return replies[0].value
    seen = [reply for reply in replies if reply.action not in unseen]
    return seen[0].value.turned() if seen else move.value


def first_thoughts(
    position: Position, attention: Attention, chance: random.Random
) -> list[Suggestion]:
    """The moves that come to mind, best first, by how one would stand after the turn; never none.

    `visits` says how often each came to mind. Nothing is sampled: what others need and what is
    far away are not seen.
    """
    legal = position.legal_actions
    thoughts = Counter(action for action in legal if chance.random() < attention.notices)
    thoughts.update(_ideas(position, attention.ideas, chance))
    if not thoughts:
        thoughts[chance.choice(legal)] = 1
    leads = promises(position)
    scale = float(contract.margin(position.state)) or 1.0
    moves = [
        Suggestion(action, Estimate(1 / (1 + math.exp(-leads[action] / scale))), times)
        for action, times in thoughts.items()
    ]
    return sorted(moves, key=lambda move: (-move.value.chance, -move.visits, move.action))


def win_at_once(position: Position) -> int | None:
    """An action that wins the game, for everybody to see; None: there is none."""
    if position.game.has("determinize"):  # chance may have a say in it
        return None
    seat = position.to_act
    for action in position.legal_actions:
        after = position.play(action)
        if after.is_over and value_at_end(after, seat).outcome is Outcome.WON:
            return action
    return None


def _ideas(position: Position, ideas: int, chance: random.Random) -> list[int]:
    """What a sensible player tends to do here, drawn so many times."""
    scratch = np.zeros(position.game.rules.most_legal, np.int32)
    state = position.state
    return [
        int(contract.rollout_policy(state, np.uint64(chance.getrandbits(64)), scratch))
        for _ in range(ideas)
    ]


def promises(position: Position) -> dict[int, float]:
    """How far each legal action can bring the seat to act this turn."""
    most_legal = position.game.rules.most_legal
    values = np.zeros(most_legal, np.float64)
    best_leads(position.states, position.players, MOST_LEAVES, most_legal, PLAIN, values)
    return dict(zip(position.legal_actions, values.tolist(), strict=False))


def choose_by_whim(moves: Sequence[Suggestion], whim: float, chance: random.Random) -> int:
    """One of the moves, best first: the better it seems and the oftener thought of, the likelier.

    Without a whim the best one. Nobody plays what seems much worse.
    """
    best = moves[0].value.chance
    if whim <= 0:
        near = [move for move in moves if move.value.chance == best]
        return chance.choices(near, [max(move.visits, 1) for move in near])[0].action
    near = [move for move in moves if best - move.value.chance <= CONTENT * whim]
    weights = [max(move.visits, 1) * math.exp((move.value.chance - best) / whim) for move in near]
    return chance.choices(near, weights)[0].action
