"""Turns on paper in any order that the rulebooks leave free, and none that they do not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

import pytest

import galda
from galda import IllegalMove, Position
from galda.core.errors import TurnOver
from galda.core.play.paper import GameRecord, read_record, write_record
from galda.games import game, game_names
from galda.testing.playing import random_game

FREE = [name for name in game_names() if game(name).notation.free_order]


def last(name: str, seed: int) -> Position:
    """The end of a random game."""
    *_, end = random_game(name, {}, seed)
    return end


def turns_of(end: Position) -> Iterator[tuple[Position, list[str], Position]]:
    """Each whole turn: the position before it, its words, the position after it."""
    for turn in GameRecord(end).turns():
        start = turn[0].before
        assert start is not None
        words = [p.before.write(p.action) for p in turn if p.before and p.action is not None]
        if not turn[-1].in_turn:
            yield start, words, turn[-1]


@pytest.mark.parametrize("name", FREE)
def test_what_may_change_places_may_be_written_in_any_order(name: str) -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    chance = random.Random(seed)
    free_order = galda.game(name).notation.free_order
    assert free_order
    changed = 0
    for played in range(100):
        if played >= 4 and changed:  # a few games may have no turn whose parts can change places
            break
        for start, words, after in turns_of(last(name, chance.randrange(2**32))):
            parts = [list(part) for part in free_order(words)]
            for part in parts:
                chance.shuffle(part)
            shuffled = [word for part in parts for block in part for word in block]
            assert sorted(shuffled) == sorted(words)
            assert start.play_turn(shuffled) == after, (words, shuffled)
            changed += shuffled != words
    assert changed


def test_pylos_balls_are_taken_back_in_either_order_and_stop_may_be_said() -> None:
    before = galda.game("pylos").new().play_all(["a1", "d4", "b1", "d1", "a2", "d3"])
    after = before.play_turn("b2 -a1 -b1")
    assert before.play_turn("b2 -b1 -a1") == after
    assert before.play_turn("b2 -b1 -a1 stop") == after
    assert before.play_turn(["B2", "-B1", "-a1"]) == after
    with pytest.raises(IllegalMove) as refused:
        before.play_turn("b2 -d4 -a1")
    assert (refused.value.rule, refused.value.word) == ("P7", "-d4")
    with pytest.raises(IllegalMove):
        before.play_turn("-a1 b2 -b1")  # first the square, then its reward
    with pytest.raises(TurnOver, match="over before '-a2'"):
        before.play_turn("b2 -a1 -b1 -a2")


def test_towers_are_laid_suit_against_suit_in_any_order_but_no_tower_upside_down() -> None:
    found = 0
    for seed in range(25):
        for start, words, after in turns_of(last("towers", seed)):
            cards = [word for word in words if word[-1].isdigit() and not word.startswith("call")]
            suits = [card.rstrip("0123456789") for card in cards]
            if len(set(suits)) < 2 or len(set(suits)) == len(suits):
                continue
            found += 1
            first = words[: -len(cards)]
            assert start.play_turn([*first, *sorted(cards, key=lambda c: -suits.index(
                c.rstrip("0123456789")))]) == after  # fmt: skip
            turned = [*first, *reversed(cards)]
            with suppress(IllegalMove):
                assert start.play_turn(turned) != after
    assert found > 5


def test_keep_may_be_written_where_nothing_can_be_demolished() -> None:
    builds = galda.game("towers").new(seed=1, players=2).play_all(["call2", "pass"])
    card = builds.write(builds.legal_actions[0])
    assert builds.play_turn(["keep", card]) == builds.play(card)
    with pytest.raises(TurnOver):
        galda.game("towers").new(seed=1).play_turn("call2 keep call3")


def test_records_are_read_in_any_order_and_written_in_one() -> None:
    text = "game: pylos\n\n1. a1\n2. d4\n3. b1\n4. d1\n5. a2\n6. d3\n7. b2 -b1 -a1\n"
    record = read_record(text, galda.game)
    assert "7. b2 -a1 -b1\n" in write_record(record)


def test_alhambra_is_bought_paid_and_placed_in_any_order() -> None:
    bought = built = 0
    for seed in range(15):
        for start, words, after in turns_of(last("alhambra", seed)):
            bought += sum(word.startswith("buy") for word in words) > 1
            built += sum("@" in word for word in words) > 1
            if any(word.startswith("pay") for word in words):
                paying = [word for word in words if word.startswith("pay")]
                if len(paying) > 1 and sum(word.startswith("buy") for word in words) == 1:
                    rest = iter(reversed(paying))
                    turned = [next(rest) if w.startswith("pay") else w for w in words]
                    assert start.play_turn(turned) == after
    assert bought
    assert built
