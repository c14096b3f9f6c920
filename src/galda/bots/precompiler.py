"""Processes that compile games, as many at once as there are cores.

Compilers never give their memory back, so each game is compiled in a process that ends.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from galda.bots.precompile import REST, RULES, STAGES, is_ready
from galda.core.errors import NotReady
from galda.core.kernels.kernel import kernels_in
from galda.core.machine import count_cores, lower_priority
from galda.core.play.game import Game

NICE, NICER = 5, 15
"""How much compiling makes way for other work, and for the game that somebody waits for."""


@dataclass
class Progress:
    """How far a game is: for each stage from 0 to 1."""

    parts: dict[str, float] = field(default_factory=dict)

    @property
    def whole(self) -> float:
        """How far it is altogether."""
        return sum(self.parts.get(stage, 0.0) for stage in STAGES) / len(STAGES)

    def is_ready(self, stage: str) -> bool:
        """Whether a stage can be used without waiting."""
        return self.parts.get(stage) == 1.0


class Precompiler:
    """Gets games ready, the smallest first; `changed` is called whenever one is further.

    `with_rest`: when all are ready, it goes on with what is seldom needed, in one process.
    """

    def __init__(
        self,
        games: Iterable[Game],
        changed: Callable[[], None] = lambda: None,
        *,
        with_rest: bool = False,
    ) -> None:
        self.games = {game.name: game for game in games}
        self._changed = changed
        self._lock = threading.Lock()
        self._waiting: list[str] = []
        self._running: dict[str, subprocess.Popen[str]] = {}
        self._wanted: set[str] = set()
        """What somebody waits for."""
        self._threads: list[threading.Thread] = []
        self._stopped = False
        self.progress = {name: Progress() for name in self.games}
        for name, game in self.games.items():
            self.progress[name].parts = {stage: 1.0 for stage in STAGES if is_ready(game, stage)}
            if not self.is_done(name):
                self._waiting.append(name)
        self._waiting.sort(key=lambda name: _size(self.games[name]))
        self._is_resting = False
        self._rest = [
            name for name, game in self.games.items() if with_rest and not is_ready(game, REST)
        ]

    def is_done(self, name: str) -> bool:
        """Whether all of a game is ready."""
        return all(self.progress[name].is_ready(stage) for stage in STAGES)

    @property
    def done(self) -> bool:
        """Whether all games are ready."""
        return all(self.is_done(name) for name in self.games)

    def start(self) -> None:
        """Begin; returns at once."""
        with self._lock:
            begun = sum(thread.is_alive() for thread in self._threads)
        for _ in range(count_cores() - begun):
            self._start_next()

    def wait(self) -> None:
        """Wait until nothing more is compiled."""
        while True:
            with self._lock:
                thread = next((t for t in self._threads if t.is_alive()), None)
            if thread is None:
                return
            thread.join()

    def stop(self) -> None:
        """Compile no more; what is finished is kept."""
        with self._lock:
            self._stopped = True
            for process in self._running.values():
                process.kill()
        self.wait()

    def go_first(self, name: str) -> None:
        """Somebody waits for this game: begin with it now, the others make way."""
        with self._lock:
            self._wanted.add(name)
            for other, process in self._running.items():
                if other not in self._wanted:
                    _lower_priority(process, NICER)
            asked_for = name in self._waiting
            if asked_for:
                self._waiting.remove(name)
                self._waiting.insert(0, name)
        if asked_for:
            self._start_next()

    def check(self, game: Game) -> None:
        """Complain if a game cannot be begun yet, and let it go first from now on."""
        progress = self.progress.get(game.name)
        if progress is not None and not progress.is_ready(RULES):
            self.go_first(game.name)
            raise NotReady(game)

    def _start_next(self) -> None:
        with self._lock:
            if self._stopped:
                return
            if self._waiting:
                task, name = self._compile, self._waiting.pop(0)
            elif self._rest and self.done and not self._is_resting:
                task, name = self._compile_rest, self._rest.pop(0)
                self._is_resting = True
            else:
                return
            thread = threading.Thread(target=task, args=(name,), daemon=True)
            self._threads.append(thread)
        thread.start()

    def _compile(self, name: str) -> None:
        """Have all stages of a game compiled."""
        for told in self._follow(name):
            self.progress[name].parts[told["stage"]] = told["part"]
            self._changed()
        if not self._stopped:
            # Where compiling failed, whoever plays the game meets the reason.
            self.progress[name].parts = dict.fromkeys(STAGES, 1.0)
            self._wanted.discard(name)
            self._changed()
            self._start_next()

    def _compile_rest(self, name: str) -> None:
        """Have the rest of a game compiled; whether that succeeds concerns nobody here."""
        for _ in self._follow(name, REST):
            pass
        self._is_resting = False
        self._start_next()

    def _follow(self, name: str, *stages: str) -> Iterator[dict[str, Any]]:
        """What a process tells that compiles these stages of a game, until it ends."""
        command = [sys.executable, "-m", "galda.bots.precompile", name, *stages]
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
            start_new_session=True,
        ) as process:  # fmt: skip
            with self._lock:
                self._running[name] = process
                makes_way = stages or self._wanted - {name}
                _lower_priority(process, NICER if makes_way else NICE)
                if self._stopped:
                    process.kill()
            assert process.stdout is not None
            yield from map(json.loads, process.stdout)
        with self._lock:
            del self._running[name]


def _lower_priority(process: subprocess.Popen[str], modesty: int) -> None:
    """Let the computer's other work go before this."""
    lower_priority(modesty, process.pid)


def _size(game: Game) -> int:
    """How much there is to compile of a game before it can be played: the kernels of its rules."""
    file = sys.modules[game.package].__file__
    folder = Path(file).parent if file else None
    return kernels_in(folder) - kernels_in(folder / "solve") if folder else 0
