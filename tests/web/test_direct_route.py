"""Direct routes answer exactly as FastAPI's usual ones do, whatever is asked."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from site_support import running

USUAL = "application/json; charset=utf-8"
"""A kind of content that direct routes leave to FastAPI."""


def bodies(path: str, view: dict[str, Any], actions: list[int]) -> dict[str, Any]:
    base = {"base": view["base"], "actions": actions, "move_id": "once"}
    turn = base | ({"at_once": True} if path == "/draft" else {})
    return {
        "an illegal action": base | {"actions": [99_999]},
        "no actions": base | {"actions": []},
        "a stale base": base | {"base": view["base"] + 7},
        "a seat that is not held": base | {"seat": 9},
        "a field too many": base | {"colour": "red"},
        "a field too few": {"actions": actions},
        "a number as text": base | {"base": "0"},
        "a fraction": base | {"base": 0.5},
        "no object": [1, 2],
        "played": turn,
        "played again": turn,
    }


def shown(answer: Any, table: str) -> tuple[int, dict[str, str], str]:
    """An answer, whichever table it is of, and whoever asks; packed its length differs a little."""
    headers = {name: value for name, value in answer.headers.items() if name != "content-length"}
    return (
        answer.status_code,
        headers,
        re.sub(r"Guest \d+", "Guest", answer.text.replace(table, "")),
    )


@pytest.mark.parametrize("path", ["/draft", "/moves"])
def test_both_ways_answer_alike(tmp_path: Path, path: str) -> None:
    with running(tmp_path) as site:
        told = []
        for kind in ("application/json", USUAL):
            ann = site.visitor()
            table = ann.open("quixo", seat2="local")
            view = ann.see(table)
            address = f"/api/v1/tables/{table}{path}"
            posts: dict[str, str | bytes] = {
                name: json.dumps(body)
                for name, body in bodies(path, view, ann.any_turn(table, view)).items()
            }
            posts |= {"no JSON": "{", "nothing": "", "not UTF-8": b"\xff\xfe"}
            answers = {
                name: ann.web.post(address, content=body, headers={"content-type": kind})
                for name, body in posts.items()
            }
            lost = address.replace(table, "nowhere")
            answers["no such table"] = ann.web.post(
                lost, content=posts["played"], headers={"content-type": kind}
            )
            told.append({name: shown(answer, table) for name, answer in answers.items()})
        assert told[0] == told[1]
        assert {status for status, _, _ in told[0].values()} >= {200, 404, 409, 422}
