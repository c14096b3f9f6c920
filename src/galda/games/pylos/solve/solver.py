"""Pylos solved: the order of the work, what is kept, and how a position is found in it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.kernels.network import fingerprint
from galda.core.play.options import Value
from galda.core.play.solver import Arrays, Counts, Device
from galda.core.play.values import Exact, Outcome
from galda.games.pylos.ai.evaluation import TABLES, WEIGHTS
from galda.games.pylos.rules import rules
from galda.games.pylos.solve.early import EarlyPylos
from galda.games.pylos.solve.kernels import indexing, retrograde, singly, steps
from galda.games.pylos.solve.kernels.indexing import MOST_KEPT
from galda.games.pylos.solve.kernels.retrograde import Moves, Plan
from galda.games.pylos.solve.kernels.singly import SwiftMoves
from galda.games.pylos.solve.many import ManyPylos

LOW_BITS = 5
"""A block on a processor has 2**5 masks; on a graphics card every thread has one mask."""
FEW_LEFT = 22
"""From this number of settled turns on so few marks are left that each is looked at alone."""
NOTHING_SETTLED = -1
MOST_STEPS = 360_000
"""Steps of all homes, in any variant."""
SWEEPS = {"beginners": 1, "standard": 22, "expert": 32}
"""About how many sweeps are needed, for telling how far the work has come."""


class PylosRun:
    """Pylos being solved: from many balls to few, over and over until nothing changes."""

    def __init__(self, variant: str, device: Device, cursor: list[int]) -> None:
        self.variant = variant
        self.device = device
        self.cursor = cursor or [0, MOST_KEPT, 0, NOTHING_SETTLED]
        """The sweep, the balls to be looked at next, marks changed in it, turns settled before."""
        self.homes = homes = indexing.homes()
        self.low_bits = LOW_BITS if device.name == "cpu" else 0
        self.code = rules.VARIANTS.index(variant)
        first, steps_made, images = steps.make_steps(
            self.code, homes.shapes, homes.home, homes.balls
        )
        put = device.put
        self.marks = device.zeros("marks", homes.size, np.uint8)
        self._moves: Any = Moves(
            base=put(homes.base),
            in_level=put(homes.in_level),
            first_step=put(first),
            steps=put(steps_made),
            images=put(images),
        )
        self._singly = device.name == "cuda"
        if self._singly:
            self._moves = self._swift_moves(self._moves, first, steps_made)
        self._earned: dict[int, Any] = {}
        self._buffers: dict[str, Any] = {}
        self._nothing = device.scratch(1, np.uint8)
        self._fresh = device.put(np.zeros(retrograde.MOST_TURNS + 1, np.uint8))
        self._version = dict.fromkeys(range(-2, rules.SPOTS), 0)
        self._seen: dict[int, list[int]] = {}
        if not cursor:
            for n, start, stop in homes.groups:
                if n <= MOST_KEPT:
                    count = (stop - start) << n
                    plan = self._plan(n, start)
                    device.parallel_sum(
                        retrograde.fill_span, count, plan, self.marks, self._moves.base
                    )

    def _swift_moves(
        self, moves: Moves, first: npt.NDArray[np.int64], steps_made: npt.NDArray[np.int64]
    ) -> SwiftMoves:
        """The steps for threads that look at one position each."""
        put, words = self.device.put, len(steps_made) * singly.TABLE
        pieces = self.device.scratch(words, np.uint32)
        self.device.parallel_sum(singly.pieces_span, words, moves.images, pieces)
        return SwiftMoves(
            base=moves.base,
            in_level=moves.in_level,
            first_step=put(first.astype(np.uint32)),
            first_removal=put(singly.first_removals(first, steps_made)),
            fields=put(singly.fields_of(steps_made)),
            pieces=pieces,
        )

    def _plan(self, n: int, first_home: int, low_bits: int | None = None) -> Plan:
        wide = min(n, self.low_bits) if low_bits is None else low_bits
        settled = self.cursor[3]
        return Plan(
            balls=n,
            first_home=first_home,
            low_bits=wide,
            variant=self.code,
            settled=settled,
            directly=int(settled >= FEW_LEFT),
        )

    def _blocks(self, n: int) -> int:
        return self.homes.room(n) >> min(n, self.low_bits)

    def steps(self) -> Iterator[tuple[str, float]]:
        """Sweep until nothing changes.

        A mark changes only because one that means a turn less has changed. So what changes in a
        sweep means more turns than the fewest that marks changed in the sweep before mean now, and
        marks of fewer turns than that are settled.
        """
        while True:
            sweep, balls, changes, settled = self.cursor
            whole = balls == MOST_KEPT
            self.device.clear(self._fresh)
            for n in range(balls, -1, -1):
                changes += self._sweep(n)
                self.cursor = [sweep, n - 1, changes, settled]
                done = sweep + (MOST_KEPT + 1 - n) / (MOST_KEPT + 1)
                fraction = min(done / SWEEPS[self.variant], 0.99)
                yield f"sweep {sweep + 1}, {n} balls, {changes:,} changes", fraction
            self._earned.clear()
            if changes == 0 or self.code == rules.BEGINNERS:
                yield f"{sweep + 1} sweeps", 1.0
                return
            if whole:
                settled = int(np.flatnonzero(self.device.get(self._fresh))[0]) + 1
            self.cursor = [sweep + 1, MOST_KEPT, 0, settled]

    def _sweep(self, n: int) -> int:
        """Look at all positions with n balls, unless nothing has changed where they lead."""
        versions = [self._version[k] for k in range(n - 2, n + 2)]
        if self._seen.get(n) == versions:
            self._earned.clear()
            return 0
        self._seen[n] = versions
        directly = self.cursor[3] >= FEW_LEFT
        low_bits = 0 if directly else min(n, self.low_bits)
        placed = raised = self._nothing
        if not directly:
            placed, raised = self._marks_after_removal(n + 1), self._marks_after_removal(n)
        changes = 0
        play: Any = singly.play_each
        scratch = []
        if not self._singly:
            play = retrograde.play_span
            scratch.append(self._scratch("marks", max(self._group_room(n), 1)))
        for count, start, stop in self.homes.groups:
            if count == n:
                changes += self.device.parallel_sum(
                    play, (stop - start) << (n - low_bits), self._plan(n, start, low_bits),
                    self.marks, *scratch, placed, raised, self._fresh, self._moves,
                )  # fmt: skip
        self._earned = {} if directly else {n: raised}
        self._version[n] += changes > 0
        return changes

    def _scratch(self, purpose: str, size: int) -> Any:
        """Memory for a while: the same again for the same purpose, if there is enough."""
        if purpose not in self._buffers or len(self._buffers[purpose]) < size:
            self._buffers[purpose] = self.device.scratch(size, np.uint8)
        return self._buffers[purpose][:size]

    def _group_room(self, n: int) -> int:
        return max(((stop - start) << n) for count, start, stop in self.homes.groups if count == n)

    def _marks_after_removal(self, n: int) -> Any:
        """The lowest marks reached by removals from homes with n balls."""
        if self.code == rules.BEGINNERS or n == 0:
            return self._nothing
        if n not in self._earned:
            second = self._scratch("second", self.homes.room(n - 1))
            first = self._scratch(f"first {n % 2}", self.homes.room(n))  # n + 1 is still needed
            after_first: Any = retrograde.first_span
            after_second: Any = retrograde.second_span
            if self._singly:
                after_first, after_second = singly.first_each, singly.second_each
            plan = self._plan(n - 1, self.homes.homes_of(n - 1)[0])
            self.device.parallel_sum(
                after_second, self._blocks(n - 1), plan, self.marks, second, self._moves
            )
            plan = self._plan(n, self.homes.homes_of(n)[0])
            self.device.parallel_sum(
                after_first, self._blocks(n), plan, self.marks, first, second, self._moves
            )
            self._earned[n] = first
        return self._earned[n]

    def counts(self) -> Iterator[tuple[str, Counts]]:
        """Won, lost and drawn positions by the number of balls."""
        won_at_once = comb(29, 14)
        yield "30", Counts(won_at_once, won_at_once, 0)  # the top ball is mine, or theirs
        yield "29", Counts(won_at_once, won_at_once, 0)  # the reserve of one side is empty
        for n in range(MOST_KEPT, -1, -1):
            lost = self._count(n, 0, retrograde.UNKNOWN - 1)
            won = self._count(n, retrograde.UNKNOWN + 1, 255)
            yield str(n), Counts(won, lost, self._count(n, retrograde.UNKNOWN, retrograde.UNKNOWN))

    def _count(self, n: int, low: int, high: int) -> int:
        found = self.homes.homes_of(n)
        plan = self._plan(n, found[0])
        return self.device.parallel_sum(
            retrograde.count_span, len(found) << n, plan, self.marks, self._moves.base,
            self.device.put(self.homes.orbit), low, high,
        )  # fmt: skip

    def mark_of_start(self) -> int:
        """What is known of the empty board."""
        at = int(self.homes.base[self.homes.homes_of(0)[0]])
        return int(self.device.get(self.marks[at : at + 1])[0])

    def value_of_start(self) -> int:
        """The value of the empty board for who begins."""
        mark = self.mark_of_start()
        return (mark > retrograde.UNKNOWN) - (mark < retrograde.UNKNOWN)

    def kept(self) -> Mapping[str, Any]:
        """The marks of all positions."""
        return {"marks": self.marks}

    def tables(self) -> Arrays:
        """How positions are numbered."""
        return _tables()


def _tables() -> Arrays:
    homes = indexing.homes()
    return {"shapes": homes.shapes, "home": homes.home, "balls": homes.balls, "base": homes.base}


PLACES = [indexing.turned(symmetry) for symmetry in range(indexing.SYMMETRIES)]
"""For each symmetry: where it takes each spot."""


def _image(balls: int, places: list[int]) -> int:
    return sum(1 << to for spot, to in enumerate(places) if balls >> spot & 1)


class PylosSolver(ManyPylos, EarlyPylos):
    """Pylos, any variant."""

    def options(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """The variant alone matters."""
        return {"variant": options["variant"]}

    def memory(self, options: Mapping[str, Value]) -> dict[str, int]:
        """A byte a position, and room for removals from three numbers of balls."""
        homes = indexing.homes()
        rooms = [homes.room(n) for n in range(rules.SPOTS)]
        removals = max(sum(rooms[n : n + 3]) for n in range(MOST_KEPT))
        tables = sum(table.nbytes for table in _tables().values())
        steps_room = 120_000_000
        if options["variant"] == "beginners":
            removals = 0
        return {
            "file": homes.size + tables,
            "tables": removals + steps_room,
            "card": MOST_STEPS * singly.TABLE * 4,
        }

    def arrays(self, options: Mapping[str, Value]) -> list[tuple[str, Any, int, int]]:
        """The marks, and how positions are numbered."""
        found = [(name, table.dtype, len(table), 0) for name, table in _tables().items()]
        return [("marks", np.uint8, indexing.homes().size, 1), *found]

    def start(self, options: Mapping[str, Value], device: Device, cursor: list[int]) -> PylosRun:
        """Begin, or go on from `cursor`."""
        return PylosRun(str(options["variant"]), device, cursor)

    def place(self, options: Mapping[str, Value], arrays: Arrays, state: Any) -> tuple[str, int]:
        """Where the mark of a position is; not kept: an empty reserve or the top decides it."""
        mine, theirs = int(state.balls[state.to_act]), int(state.balls[1 - state.to_act])
        if (mine | theirs) >> rules.TOP:
            return "marks", -1
        return "marks", indexing.place_of(
            mine, theirs, arrays["shapes"], arrays["home"], arrays["balls"], arrays["base"]
        )

    def alike(self, options: Mapping[str, Value], state: Any) -> int:
        """The least of the eight images of the mover's balls and the other's."""
        mine, theirs = int(state.balls[state.to_act]), int(state.balls[1 - state.to_act])
        return min(
            _image(mine, places) << rules.SPOTS | _image(theirs, places) for places in PLACES
        )

    def read(self, state: Any, code: int) -> Exact:
        """Won or lost, and after how many turns."""
        if code < 0:
            over = (
                int(state.balls[1 - state.to_act]) >> rules.TOP or not state.reserve[state.to_act]
            )
            code = retrograde.LOST_AT_ONCE if over else retrograde.WON_AT_ONCE
        if code == retrograde.UNKNOWN:
            return Exact(Outcome.DRAWN)
        lost = code < retrograde.UNKNOWN
        return Exact(Outcome.LOST, code) if lost else Exact(Outcome.WON, 255 - code)

    def network(self, options: Mapping[str, Value]) -> str:
        """The network for this variant."""
        code = rules.VARIANTS.index(str(options["variant"]))
        return fingerprint(TABLES[code], WEIGHTS[code])


SOLVER = PylosSolver()
