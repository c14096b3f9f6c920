"""The generated page of each environment: all features and action codes, an example that runs."""

from __future__ import annotations

import doctest

import pytest

import galda
from environment_pages import SPEEDS, WORDS, environment_page


@pytest.mark.parametrize("name", galda.game_names())
def test_the_page_lists_every_feature_and_every_speed(name: str) -> None:
    page, game = environment_page(galda.game(name)), galda.game(name)
    for feature in game.rules.features:
        assert f"| `{feature.name}` |" in page
    assert f"{sum(feature.size for feature in game.rules.features)} numbers in all." in page
    for called in SPEEDS.values():
        assert f"| {called} |" in page


@pytest.mark.parametrize("name", galda.game_names())
def test_the_page_explains_every_action_code(name: str) -> None:
    lasts = [last for last, _ in WORDS[name]["actions"]]
    assert lasts == sorted(set(lasts))
    assert lasts[-1] + 1 == galda.game(name).rules.action_count


@pytest.mark.parametrize("name", galda.game_names())
def test_the_example_of_the_page_runs(name: str) -> None:
    pytest.importorskip("pettingzoo", reason="needs pettingzoo")
    page = environment_page(galda.game(name))
    example = doctest.DocTestParser().get_doctest(page, {}, name, name, 0)
    said: list[str] = []
    assert example.examples
    doctest.DocTestRunner(verbose=False).run(example, out=said.append)
    assert not said, "".join(said)
