"""What all sections of the page use: runs by game, tables, and words for who plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lab.findings.summary import read

PICTURES = "../docs/findings"
WORDS = {
    "random": "random play", "guided": "`guided`", "judging": "`judging`",
}  # fmt: skip


@dataclass(frozen=True)
class Told:
    """A run that is kept, with its sums."""

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    results: dict[str, Any]
    own: dict[str, Any]

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.options["players"])

    @property
    def who(self) -> str:
        """Who plays, in words."""
        return " – ".join(WORDS.get(bot, f"`{bot}`") for bot in self.bots)

    @property
    def equals(self) -> bool:
        """Whether all seats are played by the same."""
        return len(self.bots) == 1


@dataclass
class Section:
    """A part of the page: its text, and its pictures by the names of their files."""

    text: str
    pictures: dict[str, str] = field(default_factory=dict)


def runs_of(game: str, folder: Path) -> list[Told]:
    """The runs of a game, by number of players, then by how many games."""
    found = [
        Told(game, kept["run"]["options"], tuple(kept["run"]["bots"]), kept["results"], kept["own"])
        for kept in read(game, folder).values()
    ]
    return sorted(found, key=lambda run: (run.players, str(run.options), -run.results["games"]))


def main_runs(runs: Sequence[Told]) -> list[Told]:
    """Of each set of options the run of equals that tells most: most games, none by chance."""
    best: dict[str, Told] = {}
    for run in runs:
        if run.equals and run.bots != ("random",):
            old = best.get(str(run.options))
            if old is None or run.results["games"] > old.results["games"]:
                best[str(run.options)] = run
    return list(best.values())


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def number(n: int) -> str:
    """With a thin space between thousands, as elsewhere in the docs."""
    return f"{n:,}".replace(",", " ")


def picture(name: str, said: str) -> str:
    """A picture in Markdown."""
    return f"![{said}]({PICTURES}/{name})"
