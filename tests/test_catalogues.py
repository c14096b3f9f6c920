"""Every word in every language: catalogues and rules pages are whole and fit the sources."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

import galda
import words
from galda.core.show.language import LANGUAGES, say_count
from galda.core.show.rulebook import rules_of
from playthroughs import is_ours

RULE_IDS = re.compile(r"\b[A-Z]\d+\b")


def entries(lang: str) -> list[Message]:
    return [entry for entry in words.read_catalogue(lang) if entry.id]


def forms(said: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said or ())


def places(message: str) -> set[str]:
    """The places of a message, with how they are shown (`{word!r}`)."""
    return {
        f"{name}{'!' + conversion if conversion else ''}{':' + spec if spec else ''}"
        for _, name, spec, conversion in Formatter().parse(message)
        if name is not None
    }


def test_every_language_but_english_has_a_catalogue() -> None:
    assert set(words.TRANSLATED) == LANGUAGES.keys() - {"en"}


def test_every_message_is_written_out_where_it_is_said() -> None:
    glued = words.built_up()
    assert not glued, "write a literal message with {places} and give the values:\n" + "\n".join(
        glued
    )


@pytest.mark.parametrize("lang", words.TRANSLATED)
def test_a_catalogue_holds_exactly_the_messages_of_the_sources(lang: str) -> None:
    said = {(e.context, forms(e.id)) for e in words.make_template() if e.id}
    known = {(e.context, forms(e.id)) for e in entries(lang)}
    assert known == said, "run: python scripts/words.py"


@pytest.mark.parametrize("lang", words.TRANSLATED)
def test_no_message_is_missing_or_doubtful(lang: str) -> None:
    catalogue = entries(lang)
    assert not [e.id for e in catalogue if not all(forms(e.string)) or e.fuzzy]


@pytest.mark.parametrize("lang", words.TRANSLATED)
def test_translations_keep_every_place_and_invent_none(lang: str) -> None:
    wrong = [
        (entry.id, form)
        for entry in entries(lang)
        for form in forms(entry.string)
        if form and not fits(entry, form)
    ]
    assert not wrong


def fits(entry: Message, form: str) -> bool:
    """Whether a translation has the places of the English message; a counted form may drop {n}."""
    needed = set.union(*(places(one) for one in forms(entry.id)))
    return places(form) == needed or (
        isinstance(entry.id, tuple) and places(form) | {"n"} == needed
    )


@pytest.mark.parametrize("lang", words.TRANSLATED)
def test_counted_messages_have_as_many_forms_as_the_language(lang: str) -> None:
    catalogue: Catalog = words.read_catalogue(lang)
    number, expression = words.PLURALS[lang]
    assert catalogue.num_plurals == number
    assert catalogue.plural_expr == expression
    wrong = [
        e.id for e in entries(lang) if isinstance(e.id, tuple) and len(forms(e.string)) != number
    ]
    assert not wrong


@pytest.mark.parametrize("lang", words.TRANSLATED)
@pytest.mark.parametrize("name", [name for name in galda.game_names() if is_ours(name)])
def test_the_rules_have_the_same_numbers_in_every_language(name: str, lang: str) -> None:
    english, own = rules_of(galda.game(name)), rules_of(galda.game(name), lang)
    assert [rule.id for rule in own] == [rule.id for rule in english]
    for ours, theirs in zip(english, own, strict=True):
        assert ours.text != theirs.text, f"{theirs.id} is still in English"
        cited = RULE_IDS.findall(ours.text)
        assert sorted(RULE_IDS.findall(theirs.text)) == sorted(cited), theirs.id


def test_a_check_says_what_would_change_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    template = words.make_template()
    for lang in words.TRANSLATED:
        (tmp_path / f"{lang}.po").write_bytes(words.bring_up_to_date(lang, template))
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    monkeypatch.setattr("sys.argv", ["words.py", "--check"])
    assert words.main() == 0
    assert "would change" not in capsys.readouterr().out
    outdated = (tmp_path / "lv.po").read_bytes() + b'\nmsgid "nobody says this"\nmsgstr "neviens"\n'
    (tmp_path / "lv.po").write_bytes(outdated)
    assert words.main() == 1
    told = capsys.readouterr().out
    assert '-msgid "nobody says this"' in told
    assert "lt is out of date" not in told
    assert (tmp_path / "lv.po").read_bytes() == outdated


@pytest.mark.parametrize(
    ("lang", "counted"),
    [
        ("lv", ["1 punkts", "2 punkti", "5 punkti", "11 punktu", "21 punkts"]),
        ("lt", ["1 taškas", "2 taškai", "5 taškai", "11 taškų", "21 taškas"]),
    ],
)
def test_points_are_counted_as_people_say_it(lang: str, counted: list[str]) -> None:
    said = [say_count(lang, "{n} point", "{n} points", n) for n in (1, 2, 5, 11, 21)]
    assert said == counted


def test_icelandic_says_21_like_1_but_11_like_many() -> None:
    said = [say_count("is", "{n} player", "{n} players", n) for n in (1, 2, 5, 11, 21)]
    assert said == ["1 leikmaður", "2 leikmenn", "5 leikmenn", "11 leikmenn", "21 leikmaður"]
