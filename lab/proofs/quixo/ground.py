"""Quixo: what stands under a proof being found: the solution, and the guide that is followed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.play.solver import Device
from galda.games.quixo.rules import rules
from galda.games.quixo.solve.kernels import choice, indexing
from galda.games.quixo.solve.kernels.choice import Guide
from galda.games.quixo.solve.kernels.indexing import Layer
from galda.games.quixo.solve.kernels.retrograde import LOST, WON, Columns
from galda.games.quixo.solve.many import probing_for
from galda.games.quixo.solve.solver import QuixoRun
from lab.proofs.quixo.kernels import closure
from lab.proofs.quixo.kernels.closure import Places
from lab.proofs.quixo.kernels.guard import Guard, no_guard

LARGEST_RANKED = 4
"""Up to this size the solution's ranks fit into memory, and wins are proved as wins."""


@dataclass
class Ground:
    """A solved run and a guide, which a guard may help."""

    run: QuixoRun
    guide: Guide
    guard: Guard = field(default_factory=no_guard, kw_only=True)

    def lay(self) -> None:
        """Put on the device what finds positions in the solution."""
        put = self.device.put
        probing, tables = probing_for(self.run.size), self.run.lookup
        self._places = Places(
            states=self.run.states, found=tables.found, rooms=tables.rooms,
            shapes=put(probing.shapes), starts=put(probing.starts), turns=put(probing.turns),
            squeezed=tables.squeezed, low=tables.low, high=put(probing.high),
        )  # fmt: skip
        self._ranks = self._rank() if self.proves_wins else put(np.zeros(1, np.uint8))

    @property
    def proves_wins(self) -> bool:
        """Whether won positions have to be won, not only kept from being lost."""
        return self.run.size <= LARGEST_RANKED

    @property
    def device(self) -> Device:
        """Where it runs."""
        return self.run.device

    def values(self, positions: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
        """What the solution says of positions."""
        codes = self.device.put(np.zeros(len(positions), np.uint8))
        self.device.parallel_sum(
            closure.value_span, len(positions), self.device.put(positions), self._places, codes
        )
        return self.device.get(codes)

    def starts(self) -> npt.NDArray[np.int64]:
        """The empty board and what one foreign push makes of it, if the player can keep its worth.

        Where wins are proved, only positions that are won; else all that are not lost.
        """
        board, turns = self.guide.board, self.guide.turns
        pushes = (int(rules.ENTERED[board, move]) for move in range(self.guide.moves))
        images = [choice.least_image(0, theirs, turns)[0] for theirs in (0, *pushes)]
        found: npt.NDArray[np.int64] = np.unique(np.array(images, np.int64))
        values = self.values(found)
        kept = values == WON if self.proves_wins else values != LOST
        return np.asarray(found[kept], np.int64)

    def _rank(self) -> Any:
        """For each decided position how many more turns with own cubes its layer can take."""
        run, device = self.run, self.device
        ranks = device.put(np.full(run.bases[-1, -1] * indexing.WORD, closure.UNRANKED, np.uint8))
        for one, other in run.pairs:
            both = [one] if one == other else [one, other]
            words = device.put(indexing.words_with(one.smaller, run.size**2 - one.larger))
            columns = Columns(words, run.spread, run.width)
            for rank in range(closure.UNRANKED):
                given = sum(self._rank_layer(layer, rank, columns, ranks) for layer in both)
                if not given:
                    break
        return ranks

    def _rank_layer(self, layer: Layer, rank: int, columns: Columns, ranks: Any) -> int:
        return self.device.parallel_sum(
            closure.rank_span, self.run.rows_of(layer) * layer.words, rank,
            self.run.plan_for(layer, layer), columns, self._places, ranks,
        )  # fmt: skip
