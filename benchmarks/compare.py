"""How fast these sources are beside others: `python benchmarks/compare.py [VERSION]`.

A version is anything that git knows: a tag, a branch, a commit; without one, the newest tag. It is
taken from the repository into a folder of its own. Both versions measure in turn, each time in a
process of its own, and the median of the ratios counts: machines are noisy. `--markdown FILE`
writes the table to a file as well, for a comment on a pull request.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 5
NOTABLE = 0.05
"""Ratios nearer to 1 than this are noise on shared machines."""

MEASURE = """
import json, time
import galda

def rate(work, seconds=0.7):
    work()  # compiled and warm
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        done += work()
    return done / spent

def batches(name):
    batch, k = galda.batch(name, 4096, seed=1), 0
    def work():
        nonlocal k
        for _ in range(8):
            k += 1
            batch.step(batch.random_actions(k))
        return 8 * 4096
    return work

def python(name):
    game = galda.game(name)
    def work():
        position, played = game.new(seed=1), 0
        while not position.is_over and played < 40:
            actions = position.legal_actions
            position = position.play(actions[played % len(actions)])
            played += 1
        return played
    return work

def pictures(name):
    position = galda.game(name).new(seed=1)
    def work():
        position.svg()
        return 1
    return work

found = {}
rows = {"batch, actions/s": batches, "Python, actions/s": python, "drawings/s": pictures}
for name in galda.game_names():
    for what, make in rows.items():
        try:
            found[f"{name}: {what}"] = rate(make(name))
        except Exception as error:  # another version may not know the call
            found[f"{name}: {what}"] = None
print(json.dumps(found))
"""
Rates = dict[str, float | None]


def newest_tag() -> str:
    """The newest tag of a release before this commit."""
    told = subprocess.run(
        ["git", "-C", str(ROOT), "describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False,
    )  # fmt: skip
    if told.returncode:
        raise SystemExit("no tag of a release is known here; name a version to compare with")
    return told.stdout.strip()


def take(version: str, folder: Path) -> Path:
    """The sources of a version, in a folder of their own."""
    packed = folder / "version.tar"
    done = subprocess.run(
        ["git", "-C", str(ROOT), "archive", "--output", str(packed), version, "src"], check=False
    )
    if done.returncode:
        raise SystemExit(f"git knows no version {version!r} here")
    subprocess.run(["tar", "-xf", str(packed), "-C", str(folder)], check=True)
    return folder / "src"


def measure(sources: Path) -> Rates:
    """What one process measures with these sources."""
    told = subprocess.run(
        [sys.executable, "-c", MEASURE], cwd=tempfile.gettempdir(), check=True,
        env={**os.environ, "PYTHONPATH": str(sources)}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    found: Rates = json.loads(told.stdout)
    return found


def table(version: str, pairs: list[tuple[Rates, Rates]]) -> str:
    """The medians of both versions and their ratios, as Markdown."""
    lines = [f"| | {version} | now | ratio |", "|---|--:|--:|--:|"]
    for name in pairs[0][1]:
        before = [pair[0].get(name) for pair in pairs]
        now = [pair[1][name] for pair in pairs]
        if None in before or None in now:
            lines.append(f"| {name} | not there | | |")
            continue
        ratio = statistics.median(b / a for a, b in zip(before, now, strict=True) if a and b)
        sign = "" if abs(ratio - 1) < NOTABLE else " ▲" if ratio > 1 else " ▼"
        middle = [statistics.median(filter(None, rates)) for rates in (before, now)]
        lines.append(f"| {name} | {middle[0]:,.0f} | {middle[1]:,.0f} | {ratio:.2f}{sign} |")
    return "\n".join([*lines, ""])


def main() -> None:
    """Compare two versions."""
    parser = argparse.ArgumentParser(description="Compare the speed of two versions.")
    parser.add_argument("version", nargs="?", help="a tag, branch or commit; default: newest tag")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often both measure")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table there, too")
    asked = parser.parse_args()
    version = asked.version or newest_tag()
    with tempfile.TemporaryDirectory() as folder:
        sources = take(version, Path(folder))
        pairs = []
        for turn in range(asked.rounds):
            pairs.append((measure(sources), measure(ROOT / "src")))
            print(f"round {turn + 1} of {asked.rounds}", file=sys.stderr)
    said = table(version, pairs)
    print(said)
    if asked.markdown:
        asked.markdown.write_text(f"Speed beside {version}:\n\n{said}", "utf-8")


if __name__ == "__main__":
    main()
