"""Try options of the search that a network leads: matches against `classic` at equal time.

    python -m galda.learn.by_search.tuning GAME learnt.npz --players 4 --mark 1000 \\
        --try ahead=0 --try ahead=12 --try ahead=12 exploration=0.7

The mark gets the same iterations in all of them, and each try as many as take as long: so its
budget is told with what it won. All tries play the same deals. `--keep ahead=12` plays nothing: it
writes options into the network's file.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from galda.bots.learnt import Taught, keep_search, read_taught
from galda.core.machine import count_cores
from galda.core.workers import here, processes
from galda.learn.by_search.matches import Match, hold, measure_worth
from galda.learn.by_search.telling import Teller


def read_options(words: list[str]) -> dict[str, float]:
    """Options as they are written: `ahead=12`."""
    return {name: float(number) for name, _, number in (word.partition("=") for word in words)}


def main(words: list[str] | None = None) -> int:
    """Try one after the other."""
    ask = argparse.ArgumentParser(
        prog="python -m galda.learn.by_search.tuning", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    ask.add_argument("game")
    ask.add_argument("network", type=Path)
    ask.add_argument("--players", type=int, default=2)
    ask.add_argument("--mark", type=int, default=1000, help="iterations of classic")
    ask.add_argument("--deals", type=int, default=60)
    ask.add_argument("--workers", type=int, default=count_cores())
    ask.add_argument("--try", dest="tries", nargs="*", action="append", metavar="OPTION=NUMBER")
    ask.add_argument("--keep", nargs="+", metavar="OPTION=NUMBER")
    told = ask.parse_args(words)
    if told.keep:
        keep_search(told.network, read_options(told.keep))
        return 0
    teller, taught = Teller(), read_taught(told.network)
    workers = here if told.workers == 1 else processes(told.workers)
    for each in told.tries or [[]]:
        network = Taught(taught.network, {**taught.search, **read_options(each)})
        budget = max(round(told.mark / measure_worth(told.game, told.players, network)), 1)
        match = Match(told.game, told.players, network, budget, f"classic:{told.mark}")
        name = " ".join(each) or "as it is"
        with teller.step(name) as tell:
            outcome = hold(match, told.deals, workers, tell)
        print(f"{name}, {budget} iterations: {outcome}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
