"""The board of 5 Towers as those see it who wait."""

from __future__ import annotations

import re

import galda


def bright(board: str) -> int:
    """How many bids look as if they could be chosen."""
    bids = re.findall(r"<g [^>]*data-touch='(?:call\d|pass)'[^>]*>(.*?)</g>", board)
    assert len(bids) == 7
    return sum("stroke='none'" not in bid for bid in bids)


def test_bids_are_bright_for_the_one_who_bids_alone() -> None:
    position = galda.game("towers").new(players=3, seed=1)
    bids = len(position.legal_actions)
    assert bids > 1
    assert bright(position.svg(position.to_act)) == bids
    assert bright(position.svg((position.to_act + 1) % 3)) == 0
    assert bright(position.svg()) == bids
