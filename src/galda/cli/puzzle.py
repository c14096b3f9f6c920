"""`galda puzzle`: the puzzle of the day in the terminal, or any other one."""

from __future__ import annotations

import random
from datetime import date, datetime
from typing import Annotated

import typer
from rich.columns import Columns
from rich.markup import escape

import galda
from galda.cli.app import LANG, Language, command, console, t
from galda.cli.getting_ready import get_ready
from galda.core.errors import GaldaError
from galda.core.play.position import Position
from galda.core.show.language import say, tell
from galda.puzzles import words
from galda.puzzles.daily import puzzle_of_the_day, today
from galda.puzzles.puzzle import LEVELS, Puzzle
from galda.puzzles.shelf import find_puzzle, puzzles_of


@command()
def puzzle(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help=", ".join(galda.game_names()), show_default=False)
    ] = "",
    level: Annotated[
        int | None, typer.Option(min=LEVELS[0], max=LEVELS[-1], help=t("How hard, from 1 to 5."))
    ] = None,
    number: Annotated[int | None, typer.Option(min=1, help=t("Puzzle number."))] = None,
    day: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help=t("The puzzle of this day."))
    ] = None,
    lang: Language = LANG,
) -> None:
    """Solve the puzzle of the day, or one of a game."""
    chosen = choose(game, level, number, day.date() if day else None)
    get_ready(lang, chosen.game.name)
    Solving(chosen, lang).run()


def choose(game: str, level: int | None, number: int | None, day: date | None) -> Puzzle:
    """The puzzle that is meant: of the day where no game is named."""
    if not game:
        if (day or today()) > today():
            raise GaldaError("that day is still to come; its puzzle is not told")
        return puzzle_of_the_day(day or today())
    found = galda.game(game)
    if number is not None:
        return find_puzzle(found, number)
    fitting = puzzles_of(found).numbers(level)
    if not fitting:
        raise GaldaError("there are no such puzzles of {game}", game=found.title)
    return find_puzzle(found, random.choice(fitting))


class Solving:
    """One puzzle at the terminal."""

    def __init__(self, puzzle: Puzzle, lang: str) -> None:
        self.puzzle = puzzle
        self.lang = lang
        self.asked = 0
        self.tries = 0
        self.position = puzzle.start

    def run(self) -> None:
        """Ask until it is solved or given up."""
        puzzle, lang = self.puzzle, self.lang
        heading = f"{puzzle.game.title} {puzzle.number}  {words.stars(puzzle.level)}"
        console.print(
            f"[bold]{escape(heading)}[/]  [dim]{words.level_words(puzzle.level, lang)}[/]"
        )
        if variant := words.variant_words(puzzle, lang):
            console.print(escape(variant))
        self._draw()
        console.print(
            " ".join(filter(None, (words.task(puzzle, lang), words.how_soon(puzzle, lang))))
        )
        told = say(lang, "Write the move; ? lists the moves, solution shows it, quit leaves.")
        console.print(f"[dim]{escape(told)}[/]")
        try:
            while self._ask():
                pass
        except (EOFError, KeyboardInterrupt):
            console.print()

    def _ask(self) -> bool:
        """One line from the player; False: the end."""
        line = console.input("> ").strip()
        match line.lower():
            case "":
                self._draw()
            case "?":
                written = [escape(self.position.write(a)) for a in self.position.legal_actions]
                console.print(Columns(written, padding=(0, 2), equal=True))
            case "quit" | "exit" | "q":
                return False
            case "solution":
                told = say(self.lang, "The solution: {moves}", moves=words.solution(self.puzzle))
                console.print(escape(told), soft_wrap=True)
                return False
            case _:
                return self._try(line)
        return True

    def _try(self, line: str) -> bool:
        """Judge what was written; a turn may be written in several lines."""
        before = self.position
        chosen_before = before.actions[self._begin :]
        try:
            after = before.play_turn(line)
            chosen = tuple(after.actions[self._begin :])
            found = self.puzzle.judge(self.asked, self._first(chosen))
        except GaldaError as error:
            console.print(f"[red]{escape(tell(self.lang, error))}[/]", soft_wrap=True)
            return True
        if found is None:
            self.position = after
            return True
        if found is True:
            return self._go_on()
        assert not isinstance(found, bool)
        self.tries += 1
        start = before.take_back(len(chosen_before))
        chosen = self._first(chosen)
        said = words.verdict(self.puzzle, start, chosen, found, self.lang)
        self._show(start.play_all((*chosen, *found.reply)))
        console.print(f"[yellow]{escape(said)}[/]", soft_wrap=True)
        self.position = start
        console.print(say(self.lang, "Try again"))
        return True

    @property
    def _begin(self) -> int:
        """How many actions were played before the question."""
        return len(self.puzzle.actions) + len(self.puzzle.line(self.asked))

    def _first(self, chosen: tuple[int, ...]) -> tuple[int, ...]:
        """As much of a turn as is asked for."""
        return chosen if self.puzzle.proved else chosen[:1]

    def _go_on(self) -> bool:
        question = self.puzzle.questions[self.asked]
        self.asked += 1
        if self.asked == len(self.puzzle.questions):
            said = (
                say(self.lang, "Solved after wrong tries: {n}", n=self.tries)
                if self.tries
                else say(self.lang, "Solved at the first try!")
            )
            console.print(f"[bold green]{escape(said)}[/]")
            return False
        after = self.puzzle.start.play_all((*self.puzzle.line(self.asked - 1), *question.right))
        answer = words.tell_on(after, question.reply, self.lang, self.puzzle.solver)
        self.position = self.puzzle.start.play_all(self.puzzle.line(self.asked))
        self._draw()
        said = say(self.lang, "Right! The reply: {answer} What now?", answer=answer)
        console.print(f"[green]{escape(said)}[/]", soft_wrap=True)
        return True

    def _draw(self) -> None:
        self._show(self.position)

    def _show(self, position: Position) -> None:
        seen = position.seen_by(self.puzzle.solver)
        console.print(f"\n{seen.game.board.print(seen, self.puzzle.solver, self.lang)}\n")
