"""torchrl is told of illegal actions as all others are."""

from __future__ import annotations

import pytest

from galda import GaldaError

torch = pytest.importorskip("torch", reason="needs torch")
pytest.importorskip("torchrl", reason="needs torchrl")
from galda.envs.torchrl import TorchRLEnv  # noqa: E402


@pytest.mark.parametrize("action", (88, 500, -1, 2**32))
def test_an_illegal_action_is_refused_and_changes_nothing(action: int) -> None:
    env = TorchRLEnv("quixo", 2, seed=1, size=3)
    start = env.reset()
    before = env.batch.states.tobytes(), env.batch.episodes.tolist()
    with pytest.raises(GaldaError, match="cannot play"):
        env.step(start.set("action", torch.tensor([0, action])))
    assert (env.batch.states.tobytes(), env.batch.episodes.tolist()) == before
