"""The games of a run: a batch for each number of players, all in the same tensors.

The batches write what the seats to act are given into slices of one tensor each, so that a network
looks at all of them at once and nothing is copied, on the processor and on a GPU.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galda.core.extras import extra
from galda.core.kernels import contract
from galda.core.kernels.features import width
from galda.core.play.game import Game
from galda.core.play.options import player_counts
from galda.envs.make import batch as make_batch
from galda.envs.make import rules as make_rules
from galda.envs.threads import Threads
from galda.envs.torch import tensors
from galda.learn.kernels.seeing import see_span

with extra("learn"):
    import torch

KINDS = 3
"""What is expected of the end, for each seat: its utility, its score, its lead."""
MOST_LISTED = 128
"""Legal actions that are looked at in learning, at most: the few positions with more have most of
their ways listed, and at play all of them are."""
SAMPLES = 64
"""Random games that are looked at before learning begins."""
MOST_STEPS = 2000
"""Actions in each of them, at most."""


class Given(NamedTuple):
    """What a network is given, a row for each game."""

    inputs: torch.Tensor
    codes: torch.Tensor
    """The legal actions, then -1."""
    features: torch.Tensor
    """Of each of these actions."""

    @classmethod
    def room(cls, game: Game, rows: Sequence[int], device: str) -> Given:
        """Memory for as many rows."""
        listed = min(game.rules.most_legal, MOST_LISTED)

        def zeros(kind: torch.dtype, *shape: int) -> torch.Tensor:
            return torch.zeros((*rows, *shape), dtype=kind, device=device)

        return cls(
            zeros(torch.uint8, width(game.rules.network_inputs)),
            zeros(torch.int16, listed),
            zeros(torch.uint8, listed, max(1, len(game.rules.action_encoding))),
        )

    def at(self, chosen: Any) -> Given:
        """Some of its rows."""
        return Given(*(each[chosen] for each in self))


class Games:
    """Many games at once, of several numbers of players, stepped together."""

    def __init__(
        self,
        game: Game,
        players: Sequence[int],
        n: int,
        seed: int,
        device: str = "cpu",
        threads: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.game, self.n, self.device = game, n, device
        self.seats = max(player_counts(game.options))
        edges = np.linspace(0, n, len(players) + 1).astype(int).tolist()
        self.spans = list(pairwise(edges))
        self.over = torch.zeros(n, dtype=torch.bool, device=device)
        self.states = _room_for_states(game, n, device)
        self.batches = [
            make_batch(
                game.name, last - first, seed=seed * 64 + 8 * place + count % 8, device=device,
                observe=False,
                threads=threads, buffers={"terminated": self._piece(self.over, first, last),
                                          "states": self.states[first:last]},
                **{**(options or {}), "players": count},
            )
            for place, (count, (first, last)) in enumerate(zip(players, self.spans, strict=True))
        ]  # fmt: skip
        self._shown = [tensors(batch) for batch in self.batches]
        self._look = looker(game, device, threads)
        self._streams = [torch.cuda.Stream() for _ in players] if device == "cuda" else []
        self.players = torch.cat([
            torch.full((last - first,), count) for count, (first, last)
            in zip(players, self.spans, strict=True)
        ]).to(device)  # fmt: skip
        self.here = torch.arange(self.seats, device=device)[None] < self.players[:, None]
        """By game: which seats there are."""
        self.lead = float(contract.margin(self._start()))
        """The lead that makes one fairly sure to win; 0 where leads do not count."""

    def _piece(self, array: torch.Tensor, first: int, last: int) -> Any:
        return array[first:last] if self.device == "cuda" else array[first:last].numpy()

    def _start(self) -> Any:
        """The start of a game, as a record on the processor."""
        options: dict[str, Any] = dict(self.batches[0].options)
        return make_rules(self.game.name, threads=1, **options).new([1])[0]

    def to_act(self) -> torch.Tensor:
        """The seat to act in each game."""
        return torch.cat([shown.to_act for shown in self._shown]).long()

    def see(self, given: Given, stream: Any = 0) -> None:
        """Write what the seats to act are given."""
        self._look(self.states, given, stream)

    def step(self, actions: torch.Tensor) -> None:
        """Play an action in each game."""
        given = actions.int()
        if self.device == "cuda":
            self._step_aside(given)
            return
        for batch, (first, last) in zip(self.batches, self.spans, strict=True):
            batch.step(given[first:last].numpy())

    def _step_aside(self, given: torch.Tensor) -> None:
        """Step the batches at once, each on a stream of its own: few games leave a GPU idle."""
        usual = torch.cuda.current_stream()
        for batch, (first, last), stream in zip(
            self.batches, self.spans, self._streams, strict=True
        ):
            stream.wait_stream(usual)
            batch.stream = external_stream(stream)
            batch.step(given[first:last])
        for stream in self._streams:
            usual.wait_stream(stream)

    def scores(self) -> torch.Tensor:
        """By game and seat: how the game ended that has just ended; seats not there have 0."""
        scores = torch.zeros((self.n, self.seats), device=self.device)
        for shown, (first, last) in zip(self._shown, self.spans, strict=True):
            scores[first:last, : shown.scores.shape[1]] = shown.scores
        return scores

    def keep(self) -> list[dict[str, torch.Tensor]]:
        """Where all games stand, as bytes."""
        return [
            {name: torch.from_numpy(np.frombuffer(array.tobytes(), np.uint8).copy())
             for name, array in batch.keep().items()}
            for batch in self.batches
        ]  # fmt: skip

    def stand_as(self, kept: list[dict[str, torch.Tensor]]) -> None:
        """Go on from where games of the same kinds stood."""
        for batch, told in zip(self.batches, kept, strict=True):
            batch.stand_as({
                name: np.frombuffer(told[name].numpy().tobytes(), array.dtype).reshape(array.shape)
                for name, array in batch.keep().items()
            })  # fmt: skip

    def look_around(self) -> tuple[torch.Tensor, float]:
        """From random games on the processor: inputs, and a usual score at the end."""
        seen: list[torch.Tensor] = []
        scores: list[npt.NDArray[np.int32]] = []
        look = looker(self.game, "cpu", 1)
        for batch in self.batches:
            options: dict[str, Any] = dict(batch.options)
            tried = make_batch(
                self.game.name, SAMPLES, seed=batch.seed + 1, threads=1, observe=False, **options
            )
            ended = 0
            for step in range(MOST_STEPS):
                tried.step(tried.random_actions(seed=step))
                if tried.terminated.any():
                    scores.append(tried.scores[tried.terminated].ravel())
                    ended += int(tried.terminated.sum())
                if step % 16 == 0:
                    given = Given.room(self.game, (SAMPLES,), "cpu")
                    look(tried.states, given, None)
                    seen.append(given.inputs)
                if ended >= SAMPLES:
                    break
        usual = float(np.abs(np.concatenate(scores)).mean()) if scores else 1.0
        return torch.cat(seen), max(1.0, 2 * usual)


def _room_for_states(game: Game, n: int, device: str) -> Any:
    if device == "cpu":
        return np.zeros(n, game.rules.record)
    from galda.envs.cuda_arrays import zeros_on_the_card  # noqa: PLC0415  (numba-cuda is optional)

    return zeros_on_the_card((n,), game.rules.record)


def external_stream(stream: Any) -> Any:
    """A stream of PyTorch's, for kernels of Numba's."""
    from numba import cuda  # noqa: PLC0415  (only where there is a GPU)

    return cuda.external_stream(stream.cuda_stream)


Look = Callable[[Any, Given, Any], None]


def looker(game: Game, device: str, threads: int | None) -> Look:
    """What writes, on a device, what the seats to act of states are given."""
    if device == "cuda":
        return _cuda_looker(game)
    team = Threads(threads)

    def look(states: Any, given: Given, stream: Any) -> None:
        parts, arrays = team.parts(len(states)), [each.numpy() for each in given]

        def see(part: int) -> None:
            scratch = np.zeros(game.rules.most_legal, np.int32)
            see_span(*parts[part], states, arrays[0], arrays[1], arrays[2], scratch)

        team.run(see, parts, "see")

    return look


def _cuda_looker(game: Game) -> Look:
    from galda.envs.cuda_arrays import on_the_card  # noqa: PLC0415  (numba-cuda is optional)
    from galda.learn.kernels.cuda_seeing import THREADS, seer  # noqa: PLC0415

    kernel = seer(game)

    def look(states: Any, given: Given, stream: Any) -> None:
        arrays = [on_the_card(each) for each in given]
        kernel[-(-len(states) // THREADS), THREADS, stream](states, *arrays)

    return look


def outcomes_of(scores: torch.Tensor, players: torch.Tensor, scale: float) -> torch.Tensor:
    """By game, kind and seat: utility (as `contract.utility` at the end), score, lead.

    Columns of seats that are not there hold 0.
    """
    seats = scores.shape[1]
    here = torch.arange(seats, device=scores.device)[None] < players[:, None]
    own, other = scores[:, :, None], scores[:, None, :]
    against = here[:, None, :] & ~torch.eye(seats, dtype=torch.bool, device=scores.device)
    beaten = ((own > other).float() + 0.5 * (own == other).float()) * against
    utility = beaten.sum(2) / (players[:, None] - 1)
    lead = scores - other.expand_as(against).masked_fill(~against, -1e9).amax(2)
    if scale > 0:
        utility = 0.5 * utility + 0.5 * torch.sigmoid(lead / scale)
    told = torch.stack([utility, scores, lead], dim=1)
    return told.masked_fill(~here[:, None], 0.0)


def clockwise(told: torch.Tensor, first: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    """Columns by seat turned so that seat `first` comes first (rows, …, seats)."""
    return _turn(told, first[:, None] + _counted(told), players)


def by_seat(told: torch.Tensor, first: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    """The same back: columns that begin with seat `first` in the order of the seats."""
    return _turn(told, _counted(told) - first[:, None], players)


def _counted(told: torch.Tensor) -> torch.Tensor:
    return torch.arange(told.shape[-1], device=told.device)[None]


def _turn(told: torch.Tensor, at: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    index = torch.remainder(at, players[:, None])
    for _ in range(told.dim() - 2):
        index = index[:, None]
    return told.gather(-1, index.expand_as(told))
