"""What holds for every game, variant and player count, whatever its rules."""

from __future__ import annotations

import json
import os
import pickle
import random
import subprocess
import sys
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from galda.core.errors import BadOption, IllegalMove, UnreadableMove
from galda.core.jit.kernel_error import KernelError
from galda.core.kernels import contract
from galda.core.kernels.chance import draw
from galda.core.play.options import option_codes
from galda.core.play.position import Position
from galda.core.play.terms import SHAPES, SPECTATOR
from galda.core.show.narration import tell_turn
from galda.core.show.rulebook import rules_of
from galda.games import game
from galda.testing import kernels
from galda.testing.differences import in_features, in_trace, same
from galda.testing.parameters import every_game, every_start
from galda.testing.playing import observation, random_game, sample, trace
from galda.testing.twins import twin, twin_game


@every_game
def test_its_kernels_keep_the_contract(name: str, request: pytest.FixtureRequest) -> None:
    wrong = kernels.what_is_wrong(name)
    if not wrong:
        try:
            kernels.call_compiled(name)
        except KernelError as error:
            wrong = str(error)
    if wrong:  # what follows would say the same in many ways, or crash
        request.session.shouldstop = f"the kernels of {name} are wrong"
        pytest.fail(wrong, pytrace=False)


@every_start
def test_every_action_code_is_either_played_or_refused_with_a_rule_of_the_game(
    name: str, options: dict[str, Any]
) -> None:
    ids = {rule.id for rule in rules_of(game(name))}
    for position in sample(name, options, 1, 5):
        legal = set(position.legal_actions)
        before = position.states.tobytes()
        for code in range(position.game.rules.action_count):
            if code in legal:
                assert position.why_not(code) is None
                position.play(code)
                continue
            with pytest.raises(IllegalMove) as refused:
                position.play(code)
            assert refused.value.rule in ids, str(refused.value)
            assert position.why_not(code) == refused.value.refusal
        assert position.states.tobytes() == before
        for code in (-1, position.game.rules.action_count):
            with pytest.raises(UnreadableMove):
                position.play(code)


@every_start
def test_legal_actions_are_ascending_and_fit_the_buffer(name: str, options: dict[str, Any]) -> None:
    for position in random_game(name, options, 2):
        legal = position.legal_actions
        assert list(legal) == sorted(set(legal))
        assert len(legal) <= position.game.rules.most_legal
        assert bool(legal) != position.is_over


@every_start
def test_picking_by_chance_picks_from_the_list(name: str, options: dict[str, Any]) -> None:
    scratch = np.zeros(game(name).rules.most_legal, np.int32)
    for ply, position in enumerate(random_game(name, options, 3)):
        if not position.is_over:
            bits = np.uint64(draw(np.uint64(99), ply))
            chosen = contract.pick(position.state, bits, scratch)
            place = (int(bits) >> 32) * len(position.legal_actions) >> 32
            assert chosen == position.legal_actions[place]


@every_start
def test_a_game_is_its_options_its_seed_and_its_actions(name: str, options: dict[str, Any]) -> None:
    played = list(random_game(name, options, 4))[-1]
    again = game(name).new(seed=4, **options).play_all(played.actions)
    assert again == played
    assert hash(again) == hash(played)
    assert again.key == played.key
    assert pickle.loads(pickle.dumps(played)) == played


@every_start
def test_a_long_seed_deals_a_game_that_is_played_again_as_it_was(
    name: str, options: dict[str, Any]
) -> None:
    start = game(name).new(seed="5eed" * 16, **options)
    position, drawn = start, random.Random(4)
    while not position.is_over and len(position.actions) < 60:
        position = position.play(drawn.choice(position.legal_actions))
    assert start.replay(position.actions) == position
    assert pickle.loads(pickle.dumps(position)) == position


@every_start
def test_what_stays_hidden_is_dealt_by_more_than_one_number(
    name: str, options: dict[str, Any]
) -> None:
    played = game(name)
    if played.rules.all_open or not played.has("conceal"):
        return
    assert played.has("deal"), "hands are dealt by `deal`: 64 bits can be tried out"
    assert played.has("renew"), "what comes later follows from `renew`, not from the set-up"
    codes = option_codes(played.options, played.read_options(options))
    dealt = set()
    for last in range(20):
        states = np.zeros(1, played.rules.record)
        contract.deal(states[0], codes, np.array([1, 2, 3, 4, 5, 6, 7, last], np.uint64))
        start = Position(played, played.read_options(options), None, states)
        dealt.add(tuple(start.seen_by(seat).states.tobytes() for seat in range(start.players)))
    assert len(dealt) > 1, "the last of the numbers must count as well"


@every_start
def test_plain_python_plays_the_same_game_byte_for_byte(name: str, options: dict[str, Any]) -> None:
    program = (
        "import json, sys; from galda.testing.playing import trace; "
        "print(json.dumps(trace(*json.loads(sys.argv[1]))))"
    )
    arguments = (name, options, 5, 40)
    plain = subprocess.run(
        [sys.executable, "-c", program, json.dumps(arguments)],
        env={**os.environ, "GALDA_COMPILE": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = json.loads(plain.stdout.splitlines()[-1])
    for step, (mine, other) in enumerate(zip(trace(*arguments), lines, strict=True)):
        told = in_trace(game(name), mine, other) if mine != other else ""
        assert mine == other, f"after {step} actions, compiled or plain: {told}"


@every_start
def test_notation_and_touches_name_each_legal_action_once(
    name: str, options: dict[str, Any]
) -> None:
    for position in sample(name, options, 6, 10):
        written = [position.write(action) for action in position.legal_actions]
        assert len(set(written)) == len(written)
        assert len(position.paths) == len(written)
        for action, text in zip(position.legal_actions, written, strict=True):
            assert text.split() == [text]
            assert position.find(text) == action
            assert position.sentence(action)


@every_start
def test_the_board_has_an_element_for_every_touch(name: str, options: dict[str, Any]) -> None:
    for position in sample(name, options, 7, 5):
        viewer = position.to_act
        for shape in SHAPES:
            svg = ElementTree.fromstring(position.svg(viewer, shape=shape))
            touchable = {e.get("data-touch"): e for e in svg.iter() if e.get("data-touch")}
            for path in position.paths:
                assert set(path) <= touchable.keys()
            assert all(e.get("aria-label") for e in touchable.values())
            pieces = [e.get("data-piece") for e in svg.iter() if e.get("data-piece")]
            assert len(set(pieces)) == len(pieces)
        assert position.game.board.print(position.seen_by(viewer), viewer, "en")


@every_start
def test_players_are_called_by_their_own_names(name: str, options: dict[str, Any]) -> None:
    start = game(name).new(seed=1, **options)
    names = tuple(f"Somebody {seat}" for seat in range(start.players))
    named = start.named(names)
    assert (
        tuple(str(start.game.words.seat_name(named, seat)) for seat in range(start.players))
        == names
    )


@every_start
def test_what_a_viewer_cannot_know_never_shows(name: str, options: dict[str, Any]) -> None:
    for position in sample(name, options, 8, 5):
        for viewer in range(SPECTATOR, position.players):
            other = twin_game(position, viewer, 9)
            same(
                position.seen_by(viewer), other.seen_by(viewer),
                f"what seat {viewer} sees is not the same after `determinize` and `conceal`",
            )  # fmt: skip
            assert shown(other, viewer) == shown(position, viewer)
            if viewer >= 0:
                rows = observation(position, viewer), observation(other, viewer)
                assert rows[0] == rows[1], (
                    f"`observe` tells seat {viewer} what is hidden: "
                    f"{in_features(position.game.rules.features, *rows)}"
                )
            json.dumps(position.view(viewer))
            if viewer == position.to_act:
                assert other.legal_actions == position.legal_actions


def shown(position: Position, viewer: int) -> list[object]:
    """Everything a viewer gets to see of a position."""
    seen = position.seen_by(viewer)
    return [
        position.view(viewer), *(position.svg(viewer, shape=shape) for shape in SHAPES),
        position.game.board.print(seen, viewer, "en"),
    ]  # fmt: skip


@every_start
def test_the_log_tells_a_viewer_no_secret(name: str, options: dict[str, Any]) -> None:
    played = list(random_game(name, options, 11))
    steps = list(pairwise(played))
    for before, after in random.Random(11).sample(steps, min(20, len(steps))):
        assert after.action is not None
        for viewer in range(SPECTATOR, before.players):
            other = twin(before, viewer, 12, (after.action,))
            told = [tell_turn(moment, [after.action], "en", viewer) for moment in (before, other)]
            assert told[0] == told[1]


@every_start
def test_what_is_told_alike_says_the_same_to_everybody(name: str, options: dict[str, Any]) -> None:
    if not game(name).words.told_alike:
        return
    for before, after in pairwise(random_game(name, options, 13)):
        assert after.action is not None
        viewers = range(SPECTATOR, before.players)
        assert len({before.seen_by(v).sentence(after.action) for v in viewers}) == 1


@every_start
def test_a_past_that_was_forgotten_is_played_again_as_it_was(
    name: str, options: dict[str, Any]
) -> None:
    *_, end = random_game(name, options, 14)
    skipped = end.start.skip(end.actions)
    assert skipped == end and skipped.actions == end.actions
    assert skipped.history() == end.history()
    thin = end.start.replay(end.actions)
    thin.forget()
    assert thin.actions == end.actions and thin.start == end.start
    assert thin.history() == end.history()
    assert thin.take_back().play(end.actions[-1]) == end


@every_start
def test_a_turn_can_be_taken_back_to_its_start(name: str, options: dict[str, Any]) -> None:
    for position in random_game(name, options, 10):
        start = position.take_back(position.steps_back)
        assert not start.in_turn
        if position.steps_back:
            assert start.to_act == position.to_act


@every_start
def test_a_style_wants_what_the_game_counts_of_every_seat(
    name: str, options: dict[str, Any]
) -> None:
    tested = game(name)
    names = [style.name for style in tested.bots.styles]
    assert len(set(names)) == len(names)
    assert bool(tested.bots.trait_names) == tested.has("traits")
    for style in tested.bots.styles:
        assert style.name.isalpha() and style.title and style.about
        assert style.tastes and style.tastes.keys() <= set(tested.bots.trait_names)
    for position in sample(name, options, 15, 5) if tested.bots.trait_names else ():
        counted = np.full((position.players, len(tested.bots.trait_names)), np.nan)
        contract.traits(position.state, counted)
        assert np.isfinite(counted).all()


@every_game
def test_bad_options_are_refused_with_the_good_ones_named(name: str) -> None:
    tested = game(name)
    for option in tested.options:
        if option.values:
            with pytest.raises(BadOption) as refused:
                tested.read_options({option.name: "nonsense"})
            assert all(str(value) in str(refused.value) for value in option.values)
    with pytest.raises(BadOption) as refused:
        tested.read_options({"colour": "blue"})
    assert all(option.name in str(refused.value) for option in tested.options)


@every_game
def test_text_that_is_no_move_is_answered_with_an_example(name: str) -> None:
    with pytest.raises(UnreadableMove, match="written like"):
        game(name).new().play("what?")
