"""What other libraries have is found under their names, and unknown options are refused."""

from __future__ import annotations

import numpy as np
import pytest

import galda
from galda import GaldaError


def test_a_batch_speaks_as_gymnasium_envpool_and_pgx_do() -> None:
    batch = galda.batch("towers", 5, players=3)
    assert len(batch) == batch.num_envs == 5
    assert batch.legal_action_mask is batch.masks
    assert batch.masks.shape == (5, batch.num_actions)
    assert not batch.terminated.any()
    assert not hasattr(batch, "over") and not hasattr(batch, "n")


@pytest.mark.parametrize("name", galda.game_names())
def test_positions_give_rewards_and_observations_as_runners_do(name: str) -> None:
    run = galda.Runner(name, seed=4)
    for step in range(60):
        position = run.position()
        assert position.rewards == tuple(run.rewards.tolist())
        assert (position.observation() == run.observation(run.to_act)).all()
        assert (position.observation(0) == run.observation(0)).all()
        if run.is_over:
            break
        run.play(int(run.legal_actions[step % len(run.legal_actions)]))
    with pytest.raises(GaldaError, match="seats are 0 to"):
        run.position().observation(9)


@pytest.mark.parametrize("action", ("a1-a5", None, 2**70, [1]))
def test_a_runner_refuses_what_is_no_code(action: object) -> None:
    run = galda.Runner("quixo")
    before = run.states.tobytes()
    with pytest.raises(GaldaError):
        run.play(action)  # type: ignore[arg-type]
    assert run.states.tobytes() == before


def test_options_that_nobody_knows_are_refused() -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="needs the extra rl")
    from galda.envs import zoo  # noqa: PLC0415

    with pytest.raises(GaldaError, match="no option 'opponent'; choose from opponents, seat"):
        gymnasium.make("galda.envs.gym:galda/Quixo-v0", opponent="greedy")
    with pytest.raises(GaldaError, match="no option 'opponent'; choose from opponents, seat"):
        gymnasium.make_vec("galda.envs.gym:galda/Quixo-v0", num_envs=2, opponent="greedy")
    for env in (
        gymnasium.make("galda.envs.gym:galda/Quixo-v0"),
        gymnasium.make_vec("galda.envs.gym:galda/Quixo-v0", num_envs=2),
        zoo.env("quixo-v0"), zoo.parallel_env("quixo-v0"),
    ):  # fmt: skip
        with pytest.raises(GaldaError, match="no option 'positio'; choose from"):
            env.reset(options={"positio": "quixo x..../...../...../...../..... 2"})


def test_an_environment_that_was_not_reset_says_so() -> None:
    pytest.importorskip("pettingzoo", reason="needs the extra rl")
    from galda.envs import zoo  # noqa: PLC0415

    with pytest.raises(GaldaError, match=r"reset\(\) begins the games"):
        zoo.env("quixo-v0").step(0)


def test_an_ended_game_stays_with_autoreset_disabled() -> None:
    batch = galda.batch("quixo", 3, size=3, autoreset="DISABLED")
    while not batch.terminated.all():
        batch.step(batch.random_actions(1))
    before = batch.states.tobytes()
    batch.step(np.array([5, 88, 0]))
    assert batch.states.tobytes() == before and batch.terminated.all()
    assert not batch.rewards.any(), "they have been given"
    batch.restart([1])
    assert batch.terminated.tolist() == [True, False, True]
