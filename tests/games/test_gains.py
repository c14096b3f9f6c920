"""Why a turn is good, in each game's own terms: positions with known answers."""

from __future__ import annotations

import re

import pytest

import galda
from galda.bots.coach import good_turn
from galda.core.message import Message
from galda.core.play.gains import Gain
from galda.core.play.position import Position
from galda.core.show.reasons import MOST_REASONS, reasons, tell_reasons
from galda.games.alhambra.rules.tiles import KINDS
from galda.games.quixo.ai.gains import ways_to_win
from galda.games.towers.ai.gains import cards_that_fit
from galda.table.thinking.answers import read_advice, write_advice
from galda.web.tables.coach import tell_advice
from support import random_game

FIRST_PLACE = {
    "pavilion": 1, "seraglio": 2, "arcades": 3, "chambers": 4, "garden": 5, "tower": 6,
}  # fmt: skip
"""What the first place brings in the first scoring, by the booklet."""


def told(position: Position, *moves: str, other: tuple[str, ...] = ()) -> list[str]:
    """The reasons for a turn in notation."""
    turns = []
    for words in (moves, other):
        at = position
        for word in words:
            at = at.play(word)
        turns.append(at.actions[len(position.actions) :])
    return [str(reason) for reason in reasons(position, *turns)]


def test_a_push_that_wins_needs_no_other_reason() -> None:
    position = galda.position("quixo size=3 xx./oo./... 1")
    assert told(position, "c1-c3") == ["It wins the game."]


def test_a_push_that_stops_a_line_says_so_and_one_that_does_not_is_silent() -> None:
    position = galda.position("quixo size=3 .../oo./x.. 1")
    stopping = [
        action
        for action in position.legal_actions
        if "It stops a line that the opponent could complete at once."
        in map(str, reasons(position, (action,)))
    ]
    safe = []
    for action in position.legal_actions:
        after = position.play(action)
        if not after.is_over and not any(1 in after.play(a).winners for a in after.legal_actions):
            safe.append(action)
    assert safe and stopping == safe


def test_ways_to_win_are_those_that_playing_finds() -> None:
    checked = 0
    for position in random_game("quixo", {"size": 4}, 3):
        if position.is_over:
            break
        seat = position.to_act
        wins = sum(position.play(a).winners == (seat,) for a in position.legal_actions)
        assert ways_to_win(position.states, seat) == wins
        checked += wins > 0
    assert checked


def test_in_pylos_a_threat_is_made_stopped_and_carried_out() -> None:
    start = galda.game("pylos").new()
    before = start.play("a1").play("d4").play("b1").play("d1")
    assert told(before, "a2") == ["It threatens to earn balls with the next one."]
    threatened = before.play("a2")
    assert told(threatened, "b2") == ["It stops the opponent from earning balls with the next one."]
    assert told(threatened, "c4") == []
    ready = threatened.play("c4")
    removing = ready.play("b2")
    words = [removing.write(action) for action in removing.legal_actions]
    first = words[0]
    second = next(
        w for a in removing.play(first).legal_actions if (w := removing.play(first).write(a))
    )
    assert told(ready, "b2", first, second)[0] == "It brings 1 ball back to the reserve."


def test_in_towers_points_crowns_and_cards_that_fit() -> None:
    text = (
        "towers players=2 auction=1:3 row=candy0,horror1-2,tree3,sand5 towers1=candy15-8-7 "
        "discards=scrap7-9"
    )
    position = galda.position(text)
    assert cards_that_fit(position, 0) == 5
    building = position.play("pass")
    turn = building.play("keep").play("candy0").play("tree3").play("sand5")
    why = [str(r) for r in reasons(building, turn.actions[len(building.actions) :])]
    # Four candy cards count twice and once more as the main tower: 12 for 6; two more cards.
    assert why == ["It brings 8 points.", "It crowns a tower (candy): its cards count twice."]


def test_in_alhambra_the_first_building_of_a_kind_takes_the_first_place() -> None:
    seen = set()
    for seed in range(12):
        position = galda.game("alhambra").new(players=3, seed=seed)
        for action in position.legal_actions:
            if not position.write(action).startswith("buy"):
                continue
            after, turn = position.play(action), [action]
            while after.in_turn:
                turn.append(after.legal_actions[0])
                after = after.play(turn[-1])
            for reason in map(str, reasons(position, turn)):
                if found := re.match(
                    r"It takes the first place \((\w+)\): (\d+) points? more", reason
                ):
                    assert int(found[2]) <= FIRST_PLACE[found[1]]
                    if FIRST_PLACE[found[1]] == int(found[2]):
                        seen.add(found[1])
    assert len(seen) >= 3 and seen <= set(KINDS)


def test_money_is_a_reason_and_more_money_a_better_one() -> None:
    position = galda.game("alhambra").new(players=3, seed=1)
    takings = [a for a in position.legal_actions if position.write(a).startswith("take")]
    for action in takings:
        why = reasons(position, (action,))
        amount = sum(int(n) for n in re.findall(r"(\d+)", position.write(action)))
        assert amount < 2 or [str(reason) for reason in why] == [f"It takes money worth {amount}."]
        assert reasons(position, (action,), (action,)) == ()


def test_the_weightiest_reasons_come_first_and_only_what_differs_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = galda.game("quixo").new(size=3)
    first, second = position.legal_actions[:2]

    def gains(before: Position, after: Position, seat: int) -> list[Gain]:
        assert (before, seat) == (position, 0)
        if after.action == first:
            return [Gain(str(n), float(n), Message("Reason {n}.", n=n)) for n in range(6)]
        return [Gain("5", 5.0, Message("The same."))]

    monkeypatch.setitem(position.game.bots.__dict__, "gains", gains)
    assert tell_reasons(position, (first,), (), "en") == "Reason 5. Reason 4. Reason 3."
    assert tell_reasons(position, (first,), (second,), "en") == "Reason 4. Reason 3. Reason 2."
    assert len(reasons(position, (first,))) == MOST_REASONS


def test_the_coach_says_why_and_answers_kept_from_before_are_still_read() -> None:
    position = galda.position("quixo size=3 .../oo./x.. 1")
    advice = good_turn(position, 1)
    assert advice.turn and advice.other and advice.turn != advice.other
    kept = write_advice(advice)
    assert read_advice(kept) == advice
    del kept["other"]
    assert read_advice(kept).turn == advice.turn and read_advice(kept).other == ()
    told = tell_advice(position, advice, 0, "en")["reason"]
    assert told.startswith(
        "It threatens to complete a line, in 3 ways. With it: you win in 4 moves."
    )
