"""Games that are not compiled yet: the site opens at once and shows how far they are.

The server itself compiles nothing: a crew of processes does (`galda.bots.crew`), and the server
loads what they have left in the cache. Until a game's rules are there, whoever asks for it is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import galda
from galda.bots.crew import Crew
from galda.core.play.game import Game


def make_crew() -> Crew:
    """Those who compile all games of this site."""
    return Crew(galda.game(name) for name in galda.game_names())


@contextmanager
def at_work(crew: Crew | None) -> Iterator[None]:
    """While the crew compiles: games that are not ready are refused, and go first from then on."""
    if crew is None:
        yield
        return
    Game.gate = crew.check
    crew.start()
    try:
        yield
    finally:
        Game.gate = None
        crew.stop()
