"""Messages that are told later: made without a language, told in the one that is heard."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from gettext import c2py

import pytest

import galda
import words
from galda import BadRecord, IllegalMove, Refusal
from galda.core.errors import GaldaError
from galda.core.message import Counted, Message
from galda.core.play.paper import read_record
from galda.core.show import language
from galda.core.show.language import Catalogue, say, say_count, tell

LATVIAN: dict[tuple[object, str], tuple[str, ...]] = {
    (None, "{player} has won {cards}."): ("{cards}: uzvar {player}.",),
    (None, "Circle"): ("Aplis",),
    (None, "top"): ("augša",),
    ("the highest spot", "top"): ("virsotne",),
    (None, "{n} point"): ("{n} punkts", "{n} punkti", "{n} punktu"),
    (None, "{n} card for {player}"): ("{player}: {n} kārts", "{player}: {n} kārtis", "-"),
    (None, "{cell} is inside; only cubes on the border can be taken."): ("{cell} ir iekšā.",),
    (None, "line {line}: {reason}"): ("{line}. rinda: {reason}",),
    (None, "{word!r} is not allowed. {error}"): ("{word!r} nav atļauts. {error}",),
}


@pytest.fixture
def latvian(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A small catalogue of our own in the place of the shipped one."""
    made = Catalogue(LATVIAN, c2py(words.PLURALS["lv"][1]))
    monkeypatch.setitem(language.catalogues, "lv", made)
    yield "lv"


def test_values_that_are_messages_are_told_in_the_same_language(latvian: str) -> None:
    won = Message("{player} has won {cards}.", player=Message("Circle"), cards=(Message("top"), 7))
    assert str(won) == tell("en", won) == "Circle has won top, 7."
    assert tell(latvian, won) == "augša, 7: uzvar Aplis."
    told = say(latvian, won.text, **won.values)
    assert told == "augša, 7: uzvar Aplis.", "`say` tells what it is given"


def test_a_message_has_a_context_and_a_name_needs_no_message(latvian: str) -> None:
    assert tell(latvian, Message("top", context="the highest spot")) == "virsotne"
    assert tell(latvian, Message("top")) == "augša"
    assert tell(latvian, "top") == "top"


@pytest.mark.parametrize("n", [0, 1, 2, 11, 21, -1])
def test_a_counted_message_takes_the_form_of_its_number(latvian: str, n: int) -> None:
    counted = Counted("{n} point", "{n} points", n)
    for lang in ("en", latvian):
        assert tell(lang, counted) == say_count(lang, "{n} point", "{n} points", n)
    assert str(counted) == tell("en", counted)


def test_a_counted_message_tells_its_other_values_too(latvian: str) -> None:
    given = Counted("{n} card for {player}", "{n} cards for {player}", 2, player=Message("Circle"))
    assert str(given) == "2 cards for Circle"
    assert tell(latvian, given) == "Aplis: 2 kārtis"


def test_messages_are_values_that_travel() -> None:
    one = Message("{a} and {b}", a="{0}", b=(1, 2))
    assert str(one) == "{0} and 1, 2"
    for other in (one, Counted("{n} card", "{n} cards", 3), Refusal("Q4", "{a}", a=one)):
        again = pickle.loads(pickle.dumps(other))
        assert again == other
        assert hash(again) == hash(other)
        assert str(again) == str(other)
    assert one != Message("{a} and {b}", a="{0}", b=(1, 3))
    assert Message("top") != Message("top", context="the highest spot")
    assert Counted("{n} card", "{n} cards", 3) != Counted("{n} card", "{n} cards", 4)
    with pytest.raises(AttributeError):
        one.text = "other"  # type: ignore[misc]


def test_a_message_that_is_made_already_takes_no_more_values() -> None:
    made = Counted("{n} card", "{n} cards", 3)
    assert Refusal("T1", made).message is made
    with pytest.raises(AssertionError):
        GaldaError(made, n=4)


def test_a_refusal_is_told_with_its_rule_and_its_sentence_alone(latvian: str) -> None:
    position = galda.game("quixo").new()
    refusal = position.why_not("c3-c5")
    assert refusal is not None
    assert refusal.sentence == "c3 is inside; only cubes on the border can be taken."
    assert str(refusal) == tell("en", refusal) == f"Q4: {refusal.sentence}"
    assert tell(latvian, refusal) == "Q4: c3 ir iekšā."
    assert tell(latvian, refusal.message) == "c3 ir iekšā."
    with pytest.raises(IllegalMove) as illegal:
        position.play("c3-c5")
    assert (illegal.value.refusal, illegal.value.rule) == (refusal, "Q4")
    assert str(illegal.value) == str(refusal)
    assert tell(latvian, illegal.value) == "Q4: c3 ir iekšā."


def test_a_forbidden_move_in_a_record_is_told_in_the_language_of_whoever_reads(
    latvian: str,
) -> None:
    with pytest.raises(BadRecord) as bad:
        read_record("game: quixo\n\n1. c3-c5\n", galda.game)
    assert str(bad.value).startswith("line 3: 'c3-c5' is not allowed. Q4: c3 is inside")
    assert tell(latvian, bad.value) == "3. rinda: 'c3-c5' nav atļauts. Q4: c3 ir iekšā."
    again = pickle.loads(pickle.dumps(bad.value))
    assert tell(latvian, again) == tell(latvian, bad.value)


def test_the_catalogues_find_messages_however_they_are_made() -> None:
    source = """
Refusal("Q4", "first {cell}" if x else "second", cell=name)
Refusal(rule, Counted("{n} push", "{n} pushes", n))
Message("top", context="the highest spot")
Refusal("Q4", words[n])
"""
    found = {(one.words, one.context) for one in words.in_python(source, "x.py")}
    assert found == {
        ("first {cell}", None),
        ("second", None),
        (("{n} push", "{n} pushes"), None),
        ("top", "the highest spot"),
    }
