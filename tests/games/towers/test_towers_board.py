"""The board of 5 Towers as those see it who wait."""

from __future__ import annotations

import galda


def bright(board: str) -> int:
    """How many bids look as if they could be chosen."""
    return board.count('stroke="#') - board.count('stroke="none"')


def test_bids_are_bright_for_the_one_who_bids_alone() -> None:
    position = galda.game("towers").new(players=3, seed=1)
    waits = (position.to_act + 1) % 3
    bids = len(position.legal_actions)
    assert bids > 1
    assert bright(position.svg(position.to_act)) - bright(position.svg(waits)) >= bids
