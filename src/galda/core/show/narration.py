"""Turns told again: in words, as a viewer saw them, what they are worth, what a review says."""

from __future__ import annotations

from collections.abc import Sequence

from galda.core.play.position import Position
from galda.core.play.values import Exact, GameValue, Outcome, Points
from galda.core.show.language import number, percent, say, say_count, tell


def tell_turn(
    position: Position,
    actions: Sequence[int],
    lang: str,
    viewer: int,
    after: Position | None = None,
) -> str:
    """A turn in words, each action told from the position before it as the viewer saw it.

    A game may tell whole turns in its own way. Given the position `after` the turn it need not be
    played again.
    """
    if position.game.words.tell_turn:
        return position.game.words.tell_turn(position.seen_by(viewer), actions, lang)
    said: list[str] = []
    at = after.before if after else position.replay(actions[:-1])
    for k in range(len(actions) - 1, -1, -1):
        assert at is not None
        seen = (at if k else position).seen_by(viewer)
        said.append(seen.sentence(actions[k], lang))
        if k:
            at = at.before
    return " ".join(reversed(said))


def tell_end(position: Position, lang: str) -> str:
    """How a game that is over ended."""
    if len(position.winners) == position.players:
        return say(lang, "The game is over: it is a draw.")
    names = ", ".join(
        tell(lang, position.game.words.seat_name(position, s)) for s in position.winners
    )
    if len(position.winners) == 1:
        return say(lang, "The game is over: {player} wins.", player=names)
    return say(lang, "The game is over: {players} win.", players=names)


def mark_name(kind: str, lang: str) -> str:
    """What a review calls a turn that gave something away."""
    return {
        "blunder": say(lang, "Blunder"),
        "mistake": say(lang, "Mistake"),
        "inaccuracy": say(lang, "Inaccuracy"),
    }[kind]


def value_words(position: Position, value: GameValue, lang: str) -> str:
    """What a move is worth, in a few words."""
    if isinstance(value, Exact):
        return _outcome_words(position, value, lang)
    if isinstance(value, Points):
        return _lead_words(value.lead, lang)
    if len(set(position.sides)) == 2:
        return say(lang, "winning chance {chance}", chance=percent(lang, value.chance))
    return say(lang, "prospects {chance}", chance=percent(lang, value.chance))


def _lead_words(lead: float, lang: str) -> str:
    """A lead in points, with its sign."""
    signed = ("+" if lead > 0 else "") + number(lang, lead, 0 if lead == round(lead) else 1)
    return say_count(lang, "{n} point", "{n} points", round(lead), n=signed)


def _outcome_words(position: Position, value: Exact, lang: str) -> str:
    if value.outcome is Outcome.DRAWN:
        return say(lang, "a sure draw")
    won = value.outcome is Outcome.WON
    if value.turns is None:
        return say(lang, "a sure win") if won else say(lang, "a sure loss")
    own_moves = (value.turns + 1) // len(set(position.sides))
    if won:
        return say_count(lang, "you win in {n} move", "you win in {n} moves", own_moves)
    return say_count(lang, "you lose in {n} move", "you lose in {n} moves", own_moves)
