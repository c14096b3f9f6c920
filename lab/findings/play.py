"""What is best play? Play and count the games behind lab/findings.md, and write the page.

    python -m lab.findings.play play                          every run of the page, again
    python -m lab.findings.play play alhambra --bots expert --players 2 --players 3 --deals 500
    python -m lab.findings.play play towers --bots expert skilled --players 2 --deals 500
    python -m lab.findings.play write                         lab/findings.md and its pictures

One bot plays all seats, each deal `--replays` times; several sit down in turn, each deal from every
seat. `random`, `guided` (the game's rollout policy) and `judging` (its evaluation, one action
ahead) play in compiled code, thousands of games a second; any other bot by name, `master:400` or
`learnt.pt`, plays as in the arena. Bots with a clock (`master`) do not play the same twice.

What was counted is kept part by part in `--work`, so a stopped run goes on, and one with more deals
continues it; the sums are in data/GAME.json.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import galda
from lab.findings.plans import PLANS
from lab.findings.runs import Run, new_run, play_run
from lab.findings.summary import DATA, keep

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "findings"


def wanted(given: argparse.Namespace) -> list[Run]:
    """The runs that were asked for."""
    if not given.bots:
        return [
            new_run(game, options, bots, deals * given.times, replays, given.seed)
            for game, options, bots, deals, replays in PLANS
            if not given.game or game == given.game
        ]
    if not given.game:
        sys.exit("name a game, or no bots")
    more: dict[str, Any] = dict(each.split("=", 1) for each in given.set)
    counts = given.players or [galda.game(given.game).read_options(more)["players"]]
    return [
        new_run(given.game, {**more, "players": n}, tuple(given.bots), given.deals, given.replays,
                given.seed)
        for n in counts
    ]  # fmt: skip


def play(given: argparse.Namespace) -> None:
    """Play what was asked for and keep the sums."""
    for run in wanted(given):
        began = time.perf_counter()

        def seen(done: int, parts: int, run: Run = run, began: float = began) -> None:
            spent = time.perf_counter() - began
            print(f"\r{run.game} {run.name}: {done} of {parts} parts, {spent:.0f} s", end="",
                  file=sys.stderr, flush=True)  # fmt: skip

        counted = play_run(run, given.work, given.workers, seen)
        print(file=sys.stderr)
        keep(run, counted, given.data)


def write(given: argparse.Namespace) -> None:
    """Write the page and its pictures from what is kept."""
    from lab.findings.page import write_page  # noqa: PLC0415  (playing needs no page)

    write_page(given.data)


def main() -> None:
    """Play, or write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the sums")
    doing = parser.add_subparsers(required=True)
    playing = doing.add_parser("play")
    playing.add_argument("game", nargs="?", choices=galda.game_names())
    playing.add_argument("--bots", nargs="+", default=[], help="one for all seats, or one for each")
    playing.add_argument("--players", type=int, action="append", help="again for several numbers")
    playing.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    playing.add_argument("--deals", type=int, default=1000)
    playing.add_argument("--times", type=int, default=1, help="so many times the page's deals")
    playing.add_argument(
        "--replays", type=int, default=2, help="games of each deal by equal players"
    )
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--workers", type=int, default=1)
    playing.add_argument("--work", type=Path, default=WORK, help="folder of the counted parts")
    playing.set_defaults(do=play)
    doing.add_parser("write").set_defaults(do=write)
    given = parser.parse_args()
    given.do(given)


if __name__ == "__main__":
    main()
