"""What players see and know in OpenSpiel, as numbers and as text.

An information state as numbers has these parts:
  player     1 for the player's own place
  …          the observation, feature by feature
  others     in games where everything happened openly: what the other seats hold, clockwise, which
             is out of sight but known to whoever forgets nothing
  history    one number for each thing done or turned up, in order: an action's code plus 1, codes
             of what was turned up after those; 0 for what is to come
  earlier    where a game may be longer than `history`, which then holds the latest: how many
             numbers are left out, and a fingerprint of them
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.extras import extra
from galda.core.kernels.features import places, split, width
from galda.core.play.terms import SPECTATOR

with extra("openspiel"):
    import pyspiel

FINGERPRINT = 16
"""Bytes by which two pasts are told apart that are no longer spelt out."""


def fingerprint(numbers: list[int]) -> npt.NDArray[np.uint8]:
    """Some bytes that differ for different numbers (but once in 2**64 pasts, or so)."""
    told = np.array(numbers, "<i4").tobytes()
    return np.frombuffer(hashlib.blake2b(told, digest_size=FINGERPRINT).digest(), np.uint8)


class Observer:
    """What a player sees or, with recall, all that it knows."""

    def __init__(self, of: Any, recall: bool) -> None:
        game, players = of.galda_game, of.start.players
        self._recall, self._players = recall, players
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, Any] = {}
        if recall and not of.get_type().provides_information_state_tensor:
            return
        found = places(game.rules.features)
        own = [found[feature.name] for feature in game.rules.features if feature.private]
        self._own = np.array([k for place in own for k in range(place.start, place.stop)], int)
        sizes = {"seen": width(game.rules.features)}
        if recall:
            sizes = {"player": players, **sizes}
            if game.rules.all_open and len(self._own):
                sizes["others"] = (players - 1) * len(self._own)
            sizes["history"] = of.spelt
            if of.spelt < sum(of.length):
                sizes["earlier"] = 1 + FINGERPRINT
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        ends = np.cumsum(list(sizes.values())).tolist()
        for (name, size), end in zip(sizes.items(), ends, strict=True):
            part = self.tensor[end - size : end]
            if name == "seen":
                self._seen = part
                self.dict |= split(game.rules.features, part)
            else:
                self.dict[name] = part
        if "others" in self.dict:
            self.dict["others"] = self.dict["others"].reshape(players - 1, -1)

    def set_from(self, state: Any, player: int) -> None:
        """Look at a state."""
        if self.tensor is None:
            raise pyspiel.SpielError(
                "information states are not provided as tensors; information_state_string is"
            )
        player = max(player, 0)
        self._seen[:] = state.observe(player)
        if self._recall:
            self._remember(state, player)

    def _remember(self, state: Any, player: int) -> None:
        """Write what is not in sight."""
        self.dict["player"][:] = 0
        self.dict["player"][player] = 1
        for k, others in enumerate(self.dict.get("others", ()), 1):
            seen = np.broadcast_to(state.observe((player + k) % self._players), self._seen.shape)
            others[:] = seen[self._own]
        known, history = state.list_known(player), self.dict["history"]
        out = max(len(known) - len(history), 0)
        history[:] = 0
        history[: len(known) - out] = known[out:]
        if "earlier" in self.dict:
            self.dict["earlier"][0] = out
            self.dict["earlier"][1:] = fingerprint(known[:out]) if out else 0

    def string_from(self, state: Any, player: int) -> str:
        """A text that is the same exactly when the player sees, or knows, the same."""
        told: str = state.tell_known(player) if self._recall else state.tell_observation(player)
        return told


class HalfObserver:
    """What everybody sees, or what one player alone sees: as text only."""

    tensor = None

    def __init__(self, private: bool) -> None:
        self._private = private
        self.dict: dict[str, Any] = {}

    def set_from(self, state: Any, player: int) -> None:
        """Look at a state: there are no numbers to be written."""

    def string_from(self, state: Any, player: int) -> str:
        """This half of what a player sees."""
        told: str = (
            state.tell_private(player) if self._private else state.tell_observation(SPECTATOR)
        )
        return told
