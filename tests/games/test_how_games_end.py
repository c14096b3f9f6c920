"""What games say about how they ended."""

from __future__ import annotations

import pytest

import galda
from galda.core.show.language import LANGUAGES, tell
from galda.testing.playing import random_game, starts


@pytest.mark.parametrize("name", galda.game_names())
def test_an_ending_is_told_in_every_language(name: str) -> None:
    for options in starts(name):
        *_, end = random_game(name, options, seed=11)
        ending = end.game.words.ending
        told = ending(end) if ending else None
        if told:
            sentences = {tell(lang, told) for lang in LANGUAGES}
            assert len(sentences) == len(LANGUAGES), sentences


def told(position: galda.Position) -> str:
    assert position.is_over
    ending = position.game.words.ending
    assert ending
    return str(ending(position))


def test_quixo_tells_who_made_which_line() -> None:
    names = ["Ann", "Bo"]
    won = lost = 0
    for seed in range(40):
        *_, end = random_game("quixo", {"size": 3}, seed)
        end = end.named(names)
        if len(end.winners) == 1 and end.before:
            made = names[end.before.to_act]
            own = end.before.to_act in end.winners
            side = "a line of 3" if own else "the other side’s line of 3"
            assert told(end) == f"{made} has made {side}."
            won, lost = won + own, lost + (not own)
    assert won and lost


def test_two_players_are_told_that_the_neutral_one_cannot_win() -> None:
    *_, end = random_game("alhambra", {"players": 2}, 3)
    assert told(end) == "Dirk is neutral and cannot win."
    *_, three = random_game("alhambra", {"players": 3}, 3)
    assert three.game.words.ending and three.game.words.ending(three) is None
