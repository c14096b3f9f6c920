"""Positions as text, for every game that writes them: what is written reads back, nothing leaks."""

from __future__ import annotations

import random
from typing import Any
from xml.etree import ElementTree

import pytest

from galda.core.errors import BadPosition, GaldaError
from galda.core.play.paper import GameRecord, read_record, write_record
from galda.core.play.position import Position
from galda.core.play.terms import SPECTATOR
from galda.core.show.rulebook import rules_of
from galda.games import game
from galda.testing.parameters import every_game, every_start
from galda.testing.playing import random_game, sample
from galda.testing.twins import twin_game

SAMPLED = 8
MUTATED = 20


def reads_back(position: Position) -> None:
    """A text means the very position it was made of, byte for byte."""
    text = position.text
    assert "\n" not in text
    again = position.game.position(text, seed=99)
    assert again == position, text
    assert again.text == text
    assert again.legal_actions == position.legal_actions
    assert again.sheets() == position.sheets()


def writes_positions(name: str) -> bool:
    """Whether a game writes its positions as text; it need not."""
    return game(name).has("position_text")


@every_start
def test_the_text_of_a_position_reads_back(name: str, options: dict[str, Any]) -> None:
    if not writes_positions(name):
        with pytest.raises(GaldaError, match="cannot be written"):
            _ = game(name).new(**options).text
        return
    for position in sample(name, options, 21, SAMPLED):
        reads_back(position)


@every_start
def test_the_text_of_a_viewer_says_what_the_viewer_knows(
    name: str, options: dict[str, Any]
) -> None:
    for position in sample(name, options, 22, 1)[1:] if writes_positions(name) else ():
        for viewer in range(SPECTATOR, position.players):
            seen = position.seen_by(viewer)
            assert twin_game(position, viewer, 9).seen_by(viewer).text == seen.text
            assert position.known_to(0, 5).text == position.seen_by(0).text
            drawn = position.game.position(seen.text, seed=7)
            assert drawn.seen_by(viewer) == seen
            assert drawn == position.game.position(seen.text, seed=7)
            assert drawn.legal_actions or drawn.is_over


@every_start
def test_a_game_goes_on_from_a_text_as_it_would_have(name: str, options: dict[str, Any]) -> None:
    if not writes_positions(name):
        return
    played = list(random_game(name, options, 23))
    middle = len(played) // 2
    further = [p.action for p in played[middle + 1 : middle + 40] if p.action is not None]
    start = game(name).position(played[middle].text)
    gone_on = start.play_all(further)
    assert gone_on == played[middle + len(further)]
    for position in (start, gone_on):
        drawn = ElementTree.fromstring(position.svg(position.to_act))
        pieces = [e.get("data-piece") for e in drawn.iter() if e.get("data-piece")]
        assert len(set(pieces)) == len(pieces)
        assert position.game.board.print(position.seen_by(0), 0, "en")
        assert all(position.sentence(action) for action in position.legal_actions)
    record = read_record(write_record(GameRecord(gone_on)), game)
    assert record.position == gone_on
    assert record.position.start == start


@every_start
def test_a_text_with_a_mistake_is_refused_or_means_a_game_that_can_be_played(
    name: str, options: dict[str, Any]
) -> None:
    ids = {rule.id for rule in rules_of(game(name))}
    chance = random.Random(24)
    texts = [position.text for position in sample(name, options, 24, 5)] if writes_positions(
        name
    ) else []  # fmt: skip
    for text in texts:
        for _ in range(MUTATED // len(texts)):
            broken = spoil(text, chance)
            try:
                position = game(name).position(broken, seed=1)
            except BadPosition as error:
                assert error.rule in ids | {""}, broken
                continue
            except GaldaError:  # an option that cannot be
                continue
            assert game(name).position(position.text) == position, broken
            for _ in range(10):
                if not position.is_over:
                    position = position.play(chance.choice(position.legal_actions))


def spoil(text: str, chance: random.Random) -> str:
    """A text with one small mistake."""
    k = chance.randrange(len(text))
    other = chance.choice(text)
    return chance.choice(
        [text[:k] + text[k + 1 :], text[:k] + other + text[k + 1 :], text[:k] + other + text[k:]]
    )


@every_game
def test_the_example_of_a_position_is_one(name: str) -> None:
    notation = game(name).notation.position_text
    if notation is not None:
        position = game(name).position(notation.example, seed=1)
        assert game(name).position(position.text) == position
        with pytest.raises(BadPosition, match="is written like"):
            game(name).position(f"{notation.example} nonsense")
