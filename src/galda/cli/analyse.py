"""`galda analyse`: what the engine thinks of a position, line by line, the longer the better."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from galda.bots.looking import Line
from galda.cli.app import LANG, Language, command, console, t
from galda.cli.records import FileOrText, Ply, find_position
from galda.core.errors import GaldaError
from galda.core.play.position import Position
from galda.core.show.language import percent, say, tell
from galda.core.show.narration import value_words


@command()
def analyse(
    file: FileOrText,
    ply: Ply = None,
    seconds: Annotated[
        float, typer.Option(metavar="N", min=0, help=t("Approximate thinking time in seconds."))
    ] = 5.0,
    lang: Language = LANG,
) -> None:
    """Analyse a position: best turns and expected results, refined as time passes."""
    position = find_position(file, ply)
    if position.is_over:
        raise GaldaError("the game is over: there is nothing to think about")
    lines = position.analyse(seconds)
    while True:
        with console.status(say(lang, "The engine is thinking…")):
            line = next(lines, None)
        if line is None:
            return
        _print(position, line, lang)


def _print(position: Position, line: Line, lang: str) -> None:
    """One look: everybody's prospects, then the best turns with what they are worth."""
    seats = (position.game.words.seat_name(position, seat) for seat in range(position.players))
    told = [
        f"{tell(lang, seat)} {percent(lang, chance, 1)}"
        for seat, chance in zip(seats, line.prospects, strict=True)
    ]
    console.print(f"[bold]{line.look + 1}.[/] {escape(', '.join(told))}")
    for words, good in zip(line.words, line.turns, strict=True):
        worth = value_words(position, good.value, lang)
        if good.value.is_exact:
            worth += f" ({say(lang, 'proven')})"
        console.print(f"   [bold]{escape(words)}[/]  {escape(worth)}", soft_wrap=True)
