"""The puzzle of the day: the same for everybody, another game each day, none twice for long."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

from galda.puzzles.daily import puzzle_of_the_day
from galda.puzzles.shelf import games_with_puzzles

FIRST = date(2026, 11, 16)


def test_each_day_has_another_game_and_all_games_have_their_days() -> None:
    days = [puzzle_of_the_day(FIRST + timedelta(days=n)) for n in range(40)]
    games = [puzzle.game.name for puzzle in days]
    assert all(one != next_one for one, next_one in pairwise(games))
    assert {games.count(game.name) for game in games_with_puzzles()} == {10}


def test_no_puzzle_comes_twice_for_years() -> None:
    days = [puzzle_of_the_day(FIRST + timedelta(days=n)) for n in range(1200)]
    assert len({(puzzle.game.name, puzzle.number) for puzzle in days}) == 1200


def test_it_is_the_same_whenever_it_is_asked() -> None:
    again = date.fromisoformat("2026-11-16")
    assert puzzle_of_the_day(again) is puzzle_of_the_day(FIRST)
