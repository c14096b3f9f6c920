"""Batches and rules take states, numbers and memory from elsewhere, and give theirs away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda import GaldaError
from galda.envs import threads as threads_of
from galda.envs.autoreset import Autoreset
from galda.envs.dlpack import Exported, Imported, _lent


class OnlyDlpack:
    """An array of a library that NumPy knows nothing of."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        device: tuple[int, int] = self._array.__dlpack_device__()
        return device


def test_a_batch_writes_into_memory_that_was_given(tmp_path: Path) -> None:
    plain = galda.batch("pylos", 5, seed=3)
    mapped = np.memmap(tmp_path / "seen", np.uint8, "w+", shape=plain.observations.shape)
    room = {"observations": mapped, "masks": np.ones_like(plain.masks)}
    given = galda.batch("pylos", 5, seed=3, buffers=room)
    for step in range(30):
        actions = plain.random_actions(step)
        plain.step(actions)
        given.step(actions)
    assert (mapped == plain.observations).all()
    assert (room["masks"] == plain.masks).all()
    mapped.flush()
    assert (np.fromfile(tmp_path / "seen", np.uint8) == plain.observations.ravel()).all()
    other = given.copy()
    other.step(other.random_actions(1))
    assert (mapped == plain.observations).all(), "a copy has memory of its own"


def test_memory_that_does_not_fit_is_refused() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"masks": np.zeros((2, 89), np.uint8)}, "type bool and shape"),
        ({"masks": np.zeros((3, 89), np.bool_)}, "masks"),
        ({"states": np.zeros(2, np.uint8)}, "game.rules.record"),
        ({"masks": np.zeros((89, 2), np.bool_).T}, "contiguous"),
        ({"actions": np.zeros(2)}, "choose from masks"),
    ]
    for buffers, reason in wrong:
        with pytest.raises(GaldaError, match=reason):
            galda.batch("quixo", 2, buffers=buffers)
    locked = np.zeros((2, 89), np.bool_)
    locked.flags.writeable = False
    with pytest.raises(GaldaError, match="writable"):
        galda.batch("quixo", 2, buffers={"masks": locked})


def test_actions_are_taken_from_whoever_speaks_dlpack() -> None:
    one, two = (galda.batch("quixo", 6, seed=1) for _ in range(2))
    for step in range(12):
        actions = one.random_actions(step)
        one.step(actions)
        two.step(OnlyDlpack(actions))
    assert one.states.tobytes() == two.states.tobytes()


def test_arrays_are_handed_on_without_a_copy_and_let_go() -> None:
    batch = galda.batch("quixo", 3, seed=1)
    held = len(_lent)
    taken = np.from_dlpack(Exported(batch.masks))
    assert taken.dtype == np.bool_ and np.shares_memory(taken, batch.masks)
    assert len(_lent) == held + 1
    batch.step([1, 1, 1])
    assert (taken == batch.masks).all()
    del taken
    Exported(batch.masks).__dlpack__()  # nobody takes what is in this capsule
    assert len(_lent) == held
    for array in (batch.observations, batch.rewards, batch.scores, batch.terminated):
        back = np.asarray(Imported(Exported(array)))
        assert back.dtype == array.dtype and np.shares_memory(back, array)
        assert np.shares_memory(np.asarray(Imported(array)), array)
        assert np.shares_memory(np.from_dlpack(array), array), "NumPy does it by itself"
    sliced = np.asarray(Imported(OnlyDlpack(batch.scores[::2, :1])))
    assert sliced.tolist() == batch.scores[::2, :1].tolist()
    with pytest.raises(BufferError, match="contiguous"):
        Exported(batch.masks[:, ::2])
    with pytest.raises(BufferError, match="knows no arrays"):
        Exported(batch.states)


@pytest.mark.parametrize("mode", Autoreset)
def test_states_texts_and_positions_are_put_into_rows(mode: Autoreset) -> None:
    batch = galda.batch("quixo", 4, seed=2, size=3, autoreset=mode)
    text = "quixo size=3 xx./oo./... 1"
    saved = batch.states[:1].copy()
    for step in range(200):
        batch.step(batch.random_actions(step))
        if batch.terminated.all() or (batch.terminated.any() and mode is not Autoreset.DISABLED):
            break
    ended = int(batch.terminated.argmax())
    assert batch.terminated[ended]
    before = batch.copy()
    batch.place({ended: text})
    assert batch.position(ended).text == text
    assert not batch.terminated[ended] and not batch.rewards[ended].any(), "that game is gone"
    for row in set(range(4)) - {ended}:
        for name in ("states", "masks", "observations", "terminated", "rewards", "scores"):
            assert getattr(batch, name)[row].tobytes() == getattr(before, name)[row].tobytes()
    batch.set_states(np.repeat(saved, 4))
    assert batch.states.tobytes() == saved.tobytes() * 4
    assert not batch.terminated.any()
    batch.place({3: saved, 0: galda.position(text)})
    assert batch.position(0).text == text
    over = batch.rules.gather(["quixo size=3 xxx/oo./... 2"])
    wrong: list[tuple[Any, Any, str]] = [
        (over, [1], "row 1: in this position the game is over"),
        (saved, [0, 1], "2 rows need 2 states, not 1"),
        (saved, [4], "rows are 0 to 3"),
        (saved.view(np.uint8), [0], "no states of Quixo"),
        (galda.rules("pylos").new([1]), [0], "no states of Quixo"),
    ]
    for states, rows, reason in wrong:
        with pytest.raises(GaldaError, match=reason):
            batch.set_states(states, rows)
    assert batch.position(0).text == text, "what is refused changes nothing"


def test_an_ended_game_waits_for_a_restart_where_nothing_begins_by_itself() -> None:
    batch = galda.batch("quixo", 50, seed=1, size=3, autoreset="DISABLED")
    total, steps = np.zeros((50, 2)), 0
    while not batch.terminated.all():
        batch.step(batch.random_actions(steps))
        total += batch.rewards
        steps += 1
    assert (np.abs(total).sum(axis=1) <= 2).all(), "an end is rewarded once"
    assert (batch.episodes == 1).all()
    at_the_end = batch.rules.outcome(batch.states)
    assert at_the_end.terminated.all()
    assert (at_the_end.rewards == total).all()
    batch.restart([7])
    assert np.flatnonzero(~batch.terminated).tolist() == [7]
    assert batch.episodes[7] == 2


def test_modes_are_named_as_gymnasium_names_them() -> None:
    vector = pytest.importorskip("gymnasium.vector")
    assert {mode.name: mode.value for mode in Autoreset} == {
        mode.name: mode.value for mode in vector.AutoresetMode
    }
    for mode in vector.AutoresetMode:
        batch = galda.batch("quixo", 1, autoreset=mode)
        assert batch.metadata["autoreset_mode"].value == mode.value
    with pytest.raises(GaldaError, match="choose from NEXT_STEP, SAME_STEP, DISABLED"):
        galda.batch("quixo", 1, autoreset="never")


def test_rules_say_what_is_wrong_and_change_nothing() -> None:
    rules = galda.rules("towers", players=3)
    states = rules.new(np.arange(2))
    before = states.tobytes()
    wrong: list[tuple[Any, str]] = [
        (lambda: rules.step(states, [0, 92]), "game 1 cannot play 92"),
        (lambda: rules.step(states, [0, 2**40]), "game 1 cannot play"),
        (lambda: rules.step(states, [0.5, 1.0]), "whole numbers"),
        (lambda: rules.step(states, [0]), "shape"),
        (lambda: rules.observe(states, 3), "seats are 0 to 2"),
        (lambda: rules.observe(states, [0, -1]), "seats are 0 to 2"),
        (lambda: rules.observe(states, [0]), "2 seats"),
        (lambda: rules.determinize(states, [1]), "2 seeds"),
        (lambda: rules.gather([galda.game("towers").new(players=4)]), "players"),
    ]
    for ask, reason in wrong:
        with pytest.raises(GaldaError, match=reason):
            ask()
    assert states.tobytes() == before


def test_many_states_are_shared_out_among_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads_of, "LEAST_ROWS", 1)
    monkeypatch.setattr(threads_of, "PAYS", 0.0)
    one, four = (galda.rules("quixo", threads=threads) for threads in (1, 4))
    states = one.new(np.arange(57))
    for step in range(6):
        padded = one.legal_padded(states)
        assert padded.tobytes() == four.legal_padded(states).tobytes()
        assert one.step(states, padded).tobytes() == four.step(states, padded).tobytes()
        states = one.step(states, padded[:, step])
    wrong = np.full(57, 88)
    with pytest.raises(GaldaError, match="game 0 cannot play 88"):
        four.step(states, wrong)
