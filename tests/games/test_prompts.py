"""What players are told while they play: what to do now, and no notation: that is for keyboards."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

import galda
from galda import Position
from galda.core.errors import UnreadableMove
from galda.core.show.language import LANGUAGES, tell
from galda.core.show.outline import touches_in
from support import random_game

WORD = re.compile(r"[^\s,;:()“”\"]+")
SIGNED = re.compile(r"[.+>-]\w.*|[+>-]")
"""Beginnings of notation: `.1`, `-a1`, or a sign on its own."""

WAYS = [
    pytest.param(name, count, id=f"{name}-{count}")
    for name in galda.game_names()
    for option in galda.game(name).options
    if option.name == "players"
    for count in option.values
]


def sample(name: str, players: int, seed: int, most: int) -> list[Position]:
    """Some positions of a random game, in the middle of turns as well."""
    played = [p for p in random_game(name, {"players": players}, seed) if not p.is_over]
    return random.Random(seed).sample(played, min(most, len(played)))


def words_on_board(svg: str) -> set[str]:
    """Every word that the board itself shows or tells those who listen: people know those."""
    root = ElementTree.fromstring(svg)
    told = [element.text or "" for element in root.iter()]
    told += [element.get("aria-label", "") for element in root.iter()]
    return {word.strip(".") for words in told for word in WORD.findall(words)}


def notation(position: Position) -> set[str]:
    """Moves as somebody at a keyboard writes them, and what touches are called, legal or not."""
    game = position.game
    codes = {
        *position.legal_actions,
        *range(0, game.rules.action_count, game.rules.action_count // 100 or 1),
    }
    touches = {touch for action in codes for touch in game.notation.touches(position, action)}
    return touches | {position.write(action) for action in position.legal_actions}


def notation_in(text: str, written: set[str], known: set[str]) -> list[str]:
    """The words of a sentence that only somebody at a keyboard would write."""
    found = [word.rstrip(".") or word for word in WORD.findall(text)]
    return [
        word
        for word in found
        if word not in known and not word.isalpha() and (word in written or SIGNED.fullmatch(word))
    ]


def refusals(position: Position, chance: random.Random) -> Iterator[str]:
    """What is said to somebody who touches things on the board that lead nowhere."""
    svg = position.svg(position.to_act)
    touchable = touches_in(svg)
    singles = [(touch,) for touch in touchable]
    begun = [(path[0], touch) for path in position.paths for touch in touchable]
    further = [(*path[:2], touch) for path in position.paths for touch in touchable]
    for touches in (*singles, *chance.choices(begun, k=15), *chance.choices(further, k=15)):
        try:
            refusal = position.why_not(touches)
        except UnreadableMove:
            continue
        if refusal is not None:
            yield str(refusal.message)


@pytest.mark.parametrize(("name", "players"), WAYS)
def test_a_refusal_to_a_touch_holds_no_notation(name: str, players: int) -> None:
    chance = random.Random(3)
    for position in sample(name, players, 3, 6):
        known, written = words_on_board(position.svg(position.to_act)), notation(position)
        for told in refusals(position, chance):
            assert not notation_in(told, written, known), told


@pytest.mark.parametrize(("name", "players"), WAYS)
def test_every_game_says_what_is_to_be_done_now(name: str, players: int) -> None:
    for position in sample(name, players, 4, 6):
        game = position.game
        assert game.words.prompt is not None
        known, written = words_on_board(position.svg(position.to_act)), notation(position)
        further = game.words.next_prompts(position) if game.words.next_prompts else ()
        longest = max(map(len, position.paths))
        if game.words.next_prompts:
            assert len(further) >= longest - 1, "a word for every touch of a move"
        for told in (game.words.prompt(position), *further):
            assert tell("en", told)
            assert not notation_in(tell("en", told), written, known), told
            assert all(tell(lang, told) for lang in LANGUAGES)


def test_notation_is_found_where_it_is() -> None:
    position = galda.game("towers").new(seed=0)
    known, written = words_on_board(position.svg(0)), notation(position)
    assert notation_in("call 0 if you want no cards (call0).", written, known) == ["call0"]
    assert notation_in("write .1 or .3 after the move.", written, known) == [".1", ".3"]
    assert notation_in("remove a ball with - before its spot.", written, known) == ["-"]
    assert not notation_in("call a number from 0 to 3, or pass.", written, known)


@pytest.mark.parametrize(
    ("name", "options", "moves", "prompt"),
    [
        ("quixo", {}, "", "Take a blank cube or a cross from the border."),
        ("quixo", {}, "a1-a5", "Take a blank cube or a circle from the border."),
        (
            "quixo", {"players": 4}, "",
            "Take a blank cube from the border, or a cross whose dot points at you.",
        ),
        ("pylos", {}, "", "Place a ball. In reserve: you 15, opponent 15."),
        ("pylos", {}, "a1", "Place a ball. In reserve: you 15, opponent 14."),
        (
            "pylos", {}, "a1 b1 a2 b2 d4 d3 c4",
            "Place a ball, or choose one of yours to raise. "
            "In reserve: you 12, opponent 11.",
        ),
        (
            "pylos", {}, "a1 d1 a2 d2 b1 d3 b2",
            "You have completed a square: take back one or two of your balls.",
        ),
        ("pylos", {}, "a1 d1 a2 d2 b1 d3 b2 -a1", "Take back a second ball, or stop."),
        (
            "pylos", {"variant": "expert"}, "a1 d1 a2 d2 b1 d3 b2",
            "Take back one or two of your balls, or stop.",
        ),
        ("towers", {"seed": 0}, "", "Open the auction: bid a number from 0 to 5."),
        ("towers", {"seed": 0}, "call2", "Bid more than 2, or pass."),
        ("towers", {"seed": 0}, "call2 pass", "Take a card from the row: 2 still to place."),
        (
            "towers", {"seed": 0}, "call2 pass scrap12",
            "Take a card from the row: 1 still to place.",
        ),
    ],
)  # fmt: skip
def test_a_prompt_says_what_this_step_asks_for(
    name: str, options: dict[str, object], moves: str, prompt: str
) -> None:
    game = galda.game(name)
    seed = options.pop("seed", 0) if "seed" in options else 0
    assert isinstance(seed, int)
    position = game.new(seed=seed, **options).play_all(moves.split())
    assert game.words.prompt is not None
    assert str(game.words.prompt(position)) == prompt
