"""Boards for tall and for wide rooms: the same things on both, readable and large enough.

The bars: on a desk a wide board gets about 900 by 640 pixels, and no letters are under 11; on a
phone a tall one gets about 374 across, and whatever can be touched now is at least 44 either way.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

import galda
from galda import Position
from galda.core.play.terms import SHAPES, SPECTATOR, Shape
from galda.core.show.language import LANGUAGES
from galda.core.show.outline import Box, find_boxes, find_targets, view_box
from letterings import find_letterings

DESK, PHONE = (900, 640), 374
SMALLEST_LETTERS, FINGER = 11.0, 44.0
NAMES = ("Guest 123", "Ada", "Maximilian Alexander the Younger", "Ingibjörg", "Þórunn", "Šarūnas")
MOMENTS = (0.0, 0.4, 0.75, 1.0)
"""How far into a game boards are looked at."""

WAYS = [
    pytest.param(name, count, id=f"{name}-{count}")
    for name in galda.game_names()
    for option in galda.game(name).options
    if option.name == "players"
    for count in option.values
]
APART = {"alhambra"}
"""Games whose tall board shows some things only after a touch: their own tests look at that."""
STRICT = [way for way in WAYS if way.values[0] not in APART]


def moments(name: str, players: int, seed: int = 5) -> Iterator[Position]:
    """A random game at its start, in the middle and at its end, and in the middle of turns."""
    chance = random.Random(seed)
    position = galda.game(name).new(players=players, seed=seed).named(NAMES[:players])
    played = [position]
    while not position.is_over:
        legal = position.legal_actions
        position = position.play(max(legal) if chance.random() < 0.4 else chance.choice(legal))
        played.append(position)
    yield from (played[int(part * (len(played) - 1))] for part in MOMENTS)
    inside = [moment for moment in played if moment.in_turn]
    yield from chance.sample(inside, min(3, len(inside)))


@pytest.mark.parametrize(("name", "players"), WAYS)
def test_what_can_be_touched_can_be_touched_in_both_rooms(name: str, players: int) -> None:
    for position in moments(name, players):
        for shape in SHAPES:
            touchable = find_boxes(position.svg(position.to_act, shape=shape))
            for path in position.paths:
                assert set(path) <= touchable.keys(), shape


@pytest.mark.parametrize(("name", "players"), STRICT)
def test_both_rooms_hold_the_same_things(name: str, players: int) -> None:
    for position in moments(name, players):
        for viewer in (SPECTATOR, position.to_act):
            tall, wide = (find_boxes(position.svg(viewer, shape=shape)) for shape in SHAPES)
            assert tall.keys() == wide.keys()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("name", "players"), STRICT)
def test_nothing_hangs_over_the_edge(name: str, players: int, shape: Shape) -> None:
    for position in moments(name, players):
        svg = position.svg(position.to_act, shape=shape)
        whole = view_box(svg).grown(1)
        for what, box in find_boxes(svg).items():
            assert contains(whole, box), what
        for words in find_letterings(svg):
            assert contains(whole, words.box), words


def contains(outer: Box, inner: Box) -> bool:
    """Whether one box lies in another."""
    return inner.within(outer) == inner


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "players"), STRICT)
def test_letters_on_a_desk_can_be_read(name: str, players: int, lang: str) -> None:
    for position in moments(name, players):
        svg = position.svg(position.to_act, lang, "wide")
        room = view_box(svg)
        scale = min(DESK[0] / room.width, DESK[1] / room.height)
        small = [w for w in find_letterings(svg) if w.size * scale < SMALLEST_LETTERS]
        assert not small


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("name", "players"), STRICT)
def test_no_words_lie_on_others(name: str, players: int, shape: Shape, lang: str) -> None:
    for position in moments(name, players):
        letterings = find_letterings(position.svg(position.to_act, lang, shape))
        for one, other in combinations(letterings, 2):
            shared = one.box.within(other.box)
            assert shared.width <= 1 or shared.height <= 1, (one, other)


@pytest.mark.parametrize(("name", "players"), STRICT)
def test_a_finger_finds_what_it_may_touch(name: str, players: int) -> None:
    for position in moments(name, players):
        svg = position.svg(position.to_act, shape="tall")
        scale = PHONE / view_box(svg).width
        targets = find_targets(svg)
        for touch in {touch for path in position.paths for touch in path}:
            box = targets[touch]
            assert min(box.width, box.height) * scale >= FINGER, (touch, box)
