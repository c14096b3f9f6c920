"""Vector environments: native, with opponents of all kinds, and told what is wrong."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import galda
from galda import GaldaError
from galda.envs import gym as _registered  # noqa: F401
from galda.envs import threads as threads_of
from galda.envs.gym import GymEnv
from galda.envs.vector import GymVectorEnv
from galda.testing.gymnasiums import compare_with_singles


def first_legal(_: npt.NDArray[Any], masks: npt.NDArray[Any]) -> npt.NDArray[Any]:
    best: npt.NDArray[Any] = masks.argmax(axis=1)
    return best


def play(envs: Any, steps: int, seed: int = 3) -> list[bytes]:
    chance, seen = np.random.default_rng(seed), []
    for _ in range(steps):
        masks = envs.action_masks()
        told = envs.step((chance.random(masks.shape) * masks).argmax(axis=1))
        seen.append(b"".join(array.tobytes() for array in told[:4]))
    return seen


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("opponents", ["greedy", "novice:20", first_legal])
def test_opponents_of_all_kinds_play_as_in_single_environments(
    opponents: Any, mode: AutoresetMode
) -> None:
    for name, options in (("quixo", {"size": 3}), ("towers", {"players": 3})):
        compare_with_singles(galda.game(name), options, opponents, mode, 25, seed=5)


def test_it_is_made_by_gymnasium_under_both_names_without_an_import() -> None:
    program = (
        "import gymnasium\n"
        "one = gymnasium.make('galda.envs.gym:galda/Quixo-v0', size=3)\n"
        "many = gymnasium.make_vec('galda.envs.gym:galda/quixo-v0', num_envs=4, size=3)\n"
        "print(type(one.unwrapped).__name__, type(many).__name__, many.num_envs)\n"
        "print(many.metadata['autoreset_mode'], many.spec.id)\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == [
        "GymEnv", "GymVectorEnv", "4", "AutoresetMode.NEXT_STEP", "galda/quixo-v0",
    ]  # fmt: skip


def test_it_can_be_made_again_from_its_own_description() -> None:
    made = gymnasium.make_vec("galda/Pylos-v0", num_envs=3, opponents="greedy", variant="expert")
    again: Any = gymnasium.make_vec(made.spec)  # type: ignore[arg-type]
    assert again.num_envs == 3
    assert again.game is galda.game("pylos")
    made.reset(seed=4)
    again.reset(seed=4)
    assert play(made, 5) == play(again, 5)


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads_of, "LEAST_ROWS", 1)
    monkeypatch.setattr(threads_of, "PAYS", 0.0)
    one, two = (GymVectorEnv("quixo", 33, threads=threads, size=3) for threads in (1, 4))
    one.reset(seed=2)
    two.reset(seed=2)
    assert play(one, 30) == play(two, 30)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_a_copy_goes_its_own_way_from_where_it_stood(copied: Any) -> None:
    envs = GymVectorEnv("towers", 3, players=3)
    envs.reset(seed=2)
    play(envs, 7)
    other = copied(envs)
    assert play(other, 20) == play(envs, 20)
    single = GymEnv("towers", seat=0)
    single.reset(seed=1)
    twin = copied(single)
    action = int(single.action_masks().argmax())
    told, again = single.step(action), twin.step(action)
    assert (told[0] == again[0]).all()
    assert single.position() == twin.position()


def test_a_greedy_opponent_is_stronger_than_chance() -> None:
    won = {}
    for opponents in ("random", "greedy"):
        envs = GymVectorEnv("quixo", 64, opponents=opponents, size=4)
        envs.reset(seed=9)
        chance, total, ended = np.random.default_rng(9), 0.0, 0
        for _ in range(80):
            masks = envs.action_masks()
            _, rewards, over, _, _ = envs.step((chance.random(masks.shape) * masks).argmax(axis=1))
            total, ended = total + float(rewards.sum()), ended + int(over.sum())
        assert ended > 100
        won[opponents] = total / ended
    assert abs(won["random"]) < 0.35
    assert won["greedy"] < -0.5


def test_a_policy_is_asked_for_all_games_at_once_and_sees_its_own_seat() -> None:
    asked = []

    def policy(seen: npt.NDArray[Any], masks: npt.NDArray[Any]) -> npt.NDArray[Any]:
        asked.append(len(seen))
        assert seen.shape[1:] == (8, 5, 5) and masks.any(axis=1).all()
        assert not seen[:, 7].any(), "the viewer is to act"
        return first_legal(seen, masks)

    envs = GymVectorEnv("quixo", 5, opponents=policy, seat=0)
    envs.reset(seed=1)
    play(envs, 3)
    assert asked == [5, 5, 5]
    wrong = GymVectorEnv("quixo", 2, opponents=lambda seen, masks: np.full(len(seen), 88), seat=0)
    wrong.reset(seed=1)
    with pytest.raises(GaldaError, match="cannot play 88"):
        wrong.step([1, 1])


def test_what_is_wrong_is_told() -> None:
    envs = GymVectorEnv("quixo", 2, autoreset_mode="Disabled", seat=0, size=3)
    with pytest.raises(GaldaError, match="call it first"):
        envs.step([0, 0])
    envs.reset(seed=1)
    with pytest.raises(GaldaError, match="whole numbers"):
        envs.step([0.5, 1.0])
    with pytest.raises(GaldaError, match="shape"):
        envs.step([0])
    _, rewards, over, _, infos = envs.step([88, 0])
    assert (rewards.tolist(), over.tolist()) == ([-1.0, 0.0], [True, False])
    assert infos["illegal"].tolist() == [True, False]
    assert envs.action_masks()[0].all()
    with pytest.raises(GaldaError, match="game 0 has ended"):
        envs.step([0, 0])
    with pytest.raises(GaldaError, match="reset_mask"):
        envs.reset(options={"reset_mask": np.array([False, False])})
    before = envs.position(1)
    envs.reset(options={"reset_mask": np.array([True, False])})
    assert envs.position(1) == before
    with pytest.raises(GaldaError, match="DISABLED"):
        GymVectorEnv("quixo", 2, autoreset_mode="sometimes")
    with pytest.raises(GaldaError, match="greedy"):
        GymVectorEnv("quixo", 2, opponents="nobody")
    with pytest.raises(GaldaError, match="2 seeds"):
        envs.reset(seed=[1])


def test_all_tables_begin_where_a_text_says() -> None:
    envs = GymVectorEnv("quixo", 3, seat=0, size=3)
    text = "quixo size=3 xx./oo./... 1"
    envs.reset(seed=1, options={"position": text})
    assert {envs.position(i).text for i in range(3)} == {text}
    winning = galda.position(text).find("c1-c3")
    assert envs.step([winning] * 3)[1].tolist() == [1.0] * 3


def test_gymnasium_s_wrappers_for_vectors_work() -> None:
    envs = RecordEpisodeStatistics(
        gymnasium.make_vec("galda/Quixo-v0", num_envs=4, size=3, autoreset_mode="SameStep")
    )
    _, infos = envs.reset(seed=1)
    for _ in range(200):
        _, _, over, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        if over.any():
            break
    assert over.any()
    assert infos["episode"]["l"][over].min() >= 2


def test_without_copies_arrays_are_those_that_the_next_step_writes() -> None:
    envs = GymVectorEnv("quixo", 2, seat=0, copy=False)
    seen, infos = envs.reset(seed=1)
    again = envs.step([1, 1])[0]
    assert np.shares_memory(seen, again)
    assert np.shares_memory(infos["action_mask"], envs.action_masks())
