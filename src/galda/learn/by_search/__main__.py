"""One command that makes a network from nothing, on one machine or on a Ray cluster.

    python -m galda.learn.by_search GAME --folder FOLDER --seed 1

The same command goes on where it was left. `network-N.npz` is the network of each generation, a bot
wherever a bot is named; `outcomes.jsonl` tells what it won against `classic` at equal time.
"""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path
from typing import Any

from galda.core.errors import GaldaError
from galda.core.machine import count_cores
from galda.core.workers import Workers, here, processes
from galda.learn.by_search.recipe import Kitchen, Recipe
from galda.learn.by_search.telling import Teller
from galda.learn.by_search.tuning import read_options


def read_arguments(words: list[str] | None = None) -> argparse.Namespace:
    """What is wanted."""
    ask = argparse.ArgumentParser(
        prog="python -m galda.learn.by_search", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    ask.add_argument("game")
    ask.add_argument("--folder", type=Path, required=True)
    ask.add_argument(
        "--players", type=int, nargs="+", default=[2], help="from game to game in turn"
    )
    ask.add_argument("--seed", type=int, default=Recipe.seed)
    ask.add_argument("--begin", default="", help="a network whose games come first")
    ask.add_argument("--quick", type=int, default=0, help="begin with so many quick games")
    ask.add_argument("--generations", type=int, default=Recipe.generations)
    ask.add_argument("--games", type=int, default=Recipe.games, help="in a generation")
    ask.add_argument("--iterations", type=int, default=Recipe.iterations)
    ask.add_argument(
        "--first-iterations", type=int, default=Recipe.first_iterations, help="of samples"
    )
    ask.add_argument("--epochs", type=float, default=Recipe.epochs)
    ask.add_argument("--first", type=int, default=Recipe.first, help="units of the first layer")
    ask.add_argument("--second", type=int, default=Recipe.second, help="units of the second")
    ask.add_argument("--leave-out", nargs="*", default=[], help="features without weights")
    ask.add_argument(
        "--search", nargs="*", default=[], metavar="OPTION=NUMBER", help="of the search it leads"
    )
    ask.add_argument("--matches", type=int, nargs="*", default=[2], help="players of a match")
    ask.add_argument("--deals", type=int, default=Recipe.deals)
    ask.add_argument("--budget", type=int, default=Recipe.budget, help="iterations in matches")
    ask.add_argument(
        "--worth", type=float, default=Recipe.worth, help="of the mark for each; 0: measured"
    )
    ask.add_argument("--workers", type=int, default=count_cores())
    ask.add_argument("--ray", action="store_true", help="play on a Ray cluster (extra `ray`)")
    ask.add_argument(
        "--minutes", type=float, default=float("inf"), help="begin nothing that takes longer"
    )
    return ask.parse_args(words)


def recipe_of(told: argparse.Namespace) -> Recipe:
    """The recipe that was asked for."""
    given: dict[str, Any] = {each.name: getattr(told, each.name) for each in fields(Recipe)}
    for name in ("players", "leave_out", "matches"):
        given[name] = tuple(given[name])
    return Recipe(**given | {"search": read_options(told.search)})


def workers_of(told: argparse.Namespace) -> Workers:
    """Who plays the games."""
    if told.ray:
        from galda.core.cluster import on_ray  # noqa: PLC0415  (Ray is an extra)

        return on_ray
    return here if told.workers == 1 else processes(told.workers)


def main(words: list[str] | None = None) -> int:
    """Make a network."""
    told = read_arguments(words)
    try:
        made = Kitchen(recipe_of(told), told.folder, workers_of(told), Teller()).make(told.minutes)
    except GaldaError as error:
        raise SystemExit(str(error)) from None
    except KeyboardInterrupt:
        raise SystemExit("interrupted; the same command goes on from here") from None
    print(made)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
