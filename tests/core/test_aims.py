"""The rules of every game begin with its aim, in every language."""

from __future__ import annotations

import pytest

import galda
from galda.core.show.language import LANGUAGES
from galda.core.show.rulebook import aim_of, rules_of


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", galda.game_names())
def test_the_aim_stands_before_the_first_rule(name: str, lang: str) -> None:
    game = galda.game(name)
    aim = aim_of(game, lang)
    assert 40 <= len(aim) <= 200
    assert aim.endswith(".")
    assert "**" not in aim
    assert aim not in {rule.text for rule in rules_of(game, lang)}


@pytest.mark.parametrize("name", galda.game_names())
def test_every_language_has_an_aim_of_its_own(name: str) -> None:
    assert len({aim_of(galda.game(name), lang) for lang in LANGUAGES}) == len(LANGUAGES)
