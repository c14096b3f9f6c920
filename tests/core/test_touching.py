"""Turns made by touches: any order that the rulebook leaves free arrives at the same turn."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations

import pytest

from galda import Position
from galda.core.play.paper import GameRecord
from galda.core.play.touching import Choice, UnderWay, put_in_order, touches_of
from galda.games import game, game_names
from galda.testing.playing import random_game

MOST_ORDERS = 24
TURNS = 12
"""Of each game, among those in which something can change places."""


def turns_of(name: str, seed: int) -> Iterator[tuple[Position, list[Position]]]:
    """Each whole turn of a random game: the position before it, and those after its actions."""
    *_, end = random_game(name, {}, seed)
    for turn in GameRecord(end).turns():
        if not turn[-1].in_turn and turn[0].before is not None:
            yield turn[0].before, turn


def words_of(start: Position, turn: Sequence[int]) -> Counter[str]:
    """The words of a turn under way, those held among them."""
    made = put_in_order(start, turn)
    words: Counter[str] = Counter()
    position = start
    for action in made.played:
        words[position.write(action)] += 1
        position = position.play(action)
    words.update(position.write(action) for action in made.held)
    return words


def orders(
    parts: list[list[tuple[str, ...]]], chance: random.Random
) -> list[list[tuple[str, ...]]]:
    """The orders in which the parts' blocks may come; some of them where there are many."""
    found: list[list[tuple[str, ...]]] = [[]]
    for part in parts:
        each = [list(order) for order in permutations(part)][:120]
        found = [[*before, *order] for before in found for order in each]
    return chance.sample(found, min(len(found), MOST_ORDERS))


def touched(made: UnderWay, block: Counter[str], last: set[str]) -> Choice:
    """What a player touches to do a block now."""
    before = words_of(made.start, made.turn)
    for choice in made.choices():
        fits = touches_of(choice.steps)[-1] in last
        if fits and words_of(made.start, choice.turn) - before == block:
            return choice
    raise AssertionError(f"{dict(block)} cannot be touched after {dict(before)}")


def is_in_the_air(made: UnderWay, block: tuple[str, ...]) -> bool:
    """Whether a tile of Alhambra would be built where none that lies there touches it."""
    refusal = made.position.why_not(block[0])
    return refusal is not None and refusal.rule in ("A20", "A21", "A22")


def blocks_of(name: str, start: Position, turn: list[Position]) -> list[list[tuple[str, ...]]]:
    """A turn's words in parts whose blocks may change places; cards of 5 Towers one by one."""
    words = [p.before.write(p.action) for p in turn if p.before and p.action is not None]
    free = game(name).notation.free_order
    assert free
    return [[one for block in part for one in units(block)] for part in free(words)]


def units(block: tuple[str, ...]) -> list[tuple[str, ...]]:
    """What is touched as one; cards of a suit of 5 Towers are touched like any others."""
    return [block] if block[0].startswith("buy") else [(word,) for word in block]


def in_each_suit(order: list[tuple[str, ...]]) -> dict[str, list[str]]:
    """The cards of 5 Towers as they come, by suit: a tower is the cards in their order."""
    suits: dict[str, list[str]] = {}
    for word in [word for block in order for word in block]:
        suits.setdefault(word.rstrip("0123456789"), []).append(word)
    return suits


@pytest.mark.parametrize("name", [name for name in game_names() if game(name).notation.free_order])
def test_every_order_of_the_touches_of_a_turn_arrives_at_the_same_turn(name: str) -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    chance = random.Random(seed)
    turns = 0
    for _ in range(60):
        for start, turn in turns_of(name, chance.randrange(2**32)):
            parts = blocks_of(name, start, turn)
            if all(len(part) < 2 for part in parts) or turns >= TURNS:
                continue
            turns += 1
            blocks = [block for part in parts for block in part]
            last = {
                touch
                for p in turn
                if p.before and p.action is not None
                for touch in start.game.notation.touches(p.before, p.action)
            }
            for order in orders(parts, chance):
                made = put_in_order(start, ())
                for block in order:
                    if is_in_the_air(made, block):
                        break
                    made = put_in_order(start, touched(made, Counter(block), last).turn)
                else:
                    assert made.complete
                    if name != "towers" or in_each_suit(order) == in_each_suit(blocks):
                        assert made.position == turn[-1], (order, made.turn)
                    else:
                        words = Counter(word for block in order for word in block)
                        assert words_of(start, made.turn) == words
        if turns >= TURNS:
            return
    assert turns
