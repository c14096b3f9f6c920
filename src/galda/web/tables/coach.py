"""The coach's answers in words: a good move with its reason in numbers, chances, threats."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request

from galda.bots.coach import Advice, Threat
from galda.bots.review import Prospects
from galda.core.play.position import Position
from galda.core.play.values import Suggestion
from galda.core.show.language import percent, say
from galda.core.show.narration import tell_turn, value_words
from galda.core.show.reasons import tell_reasons
from galda.table import Asker, Table
from galda.table.errors import BadRequest, Stale
from galda.web.common import bodies
from galda.web.dependencies import LanguageDep, TablesDep
from galda.web.security.access import Access, find_access
from galda.web.security.people import address
from galda.web.tables.schema import ChancesLine, CoachChances, CoachMove, CoachThreat

coach_api = APIRouter(prefix="/api/v1", tags=["tables"])
MOST_LISTED = 3


@coach_api.post("/tables/{table_id}/coach")
async def ask_coach(
    request: Request,
    table_id: str,
    body: bodies.CoachBody,
    tables: TablesDep,
    lang: LanguageDep,
) -> CoachMove | CoachChances | CoachThreat:
    """Ask for a good move, for everybody's chances, or for what is threatened.

    403 where the table does not allow it. The coach knows what your seat can know, nothing else.
    """
    access = await find_access(request, table_id, at_least=body.base)
    seat = _asking_seat(access, body.seat)
    table = access.table
    if body.base != table.game_sequence:
        raise Stale(table.sequence)
    asker = Asker(access.person_id, address(request))
    if body.ask == "move":
        position, advice = await tables.coach.good_turn(table, asker, seat, body.actions)
        return tell_advice(position, advice, seat, lang)
    if body.ask == "threat":
        position, threat = await tables.coach.threat(table, asker, seat)
        return tell_threat(table, position, threat, seat, lang)
    chances = await tables.coach.chances(table, asker, seat)
    return tell_chances(table, chances, seat, lang)


def _asking_seat(access: Access, asked: int | None) -> int:
    """The seat that asks. People who share a screen ask for the one whose turn it is."""
    seat = access.claim(asked).seat
    acting = access.table.to_act
    if len(access.held) > 1 and acting is not None and seat != acting:
        raise BadRequest("several play on this device: whoever's turn it is may ask the coach")
    return seat


# A good move


def tell_advice(position: Position, advice: Advice, seat: int, lang: str) -> CoachMove:
    """A good turn, what to touch for its next action, and why it is good."""
    best, *others = advice.analysis.moves
    why = tell_reasons(position, advice.turn, advice.other, lang)
    return {
        "ask": "move",
        "action": best.action,
        "touches": list(position.game.notation.touches(position.seen_by(seat), best.action)),
        "text": say(
            lang,
            "A good move: {move}",
            move=tell_turn(position, advice.turn, lang, seat),
        ),
        "reason": f"{why} {_reason(position, best, others, lang)}".strip(),
        "moves": [
            {
                "action": move.action,
                "text": position.seen_by(seat).sentence(move.action, lang),
                "value": round(move.value.chance, 4),
                "worth": value_words(position, move.value, lang),
            }
            for move in advice.analysis.moves[:MOST_LISTED]
        ],
    }


def _reason(position: Position, best: Suggestion, others: Sequence[Suggestion], lang: str) -> str:
    """Why the best move is the best, in numbers."""
    worth = value_words(position, best.value, lang)
    if not others:
        return say(lang, "The only move: {worth}.", worth=worth)
    chance = round(best.value.chance, 2)
    same = [move for move in others if round(move.value.chance, 2) == chance]
    if len(same) == len(others):
        return say(lang, "All moves are equally good: {worth}.", worth=worth)
    following = next(move for move in others if move not in same)
    return say(
        lang,
        "With it: {worth}. Next best: {next}.",
        worth=worth,
        next=value_words(position, following.value, lang),
    )


# Chances


def tell_chances(table: Table, chances: Prospects, seat: int, lang: str) -> CoachChances:
    """How everybody stands, as a bar can show it."""
    two = len(table.sides) == 2
    told: list[ChancesLine] = []
    for side in table.sides if two else [frozenset({s.index}) for s in table.seats]:
        names = " + ".join(table.name(s, lang) for s in sorted(side))
        chance = sum(chances[s] for s in side) / len(side)
        told.append(
            {
                "seats": sorted(side),
                "name": names,
                "mine": seat in side,
                "value": round(chance, 4),
                "text": percent(lang, chance),
            }
        )
    own = next(line["text"] for line in told if line["mine"])
    text = (
        say(lang, "Your winning chance: {chance}", chance=own)
        if two
        else say(lang, "Your prospects: {chance}", chance=own)
    )
    return {"ask": "chances", "two_sides": two, "lines": told, "text": text}


# Threats


def tell_threat(
    table: Table, position: Position, threat: Threat | None, seat: int, lang: str
) -> CoachThreat:
    """What an opponent is up to, and what to touch on the board to show it."""
    if threat is None:
        return {
            "ask": "threat",
            "touches": [],
            "text": say(lang, "No threats: no opponent moves again."),
        }
    after = position.play_all(threat.own)
    name = table.name(threat.seat, lang)
    told = tell_turn(after, threat.turn, lang, seat)
    touches = list(position.game.notation.touches(after.seen_by(seat), threat.turn[0]))
    if not threat.own:
        text = say(
            lang,
            "{player} would best play: {move} Your chances then: {chance}.",
            player=name,
            move=told,
            chance=percent(lang, threat.chance),
        )
        return {"ask": "threat", "touches": touches, "text": text}
    if not threat.is_serious:
        text = say(
            lang,
            "{player}: no serious threat. Strongest reply: {move}",
            player=name,
            move=told,
        )
        return {"ask": "threat", "touches": [], "text": text}
    text = say(
        lang,
        "If you do nothing against it, {player} plays: {move} That would leave you {chance} "
        "instead of {best}.",
        player=name,
        move=told,
        chance=percent(lang, threat.chance),
        best=percent(lang, threat.best),
    )
    reason = say(
        lang,
        "Moves tried: {tried}. Moves that prevent it: {avoiding}.",
        tried=threat.tried,
        avoiding=threat.avoiding,
    )
    return {"ask": "threat", "touches": touches, "text": text, "reason": reason}
