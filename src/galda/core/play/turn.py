"""A turn in notation: its words in any order that the rulebook leaves free.

Rules give the actions of a turn one order, so that a turn is one list of codes; on paper people
write down what they did as they did it. A game says which words of a turn may change places
(`GameNotation.free_order`), and here an order that the rules accept is looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from galda.core.errors import GaldaError, IllegalMove, TurnOver

if TYPE_CHECKING:
    from galda.core.play.position import Position

Block = tuple[str, ...]
"""Words that stay together, such as a purchase and what is paid for it."""
Part = Sequence[Block]
"""Blocks that may be played in any order. The parts of a turn follow each other as written."""
FreeOrder = Callable[[Sequence[str]], Sequence[Part]]
"""(the words of a turn) -> its parts; what a game's `free_order` is."""

MOST_TRIES = 500
"""How many words are tried at most before a turn counts as one that no order makes legal."""


def play_turn(position: Position, words: Sequence[str]) -> Position:
    """The position after the words of one turn, as they stand or in an order the rules accept.

    Nothing is tried beyond the end of the turn. If no order is legal, the error is that of the
    order that came furthest.
    """
    try:
        return _play(position, words)
    except (IllegalMove, TurnOver) as error:
        free = position.game.notation.free_order
        if free is None:
            raise
        search = _Search(position, error, _played(position, words))
        found = search.find(position, [list(part) for part in free(words)])
        if found is None:
            raise search.error from None
        return found


def _play(position: Position, words: Sequence[str]) -> Position:
    for number, word in enumerate(words):
        if number and not position.in_turn:
            raise TurnOver(word)
        position = _play_word(position, word)
    return position


def _play_word(position: Position, word: str) -> Position:
    try:
        return position.play(word)
    except IllegalMove as error:
        error.word = word
        raise


def _played(position: Position, words: Sequence[str]) -> int:
    """How many of the words can be played as they stand."""
    for number, word in enumerate(words):
        if number and not position.in_turn:
            return number
        try:
            position = position.play(word)
        except GaldaError:
            return number
    return len(words)


@dataclass
class _Search:
    """Looks for an order of the blocks of a turn that the rules accept, the written one first."""

    start: Position
    error: GaldaError
    """What is wrong with the order that came furthest."""
    furthest: int
    tries: int = field(default=0)

    def find(
        self, position: Position, parts: list[list[Block]], played: int = 0
    ) -> Position | None:
        """The position after all parts, or None."""
        parts = [part for part in parts if part]
        if not parts:
            return position
        first, rest = parts[0], parts[1:]
        for block, others in _choices(first):
            after = self._after(position, block, played)
            if after is None:
                continue
            found = self.find(after, [others, *rest], played + len(block))
            if found is not None:
                return found
        return None

    def _after(self, position: Position, block: Block, played: int) -> Position | None:
        """The position after a block; a word that says "no more" is skipped where it is idle."""
        for number, word in enumerate(block, start=played):
            idle = word.lower() in self.start.game.notation.idle_words
            self.tries += 1
            if self.tries > MOST_TRIES:
                return None
            try:
                if position is not self.start and not position.in_turn:
                    raise TurnOver(word)
                position = _play_word(position, word)
            except (IllegalMove, TurnOver) as error:
                if idle:
                    continue
                if number > self.furthest:
                    self.error, self.furthest = error, number
                return None
        return position


def _choices(part: Sequence[Block]) -> Iterator[tuple[Block, list[Block]]]:
    """Each different block of a part with the others."""
    for n, block in enumerate(part):
        if block not in part[:n]:
            yield block, [*part[:n], *part[n + 1 :]]
