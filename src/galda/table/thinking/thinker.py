"""A process that thinks for bots and coaches. It can crash or hang without harm: it is killed and
replaced."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from galda.bots.levels import is_search, make_bot
from galda.bots.precompile import BOTS, precompile_stage
from galda.core.machine import lower_priority
from galda.core.play.position import Position

Answer = TypeVar("Answer")
LONGEST_THOUGHT = 120.0
"""Seconds after which a turn's thinking counts as hung; compiling may be part of it."""


READY = "ready"
"""What a process says first, once it can be asked."""


class BotFailed(Exception):
    """A bot raised, crashed or took too long."""


class CannotStart(BotFailed):
    """No worker process could be started: the fault is the computer's, not the bot's."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What a process answers when thinking raised."""

    reason: str


def choose_turn(position: Position, level: str, seed: int) -> list[int]:
    """The actions of one whole turn, chosen by a bot in a position as its seat knows it."""
    if is_search(level):  # another process may be compiling them: then this one waits
        precompile_stage(position.game, BOTS)
    bot = make_bot(level, seed)
    actions = []
    while True:
        actions.append(int(bot.choose(position)))
        position = position.play(actions[-1])
        if not position.in_turn:
            return actions


class Thinker:
    """One worker process, started when first needed. Ask it one thing at a time.

    A `modesty` above 0 lets the computer's other work go first: 19 is the most modest.
    """

    def __init__(self, modesty: int = 0) -> None:
        self._modesty = modesty
        self._thread = ThreadPoolExecutor(1, "thinker")
        self._process: multiprocessing.process.BaseProcess | None = None
        self._line: Connection | None = None
        self._stopping = False

    async def think(self, position: Position, level: str, seed: int) -> list[int]:
        """A whole turn, or `BotFailed`."""
        return await self.ask(choose_turn, position, level, seed)

    async def ask(self, question: Callable[..., Answer], *given: Any) -> Answer:
        """What a function says that any process can import, or `BotFailed`."""
        loop = asyncio.get_running_loop()
        answer: Answer = await loop.run_in_executor(self._thread, self._ask, question, given)
        return answer

    def _ask(self, question: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        line = self._start()
        if self._stopping:
            raise BotFailed("the server stops")
        try:
            line.send((question, given))
            if not line.poll(LONGEST_THOUGHT):
                raise BotFailed(f"no turn within {LONGEST_THOUGHT:g} s")
            answer = line.recv()
        except (EOFError, OSError) as error:
            self._kill()
            raise BotFailed("its process ended") from error
        except BotFailed:
            self._kill()
            raise
        if isinstance(answer, Failure):
            raise BotFailed(answer.reason)
        return answer

    def _start(self) -> Connection:
        if self._line is not None and self._process is not None and self._process.is_alive():
            return self._line
        self._kill()
        spawn = multiprocessing.get_context("spawn")
        line, theirs = spawn.Pipe()
        self._line = line
        process = spawn.Process(
            target=_work, args=(theirs, self._modesty), daemon=True, name="galda-bot"
        )
        try:
            process.start()
        except OSError as error:
            raise CannotStart(f"no worker process can be started: {error}") from error
        self._process = process  # not before: only what has started can be stopped
        theirs.close()
        self._await_ready(line, process)
        return line

    def _await_ready(self, line: Connection, process: multiprocessing.process.BaseProcess) -> None:
        """Wait for a fresh process to say that it can be asked, or raise `CannotStart`."""
        try:
            if line.poll(LONGEST_THOUGHT) and line.recv() == READY:
                return
            reason = f"it was not ready within {LONGEST_THOUGHT:g} s"
        except (EOFError, OSError):
            process.join()
            reason = f"it ended with exit code {process.exitcode} before it could be asked"
        self._kill()
        if self._stopping:
            raise BotFailed("the server stops")
        raise CannotStart(f"the worker process cannot start: {reason}")

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self._stopping = True
        if self._process is not None:
            self._process.kill()  # a thread that waits for its answer wakes up
        self._thread.shutdown(wait=True)
        self._kill()


def _work(line: Connection, modesty: int) -> None:
    """Answer until the other end closes."""
    lower_priority(modesty)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to stop
    with contextlib.suppress(EOFError, OSError):
        line.send(READY)
        while True:
            question, given = line.recv()
            try:
                line.send(question(*given))
            except Exception as error:
                line.send(Failure(repr(error)))
