"""Work handed out to a Ray cluster, one machine or many (extra `ray`)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from galda.core.extras import extra
from galda.core.workers import Job, Result

with extra("ray"):
    import ray

AHEAD = 4
"""Jobs handed out for each core of the cluster, so that none waits for work."""


def connect() -> None:
    """Join the cluster that RAY_ADDRESS names, or start one on this machine, for itself alone."""
    if ray.is_initialized():
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    here: dict[str, Any] = {"include_dashboard": False, "_node_ip_address": "127.0.0.1"}
    ray.init(log_to_driver=False, **({} if "RAY_ADDRESS" in os.environ else here))


def do(work: Callable[[Job], Result], job: Job) -> Result:
    """One job, on whatever machine it comes to."""
    return work(job)


def on_ray(work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
    """On the cluster Ray is connected to, or on a local one that is started for it.

    What the work holds is sent to each machine once. A job whose machine is lost is done again by
    another: jobs are repeatable.
    """
    connect()
    remote = ray.remote(do)
    cluster: Any = ray  # Ray has no types for this
    resources: dict[str, float] = cluster.cluster_resources()
    most = max(int(resources.get("CPU", 1)), 1) * AHEAD
    sent = cluster.put(work)
    waiting = iter(jobs)
    running: list[Any] = []
    while True:
        while len(running) < most:
            try:
                running.append(remote.remote(sent, next(waiting)))
            except StopIteration:
                break
        if not running:
            return
        done, running = ray.wait(running)
        for reference in done:
            yield ray.get(reference)
