"""The pytest plugin: `--galda-game NAME` runs the tests that hold for every game, for that one.

It is loaded in every test run where Galda is installed, so it imports nothing that takes time.
"""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = (
    "every_environment.py", "every_game.py", "every_word.py", "figures_and_lessons.py",
    "hidden_states.py",
    "positions_as_text.py", "rule_marks.py", "setting_up_by_touch.py",
)  # fmt: skip
FIRST = "test_its_kernels_keep_the_contract"
pytest.register_assert_rewrite(
    "galda.testing.differences",
    "galda.testing.environments",
    "galda.testing.gymnasiums",
    "galda.testing.playing",
    "galda.testing.twins",
    *(f"galda.testing.{name.removesuffix('.py')}" for name in TESTS),
)

chosen: list[str] = []
"""The games named on the command line; none: all there are."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option that asks for the tests."""
    parser.getgroup("galda").addoption(
        "--galda-game",
        action="append",
        default=[],
        metavar="NAME",
        help="also run the tests that hold for every game, for this one; may be given again",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Know the marker, and add our tests to what is collected if a game was named."""
    config.addinivalue_line("markers", "rule(*ids): the numbered rules a test is about")
    chosen[:] = config.getoption("galda_game")
    here = Path(__file__).parent
    asked = {name.partition("::")[0] for name in config.args}
    if chosen and not any(Path(name).parent == here for name in asked):
        config.args += [str(here / name) for name in TESTS]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Look at the kernels first: all other tests rely on them."""
    items.sort(key=lambda item: not item.name.startswith(FIRST))
