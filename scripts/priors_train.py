"""Make the network of a game by itself: play, learn, play better, learn again (expert iteration).

    python scripts/priors_train.py towers --folder FOLDER --generations 5 --games 8000

The first generation's games are played with rollouts, or (`--quick`) by the game's rollout policy
alone, very many of them; all later ones are played with the network learnt last.
A network learns from the last few generations. After each, it plays a match against `classic` at
equal budgets of time (`--worth`: how many iterations with rollouts take as long as one with the
network), and what it has won is told. FOLDER keeps everything, and a second start goes on where
the first one ended.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import galda
from priors_games import Lesson, Lessons, gather, join
from priors_learn import Course, teach
from priors_quick import Quick
from priors_quick import gather as gather_quick

LAST = 3
"""A network learns from so many generations."""
QUICK_EPOCHS, QUICK_BATCH = 3, 4096
"""Of quick games there are many: each is looked at less often."""


@dataclass(frozen=True)
class Match:
    """Who plays whom, at which table."""

    game: str
    players: int
    bot: str
    rival: str


def play_deal(match: Match, deal: int) -> list[float]:
    """One deal from every seat: the share of rivals that the bot was ahead of."""
    won = []
    for own in range(match.players):
        position = galda.game(match.game).new(seed=deal, players=match.players)
        bots = [
            galda.make_bot(match.bot if seat == own else match.rival, seed=deal * 10 + seat)
            for seat in range(match.players)
        ]
        while not position.is_over:
            seat = position.to_act
            known = position.known_to(seat, deal + len(position.actions))
            position = position.play(bots[seat].choose(known))
        scores = position.scores
        ahead = [
            1.0 if scores[own] > score else 0.5 if scores[own] == score else 0.0
            for seat, score in enumerate(scores)
            if seat != own
        ]
        won.append(sum(ahead) / len(ahead))
    return won


def hold(match: Match, deals: int, workers: int) -> str:
    """A match in words: the share won, and how far off chance may have put it (95 %)."""
    numbers = range(7_000_000, 7_000_000 + deals)
    with ProcessPoolExecutor(workers) as pool:
        won = np.array([np.mean(each) for each in pool.map(play_deal, [match] * deals, numbers)])
    off = 1.96 * won.std(ddof=1) / math.sqrt(deals)
    return (
        f"{match.players} players, {match.bot} – {match.rival}: "
        f"{won.mean():.1%} ± {off:.1%}, {deals * match.players} games"
    )


def lessons_of(folder: Path, generations: range) -> Iterator[Lessons]:
    """What was kept of these generations."""
    for generation in generations:
        if (folder / f"lessons-{generation}.npz").exists():
            yield dict(np.load(folder / f"lessons-{generation}.npz"))


def read_arguments() -> argparse.Namespace:
    """What is wanted."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("game")
    ask.add_argument("--folder", type=Path, required=True)
    ask.add_argument("--generations", type=int, default=5)
    ask.add_argument("--games", type=int, default=8000, help="in a generation")
    ask.add_argument("--players", type=int, nargs="+", default=[2])
    ask.add_argument("--iterations", type=int, default=160)
    ask.add_argument("--first-iterations", type=int, default=120, help="with rollouts")
    ask.add_argument("--quick", type=int, default=0, help="begin with so many quick games")
    ask.add_argument("--deals", type=int, default=100)
    ask.add_argument("--matches", type=int, nargs="+", default=[2], help="players of a match")
    ask.add_argument("--budget", type=int, default=500, help="iterations in matches")
    ask.add_argument("--worth", type=float, default=0.5)
    ask.add_argument("--epochs", type=float, default=6)
    ask.add_argument("--leave-out", nargs="*", default=[])
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    ask.add_argument("--seconds", type=float, default=1e9, help="begin no generation after so many")
    return ask.parse_args()


def searched(told: argparse.Namespace, generation: int) -> Lessons:
    """Games of the search against itself, and those of the generations before."""
    network = told.folder / f"network-{generation - 1}.npz" if generation else None
    lesson = Lesson(
        told.game, tuple(told.players),
        told.iterations if network else told.first_iterations,
        told.seed * 100 + generation, str(network) if network else None,
    )  # fmt: skip
    made = join(list(gather(lesson, told.games, told.workers)))
    np.savez(told.folder / f"lessons-{generation}.npz", **made)
    latest = range(max(generation - LAST + 1, 1 if generation > 1 else 0), generation + 1)
    return join(list(lessons_of(told.folder, latest)))


def main() -> None:
    """Generation after generation."""
    told = read_arguments()
    told.folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    quick: Lessons = {}
    if told.quick:
        games = Quick(told.game, tuple(told.players), told.seed)
        quick = join(list(gather_quick(games, told.quick, told.workers)))
    for generation in range(told.generations):
        file = told.folder / f"network-{generation}.npz"
        if file.exists():
            continue
        if time.monotonic() - began > told.seconds:
            break
        course = Course(
            epochs=told.epochs, leave_out=tuple(told.leave_out), seed=told.seed + generation
        )
        if quick and generation == 0:
            sources = [quick]
            course = replace(course, epochs=QUICK_EPOCHS, batch=QUICK_BATCH)
        else:  # what the policy chose in quick games is not told any more: there is better
            sources = [searched(told, generation)]
            values = {name: quick[name] for name in quick if name not in ("masks", "chosen")}
            sources += [values] if quick else []
        print(f"{[len(each['players']) for each in sources]} rows, "
              f"{time.monotonic() - began:.0f} s", flush=True)  # fmt: skip
        unfinished = told.folder / "unfinished.npz"
        floats = told.folder / f"floats-{generation}.npz"
        teach(galda.game(told.game), sources, course, floats, unfinished)
        unfinished.replace(file)
        for players in told.matches:
            rival = f"classic:{int(told.budget * told.worth)}"
            match = Match(told.game, players, f"{file}:{told.budget}", rival)
            print(f"{generation}: {hold(match, told.deals, told.workers)}", flush=True)
        print(f"{time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
