"""Messages in languages: what is looked up, counted, chosen and told."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from gettext import c2py
from pathlib import Path

import pytest

import galda
import words
from galda.core.errors import BadOption, BadRecord, GaldaError
from galda.core.message import Message
from galda.core.show import language
from galda.core.show.language import (
    Catalogue,
    accepted_languages,
    choose_language,
    language_of_the_environment,
    number,
    percent,
    say,
    say_count,
    tell,
)

LATVIAN: dict[tuple[object, str], tuple[str, ...]] = {
    (None, "{n} point"): ("{n} punkts", "{n} punkti", "{n} punktu"),
    (None, "{player} passes."): ("{player} izlaiž gājienu.",),
    (None, "end"): ("beigt",),
    ("of the game", "end"): ("beigas",),
    (None, "no language {lang!r}; choose from {known}"): ("nav valodas {lang!r}; ir {known}",),
    (None, "line {line}: {reason}"): ("{line}. rinda: {reason}",),
    (None, "turn {number} has no move"): ("{number}. gājiens ir tukšs",),
}


@pytest.fixture
def latvian(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A small catalogue of our own in the place of the shipped one."""
    made = Catalogue(LATVIAN, c2py(words.PLURALS["lv"][1]))
    monkeypatch.setitem(language.catalogues, "lv", made)
    yield "lv"


def test_what_is_translated_is_said_so_and_what_is_not_in_english(latvian: str) -> None:
    assert say(latvian, "{player} passes.", player="Anna") == "Anna izlaiž gājienu."
    assert say(latvian, "{player} sleeps.", player="Anna") == "Anna sleeps."
    assert say("en", "{player} passes.", player="Anna") == "Anna passes."


def test_a_sentence_is_in_english_as_a_whole_where_a_name_in_it_is_not_translated(
    latvian: str,
) -> None:
    known, unknown = Message("{n} point", n=1), Message("green {n}", n=7)
    assert say(latvian, "{player} passes.", player=known) == "1 punkts izlaiž gājienu."
    assert say(latvian, "{player} passes.", player=unknown) == "green 7 passes."
    assert say(latvian, "{player} passes.", player=(known, unknown)) == "1 point, green 7 passes."
    deeper = Message("{player} passes.", player=unknown)
    assert say(latvian, "{player} passes.", player=deeper) == "green 7 passes. passes."
    counted = say_count(latvian, "{n} point", "{n} points", 2, player=unknown)
    assert counted == "2 points"
    assert tell(latvian, BadRecord(3, "what is {x}", x=1)) == "line 3: what is 1"


def test_context_tells_apart_what_english_does_not(latvian: str) -> None:
    assert say(latvian, "end") == "beigt"
    assert say(latvian, "end", context="of the game") == "beigas"
    assert say("en", "end", context="of the game") == "end"


@pytest.mark.parametrize(
    ("n", "said"),
    [(0, "0 punktu"), (1, "1 punkts"), (2, "2 punkti"), (5, "5 punkti"), (11, "11 punktu"),
     (21, "21 punkts"), (111, "111 punktu"), (-1, "\N{MINUS SIGN}1 punkts")],
)  # fmt: skip
def test_counting_in_latvian(latvian: str, n: int, said: str) -> None:
    assert say_count(latvian, "{n} point", "{n} points", n) == said


@pytest.mark.parametrize(
    ("lang", "forms"),
    [("lv", (0, 1, 1, 2, 0)), ("lt", (0, 1, 1, 2, 0)), ("is", (0, 1, 1, 1, 0))],
)
def test_the_form_that_goes_with_1_2_5_11_and_21(lang: str, forms: tuple[int, ...]) -> None:
    form_for = language.catalogue(lang).form_for
    assert tuple(form_for(n) for n in (1, 2, 5, 11, 21)) == forms


def test_counting_in_english() -> None:
    told = [say_count("en", "{n} point", "{n} points", n) for n in (0, 1, 2, 21, -1)]
    assert told == ["0 points", "1 point", "2 points", "21 points", "\N{MINUS SIGN}1 point"]


def test_errors_are_told_in_the_language_of_whoever_hears_them(latvian: str) -> None:
    with pytest.raises(GaldaError) as refused:
        language.check_language("xx")
    assert str(refused.value).startswith("no language 'xx'; choose from en")
    assert tell(latvian, refused.value).startswith("nav valodas 'xx'; ir en")
    wrong = BadRecord(7, "turn {number} has no move", number=2)
    assert str(wrong) == "line 7: turn 2 has no move"
    assert tell(latvian, wrong) == "7. rinda: 2. gājiens ir tukšs"
    assert tell(latvian, OSError("no such file")) == "no such file"


def test_errors_travel_between_processes_even_with_braces_in_their_values() -> None:
    sent = BadOption("{option} cannot be {given!r}", option="size", given="{0}")
    got = pickle.loads(pickle.dumps(sent))
    assert type(got) is BadOption
    assert str(got) == str(sent) == "size cannot be '{0}'"
    assert got.option == "size"
    illegal = galda.game("quixo").new().why_not("c3-c5")
    assert illegal is not None
    again = pickle.loads(pickle.dumps(galda.IllegalMove(illegal)))
    assert again.refusal == illegal
    assert str(again) == str(illegal)


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("lv-LV,lv;q=0.9,en;q=0.8", "lv"),
        ("de-DE,de;q=0.9,lt;q=0.5", "lt"),
        ("en;q=0.3,is-IS;q=0.7", "is"),
        ("de,fr;q=0.9", "en"),
        ("lv;q=0,is;q=0.1", "is"),
        ("", "en"),
        ("*", "en"),
        (";;q=,,lv;q=x", "en"),
        ("../../etc/passwd", "en"),
    ],
)
def test_the_browsers_languages_are_weighed(header: str, lang: str) -> None:
    assert choose_language(accepted_languages(header)) == lang


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({"LANG": "lv_LV.UTF-8"}, "lv"),
        ({"LANG": "lv_LV.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "is_IS"}, "is"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_computers_language_is_the_usual_one(
    environment: dict[str, str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language_of_the_environment() == lang


def test_numbers_are_written_as_each_language_writes_them() -> None:
    assert number("en", 1234567) == "1,234,567"
    assert number("lv", 1234567.5, 1) == "1\xa0234\xa0567,5"
    assert number("is", 1234567.5, 2) == "1.234.567,50"


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "12.5%"), ("lv", "12,5\xa0%"), ("lt", "12,5\xa0%"), ("is", "12,5%")],
)
def test_percentages_have_a_space_where_the_language_has_one(lang: str, said: str) -> None:
    assert percent(lang, 0.125, 1) == said


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_what_is_below_0_has_a_minus_sign_and_no_hyphen(lang: str) -> None:
    minus = "\N{MINUS SIGN}"
    for told in (number(lang, -3), number(lang, -3.5, 1), percent(lang, -0.03)):
        assert told.startswith(f"{minus}3")
        assert "-" not in told
    assert say(lang, "({x}, {y})", x=-1, y=2) == f"({minus}1, 2)"
    assert say(lang, "{word}", word="-a1") == "-a1", "notation stays as it is"
    assert str(Message("{n} to {m}", n=-2, m=3)) == f"{minus}2 to 3"


def test_a_package_may_bring_words_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, latvian: str
) -> None:
    for package in ("early", "late"):
        folder = tmp_path / package / "locale"
        folder.mkdir(parents=True)
        (folder.parent / "__init__.py").write_text("")
        (folder / "lv.po").write_text(
            'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
            f'msgid "end"\nmsgstr "{package}"\n\nmsgid "the {package} word"\nmsgstr "vārds"\n',
            "utf-8",
        )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(language, "packages", ["galda"])
    language.add_catalogues("early")  # this one is added to what has been read
    assert say(latvian, "the early word") == "vārds"
    assert say(latvian, "end") == "beigt", "ours come first"
    monkeypatch.delitem(language.catalogues, latvian)
    language.add_catalogues("late")  # this one is read with the others
    assert say(latvian, "the late word") == say(latvian, "the early word") == "vārds"
    assert say(latvian, "{player} passes.", player="Anna") != "Anna passes."
    assert say("is", "the late word") == "the late word"
