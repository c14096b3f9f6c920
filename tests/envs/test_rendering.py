"""Environments draw their boards in four ways, in both libraries; what is missing is named."""

from __future__ import annotations

import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import galda
from galda import GaldaError, MissingExtra
from galda.envs import gym, zoo
from galda.envs.rendering import RENDER_MODES, SIDE, paint, read_png

MAKERS: list[Any] = [gym.GymEnv, zoo.env, zoo.parallel_env]


@pytest.mark.parametrize("make", MAKERS)
def test_a_render_mode_that_is_not_there_is_refused(make: Any) -> None:
    with pytest.raises(GaldaError, match="choose from human, rgb_array, ansi, svg"):
        make("quixo", render_mode="nonsense")
    assert make("quixo").metadata["render_modes"] == RENDER_MODES
    env = make("quixo")
    env.reset(seed=1)
    assert env.render() is None


def test_gymnasium_s_own_look_at_rendering_finds_nothing() -> None:
    env = gymnasium.make("galda/Quixo-v0", size=3).unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env)


@pytest.mark.parametrize("make", MAKERS)
def test_boards_are_drawn_as_text_and_as_colours(make: Any) -> None:
    drawn: dict[str, Any] = {}
    for mode in ("svg", "ansi", "rgb_array"):
        env = make("towers", render_mode=mode, players=3)
        env.reset(seed=1)
        drawn[mode] = env.render()
    assert drawn["svg"].startswith("<svg")
    assert "\x1b[" in drawn["ansi"] and drawn["ansi"].count("\n") > 5
    assert drawn["rgb_array"].shape == (SIDE, SIDE, 3)
    assert drawn["rgb_array"].dtype == np.uint8


def test_the_human_way_shows_every_position_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for env in (gym.GymEnv("quixo", render_mode="human", seat=0), zoo.env("quixo", "human")):
        env.reset(seed=1)
        first = capsys.readouterr().out
        env.step(1)
        second = capsys.readouterr().out
        assert first and second and first != second
        assert env.render() is None
        assert not capsys.readouterr().out


def test_what_a_learner_may_not_see_is_not_drawn() -> None:
    env = gym.GymEnv("alhambra", render_mode="svg", seat=1)
    env.reset(seed=1)
    assert env.render() == env.position().svg(1) != env.position().svg(0)


def test_colours_are_those_of_the_picture() -> None:
    half = '<rect width="10" height="20" fill="#ff0000"/><rect x="10" width="10" height="20"/>'
    seen = paint(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{half}</svg>')
    assert seen[SIDE // 2, SIDE // 4].tolist() == [255, 0, 0]
    assert seen[SIDE // 2, 3 * SIDE // 4].tolist() == [0, 0, 0]


@pytest.mark.parametrize("name", galda.game_names())
def test_a_board_s_pixels_are_read_as_others_read_them(name: str) -> None:
    image = pytest.importorskip("PIL.Image")
    resvg = pytest.importorskip("resvg_py")
    import io  # noqa: PLC0415

    made = bytes(resvg.svg_to_bytes(svg_string=galda.game(name).new(seed=1).svg(), width=120))
    assert (read_png(made) == np.asarray(image.open(io.BytesIO(made)))).all()


def test_without_a_painter_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtra, match=r"galda\[render\]"):
        gym.GymEnv("quixo", render_mode="rgb_array")
    gym.GymEnv("quixo", render_mode="svg")
