"""Words for people: every sentence the program says passes through `say`, `say_count` or `tell`.

The English sentence is the message's name in the catalogues, `galda/locale/LANG.po` and those that
packages with games bring; `lang` chooses the catalogue. A sentence that is not translated, or
holds a name that is not, is said in English as a whole. docs/translating.md tells how the
catalogues are kept.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from gettext import c2py
from importlib.resources import files
from typing import Any

from galda.core.errors import BadRecord, GaldaError, Refusal
from galda.core.message import Counted, Message, fill
from galda.core.numerals import MINUS

LANGUAGES = {"en": "English", "lv": "Latviešu", "lt": "Lietuvių", "is": "Íslenska"}
"""The languages there are, by code, each named in itself."""

DEFAULT = "en"
PERCENT = {"lv": "\N{NO-BREAK SPACE}%", "lt": "\N{NO-BREAK SPACE}%"}
"""The sign after a percentage, where a space stands before it; Babel's Latvian has none."""
PLACE = re.compile(r"\{.*?\}")
PLAIN = (str, int)
TO_BE_TOLD = (Message, Refusal, GaldaError)
"""What may stand in a sentence and has words of its own in each language."""


class Catalogue:
    """One language's sentences: (context, English) -> its forms, and which form goes with n."""

    def __init__(
        self,
        forms: Mapping[tuple[object, str], tuple[str, ...]],
        form_for: Callable[[int], int],
    ) -> None:
        self.forms = forms
        self.form_for = form_for

    def knows(self, message: str, context: object) -> bool:
        """Whether a sentence is translated."""
        return (context, message) in self.forms

    def find(self, message: str, context: object) -> str:
        """A sentence in this language, places still open."""
        found = self.forms.get((context, message))
        return found[0] if found else message

    def find_count(self, one: str, many: str, n: int, context: object) -> str:
        """The form of a sentence that goes with the number n, places still open."""
        found = self.forms.get((context, one))
        if found:
            return found[self.form_for(abs(n))]
        return one if abs(n) == 1 else many


catalogues: dict[str, Catalogue] = {DEFAULT: Catalogue({}, lambda n: int(n != 1))}
"""The catalogues read so far; English needs none."""

packages = ["galda"]
"""Whose folder `locale` holds catalogues; where two translate a message, the first is heard."""


def add_catalogues(package: str) -> None:
    """Take words from another package's `locale/LANG.po` too: a game may bring its own."""
    if package in packages:
        return
    packages.append(package)
    for lang, known in catalogues.items():
        known.forms = {**_read(package, lang).forms, **known.forms}


def catalogue(lang: str) -> Catalogue:
    """The catalogue of a language, read when it is first asked for."""
    known = catalogues.get(lang)
    if known is None:
        check_language(lang)
        read = [_read(package, lang) for package in packages]
        forms = {name: said for one in reversed(read) for name, said in one.forms.items()}
        known = catalogues[lang] = Catalogue(forms, read[0].form_for)
    return known


def _read(package: str, lang: str) -> Catalogue:
    """One package's catalogue; an empty one where it has none."""
    path = files(package).joinpath("locale", f"{lang}.po")
    if lang == DEFAULT or not path.is_file():
        return Catalogue({}, catalogues[DEFAULT].form_for)
    from babel.messages.pofile import read_po  # noqa: PLC0415  (English needs no Babel)

    with path.open("rb") as file:
        read = read_po(file, locale=lang)
    forms: dict[tuple[object, str], tuple[str, ...]] = {}
    for entry in read:
        words = entry.string if isinstance(entry.string, tuple) else (entry.string,)
        if entry.id and all(words) and not entry.fuzzy:
            english = entry.id if isinstance(entry.id, str) else entry.id[0]
            forms[entry.context, english] = tuple(str(word) for word in words)
    return Catalogue(forms, c2py(read.plural_expr))


def check_language(lang: str) -> str:
    """`lang` itself, if we speak it."""
    if lang not in LANGUAGES:
        known = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
        raise GaldaError("no language {lang!r}; choose from {known}", lang=lang, known=known)
    return lang


def say(lang: str, message: str, /, *, context: object = None, **values: object) -> str:
    """`message` in language `lang`, with `values` filled in; those still to be told are told first.

    `context` tells apart what is one word in English and several elsewhere; nobody gets to see it.
    """
    lang = _spoken(lang, message, context, values)
    found = catalogue(lang).find(message, context)
    return fill(found, _told(lang, values)) if values else found.format()


def say_count(
    lang: str, one: str, many: str, n: int, /, *, context: object = None, **values: object
) -> str:
    """The form of a message that goes with the number `n`, which may stand in it as {n}."""
    lang = _spoken(lang, one, context, values)
    form = catalogue(lang).find_count(one, many, n, context)
    return fill(form, {"n": n, **_told(lang, values)})


def tell(lang: str, told: Message | Refusal | BaseException | str) -> str:
    """A message, a refusal or an error in language `lang`; in English it is its `str`.

    Names that are the same in every language may come as plain texts.
    """
    if type(told) is str:
        return told
    if type(told) is Message:
        return say(lang, told.text, context=told.context, **told.values)
    match told:
        case Counted():
            counted = (told.text, told.many, told.n)
            return say_count(lang, *counted, context=told.context, **told.values)
        case Message():
            return say(lang, told.text, context=told.context, **told.values)
        case Refusal():
            return f"{told.rule}: {tell(lang, told.message)}"
        case BadRecord():
            return say(lang, "line {line}: {reason}", line=told.line, reason=told.message)
        case GaldaError():
            return tell(lang, told.message)
    return str(told)


def _spoken(lang: str, message: str, context: object, values: Mapping[str, object]) -> str:
    """The language of a whole sentence: English where any part of it is not translated."""
    return (
        lang if lang == DEFAULT or _is_whole(catalogue(lang), message, context, values) else DEFAULT
    )


def _is_whole(
    words: Catalogue, message: str, context: object, values: Mapping[str, object]
) -> bool:
    known = words.knows(message, context) or not any(map(str.isalpha, PLACE.sub("", message)))
    return known and all(
        type(value) in PLAIN or _is_translated(words, value) for value in values.values()
    )


def _is_translated(words: Catalogue, value: object) -> bool:
    if isinstance(value, tuple):
        return all(_is_translated(words, one) for one in value)
    if isinstance(value, Message):
        return _is_whole(words, value.text, value.context, value.values)
    if isinstance(value, (Refusal, GaldaError)):
        return _is_translated(words, value.message)
    return True


def _told(lang: str, values: Mapping[str, object]) -> dict[str, object]:
    """What goes into the places of a message, those told that are still to be told."""
    return {  # most are plain: a board says hundreds of things
        name: value if type(value) in PLAIN else _tell_value(lang, value)
        for name, value in values.items()
    }


def _tell_value(lang: str, value: object) -> object:
    if isinstance(value, tuple):
        return tuple([_tell_value(lang, one) for one in value])
    return tell(lang, value) if isinstance(value, TO_BE_TOLD) else value


def choose_language(wanted: Iterable[str]) -> str:
    """The first language wanted that we speak (`lv`, `lv-LV`, `lv_LV.UTF-8`), or English."""
    from babel import negotiate_locale  # noqa: PLC0415

    asked = [word.partition(".")[0].replace("-", "_") for word in wanted]
    found = negotiate_locale([*asked, *(word.partition("_")[0] for word in asked)], LANGUAGES)
    return found or DEFAULT


def accepted_languages(header: str) -> list[str]:
    """The languages of an Accept-Language header, the best first."""
    weighed: list[tuple[float, str]] = []
    for part in header.split(","):
        name, _, weight = part.partition(";")
        try:
            quality = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            quality = 0.0
        if name.strip() and quality > 0:
            weighed.append((-quality, name.strip()))
    return [name for _, name in sorted(weighed, key=lambda pair: pair[0])]


def language_of_the_environment() -> str:
    """The language this computer is set to, if it is one of ours, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            lang = os.environ[name][:2].lower()
            return lang if lang in LANGUAGES else DEFAULT
    return DEFAULT


def number(lang: str, value: float, digits: int | None = None) -> str:
    """A number as it is written in `lang`, with `digits` digits after the point."""
    if lang == DEFAULT and (digits is not None or isinstance(value, int)):
        # Where only NumPy and Numba are there, this must do.
        return f"{value:,.{digits or 0}f}".replace("-", MINUS)
    from babel.numbers import format_decimal  # noqa: PLC0415

    form: dict[str, Any] = {}
    if digits is not None:
        form["format"] = "#,##0" + ("." + "0" * digits if digits else "")
    return format_decimal(value, locale=lang, **form).replace("-", MINUS)


def percent(lang: str, share: float, digits: int = 0) -> str:
    """A share as a percentage, as it is written in `lang`."""
    return number(lang, 100 * share, digits) + PERCENT.get(lang, "%")


def moment(lang: str, time: float) -> str:
    """A date as it is written in `lang`, from seconds since 1970."""
    from datetime import UTC, datetime  # noqa: PLC0415

    from babel.dates import format_date  # noqa: PLC0415

    return format_date(datetime.fromtimestamp(time, UTC), "long", locale=lang)
