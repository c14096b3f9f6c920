"""How soon a decided position of Quixo ends: a search that the solution in memory guides.

The solution says who wins, not how soon. With it, the winner looks at winning pushes alone, and the
loser at all. A win is looked for within 1, 3, 5, … turns, a loss within 2, 4, …, so the first that
is found is the shortest. What was found stands in a table by the position's own number.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels.chance import scramble
from galda.core.kernels.kernel import kernel
from galda.core.play.options import Value
from galda.core.play.position import Position
from galda.core.play.solver import Arrays
from galda.games.quixo.rules.rules import ENTERED, PUSHES, TAKEN, has_line, push
from galda.games.quixo.solve.kernels.retrograde import LOST, WON, Probing, place_of
from galda.games.quixo.solve.kernels.threats import winning_push
from galda.games.quixo.solve.many import probing_for

DEEPEST = 60
NEVER = 255
"""The turns of a win that nobody has found yet."""
TABLE_BITS = 22
UNFINISHED, NOT_SO_SOON, SO_SOON = -1, 0, 1


class Found(NamedTuple):
    """What is known of positions, by a part of their numbers."""

    places: Any
    sooner: Any
    """It ends within so many turns."""
    later: Any
    """It does not end within so many."""
    moves: Any
    """The push that decided last: it wins, or it holds out."""


class Frames(NamedTuple):
    """The way from the position asked about, a turn in each."""

    mine: Any
    theirs: Any
    places: Any
    tried: Any


class Guide(NamedTuple):
    """The solution, and how positions are found in it."""

    states: Any
    patterns: Any
    probing: Probing
    moves: int


@kernel
def code_of(place, states):
    """The two bits of a position."""
    return (np.int64(states[place >> 4]) >> (2 * (place & 15))) & 3


@kernel
def slot_of(place, found):
    """Where the table keeps a position."""
    return np.int64(scramble(np.uint64(place)) & np.uint64(len(found.places) - 1))


@kernel
def remember(place, left, won, move, found):
    """Write down what was found out about a position."""
    slot = slot_of(place, found)
    if found.places[slot] != place:
        found.places[slot], found.sooner[slot], found.later[slot] = place, NEVER, 0
    if won:
        found.sooner[slot] = min(found.sooner[slot], left)
    else:
        found.later[slot] = max(found.later[slot], left)
    found.moves[slot] = move


@kernel
def ends_within(mine, theirs, turns, guide, found, frames, budget):
    """Whether a decided position ends within so many turns: odd if its mover wins, else even.

    `budget` holds how many positions may be looked at, and is used up; then: UNFINISHED. A loop
    over frames, because what is compiled could not be kept if it called itself.
    """
    board = guide.probing.board
    frames.mine[0], frames.theirs[0] = mine, theirs
    ply, entering, soon = 0, True, False
    while True:
        left = turns - ply
        attacks = left % 2 == 1
        mine, theirs = frames.mine[ply], frames.theirs[ply]
        known = False
        if entering:
            budget[0] -= 1
            if budget[0] < 0:
                return UNFINISHED
            frames.tried[ply] = -1
            if left < 2:
                known = True
                soon = attacks and winning_push(mine, theirs, board, guide.moves) >= 0
            else:
                place = place_of(mine, theirs, guide.patterns, guide.probing)
                frames.places[ply] = place
                slot = slot_of(place, found)
                if found.places[slot] == place:
                    if found.sooner[slot] <= left:
                        known, soon = True, True
                    elif found.later[slot] >= left:
                        known, soon = True, False
                if not known and attacks and winning_push(mine, theirs, board, guide.moves) >= 0:
                    known, soon = True, True
        elif soon == attacks:  # the turn that was tried decides
            remember(frames.places[ply], left, soon, move_at(ply, frames, found), found)
            known = True
        if not known:
            entering = False
            if next_move(ply, attacks, guide, found, frames):
                ply += 1
                entering = True
                continue
            soon = not attacks  # no push wins so soon, or none holds out
            remember(frames.places[ply], left, soon, 0, found)
        if ply == 0:
            return SO_SOON if soon else NOT_SO_SOON
        ply -= 1
        entering = False


@kernel
def move_at(ply, frames, found):
    """The push that a number of a try means: first the one that decided before, then all."""
    tried = frames.tried[ply]
    if tried > 0:
        return tried - 1
    slot = slot_of(frames.places[ply], found)
    return np.int64(found.moves[slot]) if found.places[slot] == frames.places[ply] else 0


@kernel
def next_move(ply, attacks, guide, found, frames):
    """Go on to the next push worth a look and lay out what it leads to; whether there is one."""
    board = guide.probing.board
    mine, theirs = frames.mine[ply], frames.theirs[ply]
    while frames.tried[ply] < guide.moves:
        frames.tried[ply] += 1
        move = move_at(ply, frames, found)
        if TAKEN[board, move] & theirs != 0:
            continue
        ours = push(mine, board, move) | ENTERED[board, move]
        others = push(theirs, board, move)
        if has_line(others, board) or has_line(ours, board):
            continue  # the game ends at once, as it may for whoever loses anyway
        if attacks:
            place = place_of(others, ours, guide.patterns, guide.probing)
            if code_of(place, guide.states) != LOST:
                continue
        frames.mine[ply + 1], frames.theirs[ply + 1] = others, ours
        return True
    return False


class Counter:
    """Counts the turns until decided positions end."""

    def __init__(self, options: Mapping[str, Value], arrays: Arrays) -> None:
        size, places = int(options["size"]), 1 << TABLE_BITS
        self.guide = Guide(
            arrays["states"], arrays["patterns"], probing_for(size), len(PUSHES[size])
        )
        self.found = Found(
            np.full(places, -1, np.int64), *(np.zeros(places, np.uint8) for _ in range(3))
        )
        self.frames = Frames(*(np.zeros(DEEPEST + 2, np.int64) for _ in range(4)))

    def turns(self, position: Position, most: int) -> tuple[int | None, int]:
        """How soon a decided position ends, or None if that takes more than so many positions.

        Beside it: within how many turns it does not end.
        """
        side = position.to_act & 1
        mine, theirs = (int(position.state.cubes[each]) for each in (side, 1 - side))
        place = place_of(mine, theirs, self.guide.patterns, self.guide.probing)
        won = code_of(place, self.guide.states) == WON
        budget = np.array([most], np.int64)
        for turns in range(1 if won else 2, DEEPEST, 2):
            ends = ends_within(
                mine, theirs, turns, self.guide, self.found, self.frames, budget
            )  # fmt: skip
            if ends == SO_SOON:
                return turns, turns - 2
            if ends == UNFINISHED:
                return None, turns - 2
        return None, DEEPEST
