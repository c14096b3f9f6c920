"""What solving Pylos found: counts, distances, and positions worth a look, as JSON.

python -m lab.findings.pylos_positions VARIANT cuda|cpu FILE.json [TABLEBASE to compare with]
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.play.game import Game
from galda.core.play.position import Position
from galda.core.play.solver import Counts
from galda.games import game
from galda.games.pylos.rules import rules
from galda.games.pylos.solve.kernels import indexing, retrograde
from galda.games.pylos.solve.solver import SOLVER, PylosRun
from galda.solve.devices import Cpu, Cuda

SEED = 20_261_115
CHECKED = 2_000
MOST_BALLS = 20
"""Positions with more are not looked through for remarkable ones: that takes long."""
Marks = npt.NDArray[np.uint8]


def position_of(pylos: Game, variant: str, mine: int, theirs: int) -> Position:
    """Light to move, with these balls on the board."""
    states = np.zeros(1, rules.State)
    for seat, balls in enumerate((mine, theirs)):
        states[0].balls[seat] = balls
        states[0].reserve[seat] = rules.BALLS_EACH - balls.bit_count()
    states[0].variant = rules.VARIANTS.index(variant)
    return Position(pylos, {"players": 2, "variant": variant}, None, states)


def distances(run: PylosRun) -> dict[int, int]:
    """How many positions are won (odd) or lost (even) after a number of turns."""
    found: dict[int, int] = {}
    for distance in range(1, 126):
        mark = distance if distance % 2 == 0 else 255 - distance
        total = sum(run._count(n, mark, mark) for n in range(indexing.MOST_KEPT + 1))
        if total:
            found[distance] = total
        elif distance - 1 not in found:  # there is none with a longer one
            break
    return found


def ends_of_turn(position: Position) -> list[tuple[list[int], Position]]:
    """Every turn, action by action, and where it leads."""
    found = []
    for action in position.legal_actions:
        after = position.play(action)
        if after.in_turn:
            found += [([action, *more], end) for more, end in ends_of_turn(after)]
        else:
            found.append(([action], after))
    return found


def mark_in(marks: Marks, position: Position) -> int:
    """What is kept of a position, or follows at once."""
    homes = indexing.homes()
    state = position.state
    mine, theirs = int(state.balls[state.to_act]), int(state.balls[1 - state.to_act])
    place = -1
    if not (mine | theirs) >> rules.TOP:
        place = indexing.place_of(mine, theirs, homes.shapes, homes.home, homes.balls, homes.base)
    if place >= 0:
        return int(marks[place])
    exact = SOLVER.read(state, -1)
    return retrograde.LOST_AT_ONCE if exact.outcome < 0 else retrograde.WON_AT_ONCE


def balls_of(number: int, n: int, mask: int) -> tuple[int, int]:
    """The mover's balls and the other's."""
    spots = [spot for spot in range(rules.SPOTS) if int(indexing.homes().balls[number]) >> spot & 1]
    mine = sum(1 << spot for k, spot in enumerate(spots) if mask >> k & 1)
    return mine, sum(1 << spot for spot in spots) - mine


def check_by_rules(marks: Marks, variant: str) -> int:
    """Compare marks of positions drawn by chance with what the rules' own turns lead to."""
    chance, homes, pylos = random.Random(SEED), indexing.homes(), game("pylos")
    wrong = 0
    for _ in range(CHECKED):
        n = chance.randrange(29)
        number = chance.choice(homes.homes_of(n))
        mine_count = chance.randint(max(0, n - 14), min(14, n))
        mask = sum(1 << k for k in chance.sample(range(n), mine_count))
        position = position_of(pylos, variant, *balls_of(number, n, mask))
        best = min(mark_in(marks, end) for _, end in ends_of_turn(position))
        wanted = 254 - best if best < 128 else 256 - best if best > 128 else 128
        wrong += wanted != int(marks[int(homes.base[number]) + mask])
    return wrong


def best_line(marks: Marks, variant: str) -> list[str]:
    """A game in which the winner hurries and the loser delays."""
    position = game("pylos").new(seed=0, variant=variant)
    line: list[str] = []
    while not position.is_over and len(line) < 200:
        turn, _ = min(ends_of_turn(position), key=lambda found: mark_in(marks, found[1]))
        for action in turn:
            line.append(position.write(action))
            position = position.play(action)
    return line


def remarkable(marks: Marks) -> dict[str, Any]:
    """The longest wins and losses, and positions that whoever is to move loses."""
    homes = indexing.homes()
    longest: dict[str, list[list[int]]] = {"won": [], "lost": []}
    zugzwang: list[list[int]] = []
    mutual = 0
    for n in range(MOST_BALLS + 1):
        ones = np.bitwise_count(np.arange(1 << n, dtype=np.uint32))
        fine = (ones <= 14) & (n - ones.astype(np.int64) <= 14)
        for number in homes.homes_of(n):
            here = marks[int(homes.base[number]) : int(homes.base[number]) + (1 << n)]
            known = np.where(fine, here, retrograde.UNKNOWN)
            lost = np.where(known < retrograde.UNKNOWN, known, 0)
            won = np.where(known > retrograde.UNKNOWN, known, 255)
            for name, mask, distance in (
                ("lost", int(lost.argmax()), int(lost.max())),
                ("won", int(won.argmax()), 255 - int(won.min())),
            ):
                longest[name].append([distance, n, *balls_of(number, n, mask)])
            both = fine & (here < retrograde.UNKNOWN) & (here[::-1] < retrograde.UNKNOWN)
            count = int(both.sum())
            mutual += count * int(homes.orbit[number])
            if count:
                worth = np.where(both, np.minimum(here, here[::-1]), 0)
                mask = int(worth.argmax())
                zugzwang.append([int(worth[mask]), n, *balls_of(number, n, mask)])
    return {
        "longest": {name: sorted(found)[-5:] for name, found in longest.items()},
        "mutual zugzwang": sorted(zugzwang)[-5:],
        "few balls": sorted(zugzwang, key=lambda found: (found[1], -found[0]))[:5],
        f"mutual zugzwangs with at most {MOST_BALLS} balls": mutual,
    }


def main() -> None:
    """Solve, count, look around."""
    variant, device_name, out = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    device = Cuda() if device_name == "cuda" else Cpu()
    began = time.perf_counter()
    run = SOLVER.start({"variant": variant}, device, [])
    print(f"{variant}: tables {time.perf_counter() - began:.1f} s", flush=True)
    began = time.perf_counter()
    last = ""
    for done, _ in run.steps():
        if " 0 balls" in done:
            print(f"{time.perf_counter() - began:8.2f} s {done}", flush=True)
        last = done
    found: dict[str, Any] = {"seconds": time.perf_counter() - began, "sweeps": last}
    print(f"solved {found['seconds']:.2f} s, start {run.mark_of_start()}", flush=True)
    layers = dict(run.counts())
    total = sum(layers.values(), Counts(0, 0, 0))
    print(f"total {total.total} {total}", flush=True)
    found["layers"] = {name: [c.won, c.lost, c.drawn] for name, c in layers.items()}
    found["start"] = run.mark_of_start()
    if device_name == "cuda":
        found["distances"] = distances(run)
        print("distances", found["distances"], flush=True)
    marks = np.asarray(device.get(run.marks))
    print("wrong by the rules:", check_by_rules(marks, variant), "of", CHECKED, flush=True)
    found["line"] = best_line(marks, variant)
    print(len(found["line"]), "actions:", " ".join(found["line"]), flush=True)
    found |= remarkable(marks)
    out.write_text(json.dumps(found, indent=1))
    print(f"all {time.perf_counter() - began:.1f} s", flush=True)
    if len(sys.argv) > 4:
        compare(marks, Path(sys.argv[4]))


def compare(marks: Marks, file: Path) -> None:
    """Every mark against those of a file."""
    from galda.solve.tablebase import Tablebase  # noqa: PLC0415

    while not file.exists():
        time.sleep(1)
    known = Tablebase(file, game("pylos")).arrays["marks"]
    print(
        f"{file.name}: {np.count_nonzero(marks != known)} of {len(known)} marks differ", flush=True
    )


if __name__ == "__main__":
    main()
