"""Quixo: a proof with few positions, in each of which the choice may be changed.

`Few` follows the choice as `Closing` does, but it is free to take any move that keeps what a
position is worth. It takes the one that leads to the fewest new positions, where naming a move that
the choice does not like costs something, too. Positions that wait are taken in batches, those with
the most cubes first: what they lead to dies out soonest, and is then there for all others. When
nothing waits any more, another *pass* can choose everything anew, knowing the set of the last one,
and what each position in it is worth.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.play.solver import Arrays
from galda.games.quixo.solve.kernels import choice
from galda.games.quixo.solve.kernels.choice import RISKS
from lab.proofs.quixo.closing import LayerMet
from lab.proofs.quixo.ground import Ground
from lab.proofs.quixo.kernels import closure, few
from lab.proofs.quixo.kernels.few import ADDED, RANKS, Known, Prices, Stacks
from lab.proofs.quixo.kernels.guard import placed_guard
from lab.proofs.quixo.marking import mark_all
from lab.proofs.quixo.sieving import Here, Sieving

Counts = npt.NDArray[np.int64]

UNIT = 256
"""What a new position costs, in whole numbers."""
FULLEST = 0.6
"""Of the slots of a table, so many are used at most."""
MOST_BITS = 16.0
"""No move costs more bits to name than this."""
AT_FIRST = 200.0
"""Positions that stand for what is expected of a layer before anything is known of it."""
FIRST_SHARE, LATER_SHARE = 0.8, 0.5
"""It is expected that the choice is followed in so many, and of the rest each further move taken in
so many of those that are left."""
FEWEST_PART = 4
"""Batches so much smaller than a whole one are left to grow, as long as there are larger ones."""
SUM_BITS = (1 << 64) - 1
STAGES = 12
"""Sieves in a chain, at most."""


@dataclass(frozen=True)
class Thrift:
    """What is saved, and how."""

    bit_cost: float = 0.5
    """How many new positions a bit of naming a move is worth, on a full board."""
    easing: float = 1.0
    """By how much less for each blank cube: what comes early leads to more in the end."""
    candidates: int = 8
    """Moves of a position that are looked at, at most."""
    together: int = 64
    """Positions of a batch."""
    deepest: bool = True
    """Whether those with the most cubes come first, or last."""
    later: float = 1.0
    """What a new position with another cube costs, beside one without."""
    again: float = 0.5
    """In a further pass: what part of its share a position costs that the pass before has met."""

    sweeps: int = 6
    """How often what a layer is worth is found anew: some of its positions lead to each other."""

    def weights(self, worths: npt.NDArray[np.float64]) -> Counts:
        """What new positions cost by their cubes and the cubes added, if they are worth so much."""
        later = self.later ** np.arange(ADDED)
        return np.asarray(np.round(UNIT * np.outer(worths, later)), np.int64).reshape(-1)

    def rank_costs(self, tally: Counts, blank: int) -> Counts:
        """What naming moves costs, by risk and rank, after so many of each."""
        rest = (1 - LATER_SHARE) * LATER_SHARE ** np.arange(RANKS - 1)
        expected = AT_FIRST * np.array([FIRST_SHARE, *((1 - FIRST_SHARE) * rest)])
        counts = tally.reshape(RISKS, RANKS) + expected
        shares = counts / counts.sum(axis=1, keepdims=True)
        bits = np.minimum(-np.log2(np.maximum(shares, 1e-9)), MOST_BITS)
        return np.asarray(
            np.round(UNIT * self.bit_cost * self.easing**blank * bits), np.int64
        ).reshape(-1)


def bits_of(tally: Counts) -> Counts:
    """The bits that ranks take at least, with a code for each of the first dimensions."""
    counts = tally.reshape(-1, RISKS, RANKS).astype(np.float64)
    whole = np.maximum(counts.sum(axis=2, keepdims=True), 1)
    logs = np.log2(np.maximum(counts, 1) / whole)
    return np.asarray(np.round(-(counts * logs).sum(axis=(1, 2))), np.int64)


@dataclass
class Few(Ground):
    """A proof with few positions being found: the run must be solved."""

    thrift: Thrift
    room: int
    """Positions that can wait in each stack; more are found again by a look through the table."""
    passes: int = 0
    """How many are done."""
    positions: int = 0
    """In the set of this pass, so far."""
    chosen: int = 0
    """Of them, those whose moves are chosen."""
    settled: int = 0
    layers: list[LayerMet] = field(default_factory=list)
    checksum: int = 0

    def __post_init__(self) -> None:
        self.lay()
        device, size = self.device, self.run.size
        self._guide = choice.placed(self.guide, device.put)
        self._guard = placed_guard(self.guard, device.put)
        together, most = self.thrift.together, self.thrift.candidates
        self._batch = device.scratch(together, np.int64)
        self._marks = device.scratch(together * self.guide.moves, np.int32)
        self._listed = device.scratch(max(together * self.guide.listed, 1), np.int8)
        self._candidates = device.scratch(together * most, np.int16)
        self._costs = device.scratch(together * most, np.int64)
        self._risks = device.scratch(together, np.int8)
        self._chosen = device.scratch(together, np.int8)
        self._kinds = size**2 + 1
        self._stacks = Stacks(
            device.scratch(self._kinds * self.room, np.int64), self._counts(self._kinds), self.room
        )
        self._pool = ThreadPoolExecutor()
        self._prices = self._plain_prices()
        self._first_slots = 1 << (4 * together * self.guide.moves).bit_length()
        self._forget()

    def _counts(self, count: int) -> Any:
        return self.device.put(np.zeros(count, np.int64))

    def _empty(self, slots: int) -> Known:
        array = self.device.scratch(slots, np.int64)
        self.device.clear(array)
        return Known(array, slots - 1)

    def _forget(self) -> None:
        """Begin with an empty set."""
        self._known = self._empty(self._first_slots)
        self._tally = self._counts(self._kinds * RISKS * RANKS)
        self._set_waits(np.zeros(self._kinds, np.int64))
        self._missed = False
        self.positions = self.chosen = self.settled = 0

    def _set_waits(self, counts: Counts) -> None:
        self._stacks = self._stacks._replace(counts=self.device.put(counts))

    def meet(self, positions: Counts) -> None:
        """Add positions to what waits."""
        self.positions += self.device.parallel_sum(
            few.meet_span, len(positions), self.device.put(positions), self._guide.turns,
            self._known, self._stacks,
        )  # fmt: skip

    def waits(self) -> Counts:
        """How many positions wait in each stack."""
        counts = np.array(self.device.get(self._stacks.counts))
        if (counts > self.room).any():
            self._missed = True
            counts = np.minimum(counts, self.room)
        return counts

    def steps(self) -> Iterator[int]:
        """Batch after batch, until nothing waits; how many cubes there were in the last."""
        while True:
            counts = self.waits()
            if not counts.any():
                if not self._missed:
                    return
                self._look_through()
                continue
            cubes = self._next(counts)
            self._work(cubes, counts)
            yield cubes

    def _look_through(self) -> None:
        """Fill the stacks with what waits in the table."""
        self._missed = False
        self._set_waits(np.zeros(self._kinds, np.int64))
        self.device.parallel_sum(
            few.wait_span, len(self._known.slots), self._known, self._stacks
        )  # fmt: skip

    def _next(self, counts: Counts) -> int:
        """The layer that comes next: a large enough batch at the end of the order."""
        enough = np.flatnonzero(counts >= max(1, self.thrift.together // FEWEST_PART))
        if not self.thrift.deepest:
            return int(np.flatnonzero(counts)[0])
        return int(enough[-1]) if len(enough) else int(np.argmax(counts))

    def _work(self, cubes: int, counts: Counts) -> None:
        """Choose in a batch of positions, and meet what that leads to."""
        do, guide, thrift = self.device.parallel_sum, self._guide, self.thrift
        count = int(min(counts[cubes], thrift.together))
        counts[cubes] -= count
        do(few.take_span, count, cubes * self.room + int(counts[cubes]), self._stacks, self._batch)
        self._set_waits(counts)
        self._make_room(count * guide.moves)
        mark_all(do, guide, self._guard, self._batch, count, self._marks, self._listed)
        do(
            few.candidate_span, count, guide, self._batch, self._marks, self._places, self._ranks,
            thrift.candidates, self._candidates, self._costs, self._risks,
        )  # fmt: skip
        do(
            few.cost_span, count * thrift.candidates * guide.moves, guide, self._batch,
            thrift.candidates, self._candidates, self._prices, self._known, self._costs,
        )  # fmt: skip
        tally = self._tally[cubes * RISKS * RANKS : (cubes + 1) * RISKS * RANKS]
        blank = 0 if self.passes else self._kinds - 1 - cubes  # later passes know what is early
        rank_costs = self.device.put(thrift.rank_costs(self.device.get(tally), blank))
        self.settled += do(
            few.pick_span, count, self._batch, thrift.candidates, self._candidates, self._costs,
            self._risks, rank_costs, self._known, self._chosen, tally,
        )  # fmt: skip
        stuck = do(closure.count_span, count, closure.NO_SAFE_MOVE, self._chosen)
        if stuck:
            raise GaldaError("{count} positions have no safe move: the solution is wrong",
                             count=stuck)  # fmt: skip
        self.positions += do(
            few.reply_span, count * guide.moves, guide, self._batch, self._chosen, self._known,
            self._stacks,
        )  # fmt: skip
        self.chosen += count

    def _make_room(self, more: int) -> None:
        """See that so many more positions fit into the table."""
        if self.positions + more <= FULLEST * len(self._known.slots):
            return
        old = self._known
        self._known = self._empty(2 * len(old.slots))
        self.device.parallel_sum(few.copy_span, len(old.slots), old.slots, self._known)

    def pass_again(self, starts: Counts, bit_cost: float) -> None:
        """Begin another pass with the same starts, which knows what the last set is worth."""
        self.passes += 1
        self._prices = self._plain_prices()  # so that their memory is free
        self._prices = self._priced(starts)
        self._forget()
        self.thrift = replace(self.thrift, bit_cost=bit_cost)
        self.meet(starts)

    def worths(self, starts: Counts) -> tuple[Any, Any, Counts]:
        """How often each position is led to, what it is worth, and the sums of that by cubes."""
        known, do, slots = self._known, self.device.parallel_sum, len(self._known.slots)
        leads, worths, anew = (self.device.scratch(slots, np.int64) for _ in range(3))
        for array in (leads, worths):
            self.device.clear(array)
        do(few.start_span, len(starts), self.device.put(starts), known, leads)
        do(few.lead_span, slots * self.guide.moves, self._guide, known, leads)
        sums = np.zeros(self._kinds, np.int64)
        for cubes in range(self._kinds - 1, -1, -1):
            for _ in range(self.thrift.sweeps):
                do(few.worth_span, slots, UNIT, cubes, self._guide, known, leads, worths, anew)
                found = self._counts(self._kinds)
                do(few.same_span, slots, cubes, known, anew, worths, found)
            sums[cubes] = self.device.get(found)[cubes]
        return leads, worths, sums

    def _plain_prices(self) -> Prices:
        """What new positions cost as long as no set is known."""
        weights = self.thrift.weights(np.ones(self._kinds))
        return Prices(self.device.put(weights), self._empty(2), self._counts(2))

    def _priced(self, starts: Counts) -> Prices:
        """What new positions cost, now that a set is known."""
        leads, worths, sums = self.worths(starts)
        counts = np.maximum(self.sizes(), 1)
        self.device.parallel_sum(
            few.share_span, len(self._known.slots), round(UNIT * self.thrift.again), UNIT, leads,
            worths,
        )  # fmt: skip
        means = np.maximum(sums / (UNIT * counts), 1.0)
        return Prices(self.device.put(self.thrift.weights(means)), self._known, worths)

    def tally(self) -> Counts:
        """By cubes, risk and how many moves are skipped: in how many positions."""
        return np.array(self.device.get(self._tally)).reshape(self._kinds, RISKS, RANKS)

    def kept(self) -> Arrays:
        """What another run needs to go on."""
        prices, slots = self._prices, self.device.get(self._known.slots)
        return {
            "slots": slots[slots != 0], "tally": self.tally(),
            "told": np.array([self.passes, self.chosen, self.settled]),
            "bit_cost": np.array([self.thrift.bit_cost]),
            "before": self.device.get(prices.before.slots),
            "shares": self.device.get(prices.shares), "weights": self.device.get(prices.weights),
        }  # fmt: skip

    def take_up(self, kept: Arrays) -> None:
        """Go on from what another run has kept."""
        self._forget()
        weights, before, shares = map(
            self.device.put, (kept["weights"], kept["before"], kept["shares"])
        )
        self._prices = Prices(weights, Known(before, len(before) - 1), shares)
        self._known = self._table_of(kept["slots"])
        self._tally = self.device.put(kept["tally"].reshape(-1))
        self.passes, self.chosen, self.settled = map(int, kept["told"])
        self.thrift = replace(self.thrift, bit_cost=float(kept["bit_cost"][0]))
        self.positions = len(kept["slots"])
        self._look_through()

    def _table_of(self, entries: Counts) -> Known:
        slots = max(self._first_slots, 1 << int(len(entries) / FULLEST).bit_length())
        known = self._empty(slots)
        self.device.parallel_sum(few.copy_span, len(entries), self.device.put(entries), known)
        return known

    def sizes(self) -> Counts:
        """Count the layers; the checksum is found on the way."""
        found = self._counts(self._kinds)
        self.checksum = SUM_BITS & self.device.parallel_sum(
            few.census_span, len(self._known.slots), self._known, found
        )
        return np.array(self.device.get(found))

    def pack(self) -> Sieving:
        """When nothing waits: count the layers, and pack what is chosen into sieves."""
        sieving = Sieving(self.run.size**2, STAGES)
        self.layers = []
        for cubes, size in enumerate(self.sizes().tolist()):
            counts = self._counts(1)
            found = self.device.scratch(max(size, 1), np.int64)
            ranks = self.device.scratch(max(size, 1), np.uint8)
            self.device.parallel_sum(
                few.gather_span, len(self._known.slots), cubes, self._known, counts, found, ranks
            )
            queue, skipped = self.device.get(found)[:size], self.device.get(ranks)[:size]
            order = np.argsort(queue)
            queue, skipped = queue[order], skipped[order]
            patched, settled = skipped > 0, int((queue >> closure.RISK_BIT == 0).sum())
            self.layers.append(LayerMet(cubes, size, int(patched.sum()), settled))
            sieving.add(cubes, queue, queue[patched], skipped[patched], Here(), self._pool.map)
        return sieving
