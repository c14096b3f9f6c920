"""Learning from mistakes: a position comes back, a turn is tried, and judged if it is whole.

Nothing is kept here: an attempt comes with the position as text and the actions so far. The browser
remembers which mistakes are to come back, and when.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse
from pydantic import Field, StringConstraints

from galda.bots.examining import Examined, read_position
from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.core.show.language import percent, say, tell
from galda.core.show.narration import tell_turn
from galda.table.errors import BadRequest
from galda.table.replay.steps import read_step
from galda.web.common.bodies import MOST_ACTIONS, Body, Number
from galda.web.common.render import page, script_values
from galda.web.common.script_words import learning_words
from galda.web.dependencies import AskerDep, LanguageDep, ShapeDep, TablesDep
from galda.web.replay.access import find_look
from galda.web.replay.lines import show_line, touches_of
from galda.web.replay.off_loop import LOOKING_BACK
from galda.web.replay.schema import Attempt, Frame, MistakeLine

learning_pages = APIRouter(include_in_schema=False)
learning_api = APIRouter(prefix="/api/v1", tags=["games"])
LONGEST_TEXT = 2000


class AttemptBody(Body):
    """A position in which somebody made a mistake, and what is tried there."""

    position: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_TEXT)]
    actions: list[Number] = Field(default_factory=list, max_length=MOST_ACTIONS)
    best: list[Number] = Field(
        default_factory=list,
        max_length=MOST_ACTIONS,
        description="the turn that the review found; to try it needs no judging",
    )


@learning_pages.get("/mistakes")
async def mistakes_page(request: Request, lang: LanguageDep, shape: ShapeDep) -> HTMLResponse:
    """The mistakes of all one's games that are to be looked at again today."""
    return page(
        request,
        "mistakes.html",
        values=script_values({"lang": lang, "shape": shape}),
        words=json.dumps(learning_words(lang), ensure_ascii=False),
    )


@learning_api.get("/games/{game_id}/mistakes/{ply}")
async def see_mistake(
    request: Request,
    game_id: str,
    ply: int,
    tables: TablesDep,
    lang: LanguageDep,
    shape: ShapeDep,
    eyes: Annotated[int | None, Query(ge=-1, le=99)] = None,
) -> MistakeLine:
    """A mistake that the review of a finished game found, as boards to step through."""
    look = await find_look(request, game_id, eyes)
    if not look.replay.over:
        raise BadRequest(
            "a game can be reviewed once it is over: before that, it would be coaching"
        )
    kept = await tables.lookback.reviews.see(look.replay.id)
    found = [read_step(step) for step in kept.steps] if kept else []
    return await LOOKING_BACK.do(show_line, look.replay, found, ply, lang, shape)


@learning_api.post("/mistakes")
async def attempt(
    body: AttemptBody, tables: TablesDep, asker: AskerDep, lang: LanguageDep, shape: ShapeDep
) -> Attempt:
    """Try a turn in a position; a whole turn is judged, by the coach's workers.

    A turn is right if it keeps the value, whether or not it is the one that the review found.
    """
    before, after = await LOOKING_BACK.do(_play, body.position, body.actions)
    done = bool(body.actions) and not after.in_turn
    found: Examined | None = None
    if done and body.actions == body.best:
        found = Examined(0.0)
    elif done:
        found = await tables.examiner.judge(body.position, body.actions, asker)
    told = await LOOKING_BACK.do(_show, before, after, body.actions, found, lang, shape)
    if not body.actions and body.best:
        told["answer"] = await LOOKING_BACK.do(_answer, before, body.best, lang, shape)
    return told


def _play(text: str, actions: Sequence[int]) -> tuple[Position, Position]:
    """The position before and after what is tried: at most one whole turn."""
    before = after = read_position(text)
    if before.is_over:
        raise BadRequest("this game is over: there is nothing to try")
    for number, action in enumerate(actions):
        if number and not after.in_turn:
            raise BadRequest("only one turn can be tried")
        after = after.play(action)
    return before, after


def _show(
    before: Position,
    after: Position,
    actions: Sequence[int],
    found: Examined | None,
    lang: str,
    shape: Shape,
) -> Attempt:
    seat = before.to_act
    told: Attempt = {
        "game": before.game.name,
        "svg": after.svg(seat, lang, shape),
        "actions": list(actions),
        "paths": [] if found else [(list(path), act) for path, act in after.paths.items()],
        "done": found is not None,
        "right": found is not None and found.right,
        "said": _prompt(before, lang),
        "touches": [],
    }
    if found is None:
        return told
    if found.right:
        told["said"] = say(lang, "Right: this turn keeps what you have.")
        return told
    lost = percent(lang, found.lost)
    if not found.reply:
        told["said"] = say(lang, "Not quite: this gives away {lost}.", lost=lost)
        return told
    reply = tell_turn(after, found.reply, lang, seat)
    told["said"] = say(
        lang, "Not quite: this gives away {lost}. The reply: {reply}", lost=lost, reply=reply
    )
    told["touches"] = touches_of(after, found.reply, seat)
    told["reply"] = {
        "svg": after.play_all(found.reply).svg(seat, lang, shape),
        "told": say(lang, "After the reply: {reply}", reply=reply),
        "touches": [],
        "kind": "",
    }
    return told


def _answer(position: Position, best: Sequence[int], lang: str, shape: Shape) -> Frame:
    seat = position.to_act
    touches = touches_of(position, best, seat)
    told = say(lang, "The better turn: {turn}", turn=tell_turn(position, best, lang, seat))
    return {
        "svg": position.svg(seat, lang, shape),
        "told": told,
        "touches": touches,
        "kind": "advised",
    }


def _prompt(position: Position, lang: str) -> str:
    name = tell(lang, position.game.words.seat_name(position.seen_by(), position.to_act))
    return say(lang, "Find a better turn for {player}.", player=name)
