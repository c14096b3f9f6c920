"""Nothing hidden leaves the table: what differs in hidden things only looks and reads the same."""

from __future__ import annotations

from typing import Any

import pytest
from table_support import ANN

from galda import GaldaError
from galda.table import Table, tell_log
from galda.table.errors import BadRequest
from galda.table.log.drafts import REDRAWS, attempt, draft, rearrange
from support import ALL_STARTS
from twins import played, some_turn, twin


def seen(table: Table, viewer: int) -> list[Any]:
    """Everything a viewer is shown: the board, the values, the log, drafts and refusals."""
    position = table.position
    shown: list[Any] = [
        position.view(viewer),
        position.svg(viewer),
        [line.text for line in tell_log(table, "en", viewer)],
    ]
    if table.to_act == viewer:
        shown += [_draft(table, viewer, [a]) for a in range(position.game.rules.action_count)]
        shown.append(_draft(table, viewer, some_turn(position.known_to(viewer, 0))))
    return shown


def _draft(table: Table, viewer: int, actions: list[int]) -> Any:
    try:
        tried = draft(table, viewer, actions)
    except GaldaError as error:
        return str(error)
    return (
        tried.position.states.tobytes(),
        tried.shown,
        tried.complete,
        tried.position.legal_actions,
    )


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_states_that_differ_in_hidden_things_only_are_shown_the_same(
    name: str, options: dict[str, Any]
) -> None:
    table = played(name, options, seed=len(name) + sum(map(len, map(str, options.values()))))
    for viewer in range(-1, len(table.seats)):
        assert seen(table, viewer) == seen(twin(table, viewer, 7), viewer)


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_turns_are_tried_on_what_the_seat_knows_alone(name: str, options: dict[str, Any]) -> None:
    table = played(name, options, seed=len(name) + sum(map(len, map(str, options.values()))))
    seat = table.to_act
    if seat is None:
        pytest.skip("this game ended early")
    other = twin(table, seat, 7)
    turn = some_turn(table.known_to(seat))
    for n in range(len(turn) + 1):
        tried, again = (attempt(one, seat, turn[:n]) for one in (table, other))
        assert tried.end.states.tobytes() == again.end.states.tobytes(), "hidden things and all"
        assert tried.complete == again.complete


def test_the_twins_of_a_game_with_secrets_do_differ() -> None:
    table = played("towers", {"players": 3}, seed=1)
    assert twin(table, 0, 7).position != table.position


def test_a_draft_never_shows_what_only_sealing_turns_up() -> None:
    hidden = 0
    for seed in range(10):
        table = played("towers", {"players": 2}, seed)
        seat = table.to_act
        if seat is None:
            continue
        turn = some_turn(table.position)
        tried = draft(table, seat, turn)
        assert tried.complete
        assert tried.position.seed is None
        others = [
            table.position.known_to(seat, guess).play_all(turn).seen_by(seat) for guess in (8, 9)
        ]
        if others[0] != others[1]:
            hidden += 1
            assert tried.shown == len(turn) - 1
    assert hidden


def test_a_draft_hides_what_some_guesses_turn_up_though_others_agree() -> None:
    mixed = 0
    for seed in range(80):
        table = played("alhambra", {"players": 2}, seed)
        seat = table.to_act
        if seat is None:
            continue
        turn = some_turn(table.position)
        ends = [
            table.position.known_to(seat, guess).play_all(turn).seen_by(seat)
            for guess in range(REDRAWS)
        ]
        if 0 < sum(end != ends[0] for end in ends) < REDRAWS - 1:
            mixed += 1
            assert draft(table, seat, turn).shown == len(turn) - 1
    assert mixed


def test_nothing_of_a_tables_secrets_is_in_its_looks() -> None:
    table = played("towers", {"players": 2}, seed=123_456_789)
    shown = repr(seen(table, 0)) + repr(table)
    assert "123456789" not in shown
    assert ANN.id not in repr(tell_log(table))


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_nothing_is_tried_beyond_the_end_of_a_turn(name: str, options: dict[str, Any]) -> None:
    """What follows would be tried on somebody else's hand, and a refusal would tell of it."""
    table = played(name, options, 5)
    seat = table.to_act
    if seat is None:
        pytest.skip("this game ended early")
    turn = some_turn(table.known_to(seat))
    for code in range(table.game.rules.action_count):
        assert rearrange(table, seat, [*turn, code], ["nothing"]) is None
        with pytest.raises(BadRequest, match="the turn is over before its last action"):
            attempt(table, seat, [*turn, code])
