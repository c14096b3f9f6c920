"""What holds for every game, variant and player count, whatever its rules."""

from __future__ import annotations

import json
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import galda
from galda import BadOption, IllegalMove, Position, UnreadableMove
from galda.core.kernels import contract
from galda.core.kernels.chance import draw
from galda.core.show.rulebook import rules_of
from support import ALL_STARTS, random_game, trace

TESTS = Path(__file__).parents[1]

every_start = pytest.mark.parametrize(("name", "options"), ALL_STARTS)
every_game = pytest.mark.parametrize("name", galda.game_names())


def sample(name: str, options: dict[str, Any], seed: int, most: int) -> list[Position]:
    """A few positions of a random game, its first and last among them."""
    played = list(random_game(name, options, seed))
    inside = random.Random(seed).sample(played[1:-1], min(most, len(played) - 2))
    return [played[0], *inside, played[-1]]


@every_start
def test_every_action_code_is_either_played_or_refused_with_a_rule_of_the_game(
    name: str, options: dict[str, Any]
) -> None:
    ids = {rule.id for rule in rules_of(galda.game(name))}
    for position in sample(name, options, 1, 5):
        legal = set(position.legal())
        before = position.states.tobytes()
        for code in range(position.game.action_count):
            if code in legal:
                assert position.why_not(code) is None
                position.play(code)
                continue
            with pytest.raises(IllegalMove) as refused:
                position.play(code)
            assert refused.value.rule in ids, str(refused.value)
            assert position.why_not(code) == refused.value.refusal
        assert position.states.tobytes() == before
        for code in (-1, position.game.action_count):
            with pytest.raises(UnreadableMove):
                position.play(code)


@every_start
def test_legal_actions_are_ascending_and_fit_the_buffer(name: str, options: dict[str, Any]) -> None:
    for position in random_game(name, options, 2):
        legal = position.legal()
        assert list(legal) == sorted(set(legal))
        assert len(legal) <= position.game.most_legal
        assert bool(legal) != position.is_over


@every_start
def test_picking_by_chance_picks_from_the_list(name: str, options: dict[str, Any]) -> None:
    scratch = np.zeros(galda.game(name).most_legal, np.int32)
    for ply, position in enumerate(random_game(name, options, 3)):
        if not position.is_over:
            bits = np.uint64(draw(np.uint64(99), ply))
            chosen = contract.pick(position.state, bits, scratch)
            place = (int(bits) >> 32) * len(position.legal()) >> 32
            assert chosen == position.legal()[place]


@every_start
def test_a_game_is_its_options_its_seed_and_its_actions(name: str, options: dict[str, Any]) -> None:
    played = list(random_game(name, options, 4))[-1]
    again = galda.game(name).new(seed=4, **options).play_all(played.actions)
    assert again == played
    assert hash(again) == hash(played)
    assert again.key == played.key
    assert pickle.loads(pickle.dumps(played)) == played


@every_start
def test_plain_python_plays_the_same_game_byte_for_byte(name: str, options: dict[str, Any]) -> None:
    program = "import json, sys; from support import trace; print(trace(*json.loads(sys.argv[1])))"
    arguments = (name, options, 5, 40)
    paths = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
    plain = subprocess.run(
        [sys.executable, "-c", program, json.dumps(arguments)],
        env={**os.environ, "GALDA_COMPILE": "0", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.splitlines()[-1] == str(trace(*arguments))


@every_start
def test_notation_and_touches_name_each_legal_action_once(
    name: str, options: dict[str, Any]
) -> None:
    for position in sample(name, options, 6, 10):
        written = [position.write(action) for action in position.legal()]
        assert len(set(written)) == len(written)
        assert len(position.paths) == len(written)
        for action, text in zip(position.legal(), written, strict=True):
            assert text.split() == [text]
            assert position.find(text) == action
            assert position.sentence(action)


@every_start
def test_the_board_has_an_element_for_every_touch(name: str, options: dict[str, Any]) -> None:
    for position in sample(name, options, 7, 5):
        viewer = position.to_act
        svg = ElementTree.fromstring(position.svg(viewer))
        touchable = {e.get("data-touch"): e for e in svg.iter() if e.get("data-touch")}
        for path in position.paths:
            assert set(path) <= touchable.keys()
        assert all(e.get("aria-label") for e in touchable.values())
        pieces = [e.get("data-piece") for e in svg.iter() if e.get("data-piece")]
        assert len(set(pieces)) == len(pieces)
        assert position.game.print(position.seen_by(viewer), viewer, "en")


@every_start
def test_what_a_viewer_cannot_know_never_shows(name: str, options: dict[str, Any]) -> None:
    for position in sample(name, options, 8, 5):
        for viewer in range(-1, position.players):
            states = position.states.copy()
            contract.determinize(states[0], viewer, np.uint64(9))
            other = Position(
                position.game, position.options, None, states, position.before, position.action
            )
            assert other.seen_by(viewer) == position.seen_by(viewer)
            assert other.view(viewer) == position.view(viewer)
            assert other.svg(viewer) == position.svg(viewer)
            json.dumps(position.view(viewer))


@every_start
def test_a_turn_can_be_taken_back_to_its_start(name: str, options: dict[str, Any]) -> None:
    for position in random_game(name, options, 10):
        start = position.take_back(position.steps_back)
        assert not start.in_turn
        if position.steps_back:
            assert start.to_act == position.to_act


@every_game
def test_bad_options_are_refused_with_the_good_ones_named(name: str) -> None:
    game = galda.game(name)
    for option in game.options:
        if option.values:
            with pytest.raises(BadOption) as refused:
                game.read_options({option.name: "nonsense"})
            assert all(str(value) in str(refused.value) for value in option.values)
    with pytest.raises(BadOption) as refused:
        game.read_options({"colour": "blue"})
    assert all(option.name in str(refused.value) for option in game.options)


@every_game
def test_text_that_is_no_move_is_answered_with_an_example(name: str) -> None:
    with pytest.raises(UnreadableMove, match="written like"):
        galda.game(name).new().play("what?")
