"""Commands for game records: `replay` and `show`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

import galda
from galda.cli.app import LANG, Language, command, console, t
from galda.cli.reviews import print_review
from galda.core.errors import GaldaError
from galda.core.play.paper import UNFINISHED, GameRecord, read_record
from galda.core.play.position import Position
from galda.core.show.language import say, say_count

File = Annotated[Path, typer.Argument(metavar="FILE", help=t("A game record."))]
FileOrText = Annotated[
    str, typer.Argument(metavar="FILE", help=t("A game record, or a position as text."))
]
Ply = Annotated[
    int | None, typer.Option(metavar="N", min=0, help=t("After N turns; default: the last."))
]


def load_record(file: Path) -> GameRecord:
    """The record in a file, or an error that names the file."""
    try:
        return read_record(file.read_text("utf-8"), galda.game)
    except UnicodeDecodeError:
        raise GaldaError("{file} is not a text file", file=file) from None
    except GaldaError as error:
        raise GaldaError("{file}, {error}", file=file, error=error) from error


def is_position(words: str) -> bool:
    """Whether what was written is a position as text, and not the name of a file."""
    first, space, _ = words.strip().partition(" ")
    return bool(space) and first.lower() in galda.game_names()


def find_position(words: str, ply: int | None) -> Position:
    """The position that a text means, or that of a record in a file: after a turn, or the last."""
    record = GameRecord(galda.position(words)) if is_position(words) else load_record(Path(words))
    turns = record.turns()
    ply = len(turns) if ply is None else ply
    if ply > len(turns):
        raise GaldaError("the record ends after turn {n}; --ply can be 0 to {n}", n=len(turns))
    return turns[ply - 1][-1] if ply else record.position.history()[0]


def describe(before: Position, action: int, lang: str) -> str:
    """A move in notation and in words."""
    return f"[bold]{escape(before.write(action))}[/]  {escape(before.sentence(action, lang))}"


@command()
def replay(
    file: File,
    step: Annotated[bool, typer.Option(help=t("Show the board after each turn and wait."))] = False,
    review: Annotated[bool, typer.Option(help=t("Review the game: report mistakes."))] = False,
    lang: Language = LANG,
) -> None:
    """Check a game record against the rules and print it turn by turn."""
    record = load_record(file)
    turns = record.turns()
    at = 0
    while at < len(turns):
        for position in turns[at]:
            if position.before is not None and position.action is not None:
                console.print(f"{at + 1:>3}. {describe(position.before, position.action, lang)}")
        if comment := record.comments.get(at + 1):
            console.print(f"     [dim]{escape(comment)}[/]")
        at += 1
        if step:
            shown = turns[at - 1][-1]
            console.print(f"\n{shown.game.board.print(shown, -1, lang)}\n")
            answer = (
                console.input(f"[dim]{say(lang, 'Enter: next turn, b: back, q: quit')}[/] ")
                .strip()
                .lower()
            )
            if answer == "q":
                return
            if answer == "b":
                at = max(at - 2, 0)
    players = ", ".join(record.names) or record.game.title
    result = say(lang, "unfinished") if record.result == UNFINISHED else record.result
    told = say_count(
        lang, "{players}: {n} turn by the rules. Result: {result}",
        "{players}: {n} turns by the rules. Result: {result}", len(turns), players=players,
        result=result,
    )  # fmt: skip
    console.print(escape(told))
    if review:
        print_review(record, lang)


@command()
def show(
    file: FileOrText,
    ply: Ply = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help=t("Write the board as SVG to this file."))
    ] = None,
    lang: Language = LANG,
) -> None:
    """Show the board of a game record or of a position, in the terminal or as an SVG file."""
    position = find_position(file, ply)
    if output is None:
        console.print(position.game.board.print(position, -1, lang))
    else:
        output.write_text(position.svg(lang=lang), "utf-8")
        console.print(say(lang, "Written: {file}", file=escape(str(output))))
