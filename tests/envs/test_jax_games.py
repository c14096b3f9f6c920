"""Games inside `jax.jit`: the games of a batch, byte for byte."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda

jax = pytest.importorskip("jax", reason="needs JAX: pip install 'galda[jax]'")
from galda.envs.jax import Games, State  # noqa: E402
from support import ALL_STARTS  # noqa: E402

SHOWN = ("observations", "masks", "to_act", "rewards", "terminated")


def compare(name: str, options: dict[str, Any], steps: int) -> None:
    """Step the same games inside and outside of JAX."""
    games, batch = Games(name, 16, **options), galda.batch(name, 16, seed=9, **options)
    state, step = games.init(seed=9), jax.jit(games.step)
    for k in range(steps):
        actions = batch.random_actions(k)
        batch.step(actions)
        state = step(state, actions)
        for array in SHOWN:
            np.testing.assert_array_equal(np.asarray(getattr(state, array)), getattr(batch, array))
        assert np.asarray(state.bytes).tobytes() == batch.states.tobytes()
    assert np.asarray(state.episodes).tobytes() == batch.episodes.tobytes()


@pytest.mark.parametrize(("name", "options"), [("quixo", {"size": 3}), ("towers", {"players": 3})])
def test_games_in_jit_are_those_of_a_batch(name: str, options: dict[str, Any]) -> None:
    compare(name, options, 120)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_so_are_those_of_every_game(name: str, options: dict[str, Any]) -> None:
    compare(name, options, 200)


def test_whole_games_are_played_in_one_scan() -> None:
    games = Games("quixo", 8, size=3)

    def play(state: State, key: Any) -> tuple[State, Any]:
        allowed = jax.numpy.where(state.masks, 0.0, -jax.numpy.inf)
        after = games.step(state, jax.random.categorical(key, allowed))
        return after, (after.terminated, after.rewards)

    scan = jax.jit(lambda state, keys: jax.lax.scan(play, state, keys))
    _, (over, rewards) = scan(games.init(seed=1), jax.random.split(jax.random.key(1), 100))
    ended = np.asarray(over)
    assert ended.sum() > 8
    earned = np.asarray(rewards)
    assert (np.abs(earned).sum(axis=2)[~ended] == 0).all()
    assert (earned.sum(axis=2) == 0).all()
    assert np.abs(earned[ended]).sum() > 0


def test_a_state_is_not_changed_by_stepping_from_it() -> None:
    games = Games("pylos", 4)
    start = games.init(seed=1)
    before = [np.array(array) for array in start]
    first = games.step(start, jax.numpy.full(4, 3))
    again = games.step(start, jax.numpy.full(4, 3))
    other = games.step(start, jax.numpy.full(4, 5))
    for kept, now in zip(before, start, strict=True):
        np.testing.assert_array_equal(kept, np.asarray(now))
    assert pickle.dumps([np.asarray(a) for a in first]) == pickle.dumps(
        [np.asarray(a) for a in again]
    )
    assert np.asarray(other.bytes).tobytes() != np.asarray(first.bytes).tobytes()


def test_the_callback_for_accelerators_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    games = Games("towers", 4)
    state, actions = games.init(seed=2), jax.numpy.full(4, 1)
    direct = games.step(state, actions)
    monkeypatch.setattr(jax, "default_backend", lambda: "elsewhere")
    called = jax.jit(games.step)(state, actions)
    for one, other in zip(direct, called, strict=True):
        np.testing.assert_array_equal(np.asarray(one), np.asarray(other))


def test_illegal_actions_are_an_error_that_names_the_game() -> None:
    games = Games("quixo", 3)
    with pytest.raises(Exception, match="game 1 cannot play 88"):
        jax.block_until_ready(jax.jit(games.step)(games.init(), jax.numpy.array([1, 88, 1])))
    with pytest.raises(galda.GaldaError, match="whole numbers"):
        games.step(games.init(), jax.numpy.array([1.5, 1, 1]))


def test_games_can_be_stepped_under_vmap() -> None:
    games = Games("quixo", 2)
    start = games.init()
    actions = jax.numpy.array([[1, 1], [3, 4], [5, 6]])
    many = jax.vmap(lambda chosen: games.step(start, chosen))(actions)
    for k in range(3):
        np.testing.assert_array_equal(
            np.asarray(many.bytes[k]), np.asarray(games.step(start, actions[k]).bytes)
        )


@pytest.mark.parametrize("library", ("jax",))
def test_the_page_s_example_runs(library: str) -> None:
    pytest.importorskip(library, reason=f"needs {library}")
    text = (Path(__file__).parents[2] / "docs" / "jax.md").read_text("utf-8")
    (code,) = re.findall(rf"^```\n# {library}\n(.*?)^```", text, re.M | re.S)
    exec(code, {})


def test_actions_and_states_that_do_not_fit_are_refused() -> None:
    games = Games("towers", 4, players=2)
    state = games.init()
    for n in (3, 5, 2000):
        with pytest.raises(galda.GaldaError, match="4 games need actions of shape"):
            games.step(state, jax.numpy.full(n, 1))
    with pytest.raises(Exception, match="game 0 cannot play -1"):
        jax.block_until_ready(games.step(state, jax.numpy.full(4, -1)))
    with pytest.raises(galda.GaldaError, match="must have the shape"):
        games.step(Games("towers", 3, players=2).init(), jax.numpy.full(4, 1))
    five = Games("towers", 4, players=5).init()
    with pytest.raises(Exception, match="players = 5; with these options it is 2"):
        jax.block_until_ready(
            games.step(state._replace(bytes=five.bytes), jax.numpy.full(4, 1)).masks
        )
    again = games.restart(games.step(state, jax.numpy.full(4, 1)), jax.numpy.array([True] * 4))
    assert np.asarray(again.episodes).view(np.int64).ravel().tolist() == [2, 2, 2, 2]
