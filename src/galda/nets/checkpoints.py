"""Files of networks: written by a program that learns, read as a bot wherever a bot is named.

`learnt.pt` plays the network's likeliest action, `learnt.pt:64` searches with 64 simulations. A
network that `galda learn` made plays in whole numbers, as it would in a game's folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.core.play.position import Position
from galda.core.play.runner import Runner
from galda.nets.network import PolicyValue
from galda.nets.seat_network import SeatNetwork
from galda.search import Search

with extra("learn"):
    import torch

VERSION = 1
KINDS: dict[str, type[PolicyValue | SeatNetwork]] = {
    kind.__name__: kind for kind in (PolicyValue, SeatNetwork)
}
"""Networks that files may hold; one that does not say is the first."""


@dataclass(frozen=True)
class Checkpoint:
    """A network and how it came about."""

    network: PolicyValue | SeatNetwork
    game: str
    options: dict[str, Any]
    how: dict[str, Any]
    """Seed, moves, what was learnt by: whatever the program wanted to keep."""


def save(
    file: Path | str,
    network: PolicyValue | SeatNetwork,
    game: str,
    options: Mapping[str, Any],
    how: Mapping[str, Any],
) -> None:
    """Write a network, whole or not at all."""
    kept = {
        "version": VERSION, "kind": type(network).__name__, "game": game,
        "options": dict(options), "how": dict(how), "shape": network.shape,
        "weights": {name: array.detach().cpu() for name, array in network.state_dict().items()},
    }  # fmt: skip
    write_whole(file, kept)


def write_whole(file: Path | str, kept: Mapping[str, Any]) -> None:
    """Write a file of PyTorch's under another name first: whoever reads it finds all or the old."""
    path = Path(file)
    unfinished = path.with_name(f".{path.name}")
    torch.save(dict(kept), unfinished)
    unfinished.replace(path)


@lru_cache(maxsize=8)
def _load(file: str, changed: float) -> Checkpoint:
    try:
        kept = torch.load(file, map_location="cpu", weights_only=True)  # data, never code
        network = KINDS[kept.get("kind", "PolicyValue")](**kept["shape"])
        network.load_state_dict(kept["weights"])
        if kept["version"] != VERSION:
            raise KeyError("version")
        return Checkpoint(network.eval(), kept["game"], kept["options"], kept["how"])
    except Exception as error:
        raise GaldaError("{file} is no network of ours: {error}", file=file, error=error) from error


def load(file: Path | str) -> Checkpoint:
    """Read a network."""
    path = Path(file)
    if not path.exists():
        raise GaldaError("there is no file {file}", file=path)
    return _load(str(path), path.stat().st_mtime)


class NetworkBot:
    """A network that plays, by itself or leading a search."""

    def __init__(
        self, checkpoint: Checkpoint, simulations: int = 0, seed: int | None = None
    ) -> None:
        self.checkpoint, self.simulations = checkpoint, simulations
        self._chance = np.random.default_rng(seed)
        self._search: tuple[dict[str, Any], Search] | None = None
        self._players = 0

    def choose(self, position: Position) -> int:
        """The action to play."""
        if position.game.name != self.checkpoint.game:
            raise GaldaError(
                "this network plays {known}, not {game}",
                known=self.checkpoint.game, game=position.game.title,
            )  # fmt: skip
        if len(position.legal_actions) == 1:
            return position.legal_actions[0]
        self._players = position.players
        if self.simulations:
            return self._searched(position)
        options: dict[str, Any] = dict(position.options)
        runner = Runner(position.game, **options)
        runner.stand(position)
        logits, _ = self._network(runner.observation(position.to_act)[None], runner.mask()[None])
        return int(logits.argmax())

    def _searched(self, position: Position) -> int:
        options: dict[str, Any] = dict(position.options)
        if self._search is None or self._search[0] != options:
            made = Search(position.game, 1, self._network, simulations=self.simulations, **options)
            self._search = options, made
        found = self._search[1].run(position.states, int(self._chance.integers(2**62)), noise=0)
        return int(found.actions[0])

    def _network(self, seen: Any, masks: Any) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        with torch.inference_mode():
            logits, values = self.checkpoint.network(seen, masks)
        if values.ndim > 1:  # of as many seats as there can be
            values = values[:, : self._players]
        return logits.numpy(), values.numpy()
