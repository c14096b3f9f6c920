"""The API under whatever its own description allows, and some of what it does not: no 5xx ever."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest
import schemathesis
from browsing import Server
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import booleans

from galda.web.serving.app import create_app
from galda.web.serving.settings import Settings

SCHEMA = schemathesis.openapi.from_dict(
    create_app(Settings(database_url="", secret="not used here")).openapi()
)
FOUND: list[Any] = list(SCHEMA.get_all_operations())
OPERATIONS = {found.ok().label: found.ok() for found in FOUND}


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


@pytest.mark.parametrize("label", OPERATIONS)
def test_nothing_breaks_and_every_refusal_says_why(
    server: Server, made: dict[str, Any], label: str
) -> None:
    @settings(
        max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(case=OPERATIONS[label].as_strategy(), aimed=booleans())
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
