"""Alhambra told to people: whole turns in a sentence, what is to be done now, players by name."""

from __future__ import annotations

import pytest
from alhambra_bridge import arrange, new
from alhambra_tables import NAMES, TURN, step_of_a_turn

import galda
from galda import Position
from galda.core.play.terms import SPECTATOR
from galda.core.show.language import tell
from galda.core.show.narration import tell_turn
from galda.testing.playing import random_game

ALHAMBRA = galda.game("alhambra")


def turn(moves: str, **layout: object) -> str:
    """A turn of the first player in words."""
    start = arrange(
        hands={0: "green5 green3 blue9 blue2"}, market="tower7 pavilion8 tower9a tower9b",
        row="blue1 blue2 green4 orange9", cities={0: {(1, 0): "chambers10", (2, 0): "seraglio9"}},
        reserves={0: "garden11 arcades10"}, **layout,  # type: ignore[arg-type]
    )  # fmt: skip
    start = start.named(NAMES[: start.players])
    end = start.play_all(moves.split())
    return tell_turn(start, end.actions, "en", SPECTATOR)


TURNS = {
    "take-blue1+blue2": "Ann takes money: blue 1, blue 2.",
    "buy2 pay-green5 pay-green3 take-green4 pavilion8@0,1":
        "Ann buys pavilion 8 for 8 in green money and takes green 4. "
        "Built: pavilion 8, 1 cell north of the fountain.",
    "buy2 pay-green5 pay-green3 end store-pavilion8":
        "Ann buys pavilion 8 for 8 in green money. To the reserve: pavilion 8.",
    "buy3 pay-blue9 end": "Ann buys tower 9a for 9 in blue money.",
    "buy2 pay-green5 pay-green3 buy3 pay-blue9 end pavilion8@0,1 store-tower9a":
        "Ann buys pavilion 8 for 8 in green money, tower 9a for 9 in blue money. "
        "Built: pavilion 8, 1 cell north of the fountain. To the reserve: tower 9a.",
    "bring-garden11 at0,1":
        "Ann redesigns: garden 11 is built from the reserve, 1 cell north of the fountain.",
    "bring-garden11": "Ann redesigns and brings garden 11 from the reserve.",
    "bring-garden11 swap-seraglio9":
        "Ann redesigns: garden 11 takes the place of seraglio 9, 2 cells east of the fountain.",
    "lift-seraglio9": "Ann redesigns: seraglio 9 goes to the reserve.",
    "buy2 pay-green5 pay-green3 bring-garden11 at0,1 pavilion8@-1,0":
        "Ann buys pavilion 8 for 8 in green money. "
        "Ann redesigns: garden 11 is built from the reserve, 1 cell north of the fountain. "
        "Built: pavilion 8, 1 cell west of the fountain.",
}  # fmt: skip


@pytest.mark.parametrize(("moves", "told"), TURNS.items())
def test_a_turn_is_told_in_as_few_sentences_as_possible(moves: str, told: str) -> None:
    assert turn(moves) == told


def test_what_was_paid_too_much_is_told() -> None:
    start = arrange(hands={0: "green9"}, market="tower7 pavilion8 tower9a tower9b")
    end = start.play_all(["buy2", "pay-green9"])
    assert tell_turn(start, end.actions, "en", 1) == (
        "Player 1 buys pavilion 8 for 9 in green money."
    )


def test_a_tile_given_away_is_told() -> None:
    told = turn("buy2 pay-green5 pay-green3 end give-pavilion8", players=2)
    assert told == "Ann buys pavilion 8 for 8 in green money. To Dirk: pavilion 8."


def test_the_rest_of_a_turn_can_be_told_alone() -> None:
    paying = step_of_a_turn("pay")
    rest = paying.play_all(["pay-green3", "end", "pavilion8@0,1"]).actions[len(paying.actions) :]
    assert tell_turn(paying, rest, "en", 0).startswith("Ann buys pavilion 8 for ")
    placing = step_of_a_turn("place")
    built = placing.play("pavilion8@0,1").actions[-1:]
    assert tell_turn(placing, built, "en", 0) == (
        "Ann builds pavilion 8, 1 cell north of the fountain."
    )


def test_every_turn_of_whole_games_is_told_and_names_its_player() -> None:
    for players in (2, 5):
        *_, end = random_game("alhambra", {"players": players}, 12)
        end = end.named(NAMES[:players])
        steps = 0
        for seat, actions in end.turns_back():
            steps += len(actions)
            start = end.take_back(steps)
            assert start.to_act == seat
            told = tell_turn(start, actions, "en", SPECTATOR)
            assert told.startswith(NAMES[seat]), told
            assert told.endswith(".")
        assert steps == len(end.actions)


PROMPTS = {
    "choose": "Take money, buy a tile or redesign your Alhambra.",
    "pay": "Pay for pavilion 8: 3 in green money still to go.",
    "again": "You paid exactly: act once more, or end your turn.",
    "bring": "Choose where garden 11 goes: to a free place, or in a built tile's place.",
    "place": "Place pavilion 8, which you bought: build it or put it into the reserve.",
    "place two": "Place the tiles you bought: pavilion 8, tower 9a. Touch one of them.",
    "last of two": "Place tower 9a, which you bought: build it or put it into the reserve.",
    "next": "Take money.",
}


def prompt(position: Position) -> str:
    assert position.game.words.prompt is not None
    return tell("en", position.game.words.prompt(position))


@pytest.mark.parametrize("step", TURN)
def test_every_step_says_what_is_to_be_done(step: str) -> None:
    assert prompt(step_of_a_turn(step)).startswith(PROMPTS[step].removesuffix("."))


def test_the_first_card_to_pay_the_end_and_the_neutral_player_have_words_too() -> None:
    start = step_of_a_turn("choose")
    assert prompt(start.play("buy2")) == "Choose how to pay for pavilion 8: 8 in green money."
    two = arrange(players=2, hands={0: "green9"}, market="tower7 pavilion8 tower9a tower9b")
    assert prompt(two.play_all(["buy2", "pay-green9"])) == (
        "Place pavilion 8, which you bought: build it, put it into the reserve or give it away."
    )
    *_, end = random_game("alhambra", {"players": 3}, 2)
    assert prompt(end) == "The game is over."


def test_every_position_of_a_game_has_a_prompt_that_fits() -> None:
    for position in random_game("alhambra", {"players": 2}, 4):
        said = prompt(position)
        assert said[0].isupper()
        assert said.endswith(".")
        if said.startswith("Take money or buy"):
            assert not any("bring" in position.write(a) or "lift" in position.write(a)
                           for a in position.legal_actions)  # fmt: skip


def test_players_go_by_their_names_everywhere() -> None:
    position = new(players=3, seed=5).named(NAMES[:3])
    told = (
        position.svg(0),
        position.svg(SPECTATOR, shape="wide"),
        position.game.board.print(position.seen_by(0), 0, "en"),
        position.sentence(position.legal_actions[0]),
    )
    for text in told:
        assert "Player" not in text
    assert all(name in told[2] for name in NAMES[:3])
    *_, end = random_game("alhambra", {"players": 3}, 2)
    assert end.named(NAMES[:3]).sheets()[0].players == NAMES[:3]


def test_names_in_brackets_do_not_disturb_the_terminal() -> None:
    position = new(players=3, seed=5).named(("[red]Ann", "B", "C"))
    assert r"\[red]Ann" in position.game.board.print(position.seen_by(0), 0, "en")


def test_whoever_looks_back_with_own_eyes_still_sees_the_own_hand() -> None:
    start = step_of_a_turn("choose")
    moved = start.play("take-orange9").seen_by(0)
    drawn = ALHAMBRA.board.draw(moved, SPECTATOR, "en", "wide")
    assert "data-part='hand'" in drawn
    assert "data-touch" not in drawn
    assert "data-part='hand'" not in moved.svg(SPECTATOR)
