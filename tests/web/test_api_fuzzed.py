"""The API under whatever its own description allows, and some of what it does not: no 5xx ever."""

from __future__ import annotations

import json
import urllib.request
from functools import lru_cache
from typing import Any

import pytest
from browsing import Server
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import booleans

from galda.web.serving.app import create_app
from galda.web.serving.settings import Settings

# Schemathesis takes seconds to load: one process does, when it is its turn.
pytestmark = pytest.mark.xdist_group("schemathesis")
SCHEMA = create_app(Settings(database_url="", secret="not used here")).openapi()
LABELS = [f"{method.upper()} {path}" for path, known in SCHEMA["paths"].items() for method in known]


@lru_cache
def operations() -> dict[str, Any]:
    """What can be asked of the API, by its label."""
    import schemathesis  # noqa: PLC0415

    found: list[Any] = list(schemathesis.openapi.from_dict(SCHEMA).get_all_operations())
    return {each.ok().label: each.ok() for each in found}


@pytest.fixture(scope="module")
def made(server: Server) -> dict[str, Any]:
    """A table to aim at."""
    plan = {"game": "quixo", "seats": [{"kind": "me"}, {"kind": "local"}]}
    request = urllib.request.Request(
        f"{server.url}/api/v1/tables",
        json.dumps(plan).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        opened: dict[str, Any] = json.load(answer)
    return opened


def test_every_operation_is_tried() -> None:
    assert list(operations()) == LABELS


@pytest.mark.parametrize("label", LABELS)
def test_nothing_breaks_and_every_refusal_says_why(
    server: Server, made: dict[str, Any], label: str
) -> None:
    @settings(
        max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(case=operations()[label].as_strategy(), aimed=booleans())
    def try_it(case: Any, aimed: bool) -> None:
        if aimed and "table_id" in (case.path_parameters or {}):
            case.path_parameters["table_id"] = made["table"]
            case.headers["authorization"] = f"Bearer {made['seats'][0]['key']}"
        if case.method == "GET":
            case.query = {**(case.query or {}), "wait": 0}
        answer = case.call(base_url=server.url)
        assert answer.status_code < 500
        if answer.status_code >= 400:
            assert len(answer.json()["error"]) > 5

    try_it()
