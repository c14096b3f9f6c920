"""The same tournament on a Ray cluster (extra `ray`)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from galda.arena.match import MatchResult, Pairing, Terms, play_match
from galda.arena.tournament import Runner
from galda.core.extras import extra

with extra("ray"):
    import ray

AHEAD = 4
"""Games handed out for each core of the cluster, so that none waits for work."""


def _connect() -> None:
    """Join the cluster that RAY_ADDRESS names, or start one on this machine, for itself alone."""
    if ray.is_initialized():
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    here: dict[str, Any] = {"include_dashboard": False, "_node_ip_address": "127.0.0.1"}
    ray.init(log_to_driver=False, **({} if "RAY_ADDRESS" in os.environ else here))


def run_on_ray() -> Runner:
    """Play on the cluster Ray is connected to, or on a local one that is started for it."""

    def run(terms: Terms, wanted: list[Pairing]) -> Iterator[tuple[MatchResult, str]]:
        _connect()
        remote = ray.remote(play_match)
        cluster: Any = ray  # Ray has no types for this
        resources: dict[str, float] = cluster.cluster_resources()
        most = max(int(resources.get("CPU", 1)), 1) * AHEAD
        waiting = iter(wanted)
        running: list[Any] = []
        while True:
            while len(running) < most and (pairing := next(waiting, None)):
                running.append(remote.remote(terms, pairing))
            if not running:
                return
            done, running = ray.wait(running)
            for reference in done:
                yield ray.get(reference)

    return run
