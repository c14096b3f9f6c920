"""The core by itself: chance, sets of bits, options, and the noun `Position`."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import galda
from galda import BadOption, GaldaError, IllegalMove, UnknownGame
from galda.core.kernels import bits, chance, contract
from galda.core.kernels.record import record
from galda.core.play.options import Option
from galda.core.show.language import say


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


@given(st.sets(st.integers(0, 63), min_size=1))
def test_sets_of_bits(members: set[int]) -> None:
    word = np.uint64(sum(1 << member for member in members))
    ascending = sorted(members)
    assert bits.count(word) == len(members)
    assert bits.lowest(word) == ascending[0]
    assert [bits.nth(word, n) for n in range(len(members))] == ascending


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
    start = galda.game("quixo").new()
    one = start.play_all(["a1-a5", "e1-e5", "b5-b1"])
    other = start.play_all(["a1-a5", "e1-e5", "b5-b1"])
    assert one == other
    assert len({one, other}) == 1
    assert one.seen_by(0) == other
    assert pickle.loads(pickle.dumps(one.seen_by(0))) == one


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
import galda
from numba.core.dispatcher import Dispatcher
from galda.games.quixo.rules import rules
galda.game("quixo").new().play(0)
assert isinstance(rules.legal, Dispatcher)
print(sum(rules.legal.stats.cache_hits.values()))
"""
    environment = {"GALDA_CACHE": str(tmp_path), "PATH": ""}
    hits = [
        subprocess.run(
            [sys.executable, "-c", program],
            env=environment, capture_output=True, text=True, check=True,
        ).stdout.strip()
        for _ in range(2)
    ]  # fmt: skip
    assert hits == ["0", "1"]
