"""The leaderboard: bots and learners sit the exams of solved games, and a page tells the result.

    python -m lab.exams.leaderboard sit GAME BOT [--set size=4] [--name …] [--positions N]
    python -m lab.exams.leaderboard own [GAME] [--only BOT]   our own bots, all exams
    python -m lab.exams.leaderboard write           docs/leaderboard.md from leaderboard.json

What was measured is kept as data; a bot that sits the same exam anew replaces what it did before.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import galda
from galda import exams
from galda.core.play.game import Game
from galda.core.shares import wilson
from galda.exams.exam import all_exams

DOCS = Path(__file__).parents[2] / "docs"
KEPT = Path(__file__).with_name("leaderboard.json")
PAGE = DOCS / "leaderboard.md"

Entry = dict[str, Any]

INTRODUCTION = """\
# Leaderboard

How often a bot's move keeps the exact value of a position, in positions where moves differ in
outcome: a win stays a win, a draw is not lost. The positions and the value of every move are fixed
and come with the package, so that anybody can sit the same exam:

```python
>>> from galda import exams
>>> report = exams.score("quixo", "greedy", size=4, positions=25)
>>> [(sitting.source, sitting.whole.count) for sitting in report.sittings]
[('chance', 25), ('strong', 25)]

```

A function of a position that gives an action is scored in the same way, a network on observations
and masks with `batched=True`, a value function by `exams.score_values`, a bot from the command
line by `galda exam quixo --bot skilled`. [For researchers](researchers.md#truth-as-a-benchmark)
tells more.

*By chance* are decisions of random games, one from each; *strong play* are decisions of games
between alpha-beta bots of 20 000 positions a move that slip in one move of 25, after an opening of
up to eight random actions. No two positions of an exam are alike by symmetry. Intervals are
Wilson's, 95 %. The networks that judge positions for our bots have themselves learnt from exact
values of positions by chance ([solved games](solved.md)), of which early ones may be in the exam.
Levels below `master` overlook things by design ([bots](bots.md)). All that searches has a budget of
positions here instead of its second, so that it plays the same on every computer, however busy.
CPU seconds were measured on a core shared with other work. `win to loss` counts the positions in
which a move turned a win into a loss, of both kinds together.

`never-loses` plays by a [proof](solved.md#a-player-that-never-loses-and-why-one-can-believe-it),
which speaks only of positions that its player can come to. Positions of an exam have no past that
would say so, and there it looks ahead as `classic` does; so it does not sit. Of those that it can
come to, 24 of Quixo 3×3 and 103 of 4×4, its proof keeps the value of every one
(`tests/games/quixo/test_quixo_proof.py`).
"""


class Measure(NamedTuple):
    """How one of our own bots is measured."""

    bot: str
    positions: int | None = None
    """Of each exam the first ones; None: all."""
    note: str = ""


SOME = 300
OWN = (
    Measure("random"),
    Measure("greedy"),
    *(Measure(level) for level in ("novice", "casual", "skilled", "expert")),
    Measure("classic:20000", note="Alpha-beta with 20 000 positions a move, no book."),
    Measure("master:20000",
            note="Alpha-beta with 20 000 positions a move, the book of openings and what is known "
            "of early positions."),
    Measure("master:200000", SOME,
            "Alpha-beta with 200 000 positions a move, the book of openings and what is known of "
            f"early positions; the first {SOME} positions of each kind."),
)  # fmt: skip
"""Our own bots, and how each is measured."""


def sit_own(only: str | None, bot: str | None) -> None:
    """Let our own bots sit all exams there are."""
    for name in [only] if only else galda.game_names():
        game = galda.game(name)
        kinds = {_words(dict(exam.options)): dict(exam.options) for exam in all_exams(game)}
        for options in kinds.values():
            for measure in OWN:
                if bot in (None, measure.bot):
                    sit(game, measure, options)


def sit(
    game: Game, measure: Measure, options: dict[str, Any], seed: int = 0, name: str = ""
) -> None:
    """Let a bot sit an exam and keep what came of it."""
    exams.score(game, measure.bot, positions=1, seed=seed, **options)  # what it needs is compiled
    began = time.process_time()
    report = exams.score(game, measure.bot, positions=measure.positions, seed=seed,
                         name=name or measure.bot, **options)  # fmt: skip
    spent = time.process_time() - began
    entry = report.as_json() | {
        "seed": seed, "note": measure.note, "version": galda.__version__,
        "cpu_seconds_a_move": round(spent / report.whole.count, 4),
        "checksums": [each.checksum[:16] for each in exams.exams_of(game, **options)],
    }  # fmt: skip
    kept = [each for each in read() if _same(each) != _same(entry)] + [entry]
    KEPT.write_text(json.dumps(sorted(kept, key=_same), indent=1) + "\n", "utf-8")
    print(report)


def read() -> list[Entry]:
    """What is kept."""
    found: list[Entry] = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else []
    return found


def _same(entry: Entry) -> tuple[str, str, str]:
    return entry["game"], str(entry["options"]), entry["name"]


def page(kept: list[Entry]) -> str:
    """The page."""
    groups: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in kept:
        groups[entry["game"], _words(entry["options"])].append(entry)
    parts = [INTRODUCTION]
    for (name, words), entries in groups.items():
        parts.append(f"## {galda.game(name).title}, {words}\n")
        parts += table(entries)
    parts.append(exams_table())
    return "\n".join(parts)


def table(entries: list[Entry]) -> list[str]:
    """One exam's table, the best first, and the notes below it."""
    sources = [sitting["source"] for sitting in entries[0]["sittings"]]
    heads = " | ".join(f"{WORDS[source]} | 95 % | positions" for source in sources)
    rows = [f"| | {heads} | win to loss | CPU s a move |",
            "|---|" + "---|---|---|" * len(sources) + "---|---|"]  # fmt: skip
    ranked = sorted(entries, key=lambda entry: -_share(entry["sittings"][-1]["whole"]))
    for entry in ranked:
        cells = [f"`{entry['name']}`" + (f" {mark(entry, ranked)}" if entry["note"] else "")]
        for sitting in entry["sittings"]:
            count, kept = sitting["whole"][2:]
            low, high = wilson(kept / count, count)
            cells += [f"{kept / count:.1%}", f"{low:.1%}–{high:.1%}", f"{count}"]
        lost = sum(sitting["wins_turned_into_losses"] for sitting in entry["sittings"])
        cells += [str(lost), f"{entry['cpu_seconds_a_move']:.3g}"]
        rows.append("| " + " | ".join(cells).replace("%", " %") + " |")
    rows.append("")
    notes = list(dict.fromkeys(entry["note"] for entry in ranked if entry["note"]))
    rows += [f"{SIGNS[k]} {note}  " for k, note in enumerate(notes)]
    return [*rows, "", *by_depth(ranked)]


def by_depth(entries: list[Entry]) -> list[str]:
    """The same by the actions played before, for the last source, of who sat the whole exam."""
    most = max(int(entry["sittings"][-1]["whole"][2]) for entry in entries)
    full = [entry for entry in entries if entry["sittings"][-1]["whole"][2] == most]
    bands = [band[:2] for band in full[0]["sittings"][-1]["by_depth"]]
    source = WORDS[entries[0]["sittings"][-1]["source"]]
    heads = " | ".join(f"{low}–{high}" for low, high in bands)
    rows = [f"By the actions played before, {source}, of those who sat the whole exam:", "",
            f"| | {heads} |", "|---|" + "---|" * len(bands)]  # fmt: skip
    for entry in full:
        shares = [_share(band) for band in entry["sittings"][-1]["by_depth"]]
        rows.append(f"| `{entry['name']}` | " + " | ".join(f"{share:.1%}".replace("%", " %")
                                                           for share in shares) + " |")  # fmt: skip
    return [*rows, ""]


WORDS = {"chance": "by chance", "strong": "strong play"}
SIGNS = "¹²³⁴⁵⁶⁷⁸⁹"


def mark(entry: Entry, ranked: list[Entry]) -> str:
    """The sign of an entry's note."""
    notes = list(dict.fromkeys(each["note"] for each in ranked if each["note"]))
    return SIGNS[notes.index(entry["note"])]


def _share(band: list[int]) -> float:
    return band[3] / band[2] if band[2] else 0.0


def _words(options: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items())


def exams_table() -> str:
    """What the exams hold, with their checksums."""
    rows = [
        "## The exams",
        "",
        "| exam | positions | moves | SHA-256 begins with |",
        "|---|---|---|---|",
    ]
    for name in galda.game_names():
        for exam in all_exams(galda.game(name)):
            moves = sum(map(len, exam.values))
            called = f"{exam.game.title}, {_words(dict(exam.options))}, {WORDS[exam.source]}"
            rows.append(f"| {called} | {len(exam.texts)} | {moves} | `{exam.checksum[:16]}` |")
    rows += [
        "",
        "`lab/exams/leaderboard.py`, in the sources, writes this page from what was measured.",
        "",
    ]
    return "\n".join(rows)


def main() -> None:
    """Measure, or write."""
    parser = argparse.ArgumentParser(description=__doc__, prog="lab.exams.leaderboard")
    tasks = parser.add_subparsers(dest="task", required=True)
    sitting = tasks.add_parser("sit")
    sitting.add_argument("game")
    sitting.add_argument("bot")
    sitting.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    sitting.add_argument("--name", default="")
    sitting.add_argument("--note", default="")
    sitting.add_argument("--positions", type=int)
    sitting.add_argument("--seed", type=int, default=0)
    own = tasks.add_parser("own")
    own.add_argument("game", nargs="?")
    own.add_argument("--only", metavar="BOT")
    tasks.add_parser("write")
    given = parser.parse_args()
    if given.task == "sit":
        game = galda.game(given.game)
        named: dict[str, Any] = dict(each.split("=") for each in given.set)
        options: dict[str, Any] = {name: game.read_options(named)[name] for name in named}
        sit(game, Measure(given.bot, given.positions, given.note), options, given.seed, given.name)
    elif given.task == "own":
        sit_own(given.game, given.only)
    else:
        PAGE.write_text(page(read()), "utf-8")


if __name__ == "__main__":
    main()
