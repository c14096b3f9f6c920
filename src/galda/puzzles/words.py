"""What is said about a puzzle, on pages and in the terminal."""

from __future__ import annotations

from galda.core.play.position import Position
from galda.core.show.labels import options_words
from galda.core.show.language import percent, say, say_count, tell
from galda.core.show.narration import tell_turn
from galda.puzzles.puzzle import Actions, Puzzle, Refutation


def task(puzzle: Puzzle, lang: str) -> str:
    """What is to be found."""
    start = puzzle.start
    name = tell(lang, start.game.words.seat_name(start, puzzle.solver))
    if not puzzle.proved:
        return say(lang, "{name} to move. One choice is clearly best: find it.", name=name)
    if puzzle.worth < 100:
        return say(lang, "{name} to move. Only one turn saves the draw: find it.", name=name)
    return say(lang, "{name} to move. Only one turn wins: find it.", name=name)


def how_soon(puzzle: Puzzle, lang: str) -> str:
    """In how many own turns the game is won, where that is known; else nothing."""
    if puzzle.turns is None:
        return ""
    return say_count(
        lang, "A win in {n} turn of your own.", "A win in {n} turns of your own.",
        (puzzle.turns + 1) // 2,
    )  # fmt: skip


def stars(level: int) -> str:
    """How hard a puzzle is, as stars."""
    return "★" * level + "☆" * (5 - level)


def level_words(level: int, lang: str) -> str:
    """How hard a puzzle is, in words."""
    return say(lang, "Difficulty {level} of 5", level=level)


def variant_words(puzzle: Puzzle, lang: str) -> str:
    """The options that are not the usual ones, in words; often there are none."""
    unusual = (
        option
        for option in puzzle.game.options
        if option.values and puzzle.options[option.name] != option.default
    )
    return options_words(unusual, puzzle.options, lang)


def verdict(
    puzzle: Puzzle, position: Position, chosen: Actions, found: Refutation, lang: str
) -> str:
    """What is wrong with a choice: what it leaves, and how it is answered."""
    after = position.play_all(chosen)
    answer = tell_on(after, found.reply, lang, puzzle.solver)
    if not puzzle.proved:
        said = say(
            lang,
            "Not the best: about {chance} to win, and the best choice has {best}.",
            chance=percent(lang, found.worth / 100),
            best=percent(lang, puzzle.worth / 100),
        )
        return f"{said} {answer}".strip()
    if found.worth:
        said = say(lang, "That is not enough: with the best answer it is only a draw.")
    else:
        said = say(lang, "That loses.")
    return f"{said} {answer}".strip()


def tell_on(position: Position, actions: Actions, lang: str, viewer: int) -> str:
    """What is played from a position on, turn by turn, in words."""
    told: list[str] = []
    turn: list[int] = []
    before = position
    for action in actions:
        turn.append(action)
        position = position.play(action)
        if not position.in_turn:
            told.append(tell_turn(before, turn, lang, viewer))
            before, turn = position, []
    if turn:
        told.append(tell_turn(before, turn, lang, viewer))
    return " ".join(told)


def solution(puzzle: Puzzle) -> str:
    """The whole line in notation."""
    position, words = puzzle.start, []
    for question in puzzle.questions:
        for action in (*question.right, *question.reply):
            words.append(position.write(action))
            position = position.play(action)
    return " ".join(words)
