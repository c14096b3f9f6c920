"""What the second lesson of 5 Towers claims is true: the turns wanted are the only ones so good."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

import galda
from galda.bots.mcts import Mcts
from galda.core.play.position import Position
from galda.core.show.lesson import Scene, scenes

STEPS = [made for made in scenes(galda.game("towers"), "en", "playing-well") if made.step.turns]
FIRST_ROUNDS, LAST_ROUNDS = STEPS[:2], STEPS[2:]


def lead(position: Position) -> int:
    return position.scores[0] - position.scores[1]


@cache
def best_lead(position: Position) -> int:
    """The lead of player 1 at the end, if both do their best; all of it is tried out."""
    if position.is_over:
        return lead(position)
    leads = [best_lead(position.play(action)) for action in position.legal_actions]
    return max(leads) if position.to_act == 0 else min(leads)


def ways(position: Position, words: str = "") -> Iterator[tuple[str, Position]]:
    """All that player 1 can do until it is the other's turn or the game is over."""
    if position.is_over or position.to_act != 0:
        yield words, position
        return
    for action in position.legal_actions:
        told = f"{words} {position.write(action)}".strip()
        yield from ways(position.play(action), told)


@pytest.mark.parametrize("made", LAST_ROUNDS)
def test_in_a_last_round_only_what_is_wanted_wins(made: Scene) -> None:
    assert not made.start.view()["deck"]
    winning = {words for words, after in ways(made.start) if best_lead(after) > 0}
    wanted = set(made.step.turns)
    if made.step.turns == ("keep candy9 candy0",):  # here one is far ahead anyhow
        best = max(best_lead(after) for _, after in ways(made.start))
        assert wanted == {words for words, after in ways(made.start) if best_lead(after) == best}
    else:
        assert wanted == winning
    assert len(list(ways(made.start))) > len(wanted)


@pytest.mark.parametrize("made", FIRST_ROUNDS)
def test_in_a_first_round_a_search_bids_the_same(made: Scene) -> None:
    position = made.start
    for seed in (1, 2, 3):
        found = Mcts(iterations=3000, seed=seed).suggest(position.known_to(0, seed))
        bid, *others = found
        assert (position.write(bid.action),) == made.step.turns, f"seed {seed}"
        assert bid.visits > 5 * others[0].visits, f"seed {seed}"


def test_the_points_that_the_lesson_names_are_those_of_the_game() -> None:
    starts = [made.start.scores for made in LAST_ROUNDS]
    assert starts == [(15, 13), (15, 13), (8, 5), (11, 11), (10, 14)]
    ends = [made.finish().scores for made in LAST_ROUNDS[2:]]
    assert ends == [(8, 5), (12, 11), (15, 14)]


def test_with_a_lower_bid_player_2_wins_with_the_crown() -> None:
    position = LAST_ROUNDS[0].start
    for bid in ("call0", "call1"):
        outbid = position.play(bid).play("call2")
        words = [outbid.write(action) for action in outbid.legal_actions]
        assert "keep" in words
        assert lead(outbid.play_all(["keep", "candy9", "candy0"])) < 0
    most = max(int(w[4:]) for a in position.legal_actions if (w := position.write(a)) != "pass")
    assert most == 2
