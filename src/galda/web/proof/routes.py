"""Walking a proof: play any reply and see the answer of the player that cannot lose.

Nothing is kept here: a reply comes with all that was played before it.
"""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse

import galda
from galda.core.play.game import Game
from galda.core.play.position import Position
from galda.core.play.prover import Proof, choose_by
from galda.core.show.language import number, say, tell
from galda.solve.book import openings_of
from galda.solve.proving import is_second, packaged_proofs, player_of, prover_for
from galda.web.common.render import page
from galda.web.proof.schema import ProofView
from galda.web.proof.walking import Walked, board_values, paths_of, which_words
from galda.web.security.people import language

proofs = APIRouter(include_in_schema=False)
HOME = "/api/v1/proofs"


@proofs.get("/proof/{name}")
def first_proof(request: Request, name: str) -> HTMLResponse:
    """The page of a game's largest proof."""
    known = packaged_proofs(galda.game(name))
    if not known:
        raise HTTPException(404)
    return proof_page(request, name, max(known, key=lambda which: known[which].positions))


@proofs.get("/proof/{name}/{which}")
def proof_page(request: Request, name: str, which: str) -> HTMLResponse:
    """The page on which one walks a proof."""
    lang, game = language(request), galda.game(name)
    proof = _proof(game, which)
    view = answer(game, proof, [], lang)
    return page(
        request,
        "proof.html",
        game=game,
        which=which,
        others=[(other, proof_name(game, of, lang)) for other, of in packaged_proofs(game).items()],
        wins=proof.wins,
        second=is_second(game, proof),
        positions=number(lang, proof.positions),
        patches=number(lang, proof.patches),
        layers=[
            (layer.name, number(lang, layer.positions), number(lang, layer.patches))
            for layer in proof.layers
        ],
        opened=bool(openings_of(game)),
        **board_values(view, lang),
    )


@proofs.post(HOME + "/{name}/{which}")
def reply(request: Request, name: str, which: str, body: Walked) -> ProofView:
    """The answer to a reply, the last thing that was played; nothing: the player begins."""
    game = galda.game(name)
    return answer(game, _proof(game, which), body.actions, language(request))


def _proof(game: Game, which: str) -> Proof:
    found = packaged_proofs(game).get(which)
    if found is None:
        raise HTTPException(404)
    return found


def proof_name(game: Game, proof: Proof, lang: str) -> str:
    """The options of a proof, in words."""
    return which_words(game, proof.options, proof.options, lang)


def answer(game: Game, proof: Proof, actions: list[int], lang: str) -> ProofView:
    """What the page shows after actions, to which the player of the proof adds its own."""
    position = game.new(seed=0, **proof.options)
    player = player_of(game, proof)
    assert player is not None, "what the package holds speaks of whole games"
    position = position.replay(actions)
    prover, said = prover_for(game), ""
    while not position.is_over and position.to_act == player:
        position = position.play(choose_by(prover, proof, position))
    if (before := position.before) is not None and before.to_act == player:
        said = before.sentence(position.actions[-1], lang)
    elif not position.is_over and game.words.prompt:
        said = tell(lang, game.words.prompt(position))  # the player has nothing to say yet
    return {
        "actions": position.actions,
        "paths": paths_of(position),
        "svg": position.svg(1 - player, lang),
        "said": ending(position, player, said, lang),
        "left": say(
            lang,
            "Positions that can still come: at most {left} of {all}.",
            left=number(lang, 0 if position.is_over else prover.left(proof, position.state)),
            all=number(lang, proof.positions),
        ),
        "over": position.is_over,
    }


def ending(position: Position, player: int, said: str, lang: str) -> str:
    """The last answer, and how the game ended if it did."""
    if not position.is_over:
        return said
    won = player in position.winners
    end = say(lang, "The proof has won.") if won else say(lang, "The game is drawn.")
    return f"{said} {end}".strip()
