"""The core by itself: chance, options, and the noun `Position`."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import galda
from galda import BadOption, GaldaError, IllegalMove, Position, UnknownGame
from galda.core.kernels import chance, contract
from galda.core.kernels.record import record
from galda.core.play.options import Option
from galda.core.show.language import say
from galda.testing.playing import random_game


def test_the_generator_gives_the_published_splitmix64_numbers() -> None:
    # The first outputs of SplitMix64 seeded with 1234567, as its authors' test vectors have them.
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    drawn = [int(chance.draw(np.uint64(1234567), n)) % 2**64 for n in (1, 2, 3)]
    assert drawn == expected


def test_below_is_even() -> None:
    seen = [0] * 6
    for n in range(6000):
        seen[chance.below(np.uint64(chance.draw(np.uint64(5), n)), 6)] += 1
    assert all(900 < count < 1100 for count in seen)


def test_free_text_options_are_short_and_printable() -> None:
    name = Option("name", (), "Ann", "who")
    assert name.read("  Bob ") == "Bob"
    for bad in ("", "x" * 41, "a\nb"):
        with pytest.raises(BadOption):
            name.read(bad)


def test_an_unknown_game_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownGame, match="quixo"):
        galda.game("chess")


def test_an_unknown_language_is_answered_with_the_known_ones() -> None:
    with pytest.raises(GaldaError, match="English"):
        say("xx", "hello")


def test_a_position_never_changes() -> None:
    start = galda.game("quixo").new()
    before = start.states.tobytes()
    after = start.play("a1-a5")
    assert start.states.tobytes() == before
    assert after != start
    with pytest.raises(ValueError, match="read-only"):
        after.states[0] = start.states[0]


def test_the_past_can_be_walked_and_taken_back() -> None:
    start = galda.game("quixo").new()
    later = start.play_all(["a1-a5", "b1-b5"])
    assert later.take_back(2) == start
    assert [p.action for p in later.history()][1:] == later.actions
    with pytest.raises(GaldaError, match="nothing left"):
        later.take_back(3)


def test_positions_reached_by_another_way_are_equal() -> None:
    start = galda.game("pylos").new()
    one = start.play_all(["a1", "b1", "d4", "c1"])
    other = start.play_all(["d4", "c1", "a1", "b1"])
    assert one.actions != other.actions
    assert one == other
    assert len({one, other}) == 1
    assert one.seen_by(0) == other
    assert pickle.loads(pickle.dumps(one.seen_by(0))) == one
    assert one != start.play_all(["a1", "b1", "d4", "d1"])


def test_positions_of_unlike_games_are_not_equal_though_all_lies_the_same() -> None:
    one = galda.game("pylos").new(variant="standard")
    other = Position(one.game, {**one.options, "variant": "expert"}, one.seed, one.states)
    assert one.states.tobytes() == other.states.tobytes()
    assert one != other
    assert one != one.states.tobytes()


def test_a_position_leaves_the_array_it_was_made_from_to_its_owner() -> None:
    start = galda.game("quixo").new()
    states = start.states.copy()
    position = Position(start.game, start.options, None, states)
    states[0].to_act = 1
    assert states.flags.writeable
    assert (position.to_act, int(position.state.to_act)) == (0, 0)
    with pytest.raises(ValueError, match="read-only"):
        position.states[0] = states[0]


def test_a_read_only_array_is_shared_with_nobody_who_could_change_it() -> None:
    start = galda.game("quixo").new()
    owned = start.states.copy()
    view = owned.view()
    view.flags.writeable = False
    position = Position(start.game, start.options, None, view)
    owned[0].to_act = 1
    assert position.to_act == 0


def test_seats_that_do_not_exist_are_refused() -> None:
    with pytest.raises(GaldaError, match="seats are 0 to 1"):
        galda.game("quixo").new().seen_by(2)


def test_errors_survive_a_trip_to_another_process() -> None:
    with pytest.raises(IllegalMove) as refused:
        galda.game("quixo").new().play("c3-c5")
    again = pickle.loads(pickle.dumps(refused.value))
    assert (again.rule, str(again)) == (refused.value.rule, str(refused.value))


def test_a_record_has_no_bytes_that_nobody_sets() -> None:
    assert record(("a", np.int16), ("b", np.int8, (2,))).itemsize == 4
    with pytest.raises(TypeError, match="order them by size"):
        record(("a", np.int8), ("b", np.int16))


def test_a_record_that_hides_numpy_s_own_names_is_refused() -> None:
    record = np.dtype((np.record, [("to_act", np.int8), ("size", np.int8)]))
    nothing = dict.fromkeys(contract.REQUIRED, None)
    with pytest.raises(TypeError, match="size"):
        contract.register(record, nothing)
    with pytest.raises(TypeError, match="lacks"):
        contract.register(record, {})


def test_compiled_kernels_are_found_by_the_next_process(tmp_path: Path) -> None:
    program = """
import gc
import galda
from numba.core.dispatcher import Dispatcher
galda.game("quixo").new().play(0)
kernels = [each.stats for each in gc.get_objects() if isinstance(each, Dispatcher)]
print(sum(sum(stats.cache_hits.values()) for stats in kernels))
print(sum(sum(stats.cache_misses.values()) for stats in kernels))
"""
    environment = {"GALDA_CACHE": str(tmp_path), "PATH": ""}
    (none, compiled), (found, again) = (
        map(int, subprocess.run(
            [sys.executable, "-c", program],
            env=environment, capture_output=True, text=True, check=True,
        ).stdout.split())
        for _ in range(2)
    )  # fmt: skip
    assert (none, again) == (0, 0)
    assert compiled and found


@pytest.mark.parametrize("name", galda.game_names())
def test_replaying_is_playing_all_at_once(name: str) -> None:
    start = galda.game(name).new(seed=11)
    drawn, played = random.Random(11), start
    while not played.is_over and len(played.actions) < 60:
        played = played.play(drawn.choice(played.legal_actions))
    again = start.replay(played.actions)
    assert again.history() == played.history()
    assert again.actions == played.actions
    assert not any(position.states.flags.writeable for position in again.history())
    assert start.replay(()) is start


def test_replaying_refuses_what_playing_refuses_and_says_why() -> None:
    start = galda.game("quixo").new()
    legal = start.legal_actions[0]
    illegal = min(set(range(start.game.rules.action_count)) - set(start.play(legal).legal_actions))
    with pytest.raises(IllegalMove) as played:
        start.play_all([legal, illegal])
    with pytest.raises(IllegalMove) as replayed:
        start.replay([legal, illegal, legal])
    assert str(replayed.value) == str(played.value)
    with pytest.raises(GaldaError, match="is no action of Quixo"):
        start.replay([legal, -1])


def test_names_go_with_a_position_and_all_that_comes_of_it() -> None:
    start = galda.game("quixo").new()
    named = start.named(["Ann", "Bo"])
    assert named == start
    later = named.play(named.legal_actions[0])
    shown = [named, later, later.before, later.seen_by(0), later.known_to(0, 1), later.take_back()]
    assert [one.names for one in shown if one] == [("Ann", "Bo")] * len(shown)
    moves = named.replay([named.legal_actions[0]])
    assert (moves.names, moves.seen_by(1).before.names) == (("Ann", "Bo"), ("Ann", "Bo"))  # type: ignore[union-attr]
    again = later.named(["Cy", "Di"])
    assert again.before is not None
    assert (again.before.names, again.named(()).names) == (("Cy", "Di"), ())
    with pytest.raises(GaldaError, match="2 players have 2 names"):
        start.named(["Ann"])


@pytest.mark.parametrize("name", galda.game_names())
def test_the_turns_back_are_those_that_were_played(name: str) -> None:
    played = list(random_game(name, {}, 6))
    end = played[-1]
    turns = list(end.turns_back())[::-1]
    assert [action for _, actions in turns for action in actions] == end.actions
    done = 0
    for seat, actions in turns:
        assert played[done].to_act == seat
        assert not played[done].in_turn
        done += len(actions)


@pytest.mark.parametrize("name", galda.game_names())
def test_taking_back_keeps_eyes_and_names(name: str) -> None:
    position = list(random_game(name, {}, 6))[7]
    names = tuple(f"Player {n}" for n in range(position.players))
    seen = position.named(names).seen_by(0)
    earlier = seen.take_back(5)
    assert earlier == position.take_back(5).seen_by(0)
    assert (earlier.viewer, earlier.names) == (0, names)
    assert seen.take_back(0) is seen
    with pytest.raises(GaldaError, match="nothing left"):
        seen.take_back(100)
