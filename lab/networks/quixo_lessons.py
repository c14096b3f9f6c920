"""Lessons for the Quixo bots: positions from play, each with its exact value.

    python -m lab.networks.quixo_lessons positions FOLDER PROCESSES [KIND …]   play, keep positions
    python -m lab.networks.quixo_lessons label FOLDER DEVICE [KIND …]   what each is worth

Everything follows from SEED. `chance` and `chance-2` hold positions of games played by chance,
`bots` those of games between shallow bots that slip now and then, `slips` what one to three moves
by chance make of such positions, `exam-…` others of both kinds, held out, with the value of every
move. A lesson is one number: the mover's cubes, the other's from bit 25, the code of
the value from bit 50 (1 won, 2 lost, 0 and 3 drawn, for the mover).
"""

from __future__ import annotations

import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import numpy.typing as npt

import galda
from galda.bots.alphabeta import AlphaBeta
from galda.games.quixo.rules import rules
from galda.games.quixo.solve.solver import SOLVER

SEED = 20_261_115
CHANCE_GAMES = 45_000
BOT_GAMES = 26_000
EXAM_GAMES = 4_000
GAMES = {
    "chance": CHANCE_GAMES, "chance-2": CHANCE_GAMES, "bots": BOT_GAMES, "slips": 16_000,
    "exam-chance": EXAM_GAMES, "exam-bots": EXAM_GAMES,
}  # fmt: skip
MOST_SLIPS = 3
EXAM_POSITIONS_A_GAME = 2
MID_LEVELS = ((1, 0.25), (2, 0.1), (3, 0.04))
"""How far ahead players look, and how often they play just anything instead."""
Positions = list[tuple[int, int]]


def seen_by_mover(position: galda.Position) -> tuple[int, int]:
    """The mover's cubes and the other's."""
    side = position.to_act & 1
    return int(position.state.cubes[side]), int(position.state.cubes[1 - side])


def play_game(players: list[AlphaBeta | None], slips: list[float], opening: int,
              chance: random.Random) -> Positions:  # fmt: skip
    """All positions of a game; no player, or a slip: any move."""
    position = galda.game("quixo").new()
    found: Positions = []
    while not position.is_over:
        found.append(seen_by_mover(position))
        seat = position.to_act
        player = players[seat]
        if player is None or len(found) <= opening or chance.random() < slips[seat]:
            position = position.play(chance.choice(position.legal_actions))
        else:
            position = position.play(player.choose(position))
    return found


def lesson_game(kind: str, number: int) -> Positions:
    """The positions that a game adds, from its number alone."""
    chance = random.Random(f"{SEED} {kind} {number}")
    if kind in ("chance", "chance-2", "exam-chance"):
        found = play_game([None, None], [1.0, 1.0], 0, chance)
    elif kind in ("bots", "slips"):
        depths = [chance.choice((1, 2, 2, 3, 3, 4)) for _ in range(2)]
        players: list[AlphaBeta | None] = [
            AlphaBeta(depth, table_bits=14, seed=chance.getrandbits(60)) for depth in depths
        ]
        slips = [chance.choice((0.02, 0.1, 0.25)) for _ in range(2)]
        found = play_game(players, slips, chance.randrange(9), chance)
    else:
        levels = [chance.choice(MID_LEVELS) for _ in range(2)]
        players = [
            AlphaBeta(depth, table_bits=16, seed=chance.getrandbits(60)) for depth, _ in levels
        ]
        found = play_game(players, [slips for _, slips in levels], 2, chance)
    if kind == "slips":
        return [end for start in found for end in slip(*start, chance)]
    if kind.startswith("exam"):
        return chance.sample(found, min(EXAM_POSITIONS_A_GAME, len(found)))
    return found


def slip(mine: int, theirs: int, chance: random.Random) -> Positions:
    """What some moves by chance make of a position, unless they end the game."""
    states = galda.game("quixo").new(seed=0).states.copy()
    states[0].cubes[0], states[0].cubes[1] = mine, theirs
    options = {"players": 2, "size": 5, "first": 1}
    position = galda.Position(galda.game("quixo"), options, None, states)
    for _ in range(chance.randint(1, MOST_SLIPS)):
        position = position.play(chance.choice(position.legal_actions))
        if position.is_over:
            return []
    return [seen_by_mover(position)]


def lesson_games(kind: str, first: int, last: int) -> npt.NDArray[np.uint32]:
    """The positions of many games."""
    found = [position for number in range(first, last) for position in lesson_game(kind, number)]
    return np.array(found, np.uint32)


def make_positions(folder: Path, processes: int, kinds: list[str]) -> None:
    """Play all games and write their positions."""
    lesson_games("bots", 0, 2)  # compiles
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for kind in kinds:
            began = time.perf_counter()
            edges = [*range(0, GAMES[kind], 200), GAMES[kind]]
            parts = pool.map(lesson_games, [kind] * (len(edges) - 1), edges[:-1], edges[1:])
            positions = np.concatenate(list(parts))
            np.save(folder / f"{kind}.npy", positions)
            print(f"{kind}: {len(positions)} positions, {time.perf_counter() - began:.1f} s",
                  flush=True)  # fmt: skip


def successors(positions: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """The position after each push, for who is to move then; cubes 0 and 0 where it is illegal."""
    count = len(rules.PUSHES[5])
    after = np.zeros((len(positions), count, 2), np.uint32)
    for k, (mine, theirs) in enumerate(positions.astype(np.int64)):
        for move in range(count):
            if rules.TAKEN[2, move] & theirs == 0:
                after[k, move, 0] = rules.push(theirs, 2, move)
                after[k, move, 1] = rules.push(mine, 2, move) | rules.ENTERED[2, move]
    return after


def label(folder: Path, device_name: str, size: int, kinds: list[str]) -> None:
    """Solve the board and write what it says of the positions."""
    from galda.core.play.solver import Counts  # noqa: PLC0415
    from galda.solve.devices import Cpu, Cuda  # noqa: PLC0415

    began = time.perf_counter()
    run = SOLVER.start({"size": size}, Cuda() if device_name == "cuda" else Cpu(), [])
    print(f"tables {time.perf_counter() - began:.1f} s", flush=True)
    began = time.perf_counter()
    for done, fraction in run.steps():
        print(f"{time.perf_counter() - began:8.2f} s {fraction:7.2%} {done}", flush=True)
    print(f"solved {time.perf_counter() - began:.2f} s", flush=True)
    total = Counts(0, 0, 0)
    for name, counts in run.counts():
        print("layer", name, counts.won, counts.lost, counts.drawn)
        total = total + counts
    print("total", total.won, total.lost, total.drawn, "start", run.value_of_start(), flush=True)
    print(f"counted {time.perf_counter() - began:.2f} s", flush=True)
    for kind in kinds:
        file = folder / f"{kind}.npy"
        while not file.exists() or time.time() - file.stat().st_mtime < 2:
            time.sleep(1)  # the games may still be going on
        positions = np.load(file)
        codes = run.probe(positions[:, 0], positions[:, 1]).astype(np.uint64)
        wide = positions.astype(np.uint64)
        lessons = wide[:, 0] | wide[:, 1] << np.uint64(25) | codes << np.uint64(50)
        kept = {"lessons": lessons}
        if kind.startswith("exam"):
            after = successors(positions)
            after_codes = run.probe(after[..., 0].ravel(), after[..., 1].ravel())
            after_codes[(after[..., 0] | after[..., 1]).ravel() == 0] = 255
            kept["moves"] = after_codes.reshape(after.shape[:2])
        np.savez_compressed(folder / f"{kind}.npz", **kept)
        print(kind, np.bincount(codes.astype(np.int64)), f"{time.perf_counter() - began:.2f} s",
              flush=True)  # fmt: skip


if __name__ == "__main__":
    task, where, how = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
    where.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[4:] or list(GAMES)
    if task == "positions":
        make_positions(where, int(how), wanted)
    else:
        label(where, how, 5, wanted)
