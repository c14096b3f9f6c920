"""What was learnt of Pylos: parts are seen as they are, and balls in reserve are worth much."""

from __future__ import annotations

import numpy as np
import pytest

from galda.core.kernels import contract
from galda.core.kernels.network import MOST
from galda.games.pylos.ai import evaluation
from galda.games.pylos.rules import rules
from galda.games.pylos.rules.rules import SPOT
from support import random_game


def balls(*places: tuple[int, int, int]) -> np.int64:
    return np.int64(sum(1 << SPOT[place] for place in places))


def test_what_was_learnt_is_shipped_for_every_variant_and_small() -> None:
    assert evaluation.TABLES.shape[:2] == (len(rules.VARIANTS), evaluation.ROWS)
    assert all(weights.any() for weights in evaluation.WEIGHTS)
    assert evaluation.WEIGHTS_FILE.stat().st_size < 2_000_000


def test_a_part_says_what_is_on_its_spots() -> None:
    mine = balls((0, 0, 0), (0, 0, 1), (1, 0, 0))
    theirs = balls((0, 1, 0), (0, 1, 1))
    parts = evaluation.parts_of(mine, theirs)
    assert parts[0] == evaluation.CORNER + 1 + 3 + 2 * 9 + 2 * 27 + 81  # two, two, and one above
    assert parts[4] == evaluation.EDGE + 1 + 2 * 9  # its neighbour
    assert parts[8] == evaluation.MIDDLE + 2
    assert parts[9] == evaluation.UPPER + 1
    assert parts[13] == evaluation.OUTER_LINE + 1 + 3  # the nearest row: mine, mine
    assert parts[15] == evaluation.OUTER_LINE + 1 + 2 * 3  # the left column: mine, theirs
    assert parts[17] == evaluation.INNER_LINE + 2 + 2 * 3  # the second row: theirs, theirs
    assert parts[22] == evaluation.COUNTS + 3 * 16 + 2
    free, theirs_free, rooms = 1, 0, 0  # all but the ball on top carry it, and it is there
    assert parts[23] == evaluation.FREE + (free * 10 + theirs_free) * 8 + rooms


@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_judgements_stay_within_the_contract_and_tell_winners_from_losers(variant: str) -> None:
    right = []
    for seed in range(40):
        *played, last = random_game("pylos", {"variant": variant}, seed)
        for position in played:
            assert abs(contract.evaluate(position.state)) <= MOST
            parts = evaluation.parts_of(*(np.int64(b) for b in position.state.balls))
            assert 0 <= min(parts) <= max(parts) < evaluation.ROWS
        near = [p for p in played[-6:] if not p.in_turn]
        if len(last.winners) == 1:
            right += [(contract.evaluate(p.state) > 0) == (p.to_act in last.winners) for p in near]
    assert np.mean(right) > 0.75, "near the end it is mostly clear who wins"


def test_balls_in_reserve_are_worth_something() -> None:
    judged: dict[bool, list[int]] = {True: [], False: []}
    for seed in range(60):
        for position in random_game("pylos", {}, seed):
            reserve = position.state.reserve
            more = int(reserve[position.to_act]) - int(reserve[1 - position.to_act])
            if abs(more) >= 2 and not position.is_over and not position.in_turn:
                judged[more > 0].append(contract.evaluate(position.state))
    assert min(len(each) for each in judged.values()) > 20
    assert np.mean(judged[True]) > np.mean(judged[False]) + 300
