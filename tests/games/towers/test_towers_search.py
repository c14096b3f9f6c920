"""5 Towers' search of a round against a slow and obvious one: every line of play, one by one."""

from __future__ import annotations

import numpy as np
import pytest

import galda
from galda import Position
from galda.core.kernels import contract
from galda.games.towers.ai import prospects
from galda.games.towers.rules.record import AUCTION, PASS
from support import random_game, rule


def expected(position: Position) -> list[float]:
    """What each seat may expect."""
    out = np.zeros(2 * position.players)
    prospects.expect_between_rounds(position.states[0], position.players, out)
    return [float(each) for each in out[: position.players]]


def has_ended(position: Position) -> bool:
    """Whether the round is over in which something was just played."""
    state = position.states[0]
    return position.is_over or (state.phase == AUCTION and state.to_act == state.first)


def played_well(position: Position) -> list[float]:
    """What each seat may expect if everybody does what is best for itself until the round ends."""
    if has_ended(position):
        out = np.zeros(2 * position.players)
        if position.is_over:
            contract.utility(position.states[0], position.players, out)
            return [float(each) for each in out[: position.players]]
        return expected(position)
    actions = sorted(position.legal_actions, key=lambda action: action != PASS)
    return max(
        (played_well(position.play(action)) for action in actions),
        key=lambda worths: worths[position.to_act],
    )


def values_of(position: Position, samples: int) -> dict[int, list[float]]:
    """What the search says of each action."""
    legal, out = np.zeros(position.game.rules.most_legal, np.int32), np.zeros((6, 8))
    n, _ = contract.action_values(position.states[0], samples, np.uint64(3), legal, out)
    return {int(legal[k]): out[k, : position.players].tolist() for k in range(n)}


@rule("T10", "T12", "T18")
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 3), (4, 4), (5, 5)])
def test_a_round_is_searched_as_by_trying_every_line_of_play(players: int, seed: int) -> None:
    played = random_game("towers", {"players": players}, seed)
    choices = [position for position in played if len(position.legal_actions) > 1]
    looked_at = dict.fromkeys(range(3), 0)
    for position in choices[::-2][:16]:
        looked_at[int(position.states[0].phase)] += 1
        found = values_of(position, 0)
        for action in position.legal_actions:
            assert found[action] == pytest.approx(played_well(position.play(action)))
    assert looked_at[AUCTION] > 2


@rule("T18")
def test_who_may_pass_after_nothing_was_called_knows_what_that_brings() -> None:
    position = galda.game("towers").new(seed=5, players=2).play(0)
    nobody_builds = position.play(PASS)
    assert values_of(position, 0)[PASS] == pytest.approx(expected(nobody_builds))
    assert 0.2 < values_of(position, 8)[PASS][0] < 0.8


@rule("T19", "T20")
@pytest.mark.parametrize("players", [2, 4])
def test_samples_change_nothing_in_the_last_round(players: int) -> None:
    found = 0
    for position in random_game("towers", {"players": players}, 9):
        state = position.states[0]
        if position.is_over or state.shuffles == 1 or state.deck.any():
            continue
        found += 1
        for action, worths in values_of(position, 3).items():
            assert worths == pytest.approx(values_of(position, 0)[action])
    assert found > 1
