"""`galda.play`: a game in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galda.bots.company import Company
from galda.core.errors import BadOption, GaldaError
from galda.core.play.position import Position
from galda.games import game as find_game

if TYPE_CHECKING:
    from galda.notebook.board import Board


def play(
    game: str | Position,
    *,
    bot: str | None = None,
    seat: int = 0,
    adviser: str = "expert",
    seed: int | None = None,
    lang: str = "en",
    **options: object,
) -> Board:
    """A game that is played in a notebook, by touching its board (extra `notebook`).

    `bot` names the bot on all seats but `seat`; without one every seat is yours, to explore.
    Instead of a game's name a position can be given, and is gone on from. `adviser` is the level
    that suggests moves, where the game is not solved on this computer.

    >>> import galda
    >>> board = galda.play("quixo", bot="skilled", seed=1)
    >>> board.play("a1-a5")  # and the bot has answered
    <Quixo after 2 actions>
    >>> explored = galda.play(board.position)
    >>> explored.position == board.position
    True
    """
    from galda.notebook.board import Board  # noqa: PLC0415  (anywidget is an extra)

    if isinstance(game, Position):
        if options or seed is not None:
            raise BadOption("a position has its options and its seed already")
        start = game
    else:
        start = find_game(game).new(seed=seed, **options)
    if not 0 <= seat < start.players:
        raise GaldaError(
            "no seat {viewer}; seats are 0 to {last}",
            viewer=seat,
            last=start.players - 1,
        )
    company = Company({}) if bot is None else Company.around(seat, start, bot)
    return Board(start, company, adviser=adviser, lang=lang)
