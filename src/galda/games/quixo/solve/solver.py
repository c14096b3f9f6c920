"""Quixo solved: the order of the work, what is kept, and how a position is found in it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import BadOption
from galda.core.kernels.network import fingerprint
from galda.core.play.options import Value
from galda.core.play.solver import Arrays, Counts, Device
from galda.core.play.values import Exact, Outcome
from galda.games.quixo.ai.evaluation import TABLES, WEIGHTS
from galda.games.quixo.rules import rules
from galda.games.quixo.solve.early import EarlyQuixo
from galda.games.quixo.solve.kernels import indexing, retrograde
from galda.games.quixo.solve.kernels.indexing import Layer
from galda.games.quixo.solve.kernels.retrograde import Columns, Plan, Probing, Tables
from galda.games.quixo.solve.many import ManyQuixo, probing_for


class QuixoRun:
    """Quixo being solved, a pair of layers at a time."""

    def __init__(self, size: int, device: Device, cursor: list[int]) -> None:
        self.size = size
        self.device = device
        self.cursor = cursor or [0]
        self.board = size - rules.SIZES[0]
        self.moves = len(rules.PUSHES[size])
        self.pairs = list(indexing.pairs(size))
        self.bases = indexing.bases(size)
        self.starts = indexing.pattern_starts(size)
        self.states = device.zeros("states", self.bases[-1, -1], np.uint32)
        self._make_tables()

    def _make_tables(self) -> None:
        """The patterns, and for each set of cells its pattern's number and the way there."""
        put = self.device.put
        sets = 1 << ((self.size - 1) * rules.STRIDE + self.size)
        turns = put(indexing.turn_table(self.size))
        canonical, symmetry, stabiliser = (
            put(np.zeros(sets, dtype)) for dtype in (np.uint32, np.uint8, np.uint8)
        )
        self.device.parallel_sum(
            indexing.find_patterns, sets, self.board, turns, canonical, symmetry, stabiliser
        )
        first = self.device.get(canonical)
        order = np.flatnonzero(first == np.arange(sets, dtype=np.uint32)).astype(np.uint32)
        order = order[order & np.uint32(rules.BEYOND[self.board]) == 0]
        ones = np.bitwise_count(order)
        order = order[np.argsort(ones, kind="stable")]
        number = np.zeros(sets, np.uint32)
        within = np.arange(len(order)) - np.array(self.starts)[np.bitwise_count(order)]
        number[order] = within.astype(np.uint32)
        found = (number[first] << indexing.SYMMETRY_BITS) | self.device.get(symmetry)
        orbits = (indexing.SYMMETRIES // np.maximum(self.device.get(stabiliser)[order], 1)).astype(
            np.uint8
        )
        self.patterns = order
        free = ~(order | np.uint32(rules.BEYOND[self.board])) & np.uint32(indexing.EVERYWHERE)
        self._orbits = put(orbits)
        self.lookup = Tables(
            found=put(found),
            rooms=put(indexing.rooms(free)),
            pushes=put(indexing.push_table(self.size)),
            entries=put(indexing.entry_table(self.size)),
            squeezed=put(indexing.SQUEEZED),
            low=put(indexing.RANK_LOW),
        )
        self.spread, self.width = put(indexing.SPREAD), put(indexing.WIDTH)
        width = self.size**2
        self.high = [put(indexing.rank_high(ones, width)) for ones in range(width + 1)]

    def plan_for(self, layer: Layer, following: Layer) -> Plan:
        """What kernels are told about a layer and the one its moves lead to."""
        return Plan(
            board=self.board,
            moves=self.moves,
            key_moves=int(layer.key_moves),
            base=self.bases[layer.mine, layer.theirs],
            words=layer.words,
            columns=layer.columns,
            patterns=self.starts[layer.larger],
            next_base=self.bases[following.mine, following.theirs],
            next_words=following.words,
            next_patterns=self.starts[following.larger],
            next_swapped=int(layer == following),
        )

    def steps(self) -> Iterator[tuple[str, float]]:
        """Solve pair after pair."""
        work = [0, *accumulate(sum(layer.positions for layer in set(pair)) for pair in self.pairs)]
        for number in range(self.cursor[0], len(self.pairs)):
            sweeps_needed = self._solve(*self.pairs[number])
            self.cursor = [number + 1]
            name = f"{self.pairs[number][0].name} ({sweeps_needed} sweeps)"
            yield name, work[number + 1] / work[-1]

    def _solve(self, one: Layer, other: Layer) -> int:
        """Open both layers, then sweep them in turn; return how often."""
        both = [one] if one == other else [one, other]
        put = self.device.put
        words = put(indexing.words_with(one.smaller, self.size**2 - one.larger))
        columns = Columns(words, self.spread, self.width)
        plans = []
        for layer in both:
            following = Layer(self.size, layer.theirs, layer.mine + 1)
            if layer.mine + layer.theirs == self.size**2:
                following = layer  # a full board has no blank cube to take
            self._sum_over_layer(
                retrograde.open_span, layer, self.plan_for(layer, following), columns, following
            )
            plans.append(self.plan_for(layer, Layer(self.size, layer.theirs, layer.mine)))
        rows = self.rows_of(one)
        wanted = put(np.ones(rows, np.uint8))
        changed = [put(np.zeros(rows, np.uint8)) for _ in both]
        done, quiet = 0, 0
        while quiet < len(both):
            k = done % len(both)
            if done >= 2 and len(both) == 2:
                self.device.parallel_sum(
                    retrograde.mark_span, rows, plans[k], self.lookup, changed[1 - k], wanted
                )
            self.device.clear(changed[k])
            changes = self._sum_over_layer(
                retrograde.sweep_span, both[k], plans[k], columns, both[k], wanted, changed[k]
            )
            quiet = 0 if changes else quiet + 1
            done += 1
        return done

    def rows_of(self, layer: Layer) -> int:
        """How many patterns a layer has."""
        return self.starts[layer.larger + 1] - self.starts[layer.larger]

    def _sum_over_layer(
        self, kernel: Any, layer: Layer, plan: Plan, columns: Columns, following: Layer, *more: Any
    ) -> int:
        return self.device.parallel_sum(
            kernel, self.rows_of(layer) * layer.words, plan, self.states, columns, self.lookup,
            self.high[following.smaller], *more,
        )  # fmt: skip

    def counts(self) -> Iterator[tuple[str, Counts]]:
        """Won, lost and drawn positions of each layer."""
        for pair in self.pairs:
            for layer in dict.fromkeys(pair):
                plan = self.plan_for(layer, layer)
                words = layer.words * self.rows_of(layer)
                won, lost = (
                    self.device.parallel_sum(
                        retrograde.count_span, words, plan, self.states, self._orbits, code
                    )
                    for code in (retrograde.WON, retrograde.LOST)
                )
                yield layer.name, Counts(won, lost, layer.positions - won - lost)

    def value_of_start(self) -> int:
        """What is known of the empty board."""
        at = self.bases[0, 0]
        return SOLVER.read(None, int(self.device.get(self.states[at : at + 1])[0]) & 3).outcome

    def probe(self, mine: npt.NDArray[Any], theirs: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
        """The codes of many positions: the mover's cubes, the other's."""
        put = self.device.put
        here = probing_for(self.size)
        probing = Probing(here.board, *(put(table) for table in here[1:]))
        codes = put(np.zeros(len(mine), np.uint8))
        self.device.parallel_sum(
            retrograde.probe_span, len(mine),
            put(mine.astype(np.int64)), put(theirs.astype(np.int64)),
            codes, self.states, put(self.patterns), probing,
        )  # fmt: skip
        return self.device.get(codes)

    def kept(self) -> Mapping[str, Any]:
        """The words of all layers."""
        return {"states": self.states}

    def tables(self) -> Arrays:
        """The patterns: the numbers of rows."""
        return {"patterns": self.patterns}


class QuixoSolver(ManyQuixo, EarlyQuixo):
    """Quixo for two players, on boards of every size."""

    def options(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """The size alone matters: positions are seen from the side to move."""
        if options["players"] != 2:
            raise BadOption(
                "only the game for two can be solved, not that of teams", option="players"
            )
        return {"size": options["size"]}

    def memory(self, options: Mapping[str, Value]) -> dict[str, int]:
        """Two bits a position, a number for each set of cells."""
        size = int(options["size"])
        sets = 1 << ((size - 1) * rules.STRIDE + size)
        patterns = indexing.pattern_starts(size)[-1]
        return {
            "file": 4 * indexing.bases(size)[-1, -1] + 4 * patterns,
            "tables": 14 * sets + 5 * patterns,
        }

    def arrays(self, options: Mapping[str, Value]) -> list[tuple[str, Any, int, int]]:
        """The words, 16 positions in each, and the patterns that rows belong to."""
        size = int(options["size"])
        return [
            ("states", np.uint32, indexing.bases(size)[-1, -1], indexing.WORD),
            ("patterns", np.uint32, indexing.pattern_starts(size)[-1], 0),
        ]

    def start(self, options: Mapping[str, Value], device: Device, cursor: list[int]) -> QuixoRun:
        """Begin, or go on from `cursor`."""
        return QuixoRun(int(options["size"]), device, cursor)

    def place(self, options: Mapping[str, Value], arrays: Arrays, state: Any) -> tuple[str, int]:
        """The number of a position among all, and 16 to a word."""
        side = state.to_act & 1
        mine, theirs = int(state.cubes[side]), int(state.cubes[1 - side])
        probing = probing_for(int(options["size"]))
        return "states", retrograde.place_of(mine, theirs, arrays["patterns"], probing)

    def alike(self, options: Mapping[str, Value], state: Any) -> int:
        """The least of the eight images of the mover's cubes and the other's."""
        side = state.to_act & 1
        turns = indexing.turn_table(int(options["size"]))
        mine, theirs = np.int64(state.cubes[side]), np.int64(state.cubes[1 - side])
        return min(
            int(indexing.turn(mine, symmetry, turns)) << rules.STRIDE**2
            | int(indexing.turn(theirs, symmetry, turns))
            for symmetry in range(indexing.SYMMETRIES)
        )

    def read(self, state: Any, code: int) -> Exact:
        """Won, lost or drawn; nobody knows how soon."""
        known = {retrograde.WON: Outcome.WON, retrograde.LOST: Outcome.LOST}
        return Exact(known.get(code, Outcome.DRAWN))

    def network(self, options: Mapping[str, Value]) -> str:
        """The network for boards of this size."""
        board = int(options["size"]) - rules.SIZES[0]
        return fingerprint(TABLES[board], WEIGHTS[board])


SOLVER = QuixoSolver()
