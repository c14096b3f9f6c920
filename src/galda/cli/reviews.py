"""Reviewing a game on paper in the terminal: how everybody stood, and what was given away."""

from __future__ import annotations

from collections.abc import Sequence

from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from galda.bots.review import TurnReview, review_game
from galda.cli.app import console
from galda.core.play.paper import GameRecord
from galda.core.play.position import Position
from galda.core.show.language import percent, say
from galda.core.show.narration import mark_name, tell_turn
from galda.core.show.reasons import tell_reasons

COLOURS = {"blunder": "bold red", "mistake": "yellow", "inaccuracy": "dim"}


def print_review(record: GameRecord, lang: str) -> None:
    """Look at every turn of a game and print those that gave something away."""
    columns = (
        TextColumn(say(lang, "reviewing")), BarColumn(), MofNCompleteColumn(),
        TimeRemainingColumn(),
    )  # fmt: skip
    turns = record.turns()
    found: list[TurnReview] = []
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=len(turns))
        for one in review_game(record):
            found.append(one)
            progress.advance(task)
    before = record.position.history()[0]
    marked = 0
    for number, (one, turn) in enumerate(zip(found, turns, strict=True), start=1):
        if one.mark:
            marked += 1
            played = [position.action for position in turn if position.action is not None]
            console.print(_line(number, one, before, played, lang))
        before = turn[-1]
    if not marked:
        console.print(say(lang, "No mistakes worth a remark."))


def _line(
    number: int, found: TurnReview, before: Position, played: Sequence[int], lang: str
) -> str:
    seat = before.to_act
    told = say(
        lang,
        "{mark} in turn {ply} by {player}: {before} before it, lost {lost}. Better: {better}",
        mark=mark_name(found.mark, lang),
        ply=number,
        player=before.game.words.seat_name(before.seen_by(), seat),
        before=percent(lang, found.prospects[seat]),
        lost=percent(lang, found.lost),
        better=tell_turn(before, found.better, lang, seat),
    )
    why = tell_reasons(before, found.better, played, lang)
    return f"[{COLOURS[found.mark]}]{escape(f'{told} {why}'.strip())}[/]"
