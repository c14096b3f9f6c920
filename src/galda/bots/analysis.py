"""What the engine says to whoever thinks about a position: the best turns, and how sure that is.

A matter is written in a few words, so that whichever process thinks about it makes the same
position anew. The engine is given what a seat can know, and nothing else.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from galda.bots.review import Effort, Prospects, analyse, finish_turn, prospects
from galda.core.play.position import Position
from galda.core.play.values import GameValue
from galda.games import position as position_of

EFFORTS = (
    Effort(nodes=400_000, steps=300_000),
    Effort(nodes=3_000_000, steps=1_500_000),
    Effort(nodes=12_000_000, steps=6_000_000),
)
"""Each look takes longer than the one before, and knows more: up to about three seconds."""
MOST_TURNS = 3
REDRAWS = 5
"""How often what a seat cannot know is drawn to see how much depends on it."""
TAIL = 12
"""The rest of a turn gets this part of the effort for each of its further actions."""


@dataclass(frozen=True, slots=True)
class Matter:
    """A position to think about: where it begins, what was played, and with whose eyes."""

    root: str
    """The beginning as text."""
    actions: tuple[int, ...] = ()
    eyes: int | None = None
    """The seat whose knowledge counts; None: that of the seat to act."""
    seed: int = 0

    def position(self) -> Position:
        """The position with everything in it; what its text leaves open is always drawn alike."""
        return position_of(self.root, seed=0).replay(self.actions)

    def known(self, redraw: int = 0) -> Position:
        """The position as the engine gets it; everything else is drawn anew by the seed."""
        position, seed = self.position(), self.seed + redraw
        if self.eyes is not None and self.eyes != position.to_act:
            position = position.known_to(self.eyes, seed)
        return position.known_to(position.to_act, seed)

    def write(self) -> str:
        """The matter in one line."""
        return json.dumps([self.root, list(self.actions), self.eyes, self.seed])

    @staticmethod
    def read(line: str) -> Matter:
        """What `write` wrote."""
        root, actions, eyes, seed = json.loads(line)
        return Matter(root, tuple(actions), eyes, seed)


@dataclass(frozen=True, slots=True)
class GoodTurn:
    """One of the best turns, and its value to the seat that plays it."""

    turn: tuple[int, ...]
    value: GameValue


@dataclass(frozen=True, slots=True)
class Verdict:
    """What there is to say of a position: everybody's prospects and the best turns."""

    prospects: Prospects
    turns: tuple[GoodTurn, ...]

    @property
    def is_proven(self) -> bool:
        """Whether it is certain what the best turn is worth, and so the position."""
        return self.turns[0].value.is_exact


def best_turns(matter: Matter, effort: Effort) -> Verdict:
    """The best turns: those that begin with the best actions, finished as well as can be."""
    position, seed = matter.known(), matter.seed
    found = analyse(position, effort, seed, book=True)
    return Verdict(
        found.prospects,
        tuple(
            GoodTurn(finish_turn(position, move.action, effort.part(TAIL), seed), move.value)
            for move in found.moves[:MOST_TURNS]
        ),
    )


def spread(matter: Matter, effort: Effort) -> tuple[Prospects, ...]:
    """What the best turn leaves everybody, each time that what a seat cannot know is drawn anew."""
    start = matter.position()
    seat = start.to_act if matter.eyes is None else matter.eyes
    part = effort.part(REDRAWS)
    found: list[Prospects] = []
    for seed in range(matter.seed, matter.seed + REDRAWS):
        drawn = start.known_to(seat, seed)
        if not found or seat != start.to_act:  # one's own best turn is the same whatever is drawn
            known = drawn.known_to(drawn.to_act, seed)
            turn = finish_turn(known, analyse(known, part, seed).best.action, part, seed)
        found.append(prospects(drawn.play_all(turn), part, seed))
    return tuple(found)
