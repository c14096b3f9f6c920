"""For whom something is done at this moment: a person, from a network address.

The first thing that a request meets says so once (`asked_by`); what is done for them then, in
whichever room, is charged to them (`spend`), and what waits in a queue waits in their name
(`asking`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import coroutine
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Asker:
    """Who wants something that all wait for: a person, from a network address."""

    person: str
    address: str = ""


def _for_nobody(seconds: float) -> None:
    """What the site does of its own accord is charged to nobody."""


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody, and where the processor's time is charged that is spent for them."""

    asker: Asker
    spend: Callable[[float], None] = _for_nobody


NOBODY = Account(Asker(""))
_account: ContextVar[Account] = ContextVar("account", default=NOBODY)


def asking() -> Asker:
    """For whom something is done now."""
    return _account.get().asker


@contextmanager
def asked_by(account: Account) -> Iterator[None]:
    """What is done now, and by tasks that begin now, is for this one."""
    before = _account.set(account)
    try:
        yield
    finally:
        _account.reset(before)


def charged(work: Callable[P, Made]) -> Callable[P, Made]:
    """Work for another thread, charged to the one who asks for it now."""
    account = _account.get()

    def do(*given: P.args, **named: P.kwargs) -> Made:
        began = time.thread_time()
        try:
            return work(*given, **named)
        finally:
            account.spend(time.thread_time() - began)

    return do


@coroutine
def timed(work: Coroutine[Any, Any, Made], account: Account) -> Generator[Any, Any, Made]:
    """What comes of some work; the time that it keeps the event loop is charged, waiting is not."""
    go_on: Callable[[Any], Any] = work.send
    given: Any = None
    while True:
        began = time.thread_time()
        try:
            waits_for = go_on(given)
        except StopIteration as done:
            made: Made = done.value
            return made
        finally:
            account.spend(time.thread_time() - began)
        try:
            given = yield waits_for
            go_on = work.send
        except GeneratorExit:
            work.close()
            raise
        except BaseException as error:
            given, go_on = error, work.throw
