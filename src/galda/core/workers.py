"""Work handed out piece by piece: in this process, to processes of this machine, or (by
`core/cluster.py`) to a Ray cluster. The caller says what the work is, never where it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

AHEAD = 2
"""Jobs handed out for each process, so that none waits for the next."""


class Workers(Protocol):
    """Does all jobs and tells each result as soon as it is there, in any order.

    Work and jobs are sent by pickle: a function of a module, or a `partial` of one.
    """

    def __call__(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """Do the jobs."""


def here(work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
    """In this process, one after the other.

    >>> from galda.core.workers import here
    >>> list(here(abs, [3, -4]))
    [3, 4]
    """
    return map(work, jobs)


def processes(count: int) -> Workers:
    """On a number of processes of this machine."""

    def run(work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        waiting = iter(jobs)
        # Fresh processes: a fork of one with compiled code and threads is not safe everywhere.
        with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
            running: list[Future[Result]] = []
            try:
                while True:
                    while len(running) < AHEAD * count:
                        try:
                            running.append(pool.submit(work, next(waiting)))
                        except StopIteration:
                            break
                    if not running:
                        return
                    done = wait(running, return_when=FIRST_COMPLETED).done
                    ready = [future for future in running if future in done]
                    running = [future for future in running if future not in done]
                    for future in ready:  # what is ready at once comes in the order of the jobs
                        yield future.result()
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    return run


@dataclass(frozen=True)
class _Numbered:
    """Work whose results say which job they are of."""

    work: Callable[[Any], Any]

    def __call__(self, job: tuple[int, Any]) -> tuple[int, Any]:
        return job[0], self.work(job[1])


def in_order(
    workers: Workers, work: Callable[[Job], Result], jobs: Iterable[Job]
) -> Iterator[Result]:
    """The results in the order of the jobs, whichever was ready first."""
    early: dict[int, Result] = {}
    wanted = 0
    for number, result in workers(_Numbered(work), enumerate(jobs)):
        early[number] = result
        while wanted in early:
            yield early.pop(wanted)
            wanted += 1
