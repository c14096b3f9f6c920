"""What a coach says in a position: a good turn, everybody's prospects, and what is threatened.

A coach is given a position as the one who asks can know it, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from galda.bots.alphabeta import can_look_ahead
from galda.bots.review import MARKS, Analysis, Effort, Prospects, analyse, finish_turn, prospects
from galda.core.play.position import Position
from galda.core.play.values import Suggestion

COACH = Effort(nodes=400_000, steps=250_000)
GLANCE = Effort(nodes=8_000, steps=8_000)
"""For each of many replies that are only glanced at."""
MOST_TRIED = 14
"""Own turns that are tried where a reply takes sampling to find."""
GUESSES = 3
"""How often what one cannot know is guessed to see how one stands while another is to act."""
SLIGHT = MARKS[-1][1]
"""What costs less than this is no threat."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A good way to go on: the rest of the turn, and what the search thinks of every action."""

    analysis: Analysis
    turn: tuple[int, ...]
    other: tuple[int, ...] = ()
    """The best turn that is worth less, to compare it with; empty: there is none."""


@dataclass(frozen=True, slots=True)
class Threat:
    """What another seat is up to: its most harmful reply to turns that do nothing against it."""

    seat: int
    """Who threatens."""
    own: tuple[int, ...]
    """A turn of one's own after which it comes; empty when the other is to act already."""
    turn: tuple[int, ...]
    """The threat itself, played after `own`."""
    chance: float
    """What is left of one's prospects then."""
    best: float
    """One's prospects with the best turn."""
    tried: int
    """How many own turns were looked at."""
    avoiding: int
    """How many of them keep about as much as the best one does."""

    @property
    def is_serious(self) -> bool:
        """Whether it costs anything worth a word."""
        return self.best - self.chance >= SLIGHT


def good_turn(position: Position, seed: int) -> Advice:
    """The best way to go on with the turn of the seat to act."""
    analysis = analyse(position, COACH, seed)
    turn = finish_turn(position, analysis.best.action, COACH.part(4), seed)
    worse = next_best(analysis)
    other = finish_turn(position, worse.action, GLANCE, seed) if worse else ()
    return Advice(analysis, turn, other)


def next_best(analysis: Analysis) -> Suggestion | None:
    """The best move that is worth less than the best one; None: all are as good."""
    best = round(analysis.best.value.chance, 2)
    return next((move for move in analysis.moves if round(move.value.chance, 2) != best), None)


def chances(position: Position, seat: int, seed: int) -> Prospects:
    """Everybody's prospects as `seat` can know them, whoever is to act."""
    if position.is_over or position.to_act == seat:
        return prospects(position, COACH, seed)
    guesses = [
        prospects(position.known_to(seat, seed + k), COACH.part(GUESSES), seed + k)
        for k in range(GUESSES)
    ]
    return tuple(sum(guessed) / GUESSES for guessed in zip(*guesses, strict=True))


def threat(position: Position, seat: int, seed: int) -> Threat | None:
    """What the next opponent would do; None where no opponent comes to act.

    When it is one's own turn, every turn is tried (or the likeliest ones) and the best reply to
    each is found: the reply that does the most harm altogether is the threat, for it is what most
    turns allow.
    """
    mine = position.sides[seat]
    if position.to_act not in mine:
        analysis = analyse(position, COACH, seed)
        turn = finish_turn(position, analysis.best.action, COACH.part(4), seed)
        left = analysis.prospects[seat]
        return Threat(position.to_act, (), turn, left, left, 0, 0)
    moves = analyse(position, COACH.part(2), seed).moves
    if not can_look_ahead(position):
        moves = moves[:MOST_TRIED]
    replies = [
        reply for move in moves if (reply := _reply(position, seat, move.action, seed)) is not None
    ]
    if not replies:
        return None
    best = max(reply.chance for reply in replies)
    harm: dict[tuple[int, tuple[int, ...]], float] = {}
    for reply in replies:
        key = (reply.seat, reply.turn[:1])
        harm[key] = harm.get(key, 0.0) + best - reply.chance
    worst = max(harm, key=lambda key: harm[key])
    those = [reply for reply in replies if (reply.seat, reply.turn[:1]) == worst]
    typical = min(those, key=lambda reply: reply.chance)
    avoiding = sum(best - reply.chance < SLIGHT for reply in replies)
    return Threat(
        typical.seat, typical.own, typical.turn, typical.chance, best, len(replies), avoiding
    )


@dataclass(frozen=True, slots=True)
class _Reply:
    own: tuple[int, ...]
    seat: int
    turn: tuple[int, ...]
    chance: float


def _reply(position: Position, seat: int, action: int, seed: int) -> _Reply | None:
    """The best reply to the turn that begins with an action; None if it ends the game."""
    own = finish_turn(position, action, GLANCE, seed)
    after = position.play_all(own)
    if after.is_over or after.to_act in position.sides[seat]:
        return None
    analysis = analyse(after, GLANCE, seed)
    turn = finish_turn(after, analysis.best.action, GLANCE, seed)
    return _Reply(own, after.to_act, turn, analysis.prospects[seat])
