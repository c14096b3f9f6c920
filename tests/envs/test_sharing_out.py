"""Threads share in work that is worth it; what they do is what one thread does."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

import galda
from galda import GaldaError
from galda.envs import threads as threads_of
from galda.envs.threads import Threads

ROWS = 4 * threads_of.LEAST_ROWS


def test_little_work_is_done_by_the_thread_that_called() -> None:
    team, who = Threads(4), []
    for _ in range(3):
        team.run(lambda _: who.append(threading.get_ident()), team.parts(ROWS), "quick")
    assert set(who) == {threading.get_ident()} and len(who) == 12
    assert len(Threads(4).parts(threads_of.LEAST_ROWS)) == 1


def test_much_work_is_shared_and_the_caller_works_too() -> None:
    team = Threads(4)

    def work(part: int) -> tuple[int, int]:
        time.sleep(0.02)
        return part, threading.get_ident()

    for turn in range(3):
        done = team.run(work, team.parts(ROWS), "slow")
        assert [part for part, _ in done] == [0, 1, 2, 3]
        who = {ident for _, ident in done}
        assert threading.get_ident() in who and (len(who) > 1) == (turn > 0)


def test_an_error_of_any_part_is_heard() -> None:
    team = Threads(2)

    def work(part: int) -> None:
        time.sleep(0.01)
        if part == 1:
            raise GaldaError("part 1")

    for _ in range(3):
        with pytest.raises(GaldaError, match="part 1"):
            team.run(work, team.parts(ROWS), "wrong")


@pytest.mark.parametrize("name", ("pylos", "towers"))
def test_a_large_batch_is_the_same_with_any_number_of_threads(name: str) -> None:
    one, three = (galda.batch(name, ROWS, seed=5, threads=n, observe=False) for n in (1, 3))
    for step in range(20):
        actions = one.random_actions(step)
        assert (actions == three.random_actions(step)).all()
        one.step(actions)
        three.step(actions)
    assert one.states.tobytes() == three.states.tobytes()


@pytest.mark.parametrize("threads", (0, -1, 1.5, "2", np.float64(1)))
def test_a_number_of_threads_that_cannot_be_is_refused(threads: object) -> None:
    with pytest.raises(GaldaError, match="threads are a whole number from 1"):
        galda.batch("quixo", 2, threads=threads)  # type: ignore[arg-type]
