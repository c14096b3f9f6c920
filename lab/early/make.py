"""Make the early positions of a solved game's book (`galda/solve/book.py`): how they end.

    python -m lab.early.make quixo --set size=3:4 --set size=4:8
    python -m lab.early.make pylos --set variant=standard:12 --device cuda

Each set of options is solved here and now, unless the user has solved it (`galda solve`). The
number behind it is the last layer to be kept: cubes or balls on the board. It has to be made anew
whenever the network that evaluates positions is taught anew; what the file says of other options
stays, as far as it was made with the network there is.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import galda
from galda.core.play.options import Value
from galda.solve.book import Early
from galda.solve.in_memory import hold
from galda.solve.user_tablebases import tablebase_for
from lab.book import put_into_book
from lab.early.making import make_early


def make(name: str, wanted: str, device: str) -> tuple[dict[str, Value], Early]:
    """One set of options, given as `size=4:8`, and what is kept of it."""
    began = time.perf_counter()
    given, _, layers = wanted.rpartition(":")
    game = galda.game(name)
    options = game.read_options(dict(each.split("=") for each in given.split(",")))
    solution = tablebase_for(game, options) or hold(game, options, device=device)
    solved = time.perf_counter()
    early = make_early(solution, int(layers))
    took = time.perf_counter() - solved
    print(
        f"{wanted}: {early.bits.nbytes:,} bytes, {solved - began:.1f} s solved, {took:.1f} s made",
        flush=True,
    )
    return options, early


def main() -> None:
    """Make the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--set", action="append", required=True)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    found = [make(given.game, each, given.device) for each in given.set]
    put_into_book(galda.game(given.game), found, given.output)


if __name__ == "__main__":
    main()
