"""The picture a game is known by: its own board, a few moves after the start.

`GALDA_COMPILE=0 python -m galda.core.show.picture LANG GAME…` draws pictures without compiling
anything, for pages that cannot wait, and prints them as JSON.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module

from galda.core.play.game import Game
from galda.core.play.position import Position
from galda.core.show.language import DEFAULT

SEED = 7
MOVES = 12


def draw_picture(game: Game, lang: str = DEFAULT) -> str:
    """A game's picture as SVG."""
    return play_a_little(game.new(seed=SEED), MOVES).svg(lang=lang)


def play_a_little(position: Position, moves: int) -> Position:
    """Play on for some moves, always the same ones, or until the game is over."""
    for ply in range(moves):
        if position.is_over:
            break
        legal = position.legal_actions
        position = position.play(legal[(ply * 7 + 3) % len(legal)])
    return position


def main() -> None:
    """Print the pictures of games, given by their packages, as a JSON object."""
    lang, *packages = sys.argv[1:]
    games: list[Game] = [import_module(package).GAME for package in packages]
    print(json.dumps({game.name: draw_picture(game, lang) for game in games}))


if __name__ == "__main__":
    main()
