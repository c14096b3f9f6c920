"""Pylos's positions as text: what they mean, and what cannot be."""

from __future__ import annotations

import pytest

import galda
from galda import BadPosition
from support import rule

SQUARE = "..../..../LL../LL.."
FULL = "LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDD|LD/DL"


def refused(text: str) -> str:
    """The rule by which a text cannot be a position, and fails if it can."""
    with pytest.raises(BadPosition) as error:
        galda.position(text)
    assert error.value.rule
    return error.value.rule


def test_levels_stand_one_after_the_other_and_reserves_follow() -> None:
    position = galda.position("pylos ..../.LD./.LL./D...|.../.D./... 1 quiet=3 most=8")
    assert position.view()["balls"] == {
        "b2": "light", "c2": "light", "b3": "light", "c3": "dark", "a1": "dark", "2b2": "dark",
    }  # fmt: skip
    assert position.view()["reserve"] == {"light": 12, "dark": 12}
    assert position.view()["turns_without_new_high"] == 3
    assert int(position.state.most) == 8


@rule("P7", "P8")
def test_a_turn_goes_on_where_it_was() -> None:
    removing = galda.position(f"pylos {SQUARE[:-1]}D 1 removing")
    assert removing.in_turn
    assert [removing.write(a) for a in removing.legal_actions] == ["-a1", "-b1", "-a2", "-b2"]
    removed = galda.position("pylos ..../..../LL../.L.D 1 removed=a1")
    assert [removed.write(a) for a in removed.legal_actions] == ["-b1", "-a2", "-b2", "stop"]


@rule("P2", "P3", "P16")
def test_how_the_game_ended_follows_from_the_balls() -> None:
    assert galda.position(f"pylos {FULL}|L 1").winners == (0,)
    no_reserve = "LLLL/LLLL/LLLL/LLL. 1"
    assert galda.position(f"pylos {no_reserve[:-3]}D 1").winners == (1,)
    assert galda.position("pylos L.../..../..../...D 1 quiet=100 most=3").winners == (0, 1)


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ("pylos .../.../... 1", "P1"),
        ("pylos ..../..../..../.... 2", "P1"),
        ("pylos ..../..../..../...D 1", "P1"),
        ("pylos LLLL/LLLL/LLLL/LLLL 2", "P1"),
        (f"pylos {FULL}|L 2", "P2"),
        ("pylos ..../..../LL../L..D|.../.../D.. 1", "P4"),
        ("pylos L.../..../..../.... 1", "P4"),
        ("pylos L.../L.../..../.... 2", "P4"),
        ("pylos LD../DL../..../.... 1 removing", "P7"),
        ("pylos L.../D.../..../.... 1 removed=2a1", "P8"),
        (f"pylos variant=beginners {SQUARE[:-1]}D 1 removing", "P12"),
        ("pylos variant=expert LLD./DL../..../.... 1 removing", "P13"),
        ("pylos L.../D.../..../.... 1 most=1", "P16"),
        ("pylos L.../D.../..../.... 1 most=3", "P16"),
    ],
)
@rule("P1", "P4", "P12")
def test_what_cannot_be_is_refused_with_the_rule(text: str, id_: str) -> None:
    assert refused(text) == id_


def test_a_ball_that_carries_another_was_not_played_just_now() -> None:
    carried = "..../..../LLD./LLDD|.../.../D.."
    assert refused(f"pylos {carried} 1 removing") == "P7"
    assert galda.position("pylos LL../..../LLD./LLDD 1 removing").in_turn
