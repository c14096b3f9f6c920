"""`python -m galda.solve GAME`: the same as `galda solve`, where only NumPy and Numba are there.

Machines with a graphics card often have nothing else, so this needs no other package.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter

from galda.core.errors import GaldaError
from galda.core.kernels.cuda import DEVICES
from galda.core.play.values import Outcome
from galda.core.show.language import number, say
from galda.games import game, game_names
from galda.solve.work import Solved, solve


def report(title: str, solved: Solved, lang: str, *, layers: bool) -> list[str]:
    """What was found, line by line."""
    lines = []
    if layers:
        heads = (
            say(lang, "layer"), say(lang, "won", context="positions"),
            say(lang, "lost", context="positions"), say(lang, "drawn", context="positions"),
        )  # fmt: skip
        lines.append("{:>10} {:>18} {:>18} {:>18}".format(*heads))
        for name, counts in solved.counts.items():
            told = (number(lang, n) for n in (counts.won, counts.lost, counts.drawn))
            lines.append("{:>10} {:>18} {:>18} {:>18}".format(name, *told))
    total = solved.total
    lines.append(
        {
            Outcome.WON: say(lang, "{game}: the first player wins.", game=title),
            Outcome.DRAWN: say(lang, "{game}: a draw.", game=title),
            Outcome.LOST: say(lang, "{game}: the first player loses.", game=title),
        }[solved.start]
    )
    lines.append(
        say(
            lang,
            "Positions: {total}; for the side to move won: {won}, lost: {lost}, drawn: {drawn}.",
            total=number(lang, total.total),
            won=number(lang, total.won),
            lost=number(lang, total.lost),
            drawn=number(lang, total.drawn),
        )
    )
    if solved.seconds:
        lines.append(say(lang, "Solved in {seconds} s.", seconds=number(lang, solved.seconds, 1)))
    if solved.file:
        lines.append(say(lang, "Kept in {file}", file=solved.file))
    return lines


def main() -> int:
    """Read the command line and solve."""
    parser = argparse.ArgumentParser(prog="python -m galda.solve")
    parser.add_argument("game", help=", ".join(game_names()))
    parser.add_argument("--device", default="cpu", choices=DEVICES)
    parser.add_argument("--threads", type=int, help="threads on the processor; default: all")
    parser.add_argument("--output", type=Path, help="the file to write; default: the user's own")
    parser.add_argument("--no-file", action="store_true", help="only count, keep nothing")
    parser.add_argument("--layers", action="store_true", help="print the counts of every layer")
    known, rest = parser.parse_known_args()
    given = {}
    for name, value in zip(rest[::2], rest[1::2], strict=False):
        given[name.removeprefix("--")] = value
    began = perf_counter()

    def tell(done: str, fraction: float) -> None:
        print(f"{perf_counter() - began:8.1f} s {fraction:7.2%}  {done}", file=sys.stderr)

    try:
        found = game(known.game)
        solved = solve(
            found, given, device=known.device, threads=known.threads, output=known.output,
            keep=not known.no_file, tell=tell,
        )  # fmt: skip
    except GaldaError as error:
        print(f"galda: {error}", file=sys.stderr)
        return 2
    print("\n".join(report(found.title, solved, "en", layers=known.layers)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
