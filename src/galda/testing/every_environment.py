"""What holds for the environments of every game, variant and player count."""

from __future__ import annotations

from typing import Any

from galda.testing.environments import api_test
from galda.testing.parameters import every_start


@every_start
def test_its_environments_are_what_they_say(name: str, options: dict[str, Any]) -> None:
    assert api_test(name, **options)
