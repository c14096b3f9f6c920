"""Playing the games that are counted: in parts, by several processes, going on after a stop.

A run is a game with its options, who plays, and how many deals. Every deal is played several
times: by equal players with other dice each time, by others with the seats exchanged all round. A
part of a run is so many deals; what was counted in it is a line of a file, and no part depends on
another, so the sum is the same whatever the number of processes.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import galda
from galda.arena.match import Pairing, Terms, play_match
from galda.core.errors import GaldaError
from galda.core.kernels.chance import scramble
from galda.core.play.options import Value, option_codes
from galda.core.play.paper import read_record
from lab.findings.counts import Counts, Played, added, count_results
from lab.findings.kernels.playing import CHANCE, GUIDED, JUDGING, player

POLICIES = {"random": CHANCE, "guided": GUIDED, "judging": JUDGING}
"""Who plays in compiled code; any other name is a bot's."""
DEALS_APART = 1_000_000_000
"""Seeds of the deals of runs with different seeds never meet."""
GAMES_IN_A_PART = 40_000
BOTS_GAMES_IN_A_PART = 8
PATIENCE = 600.0


@dataclass(frozen=True)
class Run:
    """Games to be played and counted."""

    game: str
    options: dict[str, Value]
    bots: tuple[str, ...]
    """One for all seats, or one for each."""
    deals: int
    replays: int
    """How often equal players play each deal; others play it once from every seat."""
    seed: int = 1

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.options["players"])

    @property
    def name(self) -> str:
        """What tells it from other runs of the game."""
        said = [f"{name}={value}" for name, value in self.options.items()]
        return " ".join([*said, " ".join(self.bots)])

    @property
    def games_a_deal(self) -> int:
        """Games of each deal."""
        return self.replays if len(self.bots) == 1 else self.players

    @property
    def deals_a_part(self) -> int:
        """Deals of a part."""
        compiled = all(bot in POLICIES for bot in self.bots)
        games = GAMES_IN_A_PART if compiled else BOTS_GAMES_IN_A_PART
        return max(games // self.games_a_deal, 1)

    @property
    def parts(self) -> int:
        """How many parts it has."""
        return math.ceil(self.deals / self.deals_a_part)


def new_run(
    game: str,
    options: dict[str, Any],
    bots: tuple[str, ...],
    deals: int,
    replays: int,
    seed: int = 1,
) -> Run:
    """A run whose options are complete and checked."""
    chosen = galda.game(game).read_options(options)
    if len(bots) not in (1, int(chosen["players"])):
        raise GaldaError(
            "name one bot for all seats, or {players}: one for each", players=chosen["players"]
        )
    return Run(game, dict(chosen), bots, deals, replays, seed)


@lru_cache
def _play_all(game: str) -> Callable[..., int]:
    kernels = import_module(f"lab.findings.kernels.{game}")
    played: Callable[..., int] = player(kernels.note, kernels.finish)
    return played


def go_through(game: str) -> Callable[..., int]:
    """The same as it was written: for a few games that does not take as long as compiling it."""
    made = _play_all(game)
    plain: Callable[..., int] = getattr(made, "py_func", made)
    return plain


def play_part(run: Run, part: int) -> Counts:
    """Play the deals of a part and count."""
    first = part * run.deals_a_part
    deals = np.arange(first, min(first + run.deals_a_part, run.deals), dtype=np.int64)
    return count(run, play(run, deals))


def count(run: Run, played: Played) -> Counts:
    """All that is counted of some games: the results, and what the game's own file counts."""
    own = import_module(f"lab.findings.{run.game}")
    counted: Counts = own.count(played)
    return {"results": count_results(played), "own": counted}


def play(run: Run, deals: npt.NDArray[np.int64]) -> Played:
    """Play some deals of a run, each as often as it is to be."""
    game, players, times = galda.game(run.game), run.players, run.games_a_deal
    deal = np.repeat(deals, times)
    turn = np.tile(np.arange(times), len(deals))
    seeds = (run.seed * DEALS_APART + deal).astype(np.uint64)
    dice = np.array([scramble(int(s) * 64 + int(t)) for s, t in zip(seeds, turn, strict=True)],
                    np.uint64)  # fmt: skip
    seats = np.arange(players)[None, :]
    # With equal players nobody is anybody; else entrant 0 sits in each seat in turn.
    entrants = (seats - turn[:, None] * (len(run.bots) > 1)) % players
    codes = option_codes(game.options, run.options)
    named = [run.bots[k % len(run.bots)] for k in range(players)]
    width = import_module(f"lab.findings.kernels.{run.game}").WIDTH
    if all(bot in POLICIES for bot in named):
        policies = np.array([POLICIES[bot] for bot in named], np.int8)[entrants]
        moves = np.zeros((len(deal), 0), np.int32)
    else:
        policies = np.zeros((len(deal), players), np.int8)
        moves = _ask_bots(run, named, seeds, dice, entrants)
    states = np.zeros(len(deal), game.rules.record)
    scores = np.zeros((len(deal), players), np.int64)
    firsts = np.zeros(len(deal), np.int64)
    facts = np.zeros((len(deal), players, width), np.int32)
    played = go_through(run.game) if moves.shape[1] else _play_all(run.game)
    played(
        states, codes, seeds, dice, policies, moves, game.rules.most_legal, scores, firsts, facts
    )
    return Played(run.game, scores, firsts, entrants, deal - deals[0], times, len(run.bots) > 1,
                  facts, seeds, dice, run.options)  # fmt: skip


def _ask_bots(
    run: Run, named: list[str], seeds: npt.NDArray[np.uint64], dice: npt.NDArray[np.uint64],
    entrants: npt.NDArray[np.int64],
) -> npt.NDArray[np.int32]:  # fmt: skip
    """The actions of games between bots, played as in the arena."""
    if strange := [bot for bot in named if bot in POLICIES and bot != "random"]:
        raise GaldaError("{name} is no bot and plays only with its like", name=strange[0])
    terms = Terms(run.game, run.options, tuple(named), PATIENCE)
    games = []
    for n, seed in enumerate(seeds):
        pairing = Pairing(n, int(seed), tuple(entrants[n].tolist()), int(dice[n]) >> 20)
        result, record = play_match(terms, pairing)
        if result.forfeit:
            raise GaldaError("a bot failed: {why}", why=result.forfeit.tell("en"))
        games.append(read_record(record, galda.game).position.actions)
    moves = np.zeros((len(games), max(map(len, games))), np.int32)
    for n, actions in enumerate(games):
        moves[n, : len(actions)] = actions
    return moves


def play_run(run: Run, folder: Path, workers: int, seen: Callable[[int, int], None]) -> Counts:
    """Play what is still to be played; `seen` is told how many parts are done, of how many."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{run.game} {run.name}.jsonl".replace("/", "_")
    done = _earlier(run, file)
    missing = [part for part in range(run.parts) if part not in done]
    seen(len(done), run.parts)
    for part, counted in _parts(run, missing, workers):
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps([part, counted]) + "\n")
            out.flush()
            os.fsync(out.fileno())
        done[part] = json.loads(json.dumps(counted))
        seen(len(done), run.parts)
    total: Counts = {}
    for part in sorted(done):
        total = added(total, done[part])
    return total


def _earlier(run: Run, file: Path) -> dict[int, Counts]:
    """What a file has of this very run, counted as now; another's file is begun anew."""
    head = head_of(run)
    if file.exists():
        first, *lines = file.read_text("utf-8").splitlines()
        if first == head:
            found = {}
            for line in lines:
                try:
                    part, counted = json.loads(line)
                except json.JSONDecodeError:
                    continue  # the line that was being written when the last run was stopped
                # The last part of a run of fewer deals is smaller.
                if part < run.parts and counted["results"]["deals"] == _deals_in(run, part):
                    found[part] = counted
            return found
    file.write_text(head + "\n", "utf-8")
    return {}


def head_of(run: Run) -> str:
    """The first line of a run's file: what was played, and a digest of how it was counted."""
    here = Path(__file__).parent
    files = [
        "counts.py", f"{run.game}.py", "kernels/playing.py", f"kernels/{run.game}.py",
    ]  # fmt: skip
    counted = sha256(b"".join((here / file).read_bytes() for file in files)).hexdigest()[:16]
    told = asdict(run) | {"deals": 0, "version": galda.__version__, "counted": counted}
    return json.dumps(told, default=list)


def _deals_in(run: Run, part: int) -> int:
    return min(run.deals_a_part, run.deals - part * run.deals_a_part)


def _parts(run: Run, missing: list[int], workers: int) -> Iterator[tuple[int, Counts]]:
    """Play parts, here or in as many processes."""
    if workers <= 1:
        yield from ((part, play_part(run, part)) for part in missing)
        return
    waiting = iter(missing)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        running: dict[Future[Counts], int] = {}
        while True:
            while len(running) < 2 * workers and (part := next(waiting, None)) is not None:
                running[pool.submit(play_part, run, part)] = part
            if not running:
                return
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield running.pop(future), future.result()
