"""torchrl: many games as one environment, with masks, for its collectors, losses and transforms.

    env = TorchRLEnv(name, 256, players=3, seed=1)
    rollout = env.rollout(100)

One environment plays all seats, whoever is to act: `observation` and `action_mask` are those of
the seat `to_act`, `reward` is that of the seat that has just acted and `rewards` those of all
seats. Games that have ended wait until they are reset, so the last observation is the game's own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from galda.core.extras import extra
from galda.core.play.checks import SeedLike
from galda.envs import find_environment
from galda.envs.autoreset import Autoreset
from galda.envs.cpu_batch import CpuBatch
from galda.envs.kernels.stepping import RESTART, STAY

with extra("torch"):
    import torch
    from tensordict import TensorDict, TensorDictBase
    from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded
    from torchrl.envs import EnvBase


class TorchRLEnv(EnvBase):  # type: ignore[misc]
    """`n` games of one kind, played on the CPU; tensors go to the environment's own device.

    An illegal action is refused, and then nothing is played. When a game has ended, its mask
    allows everything and nothing is played there until it is reset.

    >>> from galda.envs.torchrl import TorchRLEnv
    >>> env = TorchRLEnv("quixo", 4, seed=1, size=3)
    >>> env.rollout(5)["next", "rewards"].shape
    torch.Size([4, 5, 2])
    """

    def __init__(
        self,
        name: str,
        n: int,
        *,
        seed: SeedLike = 0,
        device: Any = "cpu",
        threads: int | None = None,
        **options: object,
    ) -> None:
        super().__init__(device=torch.device(device), batch_size=torch.Size([n]))
        self.batch = CpuBatch(
            find_environment(name), n, seed, options, True, threads, Autoreset.DISABLED
        )
        players, shape = self.batch.players, self.batch.observation_shape
        actions = self.batch.game.rules.action_count
        self.observation_spec = Composite(
            observation=Bounded(0, 255, (n, *shape), self.device, torch.uint8),
            action_mask=Binary(actions, (n, actions), self.device, torch.bool),
            to_act=Categorical(players, (n,), self.device, torch.int8),
            rewards=Unbounded((n, players), self.device, torch.float32),
            shape=(n,),
            device=self.device,
        )
        self.action_spec = Categorical(actions, (n,), self.device, torch.int64)
        self.reward_spec = Unbounded((n, 1), self.device, torch.float32)
        flag = Categorical(2, (n, 1), self.device, torch.bool)
        self.done_spec = Composite(
            done=flag, terminated=flag.clone(), shape=(n,), device=self.device
        )

    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        asked = None if tensordict is None else tensordict.get("_reset", None)
        rows = (
            np.ones(self.batch.num_envs, np.bool_) if asked is None else asked.cpu().numpy().ravel()
        )
        actions = np.where(rows, RESTART, STAY).astype(np.int32)
        self.batch._do(actions)
        return self._look()

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        actor = self.batch.to_act.astype(np.int64)
        given = tensordict["action"].cpu().numpy()
        self.batch.step(given)
        seen = self._look()
        mine = np.take_along_axis(self.batch.rewards, actor[:, None], 1)
        seen["reward"] = self._copy(mine)
        return seen

    def _look(self) -> TensorDictBase:
        """What there is to see, in memory of its own: rollouts keep it while the batch goes on."""
        batch = self.batch
        over = self._copy(batch.terminated[:, None])
        mask = self._copy(batch.masks)
        self.action_spec.update_mask(mask)
        return TensorDict(
            {
                "observation": self._copy(batch.observations),
                "action_mask": mask,
                "to_act": self._copy(batch.to_act),
                "rewards": self._copy(batch.rewards),
                "done": over,
                "terminated": over.clone(),
            },
            batch_size=self.batch_size,
            device=self.device,
        )

    def _copy(self, array: Any) -> torch.Tensor:
        return torch.tensor(array, device=self.device)

    def _set_seed(self, seed: int | None) -> None:
        if seed is not None:
            self.batch.reset(seed)
