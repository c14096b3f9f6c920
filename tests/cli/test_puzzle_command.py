"""`galda puzzle` as its users meet it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from test_cli import bad, good

import galda
from galda.core.show.language import LANGUAGES
from galda.puzzles.daily import puzzle_of_the_day, today
from galda.puzzles.puzzle import choices
from galda.puzzles.shelf import puzzles_of


def test_a_wrong_move_is_refuted_and_the_right_line_solves_it() -> None:
    puzzle = next(
        each
        for each in puzzles_of(galda.game("quixo"))
        if len(each.questions) == 2 and each.worth == 100
    )
    right = puzzle.questions[0].right
    wrong = next(c for c in choices(puzzle.start, whole=True) if c != right)
    after = puzzle.start.play_all(puzzle.line(1))
    typed = [
        "?", puzzle.start.write(wrong[0]), "nonsense", puzzle.start.write(right[0]),
        after.write(puzzle.questions[1].right[0]),
    ]  # fmt: skip
    told = good("puzzle", "quixo", "--number", str(puzzle.number), says="\n".join(typed) + "\n")
    assert "Only one turn wins: find it." in told
    assert "That" in told
    assert "Try again" in told
    assert "not a move of Quixo" in told
    assert "Right! The reply:" in told
    assert "Solved after wrong tries: 1" in told


def test_the_day_has_its_puzzle_in_every_language() -> None:
    puzzle = puzzle_of_the_day(today())
    for lang in LANGUAGES:
        told = good("puzzle", "--lang", lang, says="solution\n")
        assert puzzle.game.title in told
        assert "★" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("puzzle", "--day", str(today() + timedelta(days=2))), "still to come"),
        (("puzzle", "quixo", "--number", "999999"), "no puzzle 999999"),
        (("puzzle", "chess"), "chess"),
    ],
)
def test_what_is_not_there_is_told_in_one_line(words: tuple[str, ...], said: str) -> None:
    assert said in bad(*words)
