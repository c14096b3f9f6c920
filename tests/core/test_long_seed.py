"""Long seeds: what is dealt by them cannot be computed from what is seen; short ones can."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import galda
from galda import GaldaError, Position
from galda.core.kernels import contract
from galda.core.play import long_seed
from galda.core.play.long_seed import commitment_to, new_long_seed, set_up_words, word_of, words_of
from galda.core.play.options import option_codes
from galda.core.play.paper import GameRecord, read_record, write_record
from galda.games.alhambra.rules.supply import OWN_STREAM
from galda.games.alhambra.rules.tiles import TILE_COUNT

SEED = "c0ffee" * 10 + "beef"
OTHER = "c0ffee" * 10 + "bee0"
STARTS = [
    ("alhambra", {"players": 2}),
    ("alhambra", {"players": 6}),
    ("towers", {"players": 2}),
    ("towers", {"players": 5}),
]


def played(start: Position, turns: int, chance: random.Random) -> Position:
    position = start
    while turns and not position.is_over:
        position = position.play(chance.choice(position.legal_actions))
        turns -= not position.in_turn
    return position


def looks(position: Position) -> Iterator[bytes]:
    for viewer in range(-1, position.players):
        yield position.seen_by(viewer).states.tobytes()


@pytest.mark.parametrize(("name", "options"), STARTS)
def test_a_game_is_its_options_its_long_seed_and_its_actions(
    name: str, options: dict[str, Any]
) -> None:
    end = played(galda.game(name).new(seed=SEED, **options), 20, random.Random(1))
    start = galda.game(name).new(seed=SEED, **options)
    assert start.replay(end.actions) == end, "in one go"
    assert start.play_all(end.actions) == end, "one after the other"
    assert start.skip(end.actions) == end
    middle = start.skip(end.actions[:10])
    assert middle.replay(end.actions[10:]) == end, "counted from the start, not from here"
    assert middle.named(["x"] * end.players).replay(end.actions[10:]) == end
    assert pickle.loads(pickle.dumps(end)) == end
    other = galda.game(name).new(seed=OTHER, **options)
    assert other != start
    record = read_record(write_record(GameRecord(end)), galda.game)
    assert record.position == end
    assert record.position.seed == SEED


@pytest.mark.parametrize(("name", "options"), STARTS)
def test_a_game_from_a_position_goes_on_by_its_long_seed(
    name: str, options: dict[str, Any]
) -> None:
    game = galda.game(name)
    text = played(game.new(seed=5, **options), 4, random.Random(2)).text
    start = game.position(text, seed=SEED)
    end = played(start, 8, random.Random(3))
    text = write_record(GameRecord(end))
    assert f"seed: {SEED}" in text
    assert read_record(text, galda.game).position == end
    assert game.position(start.text, seed=OTHER).replay(end.actions[:1]) != start.replay(
        end.actions[:1]
    )


def test_a_text_that_is_no_long_seed_is_refused() -> None:
    for wrong in ("", "12", SEED.upper(), SEED + "0"):
        with pytest.raises(GaldaError, match="64 hexadecimal digits"):
            galda.game("towers").new(seed=wrong)


def brute_force(seen: list[int], first: int, window: int) -> list[int]:
    """The seeds of a window that lay out these four market tiles, tried out all at once."""
    seeds = np.arange(first, first + window, dtype=np.uint64)
    bag = np.tile(np.arange(TILE_COUNT, dtype=np.uint8), (window, 1))
    rows = np.arange(window)
    for number, k in enumerate(range(TILE_COUNT - 1, 0, -1)):
        z = (seeds ^ OWN_STREAM) + np.uint64(number * 0x9E3779B97F4A7C15 % 2**64)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        drawn = (z ^ (z >> np.uint64(31))) >> np.uint64(32)
        other = ((drawn * np.uint64(k + 1)) >> np.uint64(32)).astype(np.int64)
        bag[rows, k], bag[rows, other] = bag[rows, other], bag[rows, k].copy()
    fits = np.all(bag[:, TILE_COUNT - 4 :][:, ::-1] == np.array(seen, np.uint8), axis=1)
    return [int(seed) for seed in seeds[fits]]


def test_a_short_seed_follows_from_the_first_board() -> None:
    """What an attacker does; the window stands for the time that all of 2**53 would take."""
    secret = 7_000_000_123
    seen = galda.game("alhambra").new(seed=secret).seen_by(-1)
    found = brute_force([int(tile) for tile in seen.state.market], secret - 9_000, 20_000)
    assert secret in found
    assert len(found) < 5
    assert galda.game("alhambra").new(seed=secret).state.hand.any(), "and with it all hands"


@pytest.mark.parametrize(("name", "options"), STARTS)
def test_the_number_of_one_action_tells_nothing_of_what_comes_later(
    name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twins: the same up to here, byte for byte to every viewer; what comes next differs."""
    start = galda.game(name).new(seed=SEED, **options)
    end = played(start, 6, random.Random(4))
    count = len(end.actions)
    true = long_seed._drawn

    def changed_later(seed: str, what: bytes, size: int) -> bytes:
        later = what.startswith(b"action ") and int.from_bytes(what[7:], "little") >= count
        return true(OTHER if later else seed, what, size)

    further = [played(end, 20, random.Random(5))]
    monkeypatch.setattr(long_seed, "_drawn", changed_later)
    twin = galda.game(name).new(seed=SEED, **options).replay(end.actions)
    further.append(played(twin, 20, random.Random(5)))
    assert list(looks(twin)) == list(looks(end))
    assert twin == end, "the whole record of the state, hidden things and all"
    assert further[0] != further[1]


@pytest.mark.parametrize(("name", "options"), STARTS)
def test_an_order_that_lies_in_the_state_is_not_the_one_that_comes(
    name: str, options: dict[str, Any]
) -> None:
    """Who had the state, or the 64 bits that made it, would still not know the next cards."""
    differ = 0
    for number in range(8):
        seed = f"{number:064x}"
        position = played(galda.game(name).new(seed=seed, **options), 3, random.Random(number))
        guessed = Position(position.game, position.options, None, position.states)
        for _ in range(12):
            if position.is_over:
                break
            action = position.legal_actions[0]
            if action not in guessed.legal_actions:
                break
            position, guessed = position.play(action), guessed.play(action)
        differ += position.seen_by(-1) != guessed.seen_by(-1)
    assert differ >= 6


def test_hands_are_dealt_by_all_numbers_of_the_set_up() -> None:
    """Whichever of the eight numbers was found out, the others still decide who holds what."""
    game = galda.game("alhambra")
    codes = option_codes(game.options, game.read_options({"players": 6}))

    def hands(words: Any) -> bytes:
        states = np.zeros(1, game.rules.record)
        contract.deal(states[0], codes, words)
        return bytes(states["hand"].tobytes())

    words = set_up_words(SEED)
    for k in range(long_seed.WORDS):
        changed = words.copy()
        changed[k] ^= np.uint64(1)
        assert hands(changed) != hands(words), f"number {k}"


def test_the_function_is_keyed_by_the_whole_seed_and_names_what_it_draws() -> None:
    assert len(new_long_seed()) == 64
    assert new_long_seed() != new_long_seed()
    first = int(word_of(SEED, 0))
    for place in range(64):
        digit = f"{int(SEED[place], 16) ^ 1:x}"
        changed = SEED[:place] + digit + SEED[place + 1 :]
        assert int(word_of(changed, 0)) != first
    assert len({int(word) for word in words_of(SEED, 0, 1000)}) == 1000
    assert int(words_of(SEED, 3, 2)[1]) == int(word_of(SEED, 4))
    assert first not in [int(word) for word in set_up_words(SEED)]
    assert commitment_to(SEED) != commitment_to(OTHER)


@pytest.mark.parametrize("name", ["alhambra", "towers"])
def test_what_a_long_seed_deals_is_dealt_evenly(name: str) -> None:
    """The first things turned up after the start, over many seeds, come about equally often."""
    counts: dict[int, int] = {}
    games = 400
    for number in range(games):
        position = galda.game(name).new(seed=f"{number:064x}", players=2)
        row = position.state.market if name == "alhambra" else position.state.row
        for k, value in enumerate(row.tolist()):
            cards = [value] if name == "alhambra" else [
                32 * k + bit for bit in range(32) if value >> bit & 1
            ]  # fmt: skip
            for card in cards:
                counts[card] = counts.get(card, 0) + 1
    usual = sum(counts.values()) / (54 if name == "alhambra" else len(counts))
    chi = sum((n - usual) ** 2 / usual for n in counts.values())
    assert chi < 2 * len(counts), counts
