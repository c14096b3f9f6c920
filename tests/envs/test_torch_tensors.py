"""PyTorch: tensors that share a batch's memory, graphs on a card, and torchrl's environment."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda.core.kernels.cuda import why_no_cuda

torch = pytest.importorskip("torch", reason="needs PyTorch: pip install 'galda[torch]'")
from galda.envs.torch import Tensors, record, tensors  # noqa: E402
from support import ALL_STARTS  # noqa: E402

NO_CUDA = why_no_cuda() or ("" if torch.cuda.is_available() else "this PyTorch knows no card")
on_a_card = pytest.mark.skipif(bool(NO_CUDA), reason=NO_CUDA or "there is a card")


def first_legal(seen: Tensors) -> Any:
    """The lowest legal action of each game."""
    return seen.masks.int().argmax(dim=1).int()


@pytest.mark.parametrize("name", galda.game_names())
def test_tensors_share_the_batch_s_memory(name: str) -> None:
    batch = galda.batch(name, 6, seed=1)
    seen = tensors(batch)
    for array in Tensors._fields:
        ours, theirs = getattr(batch, array), getattr(seen, array)
        assert theirs.data_ptr() == ours.ctypes.data, array
        assert tuple(theirs.shape) == ours.shape
    before = seen.observations.clone()
    for _ in range(21):
        batch.step(first_legal(seen))
    for array in Tensors._fields:
        np.testing.assert_array_equal(getattr(seen, array).numpy(), getattr(batch, array))
    assert not torch.equal(seen.observations, before)


def test_only_a_batch_on_a_card_can_be_recorded() -> None:
    with pytest.raises(galda.GaldaError, match="graphics card"):
        record(galda.batch("quixo", 2), first_legal)


@on_a_card
@pytest.mark.parametrize("name", galda.game_names())
def test_a_recorded_step_plays_what_steps_play(name: str) -> None:
    batch, other = (galda.batch(name, 64, seed=3, device="cuda") for _ in range(2))
    play, seen = record(batch, first_legal), tensors(other)
    assert seen.masks.data_ptr() == other.masks.__cuda_array_interface__["data"][0]
    while int(batch.states.copy_to_host().tobytes() != other.states.copy_to_host().tobytes()):
        other.step(first_legal(seen))  # as many as were played to get ready
        assert int(seen.episodes.max()) < 3
    for _ in range(50):
        play()
        other.step(first_legal(seen))
    for array in ("states", "masks", "observations", "rewards", "terminated", "episodes"):
        ours, theirs = (getattr(each, array).copy_to_host() for each in (batch, other))
        assert ours.tobytes() == theirs.tobytes(), array


# torchrl


@pytest.fixture
def torchrl() -> Any:
    pytest.importorskip("torchrl", reason="needs torchrl: pip install 'galda[torch]'")
    from galda.envs import torchrl as ours  # noqa: PLC0415

    return ours


def check(torchrl: Any, name: str, options: dict[str, Any]) -> None:
    from torchrl.envs.utils import check_env_specs  # noqa: PLC0415

    check_env_specs(torchrl.TorchRLEnv(name, 3, seed=2, **options))


@pytest.mark.parametrize("name", ["quixo-v0", "towers"])
def test_torchrl_s_own_check_passes(name: str, torchrl: Any) -> None:
    check(torchrl, name, {"players": 2})


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_so_it_does_for_every_game(name: str, options: dict[str, Any], torchrl: Any) -> None:
    check(torchrl, name, options)


def test_a_rollout_is_legal_and_every_end_is_the_game_s_own(torchrl: Any) -> None:
    torch.manual_seed(1)
    env = torchrl.TorchRLEnv("quixo", 5, seed=1, size=3)
    played = env.rollout(120, break_when_any_done=False)
    legal = played["action_mask"].gather(2, played["action"].unsqueeze(2))
    assert legal.all()
    done = played["next", "done"].squeeze(2)
    assert int(done.sum()) > 5
    rewards, mine = played["next", "rewards"], played["next", "reward"].squeeze(2)
    assert (rewards.sum(dim=2) == 0).all()
    assert (rewards[~done] == 0).all()
    assert torch.equal(mine, rewards.gather(2, played["to_act"].long().unsqueeze(2)).squeeze(2))
    # The last observation shows the finished line; the game that follows begins on an empty board.
    blank = played["next", "observation"][done][:, 2, :3, :3]
    assert (blank.sum(dim=(1, 2)) < 9).all()
    row, step = [int(k) for k in done[:, :-1].nonzero()[0]]
    assert int(played["observation"][row, step + 1, 2, :3, :3].sum()) == 9


def test_the_seed_decides_the_games(torchrl: Any) -> None:
    boards = []
    for seed in (4, 4, 5):
        env = torchrl.TorchRLEnv("towers", 2)
        env.set_seed(seed)
        boards.append(env.reset()["observation"])
    assert torch.equal(boards[0], boards[1])
    assert not torch.equal(boards[0], boards[2])


def test_only_the_rows_asked_for_are_reset(torchrl: Any) -> None:
    env = torchrl.TorchRLEnv("quixo", 3)
    start = env.reset()
    start["action"] = torch.full((3,), 1)
    after = env.step(start)["next"]
    after["_reset"] = torch.tensor([[True], [False], [False]])
    again = env.reset(after)
    assert again["to_act"].tolist() == [0, 1, 1]
    assert not again["done"].any()


@pytest.mark.parametrize("library", ("torch", "torchrl"))
def test_the_page_s_example_runs(library: str) -> None:
    pytest.importorskip(library, reason=f"needs {library}")
    text = (Path(__file__).parents[2] / "docs" / "pytorch.md").read_text("utf-8")
    (code,) = re.findall(rf"^```\n# {library}\n(.*?)^```", text, re.M | re.S)
    exec(code, {})
