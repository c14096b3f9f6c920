"""The strongest level plays the first turns of solved games by heart and knows their worth."""

from __future__ import annotations

import random

import pytest

import galda
from galda.bots.alphabeta import AlphaBeta
from galda.bots.analysis import best_turns
from galda.bots.book_bot import BookBot
from galda.bots.looking import matter_of
from galda.bots.review import Effort, analyse
from galda.core.play.options import Value
from galda.core.play.values import Exact, Outcome
from galda.solve.book import book_moves, openings_of

SEED = 11
SOLVED: list[tuple[str, dict[str, Value]]] = [
    ("quixo", {"size": 5}),
    ("pylos", {"variant": "standard"}),
    ("pylos", {"variant": "expert"}),
]
BLIND = BookBot(AlphaBeta(depth=1, seed=1))
"""A search that sees next to nothing: what it plays well, it has from the book."""


@pytest.mark.parametrize(("name", "options"), SOLVED)
def test_the_first_turns_keep_the_value_however_little_is_searched(
    name: str, options: dict[str, Value]
) -> None:
    print("seed", SEED)
    chance = random.Random(SEED)
    start = galda.game(name).new(seed=0, **options)
    known = next(each for each in openings_of(start.game) if each.fits(start.options))
    looked_at = 0
    for _ in range(10):
        position = start
        while book_moves(position) is not None:
            before = known.value(position)
            after = known.value(position.play(BLIND.choose(position)))
            assert before is not None and after is not None
            assert after.turned().a_turn_later() == before
            looked_at += len({move.value for move in book_moves(position) or []}) > 1
            position = position.play(chance.choice(position.legal_actions))
    assert looked_at > 5, "positions in which there was something to lose"


def test_the_search_chooses_among_equals() -> None:
    position = galda.game("quixo").new()
    known = book_moves(position)
    assert known is not None
    assert {move.value for move in known} == {Exact(Outcome.DRAWN)}
    chosen = {BookBot(AlphaBeta(depth=2, seed=seed)).choose(position) for seed in range(6)}
    assert chosen == {AlphaBeta(depth=2, seed=seed).choose(position) for seed in range(6)}


def test_the_analysis_tells_exact_values_and_a_review_does_not_leap() -> None:
    position = galda.game("pylos").new()
    effort = Effort(nodes=2000, steps=1)
    verdict = best_turns(matter_of(position), effort)
    assert verdict.is_proven
    assert verdict.turns[0].value == Exact(Outcome.LOST, 40)
    assert not analyse(position, effort, seed=0).best.value.is_exact


def test_master_knows_the_book_and_others_do_not() -> None:
    position = galda.game("pylos").new(variant="expert")
    assert str(position.suggest("master:300")[0].value) == "lost in 46"
    assert not position.suggest("expert")[0].value.is_exact


@pytest.mark.parametrize("text", ["quixo size=4", "towers", "quixo players=4"])
def test_where_there_is_no_book_nothing_is_known(text: str) -> None:
    name, *options = text.split()
    chosen = dict(each.split("=") for each in options)
    assert book_moves(galda.game(name).new(seed=0, **chosen)) is None
