"""Words for people: every sentence the program says passes through `say`.

The English sentence is the message's name in the catalogue; `lang` chooses the catalogue.
"""

from __future__ import annotations

from galda.core.errors import GaldaError

LANGUAGES = {"en": "English"}
"""The languages there are, by code, each named in itself."""


def check_language(lang: str) -> str:
    """`lang` itself, if we speak it."""
    if lang not in LANGUAGES:
        known = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
        raise GaldaError(f"unknown language {lang!r}; there is {known}")
    return lang


def say(lang: str, message: str, **values: object) -> str:
    """`message` in language `lang`, with `values` filled in."""
    check_language(lang)
    return message.format(**values)
