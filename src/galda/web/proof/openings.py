"""The first turns of a solved game, walked on the board: each turn with its exact value.

Nothing is kept here: what is played next comes with all that was played before it.
"""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse

import galda
from galda.core.play.game import Game
from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.core.play.values import Exact, Outcome
from galda.core.show.language import say, tell
from galda.core.show.narration import value_words
from galda.puzzles.puzzle import whole_turns
from galda.solve.book import Chapter, openings_of
from galda.solve.oracle import certainty
from galda.solve.proving import packaged_files
from galda.solve.user_tablebases import how_to_solve
from galda.web.common.render import page
from galda.web.common.shapes import shape_of
from galda.web.proof.schema import OpeningMove, OpeningView
from galda.web.proof.walking import Walked, board_values, paths_of, which_words
from galda.web.security.people import language

openings = APIRouter(include_in_schema=False)
HOME = "/api/v1/openings"
KINDS: dict[Outcome, Literal["won", "drawn", "lost"]] = {
    Outcome.WON: "won", Outcome.DRAWN: "drawn", Outcome.LOST: "lost",
}  # fmt: skip


@openings.get("/openings/{name}")
def openings_page(request: Request, name: str, which: int = 1) -> HTMLResponse:
    """The page of a game's openings, with one of the sets of options there are."""
    lang, game, shape = language(request), galda.game(name), shape_of(request)
    known = _known(game, which)
    view = view_of(known, game, [], lang, shape)
    others = openings_of(game)
    return page(
        request,
        "openings.html",
        game=game,
        which=which,
        others=[(n, variant(each, game, lang)) for n, each in enumerate(others, start=1)],
        shape=shape,
        proved=bool(packaged_files(game)),
        **board_values(view, lang),
    )


@openings.post(HOME + "/{name}/{which}")
def walk(request: Request, name: str, which: int, body: Walked) -> OpeningView:
    """The position after what was played, and all turns from there."""
    game = galda.game(name)
    return view_of(_known(game, which), game, body.actions, language(request), shape_of(request))


def _known(game: Game, which: int) -> Chapter:
    known = openings_of(game)
    if not 1 <= which <= len(known):
        raise HTTPException(404)
    return known[which - 1]


def variant(known: Chapter, game: Game, lang: str) -> str:
    """What tells a set of options apart from the others, in words."""
    return which_words(game, known.solver.options(known.options), known.options, lang)


def view_of(
    known: Chapter, game: Game, actions: list[int], lang: str, shape: Shape = "tall"
) -> OpeningView:
    """What the page shows after some actions."""
    position = game.new(seed=0, **known.options).replay(actions)
    return {
        "actions": position.actions,
        "paths": paths_of(position),
        "svg": position.svg(position.to_act, lang, shape),
        "said": said_of(known, position, lang),
        "moves": [] if position.in_turn else moves_from(known, position, lang),
    }


def said_of(known: Chapter, position: Position, lang: str) -> str:
    """What a position is worth to who is to move."""
    if position.is_over:
        return say(lang, "The game is over.")
    name = tell(lang, position.game.words.seat_name(position, position.to_act))
    if position.in_turn:
        return say(lang, "{name} goes on with the turn.", name=name)
    value = known.value(position) or certainty(position)
    if value is None:
        command = how_to_solve(position.game, position.options)
        return say(
            lang,
            "Only the whole solution knows more. Whoever has room for it makes it by: {command}",
            command=command,
        )
    worth = value_words(position, value, lang)
    return say(lang, "{name} to move: {worth}.", name=name, worth=worth)


def moves_from(known: Chapter, position: Position, lang: str) -> list[OpeningMove]:
    """All turns with their values, best first; none where one of them is not known."""
    found: list[tuple[Exact, OpeningMove]] = []
    for turn, end in whole_turns(position):
        value = known.value(end) or certainty(end)
        if value is None:
            return []
        mine = value.turned().a_turn_later()
        if end.is_over and end.to_act == position.to_act:
            mine = value.a_turn_later()
        move: OpeningMove = {
            "actions": list(turn),
            "text": written(position, turn),
            "value": value_words(position, mine, lang),
            "kind": KINDS[mine.outcome],
        }
        found.append((mine, move))
    found.sort(key=lambda each: each[0], reverse=True)
    return [move for _, move in found]


def written(position: Position, turn: tuple[int, ...]) -> str:
    """A turn in notation."""
    words = []
    for action in turn:
        words.append(position.write(action))
        position = position.play(action)
    return " ".join(words)
