"""A tournament: who meets whom, played by several processes, resumed where it stopped."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import combinations, count
from pathlib import Path
from typing import Any

from galda.arena.match import Forfeit, MatchResult, Pairing, Terms, play_match
from galda.core.errors import GaldaError
from galda.core.workers import Workers


def pairings(entrants: int, seats: int, games: int) -> list[Pairing]:
    """At least `games` games: every group of entrants gets each seed once in every rotation."""
    if entrants < seats:
        raise GaldaError(
            "{seats} seats need at least {seats} bots; {entrants} were named",
            seats=seats,
            entrants=entrants,
        )
    groups = list(combinations(range(entrants), seats))
    found: list[Pairing] = []
    for seed in count(1):
        for group in groups:
            for turn in range(seats):
                found.append(Pairing(len(found), seed, group[turn:] + group[:turn]))
        if len(found) >= games:
            return found
    raise AssertionError  # seeds never run out


@dataclass
class Tournament:
    """Plays all pairings and keeps every result the moment it is known."""

    terms: Terms
    pairings: list[Pairing]
    results: Path | None = None
    """A file of one JSON line per game; what is in it already is not played again."""
    records: Path | None = None
    """A folder for the game records."""

    def play(self, workers: Workers, seen: Callable[[MatchResult], None]) -> list[MatchResult]:
        """Play what is still to be played; `seen` is told of each result, old ones too."""
        found = {result.number: result for result in self._earlier()}
        for result in found.values():
            seen(result)
        missing = [pairing for pairing in self.pairings if pairing.number not in found]
        if self.records:
            self.records.mkdir(parents=True, exist_ok=True)
        for result, record in workers(partial(play_match, self.terms), missing):
            self._keep(result, record)
            found[result.number] = result
            seen(result)
        return [found[number] for number in sorted(found)]

    def _keep(self, result: MatchResult, record: str) -> None:
        if self.records:
            (self.records / f"game-{result.number:05}.txt").write_text(record, "utf-8")
        if self.results:
            with self.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(result)) + "\n")
                file.flush()
                os.fsync(file.fileno())

    def _earlier(self) -> list[MatchResult]:
        """The results in the file, which must be of this very tournament."""
        if not self.results:
            return []
        head = json.dumps({"terms": asdict(self.terms)})
        if not self.results.exists():
            self.results.write_text(head + "\n", "utf-8")
            return []
        first, *lines = self.results.read_text("utf-8").splitlines()
        if first != head:
            raise GaldaError(
                "{file} holds another tournament; choose another file or delete it",
                file=self.results,
            )
        wanted = {pairing.number for pairing in self.pairings}
        found = []
        for line in lines:
            try:
                told: dict[str, Any] = json.loads(line)
            except json.JSONDecodeError:
                continue  # the line that was being written when the last run was stopped
            if told["number"] in wanted:
                found.append(read_result(told, self.terms.entrants))
        return found


def read_result(told: dict[str, Any], entrants: Sequence[str]) -> MatchResult:
    """A result as it was kept."""
    for key in ("seats", "places", "scores"):
        told[key] = tuple(told[key])
    forfeit = told["forfeit"]
    if isinstance(forfeit, str):
        told["forfeit"] = _read_sentence(forfeit, told["seats"], entrants)
    elif forfeit is not None:
        told["forfeit"] = Forfeit(**forfeit)
    return MatchResult(**told)


def _read_sentence(sentence: str, seats: Sequence[int], entrants: Sequence[str]) -> Forfeit | None:
    """A forfeit as earlier versions kept it: a sentence that begins with who it was, or nothing."""
    for seat, entrant in enumerate(seats):
        who = f"{entrants[entrant]} (seat {seat + 1}) "
        if sentence.startswith(who):
            values = {"bot": entrants[entrant], "seat": seat + 1}
            reason = sentence.removeprefix(who)
            return Forfeit(seat, "{bot} (seat {seat}) {reason}", values | {"reason": reason})
    return None
