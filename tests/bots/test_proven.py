"""What a search says is proven is what the solved games know, to the turn."""

from __future__ import annotations

import pytest

import galda
from galda.bots.alphabeta import AlphaBeta
from galda.core.play.values import Exact, Outcome
from galda.exams import exams_of

MOST = 200
NEAR = 9
"""Turns until the end of positions in which a small search can prove something."""
UNCOUNTED = 127
CASES = [
    ("quixo", {"size": 5}, False),
    ("quixo", {"size": 4}, False),
    ("pylos", {"variant": "standard"}, True),
    ("pylos", {"variant": "beginners"}, True),
    ("pylos", {"variant": "expert"}, True),
]
"""And whether the exam knows how many turns a win takes."""


@pytest.mark.parametrize(("name", "options", "counts"), CASES)
def test_proven_values_are_those_of_the_exams(
    name: str, options: dict[str, object], counts: bool
) -> None:
    proven = counted = 0
    for exam in exams_of(name, **options):
        for position, codes in zip(exam.positions[:MOST], exam.values, strict=False):
            if NEAR < min(map(abs, codes)) < UNCOUNTED:
                continue
            known = dict(zip(position.legal_actions, codes, strict=True))
            for move in AlphaBeta(nodes=12_000, table_bits=13).suggest(position):
                if not isinstance(move.value, Exact):
                    continue
                code = known[move.action]
                told = (position.text, position.write(move.action), move.value, code)
                assert move.value.outcome == (code > 0) - (code < 0), told
                proven += 1
                if move.value.turns is not None and abs(code) != UNCOUNTED:
                    assert move.value.turns == abs(code), told
                    counted += 1
    print(proven, counted)
    assert proven > 100
    assert counted > 50 or not counts


def test_advice_counts_the_turns_and_says_that_it_is_proven() -> None:
    line = next(galda.position("quixo size=3 xx./oo./... 1").analyse(seconds=0))
    assert line.turns[0].value == Exact(Outcome.WON, 1)
    assert line.is_proven
    open_still = galda.position("quixo x...o/....x/o...x/x...o/o...x 1")
    assert not next(open_still.analyse(seconds=0)).is_proven
