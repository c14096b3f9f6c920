"""A mistake on the board: the better turn, what was played instead, and how that is punished."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from galda.bots.review import TurnReview
from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.core.show.language import say
from galda.core.show.narration import tell_turn
from galda.table import Replay
from galda.table.errors import BadRequest
from galda.web.replay.schema import Frame, MistakeLine

LONGEST_LINE = 5
"""Turns of a punishment, at most."""
Kind = Literal["advised", "threatened", ""]


def punishment(replay: Replay, found: Sequence[TurnReview], ply: int) -> tuple[int, ...]:
    """The best that an opponent had after a turn; empty where none came to act, or nobody knows."""
    position, own = replay.position(ply), replay.position(ply - 1).sides[replay.seat(ply)]
    if position.is_over or position.to_act in own or ply >= len(found):
        return ()
    if found[ply].better:
        return found[ply].better
    return replay.actions(ply + 1) if ply < replay.last else ()


def punishing_line(replay: Replay, found: Sequence[TurnReview], ply: int) -> list[tuple[int, ...]]:
    """The punishment turn by turn: as it was played for as long as everybody played the best.

    Where somebody did not, the better turn ends it: what follows that nobody has looked at.
    """
    line: list[tuple[int, ...]] = []
    if first := punishment(replay, found, ply):
        line.append(first)
        at = ply + 1
        while len(line) < LONGEST_LINE and _was_played(replay, found, at) and at < replay.last:
            following = at < len(found) and found[at].better
            line.append(tuple(following or replay.actions(at + 1)))
            at += 1
    return line


def _was_played(replay: Replay, found: Sequence[TurnReview], ply: int) -> bool:
    """Whether a turn of the game was the best there was."""
    return ply <= min(len(found), replay.last) and not found[ply - 1].better


def touches_of(position: Position, turn: Sequence[int], viewer: int) -> list[str]:
    """What is touched for a turn, in order and once each."""
    touched: dict[str, None] = {}
    for action in turn:
        touched.update(
            dict.fromkeys(position.game.notation.touches(position.seen_by(viewer), action))
        )
        position = position.play(action)
    return list(touched)


def show_line(
    replay: Replay, found: Sequence[TurnReview], ply: int, lang: str, shape: Shape
) -> MistakeLine:
    """A mistake, as its player saw it."""
    if not 1 <= ply <= min(len(found), replay.last) or not found[ply - 1].mark:
        raise BadRequest("the review found no mistake in turn {turn}", turn=ply)
    seat, before, after = replay.seat(ply), replay.position(ply - 1), replay.position(ply)
    better, line = found[ply - 1].better, punishing_line(replay, found, ply)

    def frame(position: Position, told: str, turn: Sequence[int] = (), kind: Kind = "") -> Frame:
        return {
            "svg": position.svg(seat, lang, shape),
            "told": told,
            "touches": touches_of(position, turn, seat),
            "kind": kind,
        }

    wanted = tell_turn(before, better, lang, seat)
    played = tell_turn(before, replay.actions(ply), lang, seat)
    frames = [
        frame(before, say(lang, "The better turn: {turn}", turn=wanted), better, "advised"),
        frame(before.replay(better), say(lang, "After the better turn: {turn}", turn=wanted)),
    ]
    if not line:
        frames.append(frame(after, say(lang, "This was played: {turn}", turn=played)))
        return {"ply": ply, "frames": frames}
    answer = tell_turn(after, line[0], lang, seat)
    told = say(lang, "This was played: {turn} The best reply: {reply}", turn=played, reply=answer)
    frames.append(frame(after, told, line[0], "threatened"))
    after = after.replay(line[0])
    frames.append(frame(after, say(lang, "After the reply: {reply}", reply=answer)))
    for turn in line[1:]:
        told = say(lang, "And then: {turn}", turn=tell_turn(after, turn, lang, seat))
        after = after.replay(turn)
        frames.append(frame(after, told))
    return {"ply": ply, "frames": frames}
