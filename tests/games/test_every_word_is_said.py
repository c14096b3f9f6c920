"""Whole games in a made-up language: every sentence, label and sheet comes from the catalogues."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import galda
from foreign import forget, left_in_drawing, left_in_terminal, left_over, speak
from galda import SPECTATOR, Position, UnreadableMove
from galda.core.show.labels import option_label, value_label
from galda.core.show.language import tell
from support import random_game, starts
from words import TRANSLATED

TOUCH = re.compile(r'data-touch="([^"]+)"')
MOST_POSITIONS = 40


@pytest.fixture
def foreign() -> Iterator[str]:
    yield speak()
    forget()


def test_what_is_said_past_the_catalogues_is_found(foreign: str) -> None:
    position = galda.game("quixo").new()
    assert "board" in left_in_drawing(position.svg(0, "en"))
    assert left_over("⟦Anna has ⟦3 points⟧.⟧ won a1-a5, Anna", "Anna") == ["won"]
    assert left_in_terminal("[bold]top[/] ⟦top⟧") == ["top"]


def extremes(name: str) -> list[dict[str, Any]]:
    """The first and the last way to start a game: fewest and most players."""
    ways = list(starts(name))
    return [ways[0], ways[-1]]


WAYS = [
    pytest.param(name, options, id=f"{name}-{options['players']}")
    for name in galda.game_names()
    for options in extremes(name)
]


def some(positions: Iterator[Position], chance: random.Random) -> list[Position]:
    """A part of a game: its start, its end, and some positions between."""
    played = list(positions)
    between = played[1:-1]
    chosen = sorted(chance.sample(range(len(between)), min(MOST_POSITIONS, len(between))))
    return [played[0], *(between[k] for k in chosen), played[-1]]


@pytest.mark.parametrize(("name", "options"), WAYS)
def test_nothing_is_said_past_the_catalogues(
    name: str, options: dict[str, Any], foreign: str
) -> None:
    chance = random.Random(8)
    for position in some(random_game(name, options, seed=8), chance):
        viewer = chance.choice([SPECTATOR, position.to_act])
        names = [str(value) for value in position.options.values() if isinstance(value, str)]
        assert not left_in_drawing(position.svg(viewer, foreign), *names)
        seen = position.seen_by(viewer)
        assert not left_in_terminal(seen.game.print(seen, viewer, foreign), *names)
        for action in chance.sample(position.legal(), min(5, len(position.legal()))):
            assert not left_over(position.sentence(action, foreign), *names)
        for sheet in position.sheets(foreign):
            assert not left_over(sheet.as_text(), *names)
        check_refusals(position, foreign, chance, names)


def check_refusals(position: Position, lang: str, chance: random.Random, names: list[str]) -> None:
    """Touching what is on the board, and playing any code at all."""
    attempts: list[Any] = [(touch,) for touch in TOUCH.findall(position.svg(position.to_act))]
    attempts = chance.sample(attempts, min(8, len(attempts)))
    attempts += [chance.randrange(position.game.action_count) for _ in range(8)]
    for attempt in attempts:
        try:
            refusal = position.why_not(attempt)
        except UnreadableMove:
            continue
        if refusal is not None:
            assert not left_over(tell(lang, refusal.message), *names), (attempt, refusal)
            told = {tell(other, refusal.message) for other in ("en", *TRANSLATED)}
            assert refusal.sentence in told
            assert len(told) == 1 + len(TRANSLATED), told


@pytest.mark.parametrize("name", galda.game_names())
def test_options_have_labels_and_meanings_to_be_said(name: str, foreign: str) -> None:
    for option in galda.game(name).options:
        assert option.label
        assert not left_over(option_label(option, foreign))
        for value in option.values:
            assert not left_over(value_label(option, value, foreign))
