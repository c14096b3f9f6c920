"""What a Pylos player is told who does what the rules forbid, word for word."""

from __future__ import annotations

import pytest
from pyramids import PYLOS, play, pyramid

from galda import Position, UnreadableMove


def told(position: Position, attempt: int | str | tuple[str, ...]) -> str:
    """The rule and the sentence that answer an attempt."""
    return str(position.why_not(attempt))


def low() -> Position:
    """A square of both colours that carries a light ball; another light one stands alone."""
    return pyramid("...L .... LD.. DL..", "... ... L..")


def free_square() -> Position:
    """Two squares side by side, nothing on them."""
    return pyramid("...L .... LDL. DLD.")


def removing() -> Position:
    """Light has completed a square of its own; dark balls lie beside it."""
    return pyramid(".... D... LL.. L...").play("b1")


@pytest.mark.parametrize(
    ("position", "attempt", "answer"),
    [
        # Placing
        (low, "2b1", "P4: 2b1 is not supported yet: there is no ball on c1, c2."),
        (low, "3a1", "P4: 3a1 is not supported yet: there is no ball on 2b1, 2a2, 2b2."),
        (
            low, "a1",
            "P4: your opponent's ball lies on a1; place one of yours on a free spot.",
        ),
        (
            low, "a2",
            "P4: your ball lies on a2 already; place one on a free spot, "
            "or say where to raise this one.",
        ),
        (low, ("a1", "2a1", "3a1"), "P4: on a turn you place one ball or raise one, no more."),
        # Raising
        (low, "c1>2a1", "P4: there is no ball on c1 to raise."),
        (low, "a1>2a1", "P4: the ball on a1 is your opponent's; raise one of your own."),
        (low, "2a1>a1", "P5: a1 is no higher than 2a1; a raised ball goes up a level."),
        (low, "d4>d3", "P5: d3 is no higher than d4; a raised ball goes up a level."),
        (low, "d4>2a1", "P4: a ball lies on 2a1 already; choose a free spot."),
        (low, "d4>2b1", "P4: 2b1 is not supported yet: there is no ball on c1, c2."),
        (
            low, "b1>2b2",
            "P6: the ball on b1 carries the one on 2a1; choose one that carries nothing.",
        ),
        (
            free_square, "b1>2a1",
            "P6: 2a1 rests on b1: a ball cannot be part of its own support.",
        ),
        # One touch
        (
            low, ("b1",),
            "P6: the ball on b1 carries the one on 2a1; choose one that carries nothing.",
        ),
        (
            low, ("2a1",),
            "P5: your ball on 2a1 cannot be raised: no other square of four is free on a "
            "higher level.",
        ),
        (
            low, ("a1",),
            "P4: your opponent's ball lies on a1; place one of yours on a free spot.",
        ),
        (low, ("2b1",), "P4: 2b1 is not supported yet: there is no ball on c1, c2."),
        # Nothing to remove
        (
            low, "-a2",
            "P7: you remove balls only after completing a square of your colour; "
            "place a ball or raise one.",
        ),
        (
            low, "stop",
            "P7: you remove balls only after completing a square of your colour; "
            "place a ball or raise one.",
        ),
        (
            lambda: pyramid("L... .... .... ....", variant="beginners"), "-a4",
            "P12: beginners remove no balls; place a ball or raise one.",
        ),
        (
            lambda: pyramid("L... .... .... ....", variant="expert"), "-a4",
            "P13: you remove balls only after completing a square or a row of your colour; "
            "place a ball or raise one.",
        ),
        # Removing
        (
            removing, "stop",
            "P7: you have completed a square and must remove at least one of your balls.",
        ),
        (removing, "c1", "P7: you have completed a square; take back one of your balls."),
        (
            removing, "a1>2a1",
            "P7: you have completed a square; take back one of your balls.",
        ),
        (
            lambda: removing().play("-a1"), "c1",
            "P4: you have played already; take back one of your balls, or stop.",
        ),
        (removing, "-c1", "P7: there is no ball on c1; remove one of your own balls."),
        (removing, "-a3", "P7: the ball on a3 is your opponent's; remove one of your own."),
        (
            lambda: pyramid(".... .LL. LL.. LD..", "... ... L..").play("c2"), "-b2",
            "P8: the ball on b2 carries the one on 2a1; choose one that carries nothing.",
        ),
        (
            lambda: removing().play("-b1"), "-a1",
            "P8: two free balls are removed in the board's order: take a1 first, then b1.",
        ),
        # After the removals
        (
            lambda: removing().play("-b2"), "-a1",
            "P8: two free balls are removed in the board's order: take a1 first, then b2.",
        ),
        (
            lambda: play(removing(), "-a1 -b1"), "-a2",
            "P9: two balls are removed already; a turn takes no more.",
        ),
        (
            lambda: play(removing(), "-a1 -b1"), "-a3",
            "P7: you remove balls only after completing a square of your colour; "
            "place a ball or raise one.",
        ),
    ],
)  # fmt: skip
def test_a_refusal_names_its_rule_and_says_what_would_be_right(
    position: object, attempt: str | tuple[str, ...], answer: str
) -> None:
    assert callable(position)
    assert told(position(), attempt) == answer


OTHER = str.maketrans("LD", "DL")
FIFTEEN_LIGHT = ("LLLL LLLD LDLL LLDD", "L.. ... L.L")
FULL = ("LLLL LLLL DDDD DDDD", "LLL DDD LDL", "LL DD")


@pytest.mark.parametrize(
    ("position", "answer"),
    [
        (
            lambda: pyramid(*FULL).play("top"),
            "P2: the game is over: Light has reached the top and won.",
        ),
        (
            lambda: pyramid(*FULL, to_act=1).play("top"),
            "P2: the game is over: Dark has reached the top and won.",
        ),
        (
            lambda: pyramid(*FIFTEEN_LIGHT, to_act=1).play("2b1"),
            "P3: the game is over: Dark has won, because the other reserve is empty.",
        ),
        (
            lambda: pyramid(*(level.translate(OTHER) for level in FIFTEEN_LIGHT)).play("2b1"),
            "P3: the game is over: Light has won, because the other reserve is empty.",
        ),
        (
            lambda: pyramid(".... .... .... LD..", quiet=99, most=3).play("c1"),
            "P16: the game is over: it is a draw.",
        ),
    ],
)
def test_a_game_that_is_over_says_how_it_ended(position: object, answer: str) -> None:
    assert callable(position)
    for attempt in ("a1", "stop", "-a1", "a1>2a1"):
        assert told(position(), attempt) == answer


def test_what_is_allowed_is_not_refused() -> None:
    assert low().why_not("c1") is None
    assert free_square().why_not("d4>2a1") is None
    assert free_square().why_not(("d4",)) is None
    assert removing().why_not("-a1") is None
    assert removing().play("-a1").why_not("stop") is None


@pytest.mark.parametrize("touches", [("nowhere",), ("a1", "z9"), ("stop", "a1"), ("e5",)])
def test_touches_that_name_nothing_on_the_board_are_not_refused_by_a_rule(
    touches: tuple[str, ...],
) -> None:
    with pytest.raises(UnreadableMove):
        PYLOS.new().why_not(touches)
