"""The leaderboard: bots and networks scored on positions of solved games, and the pages of results.

    python -m lab.exams.leaderboard sit GAME BOT [--set size=4] [--name …] [--positions N]
    python -m lab.exams.leaderboard own [GAME] [--only BOT]   our own bots, all exams
    python -m lab.exams.leaderboard write           both pages, from leaderboard.json

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
DETAILED = Path(__file__).parents[1] / "leaderboard.md"

Entry = dict[str, Any]

INTRODUCTION = """\
---
description: "How often bots keep the exact value of positions of Quixo and Pylos."
---
# Leaderboard: bots against perfect play

Quixo and Pylos are [solved](solved.md), so a move can be marked right or wrong. The package ships
fixed [benchmark positions](benchmarks.md) in which legal moves differ in outcome. The score is
the share of positions in which a bot keeps the value: a win stays a win, a draw is not lost.

Each cell gives random positions / positions from strong play, in percent.

"""

MORE = """\
*Random positions* come from random games, one from each. *Strong play* means games between
alpha-beta bots of 20 000 nodes a move that make one random move in 25. No two positions of a set
are equal under symmetry. `master:20000` and the like search with a fixed number of nodes instead
of one second, so results are reproducible on every machine. `master` uses its opening book and
WDL tables, `classic` has none. With 800 positions of a kind a 95 % interval is at most ± 3.5
points wide.

The evaluation networks of our bots were trained on exact values of random positions; early
positions may be among the benchmark positions. The bot `never-loses` is not listed: its proof
covers only positions that it can reach itself.

Intervals, results by depth, blunders (a win turned into a loss), CPU time and checksums of all
position sets are in `lab/leaderboard.md` in the sources.

## Score your own bot

```python
>>> from galda import exams
>>> report = exams.score("quixo", "greedy", size=4, positions=25)
>>> [(sitting.source, sitting.whole.count) for sitting in report.sittings]
[('chance', 25), ('strong', 25)]

```

[Benchmarks on exact values](benchmarks.md) shows how to score functions, networks and value
functions.

## Submit a result

1. Score the whole set: `galda exam quixo --bot NAME --json > result.json`, or
   `exams.score(…).as_json()` in Python. The file names the bot, the options and the counts.
2. State what the bot used: search budget, training data, hardware, version of Galda. 3. Open a
pull request that adds the result with `python -m lab.exams.leaderboard sit GAME BOT --name …
   --note …` and `python -m lab.exams.leaderboard write`. Results that can be repeated are accepted,
   good or bad.
"""

DETAILS = """\
# Leaderboard in detail

All results behind [the leaderboard](../docs/leaderboard.md). Intervals are Wilson's, 95 %. `win
to loss` counts positions of both kinds in which a move turned a win into a loss. CPU time was
measured on a core that was shared with other work.
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
    """The page for users: one row for each bot, one column for each set of positions."""
    groups = _groups(kept)
    names = dict.fromkeys(entry["name"] for entry in kept)
    shares: dict[str, dict[tuple[str, str], str]] = {name: {} for name in names}
    for group, entries in groups.items():
        for entry in entries:
            both = (f"{100 * _share(sitting['whole']):.1f}" for sitting in entry["sittings"])
            shares[entry["name"]][group] = " / ".join(both)
    ranked = sorted(names, key=lambda name: -_mean(kept, name))
    heads = [f"{galda.game(name).title} {_short(words)}" for name, words in groups]
    rows = [f"| | {' | '.join(heads)} |", "|---" * (1 + len(heads)) + "|"]
    for name in ranked:
        cells = [shares[name].get(group, "–") for group in groups]
        rows.append(f"| `{name}` | {' | '.join(cells)} |")
    return INTRODUCTION + "\n".join(rows) + "\n\n" + MORE


def details(kept: list[Entry]) -> str:
    """The page of the laboratory: everything that was measured."""
    parts = [DETAILS]
    for (name, words), entries in _groups(kept).items():
        parts.append(f"## {galda.game(name).title}, {words}\n")
        parts += table(entries)
    parts.append(exams_table())
    return "\n".join(parts)


def _groups(kept: list[Entry]) -> dict[tuple[str, str], list[Entry]]:
    groups: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in kept:
        groups[entry["game"], _words(entry["options"])].append(entry)
    return groups


def _mean(kept: list[Entry], name: str) -> float:
    """A bot's mean share over all sets of positions."""
    shares = [
        _share(sitting["whole"])
        for entry in kept
        if entry["name"] == name
        for sitting in entry["sittings"]
    ]
    return sum(shares) / len(shares)


def _short(words: str) -> str:
    """Options as the head of a column: "5×5" for "size 5"."""
    name, _, value = words.partition(" ")
    return f"{value}×{value}" if name == "size" else value


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
    rows = [f"By the actions played before, {source}, full runs only:", "",
            f"| | {heads} |", "|---|" + "---|" * len(bands)]  # fmt: skip
    for entry in full:
        shares = [_share(band) for band in entry["sittings"][-1]["by_depth"]]
        rows.append(f"| `{entry['name']}` | " + " | ".join(f"{share:.1%}".replace("%", " %")
                                                           for share in shares) + " |")  # fmt: skip
    return [*rows, ""]


WORDS = {"chance": "random", "strong": "strong play"}
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
        "## The sets of positions",
        "",
        "| set | positions | moves | SHA-256 begins with |",
        "|---|---|---|---|",
    ]
    for name in galda.game_names():
        for exam in all_exams(galda.game(name)):
            moves = sum(map(len, exam.values))
            called = f"{exam.game.title}, {_words(dict(exam.options))}, {WORDS[exam.source]}"
            rows.append(f"| {called} | {len(exam.texts)} | {moves} | `{exam.checksum[:16]}` |")
    rows += [
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
        DETAILED.write_text(details(read()), "utf-8")


if __name__ == "__main__":
    main()
