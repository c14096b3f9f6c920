"""`galda play`: a game in the terminal, against bots or with others at the same keyboard."""

from __future__ import annotations

import contextlib
import time
from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from rich.columns import Columns
from rich.markup import escape
from rich.table import Table

import galda
from galda.bots.company import Company
from galda.bots.levels import bot_names, is_search, warm_up
from galda.bots.styles import STYLED
from galda.cli.app import (
    LANG,
    Language,
    Seed,
    command,
    console,
    read_game_options,
    t,
)
from galda.cli.frame import file_words
from galda.cli.getting_ready import get_ready
from galda.cli.records import describe, load_record
from galda.core.errors import GaldaError, IllegalMove
from galda.core.folders import data_folder
from galda.core.play.paper import GameRecord, write_record
from galda.core.play.position import Position
from galda.core.show.language import say, tell
from galda.core.show.rulebook import rules_of

with contextlib.suppress(ImportError):  # where there is readline, lines can be edited
    import readline  # noqa: F401

NOBODY = "none"
FEW_MOVES = 8


def help_lines(lang: str) -> Table:
    """What can be typed."""
    lines = (
        (say(lang, "MOVE"), say(lang, "play it, or several in a row"), "undo",
         say(lang, "undo")),
        ("?", say(lang, "list the legal moves"), say(lang, "save FILE"),
         say(lang, "save the game")),
        (say(lang, "why MOVE"), say(lang, "why it is not allowed"), "rules",
         say(lang, "the rules")),
        ("board", say(lang, "draw the board again"), "quit",
         say(lang, "stop; the game is saved")),
    )  # fmt: skip
    table = Table.grid(padding=(0, 3))
    for word, meaning, other, its in lines:
        table.add_row(f"[bold]{word}[/]", meaning, f"[bold]{other}[/]", its)
    return table


@command(takes_game_options=True)
def play(
    context: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help=", ".join(galda.game_names()), show_default=False)
    ] = "",
    bot: Annotated[
        str,
        typer.Option(
            metavar="LEVEL",
            help=t(
                "{levels}, or {nobody} for humans only; in some games with a style: {styled}.",
                levels=", ".join(bot_names()),
                styled=STYLED,
                nobody=NOBODY,
            ),
        ),
    ] = "casual",
    seat: Annotated[int, typer.Option(metavar="N", min=1, help=t("Your player number."))] = 1,
    seed: Seed = None,
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help=t("Continue from a record."))
    ] = None,
    text: Annotated[
        str,
        typer.Option("--from", metavar="TEXT", help=t("Begin from a position written as text.")),
    ] = "",
    lang: Language = LANG,
) -> None:
    """Play in the terminal, against a bot or together."""
    game = game or text.partition(" ")[0].lower()
    if game and not load:
        get_ready(lang, game)
    with console.status(say(lang, "Getting the games ready…")):
        if load:
            start = load_record(load).position
        elif text:
            start = galda.game(game).position(text, seed=seed)
            if context.args:
                raise GaldaError("the position says the options; leave {word} out",
                                 word=context.args[0])  # fmt: skip
        elif game:
            found = galda.game(game)
            start = found.new(seed=seed, **read_game_options(found, context.args))
        else:
            raise GaldaError(
                "which game? galda play GAME, with one of {known}",
                known=", ".join(galda.game_names()),
            )
        if is_search(bot):
            warm_up(start)
    if seat > start.players:
        raise GaldaError(
            "no player {seat}; --seat can be 1 to {players}",
            seat=seat,
            players=start.players,
        )
    company = Company({}) if bot == NOBODY else Company.around(seat - 1, start, bot)
    Sitting(start, company, lang).run()


class Sitting:
    """One game at the terminal, from the first prompt to the last word."""

    def __init__(self, start: Position, company: Company, lang: str) -> None:
        self.position = start
        self.company = company
        self.lang = lang
        self.saved: Position | None = start

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        console.print(help_lines(self.lang))
        try:
            drawn: Position | None = None
            going = True
            while going:
                self._let_bots_play()
                if self.position is not drawn:
                    self._draw()
                    drawn = self.position
                    if self.position.is_over:
                        self._tell_the_end()
                going = self._ask_after_the_end() if self.position.is_over else self._ask()
        except (EOFError, KeyboardInterrupt):
            console.print()
        self._keep()

    def _let_bots_play(self) -> None:
        while self.company.is_due(self.position):
            player = self._name(self.position.to_act)
            with console.status(say(self.lang, "{player} is thinking…", player=player)):
                action = self.company.choose(self.position)
            console.print(describe(self.position, action, self.lang))
            self.position = self.position.play(action)

    def _draw(self) -> None:
        viewer = self.company.viewer(self.position)
        seen = self.position.seen_by(viewer)
        console.print(f"\n{seen.game.board.print(seen, viewer, self.lang)}\n")

    def _name(self, seat: int) -> str:
        return tell(self.lang, self.position.game.words.seat_name(self.position, seat))

    def _ask(self) -> bool:
        """One line from the player; False to leave."""
        line = console.input(f"[bold]{escape(self._name(self.position.to_act))}[/]> ").strip()
        return self._obey(line)

    def _ask_after_the_end(self) -> bool:
        prompt = say(self.lang, "save FILE, undo, or Enter to leave")
        line = console.input(f"[dim]{prompt}[/]> ").strip()
        return bool(line) and self._obey(line)

    def _obey(self, line: str) -> bool:
        command, _, rest = line.partition(" ")
        rest = rest.strip()
        try:
            match command.lower():
                case "" | "board":
                    self._draw()
                case "?" | "legal":
                    self._list_moves()
                case "help":
                    console.print(help_lines(self.lang))
                case "why":
                    self._why(rest)
                case "undo":
                    self.position = self.company.step_back(self.position)
                case "save":
                    self._save(rest)
                case "rules":
                    for rule in rules_of(self.position.game, self.lang):
                        console.print(f"[bold]{rule.id:>4}[/]  {escape(rule.text)}")
                case "quit" | "exit" | "q":
                    return False
                case _:
                    self._play(line.split())
        except GaldaError as error:
            console.print(f"[red]{escape(tell(self.lang, error))}[/]", soft_wrap=True)
            if isinstance(error, IllegalMove) and not rest:
                self._show_how(line)
        except OSError as error:
            console.print(f"[red]{escape(file_words(error, self.lang))}[/]", soft_wrap=True)
        return True

    def _play(self, words: list[str]) -> None:
        """Play one or more actions of a turn; all or none."""
        self.position = self.position.play_turn(words)

    def _show_how(self, word: str) -> None:
        """How moves that begin as the refused one does are written, or all if they are few."""
        legal = [self.position.write(action) for action in self.position.legal_actions]
        good = [move for move in legal if move.startswith(word)] or legal
        if 0 < len(good) <= FEW_MOVES:
            told = say(self.lang, "You can write: {moves}", moves=", ".join(good))
            console.print(f"[dim]{escape(told)}[/]", soft_wrap=True)

    def _list_moves(self) -> None:
        written = [escape(self.position.write(action)) for action in self.position.legal_actions]
        console.print(Columns(written, padding=(0, 2), equal=True))

    def _why(self, text: str) -> None:
        if not text:
            raise GaldaError(
                "why what? write for example: why {example}",
                example=self.position.game.notation.example,
            )
        refusal = self.position.why_not(text)
        if refusal:
            console.print(f"[yellow]{escape(tell(self.lang, refusal))}[/]")
        else:
            console.print(escape(say(self.lang, "{move} is allowed.", move=text)))

    def _record(self) -> GameRecord:
        seats = range(self.position.players)
        names = tuple("bot" if seat in self.company.bots else "player" for seat in seats)
        return GameRecord(self.position, names, date.today().isoformat())

    def _save(self, name: str) -> None:
        if not name:
            raise GaldaError("save where? write for example: save game.txt")
        Path(name).expanduser().write_text(write_record(self._record()), "utf-8")
        self.saved = self.position
        console.print(say(self.lang, "Saved to {file}.", file=escape(name)))

    def _tell_the_end(self) -> None:
        for sheet in self.position.sheets(self.lang):
            console.print(escape(sheet.as_text()) + "\n")
        winners = self.position.winners
        if len(winners) == self.position.players:
            console.print(f"[bold]{say(self.lang, 'The game is a draw.')}[/]")
            return
        names = ", ".join(self._name(seat) for seat in winners)
        told = say(self.lang, "The game is over. Won by: {names}.", names=names)
        console.print(f"[bold]{escape(told)}[/]")

    def _keep(self) -> None:
        """Leaving in the middle loses nothing."""
        if self.position in (self.saved, self.position.history()[0]) or self.position.is_over:
            return
        folder = data_folder() / "unfinished"
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{self.position.game.name}-{time.strftime('%Y%m%d-%H%M%S')}.txt"
        file.write_text(write_record(self._record()), "utf-8")
        console.print(
            say(self.lang, "The game is saved. Continue with: galda play --load {file}", file=file),
            soft_wrap=True,
        )
