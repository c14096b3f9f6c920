"""5 Towers for people and programs: notation, sentences, keys, the record and the score sheet."""

from __future__ import annotations

import numpy as np
import pytest
from towers_model import KINDS, table

import galda
from galda import Position
from galda.core.kernels import contract
from galda.core.show.outline import touches_in
from galda.games.towers.rules import record
from galda.games.towers.rules.tower import with_card
from support import random_game, rule


def test_a_state_is_small_and_has_no_bytes_outside_its_fields() -> None:
    fields = [record.State[name].itemsize for name in record.State.names or ()]
    assert record.State.itemsize == sum(fields) <= 1024
    assert record.State.isalignedstruct


@pytest.mark.parametrize(
    ("text", "touch"),
    [
        ("call3", "call3"), (" Call 3", "call3"), ("pass", "pass"), ("keep", "keep"),
        ("demolish-candy", "demolish-candy"), ("demolish sand", "demolish-sand"),
        ("candy9", "candy9"), ("Candy 09", "candy9"), ("tree99", "tree99"), ("call77", "call77"),
    ],
)  # fmt: skip
def test_moves_are_read_legal_or_not(text: str, touch: str) -> None:
    position = galda.game("towers").new(seed=1)
    assert position.game.notation.read(position, text) == (touch,)


@pytest.mark.parametrize(
    "text", ["", "call", "9", "wood3", "candy", "demolish", "call-1", "candyx"]
)
def test_what_is_no_move_is_not_read(text: str) -> None:
    position = galda.game("towers").new(seed=1)
    assert position.game.notation.read(position, text) is None


@rule("T2")
def test_a_card_that_does_not_exist_is_refused() -> None:
    refusal = galda.game("towers").new(seed=1).why_not("candy16")
    assert refusal is not None
    assert refusal.rule == "T2"


@rule("T11", "T15")
def test_one_touch_is_one_action() -> None:
    opens = table("candy1 horror1 tree1 scrap1 sand1")
    twice = opens.why_not(("call1", "call2"))
    assert twice is not None
    assert twice.rule == "T11"
    lays = opens.play("call5").why_not(("candy1", "horror1"))
    assert lays is not None
    assert lays.rule == "T15"


def test_sentences_tell_what_happens() -> None:
    opens = table("candy1 horror0 tree0 scrap1 sand1", "candy5 tree4", demolished=("sand5",))
    told = [opens.sentence(opens.find("call0"))]
    passes = opens.play("call0")
    told.append(passes.sentence(passes.find("pass")))
    builds = opens.play("call4").play("pass")
    for word in ("keep", "demolish-candy"):
        told.append(builds.sentence(builds.find(word)))
    lays = builds.play("keep")
    for word in ("candy1", "horror0", "tree0", "sand1"):
        told.append(lays.sentence(lays.find(word)))
        lays = lays.play(word)
    assert told == [
        "Player 1 bids 0.",
        "Player 2 passes. Nobody builds, and the row is discarded.",
        "Player 1 demolishes nothing.",
        "Player 1 demolishes candy 5. It costs 2 points.",
        "Player 1 places candy 1 on the 5.",
        "Player 1 starts a tower and crowns it: horror 0.",
        "Player 1 crowns a tower: tree 0 on the 4.",
        "Player 1 starts a tower: sand 1.",
    ]


def test_of_two_equal_cards_in_the_row_one_is_offered() -> None:
    builds = table("candy5 candy5 candy9 sand1 sand2", players=4).play_all(
        ["call3", "pass", "pass", "pass"]
    )
    assert [builds.write(action) for action in builds.legal_actions] == ["candy5", "candy9"]
    assert touches_in(builds.svg()).count("candy5") == 2
    ended = builds.play_all(["candy5", "candy9", "candy5"])
    assert ended.view()["towers"][0] == {"candy": [5, 9, 5]}


def test_the_key_knows_positions_apart_but_not_equal_cards_and_not_the_seed() -> None:
    position = table("candy5 candy9 sand1 sand2 tree3", "tree5", players=4)
    states = position.states.copy()
    contract.determinize(states[0], 0, np.uint64(3))
    other_copy = states[0]
    kind = KINDS.index("tree")
    other_copy.tower[0, kind] = with_card(0, 5, 1)
    other_copy.deck[kind] ^= np.uint32(1 << 5 | 1 << 21)
    assert int(contract.key(other_copy)) == position.key
    keys, sights = set(), set()
    for seen in random_game("towers", {"players": 4}, 61):
        keys.add(seen.key)
        sights.add(seen.seen_by().states.tobytes())
    assert len(keys) == len(sights)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_score_sheet_adds_up_to_the_scores_and_comes_at_the_end(players: int) -> None:
    played = list(random_game("towers", {"players": players}, 67))
    assert played[len(played) // 2].sheets() == ()
    (sheet,) = played[-1].sheets()
    assert sheet.totals == played[-1].scores
    assert len(sheet.lines) == 8
    assert "Main tower" in sheet.as_text()


def test_the_board_shows_every_card_that_lies_open_once() -> None:
    for position in list(random_game("towers", {"players": 5}, 71))[::25]:
        seen = position.view()
        laid = sum(len(t) for towers in seen["towers"] for t in towers.values())
        down = sum(len(pile) for pile in seen["demolished"])
        assert position.svg().count("data-piece=") == laid + down + len(seen["row"])


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds"), [(2, 24.0), (3, 21.7), (4, 29.6), (5, 27.8)])
def test_random_games_last_as_long_as_they_should(players: int, rounds: float) -> None:
    games = 1500
    mean = sum(rounds_played(players, seed) for seed in range(games)) / games
    print(f"{players} players: {mean:.2f} rounds")
    assert abs(mean - rounds) < 0.25


def rounds_played(players: int, seed: int) -> int:
    position: Position = galda.game("towers").new(players=players, seed=seed)
    states, scratch = position.states.copy(), np.zeros(record.MOST_LEGAL, np.int32)
    chance = np.random.default_rng(seed)
    while not contract.is_over(states[0]):
        bits = np.uint64(chance.integers(2**64, dtype=np.uint64))
        contract.apply(states[0], contract.pick(states[0], bits, scratch))
    return int(states[0].rounds)
