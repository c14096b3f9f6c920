"""A run of learning, from its folder on: lessons, measurements now and then, and keeping it all."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.learn import folder as folders
from galda.learn import processes
from galda.learn.folder import Kept
from galda.learn.learner import Learner
from galda.learn.measuring import measure
from galda.learn.settings import Settings
from galda.nets.quantise import quantise, write_network

with extra("learn"):
    import torch

KEEP_EVERY = 60.0
"""Seconds between two times that a run is kept."""

Tell = Callable[[float, Learner, dict[str, Any] | None], None]
"""How far the run is (0 to 1), the learner, and a measurement if there is a new one."""


@dataclass(frozen=True)
class Wish:
    """How long to learn, and what to look at meanwhile: nothing that changes what is learnt."""

    steps: int | None = None
    """Actions in all, those of earlier sittings included."""
    minutes: float | None = None
    """Of this sitting."""
    points: int = 20
    """Number of evaluations during training."""
    opponents: Sequence[str] = ("random", "greedy")
    games: int = 200
    """Games of each measurement, for each opponent and number of players."""
    export: Path | None = None
    device: str = "cpu"
    threads: int | None = None

    def __post_init__(self) -> None:
        if self.steps is None and self.minutes is None:
            raise GaldaError("say how long to learn, by steps or by minutes")


def learn(settings: Settings, folder: Path, wish: Wish, tell: Tell | None = None) -> Learner:
    """Learn in a folder; a run that is there already goes on, if it has the same settings."""
    kept = folders.read(folder)
    if kept is not None and kept.settings != settings:
        raise GaldaError("{file} holds a run with other settings", file=folder)
    if wish.threads is not None:
        torch.set_num_threads(wish.threads)
    rank = processes.begin(wish.device)
    learner = Learner(processes.own_games(settings, rank), wish.device, wish.threads)
    if kept is None:
        kept = Kept(settings, learner.state(), 0.0)
    elif rank == 0:
        learner.stand_as(kept.state)
    else:
        own = {name: learner.state()[name] for name in ("games", "chance")}
        learner.stand_as({**kept.state, **own})
    processes.share_gradients(learner)
    sitting = _Sitting(learner, kept, folder, wish, tell or (lambda far, learner, point: None))
    sitting.hold(writes=rank == 0)
    return learner


class _Sitting:
    """One sitting of a run."""

    def __init__(
        self, learner: Learner, kept: Kept, folder: Path, wish: Wish, tell: Tell
    ) -> None:  # fmt: skip
        self.learner, self.kept, self.folder, self.wish, self.tell = (
            learner, kept, folder, wish, tell
        )  # fmt: skip
        self._before, self._began = kept.seconds, time.perf_counter()
        self._measuring = 0.0

    def hold(self, writes: bool = True) -> None:
        """Learn until it is enough; one process measures and writes."""
        far = self._far()
        measured = far if self.kept.curve else -1.0
        written, told = time.perf_counter(), dict[str, float]()
        while True:
            far = processes.agree(self._far(), self.wish.device)
            due = far >= measured + 1 / self.wish.points or (far >= 1 and told)
            if writes and due:
                self._measure(told)
                measured = far
            self.tell(min(far, 1.0), self.learner, None)
            if far >= 1:
                break
            told = self.learner.learn()
            if writes and time.perf_counter() - written > KEEP_EVERY:
                self._keep()
                written = time.perf_counter()
        if writes:
            self._keep()

    def _spent(self) -> float:
        """Seconds of learning in this sitting; measuring is not counted."""
        return time.perf_counter() - self._began - self._measuring

    def _far(self) -> float:
        steps, minutes = self.wish.steps, self.wish.minutes
        by_steps = 0.0 if steps is None else self.learner.steps / max(steps, 1)
        # Whoever says how many minutes means all of them, measuring included.
        waited = time.perf_counter() - self._began
        by_time = 0.0 if minutes is None else waited / (60 * minutes)
        return max(by_steps, by_time) if steps != 0 else 1.0

    def _measure(self, told: dict[str, float]) -> None:
        began, learner, wish = time.perf_counter(), self.learner, self.wish
        settings = learner.settings
        against = measure(
            learner.slow, learner.games.game, wish.opponents, settings.players, wish.games,
            settings.seed, wish.threads, settings.options,
        )  # fmt: skip
        seconds = round(self._before + self._spent() - (time.perf_counter() - began), 1)
        losses = {name: round(loss, 5) for name, loss in told.items()}
        point = {"moves": learner.steps, "seconds": seconds, "against": against, **losses}
        self._measuring += time.perf_counter() - began
        self.kept.curve.append(point)
        folders.write_curve(self.folder, self.kept)
        self.tell(min(self._far(), 1.0), learner, point)

    def _keep(self) -> None:
        kept, learner = self.kept, self.learner
        kept.state, kept.seconds = learner.state(), self._before + self._spent()
        folders.write(self.folder, kept, learner.slow)
        if self.wish.export is not None:
            write_network(self.wish.export, quantise(learner.slow), folders.header(kept))
