"""How a network is made from nothing: quick games, learning, games by search, learning, a match.

A recipe is data, and with its seed it decides everything. A folder keeps each step as it is done:
whoever starts the same recipe there again goes on where it was left, in the middle of a
generation's games too.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import galda
from galda.bots.learnt import Taught, read_taught
from galda.core.errors import GaldaError
from galda.core.workers import Workers, in_order
from galda.learn.by_search import games, quick
from galda.learn.by_search.games import Lesson, Lessons, join
from galda.learn.by_search.matches import Match, hold, measure_worth
from galda.learn.by_search.quick import Quick
from galda.learn.by_search.telling import Teller

RECIPE, OUTCOMES = "recipe.json", "outcomes.jsonl"
LAST = 3
"""A network learns from so many generations."""
QUICK_EPOCHS, QUICK_BATCH = 3, 4096
"""Of quick games there are many: each is looked at less often."""
MARK = "classic"


@dataclass(frozen=True)
class Recipe:
    """Everything that decides what a network learns."""

    game: str
    players: tuple[int, ...]
    """How many play, from game to game in turn."""
    seed: int = 1
    begin: str = ""
    """The file of a network whose games come first; none: quick games or samples do."""
    quick: int = 0
    """Games of the rollout policy before all others."""
    generations: int = 3
    games: int = 2000
    """In a generation."""
    iterations: int = 160
    """Of the search, for a move, in games that are learnt from."""
    first_iterations: int = 120
    """The same in a first generation that samples games."""
    epochs: float = 6
    first: int = 256
    second: int = 64
    leave_out: tuple[str, ...] = ()
    search: Mapping[str, float] = field(default_factory=dict)
    """Options of the search that the network leads."""
    matches: tuple[int, ...] = (2,)
    """The numbers of players of matches against the mark."""
    deals: int = 60
    budget: int = 500
    """Iterations of the network's search in matches."""
    worth: float = 0.0
    """Iterations of the mark for each of these; 0: measured, so that both take as long."""


class Kitchen:
    """Makes a network by a recipe, in a folder, with whoever does the work."""

    def __init__(self, recipe: Recipe, folder: Path, workers: Workers, teller: Teller) -> None:
        from galda.learn.by_search import teaching  # noqa: PLC0415  (who plays needs no PyTorch)

        self._teaching = teaching
        self.recipe, self.folder, self.workers, self.teller = recipe, folder, workers, teller
        self._quick: Lessons | None = None
        folder.mkdir(parents=True, exist_ok=True)
        told = json.dumps(asdict(recipe), indent=1)
        kept = folder / RECIPE
        if kept.exists() and kept.read_text("utf-8") != told:
            raise GaldaError("{file} holds a run with other settings", file=folder)
        kept.write_text(told, "utf-8")

    def make(self, minutes: float = float("inf")) -> Path | None:
        """Make all generations, or as many as `minutes` last for; returns the last network."""
        began, longest = time.monotonic(), 0.0
        last = None
        for generation in range(self.recipe.generations):
            file = self.network(generation)
            start = time.monotonic()
            if not file.exists():
                if start - began + longest > 60 * minutes:
                    self.teller.note(f"no time left for generation {generation}")
                    break
                self._learn(generation)
            if not self._met(generation):
                self._meet(generation)
            last, took = file, time.monotonic() - start
            longest = max(longest, took)
            left = (self.recipe.generations - generation - 1) * took
            self.teller.note(f"generation {generation}: {took:.0f} s; about {left:.0f} s left")
        return last

    def network(self, generation: int) -> Path:
        """The file of a generation's network."""
        return self.folder / f"network-{generation}.npz"

    def _taught(self, generation: int) -> Taught | None:
        """What leads a generation's games."""
        recipe = self.recipe
        if generation > 0:
            return read_taught(self.network(generation - 1))
        if not recipe.begin:
            return None
        begun = read_taught(Path(recipe.begin))
        return Taught(begun.network, {**begun.search, **recipe.search})

    def _learn(self, generation: int) -> None:
        recipe = self.recipe
        values = self._quick_lessons() if recipe.quick else None
        course = self._teaching.Course(
            epochs=recipe.epochs, first=recipe.first, second=recipe.second,
            leave_out=recipe.leave_out, seed=recipe.seed * 100 + generation, search=recipe.search,
        )  # fmt: skip
        if values is not None and generation == 0 and not recipe.begin:
            sources = [values]
            course = replace(course, epochs=QUICK_EPOCHS, batch=QUICK_BATCH)
        else:
            self._play(generation)
            first = 1 if generation > 1 and not recipe.begin and not recipe.quick else 0
            known = range(max(generation - LAST + 1, first), generation + 1)
            sources = [join([part for k in known for part in self._kept(f"lessons-{k}")])]
            if values is not None:  # what the policy chose is not told any more: there is better
                sources.append({k: values[k] for k in values if k not in ("masks", "chosen")})
        unfinished = self.folder / "unfinished.npz"
        floats = self.folder / f"floats-{generation}.npz"
        game = galda.game(recipe.game)
        with self.teller.step(f"generation {generation}, learning") as tell:
            self._teaching.teach(game, sources, course, floats, unfinished, tell)
        unfinished.replace(self.network(generation))
        for old in range(generation - LAST + 1):
            shutil.rmtree(self.folder / f"lessons-{old}", ignore_errors=True)

    def _quick_lessons(self) -> Lessons:
        recipe = self.recipe
        if self._quick is None:
            wanted = Quick(recipe.game, recipe.players, recipe.seed)
            self._gather("quick", partial(quick.play_some, wanted), recipe.quick, quick.CHUNK)
            self._quick = join(list(self._kept("quick")))
        return self._quick

    def _play(self, generation: int) -> None:
        recipe, taught = self.recipe, self._taught(generation)
        lesson = Lesson(
            recipe.game, recipe.players, recipe.iterations if taught else recipe.first_iterations,
            recipe.seed * 100 + generation, taught,
        )  # fmt: skip
        play = partial(games.play_some, lesson)
        self._gather(f"lessons-{generation}", play, recipe.games, games.CHUNK)

    def _gather(
        self, name: str, play: Callable[[range], Lessons], count: int, chunk: int
    ) -> None:  # fmt: skip
        """Have so many games played; each chunk is kept as it comes, and none is played twice."""
        place = self.folder / name
        place.mkdir(exist_ok=True)
        chunks = [range(n, min(n + chunk, count)) for n in range(0, count, chunk)]
        missing = [each for each in chunks if not self._chunk(place, each).exists()]
        done = len(chunks) - len(missing)
        with self.teller.step(f"{name}, {count} games") as tell:
            for numbers, made in zip(missing, in_order(self.workers, play, missing), strict=True):
                unfinished = place / "unfinished"
                with unfinished.open("wb") as file:
                    np.savez(file, **made)
                unfinished.replace(self._chunk(place, numbers))
                done += 1
                tell(done / len(chunks))

    def _chunk(self, place: Path, numbers: range) -> Path:
        return place / f"{numbers.start:08}.npz"

    def _kept(self, name: str) -> Iterator[Lessons]:
        for file in sorted((self.folder / name).glob("*.npz")):
            with np.load(file) as found:
                yield dict(found)

    def _met(self, generation: int) -> bool:
        return any(each["generation"] == generation for each in self.outcomes())

    def outcomes(self) -> list[dict[str, Any]]:
        """What came of all matches so far."""
        file = self.folder / OUTCOMES
        return list(map(json.loads, file.read_text("utf-8").splitlines())) if file.exists() else []

    def _meet(self, generation: int) -> None:
        """The matches of a generation, told and kept."""
        recipe, taught = self.recipe, read_taught(self.network(generation))
        lines = []
        for players in recipe.matches if recipe.deals else ():
            worth = recipe.worth or measure_worth(recipe.game, players, taught)
            rival = f"{MARK}:{max(round(recipe.budget * worth), 1)}"
            match = Match(recipe.game, players, taught, recipe.budget, rival)
            with self.teller.step(f"generation {generation}, match of {players}") as tell:
                outcome = hold(match, recipe.deals, self.workers, tell)
            self.teller.note(f"generation {generation}: {outcome}")
            lines.append(json.dumps({"generation": generation, "worth": worth, **asdict(outcome)}))
        with (self.folder / OUTCOMES).open("a", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)
