"""Quixo: kernels that make lessons for a judge, straight from the solution.

Positions are laid by chance or come from skilled play; of all their pushes it is told what they are
worth to who pushes, and the boards after them are cut into parts. Positions are kept apart by a
number that depends on nothing but the position: some are for learning, some for exams.
"""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.chance import STEP as STEP_ASIDE
from galda.core.kernels.chance import below, scramble
from galda.core.kernels.kernel import kernel
from galda.games.quixo.rules.rules import STRIDE, has_line
from galda.games.quixo.solve.kernels.choice import (
    HALF,
    ONE_SIDE,
    least_image,
    wins_at_once,
)
from galda.games.quixo.solve.kernels.closure import code_in, place_in
from galda.games.quixo.solve.kernels.judge import (
    LAST_JUDGED,
    NOT_A_PUSH,
    PARTS,
    parts_after,
    pushed,
    seen_at_once,
)
from galda.games.quixo.solve.kernels.retrograde import LOST, WON

EXAM_SHARE = 16
"""One of so many positions is kept for exams."""
MOST_TRIES = 4096
LONGEST_OPENING = 12
LONGEST_GAME = 120
KINDS = 8
"""Of so many kinds of players, each as likely, `PERFECT` play perfectly, others by marks."""
PERFECT = 3
FEW_SLIPS, SOME_SLIPS, MANY_SLIPS = 5, 20, 64
"""Of 256 turns so many are played by chance."""


@kernel
def is_for_exams(position, turns):
    """Whether a position is kept for exams, the same for all its images."""
    _, number, _ = least_image(position & ONE_SIDE, (position >> HALF) & ONE_SIDE, turns)
    return scramble(np.uint64(number) ^ STEP_ASIDE) % np.uint64(EXAM_SHARE) == np.uint64(0)


@kernel
def apart_span(start, stop, turns, positions, exams):
    """Say of positions `start` to `stop` whether they are kept for exams."""
    for k in range(start, stop):
        exams[k] = is_for_exams(positions[k], turns)
    return 0


@kernel
def laid_by_chance(chance, size):
    """Any number of cubes anywhere, each of either side."""
    left, cells = 1 + below(scramble(chance), size * size), size * size
    mine, theirs = np.int64(0), np.int64(0)
    for row in range(size):
        for column in range(size):
            chance += STEP_ASIDE
            drawn = scramble(chance)
            if below(drawn, cells) < left:
                left -= 1
                cell = np.int64(1) << (STRIDE * row + column)
                if drawn & np.uint64(1):
                    mine |= cell
                else:
                    theirs |= cell
            cells -= 1
    return mine, theirs


@kernel
def chance_span(start, stop, size, moves, turns, stream, exams, positions):
    """Lay positions `start` to `stop`, for exams or not; nobody has a line or makes one at once."""
    board = size - 3
    for k in range(start, stop):
        chance = scramble(np.uint64(stream) + np.uint64(k) * STEP_ASIDE)
        positions[k] = 0
        for _ in range(MOST_TRIES):
            chance = scramble(chance + STEP_ASIDE)
            mine, theirs = laid_by_chance(chance, size)
            position = mine | (theirs << HALF)
            if is_for_exams(position, turns) != exams:
                continue
            if has_line(mine, board) or has_line(theirs, board):
                continue
            if not wins_at_once(mine, theirs, board, moves):
                positions[k] = position
                break
    return 0


@kernel
def told_of(position, move, board, moves, places):
    """What a push is worth to who pushes."""
    seen = seen_at_once(position, move, board, moves)
    if seen != 0:
        return seen
    ours, others = pushed(position, move, board)
    code = code_in(place_in(others, ours, places), places)
    return 1 if code == LOST else (-1 if code == WON else 0)


@kernel
def told_span(start, stop, board, moves, places, positions, told):
    """Say of pushes `start` to `stop`, counted over all positions, what they are worth."""
    for k in range(start, stop):
        told[k] = told_of(positions[k // moves], k % moves, board, moves, places)
    return 0


@kernel
def parts_span(start, stop, board, moves, turns, positions, told, parts):
    """Cut the boards after pushes `start` to `stop` into parts, where they have to be judged."""
    for k in range(start, stop):
        if abs(told[k]) <= LAST_JUDGED:
            parts_after(positions[k // moves], k % moves, board, turns, parts, k * PARTS)
    return 0


@kernel
def count_span(start, stop, positions, cubes):
    """Count the cubes of positions `start` to `stop`."""
    for k in range(start, stop):
        cubes[k] = bits.count(positions[k])
    return 0


@kernel
def any_push(told, first, moves, least, chance):
    """A push by chance among those that are worth so much at least; -1: there is none."""
    found, seen = -1, 0
    for move in range(moves):
        if told[first + move] >= least:
            seen += 1
            chance += STEP_ASIDE
            if below(scramble(chance), seen) == 0:
                found = move
    return found


@kernel
def slips(game):
    """Of 256 turns of a game so many are played by chance."""
    kind = (game >> np.uint64(40)) % np.uint64(3)
    return FEW_SLIPS if kind == 0 else (SOME_SLIPS if kind == 1 else MANY_SLIPS)


@kernel
def chosen_push(told, marks, first, moves, age, game):
    """The push that is played in a game: in the opening or by a slip any, else by its player."""
    chance = scramble(game + np.uint64(age) * STEP_ASIDE)
    opening = below(scramble(game), LONGEST_OPENING + 1)
    if age < opening or np.int64(chance & np.uint64(255)) < slips(game):
        return any_push(told, first, moves, NOT_A_PUSH + 1, chance)
    player = (game >> np.uint64(8 + 8 * (age & 1))) % np.uint64(KINDS)
    best = first
    if player < np.uint64(PERFECT):
        for k in range(first + 1, first + moves):
            if told[k] > told[best]:
                best = k
        return any_push(told, first, moves, told[best], chance)
    for k in range(first + 1, first + moves):
        if marks[k] > marks[best]:
            best = k
    return best - first


@kernel
def play_span(start, stop, board, moves, stream, told, marks, ages, games, positions):
    """Play on in games `start` to `stop`; what is over, or as good as over, begins anew."""
    for k in range(start, stop):
        game = scramble(np.uint64(stream) + np.uint64(games[k]) * STEP_ASIDE)
        move = chosen_push(told, marks, k * moves, moves, ages[k], game)
        ages[k] += 1
        if move < 0 or abs(told[k * moves + move]) > LAST_JUDGED or ages[k] > LONGEST_GAME:
            games[k] += len(positions)
            ages[k], positions[k] = 0, 0
        else:
            ours, others = pushed(positions[k], move, board)
            positions[k] = others | (ours << HALF)
    return 0
