"""The engine's words: the best turns with their values, and how much depends on what is hidden."""

from __future__ import annotations

from collections.abc import Sequence

from galda.bots.analysis import EFFORTS, Matter, Verdict
from galda.bots.review import Prospects
from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.core.play.values import Exact, GameValue, Outcome, Points
from galda.core.play.variations import Branch
from galda.core.show.language import percent, say, say_count
from galda.core.show.narration import tell_turn
from galda.table.errors import BadRequest
from galda.web.analysis.bodies import Place, Search
from galda.web.analysis.schema import AnalysisSpread, AnalysisTurn, AnalysisVerdict
from galda.web.analysis.showing import beginning, viewer_of


def matter_of(body: Place, seed: int) -> Matter:
    """What the engine is asked about; refused where nothing is to be decided."""
    position = beginning(body).replay(body.actions)
    viewer_of(position, body.eyes)
    if position.is_over:
        raise BadRequest("the game is over: there is nothing to think about")
    return Matter(body.root, tuple(body.actions), body.eyes, seed)


def tell_verdict(
    body: Search, matter: Matter, verdict: Verdict, lang: str, shape: Shape = "tall"
) -> AnalysisVerdict:
    """The best turns in words, with what to touch for them, and the board after the best."""
    position = beginning(body).replay(body.actions)
    known = matter.known().named(position.names)
    turns = [_tell(known, good.turn, good.value, lang) for good in verdict.turns]
    if turns:
        after = known.play_all(verdict.turns[0].turn)
        turns[0]["board"] = after.svg(viewer_of(position, body.eyes), lang, shape)
    certain = all(good.value.is_exact for good in verdict.turns)
    return {
        "look": body.look,
        "more": not certain and body.look + 1 < len(EFFORTS),
        "turns": turns,
        "note": _note(position, body, proven=verdict.is_proven, lang=lang),
    }


def _tell(known: Position, turn: tuple[int, ...], value: GameValue, lang: str) -> AnalysisTurn:
    seat = known.to_act
    return {
        "actions": list(turn),
        "words": Branch(known.play_all(turn), turn).words(),
        "text": tell_turn(known, turn, lang, seat),
        "value": 0.0 if isinstance(value, Points) else round(value.chance, 4),
        "worth": worth(value, lang),
        "exact": value.is_exact,
        "touches": list(known.game.notation.touches(known.seen_by(seat), turn[0])),
        "board": "",
    }


def worth(value: GameValue, lang: str) -> str:
    """A value in as few words as possible: a chance, or how it certainly ends."""
    if isinstance(value, Points):
        return str(value)
    if not isinstance(value, Exact):
        return percent(lang, value.chance)
    if value.outcome is Outcome.DRAWN:
        return say(lang, "draw")
    won = value.outcome is Outcome.WON
    if value.turns is None:
        return say(lang, "win") if won else say(lang, "loss")
    if won:
        return say_count(lang, "win in {n} turn", "win in {n} turns", value.turns)
    return say_count(lang, "loss in {n} turn", "loss in {n} turns", value.turns)


def _note(position: Position, body: Search, *, proven: bool, lang: str) -> str:
    if proven:
        return say(lang, "Proven: nothing can change what the best turn is worth.")
    if position.game.has("conceal"):
        return say(lang, "The engine knows only what the player can know; the rest is guessed.")
    return say(lang, "Look {look} of {all}.", look=body.look + 1, all=len(EFFORTS))


def tell_spread(body: Place, spread: Sequence[Prospects], lang: str) -> AnalysisSpread:
    """How a seat stands for each way in which what is hidden may lie."""
    position = beginning(body).replay(body.actions)
    seat = viewer_of(position, body.eyes)
    values = [drawn[seat] for drawn in spread]
    return {
        "values": [round(value, 4) for value in values],
        "words": [percent(lang, value) for value in values],
        "text": say(
            lang,
            "Drawn {n} times: from {least} to {most}, {average} on average.",
            n=len(values),
            least=percent(lang, min(values)),
            most=percent(lang, max(values)),
            average=percent(lang, sum(values) / len(values)),
        ),
    }
