"""Pylos's positions in one line: the levels from the lowest up, each from the far row to the near.

    ..../.LD./.LL./D...|.../.D./... 1 quiet=3 most=8

`L` is a light ball and `D` a dark one; empty levels are left out. `removing` says that the player
has completed a square, `removed=b2` that one ball has gone back already. `quiet` counts turns in a
row without a new high of balls, `most` is that high where it is not the number of balls there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from galda.core.errors import ImpossiblePosition, Refusal
from galda.core.play.options import Value
from galda.core.play.position import Position
from galda.core.play.text import PositionText, Words
from galda.games.pylos.rules import rules
from galda.games.pylos.text.spots import NUMBER, members, occupied, spot_name, spot_words

LEVELS = 4
EXAMPLE = "..../.LD./.LL./D...|.../.D./... 1"


def write(position: Position) -> list[str]:
    """A position's words."""
    state = position.state
    words = ["|".join(_levels(state)), str(position.to_act + 1)]
    if state.phase == rules.REMOVING:
        words.append("removing")
    elif state.phase >= rules.REMOVED:
        words.append(f"removed={spot_name(int(state.phase) - rules.REMOVED)}")
    if state.quiet:
        words.append(f"quiet={int(state.quiet)}")
    if state.most != _usual_high(state):
        words.append(f"most={int(state.most)}")
    return words


def _levels(state: Any) -> list[str]:
    """The levels that hold a ball, and the lowest in any case."""
    light, dark = (int(balls) for balls in state.balls)
    levels = []
    for level in range(LEVELS):
        side = range(LEVELS - level)
        rows = [[rules.SPOT[level, row, column] for column in side] for row in side]
        if level and not any((light | dark) >> spot & 1 for row in rows for spot in row):
            break
        signs = ["".join("L" if light >> s & 1 else "D" if dark >> s & 1 else "." for s in row)
                 for row in rows]  # fmt: skip
        levels.append("/".join(reversed(signs)))
    return levels


def _usual_high(state: Any) -> int:
    """The high that goes without saying: all balls there are, but for one that ended the game."""
    there = occupied(state)
    return there.bit_count() - (there >> rules.TOP & 1)


def read(state: Any, options: Mapping[str, Value], words: Words, seed: int) -> None:
    """Fill an empty record from a position's words."""
    state.variant = rules.VARIANTS.index(str(options["variant"]))
    light, dark = _read_balls(words)
    for seat, balls in enumerate((light, dark)):
        state.balls[seat] = balls
        state.reserve[seat] = rules.BALLS_EACH - balls.bit_count()
    _check_balls(light, dark)
    state.to_act = words.seat(2)
    state.quiet = words.number("quiet", 0, rules.QUIET_LIMIT, 0)
    state.most = words.number("most", 0, 2 * rules.BALLS_EACH, _usual_high(state))
    _check_whose_turn(state)
    _read_removing(state, words)
    _check_high(state)
    state.result = _result(state)


def _read_balls(words: Words) -> tuple[int, int]:
    """The spots of the light and of the dark balls."""
    written = words.next()
    balls = [0, 0]
    levels = written.split("|")
    if len(levels) > LEVELS:
        raise words.unreadable(written)
    for level, text in enumerate(levels):
        rows = text.split("/")
        side = LEVELS - level
        if len(rows) != side or any(len(row) != side for row in rows):
            raise ImpossiblePosition(
                "P1", "level {level} has {n} rows of {n} spots.", level=level + 1, n=side
            )
        for row, signs in enumerate(reversed(rows)):
            for column, sign in enumerate(signs):
                if sign not in ".ld":
                    raise words.unreadable(written)
                if sign != ".":
                    balls["ld".index(sign)] |= 1 << rules.SPOT[level, row, column]
    return balls[0], balls[1]


def _check_balls(light: int, dark: int) -> None:
    """Nobody has more than fifteen balls (P1), and every ball lies on something (P4)."""
    for balls in (light, dark):
        if balls.bit_count() > rules.BALLS_EACH:
            raise ImpossiblePosition(
                "P1", "each player has 15 balls, not {n}.", n=balls.bit_count()
            )
    there = light | dark
    for spot in members(there):
        under = int(rules.RESTS_ON[spot])
        if there & under != under:
            raise ImpossiblePosition(
                "P4",
                "the ball on {spot} does not lie on a square of four: {empty} is empty.",
                spot=spot_words(spot),
                empty=spot_name(members(under & ~there)[0]),
            )


def _check_whose_turn(state: Any) -> None:
    """Light begins, then both play in turn (P1, P4); nobody plays after the top is taken (P2)."""
    light, dark = (int(balls).bit_count() for balls in state.balls)
    if light == 0 and (dark or state.to_act == 1):
        raise ImpossiblePosition("P1", "light begins, and has no ball on the board.")
    if dark == 0 and light > 1:
        raise ImpossiblePosition(
            "P4", "light has balls on the board and dark none: both play in turn."
        )
    if (light, dark) == (1, 0) and state.to_act == 0:
        raise ImpossiblePosition(
            "P4", "there is one light ball: light has played, so it is dark's turn."
        )
    if int(state.balls[1 - int(state.to_act)]) >> rules.TOP & 1:
        raise ImpossiblePosition(
            "P2", "whoever puts a ball on the top has won: nobody plays after that."
        )


def _read_removing(state: Any, words: Words) -> None:
    """How far the turn has come: balls are removed where a square was completed (P7, P13)."""
    removed = words.field("removed")
    if removed is not None and removed not in NUMBER:
        raise words.unreadable(f"removed={removed}")
    if words.said("removing"):
        state.phase = rules.REMOVING
    if removed is None and state.phase == rules.PLAYING:
        return
    mover = int(state.to_act)
    before = int(state.balls[mover])
    if removed is not None:
        spot = NUMBER[removed]
        if not int(rules.receivers(occupied(state))) >> spot & 1:
            raise ImpossiblePosition(
                "P8",
                "a ball on {spot} could not have been removed just now.",
                spot=spot_words(spot),
            )
        before |= 1 << spot
        state.phase = rules.REMOVED + spot
    if not _has_earned(before, before | int(state.balls[1 - mover]), int(state.variant)):
        raise ImpossiblePosition(_not_earned(int(state.variant)))
    if removed is not None and not rules.removable(state):
        raise ImpossiblePosition("P8", "no other ball can follow, so the turn is over.")


def _has_earned(mine: int, there: int, variant: int) -> bool:
    """Whether one of a player's free balls can have completed something just now."""
    free = mine & ~int(rules.carriers(there))
    return any(rules.earns_removal(mine, spot, variant) for spot in members(free))


def _not_earned(variant: int) -> Refusal:
    if variant == rules.BEGINNERS:
        return Refusal("P12", "beginners remove no balls.")
    if variant == rules.EXPERT:
        return Refusal("P13", "no ball can have completed a square or a row just now.")
    return Refusal("P7", "no ball can have completed a square just now.")


def _check_high(state: Any) -> None:
    """The high and the turns since it was reached fit what lies on the board (P16)."""
    there, high, quiet = occupied(state).bit_count(), int(state.most), int(state.quiet)
    ended = occupied(state) >> rules.TOP & 1
    playing = state.phase == rules.PLAYING and not ended
    if high < there - (not playing):
        raise ImpossiblePosition(
            "P16", "the high of balls cannot be {most}: there are more now.", most=high
        )
    if playing and quiet == 0 and high != there:
        raise ImpossiblePosition(
            "P16", "the high of {most} was before: say how many turns ago, as quiet=1.", most=high
        )
    if quiet and there == 0:
        raise ImpossiblePosition("P1", "light begins, and has no ball on the board.")


def _result(state: Any) -> int:
    """How the game stands (P2, P3, P16)."""
    to_act = int(state.to_act)
    if occupied(state) >> rules.TOP & 1:
        return rules.LIGHT_WON + to_act
    if state.phase != rules.PLAYING:
        return rules.GOING
    if state.reserve[to_act] == 0:
        return rules.LIGHT_WON + 1 - to_act
    return rules.DRAWN if state.quiet == rules.QUIET_LIMIT else rules.GOING


TEXT = PositionText(write, read, EXAMPLE)
