"""`python -m galda.solve.prove GAME`: `galda prove` where only NumPy and Numba are there.

Machines with a graphics card often have nothing else, so this needs no other package.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter

from galda.core.errors import GaldaError
from galda.core.kernels.cuda import DEVICES
from galda.core.play.prover import Checked, Proof
from galda.core.show.language import number, say
from galda.games import game, game_names
from galda.solve import proving


def layer_lines(proof: Proof, lang: str) -> list[str]:
    """The layers of a proof, line by line."""
    heads = say(lang, "layer"), say(lang, "positions"), say(lang, "patches")
    lines = ["{:>10} {:>18} {:>18}".format(*heads)]
    for layer in proof.layers:
        told = number(lang, layer.positions), number(lang, layer.patches)
        lines.append("{:>10} {:>18} {:>18}".format(layer.name, *told))
    return lines


def proved_lines(title: str, proof: Proof, file: Path, lang: str) -> list[str]:
    """What a proof claims."""
    if not proof.wins:
        claim = say(lang, "{game}: a player who plays by this proof never loses.", game=title)
    elif proving.is_second(game(proof.game), proof):
        claim = say(
            lang, "{game}: a player who comes second and plays by this proof always wins.",
            game=title,
        )  # fmt: skip
    else:
        claim = say(
            lang, "{game}: a player who begins and plays by this proof always wins.", game=title
        )
    return [
        claim,
        say(
            lang,
            "It can meet {positions} positions; in {patches} of them a patch changes its choice.",
            positions=number(lang, proof.positions),
            patches=number(lang, proof.patches),
        ),
        say(lang, "Kept in {file}", file=file),
    ]


def checked_lines(proof: Proof, checked: Checked, seconds: float, lang: str) -> list[str]:
    """What a check found."""
    lines = [
        say(
            lang,
            "Walked {positions} positions in {seconds} s; checksum {checksum}.",
            positions=number(lang, checked.positions),
            seconds=number(lang, seconds, 1),
            checksum=f"{checked.checksum:016x}",
        )
    ]
    if checked.lost:
        count = number(lang, checked.lost)
        lines.append(say(lang, "The player loses from {count} positions.", count=count))
    if checked.stuck:
        count = number(lang, checked.stuck)
        lines.append(say(lang, "The player has no move in {count} positions.", count=count))
    if proof.wins and not checked.wins:
        lines.append(say(lang, "The player does not always win: play can go on for ever."))
    if (checked.positions, checked.checksum) != (proof.positions, proof.checksum):
        lines.append(say(lang, "These are not the positions that the proof was made for."))
    if proving.holds(proof, checked):
        lines.append(say(lang, "The proof holds."))
    else:
        lines.append(say(lang, "The proof does not hold."))
    return lines


def main() -> int:
    """Read the command line; tell what a proof claims, or check it."""
    parser = argparse.ArgumentParser(prog="python -m galda.solve.prove")
    parser.add_argument("game", help=", ".join(game_names()))
    parser.add_argument("--check", action="store_true", help="check a proof by the rules alone")
    parser.add_argument("--device", default="cpu", choices=DEVICES)
    parser.add_argument("--threads", type=int, help="threads on the processor; default: all")
    parser.add_argument("--file", type=Path, help="the proof; by default the one that players use")
    parser.add_argument("--folder", type=Path, help="check with files here instead of memory")
    parser.add_argument("--layers", action="store_true", help="print the counts of every layer")
    known, rest = parser.parse_known_args()
    given = {
        name.removeprefix("--"): value for name, value in zip(rest[::2], rest[1::2], strict=False)
    }
    began = perf_counter()

    def tell(done: str, fraction: float) -> None:
        print(f"{perf_counter() - began:8.1f} s {fraction:7.2%}  {done}", file=sys.stderr)

    try:
        found = game(known.game)
        if known.check:
            proof, checked = proving.check(
                found, given, device=known.device, threads=known.threads, file=known.file,
                folder=known.folder, tell=tell,
            )  # fmt: skip
            lines = checked_lines(proof, checked, perf_counter() - began, "en")
            failed = not proving.holds(proof, checked)
        else:
            (proof, file), failed = proving.find_proof(found, given, known.file), False
            lines = proved_lines(found.title, proof, file, "en")
    except GaldaError as error:
        print(f"galda: {error}", file=sys.stderr)
        return 2
    print("\n".join([*(layer_lines(proof, "en") if known.layers else []), *lines]))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
