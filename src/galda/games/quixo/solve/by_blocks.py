"""Quixo solved on a graphics card, a pair of layers: rows are worked on by blocks of threads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from galda.core.play.solver import Card
from galda.games.quixo.solve.kernels import blocks, indexing, retrograde
from galda.games.quixo.solve.kernels.desk import FLAGS, PIECES, RANK_BITS, WIDEST, BlockPlan
from galda.games.quixo.solve.kernels.indexing import Layer
from galda.games.quixo.solve.kernels.retrograde import Columns

if TYPE_CHECKING:
    from galda.games.quixo.solve.solver import QuixoRun


NARROW = 6
"""Bits of a piece in all layers but those of few cubes."""


class Shape(NamedTuple):
    """How the work is cut for blocks."""

    threads: int = 256
    part: int = 4096
    """Columns that a block takes at a time, at most."""
    together: int = 8
    """Blocks for each multiprocessor."""
    few: int = 256
    """So few positions are looked at without tables."""


def fits(layer: Layer) -> bool:
    """Whether rows are narrow enough."""
    return layer.size**2 - layer.larger <= WIDEST


class View(NamedTuple):
    """A layer's words, and whose set the key is."""

    states: Any
    base: int
    key_moves: bool


class Pair:
    """Two layers that lead to each other; one of equal sets is kept twice, by either set."""

    def __init__(self, run: QuixoRun, one: Layer, other: Layer, shape: Shape) -> None:
        self.run, self.shape = run, shape
        self.device = cast(Card, run.device)
        self.layers = one, other
        self.width = one.size**2 - one.larger
        self.rows = run.rows_of(one)
        self.words = self.device.put(indexing.words_with(one.smaller, self.width))
        self.views = [
            View(run.states, run.bases[layer.mine, layer.theirs], layer.key_moves)
            for layer in self.layers
        ]
        self.piece = max(1, -(-self.width // PIECES))
        self.part = min(shape.part, 1 << (FLAGS - self.width))
        piece_bits = max(self.piece, NARROW)  # so that there are two kernels to compile, not seven
        self.kernel = blocks.row_kernel(shape.threads, shape.part, piece_bits, shape.few)

    def solve(self) -> int:
        """Open both layers, then sweep them in turn; return how often."""
        put, (one, other) = self.device.put, self.layers
        wanted = put(np.ones(self.rows, np.uint8))
        changed = [put(np.zeros(self.rows, np.uint8)) for _ in self.layers]
        self.open(0, wanted, changed)
        if one != other:
            self.open(1, wanted, changed)
        else:
            self.mirror()
        done, quiet = 0, 0
        while quiet < 2:
            k = done % 2
            if done >= 2:
                plan = self.run.plan_for(self.layers[k], self.layers[1 - k])._replace(
                    key_moves=int(self.views[k].key_moves)
                )
                self.device.parallel_sum(
                    retrograde.mark_span, self.rows, plan, self.run.lookup, changed[1 - k], wanted
                )
            self.device.clear(changed[k])
            changes = self.sweep(k, done < 2, wanted, changed)
            quiet = 0 if changes else quiet + 1
            done += 1
        return done

    def mirror(self) -> None:
        """Write the layer of equal sets once more, with the other's set as the key."""
        run, layer = self.run, self.layers[0]
        mirror = self.device.scratch(self.rows * layer.words, np.uint32)
        columns = Columns(self.words, run.spread, run.width)
        self.device.parallel_sum(
            retrograde.mirror_span, self.rows * layer.words, run.plan_for(layer, layer), run.states,
            mirror, columns, run.lookup, run.turns, run.high[layer.smaller],
        )  # fmt: skip
        self.views[1] = View(mirror, 0, key_moves=False)

    def open(self, k: int, wanted: Any, changed: list[Any]) -> None:
        """Look at lines and blank cubes."""
        layer, view = self.layers[k], self.views[k]
        following = Layer(layer.size, layer.theirs, layer.mine + 1)
        if layer.mine + layer.theirs == layer.size**2:
            following = layer  # a full board has no blank cube to take
        there = View(view.states, self.run.bases[following.mine, following.theirs], True)
        self._work(view, layer, there, following, wanted, changed[1 - k], changed[k], opening=True)

    def sweep(self, k: int, first: bool, wanted: Any, changed: list[Any]) -> int:
        """Look at own cubes; return how many words have changed."""
        return self._work(
            self.views[k], self.layers[k], self.views[1 - k], self.layers[1 - k],
            wanted, changed[1 - k], changed[k], first=first,
        )  # fmt: skip

    def ranks(self, following: Layer) -> Any:
        """The ranks of high bits in rows of the next layer."""
        known, which = self.run.ranks, (following.smaller, following.larger)
        if which not in known:
            width = following.size**2 - following.larger
            known[which] = self.device.put(indexing.rank_high(which[0], width, RANK_BITS))
        return known[which]

    def _work(
        self, view: View, layer: Layer, there: View, following: Layer, wanted: Any,
        changed_there: Any, changed: Any, *, opening: bool = False, first: bool = False,
    ) -> int:  # fmt: skip
        run, parts = self.run, -(-layer.columns // self.part)
        plan = BlockPlan(
            board=run.board,
            moves=run.moves,
            key_moves=int(view.key_moves),
            opening=int(opening),
            first=int(first),
            lines=int(layer.smaller >= layer.size),
            base=view.base,
            words=layer.words,
            columns=layer.columns,
            patterns=run.starts[layer.larger],
            width=self.width,
            piece=self.piece,
            part=self.part,
            parts=parts,
            next_base=there.base,
            next_words=following.words,
            next_patterns=run.starts[following.larger],
        )
        return self.device.block_sum(
            self.kernel, self.shape.threads, self.shape.together, self.rows * parts,
            plan, view.states, there.states, self.words, run.lookup, self.ranks(following),
            wanted, changed_there, changed,
        )  # fmt: skip
