"""Getting ready: what pages and bots need is compiled before the first page is asked for."""

from __future__ import annotations

from collections.abc import Iterator

import galda
from galda.bots.levels import warm_up
from galda.core.game import Game
from galda.core.language import DEFAULT
from galda.web.pages import draw_picture
from galda.web.plans import player_counts


def warm_games() -> Iterator[Game]:
    """Run what pages and bots need of each game once; yields each game before its turn.

    Compiling takes a minute or so after an update and a second ever after.
    """
    for name in galda.game_names():
        game = galda.game(name)
        yield game
        draw_picture(name, DEFAULT)
        position = game.new(players=min(player_counts(game)), seed=0)
        warm_up(position)
        position = position.play(position.legal()[0])
        for viewer in (-1, 0):
            position.seen_by(viewer)
        known = position.known_to(0, 0)
        _ = known.in_turn, known.scores, known.key, known.sheets()
