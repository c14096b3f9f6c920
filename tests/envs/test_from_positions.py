"""Environments that begin from a position: its moves, its seats, and what does not fit."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import galda
from galda import BadPosition, GaldaError
from galda.envs import gym as _registered  # noqa: F401
from galda.envs import zoo

WON_IN_ONE = "quixo size=3 xx./oo./... 1"
OVER = "quixo size=3 xxx/oo./... 2"


def gym(**options: Any) -> gymnasium.Env[object, object]:
    return gymnasium.make("galda/quixo-v0", size=3, **options)


def test_gymnasium_begins_where_the_text_says() -> None:
    env = gym(seat=0)
    _, info = env.reset(seed=1, options={"position": WON_IN_ONE})
    legal = galda.position(WON_IN_ONE).legal_actions
    assert np.flatnonzero(info["action_mask"]).tolist() == list(legal)
    winning = galda.position(WON_IN_ONE).find("c1-c3")
    assert env.step(winning)[1:3] == (1.0, True)
    assert env.reset(seed=1)[1]["action_mask"].sum() > len(legal)


def test_gymnasium_lets_the_bots_play_first_where_it_is_their_turn() -> None:
    env = gym(seat=1, opponents="greedy")
    with pytest.raises(GaldaError, match="before the learner"):
        env.reset(seed=1, options={"position": WON_IN_ONE})


@pytest.mark.parametrize(
    ("text", "reason"),
    [(OVER, "over"), ("quixo size=4 ..../..../..../.... 1", "size"), ("quixo size=3 x 1", "Q1")],
)
def test_a_text_that_does_not_fit_is_refused(text: str, reason: str) -> None:
    with pytest.raises(GaldaError, match=reason):
        gym().reset(options={"position": text})
    with pytest.raises(GaldaError, match=reason):
        zoo.env("quixo", size=3).reset(options={"position": text})


def test_pettingzoo_begins_where_the_text_says() -> None:
    env = zoo.env("alhambra")
    text = galda.game("alhambra").new(seed=4).play(0).seen_by(1).text
    env.reset(seed=3, options={"position": text})
    first = env.runner.position()
    assert first.seen_by(1).text == text
    env.reset(seed=3, options={"position": text})
    assert env.runner.position() == first, "the seed draws what is not known"
    env.reset(seed=4, options={"position": text})
    assert env.runner.position() != first


def test_rows_of_a_batch_go_on_from_positions() -> None:
    batch = galda.batch("quixo", 3, seed=2, size=3)
    batch.step(batch.random_actions(seed=1))
    others = [batch.position(0), batch.position(2)]
    placed = galda.position(WON_IN_ONE)
    batch.place({1: placed})
    assert [batch.position(0), batch.position(2)] == others
    assert batch.position(1) == placed
    assert np.flatnonzero(batch.masks[1]).tolist() == list(placed.legal_actions)
    run = galda.Runner(galda.game("quixo"), size=3)
    run.stand(placed)
    assert (batch.observations[1] == run.observation(0)).all()
    for rows, reason in (({3: placed}, "row 3"), ({0: galda.position(OVER)}, "over")):
        with pytest.raises(GaldaError, match=reason):
            batch.place(rows)
    with pytest.raises(BadPosition):
        batch.place({0: galda.position("quixo size=3 xx./.../... 2")})
