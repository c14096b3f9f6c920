"""Work that is handed out: all of it done once, told in order where that is wanted, Ray or not."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import wait
from pathlib import Path
from typing import Any

import pytest

from galda import MissingExtra
from galda.core.workers import Workers, here, in_order, processes

NUMBERS = [7, -3, 0, 12, -12, 5, -1]


@pytest.mark.parametrize("workers", [here, processes(2)])
def test_everything_is_done_once_and_in_order_where_that_is_wanted(workers: Workers) -> None:
    wanted = [abs(number) for number in NUMBERS]
    assert sorted(workers(abs, NUMBERS)) == sorted(wanted)
    assert list(in_order(workers, abs, NUMBERS)) == wanted


def test_results_that_are_ready_at_once_come_in_the_order_of_the_jobs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("galda.core.workers.wait", lambda running, return_when: wait(running))
    wanted = [abs(number) for number in NUMBERS * 6]
    assert list(processes(2)(abs, NUMBERS * 6)) == wanted


def test_results_that_come_early_wait_for_their_turn() -> None:
    told: list[int] = []

    def backwards(work: Callable[[Any], Any], jobs: Iterable[Any]) -> Iterator[Any]:
        for job in reversed(list(jobs)):
            told.append(job[0])
            yield work(job)

    assert list(in_order(backwards, abs, NUMBERS)) == [abs(number) for number in NUMBERS]
    assert told == [6, 5, 4, 3, 2, 1, 0]


def test_nothing_is_asked_for_before_it_can_be_done() -> None:
    asked = []

    def jobs() -> Iterator[int]:
        for number in NUMBERS:
            asked.append(number)
            yield number

    results = here(abs, jobs())
    next(results)
    assert asked == NUMBERS[:1]


def test_whoever_has_no_ray_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "galda.core.cluster", raising=False)
    with pytest.raises(MissingExtra, match=r"pip install 'galda\[ray\]'"):
        importlib.import_module("galda.core.cluster")


ALONE = ["unshare", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "-"]
"""Ray listens on every address it finds, so it gets a network of its own with none but loopback."""


@pytest.mark.slow
def test_games_are_the_same_on_a_ray_of_two(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="needs Ray: pip install 'galda[ray]'")
    program = """
import hashlib, json, sys
from galda.core.workers import here, in_order
def play(seeds):
    import galda
    told = []
    for seed in seeds:
        position, bot = galda.game("towers").new(seed=seed), galda.make_bot("master:5", seed=seed)
        for _ in range(12):
            position = position.play(bot.choose(position))
        told.append(position.states.tobytes())
    return hashlib.sha256(b"".join(told)).hexdigest()
if sys.argv[1] == "ray":
    import ray
    ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False)
    from galda.core.cluster import on_ray as workers
else:
    workers = here
print(json.dumps(list(in_order(workers, play, [range(n, n + 2) for n in range(0, 8, 2)]))))
"""
    found = []
    for who in ("here", "ray"):
        run = [*ALONE, sys.executable, "-c", program, who]
        out = subprocess.run(run, check=True, stdout=subprocess.PIPE, cwd=tmp_path, text=True)
        found.append(json.loads(out.stdout.splitlines()[-1]))
    assert found[0] == found[1]
    assert len(set(found[0])) == 4
