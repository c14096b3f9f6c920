"""Getting ready: what pages and bots need is compiled before the first page is asked for.

Compilers never give their memory back, so each game is compiled in a process that ends; the server
only loads what lies in the cache then, and of the searches, which are the bots' workers', nothing.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator

import galda
from galda.bots.levels import warm_up
from galda.core.kernels.cache import cache_folder
from galda.core.kernels.kernel import COMPILED
from galda.core.play.game import Game
from galda.core.play.position import Position
from galda.core.show.language import DEFAULT
from galda.web.pages.new_table_form import player_counts
from galda.web.pages.pictures import draw_picture

SEARCHES = frozenset({warm_up.__module__})


def warm_games() -> Iterator[Game]:
    """Get each game ready; yields it before its turn.

    Compiling takes a minute or so after an update and a second ever after.
    """
    for name in galda.game_names():
        game = galda.game(name)
        yield game
        if COMPILED:
            _compile_aside(game)
        _use_rules(game)
        draw_picture(name, DEFAULT)


def _compile_aside(game: Game) -> None:
    """Compile a game in a process that ends, unless that has been done."""
    done = cache_folder(SEARCHES, frozenset({game.record})) / f"{game.name}.warm"
    if done.exists():
        return
    compiler = multiprocessing.get_context("spawn").Process(target=_compile, args=(game.name,))
    compiler.start()
    compiler.join()
    if compiler.exitcode == 0:
        done.touch()


def _compile(name: str) -> None:
    """Compile a game's rules and the searches for it, into the cache."""
    warm_up(_use_rules(galda.game(name)))


def _use_rules(game: Game) -> Position:
    """Do once what a table does with a game's rules."""
    start = game.new(players=min(player_counts(game)), seed=0)
    position = start.play(start.legal_actions[0])
    start.replay(position.actions)
    for viewer in (-1, 0):
        position.seen_by(viewer)
    known = position.known_to(0, 0)
    _ = known.in_turn, known.scores, known.key, known.sheets()
    return start
