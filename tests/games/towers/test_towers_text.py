"""The positions of 5 Towers as text: what they mean, what follows from it, and what cannot be."""

from __future__ import annotations

import pytest

import galda
from galda import BadPosition
from support import rule

ROW = "row=candy4-9,tree3,sand0-5"


def refused(text: str) -> str:
    """The rule by which a text cannot be a position, and fails if it can."""
    with pytest.raises(BadPosition) as error:
        galda.position(text)
    assert error.value.rule
    return error.value.rule


def test_the_deck_is_what_lies_nowhere_else() -> None:
    position = galda.position(f"towers auction=2:1 {ROW} towers1=horror9-8-15 discards=tree1-2")
    view = position.view()
    assert view["towers"][0] == {"horror": [9, 8, 15]}
    assert len(view["deck"]) == 70
    assert view["round"] == 2
    assert view["calls"] == [None, 1]
    assert position.to_act == 0
    assert not {*view["deck"]} & {*view["row"], *view["discards"], "horror9"}


def test_what_comes_is_drawn_by_the_seed_where_the_text_does_not_say_it() -> None:
    text = f"towers auction=1:0 {ROW}"

    def next_row(seed: int) -> list[str]:
        row: list[str] = galda.position(text, seed=seed).play("pass").view()["row"]
        return row

    assert next_row(1) == next_row(1)
    assert len({tuple(next_row(seed)) for seed in range(5)}) == 5
    told = galda.position(text, seed=1).text
    assert galda.position(told, seed=2).play("pass").view()["row"] == next_row(1)


@rule("T13", "T14")
def test_the_builder_goes_on_where_they_were() -> None:
    tower = "towers1=candy7 discards=tree1-2-4-5"
    start = galda.position(f"towers auction=1:2,pass {ROW} {tower}")
    assert start.view()["phase"] == "demolishing"
    assert galda.position(f"towers auction=1:2,pass keep {ROW} {tower}").view()["phase"] == "laying"
    rest = "row=tree3,sand0-5,candy9 towers1=candy7-4 discards=tree1-2-4-5"
    going_on = galda.position(f"towers auction=1:2,pass laid=1:candy {rest}")
    assert going_on.view()["to_lay"] == 1
    assert going_on.in_turn


def test_with_four_players_the_second_copy_is_marked() -> None:
    position = galda.position(
        f"towers players=4 auction=1: {ROW} towers2=candy12'-2,tree12-2' discards=tree1"
    )
    assert position.view()["towers"][1] == {"candy": [12, 2], "tree": [12, 2]}
    assert position.text.count("12'") == 1


@pytest.mark.parametrize(
    ("words", "id_"),
    [
        (f"auction=1: {ROW},candy4", "T2"),
        (f"auction=1: {ROW} towers1=tree3", "T2"),
        (f"auction=1: {ROW} towers1=tree12'", "T2"),
        ("auction=1: row=candy16", "T2"),
        (f"auction=1: {ROW} towers1=horror3-5 discards=tree1-2-4", "T4"),
        (f"auction=1: {ROW} towers1=horror3-0-9 discards=tree1-2", "T7"),
        (f"auction=1: {ROW},scrap1-2", "T9"),
        ("auction=1: row=candy4", "T9"),
        (f"auction=1: {ROW} discards=tree1", "T9"),
        ("auction=1:", "T9"),
        (f"auction=1:pass {ROW}", "T10"),
        (f"auction=1:2,1 {ROW}", "T11"),
        (f"auction=1:6 {ROW}", "T12"),
        (f"auction=1:1,2,3 {ROW}", "T12"),
        (f"auction=1:1 keep {ROW}", "T12"),
        ("auction=1:2,pass laid=1:sand row=candy4-9,tree3,sand0 towers1=tree1", "T13"),
        (f"auction=1:2,pass demolish=tree {ROW}", "T14"),
        (f"auction=1:2,pass keep {ROW}", "T14"),
        (f"auction=1: {ROW} piles1=tree0 discards=tree1-2-4-5", "T14"),
        ("auction=1:3 row=sand1-2-3-4-5 towers1=sand0 discards=tree1-2-4-5", "T16"),
        ("auction=1:1,pass laid=1:candy row=tree3,sand0-5,candy9 towers1=candy4", "T17"),
        (f"auction=1:0,pass {ROW}", "T18"),
        (f"auction=1: {ROW} round=40", "T19"),
    ],
)
@rule("T2", "T4", "T9")
def test_what_cannot_be_is_refused_with_the_rule(words: str, id_: str) -> None:
    assert refused(f"towers {words}") == id_


@rule("T19", "T20")
def test_the_end_must_be_one() -> None:
    kinds = ("candy", "horror", "tree", "scrap", "sand")
    every = "-".join(map(str, range(16)))
    discards = "discards=" + ",".join(kind + every for kind in kinds)
    assert refused(f"towers auction=1:0,pass {discards}") == "T19"
    assert refused(f"towers auction=1:0 {discards} round=32") == "T20"
    assert galda.position(f"towers auction=1:0,pass {discards} round=32").is_over
