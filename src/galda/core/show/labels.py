"""What options and their values are called on a form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from galda.core.play.options import Option, Value
from galda.core.show.language import say


def option_label(option: Option, lang: str) -> str:
    """What an option is called in a language; its name where it has no label."""
    return say(lang, option.label) if option.label else option.name


def value_label(option: Option, value: Value, lang: str) -> str:
    """What a value of an option is called in a language."""
    if not option.value_names:
        return str(value)
    if not option.values:
        return say(lang, option.value_names[0]) if value == option.default else str(value)
    return say(lang, option.value_names[option.values.index(value)])


def options_words(options: Iterable[Option], chosen: Mapping[str, Value], lang: str) -> str:
    """Some options with the values that were chosen, in words."""
    return ", ".join(
        f"{option_label(option, lang)}: {value_label(option, chosen[option.name], lang)}"
        for option in options
    )


def read_value(option: Option, text: str, lang: str) -> str:
    """What somebody wrote for an option on a form: the default, if it is called that there."""
    usual = str(option.default)
    return usual if not option.values and text == value_label(option, usual, lang) else text
