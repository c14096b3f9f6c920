"""What a player of 5 Towers is told who does what the rules forbid, word for word."""

from __future__ import annotations

import pytest
from towers_model import table

import galda
from galda import Position, UnreadableMove
from support import random_game, rule


def told(position: Position, attempt: int | str | tuple[str, ...]) -> str:
    """The rule and the sentence that answer an attempt."""
    return str(position.why_not(attempt))


def opening() -> Position:
    """The first player has a tower that three of the cards do not fit."""
    return table("candy7 candy9 horror3 tree4 sand5", "candy5 sand0")


def answering() -> Position:
    return opening().play("call2")


def building() -> Position:
    """Two cards are called, nothing is demolished yet."""
    return answering().play("pass")


def laying() -> Position:
    """Nothing was demolished and two cards are to be laid."""
    return building().play("keep")


def after_demolition() -> Position:
    return building().play("demolish-candy")


def tight() -> Position:
    """Two of the row are called, and only a demolition makes room for both."""
    return table("candy7 candy6 sand1 sand2 sand3", "candy5 sand0 tree4").play_all(
        ["call2", "pass"]
    )


@pytest.mark.parametrize(
    ("position", "attempt", "answer"),
    [
        # The auction
        (opening, "call6", "T10: the highest bid is 5, for the five cards of a row."),
        (opening, "call5", "T16: bid only what you can build: at most 4 of these cards."),
        (
            opening, "pass",
            "T10: you open the auction: bid 0 if you want no cards.",
        ),
        (answering, "call2", "T11: the bid is 2: bid more, or pass."),
        (answering, "call0", "T11: the bid is 2: bid more, or pass."),
        (
            opening, ("call1", "call2"),
            "T11: you have one chance in the auction: one bid, or pass.",
        ),
        (
            opening, "keep",
            "T14: only the builder may demolish, after the auction and before placing cards.",
        ),
        (
            opening, "demolish-candy",
            "T14: only the builder may demolish, after the auction and before placing cards.",
        ),
        (
            opening, "candy9",
            "T13: cards are taken after the auction, by the highest bidder, exactly as many as "
            "bid; now it is your turn to bid.",
        ),
        (opening, "candy16", "T2: no such card: values go from 0 to 15."),
        (
            lambda: table("candy7 candy6", "candy5", deck=""), "call3",
            "T12: the row has fewer cards than that: the highest bid is 2.",
        ),
        (
            lambda: table("sand7 sand6 sand5 sand4 sand3", "sand0"), "call1",
            "T16: bid only what you can build: none of these cards fits your towers.",
        ),
        (
            lambda: table("sand7 sand6 sand5 sand4 candy3", "", "sand0").play("call1"), "call2",
            "T16: bid only what you can build: at most 1 of these cards.",
        ),
        # Before laying
        (building, "call3", "T11: the auction is over: everyone has had one chance."),
        (
            lambda: table("candy1 horror1 tree1 scrap1 sand1", "sand5").play("call5"), "call5",
            "T12: the auction is over: 5 is the highest possible bid.",
        ),
        (
            building, "pass",
            "T13: take exactly as many cards as you bid: 2. Still to take: 2.",
        ),
        (building, "demolish-tree", "T14: you have no tower of this suit: tree."),
        (
            building, "demolish-sand",
            "T14: a 0 is never demolished; this tower is crowned: sand.",
        ),
        (
            building, "horror3",
            "T14: first demolish a top card, or choose “Don’t demolish”.",
        ),
        (
            lambda: table("tree4 horror3 candy1 sand1 sand2", "tree1").play_all(["call1", "pass"]),
            "tree4", "T14: first demolish a top card, or choose “Don’t demolish”.",
        ),
        (building, "candy7", "T14: first demolish a top card, or choose “Don’t demolish”."),
        (
            tight, "keep",
            "T16: without a demolition you cannot place as many cards as you bid, 2; "
            "demolish one of: candy.",
        ),
        (tight, "demolish-tree", "T16: without tree 4 you cannot place as many cards as you "
                                 "bid, 2."),
        # Laying
        (laying, "keep", "T14: you have decided to demolish nothing; now place your cards."),
        (
            laying, "demolish-candy",
            "T14: you have decided to demolish nothing; now place your cards.",
        ),
        (
            after_demolition, "keep",
            "T14: you may demolish only one card per turn of building; now place your cards.",
        ),
        (
            after_demolition, "demolish-horror",
            "T14: you may demolish only one card per turn of building; now place your cards.",
        ),
        (
            lambda: laying().play("horror3"), "keep",
            "T14: demolish before you place the first card; now place the others.",
        ),
        (
            lambda: after_demolition().play("horror3"), "demolish-horror",
            "T14: demolish before you place the first card; now place the others.",
        ),
        (laying, ("horror3", "tree4"), "T15: place one card after the other."),
        (
            lambda: table("candy1 horror5 horror3 sand6 sand7", "sand0 candy5").play_all(
                ["call3", "pass", "keep"]
            ), "horror5",
            "T15: cards are placed suit by suit, from left to right: before horror 5 place one of: "
            "candy 1.",
        ),
        (
            lambda: table("candy1 horror5 horror3 sand6 sand7", "sand0 candy5").play_all(
                ["call3", "pass", "keep"]
            ), "horror3",
            "T16: if you place horror 3 now, you cannot place as many cards as you bid, 3; "
            "place one of: candy 1.",
        ),
        (laying, ("pass", "demolish-candy"),
         "T13: take exactly as many cards as you bid: 2. Still to take: 2."),
        (laying, ("demolish-candy", "keep"),
         "T14: you have decided to demolish nothing; now place your cards."),
        (laying, ("candy7", "sand5"),
         "T4: candy 7 does not go on a 5: place a lower value or a 9."),
        (answering, ("call1", "call6"), "T11: the bid is 2: bid more, or pass."),
        (laying, ("keep", "candy7"), "T14: you have decided to demolish nothing; now place your "
                                     "cards."),
        (laying, "scrap4", "T13: scrap 4 is not in the row."),
        (laying, "candy7", "T4: candy 7 does not go on a 5: place a lower value or a 9."),
        (laying, "sand5", "T7: your tower is crowned and takes no more cards: sand."),
        (
            lambda: table("horror3 tree4 tree3 candy7 sand5", "candy5 sand0").play_all(
                ["call2", "pass", "keep", "tree4"]
            ), "horror3",
            "T15: cards are placed suit by suit, from left to right, "
            "and it is the turn of tree already.",
        ),
        (
            lambda: laying().play("horror3"), "pass",
            "T13: take exactly as many cards as you bid: 2. Still to take: 1.",
        ),
        (
            lambda: table("candy1 horror3 sand5 sand6 sand7", "sand0 candy5").play_all(
                ["call2", "pass", "keep"]
            ), "horror3",
            "T15: cards are placed suit by suit, from left to right: before horror 3 place one of: "
            "candy 1.",
        ),
        (
            lambda: table("candy1 candy2 sand5 sand6 sand7", "sand0").play_all(
                ["call2", "pass"]
            ), "candy1",
            "T16: if you place candy 1 now, you cannot place as many cards as you bid, 2; "
            "place one of: candy 2.",
        ),
    ],
)  # fmt: skip
def test_a_refusal_names_its_rule_and_says_what_would_be_right(
    position: object, attempt: str | tuple[str, ...], answer: str
) -> None:
    assert callable(position)
    assert told(position(), attempt) == answer


def test_what_is_allowed_is_not_refused() -> None:
    assert opening().why_not("call4") is None
    assert answering().why_not("call3") is None
    assert answering().why_not("pass") is None
    assert building().why_not("demolish-candy") is None
    assert laying().why_not("candy9") is None


@rule("T19")
def test_a_game_without_discards_ends_when_the_deck_has_run_out_once() -> None:
    ended = table("candy7", "sand0", deck="", discards=False).play_all(["call1", "candy7"])
    assert ended.is_over
    answer = "T19: the game is over: the deck ran out and there are no discards to shuffle."
    assert told(ended, "call1") == answer


@rule("T20")
def test_a_game_that_is_over_says_so_whatever_is_tried() -> None:
    *_, ended = random_game("towers", {"players": 2}, 3)
    for attempt in ("call1", "pass", "keep", "candy16", ("call1", "call2")):
        assert told(ended, attempt) == (
            "T20: the game is over: the deck has run out the second time."
        )


@pytest.mark.parametrize("touches", [(), ("nothing",), ("wood3",), ("call",), ("callx", "call1")])
def test_touches_that_name_nothing_on_the_board_are_not_refused_by_a_rule(
    touches: tuple[str, ...],
) -> None:
    game = galda.game("towers")
    if touches:
        with pytest.raises(UnreadableMove):
            opening().why_not(touches)
    else:
        assert game.words.refuse(opening(), touches) is None
