"""Whole games in a made-up language: every sentence, label and sheet comes from the catalogues."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from galda.core.errors import UnreadableMove
from galda.core.play.position import Position
from galda.core.play.terms import SHAPES, SPECTATOR
from galda.core.show.labels import option_label, value_label
from galda.core.show.language import tell
from galda.core.show.outline import touches_in
from galda.games import game
from galda.testing.foreign import forget, left_in_drawing, left_in_terminal, left_over, speak
from galda.testing.parameters import GAMES, every_game
from galda.testing.playing import sample, starts

MOST_POSITIONS = 40


@pytest.fixture
def foreign() -> Iterator[str]:
    """The made-up language, while a test runs."""
    yield speak()
    forget()


def extremes(name: str) -> list[dict[str, Any]]:
    """The first and the last way to start a game: fewest and most players."""
    ways = list(starts(name))
    return [ways[0], ways[-1]]


WAYS = [
    pytest.param(name, options, id=f"{name}-{options['players']}")
    for name in GAMES
    for options in extremes(name)
]


@pytest.mark.parametrize(("name", "options"), WAYS)
def test_nothing_is_said_past_the_catalogues(
    name: str, options: dict[str, Any], foreign: str
) -> None:
    chance = random.Random(8)
    for position in sample(name, options, 8, MOST_POSITIONS):
        viewer = chance.choice([SPECTATOR, position.to_act])
        names = [str(value) for value in position.options.values() if isinstance(value, str)]
        for shape in SHAPES:
            assert not left_in_drawing(position.svg(viewer, foreign, shape), *names)
        seen = position.seen_by(viewer)
        assert not left_in_terminal(seen.game.board.print(seen, viewer, foreign), *names)
        for action in chance.sample(position.legal_actions, min(5, len(position.legal_actions))):
            assert not left_over(position.sentence(action, foreign), *names)
        for sheet in position.sheets(foreign):
            assert not left_over(sheet.as_text(), *names)
        if position.game.words.prompt and not position.is_over:
            assert not left_over(tell(foreign, position.game.words.prompt(position)), *names)
        if position.game.words.next_prompts:
            for told in position.game.words.next_prompts(position):
                assert not left_over(tell(foreign, told), *names)
        check_refusals(position, foreign, chance, names)


def check_refusals(position: Position, lang: str, chance: random.Random, names: list[str]) -> None:
    """Touching what is on the board, and playing any code at all."""
    attempts: list[Any] = [(touch,) for touch in touches_in(position.svg(position.to_act))]
    attempts = chance.sample(attempts, min(8, len(attempts)))
    attempts += [chance.randrange(position.game.rules.action_count) for _ in range(8)]
    for attempt in attempts:
        try:
            refusal = position.why_not(attempt)
        except UnreadableMove:
            continue
        if refusal is not None:
            assert not left_over(tell(lang, refusal.message), *names), (attempt, refusal)


@every_game
def test_options_have_labels_and_meanings_to_be_said(name: str, foreign: str) -> None:
    for option in game(name).options:
        assert option.label
        assert not left_over(option_label(option, foreign))
        for value in option.values:
            assert not left_over(value_label(option, value, foreign))
